import EventModel
import SyncProtocol
import TransparencyLog

/// For each place that the bundles of a shared folder reach in a log, the fewest tails that lead to it.
struct FolderCover {
    /// A tail of a bundle on the way to a place.
    struct Link {
        let origin: OriginID
        let file: Int
        let start: UInt64
        let end: UInt64
    }

    private struct Node: Hashable {
        let origin: OriginID
        let size: UInt64
        let root: Bytes32
    }

    private struct Way {
        let edge: MerkleEdge
        let count: Int
        /// The last tail, and where it begins.
        let last: (link: Link, start: Node)?
    }

    private var ways: [Node: Way] = [:]

    /// Of two ways of as many tails, the one by the lesser digests is chosen, so that all devices choose the same.
    init(_ bundles: [FolderBundle]) {
        let tails = bundles.enumerated().flatMap { file, bundle in
            bundle.header.list.tails.enumerated().map { (start: $1.start, digest: bundle.digest, file: file, tail: $0) }
        }
        // By their beginning: every way to it is known before.
        let ordered = tails.sorted { ($0.start, $0.digest, $0.tail) < ($1.start, $1.digest, $1.tail) }
        for (_, _, file, tail) in ordered {
            let (bundle, entry) = (bundles[file], bundles[file].header.list.tails[tail])
            let origin = entry.head.head.origin
            let start = Node(origin: origin, size: entry.start, root: bundle.header.places[tail].rootBefore)
            let isFirst = start.size == 0 && start.root == SHA256Hasher.emptyRoot
            let before = ways[start] ?? (isFirst ? Way(edge: MerkleEdge(), count: 0, last: nil) : nil)
            guard let before, entry.count > 0 else { continue }
            var edge = before.edge
            for piece in bundle.parts[tail].pieces { edge.append(piece.span) }
            let end = Node(origin: origin, size: edge.size, root: edge.root)
            guard end.root == bundle.header.places[tail].edge.root else { continue }
            if let known = ways[end], known.count <= before.count + 1 { continue }
            let link = Link(origin: origin, file: file, start: start.size, end: end.size)
            ways[end] = Way(edge: edge, count: before.count + 1, last: (link, start))
        }
    }

    /// The tails that lead to the ends of paths, each once; nil where an end is not reached.
    func links(to paths: [HeldPath]) -> [Link]? {
        var links: [Link] = []
        var visited: Set<Node> = []
        for path in paths {
            var node = Node(origin: path.origin, size: path.size, root: path.root)
            guard ways[node]?.last != nil else { return nil }
            while let (link, start) = ways[node]?.last, visited.insert(node).inserted {
                links.append(link)
                node = start
            }
        }
        return links
    }
}
