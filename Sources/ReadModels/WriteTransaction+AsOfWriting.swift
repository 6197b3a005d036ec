package import EventModel
package import EventStore
package import LMDB

/// The positions of one commit.
package struct CommitSpan: Hashable, Sendable {
    package let first: Position
    package let last: Position
    /// Whether streams changed each other in the commit. States between its first and last position then need a fold.
    package let isWhole: Bool

    package init(first: Position, last: Position, isWhole: Bool) {
        self.first = first
        self.last = last
        self.isWhole = isWhole
    }
}

/// The changes of one commit to one ledger, until they are written.
struct AsOfGathered {
    private(set) var changes: [AsOfChange] = []
    private(set) var values: [Int64] = []

    mutating func add(_ position: Position, _ day: CivilDate, _ measures: ArraySlice<Int64>, isRemoval: Bool) {
        let start = values.count
        values.append(contentsOf: measures)
        changes.append(
            AsOfChange(position: position.value, day: day, isRemoval: isRemoval, values: start..<values.count))
    }

    /// In the order of their positions; those of one position as they were given.
    mutating func sort() {
        // They mostly are in order already, because events are added in the order in which they arrive.
        if zip(changes, changes.dropFirst()).allSatisfy({ $0.position <= $1.position }) { return }
        let order = changes.indices.sorted { (changes[$0].position, $0) < (changes[$1].position, $1) }
        changes = order.map { changes[$0] }
    }
}

extension WriteTransaction {
    mutating func put(_ past: AsOfHead, slot: UInt8) throws {
        try put(past.row(slot: slot), in: StoreTable.heads.lmdb, at: AsOfKeys.head(slot))
    }

    /// Writes a contribution that was there from one position until another.
    package mutating func putPast(
        slot: UInt8, day: CivilDate, key name: [UInt8]?, place: EventPlace, values: ArraySlice<Int64>,
        from: Position, until: Position
    ) throws {
        let key = AsOfKeys.past(slot, day, place, until: until.value)
        var writer = RowWriter(capacity: 64)
        writer.variable(from.value)
        writer.signed(values)
        if let name { writer.block(name) }
        writer.seal(table: .projections, key: key)
        try put(writer.bytes, in: StoreTable.projections.lmdb, at: key)
    }

    /// Writes the changes of a commit, and versions where enough of them have come together.
    mutating func put(_ gathered: AsOfGathered, of head: LedgerHead, _ span: CommitSpan, changesOfVersion: UInt64)
        throws
    {
        if gathered.changes.isEmpty, !span.isWhole || span.first == span.last { return }
        var past = try asOfHead(head.slot) ?? AsOfHead()
        if span.isWhole {
            try put(
                gathered, 0..<gathered.changes.count, first: span.first.value, last: span.last.value, isWhole: true,
                head.slot, &past)
        } else {
            try putInParts(gathered, head.slot, &past)
        }
        try putVersions(of: head, &past, every: changesOfVersion)
        try put(past, slot: head.slot)
    }

    /// Rows of some hundred changes; those of one position stand in one row.
    private mutating func putInParts(_ gathered: AsOfGathered, _ slot: UInt8, _ past: inout AsOfHead) throws {
        let changes = gathered.changes
        var start = 0
        while start < changes.count {
            var end = min(start + 256, changes.count)
            while end < changes.count, changes[end].position == changes[end - 1].position { end += 1 }
            try put(
                gathered, start..<end, first: changes[start].position, last: changes[end - 1].position, isWhole: false,
                slot, &past)
            start = end
        }
    }

    private mutating func put(
        _ gathered: AsOfGathered, _ range: Range<Int>, first: UInt64, last: UInt64, isWhole: Bool, _ slot: UInt8,
        _ past: inout AsOfHead
    ) throws {
        let key = AsOfKeys.changes(slot, first)
        var writer = RowWriter(capacity: 16 + range.count * 24)
        AsOfChanges.begin(first: first, last: last, before: past.lastChanges, isWhole: isWhole, into: &writer)
        var position = first
        for change in gathered.changes[range] {
            AsOfChanges.write(change, after: position, gathered.values, into: &writer)
            position = change.position
        }
        writer.seal(table: .projections, key: key)
        try put(writer.bytes, in: StoreTable.projections.lmdb, at: key)
        past.lastChanges = first
        past.pending += UInt64(range.count)
    }

    // MARK: - While a ledger is built anew

    /// Writes changes under their positions, to be put in order when all are there. No two streams change at one
    /// position.
    mutating func putUnordered(_ gathered: AsOfGathered, slot: UInt8) throws {
        var start = 0
        while start < gathered.changes.count {
            let position = gathered.changes[start].position
            let end = gathered.changes[start...].firstIndex { $0.position != position } ?? gathered.changes.count
            let key = AsOfKeys.unordered(slot, position)
            var writer = RowWriter(capacity: 64)
            for change in gathered.changes[start..<end] {
                AsOfChanges.write(change, after: position, gathered.values, into: &writer)
            }
            writer.seal(table: .projections, key: key)
            try put(writer.bytes, in: StoreTable.projections.lmdb, at: key)
            start = end
        }
    }

    /// Puts changes in order that stand under their positions, at most so many positions; false when none is left.
    package mutating func orderChanges(of head: LedgerHead, limit: Int, changesOfVersion: UInt64) throws -> Bool {
        let (gathered, keys) = try unordered(head, limit: limit)
        guard let first = gathered.changes.first, let last = gathered.changes.last else { return false }
        let span = CommitSpan(first: Position(first.position), last: Position(last.position), isWhole: false)
        try put(gathered, of: head, span, changesOfVersion: changesOfVersion)
        for key in keys { _ = try delete(in: StoreTable.projections.lmdb, at: key) }
        return true
    }

    private borrowing func unordered(_ head: LedgerHead, limit: Int) throws -> (AsOfGathered, [[UInt8]]) {
        try withCursor(in: StoreTable.projections.lmdb) { cursor in
            var gathered = AsOfGathered()
            var keys: [[UInt8]] = []
            let start = AsOfKeys.unordered(head.slot, 0)
            var next = try Self.unordered(&cursor, start, like: start, head.width, &gathered)
            while let key = next {
                keys.append(key)
                if keys.count == limit { break }
                next = try Self.unordered(&cursor, nil, like: start, head.width, &gathered)
            }
            return (gathered, keys)
        }
    }

    private static func unordered(
        _ cursor: inout Cursor, _ start: [UInt8]?, like pattern: [UInt8], _ width: Int, _ gathered: inout AsOfGathered
    ) throws -> [UInt8]? {
        if let start {
            if let entry = try cursor.seek(atOrAfter: start.span.bytes) {
                return try unordered(entry, pattern, width, &gathered)
            }
        } else if let entry = try cursor.next() {
            return try unordered(entry, pattern, width, &gathered)
        }
        return nil
    }

    private static func unordered(
        _ entry: borrowing Entry, _ pattern: [UInt8], _ width: Int, _ gathered: inout AsOfGathered
    ) throws -> [UInt8]? {
        guard let position = AsOfTable.position(of: entry.key, like: pattern) else { return nil }
        var reader = try RowReader(checked: entry.value, key: entry.key, table: .projections)
        while !reader.isAtEnd {
            let step = try reader.variable()
            guard let day = Int32(exactly: try reader.signed()) else { throw reader.damaged }
            gathered.add(
                Position(position), CivilDate(day: day), try reader.sparse(width)[...], isRemoval: step & 1 == 1)
        }
        return entry.key.withUnsafeBytes { unsafe Array($0) }
    }

    // MARK: - Beginning anew

    /// Forgets what a ledger was, and begins with what it is now, which was written in this transaction. O(history of
    /// the ledger).
    package mutating func forgetPast(of head: LedgerHead, at position: Position) throws {
        while true {
            let keys = try rowKeys(from: [head.slot, 4], limit: 4_096)
            if keys.isEmpty { break }
            for key in keys { _ = try delete(in: StoreTable.projections.lmdb, at: key) }
        }
        var past = AsOfHead()
        past.since = position.value
        var version = AsOfVersion()
        for year in head.years {
            var months: [AsOfVersion.Part] = []
            for mark in try yearMarks(head.slot, year) {
                months.append(
                    try put(
                        try month(head.slot, mark, width: head.width), number: mark.number, of: head, position.value))
            }
            version.parts.append(try put(months, ofYear: year.number, of: head, position.value))
        }
        try put(version, of: head, position.value)
        past.version = position.value
        try put(past, slot: head.slot)
    }
}
