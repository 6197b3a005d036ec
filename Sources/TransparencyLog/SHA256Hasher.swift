internal import CLibcrypto
public import EventModel

/// SHA-256 (FIPS 180-4), piece by piece: `update` any number of times, then `finalize`.
///
/// A value of 112 bytes that lives on the stack: no allocation, and a copy is a saved state from which two hashes can
/// go on. libcrypto does the work. Every pointer it gets here is to bytes of the count given with it and lives for that
/// call, which is all that libcrypto asks; none of these calls can fail on a context that was started.
public struct SHA256Hasher: Sendable {
    private var context: SHA256_CTX

    public init() { self = SHA256Hasher.fresh }

    private init(context: SHA256_CTX) { self.context = context }

    /// The state before the first byte. Copying it costs less than asking libcrypto for it each time.
    private static let fresh = {
        var context = SHA256_CTX()
        _ = unsafe SHA256_Init(&context)
        return SHA256Hasher(context: context)
    }()

    /// Takes in the bytes of a span. O(bytes).
    public mutating func update(_ span: RawSpan) {
        unsafe span.withUnsafeBytes { bytes in unsafe update(bytes) }
    }

    public mutating func update(_ bytes: [UInt8]) { update(bytes.span.bytes) }

    public mutating func update(_ byte: UInt8) {
        var byte = byte
        _ = unsafe SHA256_Update(&context, &byte, 1)
    }

    public mutating func update(_ words: Bytes32) {
        let bigEndian = words.bigEndian
        unsafe withUnsafeBytes(of: bigEndian) { bytes in unsafe update(bytes) }
    }

    public mutating func update(_ words: Bytes16) {
        update(bigEndian: words.high)
        update(bigEndian: words.low)
    }

    /// Takes in eight bytes, most significant first: the way of every number in a hashed or signed message.
    public mutating func update(bigEndian number: UInt64) {
        var number = number.bigEndian
        _ = unsafe SHA256_Update(&context, &number, 8)
    }

    /// Takes in bytes that live until this returns; libcrypto keeps no pointer to them.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        _ = unsafe SHA256_Update(&context, bytes.baseAddress, bytes.count)
    }

    /// The hash of all that was taken in. This value stays as it was: more can be added and hashed again.
    public func finalize() -> Bytes32 {
        var last = self
        return last.finish()
    }

    /// `finalize` without the copy, for a value that is not used again.
    package mutating func finish() -> Bytes32 {
        var digest = BigEndianWords32(repeating: 0)
        unsafe withUnsafeMutableBytes(of: &digest) { bytes in
            // 32 bytes, as SHA256_Final wants them.
            _ = unsafe SHA256_Final(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
        }
        return Bytes32(bigEndian: digest)
    }
}

// MARK: - One call

extension SHA256Hasher {
    /// SHA-256 of a span. O(bytes), no allocation.
    public static func hash(_ span: RawSpan) -> Bytes32 {
        var hasher = SHA256Hasher()
        hasher.update(span)
        return hasher.finish()
    }

    /// SHA-256 of two spans, one after the other. O(bytes), no allocation.
    public static func hash(_ first: RawSpan, _ second: RawSpan) -> Bytes32 {
        var hasher = SHA256Hasher()
        hasher.update(first)
        hasher.update(second)
        return hasher.finish()
    }

    /// SHA-256 of one byte and a span. The first byte separates domains. O(bytes), no allocation.
    public static func hash(prefix: UInt8, _ span: RawSpan) -> Bytes32 {
        span.withUnsafeBytes { bytes in unsafe hash(prefix, bytes, UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    /// SHA-256 of one byte and two spans. O(bytes), no allocation.
    public static func hash(prefix: UInt8, _ first: RawSpan, _ second: RawSpan) -> Bytes32 {
        first.withUnsafeBytes { first in
            second.withUnsafeBytes { second in unsafe hash(prefix, first, second) }
        }
    }

    /// A message of up to so many bytes is laid out whole, with its padding, and hashed by one call.
    private static let wholeBytesMaximum = 1_024

    private static func hash(_ prefix: UInt8, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer)
        -> Bytes32
    {
        let count = 1 + first.count + second.count
        // FIPS 180-4 §5.1.1: a bit, zeros, and the length in eight bytes, to a multiple of 64.
        let padded = (count + 9 + 63) & ~63
        if padded > wholeBytesMaximum {
            var hasher = SHA256Hasher()
            hasher.update(prefix)
            unsafe hasher.update(first)
            unsafe hasher.update(second)
            return hasher.finish()
        }
        return withUnsafeTemporaryAllocation(byteCount: wholeBytesMaximum, alignment: 16) { message in
            // Everything below lies within the first `padded` bytes.
            unsafe message[0] = prefix
            unsafe UnsafeMutableRawBufferPointer(rebasing: message[1...]).copyMemory(from: first)
            unsafe UnsafeMutableRawBufferPointer(rebasing: message[(1 + first.count)...]).copyMemory(from: second)
            unsafe UnsafeMutableRawBufferPointer(rebasing: message[count..<padded]).initializeMemory(
                as: UInt8.self, repeating: 0)
            unsafe message[count] = 0x80
            unsafe message.storeBytes(of: UInt64(count * 8).bigEndian, toByteOffset: padded - 8, as: UInt64.self)
            return unsafe wholeBlocks(UnsafeRawBufferPointer(rebasing: message[..<padded]))
        }
    }

    /// The hash of a message whose padding is there: the state after its blocks, which libcrypto takes in where they
    /// lie.
    private static func wholeBlocks(_ blocks: UnsafeRawBufferPointer) -> Bytes32 {
        var hasher = SHA256Hasher()
        unsafe hasher.update(blocks)
        let words = hasher.context.h
        func pair(_ high: UInt32, _ low: UInt32) -> UInt64 { UInt64(high) << 32 | UInt64(low) }
        return Bytes32(
            first: Bytes16(high: pair(words.0, words.1), low: pair(words.2, words.3)),
            second: Bytes16(high: pair(words.4, words.5), low: pair(words.6, words.7)))
    }

    public static func hash(_ bytes: [UInt8]) -> Bytes32 { hash(bytes.span.bytes) }
    public static func hash(prefix: UInt8, _ bytes: [UInt8]) -> Bytes32 { hash(prefix: prefix, bytes.span.bytes) }
}

// MARK: - Words in memory order

/// Thirty-two bytes as libcrypto reads and writes them, without an array on the heap.
typealias BigEndianWords32 = InlineArray<4, UInt64>

extension Bytes32 {
    var bigEndian: BigEndianWords32 {
        [first.high.bigEndian, first.low.bigEndian, second.high.bigEndian, second.low.bigEndian]
    }

    init(bigEndian words: BigEndianWords32) {
        self.init(
            first: Bytes16(high: UInt64(bigEndian: words[0]), low: UInt64(bigEndian: words[1])),
            second: Bytes16(high: UInt64(bigEndian: words[2]), low: UInt64(bigEndian: words[3])))
    }

    /// Adds the 32 bytes to an array, without the arrays in between that `bytes` makes.
    func append(to array: inout [UInt8]) {
        let words = bigEndian
        unsafe withUnsafeBytes(of: words) { bytes in unsafe array.append(contentsOf: bytes) }
    }
}
