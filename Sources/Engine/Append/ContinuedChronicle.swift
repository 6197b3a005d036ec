import EventModel
import EventSourcing
import EventStore
import Synchronization

/// The entries of a stream's chronicle while events are appended to it: what rules look at is continued by each event
/// rather than made anew.
struct ContinuedChronicle {
    private(set) var entries: [Chronicle.Entry]
    let memory = RuleMemory()
    /// The latest moment of any event that takes part, counted or not.
    private var latest: Int64

    /// From the fold of a stream of which no other stream sets anything aside. O(events).
    init(_ events: [FoldEvent<EventContent>], _ places: [EventPlace], _ fold: Fold<RecordState>) {
        let moments = Chronicle.moments(of: events, fold)
        entries = []
        entries.reserveCapacity(events.count)
        latest = .min
        for index in fold.order {
            guard fold.takesPart(index) else { continue }
            latest = max(latest, moments[index])
            guard fold.outcomes[index].status == .effective else { continue }
            if let entry = Chronicle.Entry(events[index], moment: moments[index], place: places[index].inLog) {
                entries.append(entry)
            }
        }
    }

    /// Appends an event that has all others in its past, and counts.
    mutating func append(_ event: FoldEvent<EventContent>, _ place: EventPlace) {
        latest = max(latest, event.happenedMilliseconds ?? event.recordedMilliseconds)
        if let entry = Chronicle.Entry(event, moment: latest, place: place.inLog) { entries.append(entry) }
    }
}

/// The readings that rules have made of one chronicle.
final class RuleMemory: ChronicleMemory {
    private let readers = Mutex<[ObjectIdentifier: (reader: any ChronicleReader, count: Int)]>([:])

    func remove(_ name: ObjectIdentifier) -> (reader: any ChronicleReader, count: Int)? {
        readers.withLock { $0.removeValue(forKey: name) }
    }

    func insert(_ reader: any ChronicleReader, _ count: Int, _ name: ObjectIdentifier) {
        readers.withLock { $0[name] = (reader, count) }
    }
}
