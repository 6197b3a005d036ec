import DaybookDomains
import Engine
import EventCodec
import EventModel
import Hydration
import LedgerTestSupport
import Testing

/// Two devices of one person, in two zones.
@Suite struct WaterMergeTests {
    private static let person = [UInt8](repeating: 7, count: 32)

    private func two() throws -> (WaterBook, WaterBook) {
        (
            try WaterBook(zone: "America/New_York", person: Self.person),
            try WaterBook(zone: "Asia/Tokyo", person: Self.person)
        )
    }

    @Test(
        "drinks on both sides of midnight in two zones: each on the day of whoever drank it, in either order of the merge"
    ) func midnights() throws {
        let (home, away) = try two()
        for book in [home, away] { book.clock.set("2026-02-11T16:00:00Z") }
        try home.drink(.water, 100, at: "2026-02-09T23:59:59-05:00", id: "a")
        try home.drink(.water, 200, at: "2026-02-10T00:00:00-05:00", id: "b")
        try away.drink(.water, 1000, at: "2026-02-10T23:59:59+09:00", id: "c")
        try away.drink(.water, 2000, at: "2026-02-11T00:00:00+09:00", id: "d")
        let (first, second) = try two()
        try first.receive(from: home)
        try first.receive(from: away)
        try second.receive(from: away)
        try second.receive(from: home)
        for book in [first, second] {
            let days = try ["2026-02-09", "2026-02-10", "2026-02-11"].map { try book.today($0).day.effectiveMl }
            #expect(days == [100, 1200, 2000])
            #expect(try book.today("2026-02-10").drinks.map(\.stream.id) == ["b", "c"])
        }
        let digests = try [first, second].map { try $0.ledger.digest() }
        #expect(digests[0].state == digests[1].state && digests[0].log == digests[1].log)
    }

    @Test("goals for different days that two devices set unite; of two for one day one holds, the same on both")
    func goals() throws {
        let (home, away) = try two()
        try home.ledger.setWaterGoal(Volume(ml: 2000), from: day("2026-02-01"))
        try home.ledger.setWaterGoal(Volume(ml: 2100), from: day("2026-02-05"))
        away.clock.step(seconds: 1)
        try away.ledger.setWaterGoal(Volume(ml: 3000), from: day("2026-02-03"))
        try away.ledger.setWaterGoal(Volume(ml: 3100), from: day("2026-02-05"))
        try home.receive(from: away)
        try away.receive(from: home)
        for book in [home, away] {
            #expect(try ["2026-02-02", "2026-02-04", "2026-02-05"].map { try book.goal($0) } == [2000, 3000, 3100])
        }
        #expect(try home.ledger.digest().state == away.ledger.digest().state)
    }

    @Test("a drink that one device removes while another reads it is removed; the same file imported on both unites")
    func removedAndImported() throws {
        let (home, away) = try two()
        let drink = try home.drink(.water, 500, at: "2026-02-10T00:30:00-05:00")
        try away.receive(from: home)
        try away.ledger.removeDrink(drink)
        let file = Array("date,kind,volume_ml\n2026-02-08,tea,200\n2026-02-08,tea,200\n".utf8)
        #expect(
            try home.ledger.importDrinks(file).drinks.count == 2 && away.ledger.importDrinks(file).drinks.count == 2)
        try home.receive(from: away)
        try away.receive(from: home)
        for book in [home, away] {
            #expect(try book.today("2026-02-10").drinks.isEmpty && book.today("2026-02-08").day.effectiveMl == 380)
        }
        #expect(try home.ledger.digest().state == away.ledger.digest().state)
    }
}
