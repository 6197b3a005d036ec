import Glibc
package import GuardedFiles

extension LedgerFolder {
    /// Whether an open folder has the files of a ledger: the person's key, or a store beside what every ledger has.
    ///
    /// A lone `data.mdb` is none, and neither is a link of that name: anyone can put one into a shared folder. No file
    /// is opened.
    package static func holdsLedgerFiles(_ folder: GuardedFolder) -> Bool {
        // An unreadable folder holds nothing that this program would use.
        func kind(_ name: String) -> mode_t? { (try? folder.status(name)).map { $0.st_mode & S_IFMT } }
        // Same reason.
        if kind("keys") == S_IFDIR, (try? folder.folder("keys").status("principal.key")) != nil { return true }
        // Same reason.
        guard let store = try? folder.status("data.mdb"), store.st_mode & S_IFMT == S_IFREG, store.st_size > 0 else {
            return false
        }
        return kind("keys") == S_IFDIR || kind("checkpoint") == S_IFREG || kind("token") == S_IFREG
    }
}
