package import EventModel
package import EventSourcing
import EventStore
package import LMDB

/// Reads a kept ledger's months from a day backwards, until the question has what it needs: mostly one or two of them.
extension Transaction where Self: ~Copyable {
    /// The days of whole months, from the month of a day backwards.
    ///
    /// - Parameters:
    ///   - position: The state to read as known then; nil: as known now.
    ///   - needs: The measures that are still missing, asked now and then. With none the reading ends. Unless all are
    ///     missing, a month without any of them is left out.
    /// - Returns: The days; nil where only a fold has the answer.
    package borrowing func newestDays(
        _ head: LedgerHead, through last: CivilDate, at position: Position?, needs: (DayTable) -> [Int]
    ) throws -> DayTable? {
        var months = MonthsBackwards(head, through: last)
        if let position {
            guard let past = try asOfHead(head.slot), position.value >= past.since else { return nil }
            let version = try asOfVersion(head, at: position.value)
            guard
                try addChanges(
                    after: version?.position ?? 0, version?.version.lastChanges ?? 0, through: position.value, past,
                    to: &months)
            else { return nil }
            try readBackwards(&months, years: version?.version.parts ?? [], needs)
        } else {
            try readBackwards(&months, needs)
        }
        return DayTable(width: head.width, ascending: months.ascending)
    }

    private borrowing func readBackwards(
        _ months: inout MonthsBackwards, years: [AsOfVersion.Part], _ needs: (DayTable) -> [Int]
    ) throws {
        let last = months.last
        // Years that only changes mention are merged with the others.
        let numbers = Set(years.map(\.number)).union(months.changedMonths.map { $0 / 12 })
        for year in numbers.sorted(by: >) where year <= last / 12 {
            let part = years.first { $0.number == year }
            if !months.isWanted(part?.sums, changed: { $0 / 12 == year }) { continue }
            let parts = try part.map { try asOfMonths(months.head, $0) } ?? []
            let known = Dictionary(uniqueKeysWithValues: parts.map { ($0.number, $0) })
            for number in Set(known.keys).union(months.changedMonths.filter { $0 / 12 == year }).sorted(by: >)
            where number <= last {
                let month = known[number]
                if !months.isWanted(month?.sums, changed: { $0 == number }) { continue }
                try months.add(number, try month.map { try asOfMonth(months.head, $0) } ?? MonthRow())
                if months.isEnough(needs) { return }
            }
        }
    }

    private borrowing func readBackwards(_ months: inout MonthsBackwards, _ needs: (DayTable) -> [Int]) throws {
        for year in months.head.years.reversed() where year.number <= months.last / 12 {
            for mark in try yearMarks(months.head.slot, year).reversed() where mark.number <= months.last {
                try months.add(mark.number, try month(months.head.slot, mark, width: months.head.width))
                if months.isEnough(needs) { return }
            }
        }
    }

    borrowing func asOfMonth(_ head: LedgerHead, _ part: AsOfVersion.Part) throws -> MonthRow {
        let key = AsOfKeys.month(head.slot, part.number, part.written)
        guard let row = try value(in: StoreTable.projections.lmdb, at: key), RowChecksum.stored(row) == part.checksum
        else { throw AsOfTable.missing }
        return try MonthRow(row: row, key: key.span.bytes, width: head.width)
    }
}

/// Months of a ledger, the newest first, with the changes since a version.
struct MonthsBackwards: TakesChanges {
    let head: LedgerHead
    /// The month that is begun with.
    let last: UInt32
    private var changes: [UInt32: [(day: Int, sign: Int64, start: Int)]] = [:]
    /// The measures of the changes, one after another.
    private var values: [Int64] = []
    /// Newest first.
    private var days: [DayTable.Day] = []
    private var wanted: [Int]?
    private var count = 0
    private var nextAsked = 1

    init(_ head: LedgerHead, through day: CivilDate) {
        self.head = head
        let parts = day.components
        last = UInt32(parts.year * 12 + parts.month - 1)
    }

    var changedMonths: some Collection<UInt32> { changes.keys }
    var ascending: [DayTable.Day] { days.reversed() }

    mutating func addChange(_ day: CivilDate, sign: Int64, _ reader: inout RowReader) throws {
        let parts = day.components
        let month = UInt32(parts.year * 12 + parts.month - 1)
        if month > last { return try reader.skipSparse() }
        changes[month, default: []].append((parts.day, sign, values.count))
        for _ in 0..<head.width { values.append(0) }
        try reader.addSparse(to: &values, from: values.count - head.width, sign: 1)
    }

    /// Whether anything that is still looked for may be in a part with these sums.
    func isWanted(_ sums: [Int64]?, changed: (UInt32) -> Bool) -> Bool {
        guard let wanted, wanted.count < head.width else { return true }
        return sums.map { sums in wanted.contains { sums[$0] != 0 } } ?? false || changes.keys.contains(where: changed)
    }

    mutating func add(_ number: UInt32, _ row: consuming MonthRow) throws {
        for change in changes[number] ?? [] {
            guard row.add(values[change.start..<change.start + head.width], toDay: change.day, sign: change.sign) else {
                throw AsOfTable.missing
            }
        }
        guard let first = CivilDate(year: Int(number / 12), month: Int(number % 12) + 1, day: 1) else {
            throw AsOfTable.missing
        }
        for index in row.days.indices.reversed() {
            guard let day = row.days[index] else { continue }
            days.append(.init(date: first.adding(days: index - 1), rows: Int(day.rows), sums: day.sums))
        }
        count += 1
    }

    /// Asked after one month, after two, four and so on, so that a long search is not asked for each.
    mutating func isEnough(_ needs: (DayTable) -> [Int]) -> Bool {
        guard count >= nextAsked else { return false }
        nextAsked *= 2
        let needed = needs(DayTable(width: head.width, ascending: ascending))
        wanted = needed
        return needed.isEmpty
    }
}
