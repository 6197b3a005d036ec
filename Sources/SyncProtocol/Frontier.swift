import EventCodec
package import EventModel

/// The end of one path of an origin's log, as a peer receives it: the number of events, and half of the root over them.
///
/// Half a root (128 bits) is enough to see that two ledgers differ; what is stored is held against whole, signed roots.
package struct PathMark: Hashable, Sendable, Comparable {
    package let origin: OriginID
    package let size: UInt64
    /// The first sixteen bytes of the root.
    package let mark: Bytes16

    package init(origin: OriginID, size: UInt64, mark: Bytes16) {
        self.origin = origin
        self.size = size
        self.mark = mark
    }

    package init(origin: OriginID, size: UInt64, root: Bytes32) {
        self.init(origin: origin, size: size, mark: root.first)
    }

    package static func < (left: PathMark, right: PathMark) -> Bool {
        if left.origin != right.origin { return left.origin < right.origin }
        if left.size != right.size { return left.size < right.size }
        return left.mark < right.mark
    }
}

/// The content of a ledger, in the fewest words: the end of every path of every log, ascending, none twice.
package struct Frontier: Hashable, Sendable {
    package let marks: [PathMark]

    package init(_ marks: some Sequence<PathMark>) { self.marks = Set(marks).sorted() }

    /// The marks of each origin.
    package var byOrigin: [OriginID: [PathMark]] { Dictionary(grouping: marks, by: \.origin) }

    /// Origins whose marks differ between two frontiers, or that only one of them lists.
    package func origins(differingFrom other: Frontier) -> Set<OriginID> {
        Set(Set(marks).symmetricDifference(other.marks).map(\.origin))
    }
}

// MARK: - Bytes

extension Frontier {
    /// Origin, size and mark of each path, one after another.
    func write(_ writer: inout CBORWriter) {
        writer.array(count: marks.count * 3)
        for mark in marks {
            writer.data(mark.origin.words)
            writer.unsigned(mark.size)
            writer.data(mark.mark)
        }
    }

    /// Throws for marks that do not ascend, and for more than a ledger may have.
    init(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        let count = try reader.array()
        guard count.isMultiple(of: 3) else { throw CBORError(.fieldMissing, at: start) }
        guard count / 3 <= SyncLimits.pathsMaximum else { throw CBORError(.tooLong, at: start) }
        var marks: [PathMark] = []
        for _ in 0..<count / 3 {
            let place = reader.offset
            let mark = PathMark(
                origin: OriginID(try reader.bytes16()), size: try reader.unsigned(), mark: try reader.bytes16())
            if let last = marks.last, !(last < mark) { throw CBORError(.keyOrder, at: place) }
            marks.append(mark)
        }
        self.marks = marks
    }
}
