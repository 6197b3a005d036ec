import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import Testing

/// The two ledgers on which every behaviour is shown.
enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case model, store
    var testDescription: String { rawValue }

    /// A ledger of the person whose key is 32 times the byte; nil: it has no person yet.
    func make(seed: UInt64 = 1, person: UInt8? = 7) throws -> any LedgerUnderTest {
        let key = person.map { [UInt8](repeating: $0, count: 32) }
        switch self {
        case .model: return try ModelUnderTest(seed: seed, person: key)
        case .store: return try StoreLedger(seed: seed, person: key)
        }
    }
}

extension LedgerUnderTest {
    /// The code of the refusal, and that nothing was written; nil when it was not refused.
    func refusal(of drafts: EventDraft..., condition: AppendCondition? = nil) throws -> Refused? {
        let before = try observe()
        do { _ = try append(drafts, condition: condition) } catch {
            #expect(LedgerChecks.difference(before, try observe()) == nil, "a refusal changed something")
            return Refused(error)
        }
        return nil
    }

    func outcomes(_ id: String) throws -> [String] {
        let seen = try observe()
        let record = seen.records[Draft.stream("flight/\(id)")]
        return seen.events.filter { $0.stream == Draft.stream("flight/\(id)") }.map { event in
            let outcome = record?.outcomes[event.id]
            return
                "\(event.envelope.type) \(outcome.map { "\($0.status)" } ?? "none")\(outcome?.reason.map { " " + $0 } ?? "")"
        }
    }
}

@Suite("One behaviour, shown on the model and on the store") struct BehaviourTests {
    // MARK: - Appending

    @Test("positions have no gap, versions count each stream, the first write begins a log", arguments: Kind.allCases)
    func appending(kind: Kind) throws {
        let ledger = try kind.make()
        #expect(try ledger.observe().events.isEmpty)
        let receipt = try ledger.append(Draft.log("a"), Draft.log("b"), Draft.amend("a", remarks: "x"))
        #expect(
            [receipt.appended, receipt.duplicates, Int(receipt.position.value), receipt.ids.count] == [3, 0, 4, 3])
        let seen = try ledger.observe()
        #expect(seen.events.map(\.position) == [1, 2, 3, 4])
        #expect(
            seen.events.map(\.envelope.type) == ["origin.started", "flight.logged", "flight.logged", "flight.amended"])
        #expect(seen.events.map(\.version) == [1, 1, 1, 2])
        #expect(seen.events.map(\.envelope.sequence.value) == [0, 1, 2, 3])
        #expect(seen.events.map { $0.envelope.flags.contains(.lastOfUnit) } == [true, false, false, true])
        #expect(seen.events[3].envelope.basis == [seen.events[1].id])
        #expect(seen.logs.map(\.size) == [4])
        #expect(seen.days[0].map(\.rows) == [2])
    }

    @Test("a unit with a refused line in the middle leaves nothing", arguments: Kind.allCases)
    func unitsAreAtomic(kind: Kind) throws {
        let ledger = try kind.make()
        _ = try ledger.append(Draft.log("a"))
        #expect(
            try ledger.refusal(of: Draft.log("b"), Draft.log("a"), Draft.log("c"))
                == Refused(index: 1, code: "record.exists"))
        #expect(
            try ledger.refusal(
                of: Draft.log("b", key: "k"), Draft.amend("b", ["solo": .bool(true), "dual": .bool(true)]))
                == Refused(index: 1, code: "category.exclusive"))
        // The key of a refused unit is free.
        #expect(try ledger.append(Draft.log("d", key: "k")).appended == 1)
    }

    @Test("each line is judged with those before it in its unit", arguments: Kind.allCases)
    func linesSeeEachOther(kind: Kind) throws {
        let ledger = try kind.make()
        #expect(
            try ledger.append(Draft.log("a"), Draft.sign("a"), Draft.void("a"), Draft.remove("a"), Draft.restore("a"))
                .appended == 5)
        #expect(
            try ledger.refusal(of: Draft.sign("a"), Draft.amend("a", remarks: "no"))
                == Refused(index: 1, code: "signature.locked"))
        #expect(
            try ledger.refusal(of: Draft.remove("a"), Draft.amend("a", remarks: "no"))
                == Refused(index: 1, code: "record.removed"))
    }

    @Test("the expected version counts every event of the stream held here", arguments: Kind.allCases)
    func expectedVersion(kind: Kind) throws {
        let ledger = try kind.make()
        _ = try ledger.append(Draft.log("a"))
        #expect(try ledger.refusal(of: Draft.log("b", expecting: 1)) == Refused(index: 0, code: "version.conflict"))
        _ = try ledger.append(Draft.log("b", expecting: 0), Draft.amend("b", remarks: "x", expecting: 1))
        #expect(
            try ledger.refusal(of: Draft.amend("b", remarks: "y", expecting: 1))
                == Refused(index: 0, code: "version.conflict"))
        #expect(
            try ledger.refusal(
                of: Draft.amend("b", remarks: "y", expecting: 2), Draft.amend("b", remarks: "z", expecting: 2))
                == Refused(index: 1, code: "version.conflict"))
        #expect(try ledger.append(Draft.amend("b", remarks: "y", expecting: 2)).appended == 1)
    }

    // MARK: - Keys

    @Test(
        "a key stands for one event for ever: the same is a duplicate, other content is refused",
        arguments: Kind.allCases)
    func keys(kind: Kind) throws {
        let ledger = try kind.make()
        let first = try ledger.append(Draft.log("a", key: "k"), Draft.log("b", key: "l"))
        let again = try ledger.append(Draft.log("a", key: "k"), Draft.log("b", key: "l"))
        #expect([again.appended, again.duplicates] == [0, 2])
        #expect(again.ids == first.ids && again.position == first.position)
        // Another field, another stream, another type, another valid time.
        #expect(
            try ledger.refusal(of: Draft.log("a", remarks: "other", key: "k"))
                == Refused(index: 0, code: "key.conflict"))
        #expect(try ledger.refusal(of: Draft.log("c", key: "k")) == Refused(index: 0, code: "key.conflict"))
        #expect(
            try ledger.refusal(of: Draft.amend("a", remarks: "other", key: "k"))
                == Refused(index: 0, code: "key.conflict"))
        var dated = Draft.log("a", key: "k")
        dated.occurred = .date(CivilDate(day: 0))
        #expect(try ledger.refusal(of: dated) == Refused(index: 0, code: "key.conflict"))
        // Twice in one unit, and beside what is new.
        let both = try ledger.append(
            Draft.log("c", key: "m"), Draft.log("c", key: "m"), Draft.log("a", key: "k"), Draft.log("d"))
        #expect([both.appended, both.duplicates] == [2, 2])
        #expect(both.ids[0] == both.ids[1] && both.ids[2] == first.ids[0])
        #expect(
            try ledger.refusal(of: Draft.log("e", key: "n"), Draft.log("f", key: "n"))
                == Refused(index: 1, code: "key.conflict"))
        // A unit of duplicates only writes nothing; one that ends with a duplicate still ends with a whole unit.
        let last = try ledger.append(Draft.log("g"), Draft.log("a", key: "k"))
        #expect([last.appended, last.duplicates] == [1, 1])
        #expect(LedgerChecks.unitsAreWhole(try ledger.observe()) == nil)
    }

    @Test("a key outlives any number of others", arguments: Kind.allCases)
    func manyKeys(kind: Kind) throws {
        let ledger = try kind.make()
        for number in 0..<80 { _ = try ledger.append(Draft.log("f\(number)", key: "key-\(number)")) }
        for number in stride(from: 0, to: 80, by: 7) {
            #expect(try ledger.append(Draft.log("f\(number)", key: "key-\(number)")).duplicates == 1, "key-\(number)")
            #expect(
                try ledger.refusal(of: Draft.log("g", key: "key-\(number)"))?.code == "key.conflict", "key-\(number)")
        }
    }

    // MARK: - Conditions

    @Test("an append condition holds against all that arrived after a position", arguments: Kind.allCases)
    func conditions(kind: Kind) throws {
        // The certificate of the origin that this very append mints is nothing that arrived.
        #expect(try kind.make().append([Draft.log("a")], condition: AppendCondition(after: .start)).appended == 1)
        let ledger = try kind.make()
        let seen = try ledger.append(Draft.log("a")).position
        _ = try ledger.append(Draft.log("b"))
        let refused = Refused(index: 0, code: "condition.failed")
        #expect(try ledger.refusal(of: Draft.log("c"), condition: AppendCondition(after: seen)) == refused)
        #expect(try ledger.refusal(of: Draft.log("never"), condition: AppendCondition(after: Position(.max))) == nil)
        #expect(
            try ledger.refusal(of: Draft.log("c"), condition: AppendCondition(after: seen, kinds: ["flight"]))
                == refused)
        #expect(
            try ledger.refusal(of: Draft.log("c"), condition: AppendCondition(after: seen, types: ["flight.logged"]))
                == refused)
        #expect(
            try ledger.refusal(
                of: Draft.log("c"), condition: AppendCondition(after: seen, streams: [Draft.stream("flight/b")]))
                == refused)
        #expect(
            try ledger.append([Draft.log("c")], condition: AppendCondition(after: seen, kinds: ["aircraft"])).appended
                == 1)
        #expect(
            try ledger.append([Draft.log("d")], condition: AppendCondition(after: seen, types: ["flight.signed"]))
                .appended == 1)
        #expect(
            try ledger.append(
                [Draft.log("e")], condition: AppendCondition(after: seen, streams: [Draft.stream("flight/a")])
            ).appended == 1)
        let latest = try ledger.observe().events.count
        #expect(
            try ledger.append([Draft.log("f")], condition: AppendCondition(after: Position(UInt64(latest)))).appended
                == 1)
    }

    // MARK: - Times

    @Test("D-6: known at a position and at an instant, also where the clock was set back", arguments: Kind.allCases)
    func knownAt(kind: Kind) throws {
        let ledger = try kind.make()
        for (time, id) in [
            ("2026-03-01T10:00:00Z", "a"), ("2026-03-01T12:00:00Z", "b"), ("2026-03-01T11:00:00Z", "c"),
            ("2026-03-01T13:00:00Z", "d"),
        ] {
            ledger.clock.set(time)
            _ = try ledger.append(Draft.log(id))
        }
        func known(_ time: String) throws -> String {
            let known = try ledger.known(at: Instant(time)!)
            return "\(known.position)\(known.clockStepped ? " stepped" : "")"
        }
        #expect(try known("2026-03-01T09:59:59Z") == "0")
        #expect(try known("2026-03-01T10:00:00Z") == "2")
        #expect(try known("2026-03-01T11:30:00Z") == "4 stepped")
        #expect(try known("2026-03-01T12:00:00Z") == "4")
        #expect(try known("2026-03-01T23:00:00Z") == "5")
        #expect(
            try ledger.observe(knownAt: Position(3)).records.keys.filter { $0.kind == "flight" }.map(\.id).sorted() == [
                "a", "b",
            ])
        #expect(try ledger.observe(knownAt: .start).records.isEmpty)
        #expect(throws: Refused(code: "position.past")) { try ledger.observe(knownAt: Position(6)) }
    }

    // MARK: - Exchange

    @Test(
        "D-3: what was written elsewhere under a lock waits, the lock holds, and each change of outcome is told",
        arguments: Kind.allCases)
    func conflict(kind: Kind) throws {
        let phone = try kind.make(seed: 1)
        let tablet = try kind.make(seed: 2)
        _ = try phone.append(Draft.log("a", remarks: "as flown"))
        #expect(try tablet.receive(phone.tails()) == Received(received: 2, duplicates: 0))
        _ = try phone.append(Draft.sign("a"))
        let amended = try tablet.append(Draft.amend("a", remarks: "changed elsewhere")).ids[0]
        #expect(try phone.receive(tablet.tails()) == Received(received: 2, duplicates: 2))
        #expect(
            try phone.outcomes("a") == [
                "flight.logged effective", "flight.signed effective", "flight.amended pending signature.locked",
            ])
        #expect(
            try phone.observe().changes.map {
                "\($0.position) \($0.event == amended) \($0.from.map { "\($0)" } ?? "new") \($0.to.status)"
            } == ["5 true new pending"])
        // The same from the other side: the amendment counted until the signature came.
        #expect(try tablet.receive(phone.tails()) == Received(received: 1, duplicates: 4))
        #expect(
            try tablet.observe().changes.map { "\($0.event == amended) \($0.from.map { "\($0)" } ?? "new") \($0.to)" }
                .count == 1)
        #expect(try tablet.outcomes("a").sorted() == phone.outcomes("a").sorted())
        for ledger in [phone, tablet] {
            #expect(try ledger.refusal(of: Draft.amend("a", remarks: "no"))?.code == "signature.locked")
            #expect(try ledger.refusal(of: Draft.settle("a", apply: amended))?.code == "signature.locked")
        }
        // A person decides: void, then let the amendment count.
        _ = try phone.append(Draft.void("a"), Draft.settle("a", apply: amended))
        _ = try tablet.receive(phone.tails())
        #expect(LedgerChecks.agree(try phone.observe(), try tablet.observe()) == nil)
        #expect(try phone.observe().records[Draft.stream("flight/a")]?.outcomes[amended] == .effective)
        #expect(
            try phone.refusal(of: Draft.settle("a", apply: EventID(Bytes32(hex: String(repeating: "0", count: 64))!)))?
                .code == "outcome.unknown")
    }

    @Test("receiving twice changes nothing; a part and the rest are the whole", arguments: Kind.allCases)
    func receiving(kind: Kind) throws {
        let source = try kind.make(seed: 1)
        let target = try kind.make(seed: 2)
        _ = try source.append(Draft.log("a"))
        let early = try source.tails()
        _ = try source.append(Draft.log("b"), Draft.amend("a", remarks: "x"))
        let whole = try source.tails()[0]
        #expect(try target.receive(early) == Received(received: 2, duplicates: 0))
        let rest = ReceivedTail(head: whole.head, start: 2, events: Array(whole.events.dropFirst(2)))
        #expect(try target.receive([rest]) == Received(received: 2, duplicates: 0))
        let before = try target.observe()
        #expect(try target.receive([whole, rest] + early) == Received(received: 0, duplicates: 8))
        #expect(try target.observe() == before)
        #expect(before.shared == (try source.observe()).shared)
        #expect(before.events.map(\.version) == [1, 1, 1, 2])
        // An empty ledger without a person becomes that person's. No ledger takes another person's log, not even an
        // empty one.
        let stranger = try kind.make(seed: 3, person: nil)
        #expect(try stranger.receive([whole]).received == 4)
        for events in [0, 2] {
            let other = try kind.make(seed: 4, person: 8)
            if events > 0 { _ = try other.append(Draft.log("z")) }
            #expect { try other.receive([whole]) } throws: { Refused($0).code == "origin.unknown" }
            #expect(try other.observe().events.count == events)
        }
    }
}
