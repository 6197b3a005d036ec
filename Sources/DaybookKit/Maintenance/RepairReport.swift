import EventCodec

/// The result of a repair, and the damage that remains.
package struct RepairReport: Hashable, Sendable {
    /// Events that were not whole.
    package let lost: Int
    /// Those of them that the source had.
    package let restored: Int
    /// Whether the projections were built anew.
    package let isRebuilt: Bool
    /// Where the damaged file is kept, in whose place a new store stands; nil where the ledger was repaired in place.
    package let keptFile: String?
    /// The zone as the caller gave it, where the damaged file shows none; nil where the ledger's own is kept.
    package let zoneGiven: String?
    /// The result of `verify` afterwards.
    package let verified: VerifyReport

    package var json: JSONValue {
        .object(pairs: [
            "ok": .bool(verified.isSound), "events": .integer(verified.events), "lost": .integer(lost),
            "restored": .integer(restored), "rebuilt": .bool(isRebuilt),
            "keptFile": keptFile.map { .string($0) } ?? .null,
            "zoneGiven": zoneGiven.map { .string($0) },
            "damage": .array(verified.damage.map { .string($0.place(after: $0.reason)) }),
        ])
    }
}
