import DaybookDomains
package import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import TransparencyLog

extension World {
    /// A unit of one to four commands; in the model and in the store, with the same answer and the same bytes.
    mutating func write(_ replica: Replica) throws {
        var drafts: [EventDraft] = []
        for _ in 0..<(random.oneIn(4) ? 2 + random.below(3) : 1) { drafts.append(command(replica)) }
        var condition: AppendCondition?
        if random.oneIn(10) {
            condition = AppendCondition(
                after: Position(UInt64(random.below(replica.seen.events.count + 1))),
                kinds: random.oneIn(2) ? ["aircraft"] : [],
                types: random.oneIn(2) ? ["flight.amended"] : [], streams: random.oneIn(3) ? [stream()] : [])
        }
        try append(drafts, condition, to: replica)
    }

    package mutating func append(_ drafts: [EventDraft], _ condition: AppendCondition? = nil, to replica: Replica)
        throws
    {
        var drafts = drafts
        for (index, draft) in drafts.enumerated() {
            // Which of two events with one key a command is held against is not settled: see KeyTests.
            if let key = draft.key, replica.model.events.count(where: { $0.fold.key == key }) > 1 {
                drafts[index].key = nil
            }
        }
        let answer = Result { try replica.store.append(drafts, condition: condition) }
        let time = replica.clock.now
        let now = try replica.store.observe()
        let added = Array(now.events.dropFirst(replica.seen.events.count))
        try noteKey(added, replica)
        let minted = added.first.flatMap { $0.envelope.type == "origin.started" ? $0.stored : nil }
        var salts = Array(added.dropFirst(minted == nil ? 0 : 1).map(\.stored.salt).reversed())
        let entropy = ModelEntropy(
            salt: { salts.popLast() ?? [UInt8](repeating: 0, count: 16) },
            mint: { replaced in
                if let minted { return minted }
                guard case .failure = answer else { throw Violation("a log that may not be continued was written") }
                // A refused draft mints nothing; the model decides on a log that it throws away again.
                let person = try SigningKey(seed: replica.store.ledger.exportPrincipal())
                return try ModelUnderTest.beginning(
                    of: try SigningKey(seed: [UInt8](repeating: 7, count: 32)), by: person, replacing: replaced,
                    salt: [UInt8](repeating: 7, count: 16), now: time)
            })
        let expected = Result { try replica.model.append(drafts, condition: condition, now: time, entropy) }
        switch (answer, expected) {
        case (.success(let stated), .success(let modelled)):
            if stated != modelled { throw Violation("the store answers \(stated), the model \(modelled)") }
        case (.failure(let stated), .failure(let modelled)):
            refusals += 1
            if let violation = modelled as? Violation { throw violation }
            if Refused(stated) != Refused(modelled) {
                throw Violation("the store refuses with \(Refused(stated)), the model with \(Refused(modelled))")
            }
            if minted != nil { throw Violation("a refused unit left the beginning of a log") }
        case (.success, .failure(let modelled)): throw Violation("the store takes what the model refuses: \(modelled)")
        case (.failure(let stated), .success):
            throw Violation("the store refuses what the model takes: \(Refused(stated))")
        }
        let before = replica.seen
        try settle(replica, now)
        if drafts.count == 1, drafts[0].type == "signature.voided", case .success(let stated) = answer,
            stated.appended == 1,
            let what = LedgerChecks.voidChangesOnlyTheLock(drafts[0].stream, from: before, to: replica.seen)
        {
            throw Violation(what)
        }
    }

    /// The seed of a new log's key, while its file is there.
    private mutating func noteKey(_ added: [HeldEvent], _ replica: Replica) throws {
        guard let first = added.first, first.envelope.type == "origin.started" else { return }
        replica.minted += 1
        keys[first.envelope.origin] = try replica.store.key(of: first.envelope.origin)
    }

    // MARK: - Commands

    mutating func stream() -> StreamID {
        random.oneIn(6) ? replacing() : StreamID(kind: "flight", id: random.oneIn(3) ? "b" : "a")
    }

    /// Mostly something that this replica would take, sometimes what it must refuse.
    private mutating func command(_ replica: Replica) -> EventDraft {
        let stream = stream()
        let record = replica.seen.records[stream]
        var draft =
            random.oneIn(8)
            ? linkingCommand(replica)
            : random.oneIn(8) ? anyCommand(replica, stream) : sensibleCommand(replica, stream, record)
        if draft.key == nil, random.oneIn(6) { draft.key = "key-\(random.below(4))" }
        if random.oneIn(6) {
            draft.expectedVersion = replica.model.events(of: draft.stream).count + (random.oneIn(4) ? 1 : 0)
        }
        if random.oneIn(10) { draft.correlation = "batch-\(random.below(3))" }
        return draft
    }

    private mutating func sensibleCommand(_ replica: Replica, _ stream: StreamID, _ record: HeldRecord?) -> EventDraft {
        guard let record, record.created != nil else {
            return ["c", "d"].contains(stream.id)
                ? supersede(stream, random.oneIn(3) ? replacing() : self.stream()) : log(stream)
        }
        if record.mask?.reason == .takenBack, random.oneIn(2) { return restore(stream) }
        if record.isRemoved { return random.oneIn(3) ? settlement(replica, stream) : restore(stream) }
        if !record.standing.isEmpty { return random.oneIn(3) ? amend(stream) : void(stream) }
        let waits = record.outcomes.values.contains { $0.status == .pending || $0.status == .shadowed }
        if waits, random.oneIn(3) { return settlement(replica, stream) }
        switch random.below(8) {
        case 0..<4: return amend(stream)
        case 4, 5: return sign(stream)
        case 6: return EventDraft(stream: stream, type: "flight.removed", data: .json(.object([])))
        default: return describeAircraft()
        }
    }

    private mutating func anyCommand(_ replica: Replica, _ stream: StreamID) -> EventDraft {
        switch random.below(9) {
        case 0: log(stream)
        case 1: amend(stream)
        case 2: EventDraft(stream: stream, type: "flight.removed", data: .json(.object([])))
        case 3: restore(stream)
        case 4: sign(stream)
        case 5: void(stream)
        case 6: settlement(replica, stream)
        case 7: restate(replica, stream)
        default: wrongCommand(stream)
        }
    }

    /// The events by which a request for a signature restates another person's entries: values that the record has
    /// already.
    private func restate(_ replica: Replica, _ stream: StreamID) -> EventDraft {
        let remarks = replica.model.remarks(of: stream) ?? "restated"
        let data = JSONValue.object(pairs: ["remarks": .string(remarks)])
        var draft = EventDraft(stream: stream, type: "flight.amended", data: .json(data))
        draft.restates = true
        return draft
    }

    mutating func log(_ stream: StreamID) -> EventDraft {
        EventDraft(stream: stream, type: "flight.logged", data: .json(flight()))
    }

    mutating func amend(_ stream: StreamID) -> EventDraft {
        // Keys that two devices may both use for one content.
        if random.oneIn(5) {
            return EventDraft(
                stream: stream, type: "flight.amended", data: .json(.object(pairs: ["remarks": .string("keyed")])),
                key: "amended-\(stream.id)")
        }
        return EventDraft(stream: stream, type: "flight.amended", data: .json(amendment()))
    }

    private func restore(_ stream: StreamID) -> EventDraft {
        EventDraft(stream: stream, type: "flight.restored", data: .json(.object([])), intent: .computed())
    }

    func sign(_ stream: StreamID) -> EventDraft {
        EventDraft(
            stream: stream, type: "flight.signed", data: .json(.object(pairs: ["cfiNumber": .string("1234567")])),
            intent: .computed())
    }

    private func void(_ stream: StreamID) -> EventDraft {
        EventDraft(
            stream: stream, type: "signature.voided", data: .json(.object(pairs: ["reason": .string("wrong")])),
            intent: .computed())
    }

    private mutating func describeAircraft() -> EventDraft {
        EventDraft(stream: StreamID(kind: "aircraft", id: "n1"), type: "aircraft.described", data: .json(aircraft()))
    }

    mutating func flight() -> JSONValue {
        .object(pairs: [
            "date": .string("2026-02-0\(1 + random.below(5))"), "hobbs": .number("1.\(random.below(3))"),
            "dayLandings": .integer(1 + random.below(3)),
            "remarks": random.oneIn(2) ? .string("as logged \(random.below(3))") : nil,
            "batch": random.oneIn(3) ? .string("batch/x") : nil,
        ])
    }

    private mutating func amendment() -> JSONValue {
        switch random.below(6) {
        case 0: .object(pairs: ["remarks": .string("amended \(random.below(4))")])
        case 1: .object(pairs: ["hobbs": .number("2.\(random.below(3))"), "dual": .bool(true)])
        case 2: .object(pairs: ["solo": .bool(random.oneIn(2))])
        case 3: .object(pairs: ["dayLandings": .integer(random.below(5))])
        case 4: .object(pairs: ["date": .string("2026-02-0\(1 + random.below(5))")])
        default: .object(pairs: ["remarks": .null, "nightLandings": .integer(random.below(2))])
        }
    }

    private mutating func aircraft() -> JSONValue {
        .object(pairs: ["registration": .string("n1"), "year": .integer(1970 + random.below(4))])
    }

    /// A decision about some event, most often about one that waits.
    private mutating func settlement(_ replica: Replica, _ stream: StreamID) -> EventDraft {
        let outcomes = replica.seen.records[stream]?.outcomes ?? [:]
        let waiting = outcomes.filter { $0.value.status != .effective }.keys.sorted()
        let all = waiting.isEmpty || random.oneIn(4) ? outcomes.keys.sorted() : waiting
        guard !all.isEmpty else { return wrongCommand(stream) }
        let event = all[random.below(all.count)]
        let applies = random.oneIn(2)
        return EventDraft(
            stream: stream, type: "outcome.settled",
            data: .json(
                .object(pairs: ["event": .string(event.hex), "decision": .string(applies ? "apply" : "dismiss")])),
            intent: applies ? .apply(event) : .dismiss(event))
    }

    private mutating func wrongCommand(_ stream: StreamID) -> EventDraft {
        switch random.below(4) {
        case 0: EventDraft(stream: stream, type: "flight.painted", data: .json(.object([])))
        case 1:
            EventDraft(stream: stream, type: "flight.signed", data: .json(.object(pairs: ["cfiNumber": .string("1")])))
        case 2:
            EventDraft(stream: stream, type: "flight.amended", data: .json(.object(pairs: ["colour": .string("red")])))
        default:
            EventDraft(
                stream: stream, type: "flight.logged",
                data: .json(
                    .object(pairs: ["date": .string("2027-01-01"), "hobbs": .number("1.0"), "dayLandings": .integer(1)])
                ))
        }
    }
}

extension ModelLedger {
    /// A log's first event alone, when the unit it was begun for was refused.
    mutating func keepBeginning(_ stored: StoredEvent, _ now: Instant) throws {
        var draft = self
        try draft.begin(stored, now)
        try commit([stored], at: now)
        (own, paths, isOwnLive) = (draft.own, draft.paths, true)
    }
}
