import DaybookDomains
import EventModel
import LedgerTestSupport
import Replication
import SyncProtocol
import SyncSimulation
import Testing

/// The end of a link, and the link that answers it in a log which has forked at another ledger.
@Suite struct AnsweredEndTests {
    private static let guestKey = [UInt8](repeating: 9, count: 32)

    /// Two devices of a person and one of the guest, all linked. The guest holds two events that the first device
    /// lost. The second device ended the link. The first knows of the end and has not answered it.
    private struct Scene {
        let one, second, guest: any SimulatedLedger

        init(_ make: (UInt64, [UInt8]) throws -> any SimulatedLedger) throws {
            let other = AnsweredEndTests.guestKey
            (one, second) = (try make(1, Machine.person), try make(2, Machine.person))
            guest = try make(3, other)
            try guest.append([Draft.log("own", date: "1990-01-01")])
            try one.append([Draft.log("a", date: "1990-01-01")])
            try one.link(guest: other, choice: .both)
            for peer in [guest, second] { #expect(try Conversation(one, peer).summary.refusals == []) }
            let files = try one.remember()
            for name in ["lost", "lost-too"] { try one.append([Draft.log(name, date: "1990-01-01")]) }
            _ = try Conversation(one, guest)
            try one.putBack(files)
            for device in [one, second, guest] { device.clock.step(seconds: 60) }
            try second.endLink(with: other)
            #expect(try Conversation(second, one).summary.refusals == [])
            one.clock.step(seconds: 60)
        }

        func answer() throws { try one.link(guest: AnsweredEndTests.guestKey, choice: .both) }

        func areOne() throws -> Bool {
            Set(try one.observe().events.map(\.id)) == Set(try guest.observe().events.map(\.id))
        }
    }

    private func scene(_ ledgers: SimulationRun.Ledgers) throws -> Scene {
        try Scene { seed, person in
            switch ledgers {
            case .model: try ModelDevice(seed: seed, person: person)
            case .store: StoreDevice(try StoreLedger(seed: seed, person: person))
            }
        }
    }

    @Test(
        "The link that answers an end lies before the tail, in a fork: it comes with the same exchange",
        arguments: [SimulationRun.Ledgers.model, .store], [true, false])
    func answerBeforeTheTail(_ ledgers: SimulationRun.Ledgers, guestAsks: Bool) throws {
        let scene = try scene(ledgers)
        try scene.answer()
        // The path of the first device is the longer one: its tail is given from behind the link.
        for name in ["b", "c"] { try scene.one.append([Draft.log(name, date: "1990-01-01")]) }
        let exchange = try guestAsks ? Conversation(scene.guest, scene.one) : Conversation(scene.one, scene.guest)
        #expect(exchange.summary.refusals == [])
        #expect(try scene.areOne())
    }

    @Test(
        "An exchange stops after the end: the next one brings the link that answers it, whichever side asks",
        arguments: [SimulationRun.Ledgers.model, .store], [true, false])
    func endAlone(_ ledgers: SimulationRun.Ledgers, guestAsks: Bool) throws {
        let scene = try scene(ledgers)
        try scene.one.append([Draft.log("b", date: "1990-01-01")])
        try scene.answer()
        let ours = try scene.one.replica()
        let tails = try ours.paths.compactMap { path in
            let isHeld = try scene.guest.replica().paths.contains { $0.origin == path.origin }
            return try ours.tail(of: path, from: isHeld ? path.size - 1 : 0)
        }
        // Such a cargo is on its way while the guest gets the second of the lost events elsewhere.
        let receipts = try scene.guest.store(.init(tails: Tail.inOrder(tails)), from: ours.principal)
        #expect(receipts.contains(.diverged))
        #expect(try !scene.guest.replica().accepts(ours.principal))
        try scene.one.append([Draft.log("c", date: "1990-01-01")])
        let exchange = try guestAsks ? Conversation(scene.guest, scene.one) : Conversation(scene.one, scene.guest)
        #expect(exchange.summary.refusals == [])
        #expect(try scene.areOne())
    }

    @Test(
        "Without an answer neither side takes anything, and the exchange ends",
        arguments: [SimulationRun.Ledgers.model, .store], [true, false])
    func unanswered(_ ledgers: SimulationRun.Ledgers, guestAsks: Bool) throws {
        let scene = try scene(ledgers)
        try scene.one.append([Draft.log("b", date: "1990-01-01")])
        try scene.guest.append([Draft.log("c", date: "1990-01-01")])
        let before = try [scene.one, scene.guest].map { try $0.observe().events.count }
        do {
            let exchange = try guestAsks ? Conversation(scene.guest, scene.one) : Conversation(scene.one, scene.guest)
            Issue.record("they exchanged \(exchange.summary)")
        } catch let refusal as SyncRefusal {
            #expect(refusal.code == Responder.endedCode)
        }
        #expect(try [scene.one, scene.guest].map { try $0.observe().events.count } == before)
    }
}
