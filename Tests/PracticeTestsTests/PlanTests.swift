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

    @Test("T-7.1g, T-B.1: every row of the slices' vectors, in every attempt", arguments: builtInStates())
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
                let moving = Set(OptionOrder(question).groups.joined())
                for (place, letter) in letters.enumerated() where !moving.contains(place) {
                    #expect(letter == OptionLetter.text[place], "\(item)")
                }
            }
        }
    }

    @Test("T-3.1.4: there are tests 1 to 4, and none of a state without a bank")
    func range() {
        for number in [Int.min, -1, 0, 5, Int.max] {
            #expect(TestPlan(number: number, state: state("CA"), attempt: 1, shelf: .builtIn) == nil)
            #expect(TrainingSet(number: number, state: state("CA"), shelf: .builtIn) == nil)
        }
        #expect(TestPlan(number: 1, state: state("WY"), attempt: 1, shelf: .builtIn) == nil)
        #expect(TrainingSet(number: 1, state: state("WY"), shelf: .builtIn) == nil)
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
        let best = try (1...20).map { round in
            try clock.measure {
                _ = try #require(TestPlan(number: 2, state: state("CA"), attempt: round, shelf: .builtIn))
            }
        }.min()
        #expect(try #require(best) < .milliseconds(20), "\(String(describing: best))")
    }
}
