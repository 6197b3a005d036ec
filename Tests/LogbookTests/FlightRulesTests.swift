import EventModel
import Logbook
import Testing

@Suite struct FlightRulesTests {
    private func refusal(_ change: (inout Flight) -> Void) -> Rejection? {
        let flight = flight("2026-02-01", change)
        return FlightRules.refusal(of: flight, accepted: flight.accepted)
    }

    @Test("S-TC-010: a plain flight is not refused and raises no warning")
    func plainFlight() {
        #expect(FlightRules.broken(by: flight()) == [])
        #expect(refusal { _ in } == nil)
        #expect(FlightRules.warnings(of: flight()) == [])
    }

    @Test("S-TC-012: readings 1234.5 and 1236.0 make 1.5 hours, and both stay")
    func hobbsCalculator() {
        let entered = flight {
            $0.hobbs = nil; $0.hobbsStart = 12_345; $0.hobbsEnd = 12_360
        }
        let filled = entered.filledIn()
        #expect(filled.hobbs == 15)
        #expect(filled.hobbsStart == 12_345)
        #expect(filled.hobbsEnd == 12_360)
        #expect(filled.durationText == "Duration: 1.5 hrs")
        #expect(FlightRules.refusal(of: filled, accepted: []) == nil)
        #expect(filled.filledIn() == filled)
    }

    @Test("S-TC-016: tach time follows the hours unless it is given")
    func tachFollowsHobbs() {
        #expect(flight().filledIn().tach == 15)
        #expect(flight { $0.tach = 13 }.filledIn().tach == 13)
    }

    @Test("S-TC-017: solo and dual exclude each other")
    func soloAndDual() {
        #expect(
            refusal {
                $0.solo = true; $0.dual = true
            }?.code == "category.exclusive")
        #expect(
            refusal {
                $0.solo = true; $0.dual = false
            } == nil)
        #expect(
            refusal {
                $0.soloHours = 5; $0.dualHours = 6
            } == nil)
    }

    @Test("S-TC-018: no hours")
    func noHours() {
        #expect(refusal { $0.hobbs = nil }?.code == "hobbs.required")
        #expect(
            refusal {
                $0.hobbs = nil; $0.hobbsStart = 10
            }?.code == "hobbs.required")
    }

    @Test("S-TC-019: hours of zero or less")
    func zeroHours() {
        #expect(refusal { $0.hobbs = 0 }?.code == "hobbs.positive")
        #expect(refusal { $0.hobbs = -10 }?.code == "hobbs.positive")
        #expect(refusal { $0.hobbs = 1 } == nil)
    }

    @Test(
        "S-TC-020: a text that is not hours is refused by name",
        arguments: [
            ("abc", HoursTextFault.notANumber), ("1,5", .comma), ("NaN", .notANumber), ("1e3", .exponent),
            ("-1.0", .negative),
            ("1.555", .tooPrecise), ("", .empty), ("+1.5", .notANumber), ("1.", .notANumber), (".", .notANumber),
            ("1.5 ", .notANumber), ("0x10", .notANumber), ("1:60", .notANumber), ("1:3", .notANumber),
            ("-1:30", .notANumber), ("1:30:60", .notANumber), ("inf", .notANumber),
            ("1.500", .tooPrecise), ("1000000:00", .tooLarge),
            ("1000000", .tooLarge), ("99999999999999999999", .tooLarge), ("9999999999.5", .tooLarge),
            ("9999999999.", .notANumber), ("1.5.5", .notANumber), ("١", .notANumber),
        ])
    func notHours(text: String, fault: HoursTextFault) {
        #expect(throws: fault) { try HoursText.hours(text) }
        #expect(fault.code == (text.isEmpty ? "hobbs.required" : "hobbs.notANumber"))
    }

    @Test(
        "S-TC-020: hours are read exactly",
        arguments: [
            ("1.5", 5_400), ("0", 0), ("0.0", 0), (".5", 1_800), ("12", 43_200), ("999999.9", 3_599_999_640),
            ("007.0", 25_200), ("1.25", 4_500),
            (".05", 180), ("1:15", 4_500), ("1+15", 4_500), ("0:00:01", 1), ("100:20:30", 361_230),
        ])
    func hours(text: String, seconds: Int) throws { #expect(try HoursText.hours(text).seconds == seconds) }

    @Test("S-TC-021: a flight without a landing")
    func noLandings() {
        let rejection = refusal {
            $0.dayLandings = 0; $0.nightLandings = 0
        }
        #expect(rejection?.code == "landings.required")
        #expect(rejection?.message == "Every flight needs at least one landing")
        #expect(refusal { $0.dayLandings = nil }?.code == "landings.required")
        #expect(
            refusal {
                $0.dayLandings = nil; $0.allLandings = 2
            } == nil)
    }

    @Test("S-TC-022: 12.0 hours pass, 12.1 need acceptance", arguments: [(120, false), (121, true), (130, true)])
    func longFlight(hobbs: Int, warns: Bool) {
        let long = flight { $0.hobbs = Hours(tenths: hobbs) }
        #expect(FlightRules.warnings(of: long) == (warns ? [.hobbsOver12] : []))
        #expect(FlightRules.refusal(of: long, accepted: [])?.code == (warns ? "hobbs.over12" : nil))
        #expect(FlightRules.refusal(of: long, accepted: ["hobbs.over12"]) == nil)
    }

    @Test("S-TC-022: the warning's text")
    func longFlightText() {
        let rejection = refusal { $0.hobbs = 130 }
        #expect(rejection?.message == "Hobbs time exceeds 12 hours. Please verify this is correct.")
        #expect(
            rejection?.hint
                == "Accept the warning to keep it as it is."
        )
    }

    @Test("S-TC-023: tomorrow is refused, today passes")
    func future() {
        let today = day("2026-02-10")
        #expect(FlightRules.futureRefusal(date: day("2026-02-11"), today: today)?.code == "date.future")
        #expect(FlightRules.futureRefusal(date: day("2026-02-10"), today: today) == nil)
        #expect(FlightRules.futureRefusal(date: day("2020-01-01"), today: today) == nil)
    }

    @Test("S-TC-027: end before start gives no duration")
    func readingsWrongWayRound() {
        let entered = flight {
            $0.hobbs = nil; $0.hobbsStart = 12_360; $0.hobbsEnd = 12_345
        }.filledIn()
        #expect(entered.durationText == nil)
        #expect(FlightRules.refusal(of: entered, accepted: [])?.code == "hobbs.range")
    }

    @Test("S-TC-028: end equal to start gives 0.0 hours")
    func readingsEqual() {
        let entered = flight {
            $0.hobbs = nil; $0.hobbsStart = 5_000; $0.hobbsEnd = 5_000
        }.filledIn()
        #expect(entered.durationText == "Duration: 0.0 hrs")
        #expect(FlightRules.refusal(of: entered, accepted: [])?.code == "hobbs.positive")
        #expect(
            refusal {
                $0.hobbsStart = 5_000; $0.hobbsEnd = 5_000
            }?.code == "hobbs.positive")
    }

    @Test("S-TC-029: night landings alone are enough")
    func nightOnly() {
        #expect(
            refusal {
                $0.dayLandings = 0; $0.nightLandings = 3
            } == nil)
        #expect(
            flight {
                $0.dayLandings = 0; $0.nightLandings = 3
            }.landings == 3)
    }

    @Test(
        "S-TC-030: counts of 0 to 99",
        arguments: [(-1, "landings.range"), (100, "landings.range"), (99, nil), (1, nil)])
    func landingsRange(count: Int, code: String?) {
        #expect(refusal { $0.dayLandings = count }?.code == code)
        #expect(refusal { $0.nightLandings = count }?.code == code)
    }

    @Test("S-TC-030: the other counts reach 999")
    func otherCounts() {
        #expect(
            refusal {
                $0.allLandings = 999; $0.dayTakeoffs = 999
            } == nil)
        #expect(refusal { $0.allLandings = 1_000 }?.code == "landings.range")
        #expect(refusal { $0.nightTakeoffs = -1 }?.code == "landings.range")
    }

    @Test("S-X.1: a ground lesson is accepted of an import, not of a person")
    func groundLesson() {
        let lesson = flight {
            $0.hobbs = 0; $0.dayLandings = nil; $0.accepted = ["hobbs.positive", "landings.required"]
        }
        #expect(FlightRules.refusal(of: lesson, accepted: lesson.accepted)?.code == "hobbs.positive")
        var imported = lesson
        imported.batch = StreamID(kind: "batch", id: "1")
        #expect(FlightRules.refusal(of: imported, accepted: imported.accepted) == nil)
        #expect(FlightRules.refusal(of: imported, accepted: ["hobbs.positive"])?.code == "landings.required")
        imported.solo = true
        imported.dual = true
        #expect(
            FlightRules.refusal(of: imported, accepted: FlightRule.allCases.map(\.code))?.code == "category.exclusive")
    }

    @Test("S-TC-018 to 030: errors come before the warning, one at a time")
    func order() {
        let bad = flight {
            $0.hobbs = 130; $0.dayLandings = 0; $0.solo = true; $0.dual = true
        }
        #expect(FlightRules.broken(by: bad) == [.landingsRequired, .categoryExclusive, .hobbsOver12])
    }

    @Test("S-TC-018, 019, 027: texts that a person sees")
    func texts() {
        #expect(FlightRule.hobbsRequired.message == "Every flight needs its Hobbs time")
        #expect(FlightRule.hobbsPositive.message == "Hobbs time must be greater than zero")
        #expect(FlightRule.hobbsRange.message == "The Hobbs reading at the end is lower than the one at the start.")
        #expect(
            FlightRule.landingsRange.message
                == "Day and night landings must be 0 to 99; all landings, take-offs and landings at towered airports 0 to 999."
        )
        #expect(FlightRule.categoryExclusive.message == "A flight cannot be both solo and dual.")
    }
}
