import Tables

/// Which column of a table holds what, by the names in its header row and never by their places.
struct ColumnPlan {
    /// The names as the file writes them; a column without a name is called by its place.
    let names: [String]
    private let places: [String: Int]
    /// Of each compared name the first place.
    private let columns: [String: Int]

    /// Names are compared without blanks of any kind, case, and the ending "(FAA)" that newer exports carry. `aliases`
    /// are other names of known columns, each taken where the file has not the known name as well.
    init(header: CSVRecord, known: Set<String>, prefixes: [String] = [], aliases: [String: String] = [:])
        throws(ImportFault)
    {
        let header = header.unguarded
        var names: [String] = []
        var places: [String: Int] = [:]
        for (index, cell) in header.fields.enumerated() {
            let key = ColumnPlan.key(cell)
            let isKnown = known.contains(key) || prefixes.contains { key.hasPrefix($0) }
            if isKnown, places.updateValue(index, forKey: key) != nil {
                throw .columnTwice(name: cell.trimmed, line: header.line)
            }
            let name = cell.isBlank ? "column \(index + 1)" : cell.trimmed
            names.append(names.contains(name) ? "\(name) (\(index + 1))" : name)
        }
        var named: Set<String> = []
        for (index, cell) in header.fields.enumerated() {
            let alias = ColumnPlan.key(cell)
            guard let key = aliases[alias] else { continue }
            if !named.insert(alias).inserted { throw .columnTwice(name: cell.trimmed, line: header.line) }
            if places[key] == nil { places[key] = index }
        }
        columns = Dictionary(header.fields.enumerated().map { (ColumnPlan.key($0.element), $0.offset) }) { first, _ in
            first
        }
        self.names = names
        self.places = places
        let mapped = Set(places.values)
        unmapped = names.indices.filter { !mapped.contains($0) }
    }

    /// The place of a known column, nil where the file does not have it.
    func place(_ key: String) -> Int? { places[key] }

    /// The place of the column of a compared name, whether it is known or not.
    func place(ofColumn key: String) -> Int? { columns[key] }

    /// The known columns whose names begin so.
    func keys(withPrefix prefix: String) -> [String] { places.keys.filter { $0.hasPrefix(prefix) }.sorted() }

    /// The cell of a known column without blanks around it; nil where it is blank.
    func cell(_ key: String, of record: CSVRecord) -> String? {
        guard let place = places[key], place < record.fields.count, !record.fields[place].isBlank else { return nil }
        return record.fields[place].trimmed
    }

    /// The places of the columns that have no field of their own; asked for by each row.
    let unmapped: [Int]

    static func key(_ name: String) -> String {
        var key = name.lowercased().filter { !$0.isWhitespace }
        if key.hasSuffix("(faa)") { key.removeLast(5) }
        return key
    }
}

extension String {
    /// Without blanks at both ends.
    var trimmed: String {
        // Most fields have no blanks at either end; the first and last bytes show it.
        if let first = utf8.first, let last = utf8.last, ![0x20, 0x09].contains(first), ![0x20, 0x09].contains(last) {
            return self
        }
        let blanks: Set<Character> = [" ", "\t"]
        guard let first = firstIndex(where: { !blanks.contains($0) }),
            let last = lastIndex(where: { !blanks.contains($0) })
        else { return "" }
        return String(self[first...last])
    }
}
