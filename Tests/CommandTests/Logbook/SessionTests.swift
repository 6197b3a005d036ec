import DaybookDomains
import Testing

/// Sessions in training devices and ground lessons, entered by hand.
@Suite struct SessionTests {
    private let shell = Shell()

    private func simulator(_ options: String...) -> Shell.Result {
        shell.run(["flight", "simulator", "--date", "2026-02-01", "--id", "sim"] + options)
    }

    private func message(_ result: Shell.Result) -> String? { result.error["error"]?["message"]?.stringValue }
    private func hint(_ result: Shell.Result) -> String? { result.error["error"]?["hint"]?.stringValue }

    @Test("given a session and a flight, sums of flights have the flight alone, and the devices the session")
    func session() {
        let said = simulator(
            "--device", "redbird1", "--kind", "aatd", "--model", "TD2", "--hours", "1:30", "--dual", "--approaches",
            "3", "--instrument-hours", "1.0", "--holds", "1", "--cfi", "1234567", "--remarks", "ILS", "--place", "krhv")
        #expect(
            said.out
                == "Session saved: 2026-02-01 in REDBIRD1, 1.5 h.\nIts id is sim.\n"
                + "Note: REDBIRD1 is described as: advanced aviation training device.\n")
        shell.must("flight", "log", "--hobbs", "1.0", "--date", "2026-02-02", "--aircraft", "N1", "--id", "a")
        let entry = shell.run("flight", "show", "sim", "--json").json
        let expected = [
            "date": "2026-02-01", "hobbs": "1.5", "aircraft": "REDBIRD1", "from": "KRHV", "cfiNumber": "1234567",
            "approaches": "3", "holds": "1", "instrumentHours": "1.0", "remarks": "ILS",
        ]
        for (name, value) in expected {
            #expect((entry[name]?.stringValue ?? entry[name]?.text) == value, "\(name)")
        }
        #expect(entry["dual"] == .bool(true) && entry["dayLandings"] == .null && entry["tach"] == .null)
        #expect(entry["extra"]?.text == #"{"SimulatedFlight":"1.5"}"#)
        let device = shell.run("show", "aircraft/REDBIRD1", "--json").json.text
        #expect(device.contains(#""description.equipment":"aatd""#) && device.contains(#""description.model":"TD2""#))

        let summary = shell.run("flight", "summary", "--json").json
        let sums = [
            "totalHours": "1.0", "dualHours": "0.0", "instrumentHours": "0.0", "allLandings": "1", "flights": "2",
            "thisMonthHours": "1.0",
        ]
        for (name, value) in sums { #expect(summary[name]?.text == value, "\(name)") }
        #expect(shell.run("progress", "--json").json["requirements"]?[0]?["hours"]?.text == "1.0")
        let classes = shell.run("flight", "totals", "--by", "class", "--json").json
        #expect(classes["total"]?["deviceHours"]?.text == "1.5" && classes["total"]?["totalHours"]?.text == "1.0")
        let rows = shell.run("logbook", "8710", "--json").json["rows"]
        let row = [rows?[0], rows?[1]].first { $0?["row"]?.stringValue == "aviationTrainingDevice" } ?? nil
        #expect(
            row?["totalHours"]?.text == "1.5" && row?["instrumentHours"]?.text == "1.0"
                && row?["instructionReceivedHours"]?.text == "1.5")
        let instrument = shell.run("currency", "instrument", "--explain", "--json").json.text
        #expect(instrument.contains("flight/sim"), "its approaches count, 61.57(c)(2)")
        let currency = shell.run("currency", "--explain", "--json").json.text
        #expect(!currency.contains(#""stream":"flight/sim""#), "no landing of it counts")
    }

    @Test("the list, the month, the book and the export show a session as what it is") func shown() {
        _ = simulator("--device", "REDBIRD1", "--kind", "ftd", "--hours", "1.5", "--dual")
        shell.must("flight", "log", "--hobbs", "1.0", "--date", "2026-02-02", "--aircraft", "N1", "--from", "KRHV")
        shell.must("flight", "ground", "--hours", "0.5", "--date", "2026-02-03", "--id", "ground")
        let list = shell.must("flight", "list").lines
        #expect(list.contains { $0.contains("2026-02-01  Training device") && $0.contains("Dual") })
        #expect(list.contains { $0.contains("2026-02-03  Ground lesson") })
        #expect(shell.must("flight", "show", "sim").lines[0] == "Training device  2026-02-01  1.5 h")
        #expect(shell.must("flight", "list", "--by-month").lines[0] == "February 2026  1.0 h")
        let months = shell.run("flight", "list", "--by-month", "--explain", "--json").json
        #expect(months["months"]?[0]?["hours"]?.text == "1.0")
        #expect(months["evidence"]?["2026-02"]?["countedTotal"]?.integerValue == 1)
        for options in [["--limit", "5"], ["--search", "r"]] {
            #expect(
                shell.run(["flight", "list", "--by-month", "--json"] + options).json[0]?["hours"]?.text == "1.0",
                "\(options)")
        }
        #expect(shell.run("flight", "list", "--kind", "simulator", "--json").json.count == 1)
        #expect(shell.run("flight", "list", "--kind", "ground", "--json").json.count == 1)
        let book = shell.must("logbook", "--html", "-").out
        #expect(book.contains("<td>REDBIRD1<td>") && !book.contains("Local"))
        let csv = shell.must("export", "--format", "foreflight", "-").out
        guard let header = csv.split(separator: "\r\n").first(where: { $0.hasPrefix("Date,AircraftID") }),
            let row = csv.split(separator: "\r\n").first(where: { $0.hasPrefix("2026-02-01,REDBIRD1") })
        else {
            Issue.record("no row: \(csv)")
            return
        }
        let cells = Dictionary(
            zip(
                header.split(separator: ",", omittingEmptySubsequences: false),
                row.split(separator: ",", omittingEmptySubsequences: false)), uniquingKeysWith: { first, _ in first })
        #expect(cells["TotalTime"] == "" && cells["SimulatedFlight"] == "1.5" && cells["DualReceived"] == "1.5")
        #expect(csv.contains("REDBIRD1,,,,,,,ftd"))
        let solotrack = shell.must("export", "--format", "solotrack", "-")
        #expect(
            !solotrack.out.contains("2026-02-01,") && solotrack.err.contains("entries without flight time: 2 flights"))
    }

    @Test("an aircraft with flights is no device, and one that was described as a device becomes an aircraft again")
    func aircraftAgain() {
        shell.must("flight", "log", "--hobbs", "1.0", "--aircraft", "N1", "--date", "2026-02-01")
        let refused = simulator("--device", "n1", "--kind", "aatd", "--hours", "1.5", "--json")
        #expect(refused.code == "device.flown" && message(refused) == "\"N1\" has 1 flight.")
        #expect(hint(refused) == "Name the training device, or log a flight: daybook flight log.")
        _ = simulator("--device", "N2", "--kind", "aatd", "--hours", "1.5")
        let said = shell.must("flight", "describe", "n2", "--class", "asel", "--gear", "nosewheel", "--make", "Cessna")
        #expect(said.lines[0] == "N2 is described as: airplane single-engine land, nosewheel.")
        #expect(
            shell.must("flight", "describe", "N2", "--gear", "tailwheel", "--retractable").lines[0]
                == "N2 is described as: airplane single-engine land, tailwheel.")
        let kept = shell.run("show", "aircraft/N2", "--json").json.text
        #expect(kept.contains(#""description.make":"Cessna""#) && kept.contains("retractable_tailwheel"))
    }

    @Test("a description that states nothing, or what there is none of, is refused with the choice") func describe() {
        func refused(_ options: String...) -> [String?] {
            let result = shell.run(["flight", "describe"] + options + ["--json"])
            return [result.code, message(result), hint(result)]
        }
        #expect(
            refused("N1") == [
                "describe.nothing", "A description needs at least one option.",
                "Give the class, such as --class asel.",
            ])
        #expect(
            refused("N1", "--class", "jumbo") == [
                "class.unknown", "There is no class of aircraft \"jumbo\".",
                "It is one of asel, amel, ases, ames, helicopter, gyroplane, glider, airship, balloon, powered-lift, "
                    + "ffs, ftd, aatd, batd.",
            ])
        #expect(
            refused("N1", "--gear", "skis") == [
                "gear.unknown", "There is no gear \"skis\".", "It is nosewheel or tailwheel.",
            ])
        #expect(
            refused("N1", "--retractable", "--make", "X") == [
                "gear.missing", "--retractable needs --gear.", "Give --gear nosewheel or --gear tailwheel.",
            ])
        #expect(
            refused(" ", "--make", "X") == [
                "aircraft.name", "An aircraft is named by its registration.", "Give it, such as N12345.",
            ])
        // Two names whose ids would be one, and one that no id can hold.
        for name in ["GENERIC C172", "GENERIC/C172", "É"] {
            shell.must("flight", "describe", name, "--class", "asel", "--gear", "nosewheel")
        }
        let listed = shell.run("flight", "totals", "--by", "class", "--json")
        #expect(listed.status == 0)
        for name in ["GENERIC C172", "GENERIC/C172", "É"] {
            shell.must("flight", "log", "--hobbs", "1.0", "--aircraft", name, "--date", "2026-02-01")
        }
        let classes = shell.run("flight", "totals", "--by", "class", "--json").json
        #expect(classes["total"]?["totalHours"]?.text == "3.0" && classes["groups"]?.count == 1, "\(classes.text)")
    }

    @Test("an export of sessions, imported elsewhere, gives the same sums") func roundTrip() {
        _ = simulator("--device", "REDBIRD1", "--kind", "batd", "--hours", "1.5", "--instrument-hours", "1", "--dual")
        shell.must("flight", "ground", "--hours", "0.5", "--date", "2026-02-03")
        shell.must("flight", "log", "--hobbs", "1.0", "--date", "2026-02-02", "--aircraft", "N1")
        let file = shell.file("book.csv")
        shell.must("export", "--format", "foreflight", file)
        let other = Shell()
        let report = other.run("import", file, "--json").json
        #expect(report["assumed"]?.text.contains("hours.part") == false, "\(report["assumed"]?.text ?? "")")
        for each in [shell, other] {
            #expect(each.run("flight", "summary", "--json").json["totalHours"]?.text == "1.0")
            let total = each.run("flight", "totals", "--json").json["total"]
            #expect(total?["deviceHours"]?.text == "1.5")
            #expect(each.run("flight", "list", "--kind", "ground", "--json").json.count == 1)
            let rows = each.run("logbook", "8710", "--json").json["rows"]
            #expect(rows?[1]?["totalHours"]?.text == "1.5" && rows?[1]?["instrumentHours"]?.text == "1.0")
        }
    }

    @Test("a ground lesson has no flight time and no landing") func lesson() {
        let said = shell.run(
            "flight", "ground", "--hours", "1.25", "--cfi", "1234567", "--remarks", "Airspace", "--id", "g")
        #expect(said.out == "Ground lesson saved: 2026-02-10, 1.25 h.\nIts id is g.\n")
        let entry = shell.run("flight", "show", "g", "--json").json
        #expect(entry["hobbs"]?.text == "0.0" && entry["groundHours"]?.text == "1.25")
        #expect(entry["accepted"]?.text == #"["hobbs.positive","landings.required"]"#)
        let summary = shell.run("flight", "summary", "--json").json
        #expect(summary["totalHours"]?.text == "0.0" && summary["allLandings"]?.text == "0")
        #expect(shell.run("currency", "--json").json["legal"] == .string("NOT CURRENT"))
        shell.must("flight", "amend", "g", "--ground-hours", "2")
        let flown = shell.run("flight", "amend", "g", "--hobbs", "1.0", "--json")
        #expect(flown.code == "landings.required", "once it is a flight, the rules of a flight hold")
        let empty = shell.run("flight", "amend", "g", "--clear", "groundHours", "--json")
        #expect(empty.code == "hobbs.positive", "without ground training nothing is left")
        shell.must("flight", "duplicate", "g")
    }

    @Test("a session is changed, copied and undone as an entry; the device stays described") func changes() {
        let said = simulator("--device", "Frasca 142", "--kind", "ftd", "--hours", "1.0")
        #expect(said.undo?.hasPrefix("daybook undo ") == true)
        shell.must("flight", "amend", "sim", "--hobbs", "2.0", "--instrument-hours", "1.5")
        #expect(shell.run("flight", "show", "sim", "--json").json["extra"]?.text == #"{"SimulatedFlight":"2.0"}"#)
        let copy = shell.must("flight", "duplicate", "sim", "--json").json["id"]?.stringValue ?? ""
        #expect(shell.run("flight", "totals", "--json").json["total"]?["deviceHours"]?.text == "4.0")
        shell.must("flight", "remove", copy)
        shell.must("undo")
        shell.must("undo")
        shell.must("undo")
        #expect(shell.run("flight", "totals", "--json").json["total"]?["deviceHours"]?.text == "1.0")
        shell.must("undo")
        #expect(shell.run("flight", "list", "--json").json.count == 0)
        #expect(shell.run("undo", "--json").code == "undo.none")
        let again = shell.run("flight", "simulator", "--device", "frasca 142", "--hours", "1")
        #expect(again.status == 0 && !again.out.contains("Note"), "\(again.err)")
        #expect(shell.run("flight", "summary", "--json").json["totalHours"]?.text == "0.0")
    }

    @Test("one key logs one session, on the day on which it was said first") func keys() {
        func session() -> Shell.Result {
            shell.run(
                "flight", "simulator", "--device", "S1", "--kind", "batd", "--hours", "1", "--key", "k", "--date",
                "today")
        }
        #expect(session().out.hasPrefix("Session saved: 2026-02-10 in S1, 1.0 h.\n"))
        shell.clock = "2026-02-11T13:00:00Z"
        #expect(session().out.hasPrefix("This entry was saved before: 2026-02-10 in S1, 1.0 h.\n"))
        #expect(shell.events == 2)
    }

    @Test("the next flight is not suggested in the device") func suggestion() {
        shell.must("flight", "log", "--hobbs", "1.0", "--date", "2026-02-02", "--aircraft", "N1")
        shell.must("flight", "simulator", "--device", "S1", "--kind", "batd", "--hours", "1")
        #expect(shell.run("flight", "defaults", "--json").json["aircraft"] == .string("N1"))
    }

    @Test("what cannot be a session is refused, in words") func refused() {
        let cases: [(options: [String], status: Int32, code: String, message: String, hint: String?)] = [
            (
                ["--hours", "1"], 64, "device.required", "A session needs the training device.",
                "Give it with --device, such as --device REDBIRD1."
            ),
            (
                ["--device", "S1"], 64, "session.hours", "A session needs its time.",
                "Give it with --hours, such as --hours 1.5."
            ),
            (
                ["--device", "S1", "--hours", "0"], 64, "session.hours", "The time of a session is above zero.",
                "Give it with --hours, such as --hours 1.5."
            ),
            (
                ["--device", "S1", "--hours", "x"], 64, "hobbs.notANumber",
                "Hours must be a number such as 1.5, or hours and minutes such as 1:30.",
                "--hours is \"x\"; write it like 1.5."
            ),
            (
                ["--device", "S1", "--hours", "1", "--kind", "toy"], 64, "kind.unknown",
                "There is no kind of training device \"toy\".", "It is one of ffs, ftd, aatd, batd."
            ),
            (
                ["--device", "S1", "--hours", "1"], 1, "device.kind",
                "No description states what kind of training device \"S1\" is.",
                "Give its kind once: ffs, ftd, aatd, batd."
            ),
            (
                ["--device", "REDBIRD1", "--hours", "1", "--kind", "ffs"], 1, "device.kind",
                "\"REDBIRD1\" is described as another kind of device: ATD.",
                "Leave the kind out, or name another device."
            ),
            (
                ["--device", "n9601zz", "--hours", "1", "--kind", "ffs"], 1, "device.aircraft",
                "\"N9601ZZ\" is described as an aircraft.",
                "If it is a training device, describe it by its kind: daybook flight describe N9601ZZ --class aatd"
            ),
            (
                ["--device", String(repeating: "S", count: 65), "--hours", "1", "--kind", "ffs"], 1, "device.name",
                "\"\(String(repeating: "S", count: 65))\" is no name of a device.",
                "A name has letters or digits, and at most 64 characters."
            ),
            (
                ["--device", "REDBIRD1", "--hours", "1", "--instrument-hours", "1.5"], 1, "hours.part",
                "The instrument part, 1.5 hours, is longer than the flight of 1.0.",
                "Parts of a flight are at most its flight time: correct the one or the other."
            ),
            (
                ["--device", "REDBIRD1", "--hours", "13"], 1, "hobbs.over12",
                "Hobbs time exceeds 12 hours. Please verify this is correct.",
                "Say --accept hobbs.over12 to keep it as it is; in an event's data, \"accepted\":[\"hobbs.over12\"]."
            ),
            (["--device", "REDBIRD1", "--hours", "1", "--date", "2026-02-11"], 1, "date.future", "", nil),
            (["--device", "REDBIRD1", "--hours", "1", "--key", ""], 64, "key.unreadable", "", nil),
        ]
        shell.must(
            "append",
            input: [
                ("REDBIRD1", #""equipment":"batd""#), ("N9601ZZ", #""class":"airplane_single_engine_land""#),
            ].map { name, more in
                #"{"stream":"aircraft/\#(name)","type":"aircraft.described","#
                    + #""data":{"registration":"\#(name)",\#(more)}}"#
            }.joined(separator: "\n") + "\n")
        let before = shell.events
        for each in cases {
            let answer = shell.run(["flight", "simulator", "--json"] + each.options)
            #expect(answer.status == each.status && answer.code == each.code, "\(each.options): \(answer.err)")
            if each.hint == nil { continue }
            #expect(message(answer) == each.message && hint(answer) == each.hint, "\(answer.err)")
        }
        let lesson = shell.run("flight", "ground", "--json")
        #expect(lesson.status == 64 && message(lesson) == "A ground lesson needs its time.")
        #expect(
            message(shell.run("flight", "ground", "--hours", "0", "--json"))
                == "The time of a ground lesson is above zero.")
        let day = shell.run("flight", "ground", "--hours", "24.1", "--json")
        #expect(day.status == 1 && day.code == "ground.day")
        #expect(
            message(day) == "The ground training, 24.1 hours, is longer than a day."
                && hint(day) == "Enter each day by itself.")
        #expect(shell.run("flight", "ground", "--hours", "999", "--json").code == "ground.day")
        let besides = shell.run(
            "flight", "log", "--hobbs", "1.0", "--day-landings", "1", "--ground-hours", "24.1", "--json")
        #expect(besides.status == 1 && besides.code == "ground.day")
        #expect(shell.events == before)
    }

    @Test("an undo names a session and a lesson as what they are") func undone() {
        _ = simulator("--device", "REDBIRD1", "--kind", "ftd", "--hours", "1.5")
        #expect(shell.run("undo").lines.first == "Undone: session of 2026-02-01 in REDBIRD1 was logged.")
        shell.must("flight", "ground", "--hours", "1.5", "--date", "2026-02-02")
        #expect(shell.run("undo").lines.first == "Undone: ground lesson of 2026-02-02 was logged.")
    }

    @Test("an event that claims to be a lesson or a session has to be one") func claims() {
        func append(_ data: String) -> String? {
            shell.run(
                "append", "--json",
                input: #"{"stream":"flight/x","type":"flight.logged","data":{"date":"2026-02-01",\#(data)}}"#
            ).code
        }
        let both = #""accepted":["hobbs.positive","landings.required"]"#
        #expect(append(#""hobbs":0,\#(both)"#) == "hobbs.positive")
        #expect(append(#""hobbs":0,"groundHours":1.0,"dayLandings":1,\#(both)"#) == "hobbs.positive")
        #expect(append(#""hobbs":0,"groundHours":1.0,"nightTakeoffs":1,\#(both)"#) == "hobbs.positive")
        #expect(append(#""hobbs":0,"groundHours":1.0"#) == "hobbs.positive")
        #expect(append(#""hobbs":1.0,\#(both)"#) == "landings.required")
        #expect(append(#""hobbs":1.0,"dayTakeoffs":1,"extra":{"SimulatedFlight":"1"},\#(both)"#) == "landings.required")
        #expect(append(#""hobbs":1.0,"extra":{"SimulatedFlight":"0"},\#(both)"#) == "landings.required")
        #expect(append(#""hobbs":0,"extra":{"SimulatedFlight":"1"},\#(both)"#) == "hobbs.positive")
        #expect(append(#""hobbs":1.0,"extra":{"SimulatedFlight":"1"},\#(both)"#) == nil)
    }
}
