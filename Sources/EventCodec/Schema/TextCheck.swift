/// The rules of stored text: valid UTF-8, Normalization Form C (Unicode UAX #15), without U+0000.
public enum TextCheck {
    /// The fault of a range of bytes, or nil.
    static func fault(_ bytes: RawSpan, _ range: Range<Int>) -> CBORError.Reason? {
        bytes.withUnsafeBytes { unsafe isPlain($0, range) } ? nil : slowFault(bytes, range)
    }

    /// Whether the range is sure to be right: ASCII without U+0000, Latin letters below U+0300, Cyrillic ones below
    /// U+0480, and the dashes, quotes and signs of money of U+2002–203F and U+2080–20BF. None of these combines with
    /// another, and none decomposes away (UAX #15; a test tries every pair). False says nothing. The range lies within
    /// the buffer.
    @inline(__always) static func isPlain(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        guard let base = bytes.baseAddress else { return range.isEmpty }
        return unsafe isASCII(base, range, bytes.count) || isPlainByScalars(base, range)
    }

    /// 0 for eight bytes of ASCII of which none is zero (a zero borrows in the subtraction).
    @inline(__always) private static func other(_ word: UInt64) -> UInt64 {
        (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080
    }

    /// Whether the range is ASCII without U+0000; `end` is how far the buffer goes.
    @inline(__always) private static func isASCII(_ base: UnsafeRawPointer, _ range: Range<Int>, _ end: Int) -> Bool {
        // Eight bytes at a time; the last eight may overlap those before.
        let (start, count) = (range.lowerBound, range.count)
        if count >= 8 {
            var found = unsafe other(base.loadUnaligned(fromByteOffset: range.upperBound - 8, as: UInt64.self))
            var index = start
            while range.upperBound - index > 8 {
                unsafe found |= other(base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                index += 8
            }
            return found == 0
        }
        if end - start >= 8 {
            // Bytes behind the range count as spaces.
            let mask = (1 &<< UInt64(8 * count)) &- 1 as UInt64
            let word = unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            return other(word & mask | 0x2020_2020_2020_2020 & ~mask) == 0
        }
        return unsafe isPlainByScalars(base, range)
    }

    private static func isPlainByScalars(_ base: UnsafeRawPointer, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while true {
            while range.upperBound - index >= 8,
                unsafe other(base.loadUnaligned(fromByteOffset: index, as: UInt64.self)) == 0
            { index += 8 }
            if index == range.upperBound { return true }
            let byte = unsafe base.load(fromByteOffset: index, as: UInt8.self)
            if byte < 0x80 {
                if byte == 0 { return false }
                index += 1
            } else {
                let count = unsafe plainScalarCount(base, index, range.upperBound)
                if count == 0 { return false }
                index += count
            }
        }
    }

    /// The bytes of a plain scalar above ASCII at the index, which is below the end; 0 for any other.
    private static func plainScalarCount(_ base: UnsafeRawPointer, _ index: Int, _ end: Int) -> Int {
        func byte(_ offset: Int) -> UInt8 {
            unsafe index + offset < end ? base.load(fromByteOffset: index + offset, as: UInt8.self) : 0
        }
        switch (byte(0), byte(1)) {
        case (0xC2...0xCB, 0x80...0xBF), (0xD0...0xD1, 0x80...0xBF): return 2
        case (0xE2, 0x80): return (0x82...0xBF).contains(byte(2)) ? 3 : 0
        case (0xE2, 0x82): return (0x80...0xBF).contains(byte(2)) ? 3 : 0
        default: return 0
        }
    }

    private static func slowFault(_ bytes: RawSpan, _ range: Range<Int>) -> CBORError.Reason? {
        bytes.extracting(range).withUnsafeBytes { buffer -> CBORError.Reason? in
            if unsafe buffer.contains(0) { return .textHoldsNUL }
            // The buffer lives until the closure returns, and so does the span over it.
            let span = unsafe Span(_unsafeBytes: buffer) as Span<UInt8>
            // Where it fails says no more than that it does.
            guard var utf8 = try? UTF8Span(validating: span) else { return .textNotUTF8 }
            return utf8.checkForNFC(quickCheck: false) ? nil : .textNotNFC
        }
    }

    /// Whether a string may be stored as it is.
    public static func isStorable(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            let bytes = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(utf8))
            return fault(bytes, 0..<utf8.count) == nil
        }
    }
}
