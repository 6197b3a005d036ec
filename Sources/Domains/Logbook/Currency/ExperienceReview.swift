import EventModel

/// A rule of recent experience, 14 CFR 61.57 or FCL.060(b), that an audit holds a flight against.
public enum ExperienceRule: Int, CaseIterable, Sendable {
    /// (a), or (b)(1): three landings within 90 days, to carry persons.
    case general
    /// (a)(1)(ii): these to a full stop in a tailwheel airplane, to carry persons in one.
    case tailwheel
    /// (b): three landings to a full stop by night, to carry persons by night; or (b)(2): one, or an instrument rating.
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
/// A flight is compared with earlier days in aircraft of its category and class, and of its type where it has one;
/// instrument work with that of its category. No entry states who was aboard, and only 61.57(c) applies to a pilot
/// alone. So only 61.57(c) applies to a flight that was solo throughout, and to a practical test, which carries no
/// passengers (61.47(c)). 61.57(a) to (c) bind the pilot in command, so none applies to a flight as second in command;
/// FCL.060(b)(1) binds the co-pilot, too, and (b)(2) does not. Under FCL.060(b), 61.57(c) applies to no flight, and no
/// rule to an aircraft that FCL.060(b) does not cover.
public struct ExperienceReview: Sendable {
    public let lacking: [LackedExperience]
    /// The rules for which the logbook holds any entry; no flight is judged by another.
    public let judged: Set<ExperienceRule>
    /// The authority whose rules flights are held against.
    public let authority: Authority

    /// O(n). `fleet` has its kinds as the authority compares them; `reviews` are those that no entry states.
    public init(_ entries: [ReviewedFlight], fleet: Fleet, reviews: [PassedReview], under authority: Authority = .faa) {
        self.authority = authority
        var proofs = reviews.compactMap { InstrumentWork($0) }.sorted { $0.date < $1.date }[...]
        var judged: Set<ExperienceRule> = [.general, .night]
        if fleet.hasTailwheels { judged.insert(.tailwheel) }
        let statesInstrumentWork =
            proofs.contains { $0.proof == .check } || entries.contains { $0.statesInstrumentWork || $0.isCheck }
        if authority == .faa, statesInstrumentWork { judged.insert(.instrument) }
        let stated = entries.filter(\.isCheck).map { PassedReview(kind: .ipc, date: $0.date) }
        let rules = CurrencyRules(authority, reviews: reviews + stated)
        var history = ExperienceHistory(fleet, rules, judgesInstrument: judged.contains(.instrument))
        var lacking: [LackedExperience] = []
        for (day, places) in LogbookReview.runs(of: entries, { $0 }) {
            while let proof = proofs.first, proof.date < day {
                history.add(proof)
                proofs.removeFirst()
            }
            for place in places {
                let rules = history.lacking(entries[place])
                if !rules.isEmpty { lacking.append(LackedExperience(entry: place, rules: rules)) }
            }
            for place in places { history.add(entries[place]) }
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
    /// Of each category, class and type that the fleet has, and of what nothing describes.
    private var classes: [OfClass]
    private var instrument = InstrumentCourses()

    init(_ fleet: Fleet, _ rules: CurrencyRules, judgesInstrument: Bool) {
        self.fleet = fleet
        self.rules = rules
        self.judgesInstrument = judgesInstrument
        let known = fleet.classes
        classes = (known.contains(where: { $0.isSameClass(as: .unknown) }) ? known : known + [.unknown]).map {
            OfClass($0, rules)
        }
    }

    func lacking(_ flight: ReviewedFlight) -> [ExperienceRule] {
        guard flight.totalHours > .zero, flight.dualHours == .zero, !fleet.isDevice(flight.aircraft) else { return [] }
        if flight.isSecondInCommand, rules.authority == .faa { return [] }
        var found: [ExperienceRule] = []
        let kind = fleet.kind(of: flight.aircraft)
        if !flight.isSolo, !flight.isTest, rules.covers(kind, on: flight.date) {
            let own = classes.first { $0.kind.isSameClass(as: kind) } ?? OfClass(kind, rules)
            func isLacking(_ recent: RecentExperience) -> Bool { recent.goodThrough.map { $0 < flight.date } ?? true }
            if isLacking(own.general) { found.append(.general) }
            if kind.hasTailwheel == true, isLacking(own.tailwheel) { found.append(.tailwheel) }
            let isByNight = (flight.nightHours > .zero || flight.nightStops > 0) && !flight.isSecondInCommand
            if isByNight, isLacking(own.night), !isRated(on: flight.date) { found.append(.night) }
        }
        if judgesInstrument, flight.actualInstrumentHours > .zero, lacksInstrumentWork(flight) {
            found.append(.instrument)
        }
        return found
    }

    /// By the work of its category; never in a category that 61.57(c)(1) does not name.
    private func lacksInstrumentWork(_ flight: ReviewedFlight) -> Bool {
        let scope = InstrumentScope(flight.aircraft, in: fleet)
        return scope != .other && instrument.through(scope).map { $0 < flight.date } ?? true
    }

    /// Whether a check of an earlier day proves a rating that stands for landings by night.
    private func isRated(on day: CivilDate) -> Bool {
        rules.checks(.night).last { $0 < day }.map { CurrencyRules.ratingThrough($0) >= day } ?? false
    }

    mutating func add(_ flight: ReviewedFlight) {
        if judgesInstrument, flight.statesInstrumentWork || flight.isTest || flight.isCheck {
            instrument.add(InstrumentWork(flight, in: fleet))
        }
        if fleet.isDevice(flight.aircraft) { return }
        let flown = FlownLandings(flight, fleet.kind(of: flight.aircraft))
        for place in classes.indices where flown.kind.isOfClass(of: classes[place].kind) {
            classes[place].general.add(flown.general(inTailwheel: false))
            classes[place].night.add(flown.byNight)
            if flown.kind.hasTailwheel == true { classes[place].tailwheel.add(flown.general(inTailwheel: true)) }
        }
    }

    /// A check or test of a day without an entry.
    mutating func add(_ proof: InstrumentWork) {
        if judgesInstrument { instrument.add(proof) }
    }
}
