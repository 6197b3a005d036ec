import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import Replication
import SyncProtocol
import SyncSimulation
import Testing
import TransparencyLog

/// Peers that stop in the middle of a message, that never come to an end, and that give right events in another order.
@Suite struct HostilePeerTests {
    private let guest = [UInt8](repeating: 9, count: 32)
    private let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 3]

    private func ledger(_ seed: UInt64, person: [UInt8] = Machine.person) throws -> StoreLedger {
        try StoreLedger(seed: seed, person: person)
    }

    /// Two ledgers of a person whose exchange needs every kind of message: a forked log, erased events, two pictures.
    private func pair() throws -> (StoreLedger, StoreLedger) {
        let (one, other) = (try ledger(1), try ledger(2))
        _ = try one.append(Draft.log("a"), Draft.log("b"))
        _ = try other.append(Draft.log("c"))
        _ = try Conversation(StoreDevice(other), StoreDevice(one))
        let files = one.snapshot()
        _ = try one.append(Draft.log("copy"))
        _ = try Conversation(StoreDevice(other), StoreDevice(one))
        try one.rollBack(to: files)
        one.clock.step(seconds: 60)
        _ = try one.append(Draft.log("d"), Draft.log("e"))
        _ = try one.ledger.setProfilePhoto(picture)
        _ = try other.ledger.engine.erase([EraseTarget(Draft.stream("flight/b"))], reason: "x", locked: false)
        _ = try other.ledger.setProfilePhoto(picture + [4])
        return (one, other)
    }

    /// A wire to an honest ledger on which one answer ends early, after a share of its bytes. Nothing comes behind it.
    private final class Wire {
        let peer: Ledger
        let stopped: Int
        let share: Double
        private(set) var answers: [SyncMessage] = []
        private var bytes: [UInt8] = []

        init(_ peer: Ledger, stopped: Int, share: Double) {
            (self.peer, self.stopped, self.share) = (peer, stopped, share)
        }

        var stream: ProvenStream { ProvenStream(ofThisUser: bytesOfStream) }

        private var bytesOfStream: ByteStream {
            ByteStream(
                read: {
                    defer { self.bytes = [] }
                    return self.bytes.isEmpty ? nil : self.bytes
                },
                write: { said in
                    var answer: [UInt8] = []
                    var isSaid = false
                    let asked = ByteStream(
                        read: {
                            defer { isSaid = true }; return isSaid ? nil : said
                        }, write: { answer += $0 })
                    try self.peer.answer(ProvenStream(ofThisUser: asked))
                    self.bytes =
                        self.answers.count == self.stopped
                        ? Array(answer.prefix(Int(self.share * Double(answer.count)))) : answer
                    self.answers.append(try SyncMessage.read(all: answer))
                })
        }
    }

    private static let shares = [0, 0.02, 0.3, 0.6, 0.999]

    @Test(
        "a peer that stops in the middle of any answer ends the exchange; what came before stays, the next one is whole",
        arguments: shares)
    func stopsAnswering(share: Double) throws {
        var kinds: Set<UInt8> = []
        for stopped in 0..<20 {
            let (one, other) = try pair()
            let wire = Wire(other.ledger, stopped: stopped, share: share)
            do {
                _ = try one.ledger.sync(over: wire.stream)
                #expect(wire.answers.count <= stopped)
                kinds.formUnion(wire.answers.map(\.kind))
                break
            } catch let fault as Fault {
                #expect(fault == SyncFaults.ended && fault.kind == .unreadable)
                #expect(wire.answers.count == stopped + 1)
            }
            try becomeOne(one, other)
        }
        #expect(kinds == [2, 4, 6, 8])
    }

    @Test(
        "a peer that stops in the middle of any question: nothing of it is stored, and the next exchange is whole",
        arguments: shares)
    func stopsAsking(share: Double) throws {
        let (first, second) = try pair()
        let questions = try Conversation(StoreDevice(first), StoreDevice(second)).messages.filter {
            [1, 3, 5, 7].contains($0.kind)
        }
        #expect(Set(questions.map(\.kind)) == [1, 3, 5, 7])
        for question in questions {
            let (one, other) = try pair()
            let before = try other.observe()
            let bytes = Array(question.encoded.prefix(Int(share * Double(question.encoded.count))))
            var (isSaid, answer) = (bytes.isEmpty, [UInt8]())
            try other.ledger.answer(
                ProvenStream(
                    ofThisUser: ByteStream(
                        read: {
                            defer { isSaid = true }; return isSaid ? nil : bytes
                        }, write: { answer += $0 })))
            if bytes.isEmpty {
                #expect(answer.isEmpty)
            } else {
                #expect(
                    try SyncMessage.read(all: answer)
                        == .refused(SyncRefusal(code: "sync.ended", message: SyncFaults.ended.message)))
            }
            #expect(try other.observe() == before)
            try becomeOne(one, other)
        }
    }

    private func becomeOne(_ one: StoreLedger, _ other: StoreLedger) throws {
        for ledger in [one, other] { #expect(try ledger.ledger.verify().isSound) }
        for _ in 0..<2 { _ = try one.ledger.sync(over: Wire(other.ledger, stopped: -1, share: 1).stream) }
        #expect(try one.ledger.digest() == other.ledger.digest())
    }

    // MARK: - Without end

    private enum Answering: CaseIterable {
        /// A log that is not known here, under a head that its events do not give, as often as it is asked for.
        case forgedLog
        /// Another attachment than the one that was asked for, as often as it is asked.
        case otherAttachments
        /// Nothing of what it announces.
        case nothing
    }

    @Test("a peer that gives something else than it announces is not asked for ever", arguments: Answering.allCases)
    private func withoutEnd(answering: Answering) throws {
        let (one, other) = (try ledger(1), try ledger(2))
        _ = try one.append(Draft.log("a"))
        // An event that names a picture which is not here.
        let camera = try ledger(3)
        _ = try camera.ledger.setProfilePhoto(picture)
        _ = try one.receive(try camera.tails())
        _ = try other.append(Draft.log("b"), Draft.log("c"))
        let given = try LedgerReplica(other.ledger)
        let tail = try #require(try given.tail(of: given.paths[0], from: 0))
        let forged = Tail(head: tail.head, start: 0, events: tail.events.dropLast() + [tail.events[0]])
        var initiator = Initiator()
        var action = try initiator.begin(try LedgerReplica(one.ledger))
        var count = 0
        while true {
            count += 1
            if count > 50 { throw Violation("it is asked for ever") }
            switch action {
            case .send(.hello):
                let wanted = answering == .otherAttachments ? [SHA256Hasher.hash(picture)] : []
                action = try initiator.receive(
                    .answer(
                        .init(
                            principal: try other.ledger.principal, isStranger: false, frontier: Frontier([tail.mark]),
                            missing: [], foldedDiffers: true,
                            blobs: wanted, cargo: .init(tails: []))), try LedgerReplica(one.ledger))
            case .send(.fetch):
                let cargo: SyncMessage.Cargo =
                    switch answering {
                    case .forgedLog: .init(tails: [forged])
                    case .otherAttachments: .init(tails: [], blobs: [[1, 2, 3]])
                    case .nothing: .init(tails: [])
                    }
                action = try initiator.receive(.cargo(cargo), try LedgerReplica(one.ledger))
            case .send(.push(_, let cargo)):
                action = try initiator.receive(
                    .receipt(cargo.tails.map { _ in .diverged }), try LedgerReplica(one.ledger))
            case .send(.probe(_, let probes)):
                action = try initiator.receive(.probed(probes.map { _ in [] }), try LedgerReplica(one.ledger))
            case .send: throw Violation("it says something that is no question")
            case .store(let cargo, let principal):
                action = try initiator.stored(
                    try one.ledger.store(cargo, from: principal).tails, of: cargo, try LedgerReplica(one.ledger))
            case .finished(let summary):
                if answering == .forgedLog { #expect(summary.refusals.map(\.code) == ["event.unreadable"]) }
                #expect(summary.received == 0)
                return
            }
        }
    }

    // MARK: - Another order

    private func bundle(_ tails: [Tail], of principal: PrincipalID) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let (whole, others) = (tails.filter { $0.start == 0 }, tails.filter { $0.start > 0 })
        func leaves(_ tail: Tail) -> [EventID] {
            tail.events.map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }
        }
        let places = try tails.map { tail in
            let base =
                try tail.start == 0
                ? []
                : Array(leaves(#require(whole.first { $0.mark.origin == tail.mark.origin })).prefix(Int(tail.start)))
            var edge = MerkleEdge()
            for leaf in base + leaves(tail) { edge.append(leaf: leaf.words) }
            return BundleHeader.Place(rootBefore: ModelLedger.root(base), edge: edge)
        }
        #expect(whole.count + others.count == tails.count)
        _ = try BundleWriter.write(
            .init(tails: tails), places: places, principal: principal, to: { bytes += $0 })
        return bytes
    }

    @Test(
        "a bundle with right events is taken in any order of its list: branches, a link, what it lets in, erased events"
    )
    func order() throws {
        let (one, other, linked) = (try ledger(1), try ledger(2), try ledger(3, person: guest))
        _ = try linked.append(Draft.log("g"), Draft.log("gone"))
        _ = try one.append(Draft.log("a"))
        let files = one.snapshot()
        _ = try one.append(Draft.log("copy"))
        _ = try other.receive(try one.tails())
        try one.rollBack(to: files)
        one.clock.step(seconds: 60)
        _ = try one.append(Draft.link(TestPerson(seed: Machine.person), TestPerson(seed: guest)))
        for (to, from) in [(other, one), (one, other), (other, linked), (one, linked)] {
            _ = try to.receive(try from.tails())
        }
        _ = try linked.receive(try one.tails())
        _ = try linked.ledger.engine.erase([EraseTarget(Draft.stream("flight/gone"))], reason: "x", locked: false)
        _ = try one.receive(try linked.tails())
        let replica = try LedgerReplica(one.ledger)
        var tails = try Comparison(replica).giving(all: replica)
        #expect(tails.contains { $0.start > 0 } && tails.contains { $0.events.contains(where: \.isErased) })
        var random = SeededRandom(seed: 5)
        for number in 0..<24 {
            let fresh = try ledger(UInt64(20 + number))
            _ = try BundleTests.importBundle(try bundle(tails, of: try one.ledger.principal), fresh.ledger)
            #expect(try fresh.ledger.digest() == one.ledger.digest(), "\(tails.map(\.mark))")
            tails.shuffle(using: &random)
        }
    }

    @Test("units of one log in another order are no tail of it: refused whole, and nothing is stored")
    func unitsExchanged() throws {
        let (one, other) = (try ledger(1), try ledger(2))
        for id in ["a", "b", "c"] { _ = try one.append(Draft.log(id)) }
        let replica = try LedgerReplica(one.ledger)
        let tail = try #require(try replica.tail(of: replica.paths[0], from: 0))
        let orders: [[Int]] = [[0, 2, 1, 3], [1, 0, 2, 3], [0, 1, 3, 2], [3, 2, 1, 0], [0, 1, 1, 3], [0, 1, 2]]
        for order in orders {
            let events = order.map { tail.events[$0] }
            // The key of the log signs what it never was, too.
            let key = try #require(try one.key(of: tail.mark.origin))
            let root = ModelLedger.root(events.map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) })
            for head in [
                tail.head, try Head(publicKey: key.publicKey, size: UInt64(events.count), root: root).signed(by: key),
            ] where order.count == 4 || head != tail.head {
                let receipts = try other.ledger.store(
                    .init(tails: [Tail(head: head, start: 0, events: events)]), from: try one.ledger.principal
                ).tails
                if order.count == 3 { continue }
                #expect(
                    receipts == [
                        .refused(
                            SyncRefusal(
                                code: "event.unreadable",
                                message: "An event cannot be read: its sequence is not that of its place."))
                    ])
                #expect(try other.observe().events.isEmpty)
            }
        }
    }
}

extension Comparison where Replica == LedgerReplica {
    /// The tails of everything that a ledger holds, each path from where it leaves another.
    fileprivate func giving(all replica: LedgerReplica) throws -> [Tail] {
        try Dictionary(grouping: replica.paths, by: \.origin).values.flatMap {
            try compare($0, []).giving.compactMap { try replica.tail(of: $0.path, from: $0.start) }
        }
    }
}
