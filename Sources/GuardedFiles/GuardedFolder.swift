package import Glibc

/// An open folder, through which its files are opened, made, renamed and removed: another folder put in its place
/// changes nothing.
///
/// This is the one place that opens a file inside a ledger's folder or a shared folder. The rules: a regular file, no
/// symbolic link, no waiting for a pipe, no opening of a device; to write, a file of this user.
package final class GuardedFolder: Sendable {
    package let path: String
    private let descriptor: Int32

    /// The folder that a person named; a link to one is followed.
    ///
    /// - Throws: ``GuardedFileError``.
    package init(_ path: String) throws(GuardedFileError) {
        descriptor = Glibc.open(path, LinuxFlags.openPath | O_DIRECTORY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else { throw .system(path: path, code: errno) }
    }

    private init(_ path: String, _ descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// A folder inside this one; a link to one is refused.
    package func folder(_ name: String) throws(GuardedFileError) -> GuardedFolder {
        let number = openat(descriptor, name, LinuxFlags.openPath | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if number >= 0 { return GuardedFolder(whole(name), number) }
        let code = errno
        if code == ENOTDIR || code == ELOOP, let found = try status(name),
            let refusal = GuardedFile.refusal(of: found, whole(name))
        {
            throw refusal
        }
        throw .system(path: whole(name), code: code)
    }

    /// Opens a file. The look before it keeps devices from being opened at all; the look at the open file decides.
    ///
    /// - Parameter anyOwner: Write to another user's file too.
    /// - Throws: ``GuardedFileError``, `system` with ENOENT where there is no such file.
    package func open(_ name: String, _ use: GuardedFile.Use = .read, anyOwner: Bool = false) throws(GuardedFileError)
        -> GuardedFile
    {
        let path = whole(name)
        if let found = try status(name), let refusal = GuardedFile.refusal(of: found, path) { throw refusal }
        let number = openat(
            descriptor, SystemName.bytes(name), use.flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
        guard number >= 0 else {
            let code = errno
            throw code == ELOOP ? .notRegular(path: path, kind: .link) : .system(path: path, code: code)
        }
        return try GuardedFile(checking: number, path, writes: use.writes, anyOwner: anyOwner)
    }

    /// Makes a file that was not there.
    ///
    /// - Throws: ``GuardedFileError``, `system` with EEXIST where anything has that name, a link too.
    package func create(_ name: String, mode: mode_t = 0o600) throws(GuardedFileError) -> GuardedFile {
        let number = openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard number >= 0 else { throw .system(path: whole(name), code: errno) }
        // A file system that makes every file another user's (a share) is no reason to refuse what was made here.
        return try GuardedFile(checking: number, whole(name), writes: true, anyOwner: true)
    }

    /// Makes a file with a name that nothing has yet, and locks it: while this process lives, no other one takes it for
    /// one that was left behind.
    package func createTemporary(_ prefix: String, mode: mode_t = 0o600) throws(GuardedFileError) -> (
        name: String, file: GuardedFile
    ) {
        var generator = SystemRandomNumberGenerator()
        for attempt in 0... {
            let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
            let name = prefix + String(repeating: "0", count: 16 - digits.utf8.count) + digits
            do throws(GuardedFileError) {
                let file = try create(name, mode: mode)
                flock(file.descriptor, LOCK_EX | LOCK_NB)
                return (name, file)
            } catch {
                guard case .system(_, EEXIST) = error, attempt < 100 else { throw error }
            }
        }
        preconditionFailure("the loop returns or throws")
    }

    /// The prefix of a name that `createTemporary` gives: all before its 16 digits; nil of any other name.
    package static func temporaryPrefix(of name: String) -> String? {
        guard name.utf8.count > 16, name.utf8.suffix(16).areHexadecimalDigits else { return nil }
        return String(Substring(name.utf8.dropLast(16)))
    }

    /// Writes a small file whole: a temporary one, synced, then renamed over the name, mode 0600; the name is on disk
    /// too.
    package func replace(_ name: String, with bytes: [UInt8]) throws(GuardedFileError) {
        let (temporary, file) = try createTemporary(name + ".new-")
        do throws(GuardedFileError) {
            try file.write(bytes)
            try file.sync()
            try rename(temporary, name)
        } catch {
            remove(temporary)
            throw error
        }
        try sync()
    }

    package func rename(_ name: String, _ target: String) throws(GuardedFileError) {
        guard renameat(descriptor, name, descriptor, target) == 0 else {
            throw .system(path: whole(target), code: errno)
        }
    }

    /// Moves a file into another folder of the same file system, in place of a file of its name.
    package func move(_ name: String, to folder: GuardedFolder) throws(GuardedFileError) {
        guard renameat(descriptor, name, folder.descriptor, name) == 0 else {
            throw .system(path: folder.whole(name), code: errno)
        }
    }

    /// Deletes a file; one that is missing is as good.
    package func remove(_ name: String) { _ = unlinkat(descriptor, SystemName.bytes(name), 0) }

    /// Deletes files that `createTemporary` made with this prefix and that no process locks any more, where they are
    /// older than the file of that name by more than a second; those of other users stay.
    package func removeAbandoned(_ prefix: String, beside own: String) {
        // An unreadable folder stays.
        guard let beside = try? status(own), let names = try? names() else { return }  // Same reason.
        for name in names where name != own {
            guard GuardedFolder.temporaryPrefix(of: name) == prefix,
                let other = try? status(name),  // Gone since.
                other.st_uid == geteuid(), beside.st_mtim.tv_sec - other.st_mtim.tv_sec > 1
            else { continue }
            removeUnlocked(name)
        }
    }

    /// Deletes a regular file that no process locks; any other one stays.
    package func removeUnlocked(_ name: String) {
        // An unreadable file stays.
        guard let file = try? open(name), flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
        remove(name)
    }

    /// The status of the thing of that name, a link for itself; nil where there is none.
    package func status(_ name: String) throws(GuardedFileError) -> stat? {
        var found = stat()
        if fstatat(descriptor, SystemName.bytes(name), &found, AT_SYMLINK_NOFOLLOW) == 0 { return found }
        if errno == ENOENT { return nil }
        throw .system(path: whole(name), code: errno)
    }

    /// The path of the folder without links, as the system knows it now; nil where the system does not state it.
    package var canonicalPath: String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
        return count > 0 && count < bytes.count ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// The folder itself.
    package func ownStatus() throws(GuardedFileError) -> stat {
        var found = stat()
        guard fstatat(descriptor, "", &found, LinuxFlags.atEmptyPath) == 0 else {
            throw .system(path: path, code: errno)
        }
        return found
    }

    /// The folder in which this one lies now; nil for the topmost one, and where the system does not let it be opened.
    package var above: GuardedFolder? {
        let number = openat(descriptor, "..", LinuxFlags.openPath | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let above = GuardedFolder(whole(".."), number)
        return above.isSame(as: self) ? nil : above
    }

    /// Whether both are one folder, by its device and its inode.
    package func isSame(as other: GuardedFolder) -> Bool {
        // An open folder has a status.
        guard let own = try? ownStatus(), let theirs = try? other.ownStatus() else { return false }
        return own.st_dev == theirs.st_dev && own.st_ino == theirs.st_ino
    }

    /// Makes a folder of this user alone; true where there was none.
    package func makeFolder(_ name: String) throws(GuardedFileError) -> Bool {
        if mkdirat(descriptor, name, 0o700) == 0 { return true }
        if errno == EEXIST { return false }
        throw .system(path: whole(name), code: errno)
    }

    /// Changes the mode of the folder itself.
    package func setMode(_ mode: mode_t) throws(GuardedFileError) {
        let number = try readable()
        defer { close(number) }
        guard fchmod(number, mode) == 0 else { throw .system(path: path, code: errno) }
    }

    /// Changes the mode of a file without opening it. The caller has seen that it is one.
    package func setMode(of name: String, _ mode: mode_t) throws(GuardedFileError) {
        guard fchmodat(descriptor, name, mode, 0) == 0 else { throw .system(path: whole(name), code: errno) }
    }

    /// All names in the folder, ascending; of a name that is no UTF-8 a text by which this folder finds it.
    package func names() throws(GuardedFileError) -> [String] {
        let number = try readable()
        guard let listing = fdopendir(number) else {
            let code = errno
            close(number)
            throw .system(path: path, code: code)
        }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                SystemName.text(bytes.prefix { $0 != 0 })
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Brings the names in the folder to disk: syncing a file does not sync the name under which it is found.
    package func sync() throws(GuardedFileError) {
        let number = try readable()
        defer { close(number) }
        guard fsync(number) == 0 else { throw .system(path: path, code: errno) }
    }

    /// The advisory lock on the folder itself needs a descriptor of its own, which the caller closes.
    package func readable() throws(GuardedFileError) -> Int32 {
        let number = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw .system(path: path, code: errno) }
        return number
    }

    private func whole(_ name: String) -> String { path == "/" ? "/" + name : path + "/" + name }
}

extension Sequence<UInt8> {
    /// True where all are digits of a hexadecimal number, in lower case.
    package var areHexadecimalDigits: Bool {
        allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

/// Flags that the Glibc module does not show. Source: include/uapi/asm-generic/fcntl.h, include/uapi/linux/fcntl.h.
private enum LinuxFlags {
    /// Not to read or write, only to stand for the folder.
    static let openPath: Int32 = 0o10_000_000
    static let atEmptyPath: Int32 = 0x1000
}
