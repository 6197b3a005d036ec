import EventModel
package import EventStore
import TransparencyLog

extension EngineCore {
    /// The secret of the ledger's person under which ids are made of what they name (docs/format.md §4).
    ///
    /// A folder that has the person's key and no such file derives it. The file outlives that key, so that a later key
    /// of the person gives the same ids.
    /// - Parameter keeps: whether a derived secret is written to its file.
    /// - Throws: `StoreError.keyMissing` where neither file is here.
    package func idSecret(_ head: StoreRecord, keeps: Bool) throws -> [UInt8] {
        let file = store.folder.idSecret(head.principal)
        if let kept = try store.folder.readSecret(file) { return kept }
        let secret = try EngineCore.idSecret(ofSeed: try principalSeed(head), head.principal)
        if keeps { try store.folder.write(secret, to: file) }
        return secret
    }

    private static func idSecret(ofSeed seed: [UInt8], _ principal: PrincipalID) throws -> [UInt8] {
        HMACSHA256(key: seed).code(of: Array("daybook/ids/1".utf8) + principal.bytes).bytes
    }
}
