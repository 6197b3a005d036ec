import DaybookDomains
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import PracticeTests
import Testing

/// The cache of practice tests in an open ledger equals the reading of a ledger that was just opened.
@Suite struct MemoryTests {
    @Test("whatever was written between two questions, the open ledger answers as a fresh one does", arguments: 0..<6)
    func same(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var sums = EvidenceSums()
        let person = [UInt8](repeating: 7, count: 32)
        let learner = try StoreLedger(seed: seed, person: person)
        let other = try StoreLedger(seed: seed &+ 100, person: person)
        func append(_ ledger: StoreLedger, _ stream: String, _ type: String, _ data: JSONValue) {
            // A refusal by a rule is expected.
            _ = try? ledger.ledger.append([EventDraft(stream: Draft.stream(stream), type: type, data: .json(data))])
        }
        let state = try #require(StateCode("CA"))
        append(learner, "profile/quiz", "state.selected", .object(pairs: ["state": .string("CA")]))
        for step in 0..<60 {
            let ledger = random.oneIn(3) ? other : learner
            ledger.clock.step(seconds: Int64(1 + random.below(600)))
            switch random.below(8) {
            case 0...3:
                let (question, isRight) = (BankShelf.builtIn.universal.questions[random.below(3)], !random.oneIn(4))
                let choice = isRight ? question.correct : (question.correct + 1) % 4
                let answer = TrainingAnswer(
                    set: 0, question: question.id, choice: choice, isCorrect: isRight, happened: ledger.clock.now)
                append(ledger, "training/CA", "training.answered", answer.data)
            case 4:
                guard let plan = TestPlan(number: 1, state: state, attempt: step + 1, shelf: .builtIn) else { break }
                append(
                    ledger, "test/t\(random.below(3))", "test.started",
                    TestStarted(plan, test: 1, state: state, attempt: step + 1).data)
            case 5, 6:
                let answers = (0..<random.below(60)).map {
                    ["index": JSONValue.integer($0), "choice": .integer($0 % 4)] as KeyValuePairs<String, JSONValue?>
                }
                let test = "test/t\(random.below(3))"
                for answer in answers { append(ledger, test, "answer.submitted", .object(pairs: answer)) }
                append(ledger, test, "test.completed", .object([]))
            default:
                if random.oneIn(3) {
                    _ = try ledger.ledger.resetProgress(of: state)
                } else {
                    _ = try? ledger.ledger.restoreProgress()
                }  // Nothing to restore is no matter.
            }
            if random.oneIn(4) { _ = try learner.receive(try other.tails()) }
            let open = try learner.ledger.quizBook()
            guard random.oneIn(3) else { continue }
            let copy = try learner.copied(seed: 5)
            let read = try withExtendedLifetime(copy) { try copy.ledger.quizBook() }
            #expect(open.progress == read.progress, "seed \(seed), step \(step)")
            #expect(try learner.ledger.quizBook().progress == read.progress)
            try expectTheFoldsAnswer(learner.ledger, &random, &sums, "seed \(seed), step \(step)")
        }
        #expect(sums.stated > 50, "seed \(seed): \(sums)")
    }

    /// Compares the answers read event by event with those of the fold of whole streams: now, at a position and at a
    /// moment. Only the fold answers a question with a supposition, even an empty one.
    ///
    /// The events of every figure that is a sum add up to it.
    private func expectTheFoldsAnswer(
        _ ledger: Ledger, _ random: inout SeededRandom, _ sums: inout EvidenceSums, _ label: Comment
    ) throws {
        let nothing = try Supposition.read(zone: UniversalTime(), at: ledger.now, registry: Registry.daybook) { nil }
        let position = Position(UInt64(random.below(Int(try ledger.position.value) + 1)))
        let moment = Instant(milliseconds: ledger.now.milliseconds - Int64(random.below(20_000)) * 1_000)
        for known in [AsOf.Known.latest, .position(position)] {
            for moment in [nil, moment] {
                let read = try ledger.quizBook(AsOf(known: known), state: state("CA"), at: moment)
                let folded = try ledger.quizBook(AsOf(known: known, supposing: nothing), state: state("CA"), at: moment)
                #expect(read.progress == folded.progress, label)
                let asOf = AsOf(on: moment.map { UniversalTime().date(at: $0) }, moment: moment, known: known)
                let figures =
                    try read.figures(ledger.quizStats(read)) + read.setFigures
                    + (read.progress?.completed ?? []).map(read.figure)
                #expect(try sums.wrong(figures, ledger, asOf) == [], label)
            }
        }
    }

    @Test(
        "of answers that were not known yet a figure tells those that it would have counted: all, the right ones, the right ones of its category"
    ) func notKnownYet() throws {
        var random = SeededRandom(seed: 3)
        let learner = try Learner(seed: 3)
        for _ in 0..<50 { try learner.train(!random.oneIn(3)) }
        let answers = try learner.ledger.events(of: StreamID(kind: "training", id: "CA"), ofType: "training.answered")
        for known in [answers[0].position, answers[20].position, answers[37].position, answers[49].position] {
            let asOf = AsOf(known: .position(known))
            let book = try learner.ledger.quizBook(asOf)
            let figures = try book.figures(learner.ledger.quizStats(book))
            var seen = 0
            for (figure, evidence) in zip(figures, try learner.ledger.evidence(figures, asOf)) {
                let category = figure.id.hasPrefix("category.") ? String(figure.id.dropFirst("category.".count)) : nil
                guard category != nil || ["answered", "correct"].contains(figure.id) else { continue }
                let expected = answers.filter { answer in
                    let question = answer.data?["question"]?.stringValue.flatMap { QuestionID($0) }
                    return answer.position > known
                        && (figure.id == "answered" || answer.data?["correct"] == .bool(true))
                        && (category == nil
                            || question.flatMap { book.shelf.question($0)?.category.rawValue } == category)
                }
                #expect(
                    Set(evidence.leftOut.filter { $0.reason == .notKnownYet }.map(\.event)) == Set(expected.map(\.id)),
                    "\(figure.id) at \(known)")
                seen += expected.count
            }
            #expect(seen > 0 || known == answers[49].position)
        }
    }

    @Test(
        "a history of one device alone is gone on with answer by answer, and a broken rule in it is left to the fold",
        arguments: 0..<4)
    func alone(seed: UInt64) throws {
        var random = SeededRandom(seed: 40 + seed)
        var sums = EvidenceSums()
        let learner = try Learner(seed: seed)
        try learner.unlock()
        var open: StreamID?
        for step in 0..<80 {
            learner.clock.step(seconds: Int64(1 + random.below(90)))
            switch random.below(4) {
            case 0: try learner.train(random.oneIn(2))
            case 1 where open == nil: open = try learner.ledger.startTest(1, anew: true).attempt.stream
            case 2:
                guard let stream = open else { break }
                try learner.answer(
                    stream,
                    through: min(
                        50, try learner.ledger.quizBook().attempt(stream).state.answered + 1 + random.below(30)),
                    right: random.below(50))
                guard try learner.ledger.quizBook().attempt(stream).state.next == nil else { break }
                try learner.ledger.submitTest(stream)
                open = nil
            default:
                if random.oneIn(8) {
                    _ = try learner.ledger.resetProgress(of: state("CA"))
                } else if random.oneIn(8) {
                    _ = try? learner.ledger.restoreProgress()
                }  // Nothing to restore is no matter.
            }
            if try learner.ledger.quizBook().progress?.isOnboarded == false { try learner.unlock() }
            if let stream = open, try learner.ledger.quizBook().attempt(stream).isReset { open = nil }
            try expectTheFoldsAnswer(learner.ledger, &random, &sums, "seed \(seed), step \(step)")
        }
        #expect(sums.stated > 500, "seed \(seed): \(sums)")
    }
}
