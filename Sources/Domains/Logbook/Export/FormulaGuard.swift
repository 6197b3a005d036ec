/// Keeps a spreadsheet from running a cell of a CSV file as a formula: such a text gets one apostrophe before it, which an import takes away again.
///
/// A text is guarded where it begins with =, +, -, @, a tab or a carriage return and is no number, and where it begins with apostrophes before one
/// of these. So every text comes back as it was: what the guard adds to a text that has apostrophes is taken away first.
public enum FormulaGuard {
    public static let mark = UInt8(ascii: "'")

    /// Whether the UTF-8 of a cell needs a guard. O(leading apostrophes), and of a number its length.
    public static func isNeeded(_ cell: some Collection<UInt8>) -> Bool {
        let rest = cell.drop { $0 == mark }
        switch rest.first {
        case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return true
        case UInt8(ascii: "+"), UInt8(ascii: "-"): return rest.startIndex != cell.startIndex || !isNumber(rest.dropFirst())
        default: return false
        }
    }

    /// A cell with its guard, where it needs one.
    public static func guarded(_ cell: String) -> String { isNeeded(cell.utf8) ? "'" + cell : cell }

    /// A cell without the guard that `guarded` gave it.
    public static func unguarded(_ cell: String) -> String { cell.utf8.first == mark && isNeeded(cell.utf8.dropFirst()) ? String(cell.dropFirst()) : cell }

    /// Whether digits follow a sign, perhaps with a fraction or minutes: 1.5, 1:30.
    private static func isNumber(_ cell: some Collection<UInt8>) -> Bool {
        let parts = cell.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
        return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
    }
}

extension CSVRecord {
    /// Its cells without the guards of an export.
    var unguarded: CSVRecord {
        guard fields.contains(where: { $0.utf8.first == FormulaGuard.mark }) else { return self }
        return CSVRecord(line: line, fields: fields.map(FormulaGuard.unguarded), isEnded: isEnded)
    }
}
