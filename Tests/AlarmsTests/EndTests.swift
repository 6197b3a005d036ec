import Alarms
import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

/// Alarms that end: by a last day, or by a number of times.
@Suite struct EndTests {
    private func book(_ schedule: String, at moment: String = "2026-02-10T07:00:00Z") throws -> AlarmBook {
        let book = try AlarmBook(zone: "UTC", plus: true)
        book.at(moment)
        #expect(try book.create(schedule: schedule) == nil)
        return book
    }

    private func fires(_ schedule: String, _ count: Int = 9, after moment: String = "2026-02-10T00:00:00Z") throws
        -> [String]
    {
        try Ledger.nextFires(
            of: Ledger.schedule(AlarmBook.json(schedule)), count: count, after: instant(moment), in: UniversalTime()
        ).map(\.description)
    }

    private static let thrice =
        #"{"kind":"customDays","start":"2026-02-10","times":["08:00"],"timesInAll":3,"zone":"UTC"}"#

    @Test("an alarm of three times fires three times, and no more") func threeTimes() throws {
        let book = try book(EndTests.thrice)
        #expect(try book.line() == "active next 2026-02-10T08:00:00Z")
        book.at("2026-02-10T08:00:00Z")
        #expect(try book.tick() == ["a 2026-02-10T08:00:00Z"] && book.done() == nil)
        book.at("2026-02-20T09:00:00Z")
        #expect(
            try book.tick() == ["a 2026-02-12T08:00:00Z missed 1: 2026-02-11T08:00:00Z to 2026-02-11T08:00:00Z"])
        #expect(try book.line() == "missed waits 2026-02-12T08:00:00Z")
        #expect(try book.done() == nil)
        #expect(try book.line() == "ended" && book.tick() == [])
        #expect(try book.done()?.hasPrefix("occurrence.none:") == true)
        #expect(try book.skip()?.hasPrefix("occurrence.none:") == true)
        #expect(
            try book.stories == [
                "2026-02-12T08:00:00Z completed", "2026-02-11T08:00:00Z missed", "2026-02-10T08:00:00Z completed",
            ])
        #expect(try book.ledger.pendingFires().value.isEmpty)
    }

    @Test("a skipped occurrence is one of the number; a snooze of the last goes past the end") func skipped() throws {
        let book = try book(EndTests.thrice)
        #expect(try book.skip() == nil)
        #expect(try book.line() == "active next 2026-02-11T08:00:00Z")
        book.at("2026-02-12T08:00:00Z")
        try book.tick()
        #expect(try book.snooze(86_400) == nil)
        #expect(try book.line() == "snoozed next 2026-02-13T08:00:00Z waits 2026-02-12T08:00:00Z snoozes 1")
        book.at("2026-02-13T08:00:00Z")
        #expect(try book.tick() == ["a 2026-02-12T08:00:00Z again 2026-02-13T08:00:00Z"])
        #expect(try book.done() == nil && book.line() == "ended")
    }

    @Test("the last day counts whole, by the clock of the alarm") func lastDay() throws {
        let late = #"{"kind":"customDays","times":["00:15","23:45"],"until":"2026-02-11","start":"2026-02-10"}"#
        #expect(
            try fires(late) == [
                "2026-02-10T00:15:00Z", "2026-02-10T23:45:00Z", "2026-02-11T00:15:00Z", "2026-02-11T23:45:00Z",
            ])
        let tokyo =
            #"{"kind":"customDays","times":["07:00"],"until":"2026-02-12","zone":"Asia/Tokyo","floating":false}"#
        let book = try book(tokyo)
        #expect(try book.cards.first?.lastDay == day("2026-02-12"))
        #expect(
            try book.ledger.alarm(Draft.stream("alarm/a")).value.nextFires == [
                instant("2026-02-10T22:00:00Z"), instant("2026-02-11T22:00:00Z"),
            ])
    }

    @Test("the number counts from the start, on the start day after a time") func startAfter() throws {
        let doses =
            #"{"kind":"customDays","start":"2026-02-10","startAfter":"08:00","times":["08:00","20:00"],"timesInAll":4}"#
        #expect(
            try fires(doses) == [
                "2026-02-10T20:00:00Z", "2026-02-11T08:00:00Z", "2026-02-11T20:00:00Z", "2026-02-12T08:00:00Z",
            ])
        // Nothing of the start day is left.
        let next = doses.replacing(#"startAfter":"08:00"#, with: #"startAfter":"20:00"#)
        #expect(try fires(next).first == "2026-02-11T08:00:00Z" && fires(next).count == 4)
        #expect(try fires(doses, after: "2026-02-12T08:00:00Z") == [])
    }

    @Test("an end that comes with a change of the clocks: the last time that daylight saving skips still comes")
    func gap() throws {
        let book = try AlarmBook(plus: true)
        book.at("2026-03-07T12:00:00Z")
        let schedule =
            #"{"kind":"customDays","start":"2026-03-07","times":["02:30"],"timesInAll":2,"zone":"America/New_York"}"#
        // At 02:30 of 7 March it is past; the second is the one that the change skips.
        #expect(try book.create(schedule: schedule) == nil)
        #expect(try book.line() == "active next 2026-03-08T07:30:00Z")
        #expect(try book.cards.first?.lastDay == day("2026-03-08"))
    }

    private static let past =
        "end.past: The alarm would never fire: it ends before its next occurrence. "
        + "Give a later last day, a higher number of times, or a later start."

    @Test(
        "what an end must keep",
        arguments: [
            (
                #""timesInAll":3"#,
                "start.required: A number of times is counted from a first day. Give the schedule its start."
            ),
            (
                #""start":"2026-02-10","timesInAll":3,"until":"2026-03-01""#,
                "end.twice: An alarm ends by a last day or by a number of times, not by both. "
                    + "Leave \"until\" or \"timesInAll\" out."
            ),
            (
                #""start":"2026-02-10","timesInAll":0"#,
                "timesInAll.range: \"timesInAll\" is not from 1 to 1000. "
            ),
            (
                #""start":"2026-02-10","timesInAll":1001"#,
                "timesInAll.range: \"timesInAll\" is not from 1 to 1000. "
            ),
            (#""until":"2026-02-09""#, past), (#""start":"2026-02-01","timesInAll":3"#, past),
            (
                #""start":"2026-02-10","startAfter":"24:00""#,
                "time.range: A time of day is 00:00 to 23:59. Write it like 08:00."
            ),
        ])
    func refused(fields: String, expected: String) throws {
        let book = try AlarmBook(zone: "UTC", plus: true)
        let schedule = #"{"kind":"customDays","times":["08:00"],\#(fields)}"#
        #expect(try book.create(schedule: schedule) == expected)
        #expect(try book.events == 0)
    }

    @Test("with an end an alarm has the first of what it has without", arguments: 0..<60) func prefix(round: Int) throws
    {
        let seed = UInt64(3_811_000 + round)
        var random = SeededRandom(seed: seed)
        let rules: [Schedule.Rule] = [
            .weekly(DaySet([1 + random.below(7), 1 + random.below(7)]), weekStart: 2), .customDays,
            .monthlyDate(DaySet([1 + random.below(31), 28 + random.below(4)])),
            .monthlyRelative(week: [1, 2, 3, 4, -1][random.below(5)], weekday: 1 + random.below(7)),
            .annual(month: 1 + random.below(12), day: 1 + random.below(31)),
        ]
        let rule = rules[random.below(rules.count)]
        let zone = zone(["Europe/Berlin", "America/New_York", "Pacific/Apia", "UTC"][random.below(4)])
        let times = Set((0...random.below(3)).map { _ in random.below(1440) * 60 }).sorted()
        let after = random.oneIn(2) ? times[random.below(times.count)] : nil
        let start = day("2011-12-20").adding(days: random.below(300))
        let interval = 1 + random.below(3)
        func fires(_ end: Schedule.End?, _ most: Int) -> [Instant] {
            let schedule = Schedule(
                rule, interval: interval, start: start, times: times, startAfter: after, end: end)
            var (found, at) = ([Instant](), Instant.earliest)
            while found.count < most, let next = schedule.nextFire(after: at, in: zone) {
                found.append(next)
                at = next
            }
            return found
        }
        let count = 1 + random.below(40)
        let endless = fires(nil, 120)
        let ended = fires(.times(count), 120)
        // Two times that a change of the clocks puts on one instant are two of the number.
        #expect(endless.starts(with: ended) && (count - 2...count).contains(ended.count), "seed \(seed)")
        let last = start.adding(days: random.below(400))
        let through = zone.instant(of: last, secondOfDay: 86_399)
        let byDay = fires(.day(last), 120)
        #expect(endless.starts(with: byDay), "seed \(seed)")
        // In Samoa a whole day is missing, and its times come with the next day.
        if zone.name(at: through) != "Pacific/Apia" {
            #expect(byDay == endless.filter { $0 <= through }, "seed \(seed)")
        }
    }

    @Test("an end that one device sets, an answer and another name of the other: all of it holds on both") func merged()
        throws
    {
        let devices = try Devices(2, seed: 38)
        let alarm = Draft.stream("alarm/a")
        let schedule = JSONValue.object(pairs: ["kind": .string("customDays"), "times": .array([.string("09:00")])])
        try devices.all[0].ledger.addAlarm(.object(pairs: ["title": .string("Pills"), "schedule": schedule]), id: "a")
        try devices.exchange()
        try devices.all[0].ledger.editAlarm(
            alarm, [], schedule: [.init("until", .string("2026-02-11"))], replacing: false)
        devices.at("2026-02-10T09:05:00Z")
        try devices.all[1].ledger.completeAlarm(alarm)
        try devices.all[1].ledger.editAlarm(alarm, .object(pairs: ["title": .string("Vitamins")]))
        try devices.exchange()
        #expect(try devices.shown().description == "a active next 2026-02-11T09:00:00Z waits - snoozes 0")
        devices.at("2026-02-11T09:05:00Z")
        try devices.all[0].ledger.completeAlarm(alarm)
        try devices.exchange()
        let shown = try devices.shown()
        #expect(shown.description == "a ended next - waits - snoozes 0" && shown.cards[0].card.title == "Vitamins")
        for device in devices.all { #expect(try device.ledger.tickAlarms().fired.isEmpty) }
    }
}
