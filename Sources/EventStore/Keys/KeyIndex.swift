package import EventModel
package import LMDB
import TransparencyLog

/// The index of idempotency keys: sorted runs, merged two by two like the digits of a binary counter, so that no commit
/// inserts in random order and a key is sought in few places.
///
/// An entry is the first eight bytes of SHA-256(secret ‖ principal ‖ key) and a place; the event there settles whether
/// it is the key. Rows: `run (8) ‖ first hash (8)`, the first of a run under hash 0 → the next row's first hash (8;
/// 2⁶⁴−1 at the end) ‖ entries of hash (8), log (4), sequence (8), ascending. Because each row names the next one, a
/// row that vanished is noticed.
package struct KeyEntry: Hashable, Sendable, Comparable {
    package let hash: UInt64
    package let place: EventPlace

    package init(hash: UInt64, place: EventPlace) {
        self.hash = hash
        self.place = place
    }

    package static func < (left: KeyEntry, right: KeyEntry) -> Bool {
        left.hash != right.hash ? left.hash < right.hash : left.place < right.place
    }

    static let bytes = 20
}

package enum KeyIndex {
    /// A row stays within a page: 8 + 96 · 20 + 4 bytes.
    static let entriesPerRow = 96

    package static func hash(secret: Bytes32, principal: PrincipalID, key: String) -> UInt64 {
        // 2⁶⁴−1 stands for "no next row".
        var hasher = SHA256Hasher()
        hasher.update("daybook/key/1".utf8.span.bytes)
        hasher.update(secret)
        hasher.update(principal.words)
        hasher.update(key.utf8.span.bytes)
        return min(hasher.finalize().first.high, UInt64.max - 1)
    }

    /// Adds a commit's entries as a run of level 0 and merges runs of equal level until all levels differ.
    package static func add(
        _ entries: [KeyEntry], to head: inout StoreRecord, _ transaction: inout WriteTransaction
    ) throws {
        if entries.isEmpty { return }
        var level: UInt8 = 0
        var carried = entries.sorted()
        while let index = head.keyRuns.firstIndex(where: { $0.level == level }) {
            let run = head.keyRuns.remove(at: index)
            carried = merge(try transaction.keyEntries(run), carried)
            try delete(run, &transaction)
            level += 1
        }
        let run = KeyRun(level: level, number: head.commit + 1, entries: UInt64(carried.count))
        try write(carried, run, &transaction)
        head.keyRuns.append(run)
    }

    /// Takes the entries of some places out. Reads every entry.
    package static func drop(
        _ places: Set<EventPlace>, from head: inout StoreRecord, _ transaction: inout WriteTransaction
    ) throws {
        for (index, run) in head.keyRuns.enumerated() {
            let entries = try transaction.keyEntries(run)
            let kept = entries.filter { !places.contains($0.place) }
            if kept.count == entries.count { continue }
            try delete(run, &transaction)
            let left = KeyRun(level: run.level, number: run.number, entries: UInt64(kept.count))
            try write(kept, left, &transaction)
            head.keyRuns[index] = left
        }
        head.keyRuns.removeAll { $0.entries == 0 }
    }

    private static func merge(_ left: [KeyEntry], _ right: [KeyEntry]) -> [KeyEntry] {
        var result: [KeyEntry] = []
        result.reserveCapacity(left.count + right.count)
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            if right[j] < left[i] {
                result.append(right[j])
                j += 1
            } else {
                result.append(left[i])
                i += 1
            }
        }
        result.append(contentsOf: left[i...])
        result.append(contentsOf: right[j...])
        return result
    }

    private static func write(_ entries: [KeyEntry], _ run: KeyRun, _ transaction: inout WriteTransaction) throws {
        var start = 0
        while start < entries.count {
            // Entries of one hash stay in one row, so that one row answers for a hash.
            var end = min(start + entriesPerRow, entries.count)
            while end < entries.count, entries[end].hash == entries[end - 1].hash { end += 1 }
            var writer = RowWriter(capacity: 12 + (end - start) * KeyEntry.bytes)
            writer.word64(end == entries.count ? UInt64.max : entries[end].hash)
            for entry in entries[start..<end] {
                writer.word64(entry.hash)
                writer.word32(entry.place.log)
                writer.word64(entry.place.sequence)
            }
            let key = rowKey(run.number, start == 0 ? 0 : entries[start].hash)
            writer.seal(table: .keys, key: key)
            try transaction.put(writer.bytes, in: StoreTable.keys.lmdb, at: key)
            start = end
        }
    }

    private static func delete(_ run: KeyRun, _ transaction: inout WriteTransaction) throws {
        for first in try transaction.keyRowStarts(run) {
            _ = try transaction.delete(in: StoreTable.keys.lmdb, at: rowKey(run.number, first))
        }
    }

    static func rowKey(_ run: UInt64, _ firstHash: UInt64) -> [UInt8] {
        var writer = RowWriter(capacity: 16)
        writer.word64(run)
        writer.word64(firstHash)
        return writer.bytes
    }
}

/// A row of the index, read in place.
private struct KeyRow: ~Escapable {
    let next: UInt64
    let count: Int
    private let bytes: RawSpan

    @_lifetime(copy row)
    init(_ row: RawSpan, key: RawSpan) throws(StoreError) {
        guard RowChecksum.isValid(table: StoreTable.keys.number, key: key, row: row), row.byteCount >= 12,
            (row.byteCount - 12).isMultiple(of: KeyEntry.bytes)
        else { throw .damagedRow(table: .keys, reason: "the checksum of a row of the key index is wrong") }
        bytes = row
        count = (row.byteCount - 12) / KeyEntry.bytes
        // The row has twelve bytes at least; any bit pattern is a UInt64.
        next = UInt64(bigEndian: unsafe row.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self))
    }

    func hash(_ index: Int) -> UInt64 {
        // `index` is below `count`, which the length gave.
        UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 8 + index * KeyEntry.bytes, as: UInt64.self))
    }

    func entry(_ index: Int) -> KeyEntry {
        let at = 8 + index * KeyEntry.bytes
        // `index` is below `count`, so that the whole entry lies within the row.
        let log = unsafe UInt32(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: at + 8, as: UInt32.self))
        let sequence = unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: at + 12, as: UInt64.self))
        return KeyEntry(hash: hash(index), place: EventPlace(log: log, sequence: sequence))
    }

    /// The places of a hash.
    func places(_ hash: UInt64) -> [EventPlace] {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self.hash(middle) < hash { low = middle + 1 } else { high = middle }
        }
        var result: [EventPlace] = []
        while low < count, self.hash(low) == hash {
            result.append(entry(low).place)
            low += 1
        }
        return result
    }
}

extension Transaction where Self: ~Copyable {
    /// The places whose key has that hash. One descent a run.
    package borrowing func places(keyHash: UInt64, _ head: StoreRecord) throws -> [EventPlace] {
        try places(keyHashes: [keyHash], head)[0]
    }

    /// `places(keyHash:_:)` for several hashes, in their order.
    package borrowing func places(keyHashes: [UInt64], _ head: StoreRecord) throws -> [[EventPlace]] {
        var result = [[EventPlace]](repeating: [], count: keyHashes.count)
        if head.keyRuns.isEmpty || keyHashes.isEmpty { return result }
        try withCursor(in: StoreTable.keys.lmdb) { cursor in
            for run in head.keyRuns {
                for (index, hash) in keyHashes.enumerated() { result[index] += try Self.places(hash, run, &cursor) }
            }
        }
        return result
    }

    private static func places(_ hash: UInt64, _ run: KeyRun, _ cursor: inout Cursor) throws -> [EventPlace] {
        let key = KeyIndex.rowKey(run.number, hash)
        if let entry = try cursor.seek(atOrBefore: key.span.bytes), isRow(entry.key, of: run) {
            let row = try KeyRow(entry.value, key: entry.key)
            guard hash < row.next else { throw StoreError.inconsistent("a row of the key index is missing") }
            return row.places(hash)
        }
        throw StoreError.inconsistent("a run of the key index is missing")
    }

    /// All entries of a run; throws where a row is damaged or missing.
    package borrowing func keyEntries(_ run: KeyRun) throws -> [KeyEntry] {
        var entries: [KeyEntry] = []
        entries.reserveCapacity(Int(min(run.entries, 1 << 24)))
        try forEachKeyRow(run) { _, row in
            for index in 0..<row.count { entries.append(row.entry(index)) }
        }
        guard UInt64(entries.count) == run.entries else {
            throw StoreError.inconsistent("a run of the key index has lost entries")
        }
        return entries
    }

    borrowing func keyRowStarts(_ run: KeyRun) throws -> [UInt64] {
        var starts: [UInt64] = []
        try forEachKeyRow(run) { first, _ in starts.append(first) }
        return starts
    }

    private borrowing func forEachKeyRow(_ run: KeyRun, _ body: (UInt64, borrowing KeyRow) throws -> Void) throws {
        try withCursor(in: StoreTable.keys.lmdb) { cursor in
            var first: UInt64 = 0
            while first != UInt64.max { first = try Self.keyRow(run, first, &cursor, body) }
        }
    }

    private static func keyRow(
        _ run: KeyRun, _ first: UInt64, _ cursor: inout Cursor, _ body: (UInt64, borrowing KeyRow) throws -> Void
    ) throws -> UInt64 {
        let key = KeyIndex.rowKey(run.number, first)
        if let entry = try cursor.seek(exactly: key.span.bytes) {
            let row = try KeyRow(entry.value, key: entry.key)
            try body(first, row)
            return row.next
        }
        throw StoreError.inconsistent("a row of the key index is missing")
    }

    private static func isRow(_ key: RawSpan, of run: KeyRun) -> Bool {
        // Sixteen bytes by the first test; any bit pattern is a UInt64.
        unsafe key.byteCount == 16
            && UInt64(bigEndian: key.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self)) == run.number
    }
}
