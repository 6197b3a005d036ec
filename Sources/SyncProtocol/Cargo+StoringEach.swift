import EventCodec
package import EventModel

extension SyncMessage.Cargo {
    /// Stores tail by tail, where not all can be stored at once; returns the receipt of each, in their order.
    ///
    /// A tail may bring the link by which another is taken, or the erasure of bodies that the other lacks. A tail that
    /// `store` refuses for want of such is tried again after the others. Tails that each lack bodies which another
    /// erases are stored as one.
    ///
    /// A link counts for the logs beside it only while its own tail may still be stored. Else a ledger would hold a log
    /// without the link that admits it, and others would refuse the log.
    ///
    /// - Parameter store: Stores tails, all or none, beside those whose links count, and returns a receipt for each.
    package func storeEach(
        from principal: PrincipalID, _ store: (_ tails: [Tail], _ beside: [Int]) throws -> [SyncMessage.TailReceipt]
    ) rethrows -> [SyncMessage.TailReceipt] {
        var receipts: [SyncMessage.TailReceipt?] = tails.map { _ in nil }
        // The giver's own logs first: a ledger without events becomes the person's whose log it takes first.
        // Of each, the logs that bring links first, because a link admits others only once its log is stored.
        // Of a log, the branches come after the paths that they leave.
        let bringing = Set(tails.filter(\.bringsLink).map(\.mark.origin))
        let ranks = tails.map { tail in
            (tail.isOf(principal) ? 0 : 4) + (bringing.contains(tail.mark.origin) ? 0 : 2) + (tail.start == 0 ? 0 : 1)
        }
        let order = tails.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        func beside() -> [Int] { tails.indices.filter { receipts[$0]?.mayHold(tails[$0]) ?? true } }
        var isNew = true
        while isNew {
            isNew = false
            for index in order where receipts[index]?.mayComeLater ?? true {
                let receipt = try store([tails[index]], beside())[0]
                receipts[index] = receipt
                if !receipt.mayComeLater { isNew = true }
            }
            let together = lackingBodies(receipts, order)
            if isNew || together.count < 2 { continue }
            let stored = try store(together.map { tails[$0] }, beside())
            guard stored.allSatisfy(\.isStored) else { continue }
            for (index, receipt) in zip(together, stored) { receipts[index] = receipt }
            isNew = true
        }
        return receipts.compactMap(\.self)
    }

    /// The tails that lack bodies, and branches of the same logs, which could not be put behind them.
    private func lackingBodies(_ receipts: [SyncMessage.TailReceipt?], _ order: [Int]) -> [Int] {
        let origins = Set(order.filter { receipts[$0]?.lacksBodies ?? false }.map { tails[$0].mark.origin })
        return order.filter { index in
            guard let receipt = receipts[index] else { return false }
            return receipt.lacksBodies || receipt == .diverged && origins.contains(tails[index].mark.origin)
        }
    }
}

extension Tail {
    fileprivate func isOf(_ principal: PrincipalID) -> Bool {
        guard let first = events.first else { return false }
        let bytes = first.envelope.span.bytes
        // Bytes that are no envelope have no author; the check refuses them.
        return (try? EnvelopeView(bytes).envelope.actor) == principal
    }

    fileprivate var bringsLink: Bool {
        events.contains { stored in
            let bytes = stored.envelope.span.bytes
            // Bytes that are no envelope are refused when they are checked.
            guard let view = try? EnvelopeView(bytes) else { return false }
            return view.stream.kind == "link"
        }
    }
}
