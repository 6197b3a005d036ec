/// The rules of a zone for civil times, as a value: the pure core never asks the machine for a zone.
public protocol ZoneRules: Sendable {
    /// The IANA name, such as `America/New_York`, or `UTC`.
    var name: String { get }
    /// The name of the zone that holds at the instant: of a ledger that moved, another one than `name`.
    func name(at instant: Instant) -> String
    /// Offset from UTC in seconds that holds at the instant.
    func offsetSeconds(at instant: Instant) -> Int
    /// The instant of a wall time; a missing one takes the offset before the gap, a repeated one is the first (RFC 5545
    /// §3.3.5). A second that is more than a day away from the date counts as the nearest that is not.
    func instant(of date: CivilDate, secondOfDay: Int) -> Instant
}

extension ZoneRules {
    public func name(at instant: Instant) -> String { name }

    /// The civil date at the instant in this zone.
    public func date(at instant: Instant) -> CivilDate {
        instant.local(offsetSeconds: offsetSeconds(at: instant)).date
    }
}

/// Coordinated universal time: no rules to know.
public struct UniversalTime: ZoneRules {
    public init() {}
    public var name: String { "UTC" }
    public func offsetSeconds(at instant: Instant) -> Int { 0 }
    public func instant(of date: CivilDate, secondOfDay: Int) -> Instant {
        Instant(milliseconds: date.wallSeconds(secondOfDay) * 1000)
    }
}
