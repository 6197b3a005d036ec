import Alarms
import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

/// The history of an alarm accounts for every occurrence that has come, exactly once.
@Suite struct OccurrenceAccountTests {
    private static let twice = #"{"kind":"customDays","times":["08:00","20:00"],"zone":"UTC"}"#
    private static let daily = #"{"kind":"customDays","times":["08:00"],"zone":"UTC"}"#
    private static let ends =
        [
            #""until":"2026-02-09""#, #""start":"2026-02-01","timesInAll":23"#,
            #""start":"2026-02-01","startAfter":"08:00","timesInAll":40"#,
        ].map { #"{"kind":"customDays","times":["08:00","20:00"],"zone":"UTC",\#($0)}"# }

    /// Each story in words: `2026-02-10T08:00:00Z missed 4 since 2026-02-07T08:00:00Z`.
    private func history(_ book: AlarmBook) throws -> [String] {
        try stories(book).map {
            let run = $0.count.map { " \($0)" } ?? ""
            let since = $0.since.map { " since \($0)" } ?? ""
            return "\($0.occurrence) \($0.outcome.rawValue)\(run)\(since)"
        }
    }

    private func stories(_ book: AlarmBook) throws -> [OccurrenceStory] {
        try book.ledger.alarm(Draft.stream("alarm/a"), occurrencesMaximum: .max).value.occurrences
    }

    private func book(_ schedule: String, at moment: String) throws -> AlarmBook {
        let book = try AlarmBook(zone: "UTC", plus: true)
        book.at(moment)
        try book.create(schedule: schedule)
        return book
    }

    @Test("a snooze of a day keeps two doses silent: the history says so once it is answered")
    func snooze() throws {
        let book = try book(OccurrenceAccountTests.twice, at: "2026-02-10T07:00:00Z")
        book.at("2026-02-10T08:00:00Z")
        try book.tick()
        let put = try book.ledger.snoozeAlarm(Draft.stream("alarm/a"), seconds: 86_400)
        #expect(put.silenced.count == 2 && put.missed.isEmpty)
        #expect(put.silenced.first == [instant("2026-02-10T20:00:00Z"), instant("2026-02-11T08:00:00Z")])
        book.at("2026-02-11T09:00:00Z")
        #expect(try book.done() == nil)
        let run = "2026-02-11T08:00:00Z missed 2 since 2026-02-10T20:00:00Z"
        #expect(try history(book) == [run, "2026-02-10T08:00:00Z completed"])
    }

    @Test("a snooze that nobody answers: the next to fire leaves behind what it kept silent, too")
    func snoozeWithoutAnswer() throws {
        let book = try book(OccurrenceAccountTests.twice, at: "2026-02-10T07:00:00Z")
        book.at("2026-02-10T08:00:00Z")
        try book.tick()
        #expect(try book.snooze(86_400) == nil)
        book.at("2026-02-11T08:00:00Z")
        #expect(try book.tick() == ["a 2026-02-10T08:00:00Z again 2026-02-11T08:00:00Z"])
        book.at("2026-02-11T20:00:00Z")
        let missed = "missed 3: 2026-02-10T08:00:00Z to 2026-02-11T08:00:00Z"
        #expect(try book.tick() == ["a 2026-02-11T20:00:00Z \(missed)"])
        #expect(
            try history(book) == [
                "2026-02-11T20:00:00Z waiting", "2026-02-11T08:00:00Z missed 3 since 2026-02-10T08:00:00Z",
            ])
    }

    @Test("done without a look at the clock before: what came in between is missed")
    func doneWithoutTick() throws {
        let book = try book(OccurrenceAccountTests.daily, at: "2026-02-01T07:00:00Z")
        book.at("2026-02-01T08:05:00Z")
        #expect(try book.done() == nil)
        book.at("2026-02-06T09:00:00Z")
        let answered = try book.ledger.completeAlarm(Draft.stream("alarm/a"))
        #expect(answered.missed.map(\.count) == [4])
        let expected = [
            "2026-02-06T08:00:00Z completed", "2026-02-05T08:00:00Z missed 4 since 2026-02-02T08:00:00Z",
            "2026-02-01T08:00:00Z completed",
        ]
        #expect(try history(book) == expected)
        #expect(try book.tick() == [] && history(book) == expected)
    }

    @Test("the latest of several that were missed is answered after all: the others stay missed")
    func answeredAfterAll() throws {
        let book = try book(OccurrenceAccountTests.daily, at: "2026-02-01T07:00:00Z")
        book.at("2026-02-04T09:00:00Z")
        try book.tick()
        #expect(try book.undo("alarm.missed") == nil)
        #expect(try book.append("alarm.completed", #"{"occurrence":"2026-02-03T08:00:00Z"}"#) == nil)
        #expect(
            try history(book) == [
                "2026-02-04T08:00:00Z waiting", "2026-02-03T08:00:00Z completed",
                "2026-02-01T08:00:00Z missed 2 since 2026-02-01T08:00:00Z",
            ])
    }

    @Test("whatever is done, each occurrence is in one story, also where a pause or the end comes", arguments: 0..<60)
    func eachOnce(round: Int) throws {
        let seed = UInt64(2_638_004 + round)
        var random = SeededRandom(seed: seed)
        let endless = random.oneIn(2) ? OccurrenceAccountTests.twice : OccurrenceAccountTests.daily
        let schedule = random.oneIn(2) ? endless : OccurrenceAccountTests.ends[random.below(3)]
        let book = try book(schedule, at: "2026-02-01T07:00:00Z")
        let times = try Ledger.nextFires(
            of: Ledger.schedule(AlarmBook.json(schedule)), count: 400, after: book.clock.now, in: UniversalTime())
        for _ in 0..<40 {
            book.clock.step(seconds: Int64(random.below(random.oneIn(3) ? 300_000 : 40_000)))
            switch random.below(round < 30 ? 8 : 10) {
            case 0, 1, 2: _ = try book.tick()
            case 3, 4: _ = try book.done()
            case 5, 6: _ = try book.snooze(300 + random.below(200_000))
            case 8:
                let today = UniversalTime().date(at: book.clock.now)
                try book.ledger.pauseAlarm(Draft.stream("alarm/a"), until: today.adding(days: 1 + random.below(6)))
            case 9: try book.ledger.setAlarm(Draft.stream("alarm/a"), enabled: true)
            default: _ = try book.skip()
            }
        }
        // Whatever is put off comes to its end, and all that has come is looked at.
        book.clock.step(seconds: 3_000_000)
        _ = try book.tick()
        _ = try book.done()
        let stories = try stories(book)
        let own = Set(stories.filter { $0.count == nil }.map(\.occurrence))
        var seen: [Instant: Int] = [:]
        for story in stories {
            guard let count = story.count, let since = story.since else {
                seen[story.occurrence, default: 0] += 1
                continue
            }
            let run = times.filter { since <= $0 && $0 <= max(story.occurrence, since) && !own.contains($0) }
            // The rest of a run whose latest was answered is named by its earliest.
            let counted = story.occurrence == since ? Array(run.prefix(count)) : run
            #expect(counted.count == count, "seed \(seed): \(story)")
            for time in counted { seen[time, default: 0] += 1 }
        }
        let wrong = times.filter { $0 <= book.clock.now && seen[$0] != 1 }
        let stated = try history(book)
        #expect(wrong.isEmpty, "seed \(seed): \(wrong.prefix(5)) in \(stated)")
        let shown = Set(times)
        #expect(seen.keys.allSatisfy(shown.contains), "seed \(seed)")
    }
}
