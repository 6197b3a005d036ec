import Alarms
import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

/// The effect of a tick on alarms.
@Suite struct FiringTests {
    @Test("C-F-9.1, C-F-9.2, C-F-14.1: it is due at its instant, fires once, and a second look adds nothing")
    func fires() throws {
        let book = try AlarmBook(plus: true)
        try book.create()
        book.at("2026-02-13T13:59:00Z")
        #expect(try book.cards.map(\.countdown) == ["Alarm in 1m"])
        #expect(
            try book.ledger.pendingFires().value.map { "\($0.stream.id) \($0.instant)" } == ["a 2026-02-13T14:00:00Z"])
        book.at("2026-02-13T13:59:59.999Z")
        #expect(try book.cards.map(\.countdown) == ["Alarm in <1m"])
        #expect(try book.tick() == [])
        book.at("2026-02-13T14:00:00Z")
        #expect(try book.line() == "ringing next 2026-02-16T14:00:00Z waits 2026-02-13T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-13T14:00:00Z"])
        #expect(try book.tick() == [] && book.types == ["alarm.created", "alarm.fired"])
        #expect(try book.line() == "ringing next 2026-02-16T14:00:00Z waits 2026-02-13T14:00:00Z")
        book.at("2026-02-13T14:04:59.999Z")
        #expect(try book.line() == "ringing next 2026-02-16T14:00:00Z waits 2026-02-13T14:00:00Z")
        book.at("2026-02-13T14:05:00Z")
        #expect(try book.line() == "missed next 2026-02-16T14:00:00Z waits 2026-02-13T14:00:00Z")
        #expect(try book.tick() == [] && book.events == 2)
    }

    @Test("C-F-12.4, C-F-12.5: from 09:00 of today on the next is that of next week") func today() throws {
        let book = try AlarmBook(plus: true)
        book.at("2026-02-02T13:00:00Z")
        try book.create(schedule: #"{"kind":"weekly","days":[2],"times":["09:00"],"zone":"America/New_York"}"#)
        for (now, next) in [
            ("2026-02-09T13:59:00Z", "2026-02-09T14:00:00Z"), ("2026-02-09T14:00:00Z", "2026-02-16T14:00:00Z"),
            ("2026-02-09T14:01:00Z", "2026-02-16T14:00:00Z"),
        ] {
            book.at(now)
            #expect(try book.cards.map { $0.nextFire?.description } == [next])
        }
    }

    @Test("Of several that have come the latest fires; the others, and what nobody answered, are one that was missed")
    func missed() throws {
        let book = try AlarmBook(plus: true)
        try book.create(schedule: AlarmBook.daily)
        book.at("2026-02-12T14:30:00Z")
        #expect(try book.line() == "missed next 2026-02-13T14:00:00Z waits 2026-02-12T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-12T14:00:00Z missed 2: 2026-02-10T14:00:00Z to 2026-02-11T14:00:00Z"])
        book.at("2026-02-13T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-13T14:00:00Z missed 1: 2026-02-12T14:00:00Z to 2026-02-12T14:00:00Z"])
        #expect(try book.done() == nil)
        book.at("2026-02-14T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-14T14:00:00Z"])
        #expect(
            try book.stories == [
                "2026-02-14T14:00:00Z waiting", "2026-02-13T14:00:00Z completed", "2026-02-12T14:00:00Z missed",
                "2026-02-11T14:00:00Z missed",
            ])
    }

    @Test("An hourly alarm that nobody looked at for ten years is counted, not walked") func tenYears() throws {
        let book = try AlarmBook(plus: true)
        try book.create(schedule: AlarmBook.hourly)
        book.at("2036-02-10T13:30:00Z")
        #expect(try book.line() == "missed next 2036-02-10T14:00:00Z waits 2036-02-10T13:00:00Z")
        let clock = ContinuousClock()
        var fired: [String] = []
        let time = try clock.measure { fired = try book.tick() }
        // 3,652 days of 24 hours, without the one that fires. In spring a time that is skipped falls on the next one;
        // they are counted by the calendar.
        #expect(fired == ["a 2036-02-10T13:00:00Z missed 87647: 2026-02-10T14:00:00Z to 2036-02-10T12:00:00Z"])
        #expect(time < .seconds(5), "\(time)")
    }

    @Test("The latest and the count are those of walking, whatever the schedule") func againstWalking() throws {
        var random = SeededRandom(seed: 20_260_210)
        for round in 0..<60 {
            let schedule = [
                weekly([2, 6], every: 1 + random.below(3), at: "09:00;21:30"),
                monthly([10, 31], every: 1 + random.below(4)), everyDays(1 + random.below(9), at: "00:30;23:45"),
                annual(2, 29, every: 1 + random.below(2)),
            ][random.below(4)]
            let fields = AlarmReader(zone: newYork, floatsByDefault: true) { _ in nil }
            let from = Instant(milliseconds: defaultClock.milliseconds + Int64(random.below(400)) * 86_400_000)
            let now = Instant(milliseconds: from.milliseconds + Int64(random.below(2000)) * 3_600_000)
            let series = try #require(fields.series(of: fieldsOf(schedule)))
            var walked: [Instant] = []
            while let next = schedule.nextFire(after: walked.last ?? from, in: newYork), next <= now {
                walked.append(next)
            }
            guard let first = series.next(after: from), first <= now else {
                #expect(walked.isEmpty, "round \(round)")
                continue
            }
            #expect(series.latest(from: first, through: now) == walked.last, "round \(round)")
            #expect(series.count(from: first, through: try #require(walked.last)) == walked.count, "round \(round)")
        }
    }

    /// The fields that state such a schedule.
    private func fieldsOf(_ schedule: Schedule) -> ScheduleFields {
        var fields = ScheduleFields()
        fields.interval = schedule.interval
        fields.start = schedule.start
        fields.times = schedule.times.map {
            "\(Digits.text($0 / 3600, width: 2)):\(Digits.text($0 / 60 % 60, width: 2))"
        }
        switch schedule.rule {
        case .weekly(let days, _): (fields.kind, fields.days) = (.weekly, days.days)
        case .monthlyDate(let days): (fields.kind, fields.days) = (.monthlyDate, days.days)
        case .annual(let month, let day): (fields.kind, fields.month, fields.day) = (.annual, month, day)
        case .customDays, .monthlyRelative: fields.kind = .customDays
        }
        return fields
    }

    @Test("C-F-9.4: what fires carries the sound of the settings") func sound() throws {
        let book = try AlarmBook(plus: true)
        try book.create()
        try book.set("alarms.sound", .string("Tritone"))
        book.at("2026-02-13T14:00:00Z")
        #expect(try book.ledger.tickAlarms().fired.map(\.sound) == ["Tritone"])
        var stated: JSONValue?
        try book.ledger.events(.init(type: "alarm.fired")) {
            stated = $0.data
            return true
        }
        #expect(stated?.text == #"{"occurrence":"2026-02-13T14:00:00Z","sound":"Tritone"}"#)
    }

    @Test(
        "Where the clock was set back, what a clock ahead fired is set aside; an occurrence that fired at its own instant does not come again"
    )
    func clockBehind() throws {
        let book = try AlarmBook(plus: true)
        try book.create(schedule: AlarmBook.daily)
        book.at("2026-02-12T14:00:00Z")
        try book.tick()
        book.at("2026-02-11T15:00:00Z")
        #expect(try book.line() == "missed next 2026-02-13T14:00:00Z waits 2026-02-11T14:00:00Z")
        let tick = try book.ledger.tickAlarms()
        #expect(tick.fired.map(\.due.occurrence) == [instant("2026-02-11T14:00:00Z")])
        #expect(tick.isClockBehind && tick.latestFire == instant("2026-02-12T14:00:00Z"))
        #expect(
            tick.ahead.map { "\($0.type) \($0.occurrence) \($0.from.map { "\($0)" } ?? "")" } == [
                "alarm.missed 2026-02-11T14:00:00Z 2026-02-12T14:00:00Z",
                "alarm.fired 2026-02-12T14:00:00Z 2026-02-12T14:00:00Z",
            ])
        #expect(try book.done() == nil)
        book.at("2026-02-12T14:00:00Z")
        #expect(try book.tick() == [] && !book.ledger.tickAlarms().isClockBehind)
        book.at("2026-02-13T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-13T14:00:00Z missed 1: 2026-02-12T14:00:00Z to 2026-02-12T14:00:00Z"])
    }

    @Test("C-F-14.3, C-F-14.4, C-F-14.5: what is removed or off waits for nothing; on again it goes on from now")
    func cancelled() throws {
        let book = try AlarmBook(plus: true)
        try book.create(schedule: AlarmBook.daily)
        let stream = Draft.stream("alarm/a")
        try book.ledger.setAlarm(stream, enabled: false)
        #expect(try book.ledger.pendingFires().value.isEmpty)
        book.at("2026-02-12T15:00:00Z")
        #expect(try book.tick() == [] && book.line() == "inactive")
        try book.ledger.setAlarm(stream, enabled: true)
        #expect(try book.ledger.pendingFires().value.map(\.instant) == [instant("2026-02-13T14:00:00Z")])
        #expect(try book.line() == "active next 2026-02-13T14:00:00Z")
        try book.ledger.removeAlarm(stream)
        #expect(try book.ledger.pendingFires().value.isEmpty)
        book.at("2026-02-14T15:00:00Z")
        #expect(try book.tick() == [])
        #expect(try book.undo("alarm.removed") == nil)
        #expect(try book.line() == "active next 2026-02-15T14:00:00Z" && book.tick() == [])
    }

    @Test("C-F-14.1: the queue holds the next fires of all alarms in order; a look at each fires it") func queue()
        throws
    {
        let book = try AlarmBook(plus: true)
        try book.create("A", schedule: AlarmBook.daily)
        try book.append(
            "alarm.created", #"{"title":"B","schedule":{"kind":"customDays","times":["09:00","12:00"]}}"#,
            stream: "alarm/b")
        let queue = try book.ledger.pendingFires(count: 5).value
        #expect(
            queue.map { "\($0.title) \($0.instant)" } == [
                "A 2026-02-10T14:00:00Z", "B 2026-02-10T14:00:00Z", "B 2026-02-10T17:00:00Z", "A 2026-02-11T14:00:00Z",
                "B 2026-02-11T14:00:00Z",
            ])
        var fired: [String] = []
        for fire in queue {
            book.clock.set(fire.instant)
            fired += try book.ledger.tickAlarms().fired.map { "\($0.alarm.title) \($0.due.occurrence)" }
        }
        #expect(fired == queue.map { "\($0.title) \($0.instant)" })
        book.at("2026-02-11T14:10:00Z")
        #expect(try book.snooze(600) == nil)
        #expect(
            try book.ledger.pendingFires(count: 3).value.map { "\($0.title) \($0.instant) \($0.isSnooze)" } == [
                "A 2026-02-11T14:20:00Z true", "B 2026-02-11T17:00:00Z false", "A 2026-02-12T14:00:00Z false",
            ])
    }

    @Test("More than a unit holds is written in several, and each alarm fires once") func manyUnits() throws {
        let book = try AlarmBook(plus: true)
        let schedule = try AlarmBook.json(AlarmBook.daily)
        let count = 4_100
        for part in 0..<5 {
            let drafts = (part * 820..<(part + 1) * 820).map { number in
                EventDraft(
                    stream: Draft.stream("alarm/n\(number)"), type: "alarm.created",
                    data: .json(.object(pairs: ["title": .string("x"), "schedule": schedule])))
            }
            _ = try book.ledger.append(drafts)
        }
        book.at("2026-02-11T14:00:00Z")
        let tick = try book.ledger.tickAlarms()
        #expect(
            tick.fired.count == count && Set(tick.fired.map(\.stream)).count == count
                && tick.fired.allSatisfy { $0.due.missed?.count == 1 })
        #expect(try book.events == 3 * count && book.ledger.tickAlarms().fired.isEmpty)
    }
}

/// Clocks that were wrong, and what they leave behind.
@Suite struct WrongClockTests {
    @Test("L2: what a clock that was far ahead fired holds up nothing") func revived() throws {
        let book = try AlarmBook(plus: true)
        try book.create(schedule: AlarmBook.daily)
        book.at("2030-02-10T15:00:00Z")
        #expect(try !book.tick().isEmpty)
        book.at("2026-02-10T13:10:00Z")
        #expect(try book.tick() == [])
        #expect(try book.cards.first?.nextFire?.description == "2026-02-10T14:00:00Z")
        book.at("2026-02-10T14:00:00Z")
        #expect(try book.tick() == ["a 2026-02-10T14:00:00Z"])
        #expect(try book.tick() == [])
    }

    @Test("at the end of the calendar it fires no more, and its countdown is of days and hours") func end() throws {
        let book = try AlarmBook(plus: true)
        try book.create(
            schedule:
                #"{"kind":"annual","month":12,"day":31,"start":"9999-01-01","times":["23:30"],"zone":"America/Los_Angeles","floating":false}"#
        )
        #expect(try book.cards.map { $0.nextFire } == [nil])
        book.at("9999-12-31T15:00:00Z")
        #expect(try book.cards.map { $0.nextFire } == [nil])
        let zone = try #require(SystemZone("Pacific/Kiritimati"))
        let (from, to) = (instant("9999-12-31T00:00:00Z"), instant("9999-12-31T23:00:00Z"))
        #expect(Countdown(from: from, to: to, in: zone).compact == "23h 0m")
        #expect(Countdown(from: instant("2026-02-10T13:00:00Z"), to: to, in: zone).compact.hasPrefix("7973y"))
    }

    @Test("C-F-9B.2: what another device notes as missed ends no snooze that is in force") func snoozeStays() throws {
        let person = [UInt8](repeating: 7, count: 32)
        let (phone, tablet) = (try AlarmBook(person: person), try AlarmBook(person: person))
        try phone.create(schedule: AlarmBook.daily)
        try AlarmBook.meet(phone, tablet)
        phone.at("2026-02-10T14:00:00Z")
        try phone.tick()
        #expect(try phone.snooze(604_800) == nil)
        for book in [phone, tablet] { book.at("2026-02-12T14:30:00Z") }
        try tablet.tick()
        try AlarmBook.meet(phone, tablet)
        for book in [phone, tablet] {
            #expect(try book.line() == "snoozed next 2026-02-17T14:00:00Z waits 2026-02-10T14:00:00Z snoozes 1")
        }
        #expect(try phone.ledger.digest() == tablet.ledger.digest())
    }

    @Test("what is told by hand is held to the schedule: nothing between its occurrences is done or put off")
    func between() throws {
        let book = try AlarmBook(plus: true)
        try book.create(schedule: AlarmBook.daily)
        book.at("2026-02-10T14:00:30Z")
        let unknown =
            #"occurrence.unknown: The alarm has no occurrence at 2026-02-10T14:00:15Z. The alarm shows when it fires."#
        #expect(try book.append("alarm.completed", #"{"occurrence":"2026-02-10T14:00:15Z"}"#) == unknown)
        #expect(try book.append("alarm.snoozed", #"{"occurrence":"2026-02-10T14:00:15Z","seconds":3600}"#) == unknown)
        #expect(try book.append("alarm.completed", #"{"occurrence":"2026-02-10T14:00:00Z"}"#) == nil)
    }
}
