import EventCodec
package import EventModel
package import LMDB

extension Transaction where Self: ~Copyable {
    /// The streams of the events in whose bodies a digest of the set stands as 32 bytes, by digest.
    ///
    /// There is no index of the digests that events name: few events name one, and only an exchange or an export of
    /// blobs asks.
    /// - Complexity: O(bytes of all events); of most events only two bytes in a row are looked for.
    package borrowing func streams(whoseBodiesHold digests: Set<Bytes32>) throws -> [Bytes32: Set<StreamID>] {
        var found: [Bytes32: Set<StreamID>] = [:]
        if digests.isEmpty { return found }
        try withCursor(in: StoreTable.log.lmdb) { cursor in
            while try Self.searchNext(&cursor, digests, &found) {}
        }
        return found
    }

    /// Looks at one event further on; false at the end.
    private static func searchNext(
        _ cursor: inout Cursor, _ digests: Set<Bytes32>, _ found: inout [Bytes32: Set<StreamID>]
    ) throws -> Bool {
        guard let entry = try cursor.next() else { return false }
        let row = try LogRow(entry.value, key: entry.key)
        let named = DigestStrings.of(row.body, among: digests)
        if named.isEmpty { return true }
        let stream = try row.envelopeView().stream
        for digest in named { found[digest, default: []].insert(stream) }
        return true
    }
}

/// The byte strings of 32 bytes in a body.
package enum DigestStrings {
    /// Those that are in the set, wherever in the body they stand.
    package static func of(_ body: RawSpan, among digests: Set<Bytes32>) -> [Bytes32] {
        var found: [Bytes32] = []
        var offset = 0
        // 0x58 0x20 begins a byte string of 32 bytes in deterministic CBOR.
        while offset + 34 <= body.byteCount {
            if body.unsafeByte(at: offset) == 0x58, body.unsafeByte(at: offset + 1) == 0x20 {
                let digest = Bytes32(body, at: offset + 2)
                if digests.contains(digest) { found.append(digest) }
            }
            offset += 1
        }
        return found
    }
}

extension RawSpan {
    /// The byte at an offset that the caller has held against the number of bytes.
    fileprivate func unsafeByte(at offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
}
