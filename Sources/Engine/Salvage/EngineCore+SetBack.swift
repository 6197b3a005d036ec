package import EventStore

extension EngineCore {
    /// Goes on with a store that is behind its checkpoint file, or that has another history: its origin is retired, so
    /// that nothing is signed again at sizes that others have seen, and the next write begins a new one.
    ///
    /// One commit, whose number is higher than any that the checkpoint file names. The ledger is open for this program
    /// alone.
    /// - Throws: `StoreError.checkpointUnwritten` where all is done but that file: the ledger opens all the same.
    @available(*, noasync)
    package func goOn(after checkpoint: Checkpoint) throws {
        var unwritten: StoreError?
        try store.write(stamp: configuration.clock(), unwritten: { unwritten = $0 }) { session, transaction in
            if session.head.ownLog > 0, !session.head.ownRetired {
                try retire(try session.log(session.head.ownLog, transaction), in: session, transaction)
            }
            session.head.commit = max(session.head.commit, checkpoint.commit)
            session.headChanged = true
        }
        // Among them may be one of an origin that only the newer store knew. A folder that cannot be listed has none
        // that this process could use.
        for name in (try? store.folder.keyNames()) ?? [] where name.hasPrefix("origin-") {
            store.folder.remove("\(store.folder.keys)/\(name)")
        }
        if let unwritten { throw unwritten }
    }
}
