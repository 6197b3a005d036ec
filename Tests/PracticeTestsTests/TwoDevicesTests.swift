import DaybookDomains
import Engine
import EventModel
import EventSourcing
import LedgerTestSupport
import PracticeTests
import Testing

@Suite struct TwoDevicesTests {
    private func pair() throws -> (phone: Learner, tablet: Learner, test: StreamID) {
        let (phone, tablet) = (try Learner(seed: 1), try Learner(seed: 2))
        try phone.unlock()
        let stream = try phone.ledger.startTest(1).attempt.stream
        try phone.answer(stream, through: 48, right: 48)
        try Learner.meet(phone, tablet)
        return (phone, tablet, stream)
    }

    private func outcomes(_ learner: Learner) throws -> [String] {
        // That both chose one state is no matter here.
        try learner.ledger.outcomes().filter { $0.stream.kind == "test" }.map {
            "\($0.type) \($0.outcome.status) \($0.outcome.reason ?? "")"
        }.sorted()
    }

    @Test(
        "T-4.3c: two devices answer one question each for itself: the first answer stands, the other waits and is never written over"
    ) func oneQuestion() throws {
        let (phone, tablet, stream) = try pair()
        phone.at("2026-02-10T14:00:00Z")
        tablet.at("2026-02-10T14:00:05Z")
        let right = try phone.ledger.quizBook().attempt(stream).state.start.rightChoice(48)
        try phone.ledger.answerTest(right)
        try tablet.ledger.answerTest((right + 1) % 4)
        try Learner.meet(phone, tablet)
        for learner in [phone, tablet] {
            let attempt = try learner.ledger.quizBook().attempt(stream)
            #expect((attempt.state.answers[48], attempt.state.next) == (right, 49))
            #expect(try outcomes(learner) == ["answer.submitted pending answer.final"])
        }
        #expect(try phone.ledger.digest().state == tablet.ledger.digest().state)
    }

    @Test("two devices hand in the same attempt: the second changes nothing") func handedInTwice() throws {
        let (phone, tablet, stream) = try pair()
        try phone.answer(stream, right: 50)
        try Learner.meet(phone, tablet)
        phone.at("2026-02-10T15:00:00Z")
        tablet.at("2026-02-10T15:00:09Z")
        let first = try phone.ledger.submitTest().attempt
        try tablet.ledger.submitTest()
        try Learner.meet(phone, tablet)
        for learner in [phone, tablet] {
            let attempt = try learner.ledger.quizBook().attempt(stream)
            #expect((attempt.score, attempt.completed) == (50, first.completed))
            #expect(try outcomes(learner).isEmpty)
            #expect(try learner.line() == "CA 60/60 tests 50 open")
        }
    }

    @Test("one hands in what the other could not know was complete: what breaks the order waits") func early() throws {
        let (phone, tablet, stream) = try pair()
        phone.at("2026-02-10T14:00:00Z")
        tablet.at("2026-02-10T14:10:00Z")
        try phone.answer(stream, right: 48)
        try phone.ledger.submitTest()
        try tablet.answer(stream, through: 49, right: 49)
        try Learner.meet(phone, tablet)
        for learner in [phone, tablet] {
            #expect(try learner.ledger.quizBook().attempt(stream).score == 48)
            #expect(try outcomes(learner) == ["answer.submitted pending test.completed"])
        }
    }

    @Test("T-4.3c, T-3.1.2: of two choices of a state the later counts on both devices; answers of both count")
    func lastWriter() throws {
        let (phone, tablet) = (try Learner(seed: 1), try Learner(seed: 2))
        try phone.train()
        try tablet.train()
        phone.at("2026-02-12T08:00:00Z")
        tablet.at("2026-02-12T07:00:00Z")
        try phone.ledger.selectState(state("TX"))
        try tablet.ledger.selectState(state("NV"))
        try Learner.meet(phone, tablet)
        for learner in [phone, tablet] {
            #expect(try learner.ledger.quizBook().selected == state("TX"))
            #expect(try learner.line("CA") == "CA 2/2 tests open")
        }
    }

    @Test("T-3.1.4: two devices begin one test apart: both attempts stand, the one that is open can be finished")
    func bothBegin() throws {
        let (phone, tablet) = (try Learner(seed: 1), try Learner(seed: 2))
        try phone.unlock()
        try Learner.meet(phone, tablet)
        let own = try phone.ledger.startTest(1).attempt
        let other = try tablet.sit(1, 33)
        #expect(own.state.start == other.state.start)
        try Learner.meet(phone, tablet)
        #expect(try phone.line() == "CA 43/60 tests 33 open 1")
        try phone.answer(own.stream, right: 44)
        try phone.ledger.submitTest(own.stream)
        #expect(try phone.ledger.startTest(1).attempt.number == 2)
    }
}
