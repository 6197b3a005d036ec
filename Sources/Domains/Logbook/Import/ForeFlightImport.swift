public import EventModel

/// Reads ForeFlight's logbook export: the 2024+ layout, older orders of columns, and bare tables without the sections.
///
/// Columns are found by name. The file's text is expected in Normalization Form C: whoever reads the file normalises it,
/// for what is stored must be.
public enum ForeFlightImport {
    /// Whether the bytes look like such a file: its banner, or a header row of its flights table among the first rows.
    public static func recognises(_ bytes: [UInt8]) -> Bool {
        var reader = CSVReader(bytes, separator: CSVReader.likelySeparator(of: bytes))
        for _ in 0..<4 {
            // A file that is no CSV is not ours; whoever reads it says why.
            guard let record = try? reader.next() else { return false }
            if ForeFlightTables.isBanner(record) { return true }
            if ForeFlightFlights.isHeader(record) { return true }
        }
        return false
    }

    /// What the file says. Throws where it cannot be read at all; a row that cannot is skipped and named.
    ///
    /// `today` is the date in the pilot's zone: rows after it are skipped. O(bytes).
    public static func read(_ bytes: [UInt8], today: CivilDate) throws(ImportFault) -> ImportReading {
        var records = RecordsAhead(CSVReader(bytes, separator: CSVReader.likelySeparator(of: bytes)))
        var tables = ForeFlightTables(today: today)
        while let record = try records.next() {
            let following = tables.mayNameNextTable(record) ? try records.following(2) : []
            try tables.take(record, followedBy: following)
        }
        return try tables.reading()
    }
}

/// A file's records one by one, with a look at those that follow.
private struct RecordsAhead {
    private var reader: CSVReader
    private var ahead: [CSVRecord] = []

    init(_ reader: CSVReader) { self.reader = reader }

    mutating func next() throws(ImportFault) -> CSVRecord? { ahead.isEmpty ? try read() : ahead.removeFirst() }

    /// The next records that are not blank, at most so many, without taking them.
    mutating func following(_ count: Int) throws(ImportFault) -> [CSVRecord] {
        while ahead.count(where: { !$0.isBlank }) < count, let record = try read() { ahead.append(record) }
        return Array(ahead.filter { !$0.isBlank }.prefix(count))
    }

    private mutating func read() throws(ImportFault) -> CSVRecord? {
        do { return try reader.next() } catch { throw .csv(error) }
    }
}

/// Sorts a file's records into its tables.
private struct ForeFlightTables {
    private enum Section {
        case preamble
        /// After a section's title: perhaps a row of type words, then the header.
        case aircraftHead, flightsHead
        case aircraft(ColumnPlan), flights(ColumnPlan)
    }

    private let today: CivilDate
    private var section = Section.preamble
    private var mayBeTypeWords = false
    private var sawFlightsHeader = false
    private var flights: [(line: Int, flight: Flight)] = []
    private var aircraft: [AircraftDescription] = []
    private var skipped: [ImportNote] = []
    private var assumed: [ImportNote] = []

    init(today: CivilDate) { self.today = today }

    /// Whether the row stands among those of a table and says what a title says: an aircraft may be called so, too.
    func mayNameNextTable(_ record: CSVRecord) -> Bool {
        switch section {
        case .preamble, .aircraftHead, .flightsHead: false
        case .aircraft, .flights: ForeFlightTables.titles.contains(ForeFlightTables.title(record) ?? "")
        }
    }

    /// Takes a row; `following` are the next ones, for a row that may name the next table.
    mutating func take(_ record: CSVRecord, followedBy following: [CSVRecord]) throws(ImportFault) {
        if record.isBlank {
            if case .aircraft = section { section = .preamble }
            return
        }
        switch mayNameNextTable(record) && !ForeFlightTables.beginTable(following) ? nil : ForeFlightTables.title(record) {
        case "aircraft table": begin(.aircraftHead)
        case "flights table": begin(.flightsHead)
        default:
            switch section {
            case .preamble, .flightsHead: try takeHead(record)
            case .aircraftHead:
                guard ForeFlightAircraft.isHeader(record) else { return takeTypeWords(record) }
                section = .aircraft(
                    try ColumnPlan(
                        header: record, known: ForeFlightAircraft.known, aliases: ForeFlightAircraft.aliases))
            case .aircraft(let plan): takeAircraft(record, plan)
            case .flights(let plan): takeFlight(record, plan)
            }
        }
    }

    private mutating func begin(_ section: Section) {
        self.section = section
        mayBeTypeWords = true
    }

    /// A row before a table of flights: its header, the banner, or a row of type words.
    private mutating func takeHead(_ record: CSVRecord) throws(ImportFault) {
        guard ForeFlightFlights.isHeader(record) else { return takeTypeWords(record) }
        section = .flights(try ColumnPlan(header: record, known: ForeFlightFlights.known))
        sawFlightsHeader = true
    }

    /// A title may be followed by one row of type words; what else stands outside the tables is named, except the banner.
    private mutating func takeTypeWords(_ record: CSVRecord) {
        if ForeFlightTables.isBanner(record) { return }
        if mayBeTypeWords {
            mayBeTypeWords = false
        } else {
            skipped.append(
                ImportNote(line: record.line, code: "row.outsideTables", text: "The row stands outside the tables."))
        }
    }

    private mutating func takeFlight(_ record: CSVRecord, _ plan: ColumnPlan) {
        do throws(RowRefused) {
            var row = try RowReader(record, plan)
            try ForeFlightFlights.refuseWithoutFlight(row)
            let flight = try ForeFlightFlights.flight(&row, today: today)
            flights.append((record.line, flight))
            assumed += row.assumed
        } catch {
            skipped.append(ImportNote(line: record.line, code: error.code, text: error.text))
        }
    }

    private mutating func takeAircraft(_ record: CSVRecord, _ plan: ColumnPlan) {
        do throws(RowRefused) {
            var row = try RowReader(record, plan)
            aircraft.append(try ForeFlightAircraft.aircraft(&row))
            assumed += row.assumed
        } catch {
            skipped.append(ImportNote(line: record.line, code: error.code, text: error.text))
        }
    }

    func reading() throws(ImportFault) -> ImportReading {
        guard sawFlightsHeader else { throw .noFlightsHeader }
        return ImportReading(rows: flights, aircraft: aircraft, skipped: skipped, assumed: assumed)
    }

    static func isBanner(_ record: CSVRecord) -> Bool {
        record.fields.first?.trimmed.hasPrefix("ForeFlight Logbook Import") == true
    }

    static let titles = ["aircraft table", "flights table"]

    /// Whether these rows, but for one of type words, name columns as they stand under a title.
    private static func beginTable(_ rows: [CSVRecord]) -> Bool {
        guard let first = rows.first else { return false }
        if ForeFlightAircraft.isHeader(first) { return true }
        return !titles.contains(title(first) ?? "") && rows.dropFirst().contains(where: ForeFlightAircraft.isHeader)
    }

    /// A row with only one cell told names a section; the cell may end in blanks.
    private static func title(_ record: CSVRecord) -> String? {
        guard let first = record.fields.first, record.fields.dropFirst().allSatisfy(\.isBlank) else { return nil }
        return first.trimmed.lowercased()
    }
}

/// Rows of the aircraft table.
enum ForeFlightAircraft {
    static let known: Set<String> = [
        "aircraftid", "typecode", "year", "make", "model", "geartype", "enginetype", "equiptype", "aircraftclass",
        "complexaircraft", "taa", "highperformance", "pressurized",
    ]
    /// Names of about 2020.
    static let aliases = ["equipmenttype": "equiptype", "class": "aircraftclass", "complex": "complexaircraft"]

    static func isHeader(_ record: CSVRecord) -> Bool { record.fields.contains { ColumnPlan.key($0) == "aircraftid" } }

    static func aircraft(_ row: inout RowReader) throws(RowRefused) -> AircraftDescription {
        guard let id = row.text("aircraftid") else {
            throw RowRefused(code: "aircraft.required", text: "The aircraft has no AircraftID.")
        }
        var aircraft = AircraftDescription(id: id)
        aircraft.typeCode = row.text("typecode")
        aircraft.make = row.text("make")
        aircraft.model = row.text("model")
        aircraft.gear = row.text("geartype")
        aircraft.engine = row.text("enginetype")
        aircraft.equipment = row.text("equiptype")
        aircraft.aircraftClass = row.text("aircraftclass")
        aircraft.complex = row.flag("complexaircraft")
        aircraft.taa = row.flag("taa")
        aircraft.highPerformance = row.flag("highperformance")
        aircraft.pressurized = row.flag("pressurized")
        if let year = row.text("year") {
            aircraft.year = DecimalText(year)?.integer.flatMap { (1...9999).contains($0) ? $0 : nil }
            if aircraft.year == nil {
                row.keep("year")
                row.assume("year.unread", "Year \"\(year)\" is not a year; it is kept as text.")
            }
        }
        aircraft.extra = row.extra
        return aircraft
    }
}
