package import EventCodec
import EventModel
package import LMDB
import TransparencyLog

/// The body of an event that an erasure from elsewhere hides, apart from its row: no reader of events finds it.
///
/// Row of table `heads`, key 3 ‖ 4 ‖ log (4) ‖ sequence (8) of the event: salt (16) ‖ body.
package struct HeldBody: Hashable, Sendable {
    static let prefix: [UInt8] = [3, 4]

    package let salt: [UInt8]
    package let body: [UInt8]

    package init(row: RawSpan, key: RawSpan) throws(StoreError) {
        _ = try HeldKey.place(key, row, "a hidden body")
        guard row.byteCount > Limits.saltBytes + RowChecksum.bytes else {
            throw .damagedRow(table: .heads, reason: "the row of a hidden body is too short")
        }
        salt = row.extracting(0..<Limits.saltBytes).array
        body = row.extracting(Limits.saltBytes..<row.byteCount - RowChecksum.bytes).array
    }

    /// Whether it is the body that an envelope names.
    package func isOf(_ envelope: borrowing EnvelopeView) -> Bool {
        SHA256Hasher.bodyDigest(salt: salt, body: body) == envelope.bodyDigest
    }
}

extension Transaction where Self: ~Copyable {
    /// The hidden body of an event; nil where none is held.
    package borrowing func heldBody(at place: EventPlace) throws -> HeldBody? {
        let key = HeldKey.bytes(HeldBody.prefix, place)
        guard let row = try value(in: StoreTable.heads.lmdb, at: key) else { return nil }
        return try HeldBody(row: row, key: key.span.bytes)
    }

    /// Calls with every hidden body, ascending by place.
    package borrowing func forEachHeldBody(_ body: (EventPlace, HeldBody) throws -> Void) throws {
        try forEachHeldRow(HeldBody.prefix) { key, row in
            try body(try HeldKey.place(key, row, "a hidden body"), try HeldBody(row: row, key: key))
        }
    }
}

extension WriteTransaction {
    /// Takes the body of an event out of its row and keeps it apart; false when it was gone already.
    package mutating func holdBody(at place: EventPlace) throws -> Bool {
        let held = try withEvent(at: place) { row in
            row.isErased ? nil : (salt: row.salt.array, body: row.body.array)
        }
        guard let held else { return false }
        let key = HeldKey.bytes(HeldBody.prefix, place)
        var writer = RowWriter(capacity: held.salt.count + held.body.count + RowChecksum.bytes)
        writer.append(held.salt)
        writer.append(held.body)
        writer.seal(table: .heads, key: key)
        try put(writer.bytes, in: StoreTable.heads.lmdb, at: key)
        return try dropBody(at: place)
    }

    /// Destroys the hidden body of an event; false where none is held.
    package mutating func dropHeldBody(at place: EventPlace) throws -> Bool {
        try delete(in: StoreTable.heads.lmdb, at: HeldKey.bytes(HeldBody.prefix, place))
    }
}
