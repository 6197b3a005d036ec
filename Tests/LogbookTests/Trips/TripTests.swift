import EventModel
import Testing

@testable import Logbook

@Suite struct TripTests {
    private func leg(
        _ date: String, _ from: String, _ to: String, nm: Int? = 60, aircraft: String? = "N1", id: String? = nil,
        _ more: (inout Flight) -> Void = { _ in }
    ) -> (Flight, StreamID) {
        let entry = flight(date) {
            $0.from = from; $0.to = to; $0.aircraft = aircraft; $0.distanceNm = nm.map { $0 * 10 }
            more(&$0)
        }
        return (entry, StreamID(kind: "flight", id: id ?? "\(date)-\(from)-\(to)"))
    }

    private func trips(_ entries: [(Flight, StreamID)]) -> [String] {
        Trip.trips(of: entries.compactMap { TripLeg($0.0, $0.1) }).map(\.route)
    }

    @Test("a leg follows in the same aircraft, from where the last ended, on the same day or the next")
    func chains() {
        #expect(trips([leg("2026-02-01", "A", "B"), leg("2026-02-01", "B", "C")]) == ["A → B → C"])
        #expect(trips([leg("2026-02-01", "a", "b"), leg("2026-02-02", "B", "C")]) == ["A → B → C"])
        #expect(trips([leg("2026-02-01", "A", "B"), leg("2026-02-03", "B", "C")]) == [])
        #expect(trips([leg("2026-02-01", "A", "B"), leg("2026-02-01", "C", "D")]) == [])
        #expect(trips([leg("2026-02-01", "A", "B"), leg("2026-02-01", "B", "C", aircraft: "N2")]) == [])
        #expect(trips([leg("2026-02-01", "A", "B"), leg("2026-02-01", "B", "C", aircraft: nil)]) == [])
        #expect(
            trips([leg("2026-02-01", "A", "B"), leg("2026-02-02", "B", "C"), leg("2026-02-03", "C", "A")]) == [
                "A → B → C → A"
            ])
    }

    @Test("a trip ends where it began, and a flight round one place is in none") func ends() {
        #expect(
            trips([
                leg("2026-02-01", "A", "B"), leg("2026-02-01", "B", "A"), leg("2026-02-01", "A", "C"),
                leg("2026-02-01", "C", "A"), leg("2026-02-01", "A", "A"),
            ]) == ["A → B → A", "A → C → A"])
    }

    @Test("a leg that ends an earlier trip is none that another trip of the day goes on from") func afterAnEnd() {
        // Back at D from A, then on: the three legs of the day go round, and two of them begin the next trip.
        #expect(
            trips([
                leg("2026-02-01", "D", "A"), leg("2026-02-02", "C", "A", id: "a"), leg("2026-02-02", "D", "C", id: "b"),
                leg("2026-02-02", "A", "D", id: "c"), leg("2026-02-03", "A", "X"),
            ]) == ["D → A → D", "D → C → A → X"])
    }

    @Test("the order of the entries of a day does not matter", arguments: 0..<24) func order(seed: Int) {
        var legs = [
            leg("2026-02-01", "A", "B"), leg("2026-02-01", "B", "C"), leg("2026-02-01", "C", "D"),
            leg("2026-02-01", "X", "Y"),
        ]
        var (rest, order) = (seed, [(Flight, StreamID)]())
        for count in [4, 3, 2, 1] {
            order.append(legs.remove(at: rest % count))
            rest /= count
        }
        #expect(trips(order) == ["A → B → C → D"])
    }

    private func states(_ entries: [(Flight, StreamID)], _ item: ExperienceItem) -> String {
        let trips = Trip.trips(of: entries.compactMap { TripLeg($0.0, $0.1) })
        let detail = ProgressDetail(on: day("2026-05-01"), in: FlightDays(entries.map(\.0)), trips: trips)
        let found = detail.items.first { $0.item == item }
        return found.map { "\($0.value) \($0.state) \($0.trips.count)" } ?? ""
    }

    private func solo(_ from: String, _ to: String, _ nm: Int?, stops: Int = 1, isSolo: Bool = true) -> (
        Flight, StreamID
    ) {
        leg("2026-02-01", from, to, nm: nm) {
            $0.dayLandings = stops
            $0.allLandings = 1
            if isSolo { ($0.solo, $0.crossCountry) = (true, true) } else { $0.dual = true }
        }
    }

    @Test("61.109(a)(5)(ii) of legs: 150 NM, full stops at three points, a leg of more than 50 NM, solo throughout")
    func longSolo() {
        let item = ExperienceItem.longSoloCrossCountry
        #expect(states([solo("A", "B", 52), solo("B", "C", 65), solo("C", "A", 112)], item) == "1 met 1")
        #expect(states([solo("A", "B", 52), solo("B", "C", 49), solo("C", "A", 49)], item) == "1 met 1")
        #expect(states([solo("A", "B", 52), solo("B", "C", 48), solo("C", "A", 49)], item) == "0 unmet 0")
        #expect(states([solo("A", "B", 50), solo("B", "C", 50), solo("C", "A", 50)], item) == "0 unmet 0")
        #expect(states([solo("A", "B", 80), solo("B", "A", 80)], item) == "0 unmet 0", "two points")
        #expect(
            states([solo("A", "B", 60), solo("B", "C", 60, stops: 0), solo("C", "A", 60)], item) == "0 unmet 0",
            "a touch-and-go is no full stop")
        #expect(
            states([solo("A", "B", 60), solo("B", "C", 60, isSolo: false), solo("C", "A", 60)], item) == "0 unmet 0")
        #expect(states([solo("A", "B", nil), solo("B", "C", 60), solo("C", "A", 60)], item) == "0 unmet 0")
        // One that is met by a leg alone counts once.
        #expect(states([solo("A", "B", 160, stops: 3), solo("B", "C", 60), solo("C", "A", 60)], item) == "1 met 0")
    }

    private func night(_ from: String, _ to: String, _ nm: Int, hours: Int = 10, isDual: Bool = true) -> (
        Flight, StreamID
    ) {
        leg("2026-02-01", from, to, nm: nm) {
            $0.nightHours = Hours(tenths: hours)
            $0.crossCountry = true
            $0.dual = isDual ? true : nil
        }
    }

    @Test("61.109(a)(2)(i) of legs: over 100 NM by night in training") func nightTrip() {
        let item = ExperienceItem.nightCrossCountry
        #expect(states([night("A", "B", 60), night("B", "A", 60)], item) == "1 met 1")
        #expect(states([night("A", "B", 50), night("B", "A", 50)], item) == "0 unmet 0")
        #expect(states([night("A", "B", 60, hours: 0), night("B", "A", 60)], item) == "0 unmet 0", "one leg by day")
        #expect(states([night("A", "B", 60), night("B", "A", 60, isDual: false)], item) == "0 unmet 0")
        #expect(states([night("A", "B", 101), night("B", "A", 101)], item) == "2 met 0", "as each leg by itself")
    }
}
