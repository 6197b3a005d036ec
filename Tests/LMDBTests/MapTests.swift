import Foundation
import Glibc
import LMDB
import Synchronization
import Testing

@Suite struct MapTests {
    let scratch = Scratch()

    /// Four pages' worth, so that a small map is soon full.
    private let large = [UInt8](repeating: 5, count: 16_000)

    @Test func aFullMapGrowsAndTheBodyRunsAgain() throws {
        let environment = try Environment(at: scratch.store, options(mapByteCount: 1 << 20))
        let runs = Atomic<Int>(0)
        try environment.write { transaction in
            runs.add(1, ordering: .relaxed)
            for number in 0..<80 { try transaction.put(large, in: first, at: key(number)) }
        }
        #expect(runs.load(ordering: .relaxed) == 2)
        #expect(environment.mapByteCount == 2 << 20)
        #expect(try environment.read { try $0.count(in: first) } == 80)
    }

    @Test func aBodyTooLargeForTwiceTheMapIsRefused() throws {
        let environment = try Environment(at: scratch.store, options(mapByteCount: 1 << 20))
        let thrown = reason {
            try environment.write { transaction in
                for number in 0..<200 { try transaction.put(large, in: first, at: key(number)) }
            }
        }
        #expect(thrown == .mapFull)
        #expect(try environment.read { try $0.count(in: first) } == 0)
        try environment.grow(toAtLeast: 8 << 20)
        try environment.write { transaction in
            for number in 0..<200 { try transaction.put(large, in: first, at: key(number)) }
        }
        #expect(try environment.read { try $0.count(in: first) } == 200)
    }

    @Test func insideATransactionTheMapCannotGrow() throws {
        let environment = try Environment(at: scratch.store, options(mapByteCount: 1 << 20))
        let thrown = reason {
            try environment.read { _ throws in
                try environment.write { transaction throws in
                    for number in 0..<80 { try transaction.put(large, in: first, at: key(number)) }
                }
            }
        }
        #expect(thrown == .mapFull)
        #expect(environment.mapByteCount == 1 << 20)
    }

    @Test func growingSmallerOrEqualDoesNothing() throws {
        let environment = try Environment(at: scratch.store, options(mapByteCount: 4 << 20))
        try environment.grow(toAtLeast: 1)
        #expect(environment.mapByteCount == 4 << 20)
        try environment.grow(toAtLeast: 4 << 20 + 1)
        #expect(environment.mapByteCount == 4 << 20 + 4_096)
    }

    /// Readers on two threads keep checking whole states while the writer grows the map from 1 MiB to over 32 MiB.
    @Test func readersSeeWholeStatesWhileTheMapGrows() throws {
        let environment = try Environment(at: scratch.store, options(mapByteCount: 1 << 20))
        try environment.write { try $0.put(key(0), in: second, at: key(0)) }
        let isDone = Atomic<Bool>(false)
        let faults = Atomic<Int>(0)
        let reads = Atomic<Int>(0)
        withTemporaryThreads(count: 2) {
            while !isDone.load(ordering: .relaxed) {
                do {
                    try environment.read { transaction throws in
                        // The second table records how many rows the first has in the same commit.
                        let expected = try transaction.bytes(second, key(0))
                        if expected != key(try transaction.count(in: first)) { faults.add(1, ordering: .relaxed) }
                        try transaction.withCursor(in: first) { cursor in
                            if let entry = try cursor.last(), entry.value.byteCount != large.count {
                                faults.add(1, ordering: .relaxed)
                            }
                        }
                        reads.add(1, ordering: .relaxed)
                    }
                } catch { faults.add(1, ordering: .relaxed) }
            }
        } whileRunning: {
            do {
                for batch in 0..<40 {
                    try environment.write { transaction in
                        for number in 0..<50 { try transaction.append(large, in: first, at: key(batch * 50 + number)) }
                        try transaction.put(key(batch * 50 + 50), in: second, at: key(0))
                    }
                }
            } catch { faults.add(1_000, ordering: .relaxed) }
            isDone.store(true, ordering: .relaxed)
        }
        #expect(faults.load(ordering: .relaxed) == 0)
        #expect(reads.load(ordering: .relaxed) > 0)
        #expect(environment.mapByteCount >= 32 << 20)
        #expect(try environment.read { try $0.count(in: first) } == 2_000)
    }

    @Test(.timeLimit(.minutes(1))) func aThreadThatIsWaitedForDoesNotWaitForWhoGrowsTheMap() throws {
        let environment = try Environment(at: scratch.store, options(mapByteCount: 1 << 20))
        try environment.write { try $0.put([1], in: first, at: key(1)) }
        let (grower, beside) = (WriterThread(), WriterThread())
        let isGrown = Atomic<Bool>(false)
        try environment.read { _ in
            _ = try grower.enqueue {
                do { try environment.grow(toAtLeast: 4 << 20) } catch { Issue.record(error) }
                isGrown.store(true, ordering: .releasing)
            }
            // Long enough for it to wait for this reading's end.
            usleep(50_000)
            let read = try beside.run { try environment.readBeside { try $0.bytes(first, key(1)) } }
            #expect(read == [1])
            let isGrownAlready = isGrown.load(ordering: .acquiring)
            #expect(!isGrownAlready)
        }
        grower.stop()
        beside.stop()
        #expect(environment.mapByteCount == 4 << 20)
        // The thread is inside no transaction any more.
        #expect(try environment.read { try $0.count(in: first) } == 1)
    }

    /// The writer that must grow the map would wait for the reading, and the reading waits for the writer.
    @Test(.timeLimit(.minutes(1))) func aReadingThatWaitsForTheWriterKeepsTheMapAsItIs() throws {
        let environment = try Environment(at: scratch.store, options(mapByteCount: 1 << 20))
        let (writer, rows) = (WriterThread(), large)
        func fill() throws -> LMDBError.Reason? {
            try writer.run {
                reason {
                    try environment.write { transaction in
                        for number in 0..<80 { try transaction.put(rows, in: first, at: key(number)) }
                    }
                }
            } ?? nil
        }
        try environment.read { _ throws in
            #expect(try environment.waitingInside { try fill() } == .readingWaits)
            #expect(environment.isInsideTransaction)
        }
        #expect(environment.mapByteCount == 1 << 20 && !environment.isInsideTransaction)
        #expect(try environment.read { try $0.count(in: first) } == 0)
        // The reading has ended: the same write grows the map.
        #expect(try fill() == nil)
        #expect(try environment.read { try $0.count(in: first) } == 80)
        writer.stop()
    }

    /// A commit that is one of many small ones does not make the file longer; what it writes is there all the same.
    @Test func smallCommitsFindRoomBehindTheLastPage() throws {
        let environment = try Environment(at: scratch.store, options())
        var sizes: [Int] = []
        for number in 0..<600 {
            try environment.write { try $0.append([UInt8](repeating: 7, count: 1_000), in: first, at: key(number)) }
            sizes.append(try scratch.bytes().count)
        }
        let growths = zip(sizes, sizes.dropFirst()).filter { $0 != $1 }.count
        #expect(growths < 12, "the file grew in \(growths) of 600 commits")
        #expect(try environment.read { try $0.count(in: first) } == 600)
        environment.close()
        let again = try Environment(at: scratch.store, options(.readWrite))
        #expect(try again.read { try $0.count(in: first) } == 600)
    }
}

/// Runs `body` on so many OS threads while `whileRunning` runs on this one, and waits for all.
func withTemporaryThreads(count: Int, _ body: @escaping @Sendable () -> Void, whileRunning: () -> Void) {
    let threads = (0..<count).map { _ in WriterThread() }
    for thread in threads { precondition((try? thread.enqueue(body)) == true) }
    whileRunning()
    for thread in threads { thread.stop() }
}
