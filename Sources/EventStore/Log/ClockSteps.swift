package import EventModel
package import LMDB

/// The commits whose stamp is earlier than that of the commit before them.
///
/// Stamps only grow between two of them, so that an instant is found by binary search.
///
/// Row of table `heads`, key 3 ‖ 0, in every ledger that keeps rows of projections:
///
///     1: there were too many, and none is listed ‖ number of steps ‖ first position of each (LEB128, since the one
///     before)
package struct ClockSteps: Hashable, Sendable {
    static let key: [UInt8] = [3, 0]
    private static let most = 4_096

    /// Ascending; nil: too many.
    package private(set) var positions: [Position]? = []

    package init() {}

    package mutating func add(_ position: Position) {
        positions?.append(position)
        if positions?.count ?? 0 > ClockSteps.most { positions = nil }
    }

    fileprivate var row: [UInt8] {
        var writer = RowWriter(capacity: 64)
        writer.byte(positions == nil ? 1 : 0)
        writer.variable(UInt64(positions?.count ?? 0))
        var before: UInt64 = 0
        for position in positions ?? [] {
            writer.variable(position.value - before)
            before = position.value
        }
        writer.seal(table: .heads, key: ClockSteps.key)
        return writer.bytes
    }

    fileprivate init(row: RawSpan) throws(StoreError) {
        let key = ClockSteps.key
        guard RowChecksum.isValid(table: StoreTable.heads.number, key: key.span.bytes, row: row) else {
            throw .damagedRow(table: .heads, reason: "the checksum of the row of the clock's steps is wrong")
        }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .heads)
        let isFull = try reader.byte() == 1
        var before: UInt64 = 0
        for _ in 0..<(try reader.count(itemBytesMinimum: 1)) {
            before &+= try reader.variable()
            positions?.append(Position(before))
        }
        try reader.finish()
        if isFull { positions = nil }
    }
}

extension Transaction where Self: ~Copyable {
    /// The steps of the clock as they are kept; nil where none are, or damage hides them.
    package borrowing func clockSteps() throws -> ClockSteps? {
        if let row = try value(in: StoreTable.heads.lmdb, at: ClockSteps.key) { return try ClockSteps(row: row) }
        return nil
    }

    /// As they stand in the journal. O(commits).
    package borrowing func journalledClockSteps() throws -> ClockSteps {
        var steps = ClockSteps()
        var before: Instant?
        try forEachCommit(from: Position(1)) { row, _ in
            if let before, row.stamp < before { steps.add(row.first) }
            before = row.stamp
            return true
        }
        return steps
    }

    /// The largest position between two, stamped at or before an instant, where stamps only grow; nil when there is
    /// none. O(log).
    package borrowing func position(stampedBy instant: Instant, in range: ClosedRange<UInt64>) throws -> JournalRow? {
        var (low, high) = (range.lowerBound, range.upperBound)
        var found: JournalRow?
        while low <= high {
            guard let row = try journalRow(at: Position(low + (high - low) / 2)) else { return found }
            if row.stamp <= instant {
                found = row
                low = row.last.value + 1
            } else {
                high = row.first.value - 1
            }
        }
        return found
    }
}

extension WriteTransaction {
    /// Notes a step, where this commit is stamped earlier than the one before it.
    package mutating func noteClockStep(first: Position, stamp: Instant) throws {
        guard first.value > 1, let before = try journalRow(at: Position(first.value - 1)), stamp < before.stamp else {
            return
        }
        guard var steps = try clockSteps() else { return }
        steps.add(first)
        try put(steps)
    }

    package mutating func put(_ steps: ClockSteps) throws {
        try put(steps.row, in: StoreTable.heads.lmdb, at: ClockSteps.key)
    }
}
