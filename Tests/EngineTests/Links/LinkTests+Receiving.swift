import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import Foundation
import LedgerTestSupport
import ReadModels
import Testing
import TransparencyLog

/// The processor time that this thread takes for some work; what else runs on the machine does not count.
private func processorTime(of work: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    try work()
    return now() - start
}

/// The events that a ledger takes of others once a link joins them.
extension LinkTests {
    @Test(
        "another's log is refused and nothing of it stored, until a link joins them; the tails may bring it, and join others"
    ) func receiving() throws {
        let (account, guest, third) = (try account(), try guest(), try StoreLedger(cid, seed: 4))
        _ = try third.append(Draft.log("c1"))
        let position = try account.ledger.position
        #expect(try account.refusal(of: try guest.tails()) == "origin.unknown")
        _ = try guest.append(Draft.link(ann, ben, signers: [ben]))
        #expect(try account.refusal(of: try guest.tails()) == "origin.unknown")
        #expect(try account.ledger.position == position)
        #expect(throws: Rejection.self) {
            try account.ledger.engine.receive(try account.tails() + guest.tails(), blobs: [[1, 2, 3]])
        }
        #expect(try account.ledger.engine.read { try $0.blobDigests().isEmpty })
        // The guest's log brings the link that both signed; the third's comes with it by another link.
        _ = try guest.append(Draft.link(ann, ben))
        #expect(try account.refusal(of: try third.tails() + guest.tails()) == "origin.unknown")
        // A link of the guest with a third person admits no log here; the third's log is left out where another can be
        // taken.
        _ = try third.append(Draft.link(cid, ben, shadowed: ben.id, everything: true))
        #expect(try account.refusal(of: try third.tails() + guest.tails()) == "origin.unknown")
        let part = try account.ledger.engine.receive(try third.tails() + guest.tails(), leavesOut: true)
        #expect(part.leftOut.map(\.why.code) == ["origin.unknown"] && part.receivedByTail[0] == 0 && part.received > 0)
        #expect(try account.standing("a1", "g1") == ["a1", "g1", "105"])
        // A link of its own admits it.
        _ = try account.append(Draft.link(ann, cid))
        _ = try account.receive(try third.tails())
        #expect(try account.standing("a1", "g1", "c1") == ["a1", "g1 setAside", "c1", "50"])
        // A log that is held continues to be taken, and a new device of a linked person too.
        _ = try third.append(Draft.link(cid, ben))
        let tablet = try StoreLedger(ben, seed: 5)
        _ = try tablet.append(Draft.log("g9"))
        #expect(try account.refusal(of: try tablet.tails()) == nil)
        _ = try account.receive(try third.tails())
        #expect(try account.soundDigest().count == 64)
    }

    @Test("a ledger without events becomes the person's who is named, and nobody's else") func adopting() throws {
        let (account, guest) = try linked(.account)
        let tails = try account.tails()
        for (principal, expected) in [(ben.id, ben), (ann.id, ann)] as [(PrincipalID, TestPerson)] {
            let empty = try StoreLedger(seed: 9)
            _ = try empty.ledger.engine.receive(tails, adopting: principal)
            #expect(try empty.ledger.principal == expected.id)
            #expect(try empty.soundDigest() == account.soundDigest())
            // An export begins with its own principal's logs, so that an empty ledger that takes it becomes that
            // principal's.
            var lines: [[UInt8]] = []
            _ = try empty.ledger.exportLines { lines.append(Array($0.utf8)) }
            let copy = try StoreLedger(seed: 10)
            var next = lines.makeIterator()
            _ = try copy.ledger.importLines { next.next() }
            #expect(try copy.ledger.principal == expected.id)
        }
        let empty = try StoreLedger(seed: 9)
        #expect(throws: Rejection.self) { try empty.ledger.engine.receive(tails, adopting: cid.id) }
        #expect(try empty.ledger.position == .start)
        #expect(throws: Rejection.self) { try empty.ledger.engine.receive(tails) }
        _ = guest
    }

    @Test("the golden links, signed by another program, are in their stream and signed as it says") func golden() throws
    {
        let file = TestFolder.url.appending(path: "../schemas/vectors/events.json")
        let vectors = try JSONParser.parse(Array(try Data(contentsOf: file)))
        guard case .array(let events)? = vectors["events"] else { throw Violation("no events") }
        let standings = try events.filter { $0["type"]?.stringValue == "ledgers.linked" }.map {
            vector -> LinkStatement.Standing? in
            func bytes(_ name: String) -> [UInt8] { vector[name]?.stringValue.flatMap(Hex.decode) ?? [] }
            let stored = StoredEvent(envelope: bytes("envelopeBytes"), salt: bytes("salt"), body: bytes("body"))
            let event = try HeldEvent(
                stored: stored, position: 1, version: 1, arrived: Instant(milliseconds: 0), ModelLedger.registry)
            return LinkConsent.statement(event.fold, in: event.stream)?.standing
        }
        #expect(standings.prefix(3) == [.unanswered, .consented, .consented])
    }

    @Test("an idempotency key is not signed: the same link under a key is the same") func keyed() throws {
        let (account, _) = try linked(.both)
        var keyed = Draft.link(ann, ben, shadowed: ben.id, everything: true)
        keyed.key = "k"
        _ = try account.append(keyed)
        #expect(try account.linkOutcomes() == ["effective", "effective"])
        #expect(try account.standing("g1") == ["g1 setAside", "35"])
    }

    @Test("ten thousand records are set aside and brought back in one commit each, in seconds") func many() throws {
        let (account, guest) = (try account(), try guest())
        for part in 0..<2 {
            _ = try guest.append((0..<5_000).map { Draft.log("m\(part)-\($0)", hobbs: "0.1") }, condition: nil)
        }
        try account.ledger.link(guest: ben.seed, choice: .both)
        _ = try account.receive(try guest.tails())
        for (choice, hours) in [(LinkChoice.account, 35), (.both, 10_105)] {
            let taken = try processorTime { _ = try account.ledger.link(guest: ben.seed, choice: choice) }
            #expect(taken < .seconds(3), "\(choice) took \(taken)")
            let sums = try account.ledger.engine.read { transaction in
                let engine = account.ledger.engine
                return try engine.dayTable(0, knownAt: try engine.latest(transaction), transaction).days.map {
                    $0.sums[1] / 360
                }
            }
            #expect(sums == [Int64(hours)])
        }
        #expect(try account.soundDigest().count == 64)
    }
}
