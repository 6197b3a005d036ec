import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import Foundation
import LedgerTestSupport
import Testing
import TransparencyLog

/// Bodies that an erasure from elsewhere hides, and when they go: devices with clocks of their own against a model of
/// plain arrays that reads the whole journal. `DAYBOOK_HOLD_HISTORIES` gives another number of histories.
@Suite struct ErasureHoldTests {
    private static let count =
        ProcessInfo.processInfo.environment["DAYBOOK_HOLD_HISTORIES"].flatMap(UInt64.init) ?? 60
    private static let day: Int64 = 86_400
    private let person = TestPerson(5)

    private func flight(_ id: String) -> StreamID { StreamID(kind: "flight", id: id) }

    private func device(_ seed: UInt64) throws -> StoreLedger { try StoreLedger(seed: seed, person: person.seed) }

    /// How many bodies are hidden.
    private func hidden(_ device: StoreLedger) throws -> Int {
        var count = 0
        try device.ledger.engine.read { try $0.forEachHeldBody { _, _ in count += 1 } }
        return count
    }

    /// A laptop with three records, and a phone that erased two of them and gave that to the laptop.
    private func laptop(_ seed: UInt64) throws -> (laptop: StoreLedger, phone: StoreLedger) {
        let (laptop, phone) = (try device(seed), try device(seed + 1))
        _ = try laptop.append(Draft.log("a"), Draft.log("b"), Draft.log("c"))
        _ = try phone.receive(try laptop.tails())
        for id in ["a", "b"] {
            _ = try phone.ledger.engine.erase([EraseTarget(flight(id))], reason: "x", locked: false)
        }
        _ = try laptop.receive(try phone.tails())
        return (laptop, phone)
    }

    @Test("an erasure that arrives hides at once, and its bytes go after 14 days, not after 13")
    func days() throws {
        let (laptop, phone) = try laptop(40)
        #expect(try (hidden(laptop), hidden(phone)) == (2, 0))
        let found = try laptop.ledger.engine.read { try laptop.ledger.engine.hiddenByErasures($0) }
        #expect(found.map(\.stream) == [flight("a"), flight("b")] && found.map(\.events) == [1, 1])
        #expect(found.allSatisfy { $0.due.milliseconds == laptop.clock.now.milliseconds + 14 * 86_400_000 })
        #expect(try laptop.ledger.digest() == phone.ledger.digest())
        #expect(try laptop.tails().flatMap(\.events).count { $0.isErased } == 2)
        laptop.clock.step(seconds: 13 * Self.day)
        #expect(try laptop.ledger.engine.destroyErased() == (0, 0))
        #expect(try hidden(laptop) == 2 && laptop.ledger.owedWork == nil)
        laptop.clock.step(seconds: 2 * Self.day)
        #expect(try laptop.ledger.engine.destroyErased() == (2, 0))
        #expect(try hidden(laptop) == 0 && laptop.ledger.owedWork?.streams == [flight("a"), flight("b")])
        #expect(try laptop.ledger.verify().isSound)
        #expect(try laptop.ledger.digest() == phone.ledger.digest())
    }

    @Test("all of it goes at once where that is asked for, or where it is erased here")
    func atOnce() throws {
        let (laptop, phone) = try laptop(50)
        let erased = try laptop.ledger.engine.erase([EraseTarget(flight("a"))], reason: "here", locked: false)
        #expect(erased.bodies == 1 && erased.bytes > 0)
        #expect(try hidden(laptop) == 1 && laptop.ledger.owedWork?.streams == [flight("a")])
        #expect(throws: Rejection.self) {
            try laptop.ledger.engine.erase([EraseTarget(flight("a"))], reason: "again", locked: false)
        }
        #expect(try laptop.ledger.engine.destroyErased(all: true) == (2, 0))
        #expect(try hidden(laptop) == 0)
        #expect(try laptop.ledger.verify().isSound)
        _ = try phone.receive(try laptop.tails())
        #expect(try laptop.ledger.digest() == phone.ledger.digest())
    }

    @Test("a clock that was ahead or behind at the arrival begins the 14 days again")
    func steps() throws {
        for days: Int64 in [400, -400] {
            let (laptop, phone) = (try device(60), try device(61))
            _ = try laptop.append(Draft.log("a"))
            _ = try phone.receive(try laptop.tails())
            _ = try phone.ledger.engine.erase([EraseTarget(flight("a"))], reason: "x", locked: false)
            laptop.clock.step(seconds: days * Self.day)
            _ = try laptop.receive(try phone.tails())
            laptop.clock.step(seconds: -days * Self.day)
            #expect(try laptop.ledger.engine.destroyErased() == (0, 1), "\(days)")
            laptop.clock.step(seconds: 13 * Self.day)
            #expect(try laptop.ledger.engine.destroyErased() == (0, 0), "\(days)")
            #expect(try hidden(laptop) == 1)
            laptop.clock.step(seconds: 2 * Self.day)
            #expect(try laptop.ledger.engine.destroyErased() == (1, 0), "\(days)")
            #expect(try hidden(laptop) == 0)
        }
    }

    @Test("a body that comes after the erasure is hidden while its days run, and dropped afterwards")
    func later() throws {
        let (laptop, phone, tablet) = (try device(70), try device(71), try device(72))
        _ = try laptop.append(Draft.log("a"))
        _ = try phone.receive(try laptop.tails())
        _ = try tablet.receive(try laptop.tails())
        _ = try phone.ledger.engine.erase([EraseTarget(flight("a"))], reason: "x", locked: false)
        _ = try laptop.receive(try phone.tails())
        _ = try tablet.append(Draft.amend("a", remarks: "early"))
        laptop.clock.step(seconds: 10 * Self.day)
        _ = try laptop.receive(try tablet.tails())
        #expect(try hidden(laptop) == 2)
        laptop.clock.step(seconds: 5 * Self.day)
        #expect(try laptop.ledger.engine.destroyErased() == (1, 0))
        _ = try tablet.append(Draft.amend("a", remarks: "late"))
        _ = try laptop.receive(try tablet.tails())
        #expect(try hidden(laptop) == 0)
        #expect(try laptop.ledger.verify().isSound)
    }

    @Test("random histories of three devices, each with its clock: every body is where the model has it")
    func model() throws {
        for seed in 0..<Self.count { try history(seed) }
    }

    private func history(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let devices = try (0..<3).map { try device(1_000 + seed &* 8 &+ UInt64($0)) }
        var models = devices.map { _ in HoldModel() }
        for step in 0..<40 {
            let number = random.below(3)
            let device = devices[number]
            let days = [0, 0, 1, 3, 8, 15, -1, -9, -40, 60][random.below(10)]
            device.clock.step(seconds: Int64(days) * Self.day + Int64(random.below(600)))
            let (now, id) = (device.clock.now.milliseconds, "r\(random.below(3))")
            do {
                switch random.below(8) {
                case 0, 1: _ = try device.append(Draft.log(id))
                case 2: _ = try device.append(Draft.amend(id, remarks: "\(step)"))
                case 3: _ = try device.ledger.engine.erase([EraseTarget(flight(id))], reason: "x", locked: true)
                case 4:
                    try device.ledger.engine.destroyErased()
                    models[number].work(at: now, all: false)
                case 5 where random.oneIn(4):
                    try device.ledger.engine.destroyErased(all: true)
                    models[number].work(at: now, all: true)
                default:
                    let tails = try devices[random.below(3)].tails()
                    _ = try device.receive(tails)
                    models[number].arrive(try tails.flatMap(\.events).map(Item.init), isOwn: false, at: now)
                }
            } catch is DraftRefusal {} catch is Rejection {}
            // Everything else that is new was written here.
            models[number].arrive(try device.tails().flatMap(\.events).map(Item.init), isOwn: true, at: now)
            try models[number].compare(device, "seed \(seed), step \(step)")
        }
        for device in devices { for other in devices { _ = try device.receive(try other.tails()) } }
        for device in devices { for other in devices { _ = try device.receive(try other.tails()) } }
        for device in devices {
            #expect(try device.ledger.digest() == devices[0].ledger.digest(), "seed \(seed)")
            #expect(try device.ledger.verify().isSound && device.ledger.replay().isEqual, "seed \(seed)")
        }
    }
}
