import DaybookKit
import EventModel
import Glibc
import SyncProtocol

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
    /// same bytes. `owner` marks what this ledger leaves behind when it is stopped in between.
    func write<Result>(owner: String, _ body: (_ output: ([UInt8]) throws -> Void) throws -> Result, name: (Result) -> String) throws -> Result {
        removeLeftovers(of: owner)
        let temporary = "\(path)/.\(owner).partial-\(getpid())"
        let number = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard number >= 0 else { throw FolderFiles.fault(path, errno, "written") }
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

    /// Of this ledger's processes on this machine those that are no more can have left something.
    private func removeLeftovers(of owner: String) {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
            guard name.hasPrefix(".\(owner).partial-"), let process = pid_t(name.split(separator: "-").last ?? "") else { continue }
            if process != getpid(), kill(process, 0) != 0, errno == ESRCH { unlink("\(path)/\(name)") }
        }
    }

    private static let noFile = Fault(.unreadable, code: "folder.noFile", message: "It is no file.")

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
