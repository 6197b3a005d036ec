import EventModel
import Logbook
import Testing

/// The endorsements that a student's solo flights need besides that of 61.87(n).
@Suite struct SoloReviewTests {
    private func given(_ kind: Endorsement.Kind, _ date: String, _ number: String? = nil) -> Endorsement {
        Endorsement(
            kind: kind, date: day(date), cfiNumber: "1", remarks: number.map { "AC 61-65K, \($0) words of it" })
    }

    private func solo(_ date: String, _ change: (inout Flight) -> Void = { _ in }) -> Flight {
        flight(date) {
            $0.solo = true
            change(&$0)
        }
    }

    private func lacking(
        _ flights: [Flight], _ endorsements: [Endorsement] = [], _ reviews: [PassedReview] = []
    ) -> [String] {
        SoloReview(flights.map { ReviewedFlight($0) }, endorsements: endorsements, reviews: reviews).lacking.map {
            "\($0.entry): \($0.paragraphs.joined(separator: ", "))"
        }
    }

    @Test("S-X.5: a solo cross-country needs its training's endorsement and that of the flight, 61.93(c)")
    func crossCountry() {
        let flown = [solo("2026-02-01"), solo("2026-02-02") { $0.crossCountry = true }]
        #expect(lacking(flown) == ["1: 61.93(c)(1) and (2), 61.93(c)(3)"])
        let training = given(.soloCrossCountry, "2026-01-01", "A.9")
        #expect(lacking(flown, [training]) == ["1: 61.93(c)(3)"])
        #expect(lacking(flown, [training, given(.soloCrossCountry, "2026-02-01", "A.10")]) == ["1: 61.93(c)(3)"])
        let planned = given(.soloCrossCountry, "2026-02-02", "A.10")
        #expect(lacking(flown, [training, planned]) == [])
        #expect(lacking(flown, [planned]) == ["1: 61.93(c)(1) and (2)"])
        #expect(lacking(flown, [given(.soloCrossCountry, "2026-01-01", "A.11")]) == [], "repeated flights")
        #expect(lacking(flown, [given(.soloCrossCountry, "2026-02-02")]) == [], "its words may be any of them")
    }

    @Test("S-X.5: a solo flight by night needs the endorsement of 61.87(o), which ends after 90 days") func night() {
        let flown = [solo("2026-02-01") { $0.nightLandings = 3 }]
        #expect(lacking(flown) == ["0: 61.87(o)"])
        #expect(lacking(flown, [given(.other, "2025-11-03", "A.5")]) == [])
        #expect(lacking(flown, [given(.other, "2025-11-02", "A.5")]) == ["0: 61.87(o)"])
        #expect(lacking(flown, [given(.solo, "2026-01-01", "A.6")]) == ["0: 61.87(o)"])
    }

    @Test("S-X.5: a pilot with a certificate is asked for none of them; what is not judged is stated with solo flights")
    func certificate() {
        let flown = [solo("2026-02-01") { $0.crossCountry = true }]
        for kind in PassedReview.Kind.allCases {
            #expect(lacking(flown, [], [PassedReview(kind: kind, date: day("2026-01-31"))]) == [])
        }
        let review = SoloReview(flown.map { ReviewedFlight($0) }, endorsements: [], reviews: [])
        #expect(review.hasSoloFlights && SoloReview.notJudged.contains("make and model"))
        let dual = [flight { $0.dual = true }].map { ReviewedFlight($0) }
        #expect(!SoloReview(dual, endorsements: [], reviews: []).hasSoloFlights)
    }
}
