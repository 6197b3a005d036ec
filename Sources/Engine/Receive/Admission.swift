package import EventCodec
package import EventModel
package import EventSourcing
package import EventStore
package import TransparencyLog

/// Whose logs a ledger takes, and from whom: those of its own person and of persons with whom its own person has signed
/// a link.
///
/// A link of theirs with a third person is data, and admits no one (docs/decisions/0018-links-between-two.md).
package struct Admission: Sendable {
    /// The ledger's person.
    package let own: PrincipalID
    /// The persons with whom both keys have signed a link, the own person included.
    package let linked: Set<PrincipalID>
    /// Those of them with whom an end of the link stands, whichever of the two ended it.
    package let ended: Set<PrincipalID>
    /// The keys by which links name these persons.
    package let keys: [PrincipalID: VerifyingKey]
    /// The person to whom a ledger without events will belong.
    var adopted: PrincipalID?

    /// Whether events are exchanged with that person's ledgers.
    package func exchanges(with person: PrincipalID) -> Bool { linked.contains(person) && !ended.contains(person) }

    /// Why a log is not taken; nil where it is. A log that is held already continues to be taken.
    ///
    /// - Parameters:
    ///   - person: The author of the log.
    ///   - giver: The person whose ledger gives it; nil: a ledger of the own person. Events of these beyond an end are
    ///     data, which they share.
    func refusal(ofLogBy person: PrincipalID, isHeld: Bool, from giver: PrincipalID?) -> Rejection? {
        let giver = giver ?? own
        if ended.contains(giver) { return ReceiveFaults.linkEnded(giver) }
        if !isHeld, !linked.contains(person) { return ReceiveFaults.originUnknown(person) }
        return giver != own && ended.contains(person) ? ReceiveFaults.linkEnded(person) : nil
    }
}

extension EngineCore {
    /// Whose logs are taken by the links that are held and those that come with the tails.
    package func admission<Reading: StoreReading & ~Copyable>(
        of own: PrincipalID, with tails: [ReceivedTail] = [], appended: [StreamID: [FoldEvent<EventContent>]] = [:],
        _ transaction: borrowing Reading
    ) throws -> Admission {
        var streams: [StreamID: [FoldEvent<EventContent>]] = [:]
        if try transaction.storeRecord().links.ledgers > 0 {
            try transaction.forEachStream(prefix: "link/") { stream, record in
                streams[stream] = try transaction.load(stream, record, registry)?.events
                return true
            }
        }
        // Streams of links as this commit has made them.
        streams.merge(appended) { _, own in own }
        for tail in tails {
            for (stream, event) in links(in: tail) where !(streams[stream]?.contains { $0.id == event.id } ?? false) {
                streams[stream, default: []].append(event)
            }
        }
        var linked: Set<PrincipalID> = [own]
        var ended: Set<PrincipalID> = []
        var keys: [PrincipalID: VerifyingKey] = [:]
        for (stream, events) in streams {
            // Also a link that has become stale: both have signed it, and an end is what stops its person.
            // A third person's copy counts nowhere: it comes in a log that another ledger may leave out.
            let pairs = events.compactMap { event in
                LinkConsent.joined(by: event, in: stream).flatMap { $0.keys.contains(event.actor) ? $0 : nil }
            }
            let others = Set(pairs.flatMap(\.keys))
            guard others.contains(own) else { continue }
            linked.formUnion(others)
            for pair in pairs { keys.merge(pair) { first, _ in first } }
            let statements = events.map { LinkConsent.statement($0, in: stream) }
            let link = PrincipalLink(events, fold(events, rules: registry.rules(of: stream)), statements)
            // A link that both signed over an end opens the exchange also while its basis is on the way.
            // Otherwise that basis would never come.
            let answered = answered(by: statements, events)
            if link.ends.contains(where: { !answered.contains($0.id) }) { ended.formUnion(others.subtracting([own])) }
        }
        return Admission(own: own, linked: linked, ended: ended, keys: keys)
    }

    /// The events in the past of what consented links follow, as far as the events show it: an end that another end
    /// had seen is answered with that one.
    private func answered(
        by statements: [LinkStatement?], _ events: [FoldEvent<EventContent>]
    ) -> Set<EventID> {
        var open = statements.flatMap { $0.flatMap { $0.standing == .consented ? $0.follows : nil } ?? [] }
        let bases = Dictionary(events.map { ($0.id, $0.basis) }) { first, _ in first }
        var answered: Set<EventID> = []
        while let id = open.popLast() {
            if answered.insert(id).inserted { open += bases[id] ?? [] }
        }
        return answered
    }

    /// `admission(of:with:)` of the ledger's own person.
    package func admission(with tails: [ReceivedTail] = [], _ transaction: borrowing StoreRead) throws -> Admission {
        try admission(of: transaction.storeRecord().principal, with: tails, transaction)
    }

    /// The person whose log a tail is of, as its first event states; nil where it cannot be read, which its check will
    /// say.
    package func author(of tail: ReceivedTail) -> PrincipalID? {
        guard let first = tail.events.first else { return nil }
        let bytes = first.envelope.span.bytes
        return try? EnvelopeView(bytes).actor  // Bytes that are no envelope are refused when the tail is checked.
    }

    /// The person who certified a log; nil where the event does not begin that log as its person would begin it.
    ///
    /// Cost: one signature check.
    package func person(certifying first: StoredEvent, of origin: OriginID) -> PrincipalID? {
        // A forged one certifies nothing.
        try? certificate(of: check(first, origin: origin, sequence: 0)).principal
    }

    /// The events of link streams in a tail. An event that cannot be read links no ledgers, and is refused when the
    /// tail is checked.
    private func links(in tail: ReceivedTail) -> [(StreamID, FoldEvent<EventContent>)] {
        tail.events.enumerated().compactMap { offset, stored in
            try? link(stored, tail.head.head.origin, tail.start + UInt64(offset))  // See above.
        }
    }

    /// The event, if it is of a link stream; only then every byte of it is checked.
    private func link(_ stored: StoredEvent, _ origin: OriginID, _ sequence: UInt64) throws -> (
        StreamID, FoldEvent<EventContent>
    )? {
        let bytes = stored.envelope.span.bytes
        let stream = try EnvelopeView(bytes).stream
        guard stream.isOfLinks else { return nil }
        let id = try check(stored, origin: origin, sequence: sequence).id
        return (stream, try foldEvent(bytes, body: stored.body, id: id))
    }
}

extension ReceivedTail {
    /// Its events of link streams, each as a tail of its own: they decide whose logs are taken.
    package var linkEvents: [ReceivedTail] {
        events.enumerated().compactMap { offset, stored in
            let bytes = stored.envelope.span.bytes
            // The check of its tail refuses an unreadable event.
            guard let view = try? EnvelopeView(bytes), view.stream.isOfLinks else { return nil }
            return ReceivedTail(head: head, start: start + UInt64(offset), events: [stored])
        }
    }

    /// The stream of the link that its last event ends; nil where that is another event. Its bytes are checked when it
    /// is received.
    package var endOfLink: StreamID? {
        guard let last = events.last,
            let envelope = try? EnvelopeView(last.envelope.span.bytes)  // Bytes that are no envelope end nothing.
        else { return nil }
        return envelope.type == LinkConsent.endType && envelope.stream.isOfLinks ? envelope.stream : nil
    }
}

extension EngineCore {
    /// The admission of the person to whom the ledger belongs, or will belong.
    func admission(
        _ tails: [ReceivedTail], alongside: [ReceivedTail], _ group: Group, _ transaction: borrowing StoreWrite,
        adopting: PrincipalID?,
        linking: [StreamID] = []
    ) throws -> Admission {
        let head = group.session.head
        var adopted: PrincipalID?
        if !head.isKept { adopted = adopting }
        var appended: [StreamID: [FoldEvent<EventContent>]] = [:]
        for stream in linking { appended[stream] = try group.stream(stream, transaction).events }
        var admission = try admission(
            of: adopted ?? head.principal, with: tails + alongside, appended: appended, transaction)
        admission.adopted = adopted
        return admission
    }

    /// For each tail why it is not taken, by whose log it is and how many there are; nil where it is. Its bytes are
    /// checked later.
    func refusals(
        of tails: [ReceivedTail], _ admission: Admission, _ group: Group, _ transaction: borrowing StoreWrite,
        from giver: PrincipalID?, takesEnds: Bool
    ) throws -> (refusals: [Rejection?], room: LogRoom) {
        let logs = try group.session.allLogs(transaction)
        let held = Dictionary(logs.map { ($0.origin, $0.principal) }) { first, _ in first }
        // A tail that names no person is refused by its check.
        let persons = tails.map { held[$0.head.head.origin] ?? certified($0) }
        let named = zip(tails, persons).compactMap { tail, person in person.map { (tail: tail, person: $0) } }
        var room = try room(logs, arriving: named, own: admission.own, transaction)
        var new: Set<OriginID> = []
        let refusals: [Rejection?] = zip(tails, persons).map { tail, person in
            guard let person else { return nil }
            let origin = tail.head.head.origin
            let isEnd = tail.endOfLink == LinkConsent.stream(person, admission.own)
            if takesEnds, isEnd, admission.linked.contains(person) { return nil }
            let isHeld = held[origin] != nil
            if let refusal = admission.refusal(ofLogBy: person, isHeld: isHeld, from: giver) { return refusal }
            // A second path of a log that arrives is a branch, which is counted when it is found.
            guard !isHeld, new.insert(origin).inserted else { return nil }
            return room.refusal(ofNew: origin, by: person)
        }
        return (refusals, room)
    }

    /// The principal that a log's first event names; nil where it cannot be read. The check of the tail says why.
    private func certified(_ tail: ReceivedTail) -> PrincipalID? {
        guard tail.start == 0, let first = tail.events.first else { return nil }
        return person(certifying: first, of: tail.head.head.origin)
    }
}
