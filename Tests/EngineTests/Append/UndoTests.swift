import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import Testing

extension Draft {
    static let batch = stream("batch/x")

    /// A flight that an import brought.
    static func imported(_ id: String, hobbs: String = "1.5") -> EventDraft {
        EventDraft(
            stream: stream("flight/\(id)"), type: "flight.logged",
            data: .json(
                object([
                    "date": .string("2026-02-01"), "hobbs": .number(hobbs), "dayLandings": .integer(1),
                    "batch": .string(batch.text),
                ])))
    }

    static let importing = EventDraft(
        stream: batch, type: "batch.imported",
        data: .json(
            object([
                "format": .string("foreflight"), "flights": .integer(2), "skipped": .integer(0), "assumed": .integer(0),
            ])))

    static func undo(_ cut: JSONValue? = nil) -> EventDraft {
        EventDraft(stream: batch, type: "batch.undone", data: .json(object(["cut": cut])))
    }
}

@Suite("An import that is undone, on the model and on the store") struct UndoTests {
    @Test(
        "S-X.2: its entries leave the totals, signed ones stay; without a cut it is all that is held",
        arguments: Kind.allCases)
    func undone(kind: Kind) throws {
        let ledger = try kind.make()
        _ = try ledger.append(
            Draft.importing, Draft.imported("a"), Draft.imported("b", hobbs: "2.0"), Draft.log("c", hobbs: "4.0"))
        _ = try ledger.append(Draft.sign("b"))
        #expect(try ledger.masks("a", "b", "c") == ["a counts", "b counts", "c counts", "75"])
        let note = try ledger.append(Draft.undo()).ids[0]
        #expect(try ledger.masks("a", "b", "c") == ["a takenBack", "b counts", "c counts", "60"])
        let event = try #require(try ledger.observe().events.first { $0.id == note })
        #expect(event.fold.payload?.engine.cut?.map(\.size) == [event.envelope.sequence.value])
        // The signature held it; without one it goes with the others.
        _ = try ledger.append(Draft.void("b"))
        #expect(try ledger.masks("a", "b", "c") == ["a takenBack", "b takenBack", "c counts", "40"])
    }

    @Test(
        "an entry that was taken back cannot be changed until it is restored; what is restored stays",
        arguments: Kind.allCases)
    func restored(kind: Kind) throws {
        let ledger = try kind.make()
        _ = try ledger.append(Draft.imported("a"), Draft.imported("b", hobbs: "2.0"))
        let note = try ledger.append(Draft.undo()).ids[0]
        for draft in [Draft.amend("a", remarks: "x"), Draft.remove("a"), Draft.sign("a"), Draft.supersede("c", "a")] {
            #expect(try ledger.refusal(of: draft) == Refused(index: 0, code: "record.takenBack"), "\(draft.type)")
        }
        _ = try ledger.append(Draft.restore("a"))
        #expect(try ledger.masks("a", "b") == ["a counts", "b takenBack", "15"])
        #expect(try ledger.observe().events.last?.fold.links.undoes == [note])
        #expect(try ledger.refusal(of: Draft.restore("a")) == Refused(index: 0, code: "restore.nothing"))
        _ = try ledger.append(Draft.amend("a", remarks: "x"), Draft.undo())
        #expect(try ledger.masks("a", "b") == ["a takenBack", "b takenBack", "0"])
    }

    @Test("a cut that names what is not held is refused; one that the caller tells is kept", arguments: Kind.allCases)
    func cuts(kind: Kind) throws {
        let ledger = try kind.make()
        _ = try ledger.append(Draft.imported("a"), Draft.imported("b", hobbs: "2.0"))
        let log = "\(try ledger.observe().logs[0].name)"
        let other = String(repeating: "3", count: 32)
        #expect(
            try ledger.refusal(of: Draft.undo(.object([.init(other, .integer(1))])))
                == Refused(index: 0, code: "cut.unknown"))
        #expect(
            try ledger.refusal(of: Draft.undo(.object([.init(log, .integer(4))])))
                == Refused(index: 0, code: "cut.unknown"))
        _ = try ledger.append(Draft.undo(.object([.init(log, .integer(2))])))
        #expect(try ledger.masks("a", "b") == ["a takenBack", "b counts", "20"])
    }

    @Test("what the author had not seen survives, in every order of arrival")
    func unseen() throws {
        let phone = try StoreLedger(seed: 1, person: ForkedMachine.person)
        _ = try phone.append(Draft.importing, Draft.imported("a"))
        let tablet = try StoreLedger(seed: 2, person: ForkedMachine.person)
        _ = try tablet.append(Draft.imported("b", hobbs: "2.0"))
        let laptop = try StoreLedger(seed: 3, person: ForkedMachine.person)
        _ = try laptop.receive(try phone.tails())
        _ = try laptop.append(Draft.undo())
        let last = try #require(try laptop.tails().last)
        for (number, order) in permutations([try phone.tails()[0], try tablet.tails()[0], last]).enumerated() {
            let ledger = try StoreLedger(seed: UInt64(10 + number), person: ForkedMachine.person)
            for tail in order {
                _ = try ledger.receive([tail])
                #expect(try ledger.ledger.replay().isEqual && ledger.ledger.verify().isSound, "order \(number)")
            }
            #expect(try ledger.masks("a", "b") == ["a takenBack", "b counts", "20"], "order \(number)")
        }
    }

    @Test("a log that turns out to have forked frees what lies past the fork, and keeps back what lies before")
    func forked() throws {
        let machine = try ForkedMachine([Draft.importing, Draft.imported("a")])
        try machine.write("one", after: "trunk", [Draft.imported("b", hobbs: "2.0")])
        try machine.write("two", after: "trunk", [Draft.log("c", hobbs: "4.0")])
        let ledger = try StoreLedger(seed: 1, person: ForkedMachine.person)
        _ = try ledger.receive([machine.tail("one")])
        _ = try ledger.append(Draft.undo())
        #expect(try ledger.masks("a", "b") == ["a takenBack", "b takenBack", "0"])
        let before = try ledger.observe().events.count
        _ = try ledger.receive([machine.tail("two")])
        #expect(try ledger.masks("a", "b", "c") == ["a takenBack", "b counts", "c counts", "60"])
        #expect(try ledger.ledger.replay().isEqual && ledger.ledger.verify().isSound)
        #expect(
            try ledger.observe(knownAt: Position(UInt64(before))).records[Draft.stream("flight/b")]?.mask?.reason
                == .takenBack)
    }

    @Test("D-10, S-X.2: the facade names what went and what stayed; importing a row again restores it")
    func facade() throws {
        let ledger = try StoreLedger(seed: 1)
        _ = try ledger.append(Draft.importing, Draft.imported("a"), Draft.imported("b"), Draft.log("c"))
        _ = try ledger.append(Draft.sign("b"))
        let outcome = try ledger.ledger.undoBatch(Draft.batch, reason: "wrong file")
        #expect(outcome.takenBack == [Draft.stream("flight/a")])
        #expect(outcome.survivors == [UndoOutcome.Survivor(stream: Draft.stream("flight/b"), isSigned: true)])
        #expect(try ledger.ledger.flights().value.map(\.stream.id).sorted() == ["b", "c"])
        func refusal(_ batch: StreamID) -> String {
            do { _ = try ledger.ledger.undoBatch(batch) } catch let error as Rejection {
                return "\(error.code): \(error.message) \(error.hint ?? "")"
            } catch { return "\(error)" }
            return "taken"
        }
        #expect(
            refusal(Draft.batch)
                == "batch.nothing: No entry of the import batch/x is left that could be taken back. Signed entries stay: void their signatures first."
        )
        #expect(
            refusal(Draft.stream("batch/none"))
                == "batch.unknown: There is no import batch/none. \"daybook log --type batch.imported\" shows them.")
        _ = try ledger.ledger.restoreFlight(Draft.stream("flight/a"))
        #expect(try ledger.masks("a", "b", "c") == ["a counts", "b counts", "c counts", "45"])
    }

    @Test("every message about what was taken back, word by word")
    func words() throws {
        let ledger = try StoreLedger(seed: 1)
        _ = try ledger.append(Draft.imported("a"))
        _ = try ledger.append(Draft.undo())
        func words(_ draft: EventDraft) -> String {
            do { _ = try ledger.append(draft) } catch {
                guard let reason = (error as? DraftRefusal)?.reason as? Rejection else { return "\(error)" }
                return "\(reason.message) \(reason.hint ?? "")"
            }
            return "taken"
        }
        #expect(
            words(Draft.amend("a", remarks: "x"))
                == "This flight was taken back with the import that brought it. Restore it first."
        )
        #expect(
            words(Draft.undo(.object([.init(String(repeating: "3", count: 32), .integer(1))])))
                == "The cut names a log, or events of a log, that are not held here. Leave the cut out: it is then all that this ledger holds."
        )
    }
}
