import Engine
import EventModel
import EventSourcing
import EventStore
import Logbook
import TransparencyLog

/// Entries of a list as one thread read them, with what tells the order in which they are listed.
struct ListedEntries: Sendable {
    private let last: CivilDate?
    private var held = HeldEntries()
    /// The names of the streams, one behind the other, and where each ends; of an entry that tells its own, nothing.
    private var names: [UInt8] = []
    private var nameEnds: [Int] = []
    private var events: [EventID] = []
    private(set) var keys: [EntryOrder.Key] = []

    /// `last` is the last day that is listed; nil: every day.
    init(through last: CivilDate?) { self.last = last }

    mutating func reserve(_ count: Int) {
        held.reserve(count)
        names.reserveCapacity(count * 48)
        nameEnds.reserveCapacity(count)
        events.reserveCapacity(count)
        keys.reserveCapacity(count)
    }

    /// A record that is no more than its one event says.
    mutating func add(_ name: RawSpan, _ row: borrowing LogRow) {
        guard let date = Flight.date(inFields: row.body), last.map({ date <= $0 }) ?? true else { return }
        held.add(row.body, at: row.position)
        name.append(to: &names)
        add(date, row.position, EventID(SHA256Hasher.leafHash(envelope: row.envelope)))
    }

    /// A record of several events; none where it holds no entry.
    mutating func add(_ loaded: LoadedStream) {
        guard let entry = FlightEntry(loaded), last.map({ entry.flight.date <= $0 }) ?? true else { return }
        held.add(entry)
        add(entry.flight.date, entry.position, entry.created)
    }

    private mutating func add(_ date: CivilDate, _ position: Position, _ event: EventID) {
        nameEnds.append(names.count)
        events.append(event)
        keys.append((date.day, position.value))
    }

    /// One of them, by the order of reading; nil where it turns out to be none.
    func entry(at index: Int) -> FlightEntry? {
        held.entry(at: index) {
            let name = names.span.bytes.extracting((index == 0 ? 0 : nameEnds[index - 1])..<nameEnds[index])
            return (StreamID(unchecked: name.text), events[index])
        }
    }
}

/// The entries of a list, newest first, each made again when it is asked for.
struct EntriesInOrder: Sendable {
    private let parts: [ListedEntries]
    private let places: [(part: Int, index: Int)]

    init(_ parts: [ListedEntries]) {
        self.parts = parts
        places = EntryOrder.newestFirst(parts.map(\.keys))
    }

    private func forEach(in range: Range<Int>, _ body: (FlightEntry) throws -> Void) rethrows {
        for (part, index) in places[range] {
            if let entry = parts[part].entry(at: index) { try body(entry) }
        }
    }

    /// What a closure makes of each, in their order, made by two threads where there are many.
    func rows<Row: Sendable>(_ make: @escaping @Sendable (FlightEntry) throws -> Row?) throws -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(places.count)
        try inPieces(of: places.count, .ofRows) { range in
            var piece: [Row] = []
            piece.reserveCapacity(range.count)
            try forEach(in: range) { entry in if let row = try make(entry) { piece.append(row) } }
            return piece
        } take: { rows.append(contentsOf: $0) }
        return rows
    }

    /// Calls with the row that `write` writes of each, in their order, until `take` returns false; two threads write where there are many.
    func write(_ write: @escaping @Sendable (FlightEntry, inout [UInt8]) throws -> Bool, take: (ListedFlight, ArraySlice<UInt8>) throws -> Bool) throws {
        do {
            try inPieces(of: places.count, .ofRows, weight: { $0.bytes.count }) { range in
                var piece = WrittenRows()
                try forEach(in: range) { entry in try piece.add(entry, write) }
                return piece
            } take: { piece in
                var start = 0
                for (flight, end) in piece.rows {
                    if try !take(flight, piece.bytes[start..<end]) { throw EnoughRows() }
                    start = end
                }
            }
        } catch is EnoughRows {}
    }
}

/// Ends the making of rows: no more are wanted.
private struct EnoughRows: Error {}

/// The rows of a piece of a list, one behind the other: an array of each would be made, and freed, for each.
private struct WrittenRows: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Each with where it ends.
    private(set) var rows: [(flight: ListedFlight, end: Int)] = []

    init() {
        bytes.reserveCapacity(WrittenRows.bytesOfMost)
        rows.reserveCapacity(PieceSize.ofRows.numbers)
    }

    /// As many as most pieces have.
    private static let bytesOfMost = 96 << 10

    mutating func add(_ entry: FlightEntry, _ write: (FlightEntry, inout [UInt8]) throws -> Bool) rethrows {
        if try write(entry, &bytes) { rows.append((ListedFlight(entry), bytes.count)) }
    }
}
