import DaybookDomains
import Testing

/// The replies of `alarm snooze` and `alarm done` name the occurrences that they pass over.
@Suite struct AlarmPassedOverTests {
    private let shell = Shell(plus: true)

    private func add(_ times: String...) {
        shell.clock = "2026-02-10T12:00:00Z"
        let options = times.flatMap { ["--time", $0] }
        let added = shell.run(["alarm", "add", "--id", "a", "--title", "Dose", "--kind", "customDays"] + options)
        #expect(added.status == 0, "\(added.err)")
    }

    @Test("snooze names what does not fire until its end; done names what is recorded as missed") func snooze() {
        add("08:00", "20:00")
        shell.clock = "2026-02-10T13:00:00Z"
        shell.must("alarm", "tick")
        let lines = shell.must("alarm", "snooze", "a", "--for", "1d").lines
        #expect(
            lines == [
                "Snoozed until 2026-02-11T13:00:00Z. Fires in 1d 0h",
                "Until then 2 occurrences do not fire: 2026-02-11T01:00:00Z, 2026-02-11T13:00:00Z.",
            ])
        shell.clock = "2026-02-11T14:00:00Z"
        #expect(
            shell.must("alarm", "done", "a").lines.last
                == "Recorded as missed: 2 occurrences, 2026-02-11T01:00:00Z to 2026-02-11T13:00:00Z.")
        let story = shell.must("alarm", "show", "a", "--all", "--json").json["occurrences"]?[0]
        #expect(story?["outcome"] == .string("missed") && story?["count"] == .integer(2))
    }

    @Test("a longer snooze names the first three and counts the rest; one occurrence is named alone") func many() {
        add("08:00", "20:00")
        shell.clock = "2026-02-10T13:00:00Z"
        let json = shell.must("alarm", "snooze", "a", "--for", "1w", "--json").json
        #expect(json["silenced"]?["count"] == .integer(14) && json["silenced"]?["first"]?[3] == nil)
        let lines = shell.must("alarm", "snooze", "a", "--for", "1w").lines
        #expect(
            lines.last == "Until then 14 occurrences do not fire: 2026-02-11T01:00:00Z, 2026-02-11T13:00:00Z, "
                + "2026-02-12T01:00:00Z and 11 more.", "\(lines)")
        #expect(
            shell.must("alarm", "snooze", "a", "--for", "13h").lines.last
                == "Until then 1 occurrence does not fire: 2026-02-11T01:00:00Z.")
    }

    @Test("done without a tick before names the days that nobody saw") func done() {
        add("08:00")
        shell.clock = "2026-02-14T15:00:00Z"
        let json = shell.must("alarm", "done", "a", "--json").json
        #expect(json["occurrence"] == .string("2026-02-14T13:00:00Z"))
        let missed = json["missed"]?[0]
        #expect(missed?["since"] == .string("2026-02-10T13:00:00Z") && missed?["count"] == .integer(4))
        shell.clock = "2026-02-16T15:00:00Z"
        #expect(shell.must("alarm", "done", "a").lines.last == "Recorded as missed: 2026-02-15T13:00:00Z.")
    }
}
