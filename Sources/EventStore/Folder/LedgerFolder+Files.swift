package import EventModel
package import GuardedFiles
import Glibc
package import TransparencyLog

/// Opening, reading and writing the files of a ledger's folder, each through ``GuardedFolder``: a link in place of a
/// file, of `keys/` or of `making/` is refused, and nothing waits for a pipe.
extension LedgerFolder {
    /// The folder that a person named, a link to it followed.
    func opened() throws(StoreError) -> GuardedFolder {
        do throws(GuardedFileError) { return try GuardedFolder(path) } catch { throw StoreError(reading: error) }
    }

    /// Opens one of the ledger's files.
    ///
    /// - Throws: ``GuardedFileError``.
    func open(_ file: String, _ use: GuardedFile.Use = .read) throws(GuardedFileError) -> GuardedFile {
        try place(of: file).open(LedgerFolder.name(file), use, anyOwner: allowsOthers)
    }

    /// The open folder in which one of the ledger's files lies: the ledger's own, or one right inside it.
    private func place(of file: String) throws(GuardedFileError) -> GuardedFolder {
        let root = try GuardedFolder(path)
        let folder = LedgerFolder.parent(file)
        if folder == path || folder == "." { return root }
        precondition(
            LedgerFolder.parent(folder) == path, "a ledger's files lie in its folder or in one right inside it")
        return try root.folder(LedgerFolder.name(folder))
    }

    static func name(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Writes a small file whole: a new one with a name of its own, synced, then renamed, the name synced too; mode
    /// 0600.
    package func write(_ bytes: [UInt8], to file: String) throws(StoreError) {
        do throws(GuardedFileError) {
            try place(of: file).replace(LedgerFolder.name(file), with: bytes)
        } catch {
            throw StoreError(writing: error, file)
        }
    }

    /// The bytes of a small file; nil when there is none.
    package func read(_ file: String, bytesMaximum: Int) throws(StoreError) -> [UInt8]? {
        let bytes: [UInt8]?
        do throws(GuardedFileError) { bytes = try open(file).bytes(atMost: bytesMaximum) } catch {
            if error.isMissing { return nil }
            throw StoreError(reading: error)
        }
        guard let bytes else { throw .keyUnreadable(path: file, reason: "it is longer than \(bytesMaximum) bytes") }
        return bytes
    }

    /// The seed in a key file; nil when there is none. A file of 32 bytes without a kind is of the kind that belongs
    /// here: older versions wrote keys like this.
    package func readKey(_ file: String, _ kind: KeyFile.Kind) throws(StoreError) -> [UInt8]? {
        guard let bytes = try read(file, bytesMaximum: KeyFile.bytesMaximum) else { return nil }
        let key: KeyFile
        do throws(KeyFileError) { key = try KeyFile(bytes) } catch {
            if error == .shortMemory { throw .io(operation: "Reading \(file)", code: ENOMEM, reason: error.reason) }
            throw .keyUnreadable(path: file, reason: error.reason)
        }
        guard key.kind == nil || key.kind == kind else {
            throw .keyUnreadable(path: file, reason: "it is a key of the kind \"\(key.kind?.rawValue ?? "")\"")
        }
        return key.seed
    }

    /// A secret of 32 bytes that is no key to sign with; nil when there is none.
    package func readSecret(_ file: String) throws(StoreError) -> [UInt8]? {
        guard let bytes = try read(file, bytesMaximum: 64) else { return nil }
        guard bytes.count == 32 else { throw .keyUnreadable(path: file, reason: "it is not 32 bytes") }
        return bytes
    }

    package func writeKey(_ seed: [UInt8], _ kind: KeyFile.Kind, to file: String) throws {
        try write(try KeyFile(kind, seed: seed).bytes, to: file)
    }

    /// Whether a key file is there.
    package func hasKey(_ file: String) -> Bool { access(file, R_OK) == 0 }

    /// Deletes a file; one that is missing is as good.
    package func remove(_ file: String) {
        // A folder that cannot be opened has no file of ours.
        if let folder = try? place(of: file) { folder.remove(LedgerFolder.name(file)) }
    }

    /// Brings the names in the folder to disk.
    package func sync() throws(StoreError) {
        do throws(GuardedFileError) { try GuardedFolder(path).sync() } catch { throw StoreError(making: error) }
    }

    /// Whether nothing stands in the folder yet.
    package func isEmptyOrMissing() throws(StoreError) -> Bool {
        do throws(GuardedFileError) { return try GuardedFolder(path).names().isEmpty } catch {
            if error.isMissing { return true }
            throw StoreError(reading: error)
        }
    }

    /// The names in `keys/`, ascending; none when it is missing.
    package func keyNames() throws(StoreError) -> [String] {
        do throws(GuardedFileError) { return try GuardedFolder(path).folder("keys").names() } catch {
            if error.isMissing { return [] }
            throw StoreError(reading: error)
        }
    }

    /// The persons whose keys are kept beside the principal's.
    package func personsWithKeys() throws(StoreError) -> [PrincipalID] {
        try keyNames().compactMap { name in
            name.hasPrefix("person-") && name.hasSuffix(".key")
                ? PrincipalID(hex: String(name.dropFirst(7).dropLast(4))) : nil
        }
    }

    /// Copies all key files, each as it is.
    package func copyKeys(to target: LedgerFolder) throws(StoreError) {
        for name in try keyNames() where name.hasSuffix(".key") {
            guard let bytes = try read("\(keys)/\(name)", bytesMaximum: KeyFile.bytesMaximum) else { continue }
            try target.write(bytes, to: "\(target.keys)/\(name)")
        }
    }
}

extension GuardedFileError {
    var isMissing: Bool {
        guard case .system(_, let code) = self else { return false }
        return code == ENOENT || code == ENOTDIR
    }

    /// Whether this user may not write it; reading may still be allowed.
    var isOfRights: Bool {
        switch self {
        case .notRegular: false
        case .otherOwner: true
        case .system(_, let code): code == EROFS || code == EACCES
        }
    }
}

extension StoreError {
    /// The error of opening or reading a file.
    package init(reading error: GuardedFileError) {
        self = .guarded(error) { code in
            errno = code
            return .ofReading(error.path)
        }
    }

    init(opening error: GuardedFileError) { self.init(changing: error, "Opening \(error.path)", error.path) }
    init(making error: GuardedFileError) { self.init(changing: error, "Making \(error.path)", error.path) }
    package init(writing error: GuardedFileError, _ file: String) {
        self.init(changing: error, "Writing \(file)", file)
    }

    private init(changing error: GuardedFileError, _ operation: String, _ path: String) {
        self = .guarded(error) { code in
            errno = code
            return .ofSystem(operation, path: path)
        }
    }

    private static func guarded(_ error: GuardedFileError, _ system: (Int32) -> StoreError) -> StoreError {
        switch error {
        case .notRegular(let path, let kind): .unsafeFile(path: path, found: kind.rawValue)
        case .otherOwner(let path, _): .otherOwner(path: path)
        case .system(_, let code): system(code)
        }
    }
}

extension LedgerFolder {
    /// Whether an open folder has the files of a ledger: the person's key, or a store beside what every ledger has.
    ///
    /// A `data.mdb` alone, or beside an empty `keys/`, is none, and neither is a link of that name: a stranger can put
    /// one into a shared folder. No file is opened.
    package static func holdsLedgerFiles(_ folder: GuardedFolder) -> Bool {
        // An unreadable folder holds nothing that this program would use.
        func kind(_ name: String) -> mode_t? { (try? folder.status(name)).map { $0.st_mode & S_IFMT } }
        // Same reason.
        if kind("keys") == S_IFDIR, (try? folder.folder("keys").status("principal.key")) != nil { return true }
        // Same reason.
        guard let store = try? folder.status("data.mdb"), store.st_mode & S_IFMT == S_IFREG, store.st_size > 0 else {
            return false
        }
        return kind("checkpoint") == S_IFREG || kind("token") == S_IFREG
    }
}
