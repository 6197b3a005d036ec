import DaybookDomains
import Engine
import EventCodec
import EventModel
import Foundation
import LedgerTestSupport
import Replication
import SyncProtocol
import SyncSimulation
import Testing
import TransparencyLog

/// Whole exchanges, byte for byte, that another language can be held against: schemas/vectors/exchange.json.
///
/// `DAYBOOK_WRITE_VECTORS=1` writes the file anew; a released version of the exchange never changes it.
@Suite struct GoldenExchangeTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../schemas/vectors/exchange.json"
    ).path

    private func cases() throws -> [(name: String, messages: [SyncMessage])] {
        var cases: [(name: String, messages: [SyncMessage])] = []
        let (one, other) = (try Machine.model.make(1), try Machine.model.make(2))
        try one.log("a", "b")
        cases.append(("everything for an empty ledger", try Conversation(other, one).messages))
        try other.log("c")
        cases.append(("new events of the beginning side", try Conversation(other, one).messages))
        cases.append(("nothing new", try Conversation(other, one).messages))
        let files = try one.remember()
        try one.log("d")
        cases.append(("new events of the answering side", try Conversation(other, one).messages))
        try one.putBack(files)
        one.clock.step(seconds: 60)
        try one.log("e", "f")
        cases.append(("a log that forked", try Conversation(one, other).messages))
        let stranger = try Machine.model.make(3, person: [UInt8](repeating: 9, count: 32))
        try stranger.log("z")
        let hello = try #require(try Conversation(one, other).messages.first)
        let refusal = try #require(try Responder.answer(hello, from: try stranger.replica()))
        cases.append(("another person", [hello, refusal]))
        let unread = SyncFaults.unreadable("its header is longer than any may be")
        cases.append(
            (
                "a message that the answering side cannot read",
                [hello, .refused(SyncRefusal(code: unread.code, message: unread.message))]
            ))
        return cases
    }

    /// The proofs before an exchange over a stream: the asking side's and the answering side's, in turn.
    private func proofs() -> JSONValue {
        let (asking, answering) = (TestPerson(7).key, TestPerson(9).key)
        let (asked, answered) = ProofSide.talk(
            ProofSide(role: .asking, key: asking, known: [answering.publicKey], nonce: 1),
            ProofSide(role: .answering, key: answering, known: [asking.publicKey], nonce: 2))
        return .object(pairs: [
            "name": .string("the proofs of two persons, before an exchange over a stream"),
            "asking": .string(asking.publicKey.hex), "answering": .string(answering.publicKey.hex),
            "proofs": .array(zip(asked, answered).flatMap { [$0, $1] }.map { .string(Hex.encode($0)) }),
            "messages": .array([]),
        ])
    }

    @Test("the golden exchanges are those that are made today")
    func exchanges() throws {
        let made = JSONValue.array(
            try cases().map { name, messages in
                .object(pairs: [
                    "name": .string(name), "messages": .array(messages.map { .string(Hex.encode($0.encoded)) }),
                ])
            } + [proofs()])
        if ProcessInfo.processInfo.environment["DAYBOOK_WRITE_VECTORS"] == "1" {
            try Scratch.overwrite(Self.path, Array(made.text.utf8) + [0x0A])
        }
        #expect(try JSONParser.parse(Scratch.bytes(Self.path)) == made)
        for case .string(let text)? in made.elements.flatMap({ $0["messages"]?.elements ?? [] }) {
            #expect(try SyncMessage.read(all: try #require(Hex.decode(text))).encoded == Hex.decode(text))
        }
    }
}

extension JSONValue {
    fileprivate var elements: [JSONValue] {
        if case .array(let values) = self { return values }
        return []
    }
}
