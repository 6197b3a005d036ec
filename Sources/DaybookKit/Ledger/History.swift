package import Engine
public import EventCodec
public import EventModel
package import EventSourcing
package import EventStore

/// The change of one field of a record by an event; `old` or `new` is nil where the field had or has no value.
public struct FieldChange: Hashable, Sendable {
    public let field: String
    public let old: JSONValue?
    public let new: JSONValue?

    package init(field: String, old: JSONValue?, new: JSONValue?) {
        (self.field, self.old, self.new) = (field, old, new)
    }
}

/// One event of a stream with what it changed, or would have changed: its outcome says which.
public struct HistoryStep: Sendable {
    public let event: EventView
    public let changes: [FieldChange]
}

/// A stream with everything that happened to it, in the order of the stream.
public struct StreamHistory: Sendable {
    public let record: RecordView
    /// The record's fields as the events that count left them, by their names.
    public let fields: [JSONValue.Member]
    public let steps: [HistoryStep]
}

extension Ledger {
    /// The whole history of a stream with field-by-field changes; nil when it holds no event. O(events of the stream).
    public func history(of stream: StreamID, _ asOf: AsOf = .now) throws -> Answer<StreamHistory>? {
        try withView(asOf) { known, answered, transaction in
            guard let loaded = try engine.stream(stream, knownAt: known, transaction) else { return nil }
            return Answer(
                asOf: answered,
                value: try StreamHistory(loaded, registry) { place, _ in
                    try engine.event(at: place, knownAt: known, transaction)
                })
        }
    }

    /// The events of one type in a stream, in arrival order.
    public func events(of stream: StreamID, ofType type: String, asOf: AsOf = .now) throws -> [EventView] {
        var found: [EventView] = []
        try events(EventFilter(stream: stream, type: type), asOf: asOf) {
            found.append($0)
            return true
        }
        return found
    }
}

extension StreamHistory {
    /// Of a folded stream; `event` reads one of its events. O(events of the stream).
    package init(_ loaded: LoadedStream, _ registry: Registry, _ event: (EventPlace, EventID) throws -> EventRecord)
        throws
    {
        let outcomes = loaded.outcomes
        var fields = FieldValues(registry)
        var steps: [HistoryStep] = []
        for index in loaded.fullOrder {
            let view = EventView(try event(loaded.places[index], loaded.events[index].id), outcomes[index], registry)
            // An edit that writes no field adds to something. Its changes are shown, but no field value is kept.
            let writes = loaded.events[index].payload.map { loaded.rules.writesFields($0) } ?? true
            steps.append(HistoryStep(event: view, changes: fields.apply(view, remembering: writes)))
        }
        self.init(record: RecordView(loaded, registry), fields: fields.members, steps: steps)
    }
}

extension LoadedStream {
    /// The events in the order of the stream; what the fold could not order yet comes last, as it arrived.
    package var fullOrder: [Int] {
        let ordered = Array(fold.order)
        if ordered.count == events.count { return ordered }
        let placed = Set(ordered)
        return ordered + events.indices.filter { !placed.contains($0) }
    }
}

extension KindRules {
    /// Whether what an event says stands in fields: not of an edit that writes none.
    package func writesFields(_ content: EventContent) -> Bool {
        content.schema.role != .edit || !kind.keys(of: content).isEmpty
    }
}

/// The values of a record's fields while its history is read.
struct FieldValues {
    private let registry: Registry
    private(set) var members: [JSONValue.Member] = []

    init(_ registry: Registry) { self.registry = registry }

    private subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    private mutating func set(_ name: String, _ value: JSONValue?) {
        let index = members.firstIndex { $0.name == name }
        switch (value, index) {
        case (let value?, let index?): members[index] = .init(name, value)
        case (let value?, nil): members.append(.init(name, value))
        case (nil, let index?): members.remove(at: index)
        case (nil, nil): break
        }
    }

    /// The fields that the event writes, compared with the state before; remembered when the event counts and writes
    /// fields.
    mutating func apply(_ event: EventView, remembering writes: Bool) -> [FieldChange] {
        guard let schema = registry.schema(event.envelope.type, version: event.envelope.schemaVersion),
            schema.role == .create || schema.role == .edit || schema.role == .set, case .object(let data)? = event.data
        else { return [] }
        let register = schema.role == .set ? FieldValues.register(schema, data) : nil
        var changes: [FieldChange] = []
        for member in data where schema.field(named: member.name) != nil {
            guard let name = FieldValues.name(of: member.name, schema, register) else { continue }
            let new = member.value == .null ? nil : member.value
            if self[name] != new { changes.append(FieldChange(field: name, old: self[name], new: new)) }
            if writes, event.outcome.status == .effective { set(name, new) }
        }
        return changes
    }

    static func register(_ schema: EventSchema, _ data: [JSONValue.Member]) -> String? {
        switch schema.register {
        case .field(let name)?: data.first { $0.name == name }?.value.stringValue
        case .fixed(let name)?: name
        case .dated(let word, let name)?:
            data.first { $0.name == name }?.value.stringValue.map { "\(word) \($0)" } ?? word
        case nil: schema.type
        }
    }

    /// The name that a field of the data is shown under; nil for the one that names the register.
    private static func name(of field: String, _ schema: EventSchema, _ register: String?) -> String? {
        guard let register else { return field }
        if case .field(let naming)? = schema.register, naming == field { return nil }
        if case .dated(_, let naming)? = schema.register, naming == field { return nil }
        return field == "value" || field == register ? register : "\(register).\(field)"
    }
}

extension StreamHistory {
    /// Whether two standing signatures are over the same content; where they are not, each of them is disputed.
    public func signsSameContent(_ lock: EventView, as other: EventID?) -> Bool {
        guard lock.outcome.status == .disputed else { return true }
        let others = steps.lazy.map(\.event).filter { $0.id == other }
        return others.contains {
            $0.data?["content"] == lock.data?["content"] && $0.data?["form"] == lock.data?["form"]
        }
    }
}
