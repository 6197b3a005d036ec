/// Keeps a spreadsheet from running a cell of a CSV file as a formula: such a text gets one apostrophe before it, which
/// an import takes away again.
///
/// A text is guarded where it begins with =, +, - or @, also in their full width, and is no number; with a tab or a
/// carriage return; or with spaces or line feeds before one of these, because a spreadsheet may trim them. So is a text
/// that begins with apostrophes before such a beginning: every text comes back as it was, because the guard is always
/// the first apostrophe.
public enum FormulaGuard {
    public static let mark = UInt8(ascii: "'")

    /// Whether the UTF-8 of a cell needs a guard. O(leading apostrophes and blanks), and of a number its length.
    public static func isNeeded(_ cell: some Collection<UInt8>) -> Bool {
        let unmarked = cell.drop { $0 == mark }
        let rest = withoutBlanks(unmarked)
        switch rest.first {
        case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return true
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            return rest.startIndex != cell.startIndex || !isNumber(rest.dropFirst())
        case 0xEF: return fullWidth.contains { rest.starts(with: $0) }
        default: return false
        }
    }

    /// ＝, ＋, － and ＠.
    private static let fullWidth: [[UInt8]] = ["\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"].map { Array($0.utf8) }

    /// Without the spaces, no-break spaces, ideographic spaces, byte order marks and line feeds that it begins with.
    private static func withoutBlanks<Cell: Collection<UInt8>>(_ cell: Cell) -> Cell.SubSequence {
        var rest = cell[...]
        while let first = rest.first {
            if first == 0x20 || first == 0x0A {
                rest = rest.dropFirst()
            } else if first >= 0xC2, let blank = blanks.first(where: { rest.starts(with: $0) }) {
                rest = rest.dropFirst(blank.count)
            } else {
                break
            }
        }
        return rest
    }

    /// Spaces outside ASCII (general category Zs), and the zero-width ones that programs trim.
    private static let blanks: [[UInt8]] = {
        let single: [UInt32] = [0xA0, 0x1680, 0x202F, 0x205F, 0x3000, 0x200B, 0xFEFF]
        return (single + Array(0x2000...0x200A)).compactMap { Unicode.Scalar($0).map { Array(String($0).utf8) } }
    }()

    /// A cell with its guard, where it needs one.
    public static func guarded(_ cell: String) -> String { isNeeded(cell.utf8) ? "'" + cell : cell }

    /// A cell without the guard that `guarded` gave it.
    public static func unguarded(_ cell: String) -> String {
        cell.utf8.first == mark && isNeeded(cell.utf8.dropFirst()) ? String(cell.dropFirst()) : cell
    }

    /// Whether digits follow a sign, perhaps with a fraction or minutes: 1.5, 1:30.
    private static func isNumber(_ cell: some Collection<UInt8>) -> Bool {
        let parts = cell.split(maxSplits: 1, omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":")
        }
        return parts.allSatisfy {
            !$0.isEmpty && $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }
}

extension CSVRecord {
    /// Its cells without the guards of an export.
    package var unguarded: CSVRecord {
        guard fields.contains(where: { $0.utf8.first == FormulaGuard.mark }) else { return self }
        return CSVRecord(line: line, fields: fields.map(FormulaGuard.unguarded), isEnded: isEnded)
    }
}
