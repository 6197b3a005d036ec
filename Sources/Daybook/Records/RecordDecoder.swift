import DaybookKit

/// Decodes a record from the fields that a ledger holds.
struct RecordDecoder: Decoder {
    let members: [JSONValue.Member]
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// - Throws: `DecodingError` for fields that do not make such a record.
    static func decode<R: Record>(_ type: R.Type, from members: [JSONValue.Member]) throws -> R {
        try R(from: RecordDecoder(members: members))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RecordContainer<Key>(members: members))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw RecordDecoder.noStruct }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw RecordDecoder.noStruct }

    fileprivate static let noStruct = DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "A record is a struct with coding keys."))
}

private struct RecordContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [JSONValue.Member]
    let codingPath: [any CodingKey] = []
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    private func value(_ key: Key) -> JSONValue? { members.first { $0.name == key.stringValue }?.value }

    func contains(_ key: Key) -> Bool { value(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { value(key).map { $0 == .null } ?? true }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard let value = value(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "The field is absent."))
        }
        guard let field = type as? any RecordField.Type, let found = field.init(json: value) as? T else {
            throw DecodingError.typeMismatch(type, .init(codingPath: [key], debugDescription: "It holds \(value)."))
        }
        return found
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String { try field(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try field(type, key) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try field(type, key) }

    private func field<T: RecordField>(_ type: T.Type, _ key: Key) throws -> T {
        guard let value = value(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "The field is absent."))
        }
        guard let found = T(json: value) else {
            throw DecodingError.typeMismatch(type, .init(codingPath: [key], debugDescription: "It holds \(value)."))
        }
        return found
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    { throw RecordDecoder.noStruct }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw RecordDecoder.noStruct }
    func superDecoder() throws -> any Decoder { throw RecordDecoder.noStruct }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw RecordDecoder.noStruct }
}
