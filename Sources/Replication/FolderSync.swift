public import DaybookKit
import Engine
import EventModel
import SyncProtocol
import TransparencyLog

/// What a synchronisation did.
public struct SyncOutcome: Hashable, Sendable {
    /// Events that the other side did not have.
    public var sent = 0
    /// Events that were new here.
    public var received = 0
    public var roundTrips = 0
    public var bytesSent = 0
    public var bytesReceived = 0
    /// What was passed over or not taken, in sentences.
    public var notes: [String] = []

    public init(sent: Int = 0, received: Int = 0, roundTrips: Int = 0) {
        self.sent = sent
        self.received = received
        self.roundTrips = roundTrips
    }
}

extension SyncOutcome {
    init(_ summary: SyncSummary, bytesSent: Int, bytesReceived: Int, notes: [String] = []) {
        self.init(sent: summary.sent, received: summary.received, roundTrips: summary.roundTrips)
        (self.bytesSent, self.bytesReceived) = (bytesSent, bytesReceived)
        self.notes = notes
        // One cause is told once.
        for refusal in summary.refusals where !self.notes.contains(refusal.message) { self.notes.append(refusal.message) }
    }
}

extension Ledger {
    /// Exchanges events with all ledgers that share a folder: takes what it holds and is not here, and puts there what it lacks.
    ///
    /// Any number of ledgers may do so at once; nothing in the folder is ever changed or taken away. What was taken
    /// before a failure stays; the next time goes on from there.
    ///
    /// - Throws: `Rejection` `link.ended` where a person with whom the link ended uses the folder: only the other's end
    ///   is taken then, and the own one left. `Fault`, 66 when there is no such folder, 74 for what its disk says.
    /// - Complexity: O(bytes in the folder).
    @discardableResult
    public func sync(folder path: String) throws -> SyncOutcome {
        let replica = try LedgerReplica(self)
        var peer = try FolderPeer(path, self, replica)
        let left = try peer.leaveEnds()
        if left { peer = try FolderPeer(path, self, replica) }
        let taken = try peer.takeEnds(for: replica)
        if let ended = try peer.endedWriter() {
            throw Ledger.rejection(FolderPeer.ended(ended, taken: taken.contains(ended), left: left))
        }
        let (summary, blobs) = try exchange(with: &peer)
        // Who had nothing to give has not been told whose folder it is.
        if summary.sent + summary.received == 0, let stranger = try peer.replica.stranger(to: try LedgerReplica(self)) {
            throw Ledger.rejection(FolderPeer.strangers(stranger))
        }
        return SyncOutcome(summary, bytesSent: peer.bytesWritten, bytesReceived: peer.bytesRead, notes: peer.replica.notes + blobs.notes)
    }
}

/// A shared folder as the answering side: what is given to it becomes a bundle.
struct FolderPeer: SyncPeer {
    private let files: FolderFiles
    let ledger: Ledger
    let replica: FolderReplica
    private(set) var bytesWritten = 0
    private(set) var bytesRead = 0

    init(_ path: String, _ ledger: Ledger, _ asking: LedgerReplica) throws {
        files = try FolderFiles(path)
        self.ledger = ledger
        replica = try FolderReplica(files, askedBy: asking)
    }

    mutating func exchange(_ message: SyncMessage) throws -> SyncMessage {
        if let answer = try Responder.answer(message, from: replica) {
            if let cargo = answer.cargo { bytesRead += CargoCoding.byteCount(cargo) }
            return answer
        }
        guard case .push(_, let cargo) = message else { preconditionFailure("what the responder leaves to its host is a push") }
        // Whoever put the first bundle there decides whose folder it is.
        if let stranger = try replica.stranger(to: try LedgerReplica(ledger)) { throw FolderPeer.strangers(stranger) }
        try write(cargo)
        return .receipt(cargo.tails.map { .stored(new: $0.events.count) })
    }

    static func strangers(_ principal: PrincipalID) -> SyncRefusal {
        SyncRefusal(
            code: Responder.strangersCode,
            message: "The folder holds another person's events (\(principal.hex.prefix(12))). Nothing was taken from it or put there.")
    }

    /// Writes a cargo as a bundle.
    mutating func write(_ cargo: SyncMessage.Cargo) throws {
        let ours = try LedgerReplica(ledger)
        var tails: [Tail] = []
        var places: [BundleHeader.Place] = []
        for tail in cargo.tails {
            let (placed, place) = try placed(tail, ours)
            tails.append(placed)
            places.append(place)
        }
        let outcome = try files.write { output in
            try BundleWriter<LedgerReplica>.write(.init(tails: tails, blobs: cargo.blobs), places: places, principal: ours.principal, to: output)
        } name: { FolderReplica.name($0.digest) }
        bytesWritten += outcome.outcome.bytes
    }

    /// The tail from a place where another one ends in the folder, so that it can be found from the lists of the bundles alone.
    private func placed(_ tail: Tail, _ ours: LedgerReplica) throws -> (Tail, BundleHeader.Place) {
        // The ledger may have been written to meanwhile: its paths are longer then.
        let paths = ours.paths.filter { $0.origin == tail.mark.origin && $0.size >= tail.mark.size }
        for edge in replica.edges(of: tail.mark.origin, upTo: tail.start) {
            for path in paths {
                let before = edge.size == tail.start ? [] : try ours.tail(of: path, from: edge.size)?.events.prefix(Int(tail.start - edge.size)) ?? []
                let longer = Tail(head: tail.head, start: edge.size, events: before + tail.events)
                var grown = edge
                for event in longer.events { grown.append(leaf: SHA256Hasher.leafHash(envelope: event.envelope)) }
                if grown.root == tail.head.head.root { return (longer, BundleHeader.Place(rootBefore: edge.root, edge: grown)) }
            }
        }
        throw SyncRefusal(code: "sync.changed", message: "This ledger was put back to an earlier state meanwhile. Run the command again.")
    }
}
