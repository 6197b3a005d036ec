import EventModel
import EventSourcing
import LedgerTestSupport
import Logbook
import Testing

@Suite struct MeasuresTests {
    @Test("D-5: the order of the measures is frozen")
    func order() {
        #expect(
            Measure.allCases.map { "\($0)" } == [
                "flights", "total", "dual", "solo", "soloCrossCountry", "night", "instrument", "crossCountry", "pic",
                "landingsAll", "landingsDay", "landingsNight", "takeoffsDay", "takeoffsNight", "ground",
                "actualInstrument",
                "approaches", "holds", "crossCountryDual", "nightDual", "instrumentDual", "testPreparation",
                "landingsNightDual", "towerLandingsSolo", "longNightCrossCountry", "longSoloCrossCountry",
                "distanceStated",
                "towerLandingsStated", "testPreparationStated", "takeoffsByDayCounted", "takeoffsByNightCounted",
                "certificateProofs",
            ])
        #expect(Measure.allCases.map(\.rawValue) == Array(0..<32))
        #expect(FlightMeasures.count == 32)
        // Ledgers hold three names in their older spelling.
        #expect(
            LogbookDomain.flights.measures == Measure.allCases.map { "\($0)".replacing("Stated", with: "Told") })
    }

    @Test("S-TC-042: hours of a kind are the part told, else the whole flagged flight")
    func hoursOfKind() {
        let flagged = flight {
            $0.hobbs = 23; $0.dual = true; $0.crossCountry = true; $0.instrument = true
        }
        #expect(HourKind.allCases.map(flagged.hours(of:)) == [23, 0, 0, 23, 23, 0])
        let stated = flight {
            $0.hobbs = 23; $0.dual = true; $0.instrument = true; $0.instrumentHours = 4; $0.dualHours = 0;
            $0.picHours = 7
        }
        #expect(HourKind.allCases.map(stated.hours(of:)) == [0, 0, 0, 4, 0, 7])
    }

    @Test("S-X.4: training in cloud is training by reference to instruments, as under a hood, 61.109(a)(3)")
    func instrumentTraining() {
        func seconds(_ change: (inout Flight) -> Void) -> Int {
            FlightMeasures(of: flight("2026-02-01", change))[.instrumentDual]
        }
        #expect(seconds { ($0.dual, $0.actualInstrumentHours) = (true, 12) } == 12 * 360)
        #expect(seconds { ($0.dual, $0.actualInstrumentHours, $0.instrumentHours) = (true, 4, 3) } == 7 * 360)
        #expect(seconds { ($0.dual, $0.actualInstrumentHours, $0.instrumentHours) = (true, 12, 12) } == 15 * 360)
        #expect(seconds { ($0.dualHours, $0.actualInstrumentHours) = (2, 12) } == 2 * 360)
        #expect(seconds { $0.actualInstrumentHours = 12 } == 0)
        #expect(seconds { ($0.dual, $0.actualInstrumentHours) = (true, 16) } == 0, "longer than the flight")
    }

    @Test("S-TC-029: night has no flag; a night full stop stands for it")
    func nightHours() {
        #expect(flight { $0.nightLandings = 1 }.hours(of: .night) == 15)
        #expect(
            flight {
                $0.nightLandings = 1; $0.nightHours = 6
            }.hours(of: .night) == 6)
        #expect(flight { $0.nightLandings = 0 }.hours(of: .night) == 0)
    }

    @Test("D-5: solo cross-country is at most the smaller part")
    func soloCrossCountry() {
        #expect(
            flight {
                $0.soloHours = 10; $0.crossCountryHours = 7
            }.soloCrossCountryHours == 7)
        #expect(
            flight {
                $0.solo = true; $0.crossCountryHours = 9
            }.soloCrossCountryHours == 9)
        #expect(
            flight {
                $0.dual = true; $0.crossCountryHours = 9
            }.soloCrossCountryHours == 0)
    }

    @Test("D-5: all landings are those told, and never fewer than the full stops by day and night together")
    func landings() {
        #expect(
            flight {
                $0.dayLandings = 2; $0.nightLandings = 1
            }.landings == 3)
        #expect(
            flight {
                $0.dayLandings = 2; $0.nightLandings = 1; $0.allLandings = 5
            }.landings == 5)
        #expect(
            flight {
                $0.dayLandings = 2; $0.allLandings = 0
            }.landings == 2)
    }

    @Test("D-5: each measure has its own place")
    func vector() {
        let full = flight {
            $0.hobbs = 31; $0.soloHours = 30; $0.crossCountryHours = 29; $0.nightHours = 28; $0.instrumentHours = 27
            $0.dualHours = 26; $0.picHours = 25; $0.allLandings = 46; $0.dayLandings = 23; $0.nightLandings = 22
            $0.dayTakeoffs = 21; $0.nightTakeoffs = 20; $0.groundHours = 19; $0.actualInstrumentHours = 18
            $0.approaches = 17; $0.holds = 16; $0.testPreparationHours = 15; $0.towerLandings = 14;
            $0.distanceNm = 1_500; $0.checkride = true
        }
        let measures = FlightMeasures(of: full)
        #expect(
            Measure.allCases.map { hourMeasures.contains($0) ? measures.hours($0).tenthsRounded : measures[$0] } == [
                1, 31, 26, 30, 29, 28, 27, 29, 25, 46, 23, 22, 21, 20, 19, 18, 17, 16, 26, 26, 26, 15, 22, 14, 1, 1, 1,
                1, 1, 21, 20, 1,
            ])
    }

    private let hourMeasures: Set<Measure> = [
        .total, .dual, .solo, .soloCrossCountry, .night, .instrument, .crossCountry, .pic, .ground, .actualInstrument,
        .crossCountryDual, .nightDual,
        .instrumentDual, .testPreparation,
    ]

    @Test("D-5: adding and taking away are exact opposites")
    func addAndSubtract() {
        let one = FlightMeasures(
            of: flight {
                $0.solo = true; $0.nightLandings = 2
            })
        let two = FlightMeasures(
            of: flight {
                $0.dual = true; $0.hobbs = 7
            })
        #expect((one + two) - two == one)
        #expect((one + two).hours(.total) == 22)
        #expect(one != two)
        #expect(FlightMeasures.zero + one == one)
    }

    @Test("D-5: a table of days equals adding up the flights, for any day")
    func tableAgainstSums() {
        let seed: UInt64 = 20_260_201
        var random = SeededRandom(seed: seed)
        let start = day("2025-01-01")
        let flights = (0..<200).map { _ in
            flight(start.adding(days: random.below(120)).description) {
                $0.hobbs = Hours(seconds: random.below(14_400)); $0.dayLandings = random.below(4);
                $0.nightLandings = random.below(3)
                if random.oneIn(2) { $0.dual = true } else { $0.solo = true }
                if random.oneIn(3) { $0.crossCountry = true }
            }
        }
        let table = FlightDays(flights)
        for offset in -2..<125 {
            let date = start.adding(days: offset)
            let sum = flights.filter { $0.date <= date }.reduce(FlightMeasures.zero) { $0 + FlightMeasures(of: $1) }
            #expect(table.totals(through: date) == sum, "seed \(seed), day \(date)")
            var visited: [String] = []
            table.visitDays(from: date, with: .landingsNight) { day, count in
                visited.append("\(day):\(count)")
                return true
            }
            let nights = Dictionary(grouping: flights.filter { $0.date <= date }, by: \.date)
                .mapValues { $0.reduce(0) { $0 + ($1.nightLandings ?? 0) } }.filter { $0.value > 0 }
            let expected = nights.sorted { $0.key > $1.key }.map { "\($0.key):\($0.value)" }
            #expect(visited == expected, "seed \(seed), day \(date)")
        }
    }

    @Test("D-5: a visit ends when it is told to")
    func visitEnds() {
        let table = FlightDays(flights(notation: "2026-01-01:d1n0 2026-01-02:d1n0 2026-01-03:d1n0"))
        var visited = 0
        table.visitDays(from: day("2026-02-01"), with: .landingsDay) { _, _ in
            visited += 1
            return visited < 2
        }
        #expect(visited == 2)
    }

    @Test("months have their days with flight time, and its sum; what stands on no day is in none")
    func months() throws {
        func entry(_ date: String, _ hobbs: Hours) -> Flight {
            flight {
                $0.date = CivilDate(date)!; $0.hobbs = hobbs
            }
        }
        let days = FlightDays([
            entry("2024-12-31", 10), entry("2026-01-20", 20), entry("2026-01-02", 15), entry("2026-01-02", 5),
            entry("2026-02-09", 1), entry("2026-02-11", 90),
        ])
        let flown = FlyingDay.all(through: CivilDate("2026-02-10")!, in: days)
        #expect(flown.map { "\($0.date)" } == ["2024-12-31", "2026-01-02", "2026-01-20", "2026-02-09"])
        #expect(flown.map(\.hours) == [10, 20, 20, 1])
        let months = FlightMonth.all(of: flown)
        #expect(months.map { [$0.year, $0.month, $0.days] } == [[2024, 12, 1], [2026, 1, 2], [2026, 2, 1]])
        #expect(months.map(\.hours) == [10, 40, 1])
        #expect(FlyingDay.all(through: CivilDate("2024-12-30")!, in: days).isEmpty)
    }
}
