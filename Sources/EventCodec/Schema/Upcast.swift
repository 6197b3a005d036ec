import EventModel

/// Makes the fields that version n + 1 of a type would have out of those that version n has. Pure and total: no clock,
/// no zone, no randomness; for every body of version n a body of version n + 1, the same for ever.
public typealias Upcast = @Sendable (inout BodyFields) -> Void

/// The fields of a body on its way from one version of its type to the next, in order of their keys; the engine's part
/// goes along untouched. In an edit a field may be `null`, which clears it: an upcast keeps that.
public struct BodyFields: Hashable, Sendable {
    private struct Field: Hashable {
        let key: UInt64
        var value: [UInt8]
    }

    /// Ascending, without key 0.
    private var fields: [Field] = []
    private var engine: [UInt8]?

    /// Of a body that was held against its schema (a `precondition`: that it is canonical). O(bytes).
    package init(body: [UInt8]) {
        do throws(CBORError) { try read(body) } catch { preconditionFailure("a body that was checked: \(error)") }
    }

    private mutating func read(_ body: [UInt8]) throws(CBORError) {
        var reader = CBORReader(body.span.bytes)
        for _ in 0..<(try reader.map()) {
            let key = try reader.unsigned()
            let start = reader.offset
            try reader.skip()
            let value = Array(body[start..<reader.offset])
            if key == 0 { engine = value } else { fields.append(Field(key: key, value: value)) }
        }
    }

    /// The body, canonical again.
    public var body: [UInt8] {
        var writer = CBORWriter(capacity: fields.reduce((engine?.count ?? 0) + 8) { $0 + $1.value.count + 4 })
        writer.map(count: fields.count + (engine == nil ? 0 : 1))
        if let engine {
            writer.unsigned(0)
            writer.raw(engine)
        }
        for field in fields {
            writer.unsigned(field.key)
            writer.raw(field.value)
        }
        return writer.bytes
    }

    public var keys: [UInt64] { fields.map(\.key) }

    /// The value of a field as one canonical CBOR item; nil: it is not there. Setting nil takes it out. Key 0 is the
    /// engine's: nothing sets it.
    public subscript(key: UInt64) -> [UInt8]? {
        get { fields.first { $0.key == key }?.value }
        set {
            if key == 0 { return }
            let index = fields.firstIndex { $0.key >= key } ?? fields.endIndex
            let isThere = index < fields.endIndex && fields[index].key == key
            switch (newValue, isThere) {
            case (let value?, true): fields[index].value = value
            case (let value?, false): fields.insert(Field(key: key, value: value), at: index)
            case (nil, true): fields.remove(at: index)
            case (nil, false): break
            }
        }
    }

    /// Whether the field is there and clears what the record has.
    public func isNull(_ key: UInt64) -> Bool { self[key] == [0xF6] }

    /// The integer of a field; nil: it is not there, or null, or of another kind.
    public func integer(_ key: UInt64) -> Int64? {
        guard let value = self[key] else { return nil }
        var reader = CBORReader(value.span.bytes)
        // Another kind of field has no integer.
        return try? reader.integer()
    }

    /// The text of a field; nil: it is not there, or null, or of another kind.
    public func text(_ key: UInt64) -> String? {
        guard let value = self[key] else { return nil }
        var reader = CBORReader(value.span.bytes)
        // Another kind of field has no text.
        return try? reader.string()
    }

    public mutating func set(_ key: UInt64, integer: Int64) { set(key) { $0.integer(integer) } }
    /// In Normalization Form C (the caller's promise: texts of a body that was checked are).
    public mutating func set(_ key: UInt64, text: String) { set(key) { $0.text(text) } }
    public mutating func set(_ key: UInt64, boolean: Bool) { set(key) { $0.bool(boolean) } }

    /// Gives a field another key, whatever its value, `null` included; nothing where it is not there.
    public mutating func move(_ key: UInt64, to other: UInt64) {
        guard let value = self[key] else { return }
        self[key] = nil
        self[other] = value
    }

    private mutating func set(_ key: UInt64, _ write: (inout CBORWriter) -> Void) {
        var writer = CBORWriter(capacity: 16)
        write(&writer)
        self[key] = writer.bytes
    }
}
