import Foundation
import Glibc
import LMDB
import Testing

/// The work of another process; synchronous, because an async function cannot open transactions.
private enum Child {
    static func fillMapAndGrow(_ store: String) throws {
        let large = [UInt8](repeating: 5, count: 16_000)
        let environment = try Environment(at: store, options(.readWrite, mapByteCount: 1 << 20))
        try environment.write { transaction in
            for number in 0..<80 { try transaction.put(large, in: first, at: key(number)) }
        }
    }

    /// Takes all sixteen slots, see `options`, and dies.
    static func dieReading(_ store: String) throws {
        let environment = try Environment(at: store, options(.readOnly))
        func nest(_ depth: Int) throws {
            try environment.read { _ in
                if depth == 16 { _exit(7) }
                try nest(depth + 1)
            }
        }
        try nest(1)
    }

    static func dieWriting(_ store: String) throws {
        let environment = try Environment(at: store, options(.readWrite))
        try environment.write { transaction in
            try transaction.put([9], in: first, at: key(9))
            _exit(7)
        }
    }

    /// Ends with 0 where a forked child finds what it should, else with the number of the step.
    static func forks(_ store: String, insideReading: Bool) throws {
        let environment = try Environment(at: store, options())
        try environment.write { try $0.put([1], in: first, at: key(1)) }
        let writer = WriterThread()
        _ = try writer.run {}
        var found: Int32 = 20
        if insideReading {
            do {
                try environment.read { _ throws in
                    guard let status = fork() else { throw Forked() }
                    // Whatever the child did, the reading of its parent is still registered.
                    found = try environment.information().readerCount == 1 ? status : 21
                }
            } catch is Forked { useInChild(environment, writer, store) }
        } else {
            guard let status = fork() else { useInChild(environment, writer, store) }
            found = status
        }
        // The parent goes on.
        let rows = try environment.write { transaction in
            try transaction.put([2], in: first, at: key(2))
            return try transaction.count(in: first)
        }
        environment.close()
        writer.stop()
        _exit(found == 0 && rows != 3 ? 22 : found)
    }

    private struct Forked: Error {}

    /// The status with which the child ended; nil in the child.
    private static func fork() -> Int32? {
        typealias Fork = @convention(c) () -> Int32
        // Swift hides fork; looked up by name it is still there.
        let child = unsafeBitCast(dlsym(nil, "fork")!, to: Fork.self)()
        if child == 0 { return nil }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return status & 0x7F != 0 ? 100 + status & 0x7F : status >> 8 & 0xFF
    }

    /// The child may do nothing with its parent's environment. It opens the store for itself.
    private static func useInChild(_ environment: Environment, _ writer: WriterThread, _ store: String) -> Never {
        // A lock that is held for ever must not hang the test.
        alarm(30)
        if !environment.isForked || environment.isInsideTransaction { _exit(1) }
        if reason({ try environment.read { _ in } }) != .forked { _exit(2) }
        if reason({ try environment.readBeside { _ in } }) != .forked { _exit(3) }
        if reason({ try environment.write { _ in } }) != .forked { _exit(4) }
        if reason({ try environment.grow(toAtLeast: 1 << 30) }) != .forked { _exit(5) }
        if reason({ _ = try environment.information() }) != .forked { _exit(6) }
        if reason({ try environment.copy(to: store + "/copy", compacting: false) }) != .forked { _exit(7) }
        if environment.mapByteCount != 0 || (try? writer.enqueue({})) == true { _exit(8) }
        environment.close()
        writer.stop()
        do {
            let own = try Environment(at: store, options(.readWrite))
            if try own.read({ try $0.rows(first) }) != [Row(key(1), [1])] { _exit(9) }
            try own.write { try $0.put([3], in: first, at: key(3)) }
            own.close()
        } catch { _exit(10) }
        _exit(0)
    }

    static func writeInsideWrite(_ store: String) throws {
        let environment = try Environment(at: store, options())
        try environment.write { _ in try environment.write { _ in } }
    }

    static func closeInsideRead(_ store: String) throws {
        let environment = try Environment(at: store, options())
        try environment.read { _ in environment.close() }
    }

    static func fillTooLittle(_ store: String) throws {
        let environment = try Environment(at: store, options())
        try environment.write { transaction in
            try transaction.reserve(in: first, at: key(1).span.bytes, byteCount: 2) { $0.append(1, as: UInt8.self) }
        }
    }
}

/// Other processes are exit tests: the body runs in a child of its own.
@Suite struct ProcessTests {
    let scratch = Scratch()

    @Test func theMapFollowsWhenAnotherProcessGrowsIt() async throws {
        let environment = try Environment(at: scratch.store, options(mapByteCount: 1 << 20))
        await #expect(processExitsWith: .success) { [store = scratch.store as String] in try Child.fillMapAndGrow(store)
        }
        #expect(try count(environment) == 80)
        #expect(environment.mapByteCount == 2 << 20)
        try writeOne(environment)
        #expect(try count(environment) == 81)
    }

    @Test func theSlotsOfReadersThatDiedAreFreed() async throws {
        let environment = try Environment(at: scratch.store, options())
        await #expect(processExitsWith: .exitCode(7)) { [store = scratch.store as String] in try Child.dieReading(store)
        }
        #expect(try readerCount(environment) == 16)
        #expect(try count(environment) == 0)
        #expect(try readerCount(environment) == 0)
    }

    @Test func aReaderThatDiedDoesNotMakeTheFileGrow() async throws {
        let environment = try Environment(at: scratch.store, options())
        try writeOne(environment)
        await #expect(processExitsWith: .exitCode(7)) { [store = scratch.store as String] in try Child.dieReading(store)
        }
        for _ in 0..<300 { try writeOne(environment) }
        #expect(try readerCount(environment) == 0)
        #expect(try pageCount(environment) < 40, "a commit takes three pages, and free ones serve")
    }

    @Test func aWriterThatDiedHoldsNobodyUp() async throws {
        let environment = try Environment(at: scratch.store, options())
        await #expect(processExitsWith: .exitCode(7)) { [store = scratch.store as String] in try Child.dieWriting(store)
        }
        try writeOne(environment)
        #expect(try count(environment) == 1)
    }

    @Test func allSlotsTakenIsAnError() throws {
        let environment = try Environment(at: scratch.store, options())
        func nest(_ depth: Int) throws -> Int {
            do { return try environment.read { _ in try nest(depth + 1) } } catch let error as LMDBError {
                #expect(error.reason == .readersFull)
                return depth
            }
        }
        #expect(try nest(0) == 16)
        #expect(try count(environment) == 0)
    }

    @Test func aForkedChildIsRefusedWithoutATrapAndOpensTheStoreItself() async throws {
        await #expect(processExitsWith: .success) { [store = scratch.store as String] in
            try Child.forks(store, insideReading: false)
        }
    }

    @Test func aChildForkedInsideAReadingLeavesThatReadingAlone() async throws {
        await #expect(processExitsWith: .success) { [store = scratch.store as String] in
            try Child.forks(store, insideReading: true)
        }
    }

    @Test func writingInsideWritingTraps() async throws {
        await #expect(processExitsWith: .signal(SIGILL)) { [store = scratch.store as String] in
            try Child.writeInsideWrite(store)
        }
    }

    @Test func closingInsideATransactionTraps() async throws {
        await #expect(processExitsWith: .signal(SIGILL)) { [store = scratch.store as String] in
            try Child.closeInsideRead(store)
        }
    }

    @Test func aRowNotFilledTraps() async throws {
        await #expect(processExitsWith: .signal(SIGILL)) { [store = scratch.store as String] in
            try Child.fillTooLittle(store)
        }
    }

    private func count(_ environment: Environment) throws -> Int { try environment.read { try $0.count(in: first) } }
    private func readerCount(_ environment: Environment) throws -> Int { try environment.information().readerCount }
    private func pageCount(_ environment: Environment) throws -> Int { try environment.information().pageCount }
    private func writeOne(_ environment: Environment) throws {
        try environment.write { try $0.put([1], in: first, at: key(1_000)) }
    }
}
