import EventModel
import Synchronization
import TransparencyLog

/// Edges of paths below their ends, one for every 1,024 events: many tails that begin there cost one walk along the
/// path.
final class PathEdges: Sendable {
    private static let step: UInt64 = 1_024

    /// Of each log, by its local number, the edges at 0, 1,024, 2,048 … as far as its path was read.
    let kept = Mutex<[UInt32: [MerkleEdge]]>([:])

    /// The edge of a path at an earlier size.
    ///
    /// - Parameters:
    ///   - leaf: The leaf at a sequence.
    ///   - isCommitted: Whether the path is committed up to a size, so that it never changes there.
    /// - Complexity: O(size) for the first, then less than 1,024 leaves.
    func edge(
        of log: UInt32, size: UInt64, leaf: (UInt64) throws -> Bytes32, isCommitted: (UInt64) throws -> Bool
    ) rethrows -> MerkleEdge {
        var edges = kept.withLock { $0[log] } ?? [MerkleEdge()]
        let count = edges.count
        var edge = edges[min(Int(size / PathEdges.step), count - 1)]
        while edge.size < size {
            edge.append(leaf: try leaf(edge.size))
            if edge.size == UInt64(edges.count) * PathEdges.step, try isCommitted(edge.size) { edges.append(edge) }
        }
        if edges.count > count { kept.withLock { $0[log] = edges } }
        return edge
    }
}
