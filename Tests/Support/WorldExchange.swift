import DaybookDomains
package import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import TransparencyLog

extension World {
    // MARK: - Tails

    /// Every path that a replica holds, or part of one: up to a unit's end, from anywhere the other side may know.
    mutating func tails(of replica: Replica, partly: Bool) throws -> [ReceivedTail] {
        var result: [ReceivedTail] = []
        let byID = Dictionary(uniqueKeysWithValues: replica.model.events.map { ($0.id, $0) })
        for (origin, paths) in replica.model.paths.sorted(by: { $0.key < $1.key }) {
            for path in paths {
                if partly, random.oneIn(3) { continue }
                var end = path.count
                if partly, random.oneIn(2) {
                    let ends = path.indices.filter { byID[path[$0]]?.envelope.flags.contains(.lastOfUnit) ?? false }
                    end = (ends.randomElement(using: &random) ?? end - 1) + 1
                }
                let start = partly && random.oneIn(2) ? random.below(end + 1) : 0
                guard let key = keys[origin] else { throw Violation("a log was written with a key that nobody saw") }
                let head = Head(
                    publicKey: key.publicKey, size: UInt64(end), root: ModelLedger.root(Array(path[..<end])))
                result.append(
                    ReceivedTail(
                        head: try head.signed(by: key), start: UInt64(start),
                        events: path[start..<end].compactMap { byID[$0]?.stored }))
            }
        }
        return result
    }

    /// Takes tails from another replica: in any order, some of them twice, in one call or in several.
    mutating func exchange(_ receiver: Replica) throws {
        let others = replicas.filter { $0 !== receiver }
        guard let sender = others.randomElement(using: &random) else { return }
        var tails = try tails(of: sender, partly: true).shuffled(using: &random)
        if let again = tails.randomElement(using: &random), random.oneIn(3) { tails.append(again) }
        if random.oneIn(8), let tail = tails.randomElement(using: &random) { tails.append(damaged(tail)) }
        // A refused call must not retire the own log; until it does not, those tails come alone.
        let holdsOwn = tails.contains { $0.head.head.origin == receiver.model.own }
        if holdsOwn || random.oneIn(2) {
            for tail in tails { try receive([tail], receiver) }
        } else if !tails.isEmpty {
            try receive(tails, receiver)
        }
    }

    /// A tail that must not be taken: cut, forged, altered.
    private mutating func damaged(_ tail: ReceivedTail) -> ReceivedTail {
        let head = tail.head.head
        switch random.below(4) {
        case 0: return ReceivedTail(head: tail.head, start: tail.start, events: Array(tail.events.dropLast()))
        case 1:
            let other = Head(publicKey: head.publicKey, size: head.size + 1, root: head.root)
            return ReceivedTail(
                head: SignedHead(head: other, signature: tail.head.signature), start: tail.start, events: tail.events)
        case 2: return ReceivedTail(head: tail.head, start: tail.start + 1, events: tail.events)
        default:
            guard var last = tail.events.last else {
                return ReceivedTail(head: tail.head, start: tail.start + 1, events: [])
            }
            var body = last.body
            body[body.count - 1] ^= 1
            last = StoredEvent(envelope: last.envelope, salt: last.salt, body: body)
            return ReceivedTail(head: tail.head, start: tail.start, events: tail.events.dropLast() + [last])
        }
    }

    package mutating func receive(_ tails: [ReceivedTail], _ receiver: Replica) throws {
        let answer = Result { try receiver.store.receive(tails) }
        let expected = Result { try receiver.model.receive(tails, now: receiver.clock.now) }
        switch (answer, expected) {
        case (.success(let stated), .success(let modelled)):
            if stated != modelled { throw Violation("the store received \(stated), the model \(modelled)") }
        case (.failure(let stated), .failure(let modelled)):
            refusals += 1
            if Refused(stated) != Refused(modelled) {
                throw Violation("the store refuses with \(Refused(stated)), the model with \(Refused(modelled))")
            }
        case (.success, .failure(let modelled)): throw Violation("the store takes what the model refuses: \(modelled)")
        case (.failure(let stated), .success):
            throw Violation("the store refuses what the model takes: \(Refused(stated))")
        }
        try settle(receiver)
    }

    /// Everybody takes everything, in orders of chance; then all must agree (P2).
    mutating func converge() throws {
        for _ in 0..<2 {
            for receiver in replicas.shuffled(using: &random) {
                for sender in replicas.shuffled(using: &random) where sender !== receiver {
                    let missing = Set(sender.model.events.map(\.id)).subtracting(receiver.model.events.map(\.id))
                    if missing.isEmpty { continue }
                    try receive(try tails(of: sender, partly: false).shuffled(using: &random), receiver)
                }
            }
        }
        let digests = try replicas.map { try $0.store.ledger.digest() }
        for (replica, digest) in zip(replicas.dropFirst(), digests.dropFirst()) {
            if let what = LedgerChecks.agree(replicas[0].seen, replica.seen) {
                throw Violation("\(replicas[0].name) and \(replica.name): \(what)")
            }
            if digest != digests[0] { throw Violation("\(replicas[0].name) and \(replica.name) have other digests") }
        }
    }

    /// Two devices that hold the same each do something to one record, without hearing of the other; then one hears.
    mutating func disagree(_ replica: Replica) throws {
        guard let other = replicas.filter({ $0 !== replica }).randomElement(using: &random) else {
            return try write(replica)
        }
        let stream = stream()
        try receive(try tails(of: other, partly: false), replica)
        if replica.seen.records[stream]?.created == nil { try append([log(stream)], to: replica) }
        try receive(try tails(of: replica, partly: false), other)
        if random.oneIn(2) { return try disagreeAcross(replica, other, stream) }
        let first = random.oneIn(2) ? sign(stream) : amend(stream)
        try append([first], to: replica)
        try append([random.oneIn(3) ? first : random.oneIn(2) ? sign(stream) : amend(stream)], to: other)
        if random.oneIn(2) { try append([sign(stream)], to: other) }
        if random.oneIn(3) {
            try receive(try tails(of: other, partly: true), replica)
        } else {
            try receive(try tails(of: other, partly: false), replica)
        }
    }

    /// A machine writes, syncs with a peer, is set back without knowing, and writes again: its log forks.
    mutating func fork(_ replica: Replica) throws {
        takeSnapshot(replica)
        try write(replica)
        if let other = replicas.filter({ $0 !== replica }).randomElement(using: &random) {
            try receive(try tails(of: replica, partly: false), other)
        }
        try rollBack(replica)
        try append([random.oneIn(2) ? amend(stream()) : log(stream())], to: replica)
    }

    // MARK: - What happens to machines

    /// Remembers all files of a machine.
    mutating func takeSnapshot(_ replica: Replica) {
        replica.snapshot = (replica.store.snapshot(), replica.model, replica.minted)
    }

    /// The whole machine goes back to a snapshot without knowing it: what it writes next forks its log.
    ///
    /// Only where no log was begun since: then the token is another, and the ledger sees that it was rolled back.
    mutating func rollBack(_ replica: Replica) throws {
        guard let snapshot = replica.snapshot else { return }
        try replica.store.rollBack(to: snapshot.files)
        replica.model = snapshot.model
        if snapshot.origins != replica.minted { replica.model.isOwnLive = false }
        // Keys do not come back: one that went because another device had proved more of its log is gone for good.
        if let own = replica.model.own, (try? replica.store.key(of: own)) == nil { replica.model.isOwnLive = false }
        replica.seen = replica.model.observe()
        try settle(replica)
    }

    /// A copy of the folder on another machine: it begins a log of its own at its first write.
    mutating func clone(_ source: Replica) throws {
        let target = Scratch.path()
        try Scratch.clone(source.store.path, to: target)
        let clock = TestClock()
        clock.set(source.clock.now)
        let store = try StoreLedger(opening: target, seed: nextSeed(), clock: clock)
        let replica = try Replica(store, name: "clone \(replicas.count)", model: source.model)
        replica.model.isOwnLive = false
        replicas.append(replica)
        try settle(replica)
    }
}
