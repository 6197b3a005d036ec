import EventCodec
import LedgerTestSupport
import Testing

/// Hours to the second, as commands read and show them.
@Suite struct HoursCommandTests {
    /// Three flights of 1:20, 1:15 and 0:59:59.
    private func threeFlights() -> Shell {
        let shell = Shell()
        for (id, hours) in [("a", "1:20"), ("b", "1.25"), ("c", "0:59:59")] {
            shell.must(
                "flight", "log", "--id", id, "--date", "2026-02-0\(id == "a" ? 1 : 2)", "--hobbs", hours, "--solo")
        }
        return shell
    }

    @Test("Sums are exact: what is shown is rounded once, and the seconds stand beside it")
    func sums() {
        let shell = threeFlights()
        let summary = shell.must("flight", "summary", "--json").json
        #expect(
            summary["totalHours"] == .number("3.58") && summary["totalHoursSeconds"] == .integer(4_800 + 4_500 + 3_599))
        #expect(summary["soloHours"] == .number("3.58") && summary["soloHoursSeconds"] == .integer(12_899))
        let flights = shell.must("flight", "list", "--json").json
        #expect(flights[2]?["hobbs"] == .number("1.33") && flights[2]?["hobbsSeconds"] == .integer(4_800))
        let logged = shell.must("log", "--type", "flight.logged", "--json").jsonLines.map {
            $0["data"]?["hobbs"]?.text ?? ""
        }
        #expect(logged.sorted() == [#""0:59:59""#, #""1:20""#, "1.25"])
        #expect(shell.must("progress", "--json").json["next"]?["hoursToGoSeconds"] == .integer(3 * 3_600))
        let explained = shell.must("progress", "--explain", "--json").json
        let solo = explained["requirements"]?[2]
        #expect(
            solo?["hoursSeconds"] == .integer(12_899) && solo?["goalSeconds"] == .integer(36_000)
                && solo?["met"] == .bool(false))
        let evidence = explained["evidence"]?["solo"]
        let amounts = (0..<3).map { evidence?["counted"]?[$0]?["amountSeconds"]?.integerValue ?? 0 }
        #expect(amounts.sorted() == [3_599, 4_500, 4_800] && evidence?["restAddsSeconds"] == .integer(0))
    }

    @Test("S-TC-042: forty hours less a second are not forty hours, and no table says so")
    func threshold() {
        let shell = Shell()
        for (id, hours) in [("a", "11:59:59"), ("b", "12"), ("c", "12"), ("d", "4")] {
            shell.must("flight", "log", "--id", id, "--date", "2026-02-01", "--hobbs", hours)
        }
        let total = shell.must("progress", "--json").json["requirements"]?[0]
        #expect(
            total?["met"] == .bool(false) && total?["percent"] == .integer(99) && total?["hours"] == .number("40.00"))
        #expect(
            total?["text"] == .string("39:59:59 / 40.0 hours") && total?["remaining"] == .string("0:00:01 hrs to go"))
        shell.must("flight", "amend", "a", "--hobbs", "12:00")
        #expect(shell.must("progress", "--json").json["requirements"]?[0]?["met"] == .bool(true))
    }

    @Test("logbook.hours: tables show hours as decimals or as hours and minutes, JSON has both")
    func form() {
        let shell = threeFlights()
        let (decimal, json) = (shell.must("flight", "list").out, shell.must("flight", "list", "--json").out)
        #expect(decimal.contains("  1.33  ") && decimal.contains("  1.25  ") && decimal.contains("  1.00  "))
        shell.must("setting", "set", "logbook.hours", "hm")
        #expect(
            shell.must("flight", "list").lines.map { $0.split(separator: " ").dropFirst(2).first ?? "" } == [
                "Hours", "0:59:59", "1:15", "1:20",
            ])
        #expect(shell.must("flight", "list", "--json").out == json)
        #expect(shell.must("flight", "list", "--by-month").lines.first == "February 2026  3:34:59 h")
        let shown = shell.must("flight", "show", "b").lines
        #expect(
            shown.first == "Local  2026-02-02  1:15 h"
                && shown.dropFirst().first?.split(separator: " ") == ["hobbs", "1:15"])
        #expect(
            shell.must("flight", "summary").lines.dropFirst().first?.split(separator: " ") == [
                "Total", "Hrs", "3:34:59",
            ])
        #expect(shell.must("progress").out.contains("3:34:59 / 40:00 hours  36:25:01 hrs to go"))
        #expect(shell.must("progress", "--detail").out.contains("3:34:59 h"))
        #expect(shell.must("audit").out.contains("3:34:59"))
        #expect(
            shell.must("flight", "log", "--date", "2026-02-03", "--hobbs", "2.5").lines.first
                == "Flight saved: 2026-02-03 Local, 2:30 h.")
        shell.must("setting", "set", "logbook.hours", "decimal")
        #expect(shell.must("flight", "list", "--on", "2026-02-02").out == decimal)
        #expect(shell.run("setting", "set", "logbook.hours", "minutes", "--json").code == "setting.value")
    }
}
