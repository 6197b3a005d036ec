public import DaybookKit
import EventCodec
public import EventModel
import EventSourcing
public import Logbook
import Shared

extension Projection {
    public static let currency = Projection("currency", of: "logbook")
    public static let progress = Projection("progress", of: "logbook")
    public static let summary = Projection("summary", of: "logbook")
}

/// The figures of the logbook's answers.
extension Figure {
    static func flights(_ measures: [Measure], _ days: ClosedRange<CivilDate>, _ unit: EvidenceUnit) -> FigureSource {
        .days(DaySource(flights: measures, days, unit))
    }

    /// Totals brought forward up to a day.
    static func forwarded(_ measure: Measure, _ day: CivilDate, _ unit: EvidenceUnit) -> FigureSource {
        .days(
            DaySource(
                kind: "forward", table: LogbookDomain.forwards, measures: [measure.rawValue], days: upTo(day),
                unit: unit))
    }

    static func upTo(_ day: CivilDate) -> ClosedRange<CivilDate> { min(CivilDate.earliest, day)...day }

    // MARK: - Currency

    /// The three readings of 61.57 or FCL.060, in their order. Landings older than those that decide are left out.
    public static func currency(_ answer: CurrencyAnswer, on day: CivilDate) -> [Figure] {
        [(answer.general, LandingsKind.general), (answer.day, .day), (answer.night, .night)].map { reading, kind in
            let since = reading.evidence.min() ?? min(.earliest, day)
            let window = day.adding(days: -Currency.daysCounted)
            return Figure(
                .currency, kind.rawValue, kind.label(answer.authority), state(reading.state, reading.goodThrough),
                words(reading.state, reading.goodThrough),
                from: [
                    .days(DaySource(landings: kind, since...day, window: window)),
                    .events(EventSource(authorityOn: day)),
                ]
                    + (answer.authority == .easa && kind == .night ? checks(since: since, on: day) : []))
        }
    }

    /// The instrument proficiency checks, entered by themselves or stated by a flight.
    static func checks(since: CivilDate, on day: CivilDate) -> [FigureSource] {
        [
            .events(
                EventSource(
                    kinds: ["review"], types: ["review.passed"], day: day, since: since,
                    matching: ("kind", [.string("ipc")]))),
            .events(
                EventSource(
                    kinds: ["flight"], types: ["flight.logged", "flight.amended"], day: day, since: since,
                    stating: ["instrumentCheck"])),
        ]
    }

    /// The same of one aircraft, by the entries that count for it.
    public static func currency(_ answer: CurrencyWithEvidence, on day: CivilDate) -> [Figure] {
        let figures = currency(answer.answer, on: day)
        return answer.flights.map { flights in figures.map { $0.only(flights) } } ?? figures
    }

    /// The flight review of 61.56: entered by itself, or stated by a flight.
    public static func flightReview(_ answer: FlightReviewAnswer, on day: CivilDate) -> Figure {
        let since = answer.review?.date
        return Figure(
            .currency, "review", "Flight review, 61.56", state(answer.state, answer.goodThrough),
            words(answer.state, answer.goodThrough),
            from: [
                .events(EventSource(kinds: ["review"], types: ["review.passed"], day: day, since: since)),
                .events(
                    EventSource(
                        kinds: ["flight"], types: ["flight.logged", "flight.amended"], day: day, since: since,
                        stating: ["flightReview", "checkride"])),
            ])
    }

    /// Instrument currency, 61.57(c): the work of six calendar months, and checks; in the category last flown by
    /// instruments.
    public static func instrument(_ answer: InstrumentAnswer?, on day: CivilDate) -> Figure {
        let month = day.components.year * 12 + day.components.month - 1 - InstrumentAnswer.months
        let first = CivilDate(year: month / 12, month: month % 12 + 1, day: 1) ?? min(.earliest, day)
        return Figure(
            .currency, "instrument", "Instrument, 61.57(c)",
            answer.map { state($0.state, $0.goodThrough) }
                ?? .object(pairs: ["state": .string("notRecorded"), "goodThrough": .null]),
            answer.map { words($0.state, $0.goodThrough) } ?? "not recorded",
            from: [
                .days(instrumentWork(answer, first...day)),
                .events(
                    EventSource(
                        kinds: ["review"], types: ["review.passed"], day: day, since: first,
                        matching: ("kind", [.string("ipc")]))),
            ])
    }

    /// Approaches and holds, without those of other categories.
    private static func instrumentWork(_ answer: InstrumentAnswer?, _ days: ClosedRange<CivilDate>) -> DaySource {
        var source = DaySource(flights: [.approaches, .holds], days, .count)
        if let answer { source.except = Set(answer.elsewhere) }
        return source
    }

    private static func state(_ state: CurrencyReading.State, _ through: CivilDate?) -> JSONValue {
        .object(pairs: [
            "state": .string(state.rawValue), "goodThrough": through.map { .string($0.description) } ?? .null,
        ])
    }

    private static func words(_ state: CurrencyReading.State, _ through: CivilDate?) -> String {
        guard let through else { return state == .never ? "never current" : state.rawValue }
        return state == .expired ? "expired after \(through)" : "\(state.rawValue), good through \(through)"
    }

    // MARK: - Sums

    /// The six requirements of 61.109(a).
    public static func progress(_ progress: Progress, on day: CivilDate) -> [Figure] {
        progress.requirements.map { each in
            Figure(
                .progress, each.requirement.rawValue, each.requirement.title, .hours(each.hours),
                each.text + (each.isMet ? ", met" : ""),
                from: [
                    flights([each.requirement.measure], upTo(day), .seconds),
                    forwarded(each.requirement.measure, day, .seconds),
                ])
        }
    }

    /// The totals of the logbook, in the order of its summary.
    public static func summary(_ summary: FlightSummary, on day: CivilDate) -> [Figure] {
        func hours(
            _ id: String, _ title: String, _ hours: Hours, _ measure: Measure, _ days: ClosedRange<CivilDate>? = nil
        ) -> Figure {
            Figure(
                .summary, id, title, .hours(hours), "\(hours.text) h",
                from: [flights([measure], days ?? upTo(day), .seconds)]
                    + (days == nil ? [forwarded(measure, day, .seconds)] : []))
        }
        func count(_ id: String, _ title: String, _ number: Int, _ measure: Measure) -> Figure {
            Figure(
                .summary, id, title, .integer(number), "\(number)",
                from: [flights([measure], upTo(day), .count)]
                    + (measure == .flights ? [] : [forwarded(measure, day, .count)]))
        }
        let month = day.adding(days: 1 - day.components.day)...day
        return [
            count("flights", "Flights", summary.flights, .flights),
            hours("totalHours", "Total", summary.totalHours, .total),
            hours("dualHours", "Dual", summary.dualHours, .dual), hours("soloHours", "Solo", summary.soloHours, .solo),
            hours("nightHours", "Night", summary.nightHours, .night),
            hours("crossCountryHours", "Cross-country", summary.crossCountryHours, .crossCountry),
            hours("instrumentHours", "Instrument", summary.instrumentHours, .instrument),
            hours("picHours", "Pilot in command", summary.picHours, .pic),
            count("allLandings", "All landings", summary.allLandings, .landingsAll),
            count("dayLandings", "Day, full stop", summary.dayLandings, .landingsDay),
            count("nightLandings", "Night, full stop", summary.nightLandings, .landingsNight),
            hours("thisMonthHours", "This month", summary.thisMonthHours, .total, month),
        ]
    }
}

extension EventSource {
    /// The choice of the authority whose rules a figure follows.
    init(authorityOn day: CivilDate) {
        let name = SettingName.logbookAuthority
        self.init(streams: [name.stream], types: ["setting.changed"], day: day)
        part = { $0["name"] == .string(name.text) ? .counts : .unconcerned }
    }
}

extension DaySource {
    init(flights measures: [Measure], _ days: ClosedRange<CivilDate>, _ unit: EvidenceUnit) {
        self.init(
            kind: "flight", table: LogbookDomain.flights, measures: measures.map(\.rawValue), days: days, unit: unit)
    }
    /// The landings that a reading counts.
    init(landings kind: LandingsKind, _ days: ClosedRange<CivilDate>, window: CivilDate? = nil) {
        self.init(flights: [kind.measure], days, .count)
        self.window = window
        less = kind.less?.rawValue
    }

    /// The hours of a month that has begun by a day, as far as that.
    static func month(_ year: Int, _ month: Int, through day: CivilDate) -> DaySource {
        guard let first = CivilDate(year: year, month: month, day: 1), first <= day else {
            preconditionFailure("a month that has begun")
        }
        let last = first.adding(days: CivilDate.daysInMonth(year: year, month: month) - 1)
        var source = DaySource(flights: [.total], first...min(last, day), .seconds)
        source.listsOtherDays = false
        return source
    }
}
