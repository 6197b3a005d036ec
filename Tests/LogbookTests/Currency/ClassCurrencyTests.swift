import EventModel
import Logbook
import Testing

/// 61.57(a) and (b): whose landings count, whom the rules bind, and how much is short.
@Suite struct ClassCurrencyTests {
    private static func aircraft(_ id: String, _ type: String, engine: String) -> AircraftDescription {
        var aircraft = AircraftDescription(id: id)
        (aircraft.aircraftClass, aircraft.gear, aircraft.typeCode) = ("amel", "nosewheel", type)
        aircraft.engine = engine
        return aircraft
    }

    private static let described = [
        aircraft("JET", "CE525", engine: "jet"), aircraft("JET2", "CE560", engine: "jet"),
        aircraft("BARON", "BE58", engine: "piston"), aircraft("KING", "B350", engine: "turboprop"),
    ]

    private func landed(_ date: String, _ aircraft: String, _ change: (inout Flight) -> Void = { _ in }) -> Flight {
        flight(date) {
            ($0.aircraft, $0.dayLandings, $0.picHours) = (aircraft, 3, 15)
            change(&$0)
        }
    }

    private func through(_ aircraft: String, _ flights: [Flight], under authority: Authority = .faa) -> String {
        let fleet = Fleet(Self.described, under: authority)
        let found = Currency.kind(
            fleet.kind(of: aircraft), on: day("2026-11-06"), flights: flights, fleet: fleet,
            by: CurrencyRules(authority))
        return [found.general, found.night].map { $0.goodThrough?.description ?? "-" }.joined(separator: " ")
    }

    private func lacking(_ flights: [Flight], under authority: Authority = .faa) -> [String] {
        let fleet = Fleet(Self.described, under: authority)
        let review = ExperienceReview(flights.map(ReviewedFlight.init), fleet: fleet, reviews: [], under: authority)
        return review.lacking.map { lacked in
            "\(lacked.entry): " + lacked.rules.map { $0.paragraph(authority) }.joined(separator: " ")
        }
    }

    @Test("D-5: landings in a jet count for its class, whose aircraft need no type rating, 61.57(a)(1)(ii), (b)(1)(ii)")
    func jet() {
        let flown = [landed("2026-11-01", "JET") { $0.nightLandings = 3 }]
        #expect(through("JET", flown) == "2027-01-30 2027-01-30")
        #expect(through("BARON", flown) == "2027-01-30 2027-01-30")
        #expect(through("JET2", flown) == "- -", "another type")
        #expect(through("JET", [landed("2026-11-01", "BARON")]) == "- -", "the type is asked for")
        let fleet = Fleet(Self.described)
        #expect(Currency.counts(flown[0], toward: .general, in: fleet.kind(of: "BARON"), fleet: fleet))
    }

    @Test("D-4: the audit holds a flight against the landings in jets of its class, too") func audit() {
        let jets = landed("2026-11-01", "JET") { $0.dual = true }
        #expect(lacking([jets, landed("2026-11-05", "BARON")]) == [])
        #expect(lacking([jets, landed("2026-11-05", "JET")]) == [])
        #expect(lacking([jets, landed("2026-11-05", "JET2")]) == ["1: 61.57(a)"])
        let baron = landed("2026-11-01", "BARON") { $0.dual = true }
        #expect(lacking([baron, landed("2026-11-05", "JET")]) == ["1: 61.57(a)"])
    }

    @Test("D-5: by FCL.060(b) a type counts for itself alone, and a class without its types") func partFCL() {
        let flown = [landed("2026-11-01", "KING")]
        #expect(through("KING", flown, under: .easa).hasPrefix("2027-01-30"))
        #expect(through("BARON", flown, under: .easa).hasPrefix("-"))
    }

    @Test("D-4: 61.57(a), (b) and (c) bind the pilot in command, not the second in command (61.55)")
    func secondInCommand() {
        func second(_ change: (inout Flight) -> Void = { _ in }) -> Flight {
            landed("2026-11-05", "JET") {
                ($0.picHours, $0.nightHours, $0.actualInstrumentHours) = (nil, 5, 5)
                $0.extra["SIC"] = "1.5"
                change(&$0)
            }
        }
        let approach = landed("2026-11-04", "JET") {
            ($0.approaches, $0.dual, $0.dayLandings, $0.picHours) = (1, true, 1, nil)
        }
        #expect(lacking([approach, second()]) == [])
        #expect(lacking([approach, second { $0.picHours = 5 }]) == ["1: 61.57(a) 61.57(b) 61.57(c)"])
        #expect(lacking([approach, second { $0.extra = [:] }]) == ["1: 61.57(a) 61.57(b) 61.57(c)"])
        // FCL.060(b)(1) names the co-pilot, (b)(2) the pilot in command alone.
        #expect(lacking([approach, second()], under: .easa) == ["1: FCL.060(b)(1)"])
    }

    @Test("D-5: a reading that is not current states how many takeoffs and landings it is short by") func missing() {
        func text(_ on: String, _ change: (inout Flight) -> Void) -> [String?] {
            let answer = Currency.answer(on: day(on), in: FlightDays([flight("2026-02-01", change)]))
            return [answer.general, answer.day, answer.night].map { $0.missing?.text }
        }
        let all = "short by 3 takeoffs and landings"
        #expect(text("2026-02-10") { $0.dayLandings = 3 } == [nil, nil, all])
        #expect(text("2026-05-03") { $0.dayLandings = 3 } == [all, all, all], "day 91")
        #expect(
            text("2026-02-10") { $0.dayLandings = 2 } == [
                "short by 1 takeoff and landing", "short by 1 takeoff and landing", all,
            ])
        #expect(text("2026-02-10") { ($0.dayLandings, $0.dayTakeoffs) = (3, 1) }[0] == "short by 2 takeoffs")
        #expect(text("2026-02-10") { ($0.dayLandings, $0.dayTakeoffs) = (1, 3) }[0] == "short by 2 landings")
        #expect(
            Currency.answer(on: day("2026-02-10"), in: FlightDays([flight()])).assumptions
                == [
                    "An entry that states no takeoffs has as many as landings.",
                    "Landings and takeoffs by night are those from one hour after sunset to one hour before sunrise, "
                        + "61.57(b).",
                ])
    }

    @Test("S-X.5: a flight review or a proficiency check proves a certificate: no student rule follows (61.56)")
    func certificate() {
        let solo = [flight("2026-01-01") { $0.solo = true }, flight("2026-03-01") { $0.solo = true }]
        for kind in PassedReview.Kind.allCases {
            let reviews = [PassedReview(kind: kind, date: day("2026-02-01"))]
            #expect(
                LogbookReview.unendorsed(solo.map(ReviewedFlight.init), endorsements: [], reviews: reviews) == [0],
                "\(kind)")
            let stated = flight {
                $0.flightReview = kind == .flightReview
                $0.instrumentCheck = kind == .ipc
                $0.checkride = kind == .checkride
            }
            #expect(FlightMeasures(of: stated)[.certificateProofs] == 1)
        }
        #expect(FlightMeasures(of: flight())[.certificateProofs] == 0)
    }
}
