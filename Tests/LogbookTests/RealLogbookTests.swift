import EventModel
import Logbook
import Tables
import Testing

/// A real, de-identified logbook of 243 entries against sums that were computed apart.
@Suite struct RealLogbookTests {
    private let reading: ImportReading
    private let flights: [Flight]

    init() throws {
        reading = try ForeFlightImport.read(
            Fixture.bytes("samples/foreflight-real-deidentified.csv"), today: day("2026-11-21"))
        flights = reading.flights.map(\.flight)
    }

    @Test("S-X.1, S-TC-082: 243 entries, 26 aircraft, nothing skipped")
    func everything() {
        #expect(reading.flights.count == 243)
        #expect(reading.aircraft.count == 26)
        #expect(reading.skipped == [])
        #expect(flights.first?.date == day("2012-08-19"))
        #expect(flights.last?.date == day("2025-09-11"))
    }

    @Test("S-X.1: what had to be assumed, line by line")
    func assumptions() {
        let byCode = Dictionary(grouping: reading.assumed, by: \.code).mapValues { $0.map(\.line) }
        #expect(
            byCode == [
                "hobbs.positive": [38],
                "landings.required": [38, 66, 105, 121, 151, 178, 189, 204, 238, 239, 240, 241],
                "hobbs.readings": [
                    113, 114, 115, 116, 117, 118, 120, 121, 122, 125, 126, 128, 129, 132, 141, 142, 143, 146, 147,
                ],
                "category.both": [205, 208, 209, 227],
            ])
    }

    @Test("S-X.1, D-5: every sum of the totals' vectors")
    func totals() throws {
        let rows = Fixture.rows("real-logbook-totals.csv")
        #expect(rows.count == 3)
        for row in rows {
            let date = day(row["as_of"] ?? "")
            let known = flights.filter { $0.date <= date }
            let sums = FlightDays(flights).totals(through: date)
            let hours: [(String, Int)] = [
                ("total", sums[.total]), ("pic", sums[.pic]), ("solo", sums[.solo]), ("dual_received", sums[.dual]),
                ("night", sums[.night]), ("cross_country", sums[.crossCountry]), ("sim_instrument", sums[.instrument]),
                ("ground_training", sums[.ground]), ("solo_xc_min_of_columns", sums[.soloCrossCountry]),
                ("night_dual_min", sums[.nightDual]), ("xc_dual_min", sums[.crossCountryDual]),
                (
                    "solo_xc_whole_flight",
                    whole(known) { $0.hours(of: .solo) > .zero && $0.hours(of: .crossCountry) > .zero }
                ),
                ("night_whole_flight_if_night_full_stop", whole(known) { ($0.nightLandings ?? 0) > 0 }),
                ("sim_whole_flight", whole(known) { $0.instrument == true }),
                ("solo_whole_flight", whole(known) { $0.hours(of: .solo) > .zero }),
                ("dual_whole_flight", whole(known) { $0.hours(of: .dual) > .zero }),
            ]
            for (column, seconds) in hours { #expect(Hours(seconds: seconds).text == row[column], "\(date) \(column)") }
            let counts: [(String, Int)] = [
                ("rows", sums[.flights]), ("all_landings", sums[.landingsAll]), ("day_full_stop", sums[.landingsDay]),
                ("night_full_stop", sums[.landingsNight]), ("day_takeoffs", sums[.takeoffsDay]),
                ("night_takeoffs", sums[.takeoffsNight]),
            ]
            for (column, count) in counts { #expect(String(count) == row[column], "\(date) \(column)") }
            #expect(row.count == 1 + hours.count + counts.count)
        }
    }

    private func whole(_ flights: [Flight], where isCounted: (Flight) -> Bool) -> Int {
        flights.filter(isCounted).reduce(0) { $0 + $1.totalHours.seconds }
    }

    @Test("S-X.1, D-5: the day before the checkride")
    func dayBeforeCheckride() throws {
        let checkride = try #require(flights.first { $0.checkride == true })
        #expect(checkride.date == day("2025-05-23"))
        #expect(checkride.remarks == "Check ride")
        let summary = FlightSummary(on: day("2025-05-22"), in: FlightDays(flights))
        #expect(summary.totalHours == 3_376)
        #expect(summary.dualHours == 2_988)
        #expect(summary.soloHours == 367)
        #expect(summary.nightHours == 68)
        #expect(summary.instrumentHours == 42)
        #expect(FlightDays(flights).totals(through: day("2025-05-22")).hours(.soloCrossCountry) == 94)
    }

    @Test("D-5: the periods of the vectors are among the periods of currency")
    func periods() {
        let found = Currency.periods(.general, through: day("2026-11-21"), in: FlightDays(flights))
        let rows = Fixture.rows("real-logbook-currency-periods.csv")
        #expect(rows.count == 2)
        for row in rows {
            let expected = CurrencyPeriod(
                from: day(row["current_from"] ?? ""), through: day(row["current_through"] ?? ""))
            #expect(found.contains(expected), "\(expected)")
        }
        #expect(
            found.map { "\($0.from) \($0.through)" } == [
                "2012-10-10 2016-12-12",
                "2022-02-04 2023-08-31",
                "2024-01-24 2025-12-04",
            ])
    }

    @Test("S-X.1: unwrapped comments; columns without a field are kept, zeros included")
    func kept() throws {
        let first = try #require(reading.flights.last)
        #expect(first.line == 34)
        #expect(first.flight.remarks == "Placeholder 001 - stalls and slow flight")
        #expect(
            first.flight.extra == [
                "Route": "LOCAL", "Person1": "Person 01;Instructor;person01@example.invalid;+1 555 0101",
            ])
        let kept = try #require(reading.flights.first { $0.line == 50 }).flight
        #expect(kept.extra["SIC"] == "0.0")
        #expect(kept.extra["TimeOut"] == "02:04")
        #expect(kept.extra["HobbsStart"] == "0.00")
    }

    @Test("S-X.1: every cell of the file is in a field or kept by name")
    func nothingLost() throws {
        let records = try CSVReader.records(Fixture.bytes("samples/foreflight-real-deidentified.csv"))
        let header = records[32].fields
        let fields: Set<String> = [
            "Date", "AircraftID", "From", "To", "TotalTime", "PIC", "Night", "Solo", "CrossCountry", "Distance",
            "ActualInstrument", "SimulatedInstrument", "Holds", "DualReceived", "GroundTraining", "PilotComments",
            "Flight Review (FAA)", "IPC (FAA)", "Checkride (FAA)", "DayTakeoffs", "DayLandingsFullStop",
            "NightTakeoffs",
            "NightLandingsFullStop", "AllLandings",
        ]
        let byLine = Dictionary(uniqueKeysWithValues: reading.flights.map { ($0.line, $0.flight) })
        for record in records.dropFirst(33) {
            let flight = try #require(byLine[record.line])
            for (name, cell) in zip(header, record.fields) where !cell.isEmpty && !fields.contains(name) {
                #expect(flight.extra[name] == cell, "line \(record.line), \(name)")
            }
        }
    }

    @Test("S-X.1: the synthetic file: 100 entries from a header row and flights alone")
    func synthetic() throws {
        let flat = try ForeFlightImport.read(
            Fixture.bytes("samples/foreflight-synthetic-flat.csv"), today: day("2026-11-21"))
        let sums = FlightDays(flat.flights.map(\.flight)).totals(through: day("2026-11-21"))
        #expect(flat.flights.count == 100)
        #expect(flat.aircraft == [])
        #expect(flat.skipped == [])
        #expect(
            [sums.hours(.total), sums.hours(.solo), sums.hours(.dual)] == [2_555, 775, 709] && sums[.landingsAll] == 405
        )
        // The file's own sums hold the 13 solo and 16 dual parts that are longer than their flights.
        let stated = ImportSums(flat.flights.map(\.flight))
        #expect([stated.totalHours, stated.soloHours, stated.dualHours] == [2_555, 982, 968])
        #expect(flat.flights.reduce(0) { $0 + ($1.flight.distanceNm ?? 0) } == 289_384)
        let byCode = Dictionary(grouping: flat.assumed, by: \.code).mapValues(\.count)
        #expect(
            byCode == [
                "category.both": 93, "hobbs.readings": 100, "hours.part": 131, "landings.all": 60,
                "landings.required": 1,
            ])
    }
}
