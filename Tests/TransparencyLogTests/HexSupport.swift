import EventModel
import Testing

/// The bytes of a literal; a wrong literal is a bug of the test.
func bytes(_ hex: String) -> [UInt8] {
    guard let result = Hex.decode(hex) else { preconditionFailure("not hexadecimal: \(hex)") }
    return result
}

func words(_ hex: String) -> Bytes32 {
    guard let result = Bytes32(hex: hex) else { preconditionFailure("not 32 bytes: \(hex)") }
    return result
}

func origin(_ hex: String) -> OriginID {
    guard let result = OriginID(hex: hex) else { preconditionFailure("not 16 bytes: \(hex)") }
    return result
}

extension Bytes32 {
    /// The same 256 bits but one, counted from the first.
    func flipping(bit: Int) -> Bytes32 {
        var changed = bytes
        changed[bit / 8] ^= 0x80 >> UInt8(bit % 8)
        guard let result = Bytes32(bytes: changed) else { preconditionFailure("32 bytes are 32 bytes") }
        return result
    }
}
