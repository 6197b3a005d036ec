import EventModel

/// The fields of a record as the fold keeps them: key → the bytes of its value, ascending.
///
/// `canonical` is what a signature's content hash covers (form 1, docs/format.md §2).
public struct RecordFields: Hashable, Sendable {
    public struct Field: Hashable, Sendable {
        public let key: UInt64
        /// One canonical CBOR item.
        public let value: [UInt8]
    }

    public private(set) var fields: [Field] = []

    public init() {}

    /// The fields of a body, without the engine's part and without fields that are null.
    public init(body: RawSpan) throws(CBORError) {
        try merge(body: body)
    }

    /// Overwrites with the fields of an edit's body; null clears.
    public mutating func merge(body: RawSpan) throws(CBORError) {
        var reader = CBORReader(body)
        for _ in 0..<(try reader.map()) {
            let key = try reader.unsigned()
            let start = reader.offset
            let isNull = reader.nextIsNull()
            try reader.skip()
            if key == 0 { continue }
            let value = isNull ? nil : body.extracting(start..<reader.offset).withUnsafeBytes { unsafe Array($0) }
            set(key, value)
        }
    }

    /// The value of a key as CBOR, nil when it is not there.
    public subscript(key: UInt64) -> [UInt8]? { fields.first { $0.key == key }?.value }

    /// Sets, or clears with nil.
    public mutating func set(_ key: UInt64, _ value: [UInt8]?) {
        let index = fields.firstIndex { $0.key >= key } ?? fields.endIndex
        let isThere = index < fields.endIndex && fields[index].key == key
        switch (value, isThere) {
        case (let value?, true): fields[index] = Field(key: key, value: value)
        case (let value?, false): fields.insert(Field(key: key, value: value), at: index)
        case (nil, true): fields.remove(at: index)
        case (nil, false): break
        }
    }

    /// The deterministic CBOR map of the fields.
    public var canonical: [UInt8] {
        var writer = CBORWriter(capacity: fields.reduce(3) { $0 + $1.value.count + 3 })
        writer.map(count: fields.count)
        for field in fields {
            writer.unsigned(field.key)
            writer.raw(field.value)
        }
        return writer.bytes
    }

    /// The keys that a body writes, without the engine's.
    public static func keys(ofBody body: RawSpan) throws(CBORError) -> [UInt64] {
        var reader = CBORReader(body)
        var keys: [UInt64] = []
        for _ in 0..<(try reader.map()) {
            let key = try reader.unsigned()
            try reader.skip()
            if key != 0 { keys.append(key) }
        }
        return keys
    }
}

extension RecordFields {
    /// What a body that was checked writes: every key but the engine's, nil where the value is null.
    public static func assignments(ofBody body: [UInt8]) -> [(key: UInt64, value: [UInt8]?)] {
        var result: [(key: UInt64, value: [UInt8]?)] = []
        let bytes = body.span.bytes
        do throws(CBORError) {
            var reader = CBORReader(bytes)
            for _ in 0..<(try reader.map()) {
                let key = try reader.unsigned()
                let start = reader.offset
                let isNull = reader.nextIsNull()
                try reader.skip()
                if key != 0 { result.append((key, isNull ? nil : Array(body[start..<reader.offset]))) }
            }
        } catch {
            preconditionFailure("a body that was checked: \(error)")
        }
        return result
    }
}
