import EventCodec
import EventModel
import EventSourcing
import EventStore

/// A unit that has been decided and not yet written.
struct StagedUnit {
    struct Event {
        let stream: StreamID
        let stored: StoredEvent
        let id: EventID
        let place: EventPlace
    }

    let log: UInt32
    /// The next sequence of that log.
    var sequence: UInt64
    /// The streams as they are with the unit's events.
    var streams: [StreamID: LoadedStream] = [:]
    var events: [Event] = []
    var keys: [KeyEntry] = []
    var bytes = 0

    init(log: UInt32, sequence: UInt64) {
        self.log = log
        self.sequence = sequence
    }

    func count(of stream: StreamID) -> Int { events.reduce(0) { $0 + ($1.stream == stream ? 1 : 0) } }

    mutating func add(_ event: Event) {
        events.append(event)
        sequence += 1
        bytes += event.stored.byteCount
    }
}
