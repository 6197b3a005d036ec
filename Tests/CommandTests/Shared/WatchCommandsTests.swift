import DaybookDomains
import Foundation
import Testing

/// Of the commands of watches: none is lost, none waits for another, and each is given all that it needs to answer.
@Suite struct WatchCommandsTests {
    private let shell = Shell(plus: true)

    init() {
        shell.must("alarm", "add", "--title", "Rent", "--days", "6", "--time", "09:00", "--id", "rent")
        shell.clock = "2026-02-13T14:00:00Z"
    }

    private func text(_ file: String) -> String {
        // A command that did not run has made no file.
        (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    }

    @Test("a failed command is run once more when a watch starts, as late, and then no more") func failed() {
        let said = shell.file("said")
        let first = shell.run("watch", "--count", "1", "--exec", "exit 3")
        #expect(first.status == 0 && first.err.contains("The command for \"Rent\" ended with status 3."))
        shell.clock = "2026-02-13T14:00:21Z"
        let command = "echo \"$DAYBOOK_NOTICE_TITLE $DAYBOOK_NOTICE_LATE_SECONDS\" >> \(said); exit 4"
        let second = shell.run("watch", "--count", "1", "--json", "--exec", command)
        #expect(
            second.out
                == #"{"domain":"alarms","kind":"alarm","key":"alarm.rent.2026-02-13T14:00:00Z","title":"Rent","#
                + #""at":"2026-02-13T14:00:00Z","stream":"alarm/rent","lateSeconds":21}"# + "\n")
        #expect(shell.run("watch", "--count", "1", "--exec", command).out == "")
        #expect(text(said) == "Rent 21\n")
    }

    @Test("an alarm that a tick fired, and that no command announced, is announced when a watch starts") func ticked() {
        shell.must("alarm", "tick")
        shell.clock = "2026-02-13T14:01:02Z"
        let lines = shell.must("watch", "--count", "1", "--exec", "true").lines
        #expect(lines == ["▶ 2026-02-13 09:00  Rent  alarm  late by 62 s"])
        #expect(shell.must("watch", "--count", "1", "--exec", "true").out == "")
        shell.must("alarm", "done", "rent")
        #expect(shell.must("watch", "--count", "1", "--exec", "true").out == "")
    }

    @Test("a warning whose command failed is given once more, within a day, unless it was seen") func warnings() {
        shell.clock = "2026-02-11T13:00:00Z"
        shell.must("permission", "set", "granted", "--domain", "alarms")
        for id in ["swim", "run"] {
            shell.must(
                "alarm", "add", "--title", id, "--days", "6", "--time", "09:00", "--pre-alarm", "1d", "--id", id)
        }
        shell.clock = "2026-02-12T14:00:00Z"
        #expect(shell.run("watch", "--count", "1", "--exec", "exit 3").lines.count == 2)
        shell.must("notices", "acknowledge", "alarm.run.2026-02-13T14:00:00Z.1d", "--domain", "alarms")
        shell.clock = "2026-02-12T15:00:00Z"
        let lines = shell.must("watch", "--count", "1", "--exec", "exit 3").lines
        #expect(lines == ["▶ 2026-02-12 09:00  swim: Alarm in 1d 0h  preAlarm  late by 3600 s"])
        #expect(shell.must("watch", "--count", "1", "--exec", "true").out == "")
    }

    @Test("a command that waits holds up no other; a killed watch loses none") func killed() throws {
        shell.must(
            "alarm", "add", "--title", "Swim", "--days", "6", "--time", "09:00", "--id", "swim", "--clock",
            "2026-02-10T13:00:00Z")
        let script = """
            command='[ $DAYBOOK_ALARM_ID = rent ] && { echo $$ >> began; exec sleep 60; }; echo $DAYBOOK_ALARM_ID >>ran'
            $daybook watch --interval 3600 --exec "$command" >out & watch=$!
            await '[ -s began ] && [ -s ran ]'; cat ran
            sleep 0.3; kill -9 $watch; wait $watch 2>/dev/null
            $daybook watch --count 1 --json --exec 'echo $DAYBOOK_ALARM_ID >> again'; cat again
            $daybook watch --count 1 --json --exec 'echo $DAYBOOK_ALARM_ID >> again'
            kill $(cat began)
            """
        let lines = try RealProgram.bash(script, on: shell).lines
        #expect(lines.count == 3 && lines.first == "swim" && lines.last == "rent")
        #expect(lines.dropFirst().first?.hasSuffix(#""stream":"alarm/rent","lateSeconds":0}"#) == true, "\(lines)")
    }

    @Test("at most sixteen run at once; what did not begin is named, and is run when a watch starts")
    func sixteen() throws {
        for number in 1..<18 {
            shell.must(
                "alarm", "add", "--title", "A\(number)", "--days", "6", "--time", "09:00", "--id", "a\(number)",
                "--clock", "2026-02-10T13:00:00Z")
        }
        let script = """
            $daybook watch --interval 3600 --exec 'echo x >> begun; exec sleep 60' >out 2>err & watch=$!
            await '[ $(wc -l <begun) -ge 16 ] 2>/dev/null'; sleep 0.3; wc -l <begun
            kill $watch; wait $watch; grep -c 'was not run' err
            $daybook watch --count 1 --exec 'echo x >> again' >/dev/null; wc -l <again
            """
        let lines = try RealProgram.bash(script, on: shell).lines.map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines == ["16", "2", "18"])
    }

    @Test("a command that does not end by its deadline is stopped") func deadline() {
        let result = shell.run("watch", "--count", "1", "--deadline", "1", "--exec", "sleep 60; echo x")
        #expect(result.status == 0)
        #expect(
            result.err.hasPrefix("error: The command for \"Rent\" did not end within 1 second and was stopped.\n"))
        #expect(
            shell.run("watch", "--deadline", "0").err.hasPrefix(
                "error: \"0\" is not a whole number from 1 to 86400."))
    }

    @Test("C-F-3.7: a persistent alarm is announced until it is answered, also by a watch that starts")
    func persistent() throws {
        shell.must("alarm", "edit", "rent", "--persistent", "--clock", "2026-02-10T13:00:00Z")
        let script = """
            $daybook watch --interval 1 --exec 'echo x >> rang' >out & watch=$!
            await '[ $(wc -l <rang) -ge 3 ] 2>/dev/null'; kill $watch; wait $watch
            $daybook watch --interval 1 --exec 'echo x >> again' >out & watch=$!
            await '[ $(wc -l <again) -ge 2 ] 2>/dev/null'
            $daybook alarm done rent >/dev/null; sleep 1.5; before=$(wc -l <again); sleep 2.5; after=$(wc -l <again)
            kill $watch; wait $watch; echo $? $((after - before))
            """
        #expect(try RealProgram.bash(script, on: shell).out == "0 0\n")
    }

    @Test("the command of a persistent alarm that plays on ends with an answer") func silenced() throws {
        shell.must("alarm", "edit", "rent", "--persistent", "--clock", "2026-02-10T13:00:00Z")
        let script = """
            $daybook watch --interval 3600 --exec 'echo $$ > playing; exec sleep 60' >out & watch=$!
            await '[ -s playing ]'; $daybook alarm snooze rent >/dev/null
            await '! kill -0 $(cat playing) 2>/dev/null'
            kill -0 $(cat playing) 2>/dev/null || echo silent
            kill $watch; wait $watch; echo $?
            """
        let result = try RealProgram.bash(script, on: shell)
        #expect(result.out == "silent\n0\n" && result.err == "")
    }

    @Test("an alarm that is made while the watch sleeps is seen within a second") func made() throws {
        shell.must("watch", "--count", "1")
        shell.clock = "2026-02-13T14:59:58Z"
        let script = """
            $daybook watch --interval 3600 --exec 'echo $DAYBOOK_NOTICE_LATE_SECONDS >> rang' >out & watch=$!
            await '[ -s rang ]'; sleep 0.5
            $daybook alarm add --title Oven --days 6 --time 10:00 --id oven >/dev/null
            await '[ $(wc -l <rang) -eq 2 ]'; grep -c Oven out; kill $watch; wait $watch
            [ $(tail -n 1 rang) -le 5 ] && echo prompt
            """
        #expect(try RealProgram.bash(script, on: shell).out == "1\nprompt\n")
    }

    @Test("the environment has what an alarm is, and the commands that answer it") func environment() {
        shell.must(
            "alarm", "add", "--title", "Pills", "--note", "two, with water", "--persistent", "--days", "6", "--time",
            "09:00", "--id", "pills", "--clock", "2026-02-10T13:00:00Z")
        shell.must("alarm", "done", "rent")
        shell.must("setting", "set", "alarms.sound", "chime")
        let said = shell.file("said")
        shell.must(
            "watch", "--count", "1", "--exec",
            "for name in ID NOTE TIME BADGE SOUND PERSISTENT PHOTO DONE SNOOZE; "
                + #"do eval "printf '%s|' \"\$DAYBOOK_ALARM_$name\""; done >> "# + said)
        let alarm = "pills|two, with water|9:00 AM|Weekly|chime|true||"
        #expect(text(said) == alarm + "daybook alarm done pills|daybook alarm snooze pills|")
    }

    @Test("due, watch and tick state the same about what was missed") func missed() {
        shell.clock = "2026-02-10T13:00:00Z"
        shell.must("alarm", "add", "--title", "Pills", "--kind", "customDays", "--time", "09:00", "--id", "pills")
        shell.clock = "2026-02-10T14:00:00Z"
        shell.must("alarm", "tick")
        shell.clock = "2026-02-13T13:59:00Z"
        let line = "Missed 2 times: 2026-02-10T14:00:00Z to 2026-02-11T14:00:00Z."
        #expect(shell.must("due").lines.last == "Pills: \(line)")
        #expect(shell.must("watch", "--count", "1").lines.last == "  \(line)")
        #expect(shell.must("due").lines.last == "Pills: \(line)", "after it was reported, too")
        let member =
            #"{"since":"2026-02-10T14:00:00Z","occurrence":"2026-02-11T14:00:00Z","count":2}"#
        #expect(shell.must("due", "--json").json[0]?["missed"]?.text == member)
        shell.clock = "2026-02-13T14:00:00Z"
        #expect(shell.must("alarm", "tick").lines.contains("  Missed: 2026-02-12T14:00:00Z."))
        #expect(shell.must("due").lines.last == "Pills: Missed: 2026-02-12T14:00:00Z.")
        shell.must("alarm", "done", "pills")
        #expect(!shell.must("due").out.contains("Missed"))
    }
}
