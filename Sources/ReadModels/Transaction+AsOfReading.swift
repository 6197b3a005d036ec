package import EventModel
package import EventSourcing
package import EventStore
package import LMDB

/// Reads what a kept ledger was at an earlier position.
extension Transaction where Self: ~Copyable {
    /// Nil where nothing of the past is kept.
    package borrowing func asOfHead(_ slot: UInt8) throws -> AsOfHead? {
        if let row = try value(in: StoreTable.heads.lmdb, at: AsOfKeys.head(slot)) {
            return try AsOfHead(row: row, slot: slot)
        }
        return nil
    }

    /// The days of a kept ledger as known at a position; nil where only a fold has the answer.
    ///
    /// O(days of the window, and some hundred changes), whatever the position and the number of events.
    package borrowing func dayTable(_ head: LedgerHead, at position: Position, _ window: DayWindow = .all) throws
        -> DayTable?
    {
        guard let past = try asOfHead(head.slot), position.value >= past.since else { return nil }
        var reading = AsOfTable(head, window)
        let version = try asOfVersion(head, at: position.value)
        if let version { try addParts(version.version, &reading) }
        guard
            try addChanges(
                after: version?.position ?? 0, version?.version.lastChanges ?? 0, through: position.value, past,
                to: &reading)
        else { return nil }
        return try reading.table()
    }

    /// Whether kept rows state what a ledger was at a position. Elsewhere only a fold does. O(some hundred changes).
    package borrowing func coversPast(_ head: LedgerHead, at position: Position) throws -> Bool {
        // No day: only the changes are looked at.
        try dayTable(head, at: position, .days(.earliest...(.earliest), withSumBefore: false)) != nil
    }

    /// The newest version at or before a position, and which it is of.
    borrowing func asOfVersion(_ head: LedgerHead, at position: UInt64) throws -> (
        position: UInt64, version: AsOfVersion
    )? {
        try withCursor(in: StoreTable.projections.lmdb) { cursor in
            try Self.version(&cursor, AsOfKeys.version(head.slot, position), head.width)
        }
    }

    private static func version(_ cursor: inout Cursor, _ key: [UInt8], _ width: Int) throws -> (
        position: UInt64, version: AsOfVersion
    )? {
        guard let entry = try cursor.seek(atOrBefore: key), let position = AsOfTable.position(of: entry.key, like: key)
        else { return nil }
        var reader = try RowReader(checked: entry.value, key: entry.key, table: .projections)
        var version = AsOfVersion()
        version.lastChanges = try reader.variable()
        version.parts = try AsOfVersion.read(&reader, width: width)
        try reader.finish()
        return (position, version)
    }

    /// The months of a year as a version names them.
    borrowing func asOfMonths(_ head: LedgerHead, _ year: AsOfVersion.Part) throws -> [AsOfVersion.Part] {
        let key = AsOfKeys.year(head.slot, year.number, year.written)
        guard let row = try value(in: StoreTable.projections.lmdb, at: key), RowChecksum.stored(row) == year.checksum
        else { throw AsOfTable.missing }
        var reader = try RowReader(checked: row, key: key.span.bytes, table: .projections)
        let months = try AsOfVersion.read(&reader, width: head.width)
        try reader.finish()
        return months
    }

    private borrowing func addParts(_ version: AsOfVersion, _ reading: inout AsOfTable) throws {
        for year in version.parts {
            switch reading.place(ofMonths: year.number * 12...year.number * 12 + 11) {
            case .outside: continue
            case .before: reading.addBefore(year)
            case .within:
                for month in try asOfMonths(reading.head, year) {
                    switch reading.place(ofMonths: month.number...month.number) {
                    case .outside: continue
                    case .before: reading.addBefore(month)
                    case .within: try addMonth(month, &reading)
                    }
                }
            }
        }
    }

    private borrowing func addMonth(_ month: AsOfVersion.Part, _ reading: inout AsOfTable) throws {
        let key = AsOfKeys.month(reading.head.slot, month.number, month.written)
        guard let row = try value(in: StoreTable.projections.lmdb, at: key), RowChecksum.stored(row) == month.checksum
        else { throw AsOfTable.missing }
        let reader = try RowReader(checked: row, key: key.span.bytes, table: .projections)
        try reading.add(daysOf: month.number, reader)
    }

    /// Adds the changes between two positions; false where the last of them is recorded as a whole only.
    borrowing func addChanges(
        after first: UInt64, _ lastChanges: UInt64, through last: UInt64, _ past: AsOfHead,
        to reading: inout some TakesChanges
    ) throws -> Bool {
        if past.lastChanges == lastChanges { return true }
        let start = AsOfKeys.changes(reading.head.slot, first + 1)
        return try withCursor(in: StoreTable.projections.lmdb) { cursor in
            var before = lastChanges
            var step = try Self.changes(&cursor, start, like: start, before: before, through: last, &reading)
            while case .row(let first) = step {
                before = first
                step = try Self.changes(&cursor, nil, like: start, before: before, through: last, &reading)
            }
            // The row after the last that was read names it, or the head does.
            if step == .end, before != past.lastChanges { throw AsOfTable.missing }
            return step != .whole
        }
    }

    private static func changes(
        _ cursor: inout Cursor, _ start: [UInt8]?, like key: [UInt8], before: UInt64, through last: UInt64,
        _ reading: inout some TakesChanges
    ) throws -> ChangesStep {
        if let start {
            if let entry = try cursor.seek(atOrAfter: start.span.bytes) {
                return try reading.add(changes: entry, like: key, before: before, through: last)
            }
        } else if let entry = try cursor.next() {
            return try reading.add(changes: entry, like: key, before: before, through: last)
        }
        return .end
    }

    /// The contributions of one day as known at a position: which event anchors each, and its measures, in the order of
    /// the events' places.
    package borrowing func contributions(
        _ head: LedgerHead, on day: CivilDate, at position: Position
    ) throws -> [(place: EventPlace, key: [UInt8]?, values: [Int64])] {
        var result: [(place: EventPlace, key: [UInt8]?, values: [Int64])] = []
        for row in try contributions(head, on: day) {
            let since = try row.since ?? withEvent(at: row.place) { $0.position.value }
            if since <= position.value { result.append((row.place, row.key, row.values)) }
        }
        let prefix = AsOfKeys.pastDay(head.slot, day)
        try withCursor(in: StoreTable.projections.lmdb) { cursor in
            var next = try Self.past(&cursor, from: prefix, prefix, head.width)
            while let row = next {
                if row.from <= position.value, position.value < row.until {
                    result.append((row.place, row.key, row.values))
                }
                next = try Self.past(&cursor, from: nil, prefix, head.width)
            }
        }
        return result.sorted { $0.place < $1.place }
    }

    private typealias PastRow = (place: EventPlace, from: UInt64, until: UInt64, key: [UInt8]?, values: [Int64])

    private static func past(_ cursor: inout Cursor, from start: [UInt8]?, _ prefix: [UInt8], _ width: Int) throws
        -> PastRow?
    {
        if let start {
            if let entry = try cursor.seek(atOrAfter: start.span.bytes) { return try past(entry, prefix, width) }
        } else if let entry = try cursor.next() {
            return try past(entry, prefix, width)
        }
        return nil
    }

    private static func past(_ entry: borrowing Entry, _ prefix: [UInt8], _ width: Int) throws -> PastRow? {
        guard entry.key.byteCount == 26,
            entry.key.extracting(0..<6).withUnsafeBytes({ unsafe $0.elementsEqual(prefix) }),
            let place = EventPlace(key: entry.key.extracting(6..<18))
        else { return nil }
        var until = RowReader(entry.key.extracting(18..<26), table: .projections)
        var reader = try RowReader(checked: entry.value, key: entry.key, table: .projections)
        let from = try reader.variable()
        var values: [Int64] = []
        try reader.signed(width, into: &values)
        let name = reader.isAtEnd ? nil : try reader.block()
        try reader.finish()
        return (place, from, try until.word64(), name, values)
    }
}

/// A table of days that is being put together from a version and the changes after it.
struct AsOfTable: TakesChanges {
    enum Place { case before, within, outside }

    static let missing = StoreError.inconsistent("a row of a projection's past is missing or not the one that is named")

    let head: LedgerHead
    private let months: ClosedRange<UInt32>
    /// The first day of the first month; what lies before is summed up. Nil: nothing is.
    private let sumsUntil: CivilDate?
    private let days: ClosedRange<Int32>
    private var builder: DayTableBuilder
    private var rowsBefore = 0
    private var sumsBefore: [Int64]
    private var values: [Int64]

    init(_ head: LedgerHead, _ window: DayWindow) {
        self.head = head
        builder = DayTableBuilder(width: head.width)
        sumsBefore = [Int64](repeating: 0, count: head.width)
        values = []
        guard case .days(let range, let withSumBefore) = window else {
            months = 0...UInt32.max
            days = Int32.min...Int32.max
            sumsUntil = nil
            return
        }
        let (first, last) = (range.lowerBound.components, range.upperBound.components)
        months = UInt32(first.year * 12 + first.month - 1)...UInt32(last.year * 12 + last.month - 1)
        let start = range.lowerBound.adding(days: 1 - first.day)
        let next =
            last.month == 12
            ? CivilDate(year: last.year + 1, month: 1, day: 1)
            : CivilDate(year: last.year, month: last.month + 1, day: 1)
        days = start.day...(next.map { $0.day - 1 } ?? CivilDate.latest.day)
        sumsUntil = withSumBefore ? start : nil
    }

    func place(ofMonths range: ClosedRange<UInt32>) -> Place {
        if range.upperBound < months.lowerBound { return sumsUntil == nil ? .outside : .before }
        return range.lowerBound > months.upperBound ? .outside : .within
    }

    mutating func addBefore(_ part: AsOfVersion.Part) {
        rowsBefore += Int(part.rows)
        for index in sumsBefore.indices { sumsBefore[index] += part.sums[index] }
    }

    /// The days of a month, from the row that has passed its check.
    mutating func add(daysOf month: UInt32, _ row: consuming RowReader) throws {
        guard let first = CivilDate(year: Int(month / 12), month: Int(month % 12) + 1, day: 1) else {
            throw row.damaged
        }
        while !row.isAtEnd {
            let number = Int32(try row.byte())
            guard (1...31).contains(number) else { throw row.damaged }
            let rows = try row.small()
            try row.signed(head.width, into: &values)
            guard builder.change(CivilDate(day: first.day + number - 1), rows: rows, values, sign: 1) else {
                throw row.damaged
            }
        }
    }

    /// The position that ends a key of the same kind; nil for other keys.
    static func position(of key: RawSpan, like pattern: [UInt8]) -> UInt64? {
        guard key.byteCount == pattern.count,
            key.extracting(0..<2).withUnsafeBytes({ unsafe $0[0] == pattern[0] && $0[1] == pattern[1] })
        else { return nil }
        // Eight bytes by the guard; any bit pattern is an integer.
        return unsafe UInt64(bigEndian: key.unsafeLoadUnaligned(fromByteOffset: key.byteCount - 8, as: UInt64.self))
    }

    mutating func addChange(_ day: CivilDate, sign: Int64, _ reader: inout RowReader) throws {
        let number = day.day
        if days.contains(number) {
            values.removeAll(keepingCapacity: true)
            for _ in 0..<head.width { values.append(0) }
            try reader.addSparse(to: &values, sign: 1)
            guard builder.change(day, rows: Int(sign), values, sign: sign) else { throw AsOfTable.missing }
        } else if let sumsUntil, number < sumsUntil.day {
            rowsBefore += Int(sign)
            try reader.addSparse(to: &sumsBefore, sign: sign)
        } else {
            try reader.skipSparse()
        }
    }

    consuming func table() throws -> DayTable {
        let table = builder.table
        guard let sumsUntil, rowsBefore > 0 else { return table }
        return DayTable(
            width: head.width,
            ascending: [.init(date: sumsUntil.adding(days: -1), rows: rowsBefore, sums: sumsBefore)] + table.days)
    }
}

/// The result of reading a row of changes.
enum ChangesStep: Equatable {
    /// It begins at this position, and there may be more.
    case row(UInt64)
    /// No row that counts is left, and none after it either.
    case end
    /// The rest lies behind the position.
    case done
    /// It has no answer for the position.
    case whole
}

/// A target that changes are read into.
protocol TakesChanges {
    var head: LedgerHead { get }
    /// One change; reads exactly its measures.
    mutating func addChange(_ day: CivilDate, sign: Int64, _ reader: inout RowReader) throws
}

extension TakesChanges {
    /// Takes the changes of a row through a position.
    mutating func add(changes entry: borrowing Entry, like key: [UInt8], before: UInt64, through last: UInt64) throws
        -> ChangesStep
    {
        guard let first = AsOfTable.position(of: entry.key, like: key) else { return .end }
        var reader = try RowReader(checked: entry.value, key: entry.key, table: .projections)
        let stated = try AsOfChanges.head(&reader, first: first)
        guard stated.before == before else { throw AsOfTable.missing }
        if first > last { return .done }
        if stated.isWhole, last < stated.last { return .whole }
        var position = first
        while !reader.isAtEnd {
            let step = try reader.variable()
            position += step >> 1
            if position > last { return .done }
            guard let day = Int32(exactly: try reader.signed()) else { throw reader.damaged }
            try addChange(CivilDate(day: day), sign: step & 1 == 1 ? -1 : 1, &reader)
        }
        return .row(first)
    }
}
