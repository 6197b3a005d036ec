import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import Hydration
import LedgerTestSupport
import Testing

/// Random stories against a plain array of what was drunk.
@Suite struct WaterOracleTests {
    private struct Entry {
        let stream: StreamID
        let drink: Drink
        let at: Instant
        var isRemoved = false
    }

    private static let zones = [
        "America/New_York", "Asia/Tokyo", "Asia/Kathmandu", "America/Sao_Paulo", "Pacific/Apia", "Europe/London",
        "Australia/Lord_Howe", "UTC",
    ]

    @Test(
        "H-P.2: day, history, month, streak and the last drink are those of a scan of everything, in any zone",
        arguments: 0..<12 as Range<UInt64>)
    func scan(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let name = Self.zones[random.below(Self.zones.count)]
        let book = try WaterBook(zone: name)
        var entries: [Entry] = []
        var goals: [(from: CivilDate, ml: Int)] = []
        var middle: (position: Position, entries: [Entry], goals: [(from: CivilDate, ml: Int)])?
        let now = instant("2026-03-31T12:00:00Z")
        book.clock.set(now)
        for step in 0..<120 {
            if step == 60 { middle = (try book.ledger.position, entries, goals) }
            if !entries.isEmpty, random.oneIn(6) {
                let index = random.below(entries.count)
                if entries[index].isRemoved {
                    try book.ledger.restoreDrink(entries[index].stream)
                } else {
                    try book.ledger.removeDrink(entries[index].stream)
                }
                entries[index].isRemoved.toggle()
            } else if random.oneIn(10) {
                let from = book.ledger.today.adding(days: -random.below(30))
                let ml = 1500 + random.below(1000)
                goals.append((from, ml))
                try book.ledger.setWaterGoal(Volume(ml: ml), from: from)
            } else {
                let rules = zone(random.oneIn(3) ? Self.zones[random.below(Self.zones.count)] : name)
                let at = Instant(
                    milliseconds: now.milliseconds - Int64(random.below(24 * 60)) * 60_000 * Int64(1 + random.below(25))
                )
                let time = ValidTime.instant(at, offsetSeconds: rules.offsetSeconds(at: at), zone: rules.name)
                if time.date > book.ledger.today { continue }
                let kind = Drink.Kind.allCases[random.below(7)]
                let added = try book.ledger.addDrink(kind, Volume(ml: 1 + random.below(2000)), at: time)
                entries.append(Entry(stream: added.stream, drink: added.drink, at: at))
            }
        }
        try check(book, entries, goals, .latest, now, seed)
        let then = try #require(middle)
        try check(book, then.entries, then.goals, .position(then.position), now, seed)
    }

    private func check(
        _ book: WaterBook, _ entries: [Entry], _ goals: [(from: CivilDate, ml: Int)], _ known: AsOf.Known,
        _ now: Instant, _ seed: UInt64
    ) throws {
        let standing = entries.filter { !$0.isRemoved }
        func sum(_ date: CivilDate) -> Int {
            standing.filter { $0.drink.date == date }.reduce(0) { $0 + $1.drink.effectiveMl }
        }
        func goal(_ date: CivilDate) -> Int {
            let greatest = goals.filter { $0.from <= date }.map(\.from).max()
            return goals.last { $0.from == greatest }?.ml ?? 2500
        }
        let today = book.ledger.today
        let asOf = AsOf(known: known)
        for back in 0..<9 {
            let date = today.adding(days: -back)
            let answer = try book.ledger.waterToday(AsOf(on: date, known: known)).value
            #expect(answer.day.effectiveMl == sum(date) && answer.day.goal == goal(date), "seed \(seed), \(date)")
            #expect(
                Set(answer.drinks.map(\.stream)) == Set(standing.filter { $0.drink.date == date }.map(\.stream)),
                "seed \(seed), \(date)")
            #expect(answer.drinks.map(\.at) == answer.drinks.map(\.at).sorted { ($0 ?? .latest) < ($1 ?? .latest) })
        }
        #expect(
            try book.ledger.waterHistory(asOf).value.map(\.effectiveMl) == (-6...0).map { sum(today.adding(days: $0)) },
            "seed \(seed)")
        let month = try #require(try book.ledger.waterMonth(year: 2026, month: 3, asOf).value)
        #expect(month.days.map(\.effectiveMl) == month.days.map { $0.date <= today ? sum($0.date) : 0 }, "seed \(seed)")
        var streak = 0
        var date = sum(today) >= goal(today) ? today : today.adding(days: -1)
        while sum(date) >= goal(date) {
            streak += 1
            date = date.adding(days: -1)
        }
        #expect(try book.ledger.waterStreak(asOf).value == streak, "seed \(seed)")
        #expect(
            try book.ledger.waterSmart(asOf, at: now).value.reminder.lastDrink == standing.map(\.at).max(),
            "seed \(seed)")
    }
}
