import Alarms
import DaybookKit
import EventModel
import LedgerTestSupport
import Testing

/// The rules of occurrences once more, on one device with a clock that only goes forward: a plain list of instants,
/// each with what became of it.
private struct PlainAlarm {
    enum Fate { case fired, answered, skipped, covered, silent }

    var times: [Instant]
    private var base: Instant
    private(set) var isOn = true
    private var fates: [Instant: Fate] = [:]
    private var snooze: (occurrence: Instant, until: Instant)?
    private var snoozes = 0

    init(_ times: [Instant], at now: Instant) {
        self.times = times
        base = now
    }

    private var covered: [Instant] { fates.filter { $0.value == .covered }.keys.sorted() }
    private var fired: [Instant] { fates.filter { $0.value == .fired }.keys.sorted() }
    private func due(_ now: Instant) -> [Instant] { times.filter { $0 > base && $0 <= now && fates[$0] == nil } }
    private func isPutOff(_ now: Instant) -> Bool { snooze.map { $0.until > now } ?? false }

    /// What came while it was put off is silent, and missed with its answer.
    private mutating func settle(_ now: Instant) {
        guard let snooze else { return }
        for time in due(min(now, snooze.until)) { fates[time] = .covered }
    }

    /// The base moves; nothing of before waits.
    mutating func begin(at now: Instant, _ times: [Instant]? = nil) {
        for time in fired + covered { fates[time] = .silent }
        (base, snooze, snoozes) = (now, nil, 0)
        self.times = times ?? self.times
    }

    mutating func turn(on: Bool, at now: Instant) {
        if on == isOn { return }
        isOn = on
        begin(at: now)
    }

    mutating func tick(_ now: Instant) -> String? {
        if !isOn || isPutOff(now) { return nil }
        settle(now)
        let come = due(now)
        guard let latest = come.last else {
            defer { snooze = nil }
            return snooze.map { "a \($0.occurrence) again \($0.until)" }
        }
        let missed = (fired + covered + come.dropLast()).sorted()
        for time in missed { fates[time] = .answered }
        fates[latest] = .fired
        (snooze, snoozes) = (nil, 0)
        guard let first = missed.first, let last = missed.last else { return "a \(latest)" }
        return "a \(latest) missed \(missed.count): \(first) to \(last)"
    }

    func waiting(_ now: Instant) -> Instant? {
        guard isOn else { return nil }
        if let snooze, snooze.until > now { return snooze.occurrence }
        var settled = self
        settled.settle(now)
        return (settled.due(now) + settled.fired).max()
    }

    mutating func done(_ now: Instant) -> Bool {
        guard let waiting = waiting(now) else { return false }
        settle(now)
        for time in due(now) + fired where time <= waiting { fates[time] = .answered }
        for time in covered { fates[time] = .answered }
        fates[waiting] = .answered
        (snooze, snoozes) = (nil, 0)
        return true
    }

    mutating func putOff(_ now: Instant, _ seconds: Int) -> Bool {
        guard let waiting = waiting(now) else { return false }
        settle(now)
        let come = due(now)
        if come.contains(waiting) {
            for time in fired + covered + come { fates[time] = .answered }
            snoozes = 0
        }
        fates[waiting] = .fired
        snooze = (waiting, Instant(milliseconds: now.milliseconds + Int64(seconds) * 1000))
        snoozes += 1
        return true
    }

    private func next(_ now: Instant) -> Instant? { times.first { $0 > now && fates[$0] != .skipped } }

    mutating func skip(_ now: Instant) -> Bool {
        guard isOn, let next = next(now) else { return false }
        fates[next] = .skipped
        return true
    }

    /// As `AlarmBook.line`.
    func line(_ now: Instant) -> String {
        guard isOn else { return "inactive" }
        let waiting = waiting(now)
        var words = isPutOff(now) ? "snoozed" : waiting.map { $0 < now } ?? false ? "missed" : "active"
        if let next = isPutOff(now) ? snooze?.until : next(now) { words += " next \(next)" }
        if let waiting { words += " waits \(waiting)" }
        return snoozes > 0 ? words + " snoozes \(snoozes)" : words
    }
}

@Suite struct CourseOracleTests {
    private static let schedules = [
        #"{"kind":"customDays","times":["09:00"],"zone":"UTC"}"#,
        #"{"kind":"customDays","times":["06:00","12:00","22:30"],"zone":"UTC"}"#,
        #"{"kind":"weekly","days":[2,4,7],"times":["08:00"],"zone":"UTC"}"#,
        #"{"kind":"customDays","interval":2,"start":"2026-02-01","times":["00:00","23:59"],"zone":"UTC"}"#,
    ]

    /// The instants of a schedule in the next hundred days.
    private static func times(_ schedule: String, after now: Instant) throws -> [Instant] {
        let end = now.milliseconds + 100 * 86_400_000
        return try Ledger.nextFires(
            of: Ledger.schedule(AlarmBook.json(schedule)), count: 300, after: now, in: UniversalTime()
        ).filter { $0.milliseconds < end }
    }

    @Test("What a person sees is what plain lists of instants give, whatever is done in between", arguments: 0..<20)
    func againstPlainLists(round: Int) throws {
        var random = SeededRandom(seed: UInt64(815 + round))
        let book = try AlarmBook(zone: "UTC", plus: true)
        let schedule = CourseOracleTests.schedules[random.below(4)]
        try book.create(schedule: schedule)
        var plain = PlainAlarm(try CourseOracleTests.times(schedule, after: book.clock.now), at: book.clock.now)
        for step in 0..<70 {
            // Now and then exactly at an occurrence.
            let next = plain.times.first { $0 > book.clock.now }
            if random.oneIn(3), let next {
                book.clock.set(next)
            } else {
                book.clock.step(seconds: Int64(random.below(40_000)))
            }
            let what = try act(random.below(10), book, &plain, &random)
            #expect(
                try book.line() == plain.line(book.clock.now),
                "seed \(815 + round), step \(step): \(what) at \(book.clock.now)")
        }
    }

    /// Does the same with both; what it was, in words.
    private func act(_ number: Int, _ book: AlarmBook, _ plain: inout PlainAlarm, _ random: inout SeededRandom) throws
        -> String
    {
        let now = book.clock.now
        switch number {
        case 0, 1, 2, 3:
            let (fired, expected) = (try book.tick(), [plain.tick(now)].compactMap(\.self))
            #expect(fired == expected)
            return "tick"
        case 4:
            #expect(try (book.done() == nil) == plain.done(now))
            return "done"
        case 5, 6:
            let seconds = 300 + random.below(200_000)
            #expect(try (book.snooze(seconds) == nil) == plain.putOff(now, seconds))
            return "snooze \(seconds)"
        case 7:
            #expect(try (book.skip() == nil) == plain.skip(now))
            return "skip"
        case 8 where random.oneIn(2):
            try book.ledger.setAlarm(Draft.stream("alarm/a"), enabled: !plain.isOn)
            plain.turn(on: !plain.isOn, at: now)
            return "switch"
        case 9 where random.oneIn(3):
            let schedule = CourseOracleTests.schedules[random.below(4)]
            try book.append("alarm.edited", #"{"schedule":\#(schedule)}"#)
            plain.begin(at: now, try CourseOracleTests.times(schedule, after: now))
            return "edit to \(schedule)"
        default:
            try book.append("alarm.edited", #"{"title":"t\#(random.below(9))"}"#)
            return "rename"
        }
    }
}
