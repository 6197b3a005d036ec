import EventModel
import Logbook
import Testing

/// 61.57(c) and (d): approaches count by category, and a practical test needs no instrument rating.
@Suite struct InstrumentCategoryTests {
    private static func described(_ id: String, _ named: String) -> AircraftDescription {
        var aircraft = AircraftDescription(id: id)
        aircraft.aircraftClass = named
        return aircraft
    }

    private static let fleet: Fleet = {
        var device = described("SIM", "asel")
        device.equipment = "aatd"
        return Fleet([
            described("HELI", "rotorcraft_helicopter"), described("SINGLE", "asel"), described("GLIDER", "glider"),
            device,
        ])
    }()

    private func flown(
        _ date: String, _ aircraft: String?, _ approaches: Int? = nil, _ holds: Int? = nil,
        _ change: (inout Flight) -> Void = { _ in }
    ) -> Flight {
        flight(date) {
            ($0.aircraft, $0.approaches, $0.holds) = (aircraft, approaches, holds)
            change(&$0)
        }
    }

    private func answer(_ on: String, _ flights: [Flight], _ reviews: [PassedReview] = []) -> InstrumentAnswer {
        let work = flights.enumerated().map {
            InstrumentWork($1, StreamID(kind: "flight", id: "f\($0)"), in: Self.fleet)
        }
        return InstrumentAnswer(on: day(on), work: work, reviews: reviews)
    }

    private func text(_ answer: InstrumentAnswer) -> [String] {
        (answer.categories.isEmpty ? [answer.latest] : answer.categories).map { reading in
            let missing = reading.missing.map { ", \($0.text)" } ?? ""
            return "\(reading.category?.title ?? "all") \(reading.state) \(reading.goodThrough?.description ?? "-")"
                + missing + (reading.needsCheck ? ", check" : "")
        }
    }

    private func lacking(_ flights: [Flight], reviews: [PassedReview] = []) -> [Int] {
        ExperienceReview(flights.map(ReviewedFlight.init), fleet: Self.fleet, reviews: reviews).lacking
            .filter { $0.rules.contains(.instrument) }.map(\.entry)
    }

    private func cloud(_ date: String, _ aircraft: String?) -> Flight {
        flown(date, aircraft) {
            $0.actualInstrumentHours = 10
            $0.solo = true
        }
    }

    @Test("S-X.6, D-4: approaches in a helicopter keep no currency in airplanes, 61.57(c)(1)") func byCategory() {
        let work = flown("2026-09-05", "HELI", 6, 1)
        let flights = [work, cloud("2026-10-15", "SINGLE"), cloud("2026-10-16", "HELI"), cloud("2026-10-17", "OTHER")]
        let found = answer("2026-10-20", flights)
        #expect(
            text(found) == [
                "helicopters valid 2027-03-31", "airplanes never -, short by 6 approaches and 1 hold",
            ])
        #expect(found.goodThrough == day("2027-03-31"), "the category last flown by instruments comes first")
        #expect(lacking(flights) == [1], "an aircraft that nothing describes is judged by all work")
        #expect(text(answer("2026-10-15", flights)).first == "airplanes never -, short by 6 approaches and 1 hold")
        #expect(answer("2026-10-15", flights).elsewhere == [StreamID(kind: "flight", id: "f0")])
    }

    @Test("S-X.6: work in a device counts in every category, 61.57(c)(2); that of an undescribed aircraft is named")
    func everyCategory() {
        let session = flown("2026-01-10", "SIM", 4, 1)
        let flights = [session, flown("2026-02-10", nil, 1, 0), flown("2026-03-10", "SINGLE", 1, 0)]
        let found = answer("2026-04-01", flights)
        #expect(text(found) == ["airplanes valid 2026-07-31"])
        #expect(
            found.assumption
                == "1 approach and 0 holds of them are in aircraft that nothing describes; these count in each "
                + "category.")
        #expect(text(answer("2026-04-01", Array(flights.prefix(2)))) == ["all never -, short by 1 approach"])
        #expect(answer("2026-04-01", Array(flights.prefix(2))).assumption == nil, "no category rests on it")
        #expect(answer("2026-04-01", [session, flown("2026-03-10", "SINGLE", 2, 0)]).assumption == nil)
        let glider = flown("2026-03-11", "GLIDER", 6, 1) { $0.actualInstrumentHours = 5 }
        #expect(text(answer("2026-04-01", [glider])) == ["all never -, short by 6 approaches and 1 hold"])
        #expect(lacking([flown("2026-01-10", "SINGLE", 1, 1), glider]) == [], "61.57(c)(1) names no gliders")
    }

    @Test("S-X.6: a check of a flight counts in its category, one without an aircraft in each") func checks() {
        let check = flown("2026-01-10", "HELI", 1, 1) { $0.instrumentCheck = true }
        let flights = [check, cloud("2026-02-01", "SINGLE")]
        #expect(
            text(answer("2026-02-02", flights)) == [
                "airplanes never -, short by 6 approaches and 1 hold", "helicopters valid 2026-07-31",
            ])
        #expect(lacking(flights) == [1])
        let own = [PassedReview(kind: .ipc, date: day("2026-01-11"))]
        #expect(
            text(answer("2026-02-02", flights, own)) == ["airplanes valid 2026-07-31", "helicopters valid 2026-07-31"])
        #expect(lacking(flights, reviews: own) == [])
    }

    @Test("S-X.6: a private test with an approach takes nothing from the later instrument test, 61.57(d)")
    func privateTest() {
        func history(privateApproaches: Int?) -> [Flight] {
            [
                flown("2024-02-10", "SINGLE", 6, 1) { $0.dual = true },
                flown("2024-03-10", "SINGLE", privateApproaches) { $0.checkride = true },
                flown("2026-08-20", "SINGLE", 6, 1) { $0.dual = true },
                flown("2026-09-15", "SINGLE", 3, 1) { $0.checkride = true },
            ]
        }
        #expect(text(answer("2026-10-01", history(privateApproaches: nil))) == ["airplanes valid 2027-02-28"])
        #expect(text(answer("2026-10-01", history(privateApproaches: 1))) == ["airplanes valid 2027-02-28"])
        #expect(text(answer("2026-10-01", history(privateApproaches: 2))) == ["airplanes valid 2027-02-28"])
        #expect(lacking(history(privateApproaches: 1) + [cloud("2026-10-01", "SINGLE")]) == [])
    }

    @Test("S-X.6: the work of another entry on the day of a test makes it no instrument test") func sameDay() {
        func lapsed(session: String) -> [Flight] {
            [
                flown("2024-01-10", "SINGLE", 6, 1), flown(session, "SINGLE", 3, 1) { $0.dual = true },
                flown("2025-06-10", "SINGLE") { $0.checkride = true }, flown("2025-09-01", "SINGLE", 3, 1),
            ].sorted { $0.date < $1.date }
        }
        let one = text(answer("2025-09-02", lapsed(session: "2025-06-10")))
        #expect(one == ["airplanes valid 2025-12-31"])
        #expect(text(answer("2025-09-02", lapsed(session: "2025-06-09"))) == one)
    }

    @Test("S-X.6: a rated pilot's lapse stays, whichever test comes after it, 61.57(d)(1)") func ratedPilot() {
        let test = PassedReview(kind: .checkride, date: day("2026-03-01"))
        let later = flown("2026-03-02", "SINGLE", 6, 1)
        for first in [
            flown("2024-01-10", "SINGLE", 6, 1) { $0.instrumentCheck = true },
            flown("2024-01-10", "SINGLE", 6, 1) { $0.checkride = true },
        ] {
            #expect(text(answer("2026-03-03", [first, later], [test])) == ["airplanes expired 2024-07-31, check"])
        }
        let unrated = flown("2024-01-10", "SINGLE", 6, 1)
        #expect(text(answer("2026-03-03", [unrated, later], [test])) == ["airplanes valid 2026-09-30"])
    }

    @Test("S-X.6: how much is short is stated until only a check helps") func missing() {
        let work = flown("2026-01-10", "SINGLE", 6, 1)
        let late = [work, flown("2026-08-10", "SINGLE", 3, 0)]
        #expect(text(answer("2026-08-20", late)) == ["airplanes expired 2026-07-31, short by 3 approaches and 1 hold"])
        #expect(text(answer("2027-02-01", late)) == ["airplanes expired 2026-07-31, check"])
        let five = [flown("2026-08-10", "SINGLE", 5, 1)]
        #expect(text(answer("2026-08-20", five)) == ["airplanes never -, short by 1 approach"])
    }
}
