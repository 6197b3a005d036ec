import EventCodec
import EventModel
import EventSourcing
import EventStore

/// A unit that has been decided and not yet written.
struct StagedUnit {
    struct Event {
        let stored: StoredEvent
        let id: EventID
        let place: EventPlace
        let version: StreamVersion
    }

    let log: UInt32
    /// The next sequence of that log.
    var sequence: UInt64
    /// The streams as they are with the unit's events, in the order of their first.
    private(set) var streams: [LoadedStream] = []
    private var index: [StreamID: Int] = [:]
    var events: [Event] = []
    var keys: [KeyEntry] = []
    var bytes = 0
    var links = LinkOverlay()

    init(log: UInt32, sequence: UInt64) {
        self.log = log
        self.sequence = sequence
    }

    /// The stream as the unit has changed it so far.
    func stream(_ stream: StreamID) -> LoadedStream? { index[stream].map { streams[$0] } }

    /// Takes a stream in that the unit will change; it must be the unit's own.
    mutating func hold(_ stream: LoadedStream) {
        index[stream.stream] = streams.count
        streams.append(stream)
    }

    mutating func add(_ event: Event) {
        events.append(event)
        sequence += 1
        bytes += event.stored.byteCount
    }
}
