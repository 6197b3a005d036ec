import DaybookDomains
import Testing

@Suite struct FlightCommandTests {
    @Test("S-TC-010, S-TC-016: a basic flight, with landings and tach filled in") func basicFlight() {
        let shell = Shell()
        let saved = shell.run("flight", "log", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        #expect(saved.status == 0 && saved.lines.first == "Flight saved: 2026-02-10 KSJC → KRHV, 1.5 h.")
        let flight = shell.run("flight", "list", "--json").json[0]
        #expect(
            flight?["route"]?.stringValue == "KSJC → KRHV" && flight?["hobbs"] == .number("1.5")
                && flight?["tach"] == .number("1.5"))
        #expect(
            flight?["dayLandings"]?.integerValue == 1 && flight?["nightLandings"]?.integerValue == 0
                && flight?["locked"] == .bool(false))
        #expect(flight?["signed"] == .null && flight?["solo"] == .bool(false))
        #expect(shell.log("--hobbs", "1.5", "--tach", "1.2") != "")
        #expect(shell.run("flight", "list", "--json").json[0]?["tach"] == .number("1.2"))
    }

    @Test("S-TC-012: hours follow from the meter readings") func meterReadings() {
        let shell = Shell()
        let saved = shell.run("flight", "log", "--hobbs-start", "1234.5", "--hobbs-end", "1236.0")
        #expect(saved.lines[1] == "Duration: 1.5 hrs")
        let flight = shell.run("flight", "list", "--json").json[0]
        #expect(
            flight?["hobbs"] == .number("1.5") && flight?["hobbsStart"] == .number("1234.5")
                && flight?["hobbsEnd"] == .number("1236.0"))
    }

    @Test("S-TC-017..023, S-TC-027, S-TC-028, S-TC-030: what a flight must keep", arguments: refused.indices)
    func refusals(index: Int) {
        let shell = Shell()
        let refused = FlightCommandTests.refused[index]
        let result = shell.run(["flight", "log", "--json"] + refused.options)
        #expect(result.status == refused.status && result.out == "", "\(refused.options)")
        #expect(result.code == refused.code, "\(refused.options)")
        #expect(result.error["error"]?["message"]?.stringValue == refused.message, "\(refused.options)")
        #expect(result.error["error"]?["hint"]?.stringValue == refused.hint, "\(refused.options)")
        #expect(shell.events == 0, "\(refused.options)")
    }

    /// The option of each field that may be out of its range, a value that is, and how the rule goes on.
    private static let outOfRange = [
        ("--from", String(repeating: "K", count: 65), "is longer than 64 characters."),
        ("--to", String(repeating: "K", count: 65), "is longer than 64 characters."),
        ("--aircraft", String(repeating: "N", count: 65), "is longer than 64 characters."),
        ("--cfi", String(repeating: "1", count: 65), "is longer than 64 characters."),
        ("--remarks", String(repeating: "r", count: 32_769), "is longer than 32768 characters."),
        ("--approaches", "100", "is not from 0 to 99."),
        ("--holds", "100", "is not from 0 to 99."), ("--distance", "100000", "is not from 0.0 to 99999.9."),
        ("--tach", "1000000", "is not from 0.0 to 999999.9."),
        ("--hobbs-end", "1000000", "is not from 0.0 to 999999.9."),
        ("--ground-hours", "1000", "is not from 0.0 to 999.9."),
    ]

    @Test(
        "a value that is out of its range is told by its option, by every command that takes it",
        arguments: outOfRange.indices) func options(index: Int)
    {
        let shell = Shell()
        let flight = shell.log("--hobbs", "1.0")
        let (option, value, rule) = FlightCommandTests.outOfRange[index]
        for command in [
            ["log", "--hobbs", "1.0"], ["log", "--quick", "--hobbs", "1.0"], ["amend", flight], ["supersede", flight],
        ] {
            let refused = shell.run(["flight"] + command + [option, value])
            #expect(refused.status == 1 && refused.err == "error: \(option) \(rule)\n", "\(command)")
        }
        #expect(shell.events == 1)
    }

    @Test("S-TC-022: a warning that is accepted is kept with the flight") func acceptedWarning() {
        let shell = Shell()
        #expect(shell.log("--hobbs", "12.0") != "")
        _ = shell.log("--hobbs", "13.0", "--accept", "hobbs.over12")
        #expect(shell.run("flight", "list", "--json").json[0]?["accepted"]?.text == #"["hobbs.over12"]"#)
    }

    @Test("S-TC-029: night landings only") func nightOnly() {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5", "--day-landings", "0", "--night-landings", "3")
        let currency = shell.run("currency", "--json").json
        #expect(
            currency["night"]?["state"]?.stringValue == "valid" && currency["night"]?["daysLeft"]?.integerValue == 90)
        #expect(
            currency["day"]?["state"]?.stringValue == "never" && currency["general"]?["state"]?.stringValue == "valid")
        #expect(shell.run("flight", "summary", "--json").json["allLandings"]?.integerValue == 3)
    }

    @Test("S-TC-047, S-TC-048: search finds exactly the holders") func search() {
        let shell = Shell()
        let first = shell.log("--hobbs", "1", "--from", "KSJC", "--to", "KRHV", "--solo")
        let second = shell.log("--hobbs", "2", "--from", "KPAO", "--remarks", "crosswind practice")
        shell.must("flight", "sign", second, "--cfi", "1234567")
        func ids(_ query: String) -> [String?] {
            let list = shell.run("flight", "list", "--search", query, "--json").json
            return (0..<max(0, list.count)).map { list[$0]?["id"]?.stringValue }
        }
        #expect(
            ids("ksjc") == [first] && ids("Solo") == [first] && ids("CROSSWIND") == [second]
                && ids("1234567") == [second])
        #expect(ids("").count == 2 && ids("ZZZZ") == [])
        #expect(shell.run("flight", "list", "--search", "ZZZZ").out == "No Results for ZZZZ\n")
    }

    @Test("S-TC-050: an amendment changes the entry, and what was is still told") func amend() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5", "--remarks", "first")
        let before = shell.position
        #expect(
            shell.run("flight", "amend", id, "--hobbs", "2.0", "--clear", "remarks").out
                == "Flight changed: hobbs 2.0, remarks –, tach 2.0.\n")
        #expect(shell.run("flight", "summary", "--json").json["totalHours"] == .number("2.0"))
        #expect(
            shell.run("flight", "summary", "--known-at", "\(before)", "--json").json["totalHours"] == .number("1.5"))
        let changes = shell.run("show", "flight/\(id)", "--json").json["history"]?[1]?["changes"]
        #expect(
            changes?.text
                == #"[{"field":"remarks","old":"first","new":null},{"field":"hobbs","old":1.5,"new":2.0},{"field":"tach","old":1.5,"new":2.0}]"#
        )
        let lines = shell.run("show", "flight/\(id)").lines
        #expect(lines.contains("  hobbs    1.5 → 2.0") && lines.contains("  remarks  first → –"))
    }

    @Test("S-TC-052: a removed flight can be restored") func removeAndRestore() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        #expect(
            shell.run("flight", "remove", id, "--reason", "twice").out
                == "Flight removed. \"daybook flight restore \(id)\" brings it back.\n")
        #expect(shell.run("flight", "list", "--json").out == "[]\n")
        let shown = shell.run("flight", "show", id, "--json")
        #expect(
            shown.status == 1 && shown.code == "record.removed"
                && shown.error["error"]?["message"]?.stringValue == "This flight was removed.")
        #expect(shell.run("flight", "remove", id, "--json").code == "record.removed")
        #expect(shell.run("flight", "restore", "flight/" + id).out == "Flight restored.\n")
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        let again = shell.run("flight", "restore", id, "--json")
        #expect(
            again.status == 1
                && again.error["error"]?["message"]?.stringValue
                    == "This flight was not removed: there is nothing to restore."
        )
    }

    @Test("S-TC-031, S-TC-034, S-TC-036, D-3: a signature locks the flight") func signatureLocks() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        let image = shell.file("signature.png", "GIF89a, not really a picture")
        let signed = shell.run("flight", "sign", id, "--cfi", "1234567", "--name", "A. Instructor", "--image", image)
        #expect(signed.lines.first == "Flight signed and locked.")
        #expect(signed.undo == "daybook flight void \(id) --reason TEXT")
        let flight = shell.run("flight", "show", id, "--json").json
        #expect(flight["locked"] == .bool(true) && flight["signed"]?["date"]?.stringValue == "2026-02-10")
        #expect(
            flight["signed"]?["cfiNumber"]?.stringValue == "1234567" && flight["cfiNumber"]?.stringValue == "1234567")
        #expect(
            flight["signature"]?["imageDigest"]?.stringValue
                == "71c2506b986d54bc258b9fb8941c0529a962f077fec5cbb41cf09982e5bf4a1f")
        #expect(flight["signature"]?["content"]?.stringValue?.count == 64)
        #expect(shell.run("flight", "show", id).lines.contains("CFI ENDORSEMENT  locked"))
        let events = shell.position
        let locked =
            "This flight has a locked CFI signature and cannot be deleted. Void the signature first to enable deletion."
        let removed = shell.run("flight", "remove", id, "--json")
        #expect(
            removed.status == 1 && removed.code == "signature.locked"
                && removed.error["error"]?["message"]?.stringValue == locked)
        #expect(removed.error["error"]?["hint"]?.stringValue == "daybook flight void \(id) --reason TEXT")
        let amended = shell.run("flight", "amend", id, "--hobbs", "2", "--json")
        #expect(amended.status == 1 && amended.code == "signature.locked")
        let again = shell.run("flight", "sign", id, "--cfi", "7", "--json")
        #expect(
            again.error["error"]?["message"]?.stringValue
                == "This flight is signed already: a second signature needs the first to be voided.")
        #expect(shell.position == events, "nothing is written")
    }

    @Test("S-TC-032: a signature needs a number") func numberRequired() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        for options in [[], ["--cfi", ""], ["--cfi", "  "]] {
            let result = shell.run(["flight", "sign", id, "--json"] + options)
            #expect(result.status == 1 && result.code == "cfi.required", "\(options): \(result.err)")
            #expect(
                result.error["error"]?["message"]?.stringValue
                    == "A signature needs the instructor's certificate number.", "\(options)")
        }
        #expect(shell.events == 1)
    }

    @Test("S-TC-035: a void lifts the lock and keeps the history") func void() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        shell.must("flight", "sign", id, "--cfi", "1234567")
        let signed = shell.position
        let reasonless = shell.run("flight", "void", id, "--json")
        #expect(reasonless.status == 1 && reasonless.code == "reason.required")
        #expect(reasonless.error["error"]?["message"]?.stringValue == "Voiding a signature needs a reason.")
        #expect(
            shell.run("flight", "void", id, "--reason", "wrong day").out
                == "Signature voided. The flight can be changed again.\n")
        let now = shell.run("flight", "list", "--json").json[0]
        #expect(now?["locked"] == .bool(false) && now?["signed"] == .null && now?["cfiNumber"] == .null)
        let then = shell.run("flight", "list", "--known-at", "\(signed)", "--json").json[0]
        #expect(then?["locked"] == .bool(true) && then?["cfiNumber"]?.stringValue == "1234567")
        let types = shell.run("log", "--stream", "flight/\(id)", "--json").jsonLines.map { $0["type"]?.stringValue }
        #expect(types == ["flight.logged", "flight.signed", "signature.voided"])
        #expect(
            shell.run("flight", "show", id).out.hasSuffix(
                "\nVOIDED  2026-02-10 08:00: wrong day\n  by certificate 1234567\n  signed  2026-02-10 08:00\n"))
        let voided = shell.run("flight", "show", id, "--json").json["voided"]
        #expect(voided?.count == 1 && voided?[0]?["reason"]?.stringValue == "wrong day")
        shell.must("flight", "amend", id, "--hobbs", "2.0")
        let twice = shell.run("flight", "void", id, "--reason", "again", "--json")
        #expect(
            twice.status == 1
                && twice.error["error"]?["message"]?.stringValue == "This flight has no signature that could be voided."
        )
        #expect(twice.error["error"]?["hint"]?.stringValue == #""daybook show flight/\#(id)" shows its history."#)
        let restored = shell.run("flight", "restore", id)
        #expect(
            restored.err
                == "error: This flight was not removed: there is nothing to restore.\nhint: \"daybook show flight/\(id)\" shows its history.\n"
        )
    }

    @Test func aFlightIsNamedByABeginningThatOnlyItHas() {
        let shell = Shell()
        shell.must("append", input: flightLine("alpha-1") + flightLine("alpha-2") + flightLine("beta"))
        #expect(shell.run("flight", "show", "be", "--json").json["id"]?.stringValue == "beta")
        let ambiguous = shell.run("flight", "show", "alpha", "--json")
        #expect(ambiguous.status == 1 && ambiguous.code == "flight.ambiguous")
        #expect(
            ambiguous.error["error"]?["message"]?.stringValue
                == "More than one flight has an id that begins with \"alpha\".")
        for command in [
            ["show", "gamma"], ["remove", "gamma"], ["amend", "gamma", "--hobbs", "1"],
            ["sign", "gamma", "--cfi", "1"], ["sign", "gamma"],
            ["void", "gamma", "--reason", "r"], ["void", "gamma"], ["restore", "gamma"], ["show", "a b"],
            ["show", "drink/x"],
        ] {
            let unknown = shell.run(["flight"] + command)
            let text = "error: There is no flight \"\(command[1])\".\nhint: \"daybook flight list\" shows them.\n"
            #expect(unknown.status == 1 && unknown.out == "" && unknown.err == text, "\(command): \(unknown.err)")
            #expect(shell.run(["flight"] + command + ["--json"]).code == "flight.unknown")
        }
        let show = shell.run("show", "flight/gamma", "--json")
        #expect(
            show.status == 1 && show.code == "stream.unknown"
                && show.error["error"]?["message"]?.stringValue == "There is no stream \"flight/gamma\".")
        let event = shell.run("show", "deadbeef", "--json")
        #expect(
            event.status == 1 && event.code == "event.unknown"
                && event.error["error"]?["message"]?.stringValue == "There is no event \"deadbeef\".")
    }
}
