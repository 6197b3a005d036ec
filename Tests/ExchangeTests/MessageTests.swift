import DaybookDomains
import Engine
import EventModel
import LedgerTestSupport
import SyncProtocol
import SyncSimulation
import Testing

/// The bytes of messages: whatever comes, a clear error or what was said.
@Suite struct MessageTests {
    /// All kinds of messages, of an exchange that has to search for a fork.
    private func messages() throws -> [SyncMessage] {
        let one = try Machine.model.make(1)
        try one.log("a", "b")
        let other = try Machine.model.make(2)
        _ = try Conversation(other, one)
        let files = try one.remember()
        try one.log("c")
        _ = try Conversation(other, one)
        try one.putBack(files)
        one.clock.step(seconds: 1)
        try one.log("d", "e")
        let messages = try Conversation(one, other).messages
        return messages + [.refused(SyncRefusal(code: "origin.unknown", message: "Another person's."))]
    }

    @Test("every kind of message comes up, and is the same after it was written and read")
    func kinds() throws {
        let messages = try messages()
        #expect(Set(messages.map(\.kind)) == Set(1...9))
        for message in messages { #expect(try SyncMessage.read(all: message.encoded) == message) }
    }

    @Test("T-7.3e: a message cut at any byte is refused with status 65")
    func cut() throws {
        for message in try messages() {
            let bytes = message.encoded
            for end in 0..<bytes.count {
                do {
                    _ = try SyncMessage.read(all: Array(bytes[..<end]))
                    Issue.record("cut after \(end) of \(bytes.count) bytes, taken")
                } catch let fault as Fault { #expect(fault.kind == .unreadable) }
            }
        }
    }

    @Test("a message with any bit changed is refused, or says something else; nothing is stored that was not said")
    func flipped() throws {
        let target = try Machine.model.make(9)
        var taken = 0
        for message in try messages() {
            let bytes = message.encoded
            for bit in 0..<bytes.count * 8 {
                var changed = bytes
                changed[bit / 8] ^= UInt8(1 << (bit % 8))
                do {
                    let heard = try SyncMessage.read(all: changed)
                    guard let cargo = heard.cargo, cargo != message.cargo else { continue }
                    // The ledger that stores it compares it with signed heads.
                    let stored = try target.store(cargo, from: PrincipalID(Bytes16(high: 1, low: 1)))
                    for (tail, receipt) in zip(cargo.tails, stored)
                    where tail != message.cargo?.tails.first(where: { $0.mark == tail.mark }) {
                        if case .stored(let new) = receipt, new > 0 {
                            Issue.record("bit \(bit) of a message of kind \(message.kind): stored")
                        }
                    }
                    taken += 1
                } catch let fault as Fault { #expect(fault.kind == .unreadable) }
            }
        }
        #expect(taken > 100)
    }

    @Test("numbers without end are refused before anything is made of them")
    func endless() throws {
        func message(_ kind: UInt8, _ header: [UInt8], _ rest: [UInt8] = []) -> [UInt8] {
            [kind, 0, 0, 0, UInt8(header.count)] + header + rest
        }
        let long: [UInt8] = [0x9B, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        for bytes in [
            [1, 0xFF, 0xFF, 0xFF, 0xFF], message(3, long), message(4, long), message(8, long),
            message(5, [0x82] + long), message(7, [0x82] + long + [0x80]), message(0, []), message(10, [0x80]),
        ] {
            #expect { _ = try SyncMessage.read(all: bytes) } throws: { ($0 as? Fault)?.code == "sync.unreadable" }
        }
    }

    @Test("a probe that asks twice for roots of one path is refused: each costs a walk along the path")
    func probedTwice() throws {
        guard case .probe(let person, let probes)? = try messages().first(where: { $0.kind == 3 }) else {
            throw Violation("the exchange searches for a fork")
        }
        func read(_ probes: [SyncMessage.Probe]) throws {
            _ = try SyncMessage.read(all: SyncMessage.probe(person, probes).encoded)
        }
        try read(probes)
        #expect { try read(probes + [probes[0]]) } throws: {
            ($0 as? Fault) == SyncFaults.unreadable("it asks for roots of one path twice")
        }
    }

    @Test("a newer version of the exchange is named as such")
    func newer() throws {
        guard case .hello(let hello) = try messages()[0] else { throw Violation("an exchange begins with hello") }
        var bytes = SyncMessage.hello(hello).encoded
        #expect(bytes[6] == 1)
        bytes[6] = 2
        #expect { _ = try SyncMessage.read(all: bytes) } throws: { ($0 as? Fault) == SyncFaults.newer }
        #expect(SyncFaults.newer.message == "The other side speaks a newer version of the exchange.")
        #expect(SyncFaults.ended.message == "The other side stopped in the middle of a message.")
        #expect(
            SyncFaults.unreadable("its kind 10 is not known here: it may be of a newer version").message
                == "What the other side sent cannot be read: its kind 10 is not known here: it may be of a newer version."
        )
    }

    @Test("an answer to something else ends the exchange, and so does a refusal")
    func outOfTurn() throws {
        let one = try Machine.model.make(1)
        try one.log("a")
        var initiator = Initiator()
        _ = try initiator.begin(try one.replica())
        #expect { _ = try initiator.receive(.receipt([]), try one.replica()) } throws: {
            ($0 as? Fault)?.code == "sync.unreadable"
        }
        let refusal = SyncRefusal(code: "origin.unknown", message: "no")
        #expect { _ = try initiator.receive(.refused(refusal), try one.replica()) } throws: {
            ($0 as? SyncRefusal) == refusal
        }
        let answer = try Responder.answer(.receipt([]), from: try one.replica())
        #expect(
            answer
                == .refused(
                    SyncRefusal(code: "sync.outOfTurn", message: "This message is an answer, and nothing was asked.")))
    }
}
