public import DaybookKit
public import Engine
import EventCodec
public import EventModel
import EventSourcing
public import PracticeTests

/// The result of an answer in training.
public struct TrainedAnswer: Sendable {
    public let state: StateCode
    public let answer: TrainingAnswer
    public let question: Question
    /// The set afterwards, and the right answers in training in all.
    public let queue: TrainingQueue
    public let trainingCorrect: Int
    public let isOnboarded: Bool
    public let receipt: AppendReceipt
}

extension Ledger {
    // MARK: - State

    /// Chooses a state; recorded also where it is chosen already, so that after a sync the newest choice decides. The
    /// practice in other states stays.
    @discardableResult @available(*, noasync)
    public func selectState(_ state: StateCode) throws -> AppendReceipt {
        let data = JSONValue.object(pairs: ["state": .string(state.code)])
        return try append([EventDraft(stream: ProgressResets.stream, type: "state.selected", data: .json(data))])
    }

    // MARK: - Training

    /// The set that a person goes on with: the onboarding until tests are open, then the first with a question that is
    /// not mastered.
    public func currentSet(_ progress: StudyProgress, _ shelf: BankShelf) -> Int {
        if !progress.isOnboarded { return 0 }
        return TestSlices.numbers.first { progress.queue($0, shelf)?.next != nil } ?? TestSlices.numbers.lowerBound
    }

    /// Answers the next question of a set, or a certain one of it; `choice` is in the bank's order, 0 to 3.
    ///
    /// Throws `Rejection` `state.required`, `bank.missing`, `set.range`, `choice.range`, `set.mastered`,
    /// `question.unknown`, `answer.final` where another program has answered it meanwhile.
    @discardableResult @available(*, noasync)
    public func train(set: Int? = nil, question asked: QuestionID? = nil, choice: Int) throws -> TrainedAnswer {
        var first: QuestionID?
        return try retryingQuiz {
            let book = try quizBook()
            let (state, progress) = try book.studying()
            let set = set ?? currentSet(progress, book.shelf)
            guard var queue = progress.queue(set, book.shelf) else { throw QuizRules.setRange }
            guard (0...3).contains(choice) else { throw QuizRules.choiceRange(isTraining: true) }
            guard let id = asked ?? queue.next else { throw QuizRules.setMastered(set) }
            if let first, first != id { throw Ledger.answeredMeanwhile(first) }
            first = id
            guard queue.items.contains(id), let question = book.shelf.question(id) else {
                throw QuizRules.questionUnknown(id.text)
            }
            let answer = TrainingAnswer(
                set: set, question: id, choice: choice, isCorrect: choice == question.correct, happened: now)
            var draft = EventDraft(
                stream: StreamID(kind: "training", id: state.code), type: "training.answered", data: .json(answer.data))
            draft.expectedVersion = book.trainingVersion
            let receipt = try append([draft])
            queue.record(id, isCorrect: answer.isCorrect)
            let correct = progress.trainingCorrect + (answer.isCorrect ? 1 : 0)
            return TrainedAnswer(
                state: state, answer: answer, question: question, queue: queue, trainingCorrect: correct,
                isOnboarded: progress.isOnboarded || correct >= QuizRules.correctToUnlock, receipt: receipt)
        }
    }

    private static func answeredMeanwhile(_ question: QuestionID) -> Rejection {
        Rejection(
            code: "answer.final", message: "Question \(question) was answered by another program meanwhile.",
            remedy: Remedy("training.next", "The training shows the next one."))
    }

    // MARK: - Tests

    /// Begins an attempt at a test; `anew` leaves one that is begun already.
    ///
    /// Throws `Rejection` `test.range`, `state.required`, `bank.missing`, `test.open`; `DraftRefusal` `tests.locked`,
    /// `tier.limit`.
    @discardableResult @available(*, noasync)
    public func startTest(_ number: Int, anew: Bool = false, id: String? = nil) throws -> (
        attempt: Attempt, receipt: AppendReceipt
    ) {
        guard TestSlices.numbers.contains(number) else { throw QuizRules.testRange }
        let stream = try stream(ofNew: id, kind: "test")
        let receipt = try retryingQuiz {
            let book = try quizBook()
            let (state, progress) = try book.studying()
            if !anew, progress.open.contains(where: { $0.test == number }) { throw QuizRules.testOpen(number) }
            let attempt = progress.nextAttempt(number)
            guard let plan = TestPlan(number: number, state: state, attempt: attempt, shelf: book.shelf) else {
                throw BankRules.absence(of: state, book.shelf)
            }
            let start = TestStarted(plan, test: number, state: state, attempt: attempt)
            return try append(
                [EventDraft(stream: stream, type: "test.started", data: .json(start.data))],
                condition: AppendCondition(after: book.asOf.position, kinds: ["test"], types: ["test.started"]))
        }
        return (try quizBook().attempt(stream), receipt)
    }

    /// Answers the next question of an attempt, or the one at an index: the rules refuse any but the next. `choice` is
    /// as shown, 0 to 3.
    ///
    /// Throws `Rejection` `test.none` where no test is begun, `test.unknown`, `choice.range`; `DraftRefusal`
    /// `answer.order`, `answer.final`, `test.completed`, `attempt.reset`.
    @discardableResult @available(*, noasync)
    public func answerTest(_ choice: Int, index: Int? = nil, attempt stream: StreamID? = nil) throws -> (
        attempt: Attempt, index: Int, receipt: AppendReceipt
    ) {
        guard (0...3).contains(choice) else { throw QuizRules.choiceRange(isTraining: false) }
        let attempt = try openAttempt(stream)
        guard let index = index ?? attempt.state.next ?? (attempt.completed == nil ? nil : 0) else {
            throw Rejection(
                code: "answer.order", message: "All 50 questions are answered.",
                remedy: Remedy("test.submit", "Hand the test in."))
        }
        let data = JSONValue.object(pairs: ["index": .integer(index), "choice": .integer(choice)])
        let receipt = try append([EventDraft(stream: attempt.stream, type: "answer.submitted", data: .json(data))])
        return (try quizBook().attempt(attempt.stream), index, receipt)
    }

    /// Hands an attempt in. Throws `DraftRefusal` `test.incomplete`, `test.completed`, `attempt.reset`; `Rejection`
    /// like `answerTest`.
    @discardableResult @available(*, noasync)
    public func submitTest(_ stream: StreamID? = nil) throws -> (attempt: Attempt, receipt: AppendReceipt) {
        let attempt = try openAttempt(stream)
        let receipt = try append([EventDraft(stream: attempt.stream, type: "test.completed", data: .json(.object([])))])
        return (try quizBook().attempt(attempt.stream), receipt)
    }

    /// The attempt named, else the one that was gone on with last.
    private func openAttempt(_ stream: StreamID?) throws -> Attempt {
        let book = try quizBook()
        if let stream { return try book.attempt(stream) }
        guard let current = try book.chosen().progress.current else { throw QuizRules.noneOpen }
        return current
    }

    // MARK: - Other programs

    /// - Throws: `Fault` `quiz.busy` (75) after sixteen conflicts.
    func retryingQuiz<Result>(_ body: () throws -> Result) throws -> Result {
        try retryingConflicts(busy: "quiz.busy", "writing to the tests", body)
    }
}
