import EventCodec
import EventModel
import EventSourcing
package import EventStore
import TransparencyLog

extension EngineCore {
    /// Makes a ledger in a folder: keys, store, checkpoint. Throws when there is one already.
    ///
    /// `principalSeed` is the 32-byte Ed25519 seed of the person; a fresh one makes a new person. A ledger that is
    /// `joined` stays that person's; another one becomes the person's whose export is imported first. The origin is
    /// minted by the first write.
    package static func create(
        _ folder: LedgerFolder, zone: String, name: String, principalSeed: [UInt8], joined: Bool = false,
        _ configuration: EngineConfiguration
    ) throws -> EngineCore {
        try folder.create()
        let principal = try SigningKey(seed: principalSeed)
        // The keys are written under the store's lock: of two programs that make the same ledger, one does.
        let store = try EventStore.create(
            folder, stamp: configuration.clock(), mapByteCount: configuration.mapByteCount
        ) {
            try folder.writeKey(principalSeed, .person, to: folder.principalKey)
            guard let secret = Bytes32(bytes: configuration.entropy(32)),
                let token = Bytes32(bytes: configuration.entropy(32))
            else {
                preconditionFailure("the source of randomness gave fewer bytes than asked for")
            }
            try folder.write(token.bytes, to: folder.token)
            var record = StoreRecord(
                principal: PrincipalID(publicKey: principal.publicKey), principalKey: principal.publicKey.words,
                secret: secret,
                fingerprint: Fingerprint(token: token, storeInode: 0, tokenInode: 0, tokenBirthNanoseconds: nil),
                zone: zone,
                name: name)
            record.isJoined = joined
            return record
        }
        let engine = EngineCore(store: store, configuration: configuration)
        try engine.buildKept()
        return engine
    }

    /// Opens a ledger; for writing, projections that are missing or of another version are built first.
    package static func open(_ folder: LedgerFolder, _ access: EventStore.Access, _ configuration: EngineConfiguration)
        throws -> EngineCore
    {
        let engine = EngineCore(
            store: try EventStore.open(folder, access, mapByteCount: configuration.mapByteCount),
            configuration: configuration)
        if access == .readWrite {
            do { try engine.ensureKept() } catch {
                engine.close()
                throw error
            }
        }
        return engine
    }
}
