import DaybookDomains
import Testing

@Suite struct NoticesCommandTests {
    private let shell = Shell()

    /// Keys of what is due, and of what is held with its gate.
    private func keys(_ options: String...) -> [String] {
        let answer = shell.run(["notices", "--json"] + options)
        #expect(answer.status == 0, "\(answer.err)")
        func all(_ name: String) -> [JSONValue] {
            (0..<(answer.json[name]?.count ?? 0)).compactMap { answer.json[name]?[$0] }
        }
        return all("due").map { $0["key"]?.stringValue ?? "" }
            + all("held").map { "\($0["key"]?.stringValue ?? ""): \($0["gate"]?.stringValue ?? "")" }
    }

    private func types() -> [String] {
        shell.run("log", "--stream", "notices/logbook", "--json").jsonLines.compactMap { $0["type"]?.stringValue }
    }

    @Test("S-TC-060, S-TC-071: currency that runs out is told once permission is granted") func cliff() {
        _ = shell.log("--hobbs", "1", "--day-landings", "3", "--date", "2025-12-12")
        _ = shell.log("--hobbs", "1", "--all-landings", "1", "--date", "2026-02-09")
        shell.must("permission", "set", "granted")
        let due = shell.run("notices", "--json").json
        #expect(
            due["due"]?[0]?.text
                == #"{"kind":"currencyCliff","key":"currencyCliff.day.2026-03-12","category":"currencyCliff","score":0.60,"title":"Currency Heads-Up"}"#
        )
        #expect(types() == [], "asking writes nothing")
        let sent = shell.run("notices", "--evaluate", "--json").json
        #expect(sent["sent"] == .number("1"))
        let events = shell.run("log", "--stream", "notices/logbook", "--json").jsonLines
        #expect(events.first?["type"]?.stringValue == "notice.sent" && events.first?["data"]?["score"] == .number("60"))
        #expect(events.first?["time"]?.stringValue == "2026-02-10T13:00:00Z")
        #expect(events.count == 1 && keys() == ["currencyCliff.day.2026-03-12: globalCooldown"])
    }

    @Test("S-TC-061, S-TC-073: a milestone comes once, whatever happens to its flight; revoked it stays open")
    func milestone() {
        let id = shell.log("--hobbs", "10.0", "--solo")
        shell.must("permission", "set", "granted")
        shell.must("permission", "set", "denied")
        #expect(keys("--evaluate") == ["milestone.solo: permission"] && types() == ["notice.suppressed"])
        #expect(shell.run("notices", "--json").json["acknowledged"]?.text == "[]")
        shell.must("permission", "set", "granted")
        #expect(keys("--evaluate") == ["milestone.solo"])
        #expect(shell.run("notices", "--json").json["acknowledged"]?.text == #"["61.109(a)(5)"]"#)
        shell.must("flight", "remove", id)
        shell.clock = "2026-02-12T13:00:00Z"
        #expect(keys("--evaluate") == [])
        _ = shell.log("--hobbs", "10.0", "--solo")
        #expect(keys("--evaluate") == [] && types() == ["notice.suppressed", "notice.sent"])
    }

    /// A look with the clock ten years ahead silences nothing today.
    @Test func aClockThatWasAhead() {
        _ = shell.log("--hobbs", "1", "--day-landings", "3", "--date", "2025-12-12")
        shell.must("permission", "set", "granted")
        shell.clock = "2036-01-01T09:00:10Z"
        #expect(keys("--evaluate").contains { $0.hasPrefix("momentumStall") })
        shell.clock = "2026-02-10T13:00:00Z"
        _ = shell.log("--hobbs", "10.0", "--solo", "--date", "2026-02-01")
        let text = shell.run("notices")
        #expect(
            text.lines.first
                == "1 notice was sent or seen by a clock that was ahead, at 2036-01-01T09:00:10Z or later. It counts from then on.",
            "\(text)")
        #expect(shell.run("notices", "--json").json["ahead"]?[0]?["at"]?.stringValue == "2036-01-01T09:00:10Z")
        #expect(keys("--evaluate").contains("milestone.solo"), "the cool-down of 2036 does not hold today's notice")
        shell.clock = "2036-01-01T10:00:00Z"
        #expect(shell.run("notices", "--json").json["ahead"] == nil)
        #expect(keys().contains { $0.hasSuffix("globalCooldown") })
    }

    @Test("S-TC-062, S-TC-063: two a day and four hours between them; tomorrow is another day") func caps() {
        _ = shell.log("--hobbs", "10.0", "--solo", "--date", "2026-02-01")
        shell.must("permission", "set", "granted")
        #expect(keys("--evaluate") == ["milestone.solo"])
        _ = shell.log("--hobbs", "3.0", "--instrument", "--date", "2026-02-02")
        shell.clock = "2026-02-10T14:00:00Z"
        #expect(keys("--evaluate") == ["milestone.instrument: globalCooldown"])
        shell.clock = "2026-02-10T17:00:00Z"
        #expect(keys("--evaluate") == ["milestone.instrument: categoryCooldown"])
        shell.clock = "2026-02-11T12:59:59Z"
        #expect(keys("--evaluate") == ["milestone.instrument: categoryCooldown"])
        shell.clock = "2026-02-11T13:00:00Z"
        #expect(keys("--evaluate") == ["milestone.instrument"])
    }

    @Test("S-TC-062: the third of a day is held, and goes out on the next") func dailyCap() {
        _ = shell.log("--hobbs", "1", "--day-landings", "3", "--date", "2025-12-12")
        shell.must("permission", "set", "granted")
        for instant in ["2026-02-10T06:00:00Z", "2026-02-10T11:00:00Z"] {
            shell.must(
                "append",
                input:
                    #"{"stream":"notices/logbook","type":"notice.sent","data":{"kind":"other","key":"\#(instant)","category":"other","score":60,"title":"x"},"occurred":"\#(instant)"}"#
            )
        }
        shell.clock = "2026-02-10T23:00:00Z"
        #expect(keys() == ["momentumStall.2025-12-12: dailyCap", "currencyCliff.day.2026-03-12: dailyCap"])
        // Midnight in New York.
        shell.clock = "2026-02-11T04:59:59Z"
        #expect(keys().first == "momentumStall.2025-12-12: dailyCap")
        shell.clock = "2026-02-11T05:00:00Z"
        #expect(keys() == ["momentumStall.2025-12-12", "currencyCliff.day.2026-03-12: globalCooldown"])
    }

    @Test("S-TC-064: all requirements met is told exactly once") func ready() {
        for options in [
            ["--hobbs", "12", "--dual"], ["--hobbs", "12", "--dual", "--night-hours", "3", "--instrument-hours", "3"],
            ["--hobbs", "12", "--solo", "--xc"], ["--hobbs", "4"],
        ] { _ = shell.run(["flight", "log"] + options) }
        shell.must("permission", "set", "granted")
        let more =
            "That is of the six requirements; 61.109(a) asks for more: \"daybook progress --detail\" has the whole list."
        #expect(shell.run("notices").lines.contains(more))
        let first = keys("--evaluate")
        #expect(
            first.first == "checkrideReady" && first.count == 7
                && first.dropFirst().allSatisfy { $0.hasPrefix("milestone.") && $0.hasSuffix(": globalCooldown") })
        shell.clock = "2026-03-01T13:00:00Z"
        #expect(
            !keys("--evaluate").contains { $0.hasPrefix("checkrideReady") }
                && !shell.run("notices").lines.contains(more))
        #expect(
            shell.run("log", "--stream", "notices/logbook", "--json").jsonLines.count {
                $0["data"]?["key"]?.stringValue == "checkrideReady"
            } == 1)
    }

    @Test("S-TC-072: denied or never asked, nothing is sent, nothing is told as an error, all else works") func denied()
    {
        _ = shell.log("--hobbs", "10.0", "--solo")
        #expect(keys("--evaluate") == ["milestone.solo: permission"])
        shell.must("permission", "set", "denied")
        let again = shell.run("notices", "--evaluate")
        #expect(again.status == 0 && again.err == "" && again.out.contains("notices are not permitted\n"))
        let both =
            #"It takes both "daybook permission set granted" and "daybook setting set notices true" to permit them."#
        #expect(again.lines.last == both)
        #expect(types() == ["notice.suppressed"], "the same gate on the same day is noted once")
        shell.must("permission", "set", "granted")
        shell.must("setting", "set", "notices", "false")
        #expect(keys() == ["milestone.solo: permission"])
        shell.must("setting", "set", "notices", "true")
        #expect(keys("--evaluate") == ["milestone.solo"], "what was held counts toward no cap")
    }

    @Test("a milestone that was seen elsewhere does not come") func acknowledged() {
        _ = shell.log("--hobbs", "10.0", "--solo")
        #expect(shell.run("notices", "acknowledge", "milestone.solo").out == "milestone.solo was seen.\n")
        #expect(keys() == [] && shell.run("notices").out == "No notices.\n")
    }

    @Test("a notice that is none is not seen; one that was held, sent or seen is one") func unknown() {
        let once =
            "milestone.total, milestone.dual, milestone.solo, milestone.soloCrossCountry, milestone.night, milestone.instrument, checkrideReady"
        let refused = shell.run("notices", "acknowledge", "milestone.sollo", "--json")
        #expect(refused.status == 1 && refused.code == "notice.unknown" && shell.events == 0)
        #expect(refused.error["error"]?["message"]?.stringValue == "There is no notice \"milestone.sollo\".")
        #expect(refused.error["error"]?["hint"]?.stringValue == "The notices are \(once).")
        _ = shell.log("--hobbs", "1", "--day-landings", "3", "--date", "2025-12-12")
        shell.clock = "2026-03-10T13:00:00Z"
        let cliff = "currencyCliff.day.2026-03-12"
        #expect(
            shell.run("notices", "acknowledge", "x", "--json").error["error"]?["hint"]?.stringValue
                == "The notices are \(once), \(cliff), momentumStall.2025-12-12.")
        shell.must("notices", "--evaluate")
        shell.clock = "2026-04-10T13:00:00Z"
        shell.must("notices", "acknowledge", cliff)
        shell.must("notices", "acknowledge", cliff)
    }

    @Test("--evaluate is about now") func now() {
        let refused = shell.run("notices", "--evaluate", "--on", "2026-01-01", "--json")
        #expect(
            refused.status == 64
                && refused.error["error"]?["message"]?.stringValue
                    == "Notices are sent at the clock: --evaluate takes no other time."
        )
        _ = shell.log("--hobbs", "1", "--day-landings", "3", "--date", "2025-12-12")
        #expect(
            keys("--on", "2026-03-10") == [
                "currencyCliff.day.2026-03-12: permission", "momentumStall.2025-12-12: permission",
            ])
    }
}
