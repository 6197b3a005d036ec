import EventModel
import EventSourcing
import EventStore
import Logbook

/// Entries as one thread read them: short bodies are kept, one behind the other, and read again where all of an entry is asked for. Flights made of them take
/// several times as much memory, and rows written of them, too; to get memory takes longer than to read a body again.
struct HeldEntries: Sendable {
    private enum Held: Sendable {
        /// Where the body of its one event ends, and the position of that.
        case single(end: Int, Position)
        case folded(FlightEntry)
    }

    private var held: [Held] = []
    private var bodies: [UInt8] = []
    /// Where the bodies of all singles before an entry end.
    private var starts: [Int] = []

    var count: Int { held.count }

    mutating func reserve(_ count: Int) {
        held.reserveCapacity(count)
        starts.reserveCapacity(count)
        bodies.reserveCapacity(count * 160)
    }

    mutating func add(_ entry: FlightEntry) {
        starts.append(bodies.count)
        held.append(.folded(entry))
    }

    /// Of a longer body, as a long remark makes it, the flight itself takes no more.
    static let bytesKept = 256

    /// A record that is no more than its one event says.
    mutating func add(_ body: RawSpan, at position: Position) {
        starts.append(bodies.count)
        body.append(to: &bodies)
        held.append(.single(end: bodies.count, position))
    }

    /// One of them, by the order of reading; nil where its body is none of an entry. `name` tells what is not kept of one that is read again. O(bytes of it).
    func entry(at index: Int, _ name: () -> (stream: StreamID, created: EventID)) -> FlightEntry? {
        switch held[index] {
        case .folded(let entry): return entry
        case .single(let end, let position):
            // Fields that are no entry are none to list; the event shows in `outcomes`.
            guard let flight = try? Flight(fields: bodies.span.bytes.extracting(starts[index]..<end)) else { return nil }
            let (stream, created) = name()
            return FlightEntry(flight, stream: stream, created: created, position: position)
        }
    }
}

extension StoreReading where Self: ~Copyable {
    /// How many entries to make room for in one of two shares: about half of the events are of it; very many grow by themselves.
    borrowing func entriesOfAShare() throws -> Int { Int(min(try storeRecord().position.value, 16_384)) / 2 + 128 }
}
