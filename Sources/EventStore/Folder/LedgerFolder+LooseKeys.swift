import GuardedFiles
package import Glibc

/// Who else can read or change the keys, and the mending of it.
extension LedgerFolder {
    /// A folder or file with a mode or an owner that secret keys must not have.
    package struct LooseFile: Hashable, Sendable {
        package let path: String
        package let mode: mode_t
        /// Nil where it is the owner of the ledger's folder.
        package let otherOwner: uid_t?
        /// Whether it is a link, a pipe or something else that no key file is.
        package let isNoFile: Bool
    }

    /// `keys/` where others may do anything in it, and the key files that others may read or write or that are another
    /// user's, ascending.
    ///
    /// None where this user may not look. Cost: O(key files).
    package func looseKeys() -> [LooseFile] {
        // Who may not look finds nothing.
        guard let root = try? GuardedFolder(path), let own = try? root.ownStatus(), let keys = try? root.folder("keys"),
            let status = try? keys.ownStatus()  // Likewise.
        else { return [] }
        func loose(_ path: String, _ found: stat) -> LooseFile? {
            let other = found.st_uid == own.st_uid ? nil : found.st_uid
            let isNoFile = ![S_IFREG, S_IFDIR].contains(found.st_mode & S_IFMT)
            if found.st_mode & 0o077 == 0, other == nil, !isNoFile { return nil }
            return LooseFile(path: path, mode: found.st_mode & 0o777, otherOwner: other, isNoFile: isNoFile)
        }
        var all = [loose(keys.path, status)]
        // A folder that this user may not list has no names here.
        for name in (try? keys.names()) ?? [] where name.hasSuffix(".key") {
            if let found = try? keys.status(name) { all.append(loose("\(keys.path)/\(name)", found)) }  // Gone since.
        }
        return all.compactMap(\.self)
    }

    /// The lock files that other users may open, and so keep locked; none in a folder that they may not enter.
    package func looseLockFiles() -> [LooseFile] {
        // Likewise.
        guard let root = try? GuardedFolder(path), let own = try? root.ownStatus(), own.st_mode & 0o011 != 0
        else { return [] }
        return LedgerFolder.lockFiles.compactMap { name in
            guard let found = try? root.status(name), found.st_mode & S_IFMT == S_IFREG,  // Likewise.
                found.st_mode & 0o077 != 0
            else { return nil }
            return LooseFile(
                path: "\(path)/\(name)", mode: found.st_mode & 0o777,
                otherOwner: found.st_uid == own.st_uid ? nil : found.st_uid, isNoFile: false)
        }
    }

    /// The result of ``fixKeys()``.
    package struct KeysFix: Hashable, Sendable {
        package struct Fixed: Hashable, Sendable {
            package let path: String
            package let from: mode_t
            package let to: mode_t
        }

        package struct Left: Hashable, Sendable {
            package let path: String
            package let reason: String
        }

        package var fixed: [Fixed] = []
        package var left: [Left] = []
    }

    /// Gives the folder and `keys/` the mode 0700, each key file and lock file the mode 0600, and takes others' right
    /// to write from the store's files. Files of other users stay as they are, with the reason.
    ///
    /// - Throws: `StoreError` where the folder cannot be opened; what was mended before stays so.
    package func fixKeys() throws(StoreError) -> KeysFix {
        var report = KeysFix()
        let root = try opened()
        fix(root, &report)
        fixFiles(in: root, &report)
        let keys: GuardedFolder
        do throws(GuardedFileError) { keys = try root.folder("keys") } catch {
            if !error.isMissing { report.left.append(.init(path: error.path, reason: error.reason)) }
            return report
        }
        fix(keys, &report)
        let names: [String]
        do throws(GuardedFileError) { names = try keys.names() } catch {
            report.left.append(.init(path: keys.path, reason: error.reason))
            return report
        }
        for name in names where name.hasSuffix(".key") {
            do throws(GuardedFileError) {
                let file = try keys.open(name)
                guard file.owner == geteuid() else { throw .otherOwner(path: file.path, owner: file.owner) }
                guard file.mode & 0o777 != 0o600 else { continue }
                try file.setMode(0o600)
                report.fixed.append(.init(path: file.path, from: file.mode & 0o777, to: 0o600))
            } catch {
                report.left.append(.init(path: error.path, reason: error.reason))
            }
        }
        return report
    }

    private func fixFiles(in root: GuardedFolder, _ report: inout KeysFix) {
        for name in Set(LedgerFolder.storeFiles + LedgerFolder.lockFiles).sorted() {
            let closed: mode_t = LedgerFolder.lockFiles.contains(name) ? 0o077 : 0o022
            do throws(GuardedFileError) {
                let file = try root.open(name)
                let mode = file.mode & 0o777
                guard mode & closed != 0 else { continue }
                guard file.owner == geteuid() else { throw .otherOwner(path: file.path, owner: file.owner) }
                try file.setMode(mode & ~closed)
                report.fixed.append(.init(path: file.path, from: mode, to: mode & ~closed))
            } catch {
                if !error.isMissing { report.left.append(.init(path: error.path, reason: error.reason)) }
            }
        }
    }

    private func fix(_ folder: GuardedFolder, _ report: inout KeysFix) {
        do throws(GuardedFileError) {
            let status = try folder.ownStatus()
            guard status.st_uid == geteuid() else { throw .otherOwner(path: folder.path, owner: status.st_uid) }
            guard status.st_mode & 0o777 != 0o700 else { return }
            try folder.setMode(0o700)
            report.fixed.append(.init(path: folder.path, from: status.st_mode & 0o777, to: 0o700))
        } catch {
            report.left.append(.init(path: folder.path, reason: error.reason))
        }
    }
}

extension LedgerFolder {
    private var kept: String { keys + "/kept" }

    /// Notes in `keys/kept` that the person's key was written to a second place; the file holds the public key.
    package func noteKept(_ publicKey: String) throws(StoreError) {
        try write(Array((publicKey + "\n").utf8), to: kept)
    }

    /// Whether that was noted of this key. A note that cannot be read is none.
    package func isKept(_ publicKey: String) -> Bool {
        guard let bytes = try? read(kept, bytesMaximum: 128) else { return false }  // Said in the docstring.
        return String(decoding: bytes, as: UTF8.self) == publicKey + "\n"
    }
}

extension GuardedFileError {
    /// As in "it is a symbolic link".
    var reason: String {
        switch self {
        case .notRegular(_, let kind): "it is \(kind.rawValue)"
        case .otherOwner(_, let owner): "it belongs to another user (uid \(owner))"
        case .system(_, let code): String(cString: strerror(code))
        }
    }
}
