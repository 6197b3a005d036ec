public import EventModel
import EventSourcing

/// The rules of practice tests besides the limits of their schemas.
public enum QuizRules {
    /// Right answers in training after which tests are open.
    public static let correctToUnlock = 10

    // MARK: - Held everywhere

    /// The rule that the create of an attempt breaks; nil when there is none.
    static func refusal(of start: TestStarted) -> Rejection? {
        guard let state = start.state else { return stateUnknown("") }
        guard start.items.count == TestSlices.size, Set(start.items) == slice(start.test, state) else {
            return testItems
        }
        let letters = Set("ABCD".utf8)
        guard start.permutation.count == TestSlices.size,
            start.permutation.allSatisfy({ $0.utf8.count == 4 && Set($0.utf8) == letters }),
            start.right.count == TestSlices.size, start.right.allSatisfy(letters.contains)
        else { return testPermutation }
        return nil
    }

    /// The ids that a test asks, by their numbers alone.
    static func slice(_ test: Int, _ state: StateCode) -> Set<QuestionID> {
        guard TestSlices.numbers.contains(test) else { return [] }
        let universal = (1...40).map { QuestionID(nil, (test - 1) * 40 + $0) }
        return Set(universal + (1...10).map { QuestionID(state, (test - 1) * 10 + $0) })
    }

    /// The rule that an answer breaks on the attempt as it is.
    static func refusal(ofAnswer index: Int, to answers: [UInt8], isCompleted: Bool) -> Rejection? {
        if isCompleted { return testCompleted }
        if answers.indices.contains(index), answers[index] != AnswerField.none { return answerFinal(index) }
        let next = answers.firstIndex(of: AnswerField.none) ?? answers.count
        guard next < TestSlices.size else { return answerOrder(next: nil) }
        return index == next ? nil : answerOrder(next: next)
    }

    /// The rule that an answer in training breaks: its stream is of a state, and its question is one of the set's.
    static func refusal(of answer: TrainingAnswer, in stream: StreamID) -> Rejection? {
        guard let state = StateCode(stream.id) else { return stateUnknown(stream.id) }
        let isOfSet =
            answer.set == 0 ? answer.question.state == nil : slice(answer.set, state).contains(answer.question)
        return isOfSet ? nil : questionUnknown(answer.question.text)
    }

    // MARK: - What a person reads

    public static func stateUnknown(_ text: String) -> Rejection {
        Rejection(
            code: "state.unknown", message: "There is no state \"\(text)\".",
            hint: "Give the two letters of one of the fifty, such as CA.")
    }

    public static let stateRequired = Rejection(
        code: "state.required", message: "No state is chosen yet.",
        remedy: Remedy("state.choose", "Choose one."))

    public static func bankMissing(_ state: StateCode) -> Rejection {
        Rejection(
            code: "bank.missing",
            message:
                "There are no questions for \(state.name) on this machine: a state can be chosen, but training and tests need its bank.",
            remedy: Remedy("bank.add", "Add its bank."))
    }

    public static let testRange = Rejection(
        code: "test.range", message: "There are tests 1 to 4.",
        remedy: Remedy("test.first", "Begin one of them."))
    public static let setRange = Rejection(
        code: "set.range", message: "There are training sets 1 to 4, and 0 for the onboarding.",
        remedy: Remedy("set.first", "Train one of them."))

    /// - Parameter isTraining: Whether the choice answers a question of the training; else one of a test.
    public static func choiceRange(isTraining: Bool) -> Rejection {
        Rejection(
            code: "choice.range", message: "A question has the options A to D.",
            remedy: Remedy(isTraining ? "training.answer" : "test.choice", "Choose one of them."))
    }

    package static func testsLocked(correct: Int) -> Rejection {
        Rejection(
            code: "tests.locked",
            message:
                "Tests open after \(correctToUnlock) right answers in training; \(correct) \(correct == 1 ? "is" : "are") there.",
            remedy: Remedy("training.goOn", "Go on with the training."))
    }

    static let tierLimit = Rejection(
        code: "tier.limit", message: "The free tier has test 1 only.",
        remedy: Remedy("tier.premium", "Take the other."))

    package static func testOpen(_ test: Int) -> Rejection {
        Rejection(
            code: "test.open", message: "Test \(test) is begun already.",
            remedy: Remedy("test.resume", "Go on with it, or leave it and begin again.", values: [String(test)]))
    }

    private static let testBegin = Remedy("test.begin", "A test that is begun makes one.")
    static let testItems = Rejection(
        code: "test.items", message: "An attempt shows each of its test's 50 questions once.",
        remedy: testBegin)
    static let testPermutation = Rejection(
        code: "test.permutation",
        message: "An attempt gives, for each of its 50 questions, the order of the four options and the right one.",
        remedy: testBegin)

    public static let testUnknown = Rejection(
        code: "test.unknown", message: "There is no such attempt.",
        remedy: Remedy("test.history", "The history shows them."))
    public static let noneOpen = Rejection(
        code: "test.none", message: "No test is begun.",
        remedy: Remedy("test.start", "Begin one."))
    public static let noneCompleted = Rejection(
        code: "test.none", message: "No such test was handed in yet.",
        remedy: Remedy("test.list", "The list of tests shows them."))
    public static let testCompleted = Rejection(
        code: "test.completed", message: "This attempt was handed in.",
        remedy: Remedy("test.again", "Take the test again."))

    static func answerFinal(_ index: Int) -> Rejection {
        Rejection(code: "answer.final", message: "Question \(index + 1) is answered, and an answer cannot be changed.")
    }

    static func answerOrder(next: Int?) -> Rejection {
        guard let next else {
            return Rejection(
                code: "answer.order", message: "All 50 questions are answered.",
                remedy: Remedy("test.submit", "Hand the test in."))
        }
        return Rejection(
            code: "answer.order", message: "The questions are answered in order: the next is question \(next + 1).",
            hint: "Its index is \(next).")
    }

    package static func testIncomplete(answered: Int) -> Rejection {
        Rejection(
            code: "test.incomplete",
            message:
                "A test is handed in when all 50 questions are answered; \(answered) \(answered == 1 ? "is" : "are").",
            remedy: Remedy("test.answer", "Go on with the next question."))
    }

    static let attemptReset = Rejection(
        code: "attempt.reset", message: "A reset of progress has set this attempt aside.",
        remedy: Remedy("attempt.restore", "Take that back, or begin anew."))

    public static func questionUnknown(_ text: String) -> Rejection {
        Rejection(
            code: "question.unknown", message: "\"\(text)\" is no question of this set.",
            remedy: Remedy("training.next", "The training shows the next one."))
    }

    package static func setMastered(_ set: Int) -> Rejection {
        set == 0
            ? Rejection(
                code: "set.mastered", message: "The onboarding is done.",
                remedy: Remedy("set.goOn", "Go on with a set."))
            : Rejection(
                code: "set.mastered", message: "All 50 questions of set \(set) are mastered.",
                remedy: Remedy("set.other", "Take another set, or repeat a question."))
    }

    static func answerMismatch(_ question: QuestionID, isCorrect: Bool) -> Rejection {
        Rejection(
            code: "answer.mismatch",
            message:
                "Question \(question) has another right answer: this choice is \(isCorrect ? "not right" : "right").",
            remedy: Remedy("answer.order", "Choices are in the order of the bank, from 0."))
    }

    static func rightMismatch(_ index: Int, _ question: QuestionID) -> Rejection {
        Rejection(
            code: "right.mismatch",
            message:
                "Question \(index + 1) of the attempt, \(question), has another right option than \"right\" gives.",
            remedy: Remedy("attempt.begin", "A test that is begun makes an attempt."))
    }

    public static let resetNothing = Rejection(
        code: "restore.nothing", message: "No reset of progress stands: there is nothing to restore.")
    static let resetUnknown = Rejection(
        code: "reset.unknown", message: "A restore names resets of progress that stand.",
        remedy: Remedy("reset.find", "A restore of all progress finds them."))
}
