import DaybookKit
import Engine
import EventModel
import SyncProtocol
import TransparencyLog

extension Ledger {
    /// Stores a peer's cargo: the lent tails that can be stored in pieces, then the rest like `store(_:from:)`.
    ///
    /// - Parameter spooled: Where the tails of the cargo lie; nil: it has their events.
    func store(
        _ cargo: SyncMessage.Cargo, in spooled: SpooledCargo?, from principal: PrincipalID,
        _ progress: (ExchangeStep) -> Void
    ) throws -> CargoReceipt {
        guard let spooled else { return try store(cargo, from: principal) }
        let pieces = try translated { try storePieces(of: spooled, from: principal, progress) }
        var (receipts, rest): ([SyncMessage.TailReceipt?], [(number: Int, tail: Tail)]) = ([], [])
        for (number, piece) in pieces.enumerated() {
            if piece.isStored {
                receipts.append(.stored(new: piece.received))
                continue
            }
            let receipt = piece.error.map { Ledger.receipt(for: $0) }
            // That it does not continue what is held is the same of all of it.
            receipts.append(receipt == .diverged ? receipt : nil)
            if receipts[number] == nil { rest.append((number, try spooled.rest(of: number, after: piece.pieces))) }
        }
        let left = SyncMessage.Cargo(tails: rest.map(\.tail), blobs: cargo.blobs)
        if left.isEmpty { return CargoReceipt(tails: receipts.compactMap(\.self), blobs: BlobReceipt()) }
        let stored = try store(left, from: principal)
        for (index, receipt) in stored.tails.enumerated() {
            let number = rest[index].number
            receipts[number] =
                if case .stored(let new) = receipt { .stored(new: new + pieces[number].received) } else { receipt }
        }
        return CargoReceipt(tails: receipts.compactMap(\.self), blobs: stored.blobs)
    }
}

extension SpooledCargo {
    /// The events of a tail behind its first pieces. Memory: all of them.
    fileprivate func rest(of number: Int, after pieces: Int) throws -> Tail {
        let tail = try tails[number].tail(pieces..<tails[number].pieces.count, in: spool)
        return Tail(head: tail.head, start: tail.start, events: tail.events)
    }
}
