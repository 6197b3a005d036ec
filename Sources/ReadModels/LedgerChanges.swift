package import EventModel
package import EventStore
package import LMDB

/// The changes of one commit to the kept ledgers: contributions at once, sums gathered and written at the end.
package struct LedgerChanges {
    /// By slot.
    package private(set) var heads: [UInt8: LedgerHead]
    /// The months touched, and where each stands.
    private var months: [Touched] = []
    private var places: [Month: Int] = [:]
    /// The month touched last: neighbours share it.
    private var last = -1
    private var keyedDays = KeyedDayChanges()
    private var writer = RowWriter(capacity: 128)
    /// The contributions that came and went, by position and slot.
    private var past: [UInt8: AsOfGathered] = [:]

    private struct Month: Hashable {
        let slot: UInt8
        let number: UInt32
    }

    private struct Touched {
        let month: Month
        let width: Int
        var row: MonthRow
        /// Contributions more than before.
        var rowsAdded: Int64 = 0
    }

    package init(heads: [LedgerHead]) {
        self.heads = Dictionary(uniqueKeysWithValues: heads.map { ($0.slot, $0) })
    }

    /// Adds a ledger that is empty as yet.
    package mutating func addLedger(_ head: LedgerHead) { heads[head.slot] = head }

    /// Adds a contribution, which is there since a position; nil: since that of the event that anchors it.
    package mutating func add(
        slot: UInt8, day: CivilDate, key name: [UInt8]?, place: EventPlace, values: ArraySlice<Int64>,
        since: Position?, _ transaction: inout WriteTransaction
    ) throws {
        let key = LedgerKeys.contribution(slot, day, place)
        writer.reset()
        writer.signed(values)
        if since != nil || name != nil { writer.variable(since?.value ?? 0) }
        if let name { writer.block(name) }
        writer.seal(table: .projections, key: key.span.bytes)
        try transaction.put(writer.bytes.span.bytes, in: StoreTable.projections.lmdb, at: key.span.bytes)
        try change(slot, day, name, values, by: 1, transaction)
    }

    /// A contribution that is kept, with the position since which it is there.
    package func contribution(
        slot: UInt8, day: CivilDate, place: EventPlace, _ transaction: borrowing WriteTransaction
    ) throws -> (key: [UInt8]?, values: [Int64], since: Position) {
        guard let head = heads[slot] else {
            throw StoreError.inconsistent("a stream keeps rows of a projection that is not there")
        }
        guard let row = try transaction.contribution(head, day, place) else {
            throw StoreError.inconsistent("a contribution of a kept projection is missing")
        }
        return (
            row.key, row.values, try row.since.map { Position($0) } ?? transaction.withEvent(at: place) { $0.position }
        )
    }

    /// Records that measures were added to a day at a position, or removed from it.
    package mutating func record(
        slot: UInt8, day: CivilDate, values: ArraySlice<Int64>, at position: Position, isRemoval: Bool
    ) {
        past[slot, default: AsOfGathered()].add(position, day, values, isRemoval: isRemoval)
    }

    /// Takes a contribution away, of which the measures are given.
    package mutating func remove(
        slot: UInt8, day: CivilDate, key name: [UInt8]?, place: EventPlace, values: ArraySlice<Int64>,
        _ transaction: inout WriteTransaction
    ) throws {
        let key = LedgerKeys.contribution(slot, day, place)
        _ = try transaction.delete(in: StoreTable.projections.lmdb, at: key.span.bytes)
        try change(slot, day, name, values, by: -1, transaction)
    }

    private mutating func change(
        _ slot: UInt8, _ day: CivilDate, _ name: [UInt8]?, _ values: ArraySlice<Int64>, by sign: Int64,
        _ transaction: borrowing WriteTransaction
    ) throws {
        let parts = day.components
        let index = try touch(Month(slot: slot, number: UInt32(parts.year * 12 + parts.month - 1)), transaction)
        precondition(values.count == months[index].width, "a row of another ledger")
        guard months[index].row.add(values, toDay: parts.day, sign: sign) else {
            throw StoreError.inconsistent("a day of a kept projection holds fewer rows than it gave")
        }
        months[index].rowsAdded += sign
        if let name { try keyedDays.change(slot, day, name, values, by: sign, transaction) }
    }

    private mutating func touch(_ month: Month, _ transaction: borrowing WriteTransaction) throws -> Int {
        if last >= 0, months[last].month == month { return last }
        if let known = places[month] {
            last = known
            return known
        }
        guard let head = heads[month.slot] else {
            throw StoreError.inconsistent("a row of a projection that is not there")
        }
        months.append(Touched(month: month, width: head.width, row: try load(month, head, transaction)))
        last = months.count - 1
        places[month] = last
        return last
    }

    private func load(_ month: Month, _ head: LedgerHead, _ transaction: borrowing WriteTransaction) throws -> MonthRow
    {
        guard let year = head.years.first(where: { $0.number == month.number / 12 }),
            let mark = try transaction.yearMarks(month.slot, year).first(where: { $0.number == month.number })
        else { return MonthRow() }
        return try transaction.month(month.slot, mark, width: head.width)
    }

    /// Writes months, years and heads, and what they were before this commit; nil while ledgers are built anew, and the
    /// order is made afterwards.
    package mutating func finish(_ span: CommitSpan?, changesOfVersion: UInt64, _ transaction: inout WriteTransaction)
        throws
    {
        try finishSums(&transaction)
        try keyedDays.finish(&transaction)
        for (slot, head) in heads.sorted(by: { $0.key < $1.key }) {
            var gathered = past[slot] ?? AsOfGathered()
            gathered.sort()
            if let span {
                try transaction.put(gathered, of: head, span, changesOfVersion: changesOfVersion)
            } else {
                try transaction.putUnordered(gathered, slot: slot)
            }
        }
        past = [:]
    }

    private mutating func finishSums(_ transaction: inout WriteTransaction) throws {
        var years: [Month: [(UInt32, UInt32?)]] = [:]
        for touched in months.sorted(by: { ($0.month.slot, $0.month.number) < ($1.month.slot, $1.month.number) }) {
            let month = touched.month
            let key = LedgerKeys.month(month.slot, month.number)
            var checksum: UInt32?
            if touched.row.isEmpty {
                _ = try transaction.delete(in: StoreTable.projections.lmdb, at: key)
            } else {
                let row = touched.row.row(key: key)
                checksum = RowChecksum.stored(row.span.bytes)
                try transaction.put(row, in: StoreTable.projections.lmdb, at: key)
            }
            let rows = Int64(heads[month.slot]!.rows) + touched.rowsAdded
            guard rows >= 0 else { throw StoreError.inconsistent("a kept projection holds fewer rows than it gave") }
            heads[month.slot]!.rows = UInt64(rows)
            years[Month(slot: month.slot, number: month.number / 12), default: []].append((month.number, checksum))
        }
        for (year, marks) in years.sorted(by: { ($0.key.slot, $0.key.number) < ($1.key.slot, $1.key.number) }) {
            try write(year, marks, &transaction)
        }
        for slot in Set(months.map(\.month.slot)).sorted() {
            try transaction.put(heads[slot]!.row, in: StoreTable.heads.lmdb, at: LedgerKeys.head(slot))
        }
        months = []
        places = [:]
        last = -1
    }

    private mutating func write(_ year: Month, _ marks: [(UInt32, UInt32?)], _ transaction: inout WriteTransaction)
        throws
    {
        let head = heads[year.slot]!
        var months =
            try head.years.first { $0.number == year.number }.map { try transaction.yearMarks(year.slot, $0) } ?? []
        for (number, checksum) in marks { months = LedgerHead.Mark.setting(number, checksum, in: months) }
        let key = LedgerKeys.year(year.slot, year.number)
        var checksum: UInt32?
        if months.isEmpty {
            _ = try transaction.delete(in: StoreTable.projections.lmdb, at: key)
        } else {
            var writer = RowWriter(capacity: 80)
            LedgerHead.Mark.write(months, into: &writer)
            writer.seal(table: .projections, key: key)
            checksum = RowChecksum.stored(writer.bytes.span.bytes)
            try transaction.put(writer.bytes, in: StoreTable.projections.lmdb, at: key)
        }
        heads[year.slot]!.years = LedgerHead.Mark.setting(year.number, checksum, in: head.years)
    }
}

extension WriteTransaction {
    /// Writes the head of a ledger that has just been added.
    package mutating func put(_ head: LedgerHead) throws {
        try put(head.row, in: StoreTable.heads.lmdb, at: LedgerKeys.head(head.slot))
    }
}
