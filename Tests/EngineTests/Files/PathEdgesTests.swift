import DaybookDomains
import EventModel
import EventStore
import LedgerTestSupport
import Synchronization
import Testing
import TransparencyLog

@testable import Engine

/// Tails that begin below the end of a log: what they cost while the writer waits.
@Suite struct PathEdgesTests {
    @Test("the edges of a path at many sizes cost one walk, then less than 1,024 leaves each")
    func walks() {
        let leaves = (0..<4_000).map { SHA256Hasher.hash([UInt8($0 >> 8), UInt8($0 & 0xFF)]) }
        var expected = [MerkleEdge()]
        for leaf in leaves {
            var edge = expected[expected.count - 1]
            edge.append(leaf: leaf)
            expected.append(edge)
        }
        let edges = PathEdges()
        var count = 0
        func edge(_ size: Int, committed: UInt64 = 4_000) -> MerkleEdge {
            edges.edge(of: 1, size: UInt64(size)) {
                count += 1
                return leaves[Int($0)]
            } isCommitted: {
                $0 <= committed
            }
        }
        // An uncommitted edge is read again each time.
        for _ in 0..<2 { #expect(edge(4_000, committed: 1_023) == expected[4_000]) }
        #expect(count == 8_000)
        count = 0
        for size in stride(from: 4_000, through: 0, by: -37) { #expect(edge(size) == expected[size]) }
        let sizes = stride(from: 4_000, through: 0, by: -37)
        #expect(count == sizes.reduce(0) { $0 + $1 % 1_024 } + 3 * 1_024)
        // A path of another log has edges of its own.
        count = 0
        #expect(
            edges.edge(of: 2, size: 1) {
                leaves[Int($0) + 1]
            } isCommitted: { _ in
                true
            }.root == leaves[1])
    }

    @Test("a receive keeps the edges of what is committed, and of nothing that it takes back")
    func receive() throws {
        let drafts = (0..<2_100).map { Draft.log("f\($0)") }
        let machine = try ForkedMachine(Array(drafts[..<1_100]), Array(drafts[1_100...]))
        let replica = try StoreLedger(seed: 1, person: ForkedMachine.person)
        func kept() -> [UInt32: [UInt64]] {
            replica.ledger.engine.pathEdges.kept.withLock { $0.mapValues { $0.map(\.size) } }
        }
        _ = try replica.receive([try machine.tail("trunk", to: 1_101)])
        let log = try #require(
            try replica.ledger.engine.read { transaction in
                try transaction.logRecords(try transaction.storeRecord()).first { $0.size == 1_101 }?.number
            })
        // One that is forged takes all back; the path beyond the 1,101st event was there in between.
        let forged = ReceivedTail(head: try machine.signed(size: 5, root: SHA256Hasher.emptyRoot), start: 5, events: [])
        let before = try replica.observe()
        do {
            _ = try replica.receive([
                try machine.tail("trunk", from: 1_101), try machine.tail("trunk", from: 2_060, to: 2_060), forged,
            ])
            Issue.record("a forged head is refused")
        } catch { #expect(Refused(error).code == "head.forged") }
        #expect(try replica.observe() == before)
        #expect(kept() == [log: [0, 1_024]])
        // A tail without events at any size of the log costs what lies behind the edge below it.
        #expect(try replica.receive([try machine.tail("trunk")]) == Received(received: 1_000, duplicates: 1_101))
        let sizes = [2_101, 2_100, 1_025, 1_024, 7, 0]
        let empty = try sizes.map { try machine.tail("trunk", from: $0, to: $0) }
        #expect(try replica.receive(empty) == Received())
        #expect(kept() == [log: [0, 1_024, 2_048]])
        let twin = try StoreLedger(seed: 2, person: ForkedMachine.person)
        _ = try twin.receive([try machine.tail("trunk")])
        #expect(try twin.ledger.digest() == replica.ledger.digest())
        #expect(try replica.ledger.verify().isSound)
    }
}
