import DaybookDomains
import Foundation
import Testing

/// Totals brought forward from an earlier logbook: in every sum as of their day, and in no currency.
@Suite struct ForwardTests {
    private let shell = Shell()

    private func forward(_ options: String...) -> Shell.Result {
        shell.run(["flight", "forward", "--date", "2020-12-31", "--id", "paper"] + options)
    }

    @Test("given totals of a paper book and a flight, the sums have both, and the currency has the flight alone")
    func sums() {
        let stated = forward(
            "--total", "312.4", "--pic", "250.1", "--solo", "14:12", "--solo-xc", "6", "--dual", "62.3", "--xc", "80",
            "--night", "21.25", "--instrument", "8", "--landings", "800", "--night-landings", "40", "--remarks",
            "Book 1")
        #expect(stated.out == "Brought forward as of 2020-12-31: 312.4 h.\nThe id is paper.\n")
        #expect(stated.undo?.hasPrefix("daybook undo ") == true)
        shell.must("flight", "log", "--hobbs", "1.6", "--date", "2026-02-01", "--pic-hours", "1.6", "--id", "a")
        let summary = shell.run("flight", "summary", "--json").json
        let expected = [
            "flights": "1", "totalHours": "314.0", "picHours": "251.7", "soloHours": "14.2", "dualHours": "62.3",
            "crossCountryHours": "80.0", "nightHoursSeconds": "76500", "instrumentHours": "8.0", "allLandings": "801",
            "nightLandings": "40", "thisMonthHours": "1.6",
        ]
        for (name, value) in expected { #expect(summary[name]?.text == value, "\(name)") }
        let before = shell.run("flight", "summary", "--on", "2020-12-30", "--json").json
        #expect(before["totalHours"]?.text == "0.0" && before["allLandings"]?.text == "0")
        let month = shell.run("flight", "summary", "--on", "2020-12-31", "--json").json
        #expect(month["totalHours"]?.text == "312.4" && month["thisMonthHours"]?.text == "0.0")
        let progress = shell.run("progress", "--json").json
        #expect(progress["requirements"]?[0]?["hours"]?.text == "314.0")
        // No landing of the earlier book counts, not even on its own day.
        for day in ["2021-01-01", "2026-02-10"] {
            let currency = shell.run("currency", "--on", day, "--json").json
            #expect(currency["legal"] == .string("NOT CURRENT"), "\(day)")
        }
        #expect(shell.run("currency", "periods", "--json").json.count == 0)
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        #expect(shell.run("audit", "--json").json["totals"]?["totalHours"]?.text == "314.0")
        let totals = shell.run("flight", "totals", "--by", "year", "--json").json
        #expect(totals["total"]?["totalHours"]?.text == "314.0")
        #expect(totals["groups"]?[1]?["key"] == .string("forwarded"))
        let rows = shell.run("logbook", "8710", "--json").json["rows"]
        #expect(rows?[1]?["row"] == .string("forwarded") && rows?[1]?["totalHours"]?.text == "312.4")
        #expect(
            shell.must("logbook", "8710").out.contains(
                "Note: Totals brought forward state no times of two kinds, such as night time in command; "
                    + "those rows are without them.\n"))
    }

    @Test("each sum rests on the record, too") func evidence() {
        _ = forward("--total", "100", "--night", "10")
        shell.must("flight", "log", "--hobbs", "1.5", "--date", "2026-02-01", "--id", "a")
        let evidence = shell.run("flight", "summary", "--explain", "--json").json["evidence"]
        let counted = evidence?["totalHours"]?["counted"]
        #expect(counted?.count == 2 && counted?[1]?["stream"] == .string("forward/paper"))
        #expect(counted?[1]?["amount"]?.text == "100.0")
        #expect(evidence?["flights"]?["counted"]?.count == 1)
        let audit = shell.run("audit", "--explain", "--json")
        #expect(audit.status == 0, "\(audit.err)")
    }

    @Test("the printed logbook begins with them, and states a later change") func book() {
        _ = forward("--total", "312.4", "--sic", "5", "--dual-given", "12")
        shell.must("flight", "log", "--hobbs", "1.6", "--date", "2026-02-01")
        shell.must("flight", "forward", "amend", "paper", "--total", "313", "--remarks", "Book 1")
        let page = shell.must("logbook", "--html", "-").out
        #expect(
            page.contains("Brought forward as of 2020-12-31, ") && page.contains("Book 1")
                && page.contains(": 313.0 h; their class is not stated and counts under \"Other\"."))
        #expect(page.contains("They were changed after they had been entered."))
        #expect(page.contains("314.6"), "the totals to date have both")
        let list = shell.must("flight", "forward", "list").lines
        #expect(list[0] == "As of 2020-12-31  paper, changed since" && list[1] == "  Total: 313.0")
        #expect(list.last == "  Book 1")
    }

    @Test("an edit, a removal and their undo") func changes() {
        _ = forward("--total", "100")
        let amended = shell.must("flight", "forward", "amend", "paper", "--night", "9.5", "--date", "2021-01-31")
        #expect(amended.out == "Totals changed: night 9.5, date 2021-01-31.\n")
        #expect(shell.run("flight", "summary", "--json").json["nightHours"]?.text == "9.5")
        shell.must("undo")
        #expect(shell.run("flight", "forward", "list", "--json").json[0]?["date"] == .string("2020-12-31"))
        shell.must("flight", "forward", "remove", "paper", "--reason", "x")
        #expect(shell.must("flight", "forward", "list").out == "No totals are brought forward.\n")
        #expect(shell.run("flight", "summary", "--json").json["totalHours"]?.text == "0.0")
        shell.must("undo")
        #expect(shell.run("flight", "summary", "--json").json["totalHours"]?.text == "100.0")
    }

    @Test("flights on or before the day count beside them, with a note") func overlap() {
        shell.must("flight", "log", "--hobbs", "1", "--date", "2020-12-31")
        #expect(
            forward("--total", "100", "--json").json["warning"]
                == .string(
                    "1 flight has a date on or before 2020-12-31; it counts beside these totals. "
                        + "\"daybook flight list --to 2020-12-31\" shows what may be in both."))
    }

    @Test("the list of 61.109(a) and the book name the training that totals cannot state") func training() {
        let note =
            "Totals brought forward state no training by night, by instruments or on cross-countries; these rows count "
            + "the entries alone."
        #expect(!shell.must("progress", "--detail").lines.contains(note))
        _ = forward("--total", "100")
        #expect(shell.must("progress", "--detail").lines.contains(note))
        #expect(shell.must("logbook", "--html", "-").out.contains(note))
    }

    @Test("an import counts the flights of its file that the totals may hold") func imported() {
        _ = forward("--total", "100")
        let head = "Date,AircraftID,From,To,TotalTime,AllLandings\n"
        let one = shell.file("one.csv", head + "2020-12-31,N1,KSJC,KRHV,1.0,1\n2021-01-01,N1,KSJC,KRHV,1.0,1\n")
        let line =
            "Note: 1 flight of the file has a date on or before 2020-12-31, the day of totals brought forward. It "
            + "counts beside those totals. \"daybook flight forward list\" shows what may be in both."
        #expect(shell.must("import", one, "--dry-run").lines.contains(line))
        #expect(shell.must("import", one).lines.contains(line))
        let again = shell.run("import", one, "--json").json
        #expect(again["flights"] == .integer(0) && again["broughtForward"] == nil)
        let two = shell.file("two.csv", head + "2019-12-31,N1,KSJC,KRHV,1.0,1\n2020-01-01,N1,KSJC,KRHV,1.0,1\n")
        #expect(
            shell.run("import", two, "--dry-run", "--json").json["broughtForward"]?.text
                == #"[{"date":"2020-12-31","flights":2}]"#)
        #expect(
            shell.must("import", two).out.contains(
                "Note: 2 flights of the file have a date on or before 2020-12-31, the day of totals brought forward. "
                    + "They count beside those totals."))
    }

    @Test("times that no flight has at once, fewer landings than full stops, and a second record count, with a note")
    func doubts() {
        let crew = forward("--total", "10", "--pic", "4", "--sic", "8", "--landings", "5", "--night-landings", "7")
        #expect(
            crew.out.contains(
                "Note: Pilot in command and second in command together, 12.0 h, are more than the total, 10.0 h. "
                    + "Each counts as stated.\n")
                && crew.out.contains("Note: All landings, 5, are fewer than the full stops, 7. 7 count.\n"),
            "\(crew.out)")
        #expect(shell.run("flight", "summary", "--json").json["allLandings"]?.text == "7")
        let second = shell.run(
            "flight", "forward", "--date", "2015-06-30", "--total", "99:20", "--id", "older", "--json")
        #expect(
            second.json["warning"]
                == .string(
                    "Other totals are brought forward as of 2020-12-31, and count beside these. If one includes the "
                        + "other, remove it: \"daybook flight forward remove paper\"."))
        #expect(shell.run("flight", "summary", "--json").json["totalHoursSeconds"]?.text == "393600")
        // An amendment repeats what is still so.
        let amended = shell.run("flight", "forward", "amend", "paper", "--clear", "sic", "--json").json
        #expect(amended["warning"]?.stringValue?.contains("second in command") == false)
        #expect(amended["warning"]?.stringValue?.contains("All landings, 5") == true)
    }

    @Test("a removed record changes nothing until its removal is undone") func removed() {
        _ = forward("--total", "100")
        let removal = shell.run("flight", "forward", "remove", "paper", "--json")
        let edit = shell.run("flight", "forward", "amend", "paper", "--total", "90")
        #expect(
            edit.err
                == "error: These totals were removed.\n"
                + "hint: \"daybook undo EVENT\" restores them; "
                + "\"daybook show forward/paper\" shows the event of the removal.\n")
        shell.must("undo", removal.json["event"]?.stringValue ?? "")
        #expect(shell.run("flight", "summary", "--json").json["totalHours"]?.text == "100.0")
        shell.must("flight", "forward", "remove", "paper")
        #expect(
            shell.must("undo").lines[0] == "Undone: totals brought forward as of 2020-12-31 were removed.")
        #expect(shell.run("flight", "summary", "--json").json["totalHours"]?.text == "100.0")
    }

    @Test("the audit and the summary name what is no flight, and exports name what they leave out") func named() {
        _ = forward("--total", "312.4", "--dual", "12.4")
        shell.must("flight", "log", "--hobbs", "1.6", "--date", "2026-02-01")
        shell.must("flight", "forward", "amend", "paper", "--total", "313")
        let audit = shell.must("audit").out
        #expect(audit.contains("Brought forward, 2020-12-31, changed since        0  313.0  12.4"), "\(audit)")
        let json = shell.run("audit", "--json").json
        #expect(json["broughtForward"]?[0]?["total"]?.text == "313.0" && json["broughtForward"]?.count == 1)
        let summary = shell.must("flight", "summary").out
        #expect(
            summary.hasSuffix("Of these, 313.0 h are brought forward as of 2020-12-31, and were changed since.\n"))
        #expect(shell.run("flight", "summary", "--json").json["broughtForward"]?[0]?["amended"] == .bool(true))
        // As it was known before the change, and of the day before theirs.
        let known = shell.run("flight", "summary", "--known-at", "3", "--json").json
        #expect(known["totalHours"]?.text == "314.0" && known["broughtForward"]?[0]?["amended"] == .bool(false))
        #expect(shell.run("flight", "summary", "--on", "2020-12-30", "--json").json["broughtForward"] == nil)
        for (format, program) in [("foreflight", "ForeFlight"), ("solotrack", "SoloTrack")] {
            let export = shell.must("export", "--format", format, shell.folder + "/book.csv")
            #expect(
                export.lines.last
                    == "Left out, because the file holds flights only: totals brought forward as of 2020-12-31, "
                    + "313.0 h. Enter them in \(program) by hand.")
            #expect(shell.must("export", "--format", format).err == export.lines.last.map { $0 + "\n" })
        }
        shell.must("flight", "forward", "amend", "paper", "--total", "312.4")
        #expect(shell.run("flight", "forward", "list", "--json").json[0]?["amended"] == .bool(false))
    }

    @Test(
        "figures that contradict each other are refused",
        arguments: [
            (["--total", "100", "--pic", "100.1"], 1, "Pilot in command, 100.1 h, is more than the total, 100.0 h."),
            (
                ["--total", "100", "--solo", "60", "--dual", "41"], 1,
                "Solo and dual received together, 101.0 h, are more than the total, 100.0 h."
            ),
            (
                ["--total", "100", "--solo", "6", "--solo-xc", "7"], 1,
                "Solo cross-country, 7.0 h, is more than solo, 6.0 h."
            ),
            (["--pic", "3"], 1, "Totals brought forward need the total flight time."),
            (["--total", "-5"], 64, "Hours cannot be negative."),
            (["--total", "100000"], 1, "--total is not from 0.0 to 99999.9."),
            (
                ["--total", "10", "--landings", "100000"], 64, "\"100000\" is not a whole number from 0 to 99999."
            ),
            (["--total", "1,5"], 64, "Hours are written with a point: 1.5, not 1,5."),
        ])
    func contradictions(options: [String], status: Int32, message: String) {
        let result = shell.run(["flight", "forward", "--date", "2020-12-31"] + options)
        #expect(result.status == status && result.err.hasPrefix("error: \(message)\n"), "\(result.err)")
        #expect(shell.events == 0)
    }

    @Test("an edit that contradicts the rest, a day to come, and an unknown record are refused") func refused() {
        _ = forward("--total", "100", "--solo", "20")
        let edit = shell.run("flight", "forward", "amend", "paper", "--total", "10", "--json")
        #expect(edit.status == 1 && edit.code == "hours.part")
        let same = shell.run("flight", "forward", "amend", "paper", "--total", "100", "--json")
        #expect(same.status == 1 && same.code == "amend.nothing")
        let cleared = shell.run("flight", "forward", "amend", "paper", "--clear", "total", "--json")
        #expect(cleared.status == 1 && cleared.code == "forward.total")
        let bogus = shell.run("flight", "forward", "amend", "paper", "--clear", "date")
        #expect(
            bogus.status == 64
                && bogus.err
                    == "error: \"date\" is not a field that can be cleared.\n"
                    + "hint: \"daybook types forward.amended\" lists the fields; the date is not cleared.\n"
        )
        let moved = shell.run("flight", "forward", "amend", "paper", "--date", "2027-01-01", "--json")
        #expect(moved.status == 1 && moved.code == "date.future")
        let later = shell.run("flight", "forward", "--date", "tomorrow", "--total", "1", "--json")
        #expect(later.status == 1 && later.code == "date.future")
        #expect(shell.run("flight", "forward", "--total", "1", "--json").code == "forward.date")
        let unknown = shell.run("flight", "forward", "remove", "other")
        #expect(
            unknown.err
                == "error: There are no totals brought forward \"other\".\n"
                + "hint: \"daybook flight forward list\" shows them.\n")
        // An appended event obeys the same rules.
        let line =
            #"{"stream":"forward/b","type":"forward.stated","data":{"date":"2020-01-01","total":5,"night":6}}"# + "\n"
        let appended = shell.run("append", "--json", input: line)
        #expect(appended.status == 1 && appended.code == "hours.part", "\(appended.err)")
    }

    @Test("changes of two devices that contradict each other: one waits, and the same on both") func devices() throws {
        let tablet = Shell(initialise: false)
        _ = forward("--total", "100", "--pic", "80")
        shell.must("principal", "export", shell.folder + "/me.key")
        tablet.must("init", "--join", shell.folder + "/me.key", "--zone", "America/New_York")
        let folder = shell.folder + "/shared"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func sync() { for each in [shell, tablet, shell] { each.must("sync", folder) } }
        sync()
        shell.must("flight", "forward", "amend", "paper", "--total", "90")
        tablet.must("flight", "forward", "amend", "paper", "--pic", "95")
        sync()
        let sums = [shell, tablet].map { $0.run("flight", "summary", "--json").json }
        #expect(sums[0]["totalHours"] == sums[1]["totalHours"] && sums[0]["picHours"] == sums[1]["picHours"])
        let kept = (sums[0]["totalHours"]?.text, sums[0]["picHours"]?.text)
        #expect(kept == ("90.0", "80.0") || kept == ("100.0", "95.0"), "\(kept)")
        let waiting = shell.run("outcomes", "--json").jsonLines.filter { $0["outcome"] == .string("pending") }
        #expect(waiting.count == 1 && waiting[0]["stream"] == .string("forward/paper"), "\(waiting)")
        // A removal on one device takes the record out on both.
        tablet.must("flight", "forward", "remove", "paper")
        sync()
        #expect(shell.must("flight", "forward", "list").out == "No totals are brought forward.\n")
    }
}

/// Second-in-command time and training given, entered by hand.
@Suite struct CrewHoursTests {
    private let shell = Shell()

    @Test("they are kept with the entry, printed, exported and on the form; an amendment keeps the other") func kept() {
        shell.must("flight", "log", "--hobbs", "2", "--sic-hours", "1:30", "--date", "2026-02-01", "--id", "a")
        shell.must("flight", "amend", "a", "--dual-given-hours", "0.5")
        let extra = shell.run("flight", "show", "a", "--json").json["extra"]
        #expect(extra?["SIC"] == .string("1.5") && extra?["DualGiven"] == .string("0.5"))
        let page = shell.must("logbook", "--html", "-").out
        #expect(page.contains(">SIC") && page.contains("1.5"))
        #expect(shell.run("logbook", "8710", "--json").json["rows"]?[0]?["sicHours"]?.text == "1.5")
        let csv = shell.must("export", "--format", "foreflight", "-").out
        #expect(csv.contains("SIC") && csv.contains("DualGiven"))
    }

    @Test("a part longer than the flight is refused, on entry and by a change") func contradictions() {
        let message = "The second-in-command part, 2.5 hours, is longer than the flight of 2.0."
        let logged = shell.run("flight", "log", "--hobbs", "2", "--sic-hours", "2.5")
        #expect(logged.status == 1 && logged.err.hasPrefix("error: \(message)\n"), "\(logged.err)")
        shell.must("flight", "log", "--hobbs", "2", "--id", "a")
        let amended = shell.run("flight", "amend", "a", "--sic-hours", "2.5", "--json")
        #expect(amended.status == 1 && amended.code == "hours.part")
        #expect(shell.run("flight", "log", "--hobbs", "2", "--sic-hours", "x").status == 64)
        // A shorter flight makes the part of an earlier entry too long.
        shell.must("flight", "amend", "a", "--sic-hours", "1.5")
        let shorter = shell.run("flight", "amend", "a", "--hobbs", "1", "--json")
        #expect(shorter.status == 1 && shorter.code == "hours.part")
        let superseding = shell.run("flight", "supersede", "a", "--hobbs", "1", "--json")
        #expect(superseding.status == 1 && superseding.code == "hours.part")
    }

    @Test(
        "time that a pilot cannot log at once with another is refused",
        arguments: [
            (
                ["--sic-hours", "1.5", "--pic-hours", "1"],
                "The second-in-command part, 1.5 hours, and the pilot-in-command part, 1.0, are together longer than "
                    + "the flight of 2.0."
            ),
            (
                ["--sic-hours", "0.5", "--solo"],
                "The second-in-command part, 0.5 hours, and the solo part, 2.0, are together longer than the flight of "
                    + "2.0."
            ),
            (
                ["--dual-given-hours", "1.5", "--dual"],
                "The dual-given part, 1.5 hours, and the dual part, 2.0, are together longer than the flight of 2.0."
            ),
        ])
    func atOnce(options: [String], message: String) {
        let logged = shell.run(["flight", "log", "--hobbs", "2"] + options)
        #expect(
            logged.err
                == "error: \(message)\n"
                + "hint: Parts of a flight are at most its flight time: correct the one or the other.\n")
        // An instructor is pilot in command while giving training.
        #expect(shell.run("flight", "log", "--hobbs", "2", "--dual-given-hours", "2", "--pic-hours", "2").status == 0)
    }

    @Test("no hours, or --clear, take the part away; words name it alone") func cleared() {
        shell.must("flight", "log", "--hobbs", "2", "--sic-hours", "1", "--dual-given-hours", "1", "--id", "a")
        #expect(shell.must("flight", "show", "a").out.contains("  SIC            1.0\n"))
        let amended = shell.must("flight", "amend", "a", "--sic-hours", "0")
        #expect(amended.lines[0] == "Flight changed: DualGiven 1.0.")
        shell.must("flight", "amend", "a", "--clear", "dualGivenHours")
        #expect(shell.run("flight", "show", "a", "--json").json["extra"] == nil)
        let twice = shell.run("flight", "amend", "a", "--sic-hours", "1", "--clear", "sicHours")
        #expect(twice.status == 64 && twice.err.hasPrefix("error: \"sicHours\" is both given and cleared.\n"))
    }
}
