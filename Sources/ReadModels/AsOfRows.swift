import EventModel
import EventStore

/// The earlier states of a kept day ledger, one for every position: rows of table `projections` beside those of its
/// present state, and a head in table `heads`.
///
///     slot (1) ‖ 4 ‖ first position (8)              changes: see `AsOfChanges`
///     slot (1) ‖ 5 ‖ position (8)                    a version: every year as it was then, see `AsOfVersion`
///     slot (1) ‖ 6 ‖ year (4) ‖ position (8)         the months of a year as they were then
///     slot (1) ‖ 7 ‖ year · 12 + month − 1 (4) ‖ position (8)   the days of a month as they were then, as `MonthRow`
///     slot (1) ‖ 8 ‖ day + 2³¹ (4) ‖ log (4) ‖ sequence (8) ‖ until (8)
///                                                    a contribution that is no more: from (LEB128),
///                                                    measures (signed each), its key where it has one
///     slot (1) ‖ 9 ‖ position (8)                    changes while a ledger is built anew, not yet in order
///     heads: 2 ‖ slot (1) ‖ 0                        see `AsOfHead`
///
/// A question of a position reads the newest version at or before it, which names the rows of years and months that it
/// needs, and adds the changes since: a few hundred at the most, in a few rows that stand behind each other. Each row
/// of changes names the one before it, so a missing row is detected.
enum AsOfKeys {
    static func changes(_ slot: UInt8, _ first: UInt64) -> [UInt8] { placed(slot, 4, first) }
    static func version(_ slot: UInt8, _ position: UInt64) -> [UInt8] { placed(slot, 5, position) }
    static func year(_ slot: UInt8, _ year: UInt32, _ position: UInt64) -> [UInt8] { numbered(slot, 6, year, position) }
    static func month(_ slot: UInt8, _ month: UInt32, _ position: UInt64) -> [UInt8] {
        numbered(slot, 7, month, position)
    }
    static func unordered(_ slot: UInt8, _ position: UInt64) -> [UInt8] { placed(slot, 9, position) }
    static func head(_ slot: UInt8) -> [UInt8] { [2, slot, 0] }

    static func past(_ slot: UInt8, _ day: CivilDate, _ place: EventPlace, until: UInt64) -> [UInt8] {
        var writer = RowWriter(capacity: 26)
        writer.append(pastDay(slot, day))
        writer.word32(place.log)
        writer.word64(place.sequence)
        writer.word64(until)
        return writer.bytes
    }

    static func pastDay(_ slot: UInt8, _ day: CivilDate) -> [UInt8] {
        var writer = RowWriter(capacity: 6)
        writer.byte(slot)
        writer.byte(8)
        writer.word32(UInt32(bitPattern: day.day) ^ 0x8000_0000)
        return writer.bytes
    }

    private static func placed(_ slot: UInt8, _ kind: UInt8, _ position: UInt64) -> [UInt8] {
        var writer = RowWriter(capacity: 10)
        writer.byte(slot)
        writer.byte(kind)
        writer.word64(position)
        return writer.bytes
    }

    private static func numbered(_ slot: UInt8, _ kind: UInt8, _ number: UInt32, _ position: UInt64) -> [UInt8] {
        var writer = RowWriter(capacity: 14)
        writer.byte(slot)
        writer.byte(kind)
        writer.word32(number)
        writer.word64(position)
        return writer.bytes
    }
}

/// The head of a ledger's kept past.
package struct AsOfHead: Hashable, Sendable {
    /// No rows cover positions before this one; those are folded.
    package var since: UInt64 = 0
    /// The first position of the newest row of changes; 0: none.
    package var lastChanges: UInt64 = 0
    /// The position of the newest version; 0: none.
    package var version: UInt64 = 0
    /// How many changes stand behind the newest version.
    package var pending: UInt64 = 0
    /// With so many of them the next version is tried, where its changes lay too far apart before; 0: with the usual
    /// number.
    var nextVersion: UInt64 = 0

    package init() {}

    package func row(slot: UInt8) -> [UInt8] {
        var writer = RowWriter(capacity: 32)
        for number in [since, lastChanges, version, pending, nextVersion] { writer.variable(number) }
        writer.seal(table: .heads, key: AsOfKeys.head(slot))
        return writer.bytes
    }

    init(row: RawSpan, slot: UInt8) throws(StoreError) {
        let key = AsOfKeys.head(slot)
        var reader = try RowReader(checked: row, key: key.span.bytes, table: .heads)
        since = try reader.variable()
        lastChanges = try reader.variable()
        version = try reader.variable()
        pending = try reader.variable()
        nextVersion = try reader.variable()
        try reader.finish()
    }
}

/// Rows that came to a ledger or left it at a position.
struct AsOfChange {
    let position: UInt64
    let day: CivilDate
    let isRemoval: Bool
    /// Where its measures stand among those of all.
    let values: Range<Int>
}

/// A row of changes.
///
///     flags (1: recorded as a whole) ‖ last position − first ‖ first position of the row before (0: none) ‖ to its end
///     for each: position since the one before · 2 + removal (1) ‖ day (signed) ‖ which measures are not zero (bits) ‖
///     these (signed each)
///
/// A commit in which streams change each other is recorded as a whole, at its last position. The row has no answer for
/// an earlier position within that commit.
enum AsOfChanges {
    struct Head {
        let isWhole: Bool
        let last: UInt64
        let before: UInt64
    }

    static func begin(first: UInt64, last: UInt64, before: UInt64, isWhole: Bool, into writer: inout RowWriter) {
        writer.byte(isWhole ? 1 : 0)
        writer.variable(last - first)
        writer.variable(before)
    }

    static func write(_ change: AsOfChange, after position: UInt64, _ values: [Int64], into writer: inout RowWriter) {
        writer.variable((change.position - position) << 1 | (change.isRemoval ? 1 : 0))
        writer.signed(Int64(change.day.day))
        writeSparse(values[change.values], into: &writer)
    }

    /// Numbers of which most are zero; at most 32.
    static func writeSparse(_ values: ArraySlice<Int64>, into writer: inout RowWriter) {
        var mask: UInt64 = 0
        for (index, value) in values.enumerated() where value != 0 { mask |= 1 << UInt64(index) }
        writer.variable(mask)
        for value in values where value != 0 { writer.signed(value) }
    }

    static func head(_ reader: inout RowReader, first: UInt64) throws(StoreError) -> Head {
        let flags = try reader.byte()
        let span = try reader.variable()
        let (last, overflow) = first.addingReportingOverflow(span)
        guard flags <= 1, !overflow else { throw reader.damaged }
        return Head(isWhole: flags == 1, last: last, before: try reader.variable())
    }
}

extension RowReader {
    /// Adds numbers that `AsOfChanges.writeSparse` wrote to the sums from an index on, or takes them away.
    mutating func addSparse(to sums: inout [Int64], from start: Int = 0, sign: Int64) throws(StoreError) {
        var mask = try variable()
        let width = sums.count - start
        guard width >= 64 || mask >> UInt64(width) == 0 else { throw damaged }
        while mask != 0 {
            let index = start + mask.trailingZeroBitCount
            sums[index] &+= sign &* (try signed())
            mask &= mask - 1
        }
    }

    /// Numbers that `AsOfChanges.writeSparse` wrote.
    mutating func sparse(_ width: Int) throws(StoreError) -> [Int64] {
        var values = [Int64](repeating: 0, count: width)
        try addSparse(to: &values, sign: 1)
        return values
    }

    mutating func skipSparse() throws(StoreError) {
        var mask = try variable()
        while mask != 0 {
            _ = try variable()
            mask &= mask - 1
        }
    }
}

/// Years, or the months of a year, as they were at a position.
///
///     [of years: first position of the newest row of changes then ‖] number of parts, each: year or month ‖
///     position of its row ‖
///     checksum of its row (4) ‖ contributions ‖ sums (as in a change)
struct AsOfVersion {
    struct Part {
        let number: UInt32
        /// The position that its row was written at.
        let written: UInt64
        let checksum: UInt32
        let rows: UInt64
        let sums: [Int64]
    }

    /// Ascending.
    var parts: [Part] = []
    /// Of years only.
    var lastChanges: UInt64 = 0

    static func read(_ reader: inout RowReader, width: Int) throws(StoreError) -> [Part] {
        var parts: [Part] = []
        let count = try reader.count(itemBytesMinimum: 8)
        parts.reserveCapacity(count)
        for _ in 0..<count {
            let number = try reader.variable()
            // Months are numbered up to those of the year 9999.
            guard number < 120_000 else { throw reader.damaged }
            parts.append(
                Part(
                    number: UInt32(number), written: try reader.variable(), checksum: try reader.word32(),
                    rows: try reader.variable(),
                    sums: try reader.sparse(width)))
        }
        return parts
    }

    static func write(_ parts: [Part], into writer: inout RowWriter) {
        writer.variable(UInt64(parts.count))
        for part in parts {
            writer.variable(UInt64(part.number))
            writer.variable(part.written)
            writer.word32(part.checksum)
            writer.variable(part.rows)
            AsOfChanges.writeSparse(part.sums[...], into: &writer)
        }
    }

    mutating func set(_ part: Part?, number: UInt32) {
        let index = parts.firstIndex { $0.number >= number } ?? parts.endIndex
        if index < parts.endIndex, parts[index].number == number { parts.remove(at: index) }
        if let part { parts.insert(part, at: index) }
    }
}
