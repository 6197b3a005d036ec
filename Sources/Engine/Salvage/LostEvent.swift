package import EventModel
package import EventStore

/// An event that its log's head row counts, while its own row is damaged or gone, or has lost its body.
package struct LostEvent: Hashable, Sendable {
    package let place: EventPlace
    package let origin: OriginID
    /// The event, where only its body is lost.
    package var id: EventID?
}
