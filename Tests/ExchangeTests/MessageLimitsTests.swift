import EventModel
import LedgerTestSupport
import SyncProtocol
import SyncSimulation
import Testing

/// The limits of a message: a writer refuses, before the first byte, what exceeds what a reader takes.
@Suite struct MessageLimitsTests {
    private let person = PrincipalID(Bytes16(high: 7, low: 7))

    private func marks(_ count: Int) -> [PathMark] {
        (0..<count).map { number in
            PathMark(origin: OriginID(Bytes16(high: 1, low: UInt64(number))), size: 1, mark: Bytes16(high: 2, low: 3))
        }
    }

    private func answer(paths: Int = 0, missing: Int = 0, heldBack: Int = 0) -> SyncMessage {
        let refusal = SyncRefusal(code: "c", message: "m")
        let heldBack = marks(heldBack).map { SyncMessage.HeldBack(origin: $0.origin, events: 1, why: refusal) }
        return .answer(
            SyncMessage.Answer(
                principal: person, isStranger: false, frontier: Frontier(marks(paths)),
                missing: marks(missing).map(\.origin), foldedDiffers: false, blobs: nil,
                cargo: SyncMessage.Cargo(heldBack: heldBack)))
    }

    private func request(parts: Int = 0, blobs: Int = 0) -> SyncMessage {
        let none = Bytes16(high: 0, low: 0)
        let digests = (0..<blobs).map { Bytes32(first: Bytes16(high: 0, low: UInt64($0)), second: none) }
        return .fetch(
            SyncMessage.Request(
                principal: person, parts: marks(parts).map { .init(path: $0, start: 0) }, blobs: digests))
    }

    private func cargo(blobs: Int) -> SyncMessage {
        .cargo(SyncMessage.Cargo(blobs: (0..<blobs).map { [UInt8($0 & 255), UInt8($0 >> 8), 1] }))
    }

    private func check(
        _ fitting: SyncMessage, _ tooLarge: SyncMessage, _ what: String, location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try SyncMessage.read(all: fitting.checkedBytes()) == fitting, sourceLocation: location)
        #expect(throws: (any Error).self, "a reader", sourceLocation: location) {
            try SyncMessage.read(all: tooLarge.encoded)
        }
        let refusal = #expect(throws: Rejection.self, "a writer", sourceLocation: location) {
            try tooLarge.checkedBytes()
        }
        #expect(refusal?.code == "exchange.tooLarge", sourceLocation: location)
        #expect(
            refusal?.message == "The other side would be given \(what) can be read.", sourceLocation: location)
    }

    @Test("paths, origins and what is held back: 65,536") func paths() throws {
        let maximum = SyncLimits.pathsMaximum
        let what = "65537 paths of logs; at most 65536"
        try check(answer(paths: maximum), answer(paths: maximum + 1), what)
        try check(answer(missing: maximum), answer(missing: maximum + 1), what)
        try check(answer(heldBack: maximum), answer(heldBack: maximum + 1), what)
        try check(request(parts: maximum), request(parts: maximum + 1), what)
        let stored = SyncMessage.TailReceipt.stored(new: 1)
        try check(
            .receipt([SyncMessage.TailReceipt](repeating: stored, count: maximum)),
            .receipt([SyncMessage.TailReceipt](repeating: stored, count: maximum + 1)), what)
    }

    @Test("attachments of a message: 64") func attachments() throws {
        try check(cargo(blobs: 64), cargo(blobs: 65), "65 attachments; at most 64")
        try check(request(blobs: 64), request(blobs: 65), "65 attachments; at most 64")
    }

    @Test("answers to a search for forks: 4,096 paths of 64 sizes") func searches() throws {
        let mark = Bytes16(high: 1, low: 1)
        func probed(_ paths: Int, _ sizes: Int) -> SyncMessage {
            .probed([[Bytes16]](repeating: [Bytes16](repeating: mark, count: sizes), count: paths))
        }
        try check(probed(4_096, 1), probed(4_097, 1), "4097 searched paths; at most 4096")
        try check(probed(1, 64), probed(1, 65), "65 sizes of a searched path; at most 64")
    }

    @Test("a header: 32 MiB") func header() throws {
        try SyncLimits.check(headerBytes: 32 << 20)
        let refusal = #expect(throws: Rejection.self) { try SyncLimits.check(headerBytes: 33 << 20) }
        #expect(refusal?.message == "The other side would be given a list of 33 MiB; at most 32 MiB can be read.")
        #expect(
            refusal?.hint == "Nothing was written. \"daybook bundle export FILE --for FRONTIER\" writes what one "
                + "ledger lacks; \"daybook backup\" has no such limit.")
    }
}
