/// The questions of the tests and training sets by number: test N takes the N-th 40 of the universal bank and the N-th
/// 10 of a state's.
public enum TestSlices {
    public static let numbers = 1...4
    /// Questions of one test.
    public static let size = universal + state
    static let universal = 40
    static let state = 10

    /// The questions of test N and of training set N, universal ones first, each ascending: 50. Nil for another number,
    /// or for a state without a bank.
    package static func questions(_ number: Int, _ state: StateCode, _ shelf: BankShelf) -> [Question]? {
        guard numbers.contains(number), let bank = shelf.bank(of: state) else { return nil }
        return Array(slice(number, shelf.universal, universal) + slice(number, bank, Self.state))
    }

    private static func slice(_ number: Int, _ bank: QuestionBank, _ size: Int) -> ArraySlice<Question> {
        bank.questions.dropFirst((number - 1) * size).prefix(size)
    }
}

/// A training set: the 50 questions of the test of its number, in fixed order.
public struct TrainingSet: Hashable, Sendable {
    public let items: [QuestionID]

    /// Nil for a number other than 1 to 4, or for a state without a bank.
    public init?(number: Int, state: StateCode, shelf: BankShelf) {
        guard let questions = TestSlices.questions(number, state, shelf) else { return nil }
        items = questions.map(\.id)
    }
}

/// An attempt at a test as it is shown: the questions of its number in an order of their own, with their options in an
/// order of their own.
///
/// Both follow from state, test and attempt alone (`Shuffle`), so that the same attempt is the same everywhere; what
/// was shown is in test.started besides, and nothing is ever computed again from there.
public struct TestPlan: Hashable, Sendable {
    /// The questions as shown: 50, each once.
    public let items: [QuestionID]
    /// For every item the options in the order shown: "CABD" shows the bank's third option first.
    public let permutation: [String]
    /// For every item the letter at which the right option is shown: "A" to "D", 50 of them.
    public let right: String

    /// Nil for a number other than 1 to 4, or for a state without a bank. Attempts count from 1. O(50).
    public init?(number: Int, state: StateCode, attempt: Int, shelf: BankShelf) {
        guard let asked = TestSlices.questions(number, state, shelf) else { return nil }
        let seed = "\(state.code)/\(number)/\(attempt)"
        var order = Shuffle(seed: seed)
        // Places, not questions: those are moved about for nothing.
        var places = Array(asked.indices)
        order.shuffle(&places)
        let questions = places.map { asked[$0] }
        items = questions.map(\.id)
        permutation = questions.map { TestPlan.permutation(of: $0, seed: seed) }
        right = String(
            zip(questions, permutation).flatMap { question, letters in
                zip(letters, OptionLetter.text).filter { $0.0 == OptionLetter.text[question.correct] }.map(\.1)
            })
    }

    /// The options of a question in the order that an attempt shows. Each question has a seed of its own, so that a
    /// question that is mended changes no other.
    package static func permutation(of question: Question, seed: String) -> String {
        var order = Shuffle(seed: "\(seed)/\(question.id)")
        return String(OptionOrder(question).places(&order).map { OptionLetter.text[$0] })
    }
}

/// The letters of options by their place.
public enum OptionLetter {
    public static let text: [Character] = ["A", "B", "C", "D"]
}
