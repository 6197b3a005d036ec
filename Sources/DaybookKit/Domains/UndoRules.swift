package import Engine
package import EventModel

/// How a domain takes back what its events did.
package struct UndoRules: Sendable {
    /// The event that takes back what a step did to a record; nil where the domain has no rule of its own for it.
    ///
    /// Throws `Rejection` `undo.nothing`, `undo.impossible`.
    package typealias Compensation = @Sendable (Ledger, EventRole, HistoryStep, StreamHistory) throws -> EventDraft?

    let compensation: Compensation
    /// Types of events that a decision takes back.
    package let typesDecided: Set<String>
    /// Types of events that came along with one of another type, and stay when that is taken back.
    package let companions: [String: String]
    /// The codes of the rules for what a person enters. They do not hold for what an import brought.
    package let codesOfEntry: Set<String>

    package init(
        typesDecided: Set<String> = [], companions: [String: String] = [:], codesOfEntry: Set<String> = [],
        _ compensation: @escaping Compensation
    ) {
        (self.typesDecided, self.companions, self.codesOfEntry) = (typesDecided, companions, codesOfEntry)
        self.compensation = compensation
    }
}
