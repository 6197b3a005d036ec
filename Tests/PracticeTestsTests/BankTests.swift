import EventCodec
import EventModel
import Foundation
import PracticeTests
import Synchronization
import Testing

@Suite struct BankTests {
    /// The universal bank, and every state's that the checkout has.
    private let files: [(StateCode?, String)] =
        [(nil, "universal.json")] + builtInStates().map { (state($0), "states/\($0).json") }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: checkout().appending(path: "schemas/bank/\(path)")))
    }

    @Test(
        "T-4.1a, T-3.1.T2, T-4.2a, T-10.1: the demonstration banks are whole: 160 questions for every state, 40 of a state"
    )
    func demonstration() throws {
        for (state, path) in files {
            let check = try BankCheck.read(try bytes(path))
            #expect(check.findings == [])
            let bank = try #require(check.bank)
            #expect(
                bank.state == state && bank.questions.count == (state == nil ? 160 : 40)
                    && bank.edition == "demonstration 1")
            for category in QuestionCategory.allCases where category.isUniversal == (state == nil) {
                #expect(bank.questions.filter { $0.category == category }.count == category.questions)
            }
            let built = try #require(state.map { BankShelf.builtIn.bank(of: $0) } ?? BankShelf.builtIn.universal)
            #expect(built.questions == bank.questions, "run tools/bank generate")
        }
        #expect(BankShelf.builtInStates.map(\.code) == builtInStates() && builtInStates().contains("CA"))
    }

    @Test("Right answers stand at every place alike, and no test leaves a category out")
    func spread() throws {
        for (_, path) in files {
            let bank = try #require(try BankCheck.read(try bytes(path)).bank)
            let size = bank.questions.count / 4
            for part in stride(from: 0, to: bank.questions.count, by: size) {
                let slice = bank.questions[part..<part + size]
                #expect((0...3).allSatisfy { place in slice.count { $0.correct == place } >= size / 5 })
                #expect(Set(slice.map(\.category)).count == 5)
            }
        }
    }

    @Test("No question of the demonstration stands in two banks")
    func noneTwice() throws {
        let banks = try files.map { (file: $0.1, bank: try #require(try BankCheck.read(try bytes($0.1)).bank)) }
        #expect(BankCheck.doubled(in: banks).isEmpty)
        let doubled = BankCheck.doubled(in: [banks[0], ("copy.json", banks[0].bank)])
        #expect(doubled.count == 160)
        #expect(doubled.first?.file == "copy.json")
        #expect(
            doubled.first?.finding
                == BankFinding(
                    item: "U-001", code: "bank.questionTwice",
                    message: "The question stands in universal.json (U-001) already."))
    }

    @Test(
        "T-3.1.T3, T-4.2a: a question has its id, category, four options, the right one and an explanation, and is found by its id"
    )
    func questions() throws {
        let question = try #require(BankShelf.builtIn.question(QuestionID(state("CA"), 7)))
        #expect(
            question.id.text == "CA-007" && question.options.count == 4 && (0...3).contains(question.correct)
                && !question.explanation.isEmpty)
        #expect(BankShelf.builtIn.question(QuestionID(nil, 160))?.id.text == "U-160")
        for id in [QuestionID(nil, 161), QuestionID(state("CA"), 41), QuestionID(state("WY"), 1)] {
            #expect(BankShelf.builtIn.question(id) == nil)
        }
    }

    @Test(
        "T-4.2a: an id is U- or a state's code, and three digits",
        arguments: [
            "", "U", "U-", "U-1", "U-0001", "U-000", "u-001", "CA001", "XX-001", "ALL-001", "CA-01a", "CA-001-", "-001",
            "U-001 ", "U-٠٠١", "CA--01",
        ])
    func badIDs(text: String) { #expect(QuestionID(text) == nil) }

    @Test("T-4.2a: ids ascend by text") func ids() {
        #expect(QuestionID("U-001")?.state == nil && QuestionID("U-001") == QuestionID(nil, 1))
        #expect(QuestionID("UT-040")?.state == state("UT") && QuestionID("CA-999")?.description == "CA-999")
        #expect(
            [QuestionID(nil, 2), QuestionID(state("CA"), 10), QuestionID(nil, 1)].sorted().map(\.text) == [
                "CA-010", "U-001", "U-002",
            ])
    }

    @Test("T-4.1b, T-11.2: a state's bank is read when it is asked for, the universal one with the shelf")
    func lazy() throws {
        let universal = try #require(try BankCheck.read(BankText.whole(nil).bytes).bank)
        let asked = Mutex<[StateCode]>([])
        let shelf = BankShelf(universal: universal) { code in
            asked.withLock { $0.append(code) }
            // A bank of our own making is whole.
            return try? BankCheck.read(BankText.whole(code).bytes).bank
        }
        #expect(shelf.question(QuestionID(nil, 160)) != nil)
        #expect(asked.withLock { $0 } == [])
        #expect(shelf.question(QuestionID(state("NY"), 40))?.id.text == "NY-040")
        #expect(asked.withLock { $0 } == [state("NY")])
    }

    @Test("T-3.1.T2, T-11.2: a full bank of 2,160 questions: every state has four tests of 50")
    func fullBank() throws {
        let universal = try #require(try BankCheck.read(BankText.whole(nil).bytes).bank)
        var banks: [StateCode: QuestionBank] = [:]
        for state in StateCode.all { banks[state] = try BankCheck.read(BankText.whole(state).bytes).bank }
        #expect(universal.questions.count + banks.values.reduce(0) { $0 + $1.questions.count } == 2_160)
        let shelf = BankShelf(universal: universal) { [banks] in banks[$0] }
        for state in StateCode.all {
            for number in 1...4 {
                #expect(TestPlan(number: number, state: state, attempt: 1, shelf: shelf)?.items.count == 50)
            }
        }
    }
}
