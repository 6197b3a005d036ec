public import EventCodec
public import EventModel
import EventStore

/// A log whose events cannot leave the ledger as a log: neither its own key nor that of its person signs for them.
public struct StrandedLog: Hashable, Sendable {
    public let origin: OriginID
    public let events: UInt64
    /// Whether the keys may be there, and this user may not read them.
    public let isKeyClosed: Bool

    package init(origin: OriginID, events: UInt64, isKeyClosed: Bool = false) {
        self.origin = origin
        self.events = events
        self.isKeyClosed = isKeyClosed
    }

    public var json: JSONValue { .object(pairs: ["log": .string(origin.hex), "events": .integer(events)]) }

    /// The reason why its events stay here, in a sentence or two.
    public var warning: String {
        isKeyClosed
            ? "\(text) have no signed head in the copy: this user may not read the log's key. "
                + "They leave a restored ledger once the person's key lies in its keys/."
            : "\(text) cannot leave this ledger: \(StrandedLog.why) \(StrandedLog.remedy)"
    }

    /// The events that an export leaves out, or writes without a signed head, in a sentence or two.
    public var leftOutText: String {
        isKeyClosed
            ? "\(text) stand apart, without a signed head: this user may not read the log's key. "
                + "An import takes none of them; an export by the owner has them signed."
            : "\(text) \(events == 1 ? "is" : "are") left out: \(StrandedLog.why) \(StrandedLog.remedy)"
    }

    private var text: String { "\(events) \(events == 1 ? "event" : "events") of the log \(origin.hex.prefix(12))" }
    private static let why = "neither the key of the log nor its person's key is here."
    private static let remedy =
        "Put keys/principal.key back: a backup with keys has it, and so has the file of \"daybook principal export\"."
}

extension StrandedLog {
    init(_ log: LogRecord, isKeyClosed: Bool = false) {
        self.init(origin: log.origin, events: log.size - log.start, isKeyClosed: isKeyClosed)
    }
}

extension Ledger {
    /// The logs that cannot leave this ledger.
    public var strandedLogs: [StrandedLog] {
        get throws { try translated { try engine.read { try engine.strandedLogs($0).map { StrandedLog($0) } } } }
    }
}
