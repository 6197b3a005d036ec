import EventModel
import Logbook
import Testing

@Suite struct DayOrderTests {
    private static let header =
        "Date,AircraftID,From,To,TotalTime,HobbsStart,HobbsEnd,TachStart,TimeOut,TimeOff,DayLandingsFullStop,AllLandings,PilotComments"

    /// The remarks of the entries in the order in which they would be appended; rows are what stands between the date
    /// and the landings.
    private func order(_ rows: [String]) throws -> String {
        let lines = zip(rows, "abcdef").map { "2026-02-08,\($0),1,1,\($1)" }
        let text = ([DayOrderTests.header] + lines).joined(separator: "\n") + "\n"
        return try ForeFlightImport.read(Array(text.utf8), today: day("2026-11-21")).flights.map {
            $0.flight.remarks ?? ""
        }.joined()
    }

    @Test(
        "S-X.1: of a file of one day it is found whether it stands newest first",
        arguments: [
            ("Hobbs readings", ["N1,A,A,1.0,101.0,102.0,,,", "N1,A,A,1.0,100.0,101.0,,,"], "ba"),
            ("Hobbs readings in order", ["N1,A,A,1.0,100.0,101.0,,,", "N1,A,A,1.0,101.0,102.0,,,"], "ab"),
            ("Hobbs readings before places", ["N1,A,B,1.0,101.0,102.0,,,", "N1,B,C,1.0,100.0,101.0,,,"], "ba"),
            ("tachs", ["N1,A,A,1.0,,,2001.4,,", "N1,A,A,1.0,,,2000.5,,"], "ba"),
            ("meters of two aircraft", ["N1,A,A,1.0,101.0,102.0,,,", "N2,A,A,1.0,100.0,101.0,,,"], "ab"),
            ("places", ["N1,KPAO,KSQL,1.0,,,,,", "N1,krhv,kpao,1.0,,,,,", "N1,KSJC,KRHV,1.0,,,,,"], "cba"),
            ("places in order", ["N1,KSJC,KRHV,1.0,,,,,", "N1,KRHV,KPAO,1.0,,,,,", "N1,KPAO,KSJC,1.0,,,,,"], "abc"),
            ("there and back with times", ["N1,A,B,1.0,,,,15:20,15:30", "N1,B,A,1.0,,,,9:05,9:15"], "ba"),
            ("times without a point", ["N1,A,A,1.0,,,,,0930", "N1,A,A,1.0,,,,,0815"], "ba"),
            ("times over midnight of another zone", ["N1,A,A,1.0,,,,00:40,", "N1,A,A,1.0,,,,23:10,"], "ba"),
            ("there and back without anything", ["N1,A,B,1.0,,,,,", "N1,B,A,1.0,,,,,"], "ab"),
            ("what is no time", ["N1,A,A,1.0,,,,25:00,x", "N1,A,A,1.0,,,,24:99,"], "ab"),
        ])
    func oneDay(name: String, rows: [String], expected: String) throws {
        #expect(try order(rows) == expected, "\(name)")
    }

    @Test("S-X.1: legs of one day come back from our own file as they went out") func roundTrip() throws {
        var first = Flight(date: day("2026-02-08"))
        (first.from, first.to, first.hobbs, first.dayLandings) = ("KSJC", "KRHV", 10, 1)
        var second = first
        (second.from, second.to) = ("KRHV", "KPAO")
        let text = ForeFlightExport.text(
            [first, second].map { ExportedFlight(flight: $0, signedNumber: nil) }, aircraft: [])
        let read = try ForeFlightImport.read(Array(text.utf8), today: day("2026-11-21"))
        #expect(read.flights.map(\.flight.from) == ["KSJC", "KRHV"])
    }

    @Test(
        "S-X.1: an aircraft that is called like a table is an aircraft",
        arguments: [
            ["Flights Table"], ["Aircraft Table"], ["Flights Table", "N1"], ["Aircraft Table", "N1"],
            ["N1", "Flights Table"], ["N1", "Aircraft Table"],
            ["Aircraft Table", "Flights Table"], ["Flights Table", "Aircraft Table"],
        ])
    func titles(names: [String]) throws {
        var flight = Flight(date: day("2026-02-08"))
        (flight.aircraft, flight.hobbs, flight.dayLandings) = (names[0], 10, 1)
        let text = ForeFlightExport.text(
            [ExportedFlight(flight: flight, signedNumber: nil)], aircraft: names.map(AircraftDescription.init))
        let read = try ForeFlightImport.read(Array(text.utf8), today: day("2026-11-21"))
        #expect(read.aircraft.map(\.id) == names && read.flights.map(\.flight.aircraft) == [names[0]])
        #expect(read.skipped.isEmpty && read.assumed.isEmpty)
        // Without the blank row between the tables, and with a row of type words under the title.
        let dense = text.split(separator: "\r\n").filter { !$0.allSatisfy { $0 == "," } }
        let typed =
            dense.flatMap { $0.hasPrefix("Date,") ? ["Text,Text,Text", String($0)] : [String($0)] }.joined(
                separator: "\n") + "\n"
        let again = try ForeFlightImport.read(Array(typed.utf8), today: day("2026-11-21"))
        #expect(again.aircraft.map(\.id) == names && again.flights.count == 1 && again.skipped.isEmpty)
    }
}
