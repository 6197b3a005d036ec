import Foundation
import Glibc
import LMDB
import Synchronization
import Testing

/// Readings without a lock file, beside a writer that does not know of them.
@Suite struct SnapshotTests {
    let scratch = Scratch()

    private func filled(_ rows: Int = 300) throws -> Environment {
        let environment = try Environment(at: scratch.store, options())
        try write(environment, 0, rows)
        return environment
    }

    /// Gives every row of both tables the same value.
    private func write(_ environment: Environment, _ value: UInt8, _ rows: Int = 300) throws {
        try environment.write { transaction in
            for number in 0..<rows {
                try transaction.put([UInt8](repeating: value, count: 40), in: first, at: key(number))
                try transaction.put([value], in: second, at: key(number))
            }
        }
    }

    private func unseen() throws -> Environment { try Environment(at: scratch.store, options(.readOnlyUnseen)) }

    private func values(_ environment: Environment) throws -> Set<[UInt8]> {
        try environment.read { transaction in
            Set(try transaction.rows(first).map { [$0.value[0]] } + transaction.rows(second).map(\.value))
        }
    }

    private func openLockFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            // A descriptor that was closed since leads nowhere.
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
            return path?.hasPrefix(scratch.store) == true && path?.hasSuffix("data.mdb") == false
        }
    }

    @Test func itOpensNoLockFileAndLeavesNone() throws {
        try filled().close()
        for name in ["lock.mdb", "opening.lock"] where access(scratch.store + "/" + name, F_OK) == 0 {
            try FileManager.default.removeItem(atPath: scratch.store + "/" + name)
        }
        let reader = try unseen()
        #expect(try values(reader) == [[0]])
        #expect(try openLockFiles() == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.store) == ["data.mdb"])
    }

    @Test func eachReadingBeginsWithTheNewestStateAndKeepsIt() throws {
        let writer = try filled()
        let reader = try unseen()
        for value in 1...20 {
            #expect(try values(reader) == [[UInt8(value - 1)]])
            try reader.read { _ in
                try write(writer, UInt8(value))
                #expect(try values(reader) == [[UInt8(value - 1)]], "one that begins inside another stands beside it")
            }
        }
        #expect(try values(reader) == [[20]])
    }

    @Test func readingsBesideAWriterAreEachOfOneState() throws {
        let writer = try filled()
        let reader = try unseen()
        let isDone = Atomic<Bool>(false)
        let thread = Thread {
            for value in 0..<400 { try? write(writer, UInt8(value % 250)) }
            isDone.store(true, ordering: .releasing)
        }
        thread.start()
        var whole = 0
        while !isDone.load(ordering: .acquiring) {
            do {
                #expect(try values(reader).count == 1)
                whole += 1
            } catch let error as LMDBError {
                #expect(error.reason == .moved)
            }
        }
        #expect(whole > 0)
        #expect(try values(reader) == [[UInt8(399 % 250)]])
    }

    @Test func aFileThatWasReplacedIsNotReadOn() throws {
        let writer = try filled()
        let reader = try unseen()
        try writer.copy(to: scratch.path + "/copy", compacting: true)
        try FileManager.default.removeItem(atPath: scratch.file)
        try FileManager.default.moveItem(atPath: scratch.path + "/copy/data.mdb", toPath: scratch.file)
        #expect(reason { _ = try values(reader) } == .replaced)
        #expect(try values(unseen()) == [[0]])
    }

    @Test func aCopyOfTheFileIsOfOneState() throws {
        let writer = try filled()
        let copy = scratch.path + "/copy"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        let descriptor = open(copy + "/data.mdb", O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        try Environment.copyUnseen(folder: scratch.store, to: descriptor)
        try write(writer, 9)
        #expect(try values(Environment(at: copy, options(.readOnly))) == [[0]])
    }

    @Test func damageIsDamage() throws {
        try filled().close()
        var bytes = try scratch.bytes()
        bytes[20] ^= 1
        try scratch.write(bytes)
        #expect(reason { _ = try unseen() } == .damagedMeta)
        try scratch.write([])
        #expect(reason { _ = try unseen() } == .missing)
    }
}
