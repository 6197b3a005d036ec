import DaybookDomains
import Foundation
import Testing

@Suite struct WaterTests {
    private let shell = Shell()

    private func error(_ arguments: String...) -> String {
        let result = shell.run(arguments + ["--json"])
        let error = result.error["error"]
        let hint = error?["hint"]?.stringValue.map { " " + $0 } ?? ""
        return "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "")\(hint)"
    }

    private func today(_ options: String...) -> JSONValue { shell.run(["water", "today", "--json"] + options).json }
    private func number(_ json: JSONValue, _ name: String) -> Int? { json[name]?.integerValue }

    @Test("H-C2.1, H-C2.2, H-C2.8, H-6.1: drinks are added, shown and removed") func day() {
        #expect(
            shell.must("water", "today").lines == [
                "2026-02-10: 0 percent, 0 of 2500 mL",
                "No profile yet: daybook water profile --age N --weight KG --activity LEVEL", "No drink was noted.",
            ])
        #expect(
            shell.must("water", "add", "water", "250", "--id", "a").out == "Added 250 mL Water. 250 of 2500 mL, 10 %.\n"
        )
        shell.clock = "2026-02-10T14:05:00Z"
        #expect(
            shell.must("water", "add", "coffee", "200", "--id", "b").out
                == "Added 200 mL Coffee. 420 of 2500 mL, 16 %.\n")
        #expect(
            Array(shell.must("water", "today").lines.dropFirst(2)) == [
                "Time   Drink   Volume  Counts for  Id", "08:00  Water   250 mL      250 mL  a",
                "09:05  Coffee  200 mL      170 mL  b",
            ])
        let answer = today()
        #expect(
            answer.names == [
                "asOf", "date", "goal", "effectiveMl", "volumeMl", "percent", "mark", "text", "onboarded", "drinks",
            ])
        #expect(
            number(answer, "effectiveMl") == 420 && number(answer, "percent") == 16
                && answer["text"]?.stringValue == "420 of 2500 mL")
        #expect(
            answer["drinks"]?[1]?.text
                == #"{"id":"b","kind":"coffee","volumeMl":200,"effectiveMl":170,"at":"2026-02-10T14:05:00Z","ounces":6}"#
        )
        #expect(shell.must("water", "remove", "b").out == "Removed. \"daybook water restore b\" brings it back.\n")
        #expect(number(today(), "effectiveMl") == 250)
        #expect(
            error("water", "remove", "b")
                == "1 drink.notFound: This drink was removed already. \"daybook water restore b\" brings it back.")
        #expect(
            error("water", "remove", "zz")
                == "1 drink.notFound: There is no drink \"zz\". \"daybook water today\" shows them.")
        #expect(shell.must("water", "restore", "b").out == "Restored.\n")
        #expect(
            error("water", "restore", "b")
                == "1 restore.nothing: This drink was not removed: there is nothing to restore.")
        #expect(shell.must("water", "show", "b").out == "2026-02-10: 200 mL Coffee, counting for 170 mL\n")
        #expect(
            error("water", "show", "zz")
                == "1 drink.notFound: There is no drink \"zz\". \"daybook water today\" shows them.")
        #expect(
            error("water", "add", "tea", "100", "--id", "b")
                == "1 record.exists: There is a drink with this id already. Use another id.")
    }

    @Test("H-1.2, H-C2.3, H-C2.4, H-8.1: what is refused leaves nothing") func refusals() {
        #expect(error("water", "add", "water", "0") == "1 volume.positive: \"volumeMl\" is not from 1 to 1000000.")
        #expect(error("water", "add", "water", "-1") == "1 volume.positive: \"volumeMl\" is not from 1 to 1000000.")
        #expect(
            error("water", "add", "water", "0oz", "--dry-run")
                == "1 volume.positive: \"volumeMl\" is not from 1 to 1000000.")
        #expect(error("water", "add", "water", "-2oz") == "1 volume.positive: \"volumeMl\" is not from 1 to 1000000.")
        for text in ["abc", "", "1.5", "2 50", "8.555oz", "8 5oz", "oz", "+1"] {
            #expect(
                error("water", "add", "water", text)
                    == "64 volume.unreadable: \"\(text)\" is not a volume. Write whole millilitres, such as 250, "
                    + "ounces, such as 8oz, or another unit, such as 1cup."
            )
        }
        #expect(
            error("water", "add", "wine", "200")
                == "1 drink.kind: There is no kind of drink \"wine\". It is one of water, coffee, tea, juice, milk, soda, other, or a name of \"daybook water presets\"."
        )
        #expect(
            error("water", "add", "soda")
                == "64 volume.required: How much soda was it? Say it in millilitres, such as 250, or in ounces, such as 8oz."
        )
        #expect(
            error("water", "add", "protein", "shake", "200")
                == "64 usage.unexpectedArgument: A drink has one volume. Quote a name that holds blanks.")
        #expect(
            error("water", "add", "tea", "200", "--foo")
                == "64 usage.unknownOption: There is no option \"--foo\". \"daybook water add --help\" shows how.")
        #expect(
            error("water", "add", "tea", "200", "--at", "noon")
                == "64 at.unreadable: \"noon\" is neither an instant nor a date. Write it like 2026-02-10T08:00:00-05:00, or 2026-02-10."
        )
        #expect(
            error("water", "add", "tea", "200", "--at", "2026-02-11")
                == "1 date.future: The date 2026-02-11 is in the future; today is 2026-02-10. Where it is that day already, say so with --zone."
        )
        #expect(
            error("water", "add", "tea", "200", "--at", "2026-02-10T13:00:01Z")
                == "1 date.future: 2026-02-10T13:00:01Z is in the future; it is 2026-02-10T13:00:00Z. Look at the time and its zone again."
        )
        #expect(shell.events == 0)
    }

    @Test("H-C8.2, H-C2.5: presets by name, ounces, and what a drink would count for") func presets() {
        for (name, effective) in [("Latte", 204), ("protein-shake", 372), ("GATORADE", 315), ("boba", 475)] {
            #expect(number(shell.run("water", "add", name, "--json").json, "effectiveMl") == effective, "\(name)")
        }
        #expect(number(shell.run("water", "add", "latte", "100", "--json").json, "effectiveMl") == 85)
        #expect(number(shell.run("water", "add", "water", "8oz", "--json").json, "volumeMl") == 236)
        #expect(number(shell.run("water", "add", "water", "8.5OZ", "--json").json, "volumeMl") == 251)
        let before = shell.events
        #expect(
            shell.must("water", "add", "juice", "33", "--dry-run", "--json").json.text
                == #"{"kind":"juice","volumeMl":33,"effectiveMl":29,"dryRun":true}"#)
        #expect(shell.must("water", "add", "juice", "33", "--dry-run").out == "33 mL Juice would count for 29 mL.\n")
        #expect(shell.events == before)
        #expect(
            shell.must("water", "presets").lines.count == 10 && shell.must("water", "presets", "--json").json.count == 9
        )
        #expect(
            shell.must("water", "presets", "--json").json[8]?.text
                == #"{"name":"Protein Shake","kind":"milk","volumeMl":414,"effectiveMl":372}"#)
    }

    @Test("H-3.1, H-A.6, H-A.7, H-A.8, H-C5.5: ounces are shown, millilitres kept") func units() {
        #expect(
            shell.must("water", "units", "250", "--json").json.text
                == #"{"ml":250,"ounces":8,"rounded":8,"oneDecimal":8.5,"exact":8.4535,"backToMl":236}"#)
        #expect(shell.must("water", "units", "8oz").out == "8 oz is 236 mL.\n")
        #expect(error("water", "units", "0") == "1 volume.positive: \"volumeMl\" is not from 1 to 1000000.")
        #expect(
            error("water", "units", "1", "2")
                == "64 usage.unexpectedArgument: One volume is asked about. Write it like 250 or 8oz.")
        shell.must("water", "add", "water", "250")
        shell.must("setting", "set", "water.unit", "oz")
        let answer = today()
        #expect(
            answer["text"]?.stringValue == "8 of 84 oz" && number(answer, "effectiveMl") == 250
                && answer["drinks"]?[0]?["ounces"] == .integer(8))
        #expect(shell.must("water", "add", "coffee", "200ml").out == "Added 6 oz Coffee. 14 of 84 oz, 16 %.\n")
        #expect(
            shell.run("log", "--type", "drink.added", "--json").jsonLines.first?["data"]?["volumeMl"] == .integer(250))
    }

    @Test("H-1.1, H-C1.3, H-C1.4: the limits of a profile, in words") func profile() {
        #expect(shell.must("water", "profile").out == "No profile yet. The goal is 2500 mL.\n")
        #expect(
            error("water", "profile", "--age", "40")
                == "1 profile.required: Age, weight and activity are all needed the first time. daybook water profile --age 40 --weight 70 --activity moderately"
        )
        func set(_ age: String, _ weight: String, _ activity: String = "sedentary") -> String {
            error("water", "profile", "--age", age, "--weight", weight, "--activity", activity)
        }
        #expect(
            set("5", "70") == "1 age.range: \"age\" is not from 10 to 120."
                && set("150", "70") == "1 age.range: \"age\" is not from 10 to 120.")
        #expect(
            set("40", "20") == "1 weight.range: \"weight\" is not from 30.0 to 300.0."
                && set("40", "400") == "1 weight.range: \"weight\" is not from 30.0 to 300.0.")
        #expect(
            set("40", "-70") == "1 weight.range: \"weight\" is not from 30.0 to 300.0."
                && set("-4", "70") == "1 age.range: \"age\" is not from 10 to 120.")
        #expect(
            set("40", "70", "lazy")
                == "1 activity.unknown: \"activity\" is none of sedentary, lightly, moderately, very.")
        #expect(set("forty", "70") == "64 age.unreadable: \"forty\" is not a whole number of years.")
        #expect(
            set("40", "64.65")
                == "64 weight.unreadable: \"64.65\" is not a weight. Write kilograms with at most one digit after the point: 64.6."
        )
        #expect(
            error("water", "profile", "--from", "2026-01-01")
                == "64 usage.wrong: --from needs something that holds from then. Say --age, --weight or --activity.")
        #expect(
            error("water", "profile", "--age", "40", "--from", "soon")
                == "64 from.unreadable: \"soon\" is not a date. Write it like 2026-02-01, yesterday or -3d.")
        #expect(shell.events == 0)
        #expect(
            shell.must("water", "profile", "--age", "64", "--weight", "70", "--activity", "sedentary").out
                == "64 years, 70.0 kg, sedentary. The goal is 2100 mL.\n")
        #expect(
            shell.must("water", "profile", "--age", "65").out == "65 years, 70.0 kg, sedentary. The goal is 1750 mL.\n")
        #expect(shell.must("water", "profile", "--json").json["weight"] == .number("70.0"))
    }

    @Test("H-C1.5, H-C5.2, H-C5.3, H-C5.4: a goal, its parts, a preview, one of one's own") func goal() {
        shell.must("water", "profile", "--age", "40", "--weight", "70", "--activity", "moderately")
        let parts = shell.must("water", "goal", "--json").json
        #expect(
            JSONValue.object(parts.members.filter { $0.name != "asOf" }).text == """
                {"goal":2800,"ratePerKg":30,"weight":70.0,"base":2100,"bonus":700,"total":2800,"clamped":false,"override":null,"text":"30 mL × 70 kg"}
                """)
        #expect(
            shell.must("water", "goal").lines == [
                "2800 mL", "30 mL × 70 kg = 2100 mL, and 700 mL for activity: 2800 mL.",
            ])
        let before = shell.events
        #expect(
            shell.must("water", "goal", "--preview", "--weight", "150", "--activity", "very", "--json").json["goal"]
                == .integer(4500))
        #expect(
            shell.must("water", "goal", "--preview", "--weight", "150", "--activity", "very").lines.last
                == "30 mL × 150 kg = 4500 mL, and 1000 mL for activity: 5500 mL, kept within 1500 to 4500.")
        #expect(
            error("water", "goal", "--preview", "--weight", "20")
                == "1 weight.range: \"weight\" is not from 30.0 to 300.0.")
        for ml in ["1499", "4501", "-1"] {
            #expect(error("water", "goal", "--set", ml) == "1 goal.range: \"ml\" is not from 1500 to 4500.")
        }
        #expect(
            error("water", "goal", "--set", "2000", "--clear")
                == "64 usage.wrong: Give only one of --set, --clear and --preview.")
        #expect(
            error("water", "goal", "--weight", "70")
                == "64 usage.wrong: Age, weight and activity go with --preview. \"daybook water profile\" remembers them."
        )
        #expect(error("water", "goal", "--from", "2026-02-01") == "64 usage.wrong: --from goes with --set and --clear.")
        #expect(
            error("water", "goal", "--clear", "--on", "2026-02-01")
                == "64 usage.wrong: This command writes now: --on, --known-at and --with are for questions. --from gives its first day."
        )
        #expect(shell.events == before)
        #expect(
            shell.must("water", "goal", "--set", "2000").lines.last
                == "A goal of your own; \"daybook water goal --clear\" goes back to the computed one.")
        #expect(
            shell.must("water", "goal", "--json").json["override"] == .integer(2000) && number(today(), "goal") == 2000)
        #expect(number(today("--on", "2026-02-09"), "goal") == 2500)
        #expect(shell.must("water", "goal", "--clear", "--json").json["goal"] == .integer(2800))
    }

    @Test("H-C9.2, H-C9.5: percent above a hundred; the same figures when asked again") func exceeded() {
        for _ in 1...3 { shell.must("water", "add", "water", "2500") }
        let first = today()
        #expect(number(first, "percent") == 300 && first["mark"]?.stringValue == "green" && first == today())
        #expect(
            shell.must("water", "streak").out == "1 day in a row.\n"
                && shell.must("water", "streak", "--json").json["streak"] == .integer(1))
        #expect(Shell().must("water", "streak").out == "No streak yet.\n")
    }

    @Test("H-C4.1, H-C4.2, H-C4.5, H-P.4: history and months") func tables() {
        shell.must("water", "add", "water", "2500", "--at", "2026-02-08")
        shell.must("water", "add", "water", "1250", "--at", "2026-02-09")
        #expect(
            Array(shell.must("water", "history").lines.suffix(3)) == [
                "2026-02-08  2500 mL  2500 mL  100  green", "2026-02-09  1250 mL  2500 mL   50  orange",
                "2026-02-10     0 mL  2500 mL    0",
            ])
        #expect(shell.must("water", "history", "--json").json["days"]?.count == 7)
        let month = shell.must("water", "month", "2026-02", "--json").json
        #expect(
            month["days"]?[7]?.text
                == #"{"date":"2026-02-08","effectiveMl":2500,"goal":2500,"percent":100,"mark":"green"}"#)
        #expect(
            month["previous"]?.stringValue == "2026-01" && month["next"]?.stringValue == "2026-03"
                && month["firstWeekday"] == .integer(1))
        #expect(
            shell.must("water", "month").lines.count == 11
                && shell.must("water", "month", "2028-02", "--json").json["days"]?.count == 29)
        #expect(shell.must("water", "month", "2028-02").out == "2028-02 has not begun.\n")
        for text in ["2026-13", "2026", "02-2026", "2026-2"] {
            #expect(
                error("water", "month", text)
                    == "64 month.unreadable: \"\(text)\" is not a month. Write it like 2026-02.")
        }
    }

    @Test("H-C9.4: a ledger without anything shows the onboarding") func onboarding() {
        #expect(
            shell.must("onboard", "show", "--domain", "water").lines == [
                "Page 1 of 3: Drink Enough, Every Day [Continue]",
                "Give age, weight and activity: daybook water profile --age 40 --weight 70 --activity moderately",
                "Notifications: Not Set",
            ])
        #expect(today()["onboarded"] == .bool(false))
        shell.must("onboard", "next", "--domain", "water")
        #expect(
            error("onboard", "next", "--domain", "water")
                == "1 profile.required: The goal needs age, weight and activity. daybook water profile --age 40 --weight 70 --activity moderately"
        )
        shell.must("water", "profile", "--age", "40", "--weight", "70", "--activity", "very")
        #expect(
            shell.must("onboard", "next", "--domain", "water").lines.first
                == "Page 3 of 3: Stay Reminded [Enable Notifications]")
        shell.must("permission", "set", "granted", "--domain", "water")
        #expect(
            shell.must("onboard", "show", "--domain", "water").lines == [
                "Page 3 of 3: Stay Reminded [Get Started]", "Notifications: Enabled",
            ])
        #expect(
            shell.must("onboard", "next", "--domain", "water").lines.first
                == "The onboarding of hydration is completed.")
        #expect(
            error("onboard", "skip", "--domain", "water")
                == "1 onboarding.completed: The onboarding of hydration was completed already.")
        #expect(today()["onboarded"] == .bool(true))
    }

    @Test("H-C9.6: the program is killed: what it acknowledged is there") func killed() throws {
        let script = """
            setsid sh -c 'n=0; while [ $n -lt 500 ]; do n=$((n+1)); $daybook water add water 100 --id d$n >/dev/null && echo $n >> acknowledged; done' & loop=$!
            await '[ -s acknowledged ]'
            sleep 0.23; kill -9 -- -$loop; wait $loop 2>/dev/null; tail -n 1 acknowledged
            """
        let result = try RealProgram.bash(script, on: shell)
        let last = Int(result.lines.last ?? "") ?? 0
        #expect(last > 0, "\(result.err)")
        #expect([last, last + 1].contains(today()["drinks"]?.count ?? 0), "acknowledged \(last)")
        #expect(shell.must("verify", "--json").json["ok"] == .bool(true))
    }

    @Test("H-X.1, H-V.1: the program that was built says its version, one of the three numbers") func version() {
        let result = shell.run("--version")
        #expect(result.status == 0 && result.lines.first == "daybook 0.1.0")
        #expect(shell.run("--version", "--json").json["version"] == .string("0.1.0"))
    }
}

extension JSONValue {
    fileprivate var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }
}
