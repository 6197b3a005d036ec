import Engine
import EventCodec
import EventModel
import EventSourcing

/// What happened, in words: `flight of 2026-02-01 KSJC–KRHV was logged`.
enum EventWords {
    /// A record by what it says of itself; its stream where that is nothing.
    static func name(_ loaded: LoadedStream) -> String {
        guard let created = loaded.fold.created, let create = loaded.events.first(where: { $0.id == created })?.payload, let state = loaded.fold.state else {
            return loaded.stream.text
        }
        let name = name(loaded.stream, state.fields.map, create.schema)
        // What the fields do not say, as those of an attempt at a test, its create does.
        return name == loaded.stream.text ? EventWords.name(loaded.stream, create) : name
    }

    /// A record that is no more than its one event says.
    static func name(_ stream: StreamID, _ content: EventContent?) -> String { content.map { name(stream, $0.body, $0.schema) } ?? stream.text }

    /// What an event says; nil where it cannot be read.
    static func data(_ content: EventContent) -> JSONValue? { data(content.body.span.bytes, content.schema) }

    static func data(_ body: RawSpan, _ schema: EventSchema) -> JSONValue? {
        // A body that was folded was held against its schema; one that cannot be read says nothing.
        try? BodyView.json(body, schema).data
    }

    private static func name(_ stream: StreamID, _ body: [UInt8], _ schema: EventSchema) -> String { EventNaming(schema).name(stream, body) }

    /// What an event of a type did to something, or what it is where it is about no record.
    static func sentence(_ type: String, _ name: String, _ data: JSONValue?) -> String {
        switch type {
        case "goal.set": return "a goal of \(data?["ml"]?.text ?? "?") mL was set from \(data?["from"]?.stringValue ?? "?")"
        case "goal.cleared": return "the goal was cleared from \(data?["from"]?.stringValue ?? "?")"
        case "profile.set": return "the profile was told from \(data?["from"]?.stringValue ?? "?")"
        case "tier.changed": return "the tier was changed to \(data?["tier"]?.stringValue ?? "?")"
        case "setting.changed": return "the setting \(data?["name"]?.stringValue ?? "?") was changed"
        case "training.answered": return "question \(data?["question"]?.stringValue ?? "?") was answered"
        case "answer.submitted": return "\(name): an answer was given"
        case "state.selected": return "the state \(data?["state"]?.stringValue ?? "?") was chosen"
        case "progress.reset": return "progress was reset"
        case "progress.restored": return "progress was restored"
        case "batch.undone": return "an import was undone"
        case "ledgers.linked": return "two ledgers were linked"
        case "stream.erased": return "\(name) was erased"
        default: return "\(name) was \(verb(type))"
        }
    }

    private static func verb(_ type: String) -> String {
        type.firstIndex(of: ".").map { String(type[type.index(after: $0)...]) } ?? type
    }
}

/// Names records by the fields of one schema, which are looked up once.
struct EventNaming {
    let schema: EventSchema
    private let title, volume, kind, date, test, attempt, from, to: FieldSchema?

    init(_ schema: EventSchema) {
        self.schema = schema
        (title, volume, kind, date) = (schema.field(named: "title"), schema.field(named: "volumeMl"), schema.field(named: "kind"), schema.field(named: "date"))
        (test, attempt, from, to) = (schema.field(named: "test"), schema.field(named: "attempt"), schema.field(named: "from"), schema.field(named: "to"))
    }

    /// A record by what a body of the schema says of it; its stream where that is nothing.
    func name(_ stream: StreamID, _ body: [UInt8]) -> String {
        // The fields were held against the schema when the stream was folded; those that cannot be read say nothing.
        func value(_ field: FieldSchema?) -> JSONValue? { field.flatMap { try? BodyView.value(of: $0, in: body.span.bytes) } }
        func text(_ field: FieldSchema?) -> String? { value(field)?.stringValue }
        func number(_ field: FieldSchema?) -> String? { value(field)?.integerValue.map { "\($0)" } }
        if let title = text(title) { return "\(stream.kind) \"\(title)\"" }
        if let volume = number(volume), let kind = text(kind) { return "\(stream.kind) of \(volume) mL \(kind)" + (text(date).map { " on \($0)" } ?? "") }
        if let test = number(test), let attempt = number(attempt) { return "\(stream.kind) \(test), attempt \(attempt)" }
        guard let date = text(date) else { return stream.text }
        var name = stream.kind + " of " + date
        let (from, to) = (text(from) ?? "", text(to) ?? "")
        if from.isEmpty, to.isEmpty { return text(kind).map { "\(name) (\($0))" } ?? name }
        name += from.isEmpty || to.isEmpty ? " " : " \(from)–"
        return name + (to.isEmpty ? from : to)
    }
}
