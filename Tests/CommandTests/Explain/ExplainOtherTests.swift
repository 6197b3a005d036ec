import DaybookDomains
import Foundation
import Testing

/// Evidence of alarms, drinks and practice tests.
@Suite struct ExplainOtherTests {
    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let values)? = value else { return [] }
        return values
    }

    private static func counted(_ evidence: JSONValue?) -> [String] {
        elements(evidence?["counted"]).compactMap { $0["text"]?.stringValue }
    }

    private static func leftOut(_ evidence: JSONValue?) -> [String] {
        elements(evidence?["leftOut"]).map { "\($0["text"]?.stringValue ?? ""): \($0["reason"]?.stringValue ?? "")" }
    }

    @Test(
        "C-X.2: why an alarm fires when it does, at any past instant: its schedule, its switch, the snooze in force then"
    ) func alarms() {
        let shell = Shell(plus: true)
        shell.must(
            "alarm", "add", "--title", "Rent", "--id", "r", "--schedule",
            #"{"kind":"weekly","days":[3],"times":["09:00"]}"#)
        shell.clock = "2026-02-10T14:05:00Z"
        shell.must("alarm", "tick")
        shell.must("alarm", "snooze", "r")
        let put = shell.run("alarm", "list", "--explain", "--json").json[0]
        #expect(put?["state"] == .string("snoozed") && put?["snoozedUntil"]?.stringValue != nil)
        #expect(
            Set(ExplainOtherTests.counted(put?["evidence"])) == [
                "alarm \"Rent\" was created", "alarm \"Rent\" was fired", "alarm \"Rent\" was snoozed",
            ])
        shell.clock = "2026-02-11T14:05:00Z"
        shell.must("alarm", "disable", "r")
        let then = shell.run("alarm", "list", "--explain", "--on", "2026-02-10T14:06:00Z", "--json").json[0]
        #expect(then?["snoozedUntil"] == put?["snoozedUntil"] && then?["enabled"] == .bool(true))
        #expect(ExplainOtherTests.leftOut(then?["evidence"]) == ["alarm \"Rent\" was disabled: afterOn"])
        let off = shell.run("alarm", "pending", "--explain", "--json").json
        #expect(off["fires"] == .array([]) && off["alarms"]?[0]?["text"] == .string("off"))
        let stated1 = ExplainOtherTests.counted(off["alarms"]?[0]?["evidence"])
        #expect(stated1.contains("alarm \"Rent\" was disabled"))
        #expect(
            shell.run("alarm", "pending", "--explain").out.hasPrefix(
                "Nothing is to fire.\n\nRent: off\n  It rests on\n"))
        shell.must("alarm", "remove", "r", "--yes")
        let shown = shell.run("alarm", "show", "r", "--explain", "--json").json
        let stated2 = ExplainOtherTests.leftOut(shown["evidence"]?["alarm/r"])
        #expect(stated2.contains("alarm \"Rent\" was created: removed"))
    }

    @Test(
        "H-X.11: a drink for a past day, taken back again: streak and history follow, known-at keeps the earlier view, and each says why"
    ) func drinks() {
        let shell = Shell()
        shell.must("water", "goal", "--set", "2000", "--from", "2026-02-01")
        func drink(_ id: String, _ day: String, _ ml: Int = 2000) {
            shell.must(
                "append",
                input:
                    #"{"stream":"drink/\#(id)","type":"drink.added","data":{"kind":"water","volumeMl":\#(ml),"effectiveMl":\#(ml),"date":"\#(day)"}}"#
                    + "\n")
        }
        drink("a", "2026-02-08")
        drink("c", "2026-02-10")
        let before = shell.position
        #expect(shell.run("water", "streak", "--json").json["streak"] == .integer(1))
        drink("b", "2026-02-09")
        let streak = shell.run("water", "streak", "--explain", "--json").json
        #expect(streak["streak"] == .integer(3))
        // Each day adds one, by the drink with which it reached its goal.
        let amounts = ExplainOtherTests.elements(streak["evidence"]?["streak"]?["counted"]).map {
            $0["amount"]?.text ?? "-"
        }
        #expect(amounts == ["1", "1", "1", "-"] && streak["evidence"]?["streak"]?["restAdds"] == .integer(0))
        #expect(
            ExplainOtherTests.counted(streak["evidence"]?["streak"]).prefix(3) == [
                "drink of 2000 mL water on 2026-02-10", "drink of 2000 mL water on 2026-02-09",
                "drink of 2000 mL water on 2026-02-08",
            ])
        let earlier = shell.run("water", "streak", "--explain", "--known-at", "\(before)", "--json").json
        #expect(earlier["streak"] == .integer(1))
        let stated3 = ExplainOtherTests.leftOut(earlier["evidence"]?["streak"])
        #expect(stated3.contains("drink of 2000 mL water on 2026-02-09 was added: notKnownYet"))
        let history = shell.run("water", "history", "--explain", "--json").json
        #expect(
            ExplainOtherTests.counted(history["evidence"]?["2026-02-09"]).first
                == "drink of 2000 mL water on 2026-02-09")
        shell.must("water", "remove", "b")
        #expect(shell.run("water", "streak", "--json").json["streak"] == .integer(1))
        #expect(shell.run("water", "streak", "--known-at", "\(before + 1)", "--json").json["streak"] == .integer(3))
        let today = shell.run("water", "today", "--on", "2026-02-09", "--explain", "--json").json
        let leftOut = ExplainOtherTests.leftOut(today["evidence"]?["today"])
        #expect(
            today["effectiveMl"] == .integer(0) && leftOut.contains("drink of 2000 mL water on 2026-02-09: removed"))
    }

    @Test("an alarm that the tier keeps off says so, and through what") func tier() {
        let shell = Shell(plus: true)
        for title in ["one", "two", "three"] {
            shell.must("alarm", "add", "--title", title, "--days", "2", "--id", title)
        }
        let before = shell.position
        shell.must("alarm", "tier", "free")
        let alarms = ExplainOtherTests.elements(shell.run("alarm", "list", "--explain", "--json").json)
        let (on, off) = (
            alarms.filter { $0["enabled"] == .bool(true) }, alarms.filter { $0["enabled"] == .bool(false) }
        )
        #expect(on.count == 2 && off.count == 1)
        let name = off.first?["title"]?.stringValue ?? ""
        let counted = ExplainOtherTests.counted(off.first?["evidence"])
        #expect(counted.contains("the tier was changed to free") && counted.contains("alarm \"\(name)\" was created"))
        let others = on.map { ExplainOtherTests.counted($0["evidence"]) }
        #expect(others == on.map { ["alarm \"\($0["title"]?.stringValue ?? "")\" was created"] })
        let changes = shell.run("diff", "--from", "\(before)", "--projection", "alarms", "--json").jsonLines
        #expect(changes.map { $0["id"]?.stringValue } == ["alarm/\(name)"])
        #expect(
            ExplainOtherTests.elements(changes.first?["because"]).contains { $0["type"] == .string("tier.changed") })
    }

    @Test("the goal tells which telling is in force, what came later and what was told again") func goals() {
        let shell = Shell()
        shell.must("water", "profile", "--age", "30", "--weight", "70", "--activity", "lightly", "--from", "2026-02-01")
        shell.must("water", "goal", "--set", "2000", "--from", "2026-02-05")
        shell.must("water", "goal", "--set", "2200", "--from", "2026-02-05")
        shell.must("water", "goal", "--set", "3000", "--from", "2026-02-09")
        let goal = shell.run("water", "goal", "--explain", "--on", "2026-02-06", "--json").json
        #expect(goal["goal"] == .integer(2200))
        #expect(
            ExplainOtherTests.counted(goal["evidence"]?["goal"]) == [
                "a goal of 2200 mL was set from 2026-02-05", "the profile was set from 2026-02-01",
            ])
        let leftOut = ExplainOtherTests.leftOut(goal["evidence"]?["goal"])
        #expect(
            leftOut == [
                "a goal of 3000 mL was set from 2026-02-09: afterOn",
                "a goal of 2000 mL was set from 2026-02-05: superseded",
            ])
        #expect(shell.run("water", "goal", "--clear", "--explain", "--json").code == "usage.wrong")
    }

    @Test("practice tests: the answers that count, those before a reset, and what is not handed in") func quiz() {
        let shell = Shell()
        shell.must("quiz", "state", "CA")
        shell.must("quiz", "train", "--set", "0", "--answer", "A")
        shell.must("quiz", "reset", "--yes")
        shell.must("quiz", "train", "--set", "0", "--answer", "B")
        let stats = shell.run("quiz", "stats", "--explain", "--json").json
        let evidence = stats["evidence"]?["answered"]
        #expect(evidence?["countedTotal"] == .integer(1) && stats["answered"] == .integer(1))
        #expect(ExplainOtherTests.elements(evidence?["leftOut"]).map { $0["reason"] } == [.string("reset")])
        let sets = shell.run("quiz", "sets", "--explain", "--json").json
        #expect(sets.count == 4 && sets[0]?["evidence"]?["countedTotal"] == .integer(0))
        #expect(shell.run("quiz", "tests", "--explain", "--json").json[0]?["evidence"]?["countedTotal"] == .integer(0))
        #expect(shell.run("quiz", "stats", "--explain").out.contains("Answers: 1 given\n  It rests on\n"))
    }

    @Test("an alarm that was removed later rang before: on a day before its removal it rests on what made it")
    func removedLater() {
        let shell = Shell()
        shell.must(
            "append",
            input: #"""
                {"stream":"alarm/a","type":"alarm.created","data":{"title":"Rent","schedule":{"kind":"customDays","interval":1,"start":"2026-02-08","times":["08:00"],"zone":"UTC"}}}

                """#)
        shell.must("alarm", "remove", "a", "--yes", "--clock", "2026-03-05T13:00:00Z")
        let now = ["--clock", "2026-03-06T13:00:00Z", "--explain", "--json"]
        let before =
            shell.run(["alarm", "show", "a", "--on", "2026-02-20T13:00:00Z"] + now).json["evidence"]?.text ?? ""
        #expect(
            before.contains(#""counted":[{"event":"#) && !before.contains(#""reason":"removed""#)
                && before.contains(#""reason":"afterOn""#))
        let after = shell.run(["alarm", "show", "a"] + now).json["evidence"]?.text ?? ""
        #expect(after.contains(#""reason":"removed""#))
    }
}
