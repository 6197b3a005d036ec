import EventCodec
public import EventModel

/// The links that a ledger's person has ended, and what of the others keeps its effect.
public struct EndedLinks: Hashable, Sendable {
    public struct End: Hashable, Sendable {
        /// The events of the person that keep their effect.
        public let cut: Cut
        /// The least of the events that ended the link.
        public let by: EventID
    }

    public let persons: [PrincipalID: End]

    public init() { persons = [:] }

    /// The ends of one person that stand; of several with one other person the smallest size of a log counts.
    public init(_ ends: [(id: EventID, end: LinkEnd)], by person: PrincipalID) {
        let own = Dictionary(grouping: ends.filter { $0.end.author == person }, by: \.end.other)
        persons = own.compactMapValues { ends in
            ends.map(\.id).min().map { End(cut: EndedLinks.least(ends.map(\.end.cut)), by: $0) }
        }
    }

    public var isEmpty: Bool { persons.isEmpty }

    /// For each log the smallest of its sizes; a log that one of the cuts does not name has none.
    private static func least(_ cuts: [Cut]) -> Cut {
        guard let first = cuts.first else { return Cut([]) }
        return Cut(
            first.entries.compactMap { entry in
                let sizes = cuts.map { cut in cut.entries.first { $0.log == entry.log }?.size ?? 0 }
                return sizes.min().flatMap { $0 > 0 ? CutEntry(log: entry.log, size: $0) : nil }
            })
    }
}
