import PracticeTests
import Testing

@Suite struct StateCodeTests {
    @Test("T-3.1.2, T-6.2b: fifty states with the pass marks of the vectors, a mark never rounded down")
    func everyState() throws {
        let rows = try bankVectors("practice-state-pass-marks.csv")
        #expect(rows.count == 50 && StateCode.all.count == 50)
        for row in rows {
            let state = try #require(row["code"].flatMap { StateCode($0) })
            #expect(state.name == row["state"])
            #expect(row["pass_mark_percent"] == "\(state.passMarkPercent)")
            let questions = try #require(row["real_test_questions"].flatMap { Int($0) })
            #expect(row["correct_needed_ceiling"] == "\(state.correctNeeded(of: questions))", "\(state)")
        }
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
