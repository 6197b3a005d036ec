public import DaybookKit
import EventCodec
import EventModel
import EventSourcing
public import PracticeTests
import Synchronization

extension Projection {
    public static let quiz = Projection("quiz", of: "practiceTests")
}

/// The figures of practice tests.
extension QuizBook {
    /// The figures of the chosen state as a page of statistics shows them; none where no state is chosen.
    public func figures(_ stats: QuizStats) -> [Figure] {
        guard let progress else { return [] }
        let completed = progress.allAttempts
        let probability = stats.probability.thousandths.map { Digits.tenths($0) }
        let categories = QuestionCategories(shelf)
        return [
            Figure(
                .quiz, "answered", "Answers", .integer(stats.answered), "\(stats.answered) given",
                from: [tests(completed) { Int64($0.state.answered) }, training()]),
            Figure(
                .quiz, "correct", "Right answers", .integer(stats.correct),
                "\(stats.correct) of \(stats.answered) right",
                from: [tests(completed) { Int64($0.score) }, rightTraining()]),
            Figure(
                .quiz, "passProbability", "Pass probability", probability.map { .number($0) } ?? .null,
                probability.map { "\($0) %" } ?? "no test taken",
                from: [best(completed)]),
            Figure(
                .quiz, "readiness", "Readiness", .integer(stats.probability.readinessPercent),
                "\(stats.probability.readinessPercent) %",
                from: [best(completed)] + TestSlices.numbers.compactMap { mastered($0, progress) }),
            Figure(
                .quiz, "streak", "Streak", .integer(stats.streak),
                "\(stats.streak) \(stats.streak == 1 ? "day" : "days")",
                from: [days(completed, stats.streakDays), days(stats.streakDays)]),
        ] + stats.categories.filter { $0.answered > 0 }.map { category($0, completed, categories) } + testFigures
    }

    /// The best score of each of the four tests.
    public var testFigures: [Figure] {
        guard let progress else { return [] }
        return TestCard.all(progress).map { card in
            Figure(
                .quiz, "test.\(card.test)", "Test \(card.test)", card.bestScore.map { .integer($0) } ?? .null,
                card.bestScore.map { "best score \($0) of \(TestSlices.size)" } ?? "not taken",
                from: [best(progress.allAttempts.filter { $0.test == card.test })])
        }
    }

    /// How many questions of each training set are mastered.
    public var setFigures: [Figure] {
        guard let progress else { return [] }
        return SetCard.all(progress, shelf).map { card in
            Figure(
                .quiz, "set.\(card.set)", "Set \(card.set)", .integer(card.mastered),
                "\(card.mastered) of \(card.questions) mastered",
                from: [mastered(card.set, progress)].compactMap(\.self))
        }
    }

    /// The result of one attempt: its answers, each right one with one; before it is handed in, the number of answers.
    public func figure(_ attempt: Attempt) -> Figure {
        var source = EventSource(
            streams: [attempt.stream], types: ["test.started", "answer.submitted", "test.completed"], day: asOf.on)
        source.excluded[attempt.stream] = attempt.isReset ? .reset : attempt.isSetAside ? .setAside : nil
        source.anew = ["answer.submitted": .named(field: "index"), "test.completed": .thing("completion")]
        let (state, isOpen) = (attempt.state, attempt.completed == nil)
        source.part = { event in
            guard event.type == "answer.submitted", let index = event["index"]?.integerValue,
                state.answers.indices.contains(index)
            else { return .counts }
            // A test says nothing of what is right before its end.
            return isOpen || state.isRight(index) == true ? .adds(1) : .leftOut(.wrong)
        }
        let words =
            isOpen
            ? "\(attempt.state.answered) of \(TestSlices.size) answered" : "\(attempt.score) of \(TestSlices.size)"
        return Figure(
            .quiz, attempt.stream.text, "Test \(attempt.test), attempt \(attempt.number)",
            .integer(isOpen ? state.answered : attempt.score), words, from: [.events(source)])
    }

    // MARK: - Sources

    /// The questions of a category that were answered right.
    private func category(_ category: QuizStats.Category, _ attempts: [Attempt], _ categories: QuestionCategories)
        -> Figure
    {
        var source = trainingSource
        source.part = { event in
            // An answer of another category does not concern the figure.
            guard
                event.find(for: categories, { categories.category(of: event["question"]?.stringValue) }) == category.id
            else { return .unconcerned }
            return event["correct"] == .bool(true) ? .adds(1) : .leftOut(.wrong)
        }
        let tests = tests(attempts) { attempt in
            Int64(
                attempt.state.start.items.indices.count {
                    attempt.state.isRight($0) == true
                        && categories.category(of: attempt.state.start.items[$0].text) == category.id
                })
        }
        return Figure(
            .quiz, "category.\(category.id)", category.title, .integer(category.correct),
            "\(category.correct) of \(category.answered) right",
            from: [tests, .events(source)])
    }

    /// Attempts with what each adds by having been handed in.
    private func tests(_ attempts: [Attempt], _ amount: (Attempt) -> Int64) -> FigureSource {
        var source = testSource(attempts, ["test.completed"])
        let amounts = Dictionary(uniqueKeysWithValues: attempts.map { ($0.stream, amount($0)) })
        source.part = { .adds(amounts[$0.stream] ?? 0) }
        return .events(source)
    }

    /// The attempt of each test with the best score, and what it adds; the other attempts are left out.
    private func best(_ attempts: [Attempt]) -> FigureSource {
        var source = testSource(attempts, ["test.completed"])
        let completed = attempts.filter { $0.counts && $0.completed != nil }
        let amounts = Dictionary(uniqueKeysWithValues: completed.map { ($0.stream, Int64($0.score)) })
        for test in TestSlices.numbers {
            let ofTest = completed.filter { $0.test == test }
            // Of equals the first one reached it.
            guard let best = ofTest.map(\.score).max(), let first = ofTest.first(where: { $0.score == best }) else {
                continue
            }
            for other in ofTest where other.stream != first.stream { source.excluded[other.stream] = .lowerScore }
        }
        source.part = { .adds(amounts[$0.stream] ?? 0) }
        return .events(source)
    }

    private func testSource(_ attempts: [Attempt], _ types: Set<String>) -> EventSource {
        var source = EventSource(streams: attempts.map(\.stream), types: types, day: asOf.on)
        source.anew = ["test.completed": .thing("completion")]
        for attempt in attempts {
            if attempt.isReset {
                source.excluded[attempt.stream] = .reset
            } else if attempt.isSetAside {
                source.excluded[attempt.stream] = .setAside
            } else if attempt.completed == nil {
                source.excluded[attempt.stream] = .unfinished
            }
        }
        return source
    }

    private var trainingSource: EventSource {
        var source = EventSource(
            streams: state.map { [StreamID(kind: "training", id: $0.code)] } ?? [], types: ["training.answered"],
            day: asOf.on)
        source.before = before
        return source
    }

    /// Each answer in training.
    private func training() -> FigureSource {
        var source = trainingSource
        source.part = { _ in .adds(1) }
        return .events(source)
    }

    private func rightTraining() -> FigureSource {
        var source = trainingSource
        source.part = { $0["correct"] == .bool(true) ? .adds(1) : .leftOut(.wrong) }
        return .events(source)
    }

    /// The questions of a set that are mastered: of each its last answer decides. Nil for a state without a bank.
    private func mastered(_ set: Int, _ progress: StudyProgress) -> FigureSource? {
        guard let items = progress.queue(set, shelf).map({ Set($0.items.map(\.text)) }) else { return nil }
        var source = trainingSource
        source.matching = ("set", [.integer(set)])
        source.anew = ["training.answered": .named(field: "question")]
        source.part = { event in
            guard let question = event["question"]?.stringValue, items.contains(question) else {
                return .leftOut(.notAsked)
            }
            return event["correct"] == .bool(true) ? .adds(1) : .leftOut(.wrong)
        }
        return .events(source)
    }

    /// The days on which tests that were handed in were begun and handed in, each once.
    private func days(_ attempts: [Attempt], _ row: ClosedRange<CivilDate>?) -> FigureSource {
        .events(EventSource(testSource(attempts, ["test.started", "test.completed"]), row))
    }

    /// The days of training, each once.
    private func days(_ row: ClosedRange<CivilDate>?) -> FigureSource { .events(EventSource(trainingSource, row)) }
}

extension EventSource {
    /// Another one's events, counted by days in a row.
    fileprivate init(_ other: EventSource, _ row: ClosedRange<CivilDate>?) {
        self = other
        self.row = row
        isOfRow = true
        part = { _ in .adds(1) }
    }
}

/// The categories of questions, each looked up once.
private final class QuestionCategories: Sendable {
    private let shelf: BankShelf
    private let known = Mutex<[String: String]>([:])

    init(_ shelf: BankShelf) { self.shelf = shelf }

    /// `unknown` for one that no bank has.
    func category(of question: String?) -> String {
        guard let question else { return "unknown" }
        if let category = known.withLock({ $0[question] }) { return category }
        let category = QuestionID(question).flatMap { shelf.question($0)?.category.rawValue } ?? "unknown"
        known.withLock { $0[question] = category }
        return category
    }
}
