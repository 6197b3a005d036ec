public import EventCodec

/// The result of a repair, and the damage that remains.
public struct RepairReport: Hashable, Sendable {
    /// Events that were not whole.
    public let lost: Int
    /// Those of them that the source had.
    public let restored: Int
    /// Whether the projections were built anew.
    public let isRebuilt: Bool
    /// Where the damaged file is kept, in whose place a new store stands; nil where the ledger was repaired in place.
    public let keptFile: String?
    /// The zone as the caller gave it, where the damaged file shows none; nil where the ledger's own is kept.
    public let zoneGiven: String?
    /// The result of `verify` afterwards.
    public let verified: VerifyReport

    public var json: JSONValue {
        .object(pairs: [
            "ok": .bool(verified.isSound), "events": .integer(verified.events), "lost": .integer(lost),
            "restored": .integer(restored), "rebuilt": .bool(isRebuilt),
            "keptFile": keptFile.map { .string($0) } ?? .null,
            "zoneGiven": zoneGiven.map { .string($0) },
            "damage": .array(verified.damage.map { .string($0.place(after: $0.reason)) }),
        ])
    }
}
