import EventCodec
package import EventModel
import EventSourcing
import EventStore
import Synchronization
import TransparencyLog

extension EngineCore {
    /// Takes tails of other origins: checks everything against the signed heads before anything is stored, keeps
    /// branches apart, folds the streams they touch. One unit: all tails and the blobs that events here name, or
    /// nothing. Throws `Fault` (65) for what is not consistent, `Rejection` `origin.unknown` for the log of a principal
    /// that no link admits, which may come with the tails; `link.ended` where the link ended.
    ///
    /// - Parameters:
    ///   - adopting: The person to whom a ledger without events belongs from now on; nil: it stays its own person's.
    ///   - giver: The person whose ledger gives the tails; nil: one of the own person.
    ///   - alongside: Tails that come with these and are stored apart: a link among them counts.
    ///   - leavesOut: Leaves the logs out that no link admits, where it can take others. Else one of them refuses all.
    ///   - takesEnds: Takes a tail whose last event ends the link with its person, which else is refused for that end.
    ///   - link: Drafts of this ledger that are appended before, in the same commit: the link that admits the tails.
    @available(*, noasync)
    package func receive(
        _ tails: [ReceivedTail], blobs: [[UInt8]] = [], adopting: PrincipalID? = nil, from giver: PrincipalID? = nil,
        leavesOut: Bool = false, takesEnds: Bool = false, alongside: [ReceivedTail] = [],
        after link: LinkingDrafts? = nil
    ) throws -> ReceiveReceipt {
        if let large = blobs.first(where: { $0.count > Limits.blobBytesMaximum }) {
            throw ReceiveFaults.blobTooLarge(large.count)
        }
        let result = ReceiveBox()
        let committed = try queue.run(isExclusive: true, on: self) { group, transaction in
            var receipt = ReceiveReceipt()
            if let link {
                try self.ensureOrigin(group, &transaction)
                let log = try group.session.log(group.session.head.ownLog, transaction)
                receipt.appended = try self.append(link.drafts, link.condition, to: log, group, &transaction).ids
            }
            let admission = try self.admission(
                tails, alongside: alongside, group, transaction, adopting: adopting,
                linking: link?.drafts.map(\.stream) ?? [])
            var (refusals, room) = try self.refusals(
                of: tails, admission, group, transaction, from: giver, takesEnds: takesEnds)
            let admitted = zip(tails, refusals).filter { $1 == nil }.map(\.0)
            if let refused = refusals.lazy.compactMap(\.self).first, !leavesOut || admitted.allSatisfy(\.events.isEmpty)
            {
                throw refused
            }
            let logs = try group.session.allLogs(transaction)
            var numbers = Dictionary(grouping: logs, by: \.origin).mapValues { $0.map(\.number) }
            for (index, tail) in tails.enumerated() {
                let (origin, before) = (tail.head.head.origin, receipt.received)
                if refusals[index] == nil {
                    let held = try (numbers[origin] ?? []).map { try group.session.log($0, transaction) }
                    let checked = try self.check(tail, held, group, transaction, admission)
                    if checked.isBranch {
                        refusals[index] = room.refusal(ofNew: origin, by: checked.events[0].envelope.actor)
                    }
                    if refusals[index] == nil {
                        let next = group.session.head.nextLog
                        try group.receive(checked, &receipt, &transaction)
                        if group.session.head.nextLog > next { numbers[origin, default: []].append(next) }
                    }
                }
                if let refusal = refusals[index] {
                    if !leavesOut { throw refusal }
                    receipt.leftOut.append(.init(tail: index, origin: origin, events: tail.events.count, why: refusal))
                }
                receipt.receivedByTail.append(receipt.received - before)
            }
            try group.requireErasures(admitted, transaction)
            receipt.blobs = try group.receive(blobs, &transaction)
            result.set(receipt)
            var answer = AppendReceipt()
            answer.position = group.session.head.position
            return answer
        }
        var receipt = result.get()
        receipt.eventsDecided = committed.eventsDecided
        return receipt
    }

    // MARK: - Checking, before anything is written

    /// `logs`: those of its origin.
    private func check(
        _ tail: ReceivedTail, _ logs: [LogRecord], _ group: Group, _ transaction: borrowing StoreWrite,
        _ admission: Admission
    ) throws -> CheckedTail {
        do { try tail.head.verify() } catch HeadError.key(.shortMemory) {
            throw KeyError.shortMemory
        } catch {
            throw ReceiveFaults.headForged
        }
        let head = tail.head.head
        guard tail.start <= head.size, tail.rest.start == tail.start &+ UInt64(tail.events.count),
            tail.rest.end == head.size
        else { throw ReceiveFaults.notUpToHead }
        var events: [CheckedTail.Event] = []
        events.reserveCapacity(tail.events.count)
        for (offset, stored) in tail.events.enumerated() {
            events.append(try check(stored, origin: head.origin, sequence: tail.start + UInt64(offset)))
        }
        try ReceivedUnits.check(events)
        if logs.isEmpty { return try checkNew(tail, events, admission) }
        return try match(tail, events, logs, group, transaction)
    }

    func check(_ stored: StoredEvent, origin: OriginID, sequence: UInt64) throws -> CheckedTail.Event {
        try CheckedTail.Event(stored, origin: origin, sequence: sequence)
    }

    /// An origin that is not known yet: its log begins with its certificate.
    private func checkNew(
        _ tail: ReceivedTail, _ events: [CheckedTail.Event], _ admission: Admission
    ) throws -> CheckedTail {
        guard tail.start == 0, let first = events.first else { throw ReceiveFaults.gap }
        let certificate = try certificate(of: first)
        guard certificate.originKey == tail.head.head.publicKey else { throw ReceiveFaults.headForged }
        try requireCertifier(of: tail.head, certificate.principal)
        guard admission.linked.contains(certificate.principal) else {
            throw ReceiveFaults.originUnknown(certificate.principal)
        }
        try requireAuthor(of: events, certificate.principal)
        var edge = MerkleEdge()
        for event in events { edge.append(leaf: event.id.words) }
        edge.append(tail.rest)
        guard edge.root == tail.head.head.root else { throw ReceiveFaults.headForged }
        return CheckedTail(
            tail: tail, events: events,
            target: .newLog(principal: certificate.principal, principalKey: certificate.principalKey.words), skip: 0,
            adopts: certificate.principal == admission.adopted)
    }

    /// Only the log's own person certifies its head in place of the origin.
    private func requireCertifier(of head: SignedHead, _ principal: PrincipalID) throws {
        guard head.certifier.map({ PrincipalID(publicKey: $0) == principal }) ?? true else {
            throw ReceiveFaults.headForged
        }
    }

    /// A log speaks only for the principal that certified it.
    private func requireAuthor(of events: [CheckedTail.Event], _ principal: PrincipalID) throws {
        guard events.allSatisfy({ $0.envelope.actor == principal }) else {
            throw ReceiveFaults.eventUnreadable("it names an author whose log this is not")
        }
    }

    func certificate(of event: CheckedTail.Event) throws -> OriginCertificate {
        guard event.envelope.type == "origin.started",
            let schema = registry.schema("origin.started", version: event.envelope.schemaVersion)
        else {
            throw ReceiveFaults.noCertificate
        }
        do {
            _ = try BodyCheck.check(event.stored.body, schema)
            let certificate = try OriginCertificate(body: event.stored.body)
            guard try certificate.isValid(), certificate.origin == event.envelope.origin,
                certificate.principal == event.envelope.actor
            else {
                throw ReceiveFaults.noCertificate
            }
            return certificate
        } catch {
            throw ReceiveFaults.noCertificate
        }
    }

    /// An origin that is known: finds the path that the tail continues or leaves, by the root that the head names.
    private func match(
        _ tail: ReceivedTail, _ events: [CheckedTail.Event], _ logs: [LogRecord], _ group: Group,
        _ transaction: borrowing StoreWrite
    ) throws -> CheckedTail {
        guard logs.contains(where: { $0.size >= tail.start }) else { throw ReceiveFaults.gap }
        try requireAuthor(of: events, logs[0].principal)
        try requireCertifier(of: tail.head, logs[0].principal)
        // The path that shares most with the tail comes first: a shorter one would be left where a branch leaves it
        // already.
        var candidates: [(log: LogRecord, common: Int)] = []
        for log in logs where log.size >= tail.start {
            var common = 0
            while common < events.count, tail.start + UInt64(common) < log.size {
                let leaf = try group.leaf(at: tail.start + UInt64(common), of: log, transaction)
                if leaf != events[common].id { break }
                common += 1
            }
            candidates.append((log, common))
        }
        for (log, common) in candidates.sorted(by: { $0.common > $1.common }) {
            if let target = try target(tail, events, log, common, group, transaction) { return target }
        }
        throw ReceiveFaults.headForged
    }
}

extension EngineCore {
    /// Where a tail goes that shares its first events with a path; nil when it does not give the root that was signed.
    private func target(
        _ tail: ReceivedTail, _ events: [CheckedTail.Event], _ log: LogRecord, _ common: Int, _ group: Group,
        _ transaction: borrowing StoreWrite
    ) throws -> CheckedTail? {
        let split = tail.start + UInt64(common)
        var edge = split == log.size ? log.edge : try group.edge(of: log, size: split, transaction)
        for event in events[common...] { edge.append(leaf: event.id.words) }
        edge.append(tail.rest)
        guard edge.size == tail.head.head.size, edge.root == tail.head.head.root else { return nil }
        if common == events.count { return CheckedTail(tail: tail, events: events, target: .known, skip: common) }
        if split == log.size {
            return CheckedTail(tail: tail, events: events, target: .continues(log.number), skip: common)
        }
        return CheckedTail(tail: tail, events: events, target: .branch(from: log.number, at: split), skip: common)
    }
}

extension Group {
    /// The log that holds a sequence of another log's path.
    func holder(of sequence: UInt64, in log: LogRecord, _ transaction: borrowing StoreWrite) throws -> LogRecord {
        var holder = log
        while sequence < holder.start { holder = try session.log(holder.parent, transaction) }
        return holder
    }

    func leaf(at sequence: UInt64, of log: LogRecord, _ transaction: borrowing StoreWrite) throws -> EventID {
        let holder = try holder(of: sequence, in: log, transaction)
        return try transaction.withEvent(at: EventPlace(log: holder.number, sequence: sequence)) {
            EventID(SHA256Hasher.leafHash(envelope: $0.envelope))
        }
    }

    /// The edge of a path at an earlier size, from its stored events. Cost: that of `PathEdges`.
    func edge(of log: LogRecord, size: UInt64, _ transaction: borrowing StoreWrite) throws -> MerkleEdge {
        // A log of this transaction has a number that another may get.
        let isNew = log.commit > session.head.commit
        return try engine.pathEdges.edge(of: log.number, size: size) { sequence in
            try leaf(at: sequence, of: log, transaction).words
        } isCommitted: { size in
            if isNew { return false }
            let holder = try holder(of: size - 1, in: log, transaction)
            return session.position(of: EventPlace(log: holder.number, sequence: size - 1)) == nil
        }
    }

    /// Writes what is new of a checked tail and folds the streams it touches.
    func receive(_ tail: CheckedTail, _ receipt: inout ReceiveReceipt, _ transaction: inout StoreWrite) throws {
        receipt.duplicates += tail.skip
        guard tail.skip < tail.events.count else { return }
        try retireOwnOrigin(tail.tail.head.head.origin, &transaction)
        guard let log = try logNumber(for: tail, &transaction) else { return }
        var places: [StreamID: Int] = [:]
        var arrived: [(loaded: LoadedStream, events: [(FoldEvent<EventContent>, EventPlace)])] = []
        // Most events of a long tail are the first of their stream; a table that grows hashes every name again each
        // time.
        let new = tail.events.count - tail.skip
        places.reserveCapacity(new)
        arrived.reserveCapacity(new)
        streams.reserveCapacity(streams.count + new)
        var rows = try stagedRows(log, transaction)
        for event in tail.events[tail.skip...] {
            let stream = event.envelope.stream
            let index = Group.place(&places[stream, default: arrived.count])
            if index == arrived.count { arrived.append((try self.stream(stream, transaction), [])) }
            let version = StreamVersion(UInt32(arrived[index].loaded.events.count + arrived[index].events.count + 1))
            let place = rows.next
            rows.append(
                id: event.id, envelope: event.stored.envelope, salt: event.stored.salt[...], body: event.stored.body,
                version: version)
            let envelope = event.stored.envelope.span.bytes
            let folded = try engine.foldEvent(envelope, body: event.stored.body, id: event.id)
            arrived[index].events.append((folded, place))
            if stream.isOfLinks { linksLedgers() }
            if Group.isErasure(event.envelope.type) { arrivedErasures.insert(place) }
            if folded.linksAcross || folded.payload?.engine.cut != nil { links.brings = true }
            addKey(of: folded, at: place)
            receipt.received += 1
            guard rows.count == Group.rowsAtOnce else { continue }
            try session.append(rows, &transaction)
            rows = try stagedRows(log, transaction)
        }
        try session.append(rows, &transaction)
        growsLog()
        // A log that ends before its signed head is kept without a signature until the rest comes.
        if tail.tail.rest.count == 0 { try session.sign(log, with: tail.tail.head.kept, transaction) }
        for (loaded, events) in arrived {
            loaded.append(events)
            change(loaded)
            // Another stream of this tail may have asked before the link was added.
            if loaded.stream.isOfLinks { linksLedgers() }
        }
    }

    /// Notes the idempotency key of an event, if it has one.
    func addKey(of event: FoldEvent<EventContent>, at place: EventPlace) {
        guard let key = event.key else { return }
        let hash = KeyIndex.hash(secret: session.head.secret, principal: event.actor, key: key)
        newKeys.append(KeyEntry(hash: hash, place: place))
    }

    /// A body is gone only together with an erasure by its author that reaches it, which is here or has come along,
    /// whether it counts or not.
    func requireErasures(_ tails: [ReceivedTail], _ transaction: borrowing StoreWrite) throws {
        var bodiless: [StreamID: Set<EventID>] = [:]
        for stored in tails.lazy.flatMap(\.events) where stored.isErased {
            let envelope = stored.envelope.span.bytes
            let stream: StreamID
            do { stream = try EnvelopeView(envelope).stream } catch { throw ReceiveFaults.eventUnreadable("\(error)") }
            bodiless[stream, default: []].insert(EventID(SHA256Hasher.leafHash(envelope: stored.envelope)))
        }
        for (stream, ids) in bodiless {
            let loaded = try self.stream(stream, transaction)
            for index in loaded.events.indices
            where ids.contains(loaded.events[index].id) && !loaded.mayLackBody(index) {
                throw ReceiveFaults.bodyMissing(stream)
            }
        }
    }

    /// Reads a table's value and leaves it there: a missing one is entered with the same look-up.
    private static func place(_ value: inout Int) -> Int { value }

    /// Rows that are held before they are written.
    private static let rowsAtOnce = 1_024

    private func stagedRows(_ log: UInt32, _ transaction: borrowing StoreWrite) throws -> StagedRows {
        StagedRows(
            log: log, from: try session.log(log, transaction).size, position: Position(session.head.position.value + 1),
            capacity: Group.rowsAtOnce)
    }

    private func logNumber(for tail: CheckedTail, _ transaction: inout StoreWrite) throws -> UInt32? {
        let head = tail.tail.head.head
        switch tail.target {
        case .known: return nil
        case .continues(let number): return number
        case .newLog(let principal, let principalKey):
            if tail.adopts {
                session.head.principal = principal
                session.head.principalKey = principalKey
            }
            addedPrincipal()
            return session.addLog(origin: head.origin, publicKey: head.publicKey.words, principal: principal)
        case .branch(let number, let sequence):
            let path = try session.log(number, transaction)
            let holder = try holder(of: sequence, in: path, transaction)
            try session.addFork(
                .init(sequence: sequence, leaf: try leaf(at: sequence, of: path, transaction)), to: holder.number,
                transaction)
            links.addsBranch = true
            return session.addLog(
                origin: head.origin, publicKey: head.publicKey.words, principal: holder.principal,
                parent: holder.number, start: sequence,
                edge: try edge(of: path, size: sequence, transaction),
                forks: [.init(sequence: sequence, leaf: tail.events[Int(sequence - tail.tail.start)].id)])
        }
    }

    /// Someone else proves more or other of our own log: never continue it. Its key goes; the next write mints a new
    /// origin.
    private func retireOwnOrigin(_ origin: OriginID, _ transaction: inout StoreWrite) throws {
        guard session.head.ownLog != 0 else { return }
        let own = try session.log(session.head.ownLog, transaction)
        if own.origin == origin { try engine.retire(own, self, transaction) }
    }
}

extension EngineCore {
    func foldEvent(_ envelope: RawSpan, body: [UInt8], id: EventID) throws -> FoldEvent<EventContent> {
        do throws(CBORError) {
            let view = try EnvelopeView(envelope)
            let bytes = body.span.bytes
            return registry.foldEvent(envelope: view, body: bytes, id: id)
        } catch {
            throw StoreError.inconsistent("an envelope that was checked cannot be read: \(error)")
        }
    }
}

/// Carries the receipt of a receive from the writer's thread to its caller.
private final class ReceiveBox: Sendable {
    private let receipt = Mutex(ReceiveReceipt())
    func set(_ value: ReceiveReceipt) { receipt.withLock { $0 = value } }
    func get() -> ReceiveReceipt { receipt.withLock { $0 } }
}
