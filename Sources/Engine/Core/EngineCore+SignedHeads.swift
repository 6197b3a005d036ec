package import EventModel
package import EventStore
package import TransparencyLog

/// The signatures under which logs leave a ledger.
extension EngineCore {
    /// The signed head of a log: the signature that is kept, or one made now, by the origin's key or where that is gone
    /// by the key of the log's person. Nil where neither is here: such a log cannot leave this ledger.
    package func signedHead(of log: LogRecord) throws -> SignedHead? {
        try store.folder.signedHead(of: log, size: log.size, root: log.edge.root)
    }

    /// ``signedHead(of:)`` for what is read by a user who may not read the keys: nil, and `isKeyClosed`.
    package func headIfReadable(of log: LogRecord) throws -> (head: SignedHead?, isKeyClosed: Bool) {
        do { return (try signedHead(of: log), false) } catch StoreError.notPermitted { return (nil, true) }
    }

    /// The signed head of the beginning of a log; nil where the log ends later and its origin's key is gone.
    package func signedHead(
        of log: LogRecord, at size: UInt64, _ transaction: borrowing StoreRead
    ) throws -> SignedHead? {
        if size == log.size { return try signedHead(of: log) }
        guard let root = try roots(of: log, sizes: [size], transaction)[size],
            let key = try store.folder.originKey(of: log)
        else { return nil }
        return try Head(publicKey: key.publicKey, size: size, root: root).signed(by: key)
    }

    /// The key files of logs, whose heads are not signed yet, that cannot sign them: path and reason.
    package func unusableOriginKeys(_ transaction: borrowing StoreRead) throws -> [(path: String, reason: String)] {
        let logs = try transaction.logRecords(try transaction.storeRecord())
        return logs.filter { $0.size > 0 && $0.signature.isEmpty }.compactMap { log in
            do { _ = try store.folder.originKey(of: log) } catch StoreError.keyUnreadable(let path, let reason) {
                return (path, reason)
            } catch {
                // A file that this user may not read may be there.
                return nil
            }
            return nil
        }
    }

    /// Whether the next write goes on in the ledger's own log, without the person's key.
    package func continuesOwnLog(_ transaction: borrowing StoreRead) throws -> Bool {
        let head = try transaction.storeRecord()
        guard head.ownLog != 0, !head.ownRetired, let found = try store.fingerprints.read(),
            found.isSameCopy(as: head.fingerprint)
        else { return false }
        return store.folder.hasKey(store.folder.originKey(try transaction.logRecord(head.ownLog).origin))
    }

    /// Logs with events whose head nothing here can sign.
    package func strandedLogs<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> [LogRecord]
    {
        let open = try transaction.logRecords(try transaction.storeRecord()).filter {
            $0.size > 0 && $0.signature.isEmpty
        }
        if open.isEmpty { return [] }
        do { _ = try store.folder.keyNames() } catch {
            // Files that this user may not read may be there.
            return []
        }
        return try open.filter { log in
            try !store.folder.hasKey(store.folder.originKey(log.origin)) && store.folder.key(of: log.principal) == nil
        }
    }

    /// Keeps a signature of the head of every log in a copy of this ledger's store, whose keys stay here; returns the
    /// logs that nothing can sign, or nothing that this user may read.
    package func signHeads(ofCopyIn folder: LedgerFolder) throws -> [(log: LogRecord, isKeyClosed: Bool)] {
        let copy = try EventStore.open(folder, .readWrite, mapByteCount: configuration.mapByteCount)
        defer { copy.close() }
        let open = try copy.read {
            try $0.logRecords(try $0.storeRecord()).filter { $0.size > 0 && $0.signature.isEmpty }
        }
        let signed = try open.map { (log: $0, found: try headIfReadable(of: $0)) }
        if signed.contains(where: { $0.found.head != nil }) {
            try copy.write(stamp: configuration.clock()) { session, transaction in
                for (log, found) in signed {
                    if let head = found.head { try session.sign(log.number, with: head.kept, transaction) }
                }
            }
        }
        return signed.compactMap { $0.found.head == nil ? ($0.log, $0.found.isKeyClosed) : nil }
    }
}

extension LedgerFolder {
    /// The signed head of a log's beginning: the signature that is kept of that size, or one made now, by the origin's
    /// key or where that is gone by the key of the log's person. Nil where neither is here.
    package func signedHead(of log: LogRecord, size: UInt64, root: Bytes32) throws -> SignedHead? {
        let head = Head(publicKey: try VerifyingKey(log.publicKey), size: size, root: root)
        if size == log.size, let signature = Signature(bytes: log.signature.prefix(64)) {
            let certifier = try Bytes32(bytes: log.signature.dropFirst(64)).map { try VerifyingKey($0) }
            return SignedHead(head: head, signature: signature, certifier: certifier)
        }
        if let key = try originKey(of: log) { return try head.signed(by: key) }
        return try key(of: log.principal).map { try head.certified(by: $0) }
    }

    /// The key of a log's origin; nil where its file is gone.
    ///
    /// - Throws: `keyUnreadable` where the file holds no key of an origin, or that of another log.
    func originKey(of log: LogRecord) throws -> SigningKey? {
        let path = originKey(log.origin)
        guard let seed = try readKey(path, .origin) else { return nil }
        let key = try SigningKey(seed: seed)
        guard OriginID(publicKey: key.publicKey) == log.origin else {
            throw StoreError.keyUnreadable(path: path, reason: "it is the key of another log")
        }
        return key
    }

    /// The key of a person: the ledger's own, or one that was kept at a merge.
    func key(of person: PrincipalID) throws -> SigningKey? {
        let seed: [UInt8]?
        do throws(StoreError) { seed = try readKey(principalKey, .person) } catch {
            // A key that cannot be read signs nothing; `verify` states why.
            seed = nil
        }
        for seed in [seed, try readKey(personKey(person), .person)].compactMap(\.self) {
            let key = try SigningKey(seed: seed)
            if PrincipalID(publicKey: key.publicKey) == person { return key }
        }
        return nil
    }
}

extension SignedHead {
    /// The form in which a log's head row keeps it.
    var kept: [UInt8] { signature.bytes + (certifier?.words.bytes ?? []) }
}
