public import EventModel
import EventSourcing

/// The statistics of a person's answers in one state.
public struct QuizStats: Hashable, Sendable {
    public struct Category: Hashable, Sendable {
        /// The category's name; "unknown" for questions that no bank here has.
        public let id: String
        public let title: String
        public let correct: Int
        public let answered: Int
    }

    public let state: StateCode
    public let isOnboarded: Bool
    /// Answers in training and in tests that were handed in.
    public let answered: Int
    public let correct: Int
    public let probability: PassProbability
    /// All ten, in the order of the banks; their sums are `answered` and `correct`.
    public let categories: [Category]
    /// Days in a row with an answer, up to the day asked about or the one before; nil: there are none.
    public let streakDays: ClosedRange<CivilDate>?

    public var accuracyPercent: Int { Score.percent(correct, of: answered) }
    public var testsTaken: Int { probability.bestScores.count }
    public var streak: Int { streakDays.map { $0.upperBound.days(since: $0.lowerBound) + 1 } ?? 0 }

    /// O(answers). `date` gives the civil date of an instant, `today` is the day asked about.
    public init(_ progress: StudyProgress, _ shelf: BankShelf, today: CivilDate, date: (Instant) -> CivilDate) {
        state = progress.state
        isOnboarded = progress.isOnboarded
        let completed = progress.completed
        var tally = CategoryTally(shelf)
        for answer in progress.training { tally.record(answer.question, isCorrect: answer.isCorrect) }
        for attempt in completed {
            for (index, question) in attempt.state.start.items.enumerated() {
                if let isRight = attempt.state.isRight(index) { tally.record(question, isCorrect: isRight) }
            }
        }
        (answered, correct, categories) = (tally.answered, tally.correct, tally.categories)
        let best = TestSlices.numbers.compactMap { test in completed.filter { $0.test == test }.map(\.score).max() }
        let mastered = TestSlices.numbers.reduce(0) { $0 + (progress.queue($1, shelf)?.mastered ?? 0) }
        probability = PassProbability(bestScores: best, mastered: mastered)
        let days = progress.days(date)
        streakDays = Streak.days(endingOn: today, reached: days.contains)
    }
}

/// Counts answers by the categories of their questions.
private struct CategoryTally {
    private let shelf: BankShelf
    /// In the order of the categories; last, of questions that no bank has.
    private var counts = [(correct: Int, answered: Int)](repeating: (0, 0), count: QuestionCategory.allCases.count + 1)
    /// Each question is looked up once.
    private var known: [QuestionID: Int] = [:]
    private(set) var answered = 0
    private(set) var correct = 0

    init(_ shelf: BankShelf) { self.shelf = shelf }

    mutating func record(_ question: QuestionID, isCorrect: Bool) {
        let place = known[question] ?? find(question)
        counts[place].answered += 1
        answered += 1
        if isCorrect {
            counts[place].correct += 1
            correct += 1
        }
    }

    private mutating func find(_ question: QuestionID) -> Int {
        let place =
            shelf.question(question).flatMap { QuestionCategory.allCases.firstIndex(of: $0.category) }
            ?? QuestionCategory.allCases.count
        known[question] = place
        return place
    }

    var categories: [QuizStats.Category] {
        let stated =
            QuestionCategory.allCases.map { ($0.rawValue, $0.title) }
            + (counts.last?.answered == 0 ? [] : [("unknown", "Unknown")])
        return zip(stated, counts).map {
            QuizStats.Category(id: $0.0, title: $0.1, correct: $1.correct, answered: $1.answered)
        }
    }
}
