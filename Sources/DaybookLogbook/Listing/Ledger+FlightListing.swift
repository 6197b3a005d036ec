public import DaybookKit
import Engine
public import EventModel
import EventSourcing
import EventStore
public import Logbook

/// The entries of the logbook in the order in which people read them.
extension Ledger {
    /// The entries that stand, newest first: by date, then by the order in which they arrived.
    public func flights(_ asOf: AsOf = .now) throws -> Answer<[FlightEntry]> {
        try withView(asOf) { known, answered, transaction in
            Answer(asOf: answered, value: try rows(known, answered, asOf, transaction) { $0 })
        }
    }

    /// Writes a row of each entry, and calls with the rows in the order of `flights` until `receive` returns false.
    ///
    /// `write` appends a row to those of other entries, or returns false for none; `receive` gets its bytes. Rows are
    /// written in any order and on two threads, each entry being held for no longer than that takes. A logbook of many
    /// entries is read a few hundred at a time where kept rows give their order, so that it takes no more memory than a
    /// small one. One state of the ledger is read for as long as it takes: a closure that waits holds old pages of the
    /// store.
    public func listFlights(
        _ asOf: AsOf = .now, _ write: @escaping @Sendable (FlightEntry, inout [UInt8]) throws -> Bool,
        receive: (ListedFlight, ArraySlice<UInt8>) throws -> Bool
    ) throws {
        try listFlights(asOf, inPartsAbove: Ledger.entriesAtOnce, write, receive: receive)
    }

    /// Writes the rows like `listFlights(_:write:receive:)`, with the evidence of the number of the flights, and of the
    /// hours of each month where they are asked for: so many events of each at the most. With `evidence` it is written
    /// while the rows are taken. That is after all were read, unless a logbook is read in parts.
    public func listFlights(
        _ asOf: AsOf, explaining flights: Figure, withMonths: Bool, limit: Int,
        writing evidence: (@Sendable (Evidence) -> [UInt8])? = nil,
        _ write: @escaping @Sendable (FlightEntry, inout [UInt8]) throws -> Bool,
        receive: (ListedFlight, ArraySlice<UInt8>) throws -> Bool
    ) throws -> GatheredEvidence {
        let answered = try answered(asOf)
        let pinned = asOf.pinned(to: answered.position)
        let sessions =
            withMonths ? try withView(pinned) { known, _, transaction in try sessionStreams(known, transaction) } : []
        var gathered = GatheredEvidence(
            [flights], withMonths: withMonths, without: sessions, pinned, on: answered.on, limit: max(0, limit),
            writing: evidence)
        let rows = try withView(gathered.asOf) { known, answered, transaction -> [OrderedRows<WrittenRow>]? in
            // Only this question sees supposed records, and a large logbook is not read at once.
            guard known.supposed == nil, try keptDays(ofMoreThan: Ledger.entriesAtOnce, known, transaction) == nil
            else { return nil }
            let shares = try shares(
                known, answered, asOf, gathered.empty(in: zone, registry), transaction,
                WrittenRow.maker(try fleet(known, transaction), write))
            gathered.shares = shares.compactMap(\.evidence)
            return shares.map(\.rows)
        }
        if let rows {
            try gathered.write(self) { try WrittenRow.forEachInOrder(rows, receive) }
        } else {
            try listFlights(gathered.asOf, write, receive: receive)
        }
        return gathered
    }

    /// As the first; a logbook of more entries than given is read in parts.
    package func listFlights(
        _ asOf: AsOf, inPartsAbove most: Int, _ write: @escaping @Sendable (FlightEntry, inout [UInt8]) throws -> Bool,
        receive: (ListedFlight, ArraySlice<UInt8>) throws -> Bool
    ) throws {
        try withView(asOf) { known, answered, transaction in
            let fleet = try fleet(known, transaction)
            if let table = try keptDays(ofMoreThan: most, known, transaction) {
                return try forEachFlight(of: table, asOf.on, known, transaction) { entry in
                    var bytes: [UInt8] = []
                    return try write(entry, &bytes) ? receive(ListedFlight(entry, in: fleet), bytes[...]) : true
                }
            }
            try WrittenRow.forEachInOrder(
                try parts(known, answered, asOf, transaction, WrittenRow.maker(fleet, write)), receive)
        }
    }

    /// The newest of the entries that stand, at most so many, in the same order; only those are folded where kept rows
    /// give their order.
    public func newestFlights(_ limit: Int, _ asOf: AsOf = .now) throws -> Answer<[FlightEntry]> {
        let limit = max(0, limit)
        return try withView(asOf) { known, answered, transaction in
            // An entry that is listed and does not count has no row, and is linked with others.
            let isStated = try transaction.storeRecord().links.isEmpty
            let newest =
                isStated
                ? try engine.newestStreams(
                    flightLedger, limit: limit, through: asOf.on ?? .latest, knownAt: known, transaction) : nil
            guard let newest else {
                return Answer(
                    asOf: answered, value: Array(try rows(known, answered, asOf, transaction) { $0 }.prefix(limit)))
            }
            return Answer(
                asOf: answered,
                value: try newest.compactMap {
                    try engine.stream($0, knownAt: known, transaction).flatMap(FlightEntry.init)
                })
        }
    }

    /// How many entries may be held at a time, and how many are read at a time where there are more.
    private static let entriesAtOnce = 20_000
    private static let entriesOfAPart = 512

    /// The days of all entries that are listed; nil where they are no more than given, or kept rows cannot state them.
    private func keptDays(ofMoreThan most: Int = -1, _ known: KnownAt, _ transaction: borrowing StoreRead) throws
        -> DayTable?
    {
        // An entry that is listed and does not count, such as one that another has taken the place of, has no kept row.
        let head = try transaction.storeRecord()
        guard known.supposed == nil, head.links.isEmpty, try engine.coversPast(flightLedger, known, transaction)
        else { return nil }
        if known.isLatest {
            guard head.flaggedStreams == 0, let rows = try engine.keptRows(flightLedger, transaction),
                Int64(rows) > Int64(most)
            else { return nil }
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

    /// The parts of a list, with the keys of their order.
    private func parts<Row: Sendable>(
        _ known: KnownAt, _ answered: AnsweredAsOf, _ asOf: AsOf, _ transaction: borrowing StoreRead,
        _ make: @escaping @Sendable (FlightEntry, inout RowBytes) throws -> Row?
    ) throws -> [OrderedRows<Row>] {
        let parts = try shares(known, answered, asOf, nil, transaction, make).map(\.rows)
        var added = OrderedRows(through: asOf.on == nil ? nil : answered.on, make)
        for loaded in (known.supposed?.streams ?? [:]).values where loaded.stream.kind == "flight" && !loaded.isNew {
            try added.add(FlightEntry(loaded))
        }
        return parts + [added]
    }

    /// The rows of what is not only supposed, by the threads that read them, with what figures rest on where that is
    /// asked for.
    private func shares<Row: Sendable>(
        _ known: KnownAt, _ answered: AnsweredAsOf, _ asOf: AsOf, _ evidence: EvidenceShare?,
        _ transaction: borrowing StoreRead,
        _ make: @escaping @Sendable (FlightEntry, inout RowBytes) throws -> Row?
    ) throws -> [(rows: OrderedRows<Row>, evidence: EvidenceShare?)] {
        let empty = OrderedRows(through: asOf.on == nil ? nil : answered.on, make)
        let (engine, limit, supposed) = (engine, known.limit, Set(known.supposed?.streams.keys ?? [:].keys))
        return try engine.inShares(transaction, of: ["flight"]) { share, transaction in
            var (rows, found) = (empty, evidence)
            try engine.forEachFlight(
                knownAt: limit, except: supposed, share: share, into: &found, transaction,
                single: { name, row in try rows.add(FlightEntry(name, row)) },
                folded: { loaded in try rows.add(FlightEntry(loaded)) })
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
        let rows = try engine.contributions(flightLedger, days: days, in: table, knownAt: known, transaction)
        let entries = try Set(rows.map(\.stream)).compactMap {
            try engine.stream($0, knownAt: known, transaction).flatMap(FlightEntry.init)
        }
        return entries.sorted { ($0.flight.date, $0.position) < ($1.flight.date, $1.position) }
    }
}

/// An entry of a list, beside what is written of it.
public struct ListedFlight: Sendable {
    public let date: CivilDate
    /// The hours that it adds to its month: none where it is listed and is in no total, and none of a session in a
    /// training device.
    public let hours: Hours

    public init(_ entry: FlightEntry, in fleet: Fleet) {
        date = entry.flight.date
        hours = entry.mask == nil && !fleet.isDevice(entry.flight.aircraft) ? entry.flight.totalHours : .zero
    }
}
