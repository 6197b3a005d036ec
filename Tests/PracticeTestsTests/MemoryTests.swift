import DaybookKit
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import PracticeTests
import Testing

/// What an open ledger remembers of practice tests is what a ledger that was just opened reads.
@Suite struct MemoryTests {
    @Test("whatever was written between two questions, the open ledger answers as a fresh one does", arguments: 0..<6)
    func same(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let person = [UInt8](repeating: 7, count: 32)
        let learner = try StoreLedger(seed: seed, person: person)
        let other = try StoreLedger(seed: seed &+ 100, person: person)
        func append(_ ledger: StoreLedger, _ stream: String, _ type: String, _ data: JSONValue) {
            // What a rule refuses is refused.
            _ = try? ledger.ledger.append([EventDraft(stream: Draft.stream(stream), type: type, data: .json(data))])
        }
        let state = try #require(StateCode("CA"))
        append(learner, "profile/quiz", "state.selected", .object(pairs: ["state": .string("CA")]))
        for step in 0..<60 {
            let ledger = random.oneIn(3) ? other : learner
            ledger.clock.step(seconds: Int64(1 + random.below(600)))
            switch random.below(8) {
            case 0...3:
                let question = "U-\(["001", "002", "003"][random.below(3)])"
                let data: KeyValuePairs<String, JSONValue?> = ["set": .integer(0), "question": .string(question), "choice": .integer(0), "correct": .bool(!random.oneIn(4))]
                append(ledger, "training/CA", "training.answered", .object(pairs: data))
            case 4:
                guard let plan = TestPlan(number: 1, state: state, attempt: step + 1, shelf: .builtIn) else { break }
                append(ledger, "test/t\(random.below(3))", "test.started", TestStarted(plan, test: 1, state: state, attempt: step + 1).data)
            case 5, 6:
                let answers = (0..<random.below(60)).map { ["index": JSONValue.integer($0), "choice": .integer($0 % 4)] as KeyValuePairs<String, JSONValue?> }
                let test = "test/t\(random.below(3))"
                for answer in answers { append(ledger, test, "answer.submitted", .object(pairs: answer)) }
                append(ledger, test, "test.completed", .object([]))
            default:
                if random.oneIn(3) { _ = try ledger.ledger.resetProgress(of: state) } else { _ = try? ledger.ledger.restoreProgress() }  // Nothing to restore is no matter.
            }
            if random.oneIn(4) { _ = try learner.receive(try other.tails()) }
            let open = try learner.ledger.quizBook()
            guard random.oneIn(3) else { continue }
            let copy = try learner.copied(seed: 5)
            let read = try withExtendedLifetime(copy) { try copy.ledger.quizBook() }
            #expect(open.progress == read.progress, "seed \(seed), step \(step)")
            #expect(try learner.ledger.quizBook().progress == read.progress)
        }
    }
}
