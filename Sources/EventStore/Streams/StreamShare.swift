import Synchronization

/// Divides the streams between two readers of one snapshot of the store: 64 neighbours at a time, first come first
/// served. So both finish at the same time, however long either was held up.
package struct StreamShare: Sendable {
    /// How many of the groups of neighbours have been taken; both readers come to all of them, in their order.
    private final class Taken: Sendable {
        let groups = Atomic(0)
        let isOver = Atomic(false)
    }

    package let isFirst: Bool
    private let taken: Taken?

    package static let whole = StreamShare(isFirst: true, taken: nil)

    /// The shares of one reading by two, each of them for one reader.
    package static func two() -> (first: StreamShare, second: StreamShare) {
        let taken = Taken()
        return (StreamShare(isFirst: true, taken: taken), StreamShare(isFirst: false, taken: taken))
    }

    private static let neighbours = 64

    /// Whether a reader has reached the end. All groups are taken then; a reader that is in none of its own is done.
    var isOver: Bool { taken?.isOver.load(ordering: .relaxed) ?? false }

    /// Signals the other reader that this one has reached the end.
    func end() { taken?.isOver.store(true, ordering: .relaxed) }

    /// Whether the row that stands so far behind the first is its own; asked of each row in turn, with the answer for
    /// the one before.
    func includes(_ row: Int, after isOwn: Bool) -> Bool {
        guard let taken else { return true }
        let (group, place) = row.quotientAndRemainder(dividingBy: StreamShare.neighbours)
        if place > 0 { return isOwn }
        return taken.groups.compareExchange(expected: group, desired: group + 1, ordering: .relaxed).exchanged
    }
}
