extension RawSpan {
    /// The bytes, copied out. O(n).
    public var array: [UInt8] { withUnsafeBytes { unsafe Array($0) } }

    /// Appends the bytes. O(n).
    public func append(to array: inout [UInt8]) { withUnsafeBytes { unsafe array.append(contentsOf: $0) } }

    /// The bytes as text; what is not UTF-8 is replaced.
    public var text: String { withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }

    /// Whether the bytes are those of the array.
    public func elementsEqual(_ array: [UInt8]) -> Bool { byteCount == array.count && starts(with: array) }

    /// Whether the bytes begin with those of the array.
    public func starts(with array: [UInt8]) -> Bool { withUnsafeBytes { unsafe $0.starts(with: array) } }
}
