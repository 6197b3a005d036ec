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

    public var goal: Hours {
        switch self {
        case .total: Hours(tenths: 400)
        case .dual: Hours(tenths: 200)
        case .solo: Hours(tenths: 100)
        case .soloCrossCountry: Hours(tenths: 50)
        case .night, .instrument: Hours(tenths: 30)
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

/// How far one requirement is, exact to the second.
public struct RequirementProgress: Hashable, Sendable {
    public let requirement: ExperienceRequirement
    public let hours: Hours

    public var goal: Hours { requirement.goal }
    /// Whole percent, truncated, at most 100.
    public var percent: Int { min(hours, goal).seconds * 100 / goal.seconds }
    public var isMet: Bool { hours >= goal }
    public var hoursToGo: Hours { max(.zero, goal - hours) }
    /// "12.5 / 40.0 hours"; hours above the goal are shown. Where rounding would reach a goal that is not met, the
    /// exact time: "39:59:50".
    public var text: String { text(.decimal) }
    public func text(_ form: HoursForm) -> String { "\(shown(hours, form)) / \(goal.text(form)) hours" }
    /// "27.5 hrs to go", or "Complete".
    public var remaining: String { remaining(.decimal) }
    public func remaining(_ form: HoursForm) -> String { isMet ? "Complete" : "\(shown(hoursToGo, form)) hrs to go" }

    private func shown(_ time: Hours, _ form: HoursForm) -> String {
        let isClose = !isMet && hours.hundredthsRounded >= goal.hundredthsRounded
        return isClose ? time.exactText : time.text(form)
    }
}

/// Progress toward the six requirements.
public struct Progress: Hashable, Sendable {
    /// In the order of `ExperienceRequirement`.
    public let requirements: [RequirementProgress]

    /// From sums of any source: a day, a history, a question of "what if".
    public init(totals: FlightMeasures) {
        requirements = ExperienceRequirement.allCases.map {
            RequirementProgress(requirement: $0, hours: totals.hours($0.measure))
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
        // Every goal divides 120 hours, so that the mean is exact: hours × (120 / goal) over 6 × 120.
        let common = 120 * 3_600
        let sum = requirements.reduce(0) { $0 + min($1.hours, $1.goal).seconds * (common / $1.goal.seconds) }
        return sum * 100 / (common * requirements.count)
    }

    public var met: Int { requirements.count(where: \.isMet) }

    /// The unmet requirement with the fewest hours to go; of equals the first in order; nil when all are met.
    public var next: RequirementProgress? {
        requirements.filter { !$0.isMet }.min { $0.hoursToGo < $1.hoursToGo }
    }
}

/// Totals of the logbook, exact to the second.
public struct FlightSummary: Hashable, Sendable {
    public let flights: Int
    public let totalHours: Hours
    public let dualHours: Hours
    public let soloHours: Hours
    public let nightHours: Hours
    public let crossCountryHours: Hours
    public let instrumentHours: Hours
    public let picHours: Hours
    public let allLandings: Int
    public let dayLandings: Int
    public let nightLandings: Int
    /// From the first of the day's month through the day.
    public let thisMonthHours: Hours

    /// Over the flights on or before a day.
    public init<Source: DayTotals & ~Copyable & ~Escapable>(
        on day: CivilDate, in source: borrowing Source
    ) throws(Source.Failure) {
        let totals = try source.totals(through: day)
        let month = try source.totals(of: day.firstOfMonth...day)
        flights = totals[.flights]
        totalHours = totals.hours(.total)
        dualHours = totals.hours(.dual)
        soloHours = totals.hours(.solo)
        nightHours = totals.hours(.night)
        crossCountryHours = totals.hours(.crossCountry)
        instrumentHours = totals.hours(.instrument)
        picHours = totals.hours(.pic)
        allLandings = totals[.landingsAll]
        dayLandings = totals[.landingsDay]
        nightLandings = totals[.landingsNight]
        thisMonthHours = month.hours(.total)
    }
}

extension CivilDate {
    /// The first day of the date's month.
    var firstOfMonth: CivilDate { adding(days: 1 - components.day) }
}
