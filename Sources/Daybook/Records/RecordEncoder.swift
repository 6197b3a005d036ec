import DaybookKit

/// Encodes a record as the members of an event's data; an absent field is left out.
final class RecordEncoder: Encoder {
    fileprivate(set) var members: [JSONValue.Member] = []
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// - Throws: `EncodingError` for a type that no field has; a schema that fits has none.
    static func members(of record: some Record) throws -> [JSONValue.Member] {
        let encoder = RecordEncoder()
        try record.encode(to: encoder)
        return encoder.members
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(RecordEncodingContainer<Key>(encoder: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { NoContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { NoContainer() }
}

private struct RecordEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RecordEncoder
    let codingPath: [any CodingKey] = []

    func encodeNil(forKey key: Key) throws {}

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        guard let field = value as? any RecordField else { throw NoContainer.error(value) }
        encoder.members.append(.init(key.stringValue, field.json))
    }
    func encode(_ value: String, forKey key: Key) throws { encoder.members.append(.init(key.stringValue, value.json)) }
    func encode(_ value: Int, forKey key: Key) throws { encoder.members.append(.init(key.stringValue, value.json)) }
    func encode(_ value: Bool, forKey key: Key) throws { encoder.members.append(.init(key.stringValue, value.json)) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    { KeyedEncodingContainer(NoKeyedContainer<Nested>()) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { NoContainer() }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

/// Refuses what no field holds.
private struct NoContainer: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let codingPath: [any CodingKey] = []
    let count = 0

    static func error(_ value: Any) -> EncodingError {
        .invalidValue(value, .init(codingPath: [], debugDescription: "No field has the type \(type(of: value))."))
    }

    func encodeNil() throws { throw NoContainer.error("null") }
    func encode<T: Encodable>(_ value: T) throws { throw NoContainer.error(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(NoKeyedContainer<Nested>())
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { RecordEncoder() }
}

private struct NoKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey] = []

    func encodeNil(forKey key: Key) throws { throw NoContainer.error("null") }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw NoContainer.error(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    { KeyedEncodingContainer(NoKeyedContainer<Nested>()) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { NoContainer() }
    func superEncoder() -> any Encoder { RecordEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { RecordEncoder() }
}
