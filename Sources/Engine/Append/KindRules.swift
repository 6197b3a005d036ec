package import EventCodec
package import EventModel
package import EventSourcing
import TransparencyLog

/// The fold's questions about a stream, answered by its kind: the one place where roles and meanings meet.
package struct KindRules: RecordRules {
    package let kind: any StreamKind
    /// Where the day ledgers of its domain stand in the registry.
    private let ledgers: Range<Int>
    /// How many measures each of them has.
    private let widths: [Int]
    /// Whether a create gives its streams; the others hold registers and notes.
    package let isOfRecords: Bool
    /// Nil but in tests.
    let mistake: SetAsideMistake?
    /// `Registry.movedKeys`.
    private let movedKeys: [String: [UInt64: [UInt64]]]

    package init(_ kind: any StreamKind, _ registry: Registry) {
        self.kind = kind
        ledgers = registry.ledgers(ofKind: kind.name)
        widths = registry.widths(ofKind: kind.name)
        isOfRecords = registry.isOfRecords(kind: kind.name)
        movedKeys = registry.movedKeys
        mistake = registry.mistake
    }

    /// The dated rows of a record by its fields, which were scanned in a map.
    package func contribute(_ fields: FieldScan, of map: RawSpan, to sink: inout ContributionSink) {
        KindRules.contribute(kind, fields, of: map, ledgers, widths, to: &sink)
    }

    static func contribute(
        _ kind: some StreamKind, _ fields: FieldScan, of map: RawSpan, _ ledgers: Range<Int>, _ widths: [Int],
        to sink: inout ContributionSink
    ) {
        sink.ledgers = ledgers
        sink.widths = widths
        let first = sink.rows.count
        kind.contribute(fields, to: &sink)
        if let key = kind.rowKey, sink.rows.count > first { sink.setKey(fields.words(key, in: map) ?? [], from: first) }
        kind.contributeKeyed(fields, of: map, to: &sink)
    }

    package func initialState() -> RecordState { RecordState() }

    package func evolve(_ state: inout RecordState, _ event: FoldEvent<EventContent>) {
        guard let content = event.payload else { return }
        if content.schema.role == .set {
            state.set(register: KindRules.register(content), type: content.type, body: content.body)
        } else {
            if content.older != nil || state.fieldsAsWritten != nil { keepAsWritten(content, in: &state) }
            kind.apply(content, to: &state.fields)
        }
    }

    package func evolve(_ state: inout RecordState, ifAdmitted event: FoldEvent<EventContent>) -> Bool {
        guard let content = event.payload, content.schema.role == .edit, content.older == nil,
            state.fieldsAsWritten == nil
        else {
            guard admit(state, event) == nil else { return false }
            evolve(&state, event)
            return true
        }
        return kind.apply(content, ifAdmittedTo: &state.fields)
    }

    /// The same event laid over the fields as written, before it is laid over the fields of today. A field stands there
    /// under the key of the version that wrote it last, and under no other.
    private func keepAsWritten(_ content: EventContent, in state: inout RecordState) {
        var written = state.fieldsAsWritten ?? state.fields
        kind.apply(content.asWritten, to: &written)
        if let moved = movedKeys[content.type] {
            for key in RecordFields.keys(ofBody: content.asWritten.body) {
                for other in moved[key] ?? [] { written.set(other, nil) }
            }
        }
        state.fieldsAsWritten = written
    }

    package func admit(_ state: RecordState, _ event: FoldEvent<EventContent>) -> String? {
        event.payload.flatMap { kind.admit(state.fields, $0, $0.scan())?.code }
    }

    package func fields(_ event: FoldEvent<EventContent>) -> [FieldName] {
        guard let content = event.payload else { return [] }
        if content.schema.role == .set { return [FieldName(KindRules.register(content))] }
        return kind.keys(of: content).map { FieldName(String($0)) }
    }

    package func content(_ state: RecordState, form: UInt64) -> Bytes32? {
        form == 1 ? SHA256Hasher.labelled("daybook/content/1", (state.fieldsAsWritten ?? state.fields).canonical) : nil
    }

    package func sameContent(_ left: FoldEvent<EventContent>, _ right: FoldEvent<EventContent>) -> Bool {
        guard let left = left.payload, let right = right.payload else { return false }
        guard left.type == right.type else { return false }
        // In the newer of the two versions: what a later program adds to the type does not change the answer.
        let version = max(left.version, right.version)
        // The engine's part (a key, what is superseded) is not content.
        var (one, other) = (
            RecordFields(body: left.body(inVersion: version)), RecordFields(body: right.body(inVersion: version))
        )
        if let batch = kind.batchKey, left.schema.role == .create {
            // Nor is it which import brought a record: the same file may be imported on two devices.
            one.set(batch, nil)
            other.set(batch, nil)
        }
        return one == other
    }

    /// Of the content in the newest version: what is equal in an older one is equal there.
    package func likeness(_ event: FoldEvent<EventContent>) -> Int {
        guard let content = event.payload else { return 0 }
        var fields = RecordFields(body: content.body)
        if let batch = kind.batchKey, content.schema.role == .create { fields.set(batch, nil) }
        var hasher = Hasher()
        hasher.combine(content.type)
        hasher.combine(fields.canonical)
        return hasher.finalize()
    }

    /// The number of the canonical form that new signatures use.
    package static let form: UInt64 = 1

    /// Which register a `set` writes.
    package static func register(_ content: EventContent) -> String {
        switch content.schema.register {
        case .fixed(let name): name
        case .field(let name): BodyText.text(of: name, in: content) ?? content.type
        case .dated(let word, let name):
            content.schema.field(named: name).flatMap { BodyText.date(of: $0.key, in: content.body) }.map {
                "\(word) \($0)"
            } ?? word
        case nil: content.type
        }
    }
}

/// Single fields out of a body that was checked.
enum BodyText {
    static func text(of name: String, in content: EventContent) -> String? {
        content.schema.field(named: name).flatMap { RecordFields.text(of: $0.key, inBody: content.body) }
    }

    static func date(of key: UInt64, in body: [UInt8]) -> CivilDate? {
        RecordFields.integer(of: key, inBody: body).flatMap { Int32(exactly: $0) }.map { CivilDate(day: $0) }
    }
}
