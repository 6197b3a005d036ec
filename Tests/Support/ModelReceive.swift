package import Engine
package import EventCodec
package import EventModel
import EventSourcing
import TransparencyLog

extension ModelLedger {
    /// Takes tails of other ledgers: all of them, or none.
    ///
    /// A ledger without events and without a person becomes that of the person whom `adopting` names, or whose log is
    /// first.
    package mutating func receive(
        _ tails: [ReceivedTail], adopting: PrincipalID? = nil, from giver: PrincipalID? = nil,
        alongside: [ReceivedTail] = [], now: Instant
    ) throws -> Received {
        var after = self
        if events.isEmpty, paths.isEmpty, !isJoined,
            let giver = try adopting ?? tails.first?.events.first.map(ModelLedger.actor)
        {
            after.principal = giver
        }
        after.joined = try after.joined(with: (tails + alongside).flatMap(\.events))
        try after.holdEnds(tails, alongside, from: giver ?? after.principal)
        var receipt = Received()
        var arriving: [StoredEvent] = []
        for tail in tails {
            let new = try after.receive(tail, now)
            for stored in new {
                let event = try HeldEvent(stored: stored, position: 0, version: 0, arrived: now, ModelLedger.registry)
                after.events.append(event)
            }
            receipt.received += new.count
            receipt.duplicates += tail.events.count - new.count
            arriving += mutation == .losesASharedEvent ? Array(new.dropFirst(tail.start > 0 ? 1 : 0)) : new
        }
        after.events = events
        after.changes = changes
        after.joined = []
        try after.requireErasures(tails.flatMap(\.events), arriving)
        if !arriving.isEmpty { try after.commit(arriving, at: now) }
        self = after
        return receipt
    }

    /// A body is absent only with an erasure by its author, which is here or comes along.
    private func requireErasures(_ given: [StoredEvent], _ arriving: [StoredEvent]) throws {
        let reach = ErasureReach(events.map(\.stored) + arriving)
        for stored in given where stored.isErased {
            let event = try HeldEvent(
                stored: stored, position: 0, version: 0, arrived: Instant(milliseconds: 0), ModelLedger.registry)
            guard reach.reaches(event.envelope, event.id) else { throw Refused(code: "body.missing") }
        }
    }

    /// Checks one tail and adds its path; gives what is new of it. `events` of a copy grow so that a later tail of the
    /// same call finds them.
    private mutating func receive(_ tail: ReceivedTail, _ now: Instant) throws -> [StoredEvent] {
        let head = tail.head.head
        if mutation != .takesForgedHeads {
            do { try tail.head.verify() } catch { throw Refused(code: "head.forged") }
        }
        guard tail.start + UInt64(tail.events.count) == head.size else { throw Refused(code: "tail.cut") }
        var ids: [EventID] = []
        for (offset, stored) in tail.events.enumerated() {
            ids.append(try ModelLedger.check(stored, head.origin, tail.start + UInt64(offset)))
        }
        if let last = tail.events.last, mutation != .takesCutUnits {
            let event = try HeldEvent(stored: last, position: 0, version: 0, arrived: now, ModelLedger.registry)
            guard event.envelope.flags.contains(.lastOfUnit) else { throw Refused(code: "unit.cut") }
        }
        let known = paths[head.origin] ?? []
        if known.isEmpty {
            try adopt(tail, ids)
        } else if !known.contains(where: { $0.count >= Int(tail.start) }) {
            throw Refused(code: "tail.gap")
        }
        let author = tail.start == 0 ? tail.events.first : known.first?.first.flatMap { event($0)?.stored }
        for stored in tail.events where try ModelLedger.actor(stored) != author.map(ModelLedger.actor) {
            throw Refused(code: "event.unreadable")
        }
        let wholes =
            known.isEmpty
            ? [ids] : known.filter { $0.count >= Int(tail.start) }.map { Array($0[..<Int(tail.start)]) + ids }
        guard let whole = wholes.first(where: { ModelLedger.root($0) == head.root || mutation == .takesForgedHeads })
        else {
            throw Refused(code: "head.forged")
        }
        let shared = known.map { ModelLedger.common($0, whole) }.max() ?? 0
        if shared == whole.count { return [] }
        if let index = known.firstIndex(where: { $0.count == shared && Array(whole[..<shared]) == $0 }) {
            paths[head.origin]?[index] = whole
        } else {
            paths[head.origin, default: []].append(whole)
        }
        // Someone else knows more or other of our own log: it is never continued.
        if head.origin == own { isOwnLive = false }
        return Array(tail.events[(shared - Int(tail.start))...])
    }

    private mutating func adopt(_ tail: ReceivedTail, _ ids: [EventID]) throws {
        guard tail.start == 0, let first = tail.events.first else { throw Refused(code: "tail.gap") }
        let event = try HeldEvent(
            stored: first, position: 0, version: 0, arrived: Instant(milliseconds: 0), ModelLedger.registry)
        guard event.envelope.type == "origin.started", event.fold.understanding == .understood else {
            throw Refused(code: "origin.uncertified")
        }
        guard joined.contains(event.envelope.actor) else { throw Refused(code: "origin.unknown") }
    }

    /// After the end of a link nothing is exchanged with the other's ledgers; what the own person's ledgers hold of it
    /// is passed among these.
    private func holdEnds(_ tails: [ReceivedTail], _ alongside: [ReceivedTail], from giver: PrincipalID) throws {
        let coming = (tails + alongside).flatMap(\.events).compactMap {
            try? HeldEvent(stored: $0, position: 0, version: 0, arrived: Instant(milliseconds: 0), ModelLedger.registry)
        }
        let links = Dictionary((events + coming).filter { $0.stream.kind == "link" }.map { ($0.id, $0) }) { first, _ in
            first
        }
        let parted = LinkOracle(Array(links.values), ModelLedger.registry).parted(from: principal)
        if parted.contains(giver) { throw Refused(code: "link.ended") }
        for tail in tails where giver != principal {
            if let author = try tail.events.first.map(ModelLedger.actor), parted.contains(author),
                joined.contains(author)
            {
                throw Refused(code: "link.ended")
            }
        }
    }

    /// The persons with whom a link of the ledger's person ended.
    package var parted: Set<PrincipalID> { LinkOracle(events, ModelLedger.registry).parted(from: principal) }

    /// The events that a new link in a stream follows: the links and ends that count and that no other of them has
    /// seen.
    package func linkHeads(_ stream: StreamID) -> [EventID] {
        LinkOracle(events, ModelLedger.registry).heads(of: stream)
    }

    /// The ledger's person and those with whom it has signed a link, those among the events that arrive included.
    package func joined(with arriving: [StoredEvent] = []) throws -> Set<PrincipalID> {
        let held = events.filter { $0.stream.kind == "link" }
        // An unreadable event joins no stream; the check refuses it.
        let coming = arriving.compactMap {
            try? HeldEvent(stored: $0, position: 0, version: 0, arrived: Instant(milliseconds: 0), ModelLedger.registry)
        }
        let brought = (held + coming.filter { $0.stream.kind == "link" }).filter { event in
            // Only the logs of the two bring their link.
            LinkConsent.joined(by: event.fold, in: event.stream).map { $0.keys.contains(event.envelope.actor) } ?? false
        }
        let pairs = brought.compactMap { LinkConsent.joined(by: $0.fold, in: $0.stream) }
        var joined: Set<PrincipalID> = [principal]
        for pair in pairs where pair.keys.contains(principal) { joined.formUnion(pair.keys) }
        return joined
    }

    private static func actor(_ stored: StoredEvent) throws -> PrincipalID {
        let bytes = stored.envelope.span.bytes
        return try EnvelopeView(bytes).envelope.actor
    }

    private static func check(_ stored: StoredEvent, _ origin: OriginID, _ sequence: UInt64) throws -> EventID {
        do {
            let event = try HeldEvent(
                stored: stored, position: 0, version: 0, arrived: Instant(milliseconds: 0), registry)
            guard event.envelope.origin == origin, event.envelope.sequence.value == sequence,
                stored.salt.count == Limits.saltBytes
            else {
                throw Refused(code: "event.unreadable")
            }
            if stored.isErased {
                guard stored == StoredEvent(erased: stored.envelope) else { throw Refused(code: "event.unreadable") }
                return event.id
            }
            let body = stored.body.span.bytes
            try CBORReader.validate(body)
            guard event.envelope.bodyDigest == SHA256Hasher.bodyDigest(salt: stored.salt, body: stored.body) else {
                throw Refused(code: "event.unreadable")
            }
            return event.id
        } catch { throw Refused(code: "event.unreadable") }
    }
}
