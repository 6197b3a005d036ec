package import EventCodec
package import EventModel
package import EventStore
import TransparencyLog

/// Where a state of a log that a signature names lies among the paths held here (semantics §10).
package enum Placing: Hashable, Sendable {
    case placed
    /// The log, or that size of it, is not here; or the signature names no event of it.
    case unplaced
    /// Several paths of the log are here, and none has that root.
    case otherBranch
    /// The one path of the log has another root at that size.
    case contradicted(held: Bytes32)
}

/// One path of a log that is held here, with its roots at the sizes that signatures name.
package struct RootedPath: Sendable {
    package let log: LogRecord
    let segments: [PathSegment]
    fileprivate let roots: [UInt64: Bytes32]

    /// Whether the path had this state. A state without events is that of every log, so no path holds it.
    func contains(_ state: SignedFrontier.Log) -> Bool { state.size > 0 && roots[state.size] == state.root }

    /// Whether an event is one of the first events of the path.
    func contains(_ place: EventPlace, below size: UInt64) -> Bool {
        place.sequence < size && segments.contains { $0.log == place.log && place.sequence < $0.end }
    }
}

/// The logs held here, and their roots at the sizes that signatures name.
package struct HeldRoots: Sendable {
    /// The statement of the first events of an origin's paths. They are one event, unless the origin's key was used
    /// twice for it.
    private struct Beginning: Sendable {
        var replaces: Set<OriginID> = []
        var recorded = Instant.latest
    }

    /// All paths with events; none where no signature asks.
    let paths: [RootedPath]
    private let byOrigin: [OriginID: [RootedPath]]
    /// By origin; read only where a frontier folds logs.
    private let beginnings: [OriginID: Beginning]

    /// - Complexity: O(logs), and O(events below the largest size of each log that is named).
    package init(_ frontiers: [SignedFrontier], _ engine: EngineCore, _ transaction: borrowing StoreRead) throws {
        let sizes = Dictionary(grouping: frontiers.flatMap(\.logs), by: \.origin).mapValues { Set($0.map(\.size)) }
        var paths: [RootedPath] = []
        var beginnings: [OriginID: Beginning] = [:]
        if !frontiers.isEmpty {
            for log in try transaction.logRecords(try transaction.storeRecord()) where log.size > 0 {
                paths.append(
                    RootedPath(
                        log: log, segments: try engine.segments(of: log, transaction),
                        roots: try sizes[log.origin].map { try engine.roots(of: log, sizes: $0, transaction) } ?? [:]))
            }
        }
        if frontiers.contains(where: { $0.closed != nil }) {
            for path in paths where path.log.start == 0 {
                var beginning = beginnings[path.log.origin] ?? Beginning()
                if let replaced = try engine.originReplaced(by: path.log, transaction) {
                    beginning.replaces.insert(replaced)
                }
                let recorded = try transaction.withEvent(at: EventPlace(log: path.log.number, sequence: 0)) {
                    try $0.envelopeView().recorded
                }
                beginning.recorded = min(beginning.recorded, recorded)
                beginnings[path.log.origin] = beginning
            }
        }
        self.paths = paths
        byOrigin = Dictionary(grouping: paths, by: \.log.origin)
        self.beginnings = beginnings
    }

    /// Where one state of a log lies.
    package func placing(of state: SignedFrontier.Log) -> Placing {
        let paths = byOrigin[state.origin] ?? []
        guard state.size > 0, let held = paths.lazy.compactMap({ $0.roots[state.size] }).first else { return .unplaced }
        if paths.contains(where: { $0.contains(state) }) { return .placed }
        return paths.count > 1 ? .otherBranch : .contradicted(held: held)
    }

    /// A frontier of which every log is here as it was signed; nil where a log is not, or where other logs than these
    /// were folded.
    ///
    /// - Parameter instant: When it was signed; nil for a signature of version 1, which folds no logs.
    package func place(_ frontier: SignedFrontier, signedAt instant: Instant?) -> PlacedFrontier? {
        var states: [OriginID: [PlacedFrontier.State]] = [:]
        for log in frontier.logs {
            guard let path = byOrigin[log.origin]?.first(where: { $0.contains(log) }) else { return nil }
            states[log.origin, default: []].append(PlacedFrontier.State(size: log.size, path: path))
        }
        guard let folded = folded(by: frontier, signedAt: instant) else { return nil }
        return PlacedFrontier(instant: instant ?? .earliest, states: states, folded: folded)
    }

    /// The paths that a frontier folded, all of them as long as they are here; nil where their digest is not the
    /// signed one.
    ///
    /// Of the logs that the frontier does not list, these sets are tried: the ones of each listed person that a
    /// successor had replaced by the instant; and, as older programs folded them, the ancestors of those listed, then
    /// all that began by the instant.
    private func folded(by frontier: SignedFrontier, signedAt instant: Instant?) -> [RootedPath]? {
        guard let digest = frontier.closed else { return [] }
        let listed = Set(frontier.logs.map(\.origin))
        let ancestors = ancestors(of: listed)
        let others = paths.filter { !listed.contains($0.log.origin) }
        let begun = others.filter { path in
            guard let instant, let beginning = beginnings[path.log.origin] else { return false }
            return beginning.recorded <= instant
        }
        let persons = Set(frontier.logs.compactMap { byOrigin[$0.origin]?.first?.log.principal })
        let closed = persons.sorted().map { person in
            let closed = replaced(by: person, until: instant)
            return others.filter { $0.log.principal == person && closed.contains($0.log.origin) }
        }
        return (closed + [others.filter { ancestors.contains($0.log.origin) }, begun]).first { choice in
            SignedFrontier.Closed(choice.map { SignedFrontier.Log($0.log) }) == digest
        }
    }

    /// The origins that logs of a person replaced which began by an instant.
    private func replaced(by person: PrincipalID, until instant: Instant?) -> Set<OriginID> {
        var replaced: Set<OriginID> = []
        for path in paths where path.log.principal == person {
            guard let instant, let beginning = beginnings[path.log.origin], beginning.recorded <= instant
            else { continue }
            replaced.formUnion(beginning.replaces)
        }
        return replaced
    }

    /// The origins that those of the set replaced, one after another.
    private func ancestors(of origins: Set<OriginID>) -> Set<OriginID> {
        var found: Set<OriginID> = []
        var waiting = Array(origins)
        while let origin = waiting.popLast() {
            for replaced in beginnings[origin]?.replaces ?? [] where found.insert(replaced).inserted {
                waiting.append(replaced)
            }
        }
        return found
    }

    /// The origin of a log by its local number; nil for one that is not here.
    package func origin(ofLog number: UInt32) -> OriginID? { paths.first { $0.log.number == number }?.log.origin }
}

/// A frontier of which every log is here as it was signed.
package struct PlacedFrontier: Sendable {
    fileprivate struct State: Sendable {
        let size: UInt64
        let path: RootedPath
    }

    /// How far a frontier knows a path.
    struct Known {
        let size: UInt64
        /// Whether the path goes on there in another way than a log that the frontier names.
        let isDeparture: Bool
    }

    let instant: Instant
    private let states: [OriginID: [State]]
    private let folded: [RootedPath]

    fileprivate init(instant: Instant, states: [OriginID: [State]], folded: [RootedPath]) {
        (self.instant, self.states, self.folded) = (instant, states, folded)
    }

    /// O(branches of the path's log).
    func known(of path: RootedPath) -> Known {
        guard let named = states[path.log.origin] else {
            return Known(
                size: folded.contains { $0.log.number == path.log.number } ? path.log.size : 0, isDeparture: false)
        }
        let common = named.map { min($0.size, PathSegment.commonSize(path.segments, $0.path.segments)) }
        let size = common.max() ?? 0
        return Known(
            size: size,
            isDeparture: zip(named, common).contains { state, common in common == size && state.size > size })
    }

    /// Whether an event is one that the signer could see.
    package func contains(_ place: EventPlace) -> Bool {
        states.values.contains { $0.contains { $0.path.contains(place, below: $0.size) } }
            || folded.contains { $0.contains(place, below: $0.log.size) }
    }
}
