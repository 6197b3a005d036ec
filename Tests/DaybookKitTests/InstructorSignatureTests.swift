import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import Foundation
import LedgerTestSupport
import Logbook
import Testing
import TransparencyLog

import DaybookDomains
@testable import DaybookKit

@Suite struct InstructorSignatureTests {
    private static let seed = [UInt8](repeating: 7, count: 32)

    private static func flight(_ ledger: Ledger, _ id: String = "a") throws -> StreamID {
        try ledger.logFlight(
            Draft.object(["date": .string("2026-02-01"), "hobbs": .number("1.0"), "dayLandings": .integer(1)]), id: id
        ).stream
    }

    /// A lock as it is stored, with one thing of it changed.
    private static func isForged(
        _ ledger: Ledger, _ stream: StreamID,
        changing change: (inout EngineFields, inout StreamID, inout PrincipalID, inout JSONValue) -> Void
    ) throws -> Bool {
        let loaded = try #require(
            try ledger.engine.read { transaction in
                try ledger.engine.stream(stream, knownAt: try ledger.engine.latest(transaction), transaction)
            })
        let lock = try #require(loaded.events.last)
        let content = try #require(lock.payload)
        var (fields, stream, actor) = (content.engine, stream, lock.actor)
        var data = JSONValue.object([.init("cfiNumber", .string("1234567"))])
        change(&fields, &stream, &actor, &data)
        let body = try BodyEncoder(schema: content.schema) { $0 }.encode(data, engine: fields)
        let changed = EventContent(
            schema: content.schema, body: body, engine: try BodyCheck.check(body, content.schema))
        return LockSignature.isForged(
            changed, of: try #require(Registry.daybook.kind("flight")), in: stream, by: actor, id: nil)
    }

    @Test(
        "A signature of version 2 binds each part of the lock",
        arguments: [
            "nothing", "stream", "principal", "content", "form", "covers", "frontier", "closed", "certificate",
            "body's certificate", "instant", "key", "signature",
        ])
    func binds(what: String) throws {
        let store = try StoreLedger(seed: 1)
        let stream = try InstructorSignatureTests.flight(store.ledger)
        try store.ledger.signFlight(stream, by: .init(cfiNumber: "1234567", key: InstructorSignatureTests.seed))
        let other = try SigningKey(seed: [UInt8](repeating: 9, count: 32)).publicKey.words
        let isForged = try InstructorSignatureTests.isForged(store.ledger, stream) { fields, stream, actor, data in
            switch what {
            case "stream": stream = StreamID(kind: "flight", id: "b")
            case "principal": actor = PrincipalID(Bytes16(high: 1, low: 2))
            case "content": fields.content = other
            case "form": fields.form = 2
            case "covers": fields.covers = ((fields.covers ?? []) + [EventID(other)]).sorted()
            case "frontier":
                let log = fields.witness?.signed.frontier.logs.first
                fields.witness?.signed.frontier.logs =
                    log.map { [.init(origin: $0.origin, size: $0.size + 1, root: $0.root)] } ?? []
            case "closed": fields.witness?.signed.frontier.closed = .init(count: 1, digest: other)
            case "certificate": fields.witness?.signed.certificate = "7654321"
            case "body's certificate": data = .object([.init("cfiNumber", .string("7654321"))])
            case "instant":
                fields.witness.map {
                    fields.witness?.signed.instant = Instant(milliseconds: $0.signed.instant.milliseconds + 1)
                }
            case "key": fields.witness?.key = other
            case "signature": fields.witness?.signature[3] ^= 1
            default: break
            }
        }
        #expect(isForged == (what != "nothing"))
    }

    @Test func whatTheKeySignedHoldsAndIsPlaced() throws {
        let store = try StoreLedger(seed: 1)
        let stream = try InstructorSignatureTests.flight(store.ledger)
        let receipt = try store.ledger.signFlight(
            stream, by: .init(cfiNumber: "1234567", key: InstructorSignatureTests.seed))
        let report = try store.ledger.verify()
        #expect(report.isSound && report.findings == [])
        let signature = try #require(report.signatures.first)
        #expect(signature.holds && signature.placement == .placed && signature.scope == .entry)
        let kept = try #require(try store.ledger.signatureReceipt(of: receipt.ids[0], in: stream))
        #expect(SignatureReceipt(text: kept.text + "\n") == kept)
        #expect(kept.statement.covers.count == 1 && kept.statement.signed.frontier.logs.map(\.size) == [2])
    }

    @Test("A receipt with one log and one covered event has at most 400 characters")
    func receiptIsShort() throws {
        let store = try StoreLedger(seed: 1)
        let stream = try InstructorSignatureTests.flight(store.ledger, "0192f0c1-7a4e-7c11-9d0e-2f6b1c3d4e5f")
        let receipt = try store.ledger.signFlight(
            stream, by: .init(cfiNumber: "1234567890", key: InstructorSignatureTests.seed))
        let kept = try #require(try store.ledger.signatureReceipt(of: receipt.ids[0], in: stream))
        #expect(kept.text.count <= 400 && SignatureReceipt(text: kept.text)?.statement.stream == stream)
        // One character changed is no receipt.
        var altered = Array(kept.text)
        altered[40] = altered[40] == "A" ? "B" : "A"
        #expect(SignatureReceipt(text: String(altered)) == nil)
    }

    @Test("The owner's own keys sign for nobody else", arguments: ["principal", "origin"])
    func ownKeys(which: String) throws {
        let store = try StoreLedger(seed: 1)
        let stream = try InstructorSignatureTests.flight(store.ledger)
        let folder = store.ledger.engine.store.folder
        let origin = try #require(try store.ledger.verify().logs.first?.origin)
        let path = which == "principal" ? folder.principalKey : folder.originKey(origin)
        let seed = try #require(try folder.readKey(path, which == "principal" ? .person : .origin))
        #expect { try store.ledger.signFlight(stream, by: .init(cfiNumber: "1", key: seed)) } throws: {
            ($0 as? Rejection)?.code == "signature.ownKey"
        }
    }

    @Test func theGoldenSignatureOfVersionOneHolds() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "schemas/vectors/events.json"))
        let vectors = try JSONParser.parse(Array(bytes))
        guard case .array(let events)? = vectors["events"] else { preconditionFailure("the vectors have events") }
        var forged: [Bool] = []
        for event in events where event["data"]?["instructor"] != nil {
            var body = try #require(event["body"]?.stringValue.flatMap(Hex.decode))
            let envelope = try #require(event["envelopeBytes"]?.stringValue.flatMap(Hex.decode))
            for isSpoiled in [false, true] {
                if isSpoiled { body[body.count - 1] ^= 1 }
                let view = try EnvelopeView(envelope.span.bytes)
                // The result is kept by id, so the spoiled one has another.
                let id = EventID(SHA256Hasher.hash(body))
                forged.append(Registry.daybook.foldEvent(envelope: view, body: body.span.bytes, id: id).links.isForged)
            }
        }
        #expect(forged == [false, true])
    }

    @Test func theGoldenSignaturesOfVersionTwoHold() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "schemas/vectors/signatures.json"))
        guard case .array(let cases)? = try JSONParser.parse(Array(bytes))["cases"] else {
            preconditionFailure("the vectors have cases")
        }
        #expect(cases.count == 2)
        for golden in cases {
            var body = try #require(golden["body"]?.stringValue.flatMap(Hex.decode))
            let envelope = try #require(golden["envelopeBytes"]?.stringValue.flatMap(Hex.decode))
            let view = try EnvelopeView(envelope.span.bytes)
            let event = Registry.daybook.foldEvent(
                envelope: view, body: body.span.bytes, id: EventID(SHA256Hasher.leafHash(envelope: envelope)))
            #expect(!event.links.isForged && event.id.hex == golden["contentId"]?.stringValue)
            let fields = try #require(event.payload?.engine)
            let witness = try #require(fields.witness)
            let statement = try #require(
                LockSignature.statement(fields, witness.signed, in: view.stream, by: view.actor))
            #expect(Hex.encode(statement.message(InstructorStatement.label)) == golden["statement"]?.stringValue)
            body[body.count - 1] ^= 1
            #expect(
                Registry.daybook.foldEvent(envelope: view, body: body.span.bytes, id: EventID(SHA256Hasher.hash(body)))
                    .links.isForged)
        }
    }
}
