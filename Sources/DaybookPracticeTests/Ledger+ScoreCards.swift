public import DaybookKit
import Engine
import EventModel
public import PracticeTests
import TransparencyLog

/// The result of a check of a score card.
public enum ScoreCardCheck: Hashable, Sendable {
    /// Its last line is not that of the lines above it.
    case altered
    /// The lines are those of its checksum, which proves no author.
    case checksum
    /// The holder of this key signed the lines; 64 hexadecimal digits.
    case signed(key: String)
}

extension Ledger {
    /// The score card of a finished attempt, with the content ids of its events, signed by the person's key.
    ///
    /// - Throws: `Rejection` `card.supposed` with supposed events, `test.unknown`, `test.open`; `Fault` where the
    ///   person's key is not here.
    public func scoreCard(of attempt: Attempt, _ asOf: AsOf = .now) throws -> String {
        guard asOf.supposing == nil else {
            throw Rejection(
                code: "card.supposed",
                message: "A score card states what was recorded, and no supposed events.",
                remedy: Remedy("card.results", "The results of the test show the supposed result."))
        }
        guard attempt.completed != nil else {
            throw Rejection(
                code: "test.open", message: "This attempt is not handed in yet.",
                remedy: Remedy("test.take", "Go on with it.", values: [String(attempt.test)]))
        }
        guard let history = try history(of: attempt.stream, asOf)?.value else { throw QuizRules.testUnknown }
        let events = history.steps.filter { $0.event.outcome.status == .effective }.map {
            ($0.event.id, $0.event.envelope.type)
        }
        let key = try ownKey()
        let text = ScoreCard.text(of: attempt, events: events, key: key.publicKey.hex)
        return ScoreCard.whole(
            text, signature: try translated { try key.sign(ScoreCard.message(Array(text.utf8))).bytes })
    }

    /// Checks a score card; nil where the bytes are none. Needs no ledger.
    public static func check(scoreCard bytes: [UInt8]) -> ScoreCardCheck? {
        guard let (text, proof) = ScoreCard.parts(of: bytes) else { return nil }
        switch proof {
        case .checksum(let hash): return SHA256Hasher.hash(text) == hash ? .checksum : .altered
        case .signature(let key, let bytes):
            // A key that is none signed nothing.
            guard let signature = Signature(bytes: bytes), let key = try? VerifyingKey(bytes: key),
                // A library that fails verifies nothing.
                (try? key.isValid(signature: signature, for: ScoreCard.message(text))) == true
            else { return .altered }
            return .signed(key: key.hex)
        }
    }
}
