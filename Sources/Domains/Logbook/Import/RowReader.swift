/// Why a row cannot become an entry.
struct RowRefused: Error {
    let code: String
    let text: String
}

/// Reads the cells of one row as their types, and remembers what it had to assume and what found no field.
struct RowReader {
    let record: CSVRecord
    let plan: ColumnPlan
    /// Columns kept by name: those without a field, and cells that a field could not take exactly.
    private(set) var extra: [String: String] = [:]
    private(set) var assumed: [ImportNote] = []

    init(_ record: CSVRecord, _ plan: ColumnPlan) throws(RowRefused) {
        self.record = record.unguarded
        self.plan = plan
        guard record.fields.dropFirst(plan.names.count).allSatisfy(\.isBlank) else {
            throw RowRefused(code: "row.tooLong", text: "The row has more fields than the header has columns.")
        }
        // A comma too many within the row, such as 1,5 for 1.5, moves what follows by one column.
        if record.fields.count > plan.names.count {
            let text = "The row has \(record.fields.count) fields, the header \(plan.names.count) columns. What is beyond is blank; see whether the others stand in their columns."
            assumed.append(ImportNote(line: record.line, code: "row.blankBeyond", text: text))
        }
        // The last row of a file that was cut short; what it lost would be read as not told.
        guard record.isEnded || record.fields.count >= plan.names.count else {
            throw RowRefused(
                code: "row.cut", text: "The file ends within this row: it has \(record.fields.count) of \(plan.names.count) fields and no line end.")
        }
        for place in plan.unmapped { keep(place) }
    }

    /// Refuses a row that has fewer fields than the header names columns: what it lacks would be read as not told.
    func requireAllFields() throws(RowRefused) {
        guard record.fields.count >= plan.names.count else {
            throw RowRefused(code: "row.tooShort", text: "The row has \(record.fields.count) of \(plan.names.count) fields.")
        }
    }

    func has(_ key: String) -> Bool { plan.place(key) != nil }

    /// The cell as it stands; nil where it is blank or the file has no such column.
    func raw(_ key: String) -> String? {
        guard let place = plan.place(key), place < record.fields.count, !record.fields[place].isBlank else {
            return nil
        }
        return record.fields[place]
    }

    /// The cell without blanks around it.
    func text(_ key: String) -> String? { raw(key)?.trimmed }

    /// A comment; exports wrap them in a pair of quotes of their own, which is taken off.
    func comment(_ key: String) -> String? {
        guard let cell = raw(key) else { return nil }
        let trimmed = cell.trimmed
        guard trimmed.count >= 2, trimmed.first == "\"", trimmed.last == "\"" else { return cell }
        let inner = String(trimmed.dropFirst().dropLast())
        return inner.isBlank ? nil : inner
    }

    /// Tenths. A blank cell is 0 and told; nil where the file has no such column. What is finer than a tenth is rounded,
    /// half up, named, and the cell kept as it stands.
    mutating func hours(_ key: String) throws(RowRefused) -> Int? {
        guard has(key) else { return nil }
        return try decimal(key, limit: 9_999, code: key == "totaltime" ? "hobbs.notANumber" : "hours.notANumber") ?? 0
    }

    /// Tenths of another unit; nil where the cell is blank.
    mutating func distance(_ key: String) throws(RowRefused) -> Int? {
        try decimal(key, limit: 999_999, code: "distance.notANumber")
    }

    private mutating func decimal(_ key: String, limit: Int, code: String) throws(RowRefused) -> Int? {
        guard let cell = text(key) else { return nil }
        let shown = "\(limit / 10).\(limit % 10)"
        let tooLarge = RowRefused(code: "\(code.prefix { $0 != "." }).tooLarge", text: "\(name(key)) \(cell) is above \(shown).")
        guard let (tenths, isExact) = RowReader.tenths(of: cell) else {
            if DecimalText.isLong(cell) { throw tooLarge }
            let isNegative = cell.hasPrefix("-") && RowReader.tenths(of: String(cell.dropFirst())) != nil
            throw RowRefused(code: code, text: "\(name(key)) \"\(cell)\" is \(isNegative ? "below 0: it is from 0.0 to \(shown)" : "not a number such as 1.5").")
        }
        guard tenths <= limit else { throw tooLarge }
        if !isExact {
            keep(key)
            assume(
                "\(code.prefix { $0 != "." }).rounded", "\(name(key)) \(cell) is kept as \(tenths / 10).\(tenths % 10)."
            )
        }
        return tenths
    }

    /// `1.5`, or hours and minutes `1:30`.
    static func tenths(of cell: String) -> (tenths: Int, isExact: Bool)? {
        let parts = cell.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].utf8.count == 2, let hours = DecimalText(parts[0]),
            let minutes = DecimalText(parts[1])
        {
            guard hours.fraction.isEmpty, minutes.fraction.isEmpty, minutes.whole < 60 else { return nil }
            let total = hours.whole * 60 + minutes.whole
            return ((total + 3) / 6, total % 6 == 0)
        }
        return DecimalText(cell).map { ($0.tenthsRounded, $0.isExactTenths) }
    }

    /// A count; nil where the cell is blank.
    func count(_ key: String, limit: Int, code: String) throws(RowRefused) -> Int? {
        guard let cell = text(key) else { return nil }
        guard let count = DecimalText(cell)?.integer else {
            let code = cell.hasPrefix("-") ? "\(code).range" : "\(code).notANumber"
            throw RowRefused(code: code, text: "\(name(key)) \"\(cell)\" is not a whole number from 0.")
        }
        guard count <= limit else {
            throw RowRefused(code: "\(code).range", text: "\(name(key)) \(count) is above \(limit).")
        }
        return count
    }

    /// A yes or no; nil where the cell is blank. Another word is kept as it stands, and named.
    mutating func flag(_ key: String) -> Bool? {
        guard let cell = text(key) else { return nil }
        switch cell.lowercased() {
        case "true", "x", "yes", "y", "1": return true
        case "false", "no", "n", "0": return false
        default:
            keep(key)
            assume("flag.unread", "\(name(key)) \"\(cell)\" is neither yes nor no; it is kept as text.")
            return nil
        }
    }

    /// Keeps a known column's cell under the column's name.
    mutating func keep(_ key: String) {
        if let place = plan.place(key) { keep(place) }
    }

    mutating func assume(_ code: String, _ text: String) {
        assumed.append(ImportNote(line: record.line, code: code, text: text))
    }

    /// The column's name as the file writes it.
    func name(_ key: String) -> String { plan.place(key).map { plan.names[$0] } ?? key }

    private mutating func keep(_ place: Int) {
        guard place < record.fields.count, !record.fields[place].isBlank else { return }
        extra[plan.names[place]] = record.fields[place]
    }
}
