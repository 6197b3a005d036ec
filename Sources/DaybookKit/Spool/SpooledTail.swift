package import Engine
package import EventCodec
package import EventModel
import SyncProtocol
package import TransparencyLog

/// A tail whose events lie in a spool, in pieces.
package struct SpooledTail: Sendable {
    package let head: SignedHead
    package let pieces: [EventPiece]
    /// The author of its first event; nil where it has none, or that cannot be read.
    package let author: PrincipalID?
    /// Whether an event of it is of a link stream.
    package let hasLinks: Bool
    /// Whether all that its events show by themselves is right. One that is not is given to the engine whole, which
    /// states why it is refused.
    package let isSound: Bool

    package init(head: SignedHead, pieces: [EventPiece], author: PrincipalID?, hasLinks: Bool, isSound: Bool) {
        (self.head, self.pieces, self.author) = (head, pieces, author)
        (self.hasLinks, self.isSound) = (hasLinks, isSound)
    }

    /// The sequences of its events.
    var range: Range<UInt64> { head.head.size - UInt64(count)..<head.head.size }
    package var count: Int { pieces.reduce(0) { $0 + Int($1.span.count) } }
    package var byteCount: Int { pieces.reduce(0) { $0 + $1.ranges.reduce(0) { $0 + $1.count } } }

    /// The number of its first events that lie before a piece.
    package func count(before piece: Int) -> Int { pieces[..<piece].reduce(0) { $0 + Int($1.span.count) } }

    /// Lends the events of some pieces, one after another.
    package func forEachEvent(
        _ numbers: Range<Int>, in spool: ByteSpool, _ body: (StoredEvent) throws -> Void
    ) throws {
        guard let first = pieces[numbers].first, let last = pieces[numbers].last else { return }
        var reader = SpoolReader(spool, pieces[numbers].flatMap(\.ranges))
        let sequences = first.span.start..<last.span.end
        // An unsound tail may stand at another place; the engine states that.
        let origin = isSound ? head.head.origin : nil
        try CargoCoding.readEvents(of: origin, sequences, from: { try reader.next($0) }, body)
    }

    /// The ids of the events of some pieces, one after another.
    package func leaves(_ numbers: Range<Int>, in spool: ByteSpool) -> SpooledLeaves {
        SpooledLeaves(tail: self, spool: spool, pieces: numbers)
    }

    /// The events of some pieces, with the proof that they lead to the signed head.
    package func tail(_ numbers: Range<Int>, in spool: ByteSpool) throws -> ReceivedTail {
        var events: [StoredEvent] = []
        try forEachEvent(numbers, in: spool) { events.append($0) }
        guard let start = pieces[numbers].first?.span.start else {
            return ReceivedTail(head: head, start: head.head.size, events: [])
        }
        var rest = MerkleSpan(start: start + UInt64(events.count))
        for piece in pieces[numbers.upperBound...] { rest.append(piece.span) }
        return ReceivedTail(head: head, start: start, events: events, rest: rest)
    }
}

/// The ids of events in a spool. Memory: a piece.
package struct SpooledLeaves {
    fileprivate let tail: SpooledTail
    fileprivate let spool: ByteSpool
    fileprivate var pieces: Range<Int>
    private var leaves: ArraySlice<EventID> = []

    fileprivate init(tail: SpooledTail, spool: ByteSpool, pieces: Range<Int>) {
        (self.tail, self.spool, self.pieces) = (tail, spool, pieces)
    }

    package mutating func next() throws -> EventID? {
        while leaves.isEmpty, let piece = pieces.popFirst() {
            var read: [EventID] = []
            try tail.forEachEvent(piece..<piece + 1, in: spool) {
                read.append(EventID(SHA256Hasher.leafHash(envelope: $0.envelope)))
            }
            leaves = read[...]
        }
        return leaves.popFirst()
    }
}

/// Notes the events of a tail while they are written to a spool.
package struct SpooledTailBuilder {
    private let origin: OriginID
    private var pieces: EventPieces
    private var units = ReceivedUnits()
    package private(set) var author: PrincipalID?
    private var hasLinks = false
    private var isSound = true

    package init(_ origin: OriginID, start: UInt64) { (self.origin, pieces) = (origin, EventPieces(start: start)) }

    /// Adds the next event, which has these bytes in the spool.
    package mutating func add(_ event: StoredEvent, at range: Range<Int>) {
        do {
            let (envelope, id) = try event.checked(origin, pieces.next)
            add(event, envelope, id, at: range)
        } catch {
            // The engine states what is wrong.
            isSound = false
            let leaf = SHA256Hasher.leafHash(envelope: event.envelope)
            pieces.add(leaf: leaf, at: range, endsUnit: false)
        }
    }

    /// Adds the next event, whose bytes were checked.
    package mutating func add(_ event: StoredEvent, _ envelope: Envelope, _ id: EventID, at range: Range<Int>) {
        let endsUnit = envelope.flags.contains(.lastOfUnit)
        // The engine states what is wrong.
        do { try units.add(event.byteCount, endsUnit: endsUnit) } catch { isSound = false }
        author = author ?? envelope.actor
        isSound = isSound && author == envelope.actor
        hasLinks = hasLinks || envelope.stream.isOfLinks
        pieces.add(leaf: id.words, at: range, endsUnit: endsUnit)
    }

    package func finished(_ head: SignedHead) -> SpooledTail {
        SpooledTail(
            head: head, pieces: pieces.finished(), author: author, hasLinks: hasLinks,
            isSound: isSound && units.areWhole)
    }
}
