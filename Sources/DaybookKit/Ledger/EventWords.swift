import Engine
import EventCodec
import EventModel
import EventSourcing

/// The part of a folded record from which its name is made. The record itself takes many times as much memory.
final class DescribedRecord: Sendable {
    let stream: StreamID
    /// The event that stands for the record.
    let anchor: EventID
    private let naming: Naming

    /// Most kept records are never printed, so names are made on demand. Of a record with many bytes only the name is
    /// kept.
    private enum Naming: Sendable {
        case fields([UInt8], create: EventContent)
        case name(String)
    }
    private static let bytesKept = 512

    init(_ loaded: LoadedStream) {
        (stream, anchor) = (loaded.stream, loaded.anchorEvent)
        guard let created = loaded.fold.created, let create = loaded.events.first(where: { $0.id == created })?.payload,
            let state = loaded.fold.state
        else {
            self.naming = .name(loaded.stream.text)
            return
        }
        let fields = state.fields.map
        let isShort = fields.count <= DescribedRecord.bytesKept && create.body.count <= DescribedRecord.bytesKept
        var naming = NeighbourNaming()
        self.naming =
            isShort
            ? .fields(fields, create: create) : .name(DescribedRecord.name(loaded.stream, fields, create, &naming))
    }

    /// The record by what it says of itself; its stream where that is nothing. O(bytes of its fields).
    func name(_ neighbours: inout NeighbourNaming) -> String {
        switch naming {
        case .fields(let fields, let create): DescribedRecord.name(stream, fields, create, &neighbours)
        case .name(let name): name
        }
    }

    private static func name(
        _ stream: StreamID, _ fields: [UInt8], _ create: EventContent, _ naming: inout NeighbourNaming
    ) -> String {
        let naming = naming.of(create.schema)
        let name = naming.name(stream, fields.span.bytes)
        // The create states the names that the fields lack, such as those of an attempt at a test.
        return name == stream.text ? create.withBody { naming.name(stream, $0) } : name
    }
}

/// Events in words: `flight of 2026-02-01 KSJC–KRHV was logged`.
enum EventWords {
    /// A record that is no more than its one event says.
    static func name(_ stream: StreamID, _ content: EventContent?) -> String {
        content.map { content in content.withBody { EventNaming(content.schema).name(stream, $0) } } ?? stream.text
    }

    /// The data of an event; nil where it cannot be read.
    static func data(_ content: EventContent) -> JSONValue? { content.withBody { data($0, content.schema) } }

    static func data(_ body: RawSpan, _ schema: EventSchema) -> JSONValue? {
        // A body that was folded was held against its schema; one that cannot be read says nothing.
        try? BodyView.json(body, schema).data
    }

    /// The effect of an event of a type on its record, or its own name where it is about no record. Few types need its
    /// data.
    static func sentence(
        _ type: String, _ schema: EventSchema?, _ name: String, _ data: @autoclosure () -> JSONValue?
    ) -> String {
        if let sentence = schema?.wording?.sentence { return sentence(name, data()) }
        switch type {
        case "ledgers.linked": return "two ledgers were linked"
        case "link.ended": return "a link was ended"
        case "stream.erased": return "\(name) was erased"
        case "events.erased": return "events of \(name) were erased"
        default: return "\(name) was \(verb(type))"
        }
    }

    private static func verb(_ type: String) -> String {
        type.firstIndex(of: ".").map { String(type[type.index(after: $0)...]) } ?? type
    }
}
