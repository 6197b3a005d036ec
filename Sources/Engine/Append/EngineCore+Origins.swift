import EventCodec
public import EventModel
import EventSourcing
package import EventStore
package import TransparencyLog

extension EngineCore {
    /// Mints an origin before the first write of a new, copied, restored or rolled back ledger; a read never does.
    func ensureOrigin(_ group: Group, _ transaction: inout StoreWrite) throws {
        if group.ownsOrigin { return }
        let head = group.session.head
        let cause: NewOrigin.Cause?
        if head.ownLog == 0 {
            cause = nil
        } else if head.ownRetired {
            cause = .setBack
        } else if let found = try store.fingerprints.read(), found.isSameCopy(as: head.fingerprint) {
            let origin = try group.session.log(head.ownLog, transaction).origin
            if store.folder.hasKey(store.folder.originKey(origin)) {
                group.ownsOrigin = true
                return
            }
            cause = .keyMissing
        } else {
            cause = .copied
        }
        try mintOrigin(group, &transaction, because: cause)
        group.ownsOrigin = true
    }

    private func mintOrigin(_ group: Group, _ transaction: inout StoreWrite, because cause: NewOrigin.Cause?) throws {
        let principal = try principalKey(group.session.head)
        let replaced: LogRecord? =
            group.session.head.ownLog == 0 ? nil : try group.session.log(group.session.head.ownLog, transaction)
        let seed = configuration.entropy(32)
        let key = try SigningKey(seed: seed)
        let origin = OriginID(publicKey: key.publicKey)
        if let replaced { try retire(replaced, group, transaction) }
        group.session.head.ownRetired = false
        let change = cause.flatMap { cause in
            replaced.map { NewOrigin(origin: origin, replaced: $0.origin, cause: cause) }
        }
        group.minted = MintedOrigin(origin: origin, seed: seed, token: configuration.entropy(32), change: change)
        group.session.head.ownLog = group.session.addLog(
            origin: origin, publicKey: key.publicKey.words, principal: group.session.head.principal)
        group.addedPrincipal()
        let draft = try originStarted(key, principal, replaced: replaced?.origin)
        let log = try group.session.log(group.session.head.ownLog, transaction)
        _ = try append([draft], nil, to: log, group, &transaction)
    }

    /// Writes the files of an origin that was minted for this commit, once it is certain that there is something to
    /// commit: a command that is refused leaves no trace in the folder either.
    func keepMinted(_ group: Group) throws {
        guard let minted = group.minted else { return }
        try store.folder.writeKey(minted.seed, .origin, to: store.folder.originKey(minted.origin))
        try store.folder.write(minted.token, to: store.folder.token)
        group.session.head.fingerprint = try store.fingerprints.read() ?? group.session.head.fingerprint
    }

    func originStarted(_ key: SigningKey, _ principal: SigningKey, replaced: OriginID?) throws -> EventDraft {
        let certificate = try OriginCertificate(originKey: key.publicKey, replaced: replaced, signedBy: principal)
        var writer = CBORWriter(capacity: 200)
        writer.map(count: replaced == nil ? 3 : 4)
        writer.unsigned(1)
        writer.data(certificate.originKey.words)
        writer.unsigned(2)
        writer.data(certificate.principalKey.words)
        if let replaced {
            writer.unsigned(3)
            writer.data(replaced.words)
        }
        writer.unsigned(4)
        writer.data(certificate.signature.bytes)
        return EventDraft(
            stream: StreamID(kind: "origin", id: certificate.origin.hex), type: "origin.started",
            data: .fields(writer.bytes),
            intent: .computed())
    }

    /// The principal's key from its file, held against the store's public half.
    package func principalKey(_ head: StoreRecord) throws -> SigningKey {
        try SigningKey(seed: try principalSeed(head))
    }

    func principalSeed(_ head: StoreRecord) throws -> [UInt8] {
        let path = store.folder.principalKey
        guard let seed = try store.folder.readKey(path, .person) else { throw StoreError.keyMissing(path: path) }
        guard try SigningKey(seed: seed).publicKey.words == head.principalKey else {
            throw StoreError.keyOfAnother(path: path)
        }
        return seed
    }

    /// Signs the last head of an own log, whose key is deleted after the commit: nothing is ever written to it again.
    func retire(_ log: LogRecord, _ group: Group, _ transaction: borrowing StoreWrite) throws {
        try retire(log, in: group.session, transaction)
        group.ownsOrigin = false
        group.retired.append(log.origin)
    }

    /// `retire` for a caller that deletes the key itself.
    func retire(_ log: LogRecord, in session: WriteSession, _ transaction: borrowing StoreWrite) throws {
        if log.signature.isEmpty, let head = try signedHead(of: log) {
            try session.sign(log.number, with: head.kept, transaction)
        }
        session.head.ownRetired = true
    }
}

/// An origin made for a commit: its key, and the token that distinguishes this folder from its copies.
struct MintedOrigin {
    let origin: OriginID
    let seed: [UInt8]
    let token: [UInt8]
    /// The change that it records; nil for the first origin of a ledger.
    let change: NewOrigin?
}

/// An origin that took the place of another in this ledger.
public struct NewOrigin: Hashable, Sendable {
    /// Why the ledger no longer writes under the one before.
    public enum Cause: Hashable, Sendable {
        /// The files are not those that the last write left: they were copied or restored.
        case copied
        /// The key of the one before is missing.
        case keyMissing
        /// The ledger was set back: events that it had written under the one before came back from elsewhere.
        case setBack
    }

    public let origin: OriginID
    public let replaced: OriginID
    public let cause: Cause
}
