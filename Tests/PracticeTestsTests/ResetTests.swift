import DaybookDomains
import Engine
import EventModel
import LedgerTestSupport
import PracticeTests
import Testing

@Suite struct ResetTests {
    @Test("T-6.1e: after a reset progress is empty, history is kept, and it can be taken back by restore or by undo")
    func resetAndBack() throws {
        let learner = try Learner()
        try learner.unlock()
        try learner.sit(1, 45)
        let open = try learner.ledger.startTest(2).attempt.stream
        try learner.ledger.selectState(state("TX"))
        try learner.train()
        try learner.ledger.selectState(state("CA"))
        let before = try learner.line()
        #expect(before == "CA 55/60 tests 45 open 2")
        let receipt = try #require(try learner.ledger.resetProgress(of: state("CA")))
        #expect(try learner.line() == "CA 0/0 tests open")
        #expect(try learner.line("TX") == "TX 1/1 tests open")
        let progress = try learner.ledger.quizBook().chosen().progress
        #expect(progress.allAttempts.map(\.isReset) == [true, true])
        #expect(progress.isOnboarded == false)
        #expect(try learner.code { _ = try learner.ledger.startTest(1) } == "tests.locked")
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.answerTest(0, attempt: open) }
                == "attempt.reset: A reset of progress has set this attempt aside. Take that back, or begin anew."
        )
        // As it was then it still is.
        #expect(
            try learner.ledger.quizBook(AsOf(known: .position(Position(receipt.position.value - 1)))).chosen().progress
                .completed.map(\.score) == [45])
        try learner.train()
        #expect(try learner.line() == "CA 1/1 tests open")
        try learner.ledger.undo(event: try #require(receipt.ids.first))
        #expect(try learner.line() == "CA 56/61 tests 45 open 2")
        #expect(
            try learner.rejectionCode { try learner.ledger.undo(event: try #require(receipt.ids.first)) }?.hasPrefix(
                "undo.nothing") == true)
        try learner.ledger.answerTest(0, attempt: open)
        try learner.ledger.resetProgress(of: nil)
        #expect(try learner.line() == "CA 0/0 tests open")
        #expect(try learner.line("TX") == "TX 0/0 tests open")
        #expect(try learner.ledger.resetProgress(of: nil) == nil)
        try learner.ledger.restoreProgress(of: state("TX"))
        #expect(try learner.line("TX") == "TX 1/1 tests open")
        #expect(
            try learner.rejectionCode { try learner.ledger.restoreProgress() }
                == "restore.nothing: No reset of progress stands: there is nothing to restore. ")
        let strange = String(repeating: "ab", count: 32)
        #expect(
            try learner.rejectionCode {
                try learner.append("profile/quiz", "progress.restored", #"{"resets":["\#(strange)"]}"#)
            }
                == "reset.unknown: A restore names resets of progress that stand. A restore of all progress finds them.")
        #expect(
            try learner.rejectionCode {
                try learner.append("profile/quiz", "progress.reset", #"{"cut":{"\#(strange.prefix(32))":3}}"#)
            }?.hasPrefix("cut.unknown") == true)
    }

    @Test("T-6.1e: what another device did and the author of the reset had not heard of still counts") func unseen()
        throws
    {
        let (phone, tablet) = (try Learner(seed: 1), try Learner(seed: 2))
        try phone.unlock()
        try phone.sit(1, 40)
        try Learner.meet(phone, tablet)
        try tablet.train()
        let begun = try tablet.ledger.startTest(2).attempt
        try phone.ledger.resetProgress(of: state("CA"))
        #expect(try phone.line() == "CA 0/0 tests open")
        try Learner.meet(phone, tablet)
        #expect(try phone.line() == "CA 1/1 tests open 2")
        #expect(try tablet.line() == "CA 1/1 tests open 2")
        #expect(try phone.ledger.digest().state == tablet.ledger.digest().state)
        // An attempt that the tablet began goes on there, though its tests are locked now: the rule is for beginnings.
        try tablet.answer(begun.stream, right: 30)
        try tablet.ledger.submitTest()
        try Learner.meet(phone, tablet)
        #expect(try phone.line() == "CA 31/51 tests 30 open")
    }

    @Test(
        "an attempt that one device resets while another goes on with it counts: nobody resets what they have not seen")
    func goesOn() throws {
        let (phone, tablet) = (try Learner(seed: 1), try Learner(seed: 2))
        try phone.unlock()
        let stream = try phone.ledger.startTest(1).attempt.stream
        try phone.answer(stream, through: 10, right: 10)
        try Learner.meet(phone, tablet)
        try phone.ledger.resetProgress(of: state("CA"))
        try tablet.answer(stream, right: 50)
        try tablet.ledger.submitTest()
        #expect(try phone.line() == "CA 0/0 tests open")
        try Learner.meet(phone, tablet)
        #expect(try phone.line() == "CA 50/50 tests 50 open")
    }

    @Test(
        "T-4.3a, T-4.3b, T-7.3b, T-3.2.T3, T-11.3, T-Z.2, T-Z.3: devices that practise apart and reset come to one state, in any order of exchange, and it is the plain sum",
        arguments: 1...8 as ClosedRange<UInt64>)
    func anyOrder(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let learners = try (0..<3).map { try Learner(seed: seed * 8 + UInt64($0)) }
        for learner in learners { try learner.unlock() }
        var taken: [Int] = []
        for _ in 0..<5 {
            let learner = learners[random.below(3)]
            switch random.below(4) {
            case 0:
                let score = random.below(51)
                try learner.sit(1 + random.below(4), score)
                taken.append(score)
            case 1: for _ in 0..<3 { try learner.train(random.oneIn(2), set: 1 + random.below(4)) }
            case 2: try Learner.meet(learner, learners[(random.below(2) + 1) % 3])
            default:
                try learner.ledger.selectState(state(random.oneIn(2) ? "TX" : "CA"));
                try learner.ledger.selectState(state("CA"))
            }
        }
        for _ in 0..<2 { try Learner.meet(learners[0], learners[1], learners[2]) }
        let lines = try learners.map { try $0.line("CA") }
        #expect(Set(lines).count == 1, "seed \(seed): \(lines)")
        #expect(try Set(learners.map { try $0.ledger.digest().state }).count == 1)
        let scores = try learners[0].ledger.quizBook(state: state("CA")).chosen().progress.completed.map(\.score)
        #expect(scores.sorted() == taken.sorted(), "seed \(seed)")
        // A reset of all that is known leaves nothing, on every device.
        try learners[seed % 2 == 0 ? 0 : 2].ledger.resetProgress(of: state("CA"))
        try Learner.meet(learners[0], learners[1], learners[2])
        for learner in learners { #expect(try learner.line("CA") == "CA 0/0 tests open") }
    }
}
