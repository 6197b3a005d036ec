/// What stored text must be: valid UTF-8, Normalization Form C (Unicode UAX #15), without U+0000.
public enum TextCheck {
    /// The fault of a range of bytes, or nil. ASCII is settled eight bytes at a time.
    static func fault(_ bytes: RawSpan, _ range: Range<Int>) -> CBORError.Reason? {
        var index = range.lowerBound
        while range.upperBound - index >= 8 {
            // Within `range`, which the caller took from the span; any bit pattern is a UInt64.
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            // A byte with its top bit set is not ASCII; one that is zero borrows in the subtraction.
            if word & 0x8080_8080_8080_8080 != 0 { return slowFault(bytes, range) }
            if (word &- 0x0101_0101_0101_0101) & 0x8080_8080_8080_8080 != 0 { return .textHoldsNUL }
            index += 8
        }
        while index < range.upperBound {
            let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
            if byte >= 0x80 { return slowFault(bytes, range) }
            if byte == 0 { return .textHoldsNUL }
            index += 1
        }
        return nil
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
