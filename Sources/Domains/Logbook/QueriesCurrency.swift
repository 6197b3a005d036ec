public import EventModel

/// Which landings a reading of passenger currency counts.
public enum LandingsKind: String, CaseIterable, Sendable {
    /// 61.57(a): all landings.
    case general
    /// Landings by day only: stricter than the regulation, as some apps read it.
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

    public var measure: Measure {
        switch self {
        case .general: .landingsAll
        case .day: .landingsDay
        case .night: .landingsNight
        }
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
    /// The days of the three landings that `goodThrough` rests on, newest first; empty for `never`.
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

/// The three readings side by side.
public struct CurrencyAnswer: Hashable, Sendable {
    public let general: CurrencyReading
    public let day: CurrencyReading
    public let night: CurrencyReading

    /// 61.57(a) decides.
    public var legal: String { general.isCurrent ? "You are current" : "NOT CURRENT" }
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

    /// One reading on a day; flights after it do not count. Visits days back to the landing that decides.
    public static func reading<Source: DayTotals & ~Copyable & ~Escapable>(
        _ kind: LandingsKind, on day: CivilDate, in source: borrowing Source
    ) throws(Source.Failure) -> CurrencyReading {
        // Newest first, three neighbouring landings within 90 days made the pilot current; the first such three that
        // we meet end latest, for every three behind them rest on an earlier landing.
        var window = LandingWindow()
        var deciding: LandingWindow?
        try source.visitDays(from: day, with: kind.measure) { date, count in
            for _ in 0..<min(count, landingsNeeded) {
                window.push(date)
                if window.isWithinDaysCounted {
                    deciding = window
                    return false
                }
            }
            return true
        }
        guard let oldest = deciding?.last else {
            return CurrencyReading(state: .never, goodThrough: nil, daysLeft: nil, evidence: [])
        }
        let goodThrough = lastDayCounted(oldest)
        let daysLeft = goodThrough.days(since: day)
        let state: CurrencyReading.State = daysLeft < 0 ? .expired : daysLeft <= cautionDays ? .caution : .valid
        return CurrencyReading(
            state: state, goodThrough: goodThrough, daysLeft: daysLeft, evidence: deciding?.distinctDays ?? [])
    }

    /// Every unbroken period of currency that the flights up to a day made, oldest first. O(days with landings).
    public static func periods<Source: DayTotals & ~Copyable & ~Escapable>(
        _ kind: LandingsKind, through day: CivilDate, in source: borrowing Source
    ) throws(Source.Failure) -> [CurrencyPeriod] {
        var days: [(date: CivilDate, count: Int)] = []
        try source.visitDays(from: day, with: kind.measure) { date, count in
            days.append((date, count))
            return true
        }
        var periods: [CurrencyPeriod] = []
        var window = LandingWindow()
        for (date, count) in days.reversed() {
            for _ in 0..<min(count, landingsNeeded) { window.push(date) }
            guard window.isWithinDaysCounted, let oldest = window.first else { continue }
            let through = lastDayCounted(oldest)
            if let last = periods.last, date.days(since: last.through) <= 1 {
                periods[periods.count - 1] = CurrencyPeriod(from: last.from, through: through)
            } else {
                periods.append(CurrencyPeriod(from: date, through: through))
            }
        }
        return periods
    }

    private static func lastDayCounted(_ landing: CivilDate) -> CivilDate {
        min(landing.adding(days: daysCounted), .latest)
    }
}

/// Three neighbouring landings in the order they were pushed.
private struct LandingWindow {
    private var dates: [CivilDate] = []

    var first: CivilDate? { dates.first }
    var last: CivilDate? { dates.last }

    mutating func push(_ date: CivilDate) {
        if dates.count == Currency.landingsNeeded { dates.removeFirst() }
        dates.append(date)
    }

    var isWithinDaysCounted: Bool {
        guard dates.count == Currency.landingsNeeded, let first, let last else { return false }
        return abs(last.days(since: first)) <= Currency.daysCounted
    }

    var distinctDays: [CivilDate] {
        dates.indices.filter { $0 == 0 || dates[$0] != dates[$0 - 1] }.map { dates[$0] }
    }
}
