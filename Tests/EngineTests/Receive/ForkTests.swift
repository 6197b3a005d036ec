import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import Testing
import TransparencyLog

/// One machine that is set back again and again without knowing it: a log with as many branches as a test wants.
final class ForkedMachine {
    let store: StoreLedger
    private(set) var branches: [String: [StoredEvent]] = [:]
    private var snapshots: [String: [(name: String, bytes: [UInt8])]] = [:]
    private let key: SigningKey

    static let person = [UInt8](repeating: 7, count: 32)

    /// Begins with the first units of the trunk.
    init(_ units: [EventDraft]...) throws {
        store = try StoreLedger(seed: 100, person: ForkedMachine.person)
        for unit in units { _ = try store.append(unit, condition: nil) }
        let origin = try store.observe().logs[0].name.origin
        guard let key = try store.key(of: origin) else { throw Violation("no key") }
        self.key = key
        try remember("trunk")
    }

    /// Goes back to where a branch ended and writes on: a branch of its own.
    func write(_ name: String, after branch: String, _ units: [EventDraft]...) throws {
        try store.rollBack(to: snapshots[branch] ?? [])
        store.clock.step(seconds: 60)
        for unit in units { _ = try store.append(unit, condition: nil) }
        try remember(name)
    }

    private func remember(_ name: String) throws {
        branches[name] = try store.observe().events.map(\.stored)
        snapshots[name] = store.snapshot()
    }

    /// The events of a branch from a sequence up to its end, or to an earlier one, under a head of just that size.
    func tail(_ name: String, from start: Int = 0, to end: Int? = nil) throws -> ReceivedTail {
        let events = branches[name] ?? []
        let end = end ?? events.count
        let leaves = events[..<end].map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }
        let head = Head(publicKey: key.publicKey, size: UInt64(end), root: ModelLedger.root(leaves))
        return ReceivedTail(head: try head.signed(by: key), start: UInt64(start), events: Array(events[start..<end]))
    }

    /// A head that the origin signed though nothing agrees with it.
    func signed(size: UInt64, root: Bytes32) throws -> SignedHead {
        try Head(publicKey: key.publicKey, size: size, root: root).signed(by: key)
    }
}

func permutations<Element>(_ elements: [Element]) -> [[Element]] {
    if elements.count <= 1 { return [elements] }
    return elements.indices.flatMap { index -> [[Element]] in
        var rest = elements
        let first = rest.remove(at: index)
        return permutations(rest).map { [first] + $0 }
    }
}

@Suite struct ForkTests {
    /// The state of replicas after they met the same tails in every order: the first difference among them, or with the
    /// model.
    static func disagreement(_ tails: [ReceivedTail], mutation: ModelMutation? = nil) throws -> String? {
        var first: (seen: Observation, digest: LedgerDigest)?
        for (number, order) in permutations(tails).enumerated() {
            let replica = try StoreLedger(seed: UInt64(number), person: ForkedMachine.person)
            var model = ModelLedger(principal: try replica.ledger.principal)
            model.mutation = mutation
            for tail in order {
                let stated = try replica.receive([tail])
                if stated != (try model.receive([tail], now: replica.clock.now)) {
                    return "order \(number): the model receives another number"
                }
            }
            let seen = try replica.observe()
            let digest = try replica.ledger.digest()
            if let what = LedgerChecks.difference(seen, model.observe()) {
                return "order \(number), store and model: \(what)"
            }
            if let first, let what = LedgerChecks.agree(first.seen, seen) { return "orders 0 and \(number): \(what)" }
            if let first, first.digest != digest { return "orders 0 and \(number): the digests differ" }
            if first == nil { first = (seen, digest) }
            let report = try replica.ledger.verify()
            if !report.isSound { return "order \(number): \(report.damage.map(\.reason))" }
            if !(try replica.ledger.replay().isEqual) {
                return "order \(number): kept rows differ from a fold from nothing"
            }
        }
        return nil
    }

    /// Three branches that leave the trunk at one place.
    static func threeBranches() throws -> ForkedMachine {
        let machine = try ForkedMachine([Draft.log("a"), Draft.log("b")], [Draft.amend("a", remarks: "trunk")])
        try machine.write("one", after: "trunk", [Draft.amend("a", remarks: "one")], [Draft.sign("a")])
        try machine.write("two", after: "trunk", [Draft.amend("a", remarks: "two"), Draft.sign("a")])
        try machine.write("three", after: "trunk", [Draft.remove("a")], [Draft.log("c")])
        return machine
    }

    @Test("P12: a fork on three replicas in all six orders of arrival: the same logs, digest and outcomes")
    func sixOrders() throws {
        let machine = try Self.threeBranches()
        let tails = try ["one", "two", "three"].map { try machine.tail($0) }
        #expect(try Self.disagreement(tails) == nil)
        // The names: each branch by its first leaf that differs.
        let replica = try StoreLedger(seed: 1, person: ForkedMachine.person)
        for tail in tails { _ = try replica.receive([tail]) }
        let seen = try replica.observe()
        let expected = ["one", "two", "three"].map {
            EventID(SHA256Hasher.leafHash(envelope: machine.branches[$0]![4].envelope))
        }
        #expect(seen.logs.map(\.name.branch) == expected.sorted())
        #expect(seen.logs.map(\.size).sorted() == [6, 6, 6])
        #expect(seen.events.count == 10)
        #expect(seen.records[Draft.stream("flight/a")]?.isDisputed == true)
    }

    @Test("P12: forks of forks, at the trunk's end, within a branch, before another fork, in all 24 orders")
    func forksOfForks() throws {
        let machine = try ForkedMachine([Draft.log("a")], [Draft.log("b")])
        try machine.write("one", after: "trunk", [Draft.amend("a", remarks: "one")])
        try machine.write(
            "one.longer", after: "one", [Draft.amend("a", remarks: "longer")], [Draft.amend("b", remarks: "longer")])
        try machine.write("one.other", after: "one", [Draft.sign("a")])
        try machine.write("two", after: "trunk", [Draft.remove("b")])
        let names = ["one.longer", "one.other", "two", "one"]
        #expect(try Self.disagreement(try names.map { try machine.tail($0) }) == nil)
        // As tails that begin where the branch does.
        #expect(try Self.disagreement([machine.tail("trunk")] + names.prefix(3).map { try machine.tail($0) }) == nil)
    }

    @Test(
        "P12: a fork is found with a tail that begins before it or at it; one that begins after it is refused until the rest comes"
    )
    func tailsAroundTheFork() throws {
        let machine = try Self.threeBranches()
        for start in 0...6 {
            let replica = try StoreLedger(seed: UInt64(start), person: ForkedMachine.person)
            _ = try replica.receive([try machine.tail("one")])
            let before = try replica.observe()
            let late = try machine.tail("two", from: start)
            if start <= 4 {
                #expect(try replica.receive([late]) == Received(received: 2, duplicates: 4 - start), "from \(start)")
            } else {
                #expect(throws: Fault.self, "from \(start)") { try replica.receive([late]) }
                do { _ = try replica.receive([late]) } catch {
                    #expect(Refused(error).code == "head.forged", "from \(start)")
                }
                #expect(try replica.observe() == before, "from \(start)")
                _ = try replica.receive([try machine.tail("two", from: 4)])
            }
            #expect(try replica.observe().logs.count == 2, "from \(start)")
            // And on from there, on both branches.
            #expect(
                try replica.receive([try machine.tail("one"), late])
                    == Received(received: 0, duplicates: 6 + late.events.count))
        }
    }

    @Test(
        "a backup that was put back: its log is proven longer by a peer, retired, taken from the peer, and written on under a new origin"
    )
    func ownLogProvenLonger() throws {
        let machine = try ForkedMachine([Draft.log("a")])
        try machine.write(
            "later", after: "trunk", [Draft.amend("a", remarks: "written after the backup")], [Draft.log("b")])
        let later = try machine.tail("later")
        let old = try machine.store.observe().logs[0].name.origin
        try machine.write("restored", after: "trunk")
        #expect(try machine.store.observe().events.count == 2)
        #expect(try machine.store.receive([later]) == Received(received: 2, duplicates: 2))
        #expect(try machine.store.key(of: old) == nil)
        _ = try machine.store.append(Draft.amend("b", remarks: "goes on"))
        let seen = try machine.store.observe()
        #expect(seen.logs.count == 2)
        #expect(
            seen.events.map(\.envelope.type) == [
                "origin.started", "flight.logged", "flight.amended", "flight.logged", "origin.started",
                "flight.amended",
            ])
        #expect(seen.events[4].envelope.origin != old)
        let replaced = RecordFields.value(of: 3, inBody: seen.events[4].stored.body)
        #expect(replaced == [0x50] + old.bytes)
        #expect(seen.events.prefix(4).allSatisfy { $0.envelope.origin == old })
        #expect(try machine.store.ledger.verify().isSound)
        // Nothing is lost, and everything can be passed on.
        let fresh = try StoreLedger(seed: 5, person: ForkedMachine.person)
        _ = try fresh.receive(try machine.store.tails())
        #expect(try fresh.ledger.digest() == machine.store.ledger.digest())
    }

    @Test("a clone, copied without its token, begins a log of its own that names the old; both go on, nothing forks")
    func clone() throws {
        let original = try StoreLedger(seed: 1, person: ForkedMachine.person)
        _ = try original.append(Draft.log("a"))
        let path = Scratch.path()
        try Scratch.clone(original.path, to: path)
        let clone = try StoreLedger(opening: path, seed: 2)
        _ = try original.append(Draft.amend("a", remarks: "here"))
        _ = try clone.append(Draft.amend("a", remarks: "there"))
        #expect(try clone.observe().logs.count == 2)
        _ = try original.receive(try clone.tails())
        _ = try clone.receive(try original.tails())
        #expect(LedgerChecks.agree(try original.observe(), try clone.observe()) == nil)
        #expect(try original.ledger.digest() == clone.ledger.digest())
        #expect(try original.observe().logs.map(\.name.branch) == [nil, nil])
        // The original keeps its log.
        _ = try original.append(Draft.log("b"))
        #expect(try original.observe().logs.count == 2)
    }
}
