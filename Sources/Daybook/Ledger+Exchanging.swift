public import DaybookKit
public import Replication

/// The asynchronous twins of exchanges. Each runs on a thread that may block, and those who watch the ledger are woken.
extension Ledger {
    /// Exchanges events with all ledgers that share a folder, as the synchronous `sync(folder:tidies:progress:)`.
    ///
    /// - Parameter progress: How far it is, from time to time, on another thread.
    @discardableResult
    public func sync(
        folder path: String, tidies: Bool = false, progress: @escaping @Sendable (ExchangeStep) -> Void = { _ in }
    ) async throws -> SyncOutcome {
        try await waiting { try $0.sync(folder: path, tidies: tidies, progress: progress) }
    }

    /// Takes a bundle, as the synchronous `importBundle(progress:_:)`.
    ///
    /// - Parameter next: Gives the bytes of the bundle, in pieces, on another thread.
    @discardableResult
    public func importBundle(
        progress: @escaping @Sendable (ExchangeStep) -> Void = { _ in },
        _ next: @escaping @Sendable () throws -> [UInt8]?
    ) async throws -> BundleImportOutcome {
        try await waiting { try $0.importBundle(progress: progress, next) }
    }

    /// Writes a bundle, as the synchronous `exportBundle(for:progress:_:)`.
    ///
    /// - Parameter write: Takes the bytes of the bundle, in pieces, on another thread.
    @discardableResult
    public func exportBundle(
        for peer: LedgerFrontier? = nil, progress: @escaping @Sendable (ExchangeStep) -> Void = { _ in },
        _ write: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> BundleOutcome {
        try await waiting { try $0.exportBundle(for: peer, progress: progress, write) }
    }

    /// Links a guest with this ledger's person, as the synchronous `link(guest:choice:)`.
    @discardableResult
    public func link(guest seed: [UInt8], choice: LinkChoice) async throws -> LinkReceipt {
        try await waiting { try $0.link(guest: seed, choice: choice) }
    }

    /// Links a guest and takes the guest's bundle in one commit, as the synchronous `merge(guest:choice:_:)`.
    ///
    /// - Parameter next: Gives the bytes of the bundle, in pieces, on another thread.
    @discardableResult
    public func merge(
        guest seed: [UInt8], choice: LinkChoice, _ next: @escaping @Sendable () throws -> [UInt8]?
    ) async throws -> (link: LinkReceipt, taken: BundleImportOutcome, key: String?) {
        try await waiting { try $0.merge(guest: seed, choice: choice, next) }
    }
}
