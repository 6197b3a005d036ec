package import EventModel
package import EventSourcing
package import EventStore
package import LMDB

/// Reads kept ledgers, holding every row against the mark its parent has of it.
extension Transaction where Self: ~Copyable {
    /// The heads of all kept ledgers.
    package borrowing func ledgerHeads() throws -> [LedgerHead] {
        try withCursor(in: StoreTable.heads.lmdb) { cursor in
            var heads: [LedgerHead] = []
            var next = try Self.ledgerHead(&cursor, from: LedgerKeys.head(0))
            while let head = next {
                heads.append(head)
                if head.slot == UInt8.max { break }
                next = try Self.ledgerHead(&cursor, from: LedgerKeys.head(head.slot + 1))
            }
            return heads
        }
    }

    private static func ledgerHead(_ cursor: inout Cursor, from key: [UInt8]) throws -> LedgerHead? {
        // Keys of two bytes that begin with 2 are ledgers' heads.
        if let entry = try cursor.seek(atOrAfter: key.span.bytes), entry.key.byteCount == 2,
            entry.key.extracting(0..<1).withUnsafeBytes({ unsafe $0[0] == 2 })
        {
            return try LedgerHead(row: entry.value, key: entry.key)
        }
        return nil
    }

    /// The row of a year: the marks of its months.
    package borrowing func yearMarks(_ slot: UInt8, _ mark: LedgerHead.Mark) throws -> [LedgerHead.Mark] {
        let key = LedgerKeys.year(slot, mark.number)
        guard let row = try value(in: StoreTable.projections.lmdb, at: key) else {
            throw StoreError.inconsistent("a year of a kept projection is missing")
        }
        var reader = try RowReader(checked: row, key: key.span.bytes, table: .projections)
        guard RowChecksum.stored(row) == mark.checksum else {
            throw StoreError.inconsistent("a year of a kept projection is not the one its head names")
        }
        let marks = try LedgerHead.Mark.read(&reader)
        try reader.finish()
        return marks
    }

    package borrowing func month(_ slot: UInt8, _ mark: LedgerHead.Mark, width: Int) throws -> MonthRow {
        let key = LedgerKeys.month(slot, mark.number)
        guard let row = try value(in: StoreTable.projections.lmdb, at: key) else {
            throw StoreError.inconsistent("a month of a kept projection is missing")
        }
        let month = try MonthRow(row: row, key: key.span.bytes, width: width)
        guard RowChecksum.stored(row) == mark.checksum else {
            throw StoreError.inconsistent("a month of a kept projection is not the one its year names")
        }
        return month
    }

    /// All days of a kept ledger. O(days).
    package borrowing func dayTable(_ head: LedgerHead) throws -> DayTable {
        var days: [DayTable.Day] = []
        var rows: UInt64 = 0
        for year in head.years {
            for mark in try yearMarks(head.slot, year) { rows += try append(month: mark, of: head, to: &days) }
        }
        guard rows == head.rows else {
            throw StoreError.inconsistent("the days of a kept projection do not add up to its head")
        }
        return DayTable(width: head.width, ascending: days)
    }

    /// The days of a kept ledger in the months that some days lie in, and of no other. O(days of these months).
    package borrowing func dayTable(_ head: LedgerHead, monthsOf range: ClosedRange<CivilDate>) throws -> DayTable {
        func number(_ date: CivilDate) -> UInt32 {
            let (year, month, _) = date.components
            return UInt32(clamping: year * 12 + month - 1)
        }
        let months = number(range.lowerBound)...number(range.upperBound)
        var days: [DayTable.Day] = []
        for year in head.years where (months.lowerBound / 12...months.upperBound / 12).contains(year.number) {
            for mark in try yearMarks(head.slot, year) where months.contains(mark.number) {
                _ = try append(month: mark, of: head, to: &days)
            }
        }
        return DayTable(width: head.width, ascending: days)
    }

    /// Answers how many rows the month has.
    private borrowing func append(month mark: LedgerHead.Mark, of head: LedgerHead, to days: inout [DayTable.Day])
        throws -> UInt64
    {
        let month = try month(head.slot, mark, width: head.width)
        let (number, of) = (Int(mark.number % 12) + 1, Int(mark.number / 12))
        var rows: UInt64 = 0
        for (day, sums) in month.days.enumerated() {
            guard let sums else { continue }
            guard let date = CivilDate(year: of, month: number, day: day) else {
                throw StoreError.inconsistent("a kept projection names a day that does not exist")
            }
            rows += sums.rows
            days.append(.init(date: date, rows: Int(sums.rows), sums: sums.sums))
        }
        return rows
    }

    /// How many rows a kept ledger has on days after one. O(days from its month on).
    package borrowing func rows(_ head: LedgerHead, after last: CivilDate) throws -> Int {
        let (year, month, lastDay) = last.components
        let own = UInt32(year * 12 + month - 1)
        var count = 0
        for year in head.years where year.number >= own / 12 {
            for mark in try yearMarks(head.slot, year) where mark.number >= own {
                for (day, sums) in try self.month(head.slot, mark, width: head.width).days.enumerated()
                where mark.number > own || day > lastDay {
                    count += Int(sums?.rows ?? 0)
                }
            }
        }
        return count
    }

    /// A row that a record adds to a day: which event anchors it, its measures, since which position it is there (nil:
    /// since that event), and its key.
    package typealias KeptContribution = (place: EventPlace, values: [Int64], since: UInt64?, key: [UInt8]?)

    /// The contributions of one day. Their number is for the caller to hold against the day's.
    package borrowing func contributions(_ head: LedgerHead, on day: CivilDate) throws -> [KeptContribution] {
        let prefix = LedgerKeys.day(head.slot, day)
        return try withCursor(in: StoreTable.projections.lmdb) { cursor in
            var result: [KeptContribution] = []
            var next = try Self.contribution(&cursor, from: prefix, prefix: prefix, width: head.width)
            while let found = next {
                result.append(found)
                next = try Self.contribution(&cursor, from: nil, prefix: prefix, width: head.width)
            }
            return result
        }
    }

    private static func contribution(
        _ cursor: inout Cursor, from start: [UInt8]?, prefix: [UInt8], width: Int
    ) throws -> KeptContribution? {
        if let start {
            if let entry = try cursor.seek(atOrAfter: start.span.bytes) {
                return try contribution(entry, prefix, width)
            }
        } else if let entry = try cursor.next() {
            return try contribution(entry, prefix, width)
        }
        return nil
    }

    private static func contribution(
        _ entry: borrowing Entry, _ prefix: [UInt8], _ width: Int
    ) throws -> KeptContribution? {
        guard entry.key.byteCount == 18,
            entry.key.extracting(0..<6).withUnsafeBytes({ unsafe $0.elementsEqual(prefix) }),
            let place = EventPlace(key: entry.key.extracting(6..<18))
        else { return nil }
        var values: [Int64] = []
        let (since, name) = try contributionValues(row: entry.value, key: entry.key, width: width, &values)
        return (place, values, since, name)
    }

    /// The contribution at a key; nil when there is none.
    package borrowing func contribution(_ head: LedgerHead, _ day: CivilDate, _ place: EventPlace) throws
        -> KeptContribution?
    {
        let key = LedgerKeys.contribution(head.slot, day, place)
        guard let row = try value(in: StoreTable.projections.lmdb, at: key.span.bytes) else { return nil }
        var values: [Int64] = []
        let (since, name) = try Self.contributionValues(row: row, key: key.span.bytes, width: head.width, &values)
        return (place, values, since, name)
    }

    /// Reads the measures.
    ///
    /// - Returns: The position since which they are there, where that is not their event's; otherwise nil. Their key.
    @discardableResult
    private static func contributionValues(row: RawSpan, key: RawSpan, width: Int, _ values: inout [Int64]) throws
        -> (since: UInt64?, key: [UInt8]?)
    {
        var reader = try RowReader(checked: row, key: key, table: .projections)
        try reader.signed(width, into: &values)
        if reader.isAtEnd { return (nil, nil) }
        let since = try reader.variable()
        let name = reader.isAtEnd ? nil : try reader.block()
        try reader.finish()
        return (since == 0 ? nil : since, name)
    }
}

extension Transaction where Self: ~Copyable {
    /// Whether the contributions of a ledger are as many as its head says and add up to its days.
    package borrowing func contributionsAddUp(_ head: LedgerHead, to table: DayTable) throws -> Bool {
        var builder = DayTableBuilder(width: head.width)
        var rows: UInt64 = 0
        var values: [Int64] = []
        var keyed = KeyedDayCount(head)
        let prefix: [UInt8] = [head.slot, 1]
        try withCursor(in: StoreTable.projections.lmdb) { cursor in
            var isFirst = true
            while let found = try Self.anyContribution(&cursor, isFirst ? prefix : nil, prefix, head.width, &values) {
                isFirst = false
                rows += 1
                builder.add(found.day, values.span)
                if let key = found.key { keyed.add(found.day, key, values) }
            }
        }
        return try rows == head.rows && builder.equals(table) && keyed.isKept(self)
    }

    private static func anyContribution(
        _ cursor: inout Cursor, _ start: [UInt8]?, _ prefix: [UInt8], _ width: Int, _ values: inout [Int64]
    ) throws -> (day: CivilDate, key: [UInt8]?)? {
        if let start {
            if let entry = try cursor.seek(atOrAfter: start.span.bytes) {
                return try anyContribution(entry, prefix, width, &values)
            }
        } else if let entry = try cursor.next() {
            return try anyContribution(entry, prefix, width, &values)
        }
        return nil
    }

    /// The day and the key of the contribution, and its measures in place of what was in `values`; nil past the last.
    private static func anyContribution(
        _ entry: borrowing Entry, _ prefix: [UInt8], _ width: Int, _ values: inout [Int64]
    ) throws -> (day: CivilDate, key: [UInt8]?)? {
        guard entry.key.byteCount == 18,
            entry.key.extracting(0..<2).withUnsafeBytes({ unsafe $0.elementsEqual(prefix) })
        else { return nil }
        var reader = RowReader(entry.key.extracting(2..<6), table: .projections)
        let day = CivilDate(day: Int32(bitPattern: try reader.word32() ^ 0x8000_0000))
        return (day, try contributionValues(row: entry.value, key: entry.key, width: width, &values).key)
    }
}
