import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LedgerTestSupport
import Testing

/// Erasing a record: what it said goes, that there was something stays, and every proof still holds.
@Suite struct ErasureTests {
    private let person = TestPerson(5)

    private func flight(_ id: String) -> StreamID { StreamID(kind: "flight", id: id) }

    private func code(_ body: () throws -> Void) -> String {
        do { try body() } catch { return Refused(error).code }
        return "none"
    }

    /// How many of a ledger's events have no body.
    private func bodiless(_ ledger: StoreLedger) throws -> Int {
        try ledger.tails().flatMap(\.events).count { $0.isErased }
    }

    @Test(
        "the bodies go and nothing else: the log verifies, the kept state is the folded one, the key may be used again")
    func erased() throws {
        let ledger = try StoreLedger(seed: 1)
        _ = try ledger.append(Draft.log("a", key: "k1"), Draft.amend("a", remarks: "x"), Draft.log("b"))
        let before = try ledger.ledger.digest()
        let stated = try ledger.ledger.engine.erase([EraseTarget(flight("a"))], reason: "test", locked: false)
        #expect(stated.bodies == 2 && stated.position == Position(5))
        #expect(try bodiless(ledger) == 2)
        let report = try ledger.ledger.verify()
        #expect(report.isSound && report.events == 5, "\(report.damage)")
        #expect(try ledger.ledger.replay().isEqual)
        #expect(try ledger.ledger.digest().log != before.log)
        #expect(try ledger.observe().records[flight("a")]?.state == nil)
        // The index forgot the key: the same one is taken anew, for another record.
        #expect(try ledger.append(Draft.log("c", key: "k1")).appended == 1)
        #expect(try ledger.ledger.verify().isSound)
    }

    @Test("what may not be erased is refused, and nothing is written")
    func refused() throws {
        let ledger = try StoreLedger(seed: 2)
        _ = try ledger.append(Draft.log("a"), Draft.sign("a"), Draft.log("b"))
        let engine = ledger.ledger.engine
        let origin = try #require(try ledger.observe().events.first { $0.stream.kind == "origin" }?.stream)
        #expect(
            code { _ = try engine.erase([EraseTarget(flight("a"))], reason: "x", locked: false) } == "signature.locked")
        #expect(
            code { _ = try engine.erase([EraseTarget(flight("none"))], reason: "x", locked: false) } == "record.missing"
        )
        #expect(code { _ = try engine.erase([EraseTarget(origin)], reason: "x", locked: true) } == "erase.forbidden")
        #expect(
            code { _ = try engine.erase([EraseTarget(StreamID(kind: "link", id: "x"))], reason: "x", locked: true) }
                == "erase.forbidden")
        #expect(
            code {
                _ = try engine.erase(
                    [EraseTarget(flight("b"))], reason: String(repeating: "x", count: 1_025), locked: false)
            } == "field.range")
        #expect(try ledger.ledger.position == Position(4))
        _ = try engine.erase([EraseTarget(flight("a"))], reason: "x", locked: true)
        #expect(code { _ = try engine.erase([EraseTarget(flight("a"))], reason: "x", locked: true) } == "stream.erased")
        for draft in [Draft.log("a"), Draft.amend("a", remarks: "y"), Draft.remove("a"), Draft.sign("a")] {
            #expect(code { _ = try ledger.append(draft) } == "stream.erased", "\(draft.type)")
        }
        #expect(
            code {
                _ = try ledger.append(
                    EventDraft(
                        stream: flight("b"), type: "stream.erased",
                        data: .json(.object(pairs: ["reason": .string("x")]))))
            } == "type.computed")
    }

    @Test("what certifies a log is not erased, whoever writes that it is")
    func certificates() throws {
        let ledger = try StoreLedger(seed: 8, person: person.seed)
        _ = try ledger.append(Draft.log("a"))
        let origin = try #require(try ledger.observe().events.first { $0.stream.kind == "origin" }?.stream)
        let stated = EventDraft(
            stream: origin, type: "stream.erased", data: .json(.object(pairs: ["reason": .string("x")])),
            intent: .computed())
        _ = try ledger.append(stated)
        #expect(try bodiless(ledger) == 0)
        #expect(try ledger.ledger.verify().isSound)
        let other = try StoreLedger(seed: 9, person: person.seed)
        _ = try other.receive(try ledger.tails())
        #expect(try bodiless(other) == 0)
        #expect(try other.ledger.digest() == ledger.ledger.digest())
    }

    @Test("a body that is gone without an erasure is damage, and is taken from nobody")
    func missing() throws {
        let ledger = try StoreLedger(seed: 3, person: person.seed)
        _ = try ledger.append(Draft.log("a"), Draft.log("b"))
        let tails = try ledger.tails()
        let held = tails[0].events.map { streamOf($0) == flight("a") ? StoredEvent(erased: $0.envelope) : $0 }
        let other = try StoreLedger(seed: 4, person: person.seed)
        #expect(
            code { _ = try other.receive([ReceivedTail(head: tails[0].head, start: 0, events: held)]) }
                == "body.missing")
        #expect(try other.ledger.position == .start)
        let salted = tails[0].events.map {
            streamOf($0) == flight("a") ? StoredEvent(envelope: $0.envelope, salt: $0.salt, body: []) : $0
        }
        #expect(
            code { _ = try other.receive([ReceivedTail(head: tails[0].head, start: 0, events: salted)]) }
                == "event.unreadable")
        try ledger.ledger.engine.dropBodyForTest(of: flight("a"))
        let report = try ledger.ledger.verify()
        #expect(report.damage.map(\.reason) == ["its body is missing, and its author did not erase it"])
        #expect(report.damage.first?.stream == flight("a"))
    }

    @Test("an erasure that comes with another log is found, whatever comes first")
    func acrossLogs() throws {
        let one = try StoreLedger(seed: 5, person: person.seed)
        _ = try one.append(Draft.log("a"))
        let two = try StoreLedger(seed: 6, person: person.seed)
        _ = try two.receive(try one.tails())
        _ = try two.append(Draft.log("b"))
        _ = try two.ledger.engine.erase([EraseTarget(flight("a"))], reason: "x", locked: false)
        let tails = try two.tails()
        #expect(tails.count == 2)
        for tails in [tails, tails.reversed()] {
            let three = try StoreLedger(seed: 7, person: person.seed)
            _ = try three.receive(tails)
            #expect(try three.ledger.digest() == two.ledger.digest())
            #expect(try three.ledger.verify().isSound)
        }
        // The one that still has the body drops it when it hears.
        #expect(try bodiless(one) == 0)
        _ = try one.receive(tails)
        #expect(try bodiless(one) == 1)
        #expect(try one.ledger.digest() == two.ledger.digest())
    }

    /// Two devices of one person that write, erase and exchange at random; what each holds at last.
    private func devices(seed: UInt64) throws -> [StoreLedger] {
        var random = SeededRandom(seed: seed)
        let devices = try (0..<3).map { try StoreLedger(seed: seed &* 8 &+ UInt64($0), person: person.seed) }
        for step in 0..<24 {
            let device = devices[random.below(3)]
            device.clock.step(seconds: Int64(random.below(600)))
            let id = "r\(random.below(4))"
            // A rejection by a rule is expected here.
            do {
                switch random.below(9) {
                case 0, 1, 2:
                    _ = try device.append(
                        Draft.log(
                            id, hobbs: "\(1 + random.below(3)).0", key: random.oneIn(3) ? "key\(random.below(3))" : nil)
                    )
                case 3: _ = try device.append(Draft.amend(id, remarks: "\(step)"))
                case 4: _ = try device.append(Draft.sign(id))
                case 5: _ = try device.append(Draft.remove(id))
                case 6:
                    _ = try device.ledger.engine.erase(
                        [EraseTarget(flight(id))], reason: "\(step)", locked: random.oneIn(2))
                default: _ = try device.receive(try devices[random.below(3)].tails())
                }
            } catch is DraftRefusal {} catch is Rejection {}
        }
        return devices
    }

    @Test("P8: erasing before or after any other event gives one digest on every device", arguments: 0..<40)
    func oneDigest(seed: UInt64) throws {
        let devices = try devices(seed: seed)
        let tails = try devices.map { try $0.tails() }
        // The device that took part, one that has none of it, and the other way round.
        for index in devices.indices { for other in tails { _ = try devices[index].receive(other) } }
        let fresh = try StoreLedger(seed: seed &* 8 &+ 5, person: person.seed)
        for tails in try devices.map({ try $0.tails() }).reversed() { _ = try fresh.receive(tails) }
        let digest = try fresh.ledger.digest()
        for device in devices + [fresh] {
            #expect(try device.ledger.digest() == digest, "seed \(seed)")
            let report = try device.ledger.verify()
            #expect(report.isSound, "seed \(seed): \(report.damage)")
            #expect(try device.ledger.replay().isEqual, "seed \(seed)")
            let erased = Set(
                try device.observe().records.filter { $0.value.outcomes.values.contains { $0.status == .erased } }.map(
                    \.key))
            let left = try device.tails().flatMap(\.events).filter {
                erased.contains(streamOf($0) ?? flight("-")) && !$0.isErased
            }
            #expect(left.allSatisfy { $0.isErasure }, "seed \(seed): a body of an erased stream is left")
        }
    }
}

/// The stream that an event's envelope names.
private func streamOf(_ event: StoredEvent) -> StreamID? {
    let bytes = event.envelope.span.bytes
    return try? EnvelopeView(bytes).stream
}

extension StoredEvent {
    fileprivate var isErasure: Bool {
        let bytes = envelope.span.bytes
        return (try? EnvelopeView(bytes).type) == "stream.erased"
    }
}

extension EngineCore {
    /// A possible state of a damaged store.
    fileprivate func dropBodyForTest(of stream: StreamID) throws {
        let place = try read { try #require(try $0.load(stream, registry)).places[0] }
        _ = try store.write(stamp: configuration.clock()) { _, transaction in _ = try transaction.dropBody(at: place) }
    }
}
