import Alarms
import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

@Suite struct WarningTests {
    private let book: AlarmBook

    init() throws {
        book = try AlarmBook(plus: true)
        try book.ledger.setPermission("granted", domain: "alarms")
    }

    /// Keys of the warnings that are due at an instant, after the alarm's own name.
    private func due(_ instant: String) throws -> [String] {
        book.clock.set(instant)
        return try book.ledger.notices(domain: "alarms").value.due.map { String($0.key.dropFirst("alarm.a.".count)) }
    }

    @Test(
        "a warning comes at the same time of day so many days before, or an hour before, and goes when the alarm fires")
    func span() throws {
        try book.create(more: #","preAlarms":["1h","1d"]"#)
        #expect(try due("2026-02-12T13:59:59.999Z") == [])
        #expect(try due("2026-02-12T14:00:00Z") == ["2026-02-13T14:00:00Z.1d"])
        #expect(try due("2026-02-13T12:59:59Z") == ["2026-02-13T14:00:00Z.1d"])
        #expect(
            try due("2026-02-13T13:00:00Z") == ["2026-02-13T14:00:00Z.1h"],
            "the later warning of one occurrence stands for the earlier")
        #expect(try due("2026-02-13T13:59:59Z") == ["2026-02-13T14:00:00Z.1h"])
        #expect(try due("2026-02-13T14:00:00Z") == [])
        #expect(try due("2026-02-15T14:00:00Z") == ["2026-02-16T14:00:00Z.1d"])
    }

    @Test("across a change of the clocks the time of day stays") func daylightSaving() throws {
        try book.create(
            schedule: #"{"kind":"weekly","days":[1],"times":["09:00"],"zone":"America/New_York"}"#,
            more: #","preAlarms":["1d"]"#)
        // The night to Sunday 8 March is an hour shorter.
        #expect(try due("2026-03-07T13:59:59Z") == [])
        #expect(try due("2026-03-07T14:00:00Z") == ["2026-03-08T13:00:00Z.1d"])
    }

    @Test("what came before the alarm was made, changed or switched on is not caught up on") func since() throws {
        book.clock.set("2026-02-12T15:00:00Z")
        try book.create(more: #","preAlarms":["1d"]"#)
        #expect(try due("2026-02-12T15:00:00Z") == [])
        #expect(try due("2026-02-15T15:00:00Z") == ["2026-02-16T14:00:00Z.1d"])
        try book.append("alarm.edited", #"{"title":"x"}"#)
        #expect(try due("2026-02-15T16:00:00Z") == ["2026-02-16T14:00:00Z.1d"], "a new title changes no warning")
        try book.append("alarm.disabled", #"{"cause":"user"}"#)
        #expect(try due("2026-02-15T17:00:00Z") == [])
        try book.append("alarm.enabled", #"{"cause":"user"}"#)
        #expect(try due("2026-02-15T18:00:00Z") == [])
        #expect(try due("2026-02-19T14:00:00Z") == ["2026-02-20T14:00:00Z.1d"])
        try book.append("alarm.edited", #"{"preAlarms":["3d"]}"#)
        #expect(try due("2026-02-19T15:00:00Z") == [])
        #expect(try due("2026-02-20T14:00:00Z") == ["2026-02-23T14:00:00Z.3d"])
        try book.append("alarm.removed", "{}")
        #expect(try due("2026-02-20T15:00:00Z") == [])
    }

    @Test("a warning is sent once; without permission it is held") func onceOnly() throws {
        try book.create(more: #","preAlarms":["1d"]"#)
        book.clock.set("2026-02-12T14:00:00Z")
        try book.ledger.setPermission("denied", domain: "alarms")
        let held = try book.ledger.evaluateNotices(domain: "alarms")
        #expect(held.answer.value.held.map(\.gate) == [.permission] && held.receipt.appended == 1)
        #expect(try book.ledger.evaluateNotices(domain: "alarms").receipt.appended == 0, "noted once a day")
        try book.ledger.setPermission("granted", domain: "alarms")
        let sent = try book.ledger.evaluateNotices(domain: "alarms")
        #expect(sent.answer.value.due.map(\.title) == ["Rent Reminder: Alarm in 1d 0h"] && sent.receipt.appended == 1)
        #expect(try book.ledger.evaluateNotices(domain: "alarms").receipt.appended == 0)
        #expect(try book.ledger.notices(domain: "alarms").value.acknowledged == ["alarm.a.2026-02-13T14:00:00Z.1d"])
        #expect(try book.ledger.notices(domain: "alarms").value.next == Instant("2026-02-15T14:00:00Z"))
        #expect(try book.ledger.notices().value.sent == [], "the logbook's notices are others")
    }

    @Test("unknown leads are refused by every command; one that is told twice is one") func unknown() throws {
        let refusal = "preAlarm.unknown: \"2d\" is no time at which an alarm warns. It is one of 1h, 1d, 3d, 7d."
        #expect(try book.create(more: #","preAlarms":["1d","2d"]"#) == refusal)
        #expect(
            try book.create(more: #","preAlarms":["2000000000d"]"#)
                == "field.range: \"preAlarms\" is longer than 8 characters. ")
        #expect(try book.events == 1)
        try book.create(more: #","preAlarms":["1d","7d","1d"]"#)
        #expect(try book.append("alarm.edited", #"{"preAlarms":["2d"]}"#) == refusal)
        let alarm = try #require(try book.state()?.alarm)
        #expect(alarm.preAlarms == ["1d", "7d", "1d"] && alarm.leads == [.week, .day])
        let added = try book.ledger.addAlarm(
            try AlarmBook.json(#"{"title":"b","schedule":\#(AlarmBook.weekly),"preAlarms":["1d","7d","1d"]}"#)
        ).stream
        #expect(try book.state(added.text)?.alarm.preAlarms == ["1d", "7d"])
        try book.ledger.editAlarm(added, try AlarmBook.json(#"{"preAlarms":null}"#))
        #expect(try book.state(added.text)?.alarm.preAlarms == [])
    }

    @Test("many occurrences lie within a week: each is told once, at its own time") func daily() throws {
        try book.create(
            schedule: #"{"kind":"customDays","times":["09:00"],"start":"2026-02-01","zone":"America/New_York"}"#,
            more: #","preAlarms":["7d"]"#)
        #expect(
            try due("2026-02-12T14:00:00Z") == [
                "2026-02-17T14:00:00Z.7d", "2026-02-18T14:00:00Z.7d", "2026-02-19T14:00:00Z.7d",
            ])
        _ = try book.ledger.evaluateNotices(domain: "alarms")
        #expect(try due("2026-02-13T13:59:59Z") == [])
        #expect(try due("2026-02-13T14:00:00Z") == ["2026-02-20T14:00:00Z.7d"])
    }
}
