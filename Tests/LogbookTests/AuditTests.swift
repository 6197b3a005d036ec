import EventModel
import Logbook
import Testing

@Suite struct AuditTests {
    @Test("D-4: the months of a logbook add up to its totals") func months() {
        let entries = [
            flight("2025-12-31") { $0.solo = true },
            flight("2026-01-01") {
                $0.dual = true; $0.allLandings = 5
            },
            flight("2026-01-31") {
                $0.hobbs = 25; $0.picHours = 10
            },
        ]
        let months = LogbookReview.months(of: entries.map(ReviewedFlight.init))
        #expect(
            months.map(\.month) == [day("2025-12-01"), day("2026-01-01")] && months.map(\.flights) == [1, 2]
                && months.map(\.totalHours) == [15, 40])
        #expect(
            months[1].hours(of: .dual) == 15 && months[1].hours(of: .pic) == 10 && months[0].hours(of: .solo) == 15
                && months.map(\.landings) == [1, 6])
    }

    @Test("D-4: a flight without an instructor is in currency by the landings of earlier days only")
    func outOfCurrency() {
        func places(_ entries: [Flight]) -> [Int] {
            let lacking = ExperienceReview(entries.map(ReviewedFlight.init), fleet: Fleet(), reviews: []).lacking
            #expect(lacking.allSatisfy { $0.rules == [.general] })
            return lacking.map(\.entry)
        }
        let three = flight("2026-01-01") {
            $0.dual = true; $0.dayLandings = 3
        }
        #expect(places([three, flight("2026-04-01")]) == [] && places([three, flight("2026-04-02")]) == [1])
        #expect(places([three, flight("2026-01-01")]) == [1], "the landings of the day itself do not count for it")
        #expect(places([three, flight("2026-01-01") { $0.dual = true }]) == [], "an instructor is aboard")
        #expect(
            places([three, flight("2026-06-01") { $0.dayLandings = 9 }, flight("2026-06-02"), flight("2026-09-01")])
                == [1, 3])
        #expect(places([three, flight("2026-06-01") { $0.hobbs = 0 }]) == [], "no flight")
        #expect(
            places([three, flight("2026-06-01") { $0.checkride = true }, flight("2026-06-01") { $0.checkride = false }])
                == [2], "61.47(c): a practical test has no passengers")
        // Two landings of the one day and one of the other: the earlier day decides.
        let spread = [
            flight("2026-01-01") {
                $0.dual = true; $0.dayLandings = 1
            },
            flight("2026-03-01") {
                $0.dual = true; $0.dayLandings = 2
            },
        ]
        #expect(places(spread + [flight("2026-04-01")]) == [] && places(spread + [flight("2026-04-02")]) == [2])
    }

    @Test("D-4: a practical test under instruments is held against 61.57(c), which asks for no passengers")
    func testInClouds() {
        let test = flight("2026-06-01") {
            $0.checkride = true; $0.actualInstrumentHours = 5; $0.approaches = 1
        }
        #expect(lacking([test]) == ["0: 61.57(c)"])
    }

    private func fleet(_ tailwheels: Set<String>) -> Fleet {
        Fleet(
            tailwheels.map {
                var aircraft = AircraftDescription(id: $0)
                aircraft.gear = "fixed_tailwheel"
                return aircraft
            })
    }

    private func lacking(_ entries: [Flight], tailwheels: Set<String> = [], reviews: [PassedReview] = []) -> [String] {
        ExperienceReview(entries.map(ReviewedFlight.init), fleet: fleet(tailwheels), reviews: reviews).lacking
            .map { "\($0.entry): \($0.rules.map { $0.paragraph(.faa) }.joined(separator: " "))" }
    }

    @Test("D-4: by night three full stops by night of 90 days are asked for, 61.57(b)") func nightCurrency() {
        let stops = flight("2026-01-01") {
            $0.dual = true; $0.nightLandings = 3; $0.dayLandings = 3
        }
        let day = flight("2026-03-30") { $0.dayLandings = 3 }
        func night(_ date: String) -> Flight { flight(date) { $0.nightHours = 5 } }
        #expect(
            lacking([stops, day, night("2026-04-01")]) == []
                && lacking([stops, day, night("2026-04-02")]) == ["2: 61.57(b)"])
        #expect(lacking([stops, day, flight("2026-04-02")]) == [], "no part of it was by night")
        #expect(
            lacking([stops, day, flight("2026-04-02") { $0.nightLandings = 1 }]) == ["2: 61.57(b)"],
            "its landing was by night")
        #expect(
            lacking([
                stops, day,
                flight("2026-04-02") {
                    $0.nightHours = 5; $0.solo = true
                },
            ]) == [], "no passengers")
        #expect(
            lacking([
                stops, day,
                flight("2026-04-02") {
                    $0.nightHours = 5; $0.dualHours = 2
                },
            ]) == [], "an instructor is aboard")
        #expect(lacking([night("2026-04-02")]) == ["0: 61.57(a) 61.57(b)"])
    }

    @Test("D-4: in an aircraft that is described with a tailwheel full stops in one are asked for, 61.57(a)(1)(ii)")
    func tailwheelCurrency() {
        func of(_ date: String, _ aircraft: String, _ change: (inout Flight) -> Void = { _ in }) -> Flight {
            flight(date) {
                $0.aircraft = aircraft
                change(&$0)
            }
        }
        let nose = of("2026-01-01", "N1") {
            $0.dual = true; $0.dayLandings = 3
        }
        let touches = of("2026-01-02", "N2") {
            $0.dual = true; $0.dayLandings = 2; $0.allLandings = 9
        }
        let stop = of("2026-01-03", "N2") {
            $0.dual = true; $0.dayLandings = 1
        }
        let flown = of("2026-01-04", "N2")
        #expect(lacking([nose, touches, flown], tailwheels: ["N2"]) == ["2: 61.57(a)(1)(ii)"])
        #expect(lacking([nose, touches, stop, flown], tailwheels: ["N2"]) == [])
        #expect(
            lacking([nose, touches, of("2026-01-04", "N1")], tailwheels: ["N2"]) == []
                && lacking([nose, touches, flown]) == [])
        #expect(lacking([nose, touches, of("2026-01-04", "N2") { $0.solo = true }], tailwheels: ["N2"]) == [])
    }

    @Test(
        "D-4: in cloud six approaches and a hold, or a check, of six calendar months are asked for, alone too, 61.57(c)"
    ) func instrumentCurrency() {
        func cloud(_ date: String, _ change: (inout Flight) -> Void = { _ in }) -> Flight {
            flight(date) {
                $0.actualInstrumentHours = 5
                $0.soloHours = 15
                change(&$0)
            }
        }
        let work = flight("2026-01-10") {
            $0.dual = true; $0.approaches = 6; $0.holds = 1
        }
        #expect(lacking([work, cloud("2026-07-31")]) == [] && lacking([work, cloud("2026-08-01")]) == ["1: 61.57(c)"])
        #expect(
            lacking([work, cloud("2026-01-10")]) == ["1: 61.57(c)"], "work of the day itself does not count for it")
        #expect(
            lacking([
                work,
                cloud("2026-08-01") {
                    $0.dual = true; $0.soloHours = nil
                },
            ]) == [], "an instructor is aboard")
        let check = [PassedReview(kind: .ipc, date: day("2026-07-15"))]
        #expect(
            lacking([work, cloud("2026-07-15"), cloud("2027-01-31"), cloud("2027-02-01")], reviews: check) == [
                "3: 61.57(c)"
            ])
        // Without approaches, holds or checks in the logbook, nothing can be judged.
        let silent = ExperienceReview([cloud("2026-08-01")].map(ReviewedFlight.init), fleet: Fleet(), reviews: [])
        #expect(silent.lacking == [] && silent.judged == [.general, .night])
        #expect(
            ExperienceReview([work].map(ReviewedFlight.init), fleet: fleet(["N1"]), reviews: []).judged
                == Set(ExperienceRule.allCases))
    }

    @Test("D-4: instrument currency of a long course is, day by day, that of `currency instrument`")
    func instrumentCourse() {
        var seed: UInt64 = 20_261_122
        func random(_ count: UInt64) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((seed >> 33) % count)
        }
        var entries: [Flight] = []
        var date = day("2020-01-01")
        var checks: [PassedReview] = []
        for _ in 0..<400 {
            date = date.adding(days: random(60))
            var entry = flight(date.description)
            switch random(4) {
            case 0: (entry.actualInstrumentHours, entry.soloHours) = (5, 15)
            case 1: (entry.approaches, entry.dual) = (random(5), true)
            case 2: (entry.approaches, entry.holds, entry.dual) = (random(7), 1, true)
            default: if random(6) == 0 { checks.append(PassedReview(kind: .ipc, date: date.adding(days: random(3)))) }
            }
            entries.append(entry)
        }
        let review = ExperienceReview(entries.map(ReviewedFlight.init), fleet: Fleet(), reviews: checks)
        let found = Set(review.lacking.filter { $0.rules.contains(.instrument) }.map(\.entry))
        var current = 0
        for (place, entry) in entries.enumerated() where entry.actualInstrumentHours != nil {
            let before = entry.date.adding(days: -1)
            let work = entries.filter { $0.date <= before }.map {
                InstrumentWork(date: $0.date, approaches: $0.approaches ?? 0, holds: $0.holds ?? 0)
            }
            let answer = InstrumentAnswer(on: before, work: work, reviews: checks)
            let isCurrent = answer.goodThrough.map { $0 >= entry.date } ?? false
            if isCurrent { current += 1 }
            #expect(found.contains(place) != isCurrent, "\(entry.date)")
        }
        #expect(current > 10 && found.count > 10)
    }

    @Test("D-4: a flight within a long one hides nothing behind it") func within() {
        func metered(_ date: String, _ start: Hours, _ end: Hours) -> Flight {
            flight(date) {
                $0.hobbsStart = start
                $0.hobbsEnd = end
            }
        }
        let entries = [
            metered("2026-01-01", 100, 200), metered("2026-01-02", 120, 130), metered("2026-01-03", 130, 210),
            metered("2026-01-04", 210, 220),
        ]
        #expect(
            LogbookReview.conflicts(entries.map(ReviewedFlight.init)) == [
                EntryConflict(kind: .metersOverlap, first: 0, last: 1, aircraft: nil, hours: 10),
                EntryConflict(kind: .metersOverlap, first: 0, last: 2, aircraft: nil, hours: 70),
            ])
    }

    @Test("D-4: meters that overlap or do not meet, by aircraft; days that are too long") func conflicts() {
        func metered(_ date: String, _ aircraft: String?, _ start: Hours, _ end: Hours) -> Flight {
            flight(date) {
                $0.aircraft = aircraft
                $0.hobbsStart = start
                $0.hobbsEnd = end
            }
        }
        let entries = [
            metered("2026-01-01", "N1", 100, 115), metered("2026-01-02", "N2", 110, 120),
            metered("2026-01-03", "N1", 115, 130), metered("2026-01-04", "N1", 140, 150),
            metered("2026-01-05", "N1", 145, 160), flight("2026-01-06") { $0.hobbs = 200 },
            flight("2026-01-06") { $0.hobbs = 41 }, flight("2026-01-07") { $0.hobbs = 240 },
        ]
        #expect(
            LogbookReview.conflicts(entries.map(ReviewedFlight.init)) == [
                EntryConflict(kind: .metersApart, first: 2, last: 3, aircraft: "N1", hours: 10),
                EntryConflict(kind: .metersOverlap, first: 3, last: 4, aircraft: "N1", hours: 5),
                EntryConflict(kind: .dayTooLong, first: 5, last: 6, aircraft: nil, hours: 241),
            ])
        // One within the other: all of the shorter one is common.
        #expect(
            LogbookReview.conflicts(
                [metered("2026-01-01", nil, 100, 200), metered("2026-01-02", nil, 120, 130)].map(ReviewedFlight.init)
            ).map(\.hours) == [10])
    }
}
