import EventCodec
package import EventModel
package import EventSourcing
import TransparencyLog

/// What the fold asks of a stream, answered by its kind: the one place where roles and meanings meet.
package struct KindRules: RecordRules {
    package let kind: any StreamKind

    package init(_ kind: any StreamKind) { self.kind = kind }

    package func initialState() -> RecordState { RecordState() }

    package func evolve(_ state: inout RecordState, _ event: FoldEvent<EventContent>) {
        guard let content = event.payload else { return }
        if content.schema.role == .set {
            state.set(register: KindRules.register(content), type: content.type, body: content.body)
        } else {
            for assignment in kind.assignments(of: content) { state.fields.set(assignment.key, assignment.value) }
        }
    }

    package func admit(_ state: RecordState, _ event: FoldEvent<EventContent>) -> String? {
        event.payload.flatMap { kind.admit(state.fields, $0)?.code }
    }

    package func fields(_ event: FoldEvent<EventContent>) -> [FieldName] {
        guard let content = event.payload else { return [] }
        if content.schema.role == .set { return [FieldName(KindRules.register(content))] }
        return kind.assignments(of: content).map { FieldName(String($0.key)) }
    }

    package func content(_ state: RecordState, form: UInt64) -> Bytes32? {
        form == 1 ? SHA256Hasher.labelled("daybook/content/1", state.fields.canonical) : nil
    }

    package func sameContent(_ left: FoldEvent<EventContent>, _ right: FoldEvent<EventContent>) -> Bool {
        guard let left = left.payload, let right = right.payload else { return false }
        // The engine's part (a key, what is superseded) is not content.
        return left.type == right.type
            && RecordFields.assignments(ofBody: left.body).elementsEqual(RecordFields.assignments(ofBody: right.body)) {
                $0.key == $1.key && $0.value == $1.value
            }
    }

    /// The number of the canonical form that new signatures use.
    package static let form: UInt64 = 1

    /// Which register a `set` writes.
    static func register(_ content: EventContent) -> String {
        switch content.schema.register {
        case .fixed(let name): name
        case .field(let name): BodyText.text(of: name, in: content) ?? content.type
        case nil: content.type
        }
    }
}

/// Single fields out of a body that was checked.
enum BodyText {
    static func text(of name: String, in content: EventContent) -> String? {
        guard let field = content.schema.field(named: name),
            let value = RecordFields.assignments(ofBody: content.body).first(where: { $0.key == field.key })?.value
        else { return nil }
        var reader = CBORReader(value.span.bytes)
        return try? reader.string()
    }

    static func date(of key: UInt64, in body: [UInt8]) -> CivilDate? {
        guard let value = RecordFields.assignments(ofBody: body).first(where: { $0.key == key })?.value else { return nil }
        var reader = CBORReader(value.span.bytes)
        guard let day = try? reader.integer(), let small = Int32(exactly: day) else { return nil }
        return CivilDate(day: small)
    }
}
