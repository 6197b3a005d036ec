/// One thing wrong in the rule of what is set aside: tests show by each that they would find it. No program makes one.
package enum SetAsideMistake: String, CaseIterable, Sendable {
    /// Locks and unlocks that are left out take part.
    case locksStay
    /// Of a record that was taken on all takes part.
    case takenOnWhole
    /// A new event builds on the heads of all events.
    case basisOfAllHeads
    /// An undo of a batch that is left out reaches its author's records that were taken on.
    case undoReaches
    /// An event that is built on one that is left out has no effect.
    case leftOutIsMissing
    /// t and h are taken over all events.
    case timesOfAll
}
