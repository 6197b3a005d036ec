import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import PracticeTests
import Testing

/// A learner on a device of their own, in UTC, from 2026-02-10T13:00:00Z on.
struct Learner {
    static let person = [UInt8](repeating: 9, count: 32)
    let device: StoreLedger
    var ledger: Ledger { device.ledger }
    var clock: TestClock { device.clock }

    /// Of one person unless another's key is given; `seed` distinguishes devices.
    init(seed: UInt64 = 1, person: [UInt8] = Learner.person, state code: String? = "CA") throws {
        device = try StoreLedger(seed: seed, person: person)
        device.clock.set("2026-02-10T13:00:00Z")
        if let code { try ledger.selectState(state(code)) }
    }

    func at(_ text: String) { clock.set(text) }

    /// The refusal, as `code: message hint`; nil where there is none.
    func rejectionCode(_ body: () throws -> Void) throws -> String? {
        do {
            try body()
            return nil
        } catch {
            switch (error as? DraftRefusal)?.reason ?? error {
            case let rejection as Rejection: return "\(rejection) \(rejection.hint ?? "")"
            case let fault as Fault: return "\(fault.kind.rawValue) \(fault)"
            default: throw error
            }
        }
    }

    /// The code of a refusal; nil where nothing is refused. A refusal writes nothing.
    func code(_ body: () throws -> Void) throws -> String? {
        let before = try ledger.position
        do { try body() } catch {
            #expect(try ledger.position == before, "what was refused wrote something")
            return Refused(error).code
        }
        return nil
    }

    /// Answers the next question of a set: right, or wrong.
    @discardableResult func train(_ isRight: Bool = true, set: Int? = nil) throws -> TrainedAnswer {
        let book = try ledger.quizBook()
        let (_, progress) = try book.studying()
        let queue = try #require(progress.queue(set ?? ledger.currentSet(progress, book.shelf), book.shelf))
        let question = try #require(queue.next.flatMap { book.shelf.question($0) })
        clock.step(seconds: 1)
        return try ledger.train(set: set, choice: isRight ? question.correct : (question.correct + 1) % 4)
    }

    func unlock() throws { for _ in 0..<10 { try train() } }

    /// Answers the questions of an open attempt that are left until so many are answered, so many of all of them right.
    func answer(_ stream: StreamID, through count: Int = 50, right: Int) throws {
        let attempt = try ledger.quizBook().attempt(stream).state
        var score = attempt.score
        // One unit: each answer is decided on those before it all the same.
        let drafts = (attempt.answered..<max(count, attempt.answered)).map { index in
            let (choice, isRight) = (attempt.start.rightChoice(index), score < right)
            if isRight { score += 1 }
            let data = JSONValue.object(pairs: [
                "index": .integer(index), "choice": .integer(isRight ? choice : (choice + 1) % 4),
            ])
            return EventDraft(stream: stream, type: "answer.submitted", data: .json(data))
        }
        clock.step(seconds: 50)
        if !drafts.isEmpty { _ = try ledger.append(drafts) }
    }

    /// A whole attempt with a score.
    @discardableResult func sit(_ test: Int, _ score: Int) throws -> Attempt {
        clock.step(seconds: 1)
        let stream = try ledger.startTest(test, anew: true).attempt.stream
        try answer(stream, right: score)
        return try ledger.submitTest(stream).attempt
    }

    func stats(_ code: String? = nil) throws -> QuizStats {
        try ledger.quizStats(try ledger.quizBook(state: code.map(state)))
    }

    /// `CA 15/20 tests 45 44 open 2`: what counts, in one line.
    func line(_ code: String? = nil) throws -> String {
        let book = try ledger.quizBook(state: code.map(state))
        guard let state = book.state, let progress = book.progress else { return "nothing" }
        let stats = try ledger.quizStats(book)
        return "\(state) \(stats.correct)/\(stats.answered) tests" + progress.completed.map { " \($0.score)" }.joined()
            + " open" + progress.open.map { " \($0.test)" }.joined()
    }

    /// Two or more devices exchange all they have.
    static func meet(_ learners: Learner...) throws {
        let tails = try learners.map { try $0.device.tails() }
        for (number, learner) in learners.enumerated() {
            for (other, tails) in tails.enumerated() where other != number { _ = try learner.device.receive(tails) }
        }
    }

    /// The types of the events after a position, in order.
    func types(after position: Position) throws -> [String] {
        var types: [String] = []
        try ledger.events(.init(after: position)) {
            types.append($0.envelope.type)
            return true
        }
        return types
    }

    func append(_ stream: String, _ type: String, _ data: String) throws {
        let stream = try #require(StreamID(stream))
        _ = try ledger.append([
            EventDraft(stream: stream, type: type, data: .json(try JSONParser.parse(Array(data.utf8))))
        ])
    }
}
