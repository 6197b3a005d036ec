import Engine
public import EventModel
public import EventSourcing
import EventStore
import Foundation
import Synchronization

/// What a ledger takes from the program that opens it and from the machine; a test gives its own.
public struct LedgerEnvironment: Sendable {
    /// The raw clock.
    public var clock: @Sendable () -> Instant
    /// So many unpredictable bytes.
    public var entropy: @Sendable (Int) -> [UInt8]
    /// The zone of "today", instead of the ledger's own.
    public var zone: (any ZoneRules)?
    /// The app's own domains, beside those that every ledger has.
    public var domains: [Domain]
    /// Address space for the store's map, in bytes; it costs nothing until written.
    public var mapByteCount = 64 << 30
    /// Whether a ledger may lie in a folder that other users may write to, or that is another user's. Such users can
    /// destroy it and read its keys.
    public var allowsSharedFolder = false
    /// As in `EngineConfiguration`.
    package var changesOfVersion: UInt64 = 1_024

    /// Has each thread that helps do something when it begins: for a program that answers one question and ends, before
    /// it asks.
    package static func beginEachHelper(_ begin: @escaping @Sendable () -> Void) { HelperBeginning.set(begin) }

    /// By default the system's clock and entropy, the ledger's own zone, and no further domain.
    public init(
        domains: [Domain] = [], clock: @escaping @Sendable () -> Instant = LedgerEnvironment.systemClock,
        entropy: @escaping @Sendable (Int) -> [UInt8] = LedgerEnvironment.systemEntropy, zone: (any ZoneRules)? = nil
    ) {
        self.domains = domains
        self.clock = clock
        self.entropy = entropy
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

/// A zone of the system's tz database.
public struct SystemZone: ZoneRules {
    public let name: String
    private let zone: TimeZone
    private let midnights = Midnights()

    /// The names of the tz database without a slash.
    private static let plainNames: Set = [
        "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT", "GMT+0", "GMT-0",
        "GMT0", "Greenwich", "HST", "Hongkong",
        "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT",
        "Navajo", "PRC", "PST8PDT", "Poland",
        "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT", "UTC", "Universal", "W-SU", "WET", "Zulu",
    ]

    /// Nil when the database does not know the name.
    public init?(_ name: String) {
        // Foundation takes offsets (GMT+5), abbreviations (PST) and names of its own (SystemV/PST8) as well; it lists
        // fewer names than it takes.
        let isPlace = name.contains("/") && !name.hasPrefix("SystemV/")
        guard isPlace || SystemZone.plainNames.contains(name), let zone = TimeZone(identifier: name),
            !isPlace || zone.identifier == name
        else { return nil }
        self.name = name
        self.zone = zone
    }

    public func offsetSeconds(at instant: Instant) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
    }

    public func instant(of date: CivilDate, secondOfDay: Int) -> Instant {
        if secondOfDay != 0 { return instant(ofWall: Int64(date.day) * 86_400 + Int64(secondOfDay)) }
        return midnights.instant(of: date) { instant(ofWall: Int64(date.day) * 86_400) }
    }

    /// Of a wall time in seconds since 1970-01-01T00:00.
    private func instant(ofWall wall: Int64) -> Instant {
        // The offset a day before is the one before any change around the wall time; the later one holds when it leads
        // back to it.
        let before = Int64(offsetSeconds(at: Instant(milliseconds: (wall - 86_400) * 1000)))
        let after = Int64(offsetSeconds(at: Instant(milliseconds: (wall + 86_400) * 1000)))
        let early = Instant(milliseconds: (wall - before) * 1000)
        if before == after || Int64(offsetSeconds(at: early)) == before { return early }
        let late = Instant(milliseconds: (wall - after) * 1000)
        return Int64(offsetSeconds(at: late)) == after ? late : early
    }
}

/// Midnights that were looked up in the tz database: what happened on one day is mostly told one after the other, and a
/// look takes longer than the rest of a line.
private final class Midnights: Sendable {
    /// Each the day and the seconds by which its midnight lies from that of UTC, at the place that the day's last bits
    /// tell; no offset is as large as `none`.
    private let known = InlineArray<64, Atomic<Int64>> { _ in Atomic(none) }
    private static let none: Int64 = 0x7FFF_FFFF

    func instant(of date: CivilDate, _ look: () -> Instant) -> Instant {
        let place = Int(date.day) & 63
        let entry = known[place].load(ordering: .relaxed)
        let midnight = Int64(date.day) * 86_400_000
        if entry >> 32 == Int64(date.day), entry & 0xFFFF_FFFF != Midnights.none {
            return Instant(milliseconds: midnight + Int64(Int32(truncatingIfNeeded: entry)) * 1000)
        }
        let found = look()
        known[place].store(
            Int64(date.day) << 32 | (found.milliseconds - midnight) / 1000 & 0xFFFF_FFFF, ordering: .relaxed)
        return found
    }
}

/// UUID version 7 (RFC 9562 §5.7): milliseconds first, so that new streams sort by the time of their making.
public enum UUIDv7 {
    /// `entropy` gives ten bytes.
    public static func text(at instant: Instant, entropy: [UInt8]) -> String {
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
