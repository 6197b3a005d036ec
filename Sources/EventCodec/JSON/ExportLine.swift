public import EventModel

/// One line of an export (docs/format.md §7).
public enum ExportLine: Sendable {
    /// An event of a log with its body.
    case event(log: LogName, event: StoredEvent)
    case head(bytes: [UInt8])
    /// An event that a salvage found whole behind one that is lost: nothing shows its place in its log.
    case apart(log: LogName, event: StoredEvent)
    case blob(digest: Bytes32, number: Int, isLast: Bool, bytes: [UInt8])

    /// The line of an event in a log of that name, without its line end; `view` writes the event as JSON. An erased
    /// event has no body.
    public static func write(
        envelope: RawSpan, salt: RawSpan, body: RawSpan, log: String, isApart: Bool = false, to line: inout JSONBytes,
        view: (inout JSONBytes) -> Void
    ) {
        let isErased = body.byteCount == 0
        line.beginObject()
        line.unsigned(named: "daybook", 1)
        line.text(named: isApart ? "apart" : "log", log)
        line.name(plain: "envelope")
        line.base64(envelope)
        line.name(plain: "salt")
        if isErased { line.null() } else { line.base64(salt) }
        line.name(plain: "body")
        if isErased { line.null() } else { line.base64(body) }
        line.name(plain: "view")
        view(&line)
        line.endObject()
    }

    public static func text(of event: StoredEvent, log: LogName, view: JSONValue) -> String {
        var line = JSONBytes()
        write(
            envelope: event.envelope.span.bytes, salt: event.salt.span.bytes, body: event.body.span.bytes,
            log: log.description, to: &line
        ) { $0.value(view) }
        return String(decoding: line.bytes, as: UTF8.self)
    }

    public static func text(ofHead bytes: [UInt8]) -> String {
        JSONValue.object(pairs: ["daybook": .integer(1), "head": .string(Base64.encode(bytes))]).text
    }

    public static func text(ofBlob digest: Bytes32, number: Int, isLast: Bool, bytes: [UInt8]) -> String {
        JSONValue.object(pairs: [
            "daybook": .integer(1), "blob": .string(digest.hex), "number": .integer(number), "last": .bool(isLast),
            "bytes": .string(Base64.encode(bytes)),
        ]).text
    }

    /// The lines of a whole blob.
    public static func texts(ofBlob digest: Bytes32, _ bytes: [UInt8]) -> [String] {
        let pieceBytes = 49_152
        let count = max(1, (bytes.count + pieceBytes - 1) / pieceBytes)
        return (0..<count).map { number in
            let piece = bytes[number * pieceBytes..<min((number + 1) * pieceBytes, bytes.count)]
            return text(ofBlob: digest, number: number, isLast: number == count - 1, bytes: Array(piece))
        }
    }

    /// Reads a line; `view` comes back for the caller to hold against the bytes. Throws `Fault` (65).
    public static func read(_ line: [UInt8]) throws -> (line: ExportLine, view: JSONValue?) {
        let value: JSONValue
        do { value = try JSONParser.parse(line) } catch { throw unreadable("it is not JSON: \(error)") }
        guard case .object(let members) = value, value["daybook"] == .number("1") else {
            throw unreadable("it is not a line of a Daybook export")
        }
        let names = Set(members.map(\.name))
        for place in ["log", "apart"] where names == ["daybook", place, "envelope", "salt", "body", "view"] {
            guard let log = value[place]?.stringValue.flatMap(LogName.init) else {
                throw unreadable("its log is not a log's name")
            }
            let envelope = try bytes(value, "envelope")
            // Whether its stream was erased is seen when the events are taken.
            let event =
                value["body"] == .null && value["salt"] == .null
                ? StoredEvent(erased: envelope)
                : StoredEvent(envelope: envelope, salt: try bytes(value, "salt"), body: try bytes(value, "body"))
            return (place == "log" ? .event(log: log, event: event) : .apart(log: log, event: event), value["view"])
        }
        if names == ["daybook", "head"] { return (.head(bytes: try bytes(value, "head")), nil) }
        if names == ["daybook", "blob", "number", "last", "bytes"] {
            guard let digest = value["blob"]?.stringValue.flatMap(Bytes32.init(hex:)),
                let number = value["number"]?.integerValue, number >= 0,
                case .bool(let isLast)? = value["last"]
            else { throw unreadable("its blob is not well formed") }
            return (.blob(digest: digest, number: number, isLast: isLast, bytes: try bytes(value, "bytes")), nil)
        }
        throw unreadable("its members are not those of an event, a head or a blob")
    }

    /// Whether a JSON object is a line of an export, which `append` refuses.
    public static func isExportLine(_ value: JSONValue) -> Bool { value["daybook"] != nil }

    private static func bytes(_ value: JSONValue, _ name: String) throws -> [UInt8] {
        guard let text = value[name]?.stringValue, let bytes = Base64.decode(text) else {
            throw unreadable("\"\(name)\" is not base64")
        }
        return bytes
    }

    private static func unreadable(_ reason: String) -> Fault {
        Fault(
            .unreadable, code: "export.unreadable", message: "A line of the export cannot be read: \(reason).",
            hint: "Nothing was stored.")
    }
}

/// RFC 4648 §4 with padding; one text for one value.
public enum Base64 {
    public static func encode(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        write(bytes.span.bytes, into: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends what `encode` gives.
    public static func write(_ bytes: RawSpan, into result: inout [UInt8]) {
        let characters = (bytes.byteCount + 2) / 3 * 4
        bytes.withUnsafeBytes { bytes in
            result.append(atMost: characters) { place in
                var (offset, end) = (0, unsafe place)
                // Six bytes at a time, of which eight are read.
                while offset + 8 <= bytes.count {
                    let word = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                    unsafe end.storeBytes(of: eight(word >> 16).bigEndian, as: UInt64.self)
                    offset += 6
                    unsafe end += 8
                }
                while offset < bytes.count {
                    let count = min(3, bytes.count - offset)
                    var word: UInt64 = 0
                    for index in 0..<3 { word = word << 8 | (index < count ? UInt64(unsafe bytes[offset + index]) : 0) }
                    // Four characters, of which those that no byte has a part in are padding.
                    let group = UInt32(truncatingIfNeeded: eight(word))
                    let padded =
                        count == 1 ? group & 0xFFFF_0000 | 0x3D3D : count == 2 ? group & 0xFFFF_FF00 | 0x3D : group
                    unsafe end.storeBytes(of: padded.bigEndian, as: UInt32.self)
                    offset += 3
                    unsafe end += 4
                }
                return characters
            }
        }
    }

    /// The characters of 48 bits, the first in the highest byte: each six bits are moved to a byte of their own, all at
    /// once.
    private static func eight(_ bits: UInt64) -> UInt64 {
        let halves = (bits & 0xFFFF_FF00_0000) << 8 | bits & 0xFF_FFFF
        let quarters = (halves & 0x00FF_F000_00FF_F000) << 4 | halves & 0x0000_0FFF_0000_0FFF
        let values = (quarters & 0x0FC0_0FC0_0FC0_0FC0) << 2 | quarters & 0x003F_003F_003F_003F
        // One in each byte that holds at least so much.
        func reaches(_ least: UInt64) -> UInt64 { (values &+ (0x80 - least) &* ones) >> 7 & ones }
        // "A" to "Z", then "a" to "z" six places behind, the digits, "+" and "/".
        let letters = values &+ 0x41 &* ones &+ reaches(26) &* 6
        return letters &- reaches(52) &* 75 &- reaches(62) &* 15 &+ reaches(63) &* 3
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Nil for anything but whole groups of the alphabet with padding at the end and unused bits zero.
    public static func decode(_ text: String) -> [UInt8]? {
        let utf8 = Array(text.utf8)
        guard utf8.count.isMultiple(of: 4) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count / 4 * 3)
        for start in stride(from: 0, to: utf8.count, by: 4) {
            let isLast = start + 4 == utf8.count
            let padding = isLast ? utf8[start..<start + 4].reversed().prefix { $0 == UInt8(ascii: "=") }.count : 0
            guard padding <= 2 else { return nil }
            var word: UInt32 = 0
            for index in 0..<4 - padding {
                guard let value = value(utf8[start + index]) else { return nil }
                word = word << 6 | UInt32(value)
            }
            word <<= UInt32(padding) * 6
            let bytes = [
                UInt8(truncatingIfNeeded: word >> 16), UInt8(truncatingIfNeeded: word >> 8),
                UInt8(truncatingIfNeeded: word),
            ]
            guard bytes[(3 - padding)...].allSatisfy({ $0 == 0 }) else { return nil }
            result.append(contentsOf: bytes[..<(3 - padding)])
        }
        return result
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

/// A signed head in CBOR (docs/format.md §3).
public struct HeadFields: Hashable, Sendable {
    public let origin: OriginID
    public let publicKey: Bytes32
    public let size: UInt64
    public let root: Bytes32
    /// Sixty-four bytes.
    public let signature: [UInt8]
    /// The key of the person that signed in place of the origin's.
    public let certifier: Bytes32?

    /// A `precondition`: the signature has 64 bytes.
    package init(
        origin: OriginID, publicKey: Bytes32, size: UInt64, root: Bytes32, signature: [UInt8], certifier: Bytes32? = nil
    ) {
        precondition(signature.count == 64)
        self.certifier = certifier
        self.origin = origin
        self.publicKey = publicKey
        self.size = size
        self.root = root
        self.signature = signature
    }

    public var encoded: [UInt8] {
        var writer = CBORWriter(capacity: 170)
        writer.map(count: certifier == nil ? 5 : 6)
        writer.unsigned(1)
        writer.data(origin.words)
        writer.unsigned(2)
        writer.data(publicKey)
        writer.unsigned(3)
        writer.unsigned(size)
        writer.unsigned(4)
        writer.data(root)
        writer.unsigned(5)
        writer.data(signature)
        if let certifier {
            writer.unsigned(6)
            writer.data(certifier)
        }
        return writer.bytes
    }

    public init(_ bytes: RawSpan) throws(CBORError) {
        var reader = CBORReader(bytes)
        let fields = try reader.map()
        guard fields == 5 || fields == 6 else { throw CBORError(.fieldMissing, at: 0) }
        try HeadFields.key(1, &reader)
        origin = OriginID(try reader.bytes16())
        try HeadFields.key(2, &reader)
        publicKey = try reader.bytes32()
        try HeadFields.key(3, &reader)
        size = try reader.unsigned()
        try HeadFields.key(4, &reader)
        root = try reader.bytes32()
        try HeadFields.key(5, &reader)
        signature = try reader.data(count: 64)
        if fields == 6 {
            try HeadFields.key(6, &reader)
            certifier = try reader.bytes32()
        } else {
            certifier = nil
        }
        try reader.finish()
    }

    private static func key(_ expected: UInt64, _ reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        guard try reader.unsigned() == expected else { throw CBORError(.fieldMissing, at: start) }
    }
}
