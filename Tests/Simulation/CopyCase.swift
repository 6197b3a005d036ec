import EventCodec
import EventModel
package import LedgerTestSupport
import SyncProtocol

/// A machine that is set back, put back elsewhere or copied, by its seed: what another device heard of is found again
/// in the first exchange, nothing that still lies on a disk is lost, no event is there twice, and no log forks after
/// that exchange.
package struct CopyCase {
    package enum Kind: String, CaseIterable, Sendable {
        /// The disk is put back under a machine that does not notice.
        case rewind
        /// The machine is lost; an older copy of its folder is opened elsewhere.
        case restore
        /// The folder is copied, and both go on.
        case clone
    }

    private let seed: UInt64
    package let kind: Kind
    private var random: SeededRandom
    private let machine: StoreDevice
    private let peer: StoreDevice
    /// The cases seen, by name.
    package private(set) var sights: [String: Int] = [:]

    package init(seed: UInt64) throws {
        self.seed = seed
        random = SeededRandom(seed: seed)
        kind = Kind.allCases[random.below(Kind.allCases.count)]
        let person = random.bytes(32)
        machine = StoreDevice(try StoreLedger(seed: random.next(), person: person))
        peer = StoreDevice(try StoreLedger(seed: random.next(), person: person))
    }

    /// The violation, if any.
    package mutating func run() -> Violation? {
        do { try act() } catch let violation as Violation { return violation } catch {
            return Violation("an error nobody expected: \(error)")
        }
        return nil
    }

    private mutating func act() throws {
        try write(machine, 1 + random.below(3))
        if random.oneIn(2) { try write(peer, random.below(3)) }
        if random.oneIn(2) { try exchange(machine, peer) }
        let copies = try takeCopy(after: 1 + random.below(3), stated: !random.oneIn(4))
        // Either before the first exchange or not at all: what is written now may stand in the place of what was.
        for copy in copies { try write(copy, random.below(3)) }
        var ids = try Set((copies + [peer]).flatMap { try held($0) })
        for copy in copies { try exchange(copy, peer) }
        // One copy answers after another has asked.
        if copies.count == 2 { try exchange(copies[0], peer) }
        for device in copies + [peer] { try check(device, ids) }
        let branches = try peer.observe().logs.count { $0.name.branch != nil }
        if branches > 0 { sights["forks found", default: 0] += 1 }
        for copy in copies {
            try write(copy, 1 + random.below(2))
            ids.formUnion(try held(copy))
        }
        for _ in 0..<2 { for copy in copies { try exchange(copy, peer) } }
        for device in copies + [peer] { try check(device, ids) }
        guard try peer.observe().logs.count(where: { $0.name.branch != nil }) == branches else {
            throw Violation("a log forked after the first exchange")
        }
        sights[kind.rawValue, default: 0] += 1
    }

    /// The ledgers that replace the machine. Where `stated`, the peer has received what the machine wrote meanwhile.
    private mutating func takeCopy(after writes: Int, stated: Bool) throws -> [StoreDevice] {
        switch kind {
        case .rewind:
            let files = machine.remember()
            try write(machine, writes)
            if stated { try exchange(machine, peer) }
            try machine.putBack(files)
            return [machine]
        case .restore:
            let copy = try clone()
            try write(machine, writes)
            if stated { try exchange(machine, peer) }
            return [copy]
        case .clone:
            let copy = try clone()
            try write(machine, writes)
            if stated { try exchange(machine, peer) }
            return [machine, copy]
        }
    }

    private mutating func clone() throws -> StoreDevice {
        guard let copy = try machine.clone(seed: random.next()) as? StoreDevice else {
            preconditionFailure("a store's copy is a store")
        }
        return copy
    }

    private mutating func write(_ device: StoreDevice, _ count: Int) throws {
        for _ in 0..<count {
            device.clock.step(seconds: Int64(random.below(600)))
            let id = "f\(random.below(1_000_000))"
            var drafts = [Draft.log(id, date: "1990-01-01", remarks: "r\(random.below(9))")]
            if random.oneIn(3) { drafts.append(Draft.amend(id, remarks: "x")) }
            try device.append(drafts)
        }
    }

    /// Either side begins.
    private mutating func exchange(_ one: StoreDevice, _ other: StoreDevice) throws {
        let (from, to) = random.oneIn(2) ? (one, other) : (other, one)
        if let refusal = try Conversation(from, to).summary.refusals.first {
            throw Violation("an honest exchange was refused: \(refusal)")
        }
    }

    private func held(_ device: StoreDevice) throws -> [EventID] { try device.observe().events.map(\.id) }

    private func check(_ device: StoreDevice, _ ids: Set<EventID>) throws {
        let seen = try held(device)
        if Set(seen).count != seen.count { throw Violation("an event is there twice") }
        if !ids.isSubset(of: seen) { throw Violation("\(ids.subtracting(seen).count) events are lost") }
        if Set(seen) != ids { throw Violation("\(Set(seen).subtracting(ids).count) events came from nowhere") }
        if let fault = try device.fault() { throw Violation(fault) }
    }
}
