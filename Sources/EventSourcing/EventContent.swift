public import EventCodec
public import EventModel

/// An event that this program understands: its schema, its body as stored, and the engine's part of it.
public struct EventContent: Sendable {
    public let schema: EventSchema
    /// Deterministic CBOR, held against the schema.
    public let body: [UInt8]
    public let engine: EngineFields

    public init(schema: EventSchema, body: [UInt8], engine: EngineFields) {
        self.schema = schema
        self.body = body
        self.engine = engine
    }

    public var type: String { schema.type }

    /// The fields of the body, in a scan of their own. O(bytes).
    public func scan() -> FieldScan {
        let scan = FieldScan()
        guard scan.take(body.span.bytes) else { preconditionFailure("the body of a \(type) was checked and cannot be read") }
        return scan
    }
}

/// What a decision may know besides the state: the clock, the zone, nothing else.
public struct DecideContext: Sendable {
    public let now: Instant
    public let zone: any ZoneRules

    public init(now: Instant, zone: any ZoneRules) {
        self.now = now
        self.zone = zone
    }

    /// The civil date of `now` in the zone.
    public var today: CivilDate { zone.date(at: now) }
}

/// The state of a stream after its fold: the fields that creates and edits wrote, and the registers that `set` events wrote.
public struct RecordState: Hashable, Sendable {
    public struct Register: Hashable, Sendable {
        public let name: String
        public let type: String
        /// The body of the event that wrote it last.
        public let body: [UInt8]
    }

    public var fields = RecordFields()
    /// Ascending by name.
    public private(set) var registers: [Register] = []

    public init() {}

    public subscript(register name: String) -> Register? { registers.first { $0.name == name } }

    public mutating func set(register name: String, type: String, body: [UInt8]) {
        let register = Register(name: name, type: type, body: body)
        let index = registers.firstIndex { !($0.name.utf8.lexicographicallyPrecedes(name.utf8)) } ?? registers.endIndex
        if index < registers.endIndex, registers[index].name == name {
            registers[index] = register
        } else {
            registers.insert(register, at: index)
        }
    }

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
