/// Reads the common forms of deterministic CBOR without a report of what is wrong: every step says only whether it held.
///
/// What it accepts, `CBORReader` accepts with the same values; what it leaves, `CBORReader` judges and names. It exists because a fold
/// of a whole log spends most of its time here: no throw, no retain, no bounds check beyond the one that each step makes.
struct QuickReader {
    private let base: UnsafeRawPointer
    let end: Int
    var offset: Int

    /// Nil for no bytes. The buffer must outlive the reader.
    init?(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
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
        return longHead(short)
    }

    private mutating func longHead(_ short: UInt8) -> UInt64? {
        let rest = end - offset - 1
        switch short {
        case 24 where rest >= 1:
            let value = byte(offset + 1)
            guard value >= 24 else { return nil }
            offset += 2
            return UInt64(value)
        case 25 where rest >= 2:
            let value = word(offset + 1, UInt16.self)
            guard value >= 0x100 else { return nil }
            offset += 3
            return UInt64(value)
        case 26 where rest >= 4:
            let value = word(offset + 1, UInt32.self)
            guard value >= 0x1_0000 else { return nil }
            offset += 5
            return UInt64(value)
        case 27 where rest >= 8:
            let value = word(offset + 1, UInt64.self)
            guard value >= 0x1_0000_0000, value <= UInt64(Int64.max) else { return nil }
            offset += 9
            return value
        default: return nil
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
