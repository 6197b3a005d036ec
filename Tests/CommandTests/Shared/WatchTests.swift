import DaybookDomains
import Foundation
import Testing

@Suite struct WatchTests {
    private let shell = Shell(plus: true)

    init() {
        shell.must("permission", "set", "granted", "--domain", "alarms")
        shell.must(
            "alarm", "add", "--title", "Rent", "--days", "6", "--time", "09:00", "--pre-alarm", "1d", "--id", "rent")
        shell.clock = "2026-02-12T14:00:00Z"
    }

    private static let warning =
        #"{"domain":"alarms","kind":"preAlarm","key":"alarm.rent.2026-02-13T14:00:00Z.1d","title":"Rent: Alarm in 1d 0h","at":"2026-02-12T14:00:00Z","stream":"alarm/rent"}"#

    private func error(_ arguments: String...) -> String {
        let result = shell.run(arguments + ["--json"])
        let error = result.error["error"]
        return
            "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "") \(error?["hint"]?.stringValue ?? "")"
    }

    @Test("what is due over all domains, and nothing is written by asking") func due() {
        #expect(shell.must("due", "--json").out == "[\(Self.warning)]\n")
        #expect(
            shell.must("due").lines == [
                "Since             What                  Kind      Key",
                "2026-02-12 09:00  Rent: Alarm in 1d 0h  preAlarm  alarm.rent.2026-02-13T14:00:00Z.1d",
            ])
        _ = shell.log("--hobbs", "10.0", "--solo", "--date", "2026-02-10")
        shell.must("permission", "set", "granted")
        let all = shell.must("due", "--json").json
        #expect(all.count == 2 && all[0]?.text == Self.warning)
        #expect(
            all[1]?.text
                == #"{"domain":"logbook","kind":"milestone","key":"milestone.solo","title":"Solo Flight — Complete","at":"2026-02-12T14:00:00Z","stream":null}"#
        )
        #expect(shell.events == 4)
        #expect(shell.must("due", "--known-at", "1").lines.last == "Nothing is due.")
        #expect(Shell().must("due").out == "Nothing is due.\n")
    }

    @Test("a watch tells each thing once, whatever told it before") func once() {
        #expect(shell.must("watch", "--count", "1", "--json").out == Self.warning + "\n")
        #expect(shell.must("watch", "--count", "1", "--json").out == "")
        #expect(shell.must("notices", "--domain", "alarms").out == "No notices.\n")
        #expect(shell.must("due", "--json").out == "[]\n")
        shell.clock = "2026-02-12T13:00:00Z"
        let ahead =
            #"{"ahead":{"notices":[{"domain":"alarms","key":"alarm.rent.2026-02-13T14:00:00Z.1d","at":"2026-02-12T14:00:00Z"}]}}"#
        #expect(
            shell.must("watch", "--count", "1", "--json").out == ahead + "\n",
            "a clock that was set back names what lies ahead, and warns of nothing again")
        #expect(Shell().must("watch", "--count", "1").out == "")
    }

    @Test(
        "C-F-9.2: an alarm fires once for all watches, and waits until someone answers; after a snooze it comes again")
    func fires() {
        shell.must("watch", "--count", "1")
        shell.clock = "2026-02-13T14:00:00Z"
        let fire =
            #"{"domain":"alarms","kind":"alarm","key":"alarm.rent.2026-02-13T14:00:00Z","title":"Rent","at":"2026-02-13T14:00:00Z","stream":"alarm/rent"}"#
        #expect(shell.must("due", "--json").out == "[\(fire)]\n", "due though nothing looked yet")
        #expect(shell.must("watch", "--count", "1", "--json").out == fire + "\n")
        #expect(shell.must("watch", "--count", "1", "--json").out == "")
        #expect(shell.must("alarm", "tick", "--json").json["fired"]?.count == 0)
        #expect(shell.must("due", "--json").out == "[\(fire)]\n", "nobody has answered")
        shell.must("alarm", "snooze", "rent")
        #expect(shell.must("due").out == "Nothing is due.\n")
        shell.clock = "2026-02-13T15:00:00Z"
        let again = fire.replacingOccurrences(
            of: #"14:00:00Z","title""#, with: #"14:00:00Z.2026-02-13T15:00:00Z","title""#
        )
        .replacingOccurrences(of: #""at":"2026-02-13T14"#, with: #""at":"2026-02-13T15"#)
        #expect(shell.must("watch", "--count", "1", "--json").out == again + "\n")
        #expect(shell.must("due", "--json").out == "[\(again)]\n")
        shell.must("alarm", "done", "rent")
        #expect(shell.must("due").out == "Nothing is due.\n")
        shell.clock = "2026-02-13T14:30:00Z"
        let ahead = """
            2 events about alarms are from a clock that was ahead, at 2026-02-13T15:00:00Z or later. They count from then on.
            Nothing of that counts today. If the clock of this machine is behind, set it.

            """
        #expect(shell.must("watch", "--count", "1").out == ahead, "a clock that was set back fires nothing again")
    }

    @Test("nothing warns of an occurrence that is left out, nor of an alarm that is off") func leftOut() {
        shell.must("alarm", "skip", "rent", "--clock", "2026-02-11T13:00:00Z")
        #expect(shell.must("due").out == "Nothing is due.\n")
        shell.clock = "2026-02-19T14:00:00Z"
        #expect(shell.must("due", "--json").json[0]?["key"]?.stringValue == "alarm.rent.2026-02-20T14:00:00Z.1d")
        shell.must("alarm", "disable", "rent")
        #expect(shell.must("due").out == "Nothing is due.\n")
    }

    @Test("as a person reads it") func text() {
        #expect(shell.must("watch", "--count", "1").out == "▶ 2026-02-12 09:00  Rent: Alarm in 1d 0h  preAlarm\n")
    }

    @Test("the command gets each thing in its environment; one that fails is told, and stops nothing") func exec()
        throws
    {
        shell.must(
            "alarm", "add", "--title", "Swim \"club\"", "--days", "6", "--time", "10:00", "--pre-alarm", "1d", "--id",
            "swim", "--clock", "2026-02-10T13:00:00Z")
        shell.clock = "2026-02-12T15:00:00Z"
        let stated = shell.file("told")
        let command =
            #"printf '%s|%s|%s|%s|%s|%s|%s\n' "$DAYBOOK_NOTICE_TITLE" "$DAYBOOK_NOTICE_KIND" "$DAYBOOK_NOTICE_KEY" "$DAYBOOK_NOTICE_DOMAIN" "$DAYBOOK_NOTICE_AT" "$DAYBOOK_CLOCK" "$DAYBOOK_NOTICE_JSON" >> "#
            + stated + "; exit 3"
        let result = shell.run("watch", "--count", "1", "--json", "--exec", command)
        #expect(result.status == 0 && result.lines.count == 2)
        // They run side by side.
        let lines = try String(contentsOfFile: stated, encoding: .utf8).split(separator: "\n").map(String.init).sorted()
        #expect(lines.count == 2)
        let parts = lines.first?.split(separator: "|", maxSplits: 6).map(String.init) ?? []
        #expect(
            parts.prefix(5) == [
                "Rent: Alarm in 23h 0m", "preAlarm", "alarm.rent.2026-02-13T14:00:00Z.1d", "alarms",
                "2026-02-12T14:00:00Z",
            ])
        // The clock goes on from where it was set: a busy machine comes to the command later.
        let clock = parts.dropFirst(5).first.flatMap { Instant($0) }
        #expect(
            clock.map { (Instant("2026-02-12T15:00:00Z")!...Instant("2026-02-12T15:10:00Z")!).contains($0) } == true)
        #expect(parts.last == result.lines[0])
        #expect(
            lines.last?.hasSuffix(result.lines[1]) == true
                && lines.last?.hasPrefix("Swim \"club\": Alarm in 1d 0h|") == true)
        let errors = result.err.split(separator: "\n").map(String.init)
        #expect(errors.count == 2)
        #expect(
            errors.contains(
                #"{"error":{"code":"exec.failed","message":"The command for \"Swim \"club\": Alarm in 1d 0h\" ended with status 3.","hint":"A watch with a command runs it once more when it starts; \"daybook due\" shows what waits."}}"#
                    .replacingOccurrences(of: #"\"Swim "club""#, with: #"\"Swim \"club\""#)))
        shell.clock = "2026-02-19T15:00:00Z"
        let killed = shell.run("watch", "--count", "1", "--exec", "kill -9 $$")
        #expect(killed.err.contains("error: The command for \"Rent\" was ended by signal 9.\n"))
    }

    @Test func whatItCannotTake() {
        #expect(
            error("watch", "--interval", "0") == "64 interval.unreadable: \"0\" is not a whole number from 1 to 86400. "
        )
        #expect(
            error("watch", "--count", "none")
                == "64 count.unreadable: \"none\" is not a whole number from 1 to 1000000. ")
        #expect(
            error("watch", "--until", "soon")
                == "64 until.unreadable: \"soon\" is not an instant. Write it like 2026-02-10T13:00:00Z or 2026-02-10T08:00:00-05:00."
        )
        #expect(Shell(initialise: false).run("watch", "--count", "1").status == 66)
    }

    @Test("it wakes for what comes next, long before its interval, and ends when told to") func wakes() throws {
        shell.clock = "2026-02-12T13:59:59Z"
        let started = Date()
        let result = shell.must("watch", "--interval", "3600", "--until", "2026-02-12T14:00:00.300Z", "--json")
        #expect(result.out == Self.warning + "\n")
        let seconds = Date().timeIntervalSince(started)
        #expect(seconds > 1 && seconds < 30, "\(seconds)")
    }

    @Test("SIGTERM and SIGINT end it with status 0, at once", arguments: ["TERM", "INT"]) func ends(signal: String)
        throws
    {
        let script = """
            $daybook watch --interval 3600 >out & watch=$!
            await '[ -s out ]'
            kill -\(signal) $watch; wait $watch; echo $?
            """
        let result = try RealProgram.bash(script, on: shell)
        #expect(result.out == "0\n" && result.err == "")
    }

    @Test("asked to end while commands run, it asks each to end with all that it started") func endsCommands() throws {
        shell.must(
            "alarm", "add", "--title", "Swim", "--days", "6", "--time", "09:00", "--pre-alarm", "1d", "--id", "swim",
            "--clock", "2026-02-10T13:00:00Z")
        let script = """
            $daybook watch --interval 3600 --exec 'sleep 60 & echo $! >> begun; wait' >out & watch=$!
            await '[ $(wc -l <begun) -eq 2 ] 2>/dev/null'
            kill -TERM $watch; wait $watch; echo $?; sleep 0.2
            # One that nobody waited for may still have its number.
            for one in $(cat begun); do
              case $(cut -d' ' -f3 /proc/$one/stat 2>/dev/null) in ''|Z) echo gone;; esac
            done
            """
        #expect(try RealProgram.bash(script, on: shell).out == "0\ngone\ngone\n")
    }

    @Test("while a command takes its time the watch looks on, and another program writes") func looksOn() throws {
        shell.clock = "2026-02-12T14:59:59Z"
        shell.must(
            "alarm", "add", "--title", "Swim", "--days", "6", "--time", "10:00", "--pre-alarm", "1d", "--id", "swim",
            "--clock", "2026-02-10T13:00:00Z")
        let script = """
            $daybook watch --until 2026-02-12T15:00:00.300Z --json --exec 'for i in $(seq 500); do [ -e enough ] && break; sleep 0.02; done; echo done >> ran' >out & watch=$!
            await '[ $(wc -l <out) -ge 2 ]'
            $daybook setting set notices true >/dev/null && touch enough; wait $watch; echo $?; cat ran
            """
        #expect(try RealProgram.bash(script, on: shell).out == "0\ndone\ndone\n")
    }

    @Test("C-F-9.2: three watches share what there is: each thing is told by one of them") func two() throws {
        for number in 0..<40 {
            shell.must(
                "alarm", "add", "--title", "A\(number)", "--days", "6", "--time", "09:00", "--pre-alarm", "1d", "--id",
                "a\(number)", "--clock", "2026-02-10T13:00:00Z")
        }
        let script = """
            for n in 1 2 3; do $daybook watch --count 2 --interval 1 --json --clock 2026-02-13T13:59:59Z >out$n & done; wait; cat out1 out2 out3
            """
        let lines = try RealProgram.bash(script, on: shell).jsonLines
        #expect(lines.count == 82 && Set(lines.compactMap { $0["key"]?.stringValue }).count == 82)
        for type in ["notice.sent", "alarm.fired"] {
            #expect(shell.run("log", "--type", type, "--json").jsonLines.count == 41, "\(type)")
        }
    }

    @Test("a ledger that is busy is told, and looked at again") func busy() throws {
        let script = """
            (flock -x ledger/ledger.lock sh -c 'touch held; sleep 1.5') & await '[ -e held ]'
            $daybook watch --count 4 --interval 1 --json 2>err; echo $?; sort -u err; wait
            """
        let result = try RealProgram.bash(script, on: shell)
        #expect(
            result.lines.count == 3 && result.lines[0].contains(#""key":"alarm.rent.2026-02-13T14:00:00Z.1d""#)
                && result.lines[1] == "0")
        #expect(
            result.lines[2]
                == #"{"error":{"code":"store.busy","message":"The ledger is in use: another program is replacing its file.","hint":"Try again in a moment."}}"#
        )
    }

    @Test("notices of a domain: its keys, and what has none") func domains() {
        #expect(
            shell.must("notices", "acknowledge", "alarm.rent.2026-02-13T14:00:00Z.1d", "--domain", "alarms").out
                == "alarm.rent.2026-02-13T14:00:00Z.1d was seen.\n")
        #expect(shell.must("watch", "--count", "1").out == "", "what was seen is not told")
        #expect(
            error("notices", "acknowledge", "x", "--domain", "alarms")
                == "1 notice.unknown: There is no notice \"x\". There is none that is due or held now.")
        #expect(
            error("notices", "acknowledge", " ", "--domain", "alarms")
                == "1 notice.required: A notice is named by its key, such as alarm.rent.2026-03-01T14:00:00Z.1d. \"daybook notices --domain alarms --json\" shows the keys."
        )
        #expect(
            error("notices", "--domain", "sky")
                == "64 domain.unknown: There is no domain \"sky\" that sends notices. It is one of logbook, alarms, water, quiz."
        )
        #expect(
            error("notices", "acknowledge", "x", "--domain", "sky")
                == "64 domain.unknown: There is no domain \"sky\" that sends notices. It is one of logbook, alarms, water, quiz."
        )
    }

    @Test("warnings are told by options, replaced and cleared") func options() {
        let swim =
            shell.must(
                "alarm", "add", "--title", "Swim", "--days", "6", "--pre-alarm", "7d", "--pre-alarm", "1h",
                "--pre-alarm", "7d", "--json"
            ).json["id"]?.stringValue ?? ""
        func preAlarms() -> String { shell.run("log", "--json").jsonLines.last?["data"]?["preAlarms"]?.text ?? "" }
        #expect(preAlarms() == #"["7d","1h"]"#)
        shell.must("alarm", "edit", swim, "--pre-alarm", "3d")
        #expect(preAlarms() == #"["3d"]"#)
        shell.must("alarm", "edit", swim, "--clear", "preAlarms")
        #expect(preAlarms() == "null")
        let events = shell.events
        #expect(
            error("alarm", "edit", swim, "--pre-alarm", "2d")
                == "1 preAlarm.unknown: \"2d\" is no time at which an alarm warns. It is one of 1h, 1d, 3d, 7d.")
        #expect(
            error("alarm", "edit", swim, "--pre-alarm", "1d", "--clear", "preAlarms")
                == "64 usage.wrong: \"preAlarms\" is both given and cleared. ")
        #expect(shell.events == events)
    }
}
