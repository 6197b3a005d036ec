import Alarms
import DaybookDomains
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
    /// The last time that it was put off.
    private var lastSnooze: (occurrence: Instant, until: Instant)?
    /// From its start to the first instant at which it fires again; the last may be in force.
    private var pauses: [Range<Instant>] = []
    private var isPaused = false

    init(_ times: [Instant], at now: Instant) {
        self.times = times
        base = now
    }

    private var covered: [Instant] { fates.filter { $0.value == .covered }.keys.sorted() }
    private var fired: [Instant] { fates.filter { $0.value == .fired }.keys.sorted() }
    private func due(_ now: Instant) -> [Instant] {
        times.filter { time in
            time > base && time <= now && fates[time] == nil && !pauses.contains { $0.contains(time) }
        }
    }
    private func isPutOff(_ now: Instant) -> Bool { snooze.map { $0.until > now } ?? false }

    /// An occurrence during a snooze is silent, and missed with its answer.
    private mutating func settle(_ now: Instant) {
        guard let snooze else { return }
        for time in due(min(now, snooze.until)) { fates[time] = .covered }
    }

    /// The base moves; nothing of before waits.
    mutating func begin(at now: Instant, _ times: [Instant]? = nil) {
        for time in fired + covered { fates[time] = .silent }
        (base, snooze, snoozes, lastSnooze) = (now, nil, 0, nil)
        self.times = times ?? self.times
    }

    /// A pause begins at once; the occurrence of this very instant is none of it.
    mutating func pause(at now: Instant, until: Instant) {
        endPause(at: now)
        isOn = true
        settle(now)
        for time in due(now) + fired + covered { fates[time] = .answered }
        begin(at: now)
        pauses.append(Instant(milliseconds: now.milliseconds + 1)..<until)
        isPaused = true
    }

    private mutating func endPause(at now: Instant) {
        guard isPaused, let last = pauses.popLast() else { return }
        isPaused = false
        let end = min(last.upperBound, Instant(milliseconds: now.milliseconds + 1))
        if last.lowerBound < end { pauses.append(last.lowerBound..<end) }
    }

    mutating func turn(on: Bool, at now: Instant) {
        endPause(at: now)
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
        lastSnooze = snooze
        snoozes += 1
        return true
    }

    private func next(_ now: Instant) -> Instant? {
        times.first { time in
            time > now && fates[time] != .skipped && !pauses.contains { $0.contains(time) }
        }
    }

    mutating func skip(_ now: Instant) -> Bool {
        guard isOn, let next = next(now) else { return false }
        fates[next] = .skipped
        return true
    }

    /// `AlarmBook.line` of this oracle.
    func line(_ now: Instant) -> String {
        guard isOn else { return "inactive" }
        let waiting = waiting(now)
        let next = isPutOff(now) ? snooze?.until : next(now)
        let isInPause = isPaused && pauses.last.map { now < $0.upperBound } ?? false
        let calm = isInPause ? "paused" : next == nil && waiting == nil ? "ended" : "active"
        let words = isPutOff(now) ? "snoozed" : waiting.map { isRinging($0, now) ? "ringing" : "missed" } ?? calm
        return details(words, next, waiting)
    }

    /// For five minutes from its instant, or from the end of its snooze.
    private func isRinging(_ waiting: Instant, _ now: Instant) -> Bool {
        let again = lastSnooze.flatMap { $0.occurrence == waiting && $0.until <= now ? $0.until : nil } ?? waiting
        return now.milliseconds - max(waiting, again).milliseconds < 300_000
    }

    private func details(_ state: String, _ next: Instant?, _ waiting: Instant?) -> String {
        var words = state
        if let next { words += " next \(next)" }
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
        #"{"kind":"weekly","days":[1,4],"times":["07:00","19:00"],"until":"2026-03-20","zone":"UTC"}"#,
        #"{"kind":"customDays","start":"2026-02-05","times":["10:00"],"timesInAll":45,"zone":"UTC"}"#,
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
        let schedule = CourseOracleTests.schedules[random.below(6)]
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
            let what = try act(random.below(11), book, &plain, &random)
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
            let schedule = CourseOracleTests.schedules[random.below(6)]
            // One that has ended is refused.
            if try book.append("alarm.edited", #"{"schedule":\#(schedule)}"#) == nil {
                plain.begin(at: now, try CourseOracleTests.times(schedule, after: now))
            }
            return "edit to \(schedule)"
        case 10 where random.oneIn(3):
            let until = UniversalTime().date(at: now).adding(days: 1 + random.below(5))
            try book.ledger.pauseAlarm(Draft.stream("alarm/a"), until: until)
            plain.pause(at: now, until: UniversalTime().instant(of: until, secondOfDay: 0))
            return "pause until \(until)"
        default:
            try book.append("alarm.edited", #"{"title":"t\#(random.below(9))"}"#)
            return "rename"
        }
    }
}
