import DaybookDomains
import Foundation
import Testing

/// The settings of alarms, and the pages that they begin with.
@Suite struct AlarmSettingTests {
    private let shell = Shell()

    private func error(_ arguments: String...) -> String {
        let result = shell.run(arguments + ["--json"])
        let error = result.error["error"]
        return
            "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "") \(error?["hint"]?.stringValue ?? "")"
    }

    /// A setting's value in force, and whether it is the default.
    private func setting(_ name: String) -> String {
        let json = shell.must("setting", "show", name, "--json").json
        return (json["settings"]?[name]?.text ?? "") + (json["defaults"]?[name].map { "default \($0.text)" } ?? "")
    }

    // MARK: - Onboarding

    private func page(_ arguments: String...) -> String {
        let json = shell.must("onboard", "show", "--domain", "alarms", "--json").json
        return
            "\(json["step"]?.text ?? "") \(json["title"]?.text ?? "") \(json["button"]?.text ?? "") \(json["permission"]?.text ?? "") \(json["completed"]?.text ?? "")"
    }

    private var events: [String] {
        shell.run("log", "--json").jsonLines.compactMap { event in
            event["type"]?.stringValue.flatMap {
                $0 == "origin.started"
                    ? nil : "\($0) \(event["subject"]?.stringValue ?? "") \(event["data"]?.text ?? "")"
            }
        }
    }

    @Test("C-F-1.3, C-F-1.5, C-F-1.8, C-F-1.9, C-F-1.10: from page to page, permission, and never shown again")
    func pages() {
        #expect(page() == #"1 "Never Forget What Matters" "Continue" "notAsked" false"#)
        #expect(
            shell.must("onboard", "next", "--domain", "alarms").out
                == "Page 2 of 3: Weekly, Monthly, Annually [Continue]\nNotifications: Not Set\n")
        #expect(
            shell.must("onboard", "next", "--domain", "alarms").out
                == "Page 3 of 3: Stay Notified [Enable Notifications]\nNotifications: Not Set\n")
        shell.must("permission", "set", "granted", "--domain", "alarms")
        #expect(page() == #"3 "Stay Notified" "Get Started" "granted" false"#)
        #expect(
            shell.must("onboard", "next", "--domain", "alarms").out
                == "The onboarding of alarms is completed.\nNotifications: Enabled\n")
        #expect(page() == #"null null null "granted" true"#)
        #expect(
            events == [
                #"onboarding.advanced profile/alarms {"step":2}"#, #"onboarding.advanced profile/alarms {"step":3}"#,
                #"permission.changed settings/alarms {"permission":"granted"}"#,
                #"onboarding.completed profile/alarms {"permission":"granted"}"#,
            ])
        #expect(shell.must("alarm", "list").out == "There is no alarm.\n")
        for command in ["next", "skip"] {
            #expect(
                error("onboard", command, "--domain", "alarms")
                    == "1 onboarding.completed: The onboarding of alarms was completed already. ")
        }
        #expect(
            shell.must("onboard", "show", "--domain", "alarms", "--known-at", "2", "--json").json["step"] == .integer(2)
        )
        #expect(
            shell.must("onboard", "show", "--json").json["onboarded"] == .bool(false),
            "the logbook's onboarding is another")
    }

    @Test("C-F-1.11: skipped for now, permission is not set", arguments: 0...2) func skip(pages: Int) {
        for _ in 0..<pages { shell.must("onboard", "next", "--domain", "alarms") }
        #expect(
            shell.must("onboard", "skip", "--domain", "alarms").out
                == "The onboarding of alarms is completed.\nNotifications: Not Set\n")
        #expect(events.last == #"onboarding.completed profile/alarms {"permission":"notAsked"}"#)
        #expect(page() == #"null null null "notAsked" true"#)
    }

    @Test func whatHasNoPagesSaysSo() {
        #expect(
            error("onboard", "next")
                == "64 usage.wrong: The onboarding of logbook has no pages to go through. Add --domain alarms, or water."
        )
        #expect(
            error("onboard", "skip", "--domain", "foo")
                == "64 domain.unknown: There is no domain \"foo\" with a profile. It is one of logbook, alarms, water.")
        #expect(
            error("onboard", "--domain", "alarms", "--stage", "pre_solo")
                == "64 usage.wrong: The onboarding of alarms has pages: it asks for no stage and no intent. daybook onboard next --domain alarms"
        )
        #expect(shell.events == 0)
    }

    @Test("C-F-10.9: the state of notifications") func permission() {
        func shown() -> String { shell.must("permission", "show", "--domain", "alarms").out }
        #expect(shown() == "Notifications for alarms: Not Set\n")
        for (answer, text) in [("granted", "Enabled"), ("denied", "Denied"), ("notAsked", "Not Set")] {
            shell.must("permission", "set", answer, "--domain", "alarms")
            #expect(shown() == "Notifications for alarms: \(text)\n")
            let json = shell.must("permission", "show", "--domain", "alarms", "--json").json
            #expect(json["permission"]?.stringValue == answer && json["text"]?.stringValue == text)
        }
        #expect(
            shell.must("permission", "show").out == "Notifications for notices: Not Set\n", "the logbook's is another")
        #expect(
            error("permission", "show", "--domain", "foo")
                == "64 domain.unknown: There is no domain \"foo\" with notices. It is one of alarms, notices, quiz, sleep, water."
        )
    }

    // MARK: - Settings

    @Test(
        "C-F-9C.1, C-F-10.2, C-F-10.3, C-P-14.4, C-P-14.5: defaults hold until something is set, and what is set stays")
    func defaults() {
        #expect(
            shell.must("setting", "show").lines == [
                "No setting was ever changed.", "Setting                 Value",
                "alarms.groupByCategory  no        default", "alarms.slideToStop      no        default",
                "alarms.snooze           yes       default", "alarms.sound            Radar     default",
                "alarms.timezone         floating  default",
                "logbook.authority       faa       default",
                "logbook.hours           decimal   default", "quiz.tier               all       default",
                "water.remindersPerDay   4         default", "water.sleep             23:00     default",
                "water.sleepImport       no        default",
                "water.smart             no        default", "water.smartHours        2         default",
                "water.stopAtGoal        no        default",
                "water.unit              ml        default",
                "water.wake              07:00     default",
                "Alarms adjust to your current timezone.",
            ])
        for (name, before, value) in [
            ("alarms.snooze", "true", "false"), ("alarms.slideToStop", "false", "true"),
            ("alarms.groupByCategory", "false", "true"),
        ] {
            #expect(setting(name) == "default \(before)", "\(name)")
            shell.must("setting", "set", name, value)
            #expect(setting(name) == value, "\(name)")
        }
        #expect(
            shell.must("setting", "show", "--json").json["settings"]?.text
                == #"{"alarms.groupByCategory":true,"alarms.slideToStop":true,"alarms.snooze":false}"#)
        #expect(
            shell.must("setting", "show", "--json").json["defaults"]?.text
                == #"{"alarms.sound":"Radar","alarms.timezone":"floating","logbook.authority":"faa","logbook.hours":"decimal","quiz.tier":"all","water.remindersPerDay":4,"water.sleep":1380,"water.sleepImport":false,"#
                + #""water.smart":false,"water.smartHours":2,"water.stopAtGoal":false,"#
                + #""water.unit":"ml","water.wake":420}"#
        )
        #expect(shell.must("setting", "show", "notices", "--json").json["defaults"]?.text == "{}")
    }

    @Test("C-F-10.5, C-F-10.6: a sound is chosen by its name") func sound() {
        #expect(
            shell.must("setting", "show", "alarms.sound").lines == [
                "Setting       Value", "alarms.sound  Radar  default",
                "To choose from: Alarm, Bell, Chime, Marimba, Radar, Tritone.",
            ])
        #expect(shell.must("setting", "set", "alarms.sound", "Tritone").out == "alarms.sound is Tritone now.\n")
        #expect(setting("alarms.sound") == #""Tritone""#)
        let shown = shell.must("setting", "show", "alarms.sound", "--json").json
        #expect(shown["choices"]?.text == #"["Alarm","Bell","Chime","Marimba","Radar","Tritone"]"#)
        #expect(shell.must("setting", "set", "alarms.sound", "My own").status == 0, "an app may have others")
    }

    @Test("C-F-10.7, C-F-10.8: both readings of the timezone, in words and after moving from New York to Los Angeles")
    func timezone() {
        shell.must("alarm", "add", "--title", "Rent", "--days", "6", "--time", "09:00")
        func nextFire(_ zone: String) -> String {
            shell.must("alarm", "list", "--json", "--zone", zone).json[0]?["nextFire"]?.stringValue ?? ""
        }
        #expect(
            shell.must("setting", "set", "alarms.timezone", "fixed").out
                == "alarms.timezone is fixed now.\nAlarms fire at the time set in their original timezone.\n")
        #expect(
            shell.must("setting", "show", "alarms.timezone", "--json").json["texts"]?.text
                == #"{"alarms.timezone":"Alarms fire at the time set in their original timezone."}"#)
        #expect(
            nextFire("America/New_York") == "2026-02-13T14:00:00Z"
                && nextFire("America/Los_Angeles") == "2026-02-13T14:00:00Z")
        let floating = shell.must("setting", "set", "alarms.timezone", "floating", "--json").json
        #expect(floating["text"]?.stringValue == "Alarms adjust to your current timezone.")
        #expect(
            nextFire("America/New_York") == "2026-02-13T14:00:00Z"
                && nextFire("America/Los_Angeles") == "2026-02-13T17:00:00Z")
    }

    @Test("C-F-11.1, C-F-11.2, C-F-11.3: three settings, then the program is killed: what it acknowledged is there")
    func killed() throws {
        shell.must("setting", "set", "alarms.snooze", "false")
        shell.must("setting", "set", "alarms.slideToStop", "true")
        shell.must("setting", "set", "alarms.timezone", "fixed")
        // A loop that acknowledges each number only after the program does. The test kills it, with the program in it,
        // at an arbitrary moment; otherwise it ends by itself.
        let script = """
            setsid sh -c 'n=0; while [ $n -lt 500 ]; do n=$((n+1)); $daybook setting set alarms.sound S$n >/dev/null && echo $n >> acknowledged; done' & loop=$!
            await '[ -s acknowledged ]'
            sleep 0.$1; kill -9 -- -$loop; wait $loop 2>/dev/null; tail -n 1 acknowledged
            """
        for moment in ["13", "27", "31"] {
            let acknowledged = shell.file("acknowledged")
            try? FileManager.default.removeItem(atPath: acknowledged)  // There is none before the first.
            let result = try RealProgram.bash("set -- \(moment)\n" + script, on: shell)
            let last = Int(result.lines.last ?? "") ?? 0
            #expect(last > 0, "\(result.err)")
            #expect([#""S\#(last)""#, #""S\#(last + 1)""#].contains(setting("alarms.sound")), "acknowledged \(last)")
        }
        #expect(
            setting("alarms.snooze") == "false" && setting("alarms.slideToStop") == "true"
                && setting("alarms.timezone") == #""fixed""#)
        #expect(shell.must("verify", "--json").json["ok"] == .bool(true))
    }
}
