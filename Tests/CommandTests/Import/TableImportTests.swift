import DaybookCommands
import DaybookDomains
import Testing

/// Tables of drinks and nights, and calendars: rows that cannot be distinguished, files of no known format, and files
/// without a usable row.
@Suite struct TableImportTests {
    private let shell = Shell(plus: true)

    private static let columns = "date,time,zone,kind,volume_ml,effective_ml,id\n"

    /// The status, what was printed, and the error and its hint as one line.
    private func output(_ arguments: [String], _ input: String) -> String {
        let result = shell.run(arguments, input: input)
        return "\(result.status)\n\(result.out)\(result.err)"
    }

    @Test(
        "a row of drinks with more fields than the header has columns is skipped and named, also where what is beyond is blank"
    ) func tooLong() {
        let file =
            TableImportTests.columns
            + "2026-02-01,13:00:00-05:00,America/New_York,coffee,1,5,84,\n2026-02-01,,,tea,1,5,95,x\n2026-02-01,,,water,250,,\n"
        #expect(
            output(["water", "import", "-"], file) == """
                0
                Imported 1 drink; 0 were there already.
                Skipped: 2
                  line 2: The row has more fields than the header has columns: 8, not 7.
                  line 3: The row has more fields than the header has columns: 8, not 7.

                """)
        let json = shell.must("water", "import", "-", "--json", input: file).json
        #expect(json["skipped"]?[0]?["code"]?.stringValue == "row.tooLong" && json["duplicates"]?.integerValue == 1)
    }

    @Test("so is a night") func longNight() {
        #expect(
            shell.must(
                "water", "import-sleep", "-", input: "wake,sleep,date\n6,30,22:00,2026-02-09\n06:30,22:00,2026-02-09\n"
            ).lines.suffix(2)
                == ["Skipped: 1", "  line 2: The row has more fields than the header has columns: 4, not 3."])
    }

    @Test("the last row of a file that was cut short is skipped and named") func cut() {
        let result = shell.run(
            "water", "import", "-", input: TableImportTests.columns + "2026-02-01,,,tea,200,,\n2026-02-01,,,coffee,2")
        #expect(result.lines.last == "  line 3: The file ends within this row: it has 5 of 7 fields and no line end.")
    }

    @Test("semicolons and tabs separate fields, too", arguments: [";", "\t"]) func separators(separator: String) {
        let text = (TableImportTests.columns + "2026-02-01,08:00,,tea,200,190,\n").replacing(",", with: separator)
        #expect(shell.must("water", "import", "-", input: text).out == "Imported 1 drink; 0 were there already.\n")
        let nights = "wake,sleep,date\n06:30,22:00,2026-02-09\n".replacing(",", with: separator)
        #expect(
            shell.must("water", "import-sleep", "-", input: nights).lines.first
                == "Awake from 06:30 to 22:00, the mean of 1 night.")
    }

    @Test(
        "a file that is no table is told by what it seems to be",
        arguments: [
            (
                "", "This is no file of drinks: it is empty.",
                "Nothing was imported. The columns are date, time, zone, kind, volume_ml, effective_ml, id, ounces; "
                    + "--map names those of another program."
            ),
            (
                "\u{FEFF}\r\n", "This is no file of drinks: it is empty.",
                "Nothing was imported. The columns are date, time, zone, kind, volume_ml, effective_ml, id, ounces; "
                    + "--map names those of another program."
            ),
            (
                "d\u{0}a\u{0}t\u{0}e\u{0},\u{0}", "The file is UTF-16 text.",
                "Nothing was imported. Save it again as UTF-8."
            ),
            (
                "PK\u{3}\u{4}xl",
                "This is no file of drinks: it is a zip archive, as the workbooks of spreadsheets are.",
                "Nothing was imported. Save the table as CSV."
            ),
            (
                "date,kind\u{0}", "This is no file of drinks: it is not text.",
                "Nothing was imported. Save the table as CSV."
            ),
            (
                "date,kind,volume_ml\r2026-02-01,tea,1\r",
                "This is no file of drinks: its lines end with a lone carriage return.",
                "Nothing was imported. Save it with line ends of today (LF or CRLF)."
            ),
            (
                "a;b\n",
                "This is no file of drinks: its first line does not name the columns date, kind and volume_ml.",
                "Nothing was imported. The columns are date, time, zone, kind, volume_ml, effective_ml, id, ounces; "
                    + "--map names those of another program."
            ),
        ])
    func others(text: String, message: String, hint: String) {
        let result = shell.run("water", "import", "-", input: text)
        #expect(
            result.status == 65 && result.out == "" && result.err == "error: \(message)\nhint: \(hint)\n",
            "\(result.err)")
    }

    @Test("an empty file of nights is told so") func noNights() {
        let result = shell.run("water", "import-sleep", "-", input: "\n")
        #expect(result.status == 65)
        #expect(
            result.err
                == "error: This is no file of nights: it is empty.\nhint: Nothing was imported. Write a CSV with wake,sleep,date, or a JSON object a line.\n"
        )
    }

    @Test(
        "where each row is refused the status is 1, after the answer that names them; a header alone is nothing and no fault"
    ) func allRefused() {
        #expect(
            output(["water", "import", "-"], TableImportTests.columns + "2026-02-01,,,wine,200,,\n") == """
                1
                Imported 0 drinks; 0 were there already.
                Skipped: 1
                  line 2: There is no kind of drink "wine".
                Drinks of unknown kind: wine. State each in a map (--map FILE), as "kind wine: tea".
                error: The one row could not become a drink.
                hint: The answer names it with its line and its reason.

                """)
        let two = TableImportTests.columns + "2026-02-01,,,wine,200,,\n2026-02-01,,,tea,0,,\n"
        #expect(
            output(["water", "import", "--dry-run", "-"], two).hasSuffix(
                "error: Not one of the 2 rows could become a drink.\nhint: The answer names each with its line and its reason.\n"
            ))
        let json = shell.run("water", "import", "-", "--json", input: two)
        #expect(json.status == 1 && json.code == "import.allRefused" && json.json["skipped"]?.count == 2)
        #expect(
            shell.must("water", "import", "-", input: TableImportTests.columns).out
                == "Imported 0 drinks; 0 were there already.\n")
        #expect(
            output(["water", "import-sleep", "-"], "wake,sleep,date\nlate,22:00,\n06:30,22:00,2026-01-01\n") == """
                1
                Skipped: 2
                  line 2: Wake and sleep are not times of day.
                  line 3: 2026-01-01 is not one of the last 7 days.
                error: No night of the last 7 days can be used.
                hint: Line 2: Wake and sleep are not times of day.

                """)
        #expect(shell.events == 0)
    }

    @Test("a calendar of which nothing is an alarm, and one that was cut within its last event") func calendars() {
        let event = [
            "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1@x", "DTSTART:20260210T090000", "RRULE:FREQ=WEEKLY",
            "SUMMARY:Swim",
        ]
        let cut = event.map { $0 + "\r\n" }.joined()
        #expect(
            output(["alarm", "import", "-"], cut) == """
                1
                Imported 0 alarms; 0 were there already.

                Skipped: 1
                  line 2: It has no END:VEVENT; the file may have been cut.

                Interpreted: 1
                  line 6: The file ends here, without END:VCALENDAR; it may have been cut, and have held more events.
                error: The one event could not become an alarm.
                hint: The answer names it with its line and its reason.

                """)
        #expect(
            shell.must("alarm", "import", "-", input: cut + "END:VEVENT\r\nEND:VCALENDAR\r\n").out
                == "Imported 1 alarm; 0 were there already.\n")
        #expect(
            shell.must("alarm", "import", "-", input: "BEGIN:VCALENDAR\nEND:VCALENDAR\n").out
                == "Imported 0 alarms; 0 were there already.\n")
    }
}
