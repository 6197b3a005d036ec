import DaybookDomains
import Foundation
import Testing

@Suite struct DiffTests {
    /// Night landings that were logged a week after the flight.
    private static func logged() -> Shell {
        let shell = Shell()
        shell.must("append", input: flightLine("a", date: "2026-02-01", landings: 1))
        shell.clock = "2026-02-17T13:00:00Z"
        let line =
            #"{"stream":"flight/n","type":"flight.logged","data":{"date":"2026-02-03","from":"KSJC","to":"KRHV","hobbs":1.0,"nightLandings":3}}"#
            + "\n"
        shell.must("append", input: line)
        return shell
    }

    @Test("D-9: what changed in currency between two points of knowledge, and through which event") func currency() {
        let shell = DiffTests.logged()
        let text = shell.run(
            "diff", "--from", "2026-02-10", "--to", "2026-02-17", "--projection", "currency", "--on", "2026-02-10")
        #expect(
            text.lines == [
                "About 2026-02-10, between position 2 (2026-02-10 08:00) and position 3 (2026-02-17 08:00):",
                "General, 61.57(a): never current → valid, good through 2026-05-04",
                "  because flight of 2026-02-03 KSJC–KRHV was logged (position 3, recorded 2026-02-17 08:00)",
                "Night, 61.57(b): never current → valid, good through 2026-05-04",
                "  because flight of 2026-02-03 KSJC–KRHV was logged (position 3, recorded 2026-02-17 08:00)",
            ])
        let lines = shell.run("diff", "--from", "2", "--projection", "currency", "--json").jsonLines
        #expect(lines.map { $0["id"]?.stringValue } == ["general", "night"])
        #expect(lines.first?["old"] == .object(pairs: ["state": .string("never"), "goodThrough": .null]))
        #expect(lines.first?["new"]?["goodThrough"] == .string("2026-05-04"))
        #expect(
            lines.first?["because"]?[0]?["event"]
                == shell.run("log", "--json", "--stream", "flight/n").jsonLines.first?["id"])
        #expect(lines.first?["because"]?.count == 1 && lines.first?["becauseTotal"] == .integer(1))
        #expect(lines.first?["from"]?["position"] == .integer(2) && lines.first?["to"]?["position"] == .integer(3))
    }

    @Test(
        "D-9: figures that a removal takes back and a restore gives back name those events; what is as it was is not told"
    ) func removal() {
        let shell = DiffTests.logged()
        let remove = shell.run("flight", "remove", "n", "--json").json["event"]
        let line = shell.run("diff", "--from", "3", "--projection", "currency", "--json").jsonLines.first {
            $0["id"]?.stringValue == "night"
        }
        #expect(line?["text"] == .string("valid, good through 2026-05-04 → never current"))
        #expect(
            line?["because"]?.count == 1 && line?["because"]?[0]?["event"] == remove
                && line?["because"]?[0]?["type"] == .string("flight.removed"))
        shell.must("flight", "restore", "n")
        #expect(
            shell.run("diff", "--from", "3").out
                == "No answer about 2026-02-17 changed between position 3 (2026-02-17 08:00) and position 5 (2026-02-17 08:00).\n"
        )
        #expect(shell.run("diff", "--from", "3", "--json").out == "")
    }

    @Test("D-9: an amendment that moves hours names only what it moved") func amendment() {
        let shell = DiffTests.logged()
        shell.must("flight", "amend", "a", "--solo")
        let lines = shell.run("diff", "--from", "3", "--json").jsonLines
        #expect(
            lines.map { "\($0["projection"]?.stringValue ?? "").\($0["id"]?.stringValue ?? "")" } == [
                "progress.solo", "summary.soloHours",
            ])
        #expect(
            lines.allSatisfy {
                $0["because"]?[0]?["text"] == .string("flight of 2026-02-01 was amended")
                    && $0["becauseTotal"] == .integer(1)
            })
        #expect(lines.first?["text"] == .string("0.0 / 10.0 hours → 1.0 / 10.0 hours"))
    }

    @Test("D-9: an amendment that makes an amount another, and not its day, is named") func amount() {
        let shell = DiffTests.logged()
        shell.must("append", input: #"{"stream":"flight/n","type":"flight.amended","data":{"hobbs":1.4}}"# + "\n")
        let lines = shell.run("diff", "--from", "3", "--json").jsonLines
        #expect(
            lines.map { $0["id"]?.stringValue } == ["total", "night", "totalHours", "nightHours", "thisMonthHours"])
        #expect(
            lines.allSatisfy {
                $0["becauseTotal"] == .integer(1)
                    && $0["because"]?[0]?["text"] == .string("flight of 2026-02-03 KSJC–KRHV was amended")
            })
    }

    @Test(
        "D-9: of a record's events only those are named that changed the figure; of what acts from afar, only what is the projection's own"
    ) func onlyWhatChanged() {
        let shell = DiffTests.logged()
        shell.must("flight", "amend", "n", "--remarks", "wind")
        shell.must("flight", "amend", "n", "--date", "2026-01-20")
        shell.must("water", "goal", "--set", "2500")
        let night = shell.run("diff", "--from", "3", "--json", "--on", "2026-02-17").jsonLines.first {
            $0["id"]?.stringValue == "night"
        }
        #expect(night?["text"] == .string("valid, good through 2026-05-04 → valid, good through 2026-04-20"))
        #expect(night?["becauseTotal"] == .integer(1) && night?["because"]?[0]?["position"] == .integer(5))
        // A removal and a signature of the same flight: the one that took its hours away.
        shell.must("flight", "sign", "a", "--cfi", "1234567", "--name", "Pat")
        let supposed = #"{"stream":"flight/n","type":"flight.removed","data":{}}"# + "\n"
        let with = shell.run(["diff", "--from", "5", "--json"], input: supposed).jsonLines
        #expect(with.allSatisfy { $0["projection"]?.stringValue == "water" }, "nothing but the goal changed since")
        shell.must("quiz", "state", "CA")
        shell.must("flight", "remove", "n")
        let lines = shell.run("diff", "--from", "5", "--json").jsonLines
        let quiz = lines.filter { $0["projection"]?.stringValue == "quiz" }
        #expect(
            !quiz.isEmpty
                && quiz.allSatisfy {
                    $0["because"]?[0]?["stream"] == .string("profile/quiz") && $0["becauseTotal"] == .integer(1)
                })
        let removed = lines.filter { $0["projection"]?.stringValue == "summary" }
        #expect(
            !removed.isEmpty
                && removed.allSatisfy {
                    $0["becauseTotal"] == .integer(1) && $0["because"]?[0]?["type"] == .string("flight.removed")
                })
    }

    @Test("D-9: the undo of an import, which touches no flight's stream, is what took its flights out") func undone() {
        let shell = Shell()
        let batch =
            shell.run("import", "Tests/Fixtures/samples/own-sample-foreflight.csv", "--json").json["batch"]?.stringValue
            ?? ""
        let before = shell.position
        shell.must("undo", batch)
        let total = shell.run("diff", "--from", "\(before)", "--projection", "summary", "--json").jsonLines.first {
            $0["id"]?.stringValue == "totalHours"
        }
        #expect(total?["new"] == .number("0.0"))
        #expect(total?["because"]?.count == 1 && total?["because"]?[0]?["type"] == .string("batch.undone"))
    }

    @Test("D-9: alarms, drinks and practice tests tell their changes as well") func others() {
        let shell = Shell(plus: true)
        let start = shell.position
        shell.must(
            "alarm", "add", "--title", "Rent", "--id", "r", "--schedule",
            #"{"kind":"monthlyDate","days":[1],"times":["09:00"]}"#)
        shell.must("water", "goal", "--set", "2000")
        shell.must(
            "append",
            input:
                #"{"stream":"drink/d","type":"drink.added","data":{"kind":"water","volumeMl":2000,"effectiveMl":2000,"date":"2026-02-10"}}"#
                + "\n")
        shell.must("quiz", "state", "CA")
        let middle = shell.position
        let lines = shell.run("diff", "--from", "\(start)", "--json").jsonLines
        func line(_ id: String, _ lines: [JSONValue]) -> JSONValue? { lines.first { $0["id"]?.stringValue == id } }
        #expect(line("alarm/r", lines)?["text"] == .string("not there → on, fires at 2026-03-01T14:00:00Z"))
        #expect(
            line("goal", lines)?["text"] == .string("2500 mL → 2000 mL")
                && line("goal", lines)?["because"]?[0]?["text"] == .string("a goal of 2000 mL was set from 2026-02-10"))
        #expect(
            line("today", lines)?["text"] == .string("0 of 2500 mL → 2000 of 2000 mL, met")
                && line("today", lines)?["becauseTotal"] == .integer(2))
        #expect(line("streak", lines)?["text"] == .string("0 days → 1 day"))
        #expect(line("test.1", lines)?["text"] == .string("not there → not taken"))
        shell.must("alarm", "disable", "r")
        shell.must("quiz", "train", "--set", "0", "--answer", "A")
        let later = shell.run("diff", "--from", "\(middle)", "--json").jsonLines
        #expect(line("alarm/r", later)?["text"] == .string("on, fires at 2026-03-01T14:00:00Z → off"))
        #expect(
            line("alarm/r", later)?["because"]?[0]?["type"] == .string("alarm.disabled")
                && line("alarm/r", later)?["becauseTotal"] == .integer(1))
        #expect(line("answered", later)?["because"]?[0]?["type"] == .string("training.answered"))
        shell.must("alarm", "remove", "r", "--yes")
        let gone = shell.run("diff", "--from", "\(middle)", "--projection", "alarms")
        #expect(gone.lines.dropFirst().first == "Rent: on, fires at 2026-03-01T14:00:00Z → not there any more")
        #expect(gone.lines.count == 4 && gone.lines[3].hasPrefix("  because alarm \"Rent\" was removed (position"))
    }

    @Test("points in the wrong order, in the future, past the end, unreadable: each refused with its code")
    func refused() {
        let shell = DiffTests.logged()
        func error(_ arguments: String...) -> String {
            let result = shell.run(["diff"] + arguments + ["--json"])
            return "\(result.status) \(result.code ?? ""): \(result.error["error"]?["message"]?.stringValue ?? "")"
        }
        #expect(error("--from", "3", "--to", "2") == "1 diff.order: --from is position 3, after --to, position 2.")
        #expect(error("--from", "2026-02-18") == "1 known.future: 2026-02-18 is in the future.")
        #expect(
            shell.run("diff", "--from", "2026-02-18").err.contains(
                "hint: Name a moment that has come, or none for what is known now; --on asks about a day to come.\n"))
        #expect(error("--from", "1", "--to", "9") == "1 position.past: Position 9 lies past the end of the ledger.")
        #expect(error("--from", "2026-02-30") == "64 from.unreadable: There is no day 2026-02-30 in the calendar.")
        #expect(
            error("--from", "soon") == "64 from.unreadable: \"soon\" is neither an instant nor a date nor a position.")
        #expect(
            error("--from", "1", "--projection", "moods") == "64 projection.unknown: There is no projection \"moods\".")
        #expect(
            shell.run("diff", "--from", "1", "--projection", "moods").err.contains(
                "It is one of currency, progress, summary, alarms, water, quiz."))
        #expect(shell.run("diff", "--from", "3", "--to", "2").err.contains("hint: Name the earlier point with --from."))
    }

    @Test(
        "D-9: a review that is undone names what undid it; what happened to an alarm after the moment asked about is no cause"
    ) func undoneAndLater() {
        let shell = Shell()
        shell.must("review", "add", "--kind", "flightReview", "--date", "2026-01-02")
        let review = shell.run("review", "list", "--json").json[0]?["stream"]?.stringValue ?? ""
        let before = shell.run("stats", "--json").json["events"]?.text ?? ""
        shell.must("undo", review)
        let undone = shell.run("diff", "--from", before, "--json").jsonLines.first {
            $0["projection"]?.stringValue == "currency"
        }
        #expect(undone?["because"]?[0]?["type"] == .string("outcome.settled") && undone?["becauseTotal"] == .integer(1))
        let evidence = shell.run("currency", "review", "--explain", "--json").json["evidence"]
        #expect(
            evidence?.text.contains(#""reason":"dropped","#) == true
                && evidence?.text.contains("It was decided that it does not count.") == true)
        shell.must(
            "append",
            input: #"""
                {"stream":"alarm/a","type":"alarm.created","data":{"title":"Rent","schedule":{"kind":"customDays","interval":1,"start":"2026-02-11","times":["08:00"],"zone":"America/New_York"}}}

                """#)
        let position = shell.run("stats", "--json").json["events"]?.text ?? ""
        shell.must("alarm", "tick", "--clock", "2026-02-11T13:00:30Z")
        shell.must("alarm", "snooze", "a", "--clock", "2026-02-11T13:01:00Z")
        shell.must("alarm", "done", "a", "--clock", "2026-02-11T13:05:00Z")
        let lines = shell.run(
            "diff", "--from", position, "--projection", "alarms", "--on", "2026-02-11T13:03:00Z", "--clock",
            "2026-02-12T12:00:00Z", "--json"
        ).jsonLines
        #expect(!lines.isEmpty)
        #expect(
            !lines.contains { $0["because"]?.text.contains("alarm.completed") ?? false }, "it was done after the moment"
        )
    }
}
