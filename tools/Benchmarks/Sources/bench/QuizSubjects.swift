import DaybookDomains

/// Half of the answers in attempts at tests that were handed in, half in training.
enum QuizWorkload {
    static let now = Instant("2026-02-10T23:00:00Z") ?? .earliest

    /// A ledger of so many answers, a multiple of 100.
    static func make(_ folder: String, answers: Int) throws -> Ledger {
        let ledger = try Ledger.create(at: folder, zone: "America/New_York", environment: .daybook(clock: { now }))
        guard let state = StateCode("CA") else { preconditionFailure("California is a state") }
        try ledger.selectState(state)
        let questions = BankShelf.builtIn.universal.questions
        let trained = (0..<answers / 2).map { number in
            let (question, isRight) = (questions[number % questions.count], number % 3 > 0)
            let choice = isRight ? question.correct : (question.correct + 1) % 4
            let answer = TrainingAnswer(
                set: 0, question: question.id, choice: choice, isCorrect: isRight, happened: now)
            return EventDraft(
                stream: BenchStream.named("training/CA"), type: "training.answered", data: .json(answer.data))
        }
        for start in stride(from: 0, to: trained.count, by: 1_000) {
            _ = try ledger.append(Array(trained[start..<min(start + 1_000, trained.count)]))
        }
        for number in 0..<answers / 100 {
            guard let plan = TestPlan(number: number % 4 + 1, state: state, attempt: number / 4 + 1, shelf: .builtIn)
            else { preconditionFailure("California has a bank") }
            let stream = BenchStream.named("test/t\(number)")
            let start = TestStarted(plan, test: number % 4 + 1, state: state, attempt: number / 4 + 1)
            let answered = (0..<50).map { index in
                EventDraft(
                    "answer.submitted", in: stream,
                    ["index": .integer(index), "choice": .integer((index + number) % 4)])
            }
            _ = try ledger.append(
                [EventDraft(stream: stream, type: "test.started", data: .json(start.data))] + answered + [
                    EventDraft("test.completed", in: stream)
                ])
        }
        return ledger
    }
}

/// A question about practice tests, in a program that has the ledger open; milliseconds.
final class QuizQuestion: Subject {
    /// The program's work before it asks.
    enum Before {
        /// It opened the ledger.
        case opening
        /// It asked the same.
        case asking
        /// It asked the same, and an answer in training came.
        case answering
    }

    let name = "daybook"
    private let before: Before
    private var ledger: Ledger?
    private var answer = ""

    init(_ before: Before) { self.before = before }

    func prepare(_ workload: Workload, folder: String) throws {
        let place = folder + "/ledger"
        try QuizWorkload.make(place, answers: workload.count).close()
        let ledger = try Ledger.open(at: place, .readWrite, environment: .daybook(clock: { QuizWorkload.now }))
        self.ledger = ledger
        if before == .opening { return }
        try run(workload)
        if before == .answering {
            try ledger.train(set: 0, question: BankShelf.builtIn.universal.questions[0].id, choice: 0)
        }
    }

    func run(_ workload: Workload) throws {
        guard let ledger else { return }
        let stats = try ledger.quizStats(try ledger.quizBook())
        answer = "\(stats.answered) answered, \(stats.correct) right"
    }

    func digest(_ workload: Workload) throws -> String { answer }
    func finish() throws { ledger?.close() }
    func value(seconds: Double, events: Int) -> Double { seconds * 1000 }
}

/// Plans of tests; microseconds each.
final class QuizPlans: Subject {
    let name = "daybook"
    private var items = 0

    func prepare(_ workload: Workload, folder: String) throws { try run(workload) }

    func run(_ workload: Workload) throws {
        items = 0
        for number in 0..<workload.count {
            guard let state = StateCode("CA"),
                let plan = TestPlan(number: number % 4 + 1, state: state, attempt: number + 1, shelf: .builtIn)
            else { continue }
            items += plan.items.count
        }
    }

    func digest(_ workload: Workload) throws -> String { "\(items) questions" }
    func finish() throws {}
    func value(seconds: Double, events: Int) -> Double { seconds * 1_000_000 / Double(events) }
}
