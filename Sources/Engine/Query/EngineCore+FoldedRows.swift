import EventCodec
package import EventModel
package import EventSourcing
package import EventStore
import ReadModels
import TransparencyLog

/// Dated rows from the events alone, where kept rows have no answer.
///
/// These are earlier positions, supposed events, and other plans.
extension EngineCore {
    /// The days of a ledger, by folding what was known.
    package func foldedTable(_ ledger: Int, knownAt: KnownAt, _ transaction: borrowing StoreRead) throws -> DayTable {
        let width = registry.ledgers[ledger].measures.count
        let parts = try foldedParts(ledger, knownAt, transaction, DayTableBuilder(width: width), wants: { _ in false })
        { builder, row, _ in
            builder.add(row.day, row.values)
        }
        guard var whole = parts.first else { return DayTable(width: width) }
        for part in parts.dropFirst() { whole.add(part) }
        return whole.table
    }

    /// The rows of some days with the events that anchor them, in the order of the days and of the places of the
    /// events.
    package func foldedContributions(
        _ ledger: Int, days: [CivilDate], knownAt: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> [Contribution] {
        let order = Dictionary(days.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var found = try foldedParts(
            ledger, knownAt, transaction, [(contribution: Contribution, place: EventPlace)](),
            wants: { order[$0] != nil }
        ) { found, row, anchor in
            guard let anchor else { return }
            found.append(
                (
                    Contribution(
                        event: anchor.event, stream: anchor.stream, day: row.day, key: row.key,
                        values: Array(row.values)),
                    anchor.place
                ))
        }.flatMap(\.self)
        found.sort { (order[$0.contribution.day] ?? 0, $0.place) < (order[$1.contribution.day] ?? 0, $1.place) }
        return found.map(\.contribution)
    }

    /// Makes a part from all rows of a ledger for each share of the streams; rows of wanted days come with their
    /// anchors.
    private func foldedParts<Part: Sendable>(
        _ ledger: Int, _ knownAt: KnownAt, _ transaction: borrowing StoreRead, _ empty: Part,
        wants: @escaping @Sendable (CivilDate) -> Bool,
        _ add: @escaping @Sendable (inout Part, ContributionSink.MergedRow, Anchor?) -> Void
    ) throws -> [Part] {
        if knownAt.supposed != nil {
            var part = empty
            var rows = RowsOfRecords(ledger: ledger)
            for kind in registry.kinds(ofLedger: ledger) {
                try forEachStream(kind: kind, knownAt: knownAt, transaction) { loaded in
                    rows.forEach(of: loaded, wants) { add(&part, $0, $1) }
                    return true
                }
            }
            return [part]
        }
        var parts: [Part] = []
        for kind in registry.kinds(ofLedger: ledger) {
            parts += try foldedParts(ledger, kind, knownAt.limit, transaction, empty, wants: wants, add)
        }
        return parts
    }

    private func foldedParts<Part: Sendable>(
        _ ledger: Int, _ kind: String, _ limit: Position?, _ transaction: borrowing StoreRead, _ empty: Part,
        wants: @escaping @Sendable (CivilDate) -> Bool,
        _ add: @escaping @Sendable (inout Part, ContributionSink.MergedRow, Anchor?) -> Void
    ) throws -> [Part] {
        let prefix = Array((kind + "/").utf8)
        return try inShares(transaction, of: [kind]) { share, transaction in
            var part = empty
            var rows = RowsOfRecords(ledger: ledger)
            try self.readRecords(
                prefix: prefix, knownAt: limit, share, transaction,
                single: { name, place, row, events in
                    rows.forEach(of: name, place, row, events, wants) { add(&part, $0, $1) }
                    return true
                },
                folded: { loaded in
                    rows.forEach(of: loaded, wants) { add(&part, $0, $1) }
                    return true
                })
            return part
        }
    }
}

extension EngineCore {
    /// The days of a ledger with the sums of one key alone, within some days.
    ///
    /// From kept rows, O(days, and their keys). Of an earlier position, and of supposed events, from the rows of these
    /// days.
    package func keyedTable(
        _ ledger: Int, key: [UInt8], days: ClosedRange<CivilDate>, knownAt: KnownAt,
        _ transaction: borrowing StoreRead
    ) throws -> DayTable {
        let table = try dayTable(ledger, days: days, knownAt: knownAt, transaction)
        let dates = table.days.map(\.date).filter(days.contains)
        var found: [DayTable.Day] = []
        if knownAt.isLatest, knownAt.supposed == nil, let head = try keptHead(ledger, transaction) {
            for date in dates {
                guard let sums = try transaction.keyedDay(head, date).keys[key] else { continue }
                found.append(.init(date: date, rows: Int(sums.rows), sums: sums.sums))
            }
        } else {
            for row in try contributions(ledger, days: dates, in: table, knownAt: knownAt, transaction)
            where row.key == key {
                if found.last?.date != row.day {
                    found.append(.init(date: row.day, rows: 0, sums: [Int64](repeating: 0, count: table.width)))
                }
                var day = found.removeLast()
                day.rows += 1
                for (index, value) in row.values.enumerated() { day.sums[index] &+= value }
                found.append(day)
            }
        }
        return DayTable(width: table.width, ascending: found)
    }
}

/// The event that anchors a row.
private struct Anchor {
    let event: EventID
    let stream: StreamID
    let place: EventPlace
}

/// The rows of one ledger that records add, one record after another.
private struct RowsOfRecords {
    let ledger: Int
    private var sink = ContributionSink()
    private let scan = FieldScan()

    init(ledger: Int) { self.ledger = ledger }

    mutating func forEach(
        of loaded: LoadedStream, _ wants: (CivilDate) -> Bool, _ body: (ContributionSink.MergedRow, Anchor?) -> Void
    ) {
        sink.removeAll()
        loaded.contribute(scan, to: &sink)
        for row in sink.merged() where row.ledger == ledger {
            body(
                row,
                wants(row.day)
                    ? Anchor(
                        event: loaded.events[loaded.anchor].id, stream: loaded.stream,
                        place: loaded.places[loaded.anchor]) : nil)
        }
    }

    /// Of a record that is no more than its one event says, which was looked at last.
    mutating func forEach(
        of name: RawSpan, _ place: EventPlace, _ event: borrowing LogRow, _ events: borrowing SingleEvents,
        _ wants: (CivilDate) -> Bool,
        _ body: (ContributionSink.MergedRow, Anchor?) -> Void
    ) {
        sink.removeAll()
        events.contribute(event.body, to: &sink)
        if sink.rows.isEmpty { return }
        for row in sink.merged() where row.ledger == ledger {
            guard wants(row.day) else {
                body(row, nil)
                continue
            }
            body(
                row,
                Anchor(
                    event: EventID(SHA256Hasher.leafHash(envelope: event.envelope)),
                    stream: StreamID(unchecked: name.text), place: place))
        }
    }
}

/// A dated row of a record with the event that anchors it.
package struct Contribution: Sendable {
    package let event: EventID
    package let stream: StreamID
    package let day: CivilDate
    /// The key of its sums beside the day.
    package let key: [UInt8]?
    package let values: [Int64]

    init(event: EventID, stream: StreamID, day: CivilDate, key: [UInt8]?, values: [Int64]) {
        self.event = event
        self.stream = stream
        self.day = day
        self.key = key
        self.values = values
    }
}
