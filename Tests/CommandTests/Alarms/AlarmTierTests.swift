import DaybookDomains
import Foundation
import Testing

@Suite struct AlarmTierTests {
    private let shell = Shell()

    private func error(_ arguments: String...) -> String {
        let result = shell.run(arguments + ["--json"])
        let error = result.error["error"]
        return
            "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "") \(error?["hint"]?.stringValue ?? "")"
    }

    @Test("C-F-5.2, C-P-1.2: the third alarm is refused with words that name the limit") func limit() {
        for title in ["one", "two"] { _ = shell.must("alarm", "add", "--title", title, "--days", "2") }
        #expect(
            error("alarm", "add", "--title", "three", "--days", "2")
                == "1 tier.limit: The free tier has a 2-alarm limit; alarms that are off count too. Remove one, or take Plus: daybook alarm tier plus"
        )
        #expect(shell.events == 2)
    }

    @Test("C-P-1.1, C-P-1.6, C-P-2.2, C-P-5.2, C-P-15.1, C-P-15.2: the tier with its plan, day and price") func shown()
    {
        #expect(shell.must("alarm", "tier").lines == ["Tier    Free", "Alarms  0, 0 on; at most 2"])
        _ = shell.must("setting", "set", "alarms.annualPrice", "$19.99 a year")
        #expect(
            shell.must("alarm", "tier", "plus", "--plan", "annual", "--through", "2027-02-10").lines == [
                "Tier            Plus", "Plan            annual", "Price           $19.99 a year",
                "Renews or ends  2027-02-10", "Alarms          0, 0 on",
            ])
        let json = shell.must("alarm", "tier", "--json").json
        #expect(
            json["tier"] == .string("plus") && json["title"] == .string("Plus") && json["plan"] == .string("annual")
                && json["limit"] == .null)
        let again = shell.must("alarm", "tier", "plus", "--plan", "annual", "--through", "2027-02-10")
        #expect(again.lines.first == "Tier            Plus")
        #expect(
            shell.must("log", "--type", "tier.changed").lines.count == 3, "an act is recorded though it changes nothing"
        )
    }

    @Test("C-P-3.4: the banner stands under the tier while there are too many") func banner() {
        _ = shell.must("alarm", "tier", "plus")
        for title in ["one", "two", "three"] { _ = shell.must("alarm", "add", "--title", title, "--days", "2") }
        #expect(
            shell.must("alarm", "tier", "free").lines == [
                "Tier    Free", "Alarms  3, 2 on; at most 2",
                "Your subscription has ended. Only your 2 oldest alarms remain active.",
            ])
    }

    @Test("C-P-2.3, C-P-2.4, C-P-5.4: what was exported brings tier and alarms back into an empty ledger")
    func restored() {
        _ = shell.must("alarm", "tier", "plus", "--plan", "annual", "--through", "2027-02-10")
        for title in ["one", "two", "three"] {
            _ = shell.must("alarm", "add", "--title", title, "--days", "2", "--note", "n", "--category", "home")
        }
        let export = shell.folder + "/whole.jsonl"
        _ = shell.must("export", "--format", "jsonl", export)
        let again = Shell()
        #expect(again.must("alarm", "tier", "--json").json["tier"] == .string("free"))
        _ = again.must("import", export)
        #expect(again.must("alarm", "tier").lines == shell.must("alarm", "tier").lines)
        #expect(again.must("alarm", "list", "--json").out == shell.must("alarm", "list", "--json").out)
        #expect(again.must("digest", "--json").out == shell.must("digest", "--json").out)
    }

    @Test("what the tier switches off stands in no calendar") func calendar() {
        _ = shell.must("alarm", "tier", "plus")
        for title in ["one", "two", "three"] {
            _ = shell.must(
                "alarm", "add", "--title", title, "--days", "2", "--time", "09:00", "--id", title, "--pre-alarm", "1d")
        }
        #expect(shell.must("alarm", "export", "--format", "ics").out.components(separatedBy: "BEGIN:VEVENT").count == 4)
        _ = shell.must("alarm", "tier", "free")
        let calendar = shell.must("alarm", "export", "--format", "ics").out
        #expect(calendar.components(separatedBy: "BEGIN:VEVENT").count == 3 && calendar.contains("TRIGGER:-P1D"))
        #expect(
            shell.must("alarm", "export", "--all", "--format", "ics").out.components(separatedBy: "STATUS:CANCELLED")
                .count == 2)
    }

    @Test("the tier of an earlier day, and an alarm that is only supposed") func otherTimes() {
        _ = shell.must("alarm", "tier", "plus")
        shell.clock = "2026-03-10T13:00:00Z"
        _ = shell.must("alarm", "tier", "free")
        #expect(shell.must("alarm", "tier", "--on", "2026-03-01").lines.first == "Tier    Plus")
        #expect(shell.must("alarm", "tier").lines.first == "Tier    Free")
        let file = shell.file(
            "with.jsonl",
            #"{"stream":"alarm/w","type":"alarm.created","data":{"title":"Walk","schedule":{"kind":"weekly","days":[2],"times":["09:00"],"zone":"UTC"}}}"#
        )
        #expect(shell.must("alarm", "show", "w", "--with", file).lines.prefix(2) == ["With 1 supposed event:", "Walk"])
        #expect(
            error("alarm", "show", "w") == #"1 alarm.unknown: There is no alarm "w". "daybook alarm list" shows them."#)
    }

    @Test func mistakes() {
        #expect(
            error("alarm", "tier", "gold") == #"64 tier.unknown: There is no tier "gold". It is one of free, plus."#)
        #expect(
            error("alarm", "tier", "plus", "--plan", "weekly")
                == #"64 plan.unknown: There is no plan "weekly". It is one of monthly, annual."#)
        #expect(
            error("alarm", "tier", "free", "--plan", "annual")
                == "64 usage.wrong: The free tier has no plan and no day on which it ends. daybook alarm tier free")
        #expect(
            error("alarm", "tier", "--plan", "annual")
                == "64 usage.wrong: A plan and a day belong to a tier: name it too. daybook alarm tier plus --plan monthly"
        )
        #expect(
            error("alarm", "tier", "plus", "--known-at", "1")
                == "64 usage.wrong: A tier is taken now: it takes no other time. ")
        #expect(
            error("alarm", "tier", "plus", "--through", "soon")
                == #"64 through.unreadable: "soon" is not a date. Write it like 2026-02-01."#)
        #expect(shell.events == 0)
    }
}
