import EventModel
import LedgerTestSupport
import Logbook
import Testing

/// Passenger currency by FCL.060(b), on its boundary days and against 61.57.
@Suite struct AuthorityTests {
    private static let easa = CurrencyRules(.easa)

    private func checked(_ days: String...) -> CurrencyRules {
        CurrencyRules(.easa, reviews: days.map { PassedReview(kind: .ipc, date: day($0)) })
    }

    private func text(_ reading: CurrencyReading) -> String {
        "\(reading.state.rawValue) \(reading.goodThrough?.description ?? "-")"
    }

    private func night(_ flown: [Flight], on date: String, _ rules: CurrencyRules = easa) -> String {
        text(Currency.reading(.night, on: day(date), in: FlightDays(flown), by: rules))
    }

    @Test("D-5: three landings count on their 90th day and not on their 91st") func boundaryByDay() {
        let flown = [flight("2026-01-01") { $0.dayLandings = 3 }]
        func general(_ date: String) -> String {
            text(Currency.reading(.general, on: day(date), in: FlightDays(flown), by: Self.easa))
        }
        #expect(general("2026-01-01") == "valid 2026-04-01" && general("2026-03-02") == "caution 2026-04-01")
        #expect(general("2026-04-01") == "caution 2026-04-01" && general("2026-04-02") == "expired 2026-04-01")
        let two = [flight("2026-01-01") { $0.dayLandings = 2 }]
        #expect(
            text(Currency.reading(.general, on: day("2026-01-02"), in: FlightDays(two), by: Self.easa)) == "never -")
    }

    @Test("D-5: one landing by night counts on its 90th day and not on its 91st; 61.57(b) asks for three")
    func boundaryByNight() {
        let flown = [flight("2026-01-01") { $0.nightLandings = 1 }]
        #expect(night(flown, on: "2026-04-01") == "caution 2026-04-01")
        #expect(night(flown, on: "2026-04-02") == "expired 2026-04-01")
        #expect(night(flown, on: "2026-01-02", .faa) == "never -")
        let landedOnly = [
            flight("2026-01-01") {
                $0.nightLandings = 1
                $0.dayTakeoffs = 2
            }
        ]
        #expect(night(landedOnly, on: "2026-01-02") == "never -", "the takeoffs are stated, and none was by night")
    }

    @Test("D-5: an instrument rating stands for the landing by night, through the twelfth month after its check")
    func rating() {
        let flown = [flight("2026-01-01") { $0.nightLandings = 1 }]
        let rated = checked("2025-06-15")
        #expect(
            night([], on: "2025-06-14", rated) == "never -" && night([], on: "2025-06-15", rated) == "valid 2026-06-30")
        #expect(night(flown, on: "2026-04-02", rated) == "valid 2026-06-30")
        #expect(night(flown, on: "2026-07-01", rated) == "expired 2026-06-30")
        let reading = Currency.reading(.night, on: day("2026-04-02"), in: FlightDays(flown), by: rated)
        #expect(reading.isOfRating && reading.evidence == [day("2025-06-15")])
        // Landings that hold longer than the rating carry the reading on.
        let late = [flight("2026-06-20") { $0.nightLandings = 1 }]
        #expect(night(late, on: "2026-07-01", rated) == "valid 2026-09-18")
        #expect(
            Currency.periods(.night, through: day("2026-12-01"), in: FlightDays(late), by: rated)
                == [CurrencyPeriod(from: day("2025-06-15"), through: day("2026-09-18"))])
        let bands = Currency.bands(.night, through: day("2026-12-01"), in: FlightDays(flown), by: rated)
        #expect(
            bands.map { "\($0.state.rawValue) \($0.from) \($0.through)" } == [
                "valid 2025-06-15 2026-05-30", "caution 2026-05-31 2026-06-30", "expired 2026-07-01 2026-12-01",
            ])
        #expect(bands[0].checks == [day("2025-06-15")] && bands[0].evidence == [])
        // A practical test is no check, and by day a rating stands for nothing.
        let tested = CurrencyRules(.easa, reviews: [PassedReview(kind: .checkride, date: day("2026-01-01"))])
        #expect(night([], on: "2026-01-02", tested) == "never -")
        #expect(
            text(Currency.reading(.general, on: day("2026-01-02"), in: FlightDays([Flight]()), by: rated)) == "never -")
        #expect(CurrencyRules(.faa, reviews: [PassedReview(kind: .ipc, date: day("2026-01-01"))]) == .faa)
    }

    private static func aircraft(
        _ id: String, _ named: String, _ type: String?, engine: String = "Piston", gear: String? = nil
    )
        -> AircraftDescription
    {
        var found = AircraftDescription(id: id)
        (found.aircraftClass, found.typeCode, found.engine, found.gear) = (named, type, engine, gear)
        return found
    }

    private static let described = [
        aircraft("TAIL", "airplane_single_engine_land", "CH7A", gear: "fixed_tailwheel"),
        aircraft("NOSE", "airplane_single_engine_land", "C172", gear: "fixed_tricycle"),
        aircraft("PC12", "airplane_single_engine_land", "PC12", engine: "Turboprop"),
        aircraft("TBM", "airplane_single_engine_land", "TBM9", engine: "Turboprop"),
        aircraft("R22", "rotorcraft_helicopter", "R22"), aircraft("R44", "rotorcraft_helicopter", "R44"),
        aircraft("HELI", "rotorcraft_helicopter", nil), aircraft("ASK", "glider", "AS21"),
        aircraft("FFS", "airplane_single_engine_land", "FFS"),
    ]

    @Test("D-5: airplanes are compared by class, helicopters and turbine airplanes by type, and gear by neither")
    func classAgainstType() {
        let fleet = Fleet(Self.described, under: .easa)
        func title(_ id: String) -> String { fleet.kind(of: id).title }
        #expect(title("TAIL") == "airplane single-engine land" && fleet.kind(of: "TAIL") == fleet.kind(of: "NOSE"))
        #expect(title("PC12") == "airplane single-engine land, type PC12")
        #expect(title("R44") == "helicopter, type R44" && title("HELI") == "helicopter, type HELI")
        func current(_ id: String, _ flown: String, landings: Int = 3) -> Bool {
            let flights = [
                flight("2026-01-01") { ($0.dayLandings, $0.allLandings, $0.aircraft) = (0, landings, flown) }
            ]
            return Currency.kind(
                fleet.kind(of: id), on: day("2026-02-01"), flights: flights, fleet: fleet, by: Self.easa
            ).general.isCurrent
        }
        #expect(current("TAIL", "NOSE") && current("NOSE", "TAIL") && current("TAIL", "TAIL"))
        #expect(!current("TBM", "PC12") && !current("NOSE", "PC12") && current("PC12", "PC12"))
        #expect(!current("R44", "R22") && current("R44", "R44") && !current("HELI", "R44") && !current("R44", "NOSE"))
        #expect(!current("NOSE", "FFS"), "no session counts")
        // 61.57 compares gear and no type of these.
        let faa = Fleet(Self.described)
        #expect(faa.kind(of: "R22") == faa.kind(of: "R44") && faa.kind(of: "TAIL") != faa.kind(of: "NOSE"))
    }

    @Test("D-5: gliders left FCL.060(b) on 2020-04-08; no answer and no audit judges them from then on") func gliders()
    {
        let fleet = Fleet(Self.described, under: .easa)
        let flown = [flight("2020-04-01") { ($0.dayLandings, $0.aircraft) = (3, "ASK") }]
        func kinds(_ date: String) -> [String] {
            Currency.kinds(on: day(date), flights: flown, fleet: fleet, by: Self.easa).map(\.kind.title)
        }
        #expect(kinds("2020-04-07") == ["glider"] && kinds("2020-04-08") == [])
        let left = Currency.uncovered(on: day("2020-04-08"), flights: flown, fleet: fleet, by: Self.easa)
        #expect(left.map(\.title) == ["glider"])
        let days = Currency.answer(on: day("2020-04-08"), in: FlightDays(flown), by: Self.easa)
        let answer = CurrencyAnswer(
            general: days.general, day: days.day, night: days.night, authority: .easa, uncovered: left)
        #expect(!answer.isCurrent && answer.headline == "NOT CURRENT")
        #expect(
            answer.assumptions.last
                == "FCL.060(b) does not cover this kind of aircraft, which is not judged: glider.")
        func lacking(_ date: String) -> [ExperienceRule] {
            ExperienceReview(
                [ReviewedFlight(flight(date) { $0.aircraft = "ASK" })], fleet: fleet, reviews: [], under: .easa
            ).lacking.flatMap(\.rules)
        }
        #expect(lacking("2020-04-07") == [.general] && lacking("2020-04-08") == [])
        let reasons = NoticeReasons(
            on: day("2020-06-15"), stage: nil, in: FlightDays(flown), by: Self.easa, uncovered: left)
        #expect(reasons.notices(acknowledged: []).allSatisfy { $0.kind != .currencyCliff })
    }

    // MARK: - All answers together

    private static let names: [String?] = ["TAIL", "NOSE", "PC12", "TBM", "R22", "R44", nil]

    private static func entry(_ random: inout SeededRandom) -> Flight {
        flight("2026-01-01") {
            $0.date = day("2025-01-01").adding(days: random.below(400))
            $0.aircraft = names[random.below(names.count)]
            $0.dayLandings = random.below(3)
            $0.nightLandings = random.oneIn(4) ? random.below(3) : nil
            $0.allLandings = random.oneIn(3) ? random.below(6) : nil
            if random.oneIn(3) { $0.dayTakeoffs = random.below(4) }
            if random.oneIn(4) { $0.nightTakeoffs = random.below(2) }
            if random.oneIn(4) { $0.dual = true } else if random.oneIn(4) { $0.solo = true }
            if random.oneIn(12) { $0.instrumentCheck = true }
        }
    }

    @Test("D-5, D-4: currency, notices, audit and periods of random ledgers agree by FCL.060(b), too") func agreement()
    {
        var random = SeededRandom(seed: 60)
        let fleet = Fleet(Self.described, under: .easa)
        for round in 0..<120 {
            let flights = (0..<(3 + random.below(40))).map { _ in Self.entry(&random) }.sorted { $0.date < $1.date }
            let rules = CurrencyRules(.easa, reviews: flights.flatMap(\.reviews))
            let days = FlightDays(flights)
            for _ in 0..<4 {
                let on = day("2025-01-01").adding(days: random.below(600))
                let kinds = Currency.kinds(on: on, flights: flights, fleet: fleet, by: rules)
                let all = Currency.answer(on: on, in: days, by: rules)
                let answer = CurrencyAnswer(
                    general: all.general, day: all.day, night: all.night, authority: .easa, kinds: kinds)
                let reasons = NoticeReasons(on: on, stage: nil, kinds: kinds, in: days, by: rules)
                let cliffs = reasons.notices(acknowledged: []).filter { $0.kind == .currencyCliff }
                let expected = kinds.deciding.filter(\.general.isCurrent).flatMap { [$0.general, $0.night] }
                    .count { $0.state == .caution }
                #expect(cliffs.count == expected && (cliffs.isEmpty || answer.isCurrent), "round \(round)")
                for kind in LandingsKind.allCases {
                    let periods = Currency.periods(kind, through: on, in: days, by: rules)
                    let reading = Currency.reading(kind, on: on, in: days, by: rules)
                    #expect(periods.last?.through == reading.goodThrough, "round \(round)")
                    #expect(reading.isCurrent == periods.contains { $0.from <= on && on <= $0.through })
                    let band = Currency.bands(kind, through: on, in: days, by: rules).first { $0.contains(on) }
                    #expect((band?.state ?? .never) == reading.state, "round \(round), \(kind) on \(on)")
                }
            }
            audit(flights, fleet, rules, round)
        }
    }

    /// A flight lacks FCL.060(b)(1) or (2) just where the answer of the day before ends before the flight.
    private func audit(_ flights: [Flight], _ fleet: Fleet, _ rules: CurrencyRules, _ round: Int) {
        let review = ExperienceReview(
            flights.map { ReviewedFlight($0) }, fleet: fleet, reviews: flights.flatMap(\.reviews), under: .easa)
        #expect(review.judged == [.general, .night])
        let lacking = Dictionary(uniqueKeysWithValues: review.lacking.map { ($0.entry, $0.rules) })
        for (place, each) in flights.enumerated() where each.dual != true && each.solo != true {
            let before = each.date.adding(days: -1)
            let kind = Currency.kind(
                fleet.kind(of: each.aircraft), on: before, flights: flights, fleet: fleet, by: rules)
            func lacks(_ reading: CurrencyReading) -> Bool { reading.goodThrough.map { $0 < each.date } ?? true }
            let found = lacking[place] ?? []
            #expect(found.contains(.general) == lacks(kind.general), "round \(round), entry \(place)")
            guard each.hours(of: .night) > .zero || (each.nightLandings ?? 0) > 0 else { continue }
            #expect(found.contains(.night) == lacks(kind.night), "round \(round), entry \(place), by night")
        }
    }
}
