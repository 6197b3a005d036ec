import EventCodec
package import EventModel
package import LMDB

/// The events with the latest clocks of their authors.
///
/// A question about today finds through them what lies after it, and reads no log.
///
/// Row of table `heads`, key 3 ‖ 2, written by every commit:
///
///     last position that it covers ‖ number of events ‖ each, ascending by clock: recorded, in milliseconds (signed) ‖
///     log ‖ sequence
///
/// A program without this row wrote the events that it does not cover; they are read from the log.
package struct LatestClocks: Sendable {
    fileprivate static let key: [UInt8] = [3, 2]
    private static let most = 32

    private struct Item: Sendable {
        let recorded: Instant
        let place: EventPlace
    }

    fileprivate private(set) var covered = Position.start
    private var items: [Item] = []

    init() {}

    mutating func note(_ other: LatestClocks) { for item in other.items { note(item.recorded, at: item.place) } }

    /// Notes an event. O(1) where clocks ascend.
    mutating func note(_ recorded: Instant, at place: EventPlace) {
        if items.count == LatestClocks.most, let earliest = items.first, recorded <= earliest.recorded { return }
        var index = items.endIndex
        while index > 0, items[index - 1].recorded > recorded { index -= 1 }
        items.insert(Item(recorded: recorded, place: place), at: index)
        if items.count > LatestClocks.most { items.removeFirst() }
    }

    mutating func cover(through position: Position) { covered = position }

    /// Those after an instant; nil where there may be more than are listed.
    func places(after instant: Instant) -> [EventPlace]? {
        let later = items.filter { $0.recorded > instant }
        return later.count == LatestClocks.most ? nil : later.map(\.place)
    }

    fileprivate var row: [UInt8] {
        var writer = RowWriter(capacity: 16 + 14 * items.count)
        writer.variable(covered.value)
        writer.variable(UInt64(items.count))
        for item in items {
            writer.signed(item.recorded.milliseconds)
            writer.variable(UInt64(item.place.log))
            writer.variable(item.place.sequence)
        }
        writer.seal(table: .heads, key: LatestClocks.key)
        return writer.bytes
    }

    fileprivate init(row: RawSpan) throws(StoreError) {
        let key = LatestClocks.key
        guard RowChecksum.isValid(table: StoreTable.heads.number, key: key.span.bytes, row: row) else {
            throw .damagedRow(table: .heads, reason: "the checksum of the row of the latest clocks is wrong")
        }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .heads)
        covered = Position(try reader.variable())
        for _ in 0..<(try reader.count(itemBytesMinimum: 3)) {
            let recorded = Instant(milliseconds: try reader.signed())
            guard let log = UInt32(exactly: try reader.variable()) else { throw reader.damaged }
            items.append(Item(recorded: recorded, place: EventPlace(log: log, sequence: try reader.variable())))
        }
        try reader.finish()
    }
}

extension Transaction where Self: ~Copyable {
    /// The events whose authors' clocks stood after an instant; without those whose rows are damaged.
    ///
    /// O(1) where they are few, else O(events).
    package borrowing func events(recordedAfter instant: Instant) throws -> [EventPlace] {
        if let places = try latestClocks(at: try storeRecord().position).places(after: instant) { return places }
        var found: [EventPlace] = []
        try forEachClock(after: .start) { if $0 > instant { found.append($1) } }
        return found
    }

    /// As they are kept; nil where none are. Throws where the row is damaged.
    package borrowing func keptLatestClocks() throws -> LatestClocks? {
        if let row = try value(in: StoreTable.heads.lmdb, at: LatestClocks.key) { return try LatestClocks(row: row) }
        return nil
    }

    /// As they are kept, with what the row does not cover of the events up to a position, the newest.
    fileprivate borrowing func latestClocks(at end: Position) throws -> LatestClocks {
        // A damaged row is made anew from the log; `verify` reports it.
        var clocks = (try? keptLatestClocks()) ?? LatestClocks()
        if clocks.covered > end { clocks = LatestClocks() }
        if clocks.covered == end { return clocks }
        try forEachClock(after: clocks.covered) { clocks.note($0, at: $1) }
        clocks.cover(through: end)
        return clocks
    }

    private borrowing func forEachClock(after position: Position, _ body: (Instant, EventPlace) -> Void) throws {
        try withEventCursor { events in
            try forEachCommit(from: Position(position.value + 1)) { row, _ in
                for run in row.runs {
                    for sequence in run.first..<run.first + run.count {
                        let place = EventPlace(log: run.log, sequence: sequence)
                        do {
                            try events.visitEvent(at: place) { body(try $0.envelopeView().recorded, place) }
                        } catch let error as StoreError where error.isOfDamage { continue }
                    }
                }
                return true
            }
        }
    }
}

extension WriteTransaction {
    /// Adds the clocks of the commit that is being written to those up to the position before it.
    mutating func note(_ clocks: LatestClocks, after before: Position, endingAt end: Position) throws {
        var kept = try latestClocks(at: before)
        kept.note(clocks)
        kept.cover(through: end)
        try put(kept.row, in: StoreTable.heads.lmdb, at: LatestClocks.key)
    }
}
