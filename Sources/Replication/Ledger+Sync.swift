import DaybookKit
import Engine
import EventModel
import SyncProtocol

/// Where messages go and answers come from.
protocol SyncPeer {
    /// Says something and waits for the answer.
    mutating func exchange(_ message: SyncMessage) throws -> SyncMessage
}

extension Ledger {
    /// Runs one exchange with a peer, from the beginning side.
    func exchange(with peer: inout some SyncPeer) throws -> (summary: SyncSummary, blobs: BlobReceipt) {
        do { return try run(&peer) } catch let refusal as SyncRefusal { throw Ledger.rejection(refusal) }
    }

    static func rejection(_ refusal: SyncRefusal) -> Rejection {
        let hint: String? =
            switch refusal.code {
            case Responder.strangersCode:
                "If this is your own second device, make its ledger in a new folder with \"daybook init --join FILE\". "
                    + "A link joins the ledgers of two persons: \"daybook merge\", or \"daybook link offer\" on two machines."
            case Responder.endedCode: "\"daybook link list\" shows it. A new link begins with \"daybook link offer\"."
            default: nil
            }
        return Rejection(code: refusal.code, message: refusal.message, hint: hint)
    }

    private func run(_ peer: inout some SyncPeer) throws -> (summary: SyncSummary, blobs: BlobReceipt) {
        var blobs = BlobReceipt()
        var initiator = Initiator()
        var replica = try LedgerReplica(self)
        var action = try initiator.begin(replica)
        while true {
            switch action {
            case .send(let message):
                let answer = try peer.exchange(message)
                action = try initiator.receive(answer, replica)
            case .store(let cargo, let principal):
                let receipt = try store(cargo, from: principal)
                blobs = blobs + receipt.blobs
                replica = try LedgerReplica(self)
                action = try initiator.stored(receipt.tails, of: cargo, replica)
            case .finished(let summary): return (summary, blobs)
            }
        }
    }

    /// The answer of this ledger to a peer's message.
    func answer(_ message: SyncMessage) throws -> SyncMessage {
        if let answer = try Responder.answer(message, from: try LedgerReplica(self)) { return answer }
        // The responder answers every other message.
        guard case .push(let principal, let cargo) = message else { preconditionFailure("\(message)") }
        return .receipt(try store(cargo, from: principal).tails)
    }
}
