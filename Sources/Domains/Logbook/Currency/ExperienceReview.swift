import EventModel

/// A rule of recent experience, 14 CFR 61.57 or FCL.060(b), that an audit holds a flight against.
public enum ExperienceRule: Int, CaseIterable, Sendable {
    /// (a), or (b)(1): three landings within 90 days, for passengers.
    case general
    /// (a)(1)(ii): these to a full stop in a tailwheel airplane, for passengers in one.
    case tailwheel
    /// (b): three landings to a full stop by night, for passengers by night; or (b)(2): one, or an instrument rating.
    case night
    /// (c): approaches and a hold within six calendar months, for weather below the minimums of VFR.
    case instrument

    public func paragraph(_ authority: Authority) -> String {
        switch (self, authority) {
        case (.general, .faa): "61.57(a)"
        case (.general, .easa): "FCL.060(b)(1)"
        case (.tailwheel, _): "61.57(a)(1)(ii)"
        case (.night, .faa): "61.57(b)"
        case (.night, .easa): "FCL.060(b)(2)"
        case (.instrument, _): "61.57(c)"
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

/// The flights made out of currency, as far as entries state it.
///
/// A flight is compared with earlier days in aircraft of its category, class and type. No entry states who was aboard,
/// and only 61.57(c) applies to a pilot alone. So only 61.57(c) applies to a flight that was solo throughout, and to a
/// practical test, which carries no passengers (61.47(c)). Under FCL.060(b), 61.57(c) applies to no flight, and no rule
/// to an aircraft that FCL.060(b) does not cover.
public struct ExperienceReview: Sendable {
    public let lacking: [LackedExperience]
    /// The rules for which the logbook holds any entry; no flight is judged by another.
    public let judged: Set<ExperienceRule>
    /// The authority whose rules flights are held against.
    public let authority: Authority

    /// O(n). `fleet` has its kinds as the authority compares them.
    public init(_ entries: [ReviewedFlight], fleet: Fleet, reviews: [PassedReview], under authority: Authority = .faa) {
        self.authority = authority
        let checks = Set(reviews.filter { $0.kind == .ipc }.map(\.date)).sorted()
        let tests = Set(reviews.filter { $0.kind == .checkride }.map(\.date))
        var judged: Set<ExperienceRule> = [.general, .night]
        if fleet.hasTailwheels { judged.insert(.tailwheel) }
        let statesInstrumentWork = !checks.isEmpty || entries.contains(where: \.statesInstrumentWork)
        if authority == .faa, statesInstrumentWork { judged.insert(.instrument) }
        let rules = CurrencyRules(authority, reviews: reviews)
        var history = ExperienceHistory(fleet, rules, judgesInstrument: judged.contains(.instrument))
        var lacking: [LackedExperience] = []
        var check = 0
        for (day, places) in LogbookReview.runs(of: entries, { $0 }) {
            while check < checks.count, checks[check] < day {
                history.add(check: checks[check])
                check += 1
            }
            for place in places {
                let rules = history.lacking(entries[place])
                if !rules.isEmpty { lacking.append(LackedExperience(entry: place, rules: rules)) }
            }
            for place in places { history.add(entries[place]) }
            let isChecked = check < checks.count && checks[check] == day
            if isChecked { check += 1 }
            let work = InstrumentWork(
                date: day, approaches: places.reduce(0) { $0 + entries[$1].approaches },
                holds: places.reduce(0) { $0 + entries[$1].holds })
            history.add(work, isCheck: isChecked, isTest: tests.contains(day))
        }
        self.lacking = lacking
        self.judged = judged
    }
}

/// The experience of the days so far.
private struct ExperienceHistory {
    /// Of one category, class and type.
    private struct OfClass {
        let kind: AircraftKind
        var general: RecentExperience
        var night: RecentExperience
        var tailwheel: RecentExperience

        init(_ kind: AircraftKind, _ rules: CurrencyRules) {
            self.kind = kind
            general = RecentExperience(needed: rules.needed(.general))
            night = RecentExperience(needed: rules.needed(.night))
            tailwheel = general
        }
    }

    private let fleet: Fleet
    private let rules: CurrencyRules
    private let judgesInstrument: Bool
    private var classes: [OfClass] = []
    private var instrument = InstrumentCourse()

    init(_ fleet: Fleet, _ rules: CurrencyRules, judgesInstrument: Bool) {
        self.fleet = fleet
        self.rules = rules
        self.judgesInstrument = judgesInstrument
    }

    func lacking(_ flight: ReviewedFlight) -> [ExperienceRule] {
        guard flight.totalHours > .zero, flight.dualHours == .zero, !fleet.isDevice(flight.aircraft) else { return [] }
        var found: [ExperienceRule] = []
        let kind = fleet.kind(of: flight.aircraft)
        if !flight.isSolo, !flight.isTest, rules.covers(kind, on: flight.date) {
            let own = classes.first { $0.kind.isOfClass(of: kind) } ?? OfClass(kind, rules)
            func isLacking(_ recent: RecentExperience) -> Bool { recent.goodThrough.map { $0 < flight.date } ?? true }
            if isLacking(own.general) { found.append(.general) }
            if kind.hasTailwheel == true, isLacking(own.tailwheel) { found.append(.tailwheel) }
            let isByNight = flight.nightHours > .zero || flight.nightStops > 0
            if isByNight, isLacking(own.night), !isRated(on: flight.date) { found.append(.night) }
        }
        if judgesInstrument, flight.actualInstrumentHours > .zero, instrument.through.map({ $0 < flight.date }) ?? true
        {
            found.append(.instrument)
        }
        return found
    }

    /// Whether a check of an earlier day proves a rating that stands for landings by night.
    private func isRated(on day: CivilDate) -> Bool {
        rules.checks(.night).last { $0 < day }.map { CurrencyRules.ratingThrough($0) >= day } ?? false
    }

    mutating func add(_ flight: ReviewedFlight) {
        if fleet.isDevice(flight.aircraft) { return }
        let flown = FlownLandings(flight, fleet.kind(of: flight.aircraft))
        let place = classes.firstIndex { $0.kind.isOfClass(of: flown.kind) } ?? classes.count
        if place == classes.count { classes.append(OfClass(flown.kind, rules)) }
        classes[place].general.add(flown.general(inTailwheel: false))
        classes[place].night.add(flown.byNight)
        if flown.kind.hasTailwheel == true { classes[place].tailwheel.add(flown.general(inTailwheel: true)) }
    }

    /// A proficiency check of a day without a flight.
    mutating func add(check day: CivilDate) {
        add(InstrumentWork(date: day, approaches: 0, holds: 0), isCheck: true, isTest: false)
    }

    /// All instrument work of a day.
    mutating func add(_ work: InstrumentWork, isCheck: Bool, isTest: Bool) {
        if judgesInstrument, isCheck || work.approaches > 0 || work.holds > 0 {
            instrument.add(work, isCheck: isCheck, isTest: isTest)
        }
    }
}
