/// A rule of the ledger said no; a value, never thrown through the pure core. Nothing was written. Exit status 1.
public struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable, dotted lowerCamelCase: `signature.locked`.
    public let code: String
    /// The event and its reason, one plain sentence.
    public let message: String
    /// The remedy, where there is one.
    public let hint: String?

    public init(code: String, message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    public var description: String { "\(code): \(message)" }

    /// The same about a certain record: where the hint is a command on "ID", such as `daybook … ID`, on that record's
    /// id. O(the hint).
    public func naming(_ stream: StreamID) -> Rejection {
        guard let hint, hint.contains("ID") else { return self }
        var isCommand = false
        let words = hint.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
            if isCommand, ["ID", "ID\"", "\(stream.kind)/ID\""].contains(word) {
                isCommand = false
                return String(word.replacing("ID", with: stream.id))
            }
            isCommand = word.hasSuffix("daybook") || isCommand && word.allSatisfy(\.isLowercase)
            return String(word)
        }
        return Rejection(code: code, message: message, hint: words.joined(separator: " "))
    }

    /// Refuses a day that has not begun where the ledger is. A rule of the clock: for deciding only, never for folding.
    public static func future(_ date: CivilDate, today: CivilDate) -> Rejection? {
        guard date > today else { return nil }
        return Rejection(
            code: "date.future", message: "The date \(date) is in the future; today is \(today).",
            hint: date.days(since: today) == 1
                ? "Where it is that day already, say so with --zone." : "Look at the date again.")
    }
}

/// The world's fault: unreadable input, a missing file, a damaged store, a busy lock.
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// How a program should end: the classes of sysexits that the contract uses.
    public enum Kind: Int32, Hashable, Sendable, CaseIterable {
        case usage = 64
        case unreadable = 65
        case missing = 66
        case defect = 70
        case damaged = 74
        case busy = 75
    }

    public let kind: Kind
    public let code: String
    public let message: String
    public let hint: String?

    public init(_ kind: Kind, code: String, message: String, hint: String? = nil) {
        self.kind = kind
        self.code = code
        self.message = message
        self.hint = hint
    }

    public var description: String { "\(code): \(message)" }
}
