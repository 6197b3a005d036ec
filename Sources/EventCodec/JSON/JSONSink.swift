public import EventModel

/// Receives a JSON document part by part, as bytes or as a value. The writer names each member before its value.
public protocol JSONSink {
    mutating func name(_ name: String)
    /// A name that needs no escapes.
    mutating func name(plain name: StaticString)
    mutating func null()
    mutating func bool(_ value: Bool)
    mutating func integer(_ value: Int64)
    mutating func unsigned(_ value: UInt64)
    /// As a decimal.
    mutating func tenths(_ value: Int)
    mutating func hundredths(_ value: Int)
    mutating func text(_ text: String)
    /// UTF-8 that needs no escapes.
    mutating func text(plain text: RawSpan)
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
    /// A member with what a body says (without a schema its keys are names), and its idempotency key; nothing, and
    /// false, where it cannot be read.
    mutating func body(named name: StaticString, _ body: RawSpan, _ schema: EventSchema?) -> (
        isRead: Bool, key: String?
    )
}

extension JSONSink {
    /// A figure: a decimal with at most two places, half up.
    public mutating func hours(_ value: Hours) {
        value.seconds % Hours.secondsOfTenth == 0 ? tenths(value.tenthsRounded) : hundredths(value.hundredthsRounded)
    }

    /// A fact: a decimal where that is exact, else the text `h:mm` or `h:mm:ss`.
    public mutating func hours(exactly value: Hours) { value.isDecimal ? hours(value) : text(value.clock) }

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
    /// The bytes before the document, then those written so far.
    public private(set) var bytes: [UInt8]
    /// Whether the next value or name stands behind one in the same object, array or line.
    private var isBehind = false

    /// Goes on behind bytes that are there: those of whole lines, or of nothing.
    public init(_ bytes: consuming [UInt8] = []) { self.bytes = bytes }

    /// With room for as many bytes.
    public init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// The bytes so far; the next part follows them, with a comma where one is due.
    public mutating func drain() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Lets a closure write a document behind bytes of others.
    @inline(__always) public static func write(to lines: inout [UInt8], _ body: (inout JSONBytes) -> Void) {
        var document = JSONBytes()
        swap(&document.bytes, &lines)
        body(&document)
        swap(&document.bytes, &lines)
    }

    /// Ends a line, behind which another document may follow.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        isBehind = false
    }

    /// A value of at most so many bytes, which a closure puts behind an address and counts; a comma goes before it
    /// where one is due.
    @inline(__always) private mutating func put(atMost most: Int, _ write: (UnsafeMutableRawPointer) -> Int) {
        let isBehind = isBehind
        bytes.append(atMost: most + 1) { place in
            guard isBehind else { return unsafe write(place) }
            unsafe place.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
            return unsafe 1 + write(place + 1)
        }
        self.isBehind = true
    }

    /// Puts the bytes between quotes, and a colon behind a name.
    @inline(__always) private mutating func put(quoted text: UnsafeRawBufferPointer, isName: Bool) {
        put(atMost: text.count + 3) { place in
            unsafe place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
            unsafe (place + 1).copyBytes(text)
            // `":` or `"`; the byte behind that is written over.
            unsafe (place + 1 + text.count).storeBytes(of: UInt16(0x3A22).littleEndian, as: UInt16.self)
            return text.count + (isName ? 3 : 2)
        }
        if isName { isBehind = false }
    }

    /// Puts the first `count` bytes of words, as they lie in memory.
    @inline(__always) private mutating func put(quoted words: RawSpan, _ count: Int) {
        words.withUnsafeBytes { unsafe put(quoted: UnsafeRawBufferPointer(rebasing: $0[..<count]), isName: false) }
    }

    private mutating func put(plain text: StaticString) {
        text.withUTF8Buffer { text in
            put(atMost: text.count) { place in
                unsafe place.copyBytes(UnsafeRawBufferPointer(text))
                return text.count
            }
        }
    }

    private mutating func comma() {
        if isBehind { bytes.append(UInt8(ascii: ",")) }
        isBehind = true
    }

    public mutating func name(_ name: String) {
        text(name, isName: true)
    }

    public mutating func name(plain name: StaticString) {
        name.withUTF8Buffer { unsafe put(quoted: UnsafeRawBufferPointer($0), isName: true) }
    }

    public mutating func null() { put(plain: "null") }
    public mutating func bool(_ value: Bool) { put(plain: value ? "true" : "false") }

    public mutating func integer(_ value: Int64) {
        if value >= 0 { return unsigned(UInt64(value)) }
        comma()
        bytes.append(contentsOf: String(value).utf8)
    }

    public mutating func unsigned(_ value: UInt64) {
        guard value < 100_000_000 else {
            comma()
            return bytes.append(contentsOf: String(value).utf8)
        }
        put(atMost: 8) { place in
            let (word, count) = Digits.word(value)
            unsafe place.storeBytes(of: word, as: UInt64.self)
            return count
        }
    }

    public mutating func hundredths(_ value: Int) {
        comma()
        bytes.append(contentsOf: Digits.hundredths(value).utf8)
    }

    public mutating func tenths(_ value: Int) {
        guard value >= 0, value < 100_000_000 else {
            comma()
            return Digits.writeTenths(value, into: &bytes)
        }
        put(atMost: 10) { place in
            let (word, count) = Digits.word(UInt64(value / 10))
            unsafe place.storeBytes(of: word, as: UInt64.self)
            // "." and the tenth.
            unsafe (place + count).storeBytes(of: (0x302E + UInt16(value % 10) << 8).littleEndian, as: UInt16.self)
            return count + 2
        }
    }

    public mutating func text(_ text: String) { self.text(text, isName: false) }

    private mutating func text(_ text: String, isName: Bool) {
        // Most texts hold nothing that must be escaped, and lie in one piece.
        let isWritten = text.utf8.withContiguousStorageIfAvailable { units in
            let units = UnsafeRawBufferPointer(units)
            guard unsafe JSONValue.isPlain(units) else { return false }
            unsafe put(quoted: units, isName: isName)
            return true
        }
        if isWritten == true { return }
        comma()
        JSONValue.write(text, into: &bytes)
        if isName {
            bytes.append(UInt8(ascii: ":"))
            isBehind = false
        }
    }

    /// A text that a closure appends, in which nothing must be escaped.
    public mutating func text(plain write: (inout [UInt8]) -> Void) { quoted(write) }

    public mutating func text(plain text: RawSpan) { text.withUnsafeBytes { unsafe put(quoted: $0, isName: false) } }

    public mutating func date(_ date: CivilDate) {
        guard let (start, day) = date.digitWords else { return quoted { date.write(into: &$0) } }
        let words: InlineArray<2, UInt64> = [start.bigEndian, (UInt64(day) << 48).bigEndian]
        put(quoted: words.span.bytes, 10)
    }

    public mutating func instant(_ instant: Instant) {
        guard let (words, count) = instant.digitWords else { return quoted { instant.write(into: &$0) } }
        put(quoted: words.span.bytes, count)
    }

    public mutating func hex(_ bytes: RawSpan) {
        quoted { digits in bytes.withUnsafeBytes { unsafe Hex.write($0, into: &digits) } }
    }

    public mutating func hex(_ bytes: Bytes16) {
        let words = bytes.hexWords
        put(quoted: words.span.bytes, 32)
    }

    public mutating func hex(_ bytes: Bytes32) {
        let words = bytes.hexWords
        put(quoted: words.span.bytes, 64)
    }

    /// As base64, RFC 4648 §4.
    public mutating func base64(_ bytes: RawSpan) { quoted { Base64.write(bytes, into: &$0) } }

    private mutating func quoted(_ write: (inout [UInt8]) -> Void) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        write(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func beginObject() { begin(UInt8(ascii: "{")) }
    public mutating func endObject() { end(UInt8(ascii: "}")) }
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    private mutating func begin(_ bracket: UInt8) {
        comma()
        bytes.append(bracket)
        isBehind = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        isBehind = true
    }

    public mutating func value(_ value: JSONValue) {
        comma()
        value.write(into: &bytes)
    }

    /// A value that has been written.
    public mutating func value(written value: ArraySlice<UInt8>) {
        comma()
        bytes.append(contentsOf: value)
    }

    public mutating func body(named name: StaticString, _ body: RawSpan, _ schema: EventSchema?) -> (
        isRead: Bool, key: String?
    ) {
        let (start, isBehind) = (bytes.count, isBehind)
        self.name(plain: name)
        do throws(CBORError) { return (true, try BodyView.write(body, schema, to: &self)) } catch {
            bytes.removeLast(bytes.count - start)
            self.isBehind = isBehind
            return (false, nil)
        }
    }
}

extension [UInt8] {
    /// Appends at most so many bytes, which a closure puts behind an address and counts.
    @inline(__always) mutating func append(atMost most: Int, _ write: (UnsafeMutableRawPointer) -> Int) {
        append(addingCapacity: most) { output in
            output.withUnsafeMutableBufferPointer { buffer, count in
                guard let start = buffer.baseAddress else { preconditionFailure("there is room") }
                let written = unsafe write(UnsafeMutableRawPointer(start + count))
                precondition(written <= most)
                count += written
            }
        }
    }
}

extension UnsafeMutableRawPointer {
    /// Copies all the bytes.
    @inline(__always) fileprivate func copyBytes(_ text: UnsafeRawBufferPointer) {
        guard let start = text.baseAddress else { return }
        unsafe copyMemory(from: start, byteCount: text.count)
    }
}

/// A JSON document as a value.
package struct JSONTree: JSONSink {
    private var whole: JSONValue?
    /// The members of what is open, the outermost first; elements of arrays have no names.
    private var open: [[JSONValue.Member]] = []
    /// The names of what is open.
    private var names: [String] = []
    private var next = ""

    package init() {}

    /// The document, once it is complete (a `precondition`).
    package var value: JSONValue {
        guard let whole else { preconditionFailure("a document is written whole") }
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

    package mutating func name(_ name: String) { next = name }
    package mutating func name(plain name: StaticString) {
        next = name.withUTF8Buffer { unsafe String(decoding: $0, as: UTF8.self) }
    }
    package mutating func null() { add(.null) }
    package mutating func bool(_ value: Bool) { add(.bool(value)) }
    package mutating func integer(_ value: Int64) { add(.integer(value)) }
    package mutating func unsigned(_ value: UInt64) { add(.integer(value)) }
    package mutating func tenths(_ value: Int) { add(.number(Digits.tenths(value))) }
    package mutating func hundredths(_ value: Int) { add(.number(Digits.hundredths(value))) }
    package mutating func text(_ text: String) { add(.string(text)) }
    package mutating func text(plain text: RawSpan) {
        text.withUnsafeBytes { unsafe add(.string(String(decoding: $0, as: UTF8.self))) }
    }
    package mutating func date(_ date: CivilDate) { add(.string(date.description)) }
    package mutating func instant(_ instant: Instant) { add(.string(instant.description)) }

    package mutating func hex(_ bytes: RawSpan) {
        var digits: [UInt8] = []
        bytes.withUnsafeBytes { unsafe Hex.write($0, into: &digits) }
        add(.string(String(decoding: digits, as: UTF8.self)))
    }

    package mutating func hex(_ bytes: Bytes16) { add(.string(bytes.hex)) }
    package mutating func hex(_ bytes: Bytes32) { add(.string(bytes.hex)) }

    package mutating func beginObject() { begin() }
    package mutating func endObject() { end { .object($0) } }
    package mutating func beginArray() { begin() }
    package mutating func endArray() { end { .array($0.map(\.value)) } }

    package mutating func body(named name: StaticString, _ body: RawSpan, _ schema: EventSchema?) -> (
        isRead: Bool, key: String?
    ) {
        var data = JSONTree()
        do throws(CBORError) {
            let key = try BodyView.write(body, schema, to: &data)
            self.name(plain: name)
            add(data.value)
            return (true, key)
        } catch { return (false, nil) }
    }
}
