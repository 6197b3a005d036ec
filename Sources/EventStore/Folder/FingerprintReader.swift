import CIntegrity
import EventModel
import Glibc
import Synchronization

/// Reads, before each commit, the fingerprint that distinguishes a ledger from its copies.
///
/// The token's bytes are read again when its inode or change time is another.
package final class FingerprintReader: Sendable {
    private let folder: LedgerFolder
    /// With the token's change time: its bytes are read again when that is another.
    private let last = Mutex<(fingerprint: Fingerprint, changed: UInt64)?>(nil)

    package init(_ folder: LedgerFolder) { self.folder = folder }

    /// The fingerprint of the files now; nil when the store or the token is missing. One or two file status calls while
    /// the token is unchanged.
    package func read() throws(StoreError) -> Fingerprint? {
        var (store, token) = (daybook_file(), daybook_file())
        guard daybook_look(folder.store, &store) == 0, daybook_look(folder.token, &token) == 0 else { return nil }
        if let last = last.withLock({ $0 }), last.fingerprint.storeInode == store.inode,
            last.fingerprint.tokenInode == token.inode,
            last.changed == token.change
        {
            return last.fingerprint
        }
        guard let nonce = try readToken() else { return nil }
        let found = Fingerprint(
            token: nonce, storeInode: store.inode, tokenInode: token.inode,
            tokenBirthNanoseconds: token.birth == 0 ? nil : token.birth)
        last.withLock { $0 = (found, token.change) }
        return found
    }

    /// Nil for a missing file and for one that is not 32 bytes, of whatever length.
    private func readToken() throws(StoreError) -> Bytes32? {
        do throws(StoreError) {
            return try folder.read(folder.token, bytesMaximum: 64).flatMap { Bytes32(bytes: $0) }
        } catch .keyUnreadable {
            return nil
        }
    }
}
