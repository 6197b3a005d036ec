package import EventModel
import EventStore
package import LMDB

/// The sums of one day by key. Row of table `projections`:
///
///     slot (1) ‖ 0 ‖ day + 2³¹ (4)    for each key, ascending: the key (length LEB128, bytes) ‖ rows (LEB128) ‖
///                                     sums (zigzag LEB128)
///
/// Its rows and sums come to those of the day in its month, which is how one that vanished is missed.
package struct KeyedDay: Hashable, Sendable {
    package private(set) var keys: [[UInt8]: MonthRow.Day] = [:]

    package init() {}

    /// Adds a row's measures to a key, or takes them back; false where there was none to take back.
    package mutating func add(_ values: ArraySlice<Int64>, to key: [UInt8], sign: Int64) -> Bool {
        var sums = keys[key] ?? MonthRow.Day(rows: 0, sums: [Int64](repeating: 0, count: values.count))
        if sign < 0, sums.rows == 0 { return false }
        sums.rows = sign > 0 ? sums.rows + 1 : sums.rows - 1
        for (index, value) in values.enumerated() { sums.sums[index] &+= sign * value }
        keys[key] = sums.rows == 0 ? nil : sums
        return true
    }

    /// The sums of all keys; nil where there is none.
    package var total: MonthRow.Day? {
        keys.values.reduce(nil) { total, next in
            guard let total else { return next }
            return MonthRow.Day(rows: total.rows + next.rows, sums: zip(total.sums, next.sums).map(&+))
        }
    }

    static func key(_ slot: UInt8, _ day: CivilDate) -> [UInt8] {
        var writer = RowWriter(capacity: 6)
        writer.byte(slot)
        writer.byte(0)
        writer.word32(UInt32(bitPattern: day.day) ^ 0x8000_0000)
        return writer.bytes
    }

    func row(key: [UInt8]) -> [UInt8] {
        var writer = RowWriter(capacity: 32 + keys.count * 24)
        for (name, sums) in keys.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            writer.block(name)
            writer.variable(sums.rows)
            writer.signed(sums.sums[...])
        }
        writer.seal(table: .projections, key: key)
        return writer.bytes
    }

    init(row: RawSpan, key: [UInt8], width: Int) throws(StoreError) {
        var reader = try RowReader(checked: row, key: key.span.bytes, table: .projections)
        while !reader.isAtEnd {
            let name = try reader.block()
            var sums = MonthRow.Day(rows: try reader.variable(), sums: [])
            try reader.signed(width, into: &sums.sums)
            keys[name] = sums
        }
    }
}

extension Transaction where Self: ~Copyable {
    /// The sums of a day by key, as they are kept; none where no row is.
    package borrowing func keyedDay(_ slot: UInt8, _ day: CivilDate, width: Int) throws -> KeyedDay {
        let key = KeyedDay.key(slot, day)
        guard let row = try value(in: StoreTable.projections.lmdb, at: key) else { return KeyedDay() }
        return try KeyedDay(row: row, key: key, width: width)
    }

    /// The sums of a day by key.
    ///
    /// - Throws: `StoreError` where they do not come to those of the day.
    package borrowing func keyedDay(_ head: LedgerHead, _ day: CivilDate) throws -> KeyedDay {
        let (keyed, parts) = (try keyedDay(head.slot, day, width: head.width), day.components)
        var whole: MonthRow.Day?
        if let year = head.years.first(where: { Int($0.number) == parts.year }),
            let month = try yearMarks(head.slot, year).first(where: { Int($0.number % 12) == parts.month - 1 })
        {
            whole = try self.month(head.slot, month, width: head.width).days[parts.day]
        }
        guard keyed.total == whole else {
            throw StoreError.inconsistent("the sums of a day by key do not come to those of the day")
        }
        return keyed
    }
}

/// The changes of one commit to the sums by key.
struct KeyedDayChanges {
    private struct Place: Hashable {
        let slot: UInt8
        let day: CivilDate
    }

    private var days: [Place: KeyedDay] = [:]

    mutating func change(
        _ slot: UInt8, _ day: CivilDate, _ key: [UInt8], _ values: ArraySlice<Int64>, by sign: Int64,
        _ transaction: borrowing WriteTransaction
    ) throws {
        let place = Place(slot: slot, day: day)
        var keyed = try days[place] ?? transaction.keyedDay(slot, day, width: values.count)
        // In the table it would be a second holder, and the change would copy it.
        days[place] = nil
        guard keyed.add(values, to: key, sign: sign) else {
            throw StoreError.inconsistent("a key of a kept projection holds fewer rows than it gave")
        }
        days[place] = keyed
    }

    mutating func finish(_ transaction: inout WriteTransaction) throws {
        for (place, keyed) in days.sorted(by: { ($0.key.slot, $0.key.day) < ($1.key.slot, $1.key.day) }) {
            let key = KeyedDay.key(place.slot, place.day)
            if keyed.keys.isEmpty {
                _ = try transaction.delete(in: StoreTable.projections.lmdb, at: key)
            } else {
                try transaction.put(keyed.row(key: key), in: StoreTable.projections.lmdb, at: key)
            }
        }
        days = [:]
    }
}

/// The sums by key that the contributions of a ledger come to, day after day.
struct KeyedDayCount {
    private let head: LedgerHead
    private var days: [CivilDate: KeyedDay] = [:]

    init(_ head: LedgerHead) { self.head = head }

    mutating func add(_ day: CivilDate, _ key: [UInt8], _ values: [Int64]) {
        // Nothing is taken back.
        _ = days[day, default: KeyedDay()].add(values[...], to: key, sign: 1)
    }

    /// Whether the kept sums are these.
    func isKept<Reading: Transaction & ~Copyable>(_ transaction: borrowing Reading) throws -> Bool {
        try days.allSatisfy { try transaction.keyedDay(head.slot, $0.key, width: head.width) == $0.value }
    }
}
