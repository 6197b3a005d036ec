package import EventModel

/// The paths that one side can give of an origin, and those it does not know yet. It knows its own paths and the marks
/// of the other side.
package struct OriginComparison {
    /// A path of ours, and the sequence from which the other side lacks it.
    package struct Giving: Hashable {
        package let path: HeldPath
        package let start: UInt64

        package init(path: HeldPath, start: UInt64) {
            self.path = path
            self.start = start
        }
    }

    package var giving: [Giving] = []
    /// Marks of theirs that no path of ours continues or equals: they are ahead, or they differ.
    package var unknown: [PathMark] = []
    /// Paths of ours of which nothing says where theirs leave them.
    package var conflicting: [HeldPath] = []

    package init() {}
}

/// How much of a path of theirs is known to be one with a path of ours.
package struct KnownPrefix: Hashable, Sendable {
    package let theirs: PathMark
    package let ours: HeldPath
    package let size: UInt64

    package init(theirs: PathMark, ours: HeldPath, size: UInt64) {
        self.theirs = theirs
        self.ours = ours
        self.size = size
    }
}

/// Compares two replicas, origin by origin.
///
/// Where each side has one path of a log and one is longer, the longer is taken to continue the shorter, without a look
/// at the events: the receiver holds the tail against its own tree, and only where that fails is the first difference
/// searched for. So a normal exchange reads nothing but what it sends.
package struct Comparison<Replica: ReplicaReading> {
    let replica: Replica
    /// The answers to probes, of origins where that was needed.
    let found: [OriginID: [KnownPrefix]]
    /// Whether a shorter path is compared with ours at once by computing its root, because the other side cannot answer
    /// later.
    let isExact: Bool

    package init(_ replica: Replica, found: [OriginID: [KnownPrefix]] = [:], isExact: Bool = false) {
        self.replica = replica
        self.found = found
        self.isExact = isExact
    }

    /// `ours` are all paths of one origin, `theirs` all marks of it.
    package func compare(_ ours: [HeldPath], _ theirs: [PathMark]) throws -> OriginComparison {
        var result = OriginComparison()
        if found[ours.first?.origin ?? theirs[0].origin] == nil, ours.count == 1, theirs.count == 1 {
            let (path, mark) = (ours[0], theirs[0])
            if path.size > mark.size {
                if try isExact && !isPrefix(mark, of: path) {
                    (result.unknown, result.conflicting) = ([mark], [path])
                } else {
                    result.giving = [.init(path: path, start: mark.size)]
                }
            } else if path.mark != mark {
                result.unknown = [mark]
                if path.size == mark.size { result.conflicting = [path] }
            }
            return result
        }
        var known = try held(theirs, by: ours)
        let (stated, whole) = (Set(theirs), Set(known.map(\.theirs)))
        result.unknown = theirs.filter { !whole.contains($0) }
        // The paths given first; the other side holds them when the rest comes.
        var given: [HeldPath] = []
        known += found[ours.first?.origin ?? theirs[0].origin] ?? []
        for path in ours.sorted(by: { ($1.size, $0.root) < ($0.size, $1.root) }) where !stated.contains(path.mark) {
            var start: UInt64?
            for prefix in known { start = max(start ?? 0, min(try common(path, prefix.ours), prefix.size)) }
            for other in given { start = max(start ?? 0, try common(path, other)) }
            guard let start = start ?? (theirs.isEmpty ? 0 : nil) else {
                result.conflicting.append(path)
                continue
            }
            if start < path.size {
                result.giving.append(.init(path: path, start: start))
                given.append(path)
            }
        }
        return result
    }

    /// The paths that `compare` gives; nothing is read where the other side names every path of ours.
    package func giving(_ ours: [HeldPath], _ theirs: [PathMark]) throws -> [OriginComparison.Giving] {
        let stated = Set(theirs)
        return ours.allSatisfy { stated.contains($0.mark) } ? [] : try compare(ours, theirs).giving
    }

    private func isPrefix(_ mark: PathMark, of path: HeldPath) throws -> Bool {
        try mark.size == 0 || replica.roots(of: path, at: [mark.size])[mark.size]?.first == mark.mark
    }

    private func common(_ left: HeldPath, _ right: HeldPath) throws -> UInt64 {
        left == right ? left.size : try replica.common(left, right)
    }

    /// Their paths that are the beginning of one of ours, or the whole of it, each once.
    private func held(_ theirs: [PathMark], by ours: [HeldPath]) throws -> [KnownPrefix] {
        var (known, open): ([KnownPrefix], Set<PathMark>) = ([], Set(theirs))
        for path in ours where open.remove(path.mark) != nil {
            known.append(KnownPrefix(theirs: path.mark, ours: path, size: path.size))
        }
        // The longest first: it begins like most others.
        for path in ours.sorted(by: { ($1.size, $0.root) < ($0.size, $1.root) }) where !open.isEmpty {
            let sizes = Set(open.map(\.size).filter { $0 < path.size })
            let roots = sizes.isEmpty ? [:] : try replica.roots(of: path, at: sizes)
            for mark in open where roots[mark.size]?.first == mark.mark {
                known.append(KnownPrefix(theirs: mark, ours: path, size: mark.size))
                open.remove(mark)
            }
        }
        return known
    }
}
