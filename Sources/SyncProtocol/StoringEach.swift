import EventCodec
package import EventModel

extension SyncMessage.Cargo {
    /// Stores tail by tail, where not all can be stored at once; what became of each, in their order.
    ///
    /// A tail may bring the link by which another is taken, or the erasure without which the other's lost bodies are none: what `store` refuses for
    /// want of such is tried again after whatever else was stored.
    package func storeEach(
        from principal: PrincipalID, _ store: (Tail) throws -> SyncMessage.TailReceipt
    ) rethrows -> [SyncMessage.TailReceipt] {
        var receipts: [SyncMessage.TailReceipt?] = tails.map { _ in nil }
        // The giver's own logs first: a ledger without events becomes the person's whose log it takes first.
        let order = tails.indices.filter { tails[$0].isOf(principal) } + tails.indices.filter { !tails[$0].isOf(principal) }
        var isNew = true
        while isNew {
            isNew = false
            for index in order where receipts[index]?.mayComeLater ?? true {
                let receipt = try store(tails[index])
                receipts[index] = receipt
                if !receipt.mayComeLater { isNew = true }
            }
        }
        return receipts.compactMap(\.self)
    }
}

extension Tail {
    fileprivate func isOf(_ principal: PrincipalID) -> Bool {
        guard let first = events.first else { return false }
        let bytes = first.envelope.span.bytes
        // What is no envelope is nobody's, and is refused when it is checked.
        return (try? EnvelopeView(bytes).envelope.actor) == principal
    }
}
