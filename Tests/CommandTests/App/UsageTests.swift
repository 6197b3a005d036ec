import DaybookCommands
import DaybookDomains
import Foundation
import Testing

@Suite struct UsageTests {

    @Test("an option that takes several values may be given twice, and a value may look like an option") func twice() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5", "--remarks", "x", "--aircraft", "N1")
        shell.must("flight", "amend", id, "--clear", "remarks", "--clear", "aircraft")
        let other = shell.log("--hobbs", "1.5", "--remarks", "--remarks")
        _ = shell.log("--hobbs", "1.5", "--solo", "--solo", "--remarks", "--no-solo")
        #expect(shell.run("flight", "show", other, "--json").json["remarks"] == .string("--remarks"))
        #expect(shell.run("flight", "list", "--search", "--search").out == "No Results for --search\n")
        #expect(
            shell.run("import", "--dry-run", "--dry-run", "Tests/Fixtures/samples/own-sample-foreflight.csv").status
                == 0)
    }

    @Test("Wrong usage ends with 64, as a sentence and as JSON", arguments: wrong.indices) func wrongUsage(index: Int) {
        let shell = Shell()
        let wrong = UsageTests.wrong[index]
        let plain = shell.run(wrong.arguments)
        #expect(plain.status == 64, "\(wrong.testDescription)")
        #expect(plain.out == "", "\(wrong.testDescription)")
        #expect(
            plain.err == "error: \(wrong.message)\n" + (wrong.hint.map { "hint: \($0)\n" } ?? ""),
            "\(wrong.testDescription)")
        let json = shell.run(["--json"] + wrong.arguments)
        #expect(json.status == 64 && json.out == "", "\(wrong.testDescription)")
        let expected = JSONValue.object(pairs: [
            "error": .object(pairs: [
                "code": .string(wrong.code), "message": .string(wrong.message), "hint": wrong.hint.map { .string($0) },
            ])
        ])
        #expect(json.err == expected.text + "\n", "\(wrong.testDescription)")
        #expect(shell.events == 0, "nothing is written by wrong usage")
    }

    @Test func globalOptionsStandBeforeOrAfterTheCommand() {
        let shell = Shell()
        let before = shell.run("--json", "--clock", "2026-03-01T12:00:00Z", "--zone=UTC", "flight", "summary")
        let after = shell.run("flight", "summary", "--clock=2026-03-01T12:00:00Z", "--zone", "UTC", "--json")
        #expect(before.status == 0 && before.out == after.out)
        #expect(before.json["asOf"]?["on"]?.stringValue == "2026-03-01")
    }

    @Test func globalOptionsBeatVariables() {
        let shell = Shell()
        #expect(
            shell.run("flight", "summary", "--json", "--clock", "2026-04-01T12:00:00Z").json["asOf"]?["on"]?.stringValue
                == "2026-04-01")
        shell.variables["DAYBOOK_ZONE"] = "Pacific/Kiritimati"
        #expect(shell.run("flight", "summary", "--json").json["asOf"]?["on"]?.stringValue == "2026-02-11")
        #expect(
            shell.run("flight", "summary", "--json", "--zone", "UTC").json["asOf"]?["on"]?.stringValue == "2026-02-10")
    }

    @Test func theLedgerIsFoundByOptionVariableAndHome() {
        let shell = Shell(initialise: false)
        let missing = shell.run("digest", "--json", "--ledger", shell.folder + "/none")
        #expect(missing.status == 66 && missing.code == "ledger.missing")
        #expect(missing.error["error"]?["message"]?.stringValue == "There is no ledger at \(shell.folder)/none.")
        let byData = Program.run(
            arguments: ["init"], environment: ["XDG_DATA_HOME": shell.folder + "/data", "HOME": "/nowhere"])
        #expect(byData.status == 0 && byData.out.hasPrefix("Made a ledger at \(shell.folder)/data/daybook.\n"))
        let byHome = Program.run(arguments: ["init"], environment: ["HOME": shell.folder + "/home"])
        #expect(
            byHome.status == 0 && byHome.out.hasPrefix("Made a ledger at \(shell.folder)/home/.local/share/daybook.\n"))
        let homeless = Program.run(arguments: ["init"], environment: [:])
        #expect(homeless.status == 64)
        #expect(
            homeless.err
                == "error: There is no home folder to look for a ledger in.\nhint: Name one with --ledger DIR.\n")
    }

    @Test(
        "what can be read and lies outside the calendar is refused as a rule refuses it",
        arguments: [
            (
                ["currency", "--clock", "0001-01-01T00:00:00Z"], "0001-01-01T00:00:00Z", "America/New_York", "clock",
                "Name another --clock."
            ),
            (
                ["flight", "log", "--hobbs", "1", "--clock", "9999-12-31T23:59:59Z", "--zone", "Asia/Tokyo"],
                "9999-12-31T23:59:59Z", "Asia/Tokyo", "clock", "Name another --clock."
            ),
            (
                ["progress", "--on", "0001-01-01T00:00:00Z"], "0001-01-01T00:00:00Z", "America/New_York", "on",
                "Name another day."
            ),
        ]) func outsideTheCalendar(arguments: [String], instant: String, zone: String, option: String, hint: String)
    {
        let shell = Shell()
        let result = shell.run(arguments)
        #expect(result.status == 1 && result.out == "")
        #expect(
            result.err
                == "error: At \(instant) the date in \(zone) lies outside the years 0001 to 9999.\nhint: \(hint)\n")
        #expect(shell.run(arguments + ["--json"]).code == "\(option).outOfRange" && shell.events == 0)
        #expect(shell.run("currency", "--clock", "9999-12-31T12:00:00Z").status == 0)
    }

    @Test("a file where a folder must be is named", arguments: ["", "/sub", "/sub/more"]) func fileInThePath(
        rest: String
    ) {
        let shell = Shell()
        let file = shell.file("plain", "text")
        for command in ["currency", "init", "append"] {
            let result = shell.run(command, "--ledger", file + rest)
            #expect(
                result.status == 66
                    && result.err
                        == "error: \(file) is a file; a ledger is a folder.\nhint: Name a folder with --ledger.\n",
                "\(command): \(result.err)")
        }
    }

    @Test func aPictureThatIsTooLargeIsRefused() throws {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        let file = shell.file("large.png")
        #expect(FileManager.default.createFile(atPath: file, contents: Data(count: (10 << 20) + 1)))
        let refused = shell.run("flight", "sign", id, "--cfi", "1", "--image", file)
        #expect(
            refused.status == 1
                && refused.err
                    == "error: \(file) is larger than the 10 MiB that are kept of a picture.\nhint: Make the picture smaller.\n"
        )
        #expect(
            shell.run("flight", "sign", id, "--cfi", "1", "--image", file, "--json").code == "blob.tooLarge"
                && shell.events == 1)
    }

    @Test("C-F-10.14: help, the version and completion need no ledger; one version stands everywhere")
    func helpVersionAndCompletionNeedNoLedger() {
        let shell = Shell(initialise: false)
        let database = ZoneDatabase.system
        let version = database.version.map { "tz database \($0)" } ?? "tz database of an unknown version"
        #expect(shell.run("--version").out == "daybook 0.1.0\n\(version) in \(database.path)\n")
        #expect(shell.run("--version").status == 0)
        let help = shell.run("--help")
        #expect(help.status == 0 && help.out.contains("Examples:\n  daybook init --zone America/New_York"))
        #expect(shell.run().out == help.out)
        let flight = shell.run("help", "flight", "log")
        #expect(flight.status == 0 && flight.out == shell.run("flight", "log", "--help").out)
        #expect(flight.out.contains("--known-at") == false && flight.out.contains("--ledger <dir>"))
        #expect(
            shell.run("init", "--help").out.contains(
                "The zone given becomes the ledger's own, the\nmachine's where none is given; each device has its own time zone."
            ))
        for name in ["bash", "zsh", "fish"] {
            let completion = shell.run("completion", name)
            #expect(
                completion.status == 0 && completion.out.contains("daybook")
                    && completion.out.contains("night-landings"))
        }
    }

    @Test func everyCommandHasHelpThatSaysWhatItDoes() {
        let shell = Shell(initialise: false)
        let commands = [
            "init", "principal show", "principal export", "keys fix", "link offer", "link accept", "link list",
            "link end", "types", "rules", "stats", "append", "log", "show", "outcomes", "outcomes resolve",
            "flight log", "flight amend",
            "flight remove", "flight restore", "flight sign", "flight void", "flight list", "flight show",
            "flight summary", "currency",
            "currency periods", "progress", "import", "export", "verify", "replay", "digest", "backup", "restore",
            "setting set", "setting show",
            "permission set", "completion", "flight duplicate", "flight supersede", "flight defaults",
            "currency review", "currency instrument", "endorse",
            "endorse list", "endorse show", "endorse templates", "endorse sign", "endorse sign-request", "endorse void",
            "endorse withdraw", "review add", "review list", "notices",
            "notices acknowledge",
            "duplicates", "audit", "undo", "onboard",
            "onboard show", "tour next", "tour skip", "tour show",
            "alarm add", "alarm edit", "alarm remove", "alarm enable", "alarm disable", "alarm list", "alarm next",
            "alarm countdown", "alarm pause",
            "onboard next", "onboard skip", "permission show", "due", "watch",
            "water add", "water edit", "water remove", "water restore", "water profile", "water goal", "water today",
            "water history",
            "water month", "water streak",
            "water show", "water presets", "water units", "water reminders", "water smart", "water import-sleep",
            "water export", "water import",
            "quiz state", "quiz train", "quiz sets", "quiz start", "quiz question", "quiz answer", "quiz submit",
            "quiz results", "quiz tests",
            "quiz history", "quiz stats", "quiz show", "quiz reset", "quiz restore", "quiz photo",
        ]
        for command in commands {
            let help = shell.run(command.split(separator: " ").map(String.init) + ["--help"])
            #expect(help.status == 0 && help.err == "" && help.out.hasPrefix("OVERVIEW: "), "\(command)")
            #expect(
                help.out.contains("GLOBAL OPTIONS:") && help.out.contains("USAGE: daybook \(command)"), "\(command)")
        }
    }

    @Test("Every name of the tz database is a zone; offsets, abbreviations and names of others are none")
    func zones() {
        let shell = Shell(initialise: false)
        for zone in [
            "Etc/UTC", "US/Eastern", "Etc/GMT+5", "EST5EDT", "Zulu", "Asia/Calcutta",
            "America/Argentina/ComodRivadavia",
        ] {
            #expect(SystemZone(zone)?.name == zone, "\(zone)")
        }
        for zone in [
            "PST", "IST", "GMT+5", "UTC+3", "SystemV/PST8", "Etc/Unknown", "Etc/gmt+5", "america/new_york",
            "America/Nowhere", "utc", "", "/", "../x",
        ] {
            #expect(SystemZone(zone) == nil, "\(zone)")
        }
        shell.variables["TZ"] = "US/Eastern"
        #expect(shell.must("init", "--json").json["zone"] == .string("US/Eastern"))
    }

    @Test("Nothing lies after the greatest position; a reader of the log that stands there is refused")
    func lastPosition() {
        let shell = Shell()
        #expect(shell.run("outcomes", "--since", "18446744073709551615", "--json").code == "position.past")
        #expect(shell.run("log", "--after", "18446744073709551615", "--json").code == "position.past")
        shell.must("water", "add", "water", "200")
        let error = shell.run("log", "--after", "1", "--known-at", "0", "--json").error["error"]
        #expect(
            error?["message"] == .string("Position 1 came later than 0, the newest that --known-at takes in.")
                && error?["hint"] == .string("Leave --known-at out, or name a later one."))
    }

    @Test(
        "No day outside the years 0001 to 9999 is asked about, at either end of time",
        arguments: [
            ("9999-12-31T10:00:00Z", "tomorrow", "1 day after 9999-12-31"),
            ("9999-12-30T10:00:00Z", "+3d", "3 days after 9999-12-30"),
            ("0001-01-01T12:00:00Z", "yesterday", "1 day before 0001-01-01"),
        ])
    func endsOfTime(clock: String, day: String, words: String) {
        let shell = Shell()
        for command in [["currency"], ["progress"], ["flight", "summary"], ["water", "today"], ["audit"]] {
            let result = shell.run(command + ["--clock", clock, "--on", day, "--zone", "UTC", "--json"])
            #expect(result.status == 64 && result.code == "date.outOfRange", "\(command)")
            #expect(
                result.error["error"]?["message"] == .string("\(words) lies outside the years 0001 to 9999.")
                    && result.error["error"]?["hint"] == .string("Name another day."), "\(command)")
        }
    }

    @Test func coloursStandOnlyOnATerminalAndWithoutNoColor() {
        let shell = Shell()
        #expect(shell.run("currency").out.contains("\u{1B}") == false)
        #expect(shell.run(["currency"], isTerminal: true).out.contains("\u{1B}[31mNOT CURRENT\u{1B}[0m"))
        #expect(shell.run(["currency", "--json"], isTerminal: true).out.contains("\u{1B}") == false)
        #expect(shell.run(["foo"], isTerminal: true).err.hasPrefix("\u{1B}[31merror:\u{1B}[0m "))
        shell.variables["TERM"] = "dumb"
        #expect(shell.run(["currency"], isTerminal: true).out.contains("\u{1B}") == false)
        shell.variables = ["NO_COLOR": "1"]
        #expect(shell.run(["currency"], isTerminal: true).out.contains("\u{1B}") == false)
        #expect(shell.run(["foo"], isTerminal: true).err.hasPrefix("error: "))
    }

    @Test func textsOfEventsCannotSteerTheTerminal() {
        let shell = Shell()
        _ = shell.log("--hobbs", "1", "--remarks", "a\u{1B}[2Jb\tc\nd\u{202E}e")
        let out = shell.run("flight", "list").out
        #expect(out.contains("a\u{FFFD}[2Jb c d\u{FFFD}e") && !out.contains("\u{1B}"))
        // Nor make a line of their own, on a page neither.
        _ = shell.log(
            "--hobbs", "1", "--from", "f\u{2028}g\u{2029}h", "--remarks", "f\u{2028}g\u{2029}h", "--night-landings", "1"
        )
        #expect(shell.run("flight", "list").lines.count { $0.contains("f\u{FFFD}g\u{FFFD}h") } == 1)
        _ = shell.log("--hobbs", "1", "--from", "f\u{2028}g\u{2029}h", "--night-landings", "1")
        let page = shell.run("audit", "--html", "-").out
        #expect(
            page.contains("<td>f\u{FFFD}g\u{FFFD}h")
                && !page.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
    }
}
