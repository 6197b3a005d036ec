/// What an event does to its stream; the engine knows roles only. Each type's role is declared by its domain's schema.
public enum EventRole: UInt8, Hashable, Sendable, CaseIterable {
    case create, edit, remove, restore, lock, unlock, settle, set, note
}
