import Synchronization

/// The caches of readers of an open ledger, one value of each type.
package final class LedgerMemories: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// The memory of a type, made when it is asked for first.
    package func memory<Memory: Sendable>(_ make: () -> Memory) -> Memory {
        values.withLock { values in
            if let known = values[ObjectIdentifier(Memory.self)] as? Memory { return known }
            let made = make()
            values[ObjectIdentifier(Memory.self)] = made
            return made
        }
    }
}
