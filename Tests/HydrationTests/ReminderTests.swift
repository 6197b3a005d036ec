import DaybookDomains
import Engine
import EventCodec
import EventModel
import Hydration
import LedgerTestSupport
import Testing

@Suite struct ReminderTests {
    private func reminders(_ book: WaterBook) throws -> String {
        let value = try book.ledger.waterReminders().value
        return value.times.map(TimeOfDay.text).joined(separator: " ")
    }

    @Test(
        "H-4.1, H-C6.2, H-L.3, H-X.5: every row of the reminders", arguments: vectors("hydration-reminder-vectors.csv"))
    func rows(row: [String: String]) throws {
        let wake = try #require(TimeOfDay.minutes(row["wake"] ?? "")),
            sleep = try #require(TimeOfDay.minutes(row["sleep"] ?? ""))
        let window = WakeWindow(wake: wake, sleep: sleep)
        let times = window.reminders(perDay: row.number("frequency"))
        #expect(sleep - wake == row.number("window_minutes"), "\(row)")
        #expect(times.allSatisfy { wake < $0 && $0 < window.end }, "\(row)")
        // Of its two readings for a window past midnight, we add a day.
        let expected = sleep < wake ? "23:36 01:12 02:48 04:24" : row["times"] ?? ""
        #expect(times.map { TimeOfDay.text($0 % 1440) }.joined(separator: " ") == expected, "\(row)")
        guard let interval = Int(row["interval_minutes"] ?? "") else { return }
        #expect(window.interval(perDay: row.number("frequency")) == interval)
    }

    @Test("a window too short for its reminders has none") func short() {
        #expect(
            WakeWindow(wake: 420, sleep: 424).reminders(perDay: 4) == []
                && WakeWindow(wake: 420, sleep: 425).reminders(perDay: 4) == [421, 422, 423, 424])
    }

    @Test("H-5.2, H-L.2: without settings the day is from 07:00 to 23:00, with four reminders") func defaults() throws {
        let book = try WaterBook()
        let value = try book.ledger.waterReminders().value
        #expect(
            value.window == WakeWindow(wake: 420, sleep: 1380, source: .defaults) && value.intervalMinutes == 192
                && value.perDay == 4)
        #expect(try reminders(book) == "10:12 13:24 16:36 19:48")
    }

    @Test("H-C5.6, H-C6.3, H-C6.4, H-C7.1: settings, their limits, and what follows from them") func settings() throws {
        let book = try WaterBook()
        func set(_ name: String, _ value: JSONValue) throws -> String? {
            try book.rejectionCode { try book.set(name, value) }
        }
        for number in [0, 11, -1] {
            #expect(
                try set("water.remindersPerDay", .integer(number))
                    == "frequency.range: water.remindersPerDay is a whole number from 1 to 10. Give it such a value.")
        }
        for number in [0, 7] {
            #expect(
                try set("water.smartHours", .integer(number))
                    == "threshold.range: water.smartHours is a whole number from 1 to 6. Give it such a value.")
        }
        #expect(
            try book.append("settings/water", "setting.changed", #"{"name":"water.smartHours","value":7}"#)?.hasPrefix(
                "threshold.range: ") == true)
        for number in [1, 10] { #expect(try set("water.remindersPerDay", .integer(number)) == nil) }
        #expect(try reminders(book) == "08:27 09:54 11:21 12:48 14:15 15:42 17:09 18:36 20:03 21:30")
        #expect(
            try set("water.smart", .bool(true)) == nil && set("water.smartHours", .integer(2)) == nil
                && set("water.sleepImport", .bool(true)) == nil)
        let settings = try book.ledger.waterSettings()
        #expect(
            settings.isSmart && settings.smartHours == 2 && settings.importsSleep && settings.remindersPerDay == 10
                && settings.unit == .ml)
    }

    @Test("H-4.1: a wake time that is the sleep time is refused, whichever of the two is set")
    func windowInvalid() throws {
        let book = try WaterBook()
        let text =
            "window.invalid: The wake time 23:00 and the sleep time 23:00 are the same. "
            + "Change water.sleep first where both are to change."
        #expect(try book.rejectionCode { try book.set("water.wake", .integer(1380)) } == text)
        #expect(
            try book.append("settings/water", "setting.changed", #"{"name":"water.sleep","value":420}"#)
                == "window.invalid: The wake time 07:00 and the sleep time 07:00 are the same. "
                + "Change water.wake first where both are to change.")
        try book.set("water.sleep", .integer(360))
        #expect(try book.ledger.waterReminders().value.window.end == 1_800, "06:00 is of the next day")
        try book.set("water.wake", .integer(480))
        try book.set("water.sleep", .integer(1200))
        #expect(
            try reminders(book) == "10:24 12:48 15:12 17:36"
                && book.ledger.waterReminders().value.window.source == .settings)
        #expect(
            try book.rejectionCode { try book.set("water.sleep", .integer(480)) }?.hasPrefix("window.invalid: ") == true
        )
    }

    @Test("H-C1.6, H-C1.7, H-C6.1: reminders are pending only where notices are allowed; all else works without")
    func permission() throws {
        let book = try WaterBook()
        #expect(
            try book.ledger.waterReminders().value.pending == []
                && book.ledger.notices(domain: "water").value.due.isEmpty)
        try book.ledger.setPermission("granted", domain: "water")
        #expect(
            try book.ledger.waterReminders().value.pending == ["15:12", "18:24", "21:36"].map {
                instant("2026-02-10T\($0):00Z")
            } + [instant("2026-02-11T00:48:00Z")])
        book.clock.set("2026-02-10T18:24:00Z")
        #expect(try book.ledger.waterReminders().value.pending.count == 2)
        #expect(try book.ledger.notices(domain: "water").value.due.map(\.key) == ["water.2026-02-10T13:24"])
        try book.ledger.setPermission("denied", domain: "water")
        let denied = try book.ledger.notices(domain: "water").value
        #expect(denied.due.isEmpty && denied.held.isEmpty && denied.next == nil)
        #expect(try book.ledger.waterReminders().value.pending == [] && book.ledger.due().value.isEmpty)
        try book.drink(.water, 2500)
        #expect(try book.streak() == 1 && book.ledger.waterReminders().value.times.count == 4)
    }

    @Test("a reminder is told once, and the next look is at the next one") func notices() throws {
        let book = try WaterBook()
        try book.ledger.setPermission("granted", domain: "water")
        #expect(try book.ledger.notices(domain: "water").value.next == instant("2026-02-10T15:12:00Z"))
        book.clock.set("2026-02-10T15:12:00Z")
        let due = try book.ledger.due().value
        #expect(due.map(\.title) == ["Time to drink something"] && due.map(\.domain) == ["water"])
        #expect(
            try book.ledger.evaluateNotices(domain: "water").answer.value.due.map(\.key) == ["water.2026-02-10T10:12"])
        let after = try book.ledger.notices(domain: "water").value
        #expect(after.due.isEmpty && after.acknowledged == ["water.2026-02-10T10:12"])
        // After the last of the day it is the first of the next.
        book.clock.set("2026-02-11T02:00:00Z")
        #expect(try book.ledger.notices(domain: "water").value.next == instant("2026-02-11T15:12:00Z"))
    }

    @Test("H-4.2, H-C6.5, H-X.9: due when longer ago than the threshold, and awake") func smart() throws {
        let book = try WaterBook()
        book.clock.set("2026-02-11T05:00:00Z")
        try book.drink(.water, 250, at: "2026-02-10T12:00:00-05:00")
        func isDue(_ at: String) throws -> Bool { try book.ledger.waterSmart(at: instant(at)).value.reminder.isDue }
        #expect(
            try !isDue("2026-02-10T14:00:00-05:00") && isDue("2026-02-10T14:01:00-05:00")
                && isDue("2026-02-10T14:00:00.001-05:00"))
        #expect(
            try !isDue("2026-02-10T23:30:00-05:00") && isDue("2026-02-10T23:00:00-05:00")
                && !isDue("2026-02-10T23:00:00.001-05:00"))
        #expect(try !isDue("2026-02-11T06:59:59-05:00") && isDue("2026-02-11T07:00:00-05:00"))
        // The drink had not happened at noon's eve.
        #expect(try isDue("2026-02-10T11:59:00-05:00"))
        try book.set("water.smartHours", .integer(6))
        #expect(try !isDue("2026-02-10T18:00:00-05:00") && isDue("2026-02-10T18:00:01-05:00"))
    }

    @Test("H-C6.6: a drink ends it until the threshold has passed again") func drinkLogged() throws {
        let book = try WaterBook()
        try book.drink(.water, 250, at: "2026-02-10T07:00:00-05:00")
        book.clock.set("2026-02-10T15:00:00Z")
        #expect(try book.ledger.waterSmart().value.reminder.isDue)
        let drink = try book.drink(.water, 250)
        #expect(try !book.ledger.waterSmart().value.reminder.isDue)
        book.clock.set("2026-02-10T17:00:01Z")
        #expect(try book.ledger.waterSmart().value.reminder.isDue)
        book.clock.set("2026-02-10T16:00:00Z")
        try book.ledger.removeDrink(drink)
        #expect(
            try book.ledger.waterSmart().value.reminder.lastDrink == instant("2026-02-10T12:00:00Z"),
            "a removed drink is none")
    }

    @Test("H-4.2: drinks that were not known yet are told beside the last one that was") func unknown() throws {
        let book = try WaterBook()
        book.clock.set("2026-02-10T15:00:00Z")
        let first = try book.drink(.juice, 250, at: "2026-02-10T08:00:00-05:00")
        let last = try book.drink(.water, 250, at: "2026-02-10T09:00:00-05:00")
        let known = try book.ledger.answered(.now).position
        let next = try book.drink(.tea, 250, at: "2026-02-10T09:30:00-05:00")
        try book.drink(.water, 250, at: "2026-02-09T09:30:00-05:00")
        try book.ledger.removeDrink(last)
        try book.ledger.removeDrink(first)
        let figure = Figure.waterSmart(isDue: false, lastDrink: (last, book.ledger.today), on: book.ledger.today)
        for foldsAll in [false, true] {
            let evidence = try #require(
                try book.ledger.evidence(
                    [figure], AsOf(on: book.ledger.today, known: .position(known)), limit: 9, foldsAll: foldsAll
                ).first)
            #expect(evidence.counted.map(\.stream) == [last])
            let (ofFirst, others) = (
                evidence.leftOut.filter { $0.stream == first }, evidence.leftOut.filter { $0.stream != first }
            )
            #expect(
                others.map(\.stream).sorted() == [last, next].sorted()
                    && others.allSatisfy { $0.reason == .notKnownYet })
            #expect(
                ofFirst.map(\.reason) == [.notKnownYet, .notLast],
                "of one record what came last stands first, whichever thread reads it")
        }
    }

    @Test("H-4.2: the last drink with a time is found behind many days that tell none") func untimed() throws {
        let book = try WaterBook()
        book.clock.set("2026-02-10T15:00:00Z")
        let timed = try book.drink(.water, 250, at: "2025-12-01T12:00:00-05:00")
        let other = try book.drink(.water, 250, at: "2025-12-02T09:00:00-05:00")
        var day = CivilDate(day: 20_430)
        for _ in 0..<60 {
            try book.drink(.water, 200, at: day.description)
            day = day.adding(days: 1)
        }
        #expect(day < book.ledger.today)
        func last(_ asOf: AsOf = .now) throws -> (Instant?, StreamID?) {
            let answer = try book.ledger.waterSmart(asOf).value
            return (answer.reminder.lastDrink, answer.lastDrink)
        }
        let before = try book.ledger.answered(.now).position
        #expect(try last() == (instant("2025-12-02T14:00:00Z"), other))
        try book.ledger.removeDrink(other)
        #expect(try last() == (instant("2025-12-01T17:00:00Z"), timed))
        #expect(try last(AsOf(known: .position(before))) == (instant("2025-12-02T14:00:00Z"), other))
        try book.ledger.removeDrink(timed)
        #expect(try last() == (nil, nil))
        // Of a day alone, but noted on it.
        let today = try book.drink(.water, 250, at: "2026-02-10")
        #expect(try last() == (book.ledger.now, today))
    }

    @Test("H-4.2, H-L.1: looks lie on a grid of two hours; where none was taken the regular reminders hold") func grid()
        throws
    {
        let book = try WaterBook()
        book.clock.set("2026-02-10T20:30:00Z")
        let now = try book.ledger.waterSmart().value
        #expect(
            now.reminder.gridStart == instant("2026-02-10T19:00:00Z")
                && now.reminder.nextCheck == instant("2026-02-10T21:00:00Z") && !now.fallsBack)
        #expect(try !book.ledger.waterSmart(lastCheck: instant("2026-02-10T19:00:00Z")).value.fallsBack)
        let missed = try book.ledger.waterSmart(lastCheck: instant("2026-02-10T18:59:59Z")).value
        #expect(missed.fallsBack && missed.regular.times.map(TimeOfDay.text) == ["10:12", "13:24", "16:36", "19:48"])
    }

    @Test("smart reminders take the place of the regular ones, once for each look") func smartNotices() throws {
        let book = try WaterBook()
        try book.ledger.setPermission("granted", domain: "water")
        try book.set("water.smart", .bool(true))
        try book.drink(.water, 250)
        book.clock.set("2026-02-10T15:12:00Z")
        let looked = try book.ledger.evaluateNotices(domain: "water").answer.value
        #expect(
            looked.due.map(\.title) == ["Nothing drunk for more than 2 hours"]
                && looked.due.map(\.key) == ["water.smart.2026-02-10T15:00:00Z"])
        #expect(looked.next == instant("2026-02-10T17:00:00Z"))
        #expect(try book.ledger.notices(domain: "water").value.due.isEmpty)
        book.clock.set("2026-02-10T17:00:00Z")
        #expect(try book.ledger.notices(domain: "water").value.due.count == 1)
        try book.drink(.water, 250)
        #expect(try book.ledger.notices(domain: "water").value.due.isEmpty)
    }

    @Test("a drink that tells only its day was drunk about when it was noted, if that was on that day") func dayOnly()
        throws
    {
        let book = try WaterBook()
        try book.drink(.water, 250, at: "2026-02-09")
        #expect(try book.ledger.waterSmart().value.reminder.lastDrink == nil)
        try book.drink(.water, 250, at: "2026-02-10")
        #expect(try book.ledger.waterSmart().value.reminder.lastDrink == instant("2026-02-10T13:00:00Z"))
    }
}

@Suite struct SleepTests {
    private static let nights = "wake,sleep,date\n06:30,22:00,2026-02-09\n07:00,22:31,2026-02-10\n"

    private func window(_ book: WaterBook, _ on: String? = nil) throws -> WakeWindow {
        try book.ledger.waterReminders(AsOf(on: on.map(day))).value.window
    }

    @Test(
        "H-5.1, H-C7.2, H-C7.3, H-X.6: imported times are used for seven days where they are wanted and may be read, else the settings"
    ) func inUse() throws {
        let book = try WaterBook()
        try book.set("water.wake", .integer(480))
        let outcome = try book.ledger.importSleep(Array(SleepTests.nights.utf8))
        #expect(outcome.wake == 405 && outcome.sleep == 1335 && outcome.days == 2 && !outcome.isInUse)
        #expect(try window(book) == WakeWindow(wake: 480, sleep: 1380, source: .settings))
        try book.set("water.sleepImport", .bool(true))
        #expect(try window(book).source == .settings, "nobody has allowed it")
        try book.ledger.setPermission("granted", domain: "water")
        #expect(try window(book) == WakeWindow(wake: 405, sleep: 1335, source: .imported))
        #expect(
            try window(book, "2026-02-16").source == .imported && window(book, "2026-02-17").source == .settings
                && window(book, "2026-02-09").source == .settings)
        try book.ledger.setPermission("denied", domain: "sleep")
        #expect(try window(book) == WakeWindow(wake: 480, sleep: 1380, source: .settings))
        // Notices may be denied, and sleep times read all the same.
        try book.ledger.setPermission("granted", domain: "sleep")
        try book.ledger.setPermission("denied", domain: "water")
        #expect(try window(book).source == .imported && book.ledger.waterReminders().value.pending.isEmpty)
        try book.set("water.sleepImport", .bool(false))
        #expect(try window(book).source == .settings)
    }

    @Test("H-S.2: of a file of nights only the minutes are kept") func kept() throws {
        let book = try WaterBook()
        let lines =
            #"{"wake":"06:30","sleep":1320,"date":"2026-02-10","heartRate":[61,58],"device":"Watch 7"}"# + "\n\n"
        _ = try book.ledger.importSleep(Array(lines.utf8))
        var data: [String] = []
        try book.ledger.events(.init(stream: GoalHistory.stream)) {
            data.append($0.data?.text ?? "")
            return true
        }
        #expect(data == [#"{"wake":390,"sleep":1320,"days":1,"from":"2026-02-10"}"#])
    }

    @Test("nights that cannot be used are named; without one nothing is written") func skipped() throws {
        let book = try WaterBook()
        let before = try book.events
        let text =
            "date,wake,sleep\n2026-02-03,07:00,23:00\n2026-02-11,07:00,23:00\nsoon,07:00,23:00\n2026-02-10,early,23:00\n2026-02-10,07:00,07:00\n"
        #expect(
            try book.rejectionCode { try book.ledger.importSleep(Array(text.utf8)) }
                == "sleep.none: No night of the last 7 days can be used. Line 2: 2026-02-03 is not one of the last 7 days."
        )
        let outcome = try book.ledger.importSleep(Array((text + "2026-02-04,07:00,23:00\n").utf8))
        #expect(outcome.days == 1 && outcome.skipped.map(\.line) == [2, 3, 4, 5, 6])
        #expect(
            outcome.skipped.map(\.code) == [
                "date.outside", "date.outside", "date.unreadable", "time.unreadable", "window.invalid",
            ])
        #expect(outcome.skipped.last?.text == "The wake time 07:00 and the sleep time 07:00 are the same.")
        #expect(try window(book).source == .defaults)
        // A sleep time before the wake time is one of the next day.
        let late = "date,wake,sleep\n2026-02-09,07:00,00:30\n2026-02-10,07:00,23:30\n"
        let mean = try book.ledger.importSleep(Array(late.utf8))
        #expect((mean.wake, mean.sleep, mean.days) == (420, 0, 2))
        #expect(
            try book.rejectionCode { try book.ledger.importSleep(Array("a,b\n1,2\n".utf8)) }
                == "65 sleep.unreadable: This is no file of nights: its first line does not name the columns wake and sleep."
        )
        #expect(
            try book.rejectionCode { try book.ledger.importSleep(Array("{\"wake\":\n".utf8)) }
                == "65 json.invalid: Line 1 is not a JSON object.")
        #expect(try book.events == before + 2)
    }

    @Test("sleep times that are no window are refused from a file of events, too") func event() throws {
        let book = try WaterBook()
        #expect(
            try book.append("profile/water", "sleep.imported", #"{"wake":1380,"sleep":1380,"days":7}"#)
                == "window.invalid: The wake time 23:00 and the sleep time 23:00 are the same. "
                + "A sleep time before the wake time is one of the next day.")
        #expect(try book.append("profile/water", "sleep.imported", #"{"wake":420,"sleep":1380,"days":7}"#) == nil)
        try book.set("water.sleepImport", .bool(true))
        try book.ledger.setPermission("granted", domain: "water")
        #expect(
            try window(book) == WakeWindow(wake: 420, sleep: 1380, source: .imported),
            "without a day it is of the day it was told")
    }
}
