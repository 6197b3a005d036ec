package import EventModel
package import LMDB
import TransparencyLog

/// The index of idempotency keys: sorted runs, merged level by level, so that no commit inserts in random order.
///
/// An entry is the first eight bytes of SHA-256(secret ‖ principal ‖ key) and a place; the event there settles whether it is the key.
/// A run's rows: `level (1) ‖ run (8) ‖ block (4)` → entries of hash (8), log (4), sequence (8), ascending.
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
    /// Runs of one level before they are merged into one of the next.
    static let runsPerLevel = 8
    static let entriesPerBlock = 3_200

    package static func hash(secret: Bytes32, principal: PrincipalID, key: String) -> UInt64 {
        SHA256Hasher.labelled("daybook/key/1", secret.bytes, principal.bytes, Array(key.utf8)).first.high
    }

    /// Adds a commit's entries as a run of level 0 and merges the levels that have become full.
    package static func add(
        _ entries: [KeyEntry], to head: inout StoreRecord, _ transaction: inout WriteTransaction
    ) throws {
        if entries.isEmpty { return }
        var level: UInt8 = 0
        var carried = entries.sorted()
        while true {
            let same = head.keyRuns.filter { $0.level == level }
            if same.count + 1 < runsPerLevel { break }
            for run in same {
                carried.append(contentsOf: try read(run, transaction))
                try delete(run, &transaction)
            }
            head.keyRuns.removeAll { $0.level == level }
            carried.sort()
            level += 1
        }
        head.keyRuns.append(try write(carried, level: level, number: head.commit + 1, &transaction))
    }

    private static func write(
        _ entries: [KeyEntry], level: UInt8, number: UInt64, _ transaction: inout WriteTransaction
    ) throws -> KeyRun {
        var block: UInt32 = 0
        for start in stride(from: 0, to: entries.count, by: entriesPerBlock) {
            var writer = RowWriter(capacity: entriesPerBlock * KeyEntry.bytes)
            for entry in entries[start..<min(start + entriesPerBlock, entries.count)] {
                writer.word64(entry.hash)
                writer.word32(entry.place.log)
                writer.word64(entry.place.sequence)
            }
            let key = rowKey(level, number, block)
            writer.seal(table: .keys, key: key)
            try transaction.put(writer.bytes, in: StoreTable.keys.lmdb, at: key)
            block += 1
        }
        return KeyRun(level: level, number: number, blocks: block, entries: UInt64(entries.count))
    }

    private static func read(_ run: KeyRun, _ transaction: borrowing some Transaction & ~Copyable) throws -> [KeyEntry] {
        var entries: [KeyEntry] = []
        for block in 0..<run.blocks { entries.append(contentsOf: try transaction.keyBlock(run, block)) }
        guard UInt64(entries.count) == run.entries else { throw StoreError.inconsistent("a run of the key index has lost entries") }
        return entries
    }

    private static func delete(_ run: KeyRun, _ transaction: inout WriteTransaction) throws {
        for block in 0..<run.blocks {
            _ = try transaction.delete(in: StoreTable.keys.lmdb, at: rowKey(run.level, run.number, block))
        }
    }

    static func rowKey(_ level: UInt8, _ number: UInt64, _ block: UInt32) -> [UInt8] {
        var writer = RowWriter(capacity: 13)
        writer.byte(level)
        writer.word64(number)
        writer.word32(block)
        return writer.bytes
    }
}

extension Transaction where Self: ~Copyable {
    /// The places whose key has that hash. One search a run.
    package borrowing func places(keyHash: UInt64, _ head: StoreRecord) throws -> [EventPlace] {
        var result: [EventPlace] = []
        for run in head.keyRuns {
            var low: UInt32 = 0
            var high = run.blocks
            // The first block whose last hash is not below the one sought.
            while low < high {
                let middle = (low + high) / 2
                let last = try keyBlock(run, middle).last?.hash ?? 0
                if last < keyHash { low = middle + 1 } else { high = middle }
            }
            while low < run.blocks {
                let block = try keyBlock(run, low)
                result.append(contentsOf: block.filter { $0.hash == keyHash }.map(\.place))
                guard block.last?.hash == keyHash else { break }
                low += 1
            }
        }
        return result
    }

    borrowing func keyBlock(_ run: KeyRun, _ block: UInt32) throws -> [KeyEntry] {
        let key = KeyIndex.rowKey(run.level, run.number, block)
        guard let row = try value(in: StoreTable.keys.lmdb, at: key) else {
            throw StoreError.inconsistent("a block of the key index is missing")
        }
        guard RowChecksum.holds(table: StoreTable.keys.number, key: key.span.bytes, row: row) else {
            throw StoreError.damagedRow(table: .keys, reason: "the checksum of a block of the key index is wrong")
        }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .keys)
        var entries: [KeyEntry] = []
        while !reader.isAtEnd {
            entries.append(KeyEntry(hash: try reader.word64(), place: EventPlace(log: try reader.word32(), sequence: try reader.word64())))
        }
        return entries
    }
}

extension Transaction where Self: ~Copyable {
    /// The entries that a run really holds; throws where a block is damaged.
    package borrowing func keyEntries(_ run: KeyRun) throws -> UInt64 {
        var count: UInt64 = 0
        for block in 0..<run.blocks { count += UInt64(try keyBlock(run, block).count) }
        return count
    }
}
