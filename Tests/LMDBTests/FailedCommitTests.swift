import Foundation
import Glibc
import LMDB
import Testing

/// Commits that fail: before their meta page is written nothing has changed, and the store goes on.
@Suite struct FailedCommitTests {
    let scratch = Scratch()
    private let large = [UInt8](repeating: 5, count: 16_000)

    private func fill(_ environment: Environment, _ count: Int) -> LMDBError.Reason? {
        reason {
            try environment.write { transaction in
                for number in 0..<count { try transaction.put(large, in: second, at: key(number)) }
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "mounting a small file system needs root"))
    func afterAFullDeviceAnOpenStoreReadsAndOnceThereIsRoomWrites() throws {
        let folder = scratch.path + "/small"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try #require(mount("tmpfs", folder, "tmpfs", 0, "size=1m") == 0, "mount: errno \(errno)")
        defer { umount2(folder, Int32(MNT_DETACH)) }
        let environment = try Environment(at: folder + "/store", options())
        try environment.write { try $0.put([1], in: first, at: key(1)) }
        for _ in 0..<3 {
            #expect(fill(environment, 200) == .noSpace)
            #expect(!environment.isBroken)
            try environment.read { transaction throws in
                #expect(try transaction.bytes(first, key(1)) == [1])
                #expect(try transaction.count(in: second) == 0)
            }
        }
        try #require(mount("tmpfs", folder, "tmpfs", UInt(MS_REMOUNT), "size=16m") == 0, "errno \(errno)")
        #expect(fill(environment, 200) == nil)
        try environment.write { try $0.put([2], in: first, at: key(2)) }
        environment.close()
        let again = try Environment(at: folder + "/store", options(.readWrite))
        try again.read { transaction throws in
            #expect(try transaction.rows(first) == [Row(key(1), [1]), Row(key(2), [2])])
            #expect(try transaction.count(in: second) == 200)
        }
    }

    /// The one step that makes a commit count fails: only opening the store again shows whether it did.
    @Test func afterAMetaPageThatCouldNotBeWrittenTheStoreMustBeOpenedAnew() throws {
        let environment = try Environment(at: scratch.store, options())
        try environment.write { try $0.put([1], in: first, at: key(1)) }
        try spoilMetaDescriptor()
        #expect(reason { try environment.write { try $0.put([2], in: first, at: key(2)) } } == .system)
        #expect(environment.isBroken)
        #expect(reason { try environment.read { _ in } } == .mustReopen)
        #expect(reason { try environment.write { _ in } } == .mustReopen)
        environment.close()
        let again = try Environment(at: scratch.store, options(.readWrite))
        #expect(try again.read { try $0.rows(first) } == [Row(key(1), [1])])
    }

    /// LMDB writes meta pages through a descriptor of their own (O_DSYNC): that one becomes one for reading.
    private func spoilMetaDescriptor() throws {
        let spoiled = open(scratch.file, O_RDONLY | O_CLOEXEC)
        defer { close(spoiled) }
        var (wanted, found) = (stat(), stat())
        try #require(fstat(spoiled, &wanted) == 0)
        let meta = (3..<1_024).filter { descriptor in
            let flags = fcntl(Int32(descriptor), F_GETFL)
            return flags >= 0 && flags & O_DSYNC != 0 && fstat(Int32(descriptor), &found) == 0
                && found.st_ino == wanted.st_ino && found.st_dev == wanted.st_dev
        }
        try #require(meta.count == 1)
        try #require(dup2(spoiled, Int32(meta[0])) >= 0)
    }
}
