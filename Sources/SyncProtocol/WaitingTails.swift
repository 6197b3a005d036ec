import EventModel

/// Tails that one side refused for want of another log: that of the link which admits their person, or of the erasure
/// of their bodies.
///
/// They come again with any other tail, and after one was stored: the log that they need may have forked, and so arrive
/// messages later.
struct WaitingTails {
    private var waiting: [PathMark: SyncRefusal] = [:]
    /// Whether something else was stored since one of them was refused.
    private var isDue = false

    /// Why those that still wait were refused.
    var refusals: [SyncRefusal] { waiting.sorted { $0.key < $1.key }.map(\.value) }

    /// Records what became of tails that came together, of which the side that stores them has tried every order.
    mutating func record(_ receipts: [SyncMessage.TailReceipt], of tails: [Tail]) {
        let isNew = receipts.contains { if case .stored(let new) = $0 { new > 0 } else { false } }
        for tail in tails { waiting[tail.mark] = nil }
        // New events come to an end, and so do the returns.
        isDue = isNew && !waiting.isEmpty
        for (tail, receipt) in zip(tails, receipts) {
            if case .refused(let refusal) = receipt, receipt.mayComeLater { waiting[tail.mark] = refusal }
        }
    }

    /// Lets those that wait come once more, because more of their logs comes with them.
    mutating func retry() { isDue = !waiting.isEmpty }

    /// Forgets those that are no longer lacking.
    mutating func keep(_ lacking: [PathMark]) {
        let lacking = Set(lacking)
        waiting = waiting.filter { lacking.contains($0.key) }
    }

    /// Whether nothing but these would come, and nothing has changed since they were refused.
    func withholds(_ marks: [PathMark]) -> Bool { !isDue && marks.allSatisfy { waiting[$0] != nil } }
}
