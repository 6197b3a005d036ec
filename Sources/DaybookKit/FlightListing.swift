import Engine
public import EventModel
import EventSourcing
import EventStore
import Logbook

/// The entries of the logbook in the order in which people read them.
extension Ledger {
    /// The entries that stand, newest first: by date, then by the order in which they arrived.
    public func flights(_ asOf: AsOf = .now) throws -> Answer<[FlightEntry]> {
        try withView(asOf) { known, answered, transaction in
            Answer(asOf: answered, value: try rows(known, answered, asOf, transaction) { $0 })
        }
    }

    /// Writes a row of each entry, and calls with the rows in the order of `flights` until `take` returns false.
    ///
    /// `write` appends a row to those of other entries, or returns false for none; `take` gets its bytes. Rows are written in any order and on two threads, each
    /// entry being held for no longer than that takes. A logbook of many entries is read a few hundred at a time where kept rows can tell their order, so that it
    /// takes no more memory than a small one. One state of the ledger is read for as long as it takes: a closure that waits holds old pages of the store.
    public func listFlights(
        _ asOf: AsOf = .now, _ write: @escaping @Sendable (FlightEntry, inout [UInt8]) throws -> Bool, take: (ListedFlight, ArraySlice<UInt8>) throws -> Bool
    ) throws {
        try listFlights(asOf, inPartsAbove: Ledger.entriesAtOnce, write, take: take)
    }

    /// As above, with what the number of the flights rests on, and the hours of each month where they are asked for: so many events of each at the most. With
    /// `evidence` what is told of them is written while the rows are taken, which is after all were read, but where a logbook is read in parts.
    public func listFlights(
        _ asOf: AsOf, explaining flights: Figure, withMonths: Bool, limit: Int, writing evidence: (@Sendable (Evidence) -> [UInt8])? = nil,
        _ write: @escaping @Sendable (FlightEntry, inout [UInt8]) throws -> Bool, take: (ListedFlight, ArraySlice<UInt8>) throws -> Bool
    ) throws -> GatheredEvidence {
        let answered = try answered(asOf)
        var gathered = GatheredEvidence([flights], withMonths: withMonths, asOf.pinned(to: answered.position), on: answered.on, limit: limit, writing: evidence)
        let rows = try withView(gathered.asOf) { known, answered, transaction -> [OrderedRows<WrittenRow>]? in
            // What is only supposed lies in records that nobody else sees, and a large logbook is not read at once.
            guard known.supposed == nil, try keptDays(ofMoreThan: Ledger.entriesAtOnce, known, transaction) == nil else { return nil }
            let shares = try shares(known, answered, asOf, gathered.empty(in: zone), transaction, WrittenRow.maker(write))
            gathered.shares = shares.compactMap(\.evidence)
            return shares.map(\.rows)
        }
        if let rows {
            try gathered.write(self) { try WrittenRow.forEachInOrder(rows, take) }
        } else {
            try listFlights(gathered.asOf, write, take: take)
        }
        return gathered
    }

    /// As the first; a logbook of more entries than given is read in parts.
    package func listFlights(
        _ asOf: AsOf, inPartsAbove most: Int, _ write: @escaping @Sendable (FlightEntry, inout [UInt8]) throws -> Bool,
        take: (ListedFlight, ArraySlice<UInt8>) throws -> Bool
    ) throws {
        try withView(asOf) { known, answered, transaction in
            if let table = try keptDays(ofMoreThan: most, known, transaction) {
                return try forEachFlight(of: table, asOf.on, known, transaction) { entry in
                    var bytes: [UInt8] = []
                    return try write(entry, &bytes) ? take(ListedFlight(entry), bytes[...]) : true
                }
            }
            try WrittenRow.forEachInOrder(try parts(known, answered, asOf, transaction, WrittenRow.maker(write)), take)
        }
    }

    /// The newest of the entries that stand, at most so many, in the same order; only those are folded where kept rows can tell which they are.
    public func newestFlights(_ limit: Int, _ asOf: AsOf = .now) throws -> Answer<[FlightEntry]> {
        try withView(asOf) { known, answered, transaction in
            // An entry that is listed and does not count has no row, and is linked with others.
            let isTold = try transaction.storeRecord().links.isEmpty
            let newest = isTold ? try engine.newestStreams(Ledger.flightLedger, limit: limit, through: asOf.on ?? .latest, knownAt: known, transaction) : nil
            guard let newest else {
                return Answer(asOf: answered, value: Array(try rows(known, answered, asOf, transaction) { $0 }.prefix(limit)))
            }
            return Answer(asOf: answered, value: try newest.compactMap { try engine.stream($0, knownAt: known, transaction).flatMap(FlightEntry.init) })
        }
    }

    /// How many entries may be held at a time, and how many are read at a time where there are more.
    private static let entriesAtOnce = 20_000
    private static let entriesOfAPart = 512

    /// The days of all entries that are listed; nil where they are no more than given, or kept rows cannot tell them.
    private func keptDays(ofMoreThan most: Int = -1, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> DayTable? {
        // An entry that is listed and does not count, such as one that another has taken the place of, has no kept row.
        let head = try transaction.storeRecord()
        guard known.supposed == nil, head.links.isEmpty, try engine.tellsPast(Ledger.flightLedger, known, transaction) else { return nil }
        if known.isLatest {
            guard head.flaggedStreams == 0, let rows = try engine.keptRows(Ledger.flightLedger, transaction), Int64(rows) > Int64(most) else { return nil }
        }
        let table = try flightDays(known, transaction).table
        return table.rows > most ? table : nil
    }

    /// A row of every entry that a closure makes one of, in the order of `flights`.
    func rows<Row: Sendable>(
        _ known: KnownAt, _ answered: AnsweredAsOf, _ asOf: AsOf, _ transaction: borrowing StoreRead,
        _ make: @escaping @Sendable (FlightEntry) throws -> Row?
    ) throws -> [Row] {
        let parts = try parts(known, answered, asOf, transaction) { entry, _ in try make(entry) }
        var rows: [Row] = []
        OrderedRows.forEachInOrder(parts) { _, row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// As above, with what tells their order.
    private func parts<Row: Sendable>(
        _ known: KnownAt, _ answered: AnsweredAsOf, _ asOf: AsOf, _ transaction: borrowing StoreRead,
        _ make: @escaping @Sendable (FlightEntry, inout RowBytes) throws -> Row?
    ) throws -> [OrderedRows<Row>] {
        let parts = try shares(known, answered, asOf, nil, transaction, make).map(\.rows)
        var added = OrderedRows(through: asOf.on == nil ? nil : answered.on, make)
        for loaded in (known.supposed?.streams ?? [:]).values where loaded.stream.kind == "flight" && !loaded.isNew { try added.add(FlightEntry(loaded)) }
        return parts + [added]
    }

    /// The rows of what is not only supposed, by the threads that read them, with what figures rest on where that is asked for.
    private func shares<Row: Sendable>(
        _ known: KnownAt, _ answered: AnsweredAsOf, _ asOf: AsOf, _ evidence: EvidenceShare?, _ transaction: borrowing StoreRead,
        _ make: @escaping @Sendable (FlightEntry, inout RowBytes) throws -> Row?
    ) throws -> [(rows: OrderedRows<Row>, evidence: EvidenceShare?)] {
        let empty = OrderedRows(through: asOf.on == nil ? nil : answered.on, make)
        let (engine, limit, supposed) = (engine, known.limit, Set(known.supposed?.streams.keys ?? [:].keys))
        return try engine.inShares(transaction, of: ["flight"]) { share, transaction in
            var (rows, found) = (empty, evidence)
            try engine.forEachFlight(
                knownAt: limit, except: supposed, share: share, into: &found, transaction,
                single: { name, row in try rows.add(FlightEntry(name, row)) }, folded: { loaded in try rows.add(FlightEntry(loaded)) })
            return (rows, found)
        }
    }

    /// The entries of the days of a table, a part of them at a time.
    private func forEachFlight(
        of table: DayTable, _ on: CivilDate?, _ known: KnownAt, _ transaction: borrowing StoreRead,
        _ body: (FlightEntry) throws -> Bool
    ) throws {
        var days: [CivilDate] = []
        guard let newest = table.days.last?.date else { return }
        table.daysDescending(through: on.map { min($0, newest) } ?? newest) { day, _ in
            days.append(day)
            return true
        }
        var first = 0
        while first < days.count {
            var rows = 0
            var end = first
            while end < days.count, rows < Ledger.entriesOfAPart {
                rows += table.rows(on: days[end])
                end += 1
            }
            let part = try flights(onDays: Array(days[first..<end]), in: table, known, transaction)
            for entry in part.reversed() where try !body(entry) { return }
            first = end
        }
    }

    /// The entries that count on some days, oldest first; much cheaper than all of them.
    public func flights(onDays days: [CivilDate], _ asOf: AsOf = .now) throws -> [FlightEntry] {
        try withView(asOf) { known, _, transaction in
            try flights(onDays: days, in: try flightDays(known, transaction).table, known, transaction)
        }
    }

    private func flights(
        onDays days: [CivilDate], in table: DayTable, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> [FlightEntry] {
        let rows = try engine.contributions(Ledger.flightLedger, days: days, in: table, knownAt: known, transaction)
        let entries = try Set(rows.map(\.stream)).compactMap { try engine.stream($0, knownAt: known, transaction).flatMap(FlightEntry.init) }
        return entries.sorted { ($0.flight.date, $0.position) < ($1.flight.date, $1.position) }
    }
}

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

/// Rows of entries with what tells their order.
private struct OrderedRows<Row: Sendable>: Sendable {
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
        guard let entry, last.map({ entry.flight.date <= $0 }) ?? true, let row = try make(entry, &bytes) else { return }
        rows.append(row)
        keys.append((entry.flight.date.day, entry.position.value))
    }

    /// Gives the rows of all parts away, each with the number of its part, newest first, until the closure returns false. Rows may be large, and stay where they
    /// are while their order is found.
    static func forEachInOrder(_ parts: [OrderedRows], _ take: (Int, Row) throws -> Bool) rethrows {
        let rows = parts.map(\.rows)
        for (part, index) in EntryOrder.newestFirst(parts.map(\.keys)) where try !take(part, rows[part][index]) { return }
    }
}

/// An entry of a list, beside what is written of it.
public struct ListedFlight: Sendable {
    public let date: CivilDate
    /// What it adds to the hours of its month: nothing where it is listed and is in no total. Tenths of an hour.
    public let tenths: Int

    public init(_ entry: FlightEntry) {
        date = entry.flight.date
        tenths = entry.mask == nil ? entry.flight.totalHours : 0
    }
}

/// An entry of a list, and where it was written.
private struct WrittenRow: Sendable {
    let flight: ListedFlight
    let place: RowBytes.Place

    static func maker(_ write: @escaping @Sendable (FlightEntry, inout [UInt8]) throws -> Bool) -> @Sendable (FlightEntry, inout RowBytes) throws -> WrittenRow? {
        { entry, bytes in try bytes.append { try write(entry, &$0) }.map { WrittenRow(flight: ListedFlight(entry), place: $0) } }
    }

    static func forEachInOrder(_ parts: [OrderedRows<WrittenRow>], _ take: (ListedFlight, ArraySlice<UInt8>) throws -> Bool) rethrows {
        let bytes = parts.map(\.bytes)
        try OrderedRows.forEachInOrder(parts) { part, row in try take(row.flight, bytes[part][row.place]) }
    }
}

/// Bytes of many rows in a few arrays: an array of each row would be made, and freed, for each.
private struct RowBytes: Sendable {
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

    subscript(place: Place) -> ArraySlice<UInt8> { (place.chunk < full.count ? full[Int(place.chunk)] : last)[Int(place.start)..<Int(place.end)] }
}
