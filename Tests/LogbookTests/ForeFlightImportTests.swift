import EventModel
import Logbook
import Tables
import Testing

@Suite struct ForeFlightImportTests {
    static let today = day("2026-11-21")
    private let header =
        "Date,AircraftID,From,To,TotalTime,PIC,Solo,DualReceived,Night,CrossCountry,SimulatedInstrument,HobbsStart,HobbsEnd,DayLandingsFullStop,NightLandingsFullStop,AllLandings,PilotComments,Route"

    private func read(_ rows: String..., header: String? = nil) throws -> ImportReading {
        let text = ([header ?? self.header] + rows).joined(separator: "\n") + "\n"
        return try ForeFlightImport.read(Array(text.utf8), today: Self.today)
    }

    private func notes(_ notes: [ImportNote]) -> [String] { notes.map { "\($0.line) \($0.code)" } }

    @Test("S-X.1: our own ten entries have their canonical values")
    func canonical() throws {
        let reading = try ForeFlightImport.read(Fixture.bytes("samples/own-sample-foreflight.csv"), today: Self.today)
        let records = try CSVReader.records(Fixture.bytes("samples/own-sample-canonical.csv"))
        let expected = records.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(records[0].fields, $0.fields)) }
        #expect(reading.flights.count == 10)
        #expect(expected.count == 10)
        // The file lists the newest first; the two flights of 2026-02-08 come back in the order they were flown.
        for (imported, row) in zip(reading.flights, expected) {
            let flight = imported.flight
            let figures: [(String, Int)] = [
                ("total_tenths", flight.totalHours.seconds / 360),
                ("dual_tenths", flight.hours(of: .dual).seconds / 360),
                ("solo_tenths", flight.hours(of: .solo).seconds / 360),
                ("pic_tenths", flight.hours(of: .pic).seconds / 360),
                ("xc_tenths", flight.hours(of: .crossCountry).seconds / 360),
                ("night_tenths", flight.hours(of: .night).seconds / 360),
                ("sim_tenths", flight.hours(of: .instrument).seconds / 360),
                ("ground_tenths", (flight.groundHours?.seconds ?? 0) / 360),
                ("day_takeoffs", flight.dayTakeoffs ?? 0), ("day_full_stop", flight.dayLandings ?? 0),
                ("night_takeoffs", flight.nightTakeoffs ?? 0), ("night_full_stop", flight.nightLandings ?? 0),
                ("all_landings", flight.landings),
            ]
            for (column, value) in figures {
                #expect(String(value) == row[column], "entry \(row["n"] ?? ""), \(column)")
            }
            let texts = [
                flight.date.description, flight.from ?? "", flight.to ?? "", flight.aircraft ?? "",
                flight.remarks ?? "",
            ]
            #expect(texts == ["date", "from", "to", "aircraft", "remarks"].map { row[$0] }, "entry \(row["n"] ?? "")")
            #expect(flight.extra["Route"] ?? "" == row["route"], "entry \(row["n"] ?? "")")
        }
        #expect(reading.skipped == [])
        #expect(notes(reading.assumed) == ["13 hobbs.positive", "13 landings.required"])
        #expect(reading.flights[4].flight.hobbsStart == 12_345)
        #expect(reading.flights[4].flight.hobbsEnd == 12_376)
        #expect(reading.flights[5].flight.accepted == ["hobbs.positive", "landings.required"])
    }

    @Test("S-X.1: flags follow the hours above zero, and absent flags stay untold")
    func flags() throws {
        let reading = try ForeFlightImport.read(Fixture.bytes("samples/own-sample-foreflight.csv"), today: Self.today)
        #expect(
            reading.flights.map { $0.flight.tags } == [
                ["Dual"], ["Dual", "XC", "Inst"], ["Dual", "XC"], ["Solo"], ["Solo", "XC"], [], ["Dual"], ["Dual"],
                ["Dual", "Inst"], ["Dual"],
            ])
        #expect(reading.flights[0].flight.solo == nil)
    }

    @Test("S-X.1: the aircraft table")
    func aircraft() throws {
        let reading = try ForeFlightImport.read(Fixture.bytes("samples/own-sample-foreflight.csv"), today: Self.today)
        var expected = AircraftDescription(id: "N9101ZZ")
        expected.typeCode = "C172"
        expected.year = 1999
        expected.make = "Cessna"
        expected.model = "172S"
        expected.gear = "fixed_tricycle"
        expected.engine = "Piston"
        expected.equipment = "aircraft"
        expected.aircraftClass = "airplane_single_engine_land"
        #expect(reading.aircraft == [expected])
    }

    @Test("S-X.1: names of 2020, type rows, and titles that end in blanks")
    func olderLayout() throws {
        let text = """
            ForeFlight Logbook Import,This row is required for importing into ForeFlight. Do not delete or modify.
            ,
            Aircraft Table
            Text,Text,Text,YYYY,Text,Text,Text,Text,Text,Text,Boolean,Boolean,Boolean
            AircraftID,EquipmentType,TypeCode,Year,Make,Model,Category,Class,GearType,EngineType,Complex,HighPerformance,Pressurized
            N1,aircraft,C182,old,Cessna,182T,airplane,airplane_single_engine_land,fixed_tricycle,Piston,x,TRUE,maybe
            ,
            Flights Table ,,,
            Date,Text,Number,Number,Number,Decimal,Text,Boolean
            Date,AircraftID,DayTakeoffs,DayLandingsFullStop,AllLandings,TotalTime,FlightReview,PilotComments,[Text]Mood
            2020-05-01,N1,2,2,2,1.1,x,"\"\"Windy\"\"",good

            """
        let reading = try ForeFlightImport.read(Array(text.utf8), today: Self.today)
        #expect(reading.aircraft.count == 1)
        let aircraft = try #require(reading.aircraft.first)
        #expect(aircraft.equipment == "aircraft")
        #expect(aircraft.aircraftClass == "airplane_single_engine_land")
        #expect(aircraft.complex == true)
        #expect(aircraft.highPerformance == true)
        #expect(aircraft.year == nil)
        #expect(aircraft.extra == ["Category": "airplane", "Year": "old", "Pressurized": "maybe"])
        #expect(notes(reading.assumed) == ["6 flag.unread", "6 year.unread"])
        let flight = try #require(reading.flights.first?.flight)
        #expect(flight.hobbs == 11)
        #expect(flight.landings == 2)
        #expect(flight.flightReview == true)
        #expect(flight.remarks == "Windy")
        #expect(flight.extra == ["[Text]Mood": "good"])
        #expect(reading.skipped == [])
    }

    @Test("S-X.1: a column that the file has not is not told, a blank one is 0 and told")
    func blankAndAbsent() throws {
        let reading = try read("2026-01-01,N1,A,B,1.0,,,,,,,,,1,,1,,", header: header)
        let flight = try #require(reading.flights.first?.flight)
        #expect([flight.picHours, flight.soloHours, flight.dualHours, flight.nightHours] == [0, 0, 0, 0])
        #expect(flight.actualInstrumentHours == nil)
        #expect(flight.groundHours == nil)
        #expect(flight.nightLandings == nil)
    }

    @Test("S-X.1: hours are read to the second; what is finer is rounded half up, named, and kept as it stands")
    func rounding() throws {
        let reading = try read("2026-01-01,N1,A,B,1.25,0.249,,,,0:20,0.30,,,1,,1,,")
        let flight = try #require(reading.flights.first?.flight)
        #expect(flight.hobbs?.seconds == 4_500 && flight.picHours?.seconds == 896)
        #expect(flight.crossCountryHours?.seconds == 1_200 && flight.instrumentHours?.seconds == 1_080)
        #expect(flight.extra == ["PIC": "0.249"])
        #expect(reading.assumed == [ImportNote(line: 2, code: "hours.rounded", text: "PIC 0.249 is kept as 0:14:56.")])
    }

    @Test(
        "S-X.1: Hobbs readings are taken only when they agree with the total",
        arguments: [
            ("1234.5", "1236.0", 12_345, 12_360, [], nil),
            ("1234.50", "1236.00", 12_345, 12_360, [], nil),
            ("1234.5", "1236.1", nil, nil, ["2 hobbs.readings"], "1234.5"),
            ("1236.0", "1234.5", nil, nil, ["2 hobbs.readings"], "1236.0"),
            ("1752.60", "0.00", nil, nil, ["2 hobbs.readings"], "1752.60"),
            ("1234.55", "1236.05", Hours(seconds: 4_444_380), Hours(seconds: 4_449_780), [], nil),
            ("1234.551", "1236.051", nil, nil, ["2 hobbs.readings"], "1234.551"),
            ("", "1236.0", nil, nil, ["2 hobbs.readings"], nil),
            ("0.00", "0.00", nil, nil, [], "0.00"),
            ("", "", nil, nil, [], nil),
        ] as [(String, String, Hours?, Hours?, [String], String?)])
    func hobbsReadings(start: String, end: String, first: Hours?, last: Hours?, assumed: [String], kept: String?)
        throws
    {
        let reading = try read("2026-01-01,N1,A,B,1.5,,,,,,,\(start),\(end),1,,1,,")
        let flight = try #require(reading.flights.first?.flight)
        #expect(flight.hobbsStart == first)
        #expect(flight.hobbsEnd == last)
        #expect(notes(reading.assumed) == assumed)
        #expect(flight.extra["HobbsStart"] == kept)
    }

    @Test("S-TC-028, S-X.1: equal readings are not taken, though they agree with a total of 0")
    func equalReadings() throws {
        let reading = try read("2026-01-01,N1,A,B,0.0,,,,,,,500.0,500.0,1,,1,,")
        let flight = try #require(reading.flights.first?.flight)
        #expect([flight.hobbsStart, flight.hobbsEnd] == [nil, nil])
        #expect(notes(reading.assumed) == ["2 hobbs.readings", "2 hobbs.positive"])
    }

    @Test("S-TC-017, S-X.1: with both solo and dual hours neither flag is set, and that is named")
    func bothHours() throws {
        let reading = try read("2026-01-01,N1,A,B,1.1,,0.5,0.6,,,,,,1,,1,,")
        let flight = try #require(reading.flights.first?.flight)
        #expect([flight.soloHours, flight.dualHours] == [5, 6])
        #expect([flight.solo, flight.dual] == [nil, nil])
        #expect(
            reading.assumed == [
                ImportNote(
                    line: 2, code: "category.both",
                    text: "Solo 0.5 and dual 0.6 hours in one flight: the hours are kept, neither flag is set.")
            ])
    }

    @Test(
        "S-X.1: rows that cannot become entries are skipped with line and reason",
        arguments: [
            (",N1,A,B,1.0,,,,,,,,,1,,1,,", "date.required"),
            ("1/2/2026,N1,A,B,1.0,,,,,,,,,1,,1,,", "date.notADate"),
            ("2026-02-30,N1,A,B,1.0,,,,,,,,,1,,1,,", "date.notADate"),
            ("2026-11-22,N1,A,B,1.0,,,,,,,,,1,,1,,", "date.future"),
            ("2026-01-01,N1,A,B,abc,,,,,,,,,1,,1,,", "hobbs.notANumber"),
            ("2026-01-01,N1,A,B,-1.0,,,,,,,,,1,,1,,", "hobbs.notANumber"),
            ("2026-01-01,N1,A,B,1e3,,,,,,,,,1,,1,,", "hobbs.notANumber"),
            ("2026-01-01,N1,A,B,1:75,,,,,,,,,1,,1,,", "hobbs.notANumber"),
            ("2026-01-01,N1,A,B,1000.0,,,,,,,,,1,,1,,", "hobbs.tooLarge"),
            ("2026-01-01,N1,A,B,1.0,NaN,,,,,,,,1,,1,,", "hours.notANumber"),
            ("2026-01-01,N1,A,B,1.0,,,,,,,,,100,,1,,", "landings.range"),
            ("2026-01-01,N1,A,B,1.0,,,,,,,,,1,-1,1,,", "landings.range"),
            ("2026-01-01,N1,A,B,1.0,,,,,,,,,1,,two,,", "landings.notANumber"),
            ("2026-01-01,N1,A,B,1.0,,,,,,,,,1.5,,1,,", "landings.notANumber"),
            ("2026-01-01,N1,A,B,1.0,,,,,,,,,1,,1,,,,a comma too many", "row.tooLong"),
        ])
    func skipped(row: String, code: String) throws {
        let reading = try read("2026-01-02,N1,A,B,1.0,,,,,,,,,1,,1,,", row)
        #expect(reading.flights.count == 1)
        #expect(notes(reading.skipped) == ["3 \(code)"])
        #expect(reading.skipped.allSatisfy { $0.text.count > 10 })
    }

    @Test("S-X.1: a row that ends early has blanks for the rest, blank rows are nothing")
    func shortRows() throws {
        let reading = try read(
            "2026-01-02,N1,A,B,1.0,,,,,,,,,1", ",,,,", "", "2026-01-03,N1,A,B,1.0,,,,,,,,,1,,1,,\"two\nlines\"",
            "2026-01-04")
        #expect(reading.flights.map(\.line) == [2, 5])
        #expect(notes(reading.skipped) == ["7 row.tooShort"])
        #expect(reading.assumed == [])
    }

    @Test("S-TC-022, S-X.1: a flight of 13 hours is accepted and named")
    func longFlight() throws {
        let reading = try read("2026-01-02,N1,A,B,13.0,,,,,,,,,1,,1,,")
        #expect(reading.flights.first?.flight.accepted == ["hobbs.over12"])
        #expect(
            reading.assumed == [
                ImportNote(line: 2, code: "hobbs.over12", text: "13.0 hours in the file; kept as is.")
            ])
    }

    @Test("S-X.1: an imported entry passes the rules once it has its batch")
    func passesTheRules() throws {
        let reading = try ForeFlightImport.read(
            Fixture.bytes("samples/foreflight-real-deidentified.csv"), today: Self.today)
        for imported in reading.flights {
            var flight = imported.flight
            flight.batch = StreamID(kind: "batch", id: "1")
            #expect(FlightRules.refusal(of: flight, accepted: flight.accepted) == nil, "line \(imported.line)")
        }
    }

    @Test("S-X.4: approaches, holds, distance, ground hours and reviews have fields")
    func furtherFields() throws {
        let header =
            "Date,AircraftID,TotalTime,AllLandings,Approach1,Approach2,Approach3,Holds,Distance,GroundTraining,ActualInstrument,IPC (FAA),Checkride (FAA),Flight Review (FAA)"
        let reading = try read(
            "2026-01-02,N1,1.0,1,2;ILS OR LOC RWY 31;31;KMRY;;,1;RNAV;;;;,see remarks,2,106.30,0.7,0.4,TRUE,x,perhaps",
            header: header)
        let flight = try #require(reading.flights.first?.flight)
        #expect(flight.approaches == 3)
        #expect(flight.holds == 2)
        #expect(flight.distanceNm == 1_063)
        #expect(flight.groundHours == 7)
        #expect(flight.actualInstrumentHours == 4)
        #expect([flight.instrumentCheck, flight.checkride, flight.flightReview] == [true, true, nil])
        #expect(
            flight.extra == [
                "Approach1": "2;ILS OR LOC RWY 31;31;KMRY;;", "Approach2": "1;RNAV;;;;", "Approach3": "see remarks",
                "Flight Review (FAA)": "perhaps",
            ])
        #expect(notes(reading.assumed) == ["2 approach.unread", "2 flag.unread"])
    }

    @Test("S-X.1: columns without a field are kept by name, twice-named and nameless ones too")
    func extraColumns() throws {
        let reading = try read(
            "2026-01-02,N1,1.0,1,a,b,c,", header: "Date,AircraftID,TotalTime,AllLandings,SIC,SIC,,Empty")
        #expect(reading.flights.first?.flight.extra == ["SIC": "a", "SIC (6)": "b", "column 7": "c"])
    }

    @Test("S-X.1: fewer landings in all than full stops are kept and named")
    func landingsInAll() throws {
        let reading = try read("2026-01-02,N1,A,B,1.0,,,,0.5,,,,,2,1,1,,")
        #expect(reading.flights.first?.flight.allLandings == 1)
        #expect(notes(reading.assumed) == ["2 landings.all"])
        #expect(
            reading.assumed.first?.text
                == "1 landing in all, but 3 full stops: the full stops count, both are kept as in the file.")
    }

    @Test("S-X.1: what no table holds is named, not dropped")
    func outsideTables() throws {
        let text =
            "ForeFlight Logbook Import,x\nstray,row\nFlights Table,\nDate,Text,Text,Number\nstray,again\nDate,AircraftID,TotalTime,AllLandings\n2026-01-01,N1,1.0,1\n"
        let reading = try ForeFlightImport.read(Array(text.utf8), today: Self.today)
        #expect(notes(reading.skipped) == ["2 row.outsideTables", "5 row.outsideTables"])
        #expect(reading.flights.count == 1)
    }

    @Test(
        "S-X.1: files that are no such export",
        arguments: [
            ("a,b\n1,2\n", ImportFault.noFlightsHeader),
            ("", .noFlightsHeader),
            ("Date,AircraftID,TotalTime,totaltime\n", .columnTwice(name: "totaltime", line: 1)),
            ("Date,AircraftID,TotalTime\n\"x", .csv(.unterminatedQuote(line: 2))),
        ])
    func unreadable(text: String, fault: ImportFault) {
        #expect(throws: fault) { try ForeFlightImport.read(Array(text.utf8), today: Self.today) }
        #expect(fault.fault.kind == .unreadable)
    }

    @Test("S-X.1: codes and lines of the faults")
    func faultCodes() {
        let faults: [ImportFault] = [.noFlightsHeader, .columnTwice(name: "Date", line: 4), .csv(.nul(line: 7))]
        #expect(faults.map(\.fault.code) == ["import.noFlights", "import.columnTwice", "csv.nul"])
        #expect(faults.map(\.line) == [nil, 4, 7])
    }

    @Test(
        "S-X.1: the format is recognised by banner or header",
        arguments: [
            ("samples/foreflight-real-deidentified.csv", true), ("samples/foreflight-synthetic-flat.csv", true),
            ("samples/own-sample-foreflight.csv", true), ("samples/own-sample-solotrack.csv", false),
            ("samples/own-sample-canonical.csv", false),
        ])
    func recognised(path: String, expected: Bool) {
        #expect(ForeFlightImport.recognises(Fixture.bytes(path)) == expected)
    }

    @Test("S-X.1: semicolons between the fields")
    func semicolons() throws {
        let text = "Date;AircraftID;TotalTime;AllLandings;PilotComments\n2026-01-02;N1;1.0;1;\"a;b\"\n"
        let reading = try ForeFlightImport.read(Array(text.utf8), today: Self.today)
        #expect(reading.flights.first?.flight.remarks == "a;b")
    }
}
