import EventCodec
package import EventModel
package import LMDB

/// An erasure from elsewhere whose days run: what it reaches is hidden, and its bytes are still here.
///
/// Row of table `heads`, key 3 ‖ 3 ‖ log (4) ‖ sequence (8) of the erasure; written in the commit that stores the
/// erasure, gone in the commit that destroys what it reaches:
///
///     since which instant its days run, in milliseconds (8) ‖ the ledger's last position then (8)
package struct WaitingErasure: Hashable, Sendable {
    /// How long what an erasure from elsewhere reaches can be brought back.
    package static let days: Int64 = 14
    static let prefix: [UInt8] = [3, 3]

    package let place: EventPlace
    /// The stamp of the commit with which its days began.
    package let since: Instant
    /// The last position that the ledger held then.
    package let position: Position

    package init(place: EventPlace, since: Instant, position: Position) {
        (self.place, self.since, self.position) = (place, since, position)
    }

    /// The instant from which the bytes go.
    package var due: Instant { Instant(milliseconds: since.milliseconds + WaitingErasure.days * 86_400_000) }

    fileprivate var row: [UInt8] {
        var writer = RowWriter(capacity: 24)
        writer.word64(UInt64(bitPattern: since.milliseconds))
        writer.word64(position.value)
        writer.seal(table: .heads, key: HeldKey.bytes(WaitingErasure.prefix, place))
        return writer.bytes
    }

    package init(row: RawSpan, key: RawSpan) throws(StoreError) {
        place = try HeldKey.place(key, row, "an erasure that waits")
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .heads)
        since = Instant(milliseconds: Int64(bitPattern: try reader.word64()))
        position = Position(try reader.word64())
        try reader.finish()
    }
}

/// Keys of rows about the event at a place.
enum HeldKey {
    static let byteCount = 14

    static func bytes(_ prefix: [UInt8], _ place: EventPlace) -> [UInt8] { prefix + place.keyBytes }

    /// The place that a key names, where the checksum of its row holds.
    static func place(_ key: RawSpan, _ row: RawSpan, _ what: String) throws(StoreError) -> EventPlace {
        guard key.byteCount == byteCount, RowChecksum.isValid(table: StoreTable.heads.number, key: key, row: row),
            let place = EventPlace(key: key.extracting(2..<byteCount))
        else {
            throw .damagedRow(table: .heads, reason: "the checksum of the row of \(what) is wrong")
        }
        return place
    }
}

extension Transaction where Self: ~Copyable {
    /// Whether the days of an erasure run.
    package borrowing func isWaiting(_ erasure: EventPlace) throws -> Bool {
        try value(in: StoreTable.heads.lmdb, at: HeldKey.bytes(WaitingErasure.prefix, erasure)) != nil
    }

    /// The erasures whose days run, ascending by place. O(their number).
    package borrowing func waitingErasures() throws -> [WaitingErasure] {
        var found: [WaitingErasure] = []
        try forEachHeldRow(WaitingErasure.prefix) { key, row in found.append(try WaitingErasure(row: row, key: key)) }
        return found
    }

    /// Calls with the rows whose keys begin so.
    borrowing func forEachHeldRow(_ prefix: [UInt8], _ body: (RawSpan, RawSpan) throws -> Void) throws {
        try proveComplete(from: prefix, through: [prefix[0], prefix[1] + 1], in: .heads)
        try withCursor(in: StoreTable.heads.lmdb) { cursor in
            var isFirst = true
            while try Self.heldStep(&cursor, prefix, isFirst, body) { isFirst = false }
        }
    }

    /// False at the end.
    private static func heldStep(
        _ cursor: inout Cursor, _ prefix: [UInt8], _ isFirst: Bool, _ body: (RawSpan, RawSpan) throws -> Void
    ) throws -> Bool {
        if isFirst {
            guard let entry = try cursor.seek(atOrAfter: prefix) else { return false }
            return try visit(entry, prefix, body)
        }
        guard let entry = try cursor.next() else { return false }
        return try visit(entry, prefix, body)
    }

    private static func visit(
        _ entry: borrowing Entry, _ prefix: [UInt8], _ body: (RawSpan, RawSpan) throws -> Void
    ) throws -> Bool {
        guard entry.key.byteCount >= 2, entry.key.extracting(0..<2).array == prefix else { return false }
        try body(entry.key, entry.value)
        return true
    }
}

extension WriteTransaction {
    package mutating func put(_ erasure: WaitingErasure) throws {
        try put(erasure.row, in: StoreTable.heads.lmdb, at: HeldKey.bytes(WaitingErasure.prefix, erasure.place))
    }

    /// Ends the waiting of an erasure; false where it did not wait.
    package mutating func endWaiting(_ erasure: EventPlace) throws -> Bool {
        try delete(in: StoreTable.heads.lmdb, at: HeldKey.bytes(WaitingErasure.prefix, erasure))
    }
}
