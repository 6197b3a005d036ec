extension RawSpan {
    /// The bytes, copied out. O(n).
    public var array: [UInt8] { withUnsafeBytes { unsafe Array($0) } }

    /// Appends the bytes. O(n).
    public func append(to array: inout [UInt8]) { withUnsafeBytes { unsafe array.append(contentsOf: $0) } }

    /// The bytes as text; what is not UTF-8 is replaced.
    public var text: String { withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }

    /// Whether the bytes are those of the array.
    public func elementsEqual(_ array: [UInt8]) -> Bool { byteCount == array.count && starts(with: array) }

    /// A 64-bit hash for a first comparison: equal bytes have equal hashes. It is not collision-resistant against
    /// chosen bytes. O(n).
    public var likeness: UInt64 {
        withUnsafeBytes { bytes in
            var (number, offset) = (UInt64(bytes.count), 0)
            func writeWord(_ word: UInt64) {
                number = (number ^ word) &* 0x9E37_79B9_7F4A_7C15
                number ^= number >> 29
            }
            while offset + 8 <= bytes.count {
                writeWord(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            while offset < bytes.count {
                writeWord(UInt64(unsafe bytes[offset]))
                offset += 1
            }
            return number
        }
    }

    /// Whether the bytes begin with those of the array.
    public func starts(with array: [UInt8]) -> Bool { withUnsafeBytes { unsafe $0.starts(with: array) } }
}
