package import DaybookKit
import Engine
import EventCodec
package import EventModel
import EventStore
package import SyncProtocol
import TransparencyLog

/// A ledger as one side of an exchange.
///
/// It remembers how far each path had come when it was made; what lies before that never changes, so its answers are of one state
/// although each reads for itself.
package struct LedgerReplica: ReplicaReading {
    private let ledger: Ledger
    private let logs: [UInt32: LogRecord]
    package let principal: PrincipalID
    package let paths: [HeldPath]
    package let blobs: [Bytes32]
    /// The log that is written here.
    let own: OriginID?
    /// Whether it is nobody's yet: it becomes the person's whose events it takes first.
    package let isAnyones: Bool
    /// The persons that links join with this one's, itself included.
    private let joined: Set<PrincipalID>

    package init(_ ledger: Ledger) throws {
        self.ledger = ledger
        let engine = ledger.engine
        joined = try ledger.joinedPrincipals()
        (principal, logs, blobs, own, isAnyones, paths) = try translated {
            try engine.read { transaction in
                let head = try transaction.storeRecord()
                let logs = try transaction.logRecords(head).filter { $0.size > 0 }
                let replaced = Set(try logs.compactMap { try engine.originReplaced(by: $0, transaction) })
                let paths = logs.map {
                    HeldPath(origin: $0.origin, edge: $0.edge, number: $0.number, isRetired: replaced.contains($0.origin))
                }
                let byNumber = Dictionary(uniqueKeysWithValues: logs.map { ($0.number, $0) })
                return (head.principal, byNumber, try transaction.blobDigests(), byNumber[head.ownLog]?.origin, head.position == .start && !head.isJoined, paths)
            }
        }
    }

    package func accepts(_ principal: PrincipalID) throws -> Bool { isAnyones || joined.contains(principal) }

    package func roots(of path: HeldPath, at sizes: Set<UInt64>) throws -> [UInt64: Bytes32] {
        let log = log(path)
        return try read { engine, transaction in try engine.roots(of: log, sizes: sizes, transaction) }
    }

    package func common(_ left: HeldPath, _ right: HeldPath) throws -> UInt64 {
        let (left, right) = (log(left), log(right))
        return try read { engine, transaction in try engine.commonSize(left, right, transaction) }
    }

    package func tail(of path: HeldPath, from start: UInt64) throws -> Tail? {
        let log = log(path)
        return try read { engine, transaction in
            guard let head = try engine.signedHead(of: log) else { return nil }
            return Tail(head: head, start: start, events: try engine.storedEvents(onPathOf: log, start..<log.size, transaction))
        }
    }

    package func blob(_ digest: Bytes32) throws -> [UInt8]? { try read { _, transaction in try transaction.blob(digest) } }

    private func log(_ path: HeldPath) -> LogRecord {
        guard let log = logs[path.number] else { preconditionFailure("a path of another replica") }
        return log
    }

    private func read<Result>(_ body: (EngineCore, borrowing StoreRead) throws -> Result) throws -> Result {
        try translated { try ledger.engine.read { try body(ledger.engine, $0) } }
    }
}

extension Ledger {
    /// Stores what a peer gave: all of it at once where all of it can be, else tail by tail. What became of each, in their order.
    ///
    /// A ledger without events becomes that `principal`'s. Throws `Fault` for what the disk says, never for what the peer said.
    package func store(_ cargo: SyncMessage.Cargo, from principal: PrincipalID) throws -> [SyncMessage.TailReceipt] {
        do { return try receive(cargo.tails, cargo.blobs, principal) } catch let error where Ledger.isOfThePeer(error) {
            if cargo.tails.count == 1, cargo.blobs.isEmpty { return [Ledger.receipt(for: error)] }
        }
        let receipts = try cargo.storeEach(from: principal) { tail in
            do { return try receive([tail], [], principal)[0] } catch let error where Ledger.isOfThePeer(error) { return Ledger.receipt(for: error) }
        }
        // A blob is named by its digest: it is what it is.
        for blob in cargo.blobs { _ = try receive([], [blob], principal) }
        return receipts
    }

    private func receive(_ tails: [Tail], _ blobs: [[UInt8]], _ principal: PrincipalID) throws -> [SyncMessage.TailReceipt] {
        try translated { try engine.receive(tails.map(ReceivedTail.init), blobs: blobs, adopting: principal).receivedByTail.map { .stored(new: $0) } }
    }

    /// Whether an error is the peer's, so that the exchange can go on without what brought it.
    private static func isOfThePeer(_ error: any Error) -> Bool {
        switch error {
        case is Rejection: true
        case let fault as Fault: fault.kind == .unreadable
        default: false
        }
    }

    private static func receipt(for error: any Error) -> SyncMessage.TailReceipt {
        switch error {
        case let fault as Fault where ["head.forged", "tail.gap"].contains(fault.code): .diverged
        case let fault as Fault: .refused(SyncRefusal(code: fault.code, message: fault.message))
        case let rejection as Rejection: .refused(SyncRefusal(code: rejection.code, message: rejection.message))
        default: .refused(SyncRefusal(code: "other", message: "\(error)"))
        }
    }
}

extension ReceivedTail {
    init(_ tail: Tail) { self.init(head: tail.head, start: tail.start, events: tail.events) }
}
