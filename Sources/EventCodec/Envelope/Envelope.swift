public import EventModel

/// Flag bits of an envelope.
public struct EventFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The last event of what one append committed together.
    public static let lastOfUnit = EventFlags(rawValue: 1)
    /// A program that does not know the type refuses local writes to the stream.
    public static let critical = EventFlags(rawValue: 2)
    static let known: EventFlags = [.lastOfUnit, .critical]
}

/// The part of an event that the tree commits to (docs/format.md §2).
public struct Envelope: Hashable, Sendable {
    public var origin: OriginID
    public var sequence: LogSequence
    public var flags: EventFlags
    public var stream: StreamID
    public var type: String
    public var schemaVersion: Int
    public var actor: PrincipalID
    public var validTime: ValidTime
    /// The author's raw clock, claimed.
    public var recorded: Instant
    /// Content ids, ascending.
    public var basis: [EventID]
    public var causation: EventID?
    public var correlation: String?
    public var bodyDigest: Bytes32

    public init(
        origin: OriginID, sequence: LogSequence, flags: EventFlags, stream: StreamID, type: String, schemaVersion: Int,
        actor: PrincipalID, validTime: ValidTime, recorded: Instant, basis: [EventID], causation: EventID? = nil,
        correlation: String? = nil, bodyDigest: Bytes32
    ) {
        self.origin = origin
        self.sequence = sequence
        self.flags = flags
        self.stream = stream
        self.type = type
        self.schemaVersion = schemaVersion
        self.actor = actor
        self.validTime = validTime
        self.recorded = recorded
        self.basis = basis
        self.causation = causation
        self.correlation = correlation
        self.bodyDigest = bodyDigest
    }

    /// Appends the envelope's bytes to the writer. A `precondition`: the basis is ascending and not too long.
    package func encode(into writer: inout CBORWriter) {
        precondition(basis.count <= Limits.basisMaximum && zip(basis, basis.dropFirst()).allSatisfy { $0 < $1 })
        writer.fill(byteCountMaximum: byteCountMaximum) { encode(into: &$0) }
    }

    /// Never less than what `encode` writes.
    private var byteCountMaximum: Int {
        var texts = stream.text.utf8.count + type.utf8.count + (correlation?.utf8.count ?? 0)
        if case .instant(_, _, let zone) = validTime { texts += zone.utf8.count }
        return 256 + texts + basis.count * 34
    }

    private func encode(into writer: inout QuickWriter) {
        writer.map(count: 13 + (causation == nil ? 0 : 1) + (correlation == nil ? 0 : 1))
        writer.unsigned(1)
        writer.unsigned(1)
        writer.unsigned(2)
        writer.data(origin.words)
        writer.unsigned(3)
        writer.unsigned(sequence.value)
        writer.unsigned(4)
        writer.unsigned(UInt64(flags.rawValue))
        writer.unsigned(5)
        writer.text(stream.text)
        writer.unsigned(6)
        writer.text(type)
        writer.unsigned(7)
        writer.unsigned(UInt64(schemaVersion))
        writer.unsigned(8)
        writer.data(actor.words)
        writer.unsigned(9)
        encodeValidTime(into: &writer)
        writer.unsigned(10)
        writer.integer(recorded.milliseconds)
        writer.unsigned(11)
        writer.contentIDs(basis)
        if let causation {
            writer.unsigned(12)
            writer.data(causation.words)
        }
        if let correlation {
            writer.unsigned(13)
            writer.text(correlation)
        }
        writer.unsigned(14)
        writer.unsigned(0)
        writer.unsigned(15)
        writer.data(bodyDigest)
    }

    private func encodeValidTime(into writer: inout QuickWriter) {
        switch validTime {
        case .date(let date): writer.integer(Int64(date.day))
        case .instant(let instant, let offsetSeconds, let zone):
            writer.array(count: 3)
            writer.integer(instant.milliseconds)
            writer.integer(Int64(offsetSeconds))
            writer.text(zone)
        }
    }
}

/// An envelope read in place: every rule of docs/format.md §2 is checked, no text is copied.
public struct EnvelopeView: ~Escapable {
    public let bytes: RawSpan
    public let origin: OriginID
    public let sequence: LogSequence
    public let flags: EventFlags
    public let schemaVersion: Int
    public let actor: PrincipalID
    public let recorded: Instant
    public let bodyDigest: Bytes32
    public let basisCount: Int
    public let causation: EventID?
    private let streamRange: Range<Int>
    private let typeRange: Range<Int>
    private let validTimeOffset: Int
    private let basisOffset: Int
    private let correlationRange: Range<Int>?

    /// Reads and checks; throws where the first fault stands.
    @_lifetime(copy bytes)
    public init(_ bytes: RawSpan) throws(CBORError) {
        guard bytes.byteCount <= Limits.envelopeBytesMaximum else { throw CBORError(.tooLong, at: 0) }
        var quick = QuickEnvelope()
        if bytes.withUnsafeBytes({ unsafe quick.read($0) }) {
            self.init(bytes, quick)
        } else {
            try self.init(careful: bytes)
        }
    }

    @_lifetime(copy bytes)
    private init(_ bytes: RawSpan, _ quick: QuickEnvelope) {
        self.bytes = bytes
        origin = OriginID(quick.origin)
        sequence = LogSequence(quick.sequence)
        flags = EventFlags(rawValue: UInt8(quick.flags))
        schemaVersion = quick.schemaVersion
        actor = PrincipalID(quick.actor)
        recorded = Instant(milliseconds: quick.recorded)
        bodyDigest = quick.bodyDigest
        basisCount = quick.basisCount
        causation = nil
        streamRange = quick.stream
        typeRange = quick.type
        validTimeOffset = quick.validTimeOffset
        basisOffset = quick.basisOffset
        correlationRange = nil
    }

    /// The initializer with the reader that names errors.
    @_lifetime(copy bytes)
    package init(careful bytes: RawSpan) throws(CBORError) {
        var reader = CBORReader(bytes)
        let count = try reader.map()
        guard (13...15).contains(count) else { throw CBORError(count < 13 ? .fieldMissing : .fieldUnknown, at: 0) }
        try EnvelopeView.key(1, &reader)
        guard try reader.unsigned() == 1 else { throw CBORError(.fieldValue, at: reader.offset) }
        try EnvelopeView.key(2, &reader)
        origin = OriginID(try reader.bytes16())
        try EnvelopeView.key(3, &reader)
        sequence = LogSequence(try reader.unsigned())
        try EnvelopeView.key(4, &reader)
        flags = try EnvelopeView.flags(&reader)
        try EnvelopeView.key(5, &reader)
        streamRange = try EnvelopeView.stream(&reader)
        try EnvelopeView.key(6, &reader)
        typeRange = try EnvelopeView.type(&reader)
        try EnvelopeView.key(7, &reader)
        schemaVersion = try EnvelopeView.schemaVersion(&reader)
        try EnvelopeView.key(8, &reader)
        actor = PrincipalID(try reader.bytes16())
        try EnvelopeView.key(9, &reader)
        validTimeOffset = reader.offset
        _ = try EnvelopeView.validTime(&reader)
        try EnvelopeView.key(10, &reader)
        recorded = try EnvelopeView.recorded(&reader)
        try EnvelopeView.key(11, &reader)
        basisOffset = reader.offset
        basisCount = try EnvelopeView.skipBasis(&reader)
        var remaining = count - 13
        causation = try EnvelopeView.causation(&reader, &remaining)
        correlationRange = try EnvelopeView.correlation(&reader, &remaining)
        guard remaining == 0 else { throw CBORError(.fieldUnknown, at: reader.offset) }
        try EnvelopeView.key(14, &reader)
        guard try reader.unsigned() == 0 else { throw CBORError(.fieldValue, at: reader.offset) }
        try EnvelopeView.key(15, &reader)
        bodyDigest = try reader.bytes32()
        try reader.finish()
        self.bytes = bytes
    }

    /// The UTF-8 of the stream's name, borrowed.
    public var streamBytes: RawSpan {
        @_lifetime(copy self) get { bytes.extracting(streamRange) }
    }

    /// The UTF-8 of the type's name, borrowed.
    public var typeBytes: RawSpan {
        @_lifetime(copy self) get { bytes.extracting(typeRange) }
    }

    public var stream: StreamID { StreamID(unchecked: string(streamRange)) }
    public var type: String { string(typeRange) }
    public var correlation: String? { correlationRange.map { string($0) } }

    public var validTime: ValidTime {
        var reader = CBORReader(bytes, at: validTimeOffset)
        guard let value = try? EnvelopeView.validTime(&reader) else { preconditionFailure("checked in init") }
        return value
    }

    public var basis: [EventID] {
        if basisCount == 0 { return [] }
        var reader = CBORReader(bytes, at: basisOffset)
        // The initialiser read these bytes.
        guard let ids = try? reader.contentIDs(maximum: Limits.basisMaximum) else { preconditionFailure() }
        return ids
    }

    /// Everything, copied out.
    public var envelope: Envelope {
        Envelope(
            origin: origin, sequence: sequence, flags: flags, stream: stream, type: type, schemaVersion: schemaVersion,
            actor: actor, validTime: validTime, recorded: recorded, basis: basis, causation: causation,
            correlation: correlation, bodyDigest: bodyDigest)
    }

    private func string(_ range: Range<Int>) -> String {
        bytes.extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

// MARK: - Fields, each with its own rule

extension EnvelopeView {
    private static func key(_ expected: UInt64, _ reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        guard try reader.unsigned() == expected else { throw CBORError(.fieldMissing, at: start) }
    }

    private static func flags(_ reader: inout CBORReader) throws(CBORError) -> EventFlags {
        let start = reader.offset
        let value = try reader.unsigned()
        guard value <= UInt64(EventFlags.known.rawValue) else { throw CBORError(.fieldValue, at: start) }
        return EventFlags(rawValue: UInt8(value))
    }

    private static func stream(_ reader: inout CBORReader) throws(CBORError) -> Range<Int> {
        let start = reader.offset
        let text = try reader.text()
        guard text.withUnsafeBytes({ unsafe StreamName.isWellFormed($0, 0..<$0.count) }) else {
            throw CBORError(.fieldValue, at: start)
        }
        return reader.offset - text.byteCount..<reader.offset
    }

    private static func type(_ reader: inout CBORReader) throws(CBORError) -> Range<Int> {
        let start = reader.offset
        let text = try reader.text()
        guard text.withUnsafeBytes({ unsafe TypeName.isWellFormed($0, 0..<$0.count) }) else {
            throw CBORError(.fieldValue, at: start)
        }
        return reader.offset - text.byteCount..<reader.offset
    }

    private static func schemaVersion(_ reader: inout CBORReader) throws(CBORError) -> Int {
        let start = reader.offset
        let value = try reader.unsigned()
        guard value >= 1, value <= 65_535 else { throw CBORError(.fieldValue, at: start) }
        return Int(value)
    }

    /// Whether a valid time may stand in an envelope.
    public static func mayHold(_ time: ValidTime) -> Bool {
        switch time {
        case .date(let date): (CivilDate.earliest...CivilDate.latest).contains(date)
        case .instant(let instant, let offsetSeconds, let zone):
            (Instant.earliest...Instant.latest).contains(instant) && (-86_399...86_399).contains(offsetSeconds)
                && (1...64).contains(zone.utf8.count) && TextCheck.isStorable(zone)
        }
    }

    private static func recorded(_ reader: inout CBORReader) throws(CBORError) -> Instant {
        let start = reader.offset
        let instant = Instant(milliseconds: try reader.integer())
        guard (Instant.earliest...Instant.latest).contains(instant) else { throw CBORError(.fieldValue, at: start) }
        return instant
    }

    static func validTime(_ reader: inout CBORReader) throws(CBORError) -> ValidTime {
        let start = reader.offset
        if try reader.peekMajor() != 4 {
            let day = try reader.integer()
            guard (Int64(CivilDate.earliest.day)...Int64(CivilDate.latest.day)).contains(day) else {
                throw CBORError(.fieldValue, at: start)
            }
            return .date(CivilDate(day: Int32(day)))
        }
        guard try reader.array() == 3 else { throw CBORError(.fieldValue, at: start) }
        let instant = Instant(milliseconds: try reader.integer())
        let offsetSeconds = try reader.integer()
        let zone = try reader.string()
        guard (Instant.earliest...Instant.latest).contains(instant), (-86_399...86_399).contains(offsetSeconds),
            (1...64).contains(zone.utf8.count)
        else { throw CBORError(.fieldValue, at: start) }
        return .instant(instant, offsetSeconds: Int(offsetSeconds), zone: zone)
    }

    private static func skipBasis(_ reader: inout CBORReader) throws(CBORError) -> Int {
        let start = reader.offset
        let count = try reader.array()
        guard count <= Limits.basisMaximum else { throw CBORError(.tooLong, at: start) }
        var previous: Bytes32?
        for _ in 0..<count {
            let id = try reader.bytes32()
            if let previous, !(previous < id) { throw CBORError(.keyOrder, at: reader.offset) }
            previous = id
        }
        return count
    }

    private static func causation(_ reader: inout CBORReader, _ remaining: inout Int) throws(CBORError) -> EventID? {
        guard remaining > 0, nextKey(reader) == 12 else { return nil }
        remaining -= 1
        try key(12, &reader)
        return EventID(try reader.bytes32())
    }

    private static func correlation(_ reader: inout CBORReader, _ remaining: inout Int) throws(CBORError) -> Range<Int>?
    {
        guard remaining > 0, nextKey(reader) == 13 else { return nil }
        remaining -= 1
        try key(13, &reader)
        let start = reader.offset
        let text = try reader.text()
        guard text.byteCount <= Limits.correlationBytesMaximum else { throw CBORError(.tooLong, at: start) }
        return reader.offset - text.byteCount..<reader.offset
    }

    private static func nextKey(_ reader: borrowing CBORReader) -> UInt64? {
        var ahead = CBORReader(reader.bytes, at: reader.offset)
        // Whatever is there instead is for the next read to judge.
        return try? ahead.unsigned()
    }
}
