public import EventModel

/// Which landings a reading of passenger currency counts.
public enum LandingsKind: String, CaseIterable, Sendable {
    /// 61.57(a): all landings.
    case general
    /// Landings by day only, all less those by night: stricter than the regulation, as some apps read it.
    case day
    /// 61.57(b): landings to a full stop by night.
    case night

    /// What the reading is called beside the others.
    public var label: String {
        switch self {
        case .general: "General, 61.57(a)"
        case .day: "Day landings only"
        case .night: "Night, 61.57(b)"
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

    /// What measures of a day, or of an entry, come to.
    public func counted(on date: CivilDate, _ value: (Measure) -> Int) -> DayLandings {
        DayLandings(
            date: date, landings: value(measure) - (less.map(value) ?? 0),
            takeoffs: takeoffs.reduce(0) { $0 + value($1) })
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
    /// The days of the three landings and takeoffs that `goodThrough` rests on, newest first; empty for `never`.
    public let evidence: [CivilDate]

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

/// Passenger currency, 14 CFR 61.57(a) and (b), counted in civil dates: a landing on D counts through D+90.
public enum Currency {
    public static let landingsNeeded = 3
    public static let daysCounted = 90
    /// With this many days left or fewer the state is `caution`.
    public static let cautionDays = 30

    /// The three readings on a day; flights after it do not count.
    public static func answer<Source: DayTotals & ~Copyable & ~Escapable>(
        on day: CivilDate, in source: borrowing Source
    ) throws(Source.Failure) -> CurrencyAnswer {
        CurrencyAnswer(
            general: try reading(.general, on: day, in: source),
            day: try reading(.day, on: day, in: source),
            night: try reading(.night, on: day, in: source))
    }

    /// One reading on a day; flights after it do not count.
    public static func reading<Source: DayTotals & ~Copyable & ~Escapable>(
        _ kind: LandingsKind, on day: CivilDate, in source: borrowing Source
    ) throws(Source.Failure) -> CurrencyReading {
        reading(on: day, newestFirst: try source.landings(kind, through: day))
    }

    /// A reading of landings and takeoffs on or before a day. O(days · 90) at worst.
    static func reading(on day: CivilDate, newestFirst days: [DayLandings]) -> CurrencyReading {
        // The newest day on which the 90 days before it hold three of each: no later day makes current again.
        for place in days.indices {
            guard let found = decision(days[place...]) else { continue }
            let goodThrough = lastDayCounted(found.oldest)
            let daysLeft = goodThrough.days(since: day)
            return CurrencyReading(
                state: CurrencyReading.state(daysLeft: daysLeft), goodThrough: goodThrough, daysLeft: daysLeft,
                evidence: found.days)
        }
        return CurrencyReading(state: .never, goodThrough: nil, daysLeft: nil, evidence: [])
    }

    /// The days that make current on the first of these, newest first, and the oldest of them; nil where they do not.
    private static func decision(_ days: ArraySlice<DayLandings>) -> (days: [CivilDate], oldest: CivilDate)? {
        var (landings, takeoffs) = (0, 0)
        var used: [CivilDate] = []
        for each in days {
            if let newest = days.first, newest.date.days(since: each.date) > daysCounted { return nil }
            let lands = landings < landingsNeeded && each.landings > 0
            let takesOff = takeoffs < landingsNeeded && each.takeoffs > 0
            guard lands || takesOff else { continue }
            used.append(each.date)
            landings += each.landings
            takeoffs += each.takeoffs
            if landings >= landingsNeeded, takeoffs >= landingsNeeded { return (used, each.date) }
        }
        return nil
    }

    /// Every unbroken period of currency that the flights up to a day made, oldest first. O(days with landings).
    public static func periods<Source: DayTotals & ~Copyable & ~Escapable>(
        _ kind: LandingsKind, through day: CivilDate, in source: borrowing Source
    ) throws(Source.Failure) -> [CurrencyPeriod] {
        var periods: [CurrencyPeriod] = []
        var recent = RecentExperience()
        for each in try source.landings(kind, through: day).reversed() {
            recent.add(each)
            guard let through = recent.goodThrough, through >= each.date else { continue }
            if let last = periods.last, each.date.days(since: last.through) <= 1 {
                periods[periods.count - 1] = CurrencyPeriod(from: last.from, through: through)
            } else {
                periods.append(CurrencyPeriod(from: each.date, through: through))
            }
        }
        return periods
    }

    static func lastDayCounted(_ landing: CivilDate) -> CivilDate {
        min(landing.adding(days: daysCounted), .latest)
    }
}

/// The days of the last three landings and takeoffs, while days come in their order.
struct RecentExperience {
    /// Newest last; no more than three of each.
    private var landings: [CivilDate] = []
    private var takeoffs: [CivilDate] = []

    mutating func add(_ day: DayLandings) {
        RecentExperience.add(day.landings, day.date, to: &landings)
        RecentExperience.add(day.takeoffs, day.date, to: &takeoffs)
    }

    private static func add(_ count: Int, _ date: CivilDate, to days: inout [CivilDate]) {
        for _ in 0..<min(count, Currency.landingsNeeded) {
            if days.count == Currency.landingsNeeded { days.removeFirst() }
            days.append(date)
        }
    }

    /// Those days, oldest first.
    var days: [CivilDate] { Set(landings + takeoffs).sorted() }

    /// The last day for which they suffice; nil with fewer than three of either.
    var goodThrough: CivilDate? {
        guard landings.count == Currency.landingsNeeded, takeoffs.count == Currency.landingsNeeded else { return nil }
        return Currency.lastDayCounted(min(landings[0], takeoffs[0]))
    }
}
