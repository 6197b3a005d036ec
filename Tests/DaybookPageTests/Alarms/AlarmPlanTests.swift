import DaybookDomains
import Testing

@testable import DaybookPage

/// The plans: the panel at the limit, prices, the banner, and what a change of plan writes.
@Suite struct AlarmPlanTests {
    private let bench: AlarmBench

    init() throws { bench = try AlarmBench() }

    private func plan(_ values: [(String, String?)]) throws -> String {
        try bench.taken(
            bench.ask("/alarms/plan", try bench.form(bench.page("/alarms/plan"), to: "/alarms/plan", values)))
    }

    @Test("C-F-5.1, C-F-5.2, C-F-5.3, C-F-5.4, C-P-1.2, C-P-4.2, C-P-6.3: the panel at the third alarm")
    func limit() throws {
        let form = try bench.form(bench.page("/alarm/new"), to: "/alarm/new", [("title", "Third"), ("weekdays", "2")])
        for title in ["One", "Two"] { _ = try bench.made(title) }
        let end = try bench.events()
        let page = bench.page("/alarm/new")
        for part in [
            "id=\"paywall\"", "2-alarm limit", "Unlimited alarms", "Attachments", "Cloud backup", "Custom snooze",
            "Widgets", "href=\"/alarms\" id=\"close\">Close",
        ] { #expect(page.contains(part), "\(part)") }
        #expect(!page.contains("action=\"/alarm/new\""))
        // A form that was open before keeps what was entered.
        let refused = bench.ask("/alarm/new", form)
        #expect(refused.status == 422 && bench.text(refused).contains("2-alarm limit"))
        #expect(bench.text(refused).contains("value=\"Third\"") && bench.text(refused).contains("id=\"paywall\""))
        #expect(try bench.events() == end && bench.alarms().count == 2)
    }

    @Test("C-P-1.1, C-P-1.3, C-P-6.4: Free is the current plan; prices stand as they were set") func prices() throws {
        #expect(bench.page("/alarms").contains("<span class=\"mark tier\">Free</span>"))
        #expect(bench.page("/alarms/plan").contains("No price is configured."))
        try bench.set("alarms.monthlyPrice", .string("$1.99 <month>"))
        try bench.set("alarms.annualPrice", .string("$19.99"))
        let page = bench.page("/alarms/plan")
        #expect(page.contains("<bdi>$1.99 &lt;month&gt;</bdi>") && page.contains("<bdi>$19.99</bdi>"))
        #expect(page.contains("<dd><bdi>Free</bdi></dd>") && page.contains("Restore purchases"))
    }

    @Test("C-P-1.5, C-P-1.6, C-P-1.7, C-P-4.4, C-P-5.1, C-P-5.2: a plan is taken once, changed, and ended")
    func change() throws {
        try bench.set("alarms.annualPrice", .string("$19.99"))
        for title in ["One", "Two"] { _ = try bench.made(title) }
        let form = try bench.form(
            bench.page("/alarms/plan"), to: "/alarms/plan", [("tier", "plus"), ("plan", "monthly")])
        let page = try bench.taken(bench.ask("/alarms/plan", form))
        #expect(page.contains("The plan was changed.") && page.contains("<dd><bdi>Plus</bdi></dd>"))
        #expect(page.contains("<dd><bdi>monthly</bdi></dd>") && page.contains("<dd><bdi>2026-03-10</bdi></dd>"))
        let end = try bench.events()
        #expect(try bench.taken(bench.ask("/alarms/plan", form)).contains("The plan was changed."))
        let late = try bench.taken(bench.ask("/alarms/plan", form.replacing("plan=monthly", with: "plan=annual")))
        #expect(late.contains("Nothing was written: the plan changed after the page was opened."))
        #expect(try bench.events() == end)
        #expect(bench.page("/alarm/new").contains("action=\"/alarm/new\""))
        let annual = try plan([("tier", "plus"), ("plan", "annual")])
        #expect(annual.contains("<dd><bdi>annual</bdi></dd>") && annual.contains("<dd><bdi>2027-02-10</bdi></dd>"))
        #expect(annual.contains("<dd><bdi>$19.99</bdi></dd>"))
        #expect(try plan([("tier", "free"), ("plan", "annual")]).contains("<dd><bdi>Free</bdi></dd>"))
        #expect(bench.ask("/alarms/plan", form.replacing("tier=plus", with: "tier=gold")).status == 400)
    }

    @Test("C-P-3.4, C-P-3.5, C-P-3.6, C-P-3.7: the banner while there are more alarms than the tier allows")
    func downgrade() throws {
        try bench.change(AlarmTier(.plus, plan: .annual))
        let paths = try (1...5).map { try bench.made("Alarm \($0)") }
        try bench.change(AlarmTier(.free))
        let banner = "Your subscription has ended. Only your 2 oldest alarms remain active."
        #expect(bench.page("/alarms").contains(banner) && bench.page("/alarms/plan").contains(banner))
        #expect(bench.page("/alarm/new").contains("id=\"paywall\""))
        let off = try #require(try bench.alarms().first { $0.disabledBy == .tier })
        let path = "/\(off.stream.text)/enable"
        #expect(paths.contains("/\(off.stream.text)"))
        let end = try bench.events()
        let refused = bench.ask(path, try bench.form(bench.page("/alarms"), to: path))
        #expect(refused.status == 422 && bench.text(refused).contains("two others are on. Nothing was written."))
        #expect(try bench.events() == end && bench.text(refused).contains("id=\"paywall\""))
        _ = try plan([("tier", "plus"), ("plan", "annual")])
        #expect(!bench.page("/alarms").contains(banner))
        #expect(try bench.alarms().allSatisfy(\.card.isEnabled))
    }

    @Test("C-P-5.5: Free, Plus and Premium are compared") func comparison() {
        let page = bench.page("/alarms/plan")
        for title in ["Free", "Plus", "Premium"] { #expect(page.contains("<th scope=\"col\">\(title)</th>")) }
    }

    @Test("a plan renews on the same day of the next month or year, or on its last") func renewal() {
        for (plan, day, next) in [
            (AlarmTier.Plan.monthly, "2026-01-31", "2026-02-28"), (.monthly, "2026-12-10", "2027-01-10"),
            (.annual, "2028-02-29", "2029-02-28"),
        ] { #expect(PageSite.renewal(plan, CivilDate(day)!) == CivilDate(next)!) }
    }
}
