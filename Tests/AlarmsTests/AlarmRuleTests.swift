import Alarms
import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

/// Given events, when one more, then it is there, or a refusal and nothing.
@Suite struct AlarmRuleTests {
    private static let nameless =
        #"title.required: Please enter an alarm name. Give it a name."#

    @Test("C-F-3.2: an alarm needs a name of at most 60 characters") func titles() throws {
        let book = try AlarmBook()
        for blank in ["", "   ", "\\t"] { #expect(try book.create(blank) == AlarmRuleTests.nameless) }
        #expect(
            try book.append("alarm.created", #"{"schedule":\#(AlarmBook.weekly)}"#)
                == "title.required: \"title\" is missing. ")
        #expect(
            try book.create(String(repeating: "x", count: 61))
                == "title.tooLong: \"title\" is longer than 60 characters. ")
        #expect(try book.events == 0)
        #expect(try book.create(String(repeating: "é", count: 60)) == nil)
        #expect(try book.events == 1)
    }

    @Test("C-F-3.8: a note is optional and of at most 500 characters") func notes() throws {
        let book = try AlarmBook()
        #expect(
            try book.create(more: #","note":"\#(String(repeating: "n", count: 501))""#)
                == "note.tooLong: \"note\" is longer than 500 characters. ")
        #expect(try book.events == 0)
        #expect(try book.create(more: #","note":"\#(String(repeating: "n", count: 500))""#) == nil)
        #expect(try book.state()?.alarm.note?.count == 500)
    }

    @Test(
        "C-P-7.8, C-F-3.5, C-P-8.3: what a schedule must keep, refused with its code, nothing written",
        arguments: [
            (
                #"{"kind":"weekly","days":[2],"times":["09:00"],"interval":0}"#,
                #"interval.range: "interval" is not from 1 to 9999. "#
            ),
            (
                #"{"kind":"weekly","days":[2],"times":["09:00"],"interval":-1}"#,
                #"interval.range: "interval" is not from 1 to 9999. "#
            ),
            (
                #"{"kind":"weekly","times":["09:00"]}"#,
                "days.required: Please select at least one day. Select the weekdays, or of monthlyDate the days of the month."
            ),
            (
                #"{"kind":"weekly","days":[],"times":["09:00"]}"#,
                "days.required: Please select at least one day. Select the weekdays, or of monthlyDate the days of the month."
            ),
            (
                #"{"kind":"weekly","days":[8],"times":["09:00"]}"#,
                "weekday.range: A weekday is 1 (Sunday) to 7 (Saturday). "
            ),
            (#"{"kind":"monthlyDate","days":[32],"times":["09:00"]}"#, #"day.range: "days" is not from 1 to 31. "#),
            (#"{"kind":"monthlyDate","days":[0],"times":["09:00"]}"#, #"day.range: "days" is not from 1 to 31. "#),
            (
                #"{"kind":"monthlyRelative","week":1,"times":["09:00"]}"#,
                "weekday.range: A weekday is 1 (Sunday) to 7 (Saturday). "
            ),
            (
                #"{"kind":"monthlyRelative","weekday":2,"times":["09:00"]}"#,
                "week.range: The week of a month is 1 to 4, or -1 for the last. "
            ),
            (
                #"{"kind":"monthlyRelative","weekday":2,"week":5,"times":["09:00"]}"#,
                #"week.range: "week" is not from -1 to 4. "#
            ),
            (
                #"{"kind":"annual","month":13,"day":1,"times":["09:00"]}"#,
                #"month.range: "month" is not from 1 to 12. "#
            ),
            (#"{"kind":"annual","day":1,"times":["09:00"]}"#, "month.range: A month is 1 to 12. "),
            (#"{"kind":"annual","month":1,"day":32,"times":["09:00"]}"#, #"day.range: "day" is not from 1 to 31. "#),
            (#"{"kind":"annual","month":1,"times":["09:00"]}"#, "day.range: A day of the month is 1 to 31. "),
            (
                #"{"kind":"customDays","times":["24:00"]}"#,
                "time.range: A time of day is 00:00 to 23:59. Write it like 08:00."
            ),
            (
                #"{"kind":"customDays","times":["9:00"]}"#,
                "time.range: A time of day is 00:00 to 23:59. Write it like 08:00."
            ),
            (
                #"{"kind":"customDays","times":[]}"#,
                "times.required: An alarm needs a time of day. Write it like 08:00."
            ),
            (#"{"kind":"customDays"}"#, #"times.required: "times" is missing. "#),
            (
                #"{"kind":"customDays","times":["09:00"],"interval":5}"#,
                "start.required: An interval above 1 is counted from a first day. Give the schedule its start."
            ),
            (
                #"{"kind":"customDays","times":["09:00"],"zone":"Mars/Olympus"}"#,
                #"zone.unknown: "Mars/Olympus" is not a zone of the tz database. "#
                    + "Write it like America/New_York; the package tzdata installs the zones."
            ),
            (
                #"{"kind":"hourly","times":["09:00"]}"#,
                #"field.range: "kind" is none of weekly, monthlyDate, monthlyRelative, annual, customDays. "#
            ),
            (
                #"{"kind":"customDays","times":["09:00"],"hour":9}"#,
                #"65 field.unknown: "hour" is not a field of "schedule"."#
            ),
        ])
    func schedules(schedule: String, refusal: String) throws {
        let book = try AlarmBook()
        #expect(try book.create(schedule: schedule) == refusal)
        #expect(try book.events == 0)
        // An edit keeps the same rules.
        try book.create()
        #expect(try book.append("alarm.edited", #"{"schedule":\#(schedule)}"#) == refusal)
        #expect(try book.events == 1)
    }

    @Test("C-F-6.2, C-F-6.3, C-F-6.4, C-F-6.5: an edit changes what it names, under the same id, as one event")
    func edited() throws {
        let book = try AlarmBook()
        try book.create(more: #","note":"Pay landlord","persistent":true,"category":"home""#)
        #expect(
            try book.append("alarm.edited", "{}")
                == "edit.nothing: Nothing is to be changed: the event names no field. ")
        #expect(try book.append("alarm.edited", #"{"title":" "}"#) == AlarmRuleTests.nameless)
        #expect(
            try book.append(
                "alarm.edited",
                #"{"title":"Updated Alarm","note":null,"schedule":{"kind":"monthlyDate","days":[15],"times":["11:30"],"zone":"America/New_York"}}"#
            )
                == nil)
        #expect(try book.events == 2)
        let alarm = try #require(try book.state()?.alarm)
        #expect(alarm.title == "Updated Alarm" && alarm.note == nil && alarm.persistent && alarm.category == .home)
        #expect(alarm.schedule.kind == .monthlyDate && alarm.schedule.interval == 1 && alarm.schedule.days == [15])
        #expect(try book.cards.map(\.badge) == ["Monthly"])
    }

    @Test("C-F-7.3, C-F-7.4: what is removed is not listed, its history stays, and it comes back") func removed() throws
    {
        let book = try AlarmBook()
        try book.create()
        #expect(try book.append("alarm.removed", "{}") == nil)
        #expect(try book.cards.isEmpty)
        #expect(
            try book.append("alarm.removed", "{}")
                == "record.removed: This alarm was removed. Take that back first.")
        #expect(
            try book.append("alarm.edited", #"{"title":"x"}"#)
                == "record.removed: This alarm was removed. Take that back first.")
        #expect(try book.append("alarm.restored", "{}") == nil)
        #expect(
            try book.append("alarm.restored", "{}")
                == "restore.nothing: This alarm was not removed: there is nothing to restore. ")
        #expect(try book.cards.map(\.title) == ["Rent Reminder"])
        #expect(try book.events == 3)
    }

    @Test("C-F-8.2, C-F-8.3: switched off and on, with its cause; each act is recorded, and twice changes no alarm")
    func switched() throws {
        let book = try AlarmBook()
        let alarm = try #require(StreamID("alarm/a"))
        try book.create()
        for enabled in [true, false, false] { #expect(try book.ledger.setAlarm(alarm, enabled: enabled).appended == 1) }
        let off = try #require(try book.cards.first)
        #expect(!off.isEnabled && off.state == .inactive && off.countdown == "" && off.nextFire == nil)
        #expect(try book.state()?.disabledBy == .user)
        book.clock.set("2026-02-13T15:00:00Z")
        try book.ledger.setAlarm(alarm, enabled: true)
        let on = try #require(try book.cards.first)
        #expect(on.isEnabled && on.state == .active && on.nextFire?.description == "2026-02-16T14:00:00Z")
        #expect(try book.append("alarm.disabled", #"{"cause":"tier"}"#) == nil)
        #expect(try book.state()?.disabledBy == nil, "a change of tier announces; the person has it on")
        #expect(
            try book.append("alarm.disabled", #"{"cause":"moon"}"#) == #"field.range: "cause" is none of user, tier. "#)
        #expect(try book.append("alarm.disabled", "{}") == #"field.missing: "cause" is missing. "#)
    }

    @Test func whatIsNotThereIsRefusedAlike() throws {
        let book = try AlarmBook()
        let unknown = "alarm.unknown: There is no such alarm. The list of alarms shows them."
        #expect(try book.append("alarm.edited", #"{"title":"x"}"#) == unknown)
        #expect(try book.append("alarm.removed", "{}") == unknown)
        #expect(try book.append("alarm.disabled", #"{"cause":"user"}"#) == unknown)
        #expect(try book.rejectionCode { _ = try book.ledger.setAlarm(StreamID("alarm/a")!, enabled: true) } == unknown)
        #expect(try book.events == 0)
        try book.create()
        #expect(
            try book.create("Again")
                == "record.exists: There is an alarm with this id already. Edit it, or use another id.")
    }
}
