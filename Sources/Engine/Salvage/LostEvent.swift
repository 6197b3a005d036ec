package import EventModel
package import EventStore

/// An event that its log's head row counts, while its own row is damaged or gone.
package struct LostEvent: Hashable, Sendable {
    package let place: EventPlace
    package let origin: OriginID
}
