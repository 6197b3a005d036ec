public import EventModel

/// Bytes that are hashed as they are written: SHA-256 over everything that was added, through a buffer of fixed size.
///
/// For digests of many small fields: a field costs a store, and the hash is fed some thousand bytes at a time. No
/// allocation after `init`.
public struct HashedBytes: ~Copyable {
    private var hasher = SHA256Hasher()
    private let buffer: UnsafeMutableRawPointer
    private var count = 0
    private static let capacity = 16_384
    /// The largest size of one field, besides bytes that go past the buffer.
    private static let fieldBytesMaximum = 512

    public init() { buffer = UnsafeMutableRawPointer.allocate(byteCount: HashedBytes.capacity, alignment: 16) }

    deinit { unsafe buffer.deallocate() }

    // Every store below is within the buffer: `reserve` has made room for it.

    @inline(__always) private mutating func reserve() {
        if count > HashedBytes.capacity - HashedBytes.fieldBytesMaximum { flush() }
    }

    private mutating func flush() {
        unsafe hasher.update(UnsafeRawBufferPointer(start: buffer, count: count))
        count = 0
    }

    @inline(__always) private mutating func put(_ byte: UInt8) {
        unsafe buffer.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    /// Unsigned LEB128: at most ten bytes.
    @inline(__always) private mutating func put(variable value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            put(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        put(UInt8(rest))
    }

    @inline(__always) private static func zigzag(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: (value << 1) ^ (value >> 63))
    }

    public mutating func byte(_ value: UInt8) {
        reserve()
        put(value)
    }

    /// Unsigned LEB128.
    public mutating func variable(_ value: UInt64) {
        reserve()
        put(variable: value)
    }

    /// LEB128, zigzag first.
    public mutating func signed(_ value: Int64) { variable(HashedBytes.zigzag(value)) }

    /// Signed values, one after another.
    public mutating func signed(_ values: Span<Int64>) {
        var start = 0
        while start < values.count {
            // At most ten bytes each.
            let end = min(values.count, start + HashedBytes.fieldBytesMaximum / 10)
            reserve()
            let part = values.extracting(start..<end)
            if !putSmall(part) { for index in part.indices { put(variable: HashedBytes.zigzag(part[index])) } }
            start = end
        }
    }

    /// Numbers of one byte each, which most are; false where one is longer, and then nothing was added.
    private mutating func putSmall(_ values: Span<Int64>) -> Bool {
        // One loop without a way out, which the compiler turns into vectors.
        var together: Int64 = 0
        let target = unsafe buffer + count
        values.withUnsafeBufferPointer { values in
            for index in 0..<values.count {
                let value = unsafe values[index]
                together |= value
                unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: value << 1), toByteOffset: index, as: UInt8.self)
            }
        }
        // Zigzag of 0 … 63 is twice the number; a negative one sets the highest bit.
        guard UInt64(bitPattern: together) < 64 else { return false }
        count += values.count
        return true
    }

    /// The bytes as they are.
    public mutating func append(_ bytes: RawSpan) {
        reserve()
        if bytes.byteCount > HashedBytes.fieldBytesMaximum {
            flush()
            return hasher.update(bytes)
        }
        bytes.withUnsafeBytes { bytes in
            unsafe UnsafeMutableRawBufferPointer(start: buffer + count, count: HashedBytes.fieldBytesMaximum)
                .copyMemory(from: bytes)
        }
        count += bytes.byteCount
    }

    public mutating func append(_ words: Bytes32) {
        let words = words.bigEndian
        append(words.span.bytes)
    }

    /// A length and the UTF-8.
    public mutating func text(_ value: String) {
        variable(UInt64(value.utf8.count))
        append(value.utf8.span.bytes)
    }

    /// The hash of everything that was added.
    public mutating func finish() -> Bytes32 {
        flush()
        return hasher.finish()
    }
}
