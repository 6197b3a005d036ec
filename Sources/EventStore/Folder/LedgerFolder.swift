package import EventModel
import Glibc
import GuardedFiles

/// The files of a ledger's folder (docs/format.md §4).
package struct LedgerFolder: Hashable, Sendable {
    package let path: String
    /// Whether the caller accepts that other users may write here: the rules about owners and modes do not hold then.
    package let allowsOthers: Bool

    package init(path: String, allowsOthers: Bool = false) {
        self.path = path
        self.allowsOthers = allowsOthers
    }

    package var store: String { path + "/data.mdb" }
    package var checkpoint: String { path + "/checkpoint" }
    package var ledgerLock: String { path + "/ledger.lock" }
    package var writerLock: String { path + "/writer.lock" }
    package var token: String { path + "/token" }
    package var keys: String { path + "/keys" }
    package var principalKey: String { keys + "/principal.key" }
    /// The key of another person, kept where that person's ledger was merged.
    package func personKey(_ person: PrincipalID) -> String { "\(keys)/person-\(person.hex).key" }
    /// The secret of a person for the ids of imported rows.
    package func idSecret(_ principal: PrincipalID) -> String { "\(keys)/ids-\(principal.hex).key" }
    package func originKey(_ origin: OriginID) -> String { "\(keys)/origin-\(origin.hex).key" }

    package enum Found { case nothing, folder, ledger, file }

    package func inspect() throws(StoreError) -> Found {
        var status = stat()
        if stat(path, &status) != 0 {
            switch errno {
            case ENOENT: return .nothing
            case ENOTDIR: throw .notAFolder(path: LedgerFolder.file(above: path))
            default: throw StoreError.ofReading(path)
            }
        }
        if status.st_mode & S_IFMT != S_IFDIR { return .file }
        if stat(store, &status) == 0 { return .ledger }
        if errno != ENOENT { throw StoreError.ofReading(store) }
        return .folder
    }

    /// The part of a path that is a file where a folder must be.
    private static func file(above path: String) -> String {
        var part = path
        var status = stat()
        while stat(part, &status) != 0, part.contains("/"), parent(part) != part { part = parent(part) }
        return part
    }

    /// Whether a ledger was in use here whose store is gone: an origin's key is written with the first event, after the
    /// store is in its place.
    package func hasRemains() throws(StoreError) -> Bool { try keyNames().contains { $0.hasPrefix("origin-") } }

    /// Whether the folder's files are those of a ledger: of one that is whole, or of which the person's key is left.
    ///
    /// An empty `data.mdb` alone belongs to no ledger: a store is moved to its place whole.
    package var holdsLedgerFiles: Bool { holdsStore || access(principalKey, F_OK) == 0 }

    private var holdsStore: Bool {
        var status = stat()
        return stat(store, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
    }

    /// The ledger to whose files a folder belongs: the folder itself, or the one above its `keys/` or `making/`. Nil
    /// for other folders.
    ///
    /// `folder` is a path without links.
    package static func enclosing(folder: String) -> LedgerFolder? {
        let own = LedgerFolder(path: folder)
        if own.holdsLedgerFiles { return own }
        let above = LedgerFolder(path: parent(folder))
        return [above.keys, above.making].contains(folder) && above.holdsLedgerFiles ? above : nil
    }

    /// The ledger in whose folder a path lies, however deep; the path need not be there yet.
    package static func around(_ path: String) -> LedgerFolder? {
        var part = path
        // A missing part of a path has no links in it.
        while part != "/", part != ".", access(part, F_OK) != 0 { part = parent(part) }
        guard let found = realpath(part, nil) else { return nil }
        defer { unsafe free(found) }
        var folder = unsafe String(cString: found)
        while true {
            if LedgerFolder(path: folder).holdsLedgerFiles { return LedgerFolder(path: folder) }
            if folder == "/" { return nil }
            folder = parent(folder)
        }
    }

    /// `around` without the folder at the path itself: only the folders above it.
    package static func outside(_ path: String) -> LedgerFolder? {
        guard let found = realpath(path, nil) else { return around(path) }
        defer { unsafe free(found) }
        return around(parent(unsafe String(cString: found)))
    }

    /// Makes the folder (and those above it) and `keys/`, both only for this user; their names are on disk when it
    /// returns.
    ///
    /// Refuses a folder that is there already as ``checkTrust(toWrite:)`` does; nothing was made in it then.
    package func create() throws(StoreError) {
        try LedgerFolder.makeFolders(path)
        try checkTrust(toWrite: true)
        let root = try opened()
        do throws(GuardedFileError) {
            _ = try root.makeFolder("keys")
            _ = try root.folder("keys")
            try root.sync()
        } catch {
            throw StoreError(making: error)
        }
    }

    private static func makeFolders(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) != 0 {
            if errno == EEXIST { return }
            guard errno == ENOENT, path.contains("/"), parent(path) != path else {
                throw StoreError.ofSystem("Making \(path)", path: path)
            }
            try makeFolders(parent(path))
            if mkdir(path, 0o700) != 0, errno != EEXIST { throw StoreError.ofSystem("Making \(path)", path: path) }
        }
        do throws(GuardedFileError) { try GuardedFolder(parent(path)).sync() } catch { throw StoreError(making: error) }
    }

    /// The folders that `create` would make, the innermost first.
    package func missingFolders() -> [String] {
        var missing: [String] = []
        var part = path
        while access(part, F_OK) != 0, part != LedgerFolder.parent(part) {
            missing.append(part)
            part = LedgerFolder.parent(part)
        }
        return missing
    }

    /// Removes what a making put into a folder that had been empty, and the folders that were made for it.
    ///
    /// A store that is in its place stays, and all that belongs to it. The caller holds ``lockForMaking()``.
    package func clear(folders: [String]) {
        clearMaking()
        if access(store, F_OK) == 0 { return }
        // A folder that cannot be read has had nothing put into it.
        guard let root = try? GuardedFolder(path) else { return }
        if let keys = try? root.folder("keys") {  // Nil: there is none, or a link is in its place.
            for name in (try? keys.names()) ?? [] { keys.remove(name) }  // An unlistable folder stays.
        } else {
            root.remove("keys")  // A link in its place; what it leads to stays.
        }
        root.remove("checkpoint")
        removeEmpty(folders: folders)
    }

    /// Removes a ledger that was just moved to its place, where no other program has it open.
    ///
    /// - Parameter store: The identity of the store's file that was moved; another one stays.
    package func clearMade(_ store: StoreIdentity?, folders: [String]) {
        guard let making = try? lockForMaking(),  // A folder that another program uses stays.
            store != nil, storeIdentity == store
        else { return }
        defer { making.unlock() }
        let lock: FileLock?
        do throws(StoreError) {
            lock = try FileLock(existing: ledgerLock)
            if let lock, try !lock.tryLock(.exclusive) { return }
        } catch { return }
        defer { lock?.unlock() }
        // A folder that cannot be read has had nothing put into it.
        guard let root = try? GuardedFolder(path) else { return }
        let names = (try? root.names()) ?? []  // An unlistable folder stays.
        for name in names where name != "keys" && name != "making" { root.remove(name) }
        clear(folders: folders)
    }

    /// Removes `keys/` and the folders that were made for it, where they are empty.
    package func removeEmpty(folders: [String]) { for folder in [keys] + folders { rmdir(folder) } }

    static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

extension LedgerFolder {
    /// Which file the store is; nil where there is none.
    package var storeIdentity: StoreIdentity? {
        var status = stat()
        guard stat(store, &status) == 0 else { return nil }
        return StoreIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// The length of the store's file; 0 when it cannot be seen.
    package var storeBytes: UInt64 {
        var status = stat()
        return stat(store, &status) == 0 ? UInt64(status.st_size) : 0
    }
}
