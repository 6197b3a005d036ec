package import EventModel
package import EventSourcing
package import EventStore
import Synchronization

/// Whose events are left out, from the streams of links and the logs.
extension StoreReading where Self: ~Copyable {
    /// Whose events are left out, both as known at a position. Nothing is read in a ledger without such links.
    borrowing func shadows(
        _ head: StoreRecord, _ registry: Registry, knownAt: Position? = nil, _ roots: KnownRoots
    ) throws -> Shadows {
        head.links.ledgers == 0 ? Shadows() : try shadowsFromEvents(head, registry, knownAt: knownAt, roots)
    }

    /// The same from the events of the link streams, whatever the counts in the head are.
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
        let choices = links.flatMap(\.choices)
        let ends = try EndedLinks(links.flatMap(\.ends), by: own, places: places)
        if choices.isEmpty, ends.isEmpty { return Shadows() }
        return Shadows(choices, principals: try principals(), ends: ends)
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

    /// A reader that finds out what other streams make of records.
    func linkReader(knownAt limit: Position?, _ transaction: borrowing StoreRead, held: HeldLinks? = nil) throws
        -> LinkReader
    {
        let head = try transaction.storeRecord()
        return LinkReader(
            registry, knownAt: limit, head, shadows: try shadows(head, knownAt: limit, transaction),
            held: held ?? HeldLinks(), groups: decidedGroups)
    }

    /// Whose events are left out as known at a position (nil: now).
    package func shadows(knownAt limit: Position?, _ transaction: borrowing StoreRead) throws -> Shadows {
        try shadows(try transaction.storeRecord(), knownAt: limit, transaction)
    }

    /// Whose events are left out; looked for once as long as the same is asked of the same commit.
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

/// Whose events are left out at a position, as a commit left it.
struct KnownShadows: Sendable {
    let commit: UInt64
    let limit: Position?
    let shadows: Shadows
}
