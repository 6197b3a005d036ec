import DaybookDomains
import Engine
import EventModel
import LedgerTestSupport
import PracticeTests
import Testing

@Suite struct AttemptTests {
    private func unlocked(_ seed: UInt64 = 1) throws -> Learner {
        let learner = try Learner(seed: seed)
        try learner.unlock()
        return learner
    }

    @Test("T-3.1.4, T-4.2b, T-10.3: a test is one of four, and shows 50 questions; its session tells all of it")
    func start() throws {
        let learner = try unlocked()
        for number in [0, 5] {
            #expect(
                try learner.rejectionCode { _ = try learner.ledger.startTest(number) }
                    == "test.range: There are tests 1 to 4. Begin one of them.")
        }
        learner.at("2026-02-11T09:00:00Z")
        let (attempt, _) = try learner.ledger.startTest(3, id: "third")
        #expect((attempt.test, attempt.number, attempt.state.start.state) == (3, 1, state("CA")))
        #expect(attempt.stream.text == "test/third")
        #expect(attempt.started == Instant("2026-02-11T09:00:00Z"))
        #expect(attempt.completed == nil)
        #expect(attempt.state.answers == [Int?](repeating: nil, count: 50))
        let plan = try #require(TestPlan(number: 3, state: state("CA"), attempt: 1, shelf: .builtIn))
        #expect(attempt.state.start.items == plan.items)
        #expect(attempt.state.start.permutation == plan.permutation)
        #expect(attempt.state.start.right == Array(plan.right.utf8))
        try learner.answer(attempt.stream, right: 45)
        learner.at("2026-02-11T09:30:05Z")
        let (done, _) = try learner.ledger.submitTest()
        #expect((done.score, done.percent, done.isPassed, done.elapsedSeconds) == (45, 90, true, 1805))
        #expect(done.completed == Instant("2026-02-11T09:30:05Z"))
    }

    @Test(
        "T-B.2, T-2.3: what was shown is in the event: another attempt has another order, and the score needs no bank")
    func recorded() throws {
        let learner = try unlocked()
        let first = try learner.sit(1, 50)
        let second = try learner.ledger.startTest(1).attempt
        #expect(second.number == 2)
        #expect(second.state.start.items != first.state.start.items)
        #expect(Set(second.state.start.items) == Set(first.state.start.items))
        #expect(first.state.score == 50)
    }

    @Test(
        "T-6.2a, T-3.3.1: forward only: any question but the next is refused, an answer is final, all 50 are needed, and then no more"
    ) func forward() throws {
        let learner = try unlocked()
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.answerTest(0) }
                == "test.none: No test is begun. Begin one.")
        let stream = try learner.ledger.startTest(1).attempt.stream
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.answerTest(0, index: 1) }
                == "answer.order: The questions are answered in order: the next is question 1. Its index is 0.")
        #expect(try learner.ledger.answerTest(2).index == 0)
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.answerTest(2, index: 0) }
                == "answer.final: Question 1 is answered, and an answer cannot be changed. ")
        #expect(try learner.code { _ = try learner.ledger.answerTest(1, index: 2) } == "answer.order")
        #expect(try learner.code { _ = try learner.ledger.answerTest(4) } == "choice.range")
        try learner.answer(stream, through: 49, right: 49)
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.submitTest() }
                == "test.incomplete: A test is handed in when all 50 questions are answered; 49 are. Go on with the next question."
        )
        #expect(try learner.code { _ = try learner.ledger.submitTest() } == "test.incomplete")
        try learner.answer(stream, right: 49)
        #expect(try learner.code { _ = try learner.ledger.answerTest(0) } == "answer.order")
        try learner.ledger.submitTest()
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.submitTest(stream) }
                == "test.completed: This attempt was handed in. Take the test again.")
        #expect(try learner.code { _ = try learner.ledger.answerTest(0, attempt: stream) } == "test.completed")
        #expect(try learner.code { _ = try learner.ledger.submitTest() } == "test.none")
    }

    @Test("T-6.2a, T-7.3c: an attempt is gone on with at its first open question, after the ledger was closed as well")
    func resume() throws {
        let learner = try unlocked()
        let stream = try learner.ledger.startTest(2).attempt.stream
        try learner.answer(stream, through: 17, right: 17)
        try learner.device.reopen()
        let current = try #require(try learner.ledger.quizBook().chosen().progress.current)
        #expect((current.stream, current.state.next, current.state.answered) == (stream, 17, 17))
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.startTest(2) }
                == "test.open: Test 2 is begun already. Go on with it, or leave it and begin again."
        )
        #expect(try learner.ledger.answerTest(0).index == 17)
        // Another test may be begun beside it; the one that was touched last is the one to go on with.
        learner.clock.step(seconds: 60)
        let other = try learner.ledger.startTest(3).attempt.stream
        #expect(try learner.ledger.quizBook().chosen().progress.current?.stream == other)
        learner.clock.step(seconds: 60)
        try learner.ledger.answerTest(0, attempt: stream)
        #expect(try learner.ledger.quizBook().chosen().progress.current?.stream == stream)
        let anew = try learner.ledger.startTest(2, anew: true).attempt
        #expect(anew.number == 2)
        #expect(try learner.ledger.quizBook().chosen().progress.open.map(\.stream) == [anew.stream, other])
    }

    @Test("T-6.2b, T-3.1.5: 42 of 50 pass in California, 41 do not; what was wrong comes with its explanation")
    func results() throws {
        let learner = try unlocked()
        let passed = try learner.sit(1, 42)
        #expect((passed.percent, passed.markPercent, passed.isPassed) == (84, 83, true))
        let failed = try learner.sit(1, 41)
        #expect((failed.percent, failed.isPassed) == (82, false))
        let wrong = WrongAnswer.all(of: failed.state, .builtIn)
        #expect(wrong.count == 9)
        let last = try #require(wrong.last)
        #expect(last.index == 49)
        let question = try #require(BankShelf.builtIn.question(failed.state.start.items[49]))
        #expect((last.question, last.text) == (question.id, question))
        #expect(!question.explanation.isEmpty)
        // The letters are those of the options as they were shown.
        func option(_ letter: Character) -> String { last.options[OptionLetter.text.firstIndex(of: letter) ?? 0] }
        #expect(option(last.right) == question.options[question.correct])
        #expect(last.choice != last.right)
        #expect(Set(last.options) == Set(question.options))
    }

    @Test("T-3.2.2, T-3.1.6, T-2.1c, T-10.4, T-10.6: answered, right, accuracy, best scores and tests taken")
    func figures() throws {
        let learner = try unlocked()
        let empty = try Learner(seed: 3).stats()
        #expect(
            (
                empty.answered, empty.correct, empty.accuracyPercent, empty.testsTaken,
                empty.probability.averageBestTenths
            ) == (0, 0, 0, 0, nil))
        try learner.train(false)
        for (test, score) in [(1, 45), (2, 40), (2, 42), (3, 48), (4, 44), (4, 43)] { try learner.sit(test, score) }
        // A test that is not handed in does not count.
        let open = try learner.ledger.startTest(1, anew: true).attempt.stream
        try learner.answer(open, through: 20, right: 20)
        let stats = try learner.stats()
        #expect((stats.answered, stats.correct, stats.accuracyPercent) == (11 + 300, 10 + 262, 87))
        #expect((stats.testsTaken, stats.probability.bestScores) == (4, [45, 42, 48, 44]))
        #expect(
            (stats.probability.averageBestTenths, stats.probability.thousandths, stats.probability.face) == (
                448, 895, 2
            ))
        #expect(stats.isOnboarded)
        let cards = TestCard.all(try learner.ledger.quizBook().chosen().progress)
        #expect(cards.map(\.firstScore) == [45, 40, 48, 44])
        #expect(cards.map(\.bestScore) == [45, 42, 48, 44])
        #expect(cards.map(\.taken) == [1, 2, 1, 2])
        #expect(cards[0].open?.state.answered == 20)
    }

    @Test("T-3.2.4: answers by category, in training and in tests; their sums are those of the statistics")
    func categories() throws {
        let learner = try unlocked()
        for number in 0..<30 { try learner.train(number % 3 > 0, set: 3) }
        try learner.sit(2, 31)
        let stats = try learner.stats()
        #expect(
            stats.categories.map(\.id) == [
                "roadSigns", "rulesOfTheRoad", "safeDriving", "specialSituations", "alcohol", "licensing",
                "speedLimits", "trafficLaws", "alcoholLaws", "parkingAndEquipment",
            ])
        #expect(stats.categories.map(\.answered).reduce(0, +) == stats.answered)
        #expect(stats.categories.map(\.correct).reduce(0, +) == stats.correct)
        #expect((stats.answered, stats.correct) == (10 + 30 + 50, 10 + 20 + 31))
        // The same by a plain count.
        let progress = try learner.ledger.quizBook().chosen().progress
        var signs = 0
        for answer in progress.training where BankShelf.builtIn.question(answer.question)?.category == .roadSigns {
            signs += 1
        }
        for item in progress.completed[0].state.start.items
        where BankShelf.builtIn.question(item)?.category == .roadSigns { signs += 1 }
        #expect(stats.categories[0].answered == signs)
    }

    @Test(
        "T-3.2.5, T-10.5: the history holds all attempts with their scores; --on asks about then, known-at about what was known"
    ) func history() throws {
        let learner = try unlocked()
        for (day, score) in [(12, 30), (13, 41), (14, 47)] {
            learner.at("2026-02-\(day)T10:00:00Z")
            try learner.sit(1, score)
        }
        let progress = try learner.ledger.quizBook().chosen().progress
        #expect(progress.attempts.map(\.score) == [30, 41, 47])
        #expect(progress.attempts.map(\.number) == [1, 2, 3])
        let then = try learner.ledger.quizBook(at: Instant("2026-02-13T23:59:59Z")).chosen().progress
        #expect(then.completed.map(\.score) == [30, 41])
        let midway = try learner.ledger.quizBook(at: Instant("2026-02-13T10:00:20Z")).chosen().progress
        #expect((midway.completed.map(\.score), midway.open.map(\.number)) == ([30], [2]))
        let position = try learner.ledger.position
        try learner.sit(1, 50)
        #expect(try learner.ledger.quizBook(AsOf(known: .position(position))).chosen().progress.attempts.count == 3)
    }

    @Test("T-8.3, T-13.4: no tier at first; the free one has test 1 only, premium all; what is begun goes on")
    func tiers() throws {
        let learner = try unlocked()
        let second = try learner.ledger.startTest(2).attempt.stream
        let setting = try #require(SettingName.named("quiz.tier"))
        try learner.ledger.set(setting, to: .string("free"))
        for number in 2...4 {
            #expect(
                try learner.rejectionCode { _ = try learner.ledger.startTest(number, anew: true) }
                    == "tier.limit: The free tier has test 1 only. Take the other."
            )
        }
        #expect(try learner.ledger.startTest(1).attempt.number == 1)
        try learner.ledger.answerTest(0, attempt: second)
        try learner.ledger.set(setting, to: .string("premium"))
        #expect(try learner.ledger.startTest(4).attempt.test == 4)
        try learner.ledger.set(setting, to: .string("all"))
        #expect(try learner.ledger.startTest(3).attempt.test == 3)
        #expect(try learner.code { try learner.ledger.set(setting, to: .string("gold")) } == "setting.value")
    }

    @Test("an attempt that is not one test's is refused, whoever makes it") func malformed() throws {
        let learner = try unlocked()
        let plan = try #require(TestPlan(number: 1, state: state("CA"), attempt: 1, shelf: .builtIn))
        let good = TestStarted(plan, test: 1, state: state("CA"), attempt: 1)
        func code(_ change: (inout TestStarted) -> Void) throws -> String? {
            var start = good
            change(&start)
            return try learner.code { try learner.append("test/x", "test.started", start.data.text) }
        }
        #expect(
            try code {
                $0.items.swapAt(0, 1); $0.items[0] = $0.items[1]
            } == "test.items")
        #expect(try code { $0.test = 2 } == "test.items")
        #expect(try code { $0.items.removeLast() } == "test.items")
        #expect(try code { $0.test = 5 } == "test.range")
        #expect(try code { $0.permutation[7] = "ABCC" } == "test.permutation")
        #expect(try code { $0.right[0] = UInt8(ascii: "E") } == "test.permutation")
        #expect(try code { $0.right.removeLast() } == "test.permutation")
        #expect(try code { $0.permutation.removeLast() } == "test.permutation")
        #expect(try code { _ in } == nil)
        #expect(
            try learner.code { try learner.append("test/none", "answer.submitted", #"{"index":0,"choice":0}"#) }
                == "test.unknown")
        #expect(
            try learner.rejectionCode { _ = try learner.ledger.quizBook().attempt(#require(StreamID("test/none"))) }
                == "test.unknown: There is no such attempt. The history shows them.")
    }

    @Test("T-2.2, T-4.2c: one reading tells all of a person's practice") func oneQuery() throws {
        let learner = try unlocked()
        try learner.sit(1, 44)
        try learner.ledger.startTest(2)
        let book = try learner.ledger.quizBook()
        let progress = try book.chosen().progress
        #expect(try learner.ledger.isGuest())
        #expect(book.selected == state("CA"))
        #expect(progress.trainingCorrect == 10)
        #expect(SetCard.all(progress, book.shelf).map(\.questions) == [50, 50, 50, 50])
        #expect(progress.open.map(\.test) == [2])
        #expect(progress.completed.map(\.score) == [44])
        #expect(book.state?.passMarkPercent == 83)
    }

    @Test(
        "T-2.3, T-7.2b: each command writes its event alone; a second time it writes a choice again, nothing, or fails"
    ) func onlyEvents() throws {
        let learner = try Learner(state: nil)
        var position = try learner.ledger.position
        func wrote(_ types: String..., body: () throws -> Void) throws {
            try body()
            #expect(try learner.types(after: position) == types)
            position = try learner.ledger.position
        }
        try wrote("origin.started", "state.selected") { try learner.ledger.selectState(state("CA")) }
        try wrote("state.selected") { try learner.ledger.selectState(state("CA")) }
        for _ in 0..<10 { try wrote("training.answered") { try learner.train() } }
        try wrote("test.started") { try learner.ledger.startTest(1) }
        for _ in 0..<50 { try wrote("answer.submitted") { try learner.ledger.answerTest(0) } }
        try wrote("test.completed") { try learner.ledger.submitTest() }
        try wrote("progress.reset") { try learner.ledger.resetProgress(of: state("CA")) }
        try wrote { try learner.ledger.resetProgress(of: state("CA")) }
        try wrote("progress.restored") { try learner.ledger.restoreProgress() }
        #expect(try learner.code { try learner.ledger.restoreProgress() } == "restore.nothing")
        #expect(try learner.ledger.verify().isSound)
    }

    @Test("T-13.2: days in a row with an answer, up to today or yesterday") func streak() throws {
        let learner = try Learner()
        for day in [3, 5, 6, 7] {
            learner.at("2026-02-0\(day)T12:00:00Z")
            try learner.train()
        }
        learner.at("2026-02-07T23:00:00Z")
        #expect(try learner.stats().streak == 3)
        learner.at("2026-02-08T12:00:00Z")
        #expect(try learner.stats().streak == 3)
        learner.at("2026-02-09T12:00:00Z")
        #expect(try learner.stats().streak == 0)
    }

    @Test("T-3.3.2: the reminder of studying comes at its time on days without an answer, with permission and once")
    func reminders() throws {
        let learner = try Learner()
        #expect(try learner.ledger.notices(domain: "quiz").value.due.isEmpty)
        try learner.ledger.set(try #require(SettingName.named("quiz.reminder")), to: .integer(18 * 60))
        learner.at("2026-02-10T17:59:59Z")
        let early = try learner.ledger.notices(domain: "quiz").value
        #expect((early.due.count, early.next) == (0, Instant("2026-02-10T18:00:00Z")))
        learner.at("2026-02-10T18:00:00Z")
        #expect(try learner.ledger.notices(domain: "quiz").value.held.map(\.gate.rawValue) == ["permission"])
        try learner.ledger.setPermission("granted", domain: "quiz")
        #expect(
            try learner.ledger.notices(domain: "quiz").value.due.map(\.title) == [
                "Time to practise for your driving test."
            ])
        #expect(try learner.ledger.evaluateNotices(domain: "quiz").answer.value.due.map(\.key) == ["study.2026-02-10"])
        #expect(try learner.ledger.notices(domain: "quiz").value.due.isEmpty)
        learner.at("2026-02-11T07:00:00Z")
        try learner.train()
        learner.at("2026-02-11T19:00:00Z")
        let done = try learner.ledger.notices(domain: "quiz").value
        #expect((done.due.count, done.next) == (0, Instant("2026-02-12T18:00:00Z")))
    }
}
