package import Glibc

/// A regular file that was opened by name inside a folder, without following a link: every file of a ledger and of a
/// shared folder.
///
/// ``GuardedFolder`` opens it. The descriptor closes when the object goes.
package final class GuardedFile: Sendable {
    /// The opener's use of the file.
    package enum Use: Sendable {
        case read
        /// The file must belong to this user.
        case readWrite
        /// ``readWrite`` that creates a missing file with mode 0600.
        case readWriteOrCreate

        var writes: Bool { self != .read }
        var flags: Int32 {
            switch self {
            case .read: O_RDONLY
            case .readWrite: O_RDWR
            case .readWriteOrCreate: O_RDWR | O_CREAT
            }
        }
    }

    package let descriptor: Int32
    package let path: String
    /// The file as it was found when it was opened.
    package let byteCount: Int
    package let owner: uid_t
    package let mode: mode_t

    /// Checks an open file and takes it over; closes it where it is refused.
    ///
    /// - Throws: ``GuardedFileError``.
    init(checking descriptor: Int32, _ path: String, writes: Bool, anyOwner: Bool) throws(GuardedFileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw .system(path: path, code: code)
        }
        let refusal =
            GuardedFile.refusal(of: status, path)
            ?? (writes && !anyOwner && status.st_uid != geteuid() ? .otherOwner(path: path, owner: status.st_uid) : nil)
        if let refusal {
            close(descriptor)
            throw refusal
        }
        self.descriptor = descriptor
        self.path = path
        byteCount = Int(status.st_size)
        owner = status.st_uid
        mode = status.st_mode & 0o7777
    }

    /// Another descriptor of an open file, as one in memory.
    package convenience init(copyOf descriptor: Int32, _ path: String) throws(GuardedFileError) {
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw .system(path: path, code: errno) }
        try self.init(checking: own, path, writes: false, anyOwner: true)
    }

    deinit { close(descriptor) }

    /// Why a file of that kind is never opened; nil for a regular file.
    package static func refusal(of status: stat, _ path: String) -> GuardedFileError? {
        let kind: GuardedFileError.Kind? =
            switch status.st_mode & S_IFMT {
            case S_IFREG: nil
            case S_IFLNK: .link
            case S_IFDIR: .folder
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            default: .device
            }
        return kind.map { .notRegular(path: path, kind: $0) }
    }

    /// Why a file is not written to that another name, perhaps of something else, stands for too; nil for a file with
    /// one name.
    package static func refusalToWrite(_ status: stat, _ path: String) -> GuardedFileError? {
        refusal(of: status, path) ?? (status.st_nlink > 1 ? .notRegular(path: path, kind: .hardLink) : nil)
    }

    /// Refuses a file with several names, as it is now.
    package func checkOneName() throws(GuardedFileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(path: path, code: errno) }
        if let refusal = GuardedFile.refusalToWrite(status, path) { throw refusal }
    }

    /// The whole file; nil where it is longer than `bytesMaximum`.
    ///
    /// - Throws: ``GuardedFileError``. Cost: O(bytes).
    package func bytes(atMost bytesMaximum: Int) throws(GuardedFileError) -> [UInt8]? {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(bytesMaximum + 1, 1 << 16))
        while all.count <= bytesMaximum {
            let count = try read(&piece)
            if count == 0 { return all }
            all += piece[..<count]
        }
        return nil
    }

    /// The next bytes, 0 at the end.
    package func read(_ piece: inout [UInt8]) throws(GuardedFileError) -> Int {
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count >= 0 { return count }
            if errno != EINTR { throw .system(path: path, code: errno) }
        }
    }

    /// The bytes at an offset, 0 at the end; the next bytes of ``read(_:)`` stay the same.
    package func read(_ piece: inout [UInt8], at offset: Int) throws(GuardedFileError) -> Int {
        while true {
            let count = pread(descriptor, &piece, piece.count, offset)
            if count >= 0 { return count }
            if errno != EINTR { throw .system(path: path, code: errno) }
        }
    }

    /// Writes all of it.
    package func write(_ bytes: some Collection<UInt8>) throws(GuardedFileError) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // No byte written and no error: the disk is full.
            guard count > 0 else { throw .system(path: path, code: count == 0 ? ENOSPC : errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Lets each write go to the end of the file, also where another process writes to it.
    package func writeAtEnd() throws(GuardedFileError) {
        guard fcntl(descriptor, F_SETFL, O_APPEND) == 0 else { throw .system(path: path, code: errno) }
    }

    package func setMode(_ mode: mode_t) throws(GuardedFileError) {
        guard fchmod(descriptor, mode) == 0 else { throw .system(path: path, code: errno) }
    }

    package func sync() throws(GuardedFileError) {
        guard fsync(descriptor) == 0 else { throw .system(path: path, code: errno) }
    }
}

/// Why a file was not opened.
package enum GuardedFileError: Error, Hashable, Sendable {
    /// The kind of thing at a name that a regular file must have.
    package enum Kind: String, Hashable, Sendable {
        case link = "a symbolic link"
        case folder = "a folder"
        case pipe = "a pipe"
        case socket = "a socket"
        case device = "a device"
        case hardLink = "one of several hard links to a file"
    }

    case notRegular(path: String, kind: Kind)
    case otherOwner(path: String, owner: uid_t)
    case system(path: String, code: Int32)

    package var path: String {
        switch self {
        case .notRegular(let path, _), .otherOwner(let path, _), .system(let path, _): path
        }
    }

    /// The errno of the failure, or that of a file of the wrong kind or owner.
    package var code: Int32 {
        switch self {
        case .notRegular(_, .link): ELOOP
        case .notRegular(_, .folder): EISDIR
        case .notRegular: EINVAL
        case .otherOwner: EACCES
        case .system(_, let code): code
        }
    }
}
