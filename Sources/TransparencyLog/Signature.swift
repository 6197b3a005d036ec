public import EventModel

/// An Ed25519 signature, 64 bytes: R, then S (RFC 8032 §5.1.6).
///
/// Deliberately not `Hashable`: a signature's bytes are never an identity, since one key can make many for one message.
public struct Signature: Equatable, Sendable {
    /// The encoded point R.
    public let point: Bytes32
    /// The scalar S, least significant byte first.
    public let scalar: Bytes32

    /// A signature from 64 bytes; nil for any other length. Only `VerifyingKey.isValid` checks what it signs.
    public init?(bytes: some Collection<UInt8>) {
        guard let point = Bytes32(bytes: bytes.prefix(32)), let scalar = Bytes32(bytes: bytes.dropFirst(32)) else {
            return nil
        }
        self.point = point
        self.scalar = scalar
    }

    public var bytes: [UInt8] { point.bytes + scalar.bytes }

    /// Whether S < L, the order of the base point. Without this rule S + L would sign the same message (RFC 8032
    /// §5.1.7).
    package var hasReducedScalar: Bool { scalar.reversedBytes < Signature.order }

    /// L = 2²⁵² + 27742317777372353535851937790883648493, most significant byte first.
    private static let order = Bytes32(
        first: Bytes16(high: 0x1000_0000_0000_0000, low: 0x0000_0000_0000_0000),
        second: Bytes16(high: 0x14DE_F9DE_A2F7_9CD6, low: 0x5812_631A_5CF5_D3ED))
}

extension Bytes32 {
    /// The same bytes in the other order: RFC 8032 writes numbers least significant byte first, `Bytes32` compares the
    /// other way.
    var reversedBytes: Bytes32 {
        Bytes32(
            first: Bytes16(high: second.low.byteSwapped, low: second.high.byteSwapped),
            second: Bytes16(high: first.low.byteSwapped, low: first.high.byteSwapped))
    }
}
