import EventModel

/// A file that is one table of flights: a header row, then a row for each.
struct FlatTable {
    /// The name of the program that writes such files.
    let program: String
    /// Columns without which the first row is no header.
    let required: [String]
    /// The columns that have a field; the others are kept in `extra`.
    let known: Set<String>
    /// The file's names of known columns.
    let aliases: [String: String]
    let separator: UInt8?
    let isQuoting: Bool
    /// What the format leaves open for every row, told once at the header.
    let assumptions: [(code: String, text: String)]
    let flight: @Sendable (inout RowReader, CivilDate) throws(RowRefused) -> Flight
    let aircraft: @Sendable (RowReader) -> AircraftDescription?

    func reader(_ bytes: [UInt8]) -> CSVReader {
        CSVReader(bytes, separator: separator ?? CSVReader.likelySeparator(of: bytes), isQuoting: isQuoting)
    }

    func isHeader(_ record: CSVRecord) -> Bool {
        Set(record.fields.map(ColumnPlan.key)).isSuperset(of: required.map(ColumnPlan.key))
    }

    /// Whether the first row that is not blank names the columns.
    func recognises(_ bytes: [UInt8]) -> Bool {
        var reader = reader(bytes)
        // A file that is no table is not of this format; whoever reads it says why.
        while let record = try? reader.next() {
            if !record.isBlank { return isHeader(record) }
        }
        return false
    }

    func read(_ bytes: [UInt8], today: CivilDate) throws(ImportFault) -> ImportReading {
        var reader = reader(bytes)
        var plan: ColumnPlan?
        var rows: [(line: Int, flight: Flight)] = []
        var aircraft: [AircraftDescription] = []
        var skipped: [ImportNote] = []
        var assumed: [ImportNote] = []
        while true {
            let record: CSVRecord?
            do { record = try reader.next() } catch { throw .csv(error) }
            guard let record else { break }
            if record.isBlank { continue }
            guard let columns = plan else {
                guard isHeader(record) else { break }
                plan = try ColumnPlan(header: record, known: known, aliases: aliases)
                assumed += assumptions.map { ImportNote(line: record.line, code: $0.code, text: $0.text) }
                continue
            }
            do throws(RowRefused) {
                var row = try RowReader(record, columns)
                try row.requireAllFields()
                try ForeFlightFlights.refuseDateOnly(row)
                rows.append((record.line, try flight(&row, today)))
                assumed += row.assumed
                if let described = self.aircraft(row), !aircraft.contains(where: { $0.id == described.id }) { aircraft.append(described) }
            } catch {
                skipped.append(ImportNote(line: record.line, code: error.code, text: error.text))
            }
        }
        guard plan != nil else { throw .noHeader(format: program, columns: required.joined(separator: ", ")) }
        return ImportReading(rows: rows, aircraft: aircraft, skipped: skipped, assumed: assumed)
    }
}
