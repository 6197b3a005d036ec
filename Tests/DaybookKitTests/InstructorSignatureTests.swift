import DaybookKit
import Engine
import EventCodec
import EventModel
import Foundation
import LedgerTestSupport
import Testing
import TransparencyLog

@Suite struct InstructorSignatureTests {
    private static let seed = [UInt8](repeating: 7, count: 32)

    /// The entry's content and the state of the log, from a signature that is voided again.
    private static func signedOnce(_ ledger: Ledger) throws -> (stream: StreamID, content: Bytes32, log: OriginID, size: Int, root: Bytes32) {
        let stream = try ledger.logFlight(
            Draft.object(["date": .string("2026-02-01"), "hobbs": .number("1.0"), "dayLandings": .integer(1)]), id: "a").stream
        try ledger.signFlight(stream, by: .init(cfiNumber: "1", key: seed))
        var data = JSONValue.null
        try ledger.events(.init(stream: stream, type: "flight.signed")) {
            data = $0.data ?? .null
            return true
        }
        try ledger.voidFlight(stream, reason: "again")
        let told = try #require(data["instructor"])
        return (
            stream, try #require(Bytes32(hex: data["content"]?.stringValue ?? "")), try #require(OriginID(hex: told["log"]?.stringValue ?? "")),
            try #require(told["size"]?.integerValue), try #require(Bytes32(hex: told["root"]?.stringValue ?? ""))
        )
    }

    /// A signature as anyone could append it, the message written out once more.
    private static func sign(
        _ ledger: Ledger, _ stream: StreamID, content: Bytes32, log: OriginID, size: Int, root: Bytes32, spoiled: Bool = false
    ) throws {
        let message =
            Array("daybook/instructor/1".utf8) + content.bytes + log.bytes + withUnsafeBytes(of: UInt64(size).bigEndian, Array.init) + root.bytes
        let key = try SigningKey(seed: seed)
        var signature = try key.sign(message).bytes
        if spoiled { signature[0] ^= 1 }
        let instructor = JSONValue.object(pairs: [
            "key": .string(key.publicKey.hex), "log": .string(log.hex), "size": .integer(size), "root": .string(root.hex),
            "signature": .string(Hex.encode(signature)),
        ])
        _ = try ledger.append([
            EventDraft(
                stream: stream, type: "flight.signed",
                data: .json(.object(pairs: ["cfiNumber": .string("1"), "instructor": instructor])), intent: .computed())
        ])
    }

    @Test func whatTheKeySignedHolds() throws {
        let store = try StoreLedger(seed: 1)
        let made = try InstructorSignatureTests.signedOnce(store.ledger)
        #expect(made.size == 2)
        try InstructorSignatureTests.sign(store.ledger, made.stream, content: made.content, log: made.log, size: made.size, root: made.root)
        let report = try store.ledger.verify()
        #expect(report.isSound && report.instructorSignatures == 2)
    }

    @Test("A signature that was tampered with is reported by verify, with its place", arguments: ["signature", "content", "root", "size"])
    func tampered(what: String) throws {
        let store = try StoreLedger(seed: 1)
        let made = try InstructorSignatureTests.signedOnce(store.ledger)
        try InstructorSignatureTests.sign(
            store.ledger, made.stream, content: what == "content" ? made.root : made.content, log: made.log,
            size: what == "size" ? 3 : made.size, root: what == "root" ? made.content : made.root, spoiled: what == "signature")
        let report = try store.ledger.verify()
        let isKeys = what == "signature" || what == "content"
        #expect(
            report.damage.map(\.reason) == [
                isKeys
                    ? "the instructor's signature is not by its key over what was signed"
                    : "the log that the instructor signed had other events than the one held here"
            ])
        #expect(report.damage.first?.stream == made.stream && report.damage.first?.version == StreamVersion(4))
        #expect(report.damage.first?.sequence == 4 && report.damage.first?.position == Position(5))
        #expect(report.damage.first?.log?.origin == made.log)
        var checks: [InstructorCheck?] = []
        try store.ledger.events(.init(stream: made.stream, type: "flight.signed")) {
            checks.append(try InstructorCheck(data: $0.data))
            return true
        }
        let key = try SigningKey(seed: InstructorSignatureTests.seed).publicKey.hex
        #expect(checks == [.holds(key: key), isKeys ? .broken(key: key) : .holds(key: key)])
    }

    @Test func aLogThatIsNotHereCannotSpeakAgainstIt() throws {
        let store = try StoreLedger(seed: 1)
        let made = try InstructorSignatureTests.signedOnce(store.ledger)
        let other = OriginID(Bytes16(high: 1, low: 2))
        try InstructorSignatureTests.sign(store.ledger, made.stream, content: made.content, log: other, size: 1, root: made.content)
        #expect(try store.ledger.verify().isSound)
    }

    @Test func theGoldenSignatureHolds() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "schemas/vectors/events.json"))
        let vectors = try JSONParser.parse(Array(bytes))
        guard case .array(let events)? = vectors["events"] else { preconditionFailure("the vectors have events") }
        let checks = try events.compactMap { try InstructorCheck(data: $0["data"]) }
        #expect(checks == [.holds(key: "6e7a1cdd29b0b78fd13af4c5598feff4ef2a97166e3ca6f2e4fbfccd80505bf1")])
    }
}
