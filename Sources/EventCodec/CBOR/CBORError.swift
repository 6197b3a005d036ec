/// Why bytes are not deterministic CBOR of our profile (docs/format.md §1), and where the reader stood.
public struct CBORError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Each reason is a sentence about the fault; the raw values are stable.
    public enum Reason: String, Sendable, CaseIterable {
        case endsEarly = "ends in the middle of an item"
        case trailingBytes = "bytes follow the item"
        case headNotShortest = "a head is longer than it need be"
        case indefiniteLength = "an indefinite length"
        case reservedHead = "a reserved head"
        case tag = "a tag"
        case floatingPoint = "a floating point number"
        case simpleValue = "a simple value other than false, true and null"
        case integerRange = "an integer beyond 64 bits with a sign"
        case textNotUTF8 = "text that is not UTF-8"
        case textNotNFC = "text that is not in Normalization Form C"
        case textHoldsNUL = "text that holds U+0000"
        case keyOrder = "map keys out of order or twice"
        case keyType = "a map key that is neither an unsigned integer nor text, or both kinds in one map"
        case nesting = "nesting deeper than 8"
        case typeExpected = "another type than expected"
        case tooLong = "longer than its limit"
        case fieldMissing = "a field is missing"
        case fieldUnknown = "a field that is not known"
        case fieldValue = "a field with a value that is not allowed"
    }

    public let reason: Reason
    /// Bytes from the start of what was read.
    public let offset: Int

    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    public var description: String { "\(reason.rawValue) at byte \(offset)" }
}
