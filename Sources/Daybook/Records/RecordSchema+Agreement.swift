import DaybookKit
import EventCodec
import EventSourcing

extension RecordSchema {
    /// Whether another domain's kind holds such records: its newest types have the roles and the fields of this schema.
    func agrees(with registry: Registry) -> Bool {
        // A schema that does not fit agrees with none.
        guard let own = try? eventSchemas() else { return false }
        let newest = Dictionary(grouping: own, by: \.type).values.compactMap { versions in
            versions.max { $0.version < $1.version }
        }
        return newest.allSatisfy { schema in registry.schema(schema.type)?.holds(schema) ?? false }
    }
}

extension EventSchema {
    /// Whether events of a record's schema are ones of this schema, and its fields are the record's.
    ///
    /// A removal, a restoration or a note may have further fields, because no record states them.
    fileprivate func holds(_ own: EventSchema) -> Bool {
        guard role == own.role, kinds == own.kinds, engineFields == own.engineFields,
            role != .create || validTime == own.validTime
        else { return false }
        let (mine, theirs) = (Set(fields.map(\.form)), Set(own.fields.map(\.form)))
        if role == .create || role == .edit { return mine == theirs }
        return mine.isSuperset(of: theirs) && fields.allSatisfy { !$0.required || theirs.contains($0.form) }
    }
}

extension FieldSchema {
    /// Its key, name and kind, whether it must be there, and whether null clears it.
    fileprivate var form: String { "\(key) \(name) \(kind) \(required) \(nullable)" }
}
