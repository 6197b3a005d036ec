import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LedgerTestSupport

/// A domain of tests that has had three versions: things are counted, at first in dozens, then in pieces, then under a
/// label.
///
///     counted.made, counted.changed   1: day (1), dozens (2), note (3) · 2: day (1), note (3), pieces (4) · 3: day
///     (1), pieces (4), label (5) counted.titled                  1: title (1) · 2: title (1), loud (2) counted.sealed,
///     counted.opened  one version; what the program of version 3 adds is counted.weighed, critical
struct CountedDomain {
    /// Of the program, 1 … 3.
    var program: Int
    /// Of the day ledger; from 2 on it also counts entries.
    var ledger = 1

    var registry: Registry { Registry(domains) }

    var domains: [Domain] {
        [
            Domain(
                evaluator: "counted/\(program)", kinds: [CountedKind(program: program, ledger: ledger)],
                schemas: schemas,
                ledgers: [
                    DayLedgerDefinition(
                        name: "counted.days", version: ledger,
                        measures: ledger == 1 ? ["pieces"] : ["pieces", "entries"])
                ])
        ]
    }

    private var schemas: [EventSchema] {
        var all: [EventSchema] = []
        for version in 1...program { all += [record("made", .create, version), record("changed", .edit, version)] }
        for version in 1...min(program, 2) { all.append(titled(version)) }
        all.append(schema("counted.sealed", 1, .lock, critical: true, [], [.covers, .content, .form]))
        all.append(schema("counted.opened", 1, .unlock, critical: true, [], [.voids, .keeps]))
        if program == 3 { all.append(schema("counted.weighed", 1, .note, critical: true, [])) }
        return all
    }

    private func record(_ name: String, _ role: EventRole, _ version: Int) -> EventSchema {
        func field(_ key: UInt64, _ name: String, _ kind: FieldKind) -> FieldSchema {
            self.field(key, name, kind, required: role == .create && key != 3, nullable: role == .edit)
        }
        let day = field(1, "day", .date)
        let note = field(3, "note", .text(maximumScalars: 100))
        let pieces = field(4, "pieces", .integer(0...120_000))
        switch version {
        case 1: return schema("counted.\(name)", 1, role, [day, field(2, "dozens", .integer(0...10_000)), note])
        case 2: return schema("counted.\(name)", 2, role, [day, note, pieces]).upcasting(Self.piecesOfDozens)
        default:
            let label = self.field(5, "label", .text(maximumScalars: 100), required: false, nullable: role == .edit)
            return schema("counted.\(name)", 3, role, [day, pieces, label]).upcasting { $0.move(3, to: 5) }
        }
    }

    private static let piecesOfDozens: Upcast = { fields in
        fields.move(2, to: 4)
        if let dozens = fields.integer(4) { fields.set(4, integer: dozens * 12) }
    }

    private func titled(_ version: Int) -> EventSchema {
        let title = field(1, "title", .text(maximumScalars: 100), required: true, nullable: false)
        if version == 1 { return schema("counted.titled", 1, .set, [title]) }
        return schema("counted.titled", 2, .set, [title, field(2, "loud", .boolean, required: true, nullable: false)])
            .upcasting { $0.set(2, boolean: $0.text(1)?.hasSuffix("!") ?? false) }
    }

    private func schema(
        _ type: String, _ version: Int, _ role: EventRole, critical: Bool = false, _ fields: [FieldSchema],
        _ engineFields: [EngineField] = []
    ) -> EventSchema {
        EventSchema(
            type: type, version: version, kinds: ["counted"], role: role, critical: critical, computed: false,
            validTime: nil,
            register: role == .set ? .fixed("title") : nil, fields: fields, engineFields: engineFields)
    }

    private func field(_ key: UInt64, _ name: String, _ kind: FieldKind, required: Bool, nullable: Bool) -> FieldSchema
    {
        FieldSchema(
            key: key, name: name, kind: kind, required: required, nullable: nullable, missing: "field.missing",
            mistyped: "field.type",
            outOfRange: "field.range")
    }
}

/// Gives the pieces of a record to its day. From version 2 of the edit on, a record has a piece at least.
private struct CountedKind: StreamKind {
    let name = "counted"
    let program: Int
    let ledger: Int

    private func pieces(_ map: [UInt8]) -> Int64? {
        program == 1
            ? RecordFields.integer(of: 2, inBody: map).map { $0 * 12 } : RecordFields.integer(of: 4, inBody: map)
    }

    func admit(_ state: RecordFields, _ event: EventContent, _ scan: FieldScan) -> Rejection? {
        guard event.schema.role == .edit, event.version >= 2 else { return nil }
        var fields = state
        apply(event, to: &fields)
        return pieces(fields.map) == 0 ? Rejection(code: "pieces.none", message: "A record has a piece at least.") : nil
    }

    func contribute(_ fields: FieldScan, to sink: inout ContributionSink) {
        guard let day = fields.integer(1) else { return }
        let pieces = program == 1 ? (fields.integer(2) ?? 0) * 12 : fields.integer(4) ?? 0
        sink.add(day: CivilDate(day: Int32(day))) { values in
            values.append(Int64(pieces))
            if ledger > 1 { values.append(1) }
        }
    }
}

/// A ledger of that domain, opened by one program after another.
final class CountedLedger {
    let path = Scratch.path()
    let clock = TestClock()
    private(set) var engine: EngineCore
    private let seed: UInt64

    init(_ domain: CountedDomain, seed: UInt64 = 1) throws {
        self.seed = seed
        engine = try EngineCore.create(
            LedgerFolder(path: path), zone: "UTC", name: "counted", principalSeed: [UInt8](repeating: 7, count: 32),
            Self.configuration(domain, clock, seed))
    }

    deinit {
        engine.close()
        Scratch.remove(path)
    }

    static func configuration(_ domain: CountedDomain, _ clock: TestClock, _ seed: UInt64) -> EngineConfiguration {
        let random = TestBox(SeededRandom(seed: seed))
        return EngineConfiguration(
            registry: domain.registry, clock: { clock.now },
            entropy: { count in
                var state = random.get()
                defer { random.set(state) }
                return state.bytes(count)
            }, zone: UniversalTime(), normalize: { $0 }, mapByteCount: 64 << 20)
    }

    /// Another program opens the ledger. Its randomness goes on from another seed.
    func reopen(_ domain: CountedDomain, _ access: EventStore.Access = .readWrite, seed: UInt64 = 2) throws {
        engine.close()
        engine = try EngineCore.open(
            LedgerFolder(path: path), access, Self.configuration(domain, clock, self.seed &* 100 &+ seed))
    }

    /// Opens the files for writing and leaves the projections as they are.
    func reopenUnbuilt(_ domain: CountedDomain = CountedDomain(program: 1)) throws {
        engine.close()
        engine = EngineCore(
            store: try EventStore.open(LedgerFolder(path: path), .readWrite, mapByteCount: 64 << 20),
            configuration: Self.configuration(domain, clock, seed &* 100 &+ 3))
    }

    /// Another program that has the same files open. It must not be closed.
    func beside(_ domain: CountedDomain) -> EngineCore {
        EngineCore(store: engine.store, configuration: Self.configuration(domain, clock, seed &* 100 &+ 99))
    }

    @discardableResult
    func append(_ drafts: EventDraft...) throws -> AppendReceipt { try engine.append(drafts) }

    func days(_ engine: EngineCore? = nil) throws -> [String] {
        let engine = engine ?? self.engine
        return try engine.read { transaction in
            try engine.dayTable(0, knownAt: try engine.latest(transaction), transaction).days.map {
                "\($0.date) \($0.rows) \($0.sums)"
            }
        }
    }

    func folded() throws -> [String] {
        try engine.read { transaction in
            try engine.foldedTable(0, knownAt: try engine.latest(transaction), transaction).days.map {
                "\($0.date) \($0.rows) \($0.sums)"
            }
        }
    }

    /// The findings of `verify`, and whether the kept state is that of a fold from nothing.
    func check() throws -> [String] {
        try engine.read { transaction in
            let known = try engine.latest(transaction)
            let replayed = try engine.replay(knownAt: known, transaction).state
            let kept = try engine.keptState(knownAt: known, transaction)
            return engine.verify(transaction).damage.map(\.reason)
                + (kept == replayed ? [] : ["kept \(kept?.hex ?? "nothing"), folded \(replayed.hex)"])
        }
    }

    /// The digest of what is kept; nil where that is not of this program.
    func kept() throws -> Bytes32? {
        try engine.read { try engine.keptState(knownAt: try engine.latest($0), $0) }
    }

    func record(_ id: String) throws -> LoadedStream {
        try engine.read { transaction in
            guard
                let loaded = try engine.stream(Counted.stream(id), knownAt: try engine.latest(transaction), transaction)
            else { throw Refused(code: "no record") }
            return loaded
        }
    }

    /// Type, status and reason of each event of a record.
    func outcomes(_ id: String) throws -> [String] {
        let record = try record(id)
        return record.fold.outcomes.enumerated().map { index, outcome in
            "\(record.events[index].payload?.type ?? "not understood") \(outcome.status)\(outcome.reason.map { " " + $0 } ?? "")"
        }
    }
}

/// Drafts of the domain; their fields are those of the program's newest version.
enum Counted {
    static func stream(_ id: String) -> StreamID { Draft.stream("counted/\(id)") }

    static func draft(_ id: String, _ type: String, _ data: KeyValuePairs<String, JSONValue?> = [:], key: String? = nil)
        -> EventDraft
    {
        let isLink = ["sealed", "opened"].contains(type)
        return EventDraft(
            stream: stream(id), type: "counted.\(type)", data: .json(Draft.object(data)),
            intent: isLink ? .computed() : .plain, key: key)
    }

    static func dozens(
        _ id: String, _ dozens: Int64, day: String = "2026-02-01", note: String? = nil, key: String? = nil
    ) -> EventDraft {
        draft(
            id, "made", ["day": .string(day), "dozens": .integer(dozens), "note": note.map { .string($0) }], key: key)
    }

    static func pieces(
        _ id: String, _ pieces: Int64, day: String = "2026-02-01", label: String? = nil, key: String? = nil
    ) -> EventDraft {
        draft(
            id, "made", ["day": .string(day), "pieces": .integer(pieces), "label": label.map { .string($0) }], key: key)
    }
}
