import EventModel
import Logbook
import Testing

@Suite struct AuditTests {
    @Test("D-4: the months of a logbook add up to its totals") func months() {
        let entries = [
            flight("2025-12-31") { $0.solo = true }, flight("2026-01-01") { $0.dual = true; $0.allLandings = 5 }, flight("2026-01-31") { $0.hobbs = 25; $0.picHours = 10 },
        ]
        let months = LogbookReview.months(of: entries.map(ReviewedFlight.init))
        #expect(months.map(\.month) == [day("2025-12-01"), day("2026-01-01")] && months.map(\.flights) == [1, 2] && months.map(\.totalHours) == [15, 40])
        #expect(months[1].hours(of: .dual) == 15 && months[1].hours(of: .pic) == 10 && months[0].hours(of: .solo) == 15 && months.map(\.landings) == [1, 6])
    }

    @Test("D-4: a flight without an instructor is in currency by the landings of earlier days only") func outOfCurrency() {
        func places(_ entries: [Flight]) -> [Int] { LogbookReview.outOfCurrency(entries.map(ReviewedFlight.init)) }
        let three = flight("2026-01-01") { $0.dual = true; $0.dayLandings = 3 }
        #expect(places([three, flight("2026-04-01")]) == [] && places([three, flight("2026-04-02")]) == [1])
        #expect(places([three, flight("2026-01-01")]) == [1], "the landings of the day itself do not count for it")
        #expect(places([three, flight("2026-01-01") { $0.dual = true }]) == [], "an instructor is aboard")
        #expect(places([three, flight("2026-06-01") { $0.dayLandings = 9 }, flight("2026-06-02"), flight("2026-09-01")]) == [1, 3])
        #expect(places([three, flight("2026-06-01") { $0.hobbs = 0 }]) == [], "no flight")
        // Two landings of the one day and one of the other: the earlier day decides.
        let spread = [flight("2026-01-01") { $0.dual = true; $0.dayLandings = 1 }, flight("2026-03-01") { $0.dual = true; $0.dayLandings = 2 }]
        #expect(places(spread + [flight("2026-04-01")]) == [] && places(spread + [flight("2026-04-02")]) == [2])
    }

    @Test("D-4: meters that overlap or do not meet, by aircraft; days that are too long") func conflicts() {
        func metered(_ date: String, _ aircraft: String?, _ start: Int, _ end: Int) -> Flight {
            flight(date) {
                $0.aircraft = aircraft
                $0.hobbsStart = start
                $0.hobbsEnd = end
            }
        }
        let entries = [
            metered("2026-01-01", "N1", 100, 115), metered("2026-01-02", "N2", 110, 120), metered("2026-01-03", "N1", 115, 130), metered("2026-01-04", "N1", 140, 150),
            metered("2026-01-05", "N1", 145, 160), flight("2026-01-06") { $0.hobbs = 200 }, flight("2026-01-06") { $0.hobbs = 41 }, flight("2026-01-07") { $0.hobbs = 240 },
        ]
        #expect(
            LogbookReview.conflicts(entries.map(ReviewedFlight.init)) == [
                EntryConflict(kind: .metersApart, first: 2, last: 3, aircraft: "N1", tenths: 10),
                EntryConflict(kind: .metersOverlap, first: 3, last: 4, aircraft: "N1", tenths: 5),
                EntryConflict(kind: .dayTooLong, first: 5, last: 6, aircraft: nil, tenths: 241),
            ])
        // One within the other: all of the shorter one is common.
        #expect(LogbookReview.conflicts([metered("2026-01-01", nil, 100, 200), metered("2026-01-02", nil, 120, 130)].map(ReviewedFlight.init)).map(\.tenths) == [10])
    }
}
