import DaybookDomains
import Testing

/// Volumes in the unit in which they were entered, changes of a drink, and days that end after midnight.
@Suite struct WaterEntryTests {
    private let shell = Shell()

    private func error(_ arguments: String...) -> String {
        let result = shell.run(arguments + ["--json"])
        let error = result.error["error"]
        return "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "")"
    }

    @Test(
        "W1: ounces as entered are ounces as shown, and add up to a goal in ounces",
        arguments: [
            ("8oz", "8"), ("8 fl oz", "8"), ("1oz", "1"), ("12", "12"), ("16", "16"), ("64", "64"), ("16.9", "16.9"),
            ("8.25oz", "8.25"),
        ]) func ounces(given: String, shown: String)
    {
        shell.must("setting", "set", "water.unit", "oz")
        let added = shell.must("water", "add", "water", given, "--id", "one")
        #expect(added.out.hasPrefix("Added \(shown) oz Water. "), "\(added)")
        #expect(shell.must("water", "show", "one").lines.last?.hasPrefix("2026-02-10: \(shown) oz Water") == true)
        #expect(shell.must("water", "today").out.contains(" \(shown) oz "))
        #expect(shell.run("water", "show", "one", "--json").json["enteredOunces"]?.text == shown)
    }

    @Test("W1: eight drinks of 8 oz reach a goal of 64 oz, on the day and in history, month and streak") func sums() {
        shell.must("setting", "set", "water.unit", "oz")
        #expect(shell.must("water", "goal", "--set", "64").out.hasPrefix("64 oz\n"))
        for number in 1...8 {
            let added = shell.must("water", "add", "water", "8")
            #expect(added.out.hasPrefix("Added 8 oz Water. \(number * 8) of 64 oz, "))
        }
        let today = shell.run("water", "today", "--json").json
        #expect(today["percent"]?.text == "100" && today["mark"]?.stringValue == "green")
        #expect(today["effectiveMl"]?.text == "1888" && today["goal"]?.text == "1892", "sums stay in millilitres")
        #expect(shell.must("water", "history").lines.last?.contains("64 oz  64 oz  100") == true)
        #expect(shell.must("water", "streak").out == "1 day in a row.\n")
        shell.must("setting", "set", "water.unit", "ml")
        #expect(shell.must("water", "goal").out.hasPrefix("1892 mL\n"))
    }

    @Test("W1: the unit holds for goals, profile and previews; millilitres and litres are taken in either unit")
    func unit() {
        shell.must("setting", "set", "water.unit", "oz")
        #expect(shell.must("water", "goal").out.hasPrefix("84 oz\n"))
        let profile = shell.must("water", "profile", "--age", "40", "--weight", "70", "--activity", "moderately")
        #expect(profile.out == "40 years, 70.0 kg, moderately. The goal is 94 oz.\n")
        #expect(
            shell.must("water", "goal").out
                == "94 oz\n30 mL × 70 kg = 71 oz, and 23 oz for activity: 94 oz.\n")
        #expect(
            error("water", "goal", "--set", "40")
                == "1 goal.range: A goal of 40 oz is 1182 mL, and a goal is from 1500 to 4500 mL.")
        #expect(shell.must("water", "goal", "--set", "83.5oz").out.hasPrefix("83.5 oz\n"))
        #expect(shell.must("water", "add", "water", "0.25l", "--dry-run").out == "8 oz Water would count for 8 oz.\n")
        #expect(shell.must("water", "add", "water", "250", "ml").out.hasPrefix("Added 8 oz Water. 8 of 83.5 oz, "))
    }

    @Test("M14: cups, pints and centilitres on the command line, with a blank or none") func otherUnits() {
        let volumes = [
            (["1cup"], "236 mL"), (["1", "pt"], "473 mL"), (["2 cups"], "473 mL"), (["33cl"], "330 mL"),
            (["0.5", "pints"], "236 mL"),
        ]
        for (words, shown) in volumes {
            let added = shell.run(["water", "add", "water"] + words + ["--dry-run"])
            #expect(added.out == "\(shown) Water would count for \(shown).\n", "\(words): \(added)")
        }
        #expect(error("water", "add", "water", "1stone").hasPrefix("64 volume.unreadable"))
    }

    @Test("a map states drinks of unknown kind, which are listed in one line") func unknownKinds() {
        let file = shell.file("drinks.csv", "Date,Drink,Amount\n2026-02-09,Beer,500\n2026-02-09,Mate,200\n")
        let refused = shell.run("water", "import", file)
        #expect(refused.status == 1)
        let line = "Drinks of unknown kind: Beer, Mate. State each in a map (--map FILE), as \"kind Beer: tea\"."
        #expect(refused.lines.contains(line), "\(refused)")
        let map = shell.file("drinks.map", "kind Beer: other\nkind Mate: tea\n")
        #expect(
            shell.must("water", "import", file, "--map", map).lines.first
                == "Imported 2 drinks; 0 were there already.")
    }

    @Test("ounces that do not give the millilitres beside them are refused")
    func mismatch() {
        let line =
            #"{"stream":"drink/x","type":"drink.added","data":"#
            + #"{"kind":"water","volumeMl":250,"effectiveMl":250,"date":"2026-02-10","ounces":800}}"#
        let refused = shell.run("append", "-", "--json", input: line + "\n")
        #expect(refused.status == 1 && refused.err.contains("8 oz are 236 mL, not 250 mL."), "\(refused)")
    }

    @Test("H-X.11: a drink is changed, its history keeps what it was, and undo brings that back") func edit() {
        shell.must("water", "add", "water", "8oz", "--id", "one")
        #expect(
            shell.must("water", "edit", "one", "--volume", "300", "--kind", "coffee").out
                == "Changed: 2026-02-10, 300 mL Coffee, counting for 255 mL.\n")
        let shown = shell.run("water", "show", "one", "--json").json
        #expect(shown["volumeMl"]?.text == "300" && shown["enteredOunces"] == nil)
        #expect(shell.run("water", "today", "--json").json["effectiveMl"]?.text == "255")
        #expect(
            shell.must("water", "edit", "one", "--at", "2026-02-09T21:30:00-05:00").out
                == "Changed: 2026-02-09, 300 mL Coffee, counting for 255 mL.\n")
        #expect(shell.run("water", "show", "one", "--json").json["at"]?.stringValue == "2026-02-10T02:30:00Z")
        #expect(shell.run("water", "today", "--on", "2026-02-09", "--json").json["effectiveMl"]?.text == "255")
        #expect(shell.run("water", "today", "--json").json["effectiveMl"]?.text == "0")
        let last = shell.run("log", "--stream", "drink/one", "--json").jsonLines.last?["id"]?.stringValue ?? ""
        shell.must("undo", last)
        #expect(shell.run("water", "today", "--json").json["effectiveMl"]?.text == "255")
    }

    @Test(
        "undo of a change brings back the time, and restates the part that counts where a later change keeps the kind")
    func undoneEdits() throws {
        shell.must("water", "add", "water", "8oz", "--id", "one", "--at", "2026-02-10T07:30:00-05:00")
        func last() -> String {
            shell.run("log", "--stream", "drink/one", "--json").jsonLines.last?["id"]?.stringValue ?? ""
        }
        func at() -> String? { shell.run("water", "show", "one", "--json").json["at"]?.stringValue }
        for time in ["2026-02-09", "2026-02-10", "2026-02-10T07:45:00-05:00"] {
            shell.must("water", "edit", "one", "--at", time)
            shell.must("undo", last())
            #expect(at() == "2026-02-10T12:30:00Z", "\(time)")
        }
        shell.must("water", "edit", "one", "--volume", "300")
        let volume = last()
        shell.must("water", "edit", "one", "--kind", "coffee")
        shell.must("undo", volume)
        let drink = shell.run("water", "show", "one", "--json").json
        #expect(drink["kind"]?.stringValue == "coffee" && drink["enteredOunces"]?.text == "8")
        #expect(drink["volumeMl"]?.text == "236" && drink["effectiveMl"]?.text == "200", "85 of 100 of 236 mL")
        #expect(shell.run("undo", volume, "--json").code == "undo.nothing")
        #expect(at() == "2026-02-10T12:30:00Z")
    }

    @Test("a file of drinks keeps ounces as entered; one of millilitres alone has no column of them") func file() {
        shell.must("water", "add", "water", "16.9oz", "--id", "one")
        shell.must("water", "add", "tea", "200", "--id", "two")
        let text = """
            date,time,zone,kind,volume_ml,effective_ml,id,ounces\r
            2026-02-10,08:00:00-05:00,America/New_York,water,499,499,one,16.9\r
            2026-02-10,08:00:00-05:00,America/New_York,tea,200,190,two,\r

            """
        #expect(shell.must("water", "export").out == text)
        let other = Shell()
        #expect(other.must("water", "import", "-", input: text).lines[0] == "Imported 2 drinks; 0 were there already.")
        #expect(other.must("water", "export").out == text)
        #expect(other.must("water", "import", "-", input: text).lines[0] == "Imported 0 drinks; 2 were there already.")
        let rows = "date,kind,volume_ml,ounces\n2026-02-10,water,250,8\n2026-02-10,water,250,-8\n"
        let refused = other.run("water", "import", "-", input: rows)
        #expect(refused.status == 1)
        #expect(
            refused.lines.suffix(2) == [
                "  line 2: 8 oz are 236 mL, not 250 mL.", "  line 3: \"-8\" is not a number of ounces.",
            ], "\(refused)")
    }

    @Test("a change of a drink that is not there, that was removed, or that changes nothing is refused")
    func refusedEdits() {
        shell.must("water", "add", "water", "250", "--id", "one")
        #expect(error("water", "edit", "none", "--volume", "1") == "1 drink.notFound: There is no drink \"none\".")
        #expect(error("water", "edit", "one") == "64 usage.wrong: Nothing was given to change.")
        #expect(
            error("water", "edit", "one", "--volume", "0")
                == "1 volume.positive: \"volumeMl\" is not from 1 to 1000000.")
        #expect(
            error("water", "edit", "one", "--at", "2026-02-11")
                == "1 date.future: The date 2026-02-11 is in the future; today is 2026-02-10.")
        shell.must("water", "remove", "one")
        #expect(error("water", "edit", "one", "--volume", "1") == "1 drink.notFound: This drink was removed already.")
        #expect(error("water", "edit", "one", "--volume", "0") == "1 drink.notFound: This drink was removed already.")
        #expect(shell.run("water", "show", "one").status == 1)
    }

    @Test("W2: a day that ends after midnight has its reminders until then") func pastMidnight() {
        shell.must("permission", "set", "granted", "--domain", "water")
        shell.must("setting", "set", "water.wake", "09:30")
        shell.must("setting", "set", "water.sleep", "01:30")
        let words = shell.must("water", "reminders", "--zone", "UTC").out
        #expect(words.hasPrefix("12:42 15:54 19:06 22:18, every 192 minutes from 09:30 to 01:30.\n"))
        shell.must("setting", "set", "water.remindersPerDay", "7")
        let late = ["--clock", "2026-02-11T00:10:00Z", "--zone", "UTC", "--json"]
        func pending(_ arguments: [String]) -> [String] {
            guard case .array(let all)? = shell.run(["water", "reminders"] + arguments).json["pending"] else {
                return []
            }
            return all.compactMap(\.stringValue)
        }
        let times = shell.run(["water", "reminders"] + late).json["times"]
        #expect(times?.text == #"["11:30","13:30","15:30","17:30","19:30","21:30","23:30"]"#)
        shell.must("setting", "set", "water.remindersPerDay", "9")
        #expect(pending(late).first == "2026-02-11T11:06:00Z")
        shell.must("setting", "set", "water.sleep", "03:30")
        // 18 hours in ten parts: the last of the day before is at 01:42.
        #expect(pending(late).first == "2026-02-11T01:42:00Z")
        let notices = shell.run(["notices", "--domain", "water", "--clock", "2026-02-11T01:50:00Z", "--zone", "UTC"])
        #expect(notices.out.contains("Time to drink something"), "\(notices)")
        let asleep = shell.run(["notices", "--domain", "water", "--clock", "2026-02-11T04:00:00Z", "--zone", "UTC"])
        #expect(!asleep.out.contains("Time to drink something"), "\(asleep)")
        #expect(
            error("setting", "set", "water.wake", "03:30")
                == "1 window.invalid: The wake time 03:30 and the sleep time 03:30 are the same.")
    }

    @Test("W3: with water.stopAtGoal no reminder comes on a day that reached its goal") func stopAtGoal() {
        shell.must("permission", "set", "granted", "--domain", "water")
        shell.must("water", "add", "water", "2500")
        let noon = shell.run("notices", "--domain", "water", "--clock", "2026-02-10T18:25:00Z")
        #expect(noon.out.contains("Time to drink something"), "\(noon)")
        shell.must("setting", "set", "water.stopAtGoal", "true")
        let quiet = shell.run("notices", "--domain", "water", "--clock", "2026-02-10T19:25:00Z")
        #expect(!quiet.out.contains("Time to drink something"), "\(quiet)")
        let reminders = shell.run("water", "reminders", "--json").json
        #expect(reminders["goalReached"]?.text == "true" && reminders["pending"]?.text == "[]")
        #expect(
            shell.must("water", "reminders").lines.last
                == "No more comes: the goal of the day is reached (setting water.stopAtGoal).")
        #expect(shell.run("water", "smart", "--clock", "2026-02-10T19:25:00Z", "--json").json["due"]?.text == "false")
        let tomorrow = shell.run("notices", "--domain", "water", "--clock", "2026-02-11T19:25:00Z")
        #expect(tomorrow.out.contains("Time to drink something"), "\(tomorrow)")
    }
}
