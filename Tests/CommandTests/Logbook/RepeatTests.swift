import DaybookDomains
import Testing

@Suite struct RepeatTests {
    private let shell = Shell()
    private let header =
        "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks"

    @Test("a key logs a flight once, without an id and on another day too", arguments: [[], ["--quick"]]) func keys(
        quick: [String]
    ) {
        let first = shell.run(["flight", "log", "--hobbs", "1.5", "--from", "KSJC", "--key", "K", "--json"] + quick)
        #expect(first.status == 0 && first.json["duplicate"] == .bool(false), "\(first.err)")
        shell.clock = "2026-02-14T13:00:00Z"
        let again = shell.run(["flight", "log", "--hobbs", "1.5", "--from", "KSJC", "--key", "K", "--json"] + quick)
        #expect(again.status == 0 && again.json["duplicate"] == .bool(true), "\(again.err)")
        #expect(again.json["id"] == first.json["id"] && again.json["event"] == first.json["event"] && shell.events == 1)
        let other = shell.run(["flight", "log", "--hobbs", "1.6", "--from", "KSJC", "--key", "K", "--json"] + quick)
        #expect(other.status == 1 && other.code == "key.conflict")
        let dated = shell.run(
            ["flight", "log", "--hobbs", "1.5", "--from", "KSJC", "--key", "K", "--date", "2026-02-11", "--json"]
                + quick)
        #expect(dated.code == "key.conflict")
        #expect(
            shell.run(["flight", "log", "--hobbs", "1.5", "--key", "L", "--json"] + quick).json["id"]
                != first.json["id"])
    }

    @Test("a flight that was removed by hand stays removed when its file comes again, and is named") func removed() {
        let file = shell.file(
            "a.csv",
            header + "\n2026-02-01,KSJC,KRHV,1.5,1.5,1,0,Y,N,N,N,,\n2026-02-02,KSJC,KRHV,1.5,1.5,1,0,Y,N,N,N,,\n")
        let batch = shell.run("import", file, "--json").json["batch"]?.stringValue ?? ""
        let id = shell.run("flight", "list", "--json").json[1]?["id"]?.stringValue ?? ""
        shell.must("flight", "remove", id)
        let again = shell.run("import", file, "--json").json
        #expect(again["flights"] == .integer(0) && again["duplicates"] == .integer(2))
        #expect(
            again["skipped"]?.text
                == #"[{"line":2,"code":"row.removed","text":"The flight was removed here and stays so. \"daybook flight restore \#(id.prefix(12))\" brings it back."}]"#
        )
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        shell.must("undo", batch)
        #expect(
            shell.run("import", file, "--json").json["flights"] == .integer(1),
            "what the undo took back comes back, no more")
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        let nothing = shell.run("undo", "batch/none", "--json")
        let line = #"{"stream":"batch/none","type":"batch.undone","data":{}}"#
        let appended = shell.run("append", "--json", input: line)
        #expect(
            appended.status == 1 && appended.code == "batch.unknown" && appended.error["error"]?["line"] == .integer(1))
        #expect(appended.error["error"]?["message"] == nothing.error["error"]?["message"])
        #expect(nothing.code == "batch.unknown")
    }

    @Test("S-TC-035: what only its signature kept of an undone import is told when the signature is voided")
    func voidedAfterUndo() {
        let batch =
            shell.run(
                "import", shell.file("a.csv", header + "\n2026-02-01,KSJC,KRHV,1.5,1.5,1,0,Y,N,N,N,,\n"), "--json"
            ).json["batch"]?.stringValue ?? ""
        let id = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        shell.must("flight", "sign", id, "--cfi", "7")
        // Signed, it stays, and there is nothing else to take back.
        #expect(shell.run("undo", batch, "--json").code == "batch.nothing")
        let file = shell.file(
            "b.csv",
            header + "\n2026-02-02,KSJC,KRHV,1.0,1.0,1,0,Y,N,N,N,,\n2026-02-03,KSJC,KRHV,1.0,1.0,1,0,Y,N,N,N,,\n")
        let second = shell.run("import", file, "--json").json["batch"]?.stringValue ?? ""
        let signed = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        shell.must("flight", "sign", signed, "--cfi", "7")
        shell.must("undo", second)
        let voided = shell.run("flight", "void", signed, "--reason", "wrong entry")
        #expect(
            voided.lines == [
                "Signature voided. The import that brought the flight was undone, so the flight counts no longer; "
                    + "\"daybook flight restore \(signed.prefix(12))\" brings it back."
            ])
        shell.must("flight", "restore", signed)
        #expect(shell.run("flight", "list", "--json").json.count == 2)
        #expect(
            shell.run("flight", "void", id, "--reason", "x").lines == [
                "Signature voided. The flight can be changed again."
            ])
    }

    @Test("a reason given for the undoing of an event is refused, not dropped") func reasonOfAnEvent() {
        shell.must("flight", "log", "--hobbs", "1.5", "--id", "a")
        shell.must("flight", "amend", "a", "--hobbs", "1.6")
        let event = shell.run("log", "--type", "flight.amended", "--json").jsonLines[0]["id"]?.stringValue ?? ""
        let refused = shell.run("undo", event, "--reason", "because", "--json")
        #expect(refused.status == 64 && refused.code == "undo.reason")
        #expect(
            refused.error["error"]?["message"]?.stringValue
                == "A reason is kept with the undoing of an import only, and \(event) is none.")
        #expect(refused.error["error"]?["hint"]?.stringValue == "Leave --reason out.")
        shell.must("undo", event)
    }

    @Test("an undo that finds nothing says why") func nothingToUndo() {
        let batch =
            shell.run(
                "import", shell.file("a.csv", header + "\n2026-02-01,KSJC,KRHV,1.5,1.5,1,0,Y,N,N,N,,\n"), "--json"
            ).json["batch"]?.stringValue ?? ""
        shell.must("undo", batch)
        let twice = shell.run("undo", batch, "--json")
        #expect(twice.code == "batch.nothing")
        #expect(
            twice.error["error"]?["hint"]?.stringValue
                == "They were taken back or removed already, or came with another import: an entry belongs to the import that brought it first."
        )
    }

    @Test("D-11: one flight from two programs is found, though one tells less; two equal flights of one file stay two")
    func twoPrograms() {
        shell.must(
            "import",
            shell.file(
                "a.csv",
                header + "\n2026-02-01,KSJC,KRHV,1.5,1.5,1,0,Y,N,N,N,,\n2026-02-01,KSJC,KRHV,1.5,1.5,1,0,Y,N,N,N,,\n"))
        let foreflight =
            "Date,AircraftID,From,To,TotalTime,DayLandingsFullStop,AllLandings\n2026-02-01,N1,KSJC,KRHV,1.5,1,1\n2026-02-01,N1,KSJC,KRHV,1.5,1,1\n2026-02-01,N1,KSJC,KPAO,1.5,1,1\n"
        let file = shell.file("b.csv", foreflight)
        let dry = shell.run("import", file, "--dry-run").lines
        #expect(
            dry[1] == "2 of them would look like flights that were there before; \"daybook duplicates\" shows them.")
        let taken = shell.run("import", file, "--json").json
        #expect(taken["flights"] == .integer(3) && taken["lookAlike"] == .integer(2))
        let groups = shell.run("duplicates", "--json").json
        #expect(groups.count == 2 && groups[0]?["flights"]?.count == 2 && groups[1]?["flights"]?.count == 2)
        let one = shell.run("import", shell.file("c.csv", header + "\n2026-02-01,KSJC,KPAO,1.5,1.5,1,0,N,N,N,N,,\n"))
            .lines
        #expect(one[1] == "1 of them looks like a flight that was there before; \"daybook duplicates\" shows both.")
        #expect(
            shell.run("import", file, "--json").json["lookAlike"] == .integer(0),
            "what is there by its own name is a duplicate, and no more")
    }

    @Test(
        "D-11: a flight that was corrected where it came from is named beside what was imported before; nothing is removed"
    ) func correctedFile() {
        func rows(_ hours: String, _ remarks: String = "", to: String = "KRHV") -> String {
            header
                + "\n2026-02-01,KSJC,KRHV,1.5,1.5,1,0,Y,N,N,N,,\n2026-02-01,KSJC,\(to),\(hours),\(hours),1,0,Y,N,N,N,,\(remarks)\n2026-02-03,KSJC,KPAO,1.0,1.0,1,0,Y,N,N,N,,\n"
        }
        shell.must("import", shell.file("a.csv", rows("1.2")))
        let old = shell.run("flight", "list", "--json", "--search", "KRHV").json
        let there = [old[0], old[1]].first { $0?["hobbs"] == .number("1.2") }??["id"]?.stringValue ?? ""
        let file = shell.file("b.csv", rows("1.4"))
        let dry = shell.run("import", file, "--dry-run")
        let stated = shell.run("import", file, "--json").json
        let new = stated["possibleDuplicates"]?[0]?["flight"]?.stringValue ?? ""
        #expect(
            stated["flights"] == .integer(1) && stated["duplicates"] == .integer(2)
                && stated["lookAlike"] == .integer(0))
        #expect(
            stated["possibleDuplicates"]?.text
                == #"[{"line":3,"flight":"\#(new)","there":["\#(there)"],"differ":["hobbs","tach"]}]"#)
        #expect(
            shell.run("flight", "show", new, "--json").json["hobbs"] == .number("1.4")
                && shell.run("flight", "list", "--json").json.count == 4)
        #expect(
            dry.lines.contains(
                "  line 3: 2026-02-01 KSJC → KRHV, 1.4 h, \(new.prefix(12)), may be \(there.prefix(12)), which was there before: they differ in hobbs, tach."
            ))
        #expect(dry.lines.contains("Possible duplicates: 1"))
        #expect(
            dry.lines.contains(
                "  Nothing was removed. Where both are one flight, \"daybook flight remove ID\" takes one away."))
        // A row that the file still has, or has again, is no other flight.
        #expect(shell.run("import", file, "--json").json["possibleDuplicates"] == nil)
        shell.must("flight", "remove", there)
        let remarks = shell.run("import", shell.file("c.csv", rows("1.4", "windy")), "--json").json
        #expect(
            remarks["lookAlike"] == .integer(1) && remarks["possibleDuplicates"]?[0]?["differ"]?.text == #"["remarks"]"#
        )
        #expect(remarks["possibleDuplicates"]?[0]?["there"]?.text == "[\"\(new)\"]")
    }

    @Test(
        "D-11: a place that was corrected is one thing that differs; more than one, or hours far apart, is another flight"
    ) func correctedPlace() {
        func file(_ name: String, _ to: String, _ hours: String, _ more: String = "") -> String {
            shell.file(name, header + "\n2026-02-01,KSJC,\(to),\(hours),\(hours),1,0,Y,N,N,N,,\n" + more)
        }
        shell.must("import", file("a.csv", "KRHV", "1.2"))
        func found(_ name: String, _ to: String, _ hours: String, _ more: String = "") -> JSONValue? {
            shell.run("import", file(name, to, hours, more), "--dry-run", "--json").json["possibleDuplicates"]
        }
        #expect(
            found("b.csv", "KPAO", "1.2")?[0]?["differ"]?.text == #"["to"]"#
                && found("c.csv", "KRHV", "2.2")?.count == 1)
        #expect(found("d.csv", "KPAO", "1.3") == nil && found("e.csv", "KRHV", "2.3") == nil)
        // The file has both.
        #expect(found("f.csv", "KRHV", "1.4", "2026-02-01,KSJC,KRHV,1.2,1.2,1,0,Y,N,N,N,,\n") == nil)
        // Of two new flights one can be the corrected one.
        #expect(found("g.csv", "KRHV", "1.4", "2026-02-01,KSJC,KRHV,1.6,1.6,1,0,Y,N,N,N,,\n")?.count == 1)
    }

    @Test("D-11: a flight that a person entered without an aircraft looks like the same with one") func byHand() {
        let first = shell.log("--hobbs", "1.5", "--from", "KSJC", "--aircraft", "N1")
        let second = shell.log("--hobbs", "1.5", "--from", "KSJC")
        _ = shell.log("--hobbs", "1.5", "--from", "KPAO", "--aircraft", "N1")
        #expect(shell.run("duplicates", "--json").json[0]?["flights"]?.text == "[\"\(first)\",\"\(second)\"]")
        #expect(shell.run("duplicates", "--json").json.count == 1)
    }

    @Test("rows that end too early are named, not filled up") func shortRows() {
        let cut = shell.run(
            "import",
            shell.file(
                "s.csv", header + "\n2026-02-01,KSJC,KRHV,1.5,1.5,1,0,Y\n2026-02-02,KSJC,KRHV,1.5,1.5,1,0,Y,N,N,N,,\n"),
            "--json"
        ).json
        #expect(
            cut["flights"] == .integer(1)
                && cut["skipped"]?.text
                    == #"[{"line":2,"code":"row.tooShort","text":"The row has 8 of 13 fields. A line break within "#
                    + #"a text may have ended it, or a spreadsheet left out its blank end."}]"#
        )
        let foreflight =
            "Date,AircraftID,From,To,TotalTime,AllLandings\n2026-02-01\n2026-02-03,N1\n2026-02-04,,,,,\n2026-02-05,N1,KSJC,KRHV,1.5\n"
        let padded = shell.run("import", shell.file("f.csv", foreflight), "--json").json
        #expect(padded["flights"] == .integer(1))
        #expect(
            padded["skipped"]?.text
                == #"[{"line":2,"code":"row.tooShort","text":"The row has 1 of 6 fields and ends before TotalTime."},"#
                + #"{"line":3,"code":"row.tooShort","text":"The row has 2 of 6 fields and ends before TotalTime."},"#
                + #"{"line":4,"code":"row.dateOnly","text":"The row has a date and nothing else."}]"#)
    }

    @Test("an import keeps a part that is longer than its flight, names it, and the audit does too")
    func contradictions() {
        let file = shell.file(
            "p.csv", "Date,AircraftID,From,To,TotalTime,Solo,AllLandings\n2026-02-01,N1,KSJC,KRHV,1.0,2.0,1\n")
        let taken = shell.run("import", file, "--json").json
        #expect(taken["flights"] == .integer(1))
        #expect(
            taken["assumed"]?.text
                == #"[{"line":2,"code":"hours.part","text":"The solo part, 2.0 hours, is longer than the flight of 1.0. Both are kept as in the file; the part is in no figure until the entry is amended."}]"#
        )
        let id = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        shell.must("flight", "amend", id, "--remarks", "untouched hours are not looked at")
        let audit = shell.run("audit", "--json").json
        #expect(
            audit["contradictions"]?.text
                == #"[{"flight":"\#(id)","code":"hours.part","text":"The solo part, 2.0 hours, is longer than the flight of 1.0."}]"#
        )
        #expect(shell.run("audit").out.contains("Flights that contradict themselves"))
        #expect(Shell().run("audit").out.contains("Flights that contradict themselves\n  No contradictory entries.\n"))
        shell.must(
            "import",
            shell.file("q.csv", "Date,AircraftID,From,To,TotalTime,AllLandings\n2026-02-02,N1,KSJC,KRHV,0.0,3\n"))
        shell.must(
            "import", shell.file("r.csv", "Date,AircraftID,From,To,TotalTime,AllLandings\n2026-02-03,N1,KSJC,KRHV,,1\n")
        )
        let untimed = shell.run("audit", "--json").json["contradictions"]
        #expect(untimed?.count == 3 && untimed?[1]?["code"] == .string("landings.untimed"))
        #expect(untimed?[1]?["text"]?.stringValue == "3 landings, but no flight time: they count toward currency.")
        #expect(untimed?[2]?["text"]?.stringValue == "1 landing, but no flight time: it counts toward currency.")
        let entry = untimed?[1]?["flight"]?.stringValue ?? ""
        let amended = shell.run("flight", "amend", entry, "--all-landings", "2", "--json").json
        #expect(amended["warning"]?.stringValue == "2 landings, but no flight time: they count toward currency.")
        #expect(
            shell.run("flight", "amend", entry, "--remarks", "what is not about them", "--json").json["warning"] == nil)
        let other = untimed?[2]?["flight"]?.stringValue ?? ""
        let superseded = shell.run("flight", "supersede", other, "--day-landings", "1", "--json").json
        #expect(superseded["warning"]?.stringValue == "1 landing, but no flight time: it counts toward currency.")
        #expect(
            shell.run("flight", "log", "--hobbs", "0", "--json").code == "hobbs.positive",
            "a person's is refused for what it lacks")
        shell.must("flight", "amend", entry, "--hobbs", "0.7")
        #expect(shell.run("audit", "--json").json["contradictions"]?.count == 2)
    }
}
