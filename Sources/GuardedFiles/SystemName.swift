/// Names of files as texts: a name is bytes, and need not be UTF-8.
///
/// A byte that belongs to no character becomes a scalar of its own, from which the byte is made again.
enum SystemName {
    /// Scalars for private use, by the byte from 0x80 on. A name that has one itself gets its bytes escaped.
    private static let escapes: ClosedRange<UInt32> = 0x10_F780...0x10_F7FF
    private static let base: UInt32 = 0x10_F700

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        var rest = Array(bytes)[...]
        while let first = rest.first {
            if let scalar = scalar(at: rest) {
                scalars.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else if let escape = Unicode.Scalar(base + UInt32(first)) {
                scalars.append(escape)
                rest = rest.dropFirst()
            }
        }
        return String(scalars)
    }

    /// The character at the beginning; nil where there is none that stands for itself.
    private static func scalar(at bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        for width in 1...4 where width <= bytes.count {
            guard let text = String(validating: bytes.prefix(width), as: UTF8.self) else { continue }
            return text.unicodeScalars.first.flatMap { escapes.contains($0.value) ? nil : $0 }
        }
        return nil
    }

    /// The bytes of a name, for the system, with the 0 that ends them.
    static func bytes(_ name: String) -> [CChar] {
        var bytes: [UInt8] = []
        for scalar in name.unicodeScalars {
            if escapes.contains(scalar.value) {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value - base))
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return (bytes + [0]).map { CChar(bitPattern: $0) }
    }
}
