import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import Hydration
import LedgerTestSupport
import Testing

@Suite struct DayTests {
    @Test("D-5: the measures of drinks have the names of their cases") func measures() {
        #expect(HydrationDomain.drinks.measures == WaterMeasure.allCases.map { "\($0)" })
    }

    @Test("H-2.1, H-A.9, H-C3.1, H-C3.2, H-C3.3, H-C3.4, H-X.3: around midnight") func midnight() throws {
        let book = try WaterBook()
        book.clock.set("2026-02-11T04:59:59Z")
        let late = try book.drink(.water, 500)
        #expect(try book.today().day.date == day("2026-02-10") && book.today().drinks.map(\.stream) == [late])
        book.clock.set("2026-02-11T05:00:00Z")
        let morning = try book.today()
        #expect(morning.day.date == day("2026-02-11") && morning.drinks.isEmpty && morning.day.effectiveMl == 0)
        let history = try book.ledger.waterHistory().value
        #expect(history.map(\.effectiveMl) == [0, 0, 0, 0, 0, 500, 0] && history.last?.date == day("2026-02-11"))
        let first = try book.drink(.tea, 200)
        #expect(
            try book.today().drinks.map(\.stream) == [first] && book.today("2026-02-10").drinks.map(\.stream) == [late])
    }

    @Test("a drink stays on the day of whoever drank it, whatever zone is asked from") func traveller() throws {
        let book = try WaterBook(zone: "Asia/Tokyo")
        // 22:00 on the 9th in New York is noon on the 10th in Tokyo.
        try book.drink(.water, 300, at: "2026-02-09T22:00:00-05:00")
        try book.drink(.water, 400, at: "2026-02-10T12:30:00+09:00")
        #expect(try book.today("2026-02-09").day.effectiveMl == 300 && book.today("2026-02-10").day.effectiveMl == 400)
        let times = try book.ledger.waterToday(AsOf(on: day("2026-02-09"))).value.drinks.map(\.time)
        #expect(times == [.instant(instant("2026-02-10T03:00:00Z"), offsetSeconds: -18_000, zone: "Etc/GMT+5")])
    }

    @Test(
        "H-2.2, H-A.11, H-C4.1: seven calendar days, whatever hours they have",
        arguments: [
            // Forward: the 8th has 23 hours. Back: 1 November has 25. Sao Paulo had no midnight on 4 November 2018.
            ("America/New_York", "2026-03-09T15:00:00Z", "2026-03-08"),
            ("America/New_York", "2026-11-02T15:00:00Z", "2026-11-01"),
            ("America/Sao_Paulo", "2018-11-05T12:00:00Z", "2018-11-04"),
        ])
    func history(name: String, now: String, turned: String) throws {
        let book = try WaterBook(zone: name)
        book.clock.set(now)
        let rules = zone(name)
        let start = rules.instant(of: day(turned), secondOfDay: 0)
        let end = rules.instant(of: day(turned).adding(days: 1), secondOfDay: 0)
        // In the first and the last second of that day, and in the seconds beside it.
        for (number, at) in [start.milliseconds - 1000, start.milliseconds, end.milliseconds - 1000, end.milliseconds]
            .enumerated()
        {
            let time = book.ledger.validTime(of: Instant(milliseconds: at))
            try book.ledger.addDrink(.water, Volume(ml: [1, 20, 300, 4000][number]), at: time)
        }
        let days = try book.ledger.waterHistory().value
        #expect(days.count == 7 && days.map(\.date) == (-6...0).map { rules.date(at: instant(now)).adding(days: $0) })
        #expect(days.map(\.effectiveMl) == [0, 0, 0, 0, 1, 320, 4000], "\(days.map(\.effectiveMl))")
    }

    @Test("H-P.3: history reads the months of its seven days, and no other") func sevenBuckets() throws {
        let book = try WaterBook()
        for back in 0..<400 {
            try book.drink(.water, 100 + back, at: day("2026-02-10").adding(days: -back).description)
        }
        let first = day("2026-02-04"), last = day("2026-02-10")
        let read = try book.ledger.withView(.now) { known, _, transaction in
            try book.ledger.waterDays(known, first...last, transaction).table
        }
        #expect(read.days.first?.date == day("2026-02-01") && read.days.last?.date == last && read.days.count == 10)
        #expect(try book.ledger.waterHistory().value.map(\.effectiveMl) == [106, 105, 104, 103, 102, 101, 100])
        // Over the turn of a year, too.
        #expect(
            try book.ledger.waterHistory(AsOf(on: day("2026-01-03"))).value.map(\.effectiveMl)
                == (138...144).reversed().map { $0 })
    }

    @Test("a day of 23 hours begins an hour early: midnight that there is not is where the clock goes on")
    func missingMidnight() {
        let rules = zone("America/Sao_Paulo")
        let start = rules.instant(of: day("2018-11-04"), secondOfDay: 0)
        #expect(
            rules.date(at: start) == day("2018-11-04")
                && rules.date(at: Instant(milliseconds: start.milliseconds - 1)) == day("2018-11-03"))
    }

    @Test("H-C4.5, H-P.4: a month has its days, marks up to today, and months beside it") func month() throws {
        let book = try WaterBook()
        try book.drink(.water, 2500, at: "2026-02-01")
        try book.drink(.water, 1250, at: "2026-02-02")
        try book.drink(.water, 1249, at: "2026-02-03")
        let month = try #require(try book.ledger.waterMonth(year: 2026, month: 2).value)
        #expect(
            month.text == "2026-02" && month.previous == "2026-01" && month.next == "2026-03" && month.firstWeekday == 1
                && month.days.count == 28)
        #expect(
            month.days.prefix(4).map(\.mark) == [.green, .orange, .none, .none]
                && month.days.dropFirst(3).allSatisfy { $0.mark == .none })
        let leap = try #require(try book.ledger.waterMonth(year: 2028, month: 2).value)
        #expect(leap.days.count == 29 && leap.days.allSatisfy { $0.mark == .none && $0.effectiveMl == 0 })
        let asked = try #require(try book.ledger.waterMonth(year: 2026, month: 2, AsOf(on: day("2026-02-01"))).value)
        #expect(
            asked.days.map(\.effectiveMl).reduce(0, +) == 2500, "what is later than the day asked about is not shown")
        #expect(try book.ledger.waterMonth(year: 2026, month: 13).value == nil)
        #expect(
            try book.ledger.waterMonth(year: 1, month: 1).value?.previous == nil
                && book.ledger.waterMonth(year: 9999, month: 12).value?.next == nil)
    }

    @Test("S1 to S10: streaks as given", arguments: vectors("hydration-streak-vectors.csv")) func streakRows(
        row: [String: String]
    ) throws {
        let (amounts, goals) = (row.numbers("daily_effective_ml_oldest_first"), row.numbers("goal_ml_in_effect"))
        let today = day("2026-02-10")
        let book = try WaterBook()
        for (number, amount) in amounts.enumerated() {
            let date = today.adding(days: number - amounts.count + 1)
            try book.ledger.setWaterGoal(Volume(ml: goals[number]), from: date)
            if amount > 0 { try book.drink(.water, amount, at: date.description) }
        }
        #expect(try book.streak() == row.number("streak"), "\(row["id"] ?? "")")
    }

    @Test("H-6.3, H-A.10, H-C4.3, H-C4.4, H-L.4: today may be open, 99 percent breaks, four and thirty in a row")
    func streaks() throws {
        func streak(_ amounts: [Int], goal: Int = 2000) -> Int {
            Streak.length(endingOn: day("2026-02-10")) { date in
                let index = amounts.count - 1 - day("2026-02-10").days(since: date)
                return amounts.indices.contains(index) && amounts[index] >= goal
            }
        }
        #expect(
            streak([2000, 2000, 0]) == 2 && streak([2000, 0, 0]) == 0
                && streak(Array(repeating: 2000, count: 30) + [500]) == 30)
        #expect(
            streak([2000, 1980, 2500]) == 1 && streak([2000, 1999]) == 1 && streak([1999]) == 0 && streak([]) == 0)
        #expect(streak([2500, 2500, 2500, 2500]) == 4 && streak([2000, 0, 2000, 2000, 2000]) == 3)
        // Longer than the year after which others stop counting.
        #expect(streak(Array(repeating: 2000, count: 1000)) == 1000)
    }

    @Test("a streak ends where the calendar begins") func earliest() {
        #expect(Streak.length(endingOn: CivilDate.earliest.adding(days: 2)) { _ in true } == 3)
    }

    @Test("H-X.11: a drink of a past day rebuilds streak and history; what was known then stays as it was")
    func backDated() throws {
        let book = try WaterBook()
        try book.drink(.water, 2500, at: "2026-02-08")
        let before = try book.ledger.position
        book.clock.step(seconds: 60)
        let late = try book.drink(.water, 2500, at: "2026-02-09")
        #expect(try book.streak() == 2)
        let then = AsOf(known: .position(before))
        #expect(
            try book.ledger.waterStreak(then).value == 0
                && book.ledger.waterHistory(then).value.map(\.effectiveMl).suffix(3) == [2500, 0, 0])
        #expect(try book.ledger.waterToday(AsOf(on: day("2026-02-09"), known: .position(before))).value.drinks.isEmpty)
        try book.ledger.removeDrink(late)
        #expect(
            try book.streak() == 0
                && book.ledger.waterStreak(AsOf(known: .position(Position(before.value + 1)))).value == 2)
    }

    @Test("what if: a drink and a goal that are only supposed") func supposed() throws {
        let book = try WaterBook()
        try book.drink(.water, 1000)
        var lines = [
            #"{"stream":"drink/planned","type":"drink.added","data":{"kind":"water","volumeMl":1000,"effectiveMl":1000,"date":"2026-02-10"}}"#,
            #"{"stream":"profile/water","type":"goal.set","data":{"ml":2000,"from":"2026-02-10"}}"#,
        ].map { Array($0.utf8) }[...]
        let supposition = try Supposition.read(zone: book.ledger.zone, at: book.clock.now, registry: Registry.daybook) {
            lines.popFirst()
        }
        let asOf = AsOf(supposing: supposition)
        let today = try book.ledger.waterToday(asOf).value
        #expect(today.day.effectiveMl == 2000 && today.day.goal == 2000 && today.drinks.count == 2)
        #expect(
            try book.ledger.waterStreak(asOf).value == 1 && book.streak() == 0 && book.today().day.effectiveMl == 1000)
    }
}
