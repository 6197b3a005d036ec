import EventCodec
public import EventModel

/// The links that a ledger's person has ended, and what of the others keeps its effect.
public struct EndedLinks: Hashable, Sendable {
    public struct End: Hashable, Sendable {
        /// The events that each end keeps; an event keeps its effect where all of them keep it.
        public let kept: [KeptEvents]
        /// The least of the events that ended the link.
        public let by: EventID
    }

    public let persons: [PrincipalID: End]

    public init() { persons = [:] }

    /// The ends of one person that stand.
    ///
    /// - Parameter places: The events that an end with roots keeps here; nil for an end without roots.
    public init(
        _ ends: [(id: EventID, end: LinkEnd)], by person: PrincipalID, places: (LinkEnd) throws -> KeptPlaces?
    ) rethrows {
        let own = Dictionary(grouping: ends.filter { $0.end.author == person }, by: \.end.other)
        persons = try own.compactMapValues { ends in
            let kept = try ends.map { end in try places(end.end).map(KeptEvents.places) ?? .named(end.end.cut) }
            return ends.map(\.id).min().map { End(kept: kept, by: $0) }
        }
    }

    public var isEmpty: Bool { persons.isEmpty }
}

/// The events of another person that one end keeps.
public enum KeptEvents: Hashable, Sendable {
    /// By names and sizes of logs alone, as version 1 has them: of a log that forked since, only what its paths have in
    /// common.
    case named(Cut)
    /// By roots: the places here of the paths that have them.
    case places(KeptPlaces)
}

/// Places in the logs of one ledger: of each log, by its local number, the events below a sequence.
public struct KeptPlaces: Hashable, Sendable {
    private var ends: [UInt32: UInt64] = [:]

    public init() {}

    /// Adds the events of a log below a sequence.
    public mutating func add(_ log: UInt32, below end: UInt64) { ends[log] = max(ends[log] ?? 0, end) }

    public func contains(_ place: LogPlace) -> Bool { place.sequence < ends[place.log] ?? 0 }
}
