public import EventModel
import Tables

/// Reads ForeFlight's logbook export: the 2024+ layout, older orders of columns, and bare tables without the sections.
///
/// Columns are found by name. The file's text is expected in Normalization Form C: the caller normalises it,
/// because what is stored must be normalised.
public enum ForeFlightImport {
    /// Whether the bytes look like such a file: its banner, or a header row of its flights table among the first rows.
    public static func recognises(_ bytes: [UInt8]) -> Bool {
        var reader = CSVReader(bytes, separator: CSVReader.likelySeparator(of: bytes))
        for _ in 0..<4 {
            // A file that is no CSV is not ours; its reader reports why.
            guard let record = try? reader.next() else { return false }
            if ForeFlightTables.isBanner(record) { return true }
            if ForeFlightFlights.isHeader(record) { return true }
        }
        return false
    }

    /// The content of the file. Throws for an unreadable file; an unreadable row is skipped and named.
    ///
    /// `today` is the date in the pilot's zone: rows after it are skipped. O(bytes).
    public static func read(_ bytes: [UInt8], today: CivilDate, options: ImportOptions = ImportOptions())
        throws(ImportFault) -> ImportReading
    {
        let separator = CSVReader.likelySeparator(of: bytes)
        var options = options
        options.commaSeparatesFields = separator == UInt8(ascii: ",")
        var records = RecordsAhead(CSVReader(bytes, separator: separator))
        var tables = ForeFlightTables(today: today, options: options)
        while let record = try records.next() {
            let following = ForeFlightTables.mayBeTitle(record) ? try records.following(2) : []
            try tables.add(record, followedBy: following)
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
        case aircraft(ColumnPlan)
        case flights(ColumnPlan)
    }

    private let today: CivilDate
    private var collector: RowCollector
    private var section = Section.preamble
    private var mayBeTypeWords = false
    private var sawFlightsHeader = false
    private var followsBlank = false

    init(today: CivilDate, options: ImportOptions) {
        self.today = today
        collector = RowCollector(options: options, today: today)
    }

    /// Whether the first cell of a row is a title; an aircraft may be called so, too.
    static func mayBeTitle(_ record: CSVRecord) -> Bool {
        titles.contains(record.fields.first?.trimmed.lowercased() ?? "")
    }

    /// Adds a row; `following` are the next ones, for a row that may be a title.
    mutating func add(_ record: CSVRecord, followedBy following: [CSVRecord]) throws(ImportFault) {
        // An aircraft table may have blank rows within: it ends at the next title or header.
        if record.isBlank {
            followsBlank = true
            return
        }
        defer { followsBlank = false }
        switch title(record, followedBy: following) {
        case "aircraft table": begin(.aircraftHead)
        case "flights table": begin(.flightsHead)
        default:
            switch section {
            case .preamble, .flightsHead: try addHead(record)
            case .aircraftHead:
                guard ForeFlightAircraft.isHeader(record) else { return addTypeWords(record) }
                section = .aircraft(
                    try ColumnPlan(
                        header: record, known: ForeFlightAircraft.known, aliases: ForeFlightAircraft.aliases))
                mayBeTypeWords = false
            case .aircraft(let plan):
                if ForeFlightFlights.isHeader(record) { return try addHead(record) }
                addAircraft(record, plan)
            case .flights(let plan): addFlight(record, plan)
            }
        }
    }

    /// The title that a row is; nil where it is another row. Later layouts fill the cells behind it with remarks.
    private func title(_ record: CSVRecord, followedBy following: [CSVRecord]) -> String? {
        guard ForeFlightTables.mayBeTitle(record) else { return nil }
        let isAlone = record.fields.dropFirst().allSatisfy(\.isBlank)
        let isTitle =
            switch section {
            case .preamble, .aircraftHead, .flightsHead: isAlone || ForeFlightTables.beginTable(following)
            case .aircraft, .flights: ForeFlightTables.beginTable(following)
            }
        return isTitle ? record.fields.first?.trimmed.lowercased() : nil
    }

    private mutating func begin(_ section: Section) {
        self.section = section
        mayBeTypeWords = true
    }

    /// A row before a table of flights: its header, the banner, or a row of type words.
    private mutating func addHead(_ record: CSVRecord) throws(ImportFault) {
        guard ForeFlightFlights.isHeader(record) else { return addTypeWords(record) }
        section = .flights(
            try ColumnPlan(
                header: record, known: ForeFlightFlights.known,
                aliases: ColumnNames.aliases(of: ["from", "to"], in: record)))
        sawFlightsHeader = true
    }

    /// A title may be followed by one row of type words; what else stands outside the tables is named, except the
    /// banner.
    private mutating func addTypeWords(_ record: CSVRecord) {
        if ForeFlightTables.isBanner(record) { return }
        if mayBeTypeWords {
            mayBeTypeWords = false
        } else {
            collector.skip(
                ImportNote(line: record.line, code: "row.outsideTables", text: "The row stands outside the tables."))
        }
    }

    private mutating func addFlight(_ record: CSVRecord, _ plan: ColumnPlan) {
        collector.addFlight(record, plan) { row throws(RowRefused) in
            try ForeFlightFlights.refuseWithoutFlight(row)
            return try ForeFlightFlights.flight(&row, today: today)
        }
    }

    /// A row of one cell behind a blank one describes no aircraft.
    private mutating func addAircraft(_ record: CSVRecord, _ plan: ColumnPlan) {
        if followsBlank, record.fields.count(where: { !$0.isBlank }) == 1 {
            return collector.skip(
                ImportNote(line: record.line, code: "row.outsideTables", text: "The row stands outside the tables."))
        }
        collector.addAircraft(record, plan)
    }

    func reading() throws(ImportFault) -> ImportReading {
        guard sawFlightsHeader else { throw .noFlightsHeader }
        return try collector.reading()
    }

    static func isBanner(_ record: CSVRecord) -> Bool {
        record.fields.first?.trimmed.hasPrefix("ForeFlight Logbook Import") == true
    }

    static let titles = ["aircraft table", "flights table"]

    /// Whether these rows, but for one of type words, name columns as they stand under a title.
    private static func beginTable(_ rows: [CSVRecord]) -> Bool {
        guard let first = rows.first else { return false }
        if ForeFlightAircraft.isHeader(first) { return true }
        return !mayBeTitle(first) && rows.dropFirst().contains(where: ForeFlightAircraft.isHeader)
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
