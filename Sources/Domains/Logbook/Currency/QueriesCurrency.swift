public import EventModel

/// Which landings a reading of passenger currency counts.
public enum LandingsKind: String, CaseIterable, Sendable {
    /// 61.57(a), FCL.060(b)(1): all landings.
    case general
    /// Landings by day only, all less those by night: stricter than the regulation, as some apps read it.
    case day
    /// 61.57(b), FCL.060(b)(2): landings to a full stop by night.
    case night

    /// The name of the reading beside the others.
    public func label(_ authority: Authority) -> String {
        switch (self, authority) {
        case (.general, .faa): "General, 61.57(a)"
        case (.night, .faa): "Night, 61.57(b)"
        case (.general, .easa): "General, FCL.060(b)(1)"
        case (.night, .easa): "Night, FCL.060(b)(2)"
        case (.day, _): "Day landings only"
        }
    }

    /// The landings that it counts, by day less those by night.
    public var measure: Measure { self == .night ? .landingsNight : .landingsAll }
    public var less: Measure? { self == .day ? .landingsNight : nil }

    /// The takeoffs that it counts beside the landings; they are summed.
    public var takeoffs: [Measure] {
        switch self {
        case .general: [.takeoffsByDayCounted, .takeoffsByNightCounted]
        case .day: [.takeoffsByDayCounted]
        case .night: [.takeoffsByNightCounted]
        }
    }

    /// The counts of a day, or of an entry.
    public func counted(on date: CivilDate, _ value: (Measure) -> Int) -> DayLandings {
        DayLandings(
            date: date, landings: value(measure) - (less.map(value) ?? 0),
            takeoffs: takeoffs.reduce(0) { $0 + value($1) })
    }
}

/// The takeoffs and landings that a reading still asks for on a day.
public struct MissingLandings: Hashable, Sendable {
    public let takeoffs: Int
    public let landings: Int

    /// "short by 2 takeoffs and landings", or "short by 1 takeoff" where enough landings were made.
    public var text: String {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        if takeoffs == landings {
            return "short by \(count(takeoffs, "takeoff")) and landing\(landings == 1 ? "" : "s")"
        }
        let parts = [
            takeoffs == 0 ? nil : count(takeoffs, "takeoff"), landings == 0 ? nil : count(landings, "landing"),
        ]
        return "short by " + parts.compactMap(\.self).joined(separator: " and ")
    }
}

/// One reading of passenger currency on a day.
public struct CurrencyReading: Hashable, Sendable {
    public enum State: String, Hashable, Sendable { case valid, caution, expired, never }

    public let state: State
    /// The last day of the latest unbroken period of currency that began on or before the day asked about.
    public let goodThrough: CivilDate?
    /// Days from the day asked about to `goodThrough`; negative when that is past.
    public let daysLeft: Int?
    /// The days of the landings and takeoffs that `goodThrough` rests on, or of the check that proves a rating, newest
    /// first; empty for `never`.
    public let evidence: [CivilDate]
    /// Whether `goodThrough` is that of an instrument rating, FCL.060(b)(2)(ii).
    public let isOfRating: Bool
    /// Nil while current.
    public let missing: MissingLandings?

    /// No flight ever made current, of so many takeoffs and landings.
    static func never(_ missing: MissingLandings?) -> CurrencyReading {
        CurrencyReading(
            state: .never, goodThrough: nil, daysLeft: nil, evidence: [], isOfRating: false, missing: missing)
    }

    public var isCurrent: Bool { state == .valid || state == .caution }

    /// The words of the dashboard's card.
    public var text: String {
        guard let daysLeft else { return "Never current" }
        return switch state {
        case .valid: "Current — \(daysLeft) days remaining"
        case .caution: "Expires in \(daysLeft)d"
        case .expired, .never: "Expired \(-daysLeft)d ago"
        }
    }
}

/// Days on each of which the pilot was current, both ends included.
public struct CurrencyPeriod: Hashable, Sendable {
    public let from: CivilDate
    public let through: CivilDate

    public init(from: CivilDate, through: CivilDate) {
        self.from = from
        self.through = through
    }
}

/// Passenger currency, 14 CFR 61.57(a) and (b) or FCL.060(b), counted in civil dates: a landing on D counts through
/// D+90.
public enum Currency {
    public static let daysCounted = 90
    /// With this many days left or fewer the state is `caution`.
    public static let cautionDays = 30

    /// The three readings on a day; flights after it do not count.
    public static func answer<Source: DayTotals & ~Copyable & ~Escapable>(
        on day: CivilDate, in source: borrowing Source, by rules: CurrencyRules = .faa
    ) throws(Source.Failure) -> CurrencyAnswer {
        CurrencyAnswer(
            general: try reading(.general, on: day, in: source, by: rules),
            day: try reading(.day, on: day, in: source, by: rules),
            night: try reading(.night, on: day, in: source, by: rules), authority: rules.authority)
    }

    /// One reading on a day; flights after it do not count.
    public static func reading<Source: DayTotals & ~Copyable & ~Escapable>(
        _ kind: LandingsKind, on day: CivilDate, in source: borrowing Source, by rules: CurrencyRules = .faa
    ) throws(Source.Failure) -> CurrencyReading {
        reading(kind, on: day, newestFirst: try source.landings(kind, through: day), by: rules)
    }

    /// A reading of landings and takeoffs on or before a day, or of the rating that stands for them.
    /// O(days · 90) at worst.
    static func reading(
        _ kind: LandingsKind, on day: CivilDate, newestFirst days: [DayLandings], by rules: CurrencyRules
    ) -> CurrencyReading {
        let landed = lastDecision(days, needed: rules.needed(kind)).map {
            (through: lastDayCounted($0.oldest), evidence: $0.days)
        }
        let rated = rules.checks(kind).last { $0 <= day }.map {
            (through: CurrencyRules.ratingThrough($0), evidence: [$0])
        }
        // Periods that touch are one: the latest of them ends with the later of the two.
        let isOfRating = rated.map { rated in landed.map { $0.through < rated.through } ?? true } ?? false
        let missing = missing(days, on: day, needed: rules.needed(kind))
        guard let found = isOfRating ? rated : landed else { return .never(missing) }
        let daysLeft = found.through.days(since: day)
        return CurrencyReading(
            state: CurrencyReading.state(daysLeft: daysLeft), goodThrough: found.through, daysLeft: daysLeft,
            evidence: found.evidence, isOfRating: isOfRating, missing: daysLeft < 0 ? missing : nil)
    }

    /// The takeoffs and landings that the 90 days before a day lack; nil where they suffice.
    private static func missing(_ days: [DayLandings], on day: CivilDate, needed: Int) -> MissingLandings? {
        let recent = days.prefix { day.days(since: $0.date) <= daysCounted }
        let takeoffs = max(0, needed - recent.reduce(0) { $0 + $1.takeoffs })
        let landings = max(0, needed - recent.reduce(0) { $0 + $1.landings })
        return takeoffs + landings == 0 ? nil : MissingLandings(takeoffs: takeoffs, landings: landings)
    }

    /// The days that decided last: the newest day of which the 90 days before it hold enough. No later day makes
    /// current again.
    private static func lastDecision(_ days: [DayLandings], needed: Int) -> (days: [CivilDate], oldest: CivilDate)? {
        for place in days.indices {
            if let found = decision(days[place...], needed: needed) { return found }
        }
        return nil
    }

    /// The days that make current on the first of these, newest first, and the oldest of them; nil where they do not.
    private static func decision(_ days: ArraySlice<DayLandings>, needed: Int) -> (
        days: [CivilDate], oldest: CivilDate
    )? {
        var (landings, takeoffs) = (0, 0)
        var used: [CivilDate] = []
        for each in days {
            if let newest = days.first, newest.date.days(since: each.date) > daysCounted { return nil }
            let lands = landings < needed && each.landings > 0
            let takesOff = takeoffs < needed && each.takeoffs > 0
            guard lands || takesOff else { continue }
            used.append(each.date)
            landings += each.landings
            takeoffs += each.takeoffs
            if landings >= needed, takeoffs >= needed { return (used, each.date) }
        }
        return nil
    }

    /// Every unbroken period of currency that the flights up to a day made, oldest first. O(days with landings).
    public static func periods<Source: DayTotals & ~Copyable & ~Escapable>(
        _ kind: LandingsKind, through day: CivilDate, in source: borrowing Source, by rules: CurrencyRules = .faa
    ) throws(Source.Failure) -> [CurrencyPeriod] {
        var periods: [CurrencyPeriod] = []
        for renewal in try renewals(kind, through: day, in: source, by: rules) {
            if let last = periods.last, renewal.day.days(since: last.through) <= 1 {
                let through = max(last.through, renewal.through)
                periods[periods.count - 1] = CurrencyPeriod(from: last.from, through: through)
            } else {
                periods.append(CurrencyPeriod(from: renewal.day, through: renewal.through))
            }
        }
        return periods
    }

    /// The days that made current, oldest first, each with the last day that it makes current for.
    static func renewals<Source: DayTotals & ~Copyable & ~Escapable>(
        _ kind: LandingsKind, through day: CivilDate, in source: borrowing Source, by rules: CurrencyRules
    ) throws(Source.Failure) -> [CurrencyRenewal] {
        renewals(kind, through: day, newestFirst: try source.landings(kind, through: day), by: rules)
    }

    /// The same of landings and takeoffs on or before a day.
    static func renewals(
        _ kind: LandingsKind, through day: CivilDate, newestFirst days: [DayLandings], by rules: CurrencyRules
    ) -> [CurrencyRenewal] {
        var renewals: [CurrencyRenewal] = []
        var recent = RecentExperience(needed: rules.needed(kind))
        for each in days.reversed() {
            recent.add(each)
            guard let through = recent.goodThrough, through >= each.date else { continue }
            renewals.append(CurrencyRenewal(day: each.date, through: through, landings: recent.days, check: nil))
        }
        let checks = rules.checks(kind).filter { $0 <= day }
        if checks.isEmpty { return renewals }
        renewals += checks.map {
            CurrencyRenewal(day: $0, through: CurrencyRules.ratingThrough($0), landings: [], check: $0)
        }
        return renewals.sorted { ($0.day, $0.through) < ($1.day, $1.through) }
    }

    static func lastDayCounted(_ landing: CivilDate) -> CivilDate {
        min(landing.adding(days: daysCounted), .latest)
    }
}

/// A day that made current.
struct CurrencyRenewal {
    let day: CivilDate
    let through: CivilDate
    /// The days of the landings and takeoffs that it rests on, oldest first.
    let landings: [CivilDate]
    /// The check that proves a rating, where it rests on that.
    let check: CivilDate?
}

/// The days of the last landings and takeoffs, as many as are needed, while days come in their order.
struct RecentExperience {
    let needed: Int
    /// Newest last; no more than are needed of each.
    private var landings: [CivilDate] = []
    private var takeoffs: [CivilDate] = []

    init(needed: Int) { self.needed = needed }

    mutating func add(_ day: DayLandings) {
        RecentExperience.add(day.landings, day.date, needed, to: &landings)
        RecentExperience.add(day.takeoffs, day.date, needed, to: &takeoffs)
    }

    private static func add(_ count: Int, _ date: CivilDate, _ needed: Int, to days: inout [CivilDate]) {
        for _ in 0..<min(count, needed) {
            if days.count == needed { days.removeFirst() }
            days.append(date)
        }
    }

    /// Those days, oldest first.
    var days: [CivilDate] { Set(landings + takeoffs).sorted() }

    /// The last day for which they suffice; nil with too few of either.
    var goodThrough: CivilDate? {
        guard landings.count == needed, takeoffs.count == needed else { return nil }
        return Currency.lastDayCounted(min(landings[0], takeoffs[0]))
    }
}
