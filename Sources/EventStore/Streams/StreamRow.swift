/// The row of a stream read in place: what a pass over all streams looks at, without a copy.
package struct StreamRow: ~Escapable {
    package let flags: StreamRecord.Flags
    /// The bytes that the read models keep with the stream.
    package let kept: RawSpan
    /// Events of the stream held here.
    package let count: Int
    /// Where it stands in the order of names, of the streams that are looked through.
    package let number: Int
    /// The newest places, after the count.
    private let places: RawSpan
    private let whole: RawSpan
    private let key: RawSpan

    /// Checks the checksum and what stands before the places.
    @_lifetime(copy row, copy key)
    package init(_ row: RawSpan, key: RawSpan, number: Int = 0) throws(StoreError) {
        guard RowChecksum.isValid(table: StoreTable.streams.number, key: key, row: row) else {
            throw .damagedRow(table: .streams, reason: "the checksum of a stream's row is wrong")
        }
        self = try StreamRow(checked: row, key: key, number: number)
    }

    /// Checks what stands before the places, but not the checksum.
    ///
    /// For rows whose checksum was checked, and for rows that only serve to read ahead.
    @_lifetime(copy row, copy key)
    init(checked row: RawSpan, key: RawSpan, number: Int = 0) throws(StoreError) {
        guard row.byteCount >= RowChecksum.bytes else {
            throw .damagedRow(table: .streams, reason: "a stream's row is shorter than its checksum")
        }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .streams)
        flags = StreamRecord.Flags(rawValue: try reader.byte())
        kept = try reader.borrow(try reader.count(itemBytesMinimum: 1))
        count = try reader.small()
        places = try reader.borrow(reader.remaining)
        self.number = number
        whole = row
        self.key = key
    }

    /// The place of the stream's one event; nil when it has several.
    package func onlyPlace() throws(StoreError) -> EventPlace? {
        guard count == 1 else { return nil }
        var reader = RowReader(places, table: .streams)
        let log = try reader.variable()
        let sequence = UInt64(bitPattern: try reader.signed())
        guard log <= UInt64(UInt32.max) else { throw reader.damaged }
        try reader.finish()
        return EventPlace(log: UInt32(log), sequence: sequence)
    }

    /// Calls with each of the newest places, which are all of them unless the stream has chunks, in arrival order.
    package func forEachNewest(_ body: (EventPlace) -> Void) throws(StoreError) {
        var reader = RowReader(places, table: .streams)
        var previous: UInt64 = 0
        for _ in 0..<count % StreamRecord.chunkPlaces {
            let log = try reader.variable()
            previous = previous &+ UInt64(bitPattern: try reader.signed())
            guard log <= UInt64(UInt32.max) else { throw reader.damaged }
            body(EventPlace(log: UInt32(log), sequence: previous))
        }
        try reader.finish()
    }

    package var hasChunks: Bool { count >= StreamRecord.chunkPlaces }

    /// The row copied out.
    package func record() throws(StoreError) -> StreamRecord { try StreamRecord(row: whole, key: key) }
}
