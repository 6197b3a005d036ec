import BruteForce
import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport

extension RawEvent {
    /// An event's bytes as words: the envelope, and the body by the names of its schema.
    init(_ record: EventRecord, _ registry: Registry) throws {
        let envelope = record.envelope
        guard let schema = registry.schema(envelope.type, version: envelope.schemaVersion) else {
            throw Violation("an event of no schema: \(envelope.type)")
        }
        let (data, key) = try BodyView.json(record.body.span.bytes, schema)
        self.init(
            position: Int(record.position.value), id: record.id.hex, stream: envelope.stream.text, type: envelope.type,
            recorded: envelope.recorded.milliseconds)
        arrived = record.arrived.milliseconds
        origin = envelope.origin.hex
        sequence = Int(envelope.sequence.value)
        isLastOfUnit = envelope.flags.contains(.lastOfUnit)
        actor = envelope.actor.hex
        basis = envelope.basis.map(\.hex)
        self.key = key
        guard case .object(let members) = data else { throw Violation("a body that is no object") }
        for member in members { read(member) }
    }

    private mutating func read(_ member: JSONValue.Member) {
        func ids() -> [String] {
            guard case .array(let values) = member.value else { return [] }
            return values.compactMap(\.stringValue)
        }
        switch member.name {
        case "covers": covers = ids()
        case "voids": voids = ids()
        case "keeps": keeps = ids()
        case "supersedes": supersedes = ids()
        case "undoes": undoes = ids()
        case "content": content = member.value.stringValue
        case "form": break
        case "cut":
            guard case .object(let sizes) = member.value else { return }
            cut = Dictionary(uniqueKeysWithValues: sizes.map { ($0.name, $0.value.integerValue ?? 0) })
        default: fields[member.name] = member.value.text
        }
    }

    /// On one line, for a person who looks for what went wrong.
    var line: String {
        let links = [
            ("covers", covers), ("voids", voids), ("keeps", keeps), ("supersedes", supersedes), ("undoes", undoes),
        ]
        .filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.map { $0.prefix(8) }.joined(separator: ","))" }
        let said = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let parts =
            [
                "\(position)\(isLastOfUnit ? "." : "")", String(id.prefix(8)), String(origin.prefix(4)), stream, type,
                "recorded \(recorded)", "arrived \(arrived)",
            ]
            + ["basis \(basis.map { $0.prefix(8) }.joined(separator: ","))"] + links
            + (cut.map { ["cut \($0.map { "\($0.key.prefix(4)) \($0.value)" }.sorted().joined(separator: ","))"] } ?? [])
            + (key.map { ["key \($0)"] } ?? []) + said
        return parts.joined(separator: " ")
    }
}

/// A zone of one offset, so that a day of the ledger is none of UTC's.
struct FixedZone: ZoneRules {
    let hours: Int
    var name: String { "Etc/GMT\(hours <= 0 ? "+" : "-")\(abs(hours))" }
    func offsetSeconds(at instant: Instant) -> Int { hours * 3_600 }
    func instant(of date: CivilDate, secondOfDay: Int) -> Instant {
        Instant(milliseconds: (Int64(date.day) * 86_400 + Int64(secondOfDay - hours * 3_600)) * 1_000)
    }
}

/// One ledger of a history, with its events read so far.
package final class Device {
    let store: StoreLedger
    let zone: FixedZone
    let name: String
    private(set) var raw: [RawEvent] = []

    init(_ store: StoreLedger, _ zone: FixedZone, name: String) {
        self.store = store
        self.zone = zone
        self.name = name
    }

    var ledger: Ledger { store.ledger }
    var clock: TestClock { store.clock }

    /// Reads what came since.
    func readOn() throws {
        let engine = ledger.engine
        try engine.read { transaction in
            let latest = try engine.latest(transaction)
            try engine.forEachEvent(after: Position(UInt64(raw.count)), through: latest.position, transaction) {
                record in
                raw.append(try RawEvent(record, engine.registry))
                return true
            }
        }
        for (index, event) in raw.enumerated() where event.position != index + 1 {
            throw Violation("position \(event.position) where \(index + 1) was due")
        }
    }

    /// The days since 1970 of today, in this ledger's zone. The comparison asks no question about the future: it is
    /// refused.
    func notAhead(_ milliseconds: Int64) -> Instant { Instant(milliseconds: min(milliseconds, clock.now.milliseconds)) }
    var today: Int { Int((clock.now.milliseconds + Int64(zone.hours) * 3_600_000) / 86_400_000) }
}
