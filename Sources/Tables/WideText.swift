public import EventModel

/// Text of two or four bytes a letter, as some spreadsheets save it: no table here is written so.
public enum WideText: Hashable, Sendable {
    case utf16
    /// Its mark begins as that of UTF-16 does.
    case utf32

    /// Text with its mark or without: a table begins with letters, each of which has zero bytes there. Nil for other
    /// bytes.
    public init?(_ bytes: [UInt8]) {
        let zeros = bytes.prefix(8).map { $0 == 0 }
        func alternate(_ pattern: [Bool]) -> Bool {
            zeros.count == 8 && zeros.indices.allSatisfy { zeros[$0] == pattern[$0 % pattern.count] }
        }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF])
            || alternate([false, true, true, true]) || alternate([true, true, true, false])
        {
            self = .utf32
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || alternate([false, true])
            || alternate([true, false])
        {
            self = .utf16
        } else {
            return nil
        }
    }

    /// The fault on the command line; exit status 65.
    public var fault: Fault {
        let name = self == .utf16 ? "16" : "32"
        return Fault(
            .unreadable, code: "csv.utf\(name)", message: "The file is UTF-\(name) text.",
            hint: "Nothing was imported. Save it again as UTF-8.")
    }
}
