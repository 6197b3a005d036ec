package import EventModel
package import EventSourcing
package import EventStore

/// The part of a stream's record for the projections: the places of its rows, so that they can be taken back.
///
///     flags (1: registers) · digest of the registers (32, when flagged) · rows (LEB128), for each: slot (1),
///     day (zigzag), anchor (LEB128)
package struct KeptRows: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package let slot: UInt8
        package let day: CivilDate
        /// The number of the anchoring event in the stream's arrival order.
        package let anchor: Int
    }

    package var rows: [Row] = []
    package var registers: Bytes32?

    package init() {}

    package var bytes: [UInt8] {
        if rows.isEmpty, registers == nil { return [] }
        var writer = RowWriter(capacity: 8)
        KeptRows.begin(rows.count, registers: registers, into: &writer)
        for row in rows { KeptRows.write(row, into: &writer) }
        return writer.bytes
    }

    /// The bytes before so many rows.
    static func begin(_ count: Int, registers: Bytes32?, into writer: inout RowWriter) {
        writer.byte(registers == nil ? 0 : 1)
        if let registers { writer.append(registers) }
        writer.variable(UInt64(count))
    }

    static func write(_ row: Row, into writer: inout RowWriter) {
        writer.byte(row.slot)
        writer.signed(Int64(row.day.day))
        writer.variable(UInt64(row.anchor))
    }

    package init(bytes: [UInt8]) throws(StoreError) {
        if bytes.isEmpty { return }
        let span = bytes.span.bytes
        var reader = RowReader(span, table: .streams)
        if try reader.byte() == 1 { registers = try reader.bytes32() }
        for _ in 0..<(try reader.count(itemBytesMinimum: 3)) {
            let slot = try reader.byte()
            let day = try reader.signed()
            guard let small = Int32(exactly: day) else { throw reader.damaged }
            rows.append(Row(slot: slot, day: CivilDate(day: small), anchor: try reader.small()))
        }
        try reader.finish()
    }
}

extension ContributionSink {
    /// The rows, those of one ledger and day added up: a stream gives a day at most one row. All have one key.
    package func merged() -> [MergedRow] { merged(rows.indices) }

    package typealias MergedRow = (ledger: Int, day: CivilDate, key: [UInt8]?, values: ArraySlice<Int64>)

    /// The merged rows of a range of rows, which are those of one stream.
    func merged(_ range: Range<Int>) -> [MergedRow] {
        if range.count <= 1 { return rows[range].map { ($0.ledger, $0.day, $0.key, values[$0.range]) } }
        var result: [MergedRow] = []
        for row in rows[range] {
            if let index = result.firstIndex(where: { $0.ledger == row.ledger && $0.day == row.day }) {
                result[index].values = ArraySlice(zip(result[index].values, values[row.range]).map(&+))
            } else {
                result.append((row.ledger, row.day, row.key, values[row.range]))
            }
        }
        return result
    }
}
