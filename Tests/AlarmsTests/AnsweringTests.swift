import Alarms
import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

/// A person's answers to an alarm that has fired.
@Suite struct AnsweringTests {
    /// A weekly alarm that has fired on Friday, 13 February, at 09:00.
    private func fired() throws -> AlarmBook {
        let book = try AlarmBook(plus: true)
        try book.create()
        book.at("2026-02-13T14:00:00Z")
        try book.tick()
        book.at("2026-02-13T14:05:00Z")
        return book
    }

    private static let none =
        "occurrence.none: Nothing of this alarm waits for an answer. The list of alarms shows when it fires."

    @Test("C-F-9A.1, C-F-9A.2: done; nothing waits, and the next is that of the series") func done() throws {
        let book = try fired()
        #expect(try book.line() == "missed next 2026-02-16T14:00:00Z waits 2026-02-13T14:00:00Z")
        #expect(try book.done() == nil)
        #expect(try book.line() == "active next 2026-02-16T14:00:00Z" && book.tick() == [])
        #expect(try book.done() == AnsweringTests.none)
        #expect(try book.types == ["alarm.created", "alarm.fired", "alarm.completed"])
    }

    @Test("C-F-9B.1, C-F-9B.2, C-F-9B.3: put off from now, again and again; done afterwards gives the regular next")
    func snooze() throws {
        let book = try fired()
        for (count, seconds) in [(1, 3600), (2, 86_400), (3, 604_800)] {
            #expect(try book.snooze(seconds) == nil)
            let card = try #require(try book.cards.first)
            #expect(card.state == .snoozed && card.snoozeCount == count && card.nextFire == card.snoozedUntil)
            #expect(card.nextFire?.milliseconds == instant("2026-02-13T14:05:00Z").milliseconds + Int64(seconds) * 1000)
            #expect(card.countdown.hasPrefix("Fires in "))
        }
        #expect(try book.done() == nil)
        #expect(try book.line() == "active next 2026-02-16T14:00:00Z")
    }

    @Test("C-F-9B.2: when the snooze has run out the same occurrence fires again, once") func again() throws {
        let book = try fired()
        #expect(try book.snooze() == nil)
        book.at("2026-02-13T15:04:59Z")
        #expect(
            try book.tick() == []
                && book.line() == "snoozed next 2026-02-13T15:05:00Z waits 2026-02-13T14:00:00Z snoozes 1")
        book.at("2026-02-13T15:05:00Z")
        #expect(try book.line() == "ringing next 2026-02-16T14:00:00Z waits 2026-02-13T14:00:00Z snoozes 1")
        #expect(try book.tick() == ["a 2026-02-13T14:00:00Z again 2026-02-13T15:05:00Z"] && book.tick() == [])
        #expect(try book.snooze(300) == nil)
        book.at("2026-02-13T15:10:00Z")
        #expect(try book.tick() == ["a 2026-02-13T14:00:00Z again 2026-02-13T15:10:00Z"])
        #expect(try book.done() == nil && book.line() == "active next 2026-02-16T14:00:00Z")
        #expect(try book.stories == ["2026-02-13T14:00:00Z completed"])
    }

    @Test("C-F-9B.3: while it is put off the series is silent, and it goes on afterwards as if nothing had been")
    func longSnooze() throws {
        let book = try AlarmBook(plus: true)
        try book.create(schedule: AlarmBook.daily)
        book.at("2026-02-10T14:00:00Z")
        try book.tick()
        #expect(try book.snooze(604_800) == nil)
        book.at("2026-02-13T15:00:00Z")
        #expect(
            try book.tick() == []
                && book.line() == "snoozed next 2026-02-17T14:00:00Z waits 2026-02-10T14:00:00Z snoozes 1")
        // Done before its end: what the series would have fired meanwhile does not wait.
        #expect(try book.done() == nil && book.line() == "active next 2026-02-14T14:00:00Z" && book.tick() == [])
        #expect(try book.undo("alarm.completed") == nil)
        #expect(try book.line() == "snoozed next 2026-02-17T14:00:00Z waits 2026-02-10T14:00:00Z snoozes 1")
        book.at("2026-02-17T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-10T14:00:00Z again 2026-02-17T14:00:00Z"])
        book.at("2026-02-18T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-18T14:00:00Z missed 8: 2026-02-10T14:00:00Z to 2026-02-17T14:00:00Z"])
        #expect(try book.line() == "ringing next 2026-02-19T14:00:00Z waits 2026-02-18T14:00:00Z")
    }

    @Test("What is due can be answered though no program looked at the clock") func untold() throws {
        let book = try AlarmBook(plus: true)
        try book.create()
        book.at("2026-02-13T14:05:00Z")
        #expect(
            try book.snooze() == nil
                && book.line() == "snoozed next 2026-02-13T15:05:00Z waits 2026-02-13T14:00:00Z snoozes 1")
        #expect(try book.done() == nil && book.line() == "active next 2026-02-16T14:00:00Z" && book.tick() == [])
    }

    @Test("C-F-10.2: snoozing is allowed until the setting forbids it, by command and by append") func switchedOff()
        throws
    {
        let book = try fired()
        try book.set("alarms.snooze", .bool(false))
        let stated = "snooze.disabled: Snoozing is switched off. Switch it on in the settings."
        let events = try book.events
        #expect(try book.snooze() == stated)
        #expect(try book.append("alarm.snoozed", #"{"occurrence":"2026-02-13T14:00:00Z","seconds":3600}"#) == stated)
        #expect(try book.events == events)
        try book.set("alarms.snooze", .bool(true))
        #expect(try book.snooze() == nil)
    }

    @Test("A snooze lasts 5 minutes to 720 hours 59 minutes") func range() throws {
        let book = try fired()
        let stated = "snooze.range: A snooze is 5 minutes to 720 hours 59 minutes. Write it like 1h, 1d, 1w or 2h30m."
        for seconds in [-1, 0, 299, 2_595_541] { #expect(try book.snooze(seconds) == stated) }
        #expect(
            try book.append("alarm.snoozed", #"{"occurrence":"2026-02-13T14:00:00Z","seconds":299}"#)
                == #"snooze.range: "seconds" is not from 300 to 2595540. "#)
        #expect(try book.types == ["alarm.created", "alarm.fired"])
        for seconds in [300, 2_595_540] { #expect(try book.snooze(seconds) == nil) }
    }

    @Test("C-F-9C.1, C-F-9C.2, C-F-9C.3, C-F-9C.4: slide to stop asks for holding 3 seconds, by command and by append")
    func holdToStop() throws {
        let book = try fired()
        try book.set("alarms.slideToStop", .bool(true))
        let required =
            "hold.required: An alarm is answered by holding for 3 seconds: slide to stop is on. Hold for 3 seconds."
        let tooShort = "hold.tooShort: It was let go too early: hold for 3 seconds. Hold for 3 seconds."
        let events = try book.events
        #expect(try book.done() == required && book.done(29) == tooShort)
        #expect(try book.append("alarm.completed", #"{"occurrence":"2026-02-13T14:00:00Z"}"#) == required)
        #expect(
            try book.append("alarm.completed", #"{"occurrence":"2026-02-13T14:00:00Z","heldSeconds":2.9}"#) == tooShort)
        #expect(
            try book.events == events && book.line() == "missed next 2026-02-16T14:00:00Z waits 2026-02-13T14:00:00Z")
        #expect(try book.done(30) == nil && book.line() == "active next 2026-02-16T14:00:00Z")
    }

    @Test("C-X.3: the next one is left out, then the one after; taken back it comes again, and the series stays")
    func skip() throws {
        let book = try AlarmBook(plus: true)
        try book.create()
        #expect(try book.skip() == nil && book.line() == "active next 2026-02-16T14:00:00Z")
        #expect(try book.skip() == nil && book.line() == "active next 2026-02-20T14:00:00Z")
        #expect(try book.undo("occurrence.skipped") == nil && book.line() == "active next 2026-02-16T14:00:00Z")
        #expect(
            try book.undo("occurrence.skipped")?.hasPrefix(
                "undo.nothing: Nothing of the event \(last("occurrence.skipped", book)) can be undone: it was undone already, by the event "
            ) == true)
        book.at("2026-02-13T14:00:00Z")
        #expect(try book.tick() == [] && book.line() == "active next 2026-02-16T14:00:00Z")
        book.at("2026-02-16T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-16T14:00:00Z"])
        #expect(try book.stories == ["2026-02-16T14:00:00Z waiting", "2026-02-13T14:00:00Z skipped"])
        try book.ledger.setAlarm(Draft.stream("alarm/a"), enabled: false)
        #expect(
            try book.skip()
                == "occurrence.none: Nothing of this alarm is still to come. It is off, or its schedule has come to its end."
        )
    }

    private func last(_ type: String, _ book: AlarmBook) throws -> String {
        var found = ""
        try book.ledger.events(.init(type: type)) {
            found = $0.id.short
            return true
        }
        return found
    }

    @Test("C-X.3: done and missed are taken back and wait again; a snooze that is taken back waits at once") func undo()
        throws
    {
        let book = try fired()
        #expect(try book.done() == nil && book.undo("alarm.completed") == nil)
        #expect(try book.line() == "missed next 2026-02-16T14:00:00Z waits 2026-02-13T14:00:00Z" && book.tick() == [])
        #expect(try book.snooze(86_400) == nil && book.snooze(3600) == nil && book.undo("alarm.snoozed") == nil)
        // The one before it is in force again.
        #expect(try book.line() == "snoozed next 2026-02-14T14:05:00Z waits 2026-02-13T14:00:00Z snoozes 1")
        #expect(
            try book.undo("alarm.snoozed")?.hasPrefix(
                "undo.nothing: Nothing of the event \(last("alarm.snoozed", book)) can be undone: it was undone already, by the event "
            ) == true)
        #expect(try book.done() == nil && book.done() == AnsweringTests.none)
        book.at("2026-02-20T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-20T14:00:00Z missed 1: 2026-02-16T14:00:00Z to 2026-02-16T14:00:00Z"])
        #expect(try book.done() == nil && book.line() == "active next 2026-02-23T14:00:00Z")
        #expect(
            try book.undo("alarm.missed") == nil
                && book.line() == "missed next 2026-02-23T14:00:00Z waits 2026-02-16T14:00:00Z")
        #expect(try book.done() == nil && book.line() == "active next 2026-02-23T14:00:00Z")
        #expect(
            try book.stories == [
                "2026-02-20T14:00:00Z completed", "2026-02-16T14:00:00Z completed", "2026-02-13T14:00:00Z completed",
            ])
        #expect(try book.undo("alarm.fired") == "undo.impossible: An alarm.fired cannot be undone. ")
        #expect(
            try book.undo("occurrence.reopened")
                == "undo.impossible: An occurrence.reopened cannot be undone. Answer it again.")
    }

    @Test("C-F-6.6, C-X.5: another schedule ends a snooze and what waited; another title does neither") func edits()
        throws
    {
        let book = try fired()
        #expect(try book.snooze() == nil)
        try book.append("alarm.edited", #"{"title":"Updated Alarm"}"#)
        #expect(try book.line() == "snoozed next 2026-02-13T15:05:00Z waits 2026-02-13T14:00:00Z snoozes 1")
        try book.append(
            "alarm.edited",
            #"{"schedule":{"kind":"monthlyDate","days":[15],"times":["11:30"],"zone":"America/New_York"}}"#)
        #expect(try book.line() == "active next 2026-02-15T16:30:00Z")
        #expect(try book.done() == AnsweringTests.none)
        book.at("2026-02-13T15:05:00Z")
        #expect(try book.tick() == [])
    }

    @Test("C-X.5: every second week stays so, whatever is answered, put off or renamed in between") func anchored()
        throws
    {
        let book = try AlarmBook(plus: true)
        try book.create(
            schedule:
                #"{"kind":"weekly","interval":2,"days":[2],"start":"2026-02-09","times":["09:00"],"zone":"America/New_York"}"#
        )
        book.at("2026-02-23T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-23T14:00:00Z"])
        #expect(try book.snooze(604_800) == nil)
        try book.append("alarm.edited", #"{"title":"Renamed"}"#)
        book.at("2026-03-02T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-23T14:00:00Z again 2026-03-02T14:00:00Z"])
        #expect(try book.done() == nil && book.line() == "active next 2026-03-09T13:00:00Z")
    }

    @Test("C-F-8.2, C-F-8.3: switched off, a snooze ends; on again nothing of before waits") func switching() throws {
        let book = try fired()
        #expect(try book.snooze() == nil)
        try book.ledger.setAlarm(Draft.stream("alarm/a"), enabled: false)
        let card = try #require(try book.cards.first)
        #expect(
            card.state == .inactive && card.countdown.isEmpty && card.nextFire == nil && card.snoozedUntil == nil
                && card.waiting == nil)
        #expect(try book.done() == AnsweringTests.none && book.snooze() == AnsweringTests.none)
        book.at("2026-02-16T15:00:00Z")
        try book.ledger.setAlarm(Draft.stream("alarm/a"), enabled: true)
        #expect(try book.line() == "active next 2026-02-20T14:00:00Z" && book.tick() == [])
    }

    @Test("C-X.2: the list on any past instant, with the snooze in force then") func timeTravel() throws {
        let book = try fired()
        #expect(try book.snooze() == nil)
        book.at("2026-02-13T14:30:00Z")
        #expect(try book.done() == nil)
        book.at("2026-03-01T12:00:00Z")
        try book.append("alarm.removed", "{}")
        for (moment, line) in [
            ("2026-02-10T12:59:59Z", "gone"), ("2026-02-10T13:00:00Z", "active next 2026-02-13T14:00:00Z"),
            ("2026-02-13T14:00:00Z", "ringing next 2026-02-16T14:00:00Z waits 2026-02-13T14:00:00Z"),
            ("2026-02-13T14:04:59Z", "ringing next 2026-02-16T14:00:00Z waits 2026-02-13T14:00:00Z"),
            ("2026-02-13T14:29:59Z", "snoozed next 2026-02-13T15:05:00Z waits 2026-02-13T14:00:00Z snoozes 1"),
            ("2026-02-13T14:30:00Z", "active next 2026-02-16T14:00:00Z"), ("2026-03-01T12:00:00Z", "gone"),
        ] { #expect(try book.line(at: moment) == line, "\(moment)") }
    }

    @Test(
        "What an event may say of an occurrence, by append too; what is refused leaves nothing",
        arguments: [
            (
                "alarm.fired", #"{"occurrence":"2026-02-16T14:00:00Z"}"#,
                "occurrence.future: The alarm has not fired yet: that is at 2026-02-16T14:00:00Z. "
            ),
            (
                "alarm.fired", #"{"occurrence":"2026-02-12T14:00:00Z"}"#,
                #"occurrence.unknown: The alarm has no occurrence at 2026-02-12T14:00:00Z. The alarm shows when it fires."#
            ),
            (
                "alarm.fired", #"{"occurrence":"2026-02-13T14:00:00Z","snoozedUntil":"2026-02-13T14:04:00Z"}"#,
                #"occurrence.unknown: The alarm has no occurrence at 2026-02-13T14:04:00Z. The alarm shows when it fires."#
            ),
            (
                "occurrence.skipped", #"{"occurrence":"2026-02-17T14:00:00Z"}"#,
                #"occurrence.unknown: The alarm has no occurrence at 2026-02-17T14:00:00Z. The alarm shows when it fires."#
            ),
            (
                "alarm.completed", #"{"occurrence":"2026-02-16T14:00:00Z"}"#,
                "occurrence.future: The alarm has not fired yet: that is at 2026-02-16T14:00:00Z. "
            ),
            (
                "alarm.snoozed", #"{"occurrence":"2026-02-16T14:00:00Z","seconds":600}"#,
                "occurrence.future: The alarm has not fired yet: that is at 2026-02-16T14:00:00Z. "
            ),
            (
                "alarm.missed", #"{"occurrence":"2026-02-16T14:00:00Z"}"#,
                "occurrence.future: The alarm has not fired yet: that is at 2026-02-16T14:00:00Z. "
            ),
            (
                "occurrence.reopened", #"{"occurrence":"2026-02-13T14:00:00Z"}"#,
                "reopen.nothing: Nothing was answered at 2026-02-13T14:00:00Z: there is nothing to take back. "
            ),
        ]) func refusals(type: String, data: String, stated: String) throws
    {
        let book = try fired()
        #expect(try book.append(type, data) == stated)
        #expect(try book.types == ["alarm.created", "alarm.fired"])
    }

    @Test("Of an alarm that is not there, removed or answered nothing is told") func gone() throws {
        let book = try fired()
        let note = #"{"occurrence":"2026-02-13T14:00:00Z"}"#
        #expect(
            try book.append("alarm.completed", note, stream: "alarm/b")
                == #"alarm.unknown: There is no such alarm. The list of alarms shows them."#)
        #expect(try book.done() == nil)
        #expect(
            try book.append("alarm.completed", note)
                == "occurrence.answered: This occurrence was answered already. Take that back first."
        )
        #expect(
            try book.append("alarm.snoozed", #"{"occurrence":"2026-02-13T14:00:00Z","seconds":600}"#)
                == "occurrence.answered: This occurrence was answered already. Take that back first."
        )
        try book.append("alarm.removed", "{}")
        let removed = "record.removed: This alarm was removed. Take that back first."
        #expect(
            try book.append("occurrence.reopened", note) == removed
                && book.append("alarm.disabled", #"{"cause":"user"}"#) == removed)
        #expect(try book.done() == removed && book.snooze() == removed && book.skip() == removed)
    }
}
