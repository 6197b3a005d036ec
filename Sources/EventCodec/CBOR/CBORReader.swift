public import EventModel

/// Reads deterministic CBOR (docs/format.md §1) from borrowed bytes and refuses every other form.
///
/// No allocation except where a `String` or an array is asked for. After an error the reader's place is undefined.
public struct CBORReader: ~Escapable {
    public let bytes: RawSpan
    public private(set) var offset: Int

    /// Of all the bytes.
    @_lifetime(copy bytes)
    public init(_ bytes: RawSpan) {
        self.bytes = bytes
        offset = 0
    }

    /// From an offset that lies in the bytes or at their end (a `precondition`).
    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan, at offset: Int) {
        precondition(offset >= 0 && offset <= bytes.byteCount)
        self.bytes = bytes
        self.offset = offset
    }

    public var isAtEnd: Bool { offset == bytes.byteCount }

    /// Throws unless everything has been read.
    public func finish() throws(CBORError) {
        if !isAtEnd { throw CBORError(.trailingBytes, at: offset) }
    }

    /// The major type (0–7) of the next item.
    public func peekMajor() throws(CBORError) -> UInt8 {
        guard offset < bytes.byteCount else { throw CBORError(.endsEarly, at: offset) }
        return byte(offset) >> 5
    }

    public func nextIsNull() -> Bool { offset < bytes.byteCount && byte(offset) == 0xF6 }

    public mutating func unsigned() throws(CBORError) -> UInt64 {
        let start = offset
        let (major, value) = try head()
        guard major == 0 else { throw CBORError(.typeExpected, at: start) }
        guard value <= UInt64(Int64.max) else { throw CBORError(.integerRange, at: start) }
        return value
    }

    public mutating func integer() throws(CBORError) -> Int64 {
        let start = offset
        let (major, value) = try head()
        guard major <= 1 else { throw CBORError(.typeExpected, at: start) }
        guard value <= UInt64(Int64.max) else { throw CBORError(.integerRange, at: start) }
        return major == 0 ? Int64(value) : -1 - Int64(value)
    }

    public mutating func bool() throws(CBORError) -> Bool {
        guard offset < bytes.byteCount else { throw CBORError(.endsEarly, at: offset) }
        switch byte(offset) {
        case 0xF4: offset += 1; return false
        case 0xF5: offset += 1; return true
        default: throw CBORError(.typeExpected, at: offset)
        }
    }

    public mutating func null() throws(CBORError) {
        guard nextIsNull() else { throw CBORError(.typeExpected, at: offset) }
        offset += 1
    }

    /// The number of items of an array, which follow.
    public mutating func array() throws(CBORError) -> Int { try container(4, itemBytesMinimum: 1) }

    /// The number of pairs of a map, which follow; the caller reads keys in ascending order through `MapKeys` or
    /// `skip`.
    public mutating func map() throws(CBORError) -> Int { try container(5, itemBytesMinimum: 2) }

    /// The bytes of a byte string, borrowed.
    @_lifetime(copy self)
    public mutating func data() throws(CBORError) -> RawSpan {
        let range = try string(2)
        return bytes.extracting(range)
    }

    public mutating func data(count: Int) throws(CBORError) -> [UInt8] {
        let start = offset
        let range = try string(2)
        guard range.count == count else { throw CBORError(.fieldValue, at: start) }
        return copy(range)
    }

    public mutating func bytes16() throws(CBORError) -> Bytes16 {
        let start = offset
        let range = try string(2)
        guard range.count == 16 else { throw CBORError(.fieldValue, at: start) }
        return Bytes16(high: word(range.lowerBound), low: word(range.lowerBound + 8))
    }

    public mutating func bytes32() throws(CBORError) -> Bytes32 {
        let start = offset
        let range = try string(2)
        guard range.count == 32 else { throw CBORError(.fieldValue, at: start) }
        return Bytes32(bytes, at: range.lowerBound)
    }

    /// The UTF-8 of a text, borrowed and checked: valid, NFC, without U+0000.
    @_lifetime(copy self)
    public mutating func text() throws(CBORError) -> RawSpan {
        let range = try checkedText()
        return bytes.extracting(range)
    }

    /// A text as a `String`.
    public mutating func string() throws(CBORError) -> String {
        let range = try checkedText()
        return makeString(range)
    }

    /// Content ids in ascending order, none twice, at most `maximum`.
    public mutating func contentIDs(maximum: Int) throws(CBORError) -> [EventID] {
        let start = offset
        let count = try array()
        guard count <= maximum else { throw CBORError(.tooLong, at: start) }
        var result: [EventID] = []
        result.reserveCapacity(count)
        for _ in 0..<count {
            let id = EventID(try bytes32())
            if let last = result.last, !(last < id) { throw CBORError(.keyOrder, at: offset) }
            result.append(id)
        }
        return result
    }

    /// Checks and passes over one item of any kind.
    public mutating func skip() throws(CBORError) { try skip(depth: 1) }

    /// Checks that the bytes are exactly one item of our profile.
    public static func validate(_ bytes: RawSpan) throws(CBORError) {
        var reader = CBORReader(bytes)
        try reader.skip()
        try reader.finish()
    }

    // MARK: - Pieces

    private mutating func skip(depth: Int) throws(CBORError) {
        guard depth <= 8 else { throw CBORError(.nesting, at: offset) }
        switch try peekMajor() {
        case 0, 1: _ = try integer()
        case 2: _ = try string(2)
        case 3: _ = try checkedText()
        case 4: for _ in 0..<(try array()) { try skip(depth: depth + 1) }
        case 5: try skipMap(depth: depth)
        case 6: throw CBORError(.tag, at: offset)
        default: try simple()
        }
    }

    private mutating func skipMap(depth: Int) throws(CBORError) {
        let count = try map()
        var kind: UInt8?
        var previous: Range<Int>?
        for _ in 0..<count {
            let start = offset
            let major = try peekMajor()
            guard major == 0 || major == 3, kind == nil || kind == major else { throw CBORError(.keyType, at: start) }
            kind = major
            if major == 0 { _ = try unsigned() } else { _ = try checkedText() }
            let key = start..<offset
            if let previous, !precedes(previous, key) { throw CBORError(.keyOrder, at: start) }
            previous = key
            try skip(depth: depth + 1)
        }
    }

    private mutating func simple() throws(CBORError) {
        let value = byte(offset)
        switch value {
        case 0xF4, 0xF5, 0xF6: offset += 1
        case 0xF9, 0xFA, 0xFB: throw CBORError(.floatingPoint, at: offset)
        case 0xFF: throw CBORError(.indefiniteLength, at: offset)
        case 0xFC...0xFE: throw CBORError(.reservedHead, at: offset)
        default: throw CBORError(.simpleValue, at: offset)
        }
    }

    private func precedes(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        let count = min(left.count, right.count)
        for index in 0..<count {
            let (a, b) = (byte(left.lowerBound + index), byte(right.lowerBound + index))
            if a != b { return a < b }
        }
        return left.count < right.count
    }

    private mutating func container(_ expected: UInt8, itemBytesMinimum: UInt64) throws(CBORError) -> Int {
        let start = offset
        let (major, count) = try head()
        guard major == expected else { throw CBORError(.typeExpected, at: start) }
        // A count that the rest of the bytes cannot hold is refused before anything is reserved for it.
        guard count <= UInt64(bytes.byteCount - offset) / itemBytesMinimum else {
            throw CBORError(.endsEarly, at: start)
        }
        return Int(count)
    }

    private mutating func string(_ expected: UInt8) throws(CBORError) -> Range<Int> {
        let start = offset
        let (major, count) = try head()
        guard major == expected else { throw CBORError(.typeExpected, at: start) }
        guard count <= UInt64(bytes.byteCount - offset) else { throw CBORError(.endsEarly, at: start) }
        let range = offset..<offset + Int(count)
        offset = range.upperBound
        return range
    }

    private mutating func checkedText() throws(CBORError) -> Range<Int> {
        let start = offset
        let range = try string(3)
        if let fault = TextCheck.fault(bytes, range) { throw CBORError(fault, at: start) }
        return range
    }

    private mutating func head() throws(CBORError) -> (major: UInt8, value: UInt64) {
        guard offset < bytes.byteCount else { throw CBORError(.endsEarly, at: offset) }
        let first = byte(offset)
        let major = first >> 5
        let short = first & 31
        if short < 24 {
            guard major < 6 else { throw CBORError(major == 6 ? .tag : .typeExpected, at: offset) }
            offset += 1
            return (major, UInt64(short))
        }
        guard major < 6 else { throw CBORError(major == 6 ? .tag : .typeExpected, at: offset) }
        return (major, try longHead(short))
    }

    private mutating func longHead(_ short: UInt8) throws(CBORError) -> UInt64 {
        let start = offset
        guard short <= 27 else { throw CBORError(short == 31 ? .indefiniteLength : .reservedHead, at: start) }
        let count = 1 << Int(short - 24)
        guard bytes.byteCount - offset > count else { throw CBORError(.endsEarly, at: start) }
        var value: UInt64 = 0
        for index in 1...count { value = value << 8 | UInt64(byte(offset + index)) }
        let minimum: UInt64 = short == 24 ? 24 : 1 << (UInt64(count) * 4)
        guard value >= minimum else { throw CBORError(.headNotShortest, at: start) }
        offset += 1 + count
        return value
    }

    // The three loads below are within `bytes`: `byteOffset` checks the bounds, and any bit pattern is a UInt8 or
    // UInt64.
    private func byte(_ index: Int) -> UInt8 { unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self) }

    private func word(_ index: Int) -> UInt64 {
        unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    private func copy(_ range: Range<Int>) -> [UInt8] {
        bytes.extracting(range).withUnsafeBytes { unsafe Array($0) }
    }

    private func makeString(_ range: Range<Int>) -> String {
        bytes.extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
