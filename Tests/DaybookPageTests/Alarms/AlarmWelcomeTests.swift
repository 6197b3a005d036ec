import DaybookDomains
import Testing

@testable import DaybookPage

/// The three pages that alarms begin with.
@Suite struct AlarmWelcomeTests {
    private let bench: AlarmBench
    private let path = "/alarms/welcome"

    init() throws { bench = try AlarmBench(onboards: false) }

    private func place(_ target: String) -> String? {
        bench.ask(target).headers.first { $0.name == "Location" }?.value
    }

    /// Presses a button of the page that stands.
    private func press(_ act: String) throws -> String {
        let form = try bench.form(bench.page(path), to: path, [("do", act)])
        let response = bench.ask(path, form)
        #expect(response.status == 303, "\(act): \(bench.text(response))")
        let after = try bench.events()
        // The same form again writes nothing.
        #expect(bench.ask(path, form).status == 303)
        #expect(try bench.events() == after)
        return response.headers.first { $0.name == "Location" }?.value ?? ""
    }

    @Test("C-F-1.1: the list and the form of a new alarm lead to the first page; a list with alarms does not")
    func first() throws {
        #expect(place("/alarms") == path && place("/alarm/new") == path)
        // A page of the past, or of a day, is answered as it is.
        #expect(bench.ask("/alarms?known=0").status == 200 && bench.ask("/alarms?on=2026-02-01").status == 200)
        #expect(bench.ask("/alarms/backup").status == 200 && bench.ask(path + "?known=0").status == 409)
        _ = try bench.made()
        #expect(bench.ask("/alarms").status == 200 && bench.ask("/alarm/new").status == 200)
    }

    @Test("C-F-1.3, C-F-1.5, C-F-1.8, C-F-1.9: three pages, each left once; the permission is recorded")
    func granted() throws {
        #expect(bench.page(path).contains("Never Forget What Matters"))
        #expect(try press("next") == path)
        #expect(bench.page(path).contains("Weekly, Monthly, Annually"))
        #expect(try press("next") == path)
        let third = bench.page(path)
        #expect(third.contains("Enable Notifications") && third.contains("Skip for now"))
        #expect(try press("grant") == path)
        #expect(bench.page(path).contains(">Get Started</button>") && !bench.page(path).contains("Skip for now"))
        #expect(try press("next") == "/alarms")
        #expect(bench.page("/alarms").contains("No Alarms Yet") && place(path) == "/alarms")
        #expect(try bench.ledger { try $0.alarmProfile().value.permission } == .granted)
    }

    @Test("C-F-1.1, C-F-1.11: no page is skipped but the third, and no other button is taken") func skipped() throws {
        for act in ["skip", "close"] {
            let form = try bench.form(bench.page(path), to: path, [("do", act)])
            #expect(bench.ask(path, form).status == 400, "\(act)")
        }
        _ = try press("next")
        _ = try press("next")
        // The third page has no "Continue" while the permission is open.
        #expect(bench.ask(path, try bench.form(bench.page(path), to: path, [("do", "next")])).status == 400)
        #expect(try press("skip") == "/alarms")
        #expect(try bench.ledger { try $0.alarmProfile().value.permission } == .notAsked)
    }
}
