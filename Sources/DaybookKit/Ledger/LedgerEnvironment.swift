import EventCodec
public import EventModel
package import EventSourcing
import EventStore
import Glibc

/// The inputs of a ledger from its program and the machine; a test gives its own.
public struct LedgerEnvironment: Sendable {
    /// The raw clock. An instant outside the years 1 to 9999 counts as the nearest inside.
    public var clock: @Sendable () -> Instant {
        get { { [givenClock] in givenClock().inYears } }
        set { givenClock = newValue }
    }
    private var givenClock: @Sendable () -> Instant
    /// So many unpredictable bytes. Where the source gives another number of bytes, the system's generator gives them.
    public var entropy: @Sendable (Int) -> [UInt8] {
        get {
            { [givenEntropy] count in
                let bytes = givenEntropy(count)
                return bytes.count == count ? bytes : LedgerEnvironment.systemEntropy(count)
            }
        }
        set { givenEntropy = newValue }
    }
    private var givenEntropy: @Sendable (Int) -> [UInt8]
    /// The zone of "today", instead of the ledger's own.
    public var zone: (any ZoneRules)?
    /// The domains beside the one that all ledgers share.
    public var domains: [LedgerDomain]
    /// Schemas by which events of other apps are shown. Nothing is decided by them.
    package var shownSchemas: [EventSchema] = []
    /// Nil but in tests.
    package var mistake: SetAsideMistake?
    /// Address space for the store's map, in bytes; it costs nothing until written. From 64 KiB to 64 TiB.
    public var mapByteCount = 64 << 30 { didSet { mapByteCount = min(max(mapByteCount, 1 << 16), 1 << 46) } }
    /// Whether a ledger may lie in a folder that other users may write to, or that is another user's. Such users can
    /// destroy it and read its keys.
    public var allowsSharedFolder = false
    /// As in `EngineConfiguration`.
    package var changesOfVersion: UInt64 = 1_024

    /// By default the system's clock and entropy, the ledger's own zone, and no domain beside what all ledgers share.
    public init(
        domains: [LedgerDomain] = [], clock: @escaping @Sendable () -> Instant = LedgerEnvironment.systemClock,
        entropy: @escaping @Sendable (Int) -> [UInt8] = LedgerEnvironment.systemEntropy, zone: (any ZoneRules)? = nil
    ) {
        self.domains = domains
        givenClock = clock
        givenEntropy = entropy
        self.zone = zone
    }

    /// clock_gettime(CLOCK_REALTIME) in whole milliseconds.
    public static let systemClock: @Sendable () -> Instant = {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Instant(milliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
    }

    /// The system's generator of unpredictable numbers.
    public static let systemEntropy: @Sendable (Int) -> [UInt8] = { count in
        SystemEntropy.bytes(count)
    }
}

/// UUID version 7 (RFC 9562 §5.7): milliseconds first, so that new streams sort by the time of their making.
package enum UUIDv7 {
    /// A `precondition`: `entropy` has ten bytes.
    package static func text(at instant: Instant, entropy: [UInt8]) -> String {
        precondition(entropy.count == 10)
        let time = UInt64(max(0, instant.milliseconds)) & 0xFFFF_FFFF_FFFF
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: time >> UInt64(40 - 8 * $0)) } + entropy
        bytes[6] = bytes[6] & 0x0F | 0x70
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = Hex.encode(bytes)
        var parts: [Substring] = []
        var rest = hex[...]
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: "-")
    }
}
