import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import Foundation
import LedgerTestSupport
import Testing
import TransparencyLog

@Suite struct PersistenceTests {
    @Test(
        "S-TC-070, S-TC-080, S-TC-081: five flights, one signed, and the profile are there after opening again, byte for byte, and the chain verifies"
    )
    func reopening() throws {
        let store = try StoreLedger(seed: 1)
        _ = try store.append(
            (1...5).map { Draft.log("f\($0)", date: "2026-02-0\($0)", hobbs: "1.\($0)", remarks: "flight \($0)") },
            condition: nil)
        _ = try store.append(Draft.sign("f3"))
        let profile = [
            EventDraft(
                stream: Draft.stream("profile/logbook"), type: "profile.onboarded",
                data: .json(Draft.object(["stage": .string("checkride_prep"), "intent": .string("log_fresh")]))),
            EventDraft(
                stream: Draft.stream("profile/logbook"), type: "onboarding.completed",
                data: .json(Draft.object(["permission": .string("granted")]))),
            EventDraft(
                stream: Draft.stream("profile/logbook"), type: "tour.advanced",
                data: .json(Draft.object(["step": .integer(2)]))),
        ]
        _ = try store.append(profile, condition: nil)
        let before = try store.observe()
        let digest = try store.ledger.digest()
        let flights = try store.ledger.flights().value
        try store.reopen()
        #expect(try store.observe() == before)
        #expect(try store.ledger.digest() == digest)
        let again = try store.ledger.flights().value
        #expect(again.map(\.flight) == flights.map(\.flight) && again.map(\.signature) == flights.map(\.signature))
        #expect(again.map { $0.flight.remarks ?? "" } == ["flight 5", "flight 4", "flight 3", "flight 2", "flight 1"])
        #expect(again.map(\.isLocked) == [false, false, true, false, false])
        #expect(again[2].signature?.cfiNumber == "1234567")
        #expect(try store.ledger.verify().isSound && store.ledger.replay().isEqual)
        let registers = try #require(try store.ledger.record(Draft.stream("profile/logbook"))).registers
        #expect(registers.count == 3)
        let onboarded = try #require(registers.first { $0.type == "profile.onboarded" })
        let schema = try #require(Registry.daybook.schema("profile.onboarded"))
        let stated = try BodyView.json(onboarded.body.span.bytes, schema).data
        #expect(stated["stage"] == .string("checkride_prep") && stated["intent"] == .string("log_fresh"))
        // And it goes on under the same origin.
        _ = try store.append(Draft.log("f6"))
        #expect(try store.observe().logs.count == 1)
    }

    @Test(
        "S-TC-069: every stream is opened, folded and closed again; nothing that was acknowledged is lost between two openings"
    )
    func manyOpenings() throws {
        let store = try StoreLedger(seed: 1)
        for number in 1...20 {
            _ = try store.append(Draft.log("f\(number)"))
            try store.reopen()
            #expect(try store.ledger.replay().events == UInt64(number + 1), "after \(number)")
        }
        #expect(try store.ledger.verify().isSound)
    }

    @Test("a new ledger can be asked, verified, exported")
    func newLedger() throws {
        let store = try StoreLedger(seed: 1)
        #expect(try store.ledger.verify().isSound)
        #expect(try store.ledger.digest().events == 0)
        #expect(try store.ledger.flights().value.isEmpty)
        #expect(try store.ledger.exportLines { _ in } == 0)
    }

    @Test("a new ledger can be replayed") func newLedgerIsReplayed() throws {
        let store = try StoreLedger(seed: 1)
        let replay = try store.ledger.replay()
        #expect(replay.isEqual && replay.events == 0)
    }

    @Test("a refused first command writes nothing") func refusedFirstCommand() throws {
        let store = try StoreLedger(seed: 1)
        #expect(throws: DraftRefusal.self) { try store.append(Draft.amend("a", remarks: "x")) }
        let seen = try store.observe()
        #expect(seen.events.isEmpty)
    }

    @Test("a refused exchange keeps the ledger's own log") func refusedExchangeKeepsTheOwnLog() throws {
        // A machine that was set back meets its own later events together with a tail that is forged.
        let person = [UInt8](repeating: 7, count: 32)
        let store = try StoreLedger(seed: 1, person: person)
        _ = try store.append(Draft.log("a"))
        let snapshot = store.snapshot()
        _ = try store.append(Draft.log("b"))
        let later = try store.tails()[0]
        try store.rollBack(to: snapshot)
        let origin = try store.observe().logs[0].name.origin
        let forged = ReceivedTail(
            head: SignedHead(
                head: Head(publicKey: later.head.head.publicKey, size: 9, root: later.head.head.root),
                signature: later.head.signature), start: 0, events: later.events)
        #expect(throws: Fault.self) { try store.receive([later, forged]) }
        #expect(try store.observe().events.count == 2)
        let key = try store.key(of: origin)
        #expect(key != nil)
        let exported = try store.ledger.exportLines { _ in }
        #expect(exported == 2)
    }

    @Test("a restore with a key, said twice, is a duplicate") func keyedRestore() throws {
        let store = try StoreLedger(seed: 1)
        _ = try store.append(Draft.log("a"), Draft.remove("a"))
        let restore = EventDraft(
            stream: Draft.stream("flight/a"), type: "flight.restored", data: .json(.object([])), key: "r")
        _ = try store.append(restore)
        let again = try store.append(restore)
        #expect(again.duplicates == 1)
    }

    @Test("a signature with a key, said again with other content, is refused") func keyedSignature() throws {
        let store = try StoreLedger(seed: 1)
        _ = try store.append(Draft.log("a"))
        func sign(_ cfi: String) -> EventDraft {
            var draft = Draft.sign("a", cfi: cfi)
            draft.key = "s"
            return draft
        }
        _ = try store.append(sign("1"))
        #expect(try store.append(sign("1")).duplicates == 1)
        #expect(throws: DraftRefusal.self) { try store.append(sign("2")) }
    }
}
