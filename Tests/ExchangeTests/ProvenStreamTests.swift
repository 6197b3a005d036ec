import DaybookDomains
import EventModel
import Foundation
import LedgerTestSupport
import Replication
import SyncProtocol
import SyncSimulation
import Synchronization
import Testing
import TransparencyLog

/// Ledgers at the two ends of a stream.
@Suite struct ProvenStreamTests {
    private static let (person, guest) = (Machine.person, [UInt8](repeating: 9, count: 32))

    private func ledger(
        _ seed: UInt64, person: [UInt8] = Machine.person, logging ids: String...
    ) throws -> StoreLedger {
        let ledger = try StoreLedger(seed: seed, person: person)
        for id in ids { _ = try ledger.append(Draft.log(id)) }
        return ledger
    }

    /// The end of a side: its code, or "done".
    private static func code(_ result: Result<Void, any Error>) -> String {
        switch result {
        case .success: "done"
        case .failure(let rejection as Rejection): rejection.code
        case .failure(let fault as Fault): fault.code
        case .failure(let error): "\(error)"
        }
    }

    /// Lets one ledger ask and the other answer over two pipes; how each of them ended.
    private func exchange(_ asking: StoreLedger, _ answering: StoreLedger) -> (asking: String, answering: String) {
        let (there, back) = (Pipe(), Pipe())
        let end = Mutex("")
        let ended = DispatchSemaphore(value: 0)
        let other = answering.ledger
        Thread.detachNewThread {
            let result = Result { try other.answer(over: Self.stream(reading: there, writing: back)) }
            end.withLock { $0 = Self.code(result) }
            try? back.fileHandleForWriting.close()
            ended.signal()
        }
        let result = Result { _ = try asking.ledger.sync(over: Self.stream(reading: back, writing: there)) }
        try? there.fileHandleForWriting.close()
        ended.wait()
        return (Self.code(result), end.withLock { $0 })
    }

    private static func stream(reading: Pipe, writing: Pipe) -> ByteStream {
        ByteStream(
            read: {
                let bytes = reading.fileHandleForReading.availableData
                return bytes.isEmpty ? nil : Array(bytes)
            }, write: { try writing.fileHandleForWriting.write(contentsOf: $0) })
    }

    /// The answer of a ledger to a caller who says these bytes, and how it ends.
    private func hear(_ bytes: [UInt8], _ ledger: StoreLedger) -> (said: [UInt8], end: String) {
        var (said, left): ([UInt8], [UInt8]?) = ([], bytes)
        let result = Result {
            try ledger.ledger.answer(
                over: ByteStream(
                    read: {
                        defer { left = nil }
                        return left
                    }, write: { said += $0 }))
        }
        return (said, Self.code(result))
    }

    @Test("two devices of a person become one; so do two linked persons, whichever asks")
    func exchanges() throws {
        let (one, other) = (try ledger(1, logging: "a"), try ledger(2, logging: "b"))
        #expect(exchange(one, other) == ("done", "done"))
        #expect(try one.ledger.digest() == other.ledger.digest())
        let linked = try ledger(3, person: Self.guest, logging: "g")
        _ = try one.ledger.link(guest: Self.guest, choice: .both)
        // The guest's ledger lacks the link, so the other's key proves no person there.
        #expect(exchange(one, linked) == ("peer.unproven", "peer.unproven"))
        #expect(exchange(linked, one).asking == "peer.unproven")
        // A bundle brings it, and from then on each of the two may ask.
        var bundle: [UInt8]? = []
        _ = try one.ledger.exportBundle { bundle? += $0 }
        _ = try linked.ledger.importBundle {
            defer { bundle = nil }
            return bundle
        }
        #expect(exchange(linked, one) == ("done", "done"))
        _ = try one.append(Draft.log("c"))
        #expect(exchange(one, linked) == ("done", "done"))
        #expect(try one.ledger.digest() == linked.ledger.digest())
    }

    @Test("after the end of a link both sides end with link.ended, and nothing is exchanged")
    func ended() throws {
        let (one, linked) = (try ledger(1, logging: "a"), try ledger(2, person: Self.guest, logging: "g"))
        _ = try one.ledger.link(guest: Self.guest, choice: .both)
        #expect(try Conversation(StoreDevice(one), StoreDevice(linked)).summary.refusals == [])
        _ = try one.ledger.endLink(with: TestPerson(seed: Self.guest).id.hex)
        _ = try linked.append(Draft.log("h"))
        let before = (try one.ledger.digest(), try linked.ledger.digest())
        // The side that ended it knows; the other one hears it.
        #expect(exchange(one, linked) == ("link.ended", "done"))
        #expect(exchange(linked, one) == ("link.ended", "link.ended"))
        #expect(try (one.ledger.digest(), linked.ledger.digest()) == before)
    }

    @Test("a stranger learns nothing: his ledger, a ledger that has not joined, and one without its key")
    func strangers() throws {
        let one = try ledger(1, logging: "a")
        let (stranger, empty) = (try ledger(2, person: Self.guest, logging: "z"), try StoreLedger(seed: 3))
        for other in [stranger, empty] {
            #expect(exchange(other, one) == ("peer.unproven", "peer.unproven"))
            #expect(exchange(one, other) == ("peer.unproven", "peer.unproven"))
        }
        let keyless = try ledger(4, logging: "k")
        try Scratch.overwrite(keyless.path + "/keys/principal.key", TestPerson(seed: Self.guest).seed)
        #expect(exchange(keyless, one).asking == "peer.unproven")
        #expect(exchange(one, keyless) == ("peer.unproven", "peer.unproven"))
        let refusal = #expect(throws: Rejection.self) { _ = try keyless.ledger.personProof() }
        #expect(
            refusal?.message
                == "This ledger cannot prove its person: \(keyless.path)/keys/principal.key is not that key.")
        #expect(
            refusal?.hint == "Put the key back: \"daybook principal export FILE\" on another device of this person "
                + "writes it. A new device joins with \"daybook init --join FILE\".")
        #expect(
            Ledger.rejection(PeerProof.unproven(.asking)).hint
                == "A second device of yours joins with \"daybook init --join FILE\". The ledgers of two persons "
                + "exchange once both hold a signed link; a bundle brings it (\"daybook bundle export FILE\").")
        // A fault of the answering side is not said to the one who asks.
        let said = hear([], keyless).said
        #expect(try SyncMessage.read(all: said) == .refused(PeerProof.unproven(.answering)))
    }

    @Test("a first message that is no challenge is answered in one sentence, and nothing is stored")
    func unproved() throws {
        let one = try ledger(1, logging: "a")
        let stranger = try ledger(2, person: Self.guest, logging: "z")
        let before = try one.observe()
        let replica = try LedgerReplica(stranger.ledger)
        let tails = try replica.paths.compactMap { try replica.tail(of: $0, from: 0) }
        let own = try one.ledger.principal
        let hello = SyncMessage.Hello(principal: own, frontier: Frontier([]), foldedCount: 0, folded: nil, blobs: nil)
        let messages: [SyncMessage] = [
            .hello(hello), .push(own, .init(tails: tails)), .push(replica.principal, .init(tails: tails)),
            .fetch(.init(principal: own, parts: [], blobs: [])), .probe(own, []),
        ]
        for message in messages {
            let (said, end) = hear(message.encoded, one)
            #expect(end == "sync.earlier")
            let earlier = SyncFaults.earlier(.asking)
            #expect(
                try SyncMessage.read(all: said) == .refused(SyncRefusal(code: earlier.code, message: earlier.message)))
        }
        #expect(hear([], one).end == "sync.ended")
        #expect(try one.observe() == before)
    }

    @Test("who has proved one person claims no other: his message is refused before its events are read")
    func claimed() throws {
        let (one, linked) = (try ledger(1, logging: "a"), try ledger(2, person: Self.guest, logging: "g"))
        _ = try one.ledger.link(guest: Self.guest, choice: .both)
        _ = try Conversation(StoreDevice(one), StoreDevice(linked))
        let (own, guest) = (try one.ledger.principal, try linked.ledger.principal)
        func hello(_ person: PrincipalID) -> [UInt8] {
            SyncMessage.hello(
                .init(principal: person, frontier: Frontier([]), foldedCount: 0, folded: nil, blobs: nil)
            ).encoded
        }
        // The head of a push that announces events and never brings them.
        let replica = try LedgerReplica(linked.ledger)
        let tail = try #require(try replica.tail(of: replica.paths[0], from: 0))
        let push = SyncMessage.push(own, .init(tails: [Tail(lent: tail.head, start: 0)])).encodedFront
        for (message, end, code) in [
            (hello(guest), "done", "answer"), (hello(own), "peer.unproven", "refused"),
            (push, "peer.unproven", "refused"),
        ] {
            let (said, ended) = try ask(one, as: TestPerson(seed: Self.guest), message)
            #expect(ended == end)
            switch try SyncMessage.read(all: said) {
            case .answer: #expect(code == "answer")
            case .refused(let refusal):
                #expect(code == "refused" && refusal == PeerProof.unproven(.asking))
            default: Issue.record("\(said)")
            }
        }
    }

    /// The answer of a ledger behind the proofs to one who holds a person's key and says one message.
    private func ask(_ ledger: StoreLedger, as person: TestPerson, _ message: [UInt8]) throws -> ([UInt8], String) {
        var (heard, said, step): ([UInt8], [[UInt8]], Int) = ([], [], 0)
        let side = ProofSide(role: .asking, key: person.key, known: [], nonce: 1)
        let result = Result {
            try ledger.ledger.answer(
                over: ByteStream(
                    read: {
                        defer { step += 1 }
                        return step < 2 ? side.hearing(heard).said[step] : step == 2 ? message : nil
                    },
                    write: {
                        heard += $0
                        said.append($0)
                    }))
        }
        return (said.dropFirst(2).flatMap(\.self), Self.code(result))
    }
}
