import Synchronization

/// Which of the streams fall to one of two readers of one state of the store: some neighbours at a time, to whichever comes to them first, so
/// that both are done at the same time, however long either was held up.
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

    /// Whether one of the readers has come to the end: all groups were taken then, and whoever is in none of its own has nothing left to do.
    var isOver: Bool { taken?.isOver.load(ordering: .relaxed) ?? false }

    /// Tells the other reader that this one has come to the end.
    func end() { taken?.isOver.store(true, ordering: .relaxed) }

    /// Whether the row that stands so far behind the first is its own; asked of each row in turn, with the answer for the one before.
    func holds(_ row: Int, after isOwn: Bool) -> Bool {
        guard let taken else { return true }
        let (group, place) = row.quotientAndRemainder(dividingBy: StreamShare.neighbours)
        if place > 0 { return isOwn }
        return taken.groups.compareExchange(expected: group, desired: group + 1, ordering: .relaxed).exchanged
    }
}
