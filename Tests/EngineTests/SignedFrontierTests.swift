import EventCodec
import EventModel
import EventStore
import Testing
import TransparencyLog

@testable import Engine

@Suite struct SignedFrontierTests {
    private static func bytes(_ number: UInt32) -> Bytes32 {
        SHA256Hasher.hash([UInt8(number >> 8), UInt8(number & 0xFF)])
    }

    /// A log of some events, by its local number; a branch has the origin of another number.
    private static func log(_ number: UInt32, size: Int = 2, origin: UInt32? = nil) -> LogRecord {
        var edge = MerkleEdge()
        for event in 0..<size { edge.append(leaf: bytes(number + UInt32(event) * 1_000)) }
        return LogRecord(
            number: number, origin: OriginID(bytes(origin ?? number).first), publicKey: bytes(number),
            principal: PrincipalID(Bytes16(high: 0, low: 1)),
            commit: 1, edge: edge)
    }

    private static func origins(_ numbers: some Sequence<UInt32>) -> [OriginID] {
        numbers.map { OriginID(bytes($0).first) }.sorted()
    }

    @Test func everyLogIsListedWhileThereIsRoom() {
        let logs = (1...64).map { SignedFrontierTests.log($0) }
        let frontier = SignedFrontier(logs, replaced: Set(SignedFrontierTests.origins(1...63)))
        #expect(frontier.closed == nil)
        #expect(frontier.logs == logs.map(SignedFrontier.Log.init).sorted())
    }

    @Test func theOldestClosedLogsAreFoldedFirst() {
        let logs = (1...70).map { SignedFrontierTests.log($0) }
        let frontier = SignedFrontier(logs, replaced: Set(SignedFrontierTests.origins(11...20)))
        #expect(frontier.logs.map(\.origin) == SignedFrontierTests.origins(Array(1...10) + Array(17...70)))
        #expect(frontier.closed == SignedFrontier.Closed(logs[10...15].map(SignedFrontier.Log.init)))
        #expect(frontier.closed?.count == 6)
    }

    @Test func theOldestLiveLogsAreFoldedWhereThereAreMore() {
        let logs = (1...70).map { SignedFrontierTests.log($0) }
        let frontier = SignedFrontier(logs, replaced: Set(SignedFrontierTests.origins(70...70)))
        #expect(frontier.logs.map(\.origin) == SignedFrontierTests.origins(6...69))
        #expect(frontier.closed?.count == 6)
    }

    @Test func theBranchesOfALogAreListedTogetherOrNotAtAll() {
        let logs = (1...64).map { SignedFrontierTests.log($0) } + [SignedFrontierTests.log(65, size: 3, origin: 1)]
        let frontier = SignedFrontier(logs, replaced: [])
        #expect(frontier.logs.map(\.origin) == SignedFrontierTests.origins([1, 1] + Array(3...64)))
        #expect(frontier.closed?.count == 1)
        let closed = SignedFrontier(logs, replaced: Set(SignedFrontierTests.origins(1...1)))
        #expect(closed.logs.map(\.origin) == SignedFrontierTests.origins(2...64))
        #expect(closed.closed?.count == 2)
    }

    @Test func logsWithoutEventsAreLeftOut() {
        let frontier = SignedFrontier([SignedFrontierTests.log(1), SignedFrontierTests.log(2, size: 0)], replaced: [])
        #expect(frontier.logs.map(\.size) == [2] && frontier.closed == nil)
    }
}
