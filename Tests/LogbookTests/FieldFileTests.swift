import EventModel
import Logbook
import Testing

/// Files as pilots have them this year: layouts, columns, dates and numbers that reports named.
@Suite struct FieldFileTests {
    private static let today = day("2026-11-25")

    private func read(_ file: String, dates: DateOrder? = nil) throws -> ImportReading {
        let bytes = Fixture.bytes("field/\(file)")
        let format = try #require(try ImportFormat.recognise(bytes))
        return try format.read(bytes, today: Self.today, options: ImportOptions(dates: dates))
    }

    private func parsed(_ text: String, _ format: ImportFormat = .foreflight, dates: DateOrder? = nil) throws
        -> ImportReading
    {
        try format.read(Array(text.utf8), today: Self.today, options: ImportOptions(dates: dates))
    }

    private func unused(_ reading: ImportReading) -> [String] {
        reading.unusedColumns.map { "\($0.column) \($0.rows)" }
    }

    @Test("S-X.1: ForeFlight's columns of 2025 count without the deprecated ones") func newColumns() throws {
        let reading = try read("t01-foreflight-new-template.csv")
        #expect(reading.skipped == [] && reading.assumed == [] && reading.unusedColumns == [])
        let flights = reading.flights.map(\.flight)
        #expect(
            flights.map(\.dayLandings) == [3, nil] && flights.map(\.nightLandings) == [nil, 3]
                && flights.map(\.landings) == [3, 3])
        #expect(flights.map(\.dayTakeoffs) == [3, nil] && flights.map(\.nightTakeoffs) == [nil, 3])
        #expect(ImportSums(flights).allLandings == 6)
    }

    @Test("S-X.1: towered and touch-and-go landings are added, and the larger of a new and a deprecated figure counts")
    func towered() throws {
        let flights = try read("t02-foreflight-touch-and-go-and-towered.csv").flights.map(\.flight)
        #expect(flights.map(\.landings) == [3, 3, 4] && flights.map(\.towerLandings) == [3, nil, nil])
        #expect(
            flights.map { $0.dayLandings ?? 0 } == [3, 0, 4] && flights.map { $0.nightLandings ?? 0 } == [0, 0, 0])
        let header = "Date,AircraftID,TotalTime,Landing Full-Stop Day,DayLandingsFullStop,AllLandings\n"
        let less = try parsed(header + "2026-10-01,N1,1.0,1,3,3\n")
        #expect(less.flights[0].flight.dayLandings == 3 && less.flights[0].flight.landings == 3 && less.assumed == [])
        let more = try parsed(header + "2026-10-01,N1,1.0,4,3,3\n")
        #expect(more.flights[0].flight.dayLandings == 4 && more.flights[0].flight.landings == 4)
        #expect(
            more.assumed.map(\.text) == [
                "The new columns hold 4 full stops by day, the deprecated ones 3: 4 count.",
                "The new columns hold 4 landings, the deprecated ones 3: 4 count.",
            ])
    }

    @Test("S-X.1: an entry that earlier versions read without the new columns is found under its earlier name")
    func earlierReading() throws {
        let person = try #require(PrincipalID(bytes: Array(repeating: 7, count: 16)))
        let header = "Date,AircraftID,TotalTime,Landing Full-Stop Day\n"
        let now = try parsed(header + "2026-10-01,N1,1.0,3\n").flights[0]
        // Without a field, the column left the figure at nothing.
        let then = try parsed("Date,AircraftID,TotalTime,Landing\n2026-10-01,N1,1.0,3\n").flights[0]
        #expect(now.earlierIdentityBytes(principal: person) == [then.identityBytes(principal: person)])
        #expect(
            now.identityBytes(principal: person) != then.identityBytes(principal: person)
                && then.earlierIdentityBytes(principal: person).isEmpty)
    }

    @Test("S-X.1: a filled column that may hold landings and is not read is named beside \"no landings\"")
    func unreadLandings() throws {
        let header = "Date,AircraftID,TotalTime,Water Landings,[Hours]Landing practice\n"
        let reading = try parsed(header + "2026-10-01,N1,1.0,2,0.5\n2026-10-02,N1,1.0,,\n")
        #expect(
            reading.assumed.map(\.text) == [
                "No landings in the columns that are read; the column Water Landings may hold them. Amend the "
                    + "entry with its landings.",
                "No landings in the file; kept as is.",
            ])
        #expect(unused(reading) == ["Water Landings 1", "[Hours]Landing practice 1"])
    }

    @Test("S-X.1: each filled column without a field is named with its rows; zeros and noes fill none")
    func unusedColumns() throws {
        let header = "Date,AircraftID,TotalTime,AllLandings,NVGOps,NVG,Mood,Toggle,SIC,DualGiven,SimulatedFlight\n"
        let reading = try parsed(
            header
                + "2026-10-01,N1,1.0,1,0.5,0.0,,FALSE,0.5,0.5,0.5\n2026-10-02,N1,1.0,1,0.7,0:00,good,no,,,\n"
                + "2026-10-03,N1,x,1,0.7,1.0,good,yes,,,\n"
        )
        // A row that is skipped is named itself; figures read crew time.
        #expect(unused(reading) == ["NVGOps 2", "Mood 1"])
    }

    @Test("S-X.1: LogTen with commas and names that begin with a blank") func logTenCommas() throws {
        let reading = try read("t03-logten-comma.csv")
        let flight = try #require(reading.flights.first?.flight)
        #expect(
            flight.hobbs == 15 && flight.picHours == 15 && flight.dayLandings == 1 && flight.aircraft == "N9601ZZ"
                && flight.remarks == "Comma export")
        let quoted = try parsed("flight_flightDate,flight_totalTime,flight_remarks\n2026-10-03,1.0,\"a, b\"\n", .logten)
        #expect(quoted.flights.first?.flight.remarks == "a, b")
    }

    @Test("S-X.1: LogTen's ten approaches, distance, ground lessons and gear") func logTenColumns() throws {
        let reading = try read("t04-logten-tab-approaches.txt")
        let flights = reading.flights.map(\.flight)
        #expect(flights[0].approaches == 6 && flights[0].holds == 1 && flights[0].distanceNm == 1_100)
        #expect(flights[2].groundHours == 15 && reading.aircraft.map(\.gear) == [nil, "fixed_tailwheel", nil])
        #expect(unused(reading) == ["flight_simulator 1"])
        #expect(reading.assumed.first?.text == "LogTen files have no instructor's number: it is not recorded.")
        let forms =
            "flight_flightDate\tflight_totalTime\tflight_selectedApproach1\tflight_selectedApproach10\n"
            + "2026-10-03\t1.0\tILS (2)\tRNAV\n"
        #expect(try parsed(forms, .logten).flights[0].flight.approaches == 3)
    }

    @Test("S-X.1: MyFlightbook's properties and other names") func myFlightbookProperties() throws {
        let reading = try read("t05-myflightbook-properties.csv")
        let flights = reading.flights.map(\.flight)
        #expect(
            flights.map(\.flightReview) == [nil, true, nil, nil, nil]
                && flights.map(\.instrumentCheck) == [nil, nil, true, nil, nil])
        #expect(
            flights.map(\.checkride) == [nil, nil, nil, nil, true]
                && flights.map { $0.groundHours ?? 0 } == [10, 10, 0, 0, 0])
        let sums = ImportSums(flights)
        #expect(
            sums.crossCountryHours == 28 && sums.soloHours == 10 && flights[3].towerLandings == 3
                && flights[3].soloCrossCountryHours == 10)
        #expect(
            reading.assumed.map(\.code) == ["format.places", "format.signature"],
            "the file has solo time, take-offs and ground lessons")
    }

    @Test("S-X.1: hours as h:mm, h:mm:ss, h+mm, 1h30, with a decimal comma; thousands; a dash for none")
    func hourForms() throws {
        let reading = try read("t10-hour-forms.csv")
        #expect(reading.flights.map { $0.flight.hobbs } == [15, 15, 15, 15, 15, 15, 15, 15, 900, 15])
        #expect(reading.flights[5].flight.distanceNm == 12_045 && reading.flights[7].flight.nightLandings == nil)
        #expect(
            reading.skipped.map(\.text) == [
                "TotalTime \"1:7\" is not a number such as 1.5 or 1:30."
            ])
        let semicolons =
            "Date;AircraftID;TotalTime;AllLandings;Distance\n"
            + "2026-10-01;N1;1,5;1;1.204,5\n2026-10-02;N1;1.5;1;1,204\n2026-10-03;N1;1,250;1;3\n"
        let european = try parsed(semicolons)
        #expect(
            european.flights.map { $0.flight.hobbs } == [15, 15] && european.flights[0].flight.distanceNm == 12_045)
        #expect(
            european.assumed.map(\.text) == [
                "Distance \"1,204\" is unclear: its comma may separate thousands or decimals. It is kept as text."
            ])
        #expect(
            european.skipped.map(\.text) == [
                "TotalTime \"1,250\" is unclear: its comma may separate thousands or decimals."
            ])
    }

    @Test("S-X.1: approaches in each form; one without a count is named, and a hold as TRUE is one hold")
    func approachForms() throws {
        let reading = try read("t21-approach-forms.csv")
        #expect(reading.flights.map { $0.flight.approaches } == [7, 1, nil])
        #expect(reading.flights.map { $0.flight.holds } == [1, 1, nil])
        #expect(
            reading.assumed.map(\.text) == [
                "Approach3 \"ILS\" does not begin with a count; it is not counted.",
                "Approach1 \"ILS 31 KSNS x2\" does not begin with a count; it is not counted.",
            ])
    }

    @Test("S-X.1: hundredths of an hour are exact, beside Hobbs readings that make them") func hundredths() throws {
        let flights = try read("t35-hundredths-and-hobbs.csv").flights.map(\.flight)
        #expect(flights.map { $0.hobbs?.seconds } == [4_500, 180, 144] && flights[0].nightHours?.seconds == 2_340)
        #expect(ImportSums(flights).totalHours.text == "1.34")
    }

    @Test("S-X.1: a date may have a time; other orders have to be named, and the message names the cause") func dates()
        throws
    {
        let plain = try read("t08-foreflight-excel-dates.csv")
        #expect(plain.flights.map { "\($0.flight.date)" } == ["2026-10-21", "2026-10-22"])
        #expect(
            plain.skipped.map(\.sentences) == [
                "Date \"10/3/2026\" is not a day written YYYY-MM-DD. Line 6 shows that the month comes first: "
                    + "import in that order.",
                "Date \"10/20/2026\" is not a day written YYYY-MM-DD. Line 6 shows that the month comes first: "
                    + "import in that order.",
            ])
        let months = try read("t08-foreflight-excel-dates.csv", dates: .monthDayYear)
        #expect(months.flights.map { "\($0.flight.date)" } == ["2026-10-03", "2026-10-20", "2026-10-21", "2026-10-22"])
        #expect(throws: ImportFault.self) { try read("t08-foreflight-excel-dates.csv", dates: .dayMonthYear) }
        let header = "Date,AircraftID,TotalTime,AllLandings\n"
        let unclear = try parsed(header + "3/4/2026,N1,1.0,1\n")
        #expect(
            unclear.skipped.map(\.sentences) == [
                "Date \"3/4/2026\" is not a day written YYYY-MM-DD. A spreadsheet may have changed the dates: "
                    + "name their order, or import the file as the logbook program wrote it."
            ])
        #expect(
            try parsed(header + "3.4.26,N1,1.0,1\n", dates: .dayMonthYear).flights.map { "\($0.flight.date)" } == [
                "2026-04-03"
            ])
        #expect(
            try parsed(header + "26/04/03,N1,1.0,1\n2026/4/5,N1,1.0,1\n", dates: .yearMonthDay).flights.map {
                "\($0.flight.date)"
            } == ["2026-04-03", "2026-04-05"])
        let tomorrow = try parsed(header + "2026-11-26,N1,1.0,1\n")
        #expect(
            tomorrow.skipped.map(\.text) == [
                "The date 2026-11-26 is in the future; today is 2026-11-25. The file may state days in UTC."
            ])
    }

    @Test(
        "S-X.1: dates of both orders, or against the stated order, are refused with the rows that prove it",
        arguments: DateOrder.allCases + [nil])
    func contradictingDates(order: DateOrder?) {
        let text = "Date,AircraftID,TotalTime,AllLandings\n25/10/2026,N1,1.0,1\n10/26/2026,N1,1.0,1\n"
        var fault: Fault?
        do { _ = try parsed(text, dates: order) } catch { fault = (error as? ImportFault)?.fault }
        if order == .yearMonthDay { return #expect(fault == nil) }
        #expect(
            fault?.code == "import.dates"
                && fault?.message == "The file has dates of both orders: 10/26/2026 on line 3, 25/10/2026 on line 2.")
        #expect(fault?.hint == "Nothing was imported. Write all dates as YYYY-MM-DD.")
    }

    @Test("S-X.1: a date against the stated order is named with its line") func statedOrder() {
        do {
            _ = try parsed("Date,AircraftID,TotalTime,AllLandings\n25/10/2026,N1,1.0,1\n", dates: .monthDayYear)
            Issue.record("it was read")
        } catch {
            let fault = error as? ImportFault
            #expect(fault?.line == 2 && fault?.fault.message == "The date 25/10/2026 is no day in the order mdy.")
            #expect(
                fault?.fault.hint == "Nothing was imported. Name the order of the dates in the file.")
        }
    }

    @Test("S-X.1: an aircraft behind a blank row is taken, a lone text there is named") func blankRowInAircraftTable()
        throws
    {
        let reading = try read("t20-aircraft-table-twice.csv")
        #expect(
            reading.aircraft.map(\.id) == ["N9601ZZ", "N9602ZZ", "N9601ZZ"] && reading.skipped == []
                && reading.flights.count == 2)
        let text =
            "Aircraft Table\nAircraftID,TypeCode\nN1,C172\n\nmy notes,\nN2,C152\n\nFlights "
            + "Table\nDate,AircraftID,TotalTime,AllLandings\n2026-10-01,N2,1.0,1\n"
        let noted = try parsed(text)
        #expect(
            noted.aircraft.map(\.id) == ["N1", "N2"]
                && noted.skipped.map { "\($0.line) \($0.code)" } == ["5 row.outsideTables"])
    }

    @Test("S-X.1: a title row whose other cells hold remarks is a title") func titleWithRemarks() throws {
        let reading = try read("t36-title-with-deprecated-cells.csv")
        #expect(
            reading.flights.map { $0.flight.landings } == [3] && reading.aircraft.map(\.id) == ["N9601ZZ"]
                && reading.skipped == [])
    }

    @Test("S-X.1: a hold may be a yes") func holdsFlag() throws {
        let reading = try parsed(
            "Date,AircraftID,TotalTime,AllLandings,Holds\n2026-10-01,N1,1.0,1,TRUE\n2026-10-02,N1,1.0,1,2\n")
        #expect(reading.flights.map { $0.flight.holds } == [1, 2])
    }

    @Test("S-X.1: the second real logbook has the sums of its figures") func secondRealLogbook() throws {
        let bytes = Fixture.bytes("samples/foreflight-xc-hours-real-deidentified.csv")
        let reading = try ForeFlightImport.read(bytes, today: Self.today)
        let figures = Dictionary(
            uniqueKeysWithValues: Fixture.rows("real-logbook-2-figures.csv").map {
                ($0["figure"] ?? "", $0["value"] ?? "")
            })
        let sums = ImportSums(reading.flights.map(\.flight))
        #expect(sums.flights == 105 && reading.skipped == [])
        let found = [
            "total_hours": sums.totalHours, "pic_hours": sums.picHours, "dual_hours": sums.dualHours,
            "solo_hours": sums.soloHours,
            "cross_country_hours": sums.crossCountryHours, "night_hours": sums.nightHours,
        ]
        for (figure, hours) in found { #expect(figures[figure] == hours.text, "\(figure)") }
        #expect(figures["all_landings"] == "\(sums.allLandings)")
    }

    @Test("S-X.1: hours with units, and decimals of any length; a part of a day is named") func hourUnits() throws {
        let cells = ["1.5h", "1h 30m", "90 min", "1.", "1.333333333333333333", "\"1,25 h\"", "0.0625", "0.125", "0.25"]
        let rows = cells.enumerated().map { "2026-06-0\($0.offset + 1),N1,\($0.element),1\n" }.joined()
        let reading = try parsed("Date,AircraftID,TotalTime,AllLandings\n" + rows)
        #expect(
            reading.flights.map { $0.flight.totalHours.seconds } == [
                5_400, 5_400, 5_400, 3_600, 4_800, 4_500, 225, 450, 900,
            ])
        #expect(
            reading.assumed.map { "\($0.line) \($0.code)" } == [
                "6 hobbs.rounded", "8 hours.partOfDay", "9 hours.partOfDay",
            ])
        #expect(
            reading.assumed[1].text
                == "TotalTime 0.0625 is kept as 0:03:45. As the part of a day that a spreadsheet may have written, "
                + "it is 1:30: if so, write it as hours and minutes.")
    }

    @Test("S-X.1: dates with the month in letters, without separators, and as spreadsheets count days")
    func dateForms() throws {
        let cells = ["29-Jun-2026", "01 NOV 2026", "20260704", "46000", "Sat 4 Jul 2026", "Jul 5, 2026 3:15 PM"]
        let rows = cells.map { "\"\($0)\",N1,1.0,1\n" }.joined()
        let reading = try parsed("Date,AircraftID,TotalTime,AllLandings\n" + rows)
        #expect(
            reading.flights.map { "\($0.line) \($0.flight.date)" } == [
                "5 2025-12-09", "2 2026-06-29", "4 2026-07-04", "6 2026-07-04", "7 2026-07-05", "3 2026-11-01",
            ])
        #expect(
            reading.assumed.map(\.text) == ["Date 46000 is read as 2025-12-09, as spreadsheets count days."]
                && reading.skipped == [])
        let none = try parsed("Date,AircraftID,TotalTime,AllLandings\n4 Brumaire 2026,N1,1.0,1\n20261340,N1,1.0,1\n")
        #expect(none.skipped.map(\.code) == ["date.notADate", "date.notADate"])
    }

    @Test("S-X.1: ForeFlight's places under other names, and the entry that earlier versions read without them")
    func otherPlaceNames() throws {
        let person = try #require(PrincipalID(bytes: Array(repeating: 7, count: 16)))
        let row = "2026-10-01,N1AA,KAAA,KBBB,1.3,1\n"
        let now = try parsed("Date,AircraftID,DepartureAirport,DestinationAirport,TotalTime,AllLandings\n" + row)
        #expect(now.flights[0].flight.from == "KAAA" && now.flights[0].flight.to == "KBBB" && unused(now) == [])
        let then = try parsed("Date,AircraftID,First,Last,TotalTime,AllLandings\n" + row)
        #expect(
            now.flights[0].earlierIdentityBytes(principal: person)
                == [then.flights[0].identityBytes(principal: person)])
        let own = try parsed("Date,AircraftID,From,Departure,TotalTime,AllLandings\n" + row)
        #expect(own.flights[0].flight.from == "KAAA" && own.flights[0].flight.extra == ["Departure": "KBBB"])
    }

    @Test("S-X.1: a simulated flight of ForeFlight is a session, without an aircraft and under an undescribed one")
    func simulatedFlights() throws {
        let reading = try parsed(
            "Date,AircraftID,TotalTime,DualReceived,SimulatedFlight,AllLandings\n2026-10-02,,0.0,1.0,1.0,0\n"
                + "2026-10-03,SIM,1.2,1.2,1.2,0\n2026-10-04,,1.3,1.3,1.3,0\n")
        let (flights, fleet) = (reading.flights.map(\.flight), Fleet(reading.aircraft))
        #expect(flights.allSatisfy { fleet.device(of: $0) == .trainingDevice })
        #expect(flights.map { $0.hobbs } == [0, 12, 0] && flights[2].extra["TotalTime"] == "1.3")
        let codes = reading.assumed.map { "\($0.line) \($0.code)" }
        #expect(codes.contains("3 device.assumed") && !codes.contains { $0.hasSuffix("hours.part") })
        let sums = ImportSums(flights, in: fleet)
        #expect(sums.totalHours == 12 && sums.dualHours == 35)
        #expect(
            sums.ofDevices == "Of these, total 1.2 and dual 3.5 are in training devices: they are no flight time.")
    }

    @Test("S-X.1: MyFlightbook's simulators are training devices of no stated kind") func simulators() throws {
        let reading = try parsed(
            "Date,Tail Number,Model,Landings,Simulated Instrument,Ground Simulator,Dual Received,Total Flight Time\n"
                + "2026-10-01,SIM123,C-172,0,1.5,1.5,1.5,0\n2026-10-02,SIM,P28A,0,1.0,1.0,1.0,1.0\n"
                + "2026-10-03,N1AA,C-172,1,0,0,0,1.1\n", .myflightbook)
        #expect(reading.aircraft.filter(\.isTrainingDevice).map(\.id) == ["SIM123", "SIM"])
        let fleet = Fleet(reading.aircraft)
        #expect(reading.flights.map { fleet.device(of: $0.flight) } == [.trainingDevice, .trainingDevice, nil])
        #expect(!reading.assumed.contains { $0.code == "hours.part" })
        #expect(
            reading.assumed.first { $0.code == "hobbs.positive" }?.text
                == "A session in a training device, which is no flight time.")
    }

    @Test("S-X.1: touch-and-goes by night are kept and named") func touchAndGoes() throws {
        let reading = try parsed(
            "Date,AircraftID,TotalTime,Landing Full-Stop Day,Landing Touch-and-Go Night\n2026-10-01,N1,1.0,1,2\n")
        let flight = reading.flights[0].flight
        #expect(flight.landings == 3 && flight.nightLandings == nil)
        #expect(
            flight.extra == ["Landing Touch-and-Go Night": "2"] && unused(reading) == ["Landing Touch-and-Go Night 1"])
        let header = "flight_flightDate\tflight_totalTime\tflight_dayLandings\tflight_nightLandings\n"
        let logTen = try parsed(header + "2026-01-02\t1.0\t1\t3\n", .logten)
        #expect(logTen.flights[0].flight.extra == ["flight_nightLandings": "3"])
        #expect(unused(logTen) == ["flight_nightLandings 1"])
    }

    @Test("S-X.1: crew time that is longer than the flight is named like the other parts") func crewParts() throws {
        let reading = try parsed(
            "Date,AircraftID,TotalTime,PIC,SIC,DualGiven,AllLandings\n2026-10-01,N1,1.3,,1.5,,1\n"
                + "2026-10-02,N1,1.3,,,1.4,1\n2026-10-03,N1,1.3,1.0,1.0,,1\n")
        #expect(
            reading.assumed.map { "\($0.code) \($0.text)" } == [
                "hours.part The second-in-command part, 1.5 hours, is longer than the flight of 1.3. Both are kept as "
                    + "in the file; the part is in no figure until the entry is amended.",
                "hours.part The dual-given part, 1.4 hours, is longer than the flight of 1.3. Both are kept as in the "
                    + "file; the part is in no figure until the entry is amended.",
                "hours.part The second-in-command part, 1.0 hours, and the pilot-in-command part, 1.0, are together "
                    + "longer than the flight of 1.3. Both are kept as in the file.",
            ])
        let flights = reading.flights.map(\.flight)
        #expect(
            flights.map { $0.uncountedHours.map { "\($0.title) \($0.hours.text)" } } == [
                ["SIC 1.5"], ["dual given 1.4"], [],
            ])
        #expect(flights.map { EntryFinding.of($0).count } == [1, 1, 1])
        let sums = ImportSums(flights)
        #expect(sums.further.map { "\($0.name) \($0.text)" } == ["SIC 2.5", "training given 1.4"])
    }
}
