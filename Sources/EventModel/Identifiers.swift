/// The content id of an event: the RFC 6962 leaf hash of its envelope, 32 bytes.
public struct EventID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let words: Bytes32

    public init(_ words: Bytes32) { self.words = words }

    /// From 32 bytes; nil for any other length. O(1).
    public init?(bytes: some Collection<UInt8>) {
        guard let words = Bytes32(bytes: bytes) else { return nil }
        self.words = words
    }

    /// From 64 lower-case hexadecimal digits; nil for anything else.
    public init?(hex: String) {
        guard let words = Bytes32(hex: hex) else { return nil }
        self.words = words
    }

    public var bytes: [UInt8] { words.bytes }
    public var hex: String { words.hex }
    /// The first twelve digits: what texts show.
    public var short: String {
        var digits: [UInt8] = []
        writeShort(into: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    /// Appends the characters of `short`.
    public func writeShort(into bytes: inout [UInt8]) {
        let end = bytes.count + 12
        Hex.write(words.first.high, into: &bytes)
        bytes.removeLast(bytes.count - end)
    }
    public var description: String { hex }

    public static func < (left: EventID, right: EventID) -> Bool { left.words < right.words }
}

/// One writer's incarnation: the first 16 bytes of SHA-256("daybook/origin/1" ‖ Ed25519 public key).
public struct OriginID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let words: Bytes16

    public init(_ words: Bytes16) { self.words = words }
    public init?(bytes: some Collection<UInt8>) {
        guard let words = Bytes16(bytes: bytes) else { return nil }
        self.words = words
    }
    public init?(hex: String) {
        guard let words = Bytes16(hex: hex) else { return nil }
        self.words = words
    }

    public var bytes: [UInt8] { words.bytes }
    public var hex: String { words.hex }
    public var description: String { hex }
    public static func < (left: OriginID, right: OriginID) -> Bool { left.words < right.words }
}

/// A person: the first 16 bytes of SHA-256("daybook/principal/1" ‖ Ed25519 public key). A person's devices share it.
public struct PrincipalID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let words: Bytes16

    public init(_ words: Bytes16) { self.words = words }
    public init?(bytes: some Collection<UInt8>) {
        guard let words = Bytes16(bytes: bytes) else { return nil }
        self.words = words
    }
    public init?(hex: String) {
        guard let words = Bytes16(hex: hex) else { return nil }
        self.words = words
    }

    public var bytes: [UInt8] { words.bytes }
    public var hex: String { words.hex }
    public var description: String { hex }
    public static func < (left: PrincipalID, right: PrincipalID) -> Bool { left.words < right.words }
}

/// The subject of an event: `<kind>/<id>`, the kind 1–32 lower-case letters, the id 1–64 of `A–Z a–z 0–9 - _ .`.
public struct StreamID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let text: String

    /// Nil when the text is not of that form.
    public init?(_ text: String) {
        let units = text.utf8.span
        var slash = 0
        while slash < units.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(units[slash]) { slash += 1 }
        guard (1...32).contains(slash), slash < units.count, units[slash] == UInt8(ascii: "/"),
            (1...64).contains(units.count - slash - 1)
        else { return nil }
        for index in slash + 1..<units.count where !StreamID.isIdByte(units[index]) { return nil }
        self.text = text
    }

    /// For text that was checked before, such as a stored key.
    package init(unchecked text: String) { self.text = text }

    /// `kind/id`, both known to be well formed (a `precondition`).
    package init(kind: String, id: String) {
        guard let stream = StreamID("\(kind)/\(id)") else { preconditionFailure("not a stream id: \(kind)/\(id)") }
        self = stream
    }

    public var kind: String { String(decoding: text.utf8.prefix(kindLength), as: UTF8.self) }
    public var id: String { String(decoding: text.utf8.dropFirst(kindLength + 1), as: UTF8.self) }

    /// Appends the bytes of the id, at most so many.
    public func writeID(atMost most: Int = Int.max, into bytes: inout [UInt8]) {
        let units = text.utf8.span
        let start = kindLength + 1
        // In one piece: byte by byte takes several times as long.
        units.extracting(start..<min(units.count, start + min(max(0, most), units.count))).withUnsafeBufferPointer {
            bytes.append(contentsOf: $0)
        }
    }

    private var kindLength: Int {
        let units = text.utf8.span
        var length = 0
        while length < units.count, units[length] != UInt8(ascii: "/") { length += 1 }
        return length
    }

    public var description: String { text }
    /// Bytewise: texts of ASCII are compared so at once, many bytes at a time.
    public static func < (left: StreamID, right: StreamID) -> Bool { left.text < right.text }

    private static func isIdByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            return true
        default: return false
        }
    }
}

/// The gapless arrival order of one ledger; the first event has position 1, 0 means "before everything".
public struct Position: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let value: UInt64
    public init(_ value: UInt64) { self.value = value }
    public static let start = Position(0)
    /// Nil after the last that there can be.
    public var next: Position? { value == .max ? nil : Position(value + 1) }
    public var description: String { String(value) }
    public static func < (left: Position, right: Position) -> Bool { left.value < right.value }
}

/// The number of an event within its origin's log, from 0.
public struct LogSequence: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let value: UInt64
    public init(_ value: UInt64) { self.value = value }
    public var description: String { String(value) }
    public static func < (left: LogSequence, right: LogSequence) -> Bool { left.value < right.value }
}

/// The number of a stream's event in this ledger's arrival order, from 1; 0 is the empty stream.
public struct StreamVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let value: UInt32
    public init(_ value: UInt32) { self.value = value }
    public static let empty = StreamVersion(0)
    public var description: String { String(value) }
    public static func < (left: StreamVersion, right: StreamVersion) -> Bool { left.value < right.value }
}
