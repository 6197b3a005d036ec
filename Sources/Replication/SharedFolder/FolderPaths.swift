import EventModel
import SyncProtocol
import TransparencyLog

/// The paths that the tails of a shared folder make, as a tree: what several paths share stands in it once.
///
/// Each bundle states where its tails begin and end. A tail that begins where another one ends continues it. Its cost
/// is linear in the number of tails, whatever forks there are.
struct FolderPaths {
    /// A tail of a bundle.
    struct Link: Hashable {
        let file: Int
        let tail: Int
    }

    /// A place where a tail ends and another may begin.
    struct Node: Hashable {
        let origin: OriginID
        let size: UInt64
        let root: Bytes32
    }

    /// A tail on a path.
    private struct Step {
        let link: Link
        let origin: OriginID
        let start: UInt64
        let edge: MerkleEdge
        /// The step that it continues; nil at the beginning of a log.
        let before: Int?

        var end: Node { Node(origin: origin, size: edge.size, root: edge.root) }
    }

    private let bundles: [FolderBundle]
    private var steps: [Step] = []
    private var stepsByOrigin: [OriginID: [Int]] = [:]
    /// The last step of each path, by origin and length.
    private(set) var ends: [Int] = []
    /// Tails that begin where none ends, and whose end no other one reaches.
    private(set) var waiting: [Link] = []
    /// Tails whose events are not those that their signed heads announce.
    private(set) var otherEvents: [Link] = []

    /// - Throws: An error of the disk, and `Fault` `folder.changed`, where a log forked and its events are compared.
    init(_ bundles: [FolderBundle]) throws {
        self.bundles = bundles
        grow()
        for (index, step) in steps.enumerated() { stepsByOrigin[step.origin, default: []].append(index) }
        try prune()
        ends.sort {
            let (left, right) = (steps[$0], steps[$1])
            return (left.origin, left.edge.size, left.edge.root) < (right.origin, right.edge.size, right.edge.root)
        }
    }

    /// Every path that begins at a log's beginning and that no other one continues.
    private mutating func grow() {
        var starts: [Node: [Link]] = [:]
        for (file, bundle) in bundles.enumerated() {
            for (tail, entry) in bundle.header.list.tails.enumerated() where entry.count > 0 {
                let node = Node(
                    origin: entry.head.head.origin, size: entry.start, root: bundle.header.places[tail].rootBefore)
                starts[node, default: []].append(Link(file: file, tail: tail))
            }
        }
        var reached: Set<Node> = []
        var open: [(node: Node, last: Int?)] = starts.keys.filter { $0.size == 0 }.map { ($0, nil) }
        while let (node, last) = open.popLast() {
            var isContinued = false
            for link in starts[node] ?? [] {
                let edge = bundles[link.file].header.places[link.tail].edge
                let end = Node(origin: node.origin, size: edge.size, root: edge.root)
                // Two ledgers may have written the same events.
                if reached.contains(end) {
                    isContinued = true
                    continue
                }
                var grown = last.map { steps[$0].edge } ?? MerkleEdge()
                for piece in bundles[link.file].parts[link.tail].pieces { grown.append(piece.span) }
                guard grown.root == edge.root else {
                    otherEvents.append(link)
                    continue
                }
                isContinued = true
                reached.insert(end)
                open.append((end, steps.count))
                steps.append(Step(link: link, origin: node.origin, start: node.size, edge: edge, before: last))
            }
            if !isContinued, let last { ends.append(last) }
        }
        waiting = starts.filter { $0.key.size > 0 && !reached.contains($0.key) }.flatMap { node, links in
            links.filter { link in
                let edge = bundles[link.file].header.places[link.tail].edge
                return !reached.contains(Node(origin: node.origin, size: edge.size, root: edge.root))
            }
        }
    }

    /// Leaves out each path that ends within a tail of another one. Each tail is read once at the most.
    private mutating func prune() throws {
        let sizes = Dictionary(grouping: ends) { steps[$0].origin }.filter { $0.value.count > 1 }
            .mapValues { Set($0.map { steps[$0].edge.size }).sorted() }
        var within: Set<Node> = []
        for (origin, sizes) in sizes {
            for step in stepsByOrigin[origin] ?? [] {
                for (size, root) in try roots(within: step, at: sizes) {
                    within.insert(Node(origin: origin, size: size, root: root))
                }
            }
        }
        if !within.isEmpty { ends.removeAll { within.contains(steps[$0].end) } }
    }

    /// The roots at those of some ascending sizes that lie within a step and are not its end.
    ///
    /// Cost: the bytes of the pieces in which one lies that is not their end.
    private func roots(within step: Int, at sizes: [UInt64]) throws -> [(size: UInt64, root: Bytes32)] {
        let (link, start, size) = (steps[step].link, steps[step].start, steps[step].edge.size)
        var rest = sizes[FolderPaths.place(of: start + 1, in: sizes)..<FolderPaths.place(of: size, in: sizes)]
        if rest.isEmpty { return [] }
        var roots: [(size: UInt64, root: Bytes32)] = []
        var edge = steps[step].before.map { steps[$0].edge } ?? MerkleEdge()
        for (number, piece) in bundles[link.file].parts[link.tail].pieces.enumerated() {
            guard let next = rest.first else { break }
            if next >= piece.span.end {
                edge.append(piece.span)
            } else {
                try bundles[link.file].forEachEvent(ofTail: link.tail, pieces: number..<number + 1) { _, leaf in
                    edge.append(leaf: leaf)
                    if edge.size == rest.first, edge.size < piece.span.end {
                        roots.append((edge.size, edge.root))
                        rest = rest.dropFirst()
                    }
                }
            }
            if edge.size == rest.first {
                roots.append((edge.size, edge.root))
                rest = rest.dropFirst()
            }
        }
        return roots
    }

    /// Where a number stands, or would stand, in ascending numbers.
    private static func place(of number: UInt64, in numbers: [UInt64]) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: - Reading

    func edge(of end: Int) -> MerkleEdge { steps[end].edge }
    func origin(of end: Int) -> OriginID { steps[end].origin }
    func link(of end: Int) -> Link { steps[end].link }

    /// The steps of a path that reach beyond a place, from the beginning.
    private func steps(to end: Int, beyond size: UInt64) -> [Int] {
        var path: [Int] = []
        var next: Int? = end
        while let step = next, steps[step].edge.size > size {
            path.append(step)
            next = steps[step].before
        }
        return path.reversed()
    }

    /// The tails of a path that reach beyond a place, each with the place where it begins.
    func links(to end: Int, beyond size: UInt64) -> [(link: Link, start: UInt64)] {
        steps(to: end, beyond: size).map { (steps[$0].link, steps[$0].start) }
    }

    /// O(bytes of the pieces in which a size lies that is not their end).
    func roots(to end: Int, at sizes: Set<UInt64>) throws -> [UInt64: Bytes32] {
        var roots: [UInt64: Bytes32] = sizes.contains(0) ? [0: SHA256Hasher.emptyRoot] : [:]
        let ascending = sizes.sorted()
        guard let least = ascending.first(where: { $0 > 0 }) else { return roots }
        for step in steps(to: end, beyond: least - 1) {
            for (size, root) in try self.roots(within: step, at: ascending) { roots[size] = root }
            if sizes.contains(steps[step].edge.size) { roots[steps[step].edge.size] = steps[step].edge.root }
        }
        return roots
    }

    /// How many first events two paths have in common: the largest size at which their roots are equal.
    ///
    /// Each round reads the events behind the last tail of both once, and leaves a sixty-fourth of what was open.
    func common(_ left: Int, _ right: Int) throws -> UInt64 {
        let shared = Set(steps(to: left, beyond: 0))
        var (equal, last) = (UInt64(0), Optional(right))
        while let step = last, !shared.contains(step) { last = steps[step].before }
        if let last { equal = steps[last].edge.size }
        var differs = min(steps[left].edge.size, steps[right].edge.size) + 1
        while differs - equal > 1 {
            let step = max(1, (differs - equal) / 64)
            let sizes = Set(stride(from: equal + step, to: differs, by: UInt64.Stride(step)))
            let (ours, theirs) = (try roots(to: left, at: sizes), try roots(to: right, at: sizes))
            for size in sizes.sorted() {
                guard ours[size] == theirs[size] else {
                    differs = size
                    break
                }
                equal = size
            }
        }
        return equal
    }

    /// The edges at which tails on the paths of each log end, the shortest first.
    var edges: [OriginID: [MerkleEdge]] {
        let used = onPaths(to: ends)
        return stepsByOrigin.mapValues { own in
            own.filter(used.contains).map { steps[$0].edge }.sorted { $0.size < $1.size }
        }
    }

    /// The places on the paths of a log at some ascending sizes. Each tail is read once at the most.
    func places(of origin: OriginID, at sizes: [UInt64]) throws -> Set<Node> {
        let (used, wanted) = (onPaths(to: ends.filter { steps[$0].origin == origin }), Set(sizes))
        var places: Set<Node> = []
        for step in stepsByOrigin[origin] ?? [] where used.contains(step) {
            if wanted.contains(steps[step].edge.size) { places.insert(steps[step].end) }
            for (size, root) in try roots(within: step, at: sizes) {
                places.insert(Node(origin: origin, size: size, root: root))
            }
        }
        return places
    }

    /// The steps that lead to some ends. Each is visited once.
    private func onPaths(to ends: some Sequence<Int>) -> Set<Int> {
        var used: Set<Int> = []
        for end in ends {
            var next: Int? = end
            while let step = next, used.insert(step).inserted { next = steps[step].before }
        }
        return used
    }

    /// The tails of a log that a ledger lacks, those that are continued first, and the place from which it lacks each.
    ///
    /// - Parameters:
    ///   - lacked: Ends of paths that the ledger lacks.
    ///   - held: The ends of its own paths of that log.
    func links(to lacked: [Int], beyond held: Set<Node>) throws -> [(link: Link, start: UInt64)] {
        guard let origin = lacked.first.map({ steps[$0].origin }) else { return [] }
        let own = stepsByOrigin[origin] ?? []
        let ended = own.filter { held.contains(steps[$0].end) }
        var known = onPaths(to: ended)
        let open = held.subtracting(ended.map { steps[$0].end })
        let sizes = Set(open.map(\.size)).sorted()
        let needed = onPaths(to: lacked)
        var starts: [Int: UInt64] = [:]
        for step in own where needed.contains(step) && !known.contains(step) {
            let within = try roots(within: step, at: sizes)
            guard let last = within.last(where: { open.contains(Node(origin: origin, size: $0.size, root: $0.root)) })
            else { continue }
            starts[step] = last.size
            var next = steps[step].before
            while let before = next, known.insert(before).inserted { next = steps[before].before }
        }
        return own.filter { needed.contains($0) && !known.contains($0) }
            .map { (steps[$0].link, starts[$0] ?? steps[$0].start) }
    }
}
