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
}
