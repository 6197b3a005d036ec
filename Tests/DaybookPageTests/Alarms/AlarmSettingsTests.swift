import DaybookDomains
import Testing

@testable import DaybookPage

/// The settings of alarms and the pages around them.
@Suite struct AlarmSettingsTests {
    private let bench: AlarmBench

    init() throws { bench = try AlarmBench() }

    /// Presses the button of a setting on the page.
    private func press(_ name: String) throws -> String {
        // The first event of a ledger has another beside it.
        try bench.set("alarms.sound", .string("Bell"))
        let page = bench.page("/alarms/settings")
        let form = try #require(
            page.split(separator: "action=\"/alarms/setting\"").first { $0.contains("\"\(name)\"") })
        let body = form.matches(of: /name="([a-z]+)" value="([^"]*)"/).map { "\($0.1)=\($0.2)" }.joined(separator: "&")
        let end = try bench.events()
        let answer = try bench.taken(bench.ask("/alarms/setting", body))
        #expect(try bench.taken(bench.ask("/alarms/setting", body)).contains("The setting was changed."))
        let written = try bench.events() - end
        #expect(written == 1)
        return answer
    }

    @Test("C-F-2.2, C-F-10.1, C-F-13.7: the list leads to the settings") func opened() {
        #expect(bench.page("/alarms").contains("href=\"/alarms/settings\">Settings"))
        #expect(bench.page("/alarms/settings").contains("<h1>Settings</h1>"))
    }

    @Test("C-F-10.2, C-F-10.3, C-P-14.1: snooze, slide to stop and groups are switched, each press once")
    func flags() throws {
        let page = bench.page("/alarms/settings")
        #expect(
            page.contains("Snooze <span class=\"mark\">On") && page.contains("Slide to Stop <span class=\"mark\">Off"))
        #expect(page.contains("Group by Category <span class=\"mark\">Off"))
        #expect(try press("alarms.snooze").contains("Snooze <span class=\"mark\">Off"))
        #expect(try press("alarms.slideToStop").contains("Slide to Stop <span class=\"mark\">On"))
        #expect(try press("alarms.groupByCategory").contains("Group by Category <span class=\"mark\">On"))
    }

    @Test("C-F-10.7, C-F-10.8: a fixed timezone, and back, in their words") func zone() throws {
        #expect(bench.page("/alarms/settings").contains("Alarms adjust to your current timezone."))
        let fixed = try press("alarms.timezone")
        #expect(fixed.contains("Alarms fire at the time set in their original timezone."))
        #expect(try press("alarms.timezone").contains("Alarms adjust to your current timezone."))
    }

    @Test("C-F-10.4, C-F-10.5, C-F-10.6: a sound is chosen from a list, and the settings name it") func sound() throws {
        let page = bench.page("/alarms/sound")
        #expect(page.contains("<bdi>Tritone</bdi>") && page.contains("value=\"Radar\" checked"))
        let form = try bench.form(page, to: "/alarms/setting", [("value", "Tritone")])
        let chosen = try bench.taken(bench.ask("/alarms/setting", form))
        #expect(chosen.contains("The setting was changed.") && chosen.contains("value=\"Tritone\" checked"))
        #expect(bench.page("/alarms/settings").contains("<bdi>Tritone</bdi>"))
        let late = try bench.taken(bench.ask("/alarms/setting", form.replacing("Tritone", with: "Bell")))
        #expect(late.contains("Nothing was written: a setting changed after the page was opened."))
    }

    @Test("a setting that is none of alarms, or has no such value, is refused") func refused() throws {
        let form = try bench.form(bench.page("/alarms/sound"), to: "/alarms/setting")
        let end = try bench.events()
        for (name, value) in [("water.unit", "oz"), ("alarms.none", "1"), ("alarms.snooze", "perhaps")] {
            let body = form.replacing("name=alarms.sound", with: "name=\(name)").replacing("Radar", with: value)
            #expect(bench.ask("/alarms/setting", body).status == 400)
        }
        #expect(try bench.events() == end)
    }

    @Test("C-F-10.9, C-F-10.14, C-P-1.6, C-P-15.1, C-P-15.2, C-P-15.3: permission, plan and version are named")
    func facts() throws {
        let page = bench.page("/alarms/settings")
        #expect(page.contains("<dd><bdi>Not Set</bdi></dd>") && page.contains("<dd><bdi>Free</bdi></dd>"))
        #expect(page.contains("<dd><bdi>\(Ledger.programVersion)</bdi></dd>") && page.contains("href=\"/alarms/plan\""))
        try bench.change(AlarmTier(.plus, plan: .monthly))
        #expect(bench.page("/alarms/settings").contains("<dd><bdi>Plus, monthly</bdi></dd>"))
    }

    @Test("C-F-10.11, C-F-10.12, C-P-6.5: Backup & Sync explains export, merge and plans") func backup() {
        let page = bench.page("/alarms/backup")
        for part in [
            "<h1>Backup &amp; Sync</h1>", "Local export", "merges the events", "id=\"restore\"", "Premium", "Tips",
        ] { #expect(page.contains(part), "\(part)") }
    }

    @Test("C-F-10.13, T-3.1.T5: the design page shows the basic components, the states, the badges and the cards")
    func design() {
        let page = bench.page("/design")
        for part in ["Basic components", "States", "Badges", "Cards", "Progress", "Table"] {
            #expect(page.contains(">\(part)</h2>"), "\(part)")
        }
    }

    @Test("what is pending stands in its order") func pending() throws {
        #expect(bench.page("/alarms/pending").contains("Nothing is to fire."))
        _ = try bench.made("Later", #"{"kind":"annual","month":9,"day":10,"times":["08:00"]}"#)
        _ = try bench.made("Sooner", #"{"kind":"customDays","times":["09:00"],"interval":300,"start":"2026-02-10"}"#)
        let page = bench.page("/alarms/pending")
        let places = ["2026-02-10 09:00", "Sooner", "2026-09-10 08:00", "Later"].map {
            page.firstRange(of: $0)?.lowerBound
        }
        #expect(places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }

    @Test("C-P-10.8, C-P-14.2, C-P-14.3: two alarms of a category stand together; without the setting, none do")
    func groups() throws {
        try bench.change(AlarmTier(.plus, plan: .annual))
        for title in ["Filter", "Smoke detector", "Visa"] {
            let path = try bench.made(title, #"{"kind":"monthlyDate","days":[10],"times":["08:00"],"interval":3}"#)
            let category = title == "Visa" ? "work" : "home"
            try bench.ledger {
                _ = try $0.editAlarm(
                    StreamID(String(path.dropFirst()))!, .object(pairs: ["category": .string(category)]))
            }
        }
        #expect(!bench.page("/alarms").contains("Home (2)"))
        try bench.set("alarms.groupByCategory", .bool(true))
        let page = bench.page("/alarms")
        #expect(page.contains("id=\"group-home\">Home (2)</h2>") && page.contains("Other alarms"))
        #expect(page.contains("Every 3 Months") && !page.contains("group-work"))
    }

    @Test("C-F-13.1, C-F-13.2: badges of weeks, months and years differ; a card that is off is named inactive")
    func badges() throws {
        try bench.change(AlarmTier(.plus, plan: .annual))
        _ = try bench.made("Week")
        _ = try bench.made("Month", #"{"kind":"monthlyDate","days":[10],"times":["08:00"]}"#)
        let year = try bench.made("Year", #"{"kind":"annual","month":9,"day":10,"times":["08:00"]}"#)
        try bench.ledger { _ = try $0.setAlarm(StreamID(String(year.dropFirst()))!, enabled: false) }
        let page = bench.page("/alarms")
        for part in [
            "badge weekly\">Weekly", "badge monthly\">Monthly", "badge annual\">Annual", "card alarm inactive",
        ] {
            #expect(page.contains(part), "\(part)")
        }
    }
}
