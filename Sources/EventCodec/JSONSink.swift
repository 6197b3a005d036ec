public import EventModel

/// Takes a JSON document part by part: its bytes, or its value. Who tells it names each member before its value.
public protocol JSONSink {
    mutating func name(_ name: String)
    /// As above, one in which nothing must be escaped.
    mutating func name(plain name: StaticString)
    mutating func null()
    mutating func bool(_ value: Bool)
    mutating func integer(_ value: Int64)
    mutating func unsigned(_ value: UInt64)
    /// As a decimal.
    mutating func tenths(_ value: Int)
    mutating func text(_ text: String)
    mutating func date(_ date: CivilDate)
    mutating func instant(_ instant: Instant)
    /// As hexadecimal digits.
    mutating func hex(_ bytes: RawSpan)
    mutating func hex(_ bytes: Bytes16)
    mutating func hex(_ bytes: Bytes32)
    mutating func beginObject()
    mutating func endObject()
    mutating func beginArray()
    mutating func endArray()
    /// A member with what a body says (without a schema its keys are names), and its idempotency key; nothing, and false, where it cannot be read.
    mutating func body(named name: StaticString, _ body: RawSpan, _ schema: EventSchema?) -> (isRead: Bool, key: String?)
}

extension JSONSink {
    public mutating func text(named name: StaticString, _ text: String?) {
        guard let text else { return }
        self.name(plain: name)
        self.text(text)
    }

    public mutating func hex(named name: StaticString, _ id: EventID?) {
        guard let id else { return }
        self.name(plain: name)
        hex(id.words)
    }

    public mutating func unsigned(named name: StaticString, _ value: UInt64) {
        self.name(plain: name)
        unsigned(value)
    }

    public mutating func instant(named name: StaticString, _ value: Instant) {
        self.name(plain: name)
        instant(value)
    }
}

/// A JSON document as its bytes: RFC 8259 on one line, without blanks, as `JSONValue.text`.
public struct JSONBytes: JSONSink {
    /// What was told so far, behind what was there.
    public private(set) var bytes: [UInt8]

    /// Goes on behind bytes that are there: those of whole lines, or of nothing.
    public init(_ bytes: consuming [UInt8] = []) { self.bytes = bytes }

    /// With room for as many bytes.
    public init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Ends a line, behind which another document may follow.
    public mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

    /// A comma where something stands before.
    private mutating func begin() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\n"): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    public mutating func name(_ name: String) {
        text(name)
        bytes.append(UInt8(ascii: ":"))
    }

    public mutating func name(plain name: StaticString) {
        begin()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
        JSONBytes.nameEnd.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    private static let nameEnd: StaticString = "\":"

    public mutating func null() {
        begin()
        bytes.append(contentsOf: "null".utf8)
    }

    public mutating func bool(_ value: Bool) {
        begin()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    public mutating func integer(_ value: Int64) {
        begin()
        if value >= 0 { Digits.write(Int(value), into: &bytes) } else { bytes.append(contentsOf: String(value).utf8) }
    }

    public mutating func unsigned(_ value: UInt64) {
        begin()
        if value <= UInt64(Int.max) { Digits.write(Int(value), into: &bytes) } else { bytes.append(contentsOf: String(value).utf8) }
    }

    public mutating func tenths(_ value: Int) {
        begin()
        Digits.writeTenths(value, into: &bytes)
    }

    public mutating func text(_ text: String) {
        begin()
        JSONValue.write(text, into: &bytes)
    }

    public mutating func date(_ date: CivilDate) { quoted { date.write(into: &$0) } }
    public mutating func instant(_ instant: Instant) { quoted { instant.write(into: &$0) } }
    public mutating func hex(_ bytes: RawSpan) { quoted { digits in bytes.withUnsafeBytes { unsafe Hex.write($0, into: &digits) } } }
    public mutating func hex(_ bytes: Bytes16) { quoted { bytes.writeHex(into: &$0) } }
    public mutating func hex(_ bytes: Bytes32) { quoted { bytes.writeHex(into: &$0) } }
    /// As base64, RFC 4648 §4.
    public mutating func base64(_ bytes: RawSpan) { quoted { Base64.write(bytes, into: &$0) } }

    private mutating func quoted(_ write: (inout [UInt8]) -> Void) {
        begin()
        bytes.append(UInt8(ascii: "\""))
        write(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func beginObject() {
        begin()
        bytes.append(UInt8(ascii: "{"))
    }

    public mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

    public mutating func beginArray() {
        begin()
        bytes.append(UInt8(ascii: "["))
    }

    public mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

    public mutating func value(_ value: JSONValue) {
        begin()
        value.write(into: &bytes)
    }

    public mutating func body(named name: StaticString, _ body: RawSpan, _ schema: EventSchema?) -> (isRead: Bool, key: String?) {
        let start = bytes.count
        self.name(plain: name)
        do throws(CBORError) { return (true, try BodyView.tell(body, schema, to: &self)) } catch {
            bytes.removeLast(bytes.count - start)
            return (false, nil)
        }
    }
}

/// A JSON document as a value.
public struct JSONTree: JSONSink {
    private var whole: JSONValue?
    /// The members of what is open, the outermost first; elements of arrays have no names.
    private var open: [[JSONValue.Member]] = []
    /// The names of what is open.
    private var names: [String] = []
    private var next = ""

    public init() {}

    /// The document, once it was told whole (a `precondition`).
    public var value: JSONValue {
        guard let whole else { preconditionFailure("a document is told whole") }
        return whole
    }

    private mutating func add(_ value: JSONValue) {
        if open.isEmpty { whole = value } else { open[open.count - 1].append(.init(next, value)) }
    }

    private mutating func begin() {
        names.append(next)
        next = ""
        open.append([])
    }

    private mutating func end(_ value: ([JSONValue.Member]) -> JSONValue) {
        next = names.removeLast()
        let members = open.removeLast()
        add(value(members))
    }

    public mutating func name(_ name: String) { next = name }
    public mutating func name(plain name: StaticString) { next = name.withUTF8Buffer { unsafe String(decoding: $0, as: UTF8.self) } }
    public mutating func null() { add(.null) }
    public mutating func bool(_ value: Bool) { add(.bool(value)) }
    public mutating func integer(_ value: Int64) { add(.integer(value)) }
    public mutating func unsigned(_ value: UInt64) { add(.integer(value)) }
    public mutating func tenths(_ value: Int) { add(.number(Digits.tenths(value))) }
    public mutating func text(_ text: String) { add(.string(text)) }
    public mutating func date(_ date: CivilDate) { add(.string(date.description)) }
    public mutating func instant(_ instant: Instant) { add(.string(instant.description)) }

    public mutating func hex(_ bytes: RawSpan) {
        var digits: [UInt8] = []
        bytes.withUnsafeBytes { unsafe Hex.write($0, into: &digits) }
        add(.string(String(decoding: digits, as: UTF8.self)))
    }

    public mutating func hex(_ bytes: Bytes16) { add(.string(bytes.hex)) }
    public mutating func hex(_ bytes: Bytes32) { add(.string(bytes.hex)) }

    public mutating func beginObject() { begin() }
    public mutating func endObject() { end { .object($0) } }
    public mutating func beginArray() { begin() }
    public mutating func endArray() { end { .array($0.map(\.value)) } }

    public mutating func body(named name: StaticString, _ body: RawSpan, _ schema: EventSchema?) -> (isRead: Bool, key: String?) {
        var data = JSONTree()
        do throws(CBORError) {
            let key = try BodyView.tell(body, schema, to: &data)
            self.name(plain: name)
            add(data.value)
            return (true, key)
        } catch { return (false, nil) }
    }
}
