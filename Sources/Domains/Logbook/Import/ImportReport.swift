public import EventModel
public import Tables

/// Something that a person should know about one line of an imported file.
public struct ImportNote: Hashable, Sendable {
    /// The line on which the row begins, from 1.
    public let line: Int
    /// Stable, dotted lowerCamelCase.
    public let code: String
    public let text: String
    /// The way out, where the text does not state it.
    public let remedy: Remedy?

    public init(line: Int, code: String, text: String, remedy: Remedy? = nil) {
        (self.line, self.code, self.text, self.remedy) = (line, code, text, remedy)
    }

    /// The text with its remedy.
    public var sentences: String { remedy.map { "\(text) \($0.text)" } ?? text }
}

/// A row that became an entry.
public struct ImportedFlight: Hashable, Sendable {
    /// An entry as an earlier version of this program read it.
    public struct Earlier: Hashable, Sendable {
        public let flight: Flight
        public let ordinal: Int
    }

    public let line: Int
    public let flight: Flight
    /// The number of this entry among those of the file that are equal in what names them, from 0.
    public let ordinal: Int
    /// The entries that earlier versions read from the same row, the newest version first; empty where all read this.
    public let earlier: [Earlier]
}

/// The content of a file, before anything is written: nothing of it is lost without being named here.
public struct ImportReading: Hashable, Sendable {
    /// Oldest first; entries of one day in the order in which they were flown, as far as the file's order shows.
    public let flights: [ImportedFlight]
    public let aircraft: [AircraftDescription]
    /// Rows that became nothing, and why; in the order of lines.
    public let skipped: [ImportNote]
    /// The assumptions about rows that were kept; in the order of lines.
    public let assumed: [ImportNote]
    /// Filled columns that are in no figure, in the order of the file; their texts are kept.
    public let unusedColumns: [UnusedColumn]
    /// The date and the route of each skipped row as its cells show them, by its line.
    let skippedTitles: [Int: String]

    /// From rows in the order of the file.
    init(
        rows: [ImportedRow], aircraft: [AircraftDescription], skipped: [ImportNote], assumed: [ImportNote],
        unusedColumns: [UnusedColumn] = [],
        skippedTitles: [Int: String] = [:]
    ) {
        var imported = ImportReading.numbered(rows)
        // Exports list the newest first; turned round, two flights of one day stand in the order they were flown.
        if let first = imported.first?.flight.date, let last = imported.last?.flight.date,
            first > last || first == last && DayOrder.isNewestFirst(imported.map(\.flight))
        {
            imported.reverse()
        }
        let oldestFirst = imported.enumerated().sorted {
            ($0.element.flight.date, $0.offset) < ($1.element.flight.date, $1.offset)
        }
        flights = oldestFirst.map(\.element)
        self.aircraft = aircraft
        self.skipped = skipped
        self.assumed = assumed
        self.unusedColumns = unusedColumns
        self.skippedTitles = skippedTitles
    }

    /// The entries of the rows, each with its number. Earlier versions kept designators as the file states them.
    private static func numbered(_ rows: [ImportedRow]) -> [ImportedFlight] {
        let flights = rows.map { $0.flight.withDesignators() }
        let isRewritten = zip(rows, flights).map { !$0.flight.statesDesignators(of: $1) }
        let ordinals = ImportIdentity.ordinals(flights, last: isRewritten)
        let asStated = isRewritten.contains(true) ? ImportIdentity.ordinals(rows.map(\.flight)) : ordinals
        let earlier =
            rows.contains { $0.earlier != nil }
            ? ImportIdentity.ordinals(rows.map { $0.earlier ?? $0.flight }) : ordinals
        return rows.indices.map { index in
            var read: [ImportedFlight.Earlier] = []
            if isRewritten[index] { read.append(.init(flight: rows[index].flight, ordinal: asStated[index])) }
            if let flight = rows[index].earlier { read.append(.init(flight: flight, ordinal: earlier[index])) }
            return ImportedFlight(
                line: rows[index].line, flight: flights[index], ordinal: ordinals[index], earlier: read)
        }
    }

    /// The date and the route of the rows that notes name, by their lines. O(rows).
    public func titles(of notes: [ImportNote]) -> [Int: String] {
        let lines = Set(notes.map(\.line))
        var titles = skippedTitles.filter { lines.contains($0.key) }
        for row in flights where lines.contains(row.line) {
            titles[row.line] = "\(row.flight.date) \(row.flight.route)"
        }
        return titles
    }
}

/// An aircraft as a logbook program describes it.
public struct AircraftDescription: Hashable, Sendable {
    /// The registration: what an entry's `aircraft` names.
    public let id: String
    public var typeCode: String?
    public var year: Int?
    public var make: String?
    public var model: String?
    public var gear: String?
    public var engine: String?
    public var equipment: String?
    public var aircraftClass: String?
    public var complex: Bool?
    public var taa: Bool?
    public var highPerformance: Bool?
    public var pressurized: Bool?
    /// Columns without a field of their own: name → text.
    public var extra: [String: String] = [:]

    public init(id: String) { self.id = id }

    /// Whether it is a simulator or a training device, which is no aircraft (14 CFR 61.1).
    public var isTrainingDevice: Bool {
        let words = [equipment, aircraftClass, typeCode].compactMap { $0?.lowercased() }
        return words.contains { word in
            ["batd", "aatd", "atd", "ftd", "ffs", "sim"].contains(word) || word.contains("simulator")
                || word.contains("training device")
                || word.contains("training_device")
        }
    }
}

/// Why a file cannot be imported at all.
public enum ImportFault: Error, Hashable, Sendable {
    case csv(CSVFault)
    /// The bytes are UTF-16, as some spreadsheets save text.
    case utf16
    /// The bytes are UTF-32, whose mark begins as that of UTF-16 does.
    case utf32
    /// No row names the columns of a flights table.
    case noFlightsHeader
    /// The first row does not name the columns that a format needs.
    case noHeader(format: String, columns: String)
    /// A column that a map names is not in the file.
    case mappedColumnMissing(name: String, line: Int)
    /// One row has the day first, another one the month.
    case datesOfBothOrders(monthFirst: DateProofs.Proof, dayFirst: DateProofs.Proof)
    /// A row shows another order of its date than the caller states.
    case datesContradict(DateProofs.Proof, stated: DateOrder)
    /// A column that an import needs is named twice, so that it is unclear which one holds.
    case columnTwice(name: String, line: Int)

    /// Where that shows, from 1; nil when it is about the whole file.
    public var line: Int? {
        switch self {
        case .csv(let fault): fault.line
        case .utf16, .utf32, .noFlightsHeader, .noHeader: nil
        case .columnTwice(_, let line), .mappedColumnMissing(_, let line): line
        case .datesOfBothOrders(let month, let day): max(month.line, day.line)
        case .datesContradict(let proof, _): proof.line
        }
    }

    /// The fault on the command line; exit status 65.
    public var fault: Fault {
        switch self {
        case .csv(let fault):
            Fault(.unreadable, code: fault.code, message: fault.message, hint: fault.hint)
        case .utf16:
            WideText.utf16.fault
        case .utf32:
            WideText.utf32.fault
        case .noHeader(let format, let columns):
            Fault(
                .unreadable, code: "import.noFlights",
                message: "The first row does not name the columns \(columns), so there are no flights to read.",
                remedy: Remedy(
                    "import.exportAgain",
                    "Nothing was imported. Export the logbook from \(format) again, or name its format.",
                    values: [format]))
        case .noFlightsHeader:
            Fault(
                .unreadable, code: "import.noFlights",
                message: "No row names the columns Date, AircraftID and TotalTime, so there are no flights to read.",
                remedy: Remedy(
                    "import.exportAsForeFlight",
                    "Nothing was imported. Export the logbook as a ForeFlight CSV file again, or name its format."))
        case .mappedColumnMissing(let name, _):
            Fault(
                .unreadable, code: "map.columnMissing",
                message: "The map names the column \(name), which the file has not.",
                remedy: ImportMapFault.remedy)
        case .datesOfBothOrders(let month, let day):
            Fault(
                .unreadable, code: "import.dates",
                message:
                    "The file has dates of both orders: \(month.cell) on line \(month.line), \(day.cell) on line "
                    + "\(day.line).",
                hint: "Nothing was imported. Write all dates as YYYY-MM-DD.")
        case .datesContradict(let proof, let stated):
            Fault(
                .unreadable, code: "import.dates",
                message: "The date \(proof.cell) is no day in the order \(stated.rawValue).",
                remedy: Remedy("import.dates", "Nothing was imported. Name the order of the dates in the file."))
        case .columnTwice(let name, _):
            Fault(
                .unreadable, code: "import.columnTwice", message: "The column \(name) is named twice.",
                hint: "Nothing was imported. Rename or delete one of the two.")
        }
    }
}
