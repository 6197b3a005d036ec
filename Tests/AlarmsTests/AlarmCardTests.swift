import Alarms
import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import Testing

@Suite struct AlarmCardTests {
    @Test("C-F-3.3, C-F-3.5, C-F-3.7, C-F-3.9, C-F-3.10, C-F-3.11: the card of a weekly alarm") func card() throws {
        let book = try AlarmBook()
        let data = try AlarmBook.json(
            #"{"title":"  Rent Reminder ","note":"Pay landlord","persistent":true,"schedule":\#(AlarmBook.weekly)}"#)
        try book.ledger.addAlarm(data, id: "a")
        let card = try #require(try book.cards.first)
        #expect(
            card.title == "Rent Reminder" && card.timeText == "9:00 AM" && card.badge == "Weekly"
                && card.countdown == "Alarm in 3d 1h")
        #expect(card.isEnabled && card.state == .active && card.nextFire?.description == "2026-02-13T14:00:00Z")
        #expect(try book.state()?.alarm.persistent == true)
    }

    @Test("A fixed alarm keeps its instant when its person moves, a floating one its wall clock") func zones() throws {
        let book = try AlarmBook(zone: "America/Los_Angeles")
        try book.create()
        #expect(try book.cards.map { $0.nextFire?.description } == ["2026-02-13T17:00:00Z"])
        try book.ledger.set(#require(SettingName.named("alarms.timezone")), to: .string("fixed"))
        #expect(try book.cards.map { $0.nextFire?.description } == ["2026-02-13T14:00:00Z"])
        try book.append(
            "alarm.edited",
            #"{"schedule":{"kind":"weekly","days":[2,6],"times":["09:00"],"zone":"America/New_York","floating":true}}"#)
        #expect(try book.cards.map { $0.nextFire?.description } == ["2026-02-13T17:00:00Z"])
    }

    @Test(
        "C-P-9.1, C-P-9.3, C-X.5: an interval is counted from today unless a start is told; without one no start is kept"
    ) func starts() throws {
        let book = try AlarmBook(plus: true)
        let every = #"{"title":"x","schedule":{"kind":"monthlyDate","days":[10],"times":["08:00"],"interval":"#
        try book.ledger.addAlarm(AlarmBook.json(every + "3}}"), id: "a")
        try book.ledger.addAlarm(AlarmBook.json(every + #"3,"start":"2026-09-01"}}"#), id: "b")
        try book.ledger.addAlarm(AlarmBook.json(every + "1}}"), id: "c")
        #expect(
            try ["alarm/a", "alarm/b", "alarm/c"].map { try book.state($0)?.alarm.schedule.start?.description } == [
                "2026-02-10", "2026-09-01", nil,
            ])
        #expect(try book.state()?.alarm.schedule.zone == "America/New_York")
        // Strictly after 08:00 of today.
        #expect(
            try book.ledger.alarms().value.map {
                "\($0.stream.id) \($0.card.nextFire?.description ?? "") \($0.card.countdown)"
            } == [
                "c 2026-03-10T12:00:00Z Alarm in 1mo", "a 2026-05-10T12:00:00Z Alarm in 3mo",
                "b 2026-09-10T12:00:00Z Alarm in 7mo",
            ])
    }

    @Test("C-P-14.3: flat, the next to fire first, those that are off last") func order() throws {
        let book = try AlarmBook(plus: true)
        for (id, time) in [("a", "12:00"), ("b", "10:00"), ("c", "11:00")] {
            try book.append(
                "alarm.created", #"{"title":"\#(id)","schedule":{"kind":"customDays","times":["\#(time)"]}}"#,
                stream: "alarm/\(id)")
        }
        try book.append("alarm.disabled", #"{"cause":"user"}"#, stream: "alarm/b")
        #expect(try book.cards.map(\.title) == ["c", "a", "b"])
    }

    @Test("What was known earlier is listed as it was") func knownAt() throws {
        let book = try AlarmBook()
        try book.create()
        let before = try book.ledger.position
        try book.append("alarm.removed", "{}")
        #expect(try book.ledger.alarms().value.isEmpty)
        #expect(try book.ledger.alarms(AsOf(known: .position(before))).value.map(\.card.title) == ["Rent Reminder"])
    }

    @Test("C-P-16.8: every field comes back from an export") func roundTrip() throws {
        let book = try AlarmBook()
        let other = try AlarmBook()
        try book.create(
            schedule:
                #"{"kind":"monthlyRelative","interval":2,"weekday":6,"week":-1,"start":"2026-09-01","times":["21:00","09:00"],"zone":"Europe/Berlin","floating":false,"weekStart":"SU"}"#,
            more: #","note":"n","persistent":true,"category":"pets""#)
        var lines: [[UInt8]] = []
        _ = try book.ledger.exportLines { lines.append(Array($0.utf8)) }
        var rest = lines[...]
        _ = try other.ledger.importLines { rest.popFirst() }
        let alarm = try #require(try other.state()?.alarm)
        #expect(try alarm == book.state()?.alarm)
        #expect(alarm.note == "n" && alarm.persistent && alarm.category == .pets)
        let schedule = alarm.schedule
        #expect(
            schedule.kind == .monthlyRelative && schedule.interval == 2 && schedule.weekday == 6 && schedule.week == -1
                && schedule.weekStart == 1)
        #expect(
            schedule.start == day("2026-09-01") && schedule.times == ["21:00", "09:00"]
                && schedule.zone == "Europe/Berlin" && schedule.floating == false)
        #expect(try other.ledger.digest() == book.ledger.digest())
    }

    @Test("a list of 1,000 alarms is made in milliseconds") func cost() throws {
        let book = try AlarmBook(plus: true)
        let drafts = try (0..<1_000).map { number in
            EventDraft(
                stream: try #require(StreamID("alarm/\(number)")), type: "alarm.created",
                data: .json(try AlarmBook.json(#"{"title":"\#(number)","schedule":\#(AlarmBook.weekly)}"#)))
        }
        _ = try book.ledger.append(drafts)
        var best = Duration.seconds(1)
        for _ in 0..<5 {
            var count = 0
            best = min(best, try ContinuousClock().measure { count = try book.ledger.alarms().value.count })
            #expect(count == 1_000)
        }
        print("list of 1,000 alarms, best of 5: \(best)")
        #expect(best < .seconds(2))
    }
}
