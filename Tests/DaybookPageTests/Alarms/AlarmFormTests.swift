import DaybookDomains
import Testing

@testable import DaybookPage

/// The form of an alarm: what it begins with, what it writes, how often, and what is refused in which words.
@Suite struct AlarmFormTests {
    private let bench: AlarmBench

    init() throws { bench = try AlarmBench() }

    private func new(_ values: [(String, String?)]) throws -> String {
        try bench.form(bench.page("/alarm/new"), to: "/alarm/new", values)
    }

    /// Makes an alarm by the form; its path.
    private func made(_ values: [(String, String?)]) throws -> String {
        let known = Set(try bench.alarms().map(\.stream))
        _ = try bench.taken(bench.ask("/alarm/new", try new(values)))
        return "/" + (try #require(try bench.alarms().first { !known.contains($0.stream) })).stream.text
    }

    private static let visa: [(String, String?)] = [
        ("title", "Visa"), ("kind", "annual"), ("was", "annual"), ("interval", "10"), ("month", "9"), ("day", "10"),
        ("year", "2029"), ("time", "08:00"),
    ]
    private static let filter: [(String, String?)] = [
        ("title", "Filter"), ("kind", "monthlyDate"), ("was", "monthlyDate"), ("monthdays", "10"), ("monthdays", "20"),
        ("interval", "3"), ("startMonth", "9"), ("startYear", "2026"), ("time", "08:00"),
    ]

    @Test("C-F-3.1, C-F-3.4, C-F-3.6, C-F-4.1, C-P-7.1: a new form is weekly, of every week, at the current minute")
    func defaults() throws {
        let page = bench.page("/alarm/new")
        #expect(page.contains("<h1>New Alarm</h1>") && page.contains("<title>New Alarm – Daybook</title>"))
        #expect(page.contains("value=\"weekly\" data-unit=\"week\" checked") && page.contains(">1 week</output>"))
        #expect(page.contains("name=\"time\" value=\"08:00\" aria-label=\"Time 1\""))
        #expect(bench.page("/alarms").contains("href=\"/alarm/new\">Add Alarm"))
    }

    @Test("C-F-3.2: a form without a name, of blanks, or of 61 characters is refused in place") func names() throws {
        for (title, words) in [
            ("", "Please enter an alarm name."), ("  ", "Please enter an alarm name."),
            (String(repeating: "a", count: 61), "at most 60"),
        ] {
            let refused = bench.ask("/alarm/new", try new([("title", title), ("weekdays", "2"), ("note", "Pay")]))
            let text = bench.text(refused)
            #expect(refused.status == 422 && text.contains(words), "\(text)")
            #expect(text.contains("href=\"#title\"") && text.contains("aria-invalid=\"true\""), "\(text)")
            #expect(text.contains("Nothing was written.") && text.contains(">\nPay</textarea>"))
        }
        #expect(try bench.alarms().isEmpty)
        let long = String(repeating: "a", count: 60)
        _ = try made([("title", long), ("weekdays", "2")])
        #expect(try bench.alarms().first?.card.title == long)
    }

    @Test("C-F-3.5, C-F-3.9, C-F-3.10: a saved form is one alarm, and sent again it is the same one") func saved()
        throws
    {
        let form = try new([
            ("title", " Rent Reminder "), ("weekdays", "6"), ("time", "09:00"), ("note", "Pay landlord"),
            ("category", "finance"), ("leads", "1d"), ("persistent", "on"), ("zone", "fixed"),
        ])
        let page = try bench.taken(bench.ask("/alarm/new", form))
        #expect(page.contains("Alarm saved. It fires on 2026-02-13 09:00.") && page.contains("Alarm in 3d 1h"))
        let end = try bench.events()
        #expect(try bench.taken(bench.ask("/alarm/new", form)).contains("Alarm saved."))
        let other = bench.ask("/alarm/new", form.replacing("Pay", with: "Owe"))
        #expect(other.status == 422 && bench.text(other).contains("This form was saved before, with other values."))
        #expect(try bench.events() == end)
        let alarm = try bench.detail("/" + bench.alarms()[0].stream.text).alarm
        #expect(alarm.title == "Rent Reminder" && alarm.note == "Pay landlord" && alarm.category == .finance)
        #expect(alarm.preAlarms == ["1d"] && alarm.persistent && alarm.schedule.floating == false)
        let none = bench.ask("/alarm/new", try new([("title", "None")]))
        #expect(none.status == 422 && bench.text(none).contains("Please select at least one day."))
        #expect(bench.text(none).contains("href=\"#weekdays\""))
    }

    @Test("C-F-4.3, C-F-4.6, C-P-9.1: a monthly alarm of every month has days 1 to 31, and no start") func monthly()
        throws
    {
        let page = bench.page("/alarm/new")
        #expect((1...31).allSatisfy { page.contains("name=\"monthdays\" value=\"\($0)\"") })
        let path = try made([
            ("title", "Insurance"), ("kind", "monthlyDate"), ("was", "monthlyDate"), ("monthdays", "15"),
            ("time", "10:00"), ("startMonth", "9"), ("startYear", "2027"),
        ])
        let alarm = try bench.detail(path)
        #expect(alarm.card.badge == "Monthly" && alarm.alarm.schedule.start == nil)
        #expect(bench.page("/alarms").contains("2026-02-15 10:00"))
    }

    @Test("C-P-9.5, C-P-9.6, C-P-9.7, C-P-9.8, C-P-9.9: every three months from September 2026, and back to one")
    func months() throws {
        let path = try made(AlarmFormTests.filter)
        let page = bench.page("/alarms")
        #expect(page.contains("Every 3 Months") && page.contains("Alarm in 7mo") && page.contains("2026-09-10 08:00"))
        let form = bench.page(path + "/edit")
        #expect(form.contains("several") && form.contains(">3 months</output>"))
        #expect(
            form.contains("value=\"9\" selected>September")
                && form.contains("id=\"startYear\" min=\"1\" max=\"9999\" value=\"2026\""))
        _ = try bench.fill(path + "/edit", [("interval", "1")])
        #expect(try bench.detail(path).alarm.schedule.start == nil)
        #expect(!bench.page(path + "/edit").contains("several"))
    }

    @Test("C-P-8.1, C-P-8.3, C-P-8.7: a first occurrence of month, day and year, every ten years") func years() throws {
        let path = try made(AlarmFormTests.visa)
        let page = bench.page("/alarms")
        #expect(
            page.contains("Every 10 Years") && page.contains("Alarm in 3y 7mo") && page.contains("2029-09-10 08:00"))
        bench.move(to: "2026-02-10T13:01:00Z")
        #expect(bench.page("/alarms").contains("Alarm in 3y 6mo"))
        #expect(try bench.detail(path).nextFires.count == 5)
        // September has no 31st: its last day.
        _ = try bench.fill(path + "/edit", [("day", "31")])
        #expect(try bench.detail(path).firstOccurrence == CivilDate("2029-09-30"))
    }

    @Test("C-F-6.1, C-F-6.3, C-F-6.5: an edit shows every field, and writes one event of what differs") func edit()
        throws
    {
        let path = try made([
            ("title", "Rent"), ("weekdays", "6"), ("weekdays", "2"), ("interval", "2"), ("start", "2026-02-09"),
            ("time", "09:00"), ("time", "18:30"), ("note", "Pay"), ("category", "home"), ("until", "2027-01-31"),
        ])
        let form = bench.page(path + "/edit")
        for part in [
            "value=\"Rent\"", "value=\"2\" checked", "value=\"6\" checked", "value=\"2026-02-09\"", "value=\"09:00\"",
            "value=\"18:30\"", ">\nPay</textarea>", "value=\"home\" selected", "value=\"2027-01-31\"",
            ">2 weeks</output>",
        ] { #expect(form.contains(part), "\(part)") }
        let end = try bench.events()
        let unchanged = bench.ask(path + "/edit", try bench.form(form, to: path + "/edit"))
        #expect(unchanged.status == 422 && bench.text(unchanged).contains("Nothing to change"))
        let sent = try bench.form(form, to: path + "/edit", [("title", "Updated Alarm"), ("note", "")])
        #expect(try bench.taken(bench.ask(path + "/edit", sent)).contains("Alarm changed."))
        #expect(try bench.taken(bench.ask(path + "/edit", sent)).contains("Updated Alarm"))
        #expect(try bench.events() == end + 1)
        let late = bench.ask(path + "/edit", sent.replacing("Updated", with: "Late"))
        #expect(late.status == 422 && bench.text(late).contains("This alarm was changed after this form was opened."))
        // Another kind begins with an interval of 1, also without a script.
        _ = try bench.fill(path + "/edit", [("kind", "monthlyDate"), ("monthdays", "15"), ("time", "11:30")])
        let alarm = try bench.detail(path)
        #expect(alarm.alarm.schedule.kind == .monthlyDate && alarm.intervalText == "1 month" && alarm.alarm.note == nil)
        #expect(alarm.alarm.schedule.until == CivilDate("2027-01-31") && alarm.alarm.schedule.start == nil)
    }

    @Test("C-P-7.3, C-P-7.9: a number of times goes on to be counted where nothing of it changes") func counted() throws
    {
        let path = try made([("title", "Pills"), ("kind", "customDays"), ("was", "customDays"), ("timesInAll", "10")])
        let before = try bench.detail(path).alarm.schedule
        bench.move(to: "2026-02-12T13:30:00Z")
        _ = try bench.fill(path + "/edit", [("time", "08:00"), ("time", "20:00")])
        let after = try bench.detail(path).alarm.schedule
        #expect(after.start == before.start && after.startAfter == before.startAfter && after.times.count == 2)
        #expect(bench.page(path + "/edit").contains(">1 day</output>"))
    }

    @Test("a field that cannot be read is refused in its own words") func unreadable() throws {
        let end = try bench.events()
        for (values, words) in [
            ([("interval", "two")], "The interval \"two\" is no whole number."),
            ([("interval", "")], "The interval is missing."),
            ([("interval", "0")], "The interval is a whole number from 1 to 9999."),
            ([("timesInAll", "0")], "An alarm fires 1 to 1000 times in all."),
            ([("note", String(repeating: "a", count: 501))], "The note of an alarm has at most 500 characters."),
            ([("until", "soon")], "\"soon\" is no date. Write it like 2026-02-10."),
            ([("time", "25:00")], "A time of day is 00:00 to 23:59."),
            ([("kind", "annual"), ("was", "annual"), ("year", "0")], "A year is 1 to 9999."),
        ] as [([(String, String?)], String)] {
            let refused = bench.ask("/alarm/new", try new([("title", "Rent"), ("weekdays", "2")] + values))
            #expect(
                refused.status == 422 && bench.text(refused).contains(words.replacing("\"", with: "&quot;")), "\(words)"
            )
        }
        #expect(try bench.events() == end)
    }

    @Test("C-F-7.1, C-F-7.2, C-F-7.4: a deletion asks first, is written once, and can be restored") func removal()
        throws
    {
        let path = try made([("title", "Rent"), ("weekdays", "2")])
        let end = try bench.events()
        let list = bench.page("/alarms")
        #expect(list.contains("href=\"\(path)/remove\" aria-label=\"Delete Rent\""))
        let question = bench.page(path + "/remove")
        #expect(question.contains("Delete Alarm?") && question.contains("Keep the alarm"))
        #expect(try bench.events() == end)
        let form = try bench.form(question, to: path + "/remove")
        let page = try bench.taken(bench.ask(path + "/remove", form))
        #expect(page.contains("Alarm deleted.") && page.contains("No Alarms Yet"))
        #expect(try bench.taken(bench.ask(path + "/remove", form)).contains("Alarm deleted."))
        #expect(try bench.events() == end + 1)
        #expect(bench.page(path).contains("This alarm was removed.") && bench.ask(path + "/edit").status == 422)
        let back = try bench.form(page, to: path + "/restore")
        #expect(try bench.taken(bench.ask(path + "/restore", back)).contains("Alarm restored."))
        #expect(try bench.alarms().count == 1)
    }

    @Test("the page of one alarm has its fields and its next fires; a form of the past is refused") func one() throws {
        let path = try made([("title", "Rent <b>"), ("weekdays", "6"), ("time", "09:00"), ("note", "Pay <i>")])
        let page = bench.page(path)
        for part in ["<h1><bdi>Rent &lt;b&gt;</bdi></h1>", "Pay &lt;i&gt;", "1 week", "2026-02-20 09:00"] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(bench.ask(path + "/edit?known=1").status == 409 && bench.ask("/alarm/none").status == 404)
        #expect(!bench.page(path + "?known=1").contains("/edit"))
    }
}
