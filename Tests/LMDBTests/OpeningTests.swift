import Foundation
import Glibc
import LMDB
import Testing

@Suite struct OpeningTests {
    let scratch = Scratch()

    private func open(_ access: Environment.Access = .readWrite) -> LMDBError.Reason? {
        reason { _ = try Environment(at: scratch.store, options(access)) }
    }

    /// A closed store of two commits after the one that made the tables; row 1 of the first table says 1, then 2.
    private func makeStore() throws {
        let environment = try Environment(at: scratch.store, options())
        try environment.write { try $0.put([1], in: first, at: key(1)) }
        try environment.write { try $0.put([2], in: first, at: key(1)) }
    }

    @Test func whatWasWrittenIsThereAfterReopening() throws {
        try makeStore()
        for access in [Environment.Access.readOnly, .readWrite, .create] {
            let environment = try Environment(at: scratch.store, options(access))
            #expect(try environment.read { try $0.bytes(first, key(1)) } == [2])
        }
        let modes = try ["", "/data.mdb", "/lock.mdb"].map { name in
            try FileManager.default.attributesOfItem(atPath: scratch.store + name)[.posixPermissions] as? Int
        }
        #expect(modes == [0o700, 0o600, 0o600])
    }

    @Test func onlyCreateMakesAStore() throws {
        #expect(open(.readWrite) == .missing)
        #expect(open(.readOnly) == .missing)
        #expect(!FileManager.default.fileExists(atPath: scratch.store))
        try FileManager.default.createDirectory(atPath: scratch.store, withIntermediateDirectories: false)
        #expect(open(.readWrite) == .missing)
        try scratch.write([])
        #expect(open(.readOnly) == .missing)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.store) == ["data.mdb"])
        #expect(open(.create) == nil)
        #expect(open(.readOnly) == nil)
        #expect(reason { _ = try Environment(at: scratch.path + "/no/store", options()) } == .missing)
    }

    @Test func whatIsNotAStoreIsRefusedAndNotChanged() throws {
        let plain = scratch.path + "/plain"
        try Data("hello".utf8).write(to: URL(fileURLWithPath: plain))
        #expect(reason { _ = try Environment(at: plain, options()) } == .notAFolder)

        try FileManager.default.createDirectory(atPath: scratch.store, withIntermediateDirectories: false)
        for foreign in [
            [UInt8](repeating: 0x41, count: 20_000), [UInt8](repeating: 0, count: 20_000),
            Array("SQLite format 3".utf8),
        ] {
            try scratch.write(foreign)
            for access in [Environment.Access.readOnly, .readWrite, .create] {
                #expect(open(access) == (foreign.count < 152 ? .truncated : .foreign))
            }
            #expect(try scratch.bytes() == foreign)
        }
        try FileManager.default.removeItem(atPath: scratch.file)
        try FileManager.default.createSymbolicLink(atPath: scratch.file, withDestinationPath: plain)
        #expect(open(.create) == .notARegularFile)
        try FileManager.default.removeItem(atPath: scratch.file)
        try FileManager.default.createDirectory(atPath: scratch.file, withIntermediateDirectories: false)
        #expect(open(.create) == .notARegularFile)
    }

    @Test func aCutFileIsRefusedAtEveryLength() throws {
        do {
            let environment = try Environment(at: scratch.store, options())
            try environment.write { transaction in
                for number in 0..<400 {
                    try transaction.append([UInt8](repeating: 1, count: 100), in: first, at: key(number))
                }
            }
        }
        let whole = try scratch.bytes()
        for length in stride(from: 1, to: whole.count, by: 1_024) {
            try scratch.write(Array(whole[..<length]))
            #expect(open(.readOnly) == .truncated, "\(length) of \(whole.count) bytes")
        }
        try scratch.write(whole)
        #expect(open(.readOnly) == nil)
    }

    /// LMDB counts pages that were taken and given back within one transaction, and never writes them.
    @Test func aShortFileWhoseMissingPagesAreFreeIsWhole() throws {
        var lengths: (file: Int, pages: Int) = (0, 0)
        do {
            let environment = try Environment(at: scratch.store, options())
            for _ in 0..<3 {
                try environment.write { transaction in
                    for number in 0..<200 {
                        try transaction.put([UInt8](repeating: 7, count: 3_000), in: first, at: key(number))
                    }
                    for number in 50..<200 { _ = try transaction.delete(in: first, at: key(number)) }
                }
            }
            let information = try environment.information()
            lengths = (information.fileByteCount, information.pageCount * information.pageByteCount)
        }
        #expect(lengths.file < lengths.pages, "the case this test is about")
        let environment = try Environment(at: scratch.store, options(.readWrite))
        #expect(try environment.read { try $0.count(in: first) } == 50)
        environment.close()
        let whole = try scratch.bytes()
        try scratch.write(Array(whole.prefix(whole.count / 2)))
        #expect(open() == .truncated)
    }

    /// Every bit of both meta pages, flipped alone: a typed error, or the newest state. Never an older one, never a
    /// crash.
    @Test func noFlippedBitOfAMetaPageOpensAnOlderState() throws {
        try makeStore()
        var refused = 0
        for page in 0..<2 {
            for bit in 0..<(152 * 8) {
                try scratch.flip(bit: bit % 8, ofByte: page * 4_096 + bit / 8)
                defer { try? scratch.flip(bit: bit % 8, ofByte: page * 4_096 + bit / 8) }
                do {
                    let environment = try Environment(at: scratch.store, options(.readOnly))
                    let found = try environment.read { try $0.bytes(first, key(1)) }
                    #expect(found == [2], "bit \(bit) of meta page \(page)")
                } catch let error as LMDBError {
                    refused += 1
                    #expect(
                        [.foreign, .damagedMeta, .damaged, .truncated, .system].contains(error.reason),
                        "bit \(bit) of \(page): \(error)")
                }
            }
        }
        #expect(refused > 1_000)
    }

    @Test func anErrorNamesTheOperationTheReasonAndThePath() throws {
        try makeStore()
        try scratch.write(Array(try scratch.bytes().prefix(4_096)))
        #expect(throws: LMDBError.self) { _ = try Environment(at: scratch.store, options(.readOnly)) }
        do { _ = try Environment(at: scratch.store, options(.readOnly)) } catch {
            #expect(
                error.description == "open: the file ends before its last page in use (one meta page): \(scratch.file)")
        }
        do { _ = try Environment(at: scratch.path + "/no", options(.readOnly)) } catch {
            #expect(
                error.description == "open: there is no store here [2: No such file or directory]: \(scratch.path)/no")
        }
    }

    @Test func oneFileIsOpenOnceInAProcess() throws {
        let environment = try Environment(at: scratch.store, options())
        #expect(open(.readWrite) == .alreadyOpen)
        try FileManager.default.createSymbolicLink(atPath: scratch.path + "/link", withDestinationPath: scratch.store)
        #expect(reason { _ = try Environment(at: scratch.path + "/link", options(.readOnly)) } == .alreadyOpen)
        try environment.write { try $0.put([1], in: first, at: key(1)) }
        environment.close()
        environment.close()
        #expect(reason { try environment.read { _ in } } == .closed)
        #expect(reason { try environment.write { _ in } } == .closed)
        #expect(open(.readWrite) == nil)
    }

    /// A table that damage hides must not be made anew, empty.
    @Test func tablesAreMadeOnlyWithTheStore() throws {
        try makeStore()
        let more = Environment.Options(access: .readOnly, tables: ["first", "second", "third"], mapByteCount: 1 << 20)
        #expect(reason { _ = try Environment(at: scratch.store, more) } == .tableMissing)
        var writing = more
        writing.access = .readWrite
        #expect(reason { _ = try Environment(at: scratch.store, writing) } == .tableMissing)
        writing.access = .create
        let environment = try Environment(at: scratch.store, writing)
        try environment.write { try $0.put([3], in: Table(2), at: key(1)) }
        #expect(try environment.read { try $0.bytes(Table(2), key(1)) } == [3])
        #expect(try environment.read { try $0.bytes(first, key(1)) } == [2])
    }

    @Test func aReplacedFileIsNotWritten() throws {
        let environment = try Environment(at: scratch.store, options())
        try environment.write { try $0.put([1], in: first, at: key(1)) }
        try environment.copy(to: scratch.path + "/copy", compacting: false)
        #expect(rename(scratch.path + "/copy/data.mdb", scratch.file) == 0)
        #expect(reason { try environment.write { try $0.put([2], in: first, at: key(1)) } } == .replaced)
        #expect(try environment.read { try $0.bytes(first, key(1)) } == [1])
    }

    @Test func noDescriptorIsInherited() throws {
        let environment = try Environment(at: scratch.store, options())
        let store = environment.path
        var names: [String] = []
        for entry in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            guard let descriptor = Int32(entry),
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(entry)"),
                target.hasPrefix(store)
            else { continue }
            names.append(String(target.dropFirst(store.count)))
            #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0, "\(target)")
        }
        #expect(names.sorted() == ["/data.mdb", "/data.mdb", "/lock.mdb"])
    }
}
