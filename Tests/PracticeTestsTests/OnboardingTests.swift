import DaybookDomains
import Engine
import EventModel
import LedgerTestSupport
import PracticeTests
import Testing

@Suite struct OnboardingTests {
    @Test("T-3.1.2, T-7.2c: a state is chosen, and another; each keeps what was done in it") func states() throws {
        let learner = try Learner(state: nil)
        #expect(try learner.code { try learner.train() } == "state.required")
        for _ in 0..<2 { #expect(try learner.ledger.selectState(state("CA")).appended == 1) }
        for _ in 0..<3 { try learner.train() }
        try learner.ledger.selectState(state("TX"))
        #expect(try learner.line() == "TX 0/0 tests open")
        try learner.train(false)
        #expect(try learner.line() == "TX 0/1 tests open")
        try learner.ledger.selectState(state("CA"))
        #expect(try learner.line() == "CA 3/3 tests open")
        #expect(try learner.line("TX") == "TX 0/1 tests open")
        #expect(
            try learner.rejectionCode { try learner.append("profile/quiz", "state.selected", #"{"state":"PR"}"#) }?
                .hasPrefix(
                    "state.unknown") == true)
        #expect(
            try learner.rejectionCode { _ = try Ledger.state(named: "PR") }
                == "state.unknown: There is no state \"PR\". Give the two letters of one of the fifty, such as CA.")
        #expect(try Ledger.state(named: "ca") == state("CA"))
        #expect(StateCode.all.count == 50)
    }

    @Test("a state without questions can be chosen; training and tests say what it needs") func withoutBank() throws {
        let learner = try Learner(state: "WY")
        let missing =
            "bank.missing: There are no questions for Wyoming on this machine: a state can be chosen, but training and tests need its bank. "
            + "Add its bank."
        #expect(try learner.rejectionCode { _ = try learner.ledger.train(choice: 0) } == missing)
        #expect(try learner.rejectionCode { _ = try learner.ledger.startTest(1) } == missing)
        #expect(try learner.line() == "WY 0/0 tests open")
    }

    @Test(
        "T-3.1.3, T-3.3.1: nine right answers open no test, wrong ones do not count, the tenth opens them, in that state alone"
    ) func tenRight() throws {
        let learner = try Learner()
        for _ in 0..<9 { try learner.train() }
        for _ in 0..<5 { try learner.train(false) }
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.startTest(1) }
                == "tests.locked: Tests open after 10 right answers in training; 9 are there. Go on with the training."
        )
        #expect(try learner.code { _ = try learner.ledger.startTest(1) } == "tests.locked")
        #expect(try learner.stats().isOnboarded == false)
        let tenth = try learner.train()
        #expect(tenth.isOnboarded)
        #expect(try learner.stats().isOnboarded)
        #expect(try learner.ledger.startTest(1).attempt.state.start.items.count == 50)
        try learner.ledger.selectState(state("TX"))
        #expect(try learner.code { _ = try learner.ledger.startTest(1) } == "tests.locked")
        try learner.train()
        #expect(try learner.rejectionCode { _ = try learner.ledger.startTest(1) }?.contains("; 1 is there.") == true)
    }

    @Test("T-3.1.3: a finished test, as another program may have made it, opens the tests as well") func finishedTest()
        throws
    {
        let (phone, tablet) = (try Learner(seed: 1), try Learner(seed: 2))
        try phone.unlock()
        try phone.sit(1, 20)
        try phone.ledger.resetProgress(of: state("CA"))
        let attempt = try #require(try phone.ledger.quizBook().progress?.allAttempts.first)
        // The other device has handed nothing in, and knows only the attempt.
        try Learner.meet(phone, tablet)
        #expect(try tablet.stats().isOnboarded == false)
        try phone.ledger.restoreProgress()
        try Learner.meet(phone, tablet)
        #expect(try tablet.stats().isOnboarded)
        #expect(attempt.isReset)
    }

    @Test("T-3.2.1, T-7.1g: set N has the questions of test N in fixed order; it is answered until all are mastered")
    func sets() throws {
        let learner = try Learner()
        try learner.unlock()
        let book = try learner.ledger.quizBook()
        for number in 1...4 {
            let plan = try #require(TestPlan(number: number, state: state("CA"), attempt: 1, shelf: book.shelf))
            let queue = try #require(book.progress?.queue(number, book.shelf))
            #expect(Set(plan.items) == Set(queue.items))
            #expect(queue.items == queue.items.sorted { ($0.state == nil ? 0 : 1, $0) < ($1.state == nil ? 0 : 1, $1) })
        }
        let first = try learner.train(false, set: 2)
        #expect(first.answer.question == QuestionID(nil, 41))
        #expect(first.queue.open.last == QuestionID(nil, 41))
        for _ in 0..<50 { try learner.train(set: 2) }
        #expect(SetCard.all(try learner.ledger.quizBook().chosen().progress, book.shelf)[1].mastered == 50)
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.train(set: 2, choice: 0) }
                == "set.mastered: All 50 questions of set 2 are mastered. Take another set, or repeat a question."
        )
        let question = try #require(book.shelf.question(QuestionID(nil, 50)))
        let again = try learner.ledger.train(set: 2, question: question.id, choice: (question.correct + 1) % 4)
        #expect((again.queue.mastered, again.queue.next) == (49, question.id))
        // The next set with an open question is the one to go on with.
        #expect(learner.ledger.currentSet(try learner.ledger.quizBook().chosen().progress, book.shelf) == 1)
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.train(set: 1, question: question.id, choice: 0) }
                == "question.unknown: \"U-050\" is no question of this set. The training shows the next one.")
        #expect(try learner.code { _ = try learner.ledger.train(set: 9, choice: 0) } == "set.range")
        #expect(try learner.code { _ = try learner.ledger.train(set: 1, choice: 4) } == "choice.range")
    }

    @Test(
        "training of a state that there is not, and of questions of other sets and states, is refused wherever it comes from"
    ) func foreignAnswers() throws {
        let learner = try Learner()
        func code(_ stream: String, _ set: Int, _ question: String) throws -> String? {
            let choice = QuestionID(question).flatMap { BankShelf.builtIn.question($0) }?.correct ?? 0
            return try learner.code {
                try learner.append(
                    stream, "training.answered",
                    #"{"set":\#(set),"question":"\#(question)","choice":\#(choice),"correct":true}"#)
            }
        }
        #expect(try code("training/XX", 0, "U-001") == "state.unknown")
        #expect(try code("training/CA", 0, "CA-001") == "question.unknown")
        #expect(try code("training/CA", 1, "TX-001") == "question.unknown")
        #expect(try code("training/CA", 1, "U-041") == "question.unknown")
        #expect(try code("training/CA", 1, "what?") == "question.unknown")
        #expect(try code("training/CA", 2, "U-041") == nil)
    }
}
