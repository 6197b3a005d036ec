public import EventModel

/// One of the six sums of 14 CFR 61.109(a) that a private pilot's training is watched by.
public enum ExperienceRequirement: String, CaseIterable, Sendable {
    case total, dual, solo, soloCrossCountry, night, instrument

    public var title: String {
        switch self {
        case .total: "Total Flight Time"
        case .dual: "Dual Instruction"
        case .solo: "Solo Flight"
        case .soloCrossCountry: "Solo Cross-Country"
        case .night: "Night Training"
        case .instrument: "Instrument Training"
        }
    }

    /// The paragraph that asks for it. Total and dual stand in the opening text.
    public var paragraph: String {
        switch self {
        case .total, .dual: "61.109(a)"
        case .solo: "61.109(a)(5)"
        case .soloCrossCountry: "61.109(a)(5)(i)"
        case .night: "61.109(a)(2)"
        case .instrument: "61.109(a)(3)"
        }
    }

    /// Tenths of an hour.
    public var goal: Int {
        switch self {
        case .total: 400
        case .dual: 200
        case .solo: 100
        case .soloCrossCountry: 50
        case .night, .instrument: 30
        }
    }

    public var measure: Measure {
        switch self {
        case .total: .total
        case .dual: .dual
        case .solo: .solo
        case .soloCrossCountry: .soloCrossCountry
        case .night: .night
        case .instrument: .instrument
        }
    }
}

/// How far one requirement is; hours in tenths.
public struct RequirementProgress: Hashable, Sendable {
    public let requirement: ExperienceRequirement
    public let hours: Int

    public var goal: Int { requirement.goal }
    /// Whole percent, truncated, at most 100.
    public var percent: Int { min(hours, goal) * 100 / goal }
    public var isMet: Bool { hours >= goal }
    public var hoursToGo: Int { max(0, goal - hours) }
    /// "12.5 / 40.0 hours"; hours above the goal are shown.
    public var text: String { "\(Digits.tenths(hours)) / \(Digits.tenths(goal)) hours" }
    /// "27.5 hrs to go", or "Complete".
    public var remaining: String { isMet ? "Complete" : "\(Digits.tenths(hoursToGo)) hrs to go" }
}

/// Progress toward the six requirements.
public struct Progress: Hashable, Sendable {
    /// In the order of `ExperienceRequirement`.
    public let requirements: [RequirementProgress]

    /// From sums of any source: a day, a history, a question of "what if".
    public init(totals: FlightMeasures) {
        requirements = ExperienceRequirement.allCases.map {
            RequirementProgress(requirement: $0, hours: totals[$0.measure])
        }
    }

    /// From the flights on or before a day.
    public init<Source: DayTotals & ~Copyable & ~Escapable>(
        on day: CivilDate, in source: borrowing Source
    ) throws(Source.Failure) {
        self.init(totals: try source.totals(through: day))
    }

    /// The mean of the six fractions, each at most 1, in whole percent, truncated.
    public var overallPercent: Int {
        // Every goal divides 1,200 tenths, so that the mean is exact: hours × (1200 / goal) over 6 × 1200.
        let common = 1_200
        let sum = requirements.reduce(0) { $0 + min($1.hours, $1.goal) * (common / $1.goal) }
        return sum * 100 / (common * requirements.count)
    }

    public var met: Int { requirements.count(where: \.isMet) }

    /// The unmet requirement with the fewest hours to go; of equals the first in order; nil when all are met.
    public var next: RequirementProgress? {
        requirements.filter { !$0.isMet }.min { $0.hoursToGo < $1.hoursToGo }
    }
}

/// Totals of the logbook; hours in tenths.
public struct FlightSummary: Hashable, Sendable {
    public let flights: Int
    public let totalHours: Int
    public let dualHours: Int
    public let soloHours: Int
    public let nightHours: Int
    public let crossCountryHours: Int
    public let instrumentHours: Int
    public let picHours: Int
    public let allLandings: Int
    public let dayLandings: Int
    public let nightLandings: Int
    /// From the first of the day's month through the day.
    public let thisMonthHours: Int

    /// Over the flights on or before a day.
    public init<Source: DayTotals & ~Copyable & ~Escapable>(
        on day: CivilDate, in source: borrowing Source
    ) throws(Source.Failure) {
        let totals = try source.totals(through: day)
        let month = try source.totals(of: day.firstOfMonth...day)
        flights = totals[.flights]
        totalHours = totals[.total]
        dualHours = totals[.dual]
        soloHours = totals[.solo]
        nightHours = totals[.night]
        crossCountryHours = totals[.crossCountry]
        instrumentHours = totals[.instrument]
        picHours = totals[.pic]
        allLandings = totals[.landingsAll]
        dayLandings = totals[.landingsDay]
        nightLandings = totals[.landingsNight]
        thisMonthHours = month[.total]
    }
}

extension CivilDate {
    /// The first day of the date's month.
    var firstOfMonth: CivilDate { adding(days: 1 - components.day) }
}
