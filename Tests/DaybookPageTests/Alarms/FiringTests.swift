import DaybookDomains
import Testing

@testable import DaybookPage

/// The panel of an alarm that fires: its content, its readers, and the events it records.
@Suite struct FiringTests {
    private let bench: AlarmBench

    init() throws { bench = try AlarmBench() }

    private func due() -> String? {
        bench.ask("/position").headers.first { $0.name == "Daybook-Due" }?.value
    }

    private func noted(_ path: String, _ note: String) throws {
        try bench.ledger {
            _ = try $0.editAlarm(StreamID(String(path.dropFirst()))!, .object(pairs: ["note": .string(note)]))
        }
    }

    @Test("C-F-9.1, C-F-9.2: an open page is told of an alarm that fires, which is recorded once") func once() throws {
        let path = try bench.made()
        bench.move(to: "2026-02-13T13:59:00Z")
        #expect(due() == nil && bench.page("/alarms").contains("Alarm in 1m"))
        bench.move(to: "2026-02-13T13:59:30Z")
        #expect(bench.page("/alarms").contains("Alarm in &lt;1m"))
        bench.move(to: "2026-02-13T14:00:01Z")
        #expect(due() == path + "/firing")
        let end = try bench.events()
        let form = try bench.form(bench.page(path + "/firing"), to: "/alarms/tick")
        #expect(try bench.taken(bench.ask("/alarms/tick", form)).contains("class=\"firing\""))
        #expect(try bench.events() == end + 1 && due() == nil)
        let scripted = "application/x-www-form-urlencoded;charset=UTF-8"
        _ = try bench.taken(bench.ask("/alarms/tick", form, scripted))
        #expect(try bench.events() == end + 1)
        // The panel rests on the event that was just written.
        let done = try bench.form(bench.page(path + "/firing"), to: path + "/done")
        #expect(try bench.taken(bench.ask(path + "/done", done)).contains("Done. It fires on 2026-02-20 09:00."))
        #expect(bench.ask("/alarms/tick", form.replacing("alarm=", with: "other=")).status == 400)
    }

    @Test("what was due longer ago is missed: no panel shows it") func missed() throws {
        _ = try bench.made()
        bench.move(to: "2026-02-13T14:05:01Z")
        #expect(due() == nil && bench.page("/alarms").contains("Missed"))
    }

    @Test("C-F-9.3, C-F-13.4, C-F-14.2, C-P-13.3, C-P-13.5, C-P-13.7: title, time, badge and note; no empty node")
    func panel() throws {
        let path = try bench.made()
        bench.move(to: "2026-02-13T14:00:00Z")
        #expect(bench.page("/alarms").contains("href=\"\(path)/firing\" aria-label=\"Show Rent &lt;b&gt;Reminder\""))
        var page = bench.page(path + "/firing")
        for part in ["<bdi>Rent &lt;b&gt;Reminder</bdi></h1>", "9:00 AM", "Weekly", "Mark as Done", "Snooze 1 hour"] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(!page.contains("class=\"text\"") && !page.contains("<img"))
        try noted(path, "Pay <b>landlord")
        page = bench.page(path + "/firing")
        #expect(page.contains("<bdi>Pay &lt;b&gt;landlord</bdi>") && page.contains("class=\"text\" tabindex=\"0\""))
        try bench.set("alarms.slideToStop", .bool(true))
        try bench.set("alarms.snooze", .bool(false))
        page = bench.page(path + "/firing")
        #expect(page.contains("hold for 3 s") && page.contains("max=\"30\"") && !page.contains("Snooze 1 hour"))
    }

    @Test("a panel of an alarm that waits for nothing states so") func quiet() throws {
        let path = try bench.made()
        #expect(bench.page(path + "/firing").contains("Nothing waits. Alarm in 3d 1h"))
        #expect(bench.ask(path + "/firing?known=1").status == 409 && bench.ask("/alarm/none/firing").status == 404)
    }
}
