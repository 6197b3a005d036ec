/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A phrase that follows "not JSON: ".
    public let reason: String
    /// Bytes from the start.
    public let offset: Int
    public var description: String { "\(reason) at byte \(offset)" }
}

/// Reads one JSON text (RFC 8259), strictly: no name twice in an object, nesting at most 32, valid UTF-8, whole
/// surrogate pairs.
public struct JSONParser {
    private let bytes: [UInt8]
    private var index = 0

    /// Throws `JSONError` where the first fault stands. O(n).
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes: bytes)
        parser.skipBlanks()
        let value = try parser.value(depth: 1)
        parser.skipBlanks()
        guard parser.index == bytes.count else { throw parser.error("text after the value") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func error(_ reason: String) -> JSONError { JSONError(reason: reason, offset: index) }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= 32 else { throw error("nesting deeper than 32") }
        guard let byte = next else { throw error("the text ends early") }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for expected in text.description.utf8 {
            guard next == expected else { throw error("an unknown word") }
            index += 1
        }
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        index += 1
        var members: [JSONValue.Member] = []
        var names = Set<String>()
        skipBlanks()
        if next == UInt8(ascii: "}") {
            index += 1
            return .object([])
        }
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw error("a member's name is missing") }
            let name = try string()
            guard names.insert(name).inserted else { throw error("the name \"\(name.prefix(40))\" stands twice") }
            skipBlanks()
            guard next == UInt8(ascii: ":") else { throw error("a colon is missing") }
            index += 1
            skipBlanks()
            members.append(.init(name, try value(depth: depth + 1)))
            skipBlanks()
            if next == UInt8(ascii: ",") {
                index += 1
            } else if next == UInt8(ascii: "}") {
                index += 1
                return .object(members)
            } else {
                throw error("a comma or a closing brace is missing")
            }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        index += 1
        var values: [JSONValue] = []
        skipBlanks()
        if next == UInt8(ascii: "]") {
            index += 1
            return .array([])
        }
        while true {
            skipBlanks()
            values.append(try value(depth: depth + 1))
            skipBlanks()
            if next == UInt8(ascii: ",") {
                index += 1
            } else if next == UInt8(ascii: "]") {
                index += 1
                return .array(values)
            } else {
                throw error("a comma or a closing bracket is missing")
            }
        }
    }

    private mutating func number() throws(JSONError) -> String {
        let start = index
        if next == UInt8(ascii: "-") { index += 1 }
        let leading = next
        let integerDigits = try digits()
        if leading == UInt8(ascii: "0"), integerDigits > 1 { throw error("a number with a leading zero") }
        if next == UInt8(ascii: ".") {
            index += 1
            _ = try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            index += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
            _ = try digits()
        }
        guard index - start <= 64 else { throw error("a number longer than 64 characters") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) -> Int {
        let start = index
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw error("neither a value nor a number") }
        return index - start
    }

    private mutating func string() throws(JSONError) -> String {
        index += 1
        var content: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw error("text that is not UTF-8")
                }
                return text
            case UInt8(ascii: "\\"):
                index += 1
                try escape(into: &content)
            case 0..<0x20: throw error("a control character in text")
            default:
                content.append(byte)
                index += 1
            }
        }
        throw error("text that does not end")
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw error("text that does not end") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content.append(contentsOf: String(try scalar()).utf8)
        default: throw error("an unknown escape")
        }
    }

    private mutating func scalar() throws(JSONError) -> Character {
        let first = try codeUnit()
        if (0xD800...0xDBFF).contains(first) {
            guard next == UInt8(ascii: "\\") else { throw error("half a surrogate pair") }
            index += 1
            guard next == UInt8(ascii: "u") else { throw error("half a surrogate pair") }
            index += 1
            let second = try codeUnit()
            guard (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            else { throw error("half a surrogate pair") }
            return Character(scalar)
        }
        guard let scalar = Unicode.Scalar(first) else { throw error("half a surrogate pair") }
        return Character(scalar)
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        guard index + 4 <= bytes.count else { throw error("an escape that ends early") }
        var value: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[index] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[index] - UInt8(ascii: "A") + 10
            default: throw error("an escape with a wrong digit")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}
