import EventModel
import LedgerTestSupport
import Logbook
import Testing

/// Passenger currency by kind of aircraft, against a brute-force oracle that looks at each day.
@Suite struct KindCurrencyTests {
    private static func description(
        _ id: String, _ named: String?, gear: String? = nil, equipment: String? = nil, engine: String? = nil
    ) -> AircraftDescription {
        var aircraft = AircraftDescription(id: id)
        (aircraft.aircraftClass, aircraft.gear, aircraft.equipment) = (named, gear, equipment)
        (aircraft.engine, aircraft.typeCode) = (engine, "T1")
        return aircraft
    }

    @Test("D-5: category, class, type and gear of a description, as programs spell them")
    func kinds() {
        func kind(_ named: String?, _ gear: String? = nil, _ engine: String? = nil) -> String {
            let kind = AircraftKind(Self.description("N1", named, gear: gear, engine: engine))
            let wheel = kind.hasTailwheel.map { "\($0)" } ?? "-"
            return [kind.category ?? "-", kind.classOfAircraft ?? "-", kind.type ?? "-", wheel].joined(separator: " ")
        }
        let land = "airplane singleEngineLand -"
        #expect(kind("airplane_single_engine_land", "fixed_tricycle") == land + " false")
        #expect(kind("Airplane Single-Engine Land", "Fixed_Tailwheel") == land + " true")
        #expect(kind("ASEL") == land + " -" && kind("AMES") == "airplane multiEngineSea - -")
        #expect(kind("airplane_multi_engine_land", nil, "Jet") == "airplane multiEngineLand T1 -")
        #expect(kind("rotorcraft_helicopter", "skids") == "rotorcraft helicopter - false")
        #expect(kind("Glider") == "glider glider - false" && kind("lighter_than_air_balloon").contains("balloon"))
        #expect(kind(nil) == "- - - -" && kind("something else", "fixed_tailwheel") == "- - - true")
        func title(_ named: String?, _ gear: String? = nil) -> String {
            AircraftKind(Self.description("N1", named, gear: gear)).title
        }
        #expect(title("asel") == "airplane single-engine land, if it has a nosewheel")
        #expect(title("asel", "fixed_tricycle") == "airplane single-engine land, nosewheel")
        #expect(title("glider") == "glider" && title(nil) == "aircraft that are not described")
    }

    private static let fleet = Fleet([
        description("NOSE", "airplane_single_engine_land", gear: "fixed_tricycle"),
        description("TAIL", "airplane_single_engine_land", gear: "fixed_tailwheel"),
        description("TWIN", "airplane_multi_engine_land", gear: "retractable_tricycle"),
        description("JET", "airplane_multi_engine_land", gear: "retractable_tricycle", engine: "Jet"),
        description("HELI", "rotorcraft_helicopter"),
        description("SIM", "airplane_single_engine_land", equipment: "aatd"),
    ])
    private static let aircraft: [String?] = ["NOSE", "TAIL", "TWIN", "JET", "HELI", "SIM", "OTHER", nil]

    private static func entry(_ random: inout SeededRandom) -> Flight {
        flight("2026-01-01") {
            $0.date = day("2025-01-01").adding(days: random.below(400))
            $0.aircraft = aircraft[random.below(aircraft.count)]
            $0.dayLandings = random.below(3)
            $0.nightLandings = random.oneIn(3) ? random.below(4) : nil
            $0.allLandings = random.oneIn(3) ? random.below(6) : nil
            if random.oneIn(3) { $0.dayTakeoffs = random.below(4) }
            if random.oneIn(4) { $0.nightTakeoffs = random.below(3) }
            if random.oneIn(3) { $0.dual = true } else if random.oneIn(4) { $0.solo = true }
        }
    }

    /// "class gear", by the letter of the fleet above: written apart from the code under test.
    private static func letters(_ name: String?) -> (group: String, isTail: Bool)? {
        switch name {
        case "NOSE": ("single", false)
        case "TAIL": ("single", true)
        case "TWIN": ("twin", false)
        case "JET": ("jet", false)
        case "HELI": ("helicopter", false)
        case "SIM": nil
        default: ("unknown", false)
        }
    }

    /// The last day on which the pilot may carry passengers, of the period that began by `on`; each day is tried.
    private static func oracle(_ flights: [Flight], _ name: String?, on: CivilDate, byNight: Bool) -> CivilDate? {
        guard let asked = letters(name) else { return nil }
        let counted = flights.filter { each in
            guard each.date <= on, let own = letters(each.aircraft) else { return false }
            // A jet's landings count in its class, too: 61.57(a)(1)(ii) asks for a type only where a rating is.
            guard own.group == asked.group || own.group == "jet" && asked.group == "twin" else { return false }
            return byNight || !asked.isTail || own.isTail
        }
        func landings(_ each: Flight) -> Int {
            let stops = (each.dayLandings ?? 0) + (each.nightLandings ?? 0)
            if byNight { return each.nightLandings ?? 0 }
            return asked.isTail ? stops : max(stops, each.allLandings ?? 0)
        }
        func takeoffs(_ each: Flight) -> Int {
            if each.dayTakeoffs != nil || each.nightTakeoffs != nil {
                return byNight ? each.nightTakeoffs ?? 0 : (each.dayTakeoffs ?? 0) + (each.nightTakeoffs ?? 0)
            }
            if byNight { return each.nightLandings ?? 0 }
            return max((each.dayLandings ?? 0) + (each.nightLandings ?? 0), each.allLandings ?? 0)
        }
        func isCurrent(_ date: CivilDate) -> Bool {
            let recent = counted.filter { $0.date <= date && date.days(since: $0.date) <= 90 }
            return recent.reduce(0) { $0 + landings($1) } >= 3 && recent.reduce(0) { $0 + takeoffs($1) } >= 3
        }
        var began = on
        while began >= day("2025-01-01"), !isCurrent(began) { began = began.adding(days: -1) }
        guard began >= day("2025-01-01") else { return nil }
        var last = began
        while isCurrent(last.adding(days: 1)) { last = last.adding(days: 1) }
        return last
    }

    @Test("D-5, D-4: currency, notices and audit of random ledgers agree with a brute-force oracle, kind by kind")
    func againstBruteForce() throws {
        var random = SeededRandom(seed: 57)
        for round in 0..<150 {
            let flights = (0..<(3 + random.below(40))).map { _ in Self.entry(&random) }.sorted { $0.date < $1.date }
            let flown = flights.filter { $0.aircraft != "SIM" }
            for _ in 0..<4 {
                let on = day("2025-01-01").adding(days: random.below(480))
                let kinds = Currency.kinds(on: on, flights: flights, fleet: Self.fleet)
                let known = flown.filter { $0.date <= on }
                #expect(Set(kinds.map(\.kind)) == Set(known.map { Self.fleet.kind(of: $0.aircraft) }))
                for name in Self.aircraft where name != "SIM" {
                    guard let found = kinds.first(where: { $0.kind == Self.fleet.kind(of: name) }) else { continue }
                    let general = Self.oracle(flights, name, on: on, byNight: false)
                    #expect(found.general.goodThrough == general, "round \(round), \(name ?? "-") on \(on)")
                    let night = Self.oracle(flights, name, on: on, byNight: true)
                    #expect(found.night.goodThrough == night, "round \(round), \(name ?? "-") on \(on), by night")
                }
                try headlineAgrees(kinds, flights, on)
            }
            auditAgrees(flights, round)
        }
    }

    @Test("S-TC-037: the bands of a kind have, on each day, the state that its reading has on that day")
    func bands() {
        var random = SeededRandom(seed: 37)
        for round in 0..<30 {
            let flights = (0..<(3 + random.below(40))).map { _ in Self.entry(&random) }.sorted { $0.date < $1.date }
            let end = day("2025-01-01").adding(days: random.below(480))
            let kinds = Currency.kinds(on: end, flights: flights, fleet: Self.fleet).map(\.kind)
            #expect(Currency.flownKinds(on: end, flights: flights, fleet: Self.fleet) == kinds)
            for kind in kinds {
                for reading in LandingsKind.allCases {
                    let bands = Currency.bands(
                        reading, in: kind, through: end, flights: flights, fleet: Self.fleet)
                    for date in stride(from: 0, through: end.days(since: day("2025-01-01")), by: 7) {
                        let on = day("2025-01-01").adding(days: date)
                        let all = Currency.kind(kind, on: on, flights: flights, fleet: Self.fleet)
                        let wanted =
                            switch reading {
                            case .general: all.general
                            case .day: all.day
                            case .night: all.night
                            }
                        let band = bands.first { $0.contains(on) }
                        #expect(band?.state ?? .never == wanted.state, "round \(round), \(kind.title) on \(on)")
                        if wanted.isCurrent {
                            #expect(Set(wanted.evidence).isSubset(of: band?.evidence ?? []))
                        }
                    }
                    for date in bands.flatMap(\.evidence) {
                        #expect(
                            flights.contains {
                                $0.date == date
                                    && Currency.counts($0, toward: reading, in: kind, fleet: Self.fleet)
                            })
                    }
                }
            }
        }
    }

    /// The headline is true of a kind that is known; no notice warns of a currency that the headline denies.
    private func headlineAgrees(_ kinds: [KindCurrency], _ flights: [Flight], _ on: CivilDate) throws {
        let days = FlightDays(
            FlightDays(flights).table, without: FlightDays.sessions(flights.filter { $0.aircraft == "SIM" }))
        let all = Currency.answer(on: on, in: days)
        let answer = CurrencyAnswer(general: all.general, day: all.day, night: all.night, kinds: kinds)
        let known = kinds.filter(\.kind.isClassKnown)
        if !known.isEmpty { #expect(answer.isCurrent == known.contains { $0.general.isCurrent }) }
        if answer.isCurrent { #expect(all.general.isCurrent, "one kind's landings are among all") }
        let reasons = NoticeReasons(on: on, stage: nil, kinds: kinds, in: days)
        let cliffs = reasons.notices(acknowledged: []).filter { $0.kind == .currencyCliff }
        let expected = answer.kinds.deciding.filter(\.general.isCurrent).reduce(0) { sum, each in
            sum + [each.day, each.night].count { $0.state == .caution }
        }
        #expect(cliffs.count == expected && Set(cliffs.map(\.key)).count == cliffs.count)
        if !cliffs.isEmpty { #expect(answer.isCurrent) }
    }

    /// A flight lacks 61.57(a) or (b) just where the day before it the answer ends before the flight.
    private func auditAgrees(_ flights: [Flight], _ round: Int) {
        let review = ExperienceReview(flights.map(ReviewedFlight.init), fleet: Self.fleet, reviews: [])
        let lacking = Dictionary(uniqueKeysWithValues: review.lacking.map { ($0.entry, $0.rules) })
        for (place, each) in flights.enumerated() {
            guard each.dual != true, each.solo != true, each.aircraft != "SIM" else { continue }
            let before = each.date.adding(days: -1)
            func lacks(byNight: Bool) -> Bool {
                Self.oracle(flights, each.aircraft, on: before, byNight: byNight).map { $0 < each.date } ?? true
            }
            let rules = lacking[place] ?? []
            let passengers: ExperienceRule = each.aircraft == "TAIL" ? .tailwheel : .general
            #expect(rules.contains(passengers) == lacks(byNight: false), "round \(round), entry \(place)")
            guard each.hours(of: .night) > .zero || (each.nightLandings ?? 0) > 0 else { continue }
            #expect(rules.contains(.night) == lacks(byNight: true), "round \(round), entry \(place), by night")
        }
    }
}
