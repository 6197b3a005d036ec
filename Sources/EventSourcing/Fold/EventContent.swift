public import EventCodec
public import EventModel

/// An event that this program understands: its schema, its body, and the engine's part of it; both of the newest
/// version of its type.
///
/// A class: it is handed on often and never changed, and to copy five things takes five times as long as to hold one.
public final class EventContent: Sendable {
    public let schema: EventSchema
    /// Deterministic CBOR, held against the schema: as stored, or brought to the newest version.
    public let body: [UInt8]
    public let engine: EngineFields
    /// The stored content, when that is of an older version.
    public let older: OlderContent?

    /// Of a body that was held against the schema.
    package init(schema: EventSchema, body: [UInt8], engine: EngineFields, older: OlderContent? = nil) {
        self.schema = schema
        self.body = body
        self.engine = engine
        self.older = older
    }

    public var type: String { schema.type }

    /// Lends the body.
    @inline(__always)
    public func withBody<Result, Problem: Error>(_ read: (RawSpan) throws(Problem) -> Result) throws(Problem) -> Result
    {
        let body = body
        return try read(body.span.bytes)
    }

    /// The fields of the body, in a scan of their own. O(bytes).
    public func scan() -> FieldScan {
        let scan = FieldScan()
        guard withBody(scan.read) else { preconditionFailure("the body of a \(type) was checked and cannot be read") }
        return scan
    }

    /// The fields of the body, for reading single ones by their keys. O(1).
    public var fields: RecordFields { RecordFields(body: body) }

    /// The schema version that the author wrote: rules are keyed by it, because a new rule must not judge what was
    /// written before it.
    public var version: Int { older?.schema.version ?? schema.version }

    /// The content in the version in which it was written.
    public var asWritten: EventContent {
        guard let older else { return self }
        return EventContent(schema: older.schema, body: older.bodies[0], engine: engine)
    }

    /// The body in a version that is neither older than the written one nor newer than the newest (a `precondition`).
    public func body(inVersion version: Int) -> [UInt8] {
        guard let older, version < schema.version else { return body }
        return older.bodies[version - older.schema.version]
    }
}

/// The form of an event of an older version on its way to the newest.
public final class OlderContent: Sendable {
    /// The schema of the version that was written.
    public let schema: EventSchema
    /// The body as stored, then in each later version but the newest.
    public let bodies: [[UInt8]]

    public init(schema: EventSchema, bodies: [[UInt8]]) {
        self.schema = schema
        self.bodies = bodies
    }
}

/// The context of a decision besides the state: the clock, the zone, and the author.
public struct DecideContext: Sendable {
    public let now: Instant
    public let zone: any ZoneRules
    /// The civil date of `now` in the zone.
    public let today: CivilDate
    /// When it happened, as the caller of the append states; nil where the caller states no time.
    public var occurred: ValidTime?
    /// Who appends the event; nil where no person does.
    public let author: PrincipalID?

    public init(now: Instant, zone: any ZoneRules, author: PrincipalID? = nil) {
        self.now = now
        self.zone = zone
        self.author = author
        today = zone.date(at: now)
    }
}

/// The state of a stream after its fold: the fields that creates and edits wrote, and the registers that `set` events
/// wrote.
public struct RecordState: Hashable, Sendable {
    public struct Register: Hashable, Sendable {
        public let name: String
        public let type: String
        /// The body of the event that wrote it last.
        public let body: [UInt8]
    }

    public var fields = RecordFields()
    /// The fields folded from the bodies as they were written, where one was of an older version; nil: the same as
    /// `fields`. Signatures are over these, so that no program ever sees another content in them.
    public var fieldsAsWritten: RecordFields?
    /// Ascending by name.
    public private(set) var registers: [Register] = []

    public init() {}

    /// O(log registers).
    public subscript(register name: String) -> Register? {
        let index = place(ofRegister: name)
        return index < registers.endIndex && registers[index].name == name ? registers[index] : nil
    }

    /// Where the register of that name stands, or would.
    private func place(ofRegister name: String) -> Int {
        var (low, high) = (registers.startIndex, registers.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if registers[middle].name.utf8.lexicographicallyPrecedes(name.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    public mutating func set(register name: String, type: String, body: [UInt8]) {
        let register = Register(name: name, type: type, body: body)
        let index = place(ofRegister: name)
        if index < registers.endIndex, registers[index].name == name {
            registers[index] = register
        } else {
            registers.insert(register, at: index)
        }
    }

    /// Takes all registers away.
    public mutating func clearRegisters() { registers = [] }

    /// Bytes that are equal exactly when two states are.
    public var canonical: [UInt8] {
        var writer = CBORWriter(capacity: 64)
        writer.array(count: 2)
        writer.raw(fields.canonical)
        writer.array(count: registers.count)
        for register in registers {
            writer.array(count: 3)
            writer.text(register.name)
            writer.text(register.type)
            writer.data(register.body)
        }
        return writer.bytes
    }
}
