/// Reads the common forms of deterministic CBOR without a report of what is wrong: every step says only whether it
/// held.
///
/// `CBORReader` accepts the same bytes with the same values, and judges and names the rest. It exists
/// because a fold of a whole log spends most of its time here: no throw, no retain, no bounds check beyond the one that
/// each step makes.
struct QuickReader {
    private let base: UnsafeRawPointer
    let end: Int
    var offset: Int

    /// Nil for no bytes. The buffer must outlive the reader.
    @inline(__always) init?(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        guard let base = bytes.baseAddress, offset <= bytes.count else { return nil }
        unsafe self.base = base
        end = bytes.count
        self.offset = offset
    }

    var isAtEnd: Bool { offset == end }

    // The loads below are within the buffer: each caller has compared with `end`.
    @inline(__always) func byte(_ index: Int) -> UInt8 { unsafe base.load(fromByteOffset: index, as: UInt8.self) }

    @inline(__always) func word<Word: FixedWidthInteger & BitwiseCopyable>(_ index: Int, _ type: Word.Type) -> Word {
        unsafe Word(bigEndian: base.loadUnaligned(fromByteOffset: index, as: type))
    }

    /// The next byte, 0xFF at the end (which begins no item of ours).
    @inline(__always) var next: UInt8 { offset < end ? byte(offset) : 0xFF }

    /// The value of a head of the major type, which must be 0–5.
    @inline(__always) mutating func head(_ major: UInt8) -> UInt64? {
        guard offset < end else { return nil }
        let first = byte(offset)
        guard first >> 5 == major else { return nil }
        let short = first & 31
        if short < 24 {
            offset += 1
            return UInt64(short)
        }
        let long = unsafe QuickReader.longHead(base, offset, end)
        guard long.next != 0 else { return nil }
        offset = long.next
        return long.value
    }

    /// The argument behind the head byte at `offset`, which is 24 or more, and where the next item stands; 0 there when
    /// it is not right.
    ///
    /// No method: a reader whose address is taken lives in memory, and every step then waits for the one before.
    @inline(never) static func longHead(_ base: UnsafeRawPointer, _ offset: Int, _ end: Int) -> (
        value: UInt64, next: Int
    ) {
        let start = offset + 1
        // Each load lies before `end`.
        switch unsafe base.load(fromByteOffset: offset, as: UInt8.self) & 31 {
        case 24 where end - start >= 1:
            let value = unsafe base.load(fromByteOffset: start, as: UInt8.self)
            return value >= 24 ? (UInt64(value), start + 1) : (0, 0)
        case 25 where end - start >= 2:
            let value = unsafe UInt16(bigEndian: base.loadUnaligned(fromByteOffset: start, as: UInt16.self))
            return value >= 0x100 ? (UInt64(value), start + 2) : (0, 0)
        case 26 where end - start >= 4:
            let value = unsafe UInt32(bigEndian: base.loadUnaligned(fromByteOffset: start, as: UInt32.self))
            return value >= 0x1_0000 ? (UInt64(value), start + 4) : (0, 0)
        case 27 where end - start >= 8:
            let value = unsafe UInt64(bigEndian: base.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            return value >= 0x1_0000_0000 && value <= UInt64(Int64.max) ? (value, start + 8) : (0, 0)
        default: return (0, 0)
        }
    }

    /// An integer of either sign.
    @inline(__always) mutating func integer() -> Int64? {
        if next < 0x20 { return head(0).map { Int64(bitPattern: $0) } }
        return head(1).map { -1 - Int64(bitPattern: $0) }
    }

    /// Passes over a string of the major type; where its bytes stand.
    @inline(__always) mutating func string(_ major: UInt8) -> Range<Int>? {
        guard let count = head(major), count <= UInt64(end - offset) else { return nil }
        let start = offset
        offset = start + Int(count)
        return start..<offset
    }

    /// Whether the next item is the unsigned integer below 24, which is passed over.
    @inline(__always) mutating func small(_ value: UInt8) -> Bool {
        guard next == value else { return false }
        offset += 1
        return true
    }
}
