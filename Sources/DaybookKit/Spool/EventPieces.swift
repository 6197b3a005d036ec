package import TransparencyLog

/// A run of events of a log that lies in a file, up to the end of a unit.
package struct EventPiece: Sendable {
    /// The bytes of its events in the file, in order.
    package let ranges: [Range<Int>]
    /// The part of its events in the tree of their log.
    package let span: MerkleSpan
}

/// Divides the events of a log into pieces, each of which is stored in a commit of its own.
///
/// Memory: the pieces, and the ranges of those events that do not follow each other in the file.
package struct EventPieces {
    /// Whole units that are stored at once: a piece ends with the unit that reaches one of these.
    package static let eventsPerPiece: UInt64 = 4_096
    package static let bytesPerPiece = 1 << 20

    private var pieces: [EventPiece] = []
    private var ranges: [Range<Int>] = []
    private var byteCount = 0
    private var span: MerkleSpan

    package init(start: UInt64) { span = MerkleSpan(start: start) }

    /// The sequence of the next event.
    package var next: UInt64 { span.end }

    /// Adds the next event.
    package mutating func add(leaf: Bytes32, at range: Range<Int>, endsUnit: Bool) {
        span.append(leaf: leaf)
        byteCount += range.count
        if let last = ranges.last, last.upperBound == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
        if endsUnit, span.count >= Self.eventsPerPiece || byteCount >= Self.bytesPerPiece { endPiece() }
    }

    /// The pieces of all events that were added.
    package func finished() -> [EventPiece] {
        var all = self
        if all.span.count > 0 { all.endPiece() }
        return all.pieces
    }

    private mutating func endPiece() {
        pieces.append(EventPiece(ranges: ranges, span: span))
        (ranges, byteCount, span) = ([], 0, MerkleSpan(start: span.end))
    }
}
