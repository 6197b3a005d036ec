public import EventCodec
public import EventModel
import EventStore

/// A log whose events cannot leave the ledger: neither its own key nor that of its person is here to sign for them.
public struct StrandedLog: Hashable, Sendable {
    public let origin: OriginID
    public let events: UInt64

    package init(origin: OriginID, events: UInt64) {
        self.origin = origin
        self.events = events
    }

    public var json: JSONValue { .object(pairs: ["log": .string(origin.hex), "events": .integer(events)]) }

    /// The reason why its events stay here, in a sentence or two.
    public var warning: String { "\(text) cannot leave this ledger: \(StrandedLog.why) \(StrandedLog.remedy)" }

    /// The events that an export leaves out, in a sentence or two.
    public var leftOutText: String {
        "\(text) \(events == 1 ? "is" : "are") left out: \(StrandedLog.why) \(StrandedLog.remedy)"
    }

    private var text: String { "\(events) \(events == 1 ? "event" : "events") of the log \(origin.hex.prefix(12))" }
    private static let why = "neither the key of the log nor its person's key is here."
    private static let remedy =
        "Put keys/principal.key back: a backup with keys has it, and so has the file of \"daybook principal export\"."
}

extension StrandedLog {
    init(_ log: LogRecord) { self.init(origin: log.origin, events: log.size - log.start) }
}

extension Ledger {
    /// The logs that cannot leave this ledger.
    public var strandedLogs: [StrandedLog] {
        get throws { try translated { try engine.read { try engine.strandedLogs($0).map { StrandedLog($0) } } } }
    }
}
