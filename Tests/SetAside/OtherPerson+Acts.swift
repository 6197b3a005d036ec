import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import TransparencyLog

extension OtherPerson {
    /// The place, the time and the dice of one act.
    struct Moment {
        var now: Instant
        /// Which of the claimed times is drawn; another in the play with other times.
        var times: SeededRandom
        /// Whether creates stand only where the owner's do, so that no time of this person's may matter.
        var followsOwner: Bool
        var owner: PrincipalID
        var subjects: Subjects
    }

    /// Any event: of any type and role, in any stream of the owner's or of this person's, with a forged basis.
    func act(_ random: inout SeededRandom, _ moment: inout Moment) throws {
        let subjects = moment.subjects
        let stream = random.oneIn(4) ? subjects.others(&random) : subjects.any(&random)
        let seen = StreamSeen(stream, events(of: stream))
        switch random.below(20) {
        case 0, 1: try lock(seen, &random, &moment)
        case 2: try unlock(seen, &random, &moment)
        case 3: try settle(seen, &random, &moment)
        case 4: try undoBatch(&random, &moment)
        case 5: try supersede(&random, &moment)
        case 6: try linking(&random, &moment)
        case 7 where random.oneIn(2): try writeUnreadable(seen, &random, &moment)
        default: try write(of: seen, &random, &moment)
        }
    }

    /// Any event that fits the record.
    func write(in stream: StreamID, _ random: inout SeededRandom, _ moment: inout Moment) throws {
        try write(of: StreamSeen(stream, events(of: stream)), &random, &moment)
    }

    /// A record that the owner may take on: as an honest program begins it.
    func begin(_ stream: StreamID, _ random: inout SeededRandom, _ moment: inout Moment) throws {
        let registry = ModelLedger.registry
        let types = registry.types.compactMap { registry.schema($0) }
        guard let schema = types.first(where: { $0.role == .create && $0.kinds.contains(stream.kind) }),
            !events(of: stream).contains(where: { $0.fold.role == .create })
        else { return }
        var bodies = RandomBody(random: random)
        let members = bodies.members(schema)
        random = bodies.random
        try write(schema, in: stream, members, basis: [], recorded: recorded(&moment), random: &random)
    }

    /// Erases events of this person: alone among the acts it has an effect on the owner's answers, and stands in
    /// both plays.
    func erase(_ random: inout SeededRandom, _ moment: inout Moment, limit: Int) throws {
        let own = held.filter { event in
            event.envelope.origin == origin && event.stream.kind != "origin" && event.stream.kind != "link"
                && event.envelope.sequence.value < UInt64(limit)
        }
        guard let event = own.dropLast(0).randomElement(using: &random) else { return }
        let registry = ModelLedger.registry
        let isAlone = [.set, .note].contains(event.fold.role) && !event.fold.links.isErasure
        guard let schema = registry.schema(isAlone ? "events.erased" : "stream.erased") else { return }
        var engine = EngineFields()
        if isAlone { engine.erases = [event.id] }
        try write(
            schema, in: event.stream, [.init("reason", .string("r"))], engine, basis: [event.id], recorded: moment.now,
            random: &random)
    }

    // MARK: - One event

    private func recorded(_ moment: inout Moment) -> Instant {
        let away: [Int64] = [0, 0, -1, -1_000, -86_400_000, -40_000_000_000, 60_000, 86_400_000, 3_000_000_000_000]
        return Instant(milliseconds: moment.now.milliseconds + away[moment.times.below(away.count)])
    }

    private func basis(_ seen: StreamSeen, _ random: inout SeededRandom) -> [EventID] {
        switch random.below(10) {
        case 0: []
        case 1: seen.heads.filter { _ in random.oneIn(2) }
        case 2: seen.events.randomElement(using: &random).map { [$0.id] } ?? []
        case 3 where random.oneIn(4): held.randomElement(using: &random).map { [$0.id] } ?? []
        default: Array(seen.heads.prefix(Limits.basisMaximum))
        }
    }

    private func write(of seen: StreamSeen, _ random: inout SeededRandom, _ moment: inout Moment) throws {
        let registry = ModelLedger.registry
        let isCreated = seen.events.contains { $0.fold.role == .create }
        var types = registry.types.compactMap { registry.schema($0) }.filter {
            $0.kinds.contains(seen.stream.kind) && ![.lock, .unlock].contains($0.role)
        }
        if !isCreated, !random.oneIn(6), types.contains(where: { $0.role == .create }) {
            types = types.filter { $0.role == .create }
        } else if isCreated, !random.oneIn(6) {
            types = types.filter { $0.role != .create }
        }
        if moment.followsOwner,
            !seen.events.contains(where: { $0.fold.role == .create && $0.fold.actor == moment.owner })
        {
            types = types.filter { $0.role == .set || $0.role == .note }
        }
        guard let newest = types.randomElement(using: &random) else { return }
        let schema = newest.version > 1 && random.oneIn(3) ? registry.schema(newest.type, version: 1) ?? newest : newest
        var bodies = RandomBody(random: random)
        let members = bodies.members(schema)
        random = bodies.random
        let basis = basis(seen, &random)
        var engine = EngineFields()
        if schema.engineFields.contains(.cut) { engine.cut = cut(&random) }
        if schema.role == .restore {
            engine.undoes = some(seen.events.filter { $0.fold.role == .remove || random.oneIn(6) }, &random)
        }
        if schema.type == "progress.restored" { return }
        if random.oneIn(12) { engine.key = "k\(random.below(3))" }
        do {
            try write(
                schema, in: seen.stream, members, engine, basis: basis, recorded: recorded(&moment), random: &random)
        } catch is BodyProblem {}
    }

    /// An event that no program of the owner's understands: of an unknown type, of a later version, with a body that is
    /// none.
    private func writeUnreadable(_ seen: StreamSeen, _ random: inout SeededRandom, _ moment: inout Moment) throws {
        let registry = ModelLedger.registry
        let types = registry.types.compactMap { registry.schema($0) }.filter { $0.kinds.contains(seen.stream.kind) }
        guard let known = types.randomElement(using: &random) else { return }
        let kind = random.below(3)
        let schema = EventSchema(
            type: kind == 0 ? "flight.invented" : known.type, version: kind == 1 ? 99 : known.version,
            kinds: known.kinds, role: known.role, critical: random.oneIn(2), computed: false, validTime: nil,
            register: nil, fields: [], engineFields: [])
        try write(
            schema, in: seen.stream, body: kind == 2 ? [0xA1, 0x18, 0x3F, 0xF5] : [0xA0], basis: basis(seen, &random),
            recorded: recorded(&moment), salt: random.bytes(16))
    }

    private func some(_ events: [HeldEvent], _ random: inout SeededRandom) -> [EventID] {
        events.filter { _ in !random.oneIn(3) }.map(\.id).sorted()
    }

    private func cut(_ random: inout SeededRandom) -> [CutEntry] {
        let sizes = Dictionary(grouping: held, by: \.envelope.origin).mapValues(\.count)
        return sizes.sorted { $0.key < $1.key }.map {
            CutEntry(log: LogName(origin: $0.key), size: UInt64($0.value + (random.oneIn(4) ? 50 : 0)))
        }
    }

    // MARK: - Locks and decisions

    private func lock(_ seen: StreamSeen, _ random: inout SeededRandom, _ moment: inout Moment) throws {
        let type = ["flight": "flight.signed", "endorsement": "endorsement.signed"][seen.stream.kind]
        guard let schema = type.flatMap({ ModelLedger.registry.schema($0) }) else {
            return try write(of: seen, &random, &moment)
        }
        let basis = basis(seen, &random)
        let covered = seen.past(of: basis).filter { $0.fold.role == .create || $0.fold.role == .edit }
        let covers = random.oneIn(3) ? covered.map(\.id).sorted() : some(covered, &random)
        var engine = EngineFields()
        guard let content = seen.content(of: Set(covers)) else { return try write(of: seen, &random, &moment) }
        (engine.covers, engine.form) = (covers, KindRules.form)
        engine.content = random.oneIn(8) ? SHA256Hasher.hash([1]) : content
        try write(
            schema, in: seen.stream, [.init("cfiNumber", .string("1234567"))], engine, basis: basis,
            recorded: recorded(&moment), random: &random)
    }

    private func unlock(_ seen: StreamSeen, _ random: inout SeededRandom, _ moment: inout Moment) throws {
        let type = ["flight": "signature.voided", "endorsement": "endorsement.voided"][seen.stream.kind]
        let basis = basis(seen, &random)
        let past = random.oneIn(8) ? seen.events : seen.past(of: basis)
        let locks = past.filter { $0.fold.role == .lock }
        guard let schema = type.flatMap({ ModelLedger.registry.schema($0) }), !locks.isEmpty else {
            return try lock(seen, &random, &moment)
        }
        var engine = EngineFields()
        engine.voids = random.oneIn(2) ? locks.map(\.id).sorted() : some(locks, &random)
        engine.keeps = some(past.filter { $0.fold.role.isStateRole }, &random)
        try write(
            schema, in: seen.stream, [.init("reason", .string("r"))], engine, basis: basis, recorded: recorded(&moment),
            random: &random)
    }

    private func settle(_ seen: StreamSeen, _ random: inout SeededRandom, _ moment: inout Moment) throws {
        let basis = basis(seen, &random)
        let past = seen.past(of: basis)
        guard let schema = ModelLedger.registry.schema("outcome.settled", version: 1),
            let about = past.randomElement(using: &random)
        else { return try write(of: seen, &random, &moment) }
        var engine = EngineFields()
        engine.keeps = some(past.filter { $0.fold.role.isStateRole }, &random)
        let decision = random.oneIn(2) ? "apply" : "dismiss"
        try write(
            schema, in: seen.stream, [.init("event", .string(about.id.hex)), .init("decision", .string(decision))],
            engine, basis: basis, recorded: recorded(&moment), random: &random)
    }

    // MARK: - Across streams

    private func undoBatch(_ random: inout SeededRandom, _ moment: inout Moment) throws {
        let stream = Subjects.batch
        let seen = StreamSeen(stream, events(of: stream))
        guard let schema = ModelLedger.registry.schema("batch.undone") else { return }
        var engine = EngineFields()
        engine.cut = cut(&random)
        try write(schema, in: stream, [], engine, basis: seen.heads, recorded: recorded(&moment), random: &random)
    }

    private func supersede(_ random: inout SeededRandom, _ moment: inout Moment) throws {
        let subjects = moment.subjects
        let stream = subjects.others(&random)
        guard let schema = ModelLedger.registry.schema("flight.logged"), stream.kind == "flight" else { return }
        let target = subjects.flight(&random)
        let seen = StreamSeen(target, events(of: target))
        var engine = EngineFields()
        engine.supersedes = random.oneIn(3) ? some(seen.events, &random) : seen.heads.sorted()
        guard engine.supersedes?.isEmpty == false, stream != target, !moment.followsOwner else { return }
        var bodies = RandomBody(random: random)
        let members = bodies.members(schema)
        random = bodies.random
        try write(
            schema, in: stream, members, engine, basis: StreamSeen(stream, events(of: stream)).heads,
            recorded: recorded(&moment), random: &random)
    }

    /// An offer that the owner took up once is written again, on what it followed or on what is newest. (To end the
    /// link is that person's right: nothing more arrives then.)
    private func linking(_ random: inout SeededRandom, _ moment: inout Moment) throws {
        let links = held.filter { $0.envelope.type == "ledgers.linked" }
        guard let link = links.randomElement(using: &random),
            let schema = ModelLedger.registry.schema(link.envelope.type, version: link.envelope.schemaVersion)
        else { return }
        let seen = StreamSeen(link.stream, events(of: link.stream))
        try write(
            schema, in: link.stream, body: link.stored.body,
            basis: random.oneIn(3) ? seen.heads : link.envelope.basis, recorded: recorded(&moment),
            salt: random.bytes(16))
    }
}
