import DaybookDomains
import Testing

/// Ends and pauses of alarms from the command line, and what an export leaves out.
@Suite struct AlarmEndTests {
    private let shell = Shell(plus: true)

    private func add(_ options: String...) -> Shell.Result {
        shell.run(
            ["alarm", "add", "--id", "a", "--title", "Dose", "--kind", "customDays", "--time", "08:00"] + options)
    }

    private func error(_ arguments: String...) -> String {
        let result = shell.run(arguments + ["--json"])
        let error = result.error["error"]
        let hint = error?["hint"]?.stringValue.map { " \($0)" } ?? ""
        return "\(result.status) \(result.code ?? "") \(error?["message"]?.stringValue ?? "")\(hint)"
    }

    private var schedule: String { shell.must("alarm", "show", "a", "--json").json["schedule"]?.text ?? "" }

    @Test("a number of times: the reply, the list, the details and the end") func timesInAll() {
        shell.clock = "2026-02-10T12:00:00Z"
        #expect(add("--times-in-all", "10").out == "Alarm saved. Its id is a.\nIt fires last on 2026-02-19.\n")
        #expect(schedule.hasPrefix(#"{"kind":"customDays","start":"2026-02-10","times":["08:00"],"#))
        #expect(schedule.hasSuffix(#""timesInAll":10}"#) && !schedule.contains("startAfter"))
        #expect(shell.must("alarm", "list").out.contains("Daily until 2026-02-19"))
        let shown = shell.must("alarm", "show", "a").lines
        #expect(shown.contains { $0.hasPrefix("Last on") && $0.hasSuffix("2026-02-19, 10 times in all") }, "\(shown)")
        #expect(shell.must("alarm", "show", "a", "--json").json["lastOccurrence"] == .string("2026-02-19"))
        let next = shell.must("alarm", "next", schedule, "--count", "20", "--json").json
        #expect(next.count == 10 && next[9] == .string("2026-02-19T13:00:00Z"))
        shell.clock = "2026-02-19T14:00:00Z"
        shell.must("alarm", "done", "a")
        #expect(shell.must("alarm", "list", "--json").json[0]?["state"] == .string("ended"))
        #expect(
            error("alarm", "done", "a")
                == "1 occurrence.none Nothing of this alarm waits for an answer. "
                + "\"daybook alarm list\" shows when it fires."
        )
        #expect(
            shell.must("alarm", "enable", "a").out
                == "The alarm is on.\nIt fires no more; its last day was 2026-02-19.\n")
        #expect(shell.must("alarm", "next", schedule).out == "It fires no more.\n")
    }

    @Test("the number begins with the next time of the start day") func startAfter() {
        // 08:00 in New York: that time has come.
        #expect(add("--time", "20:00", "--times-in-all", "3").out.hasSuffix("It fires last on 2026-02-11.\n"))
        #expect(
            schedule.contains(#""startAfter":"08:00","timesInAll":3"#)
                && shell.must("alarm", "show", "a", "--json").json["nextFires"]?.text
                    == #"["2026-02-11T01:00:00Z","2026-02-11T13:00:00Z","2026-02-12T01:00:00Z"]"#
        )
    }

    @Test("an end is set, moved, replaced by the other kind, and cleared; undo brings it back") func edited() {
        #expect(add("--until", "2026-03-01").status == 0)
        #expect(
            shell.must("alarm", "edit", "a", "--until", "2026-03-05").out
                == "Alarm changed.\nIt fires last on 2026-03-05.\n")
        #expect(shell.must("alarm", "edit", "a", "--time", "09:00").out.hasSuffix("It fires last on 2026-03-05.\n"))
        shell.must("alarm", "edit", "a", "--times-in-all", "2")
        #expect(schedule.contains(#""timesInAll":2"#) && !schedule.contains("until"))
        shell.must("alarm", "edit", "a", "--clear", "timesInAll")
        #expect(!schedule.contains("timesInAll") && !schedule.contains("startAfter"))
        let event = shell.run("log", "--json").jsonLines.last?["id"]?.stringValue ?? ""
        shell.must("undo", event)
        #expect(schedule.contains(#""timesInAll":2"#))
        shell.must("alarm", "edit", "a", "--until", "2026-03-05", "--kind", "weekly", "--days", "2")
        #expect(shell.must("alarm", "show", "a", "--json").json["lastOccurrence"] == .string("2026-03-02"))
    }

    @Test("what is refused, and how") func refused() {
        let past =
            "1 end.past The alarm would never fire: it ends before its next occurrence. "
            + "Give a later last day, a higher number of times, or a later start."
        func add(_ options: String...) -> String {
            let result = shell.run(
                ["alarm", "add", "--title", "Dose", "--kind", "customDays", "--time", "08:00", "--json"] + options)
            let error = result.error["error"]
            let hint = error?["hint"]?.stringValue.map { " \($0)" } ?? ""
            return "\(result.status) \(result.code ?? "") \(error?["message"]?.stringValue ?? "")\(hint)"
        }
        #expect(add("--until", "2026-02-09") == past)
        #expect(add("--start", "2026-02-01", "--times-in-all", "5") == past)
        #expect(
            add("--until", "2026-03-01", "--times-in-all", "5")
                == "1 end.twice An alarm ends by a last day or by a number of times, not by both. "
                + #"Leave "until" or "timesInAll" out."#)
        #expect(add("--until", "soon").hasPrefix("64 "))
        #expect(add("--times-in-all", "x").hasPrefix("64 "))
        #expect(add("--times-in-all", "0").hasPrefix("1 timesInAll.range "))
        #expect(shell.events == 0)
        #expect(self.add("--until", "2026-03-01").status == 0)
        #expect(
            error("alarm", "edit", "a", "--clear", "until", "--until", "2026-04-01")
                == #"64 usage.wrong "until" is both given and cleared."#)
        #expect(
            error("alarm", "edit", "a", "--clear", "times")
                == #"64 field.unknown "times" cannot be cleared. "#
                + "It is one of note, category, preAlarms, until, timesInAll.")
    }

    @Test("a pause: the reply, the list, the details, its end, and undo") func paused() {
        _ = add()
        shell.clock = "2026-02-11T14:00:00Z"
        #expect(
            shell.must("alarm", "pause", "a", "--until", "2026-02-16").lines == [
                "Paused until 2026-02-16. Next: 2026-02-16T13:00:00Z.", "Recorded as missed: 2026-02-11T13:00:00Z.",
            ])
        #expect(shell.must("alarm", "list").out.contains("paused until 2026-02-16"))
        #expect(shell.must("alarm", "show", "a").lines.contains { $0.hasPrefix("Paused until") })
        shell.clock = "2026-02-14T14:00:00Z"
        #expect(shell.must("alarm", "tick").out == "Nothing is due.\n")
        let again = shell.must("alarm", "pause", "a", "--until", "2026-02-20", "--json").json
        #expect(
            again["pausedUntil"] == .string("2026-02-20") && again["nextFire"] == .string("2026-02-20T13:00:00Z")
                && again["missed"] == nil)
        shell.must("undo", again["event"]?.stringValue ?? "")
        #expect(shell.must("alarm", "list", "--json").json[0]?["pausedUntil"] == .string("2026-02-16"))
        shell.clock = "2026-02-15T14:00:00Z"
        shell.must("alarm", "enable", "a")
        let lines = shell.must("alarm", "show", "a").lines
        #expect(lines.contains { $0.hasSuffix("2026-02-15T13:00:00Z  paused") }, "\(lines)")
        #expect(lines.contains { $0.hasSuffix("2026-02-14T13:00:00Z  paused, 3 since 2026-02-12T13:00:00Z") })
        #expect(
            error("alarm", "pause", "a", "--until", "2026-02-15")
                == "1 pause.past A pause ends on a day after today, 2026-02-15, not on 2026-02-15. "
                + "Give the first day on which the alarm fires again.")
        shell.must("alarm", "edit", "a", "--until", "2026-02-18")
        #expect(
            shell.must("alarm", "pause", "a", "--until", "2026-03-01").lines.first
                == "Paused until 2026-03-01. It does not fire again.")
    }

    @Test("an export names what it leaves out, in text, as JSON, and beside a calendar on standard output")
    func leftOut() {
        let path = shell.file("out.ics", "")
        func add(_ id: String, _ options: String...) {
            let words = ["alarm", "add", "--id", id, "--title", id, "--kind", "customDays", "--time", "08:00"]
            #expect(shell.run(words + options).status == 0)
        }
        add("plain")
        #expect(shell.must("alarm", "export", path, "--json").json["leftOut"] == nil)
        add("loud", "--persistent")
        add("off")
        shell.must("alarm", "disable", "off")
        add("over", "--times-in-all", "1")
        add("put", "--persistent")
        shell.clock = "2026-02-12T14:00:00Z"
        for id in ["put", "over", "plain", "loud"] { shell.must("alarm", "done", id) }
        shell.clock = "2026-02-13T14:00:00Z"
        shell.must("alarm", "snooze", "put", "--for", "1d")
        #expect(
            shell.must("alarm", "export", path).lines == [
                "Wrote 3 alarms to \(path), in place of the file that was there.",
                "Left out: 1 alarm that is off. --all includes them, marked as cancelled.",
                "Left out: 1 alarm that fires no more.",
                "Left out of 2 alarms: that they sound until someone answers.",
                "Left out of 1 alarm: the snooze in force.",
            ])
        let expected =
            #"[{"what":"off","alarms":1},{"what":"ended","alarms":1},{"what":"persistent","alarms":2},"#
            + #"{"what":"snooze","alarms":1}]"#
        #expect(shell.must("alarm", "export", path, "--json").json["leftOut"]?.text == expected)
        let printed = shell.run("alarm", "export", "--json")
        #expect(printed.out.hasPrefix("BEGIN:VCALENDAR") && printed.err == #"{"leftOut":\#(expected)}"# + "\n")
        #expect(shell.run("alarm", "export").err.hasPrefix("Left out: 1 alarm that is off."))
        #expect(
            shell.must("alarm", "export", "--all", path, "--json").json["leftOut"]?[0]?["what"] == .string("ended"))
    }

    @Test("an end comes back from a calendar: of one event, of several, of a day") func roundTrip() {
        shell.must(
            "alarm", "add", "--id", "many", "--title", "Many", "--kind", "customDays", "--time", "07:00", "--time",
            "19:00", "--times-in-all", "9")
        _ = add("--times-in-all", "4")
        shell.must("alarm", "add", "--id", "day", "--title", "Day", "--days", "3", "--until", "2026-03-31")
        let text = shell.run("alarm", "export").out
        #expect(text.contains("RRULE:FREQ=DAILY;COUNT=4\r\n"), "\(text)")
        #expect(text.contains("X-DAYBOOK-TIMES-IN-ALL:9\r\n") && text.contains("UNTIL=20260331T235959\r\n"))
        let other = Shell(plus: true)
        other.must("alarm", "import", other.file("a.ics", text))
        #expect(other.run("alarm", "export").out == text)
        for id in ["many", "a", "day"] {
            #expect(
                other.must("alarm", "show", id, "--json").json["nextFires"]
                    == shell.must("alarm", "show", id, "--json").json["nextFires"])
        }
    }
}
