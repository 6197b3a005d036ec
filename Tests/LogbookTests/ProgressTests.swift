import EventModel
import Logbook
import Testing

@Suite struct ProgressTests {
    private func progress(_ hours: [Measure: Int]) -> Progress {
        var totals = FlightMeasures.zero
        for (measure, tenths) in hours { totals[measure] = Hours(tenths: tenths).seconds }
        return Progress(totals: totals)
    }

    @Test("S-TC-042 to 045, 064, D-5: every row of the progress vectors")
    func vectors() throws {
        let rows = Fixture.rows("ppl-progress-vectors.csv")
        #expect(rows.count == 12)
        let names = ["total", "dual", "solo", "solo_xc", "night", "instrument"]
        for row in rows {
            let id = try #require(row["id"])
            var totals = FlightMeasures.zero
            for (requirement, name) in zip(ExperienceRequirement.allCases, names) {
                totals[requirement.measure] = Hours(tenths: tenths(row["\(name)_h"] ?? "")).seconds
            }
            let progress = Progress(totals: totals)
            #expect(progress.requirements.map { String($0.percent) } == names.map { row["pct_\($0)"] }, "\(id)")
            #expect(String(progress.overallPercent) == row["overall_percent"], "\(id)")
            #expect(String(progress.met) == row["met_of_6"], "\(id)")
            #expect(progress.next?.requirement.title ?? "" == row["next_milestone"], "\(id)")
            #expect(progress.next?.hoursToGo.text ?? "" == row["hours_to_next"], "\(id)")
        }
    }

    @Test("S-TC-088: ids, titles, the true paragraphs and the goals")
    func requirements() {
        #expect(
            ExperienceRequirement.allCases.map { [$0.rawValue, $0.title, $0.paragraph, $0.goal.text] } == [
                ["total", "Total Flight Time", "61.109(a)", "40.0"],
                ["dual", "Dual Instruction", "61.109(a)", "20.0"],
                ["solo", "Solo Flight", "61.109(a)(5)", "10.0"],
                ["soloCrossCountry", "Solo Cross-Country", "61.109(a)(5)(i)", "5.0"],
                ["night", "Night Training", "61.109(a)(2)", "3.0"],
                ["instrument", "Instrument Training", "61.109(a)(3)", "3.0"],
            ])
    }

    @Test("S-TC-042: one dual flight of 2.0 hours")
    func dualFlight() {
        let table = FlightDays([
            flight {
                $0.hobbs = 20; $0.dual = true
            }
        ])
        let progress = Progress(on: day("2026-02-01"), in: table)
        let dual = progress.requirements[1]
        #expect([dual.text, dual.remaining, "\(dual.percent)"] == ["2.0 / 20.0 hours", "18.0 hrs to go", "10"])
        #expect(progress.requirements[0].percent == 5)
        #expect(progress.overallPercent == 2)
        #expect(Progress(on: day("2026-01-31"), in: table).overallPercent == 0)
    }

    @Test("S-TC-043: ten flights of 0.3 hours are 3.0, and 2.9 are 96 %")
    func tenTimesThreeTenths() {
        let ten = FlightDays(
            (0..<10).map { _ in
                flight {
                    $0.hobbs = 3; $0.instrument = true
                }
            })
        let complete = Progress(on: day("2026-02-01"), in: ten).requirements[5]
        #expect([complete.text, complete.remaining] == ["3.0 / 3.0 hours", "Complete"])
        #expect(complete.isMet)
        #expect(complete.percent == 100)
        let almost = progress([.instrument: 29]).requirements[5]
        #expect(almost.percent == 96)
        #expect(!almost.isMet)
    }

    @Test("S-TC-044, 087: nothing logged is nothing done")
    func nothing() {
        let progress = Progress(on: day("2026-02-01"), in: FlightDays([]))
        #expect(progress.requirements.map(\.percent) == [0, 0, 0, 0, 0, 0])
        #expect(progress.overallPercent == 0)
        #expect(progress.next?.requirement == .night)
        #expect(progress.requirements[0].text == "0.0 / 40.0 hours")
    }

    @Test("S-TC-045: 50 hours are shown, and count as 100 %")
    func over() {
        let total = progress([.total: 500]).requirements[0]
        #expect([total.text, total.remaining, "\(total.percent)"] == ["50.0 / 40.0 hours", "Complete", "100"])
    }

    @Test("D-5: of all tenth-hours under 40, none is a percent low")
    func everyTenth() {
        // A binary double shows 28 % for 11.6 hours.
        #expect(progress([.total: 116]).requirements[0].percent == 29)
        for tenths in 0...400 {
            #expect(progress([.total: tenths]).requirements[0].percent == tenths / 4, "\(tenths) tenths")
        }
    }

    @Test("S-TC-042: a requirement is met by the exact sum, whatever it is shown as")
    func exactSum() {
        func solo(_ seconds: Int) -> RequirementProgress {
            var totals = FlightMeasures.zero
            totals[.solo] = seconds
            return Progress(totals: totals).requirements[2]
        }
        #expect(
            !solo(35_999).isMet && solo(35_999).text == "9:59:59 / 10.0 hours"
                && solo(35_999).remaining == "0:00:01 hrs to go")
        #expect(solo(36_000).isMet && solo(36_000).text == "10.0 / 10.0 hours")
        // 1:20 is 1.33 on a page; three of them are four hours, not 3.99.
        #expect(
            Progress(
                on: day("2026-02-01"),
                in: FlightDays(
                    (0..<3).map { _ in
                        flight {
                            $0.hobbs = Hours(seconds: 4_800); $0.solo = true
                        }
                    })
            )
            .requirements[2].text == "4.0 / 10.0 hours")
    }

    @Test("D-5: the next milestone has the fewest hours to go; of equals the first")
    func next() {
        #expect(progress([.night: 20, .instrument: 20]).next?.requirement == .night)
        #expect(progress([.night: 20, .instrument: 21]).next?.requirement == .instrument)
        #expect(
            progress([.total: 400, .dual: 200, .solo: 100, .soloCrossCountry: 50, .night: 30, .instrument: 30]).next
                == nil)
    }

    @Test("S-TC-053: totals, and this month through the day asked about")
    func summary() {
        let table = FlightDays([
            flight("2026-01-31") {
                $0.hobbs = 10; $0.solo = true; $0.picHours = 10
            },
            flight("2026-02-01") {
                $0.hobbs = 15; $0.dual = true; $0.crossCountry = true; $0.allLandings = 4
            },
            flight("2026-02-10") {
                $0.hobbs = 20; $0.dual = true; $0.instrumentHours = 3; $0.nightLandings = 2; $0.nightHours = 5
            },
            flight("2026-02-11") { $0.hobbs = 99 },
        ])
        let summary = FlightSummary(on: day("2026-02-10"), in: table)
        #expect(summary.flights == 3)
        #expect(summary.totalHours == 45)
        #expect(summary.dualHours == 35)
        #expect(summary.soloHours == 10)
        #expect(summary.nightHours == 5)
        #expect(summary.crossCountryHours == 15)
        #expect(summary.instrumentHours == 3)
        #expect(summary.picHours == 10)
        #expect(summary.allLandings == 8)
        #expect(summary.dayLandings == 3)
        #expect(summary.nightLandings == 2)
        #expect(summary.thisMonthHours == 35)
        #expect(FlightSummary(on: day("2026-01-31"), in: table).thisMonthHours == 10)
        #expect(FlightSummary(on: day("2026-03-01"), in: table).thisMonthHours == 0)
    }
}

@Suite struct ProgressDetailTests {
    private func states(_ flights: [Flight], on date: String = "2026-05-15") -> [String: String] {
        let detail = ProgressDetail(on: day(date), in: FlightDays(flights))
        return Dictionary(
            uniqueKeysWithValues: detail.items.map {
                ($0.item.rawValue, "\($0.item.isHours ? $0.value / 360 : $0.value) \($0.state)")
            })
    }

    @Test("S-X.4: what no entry tells is not recorded, never met")
    func notRecorded() {
        #expect(
            states([
                flight {
                    $0.hobbs = 400; $0.solo = true; $0.crossCountry = true; $0.dayLandings = 9
                }
            ]) == [
                "total": "400 met", "dual": "0 unmet", "solo": "400 met", "dualCrossCountry": "0 unmet",
                "nightTraining": "0 unmet", "nightCrossCountry": "0 notRecorded", "nightLandings": "0 unmet",
                "instrumentTraining": "0 unmet", "testPreparation": "0 notRecorded", "soloCrossCountry": "400 met",
                "longSoloCrossCountry": "0 notRecorded", "towerLandings": "0 notRecorded",
            ])
    }

    @Test(
        "S-X.4: over 100 NM by night in training, 150 NM solo with three full stops",
        arguments: [
            (1_000, 1_499, 3, "0 unmet", "0 unmet"), (1_001, 1_500, 3, "1 met", "1 met"),
            (1_001, 1_500, 2, "1 met", "0 unmet"),
        ])
    func longFlights(night: Int, solo: Int, stops: Int, nightState: String, soloState: String) {
        let states = states([
            flight {
                $0.dual = true; $0.crossCountry = true; $0.nightHours = 15; $0.distanceNm = night
            },
            flight {
                $0.solo = true; $0.crossCountry = true; $0.dayLandings = stops; $0.distanceNm = solo
            },
        ])
        #expect(states["nightCrossCountry"] == nightState)
        #expect(states["longSoloCrossCountry"] == soloState)
    }

    @Test("S-X.4: gliders and helicopters count in the total alone, 61.109(a)(1) to (5)") func singleEngine() {
        func described(_ id: String, _ named: String) -> AircraftDescription {
            var aircraft = AircraftDescription(id: id)
            aircraft.aircraftClass = named
            return aircraft
        }
        let fleet = Fleet([
            described("N1GL", "glider"), described("N1HE", "rotorcraft_helicopter"), described("N1AP", "asel"),
            described("N1TW", "amel"),
        ])
        let flown = [
            flight { ($0.aircraft, $0.hobbs, $0.dual) = ("N1GL", 200, true) },
            flight { ($0.aircraft, $0.hobbs, $0.solo, $0.crossCountry) = ("N1HE", 100, true, true) },
            flight { ($0.aircraft, $0.hobbs, $0.dual) = ("N1AP", 100, true) },
            flight { ($0.aircraft, $0.hobbs, $0.dual) = ("N1TW", 10, true) },
            flight { ($0.aircraft, $0.hobbs, $0.dual) = ("N0", 5, true) },
        ]
        let entries = flown.enumerated().map { (stream: StreamID(kind: "flight", id: "f\($0)"), flight: $1) }
        let others = OtherAircraft(entries, in: fleet, total: 415)
        let detail = ProgressDetail(on: day("2026-02-01"), in: FlightDays(flown), others: others)
        func tenths(_ item: ExperienceItem) -> Int? { detail.items.first { $0.item == item }.map { $0.value / 360 } }
        #expect(tenths(.total) == 415 && tenths(.dual) == 105 && tenths(.solo) == 0 && tenths(.soloCrossCountry) == 0)
        #expect(
            detail.notes(.decimal) == [
                "61.109(a) asks for single-engine airplanes: 3 flights in other described aircraft count toward the "
                    + "total only.",
                "Assumed: 0.5 h are in aircraft that nothing describes, and count as in single-engine airplanes.",
            ])
        #expect(Progress(on: day("2026-02-01"), in: FlightDays(flown)).requirements.first?.isMet == true)
        #expect(ProgressDetail(on: day("2026-02-01"), in: FlightDays(flown)).notes(.decimal) == [])
    }

    @Test("S-X.4: a night cross-country flown solo is no training")
    func soloNight() {
        let states = states([
            flight {
                $0.solo = true; $0.crossCountry = true; $0.nightLandings = 10; $0.distanceNm = 1_200
            }
        ])
        #expect(states["nightCrossCountry"] == "0 unmet")
        #expect(states["nightLandings"] == "0 unmet")
        #expect(states["nightTraining"] == "0 unmet")
    }

    @Test(
        "S-X.4: test preparation counts from the second calendar month before",
        arguments: [
            ("2026-02-28", "0 unmet"), ("2026-03-01", "30 met"), ("2026-05-15", "30 met"),
        ])
    func testPreparation(date: String, expected: String) {
        #expect(states([flight(date) { $0.testPreparationHours = 30 }])["testPreparation"] == expected)
    }

    @Test("S-X.4: tower landings count on solo flights only")
    func towerLandings() {
        #expect(
            states([
                flight {
                    $0.solo = true; $0.towerLandings = 3
                }
            ])["towerLandings"] == "3 met")
        #expect(
            states([
                flight {
                    $0.dual = true; $0.towerLandings = 3
                }
            ])["towerLandings"] == "0 unmet")
    }

    @Test("S-X.4: the list as the regulation has it")
    func list() {
        #expect(
            ExperienceItem.allCases.map {
                [$0.rawValue, $0.paragraph, $0.isHours ? Hours(seconds: $0.goal).text : "\($0.goal)"]
            } == [
                ["total", "61.109(a)", "40.0"], ["dual", "61.109(a)", "20.0"], ["solo", "61.109(a)(5)", "10.0"],
                ["dualCrossCountry", "61.109(a)(1)", "3.0"], ["nightTraining", "61.109(a)(2)", "3.0"],
                ["nightCrossCountry", "61.109(a)(2)(i)", "1"], ["nightLandings", "61.109(a)(2)(ii)", "10"],
                ["instrumentTraining", "61.109(a)(3)", "3.0"], ["testPreparation", "61.109(a)(4)", "3.0"],
                ["soloCrossCountry", "61.109(a)(5)(i)", "5.0"], ["longSoloCrossCountry", "61.109(a)(5)(ii)", "1"],
                ["towerLandings", "61.109(a)(5)(iii)", "3"],
            ])
    }
}
