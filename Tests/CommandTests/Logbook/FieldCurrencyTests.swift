import DaybookDomains
import Testing

/// Files of Tests/Fixtures/field, imported into a fresh ledger: what currency, progress and the audit answer.
@Suite struct FieldCurrencyTests {
    private func imported(_ file: String) -> Shell {
        let shell = Shell()
        shell.clock = "2026-11-25T12:00:00Z"
        shell.must("import", "Tests/Fixtures/field/\(file)")
        return shell
    }

    private func text(_ reading: JSONValue?) -> String {
        "\(reading?["state"]?.stringValue ?? "?") \(reading?["goodThrough"]?.stringValue ?? "-")"
    }

    /// "general; day; night" of an answer.
    private func readings(_ answer: JSONValue) -> String {
        ["general", "day", "night"].map { text(answer[$0]) }.joined(separator: "; ")
    }

    /// Each class: its name, gear, general and night.
    private func classes(_ answer: JSONValue) -> [String] {
        (0..<(answer["classes"]?.count ?? 0)).compactMap { answer["classes"]?[$0] }.map { each in
            let gear = each["tailwheel"] == .null ? "-" : each["tailwheel"] == .bool(true) ? "tailwheel" : "nosewheel"
            return "\(each["class"]?.stringValue ?? "-") \(gear): \(text(each["general"])); \(text(each["night"]))"
        }
    }

    private func lacking(_ shell: Shell) -> [String] {
        let found = shell.run("audit", "--json").json["outOfCurrency"]
        return (0..<max(0, found?.count ?? 0)).compactMap { found?[$0] }.map { each in
            "\(each["date"]?.stringValue ?? "?") \(each["lacks"]?.text ?? "?")"
        }
    }

    @Test(
        "S-X.1: what the columns of 2025, the turn of the year and a leap day come to",
        arguments: [
            ("t01-foreflight-new-template.csv", "2026-11-25", "valid 2027-01-18; valid 2027-01-01; valid 2027-01-18"),
            (
                "t02-foreflight-touch-and-go-and-towered.csv", "2026-11-25",
                "valid 2027-01-19; valid 2027-01-19; never -"
            ),
            ("t24-new-year.csv", "2026-01-05", "valid 2026-03-02; valid 2026-03-02; never -"),
            ("t24-new-year.csv", "2026-03-03", "expired 2026-03-02; expired 2026-03-02; never -"),
            ("t25-leap-day.csv", "2024-05-01", "caution 2024-05-29; caution 2024-05-29; never -"),
            ("t30-same-day-without-times.csv", "2026-11-25", "valid 2027-01-01; valid 2027-01-01; never -"),
        ])
    func newest(file: String, on: String, expected: String) {
        let shell = imported(file)
        #expect(readings(shell.run("currency", "--on", on, "--json").json) == expected)
        let again = shell.run("import", "Tests/Fixtures/field/\(file)", "--json").json
        #expect(again["flights"] == .integer(0), "the same file again adds nothing")
    }

    @Test("S-X.1: second-in-command time of a file is on the form, and a flight with it lacks no pilot time")
    func crewTime() {
        let shell = imported("t32-sic-and-dual-given.csv")
        #expect(
            shell.must("logbook", "8710").out.contains(
                "\nSecond in command                                       1.5\n"))
    }

    @Test("S-X.1: solo landings at a tower in ForeFlight's columns of 2025 meet 61.109(a)(5)(iii)") func towered() {
        let shell = imported("t02-foreflight-touch-and-go-and-towered.csv")
        let detail = shell.run("progress", "--detail", "--json").json["detail"]
        let item = (0..<20).compactMap { detail?[$0] }.first { $0["id"]?.stringValue == "towerLandings" }
        #expect(item?["state"]?.stringValue == "met" && item?["value"]?.integerValue == 3)
    }

    @Test("S-X.1: a full stop is a landing, also where the file leaves all landings at 0") func allLandingsZero() {
        let shell = imported("t11-all-landings-zero.csv")
        let answer = shell.run("currency", "--json").json
        #expect(readings(answer) == "valid 2027-01-02; valid 2027-01-01; valid 2027-01-02")
        #expect(answer["legal"]?.stringValue == "You are current")
        #expect(shell.run("flight", "summary", "--json").json["allLandings"]?.integerValue == 6)
        #expect(lacking(shell) == [#"2026-10-03 ["61.57(a)"]"#, #"2026-10-04 ["61.57(b)"]"#])
    }

    @Test("S-X.1: landings by day are all landings less those by night") func dayTouchAndGoes() {
        let answer = imported("t12-day-touch-and-goes.csv").run("currency", "--json").json
        #expect(readings(answer) == "valid 2027-01-18; valid 2027-01-18; never -")
    }

    @Test("D-4: touch-and-goes make nobody current in a tailwheel, in the headline and in the audit") func tailwheel() {
        let shell = imported("t15-tailwheel-touch-and-go.csv")
        let answer = shell.run("currency", "--on", "2026-10-20", "--json").json
        #expect(answer["legal"]?.stringValue == "NOT CURRENT")
        #expect(classes(answer) == ["singleEngineLand tailwheel: never -; never -"])
        #expect(readings(answer).hasPrefix("valid 2027-01-01"), "all landings, whatever the gear")
        let lines = shell.run("currency", "--on", "2026-10-20").lines
        #expect(lines.first == "NOT CURRENT in airplane single-engine land, tailwheel on 2026-10-20")
        #expect(lines.contains("airplane single-engine land, tailwheel  never                  never"))
        #expect(lacking(shell).last == #"2026-11-01 ["61.57(a)(1)(ii)"]"#)
    }

    @Test("D-4: landings in a single make nobody current in a twin") func twoClasses() {
        let shell = imported("t16-two-classes.csv")
        let answer = shell.run("currency", "--json").json
        #expect(
            classes(answer) == [
                "multiEngineLand nosewheel: expired 2026-06-01; never -",
                "singleEngineLand nosewheel: valid 2027-01-30; never -",
            ])
        #expect(
            shell.run("currency").lines.first
                == "You are current in airplane single-engine land, nosewheel on 2026-11-25")
        shell.clock = "2027-06-01T12:00:00Z"
        let batch = shell.position
        _ = shell.log("--hobbs", "1.0", "--aircraft", "N9601ZZ", "--day-landings", "3")
        let past = shell.run("currency", "--known-at", "\(batch)", "--on", "2026-11-25", "--json")
        #expect(past.status == 0 && classes(past.json).count == 2, "each kind, as it was known before")
        #expect(shell.run("diff", "--from", "\(batch)", "--projection", "currency").status == 0)
        let twin = shell.run("currency", "--on", "2026-11-25", "--aircraft", "n9603zz", "--json").json
        #expect(twin["legal"]?.stringValue == "NOT CURRENT" && text(twin["general"]) == "expired 2026-06-01")
        #expect(classes(twin) == ["multiEngineLand nosewheel: expired 2026-06-01; never -"])
        #expect(
            shell.run("currency", "--on", "2026-11-25", "--aircraft", "N9603ZZ").lines.first
                == "NOT CURRENT in airplane multi-engine land, nosewheel on 2026-11-25")
        // The new flight itself comes after the single's landings have expired.
        #expect(lacking(shell).suffix(2) == [#"2026-11-10 ["61.57(a)"]"#, #"2027-06-01 ["61.57(a)"]"#])
        let unknown = shell.run("currency", "--aircraft", "N1", "--json")
        #expect(unknown.status == 64 && unknown.code == "aircraft.unknown")
        #expect(
            unknown.error["error"]?["message"]?.stringValue
                == "No entry and no description names an aircraft \"N1\"; a training device is none.")
    }

    @Test("D-5: three takeoffs are asked for beside three landings, where the file states them") func takeoffs() {
        let shell = imported("t17-takeoffs.csv")
        let answer = shell.run("currency", "--json").json
        #expect(readings(answer) == "never -; never -; never -" && answer["legal"]?.stringValue == "NOT CURRENT")
        #expect(lacking(shell).last == #"2026-10-04 ["61.57(a)","61.57(b)"]"#)
    }

    @Test("S-X.6: training long before the rating takes no instrument currency away") func instrumentTest() {
        let shell = imported("t18-instrument-checkride.csv")
        let answer = shell.run("currency", "instrument", "--on", "2026-10-01", "--json").json
        #expect(text(answer) == "valid 2027-02-28")
        #expect(!lacking(shell).contains { $0.contains("61.57(c)") })
        #expect(shell.run("currency", "--json").json["blockedBy"]?.count == 0, "a practical test is recorded")
    }

    @Test("S-X.6: approaches in a helicopter keep no currency in airplanes, in the answer, its evidence and the audit")
    func categories() {
        let shell = Shell()
        shell.clock = "2026-10-20T12:00:00Z"
        shell.must("flight", "describe", "N1HE", "--class", "helicopter")
        shell.must("flight", "describe", "N2AP", "--class", "asel", "--gear", "nosewheel")
        let work = shell.log(
            "--hobbs", "1.0", "--date", "2026-09-05", "--aircraft", "N1HE", "--dual", "--approaches", "6", "--holds",
            "1")
        _ = shell.log(
            "--hobbs", "1.0", "--date", "2026-10-15", "--aircraft", "N2AP", "--actual-instrument-hours", "1.0")
        let answer = shell.must("currency", "instrument", "--explain", "--json").json
        #expect(text(answer) == "never -" && answer["category"] == .string("airplane"))
        #expect(answer["missing"]?.text == #"{"approaches":6,"holds":1}"# && answer["categories"]?.count == 2)
        #expect(text(answer["categories"]?[1]) == "valid 2027-03-31")
        let evidence = answer["evidence"]?["instrument"]
        #expect(evidence?["countedTotal"] == .integer(0))
        let left = (0..<(evidence?["leftOut"]?.count ?? 0)).compactMap {
            evidence?["leftOut"]?[$0]?["stream"]?.stringValue
        }
        #expect(left.contains("flight/\(work)"))
        #expect(
            shell.must("currency", "instrument").lines.prefix(3) == [
                "Instrument currency in airplanes: never, short by 6 approaches and 1 hold.",
                "Within six calendar months: 0 approaches, 0 holds.",
                "Instrument currency in helicopters: valid, good through 2027-03-31.",
            ])
        #expect(lacking(shell) == [#"2026-10-15 ["61.57(a)","61.57(c)"]"#])
    }

    @Test("S-X.4: gliders meet no item of 61.109(a) but flight time, and undescribed aircraft are named")
    func otherAircraft() {
        let shell = Shell()
        shell.must("flight", "describe", "N1GL", "--class", "glider")
        _ = shell.log("--hobbs", "3.0", "--aircraft", "N1GL", "--dual", "--date", "2026-02-01")
        _ = shell.log("--hobbs", "1.0", "--aircraft", "N2AP", "--dual", "--date", "2026-02-02")
        let answer = shell.must("progress", "--detail", "--explain", "--json").json
        #expect(answer["detail"]?[0]?["value"]?.text == "4.0" && answer["detail"]?[1]?["value"]?.text == "1.0")
        #expect(answer["detail"]?[1]?["evidence"]?["countedTotal"] == .integer(1))
        let notes = [
            "61.109(a) asks for single-engine airplanes: 1 flight in other described aircraft counts toward the total "
                + "only.",
            "Assumed: 1.0 h are in aircraft that nothing describes, and count as in single-engine airplanes.",
        ]
        #expect(answer["detailNotes"]?.text == JSONValue.array(notes.map { .string($0) }).text)
        let lines = shell.must("progress", "--detail").lines
        let page = shell.must("logbook", "--html", "-").out
        for note in notes { #expect(lines.contains(note) && page.contains(note), "\(note)") }
        #expect(answer["requirements"]?[1]?["hours"]?.text == "4.0", "the six sums count all aircraft")
    }

    @Test("S-X.1: a training device is no airplane: its time and landings count in no sum of flights")
    func trainingDevice() {
        let shell = imported("t19-training-device.csv")
        let answer = shell.run("currency", "--json").json
        #expect(readings(answer) == "never -; never -; never -" && answer["classes"]?.count == 0)
        #expect(answer["legal"]?.stringValue == "NOT CURRENT")
        #expect(
            answer["blockedBy"]?.text
                == #"[{"code":"student.passengers","paragraph":"61.89(a)(1)","#
                + #""text":"No practical test is recorded: a student pilot may not carry passengers."}]"#)
        let summary = shell.run("flight", "summary", "--json").json
        #expect(summary["totalHours"] == .number("0.0") && summary["dualHours"] == .number("0.0"))
        #expect(summary["flights"]?.integerValue == 2 && summary["allLandings"]?.integerValue == 0)
        #expect(shell.run("progress", "--json").json["met"]?.integerValue == 0)
        #expect(text(shell.run("currency", "instrument", "--json").json) == "valid 2027-04-30", "61.57(c)(2)")
        #expect(shell.run("currency", "--aircraft", "REDBIRD1", "--json").code == "aircraft.unknown")
        let explained = shell.run("flight", "summary", "--explain", "--json").json["evidence"]
        #expect(explained?["totalHours"]?["countedTotal"]?.integerValue == 0)
        #expect(explained?["totalHours"]?["leftOut"]?[0]?["reason"]?.stringValue == "unlike")
        // No sentence takes the session for a flight, and what is in a figure is not called unused.
        let fresh = Shell()
        fresh.clock = shell.clock
        let again = fresh.run("import", "Tests/Fixtures/field/t19-training-device.csv", "--dry-run").out
        #expect(again.contains("A session in a training device: its landings (2) are in no figure."), "\(again)")
        #expect(!again.contains("they count as in the file") && !again.contains("Columns in no figure"))
        #expect(!again.contains("the part is in no figure"))
        #expect(shell.run("audit", "--json").json["contradictions"] == .array([]))
    }

    @Test("D-5: an aircraft that nothing describes is judged by its own full stops") func undescribed() {
        let shell = Shell()
        for (date, aircraft) in [("2026-02-01", "N1"), ("2026-02-02", "N1"), ("2026-02-03", "N2")] {
            _ = shell.log("--hobbs", "1.0", "--date", date, "--aircraft", aircraft, "--day-landings", "2")
        }
        let all = shell.run("currency", "--json").json
        #expect(classes(all) == ["- -: valid 2026-05-03; never -"] && all["legal"]?.stringValue == "You are current")
        #expect(shell.run("currency").lines.first == "You are current on 2026-02-10")
        #expect(
            shell.run("currency").lines.contains(
                "No practical test is recorded: a student pilot may not carry passengers. (61.89(a)(1))"))
        let one = shell.run("currency", "--aircraft", "N1", "--json").json
        #expect(text(one["general"]) == "valid 2026-05-02" && one["general"]?["evidence"]?.count == 2)
        #expect(text(shell.run("currency", "--aircraft", "N2", "--json").json["general"]) == "never -")
        shell.must("review", "add", "--kind", "checkride", "--date", "2026-02-05")
        #expect(shell.run("currency", "--json").json["blockedBy"]?.count == 0)
        #expect(shell.run("currency", "--on", "2026-02-04", "--json").json["blockedBy"]?.count == 1)
    }

    @Test("D-5: a part longer than its flight is in no figure until the entry is amended") func contradiction() {
        let shell = Shell()
        let path = shell.file(
            "long.csv",
            "Date,AircraftID,From,To,TotalTime,PIC,Night,DualReceived,AllLandings\n"
                + "2026-02-01,N1,KRHV,KRHV,0.8,0.8,13.0,0,1\n")
        let report = shell.run("import", path, "--json").json
        #expect(
            report["assumed"]?[0]?["text"]?.stringValue
                == "The night part, 13.0 hours, is longer than the flight of 0.8. Both are kept as in the file; "
                + "the part is in no figure until the entry is amended.")
        #expect(shell.run("flight", "summary", "--json").json["nightHours"] == .number("0.0"))
        let id = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        shell.must("flight", "amend", id, "--night-hours", "0.3")
        #expect(shell.run("flight", "summary", "--json").json["nightHours"] == .number("0.3"))
    }
}
