package import EventModel
package import LMDB

/// The counts of links between streams; all zero, and nothing is looked for, while there are none.
package struct LinkCounts: Hashable, Sendable {
    /// Streams with a row of links.
    package var streams: UInt64 = 0
    /// Ids that are named and not held.
    package var waiting: UInt64 = 0
    /// Streams among the first with a note that takes records back.
    package var takingBack: UInt64 = 0
    /// Streams that hold links between the ledgers of two principals.
    package var ledgers: UInt64 = 0

    package init() {}

    package var isEmpty: Bool { streams == 0 && waiting == 0 && ledgers == 0 }

    func write(into writer: inout RowWriter) {
        writer.variable(streams)
        writer.variable(waiting)
        writer.variable(takingBack)
        if ledgers > 0 { writer.variable(ledgers) }
    }

    init(_ reader: inout RowReader, withLedgers: Bool) throws(StoreError) {
        streams = try reader.variable()
        waiting = try reader.variable()
        takingBack = try reader.variable()
        if withLedgers { ledgers = try reader.variable() }
        guard !isEmpty, takingBack <= streams, withLedgers == (ledgers > 0) else { throw reader.damaged }
    }
}

/// Which streams must be looked at together with one: a hint where to look, never an answer.
///
///     heads: 4 ‖ stream id text     flags (1: a note takes records back) ‖ names of streams, ascending (count LEB128;
///     length LEB128 ‖ UTF-8) heads: 5 ‖ content id (32)    names of the streams in which an event names the id, which
///     is not held, likewise
package struct LinkRow: Hashable, Sendable {
    /// Streams that name an event of this one, or are named by it.
    package var streams: Set<StreamID> = []
    package var takesBack = false

    package init() {}

    package var isEmpty: Bool { streams.isEmpty && !takesBack }

    package mutating func formUnion(_ other: LinkRow) {
        streams.formUnion(other.streams)
        takesBack = takesBack || other.takesBack
    }

    package static func key(_ stream: StreamID) -> [UInt8] { [4] + Array(stream.text.utf8) }
    package static func waitingKey(_ id: EventID) -> [UInt8] { [5] + id.words.bytes }

    package func row(key: [UInt8]) -> [UInt8] {
        var writer = RowWriter(capacity: 64)
        writer.byte(takesBack ? 1 : 0)
        writer.variable(UInt64(streams.count))
        for stream in streams.sorted() { writer.text(stream.text) }
        writer.seal(table: .heads, key: key)
        return writer.bytes
    }

    package init(row: RawSpan, key: RawSpan) throws(StoreError) {
        guard RowChecksum.isValid(table: StoreTable.heads.number, key: key, row: row) else {
            throw .damagedRow(table: .heads, reason: "the checksum of a row of links is wrong")
        }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .heads)
        takesBack = try reader.byte() == 1
        for _ in 0..<(try reader.count(itemBytesMinimum: 2)) { streams.insert(StreamID(unchecked: try reader.text())) }
        try reader.finish()
    }
}

extension Transaction where Self: ~Copyable {
    /// The links of a stream.
    package borrowing func links(of stream: StreamID) throws -> LinkRow { try linkRow(LinkRow.key(stream)) }

    /// The streams that wait for an id.
    package borrowing func waiting(for id: EventID) throws -> LinkRow { try linkRow(LinkRow.waitingKey(id)) }

    private borrowing func linkRow(_ key: [UInt8]) throws -> LinkRow {
        guard let row = try value(in: StoreTable.heads.lmdb, at: key) else {
            try proveAbsent(key, in: .heads)
            return LinkRow()
        }
        return try LinkRow(row: row, key: key.span.bytes)
    }

    /// Calls with every row of links, a stream or a waiting id (its hex), and reads each.
    package borrowing func forEachLinkRow(_ body: (_ stream: StreamID?, LinkRow) throws -> Void) throws {
        try proveComplete(from: [4], through: [6], in: .heads)
        try withCursor(in: StoreTable.heads.lmdb) { cursor in
            var isFirst = true
            while let (stream, row) = try Self.linkStep(&cursor, isFirst) {
                isFirst = false
                try body(stream, row)
            }
        }
    }

    private static func linkStep(_ cursor: inout Cursor, _ isFirst: Bool) throws -> (StreamID?, LinkRow)? {
        if isFirst {
            if let entry = try cursor.seek(atOrAfter: [4].span.bytes) { return try linkEntry(entry) }
        } else if let entry = try cursor.next() {
            return try linkEntry(entry)
        }
        return nil
    }

    private static func linkEntry(_ entry: borrowing Entry) throws -> (StreamID?, LinkRow) {
        let key = entry.key.withUnsafeBytes { unsafe Array($0) }
        let row = try LinkRow(row: entry.value, key: entry.key)
        return (key[0] == 4 ? StreamID(unchecked: String(decoding: key.dropFirst(), as: UTF8.self)) : nil, row)
    }
}

extension WriteTransaction {
    /// Writes what is linked with a stream, and counts it.
    package mutating func put(_ links: LinkRow, of stream: StreamID, _ counts: inout LinkCounts) throws {
        precondition(!links.isEmpty, "links are never taken away")
        let before = try self.links(of: stream)
        if before.isEmpty { counts.streams += 1 }
        if links.takesBack, !before.takesBack { counts.takingBack += 1 }
        let key = LinkRow.key(stream)
        try put(links.row(key: key), in: StoreTable.heads.lmdb, at: key)
    }

    /// Writes which streams wait for an id, and counts it; none takes the row away.
    package mutating func put(_ links: LinkRow, waitingFor id: EventID, _ counts: inout LinkCounts) throws {
        let before = try waiting(for: id)
        let key = LinkRow.waitingKey(id)
        if links.isEmpty {
            if try delete(in: StoreTable.heads.lmdb, at: key) { counts.waiting -= 1 }
        } else {
            if before.isEmpty { counts.waiting += 1 }
            try put(links.row(key: key), in: StoreTable.heads.lmdb, at: key)
        }
    }
}
