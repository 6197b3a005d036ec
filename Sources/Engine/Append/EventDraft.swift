public import EventCodec
public import EventModel

/// An event that a caller wants to append, before the engine gives it an origin, a basis and an id.
public struct EventDraft: Sendable {
    /// Where the body's fields come from.
    public enum Data: Sendable {
        /// As JSON, held against the schema field by field.
        case json(JSONValue)
        /// As deterministic CBOR without the engine's key 0.
        case fields([UInt8])
    }

    /// The fields that the engine computes into the body.
    public enum Intent: Hashable, Sendable {
        /// Nothing: the data is all.
        case plain
        /// The role's own links: what a lock covers, what an unlock voids (all standing locks, or these) and keeps,
        /// what a restore undoes.
        case computed(voiding: [EventID]? = nil)
        /// A settle that lets the event count, or drops it.
        case apply(EventID)
        case dismiss(EventID)
        /// A create that takes the place of these records: it names the newest events of each.
        case superseding([StreamID])
    }

    public var stream: StreamID
    public var type: String
    public var data: Data
    public var intent: Intent
    /// Default: the schema's own date field, else the clock.
    public var occurred: ValidTime?
    /// Idempotent for ever in the scope of the principal.
    public var key: String?
    /// The number of events the stream must hold; 0: it must be new.
    public var expectedVersion: Int?
    public var causation: EventID?
    public var correlation: String?
    /// The witness that a lock is to carry; nil for none.
    package var testimony: Testimony?
    /// The local numbers of the logs that a computed cut names; nil for every log.
    package var cutLogs: Set<UInt32>?
    /// Whether an edit restates what other persons entered: the rules for a person's entries do not apply to it.
    package var restates = false

    public init(
        stream: StreamID, type: String, data: Data, intent: Intent = .plain, occurred: ValidTime? = nil,
        key: String? = nil,
        expectedVersion: Int? = nil, causation: EventID? = nil, correlation: String? = nil
    ) {
        self.stream = stream
        self.type = type
        self.data = data
        self.intent = intent
        self.occurred = occurred
        self.key = key
        self.expectedVersion = expectedVersion
        self.causation = causation
        self.correlation = correlation
    }
}

extension EventDraft {
    /// An event from its type, its stream and its fields by name; what is nil is left out.
    public init(_ type: String, in stream: StreamID, _ fields: KeyValuePairs<String, JSONValue?> = [:]) {
        self.init(stream: stream, type: type, data: .json(.object(pairs: fields)))
    }
}

extension EventDraft {
    /// How many logs one cut names at most, so that the event stays far below its limit.
    static let cutLogsMaximum = 900

    /// The same draft once for each part of the logs that its cut must name: several cuts mean their union.
    ///
    /// Logs without an event that the cut concerns are left out: thousands of them would make the event too large.
    package func cutting(_ logs: Set<UInt32>) -> [EventDraft] {
        let sorted = logs.sorted()
        return stride(from: 0, to: max(sorted.count, 1), by: EventDraft.cutLogsMaximum).map { start in
            var draft = self
            draft.cutLogs = Set(sorted[start..<min(sorted.count, start + EventDraft.cutLogsMaximum)])
            return draft
        }
    }
}

/// A condition on everything that arrived: no event that matches after a position.
public struct AppendCondition: Sendable {
    public var after: Position
    /// Kinds of stream; empty: every kind.
    public var kinds: [String]
    /// Types; empty: every type.
    public var types: [String]
    /// Streams; empty: every stream.
    public var streams: [StreamID]

    public init(after: Position, kinds: [String] = [], types: [String] = [], streams: [StreamID] = []) {
        self.after = after
        self.kinds = kinds
        self.types = types
        self.streams = streams
    }

    func matches(stream: StreamID, type: String) -> Bool {
        (kinds.isEmpty || kinds.contains(stream.kind)) && (types.isEmpty || types.contains(type))
            && (streams.isEmpty || streams.contains(stream))
    }
}

/// The result of an append.
public struct AppendReceipt: Hashable, Sendable {
    /// Events appended and events whose key was there already with the same content.
    public var appended = 0
    public var duplicates = 0
    /// The position of the newest event of the ledger.
    public var position = Position.start
    /// The content ids, one a draft; of a duplicate the id of the event that is there.
    public var ids: [EventID] = []
    /// The events of the streams that the commit decided anew, where the request was alone in it.
    package var eventsDecided = 0

    public init() {}

    /// Adds the counts of a later unit.
    package mutating func add(_ later: AppendReceipt) {
        appended += later.appended
        duplicates += later.duplicates
        position = later.position
    }
}

/// A draft that was refused: which one, and why. The unit it stood in was dropped whole.
public struct DraftRefusal: Error, Sendable, CustomStringConvertible {
    /// From 0.
    public let index: Int
    /// A `Rejection` or a `Fault`.
    public let reason: any Error
    /// The rule that refused it; nil for a draft that could not be read.
    public var rejection: Rejection? { reason as? Rejection }

    /// The text of the reason, such as `record.exists: This record was already created.`
    public var description: String { "\(reason)" }

    public init(index: Int, reason: any Error) {
        self.index = index
        self.reason = reason
    }
}

extension EventDraft {
    /// A map of fields with the engine's part put in front.
    static func body(_ map: [UInt8], _ engine: EngineFields) -> [UInt8] {
        if engine.isEmpty { return map }
        var reader = CBORReader(map.span.bytes)
        // A body that is no map is refused by the schema check that follows.
        guard let count = try? reader.map() else { return map }
        var writer = CBORWriter(capacity: map.count + 64)
        writer.map(count: count + 1)
        engine.encode(into: &writer)
        writer.raw(map[reader.offset...])
        return writer.bytes
    }
}
