import EventCodec
import EventModel
import EventSourcing
import PracticeTests
import Testing

/// The figures from a person's answers, computed from values alone: no ledger, no clock.
@Suite struct ProjectionTests {
    private let california = state("CA")
    private let universal = BankShelf.builtIn.universal.questions

    private func at(_ day: Int, _ minute: Int = 0) -> Instant {
        Instant(milliseconds: Int64(day) * 86_400_000 + Int64(minute) * 60_000)
    }
    private func date(_ instant: Instant) -> CivilDate { CivilDate(day: Int32(instant.milliseconds / 86_400_000)) }

    /// The state of an attempt of which the first so many questions are answered, those of the list wrong.
    private func answers(_ test: Int, attempt: Int, answered: Int, wrong: Set<Int> = [], isHandedIn: Bool = false)
        throws -> AttemptState
    {
        let plan = try #require(TestPlan(number: test, state: california, attempt: attempt, shelf: .builtIn))
        let start = TestStarted(plan, test: test, state: california, attempt: attempt)
        let kind = TestKind()
        var fields = RecordFields()
        func append(_ type: String, _ data: JSONValue) throws {
            let schema = try #require(PracticeTestsSchemas.all.first { $0.type == type })
            let body = try BodyEncoder(schema: schema) { $0 }.encode(data)
            kind.apply(EventContent(schema: schema, body: body, engine: .none), to: &fields)
        }
        try append("test.started", start.data)
        for index in 0..<answered {
            let right = start.rightChoice(index)
            try append(
                "answer.submitted",
                .object(pairs: [
                    "index": .integer(index), "choice": .integer(wrong.contains(index) ? (right + 1) % 4 : right),
                ]))
        }
        if isHandedIn { try append("test.completed", .object([])) }
        return try #require(AttemptState(fields: fields))
    }

    private func attempt(_ test: Int, _ number: Int, answered: Int = 50, wrong: Int = 0, on day: Int) throws -> Attempt
    {
        let isHandedIn = answered == 50
        let state = try answers(
            test, attempt: number, answered: answered, wrong: Set(0..<wrong), isHandedIn: isHandedIn)
        let stream = StreamID(kind: "test", id: "t\(test)-\(number)")
        return Attempt(
            state, in: stream, started: at(day), completed: isHandedIn ? at(day, 30) : nil, touched: at(day, 30))
    }

    private func trained(_ set: Int, _ numbers: ClosedRange<Int>, correct: Bool = true, on day: Int = 100)
        -> [TrainingAnswer]
    {
        numbers.map {
            TrainingAnswer(set: set, question: universal[$0 - 1].id, choice: 0, isCorrect: correct, happened: at(day))
        }
    }

    @Test(
        "T-4.2b, T-6.2a: an attempt holds its answers as they are given, nil before, and resumes at the first that is open"
    ) func attempts() throws {
        let open = try answers(1, attempt: 1, answered: 7, wrong: [2, 5])
        #expect(open.next == 7 && open.answered == 7 && open.score == 5 && !open.isCompleted)
        #expect(open.answers.prefix(7).allSatisfy { $0 != nil } && open.answers.dropFirst(7).allSatisfy { $0 == nil })
        #expect(open.isRight(2) == false && open.isRight(3) == true && open.isRight(7) == nil)
        let done = try answers(1, attempt: 1, answered: 50, isHandedIn: true)
        #expect(done.next == nil && done.score == 50 && done.isCompleted)
        #expect(AttemptState(fields: RecordFields()) == nil)
    }

    @Test(
        "T-3.1.5, T-6.2b: the results name every wrong answer with what was chosen, what is right, and the question as it was shown"
    ) func results() throws {
        let attempt = try attempt(2, 1, wrong: 9, on: 100)
        #expect(attempt.score == 41 && attempt.percent == 82 && attempt.markPercent == 83 && !attempt.isPassed)
        #expect(attempt.elapsedSeconds == 1_800 && attempt.counts)
        #expect(try self.attempt(2, 1, wrong: 8, on: 100).isPassed)
        let wrong = WrongAnswer.all(of: attempt.state, .builtIn)
        #expect(wrong.map(\.index) == Array(0..<9))
        for answer in wrong {
            let question = try #require(BankShelf.builtIn.question(answer.question))
            let right = try #require(OptionLetter.text.firstIndex(of: answer.right))
            #expect(answer.text == question && answer.options.sorted() == question.options.sorted())
            #expect(answer.options[right] == question.options[question.correct] && answer.choice != answer.right)
        }
        let empty = BankShelf(universal: BankShelf.builtIn.universal) { _ in nil }
        let unknown = (0..<50).map { ShownQuestion(attempt.state, $0, empty) }.filter { $0.text == nil }
        #expect(unknown.count == 10 && unknown.allSatisfy { $0.options.isEmpty && $0.id.state == california })
    }

    @Test("T-3.1.3, T-3.2.1: nine right answers open nothing, ten open the tests, or any finished test does")
    func onboarding() throws {
        func progress(_ training: [TrainingAnswer], _ attempts: [Attempt] = []) -> StudyProgress {
            StudyProgress(california, training: training, attempts: attempts)
        }
        #expect(!progress(trained(0, 1...9) + trained(0, 10...160, correct: false)).isOnboarded)
        #expect(progress(trained(0, 1...10)).isOnboarded && progress(trained(0, 1...10)).trainingCorrect == 10)
        #expect(!progress([], [try attempt(1, 1, answered: 49, on: 100)]).isOnboarded)
        #expect(progress([], [try attempt(1, 1, wrong: 50, on: 100)]).isOnboarded)
    }

    @Test("T-3.2.1, T-10.5: the cards of the training sets: wrong goes to the end, a later wrong is not mastered")
    func sets() throws {
        let training = trained(1, 1...40) + trained(1, 3...4, correct: false) + trained(2, 41...41, correct: false)
        let cards = SetCard.all(StudyProgress(california, training: training, attempts: []), .builtIn)
        #expect(cards.map(\.set) == [1, 2, 3, 4])
        #expect(
            cards.map(\.mastered) == [38, 0, 0, 0] && cards.map(\.answered) == [42, 1, 0, 0]
                && cards.allSatisfy { $0.questions == 50 })
        #expect(cards.map { $0.next?.text } == ["CA-001", "U-042", "U-081", "U-121"])
        let queue = try #require(StudyProgress(california, training: training, attempts: []).queue(1, .builtIn))
        #expect(queue.open.map(\.text) == (1...10).map { QuestionID(california, $0).text } + ["U-003", "U-004"])
        #expect(
            queue.isMastered(QuestionID(nil, 5)) && !queue.isMastered(QuestionID(nil, 3))
                && !queue.isMastered(QuestionID(nil, 99)))
        #expect(SetCard.all(StudyProgress(state("WY"), training: [], attempts: []), .builtIn).isEmpty)
    }

    @Test("T-3.2.5, T-10.5: the cards of the tests: first and best score, and what may be gone on with") func tests()
        throws
    {
        let attempts = [
            try attempt(1, 1, wrong: 10, on: 100), try attempt(1, 2, wrong: 5, on: 101),
            try attempt(1, 3, wrong: 7, on: 102), try attempt(2, 1, answered: 3, on: 103),
            try attempt(2, 2, answered: 4, on: 104), try attempt(3, 1, answered: 4, on: 105),
        ]
        let progress = StudyProgress(california, training: [], attempts: attempts.reversed())
        #expect(progress.attempts == attempts && progress.completed == Array(attempts.prefix(3)))
        let cards = TestCard.all(progress)
        #expect(
            cards.map(\.taken) == [3, 0, 0, 0] && cards.map(\.firstScore) == [40, nil, nil, nil]
                && cards.map(\.bestScore) == [45, nil, nil, nil])
        #expect(cards.map { $0.open?.stream.id } == [nil, "t2-2", "t3-1", nil])
        #expect(progress.current?.stream.id == "t3-1")
        #expect((1...4).map { progress.nextAttempt($0) } == [4, 3, 2, 1])
        #expect(StudyProgress(state("TX"), training: [], attempts: attempts).attempts == [])
    }

    @Test(
        "T-3.2.2, T-3.2.4, T-10.6: the figures: answers in training and finished tests, by category, whose sums they are"
    ) func stats() throws {
        let attempts = [
            try attempt(1, 1, wrong: 5, on: 101), try attempt(2, 1, wrong: 8, on: 102),
            try attempt(3, 1, answered: 10, on: 103),
        ]
        let progress = StudyProgress(
            california, training: trained(0, 1...10) + trained(0, 11...14, correct: false), attempts: attempts)
        let stats = QuizStats(progress, .builtIn, today: date(at(103)), date: date)
        #expect(stats.state == california && stats.isOnboarded && stats.testsTaken == 2)
        #expect(stats.answered == 14 + 100 && stats.correct == 10 + 45 + 42 && stats.accuracyPercent == 85)
        #expect(stats.probability.bestScores == [45, 42] && stats.probability.averageBestTenths == 435)
        #expect(stats.categories.map(\.id) == QuestionCategory.allCases.map(\.rawValue))
        #expect(
            stats.categories.reduce(0) { $0 + $1.answered } == stats.answered
                && stats.categories.reduce(0) { $0 + $1.correct } == stats.correct)
        // Days 100 to 102 with answers; the open test of day 103 does not count, and today is not over.
        #expect(stats.streak == 3)
        #expect(QuizStats(progress, .builtIn, today: date(at(105)), date: date).streak == 0)
        let unknown = BankShelf(universal: BankShelf.builtIn.universal) { _ in nil }
        let last = try #require(QuizStats(progress, unknown, today: date(at(103)), date: date).categories.last)
        #expect(last.id == "unknown" && last.title == "Unknown" && last.answered == 20)
    }

    @Test("T-4.2a: every category has a name") func titles() {
        #expect(
            QuestionCategory.allCases.map(\.title) == [
                "Road signs", "Rules of the road", "Safe driving", "Special situations", "Alcohol and drugs",
                "Licensing", "Speed limits", "Traffic laws",
                "Alcohol laws", "Parking and equipment",
            ])
    }
}
