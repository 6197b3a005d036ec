public import EventModel

/// An attempt at a test with its times, and whether it counts.
public struct Attempt: Hashable, Sendable {
    public let stream: StreamID
    public let state: AttemptState
    public let started: Instant
    /// Nil until it is handed in.
    public let completed: Instant?
    /// When something was last done about it.
    public let touched: Instant
    /// A reset of progress set it aside.
    public let isReset: Bool
    /// It belongs to a ledger whose progress a link set aside.
    public let isSetAside: Bool

    public var counts: Bool { !isReset && !isSetAside }
    public var test: Int { state.start.test }
    public var number: Int { state.start.attempt }
    public var score: Int { state.score }
    public var percent: Int { Score.percent(score, of: TestSlices.size) }
    /// From its start until it was handed in, in whole seconds.
    public var elapsedSeconds: Int? { completed.map { Int(($0.milliseconds - started.milliseconds) / 1000) } }

    /// The whole percents with which it is passed, and whether it is.
    public var markPercent: Int { state.start.state?.passMarkPercent ?? 70 }
    public var isPassed: Bool { Score.isPassed(score, of: TestSlices.size, markPercent: markPercent) }

    /// `touched` is when something was last done about it.
    public init(
        _ state: AttemptState, in stream: StreamID, started: Instant, completed: Instant?, touched: Instant,
        isReset: Bool = false, isSetAside: Bool = false
    ) {
        (self.stream, self.state, self.started, self.completed, self.touched) = (
            stream, state, started, completed, touched
        )
        (self.isReset, self.isSetAside) = (isReset, isSetAside)
    }

    /// The newest last.
    static func precedes(_ one: Attempt, _ other: Attempt) -> Bool {
        (one.started, one.state.start.attempt, one.stream) < (other.started, other.state.start.attempt, other.stream)
    }
}

/// A person's progress in one state: the answers in training and the attempts at tests that count.
public struct StudyProgress: Hashable, Sendable {
    public let state: StateCode
    /// In the order of their stream.
    public let training: [TrainingAnswer]
    /// All attempts of the state, the oldest first, those that do not count among them.
    public let allAttempts: [Attempt]

    public init(_ state: StateCode, training: [TrainingAnswer], attempts: [Attempt]) {
        self.state = state
        self.training = training
        allAttempts = attempts.filter { $0.state.start.state == state }.sorted(by: Attempt.precedes)
    }

    /// The attempts that count, the oldest first.
    public var attempts: [Attempt] { allAttempts.filter(\.counts) }
    public var completed: [Attempt] { attempts.filter { $0.completed != nil } }

    // MARK: - Onboarding

    public var trainingCorrect: Int { training.count(where: \.isCorrect) }
    /// Whether tests are open: after ten right answers in training, or any finished test.
    public var isOnboarded: Bool {
        trainingCorrect >= QuizRules.correctToUnlock || attempts.contains { $0.completed != nil }
    }

    // MARK: - Tests

    /// The attempts that can be continued, at most one for each test: not handed in, and without a later attempt that
    /// knew of it.
    public var open: [Attempt] {
        let attempts = attempts
        return TestSlices.numbers.compactMap { test in
            let ofTest = attempts.filter { $0.test == test }
            let latest = AttemptNumbers.latest(ofTest.map(\.number))
            return ofTest.last { $0.completed == nil && $0.number == latest }
        }
    }

    /// The one that was touched last.
    public var current: Attempt? { open.max { ($0.touched, $0.stream) < ($1.touched, $1.stream) } }

    /// The number of the next attempt at a test: all that are known have one below it, but for made-up ones.
    package func nextAttempt(_ test: Int) -> Int {
        AttemptNumbers.latest(allAttempts.filter { $0.test == test }.map(\.number)) + 1
    }

    // MARK: - Training

    /// A training set with the answers that were given in it; nil for a state without a bank.
    package func queue(_ set: Int, _ shelf: BankShelf) -> TrainingQueue? {
        let items =
            set == 0 ? shelf.universal.questions.map(\.id) : TrainingSet(number: set, state: state, shelf: shelf)?.items
        guard let items else { return nil }
        var queue = TrainingQueue(items: items)
        for answer in training where answer.set == set { queue.record(answer.question, isCorrect: answer.isCorrect) }
        return queue
    }

    /// The days on which a question was answered, in training or in a test that was handed in.
    public func days(_ date: (Instant) -> CivilDate) -> Set<CivilDate> {
        Set(
            training.map { date($0.happened) }
                + completed.flatMap { [date($0.started), $0.completed.map(date)].compactMap(\.self) })
    }
}
