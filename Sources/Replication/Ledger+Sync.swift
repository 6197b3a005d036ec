package import DaybookKit
import Engine
package import EventModel
package import SyncProtocol

/// Where messages go and answers come from.
protocol SyncPeer {
    /// Whether it reads lent events of a message from the replica that gives it.
    static var borrows: Bool { get }
    /// Says something and waits for the answer.
    mutating func exchange(_ message: SyncMessage, of replica: LedgerReplica) throws -> SyncMessage
    /// The tails of the last answer, where they are lent; nil where the answer has their events.
    var spooled: SpooledCargo? { get }
}

extension Ledger {
    /// Runs one exchange with a peer, from the beginning side.
    func exchange(
        with peer: inout some SyncPeer, _ progress: (ExchangeStep) -> Void = { _ in }
    ) throws -> (summary: SyncSummary, blobs: BlobReceipt) {
        do { return try run(&peer, progress) } catch let refusal as SyncRefusal { throw Ledger.rejection(refusal) }
    }

    package static func rejection(_ refusal: SyncRefusal) -> Rejection {
        let hint: String? =
            switch refusal.code {
            case Responder.strangersCode:
                "If this is your own second device, make its ledger in a new folder with \"daybook init --join FILE\". "
                    + "A link joins the ledgers of two persons: \"daybook merge\", or \"daybook link offer\" on two machines."
            case PeerProof.unprovenCode:
                "A second device of yours joins with \"daybook init --join FILE\". The ledgers of two persons exchange "
                    + "once both hold a signed link; a bundle brings it (\"daybook bundle export FILE\")."
            case Responder.endedCode: "\"daybook link list\" shows it. A new link begins with \"daybook link offer\"."
            default: nil
            }
        return Rejection(code: refusal.code, message: refusal.message, hint: hint)
    }

    private func run<Peer: SyncPeer>(
        _ peer: inout Peer, _ progress: (ExchangeStep) -> Void
    ) throws -> (summary: SyncSummary, blobs: BlobReceipt) {
        var blobs = BlobReceipt()
        var initiator = Initiator()
        var replica = try LedgerReplica(self, lends: Peer.borrows)
        var action = try initiator.begin(replica)
        while true {
            switch action {
            case .send(let message):
                let answer = try peer.exchange(message, of: replica)
                action = try initiator.receive(answer, replica)
            case .store(let cargo, let principal):
                let receipt = try store(cargo, in: peer.spooled, from: principal, progress)
                blobs = blobs + receipt.blobs
                replica = try LedgerReplica(self, lends: Peer.borrows)
                action = try initiator.stored(receipt.tails, of: cargo, replica)
            case .finished(let summary): return (summary, blobs)
            }
        }
    }

    /// The answer of this ledger to a peer's message, whose tails are lent.
    func answer(_ message: SyncMessage, in spooled: SpooledCargo, of replica: LedgerReplica) throws -> SyncMessage {
        if let answer = try Responder.answer(message, from: replica) { return answer }
        // The responder answers every other message.
        guard case .push(let principal, let cargo) = message else { preconditionFailure("\(message)") }
        return .receipt(try store(cargo, in: spooled, from: principal) { _ in }.tails)
    }
}
