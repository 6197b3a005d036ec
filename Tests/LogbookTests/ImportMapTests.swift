import EventModel
import Logbook
import Testing

@Suite struct ImportMapTests {
    private static let today = day("2026-11-25")

    private func fault(_ map: String) -> Fault? {
        do throws(ImportMapFault) { _ = try ImportMap(map, name: "m") } catch { return error.fault }
        return nil
    }

    @Test("S-X.1: a map names a column for each field, and the forms of dates and hours") func map() throws {
        let map = try ImportMap(
            "# mine\ndates: mdy\nhours: minutes\ndate: Day\nhobbs: Minutes\nfrom: Dep\nlandingsByDay: Ldg\n\n",
            name: "m")
        let text =
            "Logbook of mine;;;\nDay;Minutes;Dep;Ldg;Mood\n"
            + "3/14/2026;90;KPAO;2;good\n3/15/2026;1:07;KPAO;1;\n"
        let reading = try map.read(Array(text.utf8), today: Self.today)
        let flights = reading.flights.map(\.flight)
        #expect(
            flights.map { "\($0.date)" } == ["2026-03-14", "2026-03-15"]
                && flights.map { $0.hobbs?.clock } == ["1:30", "1:07"])
        #expect(flights.map(\.landings) == [2, 1] && flights.map(\.from) == ["KPAO", "KPAO"])
        #expect(reading.unusedColumns.map { "\($0.column) \($0.rows)" } == ["Mood 1"])
        #expect(
            reading.skipped == [
                ImportNote(line: 1, code: "row.outsideTables", text: "The row stands above the header.")
            ])
        #expect(
            reading.assumed.map(\.code) == ["landings.fullStopsUnknown", "landings.fullStopsUnknown"])
    }

    @Test("S-X.1: a file of Garmin's shape, of which no source names all columns, is read with a map by hand")
    func garminsShape() throws {
        let file = Array(
            "Date,Aircraft ID,Aircraft Type,Flight Time,Ldg,From,To\n3/14/2026,N1,C172,1.5,2,KSJC,KRHV\n".utf8)
        #expect(try ImportFormat.recognise(file) == nil && ImportMap.shippedName(for: file) == nil)
        let map = try ImportMap(
            "dates: mdy\ndate: Date\naircraft: Aircraft ID\nhobbs: Flight Time\nlandingsByDay: Ldg\nfrom: From\n"
                + "to: To\n",
            name: "garmin")
        let flight = try #require(try map.read(file, today: Self.today).flights.first?.flight)
        #expect("\(flight.date)" == "2026-03-14" && flight.hobbs == 15)
        #expect(flight.landings == 2 && flight.aircraft == "N1")
    }

    @Test(
        "S-X.1: a text that is no map is refused with its line",
        arguments: [
            ("date Date", "map.line", "Line 1 of the map is not \"field: Column\"."),
            ("date:", "map.line", "Line 1 of the map is not \"field: Column\"."),
            ("date: A\nmood: B", "map.field", "Line 2 of the map names \"mood\", which is no field."),
            ("date: A\ndate: B", "map.fieldTwice", "Line 2 of the map names the field \"date\" again."),
            ("date: A\nhobbs: a ", "map.columnTwice", "Line 2 of the map names the column \"a\" again."),
            ("dates: dym", "map.form", "Line 1 of the map has \"dym\" for dates: it is mdy, dmy or ymd."),
            ("hours: tenths", "map.form", "Line 1 of the map has \"tenths\" for hours: it is decimal or minutes."),
            ("date: A", "map.lacking", "The map names no column for \"hobbs\"."),
            ("", "map.lacking", "The map names no column for \"date\"."),
        ])
    func noMap(text: String, code: String, message: String) {
        #expect(fault(text)?.code == code && fault(text)?.message == message)
        #expect(fault(text)?.hint == "Nothing was imported. Write a map for the file at hand.")
    }

    @Test("S-X.1: a column that the map names and the file has not is named") func columnMissing() throws {
        let map = try ImportMap("date: Day\nhobbs: Total\npicHours: P1", name: "m")
        func fault(_ file: String) -> ImportFault? {
            do throws(ImportFault) { _ = try map.read(Array(file.utf8), today: Self.today) } catch { return error }
            return nil
        }
        #expect(fault("Day,Total\n2026-01-01,1.0\n") == .mappedColumnMissing(name: "P1", line: 1))
        #expect(fault("Day,P1\n2026-01-01,1.0\n") == .mappedColumnMissing(name: "Day and Total", line: 1))
        #expect(fault("Day,Total\n")?.fault.message == "The map names the column P1, which the file has not.")
        #expect(fault("")?.fault.code == "import.noFlights")
    }

    @Test("S-X.1: the shipped map reads MCC/CrewLounge's file, minutes and days first") func crewLounge() throws {
        let bytes = Fixture.bytes("field/t27-mccpilotlog.csv")
        #expect(try ImportFormat.recognise(bytes) == nil && ImportMap.shippedName(for: bytes) == "mcc")
        let reading = try #require(ImportMap.shipped["mcc"]).read(bytes, today: Self.today)
        let flight = try #require(reading.flights.first?.flight)
        #expect(
            "\(flight.date)" == "2026-10-25" && flight.hobbs == 10 && flight.picHours == 10 && flight.landings == 1
                && flight.aircraft == "D-ZZZA")
        #expect(flight.from == "EDDF" && flight.to == "EDDM" && flight.dayTakeoffs == 1)
    }

    @Test("S-X.1: an example for the file at hand reads the file") func example() throws {
        let bytes = Fixture.bytes("field/t28-generic.csv")
        let text = try ImportMap.example(for: bytes, file: "t28-generic.csv")
        #expect(
            text.hasPrefix("# Import map for t28-generic.csv.") && text.contains("\nhobbs: Total Time\n")
                && text.contains("\nlandingsByNight: Night Landings\n"))
        let reading = try ImportMap(text, name: "m").read(bytes, today: Self.today)
        #expect(text.contains("\ndates: mdy\n"))
        #expect(
            reading.flights.map { $0.flight.landings } == [3]
                && reading.flights.map { $0.flight.nightHours?.clock } == ["0:15"])
        let other = try ImportMap.example(for: Array("Day,Mood\n".utf8), file: "x.csv")
        #expect(other.contains("# ?: Day\n# ?: Mood\n"))
    }

    @Test("S-X.1: a line break in the name of a column or a file makes no line of the map") func breaks() throws {
        let header = "Date,\"Total\r\nTime\",\"Mood\nnightHours: Total\",\"P\u{2028}1\"\n"
        let text = try ImportMap.example(for: Array("\(header)2026-01-01,1.0,2.0,3.0\n".utf8), file: "a\nhours: x.csv")
        #expect(text.hasPrefix("# Import map for a hours: x.csv. "))
        #expect(text.contains("\nhobbs: Total Time\npicHours: P 1\n"))
        #expect(text.contains("\n# ?: Mood nightHours: Total\n"))
        let reading = try ImportMap(text, name: "m").read(
            Array("\(header)2026-01-01,1.0,2.0,3.0\n".utf8), today: Self.today)
        #expect(reading.flights.map { $0.flight.hobbs } == [10] && reading.flights.map { $0.flight.picHours } == [30])
        #expect(reading.flights.map { $0.flight.nightHours } == [nil])
    }

    private func read(_ map: String, _ file: String) throws -> ImportReading {
        try ImportMap(map, name: "m").read(Array(file.utf8), today: Self.today)
    }

    private func unused(_ reading: ImportReading) -> [String] {
        reading.unusedColumns.map { "\($0.column) \($0.rows)" }
    }

    @Test("S-X.1: landings by night that no field holds are kept, and their column is named") func landingsByNight()
        throws
    {
        let reading = try read(
            "date: Date\nhobbs: Total\nnightHours: Night\nlandingsByDay: DayLdg\nlandingsByNight: NightLdg\n",
            "Date,Total,DayLdg,NightLdg,Night\n2026-10-01,1.0,1,3,1.0\n2026-10-02,1.0,1,0,\n")
        let flight = try #require(reading.flights.first?.flight)
        #expect(flight.landings == 4 && flight.dayLandings == nil && flight.nightLandings == nil)
        #expect(flight.extra == ["NightLdg": "3"] && unused(reading) == ["NightLdg 1"])
        #expect(
            reading.assumed.first?.text
                == "The file does not give full stops: none of the 4 landings counts as one. That 3 were by night is "
                + "kept as text. Amend the entry with its full stops.")
    }

    @Test("S-X.1: a total may be the sum of columns that have fields of their own, as SkyDemon needs it") func sums()
        throws
    {
        let map =
            "date: Departure Time\nhours: minutes\nhobbs: PIC Time + Dual Time\npicHours: PIC Time\n"
            + "dualHours: Dual Time\naircraft: Aircraft Reg\ntypeCode: Aircraft Type\nlandingsByDay: Day Landings\n"
        let header = "Departure Time,Aircraft Reg,Aircraft Type,PIC Time,Dual Time,Day Landings\n"
        let reading = try read(
            map, header + "2026-08-11 14:46,DEXAA,C172,67,0,1\n2026-08-13 16:00,DEXAA,C172,0,60,4\n")
        let flights = reading.flights.map(\.flight)
        #expect(flights.map { $0.hobbs?.clock } == ["1:07", "1:00"] && unused(reading) == [])
        #expect(flights.map { $0.dualHours } == [0, 10] && flights.map { $0.picHours?.clock } == ["1:07", "0:00"])
        #expect(reading.aircraft.map(\.typeCode) == ["C172"] && reading.skipped == [])
        let other = try read("date: Date\nhobbs: A + B\n", "Date,A,B\n2026-08-11,1.0,0.5\n")
        #expect(other.flights.map { $0.flight.hobbs } == [15] && unused(other) == [])
        #expect(other.flights.first?.flight.extra == ["A": "1.0", "B": "0.5"])
        #expect(throws: ImportFault.mappedColumnMissing(name: "Date and A + C", line: 1)) {
            try read("date: Date\nhobbs: A + C\n", "Date,A,B\n2026-08-11,1.0,0.5\n")
        }
    }

    @Test("S-X.1: a map names a route, and what describes an aircraft") func routeAndAircraft() throws {
        let file =
            "DATE,AIRCRAFT MAKE & MODEL,AIRCRAFT IDENT,ROUTE OF FLIGHT,DURATION,CLASS\n"
            + "2016-01-02,Beech 1900D,N1AA,AXH-LBX-AXH,1.5,AMEL\n2016-01-03,Beech 1900D,N1AA,local,1.0,AMEL\n"
        let map = try ImportMap.example(for: Array(file.utf8), file: "d.csv")
        let reading = try read(map, file)
        let flights = reading.flights.map(\.flight)
        #expect(flights.map(\.from) == ["AXH", nil] && flights.map(\.to) == ["AXH", nil])
        #expect(flights.map { $0.extra["ROUTE OF FLIGHT"] } == ["AXH-LBX-AXH", "local"] && unused(reading) == [])
        #expect(
            reading.aircraft.map { "\($0.id) \($0.model ?? "") \($0.aircraftClass ?? "")" } == [
                "N1AA Beech 1900D AMEL"
            ])
        let both = try read(
            "date: Date\nhobbs: Total\nfrom: From\nto: To\nroute: Route\n",
            "Date,Total,From,To,Route\n2026-01-02,1.0,KRHV,KSNS,KRHV KWVI KSNS\n")
        #expect(both.flights.first?.flight.to == "KSNS" && both.flights.first?.flight.extra["Route"] != nil)
    }

    @Test("S-X.1: time in a device is a session, with or without an aircraft, and no flight time") func sessions()
        throws
    {
        let reading = try read(
            "date: Date\nhobbs: Total\naircraft: Reg\nsimulatorHours: SIM Time\ndualHours: Dual\n",
            "Date,Reg,Total,SIM Time,Dual\n2026-07-05,,,2:00,2:00\n2026-07-06,FNPT2,2:00,2:00,\n"
                + "2026-07-07,,1:30,1:30,\n2026-07-08,N1AA,1:00,,\n")
        let flights = reading.flights.map(\.flight)
        let fleet = Fleet(reading.aircraft)
        #expect(
            flights.map { fleet.device(of: $0) } == [.trainingDevice, .trainingDevice, .trainingDevice, nil],
            "\(reading.aircraft)")
        #expect(flights.map { $0.simulatedHours } == [20, 20, 15, 0] && flights.map { $0.hobbs } == [0, 20, 0, 10])
        #expect(flights[2].extra["Total"] == "1:30" && unused(reading) == [])
        #expect(!reading.assumed.contains { $0.code == "hours.part" })
        #expect(
            reading.assumed.filter { $0.code == "device.assumed" }.map { "\($0.line) \($0.text)" } == [
                "3 FNPT2 has time in a training device alone: it is described as one, and its time is no flight time. "
                    + "If it is an aircraft, describe it by its class."
            ])
    }

    @Test("S-X.1: a session in what is an aircraft in another row is named") func sessionInAircraft() throws {
        let reading = try read(
            "date: Date\nhobbs: Total\naircraft: Reg\nsimulatorHours: SIM Time\nlandingsByDay: Ldg\n",
            "Date,Reg,Total,SIM Time,Ldg\n2026-07-05,N1AA,1.0,,1\n2026-07-06,N1AA,1.2,1.2,\n")
        #expect(reading.aircraft == [])
        #expect(
            reading.assumed.filter { $0.code == "device.asAircraft" }.map { "\($0.line) \($0.text)" } == [
                "3 N1AA is an aircraft elsewhere in the file: this session in a training device is kept as a flight. "
                    + "Amend the entry with the name of the device."
            ])
    }

    @Test("S-X.1: approaches as Garmin Pilot writes them count, and a text without a count is kept") func approaches()
        throws
    {
        let reading = try read(
            "date: Date\nhobbs: Total\napproaches: Approaches\n",
            "Date,Total,Approaches\n2026-09-01,1.0,'KSNS' 'ILS' '31' (1) 'KMRY' 'RNAV' '28L' (2)\n"
                + "2026-09-02,1.0,ILS\n2026-09-03,1.0,4\n2026-09-04,1.0,'KSNS' 'ILS' '31' (100)\n")
        #expect(reading.flights.map { $0.flight.approaches } == [3, nil, 4])
        #expect(reading.flights[0].flight.extra["Approaches"]?.hasPrefix("'KSNS'") == true)
        #expect(
            reading.assumed.first { $0.code == "approach.unread" }?.text
                == "Approaches \"ILS\" has no count; it is not counted.")
        #expect(reading.skipped.map(\.code) == ["approaches.range"])
    }

    @Test(
        "S-X.1: an example knows a column by its words, however they are written",
        arguments: [
            ("total_time", "hobbs"), ("Time Total", "hobbs"), ("Flight Duration", "hobbs"), ("Block", "hobbs"),
            ("departure_airport", "from"), ("DepartureICAO", "from"), ("Departure Place", "from"),
            ("DestinationAirport", "to"), ("ArrivalICAO", "to"), ("arrAirport", "to"),
            ("aircraft_registration", "aircraft"), ("A/C Ident", "aircraft"), ("aircraftTailnumber", "aircraft"),
            ("PIC Duration", "picHours"), ("PICTime", "picHours"), ("Time PIC", "picHours"),
            ("DualTime", "dualHours"), ("Dual Rcvd", "dualHours"), ("Time CoPilot", "sicHours"),
            ("Instr Given", "dualGivenHours"), ("ldgs_day", "landingsByDay"), ("Night Ldg", "landingsByNight"),
            ("LDG_NIGHT", "landingsByNight"), ("SIM Time", "simulatorHours"), ("Holding Patterns", "holds"),
        ])
    func names(column: String, field: String) throws {
        let text = try ImportMap.example(for: Array("Mood,\(column)\nx,1\n".utf8), file: "x.csv")
        #expect(text.contains("\n\(field): \(column)\n"), "\(text)")
    }

    @Test("S-X.1: a column of dates is the date where none is called so, and shows the order") func dateByValues()
        throws
    {
        let file = "Departure,Off Block,Block\nLSZB,8/4/2026 04:00,2:07\nLSZG,8/15/2026 20:00,1:00\n"
        let text = try ImportMap.example(for: Array(file.utf8), file: "c.csv")
        #expect(text.contains("\ndates: mdy\n") && text.contains("\ndate: Off Block\n"))
        let reading = try read(text, file)
        #expect(reading.flights.map { "\($0.flight.date)" } == ["2026-08-04", "2026-08-15"])
    }
}
