package import EventModel
package import LMDB

/// The compaction that a commit leaves to be done: bytes that it took out of rows may stay in free pages of the file.
///
/// Row of table `heads`, key 3 ‖ 1; written in the commit that takes the bytes out, gone with the file that a
/// compaction replaces. A store of a program that writes no such row owes nothing.
///
///     streams whose bodies were erased (texts, ascending) ‖ 1 where there are more than these, else 0 ‖ attachments
/// dropped
package struct OwedCompaction: Hashable, Sendable {
    static let key: [UInt8] = [3, 1]
    private static let streamsMaximum = 256

    /// Streams whose bodies were erased, ascending.
    package private(set) var streams: [StreamID] = []
    /// Whether there are more streams than those named.
    package private(set) var hasMore = false
    /// How many attachments were dropped.
    package private(set) var attachments: UInt64 = 0

    package init() {}

    package mutating func add(erased: [StreamID]) {
        let all = Set(streams).union(erased).sorted()
        streams = Array(all.prefix(OwedCompaction.streamsMaximum))
        hasMore = hasMore || all.count > streams.count
    }

    package mutating func add(attachments count: Int) { attachments += UInt64(count) }

    fileprivate var row: [UInt8] {
        var writer = RowWriter(capacity: 64)
        writer.variable(UInt64(streams.count))
        for stream in streams { writer.text(stream.text) }
        writer.byte(hasMore ? 1 : 0)
        writer.variable(attachments)
        writer.seal(table: .heads, key: OwedCompaction.key)
        return writer.bytes
    }

    fileprivate init(row: RawSpan) throws(StoreError) {
        guard RowChecksum.isValid(table: StoreTable.heads.number, key: OwedCompaction.key.span.bytes, row: row) else {
            throw .damagedRow(table: .heads, reason: "the checksum of the row of owed work is wrong")
        }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .heads)
        for _ in 0..<(try reader.count(itemBytesMinimum: 1)) {
            guard let stream = StreamID(try reader.text()) else { throw reader.damaged }
            streams.append(stream)
        }
        hasMore = try reader.byte() == 1
        attachments = try reader.variable()
        try reader.finish()
    }
}

extension Transaction where Self: ~Copyable {
    /// The compaction that is owed; nil for none.
    package borrowing func owedCompaction() throws -> OwedCompaction? {
        guard let row = try value(in: StoreTable.heads.lmdb, at: OwedCompaction.key) else { return nil }
        return try OwedCompaction(row: row)
    }
}

extension WriteTransaction {
    /// Notes in this commit what it leaves to be done.
    package mutating func owe(_ change: (inout OwedCompaction) -> Void) throws {
        var owed = try owedCompaction() ?? OwedCompaction()
        change(&owed)
        try put(owed.row, in: StoreTable.heads.lmdb, at: OwedCompaction.key)
    }

    /// Takes the note away; false where there was none.
    mutating func settleOwedCompaction() throws -> Bool {
        try delete(in: StoreTable.heads.lmdb, at: OwedCompaction.key)
    }
}
