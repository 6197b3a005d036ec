public import EventModel

/// The fields of one body or record as a single pass found them: numbers and truths by key, and for all else where it
/// stands.
///
/// Made once and filled again for each body, so that reading one allocates nothing. One thread's own. Keys are 1–63
/// (`EventSchema` sees to it); a field that is null counts as absent.
public final class FieldScan {
    // 0: keys that hold a number or a truth · 1–63: their values, or where the item stands · 64: keys of other items ·
    // 65: keys of nulls.
    @usableFromInline let words: UnsafeMutablePointer<Int64>
    @usableFromInline static let itemsAt = 64
    @usableFromInline static let nullsAt = 65
    private static let wordCount = 66

    public init() {
        words = UnsafeMutablePointer<Int64>.allocate(capacity: FieldScan.wordCount)
        unsafe words.initialize(repeating: 0, count: FieldScan.wordCount)
    }

    deinit { unsafe words.deallocate() }

    // Each index below is under `wordCount`, because a key is below 64.

    /// A number, or 0 and 1 for a truth; nil where the field is absent, null or of another type, and for
    /// a key that is not 1–63.
    @inlinable public func integer(_ key: UInt64) -> Int? {
        guard key &- 1 < 63 else { return nil }
        return unsafe words[0] >> Int64(key) & 1 == 1 ? Int(words[Int(key)]) : nil
    }

    /// `integer` as a date.
    @inlinable public func date(_ key: UInt64) -> CivilDate? {
        integer(key).flatMap { Int32(exactly: $0) }.map { CivilDate(day: $0) }
    }

    /// `integer` as a Boolean.
    @inlinable public func bool(_ key: UInt64) -> Bool? { integer(key).map { $0 != 0 } }

    /// Where the item of a text, a list or a map stands in the bytes; nil where there is none.
    @inlinable public func offset(_ key: UInt64) -> Int? {
        guard key &- 1 < 63 else { return nil }
        return unsafe words[FieldScan.itemsAt] >> Int64(key) & 1 == 1 ? Int(words[Int(key)]) : nil
    }

    /// Whether the field is there and not null.
    @inlinable public func contains(_ key: UInt64) -> Bool {
        guard key &- 1 < 63 else { return false }
        return unsafe (words[0] | words[FieldScan.itemsAt]) >> Int64(key) & 1 == 1
    }

    /// The bytes of a text, or of a number in digits, in the map that was read last; nil where the field holds neither.
    public func words(_ key: UInt64, in map: RawSpan) -> [UInt8]? {
        if let number = integer(key) { return Array(String(number).utf8) }
        guard let offset = offset(key) else { return nil }
        return map.withUnsafeBytes { bytes in
            guard var reader = unsafe QuickReader(bytes, at: offset), let range = reader.string(3) else { return nil }
            return unsafe Array(bytes[range])
        }
    }

    @inline(__always) func begin() {
        unsafe words[0] = 0
        unsafe words[FieldScan.itemsAt] = 0
        unsafe words[FieldScan.nullsAt] = 0
    }

    /// Marks the keys whose words were set beside this.
    @inline(__always) func found(numbers: UInt64, items: UInt64, nulls: UInt64) {
        unsafe words[0] |= Int64(bitPattern: numbers)
        unsafe words[FieldScan.itemsAt] |= Int64(bitPattern: items)
        unsafe words[FieldScan.nullsAt] |= Int64(bitPattern: nulls)
    }

    @inline(__always) func number(_ key: Int, _ value: Int64) {
        unsafe words[0] |= 1 << Int64(key)
        unsafe words[key] = value
    }

    @inline(__always) func item(_ key: Int, at offset: Int) {
        unsafe words[FieldScan.itemsAt] |= 1 << Int64(key)
        unsafe words[key] = Int64(offset)
    }

    /// Takes the fields of a record's map that was checked before (the engine's key 0 may stand in it); false when it
    /// is no such map, and the scan then means nothing. O(bytes).
    public func read(_ map: RawSpan) -> Bool {
        begin()
        return map.withUnsafeBytes { bytes in
            guard var reader = unsafe QuickReader(bytes), let count = reader.head(5) else { return false }
            for _ in 0..<count {
                guard let key = reader.head(0), key < 64, readField(Int(key), &reader) else { return false }
            }
            return reader.isAtEnd
        }
    }

    func readField(_ key: Int, _ reader: inout QuickReader) -> Bool {
        switch reader.next {
        case 0..<0x40:
            guard let value = reader.integer() else { return false }
            if key > 0 { number(key, value) }
        case 0xF4, 0xF5:
            if key > 0 { number(key, reader.next == 0xF5 ? 1 : 0) }
            reader.offset += 1
        case 0xF6:
            unsafe words[FieldScan.nullsAt] |= 1 << Int64(key)
            reader.offset += 1
        default:
            let start = reader.offset
            guard reader.pass(depth: 1) else { return false }
            if key > 0 { item(key, at: start) }
        }
        return true
    }
}

extension QuickReader {
    /// Passes over one item whose content was checked before.
    mutating func pass(depth: Int) -> Bool {
        guard depth <= 8 else { return false }
        switch next >> 5 {
        case 0: return head(0) != nil
        case 1: return head(1) != nil
        case 2: return string(2) != nil
        case 3: return string(3) != nil
        case 4:
            guard let count = head(4) else { return false }
            for _ in 0..<count where !pass(depth: depth + 1) { return false }
            return true
        case 5:
            guard let count = head(5) else { return false }
            for _ in 0..<count where !(pass(depth: depth + 1) && pass(depth: depth + 1)) { return false }
            return true
        default:
            guard (0xF4...0xF6).contains(next) else { return false }
            offset += 1
            return true
        }
    }
}
