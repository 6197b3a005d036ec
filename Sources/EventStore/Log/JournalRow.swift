package import EventModel

/// One commit in the arrival journal: which events arrived, when, and the hash of everything before.
///
/// Key: first position (8). Row:
///
///     0   32 chain: SHA-256("daybook/arrival/1" ‖ chain of the row before ‖ this row from byte 32 to its checksum)
///     32  8  arrival stamp, milliseconds, the raw clock
///     40  …  number of runs (LEB128), then for each: log, first sequence, count (LEB128 each)
package struct JournalRow: Hashable, Sendable {
    package struct Run: Hashable, Sendable {
        package let log: UInt32
        package let first: UInt64
        package var count: UInt64
        package init(log: UInt32, first: UInt64, count: UInt64) {
            self.log = log
            self.first = first
            self.count = count
        }
    }

    package let first: Position
    package let stamp: Instant
    package let runs: [Run]

    package init(first: Position, stamp: Instant, runs: [Run]) {
        self.first = first
        self.stamp = stamp
        self.runs = runs
    }

    package var count: UInt64 { runs.reduce(0) { $0 + $1.count } }
    /// The last position of the commit.
    package var last: Position { Position(first.value + count - 1) }

    package static func key(_ first: Position) -> [UInt8] {
        var writer = RowWriter(capacity: 8)
        writer.word64(first.value)
        return writer.bytes
    }

    /// The bytes that the chain covers.
    package var content: [UInt8] {
        var writer = RowWriter(capacity: 24)
        writer.word64(UInt64(bitPattern: stamp.milliseconds))
        writer.variable(UInt64(runs.count))
        for run in runs {
            writer.variable(UInt64(run.log))
            writer.variable(run.first)
            writer.variable(run.count)
        }
        return writer.bytes
    }

    package func row(chain: Bytes32) -> [UInt8] {
        var writer = RowWriter(capacity: 64)
        writer.append(chain)
        writer.append(content)
        writer.seal(table: .arrival, key: JournalRow.key(first))
        return writer.bytes
    }

    /// Reads a row found at the key, and the chain that stands in it.
    package static func read(row: RawSpan, key: RawSpan) throws(StoreError) -> (row: JournalRow, chain: Bytes32) {
        guard key.byteCount == 8, RowChecksum.isValid(table: StoreTable.arrival.number, key: key, row: row) else {
            throw .damagedRow(table: .arrival, reason: "the checksum of a row of the arrival journal is wrong")
        }
        var keyReader = RowReader(key, table: .arrival)
        let first = Position(try keyReader.word64())
        guard first > .start else { throw keyReader.damaged }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .arrival)
        let chain = try reader.bytes32()
        let stamp = Instant(milliseconds: Int64(bitPattern: try reader.word64()))
        var runs: [Run] = []
        for _ in 0..<(try reader.count(itemBytesMinimum: 3)) {
            let log = try reader.variable()
            guard log <= UInt64(UInt32.max) else { throw reader.damaged }
            runs.append(Run(log: UInt32(log), first: try reader.variable(), count: try reader.variable()))
        }
        try reader.finish()
        // A commit without events writes no row; sums that do not fit are no counts.
        var total: UInt64 = 0
        for run in runs {
            let (sum, overflow) = total.addingReportingOverflow(run.count)
            guard !overflow, run.count > 0, !run.first.addingReportingOverflow(run.count).overflow else {
                throw reader.damaged
            }
            total = sum
        }
        guard total > 0, !first.value.addingReportingOverflow(total).overflow else { throw reader.damaged }
        return (JournalRow(first: first, stamp: stamp, runs: runs), chain)
    }
}
