import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LedgerTestSupport
import Testing
import TransparencyLog

extension Draft {
    /// A flight in the place of others, whose newest events the ledger names.
    static func supersede(_ id: String, _ targets: String..., hobbs: String = "2.0") -> EventDraft {
        var draft = log(id, hobbs: hobbs)
        draft.intent = .superseding(targets.map { stream("flight/\($0)") })
        return draft
    }

    /// A flight that names ids itself.
    static func supersede(_ id: String, naming ids: [EventID]) -> EventDraft {
        EventDraft(
            stream: stream("flight/\(id)"), type: "flight.logged",
            data: .json(
                object([
                    "date": .string("2026-02-01"), "hobbs": .number("2.0"), "dayLandings": .integer(1),
                    "supersedes": .array(ids.sorted().map { .string($0.hex) }),
                ])))
    }
}

extension LedgerUnderTest {
    /// `a counts`, `a superseded` …, and the hours of all days in tenths.
    func masks(_ ids: String...) throws -> [String] {
        let seen = try observe()
        return ids.map { id in "\(id) \(seen.records[Draft.stream("flight/\(id)")]?.mask?.reason.rawValue ?? "counts")"
        }
            + ["\(seen.days[0].reduce(0) { $0 + $1.sums[1] } / 360)"]
    }
}

@Suite("A record in the place of others, on the model and on the store") struct SupersedeTests {
    @Test(
        "S-X.7: totals count once, both stay, the lock stays, the outcomes of the old record stay",
        arguments: Kind.allCases)
    func superseded(kind: Kind) throws {
        let ledger = try kind.make()
        _ = try ledger.append(Draft.log("a"), Draft.sign("a"))
        let before = try ledger.observe()
        #expect(try ledger.masks("a") == ["a counts", "15"])
        _ = try ledger.append(Draft.supersede("b", "a"))
        #expect(try ledger.masks("a", "b") == ["a superseded", "b counts", "20"])
        let after = try ledger.observe()
        #expect(after.records[Draft.stream("flight/a")]?.outcomes == before.records[Draft.stream("flight/a")]?.outcomes)
        #expect(after.records[Draft.stream("flight/a")]?.standing.count == 1)
        #expect(after.changes.isEmpty)
        _ = try ledger.append(Draft.remove("b"))
        #expect(try ledger.masks("a", "b") == ["a counts", "b counts", "15"])
        _ = try ledger.append(Draft.restore("b"))
        #expect(try ledger.masks("a", "b") == ["a superseded", "b counts", "20"])
    }

    @Test("what supersedes in the same unit, and in the unit after, is held against it", arguments: Kind.allCases)
    func oneUnit(kind: Kind) throws {
        let ledger = try kind.make()
        _ = try ledger.append(Draft.log("a"), Draft.supersede("b", "a"), Draft.supersede("c", "b"))
        #expect(try ledger.masks("a", "b", "c") == ["a superseded", "b superseded", "c counts", "20"])
        #expect(
            try ledger.refusal(of: Draft.log("x"), Draft.supersede("d", "x"), Draft.supersede("e", "x"))
                == Refused(index: 2, code: "record.superseded"))
    }

    @Test(
        "what a caller names must be held, of another record that stands, and all of its newest events",
        arguments: Kind.allCases)
    func refusals(kind: Kind) throws {
        let ledger = try kind.make()
        let a = try ledger.append(Draft.log("a"), Draft.amend("a", remarks: "x")).ids
        let unknown = EventID(Bytes32(first: Bytes16(high: 1, low: 2), second: Bytes16(high: 3, low: 4)))
        #expect(
            try ledger.refusal(of: Draft.supersede("b", naming: [unknown])) == Refused(index: 0, code: "event.unknown"))
        #expect(
            try ledger.refusal(of: Draft.supersede("b", naming: [a[1], unknown]))
                == Refused(index: 0, code: "event.unknown"))
        #expect(
            try ledger.refusal(of: Draft.supersede("b", naming: [a[0]]))
                == Refused(index: 0, code: "supersedes.notHeads"))
        #expect(
            try ledger.refusal(of: Draft.supersede("b", naming: a)) == Refused(index: 0, code: "supersedes.notHeads"))
        #expect(
            try ledger.refusal(of: Draft.supersede("b", "a", hobbs: "0.0")) == Refused(index: 0, code: "hobbs.positive")
        )
        #expect(try ledger.refusal(of: Draft.supersede("a", "a")) == Refused(index: 0, code: "record.exists"))
        let note = try ledger.append(
            EventDraft(stream: Draft.stream("batch/x"), type: "batch.undone", data: .json(.object([])))
        ).ids
        #expect(try ledger.refusal(of: Draft.supersede("b", naming: note)) == Refused(index: 0, code: "flight.unknown"))
        _ = try ledger.append(Draft.remove("a"))
        #expect(try ledger.refusal(of: Draft.supersede("b", "a")) == Refused(index: 0, code: "record.removed"))
        _ = try ledger.append(Draft.restore("a"))
        _ = try ledger.append(Draft.supersede("b", naming: Array(try ledger.heads("a"))))
        #expect(try ledger.refusal(of: Draft.supersede("c", "a")) == Refused(index: 0, code: "record.superseded"))
        #expect(try ledger.refusal(of: Draft.sign("a")) == Refused(index: 0, code: "record.superseded"))
        var amend = Draft.amend("b", remarks: "y")
        amend.intent = .superseding([Draft.stream("flight/a")])
        #expect(try ledger.refusal(of: amend) == Refused(index: 0, code: "type.cannotSupersede"))
    }

    /// A phone that supersedes and a tablet that does something to the same record; then every order in which a third
    /// hears of them.
    private func meeting(
        _ phone: [EventDraft], _ tablet: [EventDraft], _ check: (StoreLedger, [StoreLedger]) throws -> Void
    ) throws {
        let origin = try StoreLedger(seed: 1, person: ForkedMachine.person)
        _ = try origin.append(Draft.log("a"))
        let devices = try [2, 3].map { try StoreLedger(seed: $0, person: ForkedMachine.person) }
        for (device, drafts) in zip(devices, [phone, tablet]) {
            _ = try device.receive(try origin.tails())
            device.clock.step(seconds: device === devices[0] ? 60 : 120)
            for draft in drafts { _ = try device.append(draft) }
        }
        let first = try origin.tails()
        let tails =
            try first + devices.flatMap { try $0.tails().filter { $0.head.head.origin != first[0].head.head.origin } }
        var digests: Set<LedgerDigest> = []
        for (number, order) in permutations(tails).enumerated() {
            let ledger = try StoreLedger(seed: UInt64(10 + number), person: ForkedMachine.person)
            for tail in order {
                _ = try ledger.receive([tail])
                #expect(try ledger.ledger.replay().isEqual, "order \(number)")
                #expect(try ledger.ledger.verify().isSound, "order \(number)")
            }
            digests.insert(try ledger.ledger.digest())
            try check(ledger, devices)
        }
        #expect(digests.count == 1)
    }

    @Test(
        "a signature that the superseder had not seen: it waits, in all six orders of arrival; the void lets it count")
    func unseen() throws {
        try meeting([Draft.supersede("b", "a")], [Draft.sign("a")]) { ledger, _ in
            #expect(try ledger.masks("a", "b") == ["a counts", "b heldBack", "15"])
            #expect(try ledger.outcomes("b") == ["flight.logged pending signature.unseen"])
            #expect(try ledger.outcomes("a").sorted() == ["flight.logged effective", "flight.signed effective"])
            let create = try ledger.observe().events.first { $0.stream == Draft.stream("flight/b") }!.id
            #expect(
                try ledger.refusal(of: Draft.settle("b", apply: create)) == Refused(index: 0, code: "outcome.elsewhere")
            )
            #expect(
                try ledger.ledger.outcomes().map { "\($0.stream) \($0.outcome.reason ?? "")" } == [
                    "flight/b signature.unseen"
                ])
            _ = try ledger.append(Draft.void("a"))
            #expect(try ledger.masks("a", "b") == ["a superseded", "b counts", "20"])
            #expect(try ledger.outcomes("b") == ["flight.logged effective"])
            let last = try #require(try ledger.ledger.outcomeChanges(since: .start).last)
            #expect([last.from, last.to] == [.pending, .effective] && last.stream == Draft.stream("flight/b"))
        }
    }

    @Test("a third that sees both may supersede both, and then counts")
    func mended() throws {
        try meeting([Draft.supersede("b", "a")], [Draft.sign("a")]) { ledger, _ in
            #expect(try ledger.refusal(of: Draft.supersede("c", "b")) == Refused(index: 0, code: "signature.unseen"))
            _ = try ledger.append(Draft.supersede("c", "a", "b", hobbs: "3.0"))
            #expect(try ledger.masks("a", "b", "c") == ["a superseded", "b heldBack", "c counts", "30"])
        }
    }

    @Test("two that supersede one: the earlier counts, in all six orders of arrival; when it goes the other counts")
    func two() throws {
        try meeting([Draft.supersede("b", "a")], [Draft.supersede("c", "a", hobbs: "3.0")]) { ledger, _ in
            #expect(try ledger.masks("a", "b", "c") == ["a superseded", "b counts", "c heldBack", "20"])
            #expect(try ledger.outcomes("c") == ["flight.logged pending record.superseded"])
            _ = try ledger.append(Draft.remove("b"))
            #expect(try ledger.masks("a", "b", "c") == ["a superseded", "b counts", "c counts", "30"])
        }
    }

    @Test(
        "as-of: what was known before the superseder came counts the old record, after it the new one; evidence follows"
    )
    func asOf() throws {
        let ledger = try StoreLedger(seed: 1)
        let old = try ledger.append(Draft.log("a", day: 3))
        var draft = Draft.log("b", day: 3)
        draft.intent = .superseding([Draft.stream("flight/a")])
        let new = try ledger.append(draft)
        #expect(try ledger.observe(knownAt: old.position).records[Draft.stream("flight/a")]?.mask == nil)
        #expect(try ledger.observe(knownAt: new.position).records[Draft.stream("flight/a")]?.mask?.by == new.ids[0])
        let day = try #require(CivilDate("2026-02-02"))
        #expect(try ledger.ledger.currency(AsOf(on: day, known: .position(old.position))).value.general == [old.ids[0]])
        #expect(try ledger.ledger.currency(AsOf(on: day)).value.general == [new.ids[0]])
        #expect(
            try ledger.ledger.flights().value.map { "\($0.stream.id) \($0.mask?.reason.rawValue ?? "counts")" } == [
                "b counts", "a superseded",
            ])
        #expect(try ledger.ledger.record(Draft.stream("flight/a"))?.mask == RecordMask(.superseded, by: new.ids[0]))
    }

    @Test("what if: a supposed superseder and a supposed undo mask what is stored, and nothing of it is written")
    func supposed() throws {
        let ledger = try StoreLedger(seed: 1)
        let a = try ledger.append(Draft.imported("a")).ids[0]
        func hours(_ lines: String...) throws -> [String] {
            var rest = lines.map { Array($0.utf8) }[...]
            let asOf = AsOf(
                supposing: try Supposition.read(
                    zone: ledger.ledger.zone, at: ledger.clock.now, registry: Registry.daybook
                ) { rest.popFirst() })
            return try ledger.ledger.flights(asOf).value.map {
                "\($0.stream.id) \($0.mask?.reason.rawValue ?? "counts")"
            }.sorted()
                + ["\(try ledger.ledger.flightSummary(asOf).value.totalHours.tenthsRounded)"]
        }
        let other =
            #"{"stream":"flight/b","type":"flight.logged","data":{"date":"2026-02-02","hobbs":2.0,"dayLandings":1,"supersedes":["\#(a.hex)"]}}"#
        let before = try ledger.ledger.digest()
        #expect(try hours(other) == ["a superseded", "b counts", "20"])
        #expect(try hours(#"{"stream":"batch/x","type":"batch.undone","data":{}}"#) == ["0"])
        #expect(throws: (any Error).self) { try hours(other, other.replacing("flight/b", with: "flight/c")) }
        #expect(try ledger.ledger.digest() == before && ledger.masks("a") == ["a counts", "15"])
    }

    @Test("a superseder of what is not held waits for it without waiting itself, and says so in the store")
    func waiting() throws {
        let origin = try StoreLedger(seed: 1, person: ForkedMachine.person)
        _ = try origin.append(Draft.log("a"))
        let other = try StoreLedger(seed: 2, person: ForkedMachine.person)
        _ = try other.receive(try origin.tails())
        _ = try other.append(Draft.supersede("b", "a"))
        let ledger = try StoreLedger(seed: 3, person: ForkedMachine.person)
        let known = try #require(try origin.tails().first).head.head.origin
        _ = try ledger.receive(try other.tails().filter { $0.head.head.origin != known })
        #expect(try ledger.masks("b") == ["b counts", "20"])
        #expect(try ledger.ledger.engine.read { try $0.storeRecord().links.waiting } == 1)
        #expect(try ledger.ledger.verify().isSound && ledger.ledger.replay().isEqual)
        _ = try ledger.receive(try origin.tails())
        #expect(try ledger.masks("a", "b") == ["a superseded", "b counts", "20"])
        #expect(try ledger.ledger.engine.read { try $0.storeRecord().links.waiting } == 0)
    }

    @Test("every message that superseding can give, word by word")
    func words() throws {
        let ledger = try StoreLedger(seed: 1)
        _ = try ledger.append(Draft.log("a"), Draft.amend("a", remarks: "x"))
        func words(_ draft: EventDraft) -> String {
            do { _ = try ledger.append(draft) } catch {
                guard let reason = (error as? DraftRefusal)?.reason as? Rejection else { return "\(error)" }
                return "\(reason.message) \(reason.hint ?? "")"
            }
            return "taken"
        }
        let unknown = EventID(Bytes32(first: Bytes16(high: 1, low: 2), second: Bytes16(high: 3, low: 4)))
        #expect(
            words(Draft.supersede("b", naming: [unknown]))
                == "An event that is to be superseded is not held here. Name the newest events of the record as this ledger shows them."
        )
        let first = try ledger.observe().events[1].id
        #expect(
            words(Draft.supersede("b", naming: [first]))
                == "The events named are not all of the newest events of flight/a. Read the record again and name each of its newest events."
        )
        #expect(words(Draft.supersede("b", "a")) == "taken")
        #expect(
            words(Draft.supersede("c", "a"))
                == "Another flight has taken the place of this one already. Supersede the flight that took its place."
        )
        #expect(
            words(Draft.sign("a"))
                == "Another flight has taken the place of this one: a signature here would bring both back into doubt. Sign the flight that took its place."
        )
        var amend = Draft.amend("b", remarks: "y")
        amend.intent = .superseding([Draft.stream("flight/a")])
        #expect(
            words(amend) == "A flight.amended cannot take the place of another record. Only what creates a record can.")
    }
}

extension LedgerUnderTest {
    /// The newest events of a flight.
    func heads(_ id: String) throws -> [EventID] {
        let events = try observe().events.filter { $0.stream == Draft.stream("flight/\(id)") }
        return events.map(\.id).filter { id in !events.contains { $0.fold.basis.contains(id) } }
    }
}
