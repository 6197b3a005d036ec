import Foundation
import Glibc
import GuardedFiles
import LedgerTestSupport
import Testing

/// The one function that opens a ledger's files, against everything that can stand at a name.
@Suite struct GuardedFolderTests {
    private func inFolder(_ body: (GuardedFolder) throws -> Void) throws {
        try Scratch.with { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try body(try GuardedFolder(path))
        }
    }

    private func make(_ folder: GuardedFolder, _ name: String, _ text: String = "text") throws {
        let file = try folder.create(name)
        try file.write(Array(text.utf8))
    }

    private static let uses: [GuardedFile.Use] = [.read, .readWrite, .readWriteOrCreate]

    @Test(
        "what is no regular file is refused for every use, and nothing waits for it", .timeLimit(.minutes(1)),
        arguments: uses) func kinds(use: GuardedFile.Use) throws
    {
        try inFolder { folder in
            try make(folder, "plain")
            #expect(symlink("plain", folder.path + "/link") == 0 && symlink("nothing", folder.path + "/dangling") == 0)
            #expect(mkfifo(folder.path + "/pipe", 0o600) == 0 && mkdir(folder.path + "/folder", 0o700) == 0)
            var expected: [(String, GuardedFileError.Kind)] = [
                ("link", .link), ("dangling", .link), ("pipe", .pipe), ("folder", .folder),
            ]
            if geteuid() == 0, mknod(folder.path + "/device", S_IFCHR | 0o600, makedev(1, 5)) == 0 {
                expected.append(("device", .device))
            }
            let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            if bind(socket, folder.path + "/socket") { expected.append(("socket", .socket)) }
            for (name, kind) in expected {
                #expect(throws: GuardedFileError.notRegular(path: folder.path + "/" + name, kind: kind)) {
                    _ = try folder.open(name, use)
                }
            }
            #expect(try folder.open("plain", use).bytes(atMost: 100) == Array("text".utf8))
            #expect(access(folder.path + "/nothing", F_OK) != 0, "the dangling link made nothing")
        }
    }

    private func bind(_ socket: Int32, _ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    private func makedev(_ major: UInt64, _ minor: UInt64) -> dev_t { dev_t(major << 8 | minor) }

    @Test("a folder inside may be no link; the folder that a person names may") func folders() throws {
        try inFolder { folder in
            #expect(mkdir(folder.path + "/keys", 0o700) == 0)
            #expect(symlink("keys", folder.path + "/way") == 0)
            try make(folder.folder("keys"), "a")
            #expect(throws: GuardedFileError.notRegular(path: folder.path + "/way", kind: .link)) {
                _ = try folder.folder("way")
            }
            #expect(throws: GuardedFileError.system(path: folder.path + "/none", code: ENOENT)) {
                _ = try folder.folder("none")
            }
            #expect(try GuardedFolder(folder.path + "/way").names() == ["a"])
        }
    }

    @Test("a folder that is replaced after it was opened is still the one that was opened") func replacedFolder() throws
    {
        try inFolder { folder in
            #expect(mkdir(folder.path + "/keys", 0o700) == 0 && mkdir(folder.path + "/theirs", 0o700) == 0)
            let keys = try folder.folder("keys")
            #expect(
                rename(folder.path + "/keys", folder.path + "/mine") == 0
                    && symlink("theirs", folder.path + "/keys") == 0)
            try keys.replace("secret", with: [1])
            #expect(try folder.folder("mine").names() == ["secret"] && folder.folder("theirs").names() == [])
        }
    }

    @Test("what another user owns is read, and written to only where that is allowed", .enabled(if: geteuid() == 0))
    func owners() throws {
        try inFolder { folder in
            try make(folder, "theirs")
            #expect(chown(folder.path + "/theirs", 1_002, 1_002) == 0)
            #expect(try folder.open("theirs").bytes(atMost: 100) == Array("text".utf8))
            for use in [GuardedFile.Use.readWrite, .readWriteOrCreate] {
                #expect(throws: GuardedFileError.otherOwner(path: folder.path + "/theirs", owner: 1_002)) {
                    _ = try folder.open("theirs", use)
                }
            }
            #expect(try folder.open("theirs", .readWrite, anyOwner: true).owner == 1_002)
        }
    }

    @Test("a file that others may write to is opened, and its mode is known: the folder is what keeps others out")
    func looseMode() throws {
        try inFolder { folder in
            try make(folder, "loose")
            #expect(chmod(folder.path + "/loose", 0o666) == 0)
            for use in GuardedFolderTests.uses { #expect(try folder.open("loose", use).mode == 0o666) }
        }
    }

    @Test("a new file is never one that was there: not by way of a link either") func creating() throws {
        try inFolder { folder in
            let new = try folder.create("new")
            #expect(new.mode == 0o600)
            #expect(symlink("nothing", folder.path + "/dangling") == 0)
            for name in ["new", "dangling"] {
                #expect(throws: GuardedFileError.system(path: folder.path + "/" + name, code: EEXIST)) {
                    _ = try folder.create(name)
                }
            }
            #expect(access(folder.path + "/nothing", F_OK) != 0)
        }
    }

    @Test("S8: a planted .new that leads elsewhere takes nothing of what is written") func planted() throws {
        try inFolder { folder in
            #expect(mkdir(folder.path + "/keys", 0o700) == 0)
            try make(folder, "stolen", "")
            for name in ["secret.new", "secret.new-0"] {
                #expect(symlink("../stolen", folder.path + "/keys/" + name) == 0)
            }
            #expect(symlink("../stolen", folder.path + "/keys/secret") == 0)
            let keys = try folder.folder("keys")
            try keys.replace("secret", with: Array("seed".utf8))
            #expect(
                try keys.open("secret").bytes(atMost: 100) == Array("seed".utf8),
                "the link was replaced, and not followed")
            #expect(try folder.open("stolen").bytes(atMost: 100) == [])
            #expect(try keys.names() == ["secret", "secret.new", "secret.new-0"])
        }
    }

    @Test(
        "a file that is swapped between the look and the opening is the file, or refused: never what a link leads to",
        .timeLimit(.minutes(1)))
    func race() throws {
        try inFolder { folder in
            try make(folder, "good", "good")
            try make(folder, "secret", "secret")
            let path = folder.path
            // Each moves its own thing to the name, over and over.
            let isOver = TestBox(false)
            let hasEnded = TestBox(false)
            Thread.detachNewThread {
                var round = 0
                while !isOver.get() {
                    round += 1
                    unlink(path + "/new")
                    switch round % 3 {
                    case 0: symlink("secret", path + "/new")
                    case 1: mkfifo(path + "/new", 0o600)
                    default: link(path + "/good", path + "/new")
                    }
                    rename(path + "/new", path + "/name")
                    // Two names of one file are not renamed over each other.
                    if round % 3 == 2 { unlink(path + "/new") }
                }
                hasEnded.set(true)
            }
            var found: [String: Int] = [:]
            for _ in 0..<20_000 {
                do throws(GuardedFileError) {
                    guard let bytes = try folder.open("name", .readWrite).bytes(atMost: 100) else { continue }
                    found[String(decoding: bytes, as: UTF8.self), default: 0] += 1
                } catch {
                    found["refused", default: 0] += 1
                }
            }
            isOver.set(true)
            while !hasEnded.get() { Scratch.sleep(milliseconds: 1) }
            #expect(found["secret"] == nil && Set(found.keys) == ["good", "refused"], "\(found)")
        }
    }
}
