public import EventModel

/// A JSON text as a value; numbers keep their text, so that nothing passes through floating point.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    /// Members in their order; no name twice.
    case object([Member])

    public struct Member: Hashable, Sendable {
        public let name: String
        public let value: JSONValue
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// An object from pairs; a `nil` value leaves the member out.
    public static func object(pairs: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(pairs.compactMap { pair in pair.value.map { Member(pair.key, $0) } })
    }

    public static func integer(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }

    /// A figure: a decimal with at most two places, half up.
    public static func hours(_ value: Hours) -> JSONValue { .number(value.text) }

    /// A fact: a decimal where that is exact, else the text `h:mm` or `h:mm:ss`.
    public static func hours(exactly value: Hours) -> JSONValue {
        value.isDecimal ? .number(value.text) : .string(value.clock)
    }

    /// The member of an object; nil for other values and missing names.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// Whether two texts say the same: the order of an object's members means nothing (RFC 8259 §4), nor that tenths
    /// are written `1` or `1.0`.
    public func isEquivalent(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.allSatisfy { member in other[member.name].map { member.value.isEquivalent(to: $0) } ?? false }
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEquivalent(to: $1) }
        case (.number(let left), .number(let right)):
            left == right || Tenths.parse(left).map { $0 == Tenths.parse(right) } ?? false
        default: self == other
        }
    }

    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number when it is written as an integer that fits.
    public var integerValue: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text)
    }
}

extension JSONValue {
    /// RFC 8259 on one line, without blanks; no escape that is not needed.
    public var text: String {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the UTF-8 of the text.
    public func write(into bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let text): bytes.append(contentsOf: text.utf8)
        case .string(let text): JSONValue.write(text, into: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONValue.write(member.name, into: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(into: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Appends a text as a JSON string.
    public static func write(_ text: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        writeContent(text, into: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends what stands between the quotes of a JSON string: a text, or a part of one.
    public static func writeContent(_ text: String, into bytes: inout [UInt8]) {
        // Most texts hold nothing that must be escaped, and lie in one piece.
        let isWritten = text.utf8.withContiguousStorageIfAvailable { units in
            guard unsafe isPlain(UnsafeRawBufferPointer(units)) else { return false }
            unsafe bytes.append(contentsOf: units)
            return true
        }
        if isWritten != true { writeEscaped(text, into: &bytes) }
    }

    /// Eight bytes at a time.
    static func isPlain(_ units: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset + 8 <= units.count {
            if unsafe needsEscape(units.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) { return false }
            offset += 8
        }
        // The rest in front of bytes that need none.
        var rest: UInt64 = 0x2020_2020_2020_2020
        while offset < units.count {
            rest = rest << 8 | UInt64(unsafe units[offset])
            offset += 1
        }
        return !needsEscape(rest)
    }

    /// Whether any byte of a word is a quote, a backslash, a control character or DEL. A byte of a longer character,
    /// from 0x80 on, is none of them.
    private static func needsEscape(_ word: UInt64) -> Bool {
        let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        // The high bit of each byte that is zero, or stands above one that is: enough to find whether any is.
        func hasZeroByte(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }
        let controls = (word &- ones &* 0x20) & ~word & highs
        return controls | hasZeroByte(word ^ ones &* 0x22) | hasZeroByte(word ^ ones &* 0x5C)
            | hasZeroByte(word ^ ones &* 0x7F) != 0
    }

    private static func writeEscaped(_ text: String, into bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\"")])
            case UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\\")])
            case 0x0A: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
            case 0x0D: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
            case 0x09: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
            case 0..<0x20, 0x7F:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
    }
}

extension Hours {
    /// A fact in JSON: a number with at most two decimals, or a text such as `1:15`; nil for any other value.
    public init?(data value: JSONValue) {
        switch value {
        case .number(let text) where text.hasPrefix("-"):
            // JSON may write nothing as -0.
            guard Hours(decimal: text.dropFirst()) == .zero else { return nil }
            self = .zero
        case .number(let text): self.init(decimal: text)
        case .string(let text): self.init(clock: text)
        default: return nil
        }
    }
}
