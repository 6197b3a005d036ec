public import EventModel

/// Whose events are left out on a ledger, by the choices of all links together and by the links that its person ended.
public struct Shadows: Hashable, Sendable {
    public struct Shadow: Hashable, Sendable {
        public let principal: PrincipalID
        /// Only what lies before it; nil: everything.
        public let cut: Cut?
        /// The link that says so.
        public let by: EventID
    }

    /// Ascending by principal and link.
    public let all: [Shadow]
    /// Whose events have no effect here beyond a cut, because this ledger's person ended the link with them.
    public let ends: EndedLinks
    /// The persons of whom some events may be left out.
    public let persons: Set<PrincipalID>

    /// Leaves no one out.
    public init() { self.init([], principals: []) }

    /// Of choices and the events that made them. If every principal whose events are held would be set aside, none
    /// is: what a person does with links never hides a whole ledger.
    public init(
        _ choices: [(choice: LinkedChoice, by: EventID)], principals: Set<PrincipalID>, ends: EndedLinks = EndedLinks()
    ) {
        let shadows = choices.compactMap { choice, by -> Shadow? in
            switch choice {
            case .nobody: nil
            case .everything(let principal): Shadow(principal: principal, cut: nil, by: by)
            case .before(let cut, let principal): Shadow(principal: principal, cut: cut, by: by)
            }
        }
        let isAnyoneLeft = principals.contains { principal in !shadows.contains { $0.principal == principal } }
        self.ends = ends
        all = isAnyoneLeft ? shadows.sorted { ($0.principal, $0.by) < ($1.principal, $1.by) } : []
        persons = Set(all.map(\.principal)).union(ends.persons.keys)
    }

    public var isEmpty: Bool { persons.isEmpty }
    public var hasCuts: Bool { !ends.isEmpty || all.contains { $0.cut != nil } }
    /// The principals of whom a cut decides which events have an effect.
    public var principalsWithCuts: Set<PrincipalID> {
        Set(all.filter { $0.cut != nil }.map(\.principal)).union(ends.persons.keys)
    }
    public var principals: Set<PrincipalID> { Set(all.map(\.principal)) }

    /// The least link that leaves events out; nil where none does.
    public var cause: EventID? { (all.map(\.by) + ends.persons.values.map(\.by)).min() }

    /// The least link that sets an event of a principal aside; nil when none does.
    ///
    /// - Parameter isBefore: Whether the event lies before a cut.
    public func link(settingAside principal: PrincipalID, isBefore: (Cut) throws -> Bool) rethrows -> EventID? {
        for shadow in all where shadow.principal == principal {
            if try shadow.cut.map(isBefore) ?? true { return shadow.by }
        }
        return nil
    }

    /// The principals of which these leave out other events than others do.
    public func differing(from other: Shadows) -> Set<PrincipalID> {
        let ended = Set(ends.persons.keys).union(other.ends.persons.keys).filter {
            ends.persons[$0] != other.ends.persons[$0]
        }
        return Set(Set(all).symmetricDifference(other.all).map(\.principal)).union(ended)
    }
}
