import EventModel

/// Searches for the first difference of a path of theirs from ours, by asking for their roots at more and more sizes.
///
/// Of two logs that differ, the roots agree up to the first difference and never after it. Each question has sixteen
/// sizes, so a log of a million events takes five.
struct ForkSearch {
    static let sizesPerQuestion: UInt64 = 16

    let theirs: PathMark
    let ours: [HeldPath]
    /// Up to here one of ours agrees.
    private(set) var low: UInt64 = 0
    private(set) var agreeing: HeldPath
    /// Beyond here none of ours does.
    private var high: UInt64

    /// `ours` are paths of the same origin, one at least (a `precondition`).
    init(_ theirs: PathMark, _ ours: [HeldPath]) {
        precondition(!ours.isEmpty, "an origin of which nothing is here has no difference")
        self.theirs = theirs
        self.ours = ours
        agreeing = ours[0]
        high = min(theirs.size, ours.map(\.size).max() ?? 0)
    }

    var isDone: Bool { low == high }
    var result: KnownPrefix { KnownPrefix(theirs: theirs, ours: agreeing, size: low) }

    /// The sizes to ask for next, ascending.
    var sizes: [UInt64] {
        let span = high - low
        let count = min(span, ForkSearch.sizesPerQuestion)
        return count == 0 ? [] : (1...count).map { low + span / count * $0 + (span % count * $0) / count }
    }

    /// Takes the marks of their path at the sizes asked for. Fewer than were asked for end the search at what is known.
    mutating func receive(_ marks: [Bytes16], _ replica: some ReplicaReading) throws {
        let asked = sizes
        guard marks.count == asked.count else {
            high = low
            return
        }
        var roots: [(path: HeldPath, roots: [UInt64: Bytes32])] = []
        for path in ours {
            roots.append((path, try replica.roots(of: path, at: Set(asked.filter { $0 <= path.size }))))
        }
        for (size, mark) in zip(asked, marks) {
            guard let path = roots.first(where: { $0.roots[size]?.first == mark })?.path else {
                high = size - 1
                return
            }
            (low, agreeing) = (size, path)
        }
    }
}
