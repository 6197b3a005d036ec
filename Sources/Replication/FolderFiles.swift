import DaybookKit
import EventModel
import Glibc
import SyncProtocol
import TransparencyLog

/// The bundles in a folder that several ledgers share: `<first 32 digits of its SHA-256>.daybook` each, never changed once it is there.
///
/// A bundle is written beside its name and gets it when it is whole and on disk, so nobody reads half of one that is being written. What a
/// stick or a synced drive cut short is told by its digest.
struct FolderFiles {
    let path: String
    static let suffix = ".daybook"

    init(_ path: String) throws {
        self.path = path
        var status = stat()
        guard stat(path, &status) == 0 else { throw FolderFiles.fault(path, errno, "read") }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw Fault(.missing, code: "folder.missing", message: "\(path) is no folder.", hint: "Name the folder that the ledgers share.")
        }
    }

    /// The names of all bundles, ascending.
    func names() throws -> [String] {
        guard let folder = opendir(path) else { throw FolderFiles.fault(path, errno, "read") }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasSuffix(FolderFiles.suffix), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Lends the bytes of a file, piece by piece; nil at its end. Throws `Fault`, `folder.missing` for one that has gone, `folder.noFile` for what is none.
    func withFile<Result>(_ name: String, _ body: (@escaping () throws -> [UInt8]?) throws -> Result) throws -> Result {
        // What is no file, a pipe for example, must not be waited for.
        let number = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw FolderFiles.fault("\(path)/\(name)", errno, "read") }
        defer { close(number) }
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw FolderFiles.noFile }
        return try body {
            var piece = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                let count = read(number, &piece, piece.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw FolderFiles.fault("\(path)/\(name)", errno, "read") }
                if count == 0 { return nil }
                piece.removeLast(piece.count - count)
                return piece
            }
        }
    }

    /// Writes a bundle, syncs it and gives it its name, which `name` tells once all of it is written. A bundle that is there is replaced by the
    /// same bytes. A program that is stopped in between leaves a file whose name begins with a dot.
    func write<Result>(_ body: (_ output: ([UInt8]) throws -> Void) throws -> Result, name: (Result) -> String) throws -> Result {
        let (temporary, number) = try makeTemporary()
        removeLeftovers(beside: number)
        var isDone = false
        defer { if !isDone { unlink(temporary) } }
        let result: Result
        do {
            defer { close(number) }
            result = try body { try FolderFiles.write($0, to: number, path) }
            guard fsync(number) == 0 else { throw FolderFiles.fault(path, errno, "written") }
        }
        guard rename(temporary, "\(path)/\(name(result))") == 0 else { throw FolderFiles.fault(path, errno, "written") }
        isDone = true
        try sync()
        return result
    }

    private static func write(_ bytes: [UInt8], to number: Int32, _ path: String) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw fault(path, errno, "written") }
            rest = rest.dropFirst(count)
        }
    }

    /// The new name is on disk when this returns. Some shared file systems know no such thing.
    private func sync() throws {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw FolderFiles.fault(path, errno, "written") }
        defer { close(number) }
        guard fsync(number) == 0 || [EINVAL, ENOTSUP, EBADF].contains(errno) else { throw FolderFiles.fault(path, errno, "written") }
    }

    /// A file that no other program on any machine that sees the folder can have.
    private func makeTemporary() throws -> (path: String, number: Int32) {
        for attempt in 0... {
            let temporary = "\(path)/.\(FolderFiles.scope).partial-\(getpid())-\(attempt)"
            let number = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if number >= 0 { return (temporary, number) }
            guard errno == EEXIST, attempt < 1_000 else { break }
        }
        throw FolderFiles.fault(path, errno, "written")
    }

    private static let noScope = "unknown"

    /// Where a process's number means one process: this start of this machine, and this container on it.
    private static let scope: String = {
        var words = [UInt8](repeating: 0, count: 64)
        let count = readlink("/proc/self/ns/pid", &words, words.count)
        let container = String(decoding: words.prefix(max(0, count)), as: UTF8.self)
        // Where a system tells neither, what is left goes by its age.
        let start = (try? FolderFiles.bytes("/proc/sys/kernel/random/boot_id")) ?? []
        if start.isEmpty || container.isEmpty { return FolderFiles.noScope }
        return String(SHA256Hasher.hash(start + Array(container.utf8)).hex.prefix(16))
    }()

    private static func bytes(_ path: String) throws -> [UInt8] {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw fault(path, errno, "read") }
        defer { close(number) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(number, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    /// A day, by the clock of whoever stamps the files.
    private static let leftoverSeconds = 86_400

    /// What processes of this machine left that are no more, and what nobody has written to for a day.
    private func removeLeftovers(beside number: Int32) {
        var own = stat()
        guard fstat(number, &own) == 0, let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
            guard name.hasPrefix("."), let mark = name.firstRange(of: ".partial-") else { continue }
            var other = stat()
            guard lstat("\(path)/\(name)", &other) == 0, other.st_ino != own.st_ino else { continue }
            let process = pid_t(name[mark.upperBound...].prefix { $0 != "-" })
            let isGone = FolderFiles.scope != FolderFiles.noScope && name.hasPrefix(".\(FolderFiles.scope).") && process.map { $0 != getpid() && kill($0, 0) != 0 && errno == ESRCH } ?? false
            if isGone || own.st_mtim.tv_sec - other.st_mtim.tv_sec > FolderFiles.leftoverSeconds { unlink("\(path)/\(name)") }
        }
    }

    private static let noFile = Fault(.unreadable, code: "folder.noFile", message: "It is no file.")

    static func changed(_ path: String) -> Fault {
        Fault(
            .unreadable, code: "folder.changed", message: "\(path) changed while it was read.",
            hint: "What was taken before stays. Run the command again when no other program writes to the folder.")
    }

    static func fault(_ path: String, _ code: Int32, _ what: String) -> Fault {
        let reason = String(cString: strerror(code))
        return switch code {
        case ENOENT, ENOTDIR:
            Fault(.missing, code: "folder.missing", message: "There is no \(path), or it is there no more.", hint: "Plug it in, or make the folder, and run the command again.")
        case ENOSPC, EDQUOT:
            Fault(.damaged, code: "folder.full", message: "There is no room left in \(path).", hint: "Nothing of this ledger was lost. Make room there and run the command again.")
        case EACCES, EPERM, EROFS:
            Fault(.damaged, code: "folder.notPermitted", message: "\(path) cannot be \(what): \(reason).", hint: "Check the permissions of the folder.")
        default:
            Fault(.damaged, code: "folder.io", message: "\(path) cannot be \(what): \(reason).", hint: "Nothing of this ledger was lost. Check the disk and run the command again.")
        }
    }
}
