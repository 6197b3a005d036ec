import Engine
import EventModel
public import PracticeTests
import TransparencyLog

extension Ledger {
    /// The score card of a finished attempt, with the content ids of its events. Throws `Rejection` `test.unknown`, `test.open`.
    public func scoreCard(of attempt: Attempt, _ asOf: AsOf = .now) throws -> String {
        guard attempt.completed != nil else {
            throw Rejection(code: "test.open", message: "This attempt is not handed in yet.", hint: "Go on with \"daybook quiz take \(attempt.test)\".")
        }
        guard let history = try history(of: attempt.stream, asOf)?.value else { throw QuizRules.testUnknown }
        let events = history.steps.filter { $0.event.outcome.status == .effective }.map { ($0.event.id, $0.event.envelope.type) }
        let text = ScoreCard.text(of: attempt, events: events)
        return ScoreCard.whole(text, digest: SHA256Hasher.hash(Array(text.utf8)))
    }

    /// Whether a score card is as it was written; nil where the bytes are none. Needs no ledger.
    public static func isWhole(scoreCard bytes: [UInt8]) -> Bool? {
        ScoreCard.parts(of: bytes).map { SHA256Hasher.hash($0.text) == $0.told }
    }
}
