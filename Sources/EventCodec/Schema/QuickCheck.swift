import EventModel

/// The check of a body that is right, which nearly all are; what it does not take, the slow check judges and names.
///
/// It takes nothing that the slow check refuses; a test holds the two against each other over mutated bodies.
enum QuickCheck {
    static func check(_ body: RawSpan, _ schema: EventSchema, _ scan: FieldScan?) -> EngineFields? {
        guard var (count, offset) = body.withUnsafeBytes({ unsafe start($0) }) else { return nil }
        var engine = EngineFields.none
        if count > 0, startsWithEngine(body, offset) {
            guard let (fields, next) = engineFields(body, offset + 1, schema) else { return nil }
            engine = fields
            offset = next
            count -= 1
        }
        guard engine.hasRequiredLinks(schema) else { return nil }
        scan?.begin()
        return body.withUnsafeBytes { unsafe fields($0, offset, count, schema, scan) } ? engine : nil
    }

    /// Whether the body is right and its engine part holds nothing, or a key and nothing else; false says nothing.
    static func isValidWithoutLinks(_ body: RawSpan, _ schema: EventSchema, _ scan: FieldScan) -> Bool {
        body.withUnsafeBytes { bytes in
            guard var (count, offset) = unsafe start(bytes) else { return false }
            if count > 0, offset < bytes.count, unsafe bytes[offset] == 0 {
                offset = unsafe afterKey(bytes, offset + 1)
                if offset == 0 { return false }
                count -= 1
            }
            guard EngineFields.none.hasRequiredLinks(schema) else { return false }
            scan.begin()
            return unsafe fields(bytes, offset, count, schema, scan)
        }
    }

    /// Whether the first key of the body's map is the engine's.
    static func beginsWithEngine(_ body: RawSpan) -> Bool {
        guard let (count, offset) = body.withUnsafeBytes({ unsafe start($0) }) else { return false }
        return count > 0 && startsWithEngine(body, offset)
    }

    /// How many fields the body's map has, and where the first stands.
    @inline(__always) private static func start(_ bytes: UnsafeRawBufferPointer) -> (count: UInt64, offset: Int)? {
        guard var reader = unsafe QuickReader(bytes), let count = reader.head(5) else { return nil }
        return (count, reader.offset)
    }

    private static func startsWithEngine(_ body: RawSpan, _ offset: Int) -> Bool {
        // Any bit pattern is a UInt8, and the offset is within by the first test.
        unsafe offset < body.byteCount && body.unsafeLoad(fromByteOffset: offset, as: UInt8.self) == 0
    }

    private static func engineFields(_ body: RawSpan, _ offset: Int, _ schema: EventSchema) -> (EngineFields, Int)? {
        var reader = CBORReader(body, at: offset)
        // The slow check names an error of the reader.
        guard let engine = try? EngineFields(&reader) else { return nil }
        if engine.hasNoLinks { return (engine, reader.offset) }
        guard engine.present.allSatisfy({ $0 == .key || schema.engineFields.contains($0) }) else { return nil }
        return (engine, reader.offset)
    }

    /// Where the item after an engine part begins that holds a key alone; 0 for any other.
    @inline(__always) private static func afterKey(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        guard var reader = unsafe QuickReader(bytes, at: offset), reader.head(5) == 1, reader.small(1),
            let key = reader.string(3)
        else { return 0 }
        return unsafe key.count >= 1 && key.count <= Limits.keyBytesMaximum && TextCheck.isPlain(bytes, key)
            ? reader.offset : 0
    }

    private static func fields(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ count: UInt64, _ schema: EventSchema, _ scan: FieldScan?
    ) -> Bool {
        schema.plan.steps.withUnsafeBufferPointer { steps in
            guard let base = bytes.baseAddress, let steps = steps.baseAddress else { return false }
            var pass = unsafe BodyPass(base: base, end: bytes.count, words: scan?.words, offset: offset)
            let (kinds, known, required) = (schema.plan.kinds, schema.plan.known, schema.plan.required)
            var seen: UInt64 = 0
            for _ in 0..<count {
                let key = pass.key()
                let bit = 1 &<< key as UInt64
                // Ascending: a bit above all that were seen.
                guard key < 64, bit > seen, known & bit != 0 else { return false }
                seen |= bit
                let step = unsafe steps[Int(key)]
                if pass.value(step, kinds, key, bit) { continue }
                // A field of another kind, or a text that only the whole check can judge.
                let next = unsafe other(bytes, pass.offset, schema.fields[Int(step.index)], scan)
                if next == 0 { return false }
                pass.offset = next
            }
            guard pass.offset == bytes.count, required & ~seen == 0 else { return false }
            scan?.found(numbers: pass.numbers, items: pass.items, nulls: pass.nulls)
            return true
        }
    }

    /// Where the item after this one begins, by the careful reader; 0 where it is not right.
    @inline(never) private static func other(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ field: FieldSchema, _ scan: FieldScan?
    ) -> Int {
        // The buffer outlives this call.
        let body = unsafe RawSpan(_unsafeBytes: bytes)
        var careful = CBORReader(body, at: offset)
        // The slow check names an error of the reader.
        guard (try? BodyCheck.value(&careful, field)) != nil else { return 0 }
        guard let scan else { return careful.offset }
        guard var reader = unsafe QuickReader(bytes, at: offset), scan.readField(Int(field.key), &reader) else {
            return 0
        }
        return reader.offset
    }
}

/// Where the check of one body stands. All of it lives in registers: every step is a part of the loop that calls it.
private struct BodyPass {
    let base: UnsafeRawPointer
    let end: Int
    /// The values of a scan by key, if one is filled.
    let words: UnsafeMutablePointer<Int64>?
    var offset: Int
    /// Bits of the keys whose field is a number or a truth, another item, a null.
    var numbers: UInt64 = 0
    var items: UInt64 = 0
    var nulls: UInt64 = 0

    @inline(__always) init(base: UnsafeRawPointer, end: Int, words: UnsafeMutablePointer<Int64>?, offset: Int) {
        unsafe self.base = base
        self.end = end
        unsafe self.words = words
        self.offset = offset
    }

    // The loads below lie before `end`: each is behind a comparison with it.
    @inline(__always) private func byte(_ index: Int) -> UInt8 {
        unsafe base.load(fromByteOffset: index, as: UInt8.self)
    }

    /// The next key, passed over, at least one byte behind it; 64 or more where it is not right.
    @inline(__always) mutating func key() -> UInt64 {
        guard end - offset >= 2 else { return 64 }
        let first = byte(offset)
        offset += 1
        if first < 24 { return UInt64(first) }
        let second = byte(offset)
        offset += 1
        return first == 24 && second >= 24 && offset < end ? UInt64(second) : 64
    }

    /// Takes the value at `offset`, which is before the end. False, nothing taken, for what is not settled here.
    @inline(__always) mutating func value(_ step: CheckStep, _ kinds: CheckPlan.Kinds, _ key: UInt64, _ bit: UInt64)
        -> Bool
    {
        let head = byte(offset)
        if head == 0xF6 {
            guard step.isNullable else { return false }
            nulls |= bit
            offset += 1
            return true
        }
        // Bits, not a switch: that jumps through a table, which waits for two loads and is guessed worse than a branch.
        if kinds.integers & bit != 0 { return integer(head, step, key, bit) }
        if kinds.texts & bit != 0 {
            guard let (start, count) = string(head, 0x60), count <= step.high else { return false }
            guard unsafe TextCheck.isPlain(UnsafeRawBufferPointer(start: base, count: end), start..<start + count)
            else { return false }
            item(start + count, key, bit)
            return true
        }
        if kinds.truths & bit != 0 {
            guard head == 0xF4 || head == 0xF5 else { return false }
            offset += 1
            number(head == 0xF5 ? 1 : 0, key, bit)
            return true
        }
        guard kinds.bytes & bit != 0, let (start, count) = string(head, 0x40), count == step.high else { return false }
        item(start + count, key, bit)
        return true
    }

    @inline(__always) private mutating func integer(_ head: UInt8, _ step: CheckStep, _ key: UInt64, _ bit: UInt64)
        -> Bool
    {
        guard head < 0x40 else { return false }
        var value = UInt64(head & 31)
        var next = offset + 1
        if value >= 24 {
            if value == 24, next < end {
                value = UInt64(byte(next))
                guard value >= 24 else { return false }
                next += 1
            } else if value == 25, end - next >= 2 {
                value = UInt64(byte(next)) << 8 | UInt64(byte(next + 1))
                guard value >= 0x100 else { return false }
                next += 2
            } else {
                let long = unsafe QuickReader.longHead(base, offset, end)
                guard long.next != 0 else { return false }
                (value, next) = long
            }
        }
        // A head of major type 1 stands for −1 less its argument: all bits the other way.
        let signed = Int64(bitPattern: value) ^ (head < 0x20 ? 0 : -1)
        guard signed >= step.low, signed <= step.high else { return false }
        offset = next
        number(signed, key, bit)
        return true
    }

    /// Where the bytes of a string of up to 255 stand, all of them before the end, and how many; `major` is its head
    /// for none.
    @inline(__always) private func string(_ head: UInt8, _ major: UInt8) -> (start: Int, count: Int)? {
        var count = Int(head ^ major)
        var start = offset + 1
        if count >= 24 {
            guard count == 24, start < end else { return nil }
            count = Int(byte(start))
            guard count >= 24 else { return nil }
            start += 1
        }
        return count <= end - start ? (start, count) : nil
    }

    @inline(__always) private mutating func number(_ value: Int64, _ key: UInt64, _ bit: UInt64) {
        numbers |= bit
        // 64 words; the key is below.
        if let words = unsafe words { unsafe words[Int(key)] = value }
    }

    @inline(__always) private mutating func item(_ next: Int, _ key: UInt64, _ bit: UInt64) {
        items |= bit
        if let words = unsafe words { unsafe words[Int(key)] = Int64(offset) }
        offset = next
    }
}
