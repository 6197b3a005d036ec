package import EventModel
package import EventStore
package import LMDB

/// Which ledgers are kept, for which program, and how far the building of others has come. Row of table `heads`, key 3:
///
///     plan (32) ‖ slots (LEB128 number, then 1 each) ‖ building (1) ‖ when 1:
///     plan (32) ‖ slots ‖ commit (8) ‖ position (8) ‖ length of the next stream's name (LEB128) ‖ the name
///
/// A plan is a digest of all that kept rows depend on besides the events: which types and versions are understood,
/// which ledgers there are in which versions. Rows of another plan answer nothing. The row is missing before the first
/// plan is built.
package struct KeptState: Hashable, Sendable {
    /// A set of ledgers: its plan, and the slot of each in the order of the registry.
    package struct Kept: Hashable, Sendable {
        package let plan: Bytes32
        package let slots: [UInt8]

        package init(plan: Bytes32, slots: [UInt8]) {
            self.plan = plan
            self.slots = slots
        }
    }

    /// A set that is being built beside the other one.
    package struct Building: Hashable, Sendable {
        package let kept: Kept
        /// The commit that wrote this: when another came in between, what was built so far is of no use.
        package var commit: UInt64
        /// It is built from the events up to here.
        package let position: Position
        /// The name of the first stream that is still missing, or `ordering`.
        package var next: [UInt8]

        /// No stream is missing, and what the ledgers were is put in order; no name begins so.
        package static let ordering: [UInt8] = [0xFF]

        package init(kept: Kept, commit: UInt64, position: Position, next: [UInt8]) {
            self.kept = kept
            self.commit = commit
            self.position = position
            self.next = next
        }
    }

    package static let key: [UInt8] = [3]

    /// Nothing is kept.
    package static let none = KeptState(
        kept: Kept(plan: Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: 0)), slots: []))

    package var kept: Kept
    package var building: Building?

    package init(kept: Kept, building: Building? = nil) {
        self.kept = kept
        self.building = building
    }

    package var row: [UInt8] {
        var writer = RowWriter(capacity: 128)
        write(kept, into: &writer)
        writer.byte(building == nil ? 0 : 1)
        if let building {
            write(building.kept, into: &writer)
            writer.word64(building.commit)
            writer.word64(building.position.value)
            writer.variable(UInt64(building.next.count))
            writer.append(building.next)
        }
        writer.seal(table: .heads, key: KeptState.key)
        return writer.bytes
    }

    private func write(_ kept: Kept, into writer: inout RowWriter) {
        writer.append(kept.plan)
        writer.variable(UInt64(kept.slots.count))
        for slot in kept.slots { writer.byte(slot) }
    }

    package init(row: RawSpan) throws(StoreError) {
        let key = KeptState.key
        var reader = try RowReader(checked: row, key: key.span.bytes, table: .heads)
        kept = try KeptState.kept(&reader)
        if try reader.byte() == 1 {
            building = Building(
                kept: try KeptState.kept(&reader), commit: try reader.word64(), position: Position(try reader.word64()),
                next: try reader.array(try reader.count(itemBytesMinimum: 1)))
        }
        try reader.finish()
    }

    private static func kept(_ reader: inout RowReader) throws(StoreError) -> Kept {
        let plan = try reader.bytes32()
        return Kept(plan: plan, slots: try reader.array(try reader.count(itemBytesMinimum: 1)))
    }
}

extension Transaction where Self: ~Copyable {
    /// Nil before the first plan is built, and where damage hides the row: it is built anew then, which is as good.
    package borrowing func keptState() throws -> KeptState? {
        if let row = try value(in: StoreTable.heads.lmdb, at: KeptState.key) { return try KeptState(row: row) }
        return nil
    }

    /// The head of the ledger in a slot.
    package borrowing func ledgerHead(_ slot: UInt8) throws -> LedgerHead? {
        let key = LedgerKeys.head(slot)
        if let row = try value(in: StoreTable.heads.lmdb, at: key) {
            return try LedgerHead(row: row, key: key.span.bytes)
        }
        return nil
    }

    /// The keys of a slot's rows from a key's beginning on, at most so many.
    borrowing func rowKeys(from start: [UInt8], limit: Int) throws -> [[UInt8]] {
        try withCursor(in: StoreTable.projections.lmdb) { cursor in
            var keys: [[UInt8]] = []
            var next = try Self.rowKey(&cursor, from: start)
            while let key = next, key.first == start.first, keys.count < limit {
                keys.append(key)
                next = try Self.rowKey(&cursor, from: nil)
            }
            return keys
        }
    }

    private static func rowKey(_ cursor: inout Cursor, from start: [UInt8]?) throws -> [UInt8]? {
        if let start {
            if let entry = try cursor.seek(atOrAfter: start) { return entry.key.withUnsafeBytes { unsafe Array($0) } }
        } else if let entry = try cursor.next() {
            return entry.key.withUnsafeBytes { unsafe Array($0) }
        }
        return nil
    }
}

extension WriteTransaction {
    package mutating func put(_ state: KeptState) throws {
        try put(state.row, in: StoreTable.heads.lmdb, at: KeptState.key)
    }

    /// Takes away the ledger in a slot: its head and all its rows. O(rows).
    package mutating func dropLedger(_ slot: UInt8) throws {
        _ = try delete(in: StoreTable.heads.lmdb, at: LedgerKeys.head(slot))
        _ = try delete(in: StoreTable.heads.lmdb, at: AsOfKeys.head(slot))
        while true {
            let keys = try rowKeys(from: [slot], limit: 4_096)
            if keys.isEmpty { return }
            for key in keys { _ = try delete(in: StoreTable.projections.lmdb, at: key) }
        }
    }

    /// Takes away all that is kept of ledgers; the next writer builds it anew, and questions fold until then.
    package mutating func dropLedgers() throws {
        for head in try ledgerHeads() {
            _ = try delete(in: StoreTable.heads.lmdb, at: LedgerKeys.head(head.slot))
            _ = try delete(in: StoreTable.heads.lmdb, at: AsOfKeys.head(head.slot))
        }
        _ = try delete(in: StoreTable.heads.lmdb, at: KeptState.key)
        try deleteAll(in: StoreTable.projections.lmdb)
    }
}
