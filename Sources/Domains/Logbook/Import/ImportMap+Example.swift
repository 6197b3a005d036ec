import EventModel
import Tables

extension ImportMap {
    /// A map for the file at hand: the columns whose names are known, then the others as comments, then the fields
    /// that are left.
    ///
    /// `command` is how a program imports the file with the map, where it has a command. Throws where the first row
    /// cannot be read. O(bytes of the first rows).
    public static func example(
        for bytes: [UInt8], file: String, command: (String) -> String? = { _ in nil }
    ) throws(ImportFault) -> String {
        try ImportFormat.refuseWide(bytes)
        var reader = CSVReader(bytes, separator: CSVReader.likelySeparator(of: bytes))
        var rows: [CSVRecord] = []
        while rows.count < 100 {
            do {
                guard let record = try reader.next() else { break }
                if !record.isBlank { rows.append(record) }
            } catch {
                // The import reports what is wrong further down.
                if rows.isEmpty { throw .csv(error) }
                break
            }
        }
        // Spreadsheets may have a title above the header.
        func known(_ row: CSVRecord) -> Int { row.fields.count { ColumnNames.field(of: $0) != nil } }
        guard let header = rows.prefix(16).max(by: { known($0) < known($1) }) else { throw .noFlightsHeader }
        let dates = dates(in: Array(rows.drop { $0 != header }.dropFirst()), header)
        // A column of dates is that of the date where none is called so, such as "Departure Time" or "Off Block".
        let hasDate = header.fields.contains { ColumnNames.field(of: $0) == "date" }
        let dated = hasDate ? nil : dates.keys.min()
        var (lines, unknown, named): ([String], [String], Set<String>) = ([], [], [])
        for (place, cell) in header.fields.enumerated() where !cell.isBlank {
            // A name with a line break would be a line of its own in the map.
            let name = cell.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
            if let field = place == dated ? "date" : ColumnNames.field(of: cell), named.insert(field).inserted {
                lines.append("\(field): \(name)")
            } else {
                unknown.append("# ?: \(name)")
            }
        }
        let order = order(of: dates, header)
        let file = file.split(whereSeparator: \.isNewline).joined(separator: " ")
        let left = fields.map(\.field).filter { !named.contains($0) }.joined(separator: ", ")
        let head = [
            "# Import map for \(file). One \"field: Column\" a line; complete it, then "
                + (command(file) ?? "import the file with it") + ".",
            "# dates is mdy, dmy or ymd; hours is decimal or minutes; hobbs may be a sum: Column + Column.",
            "dates: \(order.rawValue)", "hours: decimal",
        ]
        let rest = unknown.isEmpty ? [] : ["# Columns that no field is named for:"] + unknown
        return (head + lines + rest + ["# Fields that are left: \(left)"]).joined(separator: "\n") + "\n"
    }

    /// The column of the date, and those of which every filled cell below a header is one, by their places.
    private static func dates(in rows: [CSVRecord], _ header: CSVRecord) -> [Int: [DateText]] {
        var found: [Int: [DateText]] = [:]
        for place in header.fields.indices {
            let cells = rows.compactMap { place < $0.fields.count ? $0.fields[place].trimmed : nil }
            let dates = cells.filter { !$0.isEmpty }.map { DateText($0) }
            // A number alone may be a date, but does not show that its column has dates. Totals may stand below dates.
            let isNamed = ColumnNames.field(of: header.fields[place]) == "date"
            if !dates.isEmpty, isNamed || dates.allSatisfy(\.isWritten) { found[place] = dates }
        }
        return found
    }

    /// The order that dates show, the column of the date before others; year, month and day where none shows one.
    private static func order(of dates: [Int: [DateText]], _ header: CSVRecord) -> DateOrder {
        let places = dates.keys.sorted().sorted { one, other in
            ColumnNames.field(of: header.fields[one]) == "date" && ColumnNames.field(of: header.fields[other]) != "date"
        }
        for place in places {
            for case .numbers(let numbers) in dates[place] ?? [] {
                if let shown = DateText.proof(numbers) { return shown }
            }
        }
        return .yearMonthDay
    }
}

extension DateText {
    /// True for a date that is written as days are, and not as a number.
    fileprivate var isWritten: Bool {
        switch self {
        case .day, .numbers: true
        case .serial, .none: false
        }
    }
}
