import DaybookDomains
import Testing

@Suite struct EntryRuleTests {
    private let shell = Shell()

    private func message(_ result: Shell.Result) -> String? { result.error["error"]?["message"]?.stringValue }

    @Test("a part of a flight is not longer than the flight, however it is entered") func parts() {
        let refused = shell.run("flight", "log", "--hobbs", "1", "--solo-hours", "20", "--json")
        #expect(refused.status == 1 && refused.code == "hours.part" && shell.events == 0)
        #expect(message(refused) == "The solo part, 20.0 hours, is longer than the flight of 1.0.")
        #expect(
            refused.error["error"]?["hint"]?.stringValue
                == "Parts of a flight are at most its flight time: correct the one or the other.")
        for kind in ["dual", "xc", "instrument", "actual-instrument", "night", "pic", "test-preparation"] {
            #expect(
                shell.run("flight", "log", "--hobbs", "1.0", "--\(kind)-hours", "1.1", "--json").code == "hours.part",
                "\(kind)")
        }
        #expect(
            shell.run("flight", "log", "--quick", "--hobbs", "1", "--solo-hours", "2", "--json").code == "hours.part")
        let line =
            #"{"stream":"flight/a","type":"flight.logged","data":{"date":"2026-02-01","hobbs":1.0,"dayLandings":1,"picHours":1.1}}"#
        #expect(shell.run("append", "--json", input: line).code == "hours.part")
        let id = shell.log("--hobbs", "1.5", "--night-hours", "1.5", "--ground-hours", "9")
        #expect(shell.run("flight", "amend", id, "--night-hours", "1.6", "--json").code == "hours.part")
        #expect(shell.run("flight", "amend", id, "--hobbs", "1.4", "--json").code == "hours.part")
        #expect(shell.run("flight", "supersede", id, "--hobbs", "1.4", "--json").code == "hours.part")
        #expect(shell.events == 1)
        shell.must("flight", "amend", id, "--hobbs", "1.4", "--night-hours", "1.4")
    }

    @Test("S-TC-017: solo and dual parts are not longer together than the flight; a flag alone is the whole of it")
    func soloAndDual() {
        let text = "The solo part, 1.0 hours, and the dual part, 0.5, are together longer than the flight of 1.0."
        let solo = shell.run("flight", "log", "--hobbs", "1.0", "--solo", "--dual-hours", "0.5", "--json")
        #expect(solo.status == 1 && solo.code == "hours.part" && message(solo) == text)
        #expect(
            solo.error["error"]?["hint"]?.stringValue
                == "--solo without --solo-hours means the whole flight: give the solo hours too, or --no-solo.")
        let dual = shell.run("flight", "log", "--hobbs", "1.0", "--dual", "--solo-hours", "0.5", "--json")
        #expect(dual.code == "hours.part")
        #expect(
            dual.error["error"]?["hint"]?.stringValue
                == "--dual without --dual-hours means the whole flight: give the dual hours too, or --no-dual.")
        let both = shell.run("flight", "log", "--hobbs", "1.0", "--solo-hours", "0.6", "--dual-hours", "0.5", "--json")
        #expect(
            both.code == "hours.part"
                && both.error["error"]?["hint"]?.stringValue
                    == "Parts of a flight are at most its flight time: correct the one or the other."
        )
        let line =
            #"{"stream":"flight/a","type":"flight.logged","data":{"date":"2026-02-01","hobbs":1.0,"dayLandings":1,"solo":true,"dualHours":0.1}}"#
        #expect(shell.run("append", "--json", input: line).code == "hours.part" && shell.events == 0)
        let id = shell.log("--hobbs", "1.0", "--solo-hours", "0.5", "--dual-hours", "0.5")
        #expect(shell.run("flight", "amend", id, "--hobbs", "0.9", "--json").code == "hours.part")
        #expect(shell.run("flight", "amend", id, "--solo", "--clear", "soloHours", "--json").code == "hours.part")
        shell.must("flight", "log", "--hobbs", "1.0", "--solo", "--solo-hours", "0.5", "--dual-hours", "0.5")
        #expect(shell.run("flight", "log", "--hobbs", "1.0", "--solo", "--dual", "--json").code == "category.exclusive")
    }

    @Test(
        "S-TC-022: what was accepted of a flight time is asked again of a longer one, not of a shorter one or of other fields"
    ) func acceptedAgain() {
        let id = shell.log("--hobbs", "13.0", "--accept", "hobbs.over12")
        shell.must("flight", "amend", id, "--remarks", "x")
        shell.must("flight", "amend", id, "--hobbs", "12.5")
        for command in ["amend", "supersede"] {
            let refused = shell.run("flight", command, id, "--hobbs", "130.0", "--json")
            #expect(
                refused.status == 1 && refused.code == "hobbs.over12"
                    && message(refused) == "Hobbs time exceeds 12 hours. Please verify this is correct.", "\(command)")
            #expect(
                refused.error["error"]?["hint"]?.stringValue?.hasPrefix(
                    "Say --accept hobbs.over12 to keep it as it is;") == true)
        }
        #expect(
            shell.run("flight", "amend", id, "--hobbs", "14.0", "--accept", "hobbs.over12").out
                == "Flight changed: hobbs 14.0, tach 14.0.\n")
        let shorter = shell.run("log", "--stream", "flight/\(id)", "--json").jsonLines[2]["id"]?.stringValue ?? ""
        #expect(shell.run("undo", shorter, "--json").code == "undo.nothing")
        shell.must("flight", "supersede", id, "--hobbs", "15.0", "--accept", "hobbs.over12")
        let read = shell.log("--hobbs-start", "1.0", "--hobbs-end", "14.0", "--accept", "hobbs.over12")
        #expect(
            shell.run("flight", "amend", read, "--hobbs-end", "15.0", "--json").code == "hobbs.over12",
            "the flight time follows")
    }

    @Test("S-TC-014: what is told of the one kind keeps the flag of the other from being taken over") func quickParts()
    {
        shell.must("flight", "log", "--quick", "--hobbs", "1.0", "--solo")
        let next =
            shell.run("flight", "log", "--quick", "--hobbs", "1.0", "--dual-hours", "0.5", "--json").json["id"]?
            .stringValue ?? ""
        let shown = shell.run("flight", "show", next, "--json").json
        #expect(shown["solo"] == .bool(false) && shown["dualHours"] == .number("0.5"))
    }

    @Test(
        "an import keeps parts that do not fit and names them; a change that makes parts of an import too long is refused"
    ) func imported() {
        let header = "Date,AircraftID,From,To,TotalTime,Solo,DualReceived,Night,AllLandings,DayLandingsFullStop\n"
        let file = shell.file(
            "p.csv",
            header
                + "2026-02-01,,KSJC,KRHV,1.0,0.6,0.5,,1,1\n2026-02-02,,KSJC,KRHV,1.5,,1.5,,1,1\n2026-02-03,,KSJC,KRHV,1.1,0.6,0.5,,1,1\n"
        )
        let text = "The solo part, 0.6 hours, and the dual part, 0.5, are together longer than the flight of 1.0."
        let assumed = shell.run("import", file, "--json").json["assumed"]?.text ?? ""
        #expect(assumed.contains(#""code":"hours.part","text":"\#(text) Both are kept as in the file.""#))
        let flights = shell.run("flight", "list", "--json").json
        func id(_ index: Int) -> String { flights[index]?["id"]?.stringValue ?? "" }
        #expect(
            shell.run("audit", "--json").json["contradictions"]?.text
                == #"[{"flight":"\#(id(2))","code":"hours.part","text":"\#(text)"}]"#)
        for (index, hours) in [(1, "1.4"), (0, "1.0")] {
            #expect(shell.run("flight", "amend", id(index), "--hobbs", hours, "--json").code == "hours.part")
            #expect(shell.run("flight", "supersede", id(index), "--hobbs", hours, "--json").code == "hours.part")
        }
        shell.must("flight", "amend", id(2), "--remarks", "what it does not touch stays")
        shell.must("flight", "amend", id(2), "--hobbs", "1.1")
    }

    @Test("D-9: the reply to a change of the flight time names the parts that stay as they were") func partsThatStay() {
        let header =
            "Date,AircraftID,From,To,TotalTime,DualReceived,Night,CrossCountry,AllLandings,DayLandingsFullStop\n"
        shell.must(
            "import",
            shell.file(
                "d.csv", header + "2026-02-01,,KSJC,KRHV,0.3,0.3,,,1,1\n2026-02-02,,KSJC,KRHV,1.0,0.5,0.2,,1,1\n"))
        let flights = shell.run("flight", "list", "--json").json
        let (lesson, night) = (flights[1]?["id"]?.stringValue ?? "", flights[0]?["id"]?.stringValue ?? "")
        let one = "Of the flight, now of 1.7 h, this part stays as it was: dual 0.3 h; --dual-hours changes it."
        #expect(
            shell.run("flight", "amend", lesson, "--hobbs", "1.7").lines == [
                "Flight changed: hobbs 1.7.", "Note: \(one)",
            ])
        #expect(shell.run("flight", "amend", lesson, "--remarks", "x").lines.count == 1)
        #expect(
            shell.run("flight", "amend", lesson, "--hobbs", "0.3").lines == ["Flight changed: hobbs 0.3."],
            "a part that is the whole needs no word")
        shell.must("flight", "amend", lesson, "--hobbs", "1.7")
        let both =
            "Of the flight, now of 2.0 h, these parts stay as they were: dual 0.5 h, night 0.2 h; --dual-hours, --night-hours change them."
        #expect(shell.run("flight", "amend", night, "--hobbs", "2.0", "--json").json["warning"]?.stringValue == both)
        #expect(
            shell.run(
                "flight", "amend", night, "--hobbs", "2.1", "--dual-hours", "1.6", "--night-hours", "0.3", "--json"
            ).json["warning"] == nil)
        let superseded = shell.run("flight", "supersede", lesson, "--hobbs", "1.8", "--json").json
        #expect(superseded["warning"]?.stringValue == one.replacing("1.7", with: "1.8"))
    }

    @Test("full stops are not more than all landings, nor those at towered airports more than all full stops")
    func landings() {
        let refused = shell.run(
            "flight", "log", "--hobbs", "1", "--all-landings", "2", "--day-landings", "2", "--night-landings", "1",
            "--json")
        #expect(
            refused.status == 1 && refused.code == "landings.part"
                && message(refused) == "There are 2 landings in all, but 3 full stops.")
        #expect(
            refused.error["error"]?["hint"]?.stringValue
                == "All landings are at least the full stops, and those at a towered airport at most the full stops.")
        let tower = shell.run("flight", "log", "--hobbs", "1", "--day-landings", "2", "--tower-landings", "3", "--json")
        #expect(
            tower.code == "landings.part"
                && message(tower) == "There are 3 full stops at a towered airport, but 2 in all.")
        let one = shell.run("flight", "log", "--hobbs", "1", "--all-landings", "1", "--day-landings", "2", "--json")
        #expect(message(one) == "There is 1 landing in all, but 2 full stops.")
        let stop = shell.run(
            "flight", "log", "--hobbs", "1", "--day-landings", "0", "--all-landings", "1", "--tower-landings", "1",
            "--json")
        #expect(message(stop) == "There is 1 full stop at a towered airport, but 0 in all.")
        shell.must("flight", "log", "--hobbs", "1", "--all-landings", "3", "--tower-landings", "3")
        shell.must(
            "flight", "log", "--hobbs", "1", "--all-landings", "3", "--day-landings", "2", "--night-landings", "1",
            "--tower-landings", "3")
    }

    @Test("S-TC-012: readings and flight time that contradict each other are refused") func readings() {
        let refused = shell.run(
            "flight", "log", "--hobbs-start", "1234.5", "--hobbs-end", "1236.0", "--hobbs", "2.0", "--json")
        #expect(
            refused.status == 1 && refused.code == "hobbs.mismatch"
                && message(refused) == "The Hobbs readings are 1.5 hours apart, the flight time is 2.0.")
        #expect(
            refused.error["error"]?["hint"]?.stringValue
                == "Give only two of the three, or correct the wrong one.")
        let id = shell.log("--hobbs-start", "1234.5", "--hobbs-end", "1236.0")
        let amended = shell.run("flight", "amend", id, "--hobbs", "2.0", "--json")
        #expect(amended.code == "hobbs.mismatch")
        #expect(
            amended.error["error"]?["hint"]?.stringValue
                == "Give only two of the three, or correct the wrong one; \"--clear hobbsStart --clear hobbsEnd\" takes readings away."
        )
        #expect(
            shell.run("flight", "amend", id, "--hobbs-end", "1236.5").out
                == "Flight changed: hobbsEnd 1236.5, hobbs 2.0, tach 2.0.\n")
        let flight = shell.run("flight", "show", id, "--json").json
        #expect(flight["hobbs"] == .number("2.0") && flight["tach"] == .number("2.0"))
        shell.must("flight", "amend", id, "--hobbs", "1.8", "--clear", "hobbsStart", "--clear", "hobbsEnd")
        #expect(
            shell.run("flight", "amend", id, "--hobbs-start", "1.0", "--hobbs-end", "2.0", "--json").code
                == "hobbs.mismatch", "the time was told")
        let new = shell.run("flight", "supersede", id, "--hobbs", "1.9", "--json").json["id"]?.stringValue ?? ""
        #expect(shell.run("flight", "show", new, "--json").json["tach"] == .number("1.9"))
    }

    @Test("S-TC-016: tach time that was told stays") func tach() {
        let id = shell.log("--hobbs", "1.5", "--tach", "1.2")
        shell.must("flight", "amend", id, "--hobbs", "2.0")
        #expect(shell.run("flight", "show", id, "--json").json["tach"] == .number("1.2"))
    }

    @Test("what a flight says already is no change") func sameValue() {
        let id = shell.log("--hobbs", "1.5", "--remarks", "r")
        let same = shell.run("flight", "amend", id, "--hobbs", "1.5", "--remarks", "r", "--json")
        #expect(
            same.status == 1 && same.code == "amend.nothing"
                && message(same) == "Nothing to change: the flight already has these values.")
        #expect(
            same.error["error"]?["hint"]?.stringValue == "\"daybook flight show \(id)\" shows it." && shell.events == 1)
        shell.must("flight", "sign", id, "--cfi", "1")
        #expect(shell.run("flight", "amend", id, "--hobbs", "1.5", "--json").code == "signature.locked")
    }

    @Test("an empty text tells nothing, and clears") func emptyText() {
        let id = shell.log("--hobbs", "1.5", "--from", "", "--to", "KRHV")
        #expect(shell.run("flight", "show", id, "--json").json["from"] == .null)
        shell.must("flight", "amend", id, "--to", "")
        #expect(shell.run("flight", "show", id, "--json").json["to"] == .null)
    }

    @Test("an entry belongs to an import that is here, and accepts what an import may only then") func origins() {
        func log(_ more: String) -> Shell.Result {
            shell.run(
                "append", "--json",
                input:
                    #"{"stream":"flight/b","type":"flight.logged","data":{"date":"2026-02-01","hobbs":0.0,"accepted":["hobbs.positive","landings.required"],\#(more)}}"#
            )
        }
        let unknown = log(#""batch":"batch/none""#)
        #expect(
            unknown.status == 1 && unknown.code == "batch.unknown"
                && message(unknown) == "There is no import batch/none.")
        #expect(unknown.error["error"]?["line"] == .integer(1) && shell.events == 0)
        let copy = log(#""copiedFrom":"flight/none""#)
        #expect(
            copy.code == "hobbs.positive"
                && copy.error["error"]?["hint"]?.stringValue
                    == "Only an import may accept hobbs.positive, and flight/none is no entry of one that did."
        )
    }

    @Test("a ground lesson of an import is copied and replaced as one, and asks again once it is a flight")
    func groundLesson() {
        let file = shell.file(
            "g.csv",
            "Date,AircraftID,From,To,TotalTime,GroundTraining,AllLandings,DayLandingsFullStop\n2026-02-01,,,,,1.5,,\n")
        shell.must("import", file)
        let id = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        let copy = shell.run("flight", "duplicate", id, "--json")
        #expect(copy.status == 0, "\(copy.err)")
        let entry = shell.run("flight", "show", copy.json["id"]?.stringValue ?? "", "--json").json
        #expect(
            entry["groundHours"] == .number("1.5")
                && entry["accepted"]?.text == #"["hobbs.positive","landings.required"]"#)
        shell.must("flight", "amend", copy.json["id"]?.stringValue ?? "", "--ground-hours", "2.0")
        let asked = shell.run("flight", "amend", id, "--hobbs", "1.0", "--json")
        #expect(asked.status == 1 && asked.code == "landings.required")
        shell.must("flight", "amend", id, "--hobbs", "1.0", "--day-landings", "1")
        let lesson = copy.json["id"]?.stringValue ?? ""
        #expect(shell.run("flight", "supersede", lesson, "--ground-hours", "1.0", "--json").status == 0)
    }

    @Test("S-TC-051: a copy asks for warnings again and tells nothing that was passed that day") func copies() {
        let id = shell.log("--hobbs", "13", "--accept", "hobbs.over12", "--flight-review", "--ipc", "--checkride")
        #expect(shell.run("flight", "duplicate", id, "--json").code == "hobbs.over12")
        let copy =
            shell.run("flight", "duplicate", id, "--accept", "hobbs.over12", "--json").json["id"]?.stringValue ?? ""
        let entry = shell.run("flight", "show", copy, "--json").json
        #expect(
            ["flightReview", "instrumentCheck", "checkride"].allSatisfy { entry[$0] == nil }
                && entry["accepted"]?.text == #"["hobbs.over12"]"#)
    }
}
