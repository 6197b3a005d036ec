import EventModel
import EventStore
import LMDB

/// Versions of a ledger: what its years, months and days were at a position. Only what changed since the version before
/// is written anew.
extension WriteTransaction {
    /// Writes versions while more changes stand behind the newest than a question should have to add.
    mutating func putVersions(of head: LedgerHead, _ past: inout AsOfHead, every most: UInt64) throws {
        guard past.pending >= max(most, past.nextVersion) else { return }
        var base = try asOfVersion(head, at: past.version)?.version ?? AsOfVersion()
        var from = past.version
        while let gathered = try changes(of: head, after: from, least: max(most, past.nextVersion)) {
            // Where changes lie far apart, versions are too: a month is written anew for some changes of it, not for
            // each.
            if gathered.count < min(8 * Int(most), gathered.months.count * 4) {
                past.nextVersion = UInt64(gathered.count) * 2
                if past.pending < past.nextVersion { return }
                continue
            }
            try put(gathered, on: &base, of: head)
            from = gathered.last
            past.version = gathered.last
            past.pending -= UInt64(gathered.count)
            past.nextVersion = 0
            if past.pending < most { return }
        }
    }

    /// Changes behind a version, to the end of the row with which there are enough; nil where there are fewer.
    private borrowing func changes(of head: LedgerHead, after version: UInt64, least: UInt64) throws -> AsOfMonths? {
        try withCursor(in: StoreTable.projections.lmdb) { cursor in
            var gathered = AsOfMonths(width: head.width)
            let start = AsOfKeys.changes(head.slot, version + 1)
            var isThere = try Self.changes(&cursor, start, like: start, &gathered)
            while isThere {
                if gathered.count >= least { return gathered }
                isThere = try Self.changes(&cursor, nil, like: start, &gathered)
            }
            return nil
        }
    }

    private static func changes(
        _ cursor: inout Cursor, _ start: [UInt8]?, like pattern: [UInt8], _ gathered: inout AsOfMonths
    ) throws -> Bool {
        if let start {
            if let entry = try cursor.seek(atOrAfter: start.span.bytes) {
                return try gathered.add(entry, like: pattern)
            }
        } else if let entry = try cursor.next() {
            return try gathered.add(entry, like: pattern)
        }
        return false
    }

    private mutating func put(_ gathered: AsOfMonths, on base: inout AsOfVersion, of head: LedgerHead) throws {
        var years: [UInt32: [UInt32]] = [:]
        for month in gathered.months.keys { years[month / 12, default: []].append(month) }
        for (year, numbers) in years.sorted(by: { $0.key < $1.key }) {
            var months = AsOfVersion()
            if let part = base.parts.first(where: { $0.number == year }) { months.parts = try asOfMonths(head, part) }
            for number in numbers.sorted() {
                let before = months.parts.first { $0.number == number }
                var row = try before.map { try asOfMonth(head, $0) } ?? MonthRow()
                for change in gathered.months[number] ?? [] {
                    guard row.add(gathered.values[change.values], toDay: change.day, sign: change.sign) else {
                        throw AsOfTable.missing
                    }
                }
                months.set(row.isEmpty ? nil : try put(row, number: number, of: head, gathered.last), number: number)
            }
            base.set(
                months.parts.isEmpty ? nil : try put(months.parts, ofYear: year, of: head, gathered.last), number: year)
        }
        base.lastChanges = gathered.lastChanges
        try put(base, of: head, gathered.last)
    }

    mutating func put(_ row: MonthRow, number: UInt32, of head: LedgerHead, _ position: UInt64) throws
        -> AsOfVersion.Part
    {
        let key = AsOfKeys.month(head.slot, number, position)
        let bytes = row.row(key: key)
        try put(bytes, in: StoreTable.projections.lmdb, at: key)
        var (rows, sums) = (UInt64(0), [Int64](repeating: 0, count: head.width))
        for day in row.days {
            guard let day else { continue }
            rows += day.rows
            for index in sums.indices { sums[index] += day.sums[index] }
        }
        return AsOfVersion.Part(
            number: number, written: position, checksum: RowChecksum.stored(bytes.span.bytes), rows: rows, sums: sums)
    }

    mutating func put(_ months: [AsOfVersion.Part], ofYear year: UInt32, of head: LedgerHead, _ position: UInt64) throws
        -> AsOfVersion.Part
    {
        let key = AsOfKeys.year(head.slot, year, position)
        var writer = RowWriter(capacity: months.count * 48)
        AsOfVersion.write(months, into: &writer)
        writer.seal(table: .projections, key: key)
        try put(writer.bytes, in: StoreTable.projections.lmdb, at: key)
        var (rows, sums) = (UInt64(0), [Int64](repeating: 0, count: head.width))
        for month in months {
            rows += month.rows
            for index in sums.indices { sums[index] += month.sums[index] }
        }
        return AsOfVersion.Part(
            number: year, written: position, checksum: RowChecksum.stored(writer.bytes.span.bytes), rows: rows,
            sums: sums)
    }

    mutating func put(_ version: AsOfVersion, of head: LedgerHead, _ position: UInt64) throws {
        let key = AsOfKeys.version(head.slot, position)
        var writer = RowWriter(capacity: 64 + version.parts.count * 48)
        writer.variable(version.lastChanges)
        AsOfVersion.write(version.parts, into: &writer)
        writer.seal(table: .projections, key: key)
        try put(writer.bytes, in: StoreTable.projections.lmdb, at: key)
    }
}

/// Changes that stand behind each other, by the months they are of.
private struct AsOfMonths {
    struct Change {
        /// Of the month.
        let day: Int
        let sign: Int64
        let values: Range<Int>
    }

    private(set) var months: [UInt32: [Change]] = [:]
    private(set) var values: [Int64] = []
    private(set) var count = 0
    /// The first position of the last row, and the last position that it covers.
    private(set) var lastChanges: UInt64 = 0
    private(set) var last: UInt64 = 0
    private let width: Int

    init(width: Int) { self.width = width }

    /// False where the row is another kind's.
    mutating func add(_ entry: borrowing Entry, like pattern: [UInt8]) throws -> Bool {
        guard let first = AsOfTable.position(of: entry.key, like: pattern) else { return false }
        var reader = try RowReader(checked: entry.value, key: entry.key, table: .projections)
        let stated = try AsOfChanges.head(&reader, first: first)
        while !reader.isAtEnd {
            let step = try reader.variable()
            guard let day = Int32(exactly: try reader.signed()) else { throw reader.damaged }
            let parts = CivilDate(day: day).components
            let start = values.count
            values += try reader.sparse(width)
            months[UInt32(parts.year * 12 + parts.month - 1), default: []].append(
                Change(day: parts.day, sign: step & 1 == 1 ? -1 : 1, values: start..<values.count))
            count += 1
        }
        lastChanges = first
        last = stated.last
        return true
    }
}
