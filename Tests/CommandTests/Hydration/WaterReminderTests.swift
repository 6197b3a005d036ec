import DaybookDomains
import Testing

@Suite struct WaterReminderTests {
    private let shell = Shell()

    private func error(_ arguments: String..., input: String = "") -> String {
        let result = shell.run(arguments + ["--json"], input: input)
        let error = result.error["error"]
        let hint = error?["hint"]?.stringValue.map { " " + $0 } ?? ""
        return "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "")\(hint)"
    }

    @Test(
        "H-4.1, H-C5.6, H-C6.1, H-C6.2, H-C6.3, H-C6.4, H-C7.1: reminders by the settings; what is outside their limits is refused"
    ) func settings() {
        #expect(
            shell.must("water", "reminders").lines == [
                "10:12 13:24 16:36 19:48, every 192 minutes from 07:00 to 23:00.",
                "None comes: notices are not allowed (daybook permission set granted --domain water).",
            ])
        shell.must("permission", "set", "granted", "--domain", "water")
        shell.must("setting", "set", "water.wake", "08:00")
        shell.must("setting", "set", "water.sleep", "20:00")
        #expect(
            shell.must("water", "reminders").out == "10:24 12:48 15:12 17:36, every 144 minutes from 08:00 to 20:00.\n")
        let answer = shell.must("water", "reminders", "--json").json
        #expect(
            answer["times"]?.text == #"["10:24","12:48","15:12","17:36"]"# && answer["intervalMinutes"] == .integer(144)
        )
        #expect(
            answer["pending"]?[0]?.stringValue == "2026-02-10T15:24:00Z" && answer["source"]?.stringValue == "settings")
        #expect(
            error("setting", "set", "water.wake", "20:00")
                == "1 window.invalid: The wake time 20:00 and the sleep time 20:00 are the same. Change water.sleep first where both are to change."
        )
        #expect(
            error("setting", "set", "water.remindersPerDay", "11")
                == "1 frequency.range: water.remindersPerDay is a whole number from 1 to 10. Give it such a value.")
        #expect(
            error("setting", "set", "water.smartHours", "7")
                == "1 threshold.range: water.smartHours is a whole number from 1 to 6. Give it such a value.")
        shell.must("setting", "set", "water.remindersPerDay", "1")
        #expect(shell.must("water", "reminders").lines.first == "14:00, every 360 minutes from 08:00 to 20:00.")
        shell.must("setting", "set", "water.sleep", "08:01")
        #expect(shell.must("water", "reminders").out == "No reminder has room between 08:00 to 08:01.\n")
        for (name, value) in [("water.smart", "true"), ("water.smartHours", "2"), ("water.sleepImport", "true")] {
            #expect(
                shell.must("setting", "set", name, value).out == "\(name) is \(value == "true" ? "yes" : value) now.\n")
        }
    }

    @Test("H-4.2, H-C6.5, H-L.1: the smart reminder, and what it falls back on") func smart() {
        #expect(shell.must("water", "smart").lines == ["Time to drink something.", "No drink was noted."])
        shell.clock = "2026-02-11T05:00:00Z"
        shell.must("water", "add", "water", "250", "--at", "2026-02-10T12:00:00-05:00")
        #expect(
            shell.must("water", "smart", "--on", "2026-02-10T14:00:00-05:00").lines == [
                "Not yet.", "The last drink was at 2026-02-10T17:00:00Z.",
            ])
        #expect(shell.must("water", "smart", "--on", "2026-02-10T14:01:00-05:00", "--json").json["due"] == .bool(true))
        #expect(shell.must("water", "smart", "--on", "2026-02-10T23:30:00-05:00", "--json").json["due"] == .bool(false))
        let missed = shell.must(
            "water", "smart", "--on", "2026-02-10T14:01:00-05:00", "--checked", "2026-02-10T10:00:00-05:00")
        #expect(
            missed.lines == [
                "Time to drink something.", "The last drink was at 2026-02-10T17:00:00Z.",
                "No look was taken in time: the regular reminders hold.",
                "10:12 13:24 16:36 19:48, every 192 minutes from 07:00 to 23:00.",
                "None comes: notices are not allowed (daybook permission set granted --domain water).",
            ])
        #expect(
            error("water", "smart", "--checked", "then")
                == "64 checked.unreadable: \"then\" is not an instant. Write it like 2026-02-10T13:00:00Z or 2026-02-10T08:00:00-05:00."
        )
    }

    @Test("H-5.1, H-C7.2, H-C7.3, H-S.2: sleep times from a file, used where that is allowed") func sleep() {
        let file = shell.file("nights.csv", "wake,sleep,date\n06:30,22:00,2026-02-09\nlate,22:00,2026-02-10\n")
        #expect(
            shell.must("water", "import-sleep", file).lines == [
                "Awake from 06:30 to 22:00, the mean of 1 night.",
                "Reminders do not follow it: that needs the setting water.sleepImport and the permission for sleep.",
                "Skipped: 1",
                "  line 3: Wake and sleep are not times of day.",
            ])
        shell.must("setting", "set", "water.sleepImport", "true")
        shell.must("permission", "set", "granted", "--domain", "sleep")
        #expect(shell.must("water", "import-sleep", file, "--json").json["inUse"] == .bool(true))
        #expect(shell.must("water", "reminders", "--json").json["source"]?.stringValue == "imported")
        #expect(
            shell.must("water", "reminders").lines.first
                == "09:36 12:42 15:48 18:54, every 186 minutes from 06:30 to 22:00.")
        shell.must("permission", "set", "denied", "--domain", "sleep")
        #expect(shell.must("water", "reminders", "--json").json["source"]?.stringValue == "default")
        #expect(
            error("water", "import-sleep", "-", input: "wake,sleep\n")
                == "1 sleep.none: No night of the last 7 days can be used.")
        #expect(
            error("water", "import-sleep", "-", input: "a,b\n")
                == "65 sleep.unreadable: This is no file of nights: its first line does not name the columns wake and sleep. Nothing was imported. Write a CSV with wake,sleep,date, or a JSON object a line."
        )
        #expect(
            error("water", "import-sleep", "-", input: "{\n")
                == "65 json.invalid: Line 1 is not a JSON object. Write {\"wake\":\"06:45\",\"sleep\":\"22:30\",\"date\":\"2026-02-09\"}."
        )
    }

    @Test("drinks as a file, there and back") func files() {
        shell.must("water", "add", "water", "250", "--id", "a")
        let text =
            "date,time,zone,kind,volume_ml,effective_ml,id\r\n2026-02-10,08:00:00-05:00,America/New_York,water,250,250,a\r\n"
        #expect(shell.must("water", "export").out == text)
        let file = shell.file("drinks.csv")
        #expect(shell.must("water", "export", file).out == "Wrote 1 drink to \(file).\n")
        #expect(
            shell.must("water", "export", file).out
                == "Wrote 1 drink to \(file), in place of the file that was there.\n")
        #expect(shell.run("water", "export", file, "--json").json["replaced"] == .bool(true))
        #expect(shell.must("water", "import", file).out == "Imported 0 drinks; 1 was there already.\n")
        let other = Shell()
        #expect(
            other.must("water", "import", "--dry-run", file).out == "Would import 1 drink; 0 were there already.\n"
                && other.events == 0)
        #expect(
            other.run("water", "import", "-", "--json", input: text + "2026-02-10,,,wine,1,,\r\n").json.text
                == #"{"drinks":1,"duplicates":0,"skipped":[{"line":3,"code":"drink.kind","#
                + #""text":"There is no kind of drink \"wine\"."}],"unknownKinds":["wine"]}"#
        )
        #expect(other.must("water", "export").out == text)
        #expect(
            error("water", "import", "-", input: "x\n")
                == "65 water.columns: This is no file of drinks: its first line does not name the columns date, kind and volume_ml. "
                + "Nothing was imported. The columns are date, time, zone, kind, volume_ml, effective_ml, id, ounces; "
                + "--map names those of another program.")
        #expect(
            error("water", "import", "-", input: "\"x")
                == "65 csv.unterminatedQuote: Line 1: The quote opened here is never closed. Nothing was imported. Close it, or export the file again: it may have been cut."
        )
    }

    @Test("the undo of a drink, of a goal and of a removal") func undo() {
        let added = shell.run("water", "add", "water", "250", "--id", "a", "--json").json["event"]?.stringValue ?? ""
        shell.must("undo", added)
        #expect(shell.must("water", "today", "--json").json["drinks"]?.count == 0)
        let removal = shell.run("log", "--type", "drink.removed", "--json").jsonLines.first?["id"]?.stringValue ?? ""
        shell.must("undo", removal)
        #expect(shell.must("water", "today", "--json").json["drinks"]?.count == 1)
        let goal = shell.run("water", "goal", "--set", "2000", "--json").json["event"]?.stringValue ?? ""
        shell.must("undo", goal)
        #expect(shell.must("water", "goal", "--json").json["goal"] == .integer(2500))
    }
}
