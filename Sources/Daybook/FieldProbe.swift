import DaybookKit

/// Reads the fields of a record from its type: decodes one from examples, and notes what it asks for.
final class FieldProbe {
    struct Field {
        let key: Int
        let name: String
        let type: any RecordField.Type
        let kind: FieldKind
        let isRequired: Bool
    }

    private(set) var fields: [Field] = []
    private var properties: [String] = []

    /// The fields in the order in which the type decodes them.
    static func fields<R: Record>(of type: R.Type) throws(SchemaProblem) -> [Field] {
        let probe = FieldProbe()
        do {
            let example = try R(from: ProbeDecoder(probe: probe))
            probe.properties = Mirror(reflecting: example).children.compactMap(\.label)
        } catch let problem as SchemaProblem { throw problem } catch {
            throw SchemaProblem("\(type) cannot be decoded from examples: \(error)")
        }
        try probe.check(type)
        return probe.fields
    }

    /// Each field has one key, each key one field, and each stored property is a field.
    private func check<R: Record>(_ type: R.Type) throws(SchemaProblem) {
        for field in fields {
            if fields.count(where: { $0.key == field.key }) > 1 {
                throw SchemaProblem("\(type) has the key \(field.key) for two fields")
            }
            if fields.count(where: { $0.name == field.name }) > 1 {
                throw SchemaProblem("\(type) has the name \(field.name) for two fields")
            }
        }
        if let key = R.CodingKeys.allCases.first(where: { key in !fields.contains { $0.key == key.rawValue } }) {
            throw SchemaProblem("\(type) has a coding key \(key.stringValue), and decodes no field of it")
        }
        if let property = properties.first(where: { name in !fields.contains { $0.name == name } }) {
            throw SchemaProblem("\(type) stores \(property), which has no coding key")
        }
    }

    fileprivate func example<T>(_ type: T.Type, _ key: some CodingKey, isRequired: Bool) throws -> T {
        guard let number = key.intValue else {
            throw SchemaProblem("\(key.stringValue) has no number; declare \"enum CodingKeys: Int, CodingKey\"")
        }
        guard let field = type as? any RecordField.Type else {
            throw SchemaProblem("\(key.stringValue) is of the type \(type), which no field has")
        }
        if case .choice(let words) = field.kindOfField, words.isEmpty {
            throw SchemaProblem("\(key.stringValue) is a choice of no words")
        }
        fields.append(
            Field(key: number, name: key.stringValue, type: field, kind: field.kindOfField, isRequired: isRequired))
        guard let example = field.example as? T else { preconditionFailure("an example of \(type) is one") }
        return example
    }
}

private struct ProbeDecoder: Decoder {
    let probe: FieldProbe
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ProbeContainer<Key>(probe: probe))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw SchemaProblem("a record is no list") }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw SchemaProblem("a record is a struct with coding keys")
    }
}

private struct ProbeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: FieldProbe
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try probe.example(type, key, isRequired: true)
    }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try probe.example(type, key, isRequired: false)
    }
    // The synthesized code asks for these under names of their own.
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try probe.example(type, key, isRequired: true)
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try probe.example(type, key, isRequired: true) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try probe.example(type, key, isRequired: true) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try probe.example(type, key, isRequired: false)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try probe.example(type, key, isRequired: false)
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try probe.example(type, key, isRequired: false)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    { throw SchemaProblem("\(key.stringValue) is a struct, which no field holds") }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SchemaProblem("\(key.stringValue) is a list of a type of which no field holds one")
    }
    func superDecoder() throws -> any Decoder { throw SchemaProblem("a record is a struct") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaProblem("a record is a struct") }
}
