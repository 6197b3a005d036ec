public import EventModel

/// Successive days on which a reading of currency had one state.
public struct CurrencyBand: Hashable, Sendable {
    public let from: CivilDate
    public let through: CivilDate
    /// `expired` in a gap.
    public let state: CurrencyReading.State
    /// The days of the landings and takeoffs that carry it, oldest first. Of a gap: those of the band before it.
    public let evidence: [CivilDate]
    /// The days of the checks that prove an instrument rating which carries it, oldest first.
    public let checks: [CivilDate]

    public init(
        from: CivilDate, through: CivilDate, state: CurrencyReading.State, evidence: [CivilDate],
        checks: [CivilDate] = []
    ) {
        self.from = from
        self.through = through
        self.state = state
        self.evidence = evidence
        self.checks = checks
    }

    /// How many days it has.
    public var days: Int { through.days(since: from) + 1 }

    public func contains(_ day: CivilDate) -> Bool { from <= day && day <= through }
}

extension Currency {
    /// The state of a reading on each day since it was first current, oldest first, without a gap between two bands.
    ///
    /// Each day is judged by the flights up to it. The last band of a current pilot ends on the last day that the
    /// flights up to `day` carry, which may lie behind `day`. Days before the first band are `never`. O(days with
    /// landings).
    public static func bands<Source: DayTotals & ~Copyable & ~Escapable>(
        _ kind: LandingsKind, through day: CivilDate, in source: borrowing Source, by rules: CurrencyRules = .faa
    ) throws(Source.Failure) -> [CurrencyBand] {
        bands(of: try renewals(kind, through: day, in: source, by: rules), through: day)
    }

    /// The same in one kind of aircraft, by its own landings alone. O(n log n).
    public static func bands(
        _ kind: LandingsKind, in aircraft: AircraftKind, through day: CivilDate, flights: [Flight], fleet: Fleet,
        by rules: CurrencyRules = .faa
    ) -> [CurrencyBand] {
        let days = flown(through: day, flights, fleet).days(kind, in: aircraft)
        return bands(of: renewals(kind, through: day, newestFirst: days, by: rules), through: day)
    }

    private static func bands(of renewals: [CurrencyRenewal], through day: CivilDate) -> [CurrencyBand] {
        var course = CurrencyCourse()
        for renewal in renewals { course.renew(renewal) }
        return course.bands(through: day)
    }
}

/// The bands so far, while days that make current come in their order.
private struct CurrencyCourse {
    private struct Decision {
        let from: CivilDate
        let goodThrough: CivilDate
        /// Oldest first.
        let evidence: [CivilDate]
        let checks: [CivilDate]
    }

    private var bands: [CurrencyBand] = []
    private var decision: Decision?

    mutating func renew(_ renewal: CurrencyRenewal) {
        // A rating may hold longer than the landings that follow it.
        if let decision, renewal.through < decision.goodThrough { return }
        close(before: renewal.day)
        decision = Decision(
            from: renewal.day, goodThrough: renewal.through, evidence: renewal.landings,
            checks: renewal.check.map { [$0] } ?? [])
    }

    consuming func bands(through day: CivilDate) -> [CurrencyBand] {
        guard let decision else { return [] }
        add(decision, through: max(day, decision.goodThrough))
        return bands
    }

    private mutating func close(before day: CivilDate) {
        guard let decision else { return }
        add(decision, through: day.adding(days: -1))
    }

    private mutating func add(_ decision: Decision, through last: CivilDate) {
        let firstCaution = max(decision.from, decision.goodThrough.adding(days: -Currency.cautionDays))
        add(.valid, decision.from, min(last, firstCaution.adding(days: -1)), decision)
        add(.caution, firstCaution, min(last, decision.goodThrough), decision)
        if decision.goodThrough < last { add(.expired, decision.goodThrough.adding(days: 1), last, decision) }
    }

    private mutating func add(
        _ state: CurrencyReading.State, _ from: CivilDate, _ through: CivilDate, _ decision: Decision
    ) {
        if from > through { return }
        guard let band = bands.last, band.state == state else {
            return bands.append(
                CurrencyBand(
                    from: from, through: through, state: state, evidence: decision.evidence, checks: decision.checks))
        }
        // A later decision rests on days of the one before and on later ones.
        bands[bands.count - 1] = CurrencyBand(
            from: band.from, through: through, state: state,
            evidence: band.evidence + CurrencyCourse.newer(decision.evidence, than: band.evidence),
            checks: band.checks + CurrencyCourse.newer(decision.checks, than: band.checks))
    }

    private static func newer(_ days: [CivilDate], than known: [CivilDate]) -> [CivilDate] {
        days.filter { day in known.last.map { $0 < day } ?? true }
    }
}
