import EventModel
import Logbook
import Testing

@Suite struct SuggestionTests {
    private let today = day("2026-02-10")

    private var latest: Flight {
        flight("2026-02-01") {
            $0.from = "KSJC"
            $0.to = "KRHV"
            $0.solo = true
            $0.crossCountry = true
            $0.cfiNumber = "1234567"
            $0.aircraft = "N1"
        }
    }

    @Test("S-TC-011: a form begins with route, aircraft and solo or dual of the latest flight") func opening() {
        let suggestion = FlightSuggestion.opening(after: latest, stage: .preSolo, today: today)
        #expect(
            suggestion.from == "KSJC" && suggestion.to == "KRHV" && suggestion.solo && !suggestion.dual
                && suggestion.aircraft == "N1")
        #expect(suggestion.date == today && suggestion.cfiNumber == nil && !suggestion.crossCountry)
    }

    @Test("S-TC-014: the next of several begins a day later, never past today, and keeps route, categories and number")
    func following() {
        let suggestion = FlightSuggestion.following(latest, today: today)
        #expect(
            suggestion.date == day("2026-02-02") && suggestion.from == "KSJC" && suggestion.solo
                && suggestion.crossCountry && !suggestion.instrument)
        #expect(suggestion.cfiNumber == "1234567" && suggestion.dayLandings == 1 && suggestion.nightLandings == 0)
        #expect(FlightSuggestion.following(latest, today: day("2026-02-01")).date == day("2026-02-01"))
        #expect(FlightSuggestion.following(flight("2026-02-09"), today: today).date == today)
    }

    @Test("S-TC-014: what is told stands, what is not is filled in, routes and categories whole") func fill() {
        let suggestion = FlightSuggestion.following(latest, today: today)
        var bare = flight("2026-02-02")
        suggestion.fill(&bare)
        #expect(
            bare.from == "KSJC" && bare.to == "KRHV" && bare.solo == true && bare.dual == nil
                && bare.crossCountry == true && bare.cfiNumber == "1234567")
        var stated = flight("2026-02-02") {
            $0.to = "KPAO"
            $0.dual = true
            $0.crossCountry = false
        }
        suggestion.fill(&stated)
        #expect(
            stated.from == nil && stated.to == "KPAO" && stated.solo == nil && stated.dual == true
                && stated.crossCountry == false
        )
    }

    @Test("S-TC-015: up to five distinct routes, the latest first; S-TC-013: there and back") func routes() {
        func from(_ from: String?, _ to: String?) -> Flight {
            flight {
                $0.from = from
                $0.to = to
            }
        }
        let flights = [
            from("KPAO", "KSJC"), from("KSJC", "KPAO"), from("KPAO", "KSJC"), from(nil, nil), from("", ""),
            from("KRHV", nil), from("A", "B"), from("C", "D"), from("E", "F"),
        ]
        let routes = RecentRoute.latest(of: flights)
        #expect(routes.map(\.text) == ["KPAO → KSJC", "KSJC → KPAO", "KRHV", "A → B", "C → D"])
        #expect(routes[0].from == "KPAO" && routes[0].to == "KSJC" && routes[0].swapped == ("KSJC", "KPAO"))
        #expect(RecentRoute.latest(of: [Flight]()) == [])
    }

    @Test("S-TC-051: a copy has today's date and everything but number, signature and import") func duplicate() throws {
        var original = latest
        original.hobbsStart = 12_345
        original.hobbsEnd = 12_360
        original.batch = StreamID("batch/x")
        original.remarks = "first"
        original.extra = ["Route": "LOCAL"]
        let copy = original.duplicate(of: try #require(StreamID("flight/a")), today: today)
        var expected = original
        expected.date = today
        expected.cfiNumber = nil
        expected.batch = nil
        expected.copiedFrom = StreamID("flight/a")
        #expect(copy == expected)
    }

    @Test("S-TC-054: the words of an empty logbook") func empty() {
        #expect(
            EmptyLogbook.title == "No Flights Logged" && EmptyLogbook.description == "Tap + to log your first flight"
                && EmptyLogbook.call == "Add Flight")
    }
}
