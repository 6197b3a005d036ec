import EventModel
import Testing

@testable import TransparencyLog

@Suite struct MerkleSpanTests {
    private let leaves = (0..<70).map { SHA256Hasher.hash([UInt8($0)]) }

    private func edge(_ count: Int) -> MerkleEdge {
        var edge = MerkleEdge()
        for leaf in leaves[..<count] { edge.append(leaf: leaf) }
        return edge
    }

    @Test("a run of leaves put behind an edge gives the edge of all leaves, from every place to every place")
    func everyRun() throws {
        for start in 0...leaves.count {
            var span = MerkleSpan(start: UInt64(start))
            for end in start...leaves.count {
                if end > start { span.append(leaf: leaves[end - 1]) }
                var grown = edge(start)
                grown.append(span)
                #expect(grown == edge(end), "\(start)..<\(end)")
                #expect(span.hashes.count <= 2 * 7)
                #expect(MerkleSpan(start: span.start, count: span.count, hashes: span.hashes) == span)
            }
        }
    }

    @Test("a run put behind a run gives the run of the leaves of both, from every place to every place")
    func everyPairOfRuns() {
        func span(_ start: Int, _ end: Int) -> MerkleSpan {
            var span = MerkleSpan(start: UInt64(start))
            for leaf in leaves[start..<end] { span.append(leaf: leaf) }
            return span
        }
        for start in 0...40 {
            for middle in start...40 {
                for end in middle...40 {
                    var joined = span(start, middle)
                    joined.append(span(middle, end))
                    #expect(joined == span(start, end), "\(start)..<\(middle)..<\(end)")
                }
            }
        }
    }

    @Test("hashes that cannot belong to a run make none")
    func wrongCounts() {
        #expect(MerkleSpan(start: 1, count: 3, hashes: [leaves[0]]) == nil)
        #expect(MerkleSpan(start: 1, count: 0, hashes: [leaves[0]]) == nil)
        #expect(MerkleSpan(start: .max, count: 2, hashes: [leaves[0]]) == nil)
        #expect(MerkleSpan(start: 0, count: 1 << 63, hashes: [leaves[0]]) != nil)
    }
}
