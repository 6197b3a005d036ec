/// The effect of an event on its stream; declared by a domain for each of its types, and all that the engine knows of
/// them.
public enum EventRole: UInt8, Hashable, Sendable, CaseIterable {
    /// Begins the record.
    case create = 1
    /// Changes fields of the record.
    case edit = 2
    /// Takes the record out of sight, as a mask.
    case remove = 3
    /// Takes named removes back.
    case restore = 4
    /// Fixes the record: a signature.
    case lock = 5
    /// Lifts named locks.
    case unlock = 6
    /// A person's decision about what counts.
    case settle = 7
    /// Writes one named register; needs no create.
    case set = 8
    /// Stands for itself and changes no record.
    case note = 9

    /// True for the roles that make or mask the state of a record: what locks cover and unlocks and settles keep.
    @inlinable public var isStateRole: Bool {
        switch self {
        case .create, .edit, .remove, .restore, .set: true
        case .lock, .unlock, .settle, .note: false
        }
    }
}
