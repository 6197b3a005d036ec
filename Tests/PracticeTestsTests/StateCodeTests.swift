import Testing

@testable import PracticeTests

@Suite struct StateCodeTests {
    @Test("T-3.1.2, T-6.2b: fifty states with the pass marks of the vectors, a mark never rounded down")
    func everyState() throws {
        let rows = try bankVectors("practice-state-pass-marks.csv")
        #expect(rows.count == 50 && StateCode.all.count == 50)
        for row in rows {
            let state = try #require(row["code"].flatMap { StateCode($0) })
            #expect(state.name == row["state"])
            #expect(row["pass_mark_percent"] == "\(state.passMarkPercent)")
            #expect(row["real_test_questions"] == "\(state.test.questions)")
            #expect(row["correct_needed"] == "\(state.test.correctNeeded)")
            #expect(row["note"] == state.test.note ?? "-" && row["source"] == state.test.source ?? "-")
            // A mark in whole percents may ask for one answer more than the state's own test.
            let needed = state.correctNeeded(of: state.test.questions)
            if state.code != "VA" {
                #expect([0, 1].contains(needed - state.test.correctNeeded), "\(state)")
            }
        }
    }

    @Test("T-3.1.2: marks come from read sources; a test of parts has a note about them") func sources() {
        let marks = ["MD": "88 22 of 25", "IN": "84 42 of 50", "WV": "76 19 of 25", "NM": "72 18 of 25"]
        for (code, mark) in marks {
            let found = state(code)
            #expect("\(found.passMarkPercent) \(found.test.correctNeeded) of \(found.test.questions)" == mark)
        }
        #expect(
            state("VA").test.sentences == [
                "The state's own test: 34 of 40 questions right.",
                "It has two parts: 10 of 10 questions on signs and then 24 of 30.",
                "Source: https://drivepassapp.com/tests/virginia",
            ])
        #expect(state("IN").test.note == "It has two parts: 28 of 34 questions on rules and 14 of 16 on signs.")
        #expect(StateCode.all.allSatisfy { $0.test.source?.hasPrefix("https://") ?? false })
        #expect(
            WrittenTest(questions: 20, correctNeeded: 16, source: nil).sentences.last
                == "No source was read for these figures.")
    }

    @Test("T-6.2b: California's mark of 83 % takes 42 of 50") func needed() {
        #expect(state("CA").correctNeeded(of: 50) == 42)
        #expect(state("NY").correctNeeded(of: 50) == 35)
        #expect(state("MA").correctNeeded(of: 50) == 36)
        #expect(state("CA").correctNeeded(of: 0) == 0)
    }

    @Test(
        "T-3.1.2: what is no state's code is none",
        arguments: ["", "ca", "XX", "ALL", "DC", "California", "CA ", "C", "U", "PR"])
    func unknown(code: String) { #expect(StateCode(code) == nil) }

    @Test func statesAscendByCode() {
        #expect(StateCode.all.map(\.code) == StateCode.all.map(\.code).sorted())
        #expect(StateCode.all == StateCode.all.sorted())
        #expect(StateCode.all.first?.description == "AK" && StateCode.all.last?.name == "Wyoming")
    }
}
