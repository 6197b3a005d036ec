import DaybookDomains
import Engine
import EventCodec
package import EventModel
package import EventSourcing
import TransparencyLog

/// One thing that a model can be made to do wrong, to show that the comparison with the store would find it.
package enum ModelMutation: CaseIterable, Sendable {
    case forgetsKeys, takesOtherContentForAKey, ignoresExpectedVersion, keepsPartOfARefusedUnit, ignoresTheCondition
    case dropsTheUnitFlag, buildsOnTheFirstHeadOnly, countsVersionsFromZero, holdsRestatementsAsEntries
    case takesCutUnits, takesForgedHeads, namesBranchesByArrival, losesASharedEvent, forgetsOutcomeChanges
    // Across streams.
    case leastByArrival, ignoresUnseenSignatures, removedOnesStillSupersede, letsAllSupersede, ignoresCuts,
        takesBackSigned
}

/// A ledger of plain arrays: every question is answered by looking at all events, every state by folding from nothing.
///
/// It shares with the engine what is tested elsewhere against oracles of its own (bytes, schemas, the fold of one
/// stream, domain rules) and nothing of what it is to be an oracle for: positions, versions, keys, conditions, units,
/// logs, branches, kept rows.
package struct ModelLedger: Sendable {
    package var events: [HeldEvent] = []
    /// For each origin its paths, each whole from sequence 0.
    package var paths: [OriginID: [[EventID]]] = [:]
    package var changes: [HeldChange] = []
    package var principal: PrincipalID
    /// Made as a device of that person: never another's.
    package var isJoined = false
    /// Whose logs are taken, while some are.
    var joined: Set<PrincipalID> = []
    /// The origin that was written last, and whether it may still be.
    package var own: OriginID?
    package var isOwnLive = false
    package var mutation: ModelMutation?

    package static let registry = Registry.daybook

    package init(principal: PrincipalID) { self.principal = principal }

    // MARK: - Looking

    /// The state of every stream.
    package var records: [StreamID: HeldRecord] {
        Observation.refold(events, ModelLedger.registry, paths: paths, mutation).records
    }

    package func events(of stream: StreamID) -> [HeldEvent] { events.filter { $0.stream == stream } }
    package func event(_ id: EventID) -> HeldEvent? { events.first { $0.id == id } }
    package func fold(_ stream: StreamID) -> Fold<RecordState> {
        foldWhole(events(of: stream).map(\.fold), rules: ModelLedger.registry.rules(of: stream))
    }

    package func observe(knownAt: Position? = nil) -> Observation {
        var result = Observation()
        result.events = knownAt.map { position in events.filter { $0.position <= position.value } } ?? events
        (result.records, result.days) = Observation.refold(result.events, ModelLedger.registry, paths: paths, mutation)
        result.changes = changes.filter { change in result.events.last.map { change.position <= $0.position } ?? false }
        if result.events.count == events.count { result.logs = logs }
        return result
    }

    /// The branches of every origin, each named by the leaf at the deepest place where another path leaves it.
    package var logs: [HeldLog] {
        var result: [HeldLog] = []
        for (origin, paths) in paths {
            for path in paths {
                let deepest = paths.filter { $0 != path }.map { ModelLedger.common($0, path) }.max()
                var branch = deepest.map { path[$0] }
                if mutation == .namesBranchesByArrival, path == paths.first { branch = nil }
                result.append(
                    HeldLog(
                        name: LogName(origin: origin, branch: branch), size: UInt64(path.count),
                        root: ModelLedger.root(path)))
            }
        }
        return result.sorted { $0.name < $1.name }
    }

    package func known(at instant: Instant) -> (position: Position, clockStepped: Bool) {
        guard let last = events.last(where: { $0.arrived <= instant }) else { return (.start, false) }
        let stepped = events.contains { $0.position < last.position && $0.arrived > instant }
        return (Position(last.position), stepped)
    }

    package static func common(_ left: [EventID], _ right: [EventID]) -> Int {
        zip(left, right).prefix { $0 == $1 }.count
    }

    package static func root(_ leaves: [EventID]) -> Bytes32 {
        MerkleTree.root(of: 0..<UInt64(leaves.count)) { leaves[Int($0)].words }
    }

    // MARK: - Keeping

    /// A body that its author erased is not kept.
    private mutating func dropErasedBodies() throws {
        guard events.contains(where: { ErasureReach.isErasure($0.envelope) }) else { return }
        let reach = ErasureReach(events.map(\.stored))
        for index in events.indices
        where !events[index].stored.isErased && reach.reaches(events[index].envelope, events[index].id) {
            let old = events[index]
            events[index] = try HeldEvent(
                stored: StoredEvent(erased: old.stored.envelope), position: old.position, version: old.version,
                arrived: old.arrived, ModelLedger.registry)
        }
    }

    /// Takes what one commit brings: numbers it, and notes the changes of outcome that it brings.
    mutating func commit(_ arriving: [StoredEvent], at now: Instant) throws {
        let before = self
        for stored in arriving {
            var event = try HeldEvent(
                stored: stored, position: UInt64(events.count + 1), version: 0, arrived: now, ModelLedger.registry)
            event.version = events(of: event.stream).count + (mutation == .countsVersionsFromZero ? 0 : 1)
            events.append(event)
        }
        try dropErasedBodies()
        if mutation == .forgetsOutcomeChanges { return }
        // Numbered by streams, not by the order in which a commit touches them.
        let (old, new) = (before.records, records)
        for stream in new.keys.sorted() {
            for event in events(of: stream) {
                let was = old[stream]?.outcomes[event.id]
                guard let outcome = new[stream]?.outcomes[event.id], (was ?? .effective) != outcome else { continue }
                changes.append(
                    HeldChange(position: UInt64(events.count), event: event.id, from: was?.status, to: outcome))
            }
        }
    }
}
