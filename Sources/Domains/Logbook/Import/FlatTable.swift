import EventModel
import Tables

/// A file that is one table of flights: a header row, then a row for each.
struct FlatTable {
    /// The name of the program that writes such files.
    let program: String
    /// Columns without which the first row is no header.
    let required: [String]
    /// The columns that have a field; the others are kept in `extra`.
    let known: Set<String>
    /// The beginnings of the names of further columns that have a field.
    var prefixes: [String] = []
    /// The file's names of known columns.
    let aliases: [String: String]
    /// Whether quotes enclose texts; nil: where commas or semicolons separate the fields, or the file begins with one.
    let isQuoting: Bool?
    /// The facts that the format leaves open for every row, named once at the header.
    let assumptions: @Sendable (ColumnPlan) -> [(code: String, text: String)]
    let flight: @Sendable (inout RowReader, CivilDate) throws(RowRefused) -> ReadFlight
    let aircraft: @Sendable (RowReader) -> AircraftDescription?

    func reader(_ bytes: [UInt8]) -> CSVReader {
        let separator = CSVReader.likelySeparator(of: bytes)
        let first = bytes.first { ![0xEF, 0xBB, 0xBF, 0x0A, 0x0D].contains($0) }
        return CSVReader(
            bytes, separator: separator,
            isQuoting: isQuoting ?? (separator != UInt8(ascii: "\t") || first == UInt8(ascii: "\"")))
    }

    func isHeader(_ record: CSVRecord) -> Bool {
        Set(record.fields.map(ColumnPlan.key)).isSuperset(of: required.map(ColumnPlan.key))
    }

    /// Whether the first row that is not blank names the columns.
    func recognises(_ bytes: [UInt8]) -> Bool {
        var reader = reader(bytes)
        // A file that is no table is not of this format; its reader reports why.
        while let record = try? reader.next() {
            if !record.isBlank { return isHeader(record) }
        }
        return false
    }

    func read(_ bytes: [UInt8], today: CivilDate, options: ImportOptions) throws(ImportFault) -> ImportReading {
        var reader = reader(bytes)
        var plan: ColumnPlan?
        var collector = RowCollector(options: options, today: today)
        while true {
            let record: CSVRecord?
            do { record = try reader.next() } catch { throw .csv(error) }
            guard let record else { break }
            if record.isBlank { continue }
            guard let columns = plan else {
                guard isHeader(record) else { break }
                let columns = try ColumnPlan(header: record, known: known, prefixes: prefixes, aliases: aliases)
                plan = columns
                collector.assume(
                    assumptions(columns).map { ImportNote(line: record.line, code: $0.code, text: $0.text) })
                continue
            }
            var described: AircraftDescription?
            collector.addFlight(record, columns) { row throws(RowRefused) in
                try row.requireAllFields()
                try ForeFlightFlights.refuseDateOnly(row)
                let flight = try flight(&row, today)
                described = aircraft(row)
                return flight
            }
            collector.addAircraft(described)
        }
        guard plan != nil else { throw .noHeader(format: program, columns: required.joined(separator: ", ")) }
        return try collector.reading()
    }
}
