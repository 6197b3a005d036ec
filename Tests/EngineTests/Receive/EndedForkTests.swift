import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import Testing
import TransparencyLog

/// The end of a link names paths by their roots: what was inside stays inside whatever arrives later, and a fork gets
/// nothing inside.
@Suite struct EndedForkTests {
    private let ben = TestPerson(seed: ForkedMachine.person)

    /// A log of the other person with 1.0 + 2.0 + 3.0 hours, a fork within it, and one that goes on behind it.
    private func machine() throws -> ForkedMachine {
        let machine = try ForkedMachine([Draft.log("g1", hobbs: "1.0")])
        try machine.write("real", after: "trunk", [Draft.log("g2", hobbs: "2.0")], [Draft.log("g3", hobbs: "3.0")])
        try machine.write(
            "evil", after: "trunk", [Draft.log("e2", hobbs: "9.0")], [Draft.log("e3", hobbs: "9.0")],
            [Draft.amend("g1", remarks: "evil")])
        try machine.write("later", after: "real", [Draft.log("e4", hobbs: "9.0")])
        return machine
    }

    /// The account with its own hour, linked with the other person, whose log is here up to an event.
    private func account(_ machine: ForkedMachine, seed: UInt64) throws -> StoreLedger {
        let account = try StoreLedger(ann, seed: seed)
        _ = try account.append(Draft.log("a1", hobbs: "1.0"))
        _ = try account.append(Draft.link(ann, ben))
        _ = try account.receive([machine.tail("real")])
        return account
    }

    private func hours(_ ledger: StoreLedger) throws -> String { try ledger.standing("a1").last ?? "" }

    @Test("A fork that arrives after the end takes nothing back and brings nothing in, on every device, in all orders")
    func forks() throws {
        let machine = try machine()
        let account = try account(machine, seed: 1)
        let before = try hours(account)
        let receipt = try account.ledger.endLink(with: ben.id.hex)
        #expect(receipt.isNew && receipt.logsLeftOut == 0)
        _ = try account.receive([machine.tail("evil"), machine.tail("later")])
        #expect(try hours(account) == before)
        let digest = try account.ledger.digest()
        #expect(try account.soundDigest().count == 64)
        let real = try machine.tail("real")
        let tails = [real, try machine.tail("evil"), try machine.tail("later")] + (try own(account, besides: real))
        for (number, order) in permutations(tails).enumerated() {
            let device = try StoreLedger(ann, seed: UInt64(10 + number))
            // Logs of the other person are refused before the link is here.
            for tail in order + order { _ = try device.refusal(of: [tail]) }
            #expect(try hours(device) == before && device.ledger.digest() == digest, "order \(number)")
            #expect(try device.soundDigest().count == 64)
        }
    }

    private func own(_ account: StoreLedger, besides other: ReceivedTail) throws -> [ReceivedTail] {
        try account.tails().filter { $0.head.head.origin != other.head.head.origin }
    }

    @Test("A path that is not here up to its size proves nothing, and counts once it is, also as known earlier")
    func partial() throws {
        let machine = try machine()
        let account = try account(machine, seed: 2)
        let before = try hours(account)
        _ = try account.ledger.endLink(with: ben.id.hex)
        let device = try StoreLedger(ann, seed: 3)
        _ = try device.receive(own(account, besides: machine.tail("real")))
        let alone = try hours(device)
        _ = try device.receive([machine.tail("evil")])
        #expect(try hours(device) == alone)
        let position = try device.ledger.position
        _ = try device.receive([machine.tail("real", to: 3)])
        #expect(try hours(device) == alone)
        _ = try device.receive([machine.tail("real")])
        #expect(try hours(device) == before && before != alone)
        #expect(try device.soundDigest().count == 64)
        let earlier = try device.observe(knownAt: position).records
        #expect(earlier[Draft.stream("flight/g1")]?.outcomes.values.allSatisfy { $0.reason == "link.ended" } == true)
        #expect(earlier[Draft.stream("flight/e2")]?.outcomes.values.allSatisfy { $0.reason == "link.ended" } == true)
    }

    @Test("An end of version 1 keeps what all paths have in common, until an end with roots takes its place")
    func olderEnd() throws {
        let machine = try machine()
        let account = try account(machine, seed: 4)
        let before = try hours(account)
        let size = try machine.tail("real").head.head.size
        let origin = try machine.tail("real").head.head.origin
        _ = try account.append(Draft.end(ann, ben, cut: [CutEntry(log: LogName(origin: origin), size: size)]))
        _ = try account.receive([machine.tail("evil")])
        #expect(try hours(account) != before)
        #expect(try account.ledger.endLink(with: ben.id.hex).isNew)
        #expect(try hours(account) == before)
        #expect(try account.soundDigest().count == 64)
        #expect(try !account.ledger.endLink(with: ben.id.hex).isNew)
    }
}
