import EventModel
import Logbook
import Testing

/// Files as pilots re-save them: other separators, blanks, quotes and titles than the program wrote.
@Suite struct SiblingFileTests {
    private static let today = day("2026-11-25")

    private func parsed(_ text: String) throws -> ImportReading {
        let bytes = Array(text.utf8)
        let format = try #require(try ImportFormat.recognise(bytes))
        return try format.read(bytes, today: Self.today)
    }

    private func mapped(_ text: String, _ map: String = "mcc") throws -> ImportReading {
        let map = try map == "mcc" ? #require(ImportMap.shipped[map]) : ImportMap(map, name: "m")
        return try map.read(Array(text.utf8), today: Self.today)
    }

    private func notes(_ notes: [ImportNote]) -> [String] { notes.map { "\($0.line) \($0.code): \($0.sentences)" } }

    @Test("S-X.1: titles above the header do not decide the separator", arguments: [";", "\t"])
    func titles(separator: String) throws {
        let text = """
            ForeFlight Logbook Import

            Aircraft Table
            AircraftID,TypeCode,GearType,aircraftClass (FAA)
            N9602ZZ,CH7A,fixed_tailwheel,airplane_single_engine_land

            Flights Table
            Date,AircraftID,From,To,TotalTime,AllLandings
            2026-10-03,N9602ZZ,KRHV,KRHV,1.2,3
            """.replacing(",", with: separator) + "\n"
        let reading = try parsed(text)
        #expect(reading.flights.map { $0.flight.landings } == [3] && reading.skipped == [])
        #expect(reading.aircraft.map(\.gear) == ["fixed_tailwheel"])
    }

    @Test("S-X.1: a header's blanks may be those of a web page") func wideBlanks() throws {
        let text = "Date,Tail\u{A0}Number,Total\u{A0}Flight\u{202F}Time,FS\u{A0}Day Landings\n2026-10-01,N1,1.0,2\n"
        #expect(try parsed(text).flights.map { $0.flight.dayLandings } == [2])
    }

    @Test("S-X.1: a file of LogTen with tabs has quotes around its texts where its header has") func quotedTabs() throws
    {
        let header = "\"flight_flightDate\"\t\"flight_totalTime\"\t\"flight_remarks\"\n"
        let reading = try parsed("\u{FEFF}" + header + "\"2026-10-03\"\t\"1:12\"\t\"one\ntwo\"\n")
        #expect(reading.flights.map { $0.flight.remarks } == ["one\ntwo"])
    }

    @Test("S-X.1: a row that ends early names what may have ended it") func shortRow() throws {
        let text = "flight_flightDate\tflight_totalTime\tflight_remarks\tflight_from\n2026-10-03\t1.2\tone\ntwo\tKRHV\n"
        #expect(
            notes(try parsed(text).skipped) == [
                "2 row.tooShort: The row has 3 of 4 fields. A line break within a text may have ended it, or a "
                    + "spreadsheet left out its blank end.",
                "3 row.tooShort: The row has 2 of 4 fields. A line break within a text may have ended it, or a "
                    + "spreadsheet left out its blank end.",
            ])
    }

    @Test("S-X.1: crew time and time in a device are read with blanks and decimal commas; other texts are named")
    func keptHours() throws {
        let text =
            "Date;AircraftID;TotalTime;SIC;SimulatedFlight;DayLandingsFullStop\n2026-10-03;N1;1,5; 1,5 ;0,5;1\n"
            + "2026-10-04;N1;1,5;all;;1\n2026-10-05;N1;1,5;1,250;;1\n"
        let reading = try parsed(text)
        #expect(reading.flights.map { $0.flight.sicHours } == [15, 0, 0])
        #expect(reading.flights.map { $0.flight.simulatedHours } == [5, 0, 0])
        #expect(reading.unusedColumns.map { "\($0.column) \($0.rows)" } == ["SIC 2"])
    }

    @Test("S-X.1: take-offs of 0 beside landings in ForeFlight's new columns alone state nothing") func takeoffs()
        throws
    {
        let header = "Date,AircraftID,TotalTime,Landing Full-Stop Day,DayTakeoffs,NightTakeoffs,AllLandings\n"
        let reading = try parsed(
            header + "2026-10-01,N1,1.0,4,0,0,0\n2026-10-02,N1,1.0,4,0,0,4\n2026-10-03,N1,1.0,4,1,0,0\n")
        #expect(reading.flights.map { $0.flight.dayTakeoffs } == [nil, 0, 1])
        #expect(reading.flights.map { $0.flight.countedTakeoffs.byDay } == [4, 0, 1])
        #expect(
            notes(reading.assumed) == [
                "2 takeoffs.deprecated: The new columns hold landings, the deprecated ones neither landings nor "
                    + "take-offs: as many take-offs as landings count."
            ])
    }

    @Test("S-X.1: totals of an earlier logbook in a row name what enters them") func totals() throws {
        let header = "Date,AircraftID,TotalTime,DayLandingsFullStop\n"
        let reading = try parsed(header + "2020-01-01,N1,186:32,9\n2020-01-02,N1,978:19,250\n2020-01-03,N1,1195.9,1\n")
        let hint = "Totals of an earlier logbook are entered as totals brought forward."
        #expect(
            notes(reading.assumed) == ["2 hobbs.over12: 186.53 hours in the file; kept as is. \(hint)"])
        #expect(
            notes(reading.skipped) == [
                "3 landings.range: DayLandingsFullStop 250 is above 99. \(hint)",
                "4 hobbs.tooLarge: TotalTime 1195.9 is above 999.9. \(hint)",
            ])
    }

    private static let crewLounge =
        "mcc_DATE;Is_PREVEXP;AC_IsSIM;AF_DEP;AF_ARR;AC_REG;TIME_TOTAL;TIME_PIC;TIME_SIC;TIME_INSTRUCTOR;LDG_DAY\n"

    @Test("S-X.1: MCC/CrewLounge's simulators, previous experience and crew time") func crewLounge() throws {
        let reading = try mapped(
            Self.crewLounge
                + "25/10/2026;0;0;EDDF;EDDM;D-ZZZA;120;0;120;0;0\n26/10/2026;0;1;;;FNPT;90;0;0;60;0\n"
                + "27/10/2026;0;1;;;;90;0;0;0;0\n01/01/2020;1;0;;;;6000;6000;0;0;90\n")
        #expect(reading.flights.map { $0.flight.sicHours } == [20, 0] && reading.unusedColumns == [])
        #expect(reading.flights.map { $0.flight.extra } == [["SIC": "2.0"], ["DualGiven": "1.0"]])
        #expect(reading.aircraft.filter(\.isTrainingDevice).map(\.id) == ["FNPT"])
        #expect(
            notes(reading.skipped) == [
                "4 device.unnamed: A session in a training device that the row does not name. Enter it by hand.",
                "5 row.broughtForward: The row is no flight. Totals of an earlier logbook are entered as totals "
                    + "brought forward.",
            ])
    }

    @Test("S-X.1: an aircraft that is a training device in another row is refused") func deviceAsAircraft() throws {
        let reading = try mapped(
            Self.crewLounge + "25/10/2026;0;0;EDDF;EDDM;d-zzza;60;60;0;0;3\n26/10/2026;0;1;;;D-ZZZA;90;0;0;0;0\n")
        #expect(reading.flights.count == 1 && reading.aircraft == [])
        #expect(
            notes(reading.skipped) == [
                "3 device.asAircraft: D-ZZZA is an aircraft in one row and a training device in another. Name the "
                    + "device otherwise."
            ])
    }

    @Test("S-X.1: an example map finds the header below titles, and the order of the dates") func example() throws {
        let sheet = Array(
            ("Logbook,of,mine\n11/25/2026,8/25/2026,5/25/2026\n"
                + "DATE,AIRCRAFT IDENT,FROM,TO,SIC,TOTAL DURATION OF FLIGHT\n"
                + "3/4/2026,N1,KRHV,KSNS,1.0,1.2\n3/14/2026,N1,KSNS,KRHV,,1.3\n").utf8)
        let text = try ImportMap.example(for: sheet, file: "s.csv")
        #expect(text.contains("\ndates: mdy\n") && text.contains("\nhobbs: TOTAL DURATION OF FLIGHT\n"))
        let reading = try ImportMap(text, name: "m").read(sheet, today: Self.today)
        #expect(
            reading.flights.map { "\($0.flight.date) \($0.flight.totalHours.text) \($0.flight.sicHours.text)" } == [
                "2026-03-04 1.2 1.0", "2026-03-14 1.3 0.0",
            ])
        #expect(reading.skipped.map(\.line) == [1, 2])
    }
}
