import DaybookDomains
import Engine
import EventModel
import LedgerTestSupport
import SyncProtocol
import SyncSimulation
import Testing
import TransparencyLog

/// D-8: two ledgers exchange and are one, whatever was before.
@Suite struct ExchangeTests {
    @Test("D-8: what each lacks goes both ways, and the two are one", arguments: Machine.allCases)
    func bothWays(machine: Machine) throws {
        let (one, other) = (try machine.make(1), try machine.make(2))
        try one.log("a", "b")
        try other.log("c")
        let stated = try Conversation(one, other).summary
        #expect(stated == .init(sent: 3, received: 2, roundTrips: 2))
        #expect(try difference(one, other) == nil)
        #expect(try one.eventCount == 5)
    }

    @Test(
        "D-8: a second exchange says hello, hears that all is the same, and is over: one round trip, at most 200 bytes",
        arguments: Machine.allCases)
    func inSync(machine: Machine) throws {
        let devices = try (1...3).map { try machine.make(UInt64($0)) }
        for (number, device) in devices.enumerated() { for count in 0..<5 { try device.log("f\(number)\(count)") } }
        for _ in 0..<2 {
            for from in 0..<3 { for to in 0..<3 where to != from { _ = try Conversation(devices[from], devices[to]) } }
        }
        let again = try Conversation(devices[0], devices[1])
        #expect(again.summary == .init(sent: 0, received: 0, roundTrips: 1))
        #expect(again.byteCount <= 200, "\(again.byteCount) bytes")
        #expect(try devices[0].replica().paths.count == 3)
    }

    @Test(
        "D-8: new events of a known log come in one round trip with at most 2 % besides their own bytes",
        arguments: Machine.allCases)
    func catchingUp(machine: Machine) throws {
        let (one, other) = (try machine.make(1), try machine.make(2))
        try one.log("a")
        _ = try Conversation(other, one)
        for batch in 0..<10 { try one.append((0..<50).map { Draft.log("f\(batch)-\($0)") }) }
        let stated = try Conversation(other, one)
        #expect(stated.summary == .init(sent: 0, received: 500, roundTrips: 1))
        guard case .answer(let answer)? = stated.messages.last else { throw Violation("no answer came") }
        let own = answer.cargo.tails.reduce(0) { $0 + $1.events.reduce(0) { $0 + $1.byteCount } }
        #expect(Double(stated.byteCount) / Double(own) < 1.02, "\(stated.byteCount) bytes for \(own)")
        #expect(try difference(one, other) == nil)
    }

    @Test("an exchange with an empty ledger of the person gives it everything", arguments: Machine.allCases)
    func fresh(machine: Machine) throws {
        let (one, other) = (try machine.make(1), try machine.make(2))
        for number in 0..<20 { try one.log("f\(number)") }
        #expect(try Conversation(other, one).summary == .init(sent: 0, received: 21, roundTrips: 1))
        #expect(try difference(one, other) == nil)
    }

    @Test(
        "a ledger of another person is refused on both sides, and nothing of it is stored", arguments: Machine.allCases)
    func strangers(machine: Machine) throws {
        let (one, other) = (try machine.make(1), try machine.make(2, person: [UInt8](repeating: 9, count: 32)))
        try one.log("a")
        try other.log("b")
        #expect(throws: SyncRefusal.self) { try Conversation(one, other) }
        #expect(try one.eventCount == 2)
        #expect(try other.eventCount == 2)
    }

    // MARK: - Forks

    /// A machine, and its copy from a moment ago; each has written on, so many flights.
    private func cloned(_ machine: Machine, before: Int, _ own: Int, _ copied: Int) throws -> (
        any SimulatedLedger, any SimulatedLedger
    ) {
        let one = try machine.make(1)
        for number in 0..<before { try one.log("f\(number)") }
        // The copy is set back to files that name the origin as its own: nothing distinguishes it.
        let other = try machine.make(2)
        _ = try Conversation(other, one)
        let files = try one.remember()
        for number in 0..<copied { try one.log("copy\(number)") }
        _ = try Conversation(other, one)
        try one.putBack(files)
        one.clock.step(seconds: 60)
        for number in 0..<own { try one.log("own\(number)") }
        return (one, other)
    }

    @Test(
        "two machines that went on with one log keep both branches, and find the first difference in the first exchange",
        arguments: Machine.allCases, [(1, 1, 1), (1, 3, 3), (5, 1, 4), (5, 4, 1), (40, 30, 2), (40, 2, 30)])
    func forks(machine: Machine, sizes: (before: Int, own: Int, copied: Int)) throws {
        let (one, other) = try cloned(machine, before: sizes.before, sizes.own, sizes.copied)
        let all = Set(try one.observe().events.map(\.id)).union(try other.observe().events.map(\.id))
        let stated = try Conversation(one, other).summary
        #expect(stated.refusals == [])
        #expect(try difference(one, other) == nil)
        #expect(Set(try one.observe().events.map(\.id)) == all)
        // Only what the other side lacked went over the wire.
        #expect(stated.sent == sizes.own)
        #expect(stated.received == sizes.copied)
        // Writing goes on under a new origin that names the old one.
        try one.log("after")
        let last = try #require(try one.observe().events.last)
        #expect(last.envelope.sequence.value == 1)
        #expect(try Conversation(other, one).summary.received == 2)
    }

    @Test(
        "P12: a fork that three ledgers learn of in any order is the same for all of them", arguments: Machine.allCases)
    func forkOnThree(machine: Machine) throws {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let (one, other) = try cloned(machine, before: 3, 2, 2)
            let devices = [one, other, try machine.make(3)]
            for _ in 0..<2 { for index in order { _ = try Conversation(devices[index], devices[(index + 1) % 3]) } }
            for index in order { _ = try Conversation(devices[index], devices[(index + 1) % 3]) }
            #expect(try difference(devices[0], devices[1]) == nil)
            #expect(try difference(devices[0], devices[2]) == nil)
        }
    }

    @Test(
        "a ledger that was set back takes what the others still have of its own log, and never continues it",
        arguments: Machine.allCases)
    func rewound(machine: Machine) throws {
        let (one, other) = (try machine.make(1), try machine.make(2))
        try one.log("a")
        let files = try one.remember()
        try one.log("b", "c")
        _ = try Conversation(one, other)
        try one.putBack(files)
        #expect(try Conversation(one, other).summary == .init(sent: 0, received: 2, roundTrips: 1))
        try one.log("d")
        let events = try one.observe().events
        #expect(events.count == 6)
        #expect(Set(events.map(\.envelope.origin)).count == 2)
        _ = try Conversation(other, one)
        #expect(try difference(one, other) == nil)
    }

    @Test("a hub that lost everything is filled again by the next exchange", arguments: Machine.allCases)
    func hubLost(machine: Machine) throws {
        let (one, other) = (try machine.make(1), try machine.make(2))
        try one.log("a")
        try other.log("b")
        for hub in [try machine.make(3), try machine.make(4)] {
            _ = try Conversation(one, hub)
            _ = try Conversation(other, hub)
            _ = try Conversation(one, hub)
            #expect(try difference(one, other) == nil)
            #expect(try difference(one, hub) == nil)
        }
    }

    @Test("clocks ten years apart refuse nothing and change no fold", arguments: Machine.allCases)
    func clocks(machine: Machine) throws {
        let (one, other) = (try machine.make(1), try machine.make(2))
        one.clock.set("2036-01-01T00:00:00Z")
        try one.log("a")
        try other.append([Draft.log("b", date: "2016-01-01")])
        other.clock.set("2016-03-01T12:00:00Z")
        #expect(try Conversation(other, one).summary.refusals == [])
        try other.append([Draft.amend("a", remarks: "ten years before")])
        #expect(try Conversation(other, one).summary == .init(sent: 1, received: 0, roundTrips: 2))
        #expect(try difference(one, other) == nil)
    }

    @Test(
        "retired origins are told as one digest: twenty of them cost no more bytes than none",
        arguments: [Machine.store])
    func retired(machine: Machine) throws {
        let (one, other) = (try machine.make(1), try machine.make(2))
        for number in 0..<20 {
            let files = try one.remember()
            try one.log("f\(number)")
            _ = try Conversation(other, one)
            if number % 2 == 1 {
                try one.putBack(files)
                _ = try Conversation(one, other)
            }
        }
        _ = try Conversation(one, other)
        #expect(try one.replica().paths.count > 9)
        let again = try Conversation(one, other)
        #expect(again.summary == .init(sent: 0, received: 0, roundTrips: 1))
        #expect(again.byteCount <= 200, "\(again.byteCount) bytes")
        #expect(try difference(one, other) == nil)
    }

    @Test("a retired log that forked is searched although it was told in a digest", arguments: Machine.allCases)
    func retiredFork(machine: Machine) throws {
        for isShorterFirst in [true, false] {
            let (one, other) = try cloned(machine, before: 2, isShorterFirst ? 1 : 3, isShorterFirst ? 3 : 1)
            // Each side goes on under a new origin without having met: what was its log is retired here, and there.
            let third = try machine.make(9)
            _ = try Conversation(third, one)
            for device in [one, other] {
                let copy = try machine.make(device === one ? 21 : 22)
                _ = try Conversation(copy, device)
            }
            let stated = try Conversation(one, other).summary
            #expect(stated.refusals == [])
            #expect(try difference(one, other) == nil)
            #expect(try Conversation(one, other).summary == .init(sent: 0, received: 0, roundTrips: 1))
        }
    }

    @Test("who is empty and a stranger is told so", arguments: Machine.allCases)
    func emptyStranger(machine: Machine) throws {
        let (one, other) = (try machine.make(1), try machine.make(2, person: [UInt8](repeating: 9, count: 32)))
        try one.log("a")
        #expect(throws: SyncRefusal.self) { try Conversation(other, one) }
        #expect(try other.eventCount == 0)
        // A stranger who asks without a greeting gets nothing.
        let marks = try one.replica().paths.map { SyncMessage.Request.Part(path: $0.mark, start: 0) }
        let asked = SyncMessage.fetch(.init(principal: try other.replica().principal, parts: marks, blobs: []))
        guard case .refused(let refusal)? = try Responder.answer(asked, from: try one.replica()) else {
            throw Violation("events were given to a stranger")
        }
        #expect(refusal.code == "origin.unknown")
    }

    @Test(
        "a link that only one side knows of reaches the other in one exchange, whoever begins it, though the log that tells of it has forked",
        arguments: [1, 2, 3], [true, false])
    func forkedLink(copied: Int, isStatedByTheBeginner: Bool) throws {
        let (account, tablet) = (try Machine.store.make(1), try Machine.store.make(2))
        try account.log("a")
        _ = try Conversation(tablet, account)
        let files = try account.remember()
        for number in 0..<copied { try account.log("copy\(number)") }
        _ = try Conversation(tablet, account)
        try account.putBack(files)
        account.clock.step(seconds: 60)
        let person = [UInt8](repeating: 9, count: 32)
        let guest = try Machine.store.make(3, person: person)
        try guest.log("g")
        try account.link(guest: person, choice: .both)
        try account.log("b")
        _ = try Conversation(guest, account)
        // The tablet holds the other branch and has never heard of the guest.
        let (from, to) = isStatedByTheBeginner ? (guest, tablet) : (tablet, guest)
        #expect(try Conversation(from, to).summary.refusals == [])
        #expect(try difference(guest, tablet) == nil)
        #expect(try Conversation(from, to).summary == .init(sent: 0, received: 0, roundTrips: 1))
    }
}
