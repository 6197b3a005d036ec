import EventModel
import LedgerTestSupport
import Logbook
import Testing

@Suite struct CurrencyTests {
    private func text(_ reading: CurrencyReading) -> [String] {
        [reading.state.rawValue, reading.goodThrough?.description ?? "", reading.daysLeft.map(String.init) ?? ""]
    }

    @Test("S-TC-029, 037, 038, 041, D-5: every row of the currency vectors, by all three readings")
    func vectors() throws {
        let rows = Fixture.rows("currency-vectors.csv")
        #expect(rows.count == 112)
        for row in rows {
            let id = try #require(row["id"])
            let table = FlightDays(flights(notation: row["flights"] ?? ""))
            let answer = Currency.answer(on: day(row["query_date"] ?? ""), in: table)
            for (prefix, reading) in [("all", answer.general), ("day", answer.day), ("night", answer.night)] {
                let expected = ["state", "good_through", "days_left"].map { row["\(prefix)_\($0)"] ?? "?" }
                #expect(text(reading) == expected, "\(id) \(prefix)")
            }
        }
    }

    @Test("S-TC-037: three landings on 2026-02-08 leave 88 days on 2026-02-10")
    func current() {
        let table = FlightDays(flights(notation: "2026-02-08:d1n0 2026-02-08:d1n0 2026-02-08:d1n0"))
        let answer = Currency.answer(on: day("2026-02-10"), in: table)
        #expect(text(answer.day) == ["valid", "2026-05-09", "88"])
        #expect(answer.day.text == "Current — 88 days remaining")
        #expect(answer.legal == "You are current")
        #expect(answer.general.evidence == [day("2026-02-08")])
    }

    @Test(
        "S-TC-038: D−91 is expired by one day, D−100 by ten",
        arguments: [(91, "Expired 1d ago"), (100, "Expired 10d ago")])
    func expired(daysAgo: Int, expected: String) {
        let landing = day("2026-06-01").adding(days: -daysAgo)
        let answer = Currency.answer(on: day("2026-06-01"), in: FlightDays(flights(notation: "\(landing):d3n0")))
        #expect(answer.legal == "NOT CURRENT")
        #expect(answer.general.state == .expired)
        #expect(answer.general.text == expected)
    }

    @Test(
        "S-TC-041: 31 days left are valid, 30 to 0 a caution",
        arguments: [
            (31, "valid", "Current — 31 days remaining"), (30, "caution", "Expires in 30d"),
            (15, "caution", "Expires in 15d"),
            (1, "caution", "Expires in 1d"), (0, "caution", "Expires in 0d"), (-1, "expired", "Expired 1d ago"),
        ])
    func caution(daysLeft: Int, state: String, shown: String) {
        let landing = day("2026-06-01").adding(days: daysLeft - 90)
        let answer = Currency.answer(on: day("2026-06-01"), in: FlightDays(flights(notation: "\(landing):d3n0")))
        #expect(text(answer.day) == [state, landing.adding(days: 90).description, String(daysLeft)])
        #expect(answer.day.text == shown)
    }

    @Test("S-TC-029: night only: night and general valid, day never")
    func nightOnly() {
        let answer = Currency.answer(on: day("2026-02-01"), in: FlightDays(flights(notation: "2026-02-01:d0n3")))
        #expect(text(answer.night) == ["valid", "2026-05-02", "90"])
        #expect(text(answer.day) == ["never", "", ""])
        #expect(text(answer.general) == ["valid", "2026-05-02", "90"])
        #expect(answer.legal == "You are current")
        #expect(answer.day.text == "Never current")
    }

    @Test("S-TC-087: nothing logged: never, and no period")
    func nothing() {
        let table = FlightDays([])
        let answer = Currency.answer(on: day("2026-02-01"), in: table)
        #expect(LandingsKind.allCases.count == 3)
        #expect(
            [answer.general, answer.day, answer.night].allSatisfy {
                text($0) == ["never", "", ""] && $0.evidence.isEmpty
            })
        #expect(answer.legal == "NOT CURRENT")
        #expect(Currency.periods(.general, through: day("2026-02-01"), in: table) == [])
    }

    @Test("D-5: three landings more than 90 days apart never made the pilot current")
    func tooFarApart() {
        let sparse = FlightDays(flights(notation: "2026-01-01:d1n0 2026-02-20:d1n0 2026-04-02:d1n0"))
        #expect(Currency.reading(.general, on: day("2026-04-02"), in: sparse).state == .never)
        let enough = FlightDays(flights(notation: "2026-01-01:d1n0 2026-02-20:d1n0 2026-04-01:d1n0"))
        #expect(text(Currency.reading(.general, on: day("2026-04-01"), in: enough)) == ["caution", "2026-04-01", "0"])
    }

    @Test("D-5: the evidence is the days of the three landings that decide")
    func evidence() {
        let table = FlightDays(flights(notation: "2026-03-01:d5n0 2026-03-20:d1n0 2026-05-27:d1n0 2026-05-28:d0n1"))
        let reading = Currency.reading(.general, on: day("2026-06-01"), in: table)
        #expect(reading.evidence == [day("2026-05-28"), day("2026-05-27"), day("2026-03-20")])
        #expect(reading.goodThrough == day("2026-06-18"))
        #expect(
            Currency.reading(.day, on: day("2026-06-01"), in: table).evidence == [
                day("2026-05-27"), day("2026-03-20"), day("2026-03-01"),
            ])
    }

    @Test("D-5: periods that touch are one, a free day parts them")
    func touchingPeriods() {
        // 2026-01-01 counts through 2026-04-01.
        let touching = FlightDays(flights(notation: "2026-01-01:d3n0 2026-04-02:d3n0"))
        #expect(
            Currency.periods(.general, through: day("2026-12-31"), in: touching)
                == [CurrencyPeriod(from: day("2026-01-01"), through: day("2026-07-01"))])
        let parted = FlightDays(flights(notation: "2026-01-01:d3n0 2026-04-03:d3n0"))
        #expect(
            Currency.periods(.day, through: day("2026-12-31"), in: parted) == [
                CurrencyPeriod(from: day("2026-01-01"), through: day("2026-04-01")),
                CurrencyPeriod(from: day("2026-04-03"), through: day("2026-07-02")),
            ])
        #expect(Currency.periods(.night, through: day("2026-12-31"), in: parted) == [])
    }

    @Test(
        "S-TC-037, S-TC-038, S-TC-041, D-5: bands equal asking every single day, with what each day rests on",
        arguments: [2, 13, 404, 2_026, 91_116] as [UInt64])
    func bandsAgainstEveryDay(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let start = day("2024-01-01")
        for history in 0..<6 {
            let flown = (0..<random.below(18)).map { _ in
                flight(start.adding(days: random.below(400)).description) {
                    $0.dayLandings = random.below(3)
                    $0.nightLandings = random.below(3)
                    if random.oneIn(4) { $0.allLandings = random.below(6) }
                }
            }
            let table = FlightDays(flown)
            for kind in LandingsKind.allCases {
                let label = "seed \(seed), history \(history), \(kind)"
                let end = start.adding(days: 299)
                let bands = Currency.bands(kind, through: end, in: table)
                let known = FlightDays(flown.filter { $0.date <= end })
                var (expected, evidence): ([CivilDate: CurrencyReading.State], [CivilDate: [CivilDate]]) = ([:], [:])
                for offset in 0..<500 {
                    let date = start.adding(days: offset)
                    let reading = Currency.reading(kind, on: date, in: known)
                    if date > end, !reading.isCurrent { break }
                    guard reading.state != .never else { continue }
                    (expected[date], evidence[date]) = (reading.state, reading.evidence)
                }
                #expect(zip(bands, bands.dropFirst()).allSatisfy { $0.through.adding(days: 1) == $1.from }, "\(label)")
                #expect(zip(bands, bands.dropFirst()).allSatisfy { $0.state != $1.state }, "\(label)")
                #expect(bands.reduce(0) { $0 + $1.days } == expected.count, "\(label)")
                for band in bands {
                    let dates = (0..<band.days).map { band.from.adding(days: $0) }
                    #expect(dates.allSatisfy { expected[$0] == band.state }, "\(label), \(band.from)")
                    let rested = Set(dates.flatMap { evidence[$0] ?? [] }).sorted()
                    #expect(band.evidence == rested, "\(label), \(band.from)")
                }
            }
        }
    }

    @Test("D-5: readings and periods equal asking every single day", arguments: [1, 7, 61, 2_026, 88_001] as [UInt64])
    func againstEveryDay(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let start = day("2024-01-01")
        for history in 0..<5 {
            let count = random.below(14)
            let flown = (0..<count).map { _ in
                flight(start.adding(days: random.below(400)).description) {
                    $0.dayLandings = random.below(3)
                    $0.nightLandings = random.below(3)
                    if random.oneIn(4) { $0.allLandings = random.below(6) }
                }
            }
            let table = FlightDays(flown)
            for kind in LandingsKind.allCases {
                let current = (0..<600).map { isCurrent(kind, start.adding(days: $0), flown) }
                let label = "seed \(seed), history \(history), \(kind)"
                #expect(
                    Currency.periods(kind, through: start.adding(days: 599), in: table) == runs(current, from: start),
                    "\(label)")
                for offset in stride(from: 0, to: 600, by: 29) {
                    let date = start.adding(days: offset)
                    let reading = Currency.reading(kind, on: date, in: table)
                    #expect(reading.isCurrent == current[offset], "\(label), \(date)")
                    let known = flown.filter { $0.date <= date }
                    let last = runs((0..<600).map { isCurrent(kind, start.adding(days: $0), known) }, from: start)
                        .last { $0.from <= date }
                    #expect(reading.goodThrough == last?.through, "\(label), \(date)")
                }
            }
        }
    }

    /// A full stop is a landing, whatever the entry states of all landings.
    private func all(_ flight: Flight) -> Int {
        max(flight.allLandings ?? 0, (flight.dayLandings ?? 0) + (flight.nightLandings ?? 0))
    }

    /// The rule as the regulation says it: enough landings within the preceding 90 days.
    private func isCurrent(_ kind: LandingsKind, _ date: CivilDate, _ flights: [Flight]) -> Bool {
        var landings = 0
        for flight in flights where flight.date <= date && date.days(since: flight.date) <= 90 {
            switch kind {
            case .general: landings += all(flight)
            case .day: landings += all(flight) - (flight.nightLandings ?? 0)
            case .night: landings += flight.nightLandings ?? 0
            }
        }
        return landings >= 3
    }

    private func runs(_ current: [Bool], from start: CivilDate) -> [CurrencyPeriod] {
        var runs: [CurrencyPeriod] = []
        var first: Int?
        for (offset, isCurrent) in (current + [false]).enumerated() {
            if isCurrent { first = first ?? offset }
            if !isCurrent, let began = first {
                runs.append(CurrencyPeriod(from: start.adding(days: began), through: start.adding(days: offset - 1)))
                first = nil
            }
        }
        return runs
    }
}
