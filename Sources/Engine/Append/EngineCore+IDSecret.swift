import EventModel
package import EventStore
import TransparencyLog

extension EngineCore {
    /// The secret of the ledger's person under which ids are made of what they name (docs/format.md §4).
    ///
    /// A folder that has the person's key and no such file derives it. The file outlives that key, so that a later key
    /// of the person gives the same ids.
    /// - Parameter keeps: whether a derived secret is written to its file.
    /// - Throws: `StoreError.keyMissing` where neither file is here; `keyUnreadable` where the file holds other bytes
    ///   than the person's key gives: other ids would take in each row again.
    package func idSecret(_ head: StoreRecord, keeps: Bool) throws -> [UInt8] {
        let file = store.folder.idSecret(head.principal)
        if let kept = try store.folder.readSecret(file) {
            // Where the person's key is not here, nothing contradicts the file.
            guard let seed = try? principalSeed(head) else { return kept }
            if kept == (try EngineCore.idSecret(ofSeed: seed, head.principal)) { return kept }
            throw StoreError.keyUnreadable(path: file, reason: "the person's key gives other bytes")
        }
        let secret = try EngineCore.idSecret(ofSeed: try principalSeed(head), head.principal)
        if keeps { try store.folder.write(secret, to: file) }
        return secret
    }

    /// Why the file of that secret cannot be used; nil where it can, or where there is none.
    package func unusableIDSecret(_ head: StoreRecord) -> (path: String, reason: String)? {
        do { _ = try idSecret(head, keeps: false) } catch StoreError.keyUnreadable(let path, let reason) {
            return path == store.folder.idSecret(head.principal) ? (path, reason) : nil
        } catch {
            // A file that is not here, or that this user may not read, has its own finding.
            return nil
        }
        return nil
    }

    private static func idSecret(ofSeed seed: [UInt8], _ principal: PrincipalID) throws -> [UInt8] {
        HMACSHA256(key: seed).code(of: Array("daybook/ids/1".utf8) + principal.bytes).bytes
    }
}
