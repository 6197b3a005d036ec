public import EventCodec
import EventModel
import EventSourcing

extension RecordView {
    /// The data of the event that wrote a register last; nil where none did.
    public func register(_ name: String) -> JSONValue? {
        guard let register = registers.first(where: { $0.name == name }), let schema = registry.schema(register.type)
        else { return nil }
        // A body that the fold took is readable.
        return try? BodyView.json(register.body.span.bytes, schema).data
    }
}
