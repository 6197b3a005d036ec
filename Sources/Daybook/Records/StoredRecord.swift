import DaybookKit
import EventCodec
import EventSourcing

/// A record as a ledger holds it: its fields, and how it stands.
///
/// Its fields are its own members, too: `stored.day` is `stored.value.day`.
@dynamicMemberLookup
public struct StoredRecord<Of: Record>: Hashable, Sendable, Identifiable {
    public let id: RecordID<Of>
    public let value: Of
    /// How many events it holds, for ``WriteUnit/amend(_:expectedVersion:key:at:stating:_:)``.
    public let version: Int
    /// Whether a lock stands on it.
    public let isLocked: Bool
    /// Whether locks over different contents stand on it.
    public let isDisputed: Bool
    /// Whether it counts: created, not removed, and not set aside by another record or ledger.
    public let stands: Bool

    public subscript<Field>(dynamicMember field: KeyPath<Of, Field>) -> Field { value[keyPath: field] }
}

extension StoredRecord {
    /// Nil for a stream in which no record was created.
    ///
    /// - Throws: `Fault` `record.unreadable` for fields that make no such record.
    init?(_ view: RecordView, _ schema: EventSchema) throws {
        guard let fields = view.fields else { return nil }
        self.init(
            id: RecordID(view.stream), value: try StoredRecord.value(fields, schema), version: view.version,
            isLocked: view.isLocked, isDisputed: view.isDisputed, stands: view.stands)
    }

    /// As a rule sees it; nil where none was created. Rules do not see locks, nor events that do not count.
    init?(_ chronicle: Chronicle, _ schema: EventSchema) throws {
        guard chronicle.created != nil, let state = chronicle.state else { return nil }
        self.init(
            id: RecordID(chronicle.stream), value: try StoredRecord.value(state.fields, schema),
            version: chronicle.entries.count, isLocked: false, isDisputed: false, stands: chronicle.stands)
    }

    static func members(_ fields: RawSpan, _ schema: EventSchema) throws -> [JSONValue.Member] {
        try BodyView.fields(of: fields, schema).map { .init($0.field.name, $0.value) }
    }

    package static func value(_ fields: RecordFields, _ schema: EventSchema) throws -> Of {
        try value(fields.map.span.bytes, schema)
    }

    /// Of the bytes of its fields.
    static func value(_ fields: RawSpan, _ schema: EventSchema) throws -> Of {
        do { return try RecordDecoder.decode(Of.self, from: members(fields, schema)) } catch {
            throw Fault(
                .unreadable, code: "record.unreadable",
                message: "The fields of a \(Of.schema.kind) do not make a \(Of.self): \(error)",
                hint: "A newer version of the app may have written it. Update this one.")
        }
    }
}
