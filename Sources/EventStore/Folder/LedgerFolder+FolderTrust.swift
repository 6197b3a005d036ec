import Glibc
import GuardedFiles

/// Who else may write to a ledger's folder. The rule is about the folder, its `keys/` and its files; folders above it,
/// such as /tmp, are not checked.
extension LedgerFolder {
    /// The files of a ledger whose bytes decide what it holds, and those that programs lock.
    static let storeFiles = ["data.mdb", "lock.mdb", "checkpoint", "token", "writer.lock"]

    /// Refuses a folder, a `keys/` or a file of the store that other users may write to, and to write also a folder of
    /// another user.
    ///
    /// No user writes to a medium that is mounted read-only. The opening of the files reports those that this user may
    /// not examine.
    /// - Throws: `StoreError.sharedFolder`, `StoreError.foreignKeys`. Cost: three system calls, and five more where
    ///   others may enter the folder.
    package func checkTrust(toWrite: Bool) throws(StoreError) {
        guard !allowsOthers, let root = try? GuardedFolder(path), let own = try? root.ownStatus() else { return }  // Opening the files reports it.
        if isOnReadOnlyMedium { return }
        guard own.st_mode & 0o022 == 0 else { throw .sharedFolder(path: path, mode: own.st_mode & 0o7777) }
        try checkFiles(in: root, own)
        let isOwn = own.st_uid == geteuid()
        // Without the right to write, opening the files says so.
        if toWrite, !isOwn, faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0 {
            throw .foreignFolder(path: path, owner: own.st_uid)
        }
        guard let found = try? root.status("keys") else { return }  // A copy without keys has no such folder.
        guard found.st_mode & S_IFMT == S_IFDIR else {
            throw .foreignKeys(
                path: keys, reason: found.st_mode & S_IFMT == S_IFLNK ? "it is a symbolic link" : "it is no folder")
        }
        guard found.st_uid == own.st_uid else {
            throw .foreignKeys(path: keys, reason: "it belongs to another user (uid \(found.st_uid))")
        }
        guard found.st_mode & 0o022 == 0 else { throw .sharedFolder(path: keys, mode: found.st_mode & 0o7777) }
    }

    /// In a folder that no other user may enter, the mode of a file opens nothing.
    private func checkFiles(in root: GuardedFolder, _ own: stat) throws(StoreError) {
        guard own.st_mode & 0o011 != 0 else { return }
        for name in LedgerFolder.storeFiles {
            guard let found = try? root.status(name), found.st_mode & S_IFMT == S_IFREG else { continue }  // Said by what opens the files.
            if found.st_mode & 0o022 != 0 { throw .sharedFolder(path: "\(path)/\(name)", mode: found.st_mode & 0o7777) }
        }
    }

    /// Refuses a folder in which anything but a regular file has the name of a file that is opened later, or by a part
    /// of the commands only.
    ///
    /// - Parameter toWrite: Refuses hard links as well, in place of the files that are written as they stand: what
    ///   has the other name would be
    ///   overwritten. `data.mdb` and `token` may have several names, as in a snapshot by `cp -al`.
    /// - Throws: `StoreError.unsafeFile`. Cost: nine system calls.
    func checkKinds(toWrite: Bool) throws(StoreError) {
        let root = try opened()
        do throws(GuardedFileError) {
            for name in ["data.mdb", "token", "writer.lock"] {
                if let found = try root.status(name), let refusal = GuardedFile.refusal(of: found, "\(path)/\(name)") {
                    throw refusal
                }
            }
            for name in ["checkpoint", "lock.mdb", "writer.lock"] where toWrite {
                guard let found = try root.status(name) else { continue }
                if let refusal = GuardedFile.refusalToWrite(found, "\(path)/\(name)") { throw refusal }
            }
        } catch {
            throw StoreError(reading: error)
        }
    }

    /// The paths of the files that are written as they stand and have several names.
    package var filesOfSeveralNames: [String] {
        ["checkpoint", "lock.mdb", "writer.lock"].filter { name in
            // The code that opens an unreadable file reports it.
            (try? opened().status(name)).map { $0.st_mode & S_IFMT == S_IFREG && $0.st_nlink > 1 } ?? false
        }.map { "\(path)/\($0)" }
    }

    private var isOnReadOnlyMedium: Bool {
        var medium = statvfs()
        return statvfs(path, &medium) == 0 && medium.f_flag & UInt(ST_RDONLY) != 0
    }
}
