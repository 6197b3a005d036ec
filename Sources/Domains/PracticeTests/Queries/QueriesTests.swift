/// One of the four tests as a person finds it.
public struct TestCard: Hashable, Sendable {
    public let test: Int
    /// How many attempts were handed in.
    public let taken: Int
    public let firstScore: Int?
    public let bestScore: Int?
    /// The attempt that may be gone on with.
    public let open: Attempt?

    /// The cards of all four.
    public static func all(_ progress: StudyProgress) -> [TestCard] {
        let (completed, open) = (progress.completed, progress.open)
        return TestSlices.numbers.map { test in
            let scores = completed.filter { $0.test == test }.map(\.score)
            return TestCard(
                test: test, taken: scores.count, firstScore: scores.first, bestScore: scores.max(),
                open: open.first { $0.test == test })
        }
    }
}

/// One of the training sets, or the onboarding (set 0), as a person finds it.
public struct SetCard: Hashable, Sendable {
    public let set: Int
    public let questions: Int
    public let mastered: Int
    public let answered: Int
    /// Nil when all are mastered.
    public let next: QuestionID?

    /// The cards of sets 1 to 4; empty for a state without a bank.
    public static func all(_ progress: StudyProgress, _ shelf: BankShelf) -> [SetCard] {
        TestSlices.numbers.compactMap { set in
            guard let queue = progress.queue(set, shelf) else { return nil }
            return SetCard(
                set: set, questions: queue.items.count, mastered: queue.mastered,
                answered: progress.training.count { $0.set == set }, next: queue.next)
        }
    }
}

/// An answer of an attempt that was wrong, as its results show it.
public struct WrongAnswer: Hashable, Sendable {
    /// Its place in the order shown, from 0.
    public let index: Int
    public let question: QuestionID
    /// The letters as shown.
    public let choice: Character
    public let right: Character
    /// The question with its options; nil where no bank here has it.
    public let text: Question?
    /// The options in the order in which they were shown.
    public let options: [String]

    /// The wrong answers of an attempt, in the order shown.
    public static func all(of attempt: AttemptState, _ shelf: BankShelf) -> [WrongAnswer] {
        attempt.answers.indices.compactMap { index in
            guard let choice = attempt.answers[index], attempt.isRight(index) == false else { return nil }
            let shown = ShownQuestion(attempt, index, shelf)
            return WrongAnswer(
                index: index, question: shown.id, choice: OptionLetter.text[choice],
                right: OptionLetter.text[attempt.start.rightChoice(index)],
                text: shown.text, options: shown.options)
        }
    }
}

/// A question of an attempt with its options in the order shown.
public struct ShownQuestion: Hashable, Sendable {
    public let index: Int
    public let id: QuestionID
    /// Nil where no bank here has it.
    public let text: Question?
    /// Four as shown; empty where no bank has the question.
    public let options: [String]

    public init(_ attempt: AttemptState, _ index: Int, _ shelf: BankShelf) {
        self.index = index
        self.id = attempt.start.items[index]
        // A bank may have been put in the place of the one that was asked from: what is shown has to be right where the
        // attempt says so.
        let right = attempt.start.optionInBank(index, shownAt: attempt.start.rightChoice(index))
        let id = attempt.start.items[index]
        var text = shelf.question(id)
        if let other = text, other.correct != right {
            text = BankShelf.builtIn.question(id).flatMap { $0.correct == right ? $0 : nil }
        }
        self.text = text
        options =
            text.map { text in (0..<4).map { text.options[attempt.start.optionInBank(index, shownAt: $0)] } } ?? []
    }
}
