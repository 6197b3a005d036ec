import EventCodec
import EventSourcing

extension Registry {
    /// The kinds of records that may come in batches, with the key of the field that names the batch.
    var batchedKinds: [(kind: String, key: UInt64)] {
        domains.flatMap(\.kinds).compactMap { kind in kind.batchKey.map { (kind.name, $0) } }
    }

    /// The type of events with a role in a kind of stream whose body may be empty; nil where there is none, or several.
    package func type(_ role: EventRole, ofKind kind: String) -> String? {
        let named = types.filter { name in
            guard let schema = schema(name) else { return false }
            return schema.role == role && schema.kinds.contains(kind) && !schema.computed
                && !schema.fields.contains(where: \.required)
        }
        // Where several types have the role, no rule decides which one to use.
        return named.count == 1 ? named[0] : nil
    }
}
