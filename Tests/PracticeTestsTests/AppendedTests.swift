import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import PracticeTests
import Testing

/// Events of practice tests that come from a file rather than from a command: their own times count, and the banks
/// check their content.
@Suite struct AppendedTests {
    private func moment(_ text: String) throws -> ValidTime {
        .instant(try #require(Instant(text)), offsetSeconds: 0, zone: "UTC")
    }

    private func draft(_ stream: String, _ type: String, _ data: JSONValue, _ occurred: String? = nil) throws
        -> EventDraft
    {
        EventDraft(
            stream: try #require(StreamID(stream)), type: type, data: .json(data), occurred: try occurred.map(moment))
    }

    private func started(_ change: (inout TestStarted) -> Void = { _ in }) throws -> TestStarted {
        var start = try #require(TestPlan(number: 1, state: state("CA"), attempt: 1, shelf: .builtIn)).started(
            1, attempt: 1)
        change(&start)
        return start
    }

    @Test("an attempt and answers that are appended with their times keep them, however late they are written")
    func times() throws {
        let learner = try Learner()
        try learner.unlock()
        learner.at("2026-02-10T18:00:00Z")
        var drafts = [try draft("test/old", "test.started", started().data, "2026-01-05T09:00:00Z")]
        for index in 0..<50 {
            drafts.append(
                try draft(
                    "test/old", "answer.submitted", .object(pairs: ["index": .integer(index), "choice": .integer(0)]),
                    "2026-01-05T09:10:00Z"))
        }
        drafts.append(try draft("test/old", "test.completed", .object([]), "2026-01-05T09:30:05Z"))
        _ = try learner.ledger.append(drafts)
        let attempt = try learner.ledger.quizBook().attempt(try #require(StreamID("test/old")))
        #expect(
            (attempt.started, attempt.completed, attempt.elapsedSeconds) == (
                Instant("2026-01-05T09:00:00Z"), Instant("2026-01-05T09:30:05Z"), 1805
            ))
        #expect(attempt.touched == Instant("2026-01-05T09:30:05Z"))
        // As it was by the events' own times: begun, half answered, handed in.
        for (time, answered, isDone) in [
            ("2026-01-05T09:05:00Z", 0, false), ("2026-01-05T09:10:00Z", 50, false), ("2026-01-06T00:00:00Z", 50, true),
        ] {
            let then = try learner.ledger.quizBook(state: state("CA"), at: Instant(time)).attempt(attempt.stream)
            #expect((then.state.answered, then.completed != nil) == (answered, isDone), "\(time)")
        }
        #expect(throws: (any Error).self) {
            try learner.ledger.quizBook(state: state("CA"), at: Instant("2026-01-05T08:59:59Z")).attempt(attempt.stream)
        }
        // A fold of the whole stream says the same.
        let nothing = try Supposition.read(zone: UniversalTime(), at: learner.ledger.now, registry: Registry.daybook) {
            nil
        }
        #expect(try learner.ledger.quizBook(AsOf(supposing: nothing)).attempt(attempt.stream) == attempt)
        // A day without an hour: the time of writing counts.
        var dated = try draft("test/day", "test.started", started().data)
        dated.occurred = .date(try #require(CivilDate("2026-01-07")))
        _ = try learner.ledger.append([dated])
        #expect(
            try learner.ledger.quizBook().attempt(try #require(StreamID("test/day"))).started
                == Instant("2026-02-10T18:00:00Z"))
    }

    @Test("whether an answer in training is right is not its writer's to say") func forgedAnswer() throws {
        let learner = try Learner()
        let question = BankShelf.builtIn.universal.questions[6]
        func rejection(_ choice: Int, _ correct: Bool, question: QuestionID) throws -> String? {
            let data: KeyValuePairs<String, JSONValue?> = [
                "set": .integer(0), "question": .string(question.text), "choice": .integer(choice),
                "correct": .bool(correct),
            ]
            return try learner.rejectionCode {
                _ = try learner.ledger.append([draft("training/CA", "training.answered", .object(pairs: data))])
            }
        }
        let hint =
            "Choices are in the order of the bank, from 0."
        #expect(
            try rejection((question.correct + 1) % 4, true, question: question.id)
                == "answer.mismatch: Question U-007 has another right answer: this choice is not right. " + hint)
        #expect(
            try rejection(question.correct, false, question: question.id)
                == "answer.mismatch: Question U-007 has another right answer: this choice is right. " + hint)
        #expect(try rejection(question.correct, true, question: question.id) == nil)
        #expect(try rejection((question.correct + 1) % 4, false, question: question.id) == nil)
        #expect(try learner.ledger.quizBook().chosen().progress.training.map(\.isCorrect) == [true, false])
    }

    @Test(
        "an attempt that names another option as right than the bank is refused; what another device wrote is taken as it is"
    ) func forgedRight() throws {
        let (learner, other) = (try Learner(seed: 1), try Learner(seed: 2))
        try learner.unlock()
        let forged = try started {
            $0.right[4] = $0.right[4] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        }
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.append([draft("test/x", "test.started", forged.data)]) }
                == "right.mismatch: Question 5 of the attempt, \(forged.items[4]), has another right option than \"right\" gives. A test that is begun makes an attempt."
        )
        _ = try learner.ledger.append([draft("test/x", "test.started", started().data)])
        try other.unlock()
        try Learner.meet(learner, other)
        #expect(try other.ledger.quizBook().attempt(try #require(StreamID("test/x"))).state.start == started())
    }

    @Test("of questions whose bank was added nothing is known to a rule") func added() throws {
        let learner = try Learner()
        let question = BankShelf.builtIn.universal.questions[0]
        _ = try learner.ledger.addBank(Ledger.builtInBankFile(of: nil), named: "all.json")
        let data: KeyValuePairs<String, JSONValue?> = [
            "set": .integer(0), "question": .string(question.id.text), "choice": .integer((question.correct + 1) % 4),
            "correct": .bool(true),
        ]
        #expect(
            try learner.code {
                _ = try learner.ledger.append([draft("training/CA", "training.answered", .object(pairs: data))])
            } == nil)
    }
}
