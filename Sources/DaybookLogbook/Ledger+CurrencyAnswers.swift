public import DaybookKit
import Engine
import EventModel
import EventSourcing
import EventStore
import Logbook

extension Ledger {
    /// Whether the pilot was current on a day, by the three readings of 61.57 or FCL.060, with the events that
    /// show it.
    ///
    /// O(days of the readings); of the entries where any aircraft is described.
    public func currency(_ asOf: AsOf = .now) throws -> Answer<CurrencyWithEvidence> {
        try withView(asOf) { known, answered, transaction in
            let flown = try flownAircraft(known, transaction)
            let (readings, days) = try readings(on: answered.on, flown, known, transaction)
            let kinds =
                flown.fleet.isEmpty
                ? AircraftKind.unknown.of(readings, where: days.totals(through: answered.on)[.flights] > 0)
                : Currency.kinds(
                    on: answered.on, flights: flown.entries.map(\.flight), fleet: flown.fleet, by: flown.rules)
            let uncovered = Currency.uncovered(
                on: answered.on, flights: flown.entries.map(\.flight), fleet: flown.fleet, by: flown.rules)
            let totals = try flightTotals(through: answered.on, known, transaction).totals(through: answered.on)
            let isCertificated =
                try totals[.certificateProofs] > 0 || recordsReview(through: answered.on, known, transaction)
            let answer = CurrencyAnswer(
                general: readings.general, day: readings.day, night: readings.night,
                authority: flown.rules.authority, kinds: kinds, uncovered: uncovered,
                blockedBy: isCertificated ? [] : [.student(flown.rules.authority)])
            return Answer(asOf: answered, value: try evidence(of: answer, flown, days, about: .all, known, transaction))
        }
    }

    /// The same about one aircraft; nil for one that no entry and no description names, and for a training device.
    ///
    /// Throws `Rejection` `aircraft.notCovered` where the rule of the authority does not cover the kind of aircraft.
    public func currency(inAircraft name: String, _ asOf: AsOf = .now) throws -> Answer<CurrencyWithEvidence>? {
        let all = try currency(asOf)
        return try withView(asOf.pinned(to: all.asOf.position)) { known, _, transaction in
            let rules = try currencyRules(known, transaction)
            let fleet = try fleet(known, transaction, under: rules.authority)
            if fleet.isDevice(name) { return nil }
            let flown = FlownAircraft(fleet: fleet, entries: try landedFlights(known, transaction), rules: rules)
            let flights = flown.entries.map(\.flight)
            let isFlown = flights.contains { $0.aircraft.map { Designator.isSame($0, name) } ?? false }
            guard isFlown || fleet.describes(name) else { return nil }
            let described = fleet.kind(of: name)
            guard rules.covers(described, on: all.asOf.on) else {
                throw Rejection(
                    code: "aircraft.notCovered",
                    message: "FCL.060(b) does not cover \"\(name)\", which is described as \(described.title).",
                    remedy: Remedy("authority.faa", "The authority FAA answers by 14 CFR 61.57."))
            }
            let kind =
                fleet.describes(name)
                ? Currency.kind(described, on: all.asOf.on, flights: flights, fleet: fleet, by: rules)
                : Currency.aircraft(name, on: all.asOf.on, flights: flights, by: rules)
            let answer = CurrencyAnswer(
                general: kind.general, day: kind.day, night: kind.night, authority: rules.authority, kinds: [kind],
                blockedBy: all.value.answer.blockedBy)
            let days = try allDays(flown.sessionDays, known, transaction)
            return Answer(
                asOf: all.asOf,
                value: try evidence(
                    of: answer, flown, days, about: fleet.describes(name) ? .described : .named(name), known,
                    transaction))
        }
    }

    /// The entries of some days that a reading counts landings or takeoffs of, oldest first. O(entries of the days).
    public func flights(countedBy kind: LandingsKind, on days: [CivilDate], _ asOf: AsOf = .now) throws
        -> [FlightEntry]
    {
        try withView(asOf) { known, _, transaction in
            let flown = try flownAircraft(known, transaction)
            let sessions = Set(flown.sessions.map(\.stream))
            let table = try allDays(flown.sessionDays, known, transaction).table
            let rows = try engine.contributions(
                flightLedger, days: days, in: table, knownAt: known, transaction, where: { kind.counts($0) })
            let entries = try Set(rows.map(\.stream)).subtracting(sessions).compactMap {
                try engine.stream($0, knownAt: known, transaction).flatMap(FlightEntry.init)
            }
            return entries.sorted { ($0.flight.date, $0.position) < ($1.flight.date, $1.position) }
        }
    }

    /// Each kind of aircraft of which there is a reading on a day, the newest flown first; empty where the ledger
    /// describes no aircraft. O(entries).
    public func flownKinds(_ asOf: AsOf = .now) throws -> Answer<[AircraftKind]> {
        try withView(asOf) { known, answered, transaction in
            let flown = try flownAircraft(known, transaction)
            return Answer(
                asOf: answered,
                value: Currency.flownKinds(
                    on: answered.on, flights: flown.entries.map(\.flight), fleet: flown.fleet, by: flown.rules))
        }
    }

    /// The bands of each reading in one kind of aircraft, by its own flights alone. O(entries).
    public func currencyBands(in aircraft: AircraftKind, _ asOf: AsOf = .now) throws
        -> Answer<[LandingsKind: [CurrencyBand]]>
    {
        try withView(asOf) { known, answered, transaction in
            let flown = try flownAircraft(known, transaction)
            let flights = flown.entries.map(\.flight)
            let bands = LandingsKind.allCases.map { kind in
                (
                    kind,
                    Currency.bands(
                        kind, in: aircraft, through: answered.on, flights: flights, fleet: flown.fleet,
                        by: flown.rules)
                )
            }
            return Answer(asOf: answered, value: Dictionary(uniqueKeysWithValues: bands))
        }
    }

    /// The entries of some days that a reading of a kind of aircraft counts landings or takeoffs of, oldest first.
    /// O(entries).
    public func flights(
        countedBy kind: LandingsKind, in aircraft: AircraftKind, on days: [CivilDate], _ asOf: AsOf = .now
    ) throws -> [FlightEntry] {
        try withView(asOf) { known, _, transaction in
            let flown = try flownAircraft(known, transaction)
            let days = Set(days)
            return flown.entries.filter {
                days.contains($0.flight.date)
                    && Currency.counts($0.flight, toward: kind, in: aircraft, fleet: flown.fleet)
            }.sorted { ($0.flight.date, $0.position) < ($1.flight.date, $1.position) }
        }
    }

    /// The readings of a day over all aircraft, and the days that they were read from.
    private func readings(
        on day: CivilDate, _ flown: FlownAircraft, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> (CurrencyAnswer, FlightDays) {
        // A kind of aircraft may rest on older days than all aircraft together.
        if !flown.fleet.isEmpty {
            let days = try allDays(flown.sessionDays, known, transaction)
            return (Currency.answer(on: day, in: days, by: flown.rules), days)
        }
        // A reading rests on the newest days that lie near each other: earlier days change nothing.
        let table = try engine.newestDays(flightLedger, through: day, knownAt: known, transaction) { table in
            LandingsKind.allCases.filter {
                Currency.reading($0, on: day, in: FlightDays(table), by: flown.rules).state == .never
            }
            .flatMap { ([$0.measure] + $0.takeoffs).map(\.rawValue) }
        }
        return (Currency.answer(on: day, in: FlightDays(table), by: flown.rules), FlightDays(table))
    }

    private func allDays(
        _ sessions: DayTable?, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> FlightDays {
        let table = try engine.dayTable(flightLedger, .all, knownAt: known, transaction)
        return FlightDays(table, without: sessions)
    }

    /// The subject of an answer.
    private enum Subject {
        case all
        /// An aircraft that the ledger describes: the answer has its kind alone.
        case described
        /// One that nothing describes: its own entries count.
        case named(String)
    }

    /// The answer with the events behind each reading.
    private func evidence(
        of answer: CurrencyAnswer, _ flown: FlownAircraft, _ days: FlightDays, about subject: Subject,
        _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> CurrencyWithEvidence {
        let all = [answer.general, answer.day, answer.night] + answer.kinds.flatMap { [$0.general, $0.night] }
        let dates = Set(all.flatMap(\.evidence)).sorted(by: >)
        let sessions = Set(flown.sessions.map(\.stream))
        let rows = try engine.contributions(
            flightLedger, days: dates, in: days.table, knownAt: known, transaction,
            where: { values in LandingsKind.allCases.contains { $0.counts(values) } }
        ).filter { !sessions.contains($0.stream) }
        let names = Dictionary(
            flown.entries.map { ($0.stream, $0.flight.aircraft) }, uniquingKeysWith: { first, _ in first })
        func isCounted(_ stream: StreamID, _ kind: LandingsKind, _ asked: AircraftKind?) -> Bool {
            let name = names[stream] ?? nil
            if case .named(let only) = subject { return name?.uppercased() == only.uppercased() }
            guard let asked, !flown.fleet.isEmpty else { return true }
            let own = flown.fleet.kind(of: name)
            let isOwnGear = asked.hasTailwheel != true || kind == .night || own.hasTailwheel == true
            return isOwnGear && own.isOfClass(of: asked)
        }
        let checks = try all.first(where: \.isOfRating)?.evidence.first.map {
            try instrumentChecks(on: $0, known, transaction)
        }
        // In the order of the reading's days.
        func events(_ reading: CurrencyReading, _ kind: LandingsKind, in asked: AircraftKind?) -> [(
            stream: StreamID, event: EventID
        )] {
            if reading.isOfRating { return checks ?? [] }
            return reading.evidence.flatMap { day in
                rows.filter { $0.day == day && kind.counts($0.values) && isCounted($0.stream, kind, asked) }
            }.map { ($0.stream, $0.event) }
        }
        var one: AircraftKind?
        if case .described = subject { one = answer.kinds.first?.kind }
        let readings = [
            events(answer.general, .general, in: one), events(answer.day, .day, in: one),
            events(answer.night, .night, in: one),
        ]
        var counted: Set<StreamID>?
        if case .all = subject {
        } else {
            let flights = flown.entries.map(\.stream).filter { !sessions.contains($0) }
            counted = Set(flights.filter { isCounted($0, .general, one) })
        }
        let kinds = answer.kinds.map { each in
            KindEvidence(
                general: events(each.general, .general, in: each.kind).map(\.event),
                night: events(each.night, .night, in: each.kind).map(\.event))
        }
        let disputed = try Set(readings.joined().map(\.stream)).filter { stream in
            // A record of one event disagrees with nothing.
            if known.supposed == nil, try transaction.streamRecord(stream)?.count == 1 { return false }
            return try engine.stream(stream, knownAt: known, transaction)?.fold.isDisputed == true
        }
        return CurrencyWithEvidence(
            answer: answer, general: readings[0].map(\.event), day: readings[1].map(\.event),
            night: readings[2].map(\.event),
            kinds: kinds, flights: counted, disputed: disputed.sorted())
    }
}

extension AircraftKind {
    /// All aircraft as one kind that nothing describes: what the ledger states of them is the same of each.
    fileprivate func of(_ all: CurrencyAnswer, where isFlown: Bool) -> [KindCurrency] {
        isFlown ? [KindCurrency(kind: self, general: all.general, day: all.day, night: all.night)] : []
    }
}

extension LandingsKind {
    /// Whether a row adds to the reading.
    fileprivate func counts(_ values: [Int64]) -> Bool {
        let counted = counted(on: .earliest) { Int(values[$0.rawValue]) }
        return counted.landings > 0 || counted.takeoffs > 0
    }
}
