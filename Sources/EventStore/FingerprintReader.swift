import CIntegrity
import EventModel
import Glibc
import Synchronization

/// What tells a ledger from its copies, read from its files before each commit.
///
/// The token's bytes are read again when its inode or change time is another; the machine's name stays what it is while a program runs.
package final class FingerprintReader: Sendable {
    private let folder: LedgerFolder
    private let last = Mutex<Fingerprint?>(nil)

    package init(_ folder: LedgerFolder) { self.folder = folder }

    /// What the files tell now; nil when the store or the token is missing. One or two looks at the folder.
    package func read() throws(StoreError) -> Fingerprint? {
        var store = daybook_file()
        var tokenStatus = stat()
        guard daybook_look(folder.store, &store) == 0, stat(folder.token, &tokenStatus) == 0 else { return nil }
        let storeInode = store.inode
        let tokenInode = UInt64(tokenStatus.st_ino)
        let changed = UInt64(tokenStatus.st_ctim.tv_sec) * 1_000_000_000 + UInt64(tokenStatus.st_ctim.tv_nsec)
        if let last = last.withLock({ $0 }), last.storeInode == storeInode, last.tokenInode == tokenInode, last.tokenChangedNanoseconds == changed {
            return last
        }
        guard let token = try LedgerFolder.read(folder.token, bytesMaximum: 64), let nonce = Bytes32(bytes: token) else { return nil }
        let machine = try LedgerFolder.read("/etc/machine-id", bytesMaximum: 64) ?? []
        let found = Fingerprint(
            token: nonce, storeInode: storeInode, tokenInode: tokenInode, tokenChangedNanoseconds: changed,
            machine: String(decoding: machine.prefix(32), as: UTF8.self))
        last.withLock { $0 = found }
        return found
    }
}
