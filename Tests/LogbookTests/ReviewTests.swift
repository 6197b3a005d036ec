import EventModel
import Logbook
import Testing

@Suite struct ReviewTests {
    private func reviews(_ texts: String...) -> [PassedReview] {
        texts.map { text in
            let parts = text.split(separator: " ")
            return PassedReview(kind: PassedReview.Kind(rawValue: String(parts[0]))!, date: day(String(parts[1])))
        }
    }

    @Test(
        "S-X.6: a flight review of month M is good through the last day of M+24",
        arguments: [
            ("2026-02-01", "2028-02-29"), ("2026-02-28", "2028-02-29"), ("2024-02-29", "2026-02-28"),
            ("2025-12-31", "2027-12-31"), ("2023-04-10", "2025-04-30"),
        ])
    func flightReview(_ date: String, _ through: String) {
        let taken = reviews("flightReview \(date)")
        let last = day(through)
        func state(_ on: CivilDate) -> String {
            let answer = FlightReviewAnswer(on: on, reviews: taken)
            return "\(answer.state.rawValue) \(answer.goodThrough?.description ?? "-") \(answer.daysLeft ?? -99)"
        }
        #expect(state(last) == "caution \(through) 0")
        #expect(state(last.adding(days: 1)) == "expired \(through) -1")
        #expect(state(last.adding(days: -31)) == "valid \(through) 31")
        #expect(state(day(date).adding(days: -1)) == "never - -99")
    }

    @Test("S-X.6: the latest review counts; a practical test stands for one, an instrument check does not") func kinds()
    {
        let taken = reviews("flightReview 2020-01-10", "checkride 2021-05-05", "ipc 2025-01-01")
        let answer = FlightReviewAnswer(on: day("2021-06-01"), reviews: taken)
        #expect(
            answer.review == PassedReview(kind: .checkride, date: day("2021-05-05"))
                && answer.goodThrough == day("2023-05-31"))
        let flown = flight("2024-03-03") {
            $0.flightReview = true
            $0.instrumentCheck = true
            $0.checkride = false
        }
        #expect(flown.reviews == reviews("flightReview 2024-03-03", "ipc 2024-03-03"))
    }

    private func work(_ texts: String...) -> [InstrumentWork] {
        texts.map { text in
            let parts = text.split(separator: " ")
            return InstrumentWork(date: day(String(parts[0])), approaches: Int(parts[1])!, holds: Int(parts[2])!)
        }
    }

    private func instrument(_ on: String, _ work: [InstrumentWork], _ checks: [PassedReview] = []) -> String {
        let answer = InstrumentAnswer(on: day(on), work: work, reviews: checks)
        return "\(answer.state.rawValue) \(answer.goodThrough?.description ?? "-")\(answer.needsCheck ? " check" : "")"
    }

    @Test("S-X.6: six approaches and a hold of month M are good through the last day of M+6") func instrumentDays() {
        let done = work("2026-01-31 6 1")
        #expect(instrument("2026-01-30", done) == "never -")
        #expect(instrument("2026-01-31", done) == "valid 2026-07-31")
        #expect(instrument("2026-07-31", done) == "caution 2026-07-31")
        #expect(instrument("2026-08-01", done) == "expired 2026-07-31")
        #expect(instrument("2027-01-31", done) == "expired 2026-07-31")
        #expect(instrument("2027-02-01", done) == "expired 2026-07-31 check")
        #expect(instrument("2026-02-01", work("2026-01-31 5 1")) == "never -")
        #expect(instrument("2026-02-01", work("2026-01-31 6 0")) == "never -")
    }

    @Test("S-X.6: it ends with what lies furthest back of the six approaches and the hold") func instrumentSpread() {
        #expect(
            instrument("2026-05-20", work("2026-01-10 3 0", "2026-03-10 3 0", "2026-05-10 0 1")) == "valid 2026-07-31")
        #expect(instrument("2026-05-20", work("2026-01-10 0 1", "2026-03-10 6 0")) == "valid 2026-07-31")
        #expect(
            instrument("2026-05-20", work("2025-10-31 3 1", "2026-05-10 3 0")) == "never -", "not all within six months"
        )
        #expect(instrument("2026-05-20", work("2025-11-01 3 1", "2026-05-10 3 0")) == "caution 2026-05-31")
        let answer = InstrumentAnswer(
            on: day("2026-05-20"), work: work("2025-10-31 3 1", "2026-05-10 3 0"), reviews: [])
        #expect(answer.approaches == 3 && answer.holds == 0)
    }

    @Test("S-X.6: lost more than six calendar months ago, only a check gives it back") func instrumentCheck() {
        let early = work("2024-01-15 6 1", "2025-01-31 6 1")
        #expect(instrument("2025-02-01", early) == "valid 2025-07-31", "lost at the end of July, given back in January")
        let late = work("2024-01-15 6 1", "2025-02-01 6 1")
        #expect(instrument("2025-02-01", late) == "expired 2024-07-31 check")
        #expect(instrument("2025-02-10", late, reviews("ipc 2025-02-10")) == "valid 2025-08-31")
        #expect(
            instrument("2025-02-10", [], reviews("ipc 2025-02-10", "flightReview 2025-02-10")) == "valid 2025-08-31")
        #expect(instrument("2025-02-09", [], reviews("ipc 2025-02-10")) == "never -")
    }

    @Test(
        "S-X.5: a solo endorsement is good through D+90",
        arguments: [
            ("2026-01-31", "never"), ("2026-02-01", "valid"), ("2026-04-02", "caution"), ("2026-05-02", "caution"),
            ("2026-05-03", "expired"),
        ])
    func endorsement(_ on: String, _ state: String) {
        let solo = Endorsement(kind: .solo, date: day("2026-02-01"), cfiNumber: "1")
        #expect(solo.goodThrough == day("2026-05-02") && solo.state(on: day(on)).rawValue == state)
    }

    @Test("S-X.5: other endorsements do not end") func endless() {
        for kind in Endorsement.Kind.allCases where kind != .solo {
            let given = Endorsement(kind: kind, date: day("2020-02-01"), cfiNumber: "1")
            #expect(
                given.goodThrough == nil && given.state(on: day("2026-01-01")) == .valid
                    && given.state(on: day("2020-01-31")) == .never, "\(kind)")
        }
    }
}
