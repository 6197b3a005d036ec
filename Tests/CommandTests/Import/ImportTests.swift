import DaybookDomains
import Foundation
import Testing

@Suite struct ImportCommandTests {
    private let header = "Date,AircraftID,From,To,TotalTime,DayLandingsFullStop,AllLandings,PilotComments"

    @Test("a last row that was cut becomes no entry") func cutRow() {
        let shell = Shell()
        let text = header + "\n2026-02-01,N1,KSJC,KRHV,1.5,1,1,whole\n2026-02-02,N1,KSJC,KRHV,1.5,1"
        let json = shell.run("import", shell.file("cut.csv", text), "--json")
        #expect(json.status == 0 && json.json["flights"] == .integer(1))
        #expect(
            json.json["skipped"]?.text
                == #"[{"line":3,"code":"row.cut","text":"The file ends within this row: it has 6 of 8 fields and no line end."}]"#
        )
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        let mended = shell.run("import", shell.file("whole.csv", text + ",1,\n"), "--json")
        #expect(
            mended.json["flights"] == .integer(1) && mended.json["duplicates"] == .integer(1)
                && mended.json["skipped"] == .array([]))
        let unended = shell.run("import", shell.file("unended.csv", text + ",1,"), "--json")
        #expect(unended.json["duplicates"] == .integer(2), "a whole row needs no line end")
    }

    @Test("an aircraft whose name no stream can have is described, and its landings count in its class")
    func namesWithBlanks() {
        let shell = Shell()
        let names = ["GENERIC C172SP", "GENERIC/C172SP", "N1"]
        let table =
            "Aircraft Table\nAircraftID,TypeCode,aircraftClass,GearType\n"
            + names.map { "\($0),C172,airplane_single_engine_land,fixed_tricycle\n" }.joined()
        let rows = names.map { "2026-02-01,\($0),KSJC,KRHV,1.5,1,1,\n" }
        let text = "ForeFlight Logbook Import\n\n\(table)\nFlights Table\n\(header)\n\(rows.joined())"
        let file = shell.file("table.csv", text)
        #expect(shell.run("import", file, "--json").json["aircraft"] == .integer(3))
        #expect(shell.run("currency", "--json").json["classes"]?.count == 1)
        let classes = shell.run("flight", "totals", "--by", "class", "--json").json
        #expect(classes["total"]?["totalHours"]?.text == "4.5" && classes["groups"]?.count == 1, "\(classes.text)")
        #expect(shell.run("import", file, "--json").json["flights"] == .integer(0))
        #expect(shell.run("log", "--type", "aircraft.described", "--json").lines.count == 3, "each once")
    }

    @Test("an import of flights that are there describes the aircraft that nothing described") func describedLater() {
        let shell = Shell()
        let rows = "2026-02-01,N1,KSJC,KRHV,1.5,1,1,\n"
        shell.must("import", shell.file("flights.csv", "\(header)\n\(rows)"))
        let table = "Aircraft Table\nAircraftID,TypeCode,aircraftClass\nN1,C172,airplane_single_engine_land\n"
        let text = "ForeFlight Logbook Import\n\n\(table)\nFlights Table\n\(header)\n\(rows)"
        let whole = shell.file("whole.csv", text)
        let would = shell.run("import", whole, "--dry-run")
        #expect(would.lines[1] == "Would describe 1 aircraft that nothing described before.", "\(would.out)")
        #expect(shell.run("log", "--type", "aircraft.described", "--json").lines == [])
        let answer = shell.run("import", whole, "--json").json
        #expect(answer["flights"] == .integer(0) && answer["described"] == .integer(1), "\(answer.text)")
        #expect(shell.run("log", "--type", "aircraft.described", "--json").lines.count == 1)
        let events = shell.events
        let again = shell.run("import", whole, "--json").json
        #expect(again["described"] == nil && shell.events == events)
    }

    @Test("an import of which no row can be an entry describes no aircraft") func describedInVain() {
        let shell = Shell()
        let table = "Aircraft Table\nAircraftID,TypeCode\nN1,C172\n"
        let text = "ForeFlight Logbook Import\n\n\(table)\nFlights Table\n\(header)\n2027-01-01,N1,KSJC,KRHV,1.0,1,1,\n"
        let answer = shell.run("import", shell.file("future.csv", text), "--json")
        #expect(answer.status == 1 && answer.code == "import.allRefused" && shell.events == 0)
    }

    @Test("ground training of more than a day is kept, and named by the import and by the audit") func groundDay() {
        let shell = Shell()
        let header = "Date,AircraftID,TotalTime,GroundTraining,AllLandings,DayLandingsFullStop\n"
        let file = shell.file("ground.csv", header + "2026-02-01,N1,1.0,24.1,1,1\n2026-02-02,N1,1.0,24.0,1,1\n")
        let assumed = shell.run("import", file, "--json").json["assumed"]
        #expect(assumed?.count == 1 && assumed?[0]?["code"]?.stringValue == "ground.day")
        let text = "The ground training, 24.1 hours, is longer than a day."
        #expect(assumed?[0]?["text"]?.stringValue == text + " It is kept as in the file.")
        let found = shell.run("audit", "--json").json["contradictions"]
        #expect(found?.count == 1 && found?[0]?["code"]?.stringValue == "ground.day")
        #expect(found?[0]?["text"]?.stringValue == text)
        let id = found?[0]?["flight"]?.stringValue ?? ""
        let remarked = shell.run("flight", "amend", id, "--remarks", "two days", "--json")
        #expect(remarked.status == 0)
        let amended = shell.run("flight", "amend", id, "--ground-hours", "25", "--json")
        #expect(amended.status == 1 && amended.code == "ground.day")
    }

    @Test("night landings beside no night time are named, and count") func untimedNight() {
        let shell = Shell()
        let header = "Date,AircraftID,TotalTime,Night,AllLandings,DayLandingsFullStop,NightLandingsFullStop\n"
        let file = shell.file("night.csv", header + "2026-02-01,N1,2.4,0.0,5,1,4\n2026-02-02,N1,1.0,1.0,1,0,1\n")
        let text = "4 night landings, but no night time: they count toward currency."
        let assumed = shell.run("import", file, "--json").json["assumed"]
        #expect(assumed?.count == 1 && assumed?[0]?["text"]?.stringValue == text)
        let found = shell.run("audit", "--json").json["contradictions"]
        #expect(found?.count == 1 && found?[0]?["code"]?.stringValue == "night.untimed")
        let id = found?[0]?["flight"]?.stringValue ?? ""
        let amended = shell.run("flight", "amend", id, "--night-landings", "1", "--json")
        #expect(
            amended.json["warning"]?.stringValue == "1 night landing, but no night time: it counts toward currency.")
        shell.must("flight", "amend", id, "--night-hours", "0.5")
        #expect(shell.run("audit", "--json").json["contradictions"]?.count == 0)
        let logged = shell.run("flight", "log", "--hobbs", "1", "--night-landings", "3", "--night-hours", "0")
        #expect(logged.out.contains("Note: 3 night landings, but no night time: they count toward currency.\n"))
    }

    @Test("where every row is refused the status is 1, and the answer says why") func allRefused() {
        let shell = Shell()
        let file = shell.file(
            "bad.csv", header + "\n2026-02-01,N1,KSJC,KRHV,abc,1,1,\n2027-01-01,N1,KSJC,KRHV,1.0,1,1,\n")
        let text = shell.run("import", file)
        #expect(
            text.status == 1
                && text.out == """
                    Imported 0 flights; 0 were there already.

                    Skipped: 2
                      line 2, 2026-02-01 KSJC → KRHV: TotalTime "abc" is not a number such as 1.5 or 1:30.
                      line 3, 2027-01-01 KSJC → KRHV: The date 2027-01-01 is in the future; today is 2026-02-10.

                    """,
            "\(text.out)")
        #expect(
            text.err
                == "error: Not one of the 2 rows could become an entry.\nhint: The answer names each with its line and its reason.\n"
        )
        let json = shell.run("import", file, "--json")
        #expect(
            json.status == 1 && json.code == "import.allRefused" && json.json["skipped"]?.count == 2
                && json.json["batch"] == .null)
        #expect(shell.run("import", file, "--dry-run", "--json").status == 1)
        let one = shell.run("import", shell.file("one.csv", header + "\n2026-02-01,N1,KSJC,KRHV,abc,1,1,\n"))
        #expect(
            one.status == 1
                && one.err
                    == "error: The one row could not become an entry.\nhint: The answer names it with its line and its reason.\n"
        )
        #expect(shell.events == 0)
        #expect(
            shell.run("import", shell.file("none.csv", header + "\n"), "--json").status == 0, "no row, none refused")
    }

    @Test("of many notes of one kind the first are told, and all where asked for") func manyNotes() {
        let shell = Shell()
        let rows = (1...6).map { "2026-01-0\($0),N1,KSJC,KRHV,1.249,1,1,\n" }.joined()
        let file = shell.file("many.csv", header + "\n" + rows)
        let short = shell.run("import", file, "--dry-run").lines
        #expect(
            short.count == 10
                && short[8...9] == [
                    "The file has 6 flights from 2026-01-01 to 2026-01-06: total 7.49, PIC 0.0, dual 0.0, solo 0.0, night 0.0, "
                        + "cross-country 0.0, 6 landings.",
                    "Compare these sums with those of the program that wrote it.",
                ])
        #expect(
            short[1...6] == [
                "",
                "Interpreted: 6", "  Total times rounded to a second: 6",
                "    line 2, 2026-01-01 KSJC → KRHV: TotalTime 1.249 is kept as 1:14:56.",
                "    line 3, 2026-01-02 KSJC → KRHV: TotalTime 1.249 is kept as 1:14:56.",
                "    line 4, 2026-01-03 KSJC → KRHV: TotalTime 1.249 is kept as 1:14:56.",
            ])
        #expect(short[7] == "  and 3 more of these kinds; --notes names them all, --json too.")
        let long = shell.run("import", file, "--dry-run", "--notes").lines
        #expect(
            long.count == 12 && long[9] == "    line 7, 2026-01-06 KSJC → KRHV: TotalTime 1.249 is kept as 1:14:56.")
        #expect(shell.run("import", file, "--dry-run", "--json").json["assumed"]?.count == 6)
        shell.must("import", file)
        let again = shell.run("import", file).lines
        #expect(
            again == [
                "Imported 0 flights; 6 were there already.", "",
                "Interpreted: 6, as before; --notes names them all, --json too.",
            ])
        #expect(shell.run("import", file, "--notes").lines.count == 10)
        #expect(shell.run("import", file, "--json").json["assumed"]?.count == 6)
        let bad = (1...6).map { "2026-01-0\($0),N1,KSJC,KRHV,abc,1,1,\n" }.joined()
        let lines = shell.run("import", shell.file("bad.csv", header + "\n" + bad), "--dry-run").lines
        #expect(lines[2] == "Skipped: 6" && lines.count == 10, "what is not taken is named whole")
        let last = #"    line 7, 2026-01-06 KSJC → KRHV: TotalTime "abc" is not a number such as 1.5 or 1:30."#
        #expect(lines[9] == last)
    }

    @Test("a row dated before there were aeroplanes is kept and named") func earlyDate() {
        let shell = Shell()
        let file = shell.file(
            "early.csv", header + "\n2026-02-01,N1,KSJC,KRHV,1.5,1,1,\n1902-12-31,N1,KSJC,KRHV,1.0,1,1,\n")
        let text = "The date 1902-12-31 is before 1903, the year of the first flight. It is kept as in the file."
        let stated = shell.run("import", file, "--json").json
        #expect(
            stated["flights"] == .integer(2)
                && stated["assumed"]?.text == #"[{"line":3,"code":"date.early","text":"\#(text)"}]"#)
        let id = shell.run("flight", "list", "--json").json[1]?["id"]?.stringValue ?? ""
        #expect(
            shell.run("flight", "show", id, "--json").json["accepted"]?.count ?? 0 <= 0,
            "no rule of the entry is accepted")
        shell.must("flight", "amend", id, "--remarks", "x")
    }

    @Test("an amendment that names no field is refused; null names one") func emptyAmendment() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5", "--remarks", "r")
        func amend(_ data: String) -> Shell.Result {
            shell.run("append", "--json", input: #"{"stream":"flight/\#(id)","type":"flight.amended","data":\#(data)}"#)
        }
        let same = amend(#"{"hobbs":1.5}"#)
        #expect(
            same.status == 1 && same.code == "amend.nothing"
                && same.error["error"]?["message"]?.stringValue
                    == "Nothing to change: the flight already has these values."
        )
        #expect(
            same.error["error"]?["hint"]?.stringValue == "\"daybook flight show \(id)\" shows its values."
                && amend(#"{"extra":null}"#).code == "amend.nothing")
        let empty = amend("{}")
        #expect(empty.status == 1 && empty.code == "amend.nothing" && empty.error["error"]?["line"] == .integer(1))
        #expect(empty.error["error"]?["message"] == .string("Nothing is to be changed: the event names no field."))
        #expect(empty.error["error"]?["hint"] == .string("Name a field, or null for one to clear."))
        #expect(shell.events == 1)
        #expect(amend(#"{"remarks":null}"#).status == 0)
    }

    @Test("S-X.1: the report has the sums of the file, its aircraft and devices, and the columns in no figure")
    func sums() {
        let shell = Shell()
        let file = shell.file(
            "book.csv",
            """
            ForeFlight Logbook Import
            Aircraft Table
            AircraftID,equipType (FAA)
            N1,aircraft
            D1,batd
            N1,aircraft
            Flights Table
            Date,AircraftID,From,To,TotalTime,PIC,Night,AllLandings,NVG
            2026-01-02,N1,KSJC,KRHV,1.5,1.5,0.5,2,0.3
            2026-01-09,N1,KRHV,KSJC,1.0,1.0,0,1,0.0

            """)
        let stated = shell.run("import", file, "--json").json
        let sums = #"{"flights":2,"first":"2026-01-02","last":"2026-01-09","totalHours":2.5,"picHours":2.5,"#
        #expect(
            stated["sums"]?.text == sums + #""dualHours":0.0,"#
                + #""soloHours":0.0,"nightHours":0.5,"crossCountryHours":0.0,"allLandings":3,"#
                + #""sicHours":0.0,"dualGivenHours":0.0,"instrumentHours":0.0,"actualInstrumentHours":0.0,"#
                + #""approaches":0,"holds":0,"deviceTotalHours":0.0,"deviceDualHours":0.0}"#)
        #expect(stated["unusedColumns"]?.text == #"[{"column":"NVG","rows":1}]"#)
        #expect(stated["aircraft"] == .integer(2) && stated["devices"]?.text == #"["D1"]"#)
        let again = Shell().run("import", file, "--dry-run")
        #expect(
            again.lines[1...4] == [
                "The file has 2 flights from 2026-01-02 to 2026-01-09: total 2.5, PIC 2.5, dual 0.0, solo 0.0, night 0.5, "
                    + "cross-country 0.0, 3 landings.", "Compare these sums with those of the program that wrote it.",
                "It describes 2 aircraft, of which this is a training device: D1.",
                "Columns in no figure, kept as text: NVG (1 row).",
            ])
    }

    @Test("S-X.1: a map, an order of dates, and an example for the file") func maps() {
        let shell = Shell()
        let file = shell.file("other.csv", "Day;Minutes\n1/2/2026;90\n")
        let none = shell.run("import", file)
        #expect(none.status == 65 && none.err.contains("names the columns of no program that is known"))
        let map = shell.file("my.map", "date: Day\nhobbs: Minutes\nhours: minutes\n")
        let read = shell.run("import", file, "--map", map, "--dates", "dmy", "--json")
        #expect(read.json["flights"] == .integer(1) && read.json["format"] == .string("map"))
        #expect(read.json["sums"]?["first"] == .string("2026-02-01") && read.json["sums"]?["totalHours"]?.text == "1.5")
        let example = shell.run("import", file, "--map-example").out
        #expect(example.hasPrefix("# Import map for other.csv. One \"field: Column\" a line; complete it, then "))
        #expect(example.contains(" then daybook import \(file) --map THIS-FILE.\n"))
        let spaced = shell.file("an other's.csv", "Day;Minutes\n1/2/2026;90\n")
        let quoted = spaced.replacing("'", with: "'\\''")
        #expect(
            shell.run("import", spaced, "--map-example").out
                .contains(" then daybook import '\(quoted)' --map THIS-FILE.\n"))
        #expect(example.contains("\ndates: ymd\nhours: decimal\n"))
        let order = shell.run("import", file, "--map", map, "--dates", "dym")
        #expect(order.status == 64)
        #expect(order.err == "error: There is no order of dates \"dym\".\nhint: It is mdy, dmy or ymd.\n")
        let bad = shell.run("import", file, "--map", shell.file("bad.map", "mood: Day\n"))
        #expect(bad.status == 65 && bad.err.contains("Line 1 of the map names \"mood\", which is no field."))
    }

    @Test("options of tables are refused for an export, and a map beside a format") func conflictingOptions() {
        let shell = Shell()
        let lines = shell.file("a.jsonl", "{}\n")
        for options in [["--dates", "mdy"], ["--map", "mcc"], ["--map-example"]] {
            let refused = shell.run(["import", lines] + options)
            #expect(refused.status == 64)
            #expect(
                refused.err == "error: --dates, --map and --map-example are for tables.\n"
                    + "hint: Leave them out: an export of a ledger states all of its fields.\n")
        }
        let both = shell.run("import", shell.file("a.csv", header + "\n"), "--map", "mcc", "--format", "foreflight")
        #expect(both.status == 64)
        #expect(
            both.err == "error: --map and --format both state how the file is read.\nhint: Leave one of them out.\n")
    }

    @Test("S-X.1: a flight that an earlier version imported without a column is found, and the figures are named")
    func earlierReading() {
        let shell = Shell()
        let header = "Date,AircraftID,TotalTime,PilotComments,"
        let row = "\n2026-02-01,N1,1.5,first,3\n"
        // An unknown column left the figure at nothing, as the new column once did.
        let before = shell.run("import", shell.file("before.csv", header + "Landing" + row), "--json").json
        #expect(before["flights"] == .integer(1))
        let now = shell.run("import", shell.file("now.csv", header + "Landing Full-Stop Day" + row), "--json").json
        #expect(now["flights"] == .integer(0) && now["duplicates"] == .integer(1))
        let id = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue?.prefix(12) ?? ""
        let notes = now["assumed"]
        #expect(notes?[notes.map { $0.count - 1 } ?? 0]?["code"] == .string("row.earlierReading"))
        #expect(
            notes?[notes.map { $0.count - 1 } ?? 0]?["text"]?.stringValue
                == "An earlier version of this program imported the flight without these figures: "
                + "day full stops 3. \"daybook flight amend \(id)\" adds them.")
        #expect(shell.run("flight", "list", "--json").json.count == 1)
    }

    @Test(
        "S-X.1: a flight whose times an earlier version rounded to tenths is found, and the command that states them exactly is named"
    )
    func roundedEarlier() {
        let shell = Shell()
        let header = "Date,AircraftID,TotalTime,Night,DualReceived,DayLandingsFullStop\n"
        let before = shell.run(
            "import", shell.file("before.csv", header + "2026-02-01,N1,1.3,0.3,1.2,1\n2026-02-02,N1,1.25,,,1\n"),
            "--json"
        ).json
        #expect(before["flights"] == .integer(2))
        let file = shell.file("now.csv", header + "2026-02-01,N1,1:15,0:20,1.2,1\n2026-02-02,N1,1:15,,,1\n")
        let now = shell.run("import", file)
        let id = shell.run("flight", "list", "--json").json[1]?["id"]?.stringValue?.prefix(12) ?? ""
        let command = "daybook flight amend \(id) --hobbs 1.25 --night-hours 0:20"
        #expect(
            now.out.contains("Imported 0 flights; 2 were there already.") && now.out.contains("To be completed: 1\n"))
        #expect(
            now.out.contains(
                ": The flight stands with times rounded to tenths, as an earlier version of this program kept them. \"\(command)\" states them exactly.\n"
            ))
        #expect(shell.run(Array(command.split(separator: " ").dropFirst().map(String.init))).status == 0)
        #expect(shell.run("flight", "summary", "--json").json["totalHoursSeconds"] == .integer(9_000))
        #expect(!shell.run("import", file).out.contains("rounded to tenths"))
    }
}
