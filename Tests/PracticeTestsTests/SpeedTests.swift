import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import PracticeTests
import Testing

/// Limits of the requirements, which hold with room to spare in a program that is not optimised, too.
@Suite(.serialized) struct QuizSpeedTests {
    /// The fastest of some runs, which a busy machine changes least.
    private func fastest(_ runs: Int = 5, _ body: () throws -> Void) rethrows -> Duration {
        var best = Duration.seconds(1_000)
        for _ in 0..<runs { best = min(best, try ContinuousClock().measure(body)) }
        return best
    }

    @Test(
        "T-9.1, T-9.2, T-9.3: with five tests behind, a ledger opens in 2 s, a question comes in 100 ms, and an answer is on disk in 50 ms"
    ) func answers() throws {
        let learner = try Learner()
        try learner.unlock()
        for number in 0..<5 {
            let start = try #require(
                TestPlan(number: 1 + number % 4, state: state("CA"), attempt: 1 + number / 4, shelf: .builtIn)
            )
            .started(1 + number % 4, attempt: 1 + number / 4)
            let stream = StreamID(kind: "test", id: "t\(number)")
            var drafts = [EventDraft(stream: stream, type: "test.started", data: .json(start.data))]
            for index in 0..<50 {
                let data = JSONValue.object(pairs: [
                    "index": .integer(index), "choice": .integer(start.rightChoice(index)),
                ])
                drafts.append(EventDraft(stream: stream, type: "answer.submitted", data: .json(data)))
            }
            drafts.append(EventDraft(stream: stream, type: "test.completed", data: .json(.object([]))))
            _ = try learner.ledger.append(drafts)
        }
        try learner.ledger.startTest(1)
        #expect(try fastest(2) { try learner.device.reopen() } < .seconds(2))
        #expect(
            try fastest {
                _ = try learner.ledger.quizBook().chosen().progress.current.map { ShownQuestion($0.state, 0, .builtIn) }
            } < .milliseconds(100))
        let stream = try #require(try learner.ledger.quizBook().chosen().progress.current?.stream)
        var index = 0
        let answer = try fastest {
            let data = JSONValue.object(pairs: ["index": .integer(index), "choice": .integer(0)])
            _ = try learner.ledger.append([EventDraft(stream: stream, type: "answer.submitted", data: .json(data))])
            index += 1
        }
        #expect(answer < .milliseconds(50))
    }
}

extension TestPlan {
    func started(_ test: Int, attempt: Int) -> TestStarted {
        TestStarted(self, test: test, state: state("CA"), attempt: attempt)
    }
}
