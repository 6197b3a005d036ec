/// A rule of the ledger said no; a value, never thrown through the pure core. Nothing was written. Exit status 1.
public struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable, dotted lowerCamelCase: `signature.locked`.
    public let code: String
    /// The event and its reason, one plain sentence.
    public let message: String
    /// The way out, where one is known.
    public let remedy: Remedy?
    /// The sentence of the remedy.
    public var hint: String? { remedy?.text }

    public init(code: String, message: String, hint: String? = nil) {
        self.init(code: code, message: message, remedy: hint.map { Remedy($0) })
    }

    public init(code: String, message: String, remedy: Remedy?) {
        (self.code, self.message, self.remedy) = (code, message, remedy)
    }

    public var description: String { "\(code): \(message)" }

    /// The same with a remedy about a certain record.
    public func naming(_ stream: StreamID) -> Rejection {
        Rejection(code: code, message: message, remedy: remedy?.about(stream))
    }

    /// Refuses a day that has not begun where the ledger is. A rule of the clock: for deciding only, never for folding.
    public static func future(_ date: CivilDate, today: CivilDate) -> Rejection? {
        guard date > today else { return nil }
        return Rejection(
            code: "date.future", message: "The date \(date) is in the future; today is \(today).",
            remedy: date.days(since: today) == 1
                ? Remedy("zone.state", "Where it is that day already, state the zone.")
                : Remedy("Look at the date again."))
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
    /// The way out, where one is known.
    public let remedy: Remedy?
    /// The sentence of the remedy.
    public var hint: String? { remedy?.text }

    public init(_ kind: Kind, code: String, message: String, hint: String? = nil) {
        self.init(kind, code: code, message: message, remedy: hint.map { Remedy($0) })
    }

    public init(_ kind: Kind, code: String, message: String, remedy: Remedy?) {
        (self.kind, self.code, self.message, self.remedy) = (kind, code, message, remedy)
    }

    public var description: String { "\(code): \(message)" }
}

extension Fault {
    /// The system gives this process no more memory.
    package static let shortMemory = Fault(
        .busy, code: "memory.short", message: "Memory is short: the system gave this program no more.",
        hint:
            "What was committed before stays. Let this process have more memory and address space (ulimit -v), "
            + "or close other programs."
    )

    /// The system starts no more threads or processes for this user (setrlimit(2), RLIMIT_NPROC).
    package static let noProcess = Fault(
        .busy, code: "process.tooMany", message: "The system starts no more processes for this user.",
        hint: "Nothing was written. Close other programs or raise the limit (ulimit -u), then run the command again.")
}
