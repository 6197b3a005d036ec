import Engine
import EventModel

extension Ledger {
    /// Calls with a row of every event that a filter takes, in arrival order, each with its outcome as known then, until the closure returns false.
    ///
    /// Rows are made on two threads where there are many. Some hundred events are read at a time: whoever takes the rows slowly holds no old pages of the store.
    /// O(events), and those of the streams of several events once.
    public func listEvents<Row: Sendable>(
        _ filter: EventFilter, asOf: AsOf = .now, _ make: @escaping @Sendable (EventView) throws -> Row, take: (Row) throws -> Bool
    ) throws {
        let last = try answered(asOf).position
        let pinned = asOf.pinned(to: last)
        let memory = OutcomeMemory()
        let count = last > filter.after ? Int(clamping: last.value - filter.after.value) : 0
        // Of one stream, of few events, and what is only supposed: one page after another.
        guard filter.stream == nil, asOf.supposing == nil, min(count, filter.limit ?? count) >= Ledger.eventsWorthAThread else {
            return try listPages(filter, pinned, memory, make, take)
        }
        var left = filter.limit ?? Int.max
        do {
            try inPieces(of: count) { range in
                var part = filter
                part.after = Position(filter.after.value + UInt64(range.lowerBound))
                part.through = Position(filter.after.value + UInt64(range.upperBound))
                var rows: [Row] = []
                try self.events(part, asOf: pinned, memory) {
                    rows.append(try make($0))
                    return true
                }
                return rows
            } take: { rows in
                for row in rows {
                    guard left > 0, try take(row) else { throw ListEnd() }
                    left -= 1
                }
            }
        } catch is ListEnd {}
    }

    private static var eventsWorthAThread: Int { 2_048 }
    /// As many are read at a time.
    static var eventsOfAPage: Int { 512 }

    /// Ends the list before its last event.
    private struct ListEnd: Error {}

    private func listPages<Row: Sendable>(
        _ filter: EventFilter, _ asOf: AsOf, _ memory: OutcomeMemory, _ make: (EventView) throws -> Row, _ take: (Row) throws -> Bool
    ) throws {
        var (page, left) = (filter, filter.limit ?? Int.max)
        while left > 0 {
            page.limit = min(left, Ledger.eventsOfAPage)
            var rows: [(row: Row, position: Position)] = []
            try events(page, asOf: asOf, memory) {
                rows.append((try make($0), $0.position))
                return true
            }
            for row in rows where try !take(row.row) { return }
            guard rows.count == page.limit, let last = rows.last else { return }
            left -= rows.count
            page.after = last.position
        }
    }
}
