import EventCodec
package import EventModel
package import LMDB
import TransparencyLog

/// Attachments by their SHA-256, in rows of at most 64 KiB: `digest (32) ‖ number (4)` → last (1) ‖ bytes ‖ checksum.
package enum Blobs {
    static let rowBytes = Limits.blobRowBytesMaximum - 8

    static func key(_ digest: Bytes32, _ number: UInt32) -> [UInt8] {
        var writer = RowWriter(capacity: 36)
        writer.append(digest)
        writer.word32(number)
        return writer.bytes
    }
}

extension WriteTransaction {
    /// Keeps a blob; writing one that is there changes nothing. The caller has held its size against the limit.
    package mutating func putBlob(_ bytes: [UInt8]) throws -> Bytes32 {
        precondition(bytes.count <= Limits.blobBytesMaximum)
        let digest = SHA256Hasher.hash(bytes)
        var number: UInt32 = 0
        var start = 0
        repeat {
            let end = min(start + Blobs.rowBytes, bytes.count)
            let key = Blobs.key(digest, number)
            var writer = RowWriter(capacity: end - start + 8)
            writer.byte(end == bytes.count ? 1 : 0)
            writer.append(bytes[start..<end])
            writer.seal(table: .blobs, key: key)
            try put(writer.bytes, in: StoreTable.blobs.lmdb, at: key)
            number += 1
            start = end
        } while start < bytes.count
        return digest
    }

    /// Whether a blob is here; its bytes are not looked at.
    package borrowing func hasBlob(_ digest: Bytes32) throws -> Bool {
        try value(in: StoreTable.blobs.lmdb, at: Blobs.key(digest, 0)) != nil
    }

    /// Takes a blob away with all its parts; false where it is not here.
    package mutating func deleteBlob(_ digest: Bytes32) throws -> Bool {
        var number: UInt32 = 0
        while try delete(in: StoreTable.blobs.lmdb, at: Blobs.key(digest, number)) { number += 1 }
        return number > 0
    }
}

extension Transaction where Self: ~Copyable {
    /// The bytes of a blob, held against their digest; nil when it is not here.
    package borrowing func blob(_ digest: Bytes32) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        var number: UInt32 = 0
        while true {
            let key = Blobs.key(digest, number)
            guard let row = try value(in: StoreTable.blobs.lmdb, at: key) else {
                if number == 0 {
                    try proveAbsent(key, in: .blobs)
                    return nil
                }
                throw StoreError.inconsistent("a part of the blob \(digest.hex) is missing")
            }
            guard RowChecksum.isValid(table: StoreTable.blobs.number, key: key.span.bytes, row: row), row.byteCount >= 5
            else {
                throw StoreError.damagedRow(table: .blobs, reason: "the checksum of a part of a blob is wrong")
            }
            var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .blobs)
            let isLast = try reader.byte() == 1
            bytes.append(contentsOf: try reader.rest())
            if isLast { break }
            number += 1
        }
        guard SHA256Hasher.hash(bytes) == digest else {
            throw StoreError.inconsistent("the blob \(digest.hex) is not what its name says")
        }
        return bytes
    }

    /// Calls with the digest of every blob, and whether its bytes give it.
    package borrowing func forEachBlob(_ body: (Bytes32, Bool) throws -> Void) throws {
        for digest in try blobDigests() {
            do { try body(digest, try blob(digest) != nil) } catch is StoreError { try body(digest, false) }
        }
    }

    /// The digests of all blobs, ascending.
    package borrowing func blobDigests() throws -> [Bytes32] {
        try withCursor(in: StoreTable.blobs.lmdb) { cursor in
            var digests: [Bytes32] = []
            while let digest = try Self.blobStep(&cursor) {
                if digests.last != digest { digests.append(digest) }
            }
            return digests
        }
    }

    private static func blobStep(_ cursor: inout Cursor) throws -> Bytes32? {
        if let entry = try cursor.next() {
            guard entry.key.byteCount == 36 else {
                throw StoreError.inconsistent("a key of table blobs has a wrong length")
            }
            return Bytes32(entry.key)
        }
        return nil
    }
}
