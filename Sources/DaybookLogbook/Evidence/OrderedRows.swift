import DaybookKit
import EventModel

/// The order in which people read entries.
enum EntryOrder {
    typealias Key = (day: Int32, position: UInt64)

    /// Of two entries the one of the later date, then the one that arrived later.
    @inline(__always) static func isNewer(_ one: Key, than other: Key) -> Bool {
        one.day != other.day ? one.day > other.day : one.position > other.position
    }

    /// Where the entries of all parts stand, newest first.
    static func newestFirst(_ parts: [[Key]]) -> [(part: Int, index: Int)] {
        var places: [(day: Int32, position: UInt64, part: Int, index: Int)] = []
        places.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for (part, keys) in parts.enumerated() {
            for (index, key) in keys.enumerated() { places.append((key.day, key.position, part, index)) }
        }
        places.sort { isNewer(($0.day, $0.position), than: ($1.day, $1.position)) }
        return places.map { ($0.part, $0.index) }
    }
}

/// Rows of entries with the keys of their order.
struct OrderedRows<Row: Sendable>: Sendable {
    private let last: CivilDate?
    private let make: @Sendable (FlightEntry, inout RowBytes) throws -> Row?
    private var rows: [Row] = []
    private var keys: [EntryOrder.Key] = []
    private(set) var bytes = RowBytes()

    /// `last` is the last day that is listed; nil: every day.
    init(through last: CivilDate?, _ make: @escaping @Sendable (FlightEntry, inout RowBytes) throws -> Row?) {
        self.last = last
        self.make = make
    }

    /// Makes the row of an entry.
    mutating func add(_ entry: FlightEntry?) throws {
        guard let entry, last.map({ entry.flight.date <= $0 }) ?? true, let row = try make(entry, &bytes) else {
            return
        }
        rows.append(row)
        keys.append((entry.flight.date.day, entry.position.value))
    }

    /// Gives the rows of all parts away, each with the number of its part, newest first, until the closure returns
    /// false. Rows may be large, and stay where they are while their order is found.
    static func forEachInOrder(_ parts: [OrderedRows], _ receive: (Int, Row) throws -> Bool) rethrows {
        let rows = parts.map(\.rows)
        for (part, index) in EntryOrder.newestFirst(parts.map(\.keys)) where try !receive(part, rows[part][index]) {
            return
        }
    }
}

/// An entry of a list, and where it was written.
struct WrittenRow: Sendable {
    let flight: ListedFlight
    let place: RowBytes.Place

    static func maker(
        _ fleet: Fleet, _ write: @escaping @Sendable (FlightEntry, inout [UInt8]) throws -> Bool
    ) -> @Sendable (FlightEntry, inout RowBytes) throws -> WrittenRow? {
        { entry, bytes in
            try bytes.append { try write(entry, &$0) }.map {
                WrittenRow(flight: ListedFlight(entry, in: fleet), place: $0)
            }
        }
    }

    static func forEachInOrder(
        _ parts: [OrderedRows<WrittenRow>], _ receive: (ListedFlight, ArraySlice<UInt8>) throws -> Bool
    ) rethrows {
        let bytes = parts.map(\.bytes)
        try OrderedRows.forEachInOrder(parts) { part, row in try receive(row.flight, bytes[part][row.place]) }
    }
}

/// Bytes of many rows in a few arrays: an array of each row would be made, and freed, for each.
struct RowBytes: Sendable {
    struct Place {
        let chunk, start, end: Int32
    }

    private var full: [[UInt8]] = []
    /// The one that grows.
    private var last: [UInt8] = []

    /// A row most often takes a few hundred bytes; one that takes more than is left makes its chunk larger.
    private static let chunkBytes = 256 << 10
    private static let spareBytes = 4 << 10

    /// Where the bytes lie that the closure appends; nil where it says that they are no row.
    mutating func append(_ write: (inout [UInt8]) throws -> Bool) rethrows -> Place? {
        if last.count > RowBytes.chunkBytes - RowBytes.spareBytes {
            full.append(last)
            last = []
            last.reserveCapacity(RowBytes.chunkBytes)
        }
        let start = last.count
        guard try write(&last) else { return nil }
        return Place(chunk: Int32(full.count), start: Int32(start), end: Int32(last.count))
    }

    subscript(place: Place) -> ArraySlice<UInt8> {
        (place.chunk < full.count ? full[Int(place.chunk)] : last)[Int(place.start)..<Int(place.end)]
    }
}
