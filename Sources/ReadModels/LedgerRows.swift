package import EventModel
package import EventStore

/// The rows of a kept day ledger in table `projections`, and its head in table `heads`.
///
///     slot (1) ‖ 0 ‖ day + 2³¹ (4)                            the sums of the day by key, see `KeyedDay`
///     slot (1) ‖ 1 ‖ day + 2³¹ (4) ‖ log (4) ‖ sequence (8)   the measures of one contribution (zigzag LEB128 each) ‖
///                                                             since which position it is there, where that is not
///                                                             its event's (LEB128) ‖ its key, where it has one: then
///                                                             0 stands for the position of its event
///     slot (1) ‖ 2 ‖ year · 12 + month − 1 (4)                for each day: day of the month (1), rows (LEB128),
///                                                             sums (zigzag LEB128)
///     slot (1) ‖ 3 ‖ year (4)                                 for each month: month (1), checksum of its row (4)
///     heads: 2 ‖ slot (1)                                     see `LedgerHead`
///
/// A row could vanish from a damaged page without a wrong checksum of its own. So the head holds the checksum of each
/// year's row, a year's row those of its months, and each day counts its contributions.
package enum LedgerKeys {
    /// The key's bytes are those of the words.
    package static func contribution(_ slot: UInt8, _ day: CivilDate, _ place: EventPlace) -> InlineArray<9, UInt16> {
        let number = UInt32(bitPattern: day.day) ^ 0x8000_0000
        func word(_ value: UInt64, _ shift: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: value >> shift).bigEndian }
        return [
            (UInt16(slot) << 8 | 1).bigEndian, word(UInt64(number), 16), word(UInt64(number), 0),
            word(UInt64(place.log), 16),
            word(UInt64(place.log), 0), word(place.sequence, 48), word(place.sequence, 32), word(place.sequence, 16),
            word(place.sequence, 0),
        ]
    }

    package static func day(_ slot: UInt8, _ day: CivilDate) -> [UInt8] {
        var writer = RowWriter(capacity: 6)
        writer.byte(slot)
        writer.byte(1)
        writer.word32(UInt32(bitPattern: day.day) ^ 0x8000_0000)
        return writer.bytes
    }

    package static func month(_ slot: UInt8, _ month: UInt32) -> [UInt8] { numbered(slot, 2, month) }
    package static func year(_ slot: UInt8, _ year: UInt32) -> [UInt8] { numbered(slot, 3, year) }
    package static func head(_ slot: UInt8) -> [UInt8] { [2, slot] }

    private static func numbered(_ slot: UInt8, _ kind: UInt8, _ number: UInt32) -> [UInt8] {
        var writer = RowWriter(capacity: 6)
        writer.byte(slot)
        writer.byte(kind)
        writer.word32(number)
        return writer.bytes
    }

}

/// The head of one kept ledger: its name and version, how many contributions, and the checksums of its years.
package struct LedgerHead: Hashable, Sendable {
    package let slot: UInt8
    package let name: String
    package let version: Int
    package let width: Int
    package var rows: UInt64
    /// Ascending by year.
    package var years: [Mark]

    /// A child row and the checksum it must have.
    package struct Mark: Hashable, Sendable {
        package let number: UInt32
        package let checksum: UInt32
    }

    package init(slot: UInt8, name: String, version: Int, width: Int) {
        self.slot = slot
        self.name = name
        self.version = version
        self.width = width
        rows = 0
        years = []
    }

    package var row: [UInt8] {
        var writer = RowWriter(capacity: 64 + years.count * 6)
        writer.byte(slot)
        writer.text(name)
        writer.variable(UInt64(version))
        writer.variable(UInt64(width))
        writer.variable(rows)
        Mark.write(years, into: &writer)
        writer.seal(table: .heads, key: LedgerKeys.head(slot))
        return writer.bytes
    }

    package init(row: RawSpan, key: RawSpan) throws(StoreError) {
        var reader = try RowReader(checked: row, key: key, table: .heads)
        slot = try reader.byte()
        name = try reader.text()
        version = try reader.small()
        width = try reader.small()
        rows = try reader.variable()
        years = try Mark.read(&reader)
        try reader.finish()
    }
}

extension LedgerHead.Mark {
    static func write(_ marks: [Self], into writer: inout RowWriter) {
        writer.variable(UInt64(marks.count))
        for mark in marks {
            writer.variable(UInt64(mark.number))
            writer.word32(mark.checksum)
        }
    }

    static func read(_ reader: inout RowReader) throws(StoreError) -> [Self] {
        var marks: [Self] = []
        for _ in 0..<(try reader.count(itemBytesMinimum: 5)) {
            let number = try reader.variable()
            guard number <= UInt64(UInt32.max) else { throw reader.damaged }
            marks.append(Self(number: UInt32(number), checksum: try reader.word32()))
        }
        return marks
    }

    /// The marks with one set, or taken out when the checksum is nil; ascending.
    static func setting(_ number: UInt32, _ checksum: UInt32?, in marks: [Self]) -> [Self] {
        var marks = marks
        let index = marks.firstIndex { $0.number >= number } ?? marks.endIndex
        let isThere = index < marks.endIndex && marks[index].number == number
        switch (checksum, isThere) {
        case (let checksum?, true): marks[index] = Self(number: number, checksum: checksum)
        case (let checksum?, false): marks.insert(Self(number: number, checksum: checksum), at: index)
        case (nil, true): marks.remove(at: index)
        case (nil, false): break
        }
        return marks
    }
}

/// The days of one month.
package struct MonthRow: Hashable, Sendable {
    package struct Day: Hashable, Sendable {
        package var rows: UInt64
        package var sums: [Int64]
    }

    /// By day of the month, 1–31; index 0 is not used.
    package var days: [Day?] = Array(repeating: nil, count: 32)

    package init() {}

    package var isEmpty: Bool { days.allSatisfy { $0 == nil } }

    /// Adds a row's measures to a day, or takes them back; false when there was none to take back.
    package mutating func add(_ values: ArraySlice<Int64>, toDay number: Int, sign: Int64) -> Bool {
        if days[number] == nil {
            if sign < 0 { return false }
            days[number] = Day(rows: 0, sums: [Int64](repeating: 0, count: values.count))
        }
        if sign < 0, days[number]!.rows == 1 {
            days[number] = nil
            return true
        }
        // Taken out, so that its sums are changed in place.
        guard var day = days[number].take() else { return false }
        day.rows = sign > 0 ? day.rows + 1 : day.rows - 1
        var offset = 0
        for value in values {
            day.sums[offset] &+= sign * value
            offset += 1
        }
        days[number] = day
        return true
    }

    package func row(key: [UInt8]) -> [UInt8] {
        var writer = RowWriter(capacity: 512)
        for (number, day) in days.enumerated() {
            guard let day else { continue }
            writer.byte(UInt8(number))
            writer.variable(day.rows)
            for sum in day.sums { writer.signed(sum) }
        }
        writer.seal(table: .projections, key: key)
        return writer.bytes
    }

    package init(row: RawSpan, key: RawSpan, width: Int) throws(StoreError) {
        var reader = try RowReader(checked: row, key: key, table: .projections)
        while !reader.isAtEnd {
            let number = Int(try reader.byte())
            guard (1...31).contains(number), days[number] == nil else { throw reader.damaged }
            let rows = try reader.variable()
            var sums: [Int64] = []
            try reader.signed(width, into: &sums)
            days[number] = Day(rows: rows, sums: sums)
        }
    }
}

extension RowReader {
    /// Checks the checksum first.
    @_lifetime(copy row)
    package init(checked row: RawSpan, key: RawSpan, table: StoreTable) throws(StoreError) {
        guard RowChecksum.isValid(table: table.number, key: key, row: row) else {
            throw .damagedRow(table: table, reason: "the checksum of a row of table \(table.name) is wrong")
        }
        self.init(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: table)
    }
}
