import Foundation
import Glibc
import LMDB
import Synchronization
import Testing

@Suite struct LifeTests {
    let scratch = Scratch()

    /// Optimised Swift has been seen to close an owner before what it lent was gone: here the environment's last
    /// reference is dropped inside its own transaction, and what is lent must stay readable to the end.
    @Test func anEnvironmentOutlivesItsTransactions() throws {
        var environment: Environment? = try Environment(at: scratch.store, options())
        weak let watched = environment
        try environment!.write { try $0.put([1, 2, 3], in: first, at: key(1)) }
        func lend(_ owner: consuming Environment) throws -> [UInt8] {
            try owner.read { transaction throws in
                environment = nil
                #expect(watched != nil)
                var found: [UInt8] = []
                try transaction.withCursor(in: first) { cursor throws in
                    if let entry = try cursor.first() {
                        #expect(watched != nil)
                        found = array(entry.value)
                    }
                }
                #expect(try transaction.bytes(first, key(1)) == found)
                return found
            }
        }
        #expect(try lend(environment!) == [1, 2, 3])
        #expect(watched == nil)
        // Closed by the end of its life: the path is free again.
        #expect(reason { _ = try Environment(at: scratch.store, options()) } == nil)
    }

    @Test func closingWaitsForTheTransactionsOfOtherThreads() throws {
        let environment = try Environment(at: scratch.store, options())
        let (isInside, isLeaving) = (Flag(), Flag())
        let order = Mutex<[String]>([])
        withTemporaryThreads(count: 1) {
            try? environment.read { _ in
                isInside.raise()
                isLeaving.wait()
                order.withLock { $0.append("read ends") }
            }
        } whileRunning: {
            isInside.wait()
            let closer = WriterThread()
            _ = try? closer.enqueue {
                environment.close()
                order.withLock { $0.append("closed") }
            }
            usleep(20_000)
            #expect(order.withLock { $0 } == [])
            isLeaving.raise()
            closer.stop()
        }
        #expect(order.withLock { $0 } == ["read ends", "closed"])
    }

    @Test(arguments: [false, true])
    func aCopyIsAWholeStore(compacting: Bool) throws {
        let environment = try Environment(at: scratch.store, options())
        try environment.write { transaction in
            for number in 0..<500 { try transaction.put([UInt8](repeating: 1, count: 500), in: first, at: key(number)) }
        }
        try environment.write { transaction in
            for number in 0..<400 { _ = try transaction.delete(in: first, at: key(number)) }
        }
        let folder = scratch.path + "/copy"
        try environment.copy(to: folder, compacting: compacting)
        #expect(reason { try environment.copy(to: folder, compacting: compacting) } == .alreadyExists)
        let mode = try FileManager.default.attributesOfItem(atPath: folder + "/data.mdb")[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let copy = try Environment(at: folder, options(.readWrite))
        #expect(try copy.read { try $0.rows(first) } == environment.read { try $0.rows(first) })
        let information = try copy.information()
        #expect(information.lastTransaction == (compacting ? 1 : 3))
        #expect((information.freePageCount == 0) == compacting)
        try copy.write { try $0.put([1], in: second, at: key(1)) }
    }

    @Test(arguments: [false, true])
    func aCopyOfAnEmptyStoreOpens(compacting: Bool) throws {
        let environment = try Environment(at: scratch.store, options())
        try environment.copy(to: scratch.path + "/copy", compacting: compacting)
        let copy = try Environment(at: scratch.path + "/copy", options(.readOnly))
        #expect(try copy.read { try $0.count(in: first) } == 0)
    }

    @Test func informationCounts() throws {
        let environment = try Environment(at: scratch.store, options())
        let fresh = try environment.information()
        #expect(fresh.lastTransaction == 1)
        #expect(fresh.mapByteCount == 16 << 20)
        #expect(fresh.pageByteCount == 4_096)
        #expect((fresh.readersMax, fresh.readerCount, fresh.oldestReader) == (16, 0, nil))
        #expect(fresh.tables.map(\.rows) == [0, 0])
        try environment.read { _ throws in
            try environment.write { transaction in
                for number in 0..<3 {
                    try transaction.put([UInt8](repeating: 1, count: 5_000), in: second, at: key(number))
                }
            }
            let busy = try environment.information()
            #expect(busy.lastTransaction == 2)
            #expect((busy.readerCount, busy.oldestReader) == (1, 1))
            #expect(busy.tables.map(\.rows) == [0, 3])
            #expect(busy.tables.map(\.overflowPages) == [0, 6])
            #expect(busy.freePageCount > 0)
            #expect(busy.pageCount > fresh.pageCount)
        }
    }

    @Test func theWriterThreadRunsInOrderOnOneThread() throws {
        let thread = WriterThread()
        let seen = Mutex<[(Int, UInt)]>([])
        for number in 0..<1_000 {
            #expect(try thread.enqueue { seen.withLock { $0.append((number, UInt(pthread_self()))) } })
        }
        #expect(try thread.run { UInt(pthread_self()) } != UInt(pthread_self()))
        thread.stop()
        thread.stop()
        #expect(seen.withLock { $0.map(\.0) } == Array(0..<1_000))
        #expect(seen.withLock { Set($0.map(\.1)).count } == 1)
        #expect(try thread.enqueue {} == false)
        #expect(try thread.run { 1 } == nil)
    }

    @Test func theWriterThreadHandsErrorsBack() throws {
        let environment = try Environment(at: scratch.store, options())
        let thread = WriterThread()
        let thrown = reason {
            _ = try thread.run {
                try environment.write {
                    try $0.append([1], in: first, at: key(1)); try $0.append([1], in: first, at: key(1))
                }
            }
        }
        #expect(thrown == .notAscending)
        #expect(try thread.run { try environment.write { try $0.append([1], in: first, at: key(1)) } } != nil)
    }
}

/// Raised once, waited for by others.
final class Flag: Sendable {
    private let isRaised = Atomic<Bool>(false)
    func raise() { isRaised.store(true, ordering: .releasing) }
    func wait() { while !isRaised.load(ordering: .acquiring) { usleep(500) } }
}
