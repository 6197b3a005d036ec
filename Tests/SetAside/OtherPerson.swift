import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import Foundation
import LedgerTestSupport
import TransparencyLog

/// The person who is set aside: one log, written by a program of that person's own, which may say anything that its
/// bytes allow.
final class OtherPerson {
    let person: TestPerson
    let origin: OriginID
    private let key: SigningKey
    private(set) var log: [StoredEvent] = []
    /// All that this person holds, in the order in which it came.
    private(set) var held: [HeldEvent] = []
    private var ids: Set<EventID> = []
    /// By sequence: how many events there were in the log at the end of each unit.
    private var leaves: [EventID] = []

    init(seed: [UInt8], key: [UInt8], now: Instant) throws {
        person = TestPerson(seed: seed)
        self.key = try SigningKey(seed: key)
        origin = OriginID(publicKey: self.key.publicKey)
        try append(
            ModelUnderTest.beginning(
                of: self.key, by: person.key, replacing: nil, salt: [UInt8](repeating: 7, count: 16), now: now))
    }

    /// The log's first events, with a head over them.
    func tail(size: Int, from start: Int) throws -> ReceivedTail {
        let head = Head(publicKey: key.publicKey, size: UInt64(size), root: ModelLedger.root(Array(leaves[..<size])))
        return ReceivedTail(head: try head.signed(by: key), start: UInt64(start), events: Array(log[start..<size]))
    }

    func receive(_ events: some Sequence<StoredEvent>) throws {
        for event in events { try add(event) }
    }

    private func add(_ stored: StoredEvent) throws {
        let event = try HeldEvent(
            stored: stored, position: UInt64(held.count + 1), version: 1, arrived: Instant(milliseconds: 0),
            ModelLedger.registry)
        if ids.insert(event.id).inserted { held.append(event) }
    }

    private func append(_ stored: StoredEvent) throws {
        log.append(stored)
        leaves.append(EventID(SHA256Hasher.leafHash(envelope: stored.envelope)))
        try add(stored)
    }

    func events(of stream: StreamID) -> [HeldEvent] { held.filter { $0.stream == stream } }

    /// An event with that body: it is written whatever it says.
    func write(
        _ schema: EventSchema, in stream: StreamID, _ members: [JSONValue.Member], _ engine: EngineFields = .none,
        basis: [EventID], recorded: Instant, random: inout SeededRandom
    ) throws {
        let encoder = BodyEncoder(schema: schema, normalize: { $0.precomposedStringWithCanonicalMapping })
        try write(
            schema, in: stream, body: try encoder.encode(.object(members), engine: engine), basis: basis,
            recorded: recorded, salt: random.bytes(16))
    }

    func write(
        _ schema: EventSchema, in stream: StreamID, body: [UInt8], basis: [EventID], recorded: Instant, salt: [UInt8]
    ) throws {
        var validTime = ValidTime.instant(recorded, offsetSeconds: 0, zone: "UTC")
        if let key = schema.validTime, let day = RecordFields.integer(of: key, inBody: body) {
            validTime = .date(CivilDate(day: Int32(day)))
        }
        let envelope = Envelope(
            origin: origin, sequence: LogSequence(UInt64(log.count)),
            flags: schema.critical ? [.lastOfUnit, .critical] : .lastOfUnit, stream: stream, type: schema.type,
            schemaVersion: schema.version, actor: person.id, validTime: validTime, recorded: recorded,
            basis: Set(basis).sorted(), bodyDigest: SHA256Hasher.bodyDigest(salt: salt, body: body))
        var writer = CBORWriter(capacity: 256)
        envelope.encode(into: &writer)
        try append(StoredEvent(envelope: writer.bytes, salt: salt, body: body))
    }
}

/// A stream as this person sees it before an act.
struct StreamSeen {
    let stream: StreamID
    let events: [HeldEvent]
    /// By the number of an event those of its past that are here.
    private let pasts: [EventID: Set<EventID>]

    init(_ stream: StreamID, _ events: [HeldEvent]) {
        (self.stream, self.events) = (stream, events)
        let byID = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
        var pasts: [EventID: Set<EventID>] = [:]
        func past(_ id: EventID) -> Set<EventID> {
            if let known = pasts[id] { return known }
            pasts[id] = []
            let basis = (byID[id]?.envelope.basis ?? []).filter { byID[$0] != nil }
            let result = basis.reduce(into: Set(basis)) { $0.formUnion(past($1)) }
            pasts[id] = result
            return result
        }
        for event in events { _ = past(event.id) }
        self.pasts = pasts
    }

    /// The events that no other is built on.
    var heads: [EventID] {
        let built = pasts.values.reduce(into: Set<EventID>()) { $0.formUnion($1) }
        return events.map(\.id).filter { !built.contains($0) }
    }

    /// The past of an event with that basis, in the order of arrival.
    func past(of basis: [EventID]) -> [HeldEvent] {
        let ids = basis.reduce(into: Set(basis)) { $0.formUnion(pasts[$1] ?? []) }
        return events.filter { ids.contains($0.id) }
    }

    /// The hash of the content that a lock over these signs, in the order of all events; nil where there is nothing to
    /// sign.
    func content(of covers: Set<EventID>) -> Bytes32? {
        let rules = ModelLedger.registry.rules(of: stream)
        let folded = events.map(\.fold)
        let fold = foldWhole(folded, rules: rules)
        var state = rules.initialState()
        var isCreated = false
        for index in fold.order where covers.contains(folded[index].id) {
            switch folded[index].role {
            case .create where !isCreated:
                isCreated = true
                rules.evolve(&state, folded[index])
            case .edit where isCreated: rules.evolve(&state, folded[index])
            default: break
            }
        }
        return isCreated ? rules.content(state, form: KindRules.form) : nil
    }
}
