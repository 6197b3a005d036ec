import EventModel

/// A rule of recent experience, 14 CFR 61.57, that an audit holds a flight against.
public enum ExperienceRule: Int, CaseIterable, Sendable {
    /// (a): three landings within 90 days, for passengers.
    case general
    /// (a)(1)(ii): these to a full stop in a tailwheel airplane, for passengers in one.
    case tailwheel
    /// (b): three landings to a full stop by night, for passengers by night.
    case night
    /// (c): approaches and a hold within six calendar months, for weather below the minimums of VFR.
    case instrument

    public var paragraph: String {
        switch self {
        case .general: "61.57(a)"
        case .tailwheel: "61.57(a)(1)(ii)"
        case .night: "61.57(b)"
        case .instrument: "61.57(c)"
        }
    }
}

/// A flight without an instructor for which its pilot lacked recent experience.
public struct LackedExperience: Hashable, Sendable {
    /// Its place in the entries that were given.
    public let entry: Int
    /// In the order of the regulation.
    public let rules: [ExperienceRule]

    public init(entry: Int, rules: [ExperienceRule]) {
        self.entry = entry
        self.rules = rules
    }
}

/// The flights made out of currency, as far as entries tell.
///
/// A flight is held against what earlier days brought. Who was aboard no entry tells, and alone only (c) asks for
/// anything: a flight that was solo throughout is held against that alone, and so is a practical test, in which nobody
/// aboard is a passenger (61.47(c)). Which landings were made in which category and class is not looked at.
public struct ExperienceReview: Sendable {
    public let lacking: [LackedExperience]
    /// The rules that something of the logbook tells of; no flight is held against another.
    public let judged: Set<ExperienceRule>

    /// `tailwheels` are the aircraft that are described with one, as entries name them. O(n).
    public init(_ entries: [ReviewedFlight], tailwheels: Set<String>, reviews: [PassedReview]) {
        let checks = Set(reviews.filter { $0.kind == .ipc }.map(\.date)).sorted()
        var judged: Set<ExperienceRule> = [.general, .night]
        if !tailwheels.isEmpty { judged.insert(.tailwheel) }
        if !checks.isEmpty || entries.contains(where: \.tellsInstrumentWork) { judged.insert(.instrument) }
        var history = ExperienceHistory(tailwheels: tailwheels, judgesInstrument: judged.contains(.instrument))
        var lacking: [LackedExperience] = []
        var check = 0
        for (day, places) in LogbookReview.runs(of: entries, { $0 }) {
            while check < checks.count, checks[check] < day {
                history.take(check: checks[check])
                check += 1
            }
            for place in places {
                let rules = history.lacking(entries[place])
                if !rules.isEmpty { lacking.append(LackedExperience(entry: place, rules: rules)) }
            }
            for place in places { history.take(entries[place]) }
            let isChecked = check < checks.count && checks[check] == day
            if isChecked { check += 1 }
            let work = InstrumentWork(
                date: day, approaches: places.reduce(0) { $0 + entries[$1].approaches },
                holds: places.reduce(0) { $0 + entries[$1].holds })
            history.take(work, isCheck: isChecked)
        }
        self.lacking = lacking
        self.judged = judged
    }
}

/// What the days so far brought.
private struct ExperienceHistory {
    private let tailwheels: Set<String>
    private let judgesInstrument: Bool
    private var landings = LatestLandings()
    private var nightStops = LatestLandings()
    private var tailwheelStops = LatestLandings()
    private var instrument = InstrumentCourse()

    init(tailwheels: Set<String>, judgesInstrument: Bool) {
        self.tailwheels = tailwheels
        self.judgesInstrument = judgesInstrument
    }

    private func hasTailwheel(_ flight: ReviewedFlight) -> Bool {
        !tailwheels.isEmpty && flight.aircraft.map(tailwheels.contains) ?? false
    }

    func lacking(_ flight: ReviewedFlight) -> [ExperienceRule] {
        guard flight.totalHours > .zero, flight.dualHours == .zero else { return [] }
        var rules: [ExperienceRule] = []
        if !flight.isSolo, !flight.isTest {
            if !landings.makeCurrent(on: flight.date) { rules.append(.general) }
            if hasTailwheel(flight), !tailwheelStops.makeCurrent(on: flight.date) { rules.append(.tailwheel) }
            if flight.nightHours > .zero || flight.nightStops > 0, !nightStops.makeCurrent(on: flight.date) {
                rules.append(.night)
            }
        }
        if judgesInstrument, flight.actualInstrumentHours > .zero, instrument.through.map({ $0 < flight.date }) ?? true
        {
            rules.append(.instrument)
        }
        return rules
    }

    mutating func take(_ flight: ReviewedFlight) {
        landings.add(flight.date, flight.landings)
        nightStops.add(flight.date, flight.nightStops)
        if hasTailwheel(flight) { tailwheelStops.add(flight.date, flight.fullStops) }
    }

    /// A proficiency check of a day without a flight.
    mutating func take(check day: CivilDate) { take(InstrumentWork(date: day, approaches: 0, holds: 0), isCheck: true) }

    /// All instrument work of a day.
    mutating func take(_ work: InstrumentWork, isCheck: Bool) {
        if judgesInstrument, isCheck || work.approaches > 0 || work.holds > 0 {
            instrument.take(work, isCheck: isCheck)
        }
    }
}

/// The days of the last three landings.
private struct LatestLandings {
    /// Newest last; no more than three.
    private var days: [CivilDate] = []

    mutating func add(_ day: CivilDate, _ count: Int) {
        for _ in 0..<min(count, Currency.landingsNeeded) {
            if days.count == Currency.landingsNeeded { days.removeFirst() }
            days.append(day)
        }
    }

    func makeCurrent(on day: CivilDate) -> Bool {
        days.count == Currency.landingsNeeded && days[0].adding(days: Currency.daysCounted) >= day
    }
}
