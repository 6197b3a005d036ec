package import EventModel
package import EventSourcing
package import EventStore
import Synchronization

/// The principals whose events links between ledgers mask, from streams and logs.
extension StoreReading where Self: ~Copyable {
    /// The masks as known at a position. Nothing is read in a ledger without such links.
    borrowing func shadows(
        _ head: StoreRecord, _ registry: Registry, knownAt: Position? = nil, _ roots: KnownRoots
    ) throws -> Shadows {
        head.links.ledgers == 0 ? Shadows() : try shadowsFromEvents(head, registry, knownAt: knownAt, roots)
    }

    /// The masks from the events of the link streams, whatever the counts in the head are.
    borrowing func shadowsFromEvents(
        _ head: StoreRecord, _ registry: Registry, knownAt: Position?, _ roots: KnownRoots
    ) throws -> Shadows {
        var links: [LoadedStream] = []
        try forEachStream(prefix: "link/") { stream, record in
            if let loaded = try self.load(stream, record, registry, knownAt: knownAt) { links.append(loaded) }
            return true
        }
        let logs = try logRecords(head)
        return try Shadows.of(links, own: head.principal, principals(head, knownAt: knownAt)) { end in
            try self.places(keptBy: end, in: logs, knownAt: knownAt, roots)
        }
    }

    /// The principals whose logs are held.
    package borrowing func principals(_ head: StoreRecord, knownAt: Position?) throws -> Set<PrincipalID> {
        let logs = try logRecords(head).filter { $0.parent == 0 && $0.size > 0 }
        guard let knownAt else { return Set(logs.map(\.principal)) }
        return Set(
            try logs.filter { log in
                try withEvent(at: EventPlace(log: log.number, sequence: 0)) { $0.position } <= knownAt
            }.map(\.principal))
    }
}

extension Shadows {
    /// `own`: the ledger's person, whose ends alone bind it.
    static func of(
        _ links: [LoadedStream], own: PrincipalID, _ principals: @autoclosure () throws -> Set<PrincipalID>,
        places: (LinkEnd) throws -> KeptPlaces?
    ) rethrows -> Shadows {
        let links = links.compactMap(\.principalLink)
        let choices = links.compactMap { link in link.effective.map { (choice: link.choice, by: $0) } }.filter {
            $0.choice != .nobody
        }
        let ends = try EndedLinks(links.flatMap(\.ends), by: own, places: places)
        if choices.isEmpty, ends.isEmpty { return Shadows() }
        return Shadows(choices, principals: try principals(), ends: ends)
    }
}

extension LoadedStream {
    /// The part of this stream that links between ledgers take out: the record, or some of its `set` events and notes.
    ///
    /// A record under a lock is never taken out, nor one that another principal has signed or edited.
    func setAside(by shadows: Shadows, paths: () throws -> LogPaths, _ links: inout RecordLinks) throws {
        func link(masking index: Int) throws -> EventID? {
            try shadows.link(masking: events[index].actor) { try paths().isBefore($0, places[index]) }
        }
        switch rules.kind.shadowing {
        case .never: return
        case .record:
            guard !fold.isLocked, let created = createdIndex, let by = try link(masking: created) else { return }
            let author = events[created].actor
            let isTakenOn = events.indices.contains { index in
                (events[index].role == .edit || events[index].role == .lock)
                    && fold.outcomes[index].status == .effective && events[index].actor != author
            }
            if !isTakenOn { links.setAsideBy = by }
        case .registers, .events:
            links.setAsideEvents = try events.indices.filter {
                try isOfItsShadowing(events[$0].role) && link(masking: $0) != nil
            }.map { events[$0].id }.sorted()
        }
    }

    /// Whether events of a role are set aside one by one.
    private func isOfItsShadowing(_ role: EventRole) -> Bool {
        switch rules.kind.shadowing {
        case .registers: role == .set
        case .events: role == .set || role == .note
        case .record, .never: false
        }
    }

    /// The state of the stream: that of its fold, with the registers as if the `set` events that were set aside had not
    /// been.
    package var state: RecordState? {
        let links = self.links
        guard !links.setAsideEvents.isEmpty, var state = fold.state else { return fold.state }
        state.clearRegisters()
        for index in fold.order where events[index].role == .set && !links.setAsideEvents.contains(events[index].id) {
            let outcome = fold.outcomes[index]
            // An event that only another's overwriting took away counts when that one does not.
            if outcome.status == .effective || outcome.reason == OutcomeReason.fieldOverwritten {
                rules.evolve(&state, events[index])
            }
        }
        return fold.created == nil && state.registers.isEmpty ? nil : state
    }

    /// Whether links between ledgers, or their ends, could take anything of it out whose author is among some
    /// principals.
    func mayBeSetAside(_ principals: Set<PrincipalID>, ended: Set<PrincipalID>) -> Bool {
        if !ended.isEmpty, mayBeEnded, events.contains(where: { ended.contains($0.actor) }) { return true }
        return switch rules.kind.shadowing {
        case .never: false
        case .record: createdIndex.map { principals.contains(events[$0].actor) } ?? false
        case .registers, .events: events.contains { isOfItsShadowing($0.role) && principals.contains($0.actor) }
        }
    }
}

extension EngineCore {
    /// The effective events of a principal in a stream that lie outside a cut, by their indices.
    package func events(
        of principal: PrincipalID, outside cut: Cut, in loaded: LoadedStream, _ known: KnownAt,
        _ transaction: borrowing StoreRead
    ) throws -> [Int] {
        let indices = loaded.events.indices.filter {
            loaded.events[$0].actor == principal && loaded.fold.outcomes[$0].status == .effective
        }
        if indices.isEmpty { return [] }
        let paths = try transaction.logPaths(try transaction.storeRecord(), knownAt: known.limit)
        return indices.filter { !paths.isBefore(cut, loaded.places[$0]) }
    }
}

extension EngineCore {
    /// A reader that finds out what other streams make of records.
    func linkReader(knownAt limit: Position?, _ transaction: borrowing StoreRead, held: HeldLinks? = nil) throws
        -> LinkReader
    {
        let head = try transaction.storeRecord()
        return LinkReader(
            registry, knownAt: limit, head, shadows: try shadows(head, knownAt: limit, transaction),
            held: held ?? HeldLinks(), groups: decidedGroups)
    }

    /// Whose events are masked as known at a position (nil: now), and with whom links ended.
    package func shadows(knownAt limit: Position?, _ transaction: borrowing StoreRead) throws -> Shadows {
        try shadows(try transaction.storeRecord(), knownAt: limit, transaction)
    }

    /// Whose events are masked; looked for once as long as the same is asked of the same commit.
    private func shadows(_ head: StoreRecord, knownAt limit: Position?, _ transaction: borrowing StoreRead) throws
        -> Shadows
    {
        if head.links.ledgers == 0 { return Shadows() }
        if let known = knownShadows.withLock({ $0 }), known.commit == head.commit, known.limit == limit {
            return known.shadows
        }
        let shadows = try transaction.shadows(head, registry, knownAt: limit, knownRoots)
        knownShadows.withLock { $0 = KnownShadows(commit: head.commit, limit: limit, shadows: shadows) }
        return shadows
    }
}

/// Whose events are masked at a position, as a commit left it.
struct KnownShadows: Sendable {
    let commit: UInt64
    let limit: Position?
    let shadows: Shadows
}
