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

    private static let own = PrincipalID(Bytes16(high: 0, low: 1))
    private static let other = PrincipalID(Bytes16(high: 0, low: 2))

    private func frontier(
        _ logs: [LogRecord], needing needed: Set<UInt32> = [], replaced: Set<OriginID> = []
    ) -> SignedFrontier {
        SignedFrontier(logs, of: SignedFrontierTests.own, needing: needed, replaced: replaced)
    }

    /// A log of some events, by its local number; a branch has the origin of another number.
    private static func log(
        _ number: UInt32, size: Int = 2, origin: UInt32? = nil, of person: PrincipalID = own
    ) -> LogRecord {
        var edge = MerkleEdge()
        for event in 0..<size { edge.append(leaf: bytes(number + UInt32(event) * 1_000)) }
        return LogRecord(
            number: number, origin: OriginID(bytes(origin ?? number).first), publicKey: bytes(number),
            principal: person,
            commit: 1, edge: edge)
    }

    private static func origins(_ numbers: some Sequence<UInt32>) -> [OriginID] {
        numbers.map { OriginID(bytes($0).first) }.sorted()
    }

    @Test func everyLogIsListedWhileThereIsRoom() {
        let logs = (1...64).map { SignedFrontierTests.log($0) }
        let signed = frontier(logs, replaced: Set(SignedFrontierTests.origins(1...63)))
        #expect(signed.closed == nil)
        #expect(signed.logs == logs.map(SignedFrontier.Log.init).sorted())
    }

    @Test func theOldestClosedLogsAreFoldedFirst() {
        let logs = (1...70).map { SignedFrontierTests.log($0) }
        let signed = frontier(logs, replaced: Set(SignedFrontierTests.origins(11...20)))
        #expect(signed.logs.map(\.origin) == SignedFrontierTests.origins(Array(1...10) + Array(17...70)))
        #expect(signed.closed == SignedFrontier.Closed(logs[10...15].map(SignedFrontier.Log.init)))
        #expect(signed.closed?.count == 6)
    }

    @Test("live logs without a place are not folded: they grow, and the digest would fit no more")
    func liveLogsAreNeverFolded() {
        let logs = (1...70).map { SignedFrontierTests.log($0) }
        let signed = frontier(logs, replaced: Set(SignedFrontierTests.origins(70...70)))
        #expect(signed.logs.map(\.origin) == SignedFrontierTests.origins(6...69))
        #expect(signed.closed == SignedFrontier.Closed([SignedFrontier.Log(logs[69])]))
    }

    @Test("another person's logs take no place from the logs that a lock needs, nor from the own person's")
    func othersLogsComeBehind() {
        let own = (1...3).map { SignedFrontierTests.log($0) }
        let others = (4...300).map { SignedFrontierTests.log($0, of: SignedFrontierTests.other) }
        let closed = Set(SignedFrontierTests.origins(2...2) + SignedFrontierTests.origins(290...300))
        let signed = frontier(own + others, needing: [1], replaced: closed)
        let listed = Array(1...1) + Array(3...3) + Array(228...289)
        #expect(signed.logs.map(\.origin) == SignedFrontierTests.origins(listed.map(UInt32.init)))
        #expect(signed.closed == SignedFrontier.Closed([SignedFrontier.Log(own[1])]), "the digest holds own logs only")
        let decoys = (1...100).map { SignedFrontierTests.log($0) }
        let amongDecoys = frontier(decoys, needing: [1, 2]).logs.map(\.origin)
        #expect(amongDecoys == SignedFrontierTests.origins([1, 2] + Array(39...100)))
    }

    @Test("an origin with more branches than places left is passed over, and others are listed")
    func manyBranches() {
        let branches = (2...64).map { SignedFrontierTests.log($0, size: Int($0), origin: 2) }
        let logs = [SignedFrontierTests.log(1)] + branches + [SignedFrontierTests.log(65), SignedFrontierTests.log(66)]
        let signed = frontier(logs, needing: [1])
        #expect(signed.logs.map(\.origin) == SignedFrontierTests.origins([1, 65, 66]))
    }

    @Test func theBranchesOfALogAreListedTogetherOrNotAtAll() {
        let logs = (1...64).map { SignedFrontierTests.log($0) } + [SignedFrontierTests.log(65, size: 3, origin: 1)]
        let signed = frontier(logs, replaced: [])
        #expect(signed.logs.map(\.origin) == SignedFrontierTests.origins([1, 1] + Array(3...64)))
        #expect(signed.closed == nil)
        let closed = frontier(logs, replaced: Set(SignedFrontierTests.origins(1...1)))
        #expect(closed.logs.map(\.origin) == SignedFrontierTests.origins(2...64))
        #expect(closed.closed?.count == 2)
    }

    @Test func logsWithoutEventsAreLeftOut() {
        let signed = frontier([SignedFrontierTests.log(1), SignedFrontierTests.log(2, size: 0)])
        #expect(signed.logs.map(\.size) == [2] && signed.closed == nil)
    }
}
