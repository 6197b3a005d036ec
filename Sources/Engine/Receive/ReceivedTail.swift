package import EventCodec
package import TransparencyLog

/// A run of one origin's events as another ledger gives it, up to a head that the origin signed.
package struct ReceivedTail: Sendable {
    package let head: SignedHead
    /// The sequence of the first event.
    package let start: UInt64
    package let events: [StoredEvent]
    /// The part of the tree between its events and the head. With them it gives the root that was signed, so they are
    /// proven, and only they are stored.
    package let rest: MerkleSpan

    /// - Parameter rest: The run between the events and the head; nil: the events reach up to it.
    package init(head: SignedHead, start: UInt64, events: [StoredEvent], rest: MerkleSpan? = nil) {
        self.head = head
        self.start = start
        self.events = events
        // A start beyond all sequences is refused with the number of events.
        self.rest = rest ?? MerkleSpan(start: start &+ UInt64(events.count))
    }
}
