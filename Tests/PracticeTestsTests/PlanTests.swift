import EventCodec
import Foundation
import PracticeTests
import Testing

@Suite struct PlanTests {
    @Test("T-2.1a, T-7.1g, T-B.2, T-B.3: the golden plans, which a second program makes as well, never change")
    func goldenPlans() throws {
        let data = try Data(contentsOf: checkout().appending(path: "schemas/vectors/practice-plans.json"))
        guard case .array(let golden) = try JSONParser.parse(Array(data)) else {
            throw BankUnreadable(reason: "no list")
        }
        #expect(golden.count == 10)
        for row in golden {
            let code = try #require(row["state"]?.stringValue)
            let (number, attempt) = (
                try #require(row["test"]?.integerValue), try #require(row["attempt"]?.integerValue)
            )
            let plan = try #require(TestPlan(number: number, state: state(code), attempt: attempt, shelf: .builtIn))
            #expect(row["items"] == .array(plan.items.map { .string($0.text) }), "\(code)/\(number)/\(attempt)")
            #expect(row["permutation"] == .array(plan.permutation.map { .string($0) }), "\(code)/\(number)/\(attempt)")
            #expect(row["right"] == .string(plan.right), "\(code)/\(number)/\(attempt)")
        }
    }

    @Test("T-7.1f: test 1 of California has 50 questions, 40 that every state asks and 10 of its own")
    func questionCount() throws {
        let plan = try #require(TestPlan(number: 1, state: state("CA"), attempt: 1, shelf: .builtIn))
        #expect(TestSlices.size == 50)
        #expect(plan.items.count == 50 && plan.permutation.count == 50 && plan.right.count == 50)
        #expect(plan.items.filter { $0.state == nil }.count == 40)
        #expect(plan.items.filter { $0.state == state("CA") }.count == 10)
    }

    @Test("T-7.1g, T-B.1: every row of the slices' vectors, in every attempt", arguments: ["CA", "TX"])
    func slices(code: String) throws {
        let rows = try bankVectors("practice-test-slices.csv")
        #expect(rows.count == 4)
        for row in rows {
            func number(_ column: String) throws -> Int { try #require(row[column].flatMap { Int($0) }) }
            let universal = (try number("universal_first")...number("universal_last")).map { QuestionID(nil, $0) }
            let own = (try number("state_first")...number("state_last")).map { QuestionID(state(code), $0) }
            let set = try #require(TrainingSet(number: try number("test"), state: state(code), shelf: .builtIn))
            #expect(set.items == universal + own)
            for attempt in 1...20 {
                let plan = try #require(
                    TestPlan(number: try number("test"), state: state(code), attempt: attempt, shelf: .builtIn))
                #expect(plan.items.sorted() == (universal + own).sorted())
            }
        }
    }

    @Test("T-7.1g, T-B.2: the same state, test and attempt give the same plan, other attempts another")
    func determined() throws {
        let plans = try (1...20).map {
            try #require(TestPlan(number: 1, state: state("CA"), attempt: $0, shelf: .builtIn))
        }
        let again = try (1...20).map {
            try #require(TestPlan(number: 1, state: state("CA"), attempt: $0, shelf: .builtIn))
        }
        #expect(plans == again)
        #expect(Set(plans.map(\.items)).count == 20)
        #expect(Set(plans.map(\.permutation)).count == 20)
    }

    @Test("T-B.3: the right option is found where the plan says it is shown")
    func rightOption() throws {
        for number in 1...4 {
            let plan = try #require(TestPlan(number: number, state: state("TX"), attempt: 3, shelf: .builtIn))
            for (item, (letters, right)) in zip(plan.items, zip(plan.permutation, plan.right)) {
                let question = try #require(BankShelf.builtIn.question(item))
                #expect(letters.sorted() == ["A", "B", "C", "D"])
                let place = try #require(OptionLetter.text.firstIndex(of: right))
                let shown = Array(letters)[place]
                #expect(OptionLetter.text.firstIndex(of: shown) == question.correct, "\(item)")
                if question.optionsStay { #expect(letters == "ABCD") }
            }
        }
    }

    @Test(
        "T-B.3: options that name letters, or all or none of the others, keep their places",
        arguments: [
            "All of the above", "None of the above.", "Any of the above", "none of these", "Both A and B", "A and C",
            "Either B or D", "Answers B and C",
            "Option D", "B, C", "Neither A nor B", "Only the above", "All of the others",
        ])
    func optionsThatStay(option: String) {
        #expect(question(["Stop", "Go", "Wait", option]).optionsStay)
        #expect(!question(["Stop", "Go", "Wait", "Turn"]).optionsStay)
    }

    @Test(
        "T-B.3: words that look like letters are no letters",
        arguments: [
            "A car and a bus", "A license of Class C", "Take either a bus or a train",
            "Stop at the line above the sign", "Both drivers", "A 9-year-old child",
            "Vitamin D", "You and a passenger", "Above 55 mph", "The choice of a lane",
        ])
    func optionsThatMove(option: String) { #expect(!question(["Stop", "Go", "Wait", option]).optionsStay) }

    @Test("Most options are settled by a look at their bytes, and as their words would settle them")
    func bytesAndWords() {
        var state: UInt64 = 11
        func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let words = [
            "a", "A", "b", "B", "C", "d", "and", "or", "nor", "both", "Either", "answer", "option", "all", "None", "of",
            "the", "above", "these", "others", "other", "answers", "following", "stop", "ä", "1", "it's", "",
        ]
        for _ in 0..<20_000 {
            let option = (0..<below(6)).map { _ in words[below(words.count)] }.joined(
                separator: [" ", ", ", "-"][below(3)])
            #expect(OptionText.speaksOfOthers(option) == OptionText.namesOthers(option), "\(option)")
        }
        for bank in [BankShelf.builtIn.universal]
            + BankShelf.builtInStates.compactMap({ BankShelf.builtIn.bank(of: $0) })
        {
            for option in bank.questions.flatMap(\.options) {
                #expect(OptionText.speaksOfOthers(option) == OptionText.namesOthers(option), "\(option)")
            }
        }
    }

    private func question(_ options: [String]) -> Question {
        Question(
            id: QuestionID(nil, 1), category: .roadSigns, text: "What?", options: options, correct: 0,
            explanation: "So.")
    }

    @Test("T-3.1.4: there are tests 1 to 4, and none of a state without a bank")
    func range() {
        for number in [Int.min, -1, 0, 5, Int.max] {
            #expect(TestPlan(number: number, state: state("CA"), attempt: 1, shelf: .builtIn) == nil)
            #expect(TrainingSet(number: number, state: state("CA"), shelf: .builtIn) == nil)
        }
        #expect(TestPlan(number: 1, state: state("NY"), attempt: 1, shelf: .builtIn) == nil)
        #expect(TrainingSet(number: 1, state: state("NY"), shelf: .builtIn) == nil)
    }

    @Test func everyOrderIsAsLikelyAsAnother() {
        var counts: [[Int]: Int] = [:]
        for attempt in 0..<24_000 {
            var places = [0, 1, 2, 3]
            var order = Shuffle(seed: "CA/1/\(attempt)")
            order.shuffle(&places)
            counts[places, default: 0] += 1
        }
        #expect(counts.count == 24)
        // 1,000 are expected of each; five standard deviations are 155.
        #expect(counts.values.allSatisfy { (845...1_155).contains($0) }, "\(counts.values.sorted())")
    }

    @Test func aBoundThatDividesNothingIsStillFair() {
        // Two thirds of all words: what is drawn above the largest multiple (the bound itself) is drawn again.
        let bound = UInt64.max / 3 * 2
        var order = Shuffle(seed: "bound")
        let low = (0..<3_000).count { _ in order.below(bound) < bound / 2 }
        #expect((1_360...1_640).contains(low))
    }

    @Test("T-9.4: making a test of 50 questions takes far less than 200 ms")
    func speed() throws {
        _ = TestPlan(number: 1, state: state("CA"), attempt: 1, shelf: .builtIn)
        let clock = ContinuousClock()
        let best = try (1...5).map { round in
            try clock.measure {
                _ = try #require(TestPlan(number: 2, state: state("CA"), attempt: round, shelf: .builtIn))
            }
        }.min()
        #expect(try #require(best) < .milliseconds(20))
    }
}
