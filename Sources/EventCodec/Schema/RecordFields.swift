public import EventModel

/// The fields of a record as the fold keeps them: one deterministic CBOR map, so that a record that was created and
/// never changed shares the bytes of its event.
///
/// `canonical` is what a signature's content hash covers (form 1, docs/format.md §2).
public struct RecordFields: Sendable {
    /// A CBOR map of fields. It may hold the engine's key 0, which readers skip.
    public private(set) var map: [UInt8]

    public init() { map = RecordFields.none }

    /// Shared, because most decisions begin with no fields.
    private static let none: [UInt8] = [0xA0]

    /// The fields of a body that was checked. O(1).
    package init(body: [UInt8]) { map = body }

    /// The map without the engine's part.
    public var canonical: [UInt8] {
        var reader = CBORReader(map.span.bytes)
        // Only maps that were checked are kept.
        guard let count = try? reader.map(), count > 0, reader.isAtKeyZero || RecordFields.isNull(map) else {
            return map
        }
        return RecordFields.merged(map, [0xA0])
    }

    /// Overwrites with the fields of an edit's body that was checked; null clears. O(bytes).
    package mutating func merge(body: [UInt8]) { map = RecordFields.merged(map, body) }

    /// Sets one field to a canonical CBOR item, or clears it with nil.
    public mutating func set(_ key: UInt64, _ value: [UInt8]?) {
        if let value, write(key, value) { return }
        var writer = CBORWriter(capacity: (value?.count ?? 1) + 12)
        writer.map(count: 1)
        writer.unsigned(key)
        if let value { writer.raw(value) } else { writer.null() }
        merge(body: writer.bytes)
    }

    /// Writes a field where it stands, or where it belongs, without building the map anew; false, and nothing done,
    /// where that takes more: in a map with the engine's part, a null or a large key, and for a null. O(bytes).
    private mutating func write(_ key: UInt64, _ value: [UInt8]) -> Bool {
        guard key > 0, key < 24, value.first != 0xF6, let place = RecordFields.place(of: key, in: map) else {
            return false
        }
        if place.isThere {
            map.replaceSubrange(place.range, with: value)
        } else {
            map.replaceSubrange(place.range, with: [UInt8(key)] + value)
            // The head of a map of fewer than 24 fields is one byte.
            map[0] += 1
        }
        return true
    }

    /// Where the value of a key stands, else where the key belongs.
    private static func place(of key: UInt64, in map: [UInt8]) -> (range: Range<Int>, isThere: Bool)? {
        var found: (range: Range<Int>, isThere: Bool)?
        checked { () throws(CBORError) in
            var reader = CBORReader(map.span.bytes)
            let count = try reader.map()
            if count >= 23 { return }
            var place = (range: reader.offset..<reader.offset, isThere: false)
            for _ in 0..<count {
                let next = try reader.unsigned()
                let start = reader.offset
                if next == 0 || reader.nextIsNull() { return }
                try reader.skip()
                if next == key {
                    place = (start..<reader.offset, true)
                } else if next < key {
                    place = (reader.offset..<reader.offset, false)
                }
            }
            found = place
        }
        return found
    }

    /// Whether a key is there. O(bytes before it).
    public func contains(_ key: UInt64) -> Bool {
        var isThere = false
        RecordFields.checked { () throws(CBORError) in
            var reader = CBORReader(map.span.bytes)
            for _ in 0..<(try reader.map()) {
                let next = try reader.unsigned()
                if next > key { return }
                if next == key { isThere = !reader.nextIsNull() }
                try reader.skip()
            }
        }
        return isThere
    }

    /// A field of bytes; nil when it is not there, or of another type. O(bytes before it).
    public func data(_ key: UInt64) -> [UInt8]? {
        var found: [UInt8]?
        RecordFields.checked { () throws(CBORError) in
            var reader = CBORReader(map.span.bytes)
            for _ in 0..<(try reader.map()) {
                let next = try reader.unsigned()
                if next > key { return }
                if next == key, try reader.peekMajor() == 2 {
                    found = try reader.data().array
                    return
                }
                try reader.skip()
            }
        }
        return found
    }

    /// The value of a key as CBOR, nil when it is not there. O(bytes before it).
    public subscript(key: UInt64) -> [UInt8]? { RecordFields.value(of: key, inBody: map) }

    /// An edit's map that gives `other` these fields: what differs, and null for what is not here. O(bytes × keys).
    public func difference(from other: RecordFields) -> [UInt8] {
        let changed = Set(keys).union(other.keys).sorted().filter { self[$0] != other[$0] }
        var writer = CBORWriter(capacity: map.count)
        writer.map(count: changed.count)
        for key in changed {
            writer.unsigned(key)
            if let value = self[key] { writer.raw(value) } else { writer.null() }
        }
        return writer.bytes
    }

    /// The keys that are there, ascending, without the engine's.
    public var keys: [UInt64] { RecordFields.keys(ofBody: map) }
}

extension RecordFields: Hashable {
    public static func == (left: RecordFields, right: RecordFields) -> Bool {
        left.map == right.map || left.canonical == right.canonical
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}

extension RecordFields {
    /// The keys that a body writes, without the engine's. A body that was checked never fails.
    public static func keys(ofBody body: [UInt8]) -> [UInt64] {
        var keys: [UInt64] = []
        checked { () throws(CBORError) in
            var reader = CBORReader(body.span.bytes)
            for _ in 0..<(try reader.map()) {
                let key = try reader.unsigned()
                try reader.skip()
                if key != 0 { keys.append(key) }
            }
        }
        return keys
    }

    /// The value of one key of a body that was checked, as CBOR; nil when it is not there or null.
    public static func value(of key: UInt64, inBody body: [UInt8]) -> [UInt8]? {
        var found: Range<Int>?
        checked { () throws(CBORError) in
            var reader = CBORReader(body.span.bytes)
            for _ in 0..<(try reader.map()) {
                let next = try reader.unsigned()
                let start = reader.offset
                if next > key { return }
                let isNull = reader.nextIsNull()
                try reader.skip()
                if next == key, !isNull { found = start..<reader.offset }
            }
        }
        return found.map { Array(body[$0]) }
    }

    /// An integer field of a body that was checked; nil when it is not there.
    public static func integer(of key: UInt64, inBody body: [UInt8]) -> Int64? {
        var found: Int64?
        checked { () throws(CBORError) in
            var reader = CBORReader(body.span.bytes)
            for _ in 0..<(try reader.map()) {
                let next = try reader.unsigned()
                if next > key { return }
                if next == key, !reader.nextIsNull() {
                    found = try reader.integer()
                    return
                }
                try reader.skip()
            }
        }
        return found
    }

    /// A text field of a body that was checked; nil when it is not there.
    public static func text(of key: UInt64, inBody body: [UInt8]) -> String? {
        guard let value = value(of: key, inBody: body) else { return nil }
        var reader = CBORReader(value.span.bytes)
        // A field of another type has no text.
        return try? reader.string()
    }

    /// A text field; nil when it is not there. O(bytes before it).
    public func text(_ key: UInt64) -> String? { RecordFields.text(of: key, inBody: map) }
    /// A whole number, or tenths; nil when it is not there. O(bytes before it).
    public func integer(_ key: UInt64) -> Int64? { RecordFields.integer(of: key, inBody: map) }
    /// A date; nil when it is not there. O(bytes before it).
    public func date(_ key: UInt64) -> CivilDate? {
        integer(key).flatMap { Int32(exactly: $0) }.map { CivilDate(day: $0) }
    }

    /// A field of 32 bytes of a body that was checked; nil when it is not there.
    public static func bytes32(of key: UInt64, inBody body: [UInt8]) -> Bytes32? {
        guard let value = value(of: key, inBody: body) else { return nil }
        var reader = CBORReader(value.span.bytes)
        // A field of another type has no such bytes.
        return try? reader.bytes32()
    }

    /// A map with the fields of another laid over it; nulls of the other clear, both engine parts are left out.
    private static func merged(_ below: [UInt8], _ above: [UInt8]) -> [UInt8] {
        // The schema check read both bodies.
        do throws(CBORError) { return try laid(above, over: below) } catch { preconditionFailure("\(error)") }
    }

    private static func laid(_ above: [UInt8], over below: [UInt8]) throws(CBORError) -> [UInt8] {
        var items: [UInt8] = []
        // The map head holds the count, so it is written last; two bytes hold nearly every one.
        items.reserveCapacity(below.count + above.count + 2)
        items.append(contentsOf: [0, 0])
        var count = 0
        var lower = try FieldWalk(below.span.bytes)
        var upper = try FieldWalk(above.span.bytes)
        // Neighbours that stay are copied together.
        var kept = 0..<0
        while lower.key != .max || upper.key != .max {
            if upper.key <= lower.key {
                items.append(contentsOf: below[kept])
                kept = 0..<0
                if lower.key == upper.key { try lower.advance() }
                if !upper.isNull {
                    items.append(contentsOf: above[upper.range])
                    count += 1
                }
                try upper.advance()
            } else {
                if !lower.isNull {
                    if kept.upperBound == lower.range.lowerBound {
                        kept = kept.lowerBound..<lower.range.upperBound
                    } else {
                        items.append(contentsOf: below[kept])
                        kept = lower.range
                    }
                    count += 1
                }
                try lower.advance()
            }
        }
        items.append(contentsOf: below[kept])
        var head = CBORWriter(capacity: 9)
        head.map(count: count)
        items.replaceSubrange(0..<2, with: head.bytes)
        return items
    }

    /// Whether a field of a map is null; the engine's part is none.
    private static func isNull(_ map: [UInt8]) -> Bool {
        do throws(CBORError) {
            var walk = try FieldWalk(map.span.bytes)
            while walk.key != .max {
                if walk.isNull { return true }
                try walk.advance()
            }
            return false
        } catch { preconditionFailure("a body that was checked: \(error)") }
    }

    private static func checked(_ body: () throws(CBORError) -> Void) {
        do throws(CBORError) { try body() } catch { preconditionFailure("a body that was checked: \(error)") }
    }
}

/// The fields of a map one after another, in place; the engine's part is passed over.
private struct FieldWalk: ~Escapable {
    private var reader: CBORReader
    private var left: Int
    /// The key of the field where it stands; behind the last `UInt64.max`, which no field has.
    private(set) var key: UInt64 = 0
    /// Where it stands, key included.
    private(set) var range = 0..<0
    private(set) var isNull = false

    @_lifetime(copy map)
    init(_ map: RawSpan) throws(CBORError) {
        reader = CBORReader(map)
        left = try reader.map()
        try advance()
    }

    mutating func advance() throws(CBORError) {
        repeat {
            guard left > 0 else { return key = .max }
            left -= 1
            let start = reader.offset
            key = try reader.unsigned()
            isNull = reader.nextIsNull()
            try reader.skip()
            range = start..<reader.offset
        } while key == 0
    }
}
