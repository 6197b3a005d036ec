package import DaybookKit
package import Engine
import EventCodec
package import EventModel
import EventStore
package import SyncProtocol
import TransparencyLog

/// A ledger as one side of an exchange.
///
/// It remembers how far each path had come when it was made; what lies before that never changes, so its answers are of
/// one state although each reads for itself.
package struct LedgerReplica: ReplicaReading {
    private let ledger: Ledger
    private let logs: [UInt32: LogRecord]
    package let principal: PrincipalID
    package let paths: [HeldPath]
    package let blobs: [Bytes32]
    /// The log that is written here.
    let own: OriginID?
    /// The persons with whom the ledger exchanges events.
    private let admission: Admission
    private let uses = KnownBlobUses()
    /// Whether it lends the events of long tails.
    private let lends: Bool

    /// - Parameter lends: Whether the events of long tails are lent: `events(of:from:)` has them.
    package init(_ ledger: Ledger, lends: Bool = false) throws {
        (self.ledger, self.lends) = (ledger, lends)
        let engine = ledger.engine
        admission = try ledger.admission()
        (principal, logs, blobs, own, paths) = try translated {
            try engine.read { transaction in
                let head = try transaction.storeRecord()
                let logs = try transaction.logRecords(head).filter { $0.size > 0 }
                let replaced = Set(try logs.compactMap { try engine.originReplaced(by: $0, transaction) })
                let paths = logs.map {
                    HeldPath(
                        origin: $0.origin, edge: $0.edge, number: $0.number, isRetired: replaced.contains($0.origin))
                }
                let byNumber = Dictionary(uniqueKeysWithValues: logs.map { ($0.number, $0) })
                return (head.principal, byNumber, try transaction.blobDigests(), byNumber[head.ownLog]?.origin, paths)
            }
        }
    }

    /// The person of each log that is held.
    var persons: [OriginID: PrincipalID] {
        Dictionary(logs.values.map { ($0.origin, $0.principal) }) { first, _ in first }
    }

    package func accepts(_ principal: PrincipalID) throws -> Bool { admission.exchanges(with: principal) }

    package func refusal(of principal: PrincipalID) -> SyncRefusal {
        admission.ended.contains(principal) ? Responder.ended(principal) : Responder.strangers(principal)
    }

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
            if lends, log.size - start > LedgerReplica.eventsAtOnce { return Tail(lent: head, start: start) }
            return Tail(
                head: head, start: start, events: try engine.storedEvents(onPathOf: log, start..<log.size, transaction))
        }
    }

    /// The signed head of a path; nil where it was never signed and its key is lost.
    func head(of path: HeldPath) throws -> SignedHead? {
        let log = log(path)
        return try translated { try ledger.engine.signedHead(of: log) }
    }

    private static let eventsAtOnce: UInt64 = 1_024

    /// The next events of a path from a sequence on, a thousand at the most.
    func events(of path: HeldPath, from start: UInt64) throws -> [StoredEvent] {
        let log = log(path)
        let sequences = start..<min(start + LedgerReplica.eventsAtOnce, log.size)
        return try read { try $0.storedEvents(onPathOf: log, sequences, $1) }
    }

    /// The next events of a tail that this replica lent.
    func events(of tail: Tail, from start: UInt64) throws -> [StoredEvent] {
        guard let path = paths.first(where: { $0.mark == tail.mark }) else {
            preconditionFailure("a tail of another replica")
        }
        return try events(of: path, from: start)
    }

    package var givenBlobs: [Bytes32] {
        get throws {
            let uses = try uses(of: blobs)
            return blobs.filter { uses[$0] == .needed }
        }
    }

    package func missing(_ blobs: [Bytes32]) throws -> [Bytes32] {
        let held = Set(self.blobs)
        let open = blobs.filter { !held.contains($0) }
        let uses = try uses(of: open)
        return open.filter { uses[$0] == .needed }
    }

    /// The blobs of this ledger that its events name: what a bundle carries.
    var namedBlobs: [Bytes32] {
        get throws {
            let uses = try uses(of: blobs)
            return blobs.filter { uses[$0] != nil }
        }
    }

    /// The uses of those blobs that its events name. Cost: a search of all events where one of them was not asked for
    /// before.
    func uses(of blobs: [Bytes32]) throws -> [Bytes32: BlobUse] {
        let new = Set(blobs).subtracting(uses.asked)
        if !new.isEmpty {
            uses.known.merge(try read { engine, transaction in try engine.blobUses(of: new, transaction) }) { _, new in
                new
            }
            uses.asked.formUnion(new)
        }
        return uses.known
    }

    package func blob(_ digest: Bytes32) throws -> [UInt8]? {
        try read { _, transaction in try transaction.blob(digest) }
    }

    private func log(_ path: HeldPath) -> LogRecord {
        guard let log = logs[path.number] else { preconditionFailure("a path of another replica") }
        return log
    }

    private func read<Result>(_ body: (EngineCore, borrowing StoreRead) throws -> Result) throws -> Result {
        try translated { try ledger.engine.read { try body(ledger.engine, $0) } }
    }
}

/// The uses of blobs that were asked for.
private final class KnownBlobUses {
    var asked: Set<Bytes32> = []
    var known: [Bytes32: BlobUse] = [:]
}

/// The result of storing a cargo.
package struct CargoReceipt {
    /// In the order of the tails.
    package var tails: [SyncMessage.TailReceipt]
    package var blobs: BlobReceipt
}

extension Ledger {
    /// Stores what a peer gave: all of it at once where all of it can be, what is left out because of its person
    /// aside; else tail by tail, then the blobs that the events here name.
    ///
    /// Throws `Fault` for what the disk says, never for what the peer said.
    package func store(_ cargo: SyncMessage.Cargo, from principal: PrincipalID) throws -> CargoReceipt {
        do { return try receive(cargo.tails, cargo.blobs, principal) } catch let error where Ledger.isOfThePeer(error) {
            if cargo.tails.count == 1, cargo.blobs.isEmpty {
                return CargoReceipt(tails: [Ledger.receipt(for: error)], blobs: BlobReceipt())
            }
        }
        // The links that decide whose logs are taken, extracted once, so that a tail need not look at all others.
        let links = cargo.tails.map { ReceivedTail($0).linkEvents }
        let receipts = try cargo.storeEach(from: principal) { tails, beside in
            do {
                return try receive(tails, [], principal, alongside: beside.flatMap { links[$0] }).tails
            } catch let error where Ledger.isOfThePeer(error) { return tails.map { _ in Ledger.receipt(for: error) } }
        }
        return CargoReceipt(
            tails: receipts, blobs: cargo.blobs.isEmpty ? BlobReceipt() : try receive([], cargo.blobs, principal).blobs)
    }

    private func receive(
        _ tails: [Tail], _ blobs: [[UInt8]], _ principal: PrincipalID, alongside: [ReceivedTail] = []
    ) throws -> CargoReceipt {
        try translated {
            let receipt = try engine.receive(
                tails.map(ReceivedTail.init), blobs: blobs, from: principal, leavesOut: true, alongside: alongside)
            var tails = receipt.receivedByTail.map { SyncMessage.TailReceipt.stored(new: $0) }
            for left in receipt.leftOut { tails[left.tail] = Ledger.receipt(for: left.why) }
            return CargoReceipt(tails: tails, blobs: receipt.blobs)
        }
    }

    /// Whether an error is the peer's, so that the exchange can go on without what brought it.
    static func isOfThePeer(_ error: any Error) -> Bool {
        switch error {
        case is Rejection: true
        case let fault as Fault: fault.kind == .unreadable
        default: false
        }
    }

    static func receipt(for error: any Error) -> SyncMessage.TailReceipt {
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
