package import EventModel

/// The due things of a domain beside its notices.
package struct DueSource: Sendable {
    /// The result of a question or a tick.
    package typealias Found = (things: [DueThing], ahead: [DueAhead.Fact])

    /// The kind of these things.
    package let kind: String
    /// The things that wait for an answer, and those that are set aside. Writes nothing.
    package let waiting: @Sendable (Ledger, AsOf) throws -> Found
    /// Writes what has come by the clock.
    package let process: @Sendable (Ledger) throws -> Found
    /// When the next of it comes.
    package let next: @Sendable (Ledger) throws -> Instant?

    package init(
        kind: String, waiting: @escaping @Sendable (Ledger, AsOf) throws -> Found,
        process: @escaping @Sendable (Ledger) throws -> Found,
        next: @escaping @Sendable (Ledger) throws -> Instant?
    ) {
        (self.kind, self.waiting, self.process, self.next) = (kind, waiting, process, next)
    }
}
