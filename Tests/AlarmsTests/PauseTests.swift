import Alarms
import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

/// An alarm that is paused until a day.
@Suite struct PauseTests {
    private let alarm = Draft.stream("alarm/a")
    private static let daily = #"{"kind":"customDays","times":["08:00"],"zone":"UTC"}"#

    private func book(_ schedule: String = daily, at moment: String = "2026-02-10T07:00:00Z", plus: Bool = true) throws
        -> AlarmBook
    {
        let book = try AlarmBook(zone: "UTC", plus: plus)
        book.at(moment)
        try book.create(schedule: schedule)
        return book
    }

    @discardableResult private func pause(_ book: AlarmBook, _ until: String) throws -> String? {
        try book.rejectionCode { try book.ledger.pauseAlarm(alarm, until: day(until)) }
    }

    /// Each story in words, as `2026-02-12T08:00:00Z paused 3 since 2026-02-10T08:00:00Z`.
    private func history(_ book: AlarmBook) throws -> [String] {
        try book.ledger.alarm(alarm, occurrencesMaximum: .max).value.occurrences.map {
            let run = $0.count.map { " \($0)" } ?? ""
            return "\($0.occurrence) \($0.outcome.rawValue)\(run)\($0.since.map { " since \($0)" } ?? "")"
        }
    }

    @Test("it fires on no day before, then again by itself; the history has what came meanwhile as paused")
    func untilADay() throws {
        let book = try book()
        #expect(try pause(book, "2026-02-13") == nil)
        #expect(try book.line() == "paused next 2026-02-13T08:00:00Z")
        #expect(try book.cards.first?.pausedUntil == day("2026-02-13"))
        book.at("2026-02-12T09:00:00Z")
        #expect(try book.tick() == [] && book.done()?.hasPrefix("occurrence.none:") == true)
        #expect(try history(book) == ["2026-02-12T08:00:00Z paused 3 since 2026-02-10T08:00:00Z"])
        book.at("2026-02-13T00:00:00Z")
        #expect(try book.line() == "active next 2026-02-13T08:00:00Z")
        book.at("2026-02-14T08:00:00Z")
        #expect(
            try book.tick() == ["a 2026-02-14T08:00:00Z missed 1: 2026-02-13T08:00:00Z to 2026-02-13T08:00:00Z"])
        #expect(
            try history(book) == [
                "2026-02-14T08:00:00Z waiting", "2026-02-13T08:00:00Z missed",
                "2026-02-12T08:00:00Z paused 3 since 2026-02-10T08:00:00Z",
            ])
        #expect(try book.types == ["alarm.created", "alarm.paused", "alarm.missed", "alarm.fired"])
    }

    @Test("switching it on ends the pause before its day, switching it off too") func switched() throws {
        let book = try book()
        try pause(book, "2026-02-20")
        book.at("2026-02-11T09:00:00Z")
        try book.ledger.setAlarm(alarm, enabled: true)
        #expect(try book.line() == "active next 2026-02-12T08:00:00Z")
        try pause(book, "2026-02-20")
        book.at("2026-02-13T09:00:00Z")
        try book.ledger.setAlarm(alarm, enabled: false)
        book.at("2026-02-15T09:00:00Z")
        #expect(try book.line() == "inactive")
        try book.ledger.setAlarm(alarm, enabled: true)
        #expect(try book.line() == "active next 2026-02-16T08:00:00Z")
        #expect(
            try history(book) == [
                "2026-02-13T08:00:00Z paused 2 since 2026-02-12T08:00:00Z",
                "2026-02-11T08:00:00Z paused 2 since 2026-02-10T08:00:00Z",
            ])
    }

    @Test("what waits, and what came before it, is recorded as missed by the pause; a snooze ends") func waiting()
        throws
    {
        let book = try book(#"{"kind":"customDays","times":["08:00","20:00"],"zone":"UTC"}"#)
        book.at("2026-02-11T09:00:00Z")
        let paused = try book.ledger.pauseAlarm(alarm, until: day("2026-02-13"))
        #expect(paused.missed.map(\.count) == [2, 1])
        #expect(paused.card?.nextFire == instant("2026-02-13T08:00:00Z") && paused.card?.waiting == nil)
        book.at("2026-02-13T08:00:00Z")
        try book.tick()
        #expect(try book.snooze(86_400) == nil)
        book.at("2026-02-13T21:00:00Z")
        try pause(book, "2026-02-14")
        #expect(try book.line() == "paused next 2026-02-14T08:00:00Z")
        #expect(
            try history(book) == [
                "2026-02-13T20:00:00Z missed", "2026-02-13T08:00:00Z missed",
                "2026-02-12T20:00:00Z paused 3 since 2026-02-11T20:00:00Z", "2026-02-11T08:00:00Z missed",
                "2026-02-10T20:00:00Z missed 2 since 2026-02-10T08:00:00Z",
            ])
    }

    @Test("an alarm that is off is on from that day") func off() throws {
        let book = try book()
        try book.ledger.setAlarm(alarm, enabled: false)
        #expect(try pause(book, "2026-02-12") == nil)
        #expect(try book.line() == "paused next 2026-02-12T08:00:00Z")
        #expect(try book.undo("alarm.paused") == nil)
        #expect(try book.line() == "inactive")
    }

    @Test("a pause ends after today, by the clock of the alarm; a free person has two alarms on") func refused() throws
    {
        let book = try book()
        for day in ["2026-02-10", "2025-01-01"] {
            #expect(
                try pause(book, day) == "pause.past: A pause ends on a day after today, 2026-02-10, not on \(day). "
                    + "Give the first day on which the alarm fires again.")
        }
        let tokyo = try self.book(
            #"{"kind":"customDays","times":["08:00"],"zone":"Asia/Tokyo","floating":false}"#,
            at: "2026-02-10T16:00:00Z")
        #expect(
            try pause(tokyo, "2026-02-11")?.hasPrefix("pause.past: A pause ends on a day after today, 2026-02-11,")
                == true)
        #expect(try pause(tokyo, "2026-02-12") == nil)
        #expect(
            try book.rejectionCode { try book.ledger.pauseAlarm(Draft.stream("alarm/none"), until: day("2026-03-01")) }?
                .hasPrefix("alarm.unknown:") == true)
        try book.ledger.removeAlarm(alarm)
        #expect(try pause(book, "2026-03-01")?.hasPrefix("record.removed:") == true)
        // Two are on; what is off is not switched on by a pause.
        let free = try self.book(plus: true)
        for name in ["b", "c"] {
            try free.append("alarm.created", #"{"title":"t","schedule":\#(PauseTests.daily)}"#, stream: "alarm/\(name)")
        }
        try free.ledger.setAlarm(alarm, enabled: false)
        try free.ledger.changeTier(AlarmTier(.free))
        #expect(try pause(free, "2026-03-01")?.hasPrefix("tier.limit:") == true)
    }

    @Test("undo of a pause, and of the switch that ended it") func undone() throws {
        let book = try book()
        try pause(book, "2026-02-20")
        #expect(try book.undo("alarm.paused") == nil)
        #expect(try book.line() == "active next 2026-02-10T08:00:00Z")
        try pause(book, "2026-02-20")
        try book.ledger.setAlarm(alarm, enabled: true)
        #expect(try book.undo("alarm.enabled") == nil)
        #expect(try book.line() == "paused next 2026-02-20T08:00:00Z")
        try pause(book, "2026-02-25")
        #expect(try book.undo("alarm.paused") == nil)
        #expect(try book.line() == "paused next 2026-02-20T08:00:00Z")
    }

    @Test("another schedule, a removal and its undo: the pause goes on, each schedule accounts for its own days")
    func rescheduled() throws {
        let book = try book()
        try pause(book, "2026-02-20")
        book.at("2026-02-12T09:00:00Z")
        try book.append("alarm.edited", #"{"schedule":{"kind":"customDays","times":["06:00","18:00"],"zone":"UTC"}}"#)
        #expect(try book.line() == "paused next 2026-02-20T06:00:00Z")
        book.at("2026-02-14T09:00:00Z")
        let removal = try book.ledger.removeAlarm(alarm)
        book.at("2026-02-16T09:00:00Z")
        try book.ledger.undo(event: #require(removal.ids.last))
        #expect(try book.line() == "paused next 2026-02-20T06:00:00Z")
        book.at("2026-02-17T09:00:00Z")
        #expect(
            try history(book) == [
                "2026-02-17T06:00:00Z paused 2 since 2026-02-16T18:00:00Z",
                "2026-02-14T06:00:00Z paused 4 since 2026-02-12T18:00:00Z",
                "2026-02-12T08:00:00Z paused 3 since 2026-02-10T08:00:00Z",
            ])
    }

    @Test("a paused occurrence has no warning; the calendar leaves it out") func outside() throws {
        let book = try AlarmBook(zone: "UTC", plus: true)
        book.at("2026-02-10T07:00:00Z")
        try book.create(schedule: PauseTests.daily, more: #","preAlarms":["1d"]"#)
        try pause(book, "2026-02-13")
        book.at("2026-02-11T08:00:00Z")
        let coming = try book.ledger.alarmBoard().alarms.first?.course
        let reader = try book.ledger.alarmBoard().reader
        #expect(
            coming?.warnings(at: book.clock.now, since: .earliest, reader).map(\.occurrence) == [
                instant("2026-02-13T08:00:00Z")
            ], "the next of them")
        #expect(try book.ledger.alarmCourseWarnings(at: book.clock.now) == [])
        book.at("2026-02-12T08:00:00Z")
        #expect(try book.ledger.alarmCourseWarnings(at: book.clock.now) == [instant("2026-02-13T08:00:00Z")])
        let lines = try book.ledger.alarmCalendar(includingDisabled: false).text.split(separator: "\r\n")
        #expect(lines.contains { $0.hasPrefix("EXDATE:") } == false)
        try pause(book, "2026-02-15")
        let text = try book.ledger.alarmCalendar(includingDisabled: false).text
        #expect(text.contains("\r\nEXDATE:20260213T080000,20260214T080000\r\n"), "\(text)")
    }

    @Test("paused on one device, fired and done on another that did not know: each occurrence is in one story")
    func merged() throws {
        let devices = try Devices(2, seed: 39)
        let schedule = JSONValue.object(pairs: ["kind": .string("customDays"), "times": .array([.string("09:00")])])
        try devices.all[0].ledger.addAlarm(.object(pairs: ["title": .string("Pills"), "schedule": schedule]), id: "a")
        try devices.exchange()
        try devices.all[0].ledger.pauseAlarm(alarm, until: day("2026-02-20"))
        devices.at("2026-02-12T10:00:00Z")
        try devices.all[1].ledger.completeAlarm(alarm)
        devices.at("2026-02-14T10:00:00Z")
        try devices.exchange()
        let shown = try devices.shown()
        #expect(shown.description == "a paused next 2026-02-20T09:00:00Z waits - snoozes 0")
        #expect(
            shown.stories[0].map { "\($0.occurrence) \($0.outcome) \($0.count ?? 1)" } == [
                "2026-02-14T09:00:00Z paused 2", "2026-02-12T09:00:00Z completed 1", "2026-02-11T09:00:00Z missed 2",
            ])
    }
}

extension Ledger {
    /// The occurrences whose warnings stand.
    fileprivate func alarmCourseWarnings(at now: Instant) throws -> [Instant] {
        let board = try alarmBoard()
        return board.alarms.flatMap { $0.course.warnings(at: now, since: .earliest, board.reader) }.filter {
            $0.at <= now
        }
        .map(\.occurrence)
    }
}
