import Glibc
import GuardedFiles

/// The folder `making/` inside a ledger's folder: what replaces or becomes the ledger is made there and moved to its
/// place last, so that whatever stops this leaves no half of a ledger.
extension LedgerFolder {
    var making: String { path + "/making" }
    package var ofMaking: LedgerFolder { LedgerFolder(path: making, allowsOthers: allowsOthers) }

    /// Locks the folder, which exists, against every other program that makes a ledger in it.
    ///
    /// - Throws: `StoreError.busy` where another program holds the lock, or has just removed the folder.
    package func lockForMaking() throws(StoreError) -> FileLock {
        let lock = try FileLock(folder: path)
        guard try lock.tryLock(.exclusive), lock.isInPlace else {
            throw .busy("another program is making a ledger in \(path)")
        }
        return lock
    }

    /// Makes the folder for a new `data.mdb`. One that holds files of others is used as it is; they stay.
    func makeMaking() throws(StoreError) {
        let root = try opened()
        do throws(GuardedFileError) {
            _ = try root.makeFolder("making")
            _ = try root.folder("making")
        } catch {
            throw StoreError(making: error)
        }
    }

    /// Makes the folder, empty and with a `keys/` of its own, for a whole ledger.
    package func makeWhole() throws(StoreError) {
        clearMaking()
        try makeMaking()
        try ofMaking.create()
    }

    /// Moves a whole ledger that was made to its place: the keys and the checkpoint, then `data.mdb`, with which it
    /// begins to be one.
    package func installMade() throws(StoreError) {
        do throws(GuardedFileError) {
            let root = try GuardedFolder(path)
            let made = try root.folder("making")
            let (keys, madeKeys) = (try root.folder("keys"), try made.folder("keys"))
            for name in try madeKeys.names() { try madeKeys.move(name, to: keys) }
            try keys.sync()
            if try made.status("checkpoint") != nil { try made.move("checkpoint", to: root) }
            try root.sync()
            try made.move("data.mdb", to: root)
        } catch {
            throw StoreError(making: error)
        }
        clearMaking()
        try sync()
    }

    /// Moves the store that was made to the ledger's place. The file that was there stays beside it, under a name of
    /// its own.
    ///
    /// Whatever stops it leaves the old file or the new one in place, each whole. The caller keeps all others out.
    /// - Returns: The path of the file that was in place before.
    package func replaceStore() throws(StoreError) -> String {
        var number = 1
        while access("\(store).damaged-\(number)", F_OK) == 0 { number += 1 }
        let kept = "\(store).damaged-\(number)"
        guard link(store, kept) == 0 else { throw StoreError.ofSystem("Keeping \(store) as \(kept)", path: kept) }
        do throws(StoreError) { try moveMadeStore() } catch {
            unlink(kept)
            throw error
        }
        clearMaking()
        try sync()
        return kept
    }

    /// Puts the store that was made in the place of the one that is there.
    func moveMadeStore() throws(StoreError) {
        try withLockFileClaimed { () throws(StoreError) in
            guard rename(making + "/data.mdb", store) == 0 else {
                throw StoreError.ofSystem("Replacing \(store)", path: store)
            }
        }
    }

    /// Whether the folder holds what a stopped making of this very ledger left, and nothing else: `making/`, keys that
    /// the source has, too, or an empty `keys/`.
    package func hasStoppedMaking(of source: LedgerFolder) throws(StoreError) -> Bool {
        let names: [String]
        do throws(GuardedFileError) { names = try GuardedFolder(path).names() } catch {
            throw StoreError(reading: error)
        }
        guard Set(names).isSubset(of: ["making", "keys", "checkpoint"]) else { return false }
        if !names.contains("making") { return names == ["keys"] ? try keyNames().isEmpty : false }
        for name in try keyNames() {
            let ours = try read("\(keys)/\(name)", bytesMaximum: 1 << 12)
            guard try ours == source.read("\(source.keys)/\(name)", bytesMaximum: 1 << 12) else { return false }
        }
        return true
    }

    /// Takes away what a stopped making left behind, and no file of others; what cannot be taken away is in the way
    /// later. A link in its place goes, what it leads to stays.
    package func clearMaking() {
        guard let root = try? GuardedFolder(path) else { return }  // No folder holds nothing.
        if let folder = try? root.folder("making") {  // None is there, or no folder has that name.
            if let keys = try? folder.folder("keys") {  // Same reason.
                LedgerFolder.removeMade(in: keys, of: LedgerFolder.isKey)
                rmdir(making + "/keys")
            }
            LedgerFolder.removeMade(in: folder, of: LedgerFolder.isOfStore)
            rmdir(making)
        } else if let found = try? root.status("making"), found.st_mode & S_IFMT == S_IFLNK {  // Same reason.
            root.remove("making")
        }
    }

    private static func removeMade(in folder: GuardedFolder, of isOfLedger: (String) -> Bool) {
        let names = (try? folder.names()) ?? []  // An unlistable folder stays.
        for name in names where isMade(name, of: isOfLedger) { folder.remove(name) }
    }
}
