import DaybookKit

extension RecordSchema {
    /// The fields of an amendment in the order of their keys: those that differ afterwards and those that it states
    /// anyway, with all of `together` where it has one of them. Null clears a field.
    package func changes(
        from before: [JSONValue.Member], to after: [JSONValue.Member], stating stated: [Of.CodingKeys] = []
    ) -> [JSONValue.Member] {
        func value(_ key: Of.CodingKeys, in members: [JSONValue.Member]) -> JSONValue? {
            members.first { $0.name == key.stringValue }?.value
        }
        let keys = Of.CodingKeys.allCases.sorted { $0.rawValue < $1.rawValue }
        var changed = Set(stated).union(keys.filter { value($0, in: before) != value($0, in: after) })
        if !changed.isDisjoint(with: together) { changed.formUnion(together) }
        return keys.filter(changed.contains).map { .init($0.stringValue, value($0, in: after) ?? .null) }
    }
}

extension Record {
    /// From fields as a history shows them.
    package init(members: [JSONValue.Member]) throws { self = try RecordDecoder.decode(Self.self, from: members) }

    /// The fields as the data of an event.
    package var members: [JSONValue.Member] { get throws { try RecordEncoder.members(of: self) } }
}
