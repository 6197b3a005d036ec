import EventModel
import Logbook
import Tables
import Testing

/// The messages about files that cannot be imported, and rows that become nothing: the observation and the remedy.
@Suite struct UnknownContentTests {
    @Test(
        "S-X.1: a file in no format is named by what it seems to be",
        arguments: [
            (
                "", "it is empty",
                "Export the logbook again."
            ),
            (
                "\u{FEFF}\r\n \n", "it is empty",
                "Export the logbook again."
            ),
            (
                "PK\u{3}\u{4}\u{0}xl", "it is a zip archive, as the workbooks of spreadsheets are",
                "Export the logbook, or save the workbook, as CSV."
            ),
            ("a\u{0}b", "it is not text", "Export the logbook as CSV."),
            ("<html>\n", "it looks like HTML or XML", "Export the logbook, or save the workbook, as CSV."),
            (
                "[{\"date\":1}]\n", "it looks like a JSON array",
                "Our own files are JSON Lines: one object on each line, without brackets around them."
            ),
            (
                "Date,Hobbs\r2026-01-01,1.0\r", "its lines end with a lone carriage return",
                "Save it with line ends of today (LF or CRLF)."
            ),
            (
                "a;b\n1;2\n", "its first row, separated by semicolons, names the columns of no program that is known",
                UnknownContentTests.formats
            ),
            (
                "\na\tb\n", "its first row, separated by tabs, names the columns of no program that is known",
                UnknownContentTests.formats
            ),
            (
                "a,b\n", "its first row, separated by commas, names the columns of no program that is known",
                UnknownContentTests.formats
            ),
            ("hello\n", "its first row names no columns", UnknownContentTests.formats),
        ]) func seen(text: String, seen: String, hint: String)
    {
        let content = UnknownContent(Array(text.utf8))
        #expect(content.seen == seen && content.remedy.text == hint)
    }

    private static let formats =
        "Formats are the files of ForeFlight, MyFlightbook, LogTen and SoloTrack and our own JSON Lines. "
        + "Any other table is read with a map of its columns."

    @Test("S-X.1: text in another encoding") func otherEncodings() throws {
        let latin = UnknownContent([0x4D, 0xFC, 0x6C, 0x6C, 0x0A])
        #expect(latin.seen == "it is not UTF-8 text" && latin.remedy.text == "Save it again as UTF-8.")
        let text = Array("Date,Hobbs\n".utf8)
        for bytes in [text.flatMap { [$0, 0] }, text.flatMap { [0, $0] }] as [[UInt8]] {
            #expect(throws: ImportFault.utf16, "without a mark") { try ImportFormat.recognise(bytes) }
            #expect(throws: ImportFault.utf16) { try ImportFormat.foreflight.read(bytes, today: day("2026-02-01")) }
        }
    }

    @Test("S-X.1: files of reports that are refused whole: a stray quote, Windows-1252, a database") func fieldFiles()
        throws
    {
        for (file, fault) in [
            ("t22-quote-in-the-middle.csv", ImportFault.csv(.quoteInUnquotedField(line: 4))),
            ("t23-windows-1252.csv", .csv(.notUTF8(line: 2))),
        ] {
            #expect(throws: fault) {
                try ImportFormat.foreflight.read(Fixture.bytes("field/\(file)"), today: day("2026-11-25"))
            }
        }
        let database = Fixture.bytes("field/t31-logten-database.sql")
        #expect(try ImportFormat.recognise(database) == nil)
        #expect(UnknownContent(database).seen == "it is not text")
    }

    @Test(
        "S-X.1: every fault of a file says what and what to do, and leaves the line to the report",
        arguments: [
            (
                ImportFault.csv(.unterminatedQuote(line: 3)), "csv.unterminatedQuote",
                "The quote opened here is never closed.",
                "Nothing was imported. Close it, or export the file again: it may have been cut."
            ),
            (
                .csv(.quoteInUnquotedField(line: 3)), "csv.quoteInUnquotedField",
                "A quote stands inside a field that does not begin with one.",
                "Nothing was imported. Put quotes around the whole field, and write a quote within it twice."
            ),
            (
                .csv(.textAfterQuote(line: 3)), "csv.textAfterQuote",
                "The line goes on after a closing quote without a separator.",
                "Nothing was imported. Put quotes around the whole field, and write a quote within it twice."
            ),
            (
                .csv(.loneCarriageReturn(line: 3)), "csv.loneCarriageReturn",
                "A carriage return stands without a line feed.",
                "Nothing was imported. Save the file with line ends of today (LF or CRLF)."
            ),
            (
                .csv(.nul(line: 3)), "csv.nul", "There is a zero byte; this is not a text file.",
                "Nothing was imported. Export the logbook as CSV; a workbook is not a CSV file."
            ),
            (
                .csv(.notUTF8(line: 3)), "csv.notUTF8", "This is not UTF-8 text.",
                "Nothing was imported. Save the file again as UTF-8."
            ),
            (
                .columnTwice(name: "Date", line: 3), "import.columnTwice", "The column Date is named twice.",
                "Nothing was imported. Rename or delete one of the two."
            ),
        ]) func faults(fault: ImportFault, code: String, message: String, hint: String)
    {
        #expect(fault.fault == Fault(.unreadable, code: code, message: message, hint: hint) && fault.line == 3)
    }

    @Test(
        "S-X.1: rows that become nothing are named with their reason",
        arguments: [
            ("2026-01-01,N1,1.0,1,60;ILS;30,40;VOR,,", "approaches.range", "More than 99 approaches."),
            ("2026-01-01,N1,-1.0,1,,,,", "hobbs.notANumber", "TotalTime \"-1.0\" is below 0: it is from 0.0 to 999.9."),
            ("2026-01-01,N1,99999999999,1,,,,", "hobbs.tooLarge", "TotalTime 99999999999 is above 999.9."),
            (
                "2026-01-01,N1,1195.9,1,,,,", "hobbs.tooLarge",
                "TotalTime 1195.9 is above 999.9. Totals of an earlier logbook are entered as totals brought forward."
            ),
        ]) func refusedRows(row: String, code: String, text: String) throws
    {
        let file = "Date,AircraftID,TotalTime,AllLandings,Approach1,Approach2,Distance,PilotComments\n\(row)\n"
        let reading = try ImportFormat.foreflight.read(Array(file.utf8), today: day("2026-02-01"))
        #expect(
            reading.flights.isEmpty
                && reading.skipped.map { "\($0.line) \($0.code) \($0.sentences)" } == ["2 \(code) \(text)"],
            "\(reading.skipped)")
    }

    @Test("S-X.1: a distance that cannot be read is kept as text, and the flight with it")
    func unreadDistance() throws {
        let file = "Date,AircraftID,TotalTime,AllLandings,Distance\n2026-01-01,N1,1.0,1,far\n"
        let reading = try ImportFormat.foreflight.read(Array(file.utf8), today: day("2026-02-01"))
        #expect(reading.flights[0].flight.distanceNm == nil && reading.flights[0].flight.extra == ["Distance": "far"])
        let note = "Distance \"far\" is not a number such as 1.5 or 1:30. It is kept as text."
        #expect(reading.assumed.map(\.text) == [note])
    }

    @Test("S-X.1: an aircraft without its registration is named") func aircraftWithoutID() throws {
        let file = """
            ForeFlight Logbook Import
            Aircraft Table
            AircraftID,TypeCode,Year
            ,C172,1999
            Flights Table
            Date,AircraftID,TotalTime

            """
        let reading = try ImportFormat.foreflight.read(Array(file.utf8), today: day("2026-02-01"))
        #expect(
            reading.skipped == [
                ImportNote(line: 4, code: "aircraft.required", text: "The aircraft has no AircraftID.")
            ], "\(reading.skipped)")
    }
}
