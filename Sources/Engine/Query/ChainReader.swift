package import EventCodec
package import EventModel
package import EventSourcing
import EventStore
import TransparencyLog

/// How far a chain was read, to go on from there: a stream in which each event builds on the one before it, and all of
/// them count.
package struct ChainPoint: Hashable, Sendable {
    /// Events so far, in arrival order.
    package fileprivate(set) var count = 0
    /// The last of them; nil before the first, and where reading does not continue.
    fileprivate var head: EventID?
    fileprivate var hasCreate = false
    /// Whether one of them has an idempotency key: a second may have the same.
    fileprivate var hasKey = false
    /// The moment of the last in milliseconds: its own time, or that of one before it, whichever is later.
    fileprivate var moment = Int64.min

    package init() {}
}

/// One event of a chain; its body is lent beside it.
package struct ChainEvent {
    package let schema: EventSchema
    /// The fields of the body; those of the next event when that comes.
    package let fields: FieldScan
    /// As in a `Chronicle`.
    package let happened: Instant
    package let moment: Instant
    package let place: LogPlace
    /// For the engine: the kind and the schema together.
    let known: KnownType

    fileprivate init(_ known: KnownType, _ fields: FieldScan, happened: Int64, moment: Int64, _ place: EventPlace) {
        schema = known.schema
        self.fields = fields
        self.happened = Instant(milliseconds: happened)
        self.moment = Instant(milliseconds: moment)
        self.place = place.inLog
        self.known = known
    }
}

/// Reads chains event by event, without lists or copies, by the tests of the fold. It accepts a stream only if the fold
/// finds every event effective and in this order: at most one create, edits, notes. The caller folds any other stream.
///
/// The caller checks rules of the domain (`admit`) and the effect of other streams on the record.
struct ChainReader {
    private let registry: Registry
    private let scan = FieldScan()
    /// Of the streams that came last, which share their kind with their neighbours.
    private var types: [KnownType] = []

    init(_ registry: Registry) { self.registry = registry }

    /// Whether streams of that name may be chains: those of links and origins have rules of their own.
    static func mayRead(_ stream: RawSpan) -> Bool { !stream.starts(with: link) && !stream.starts(with: origin) }
    private static let link = Array("link/".utf8)
    private static let origin = Array("origin/".utf8)

    /// Calls with each event at the places until one lies behind `limit`; returns the point reached. The places are all
    /// those behind the point, in arrival order. Returns nil if the stream is no chain or the closure returns false;
    /// some events were passed by then.
    ///
    /// Without `goesOn` the last event is not hashed, and reading cannot continue from the point.
    mutating func read(
        _ stream: RawSpan, _ places: ArraySlice<EventPlace>, from start: ChainPoint, knownAt limit: Position?,
        goesOn: Bool, _ cursor: inout EventCursor,
        _ body: (ChainEvent, RawSpan) throws -> Bool
    ) throws -> ChainPoint? {
        guard ChainReader.mayRead(stream) else { return nil }
        var (point, isKnown, isChain) = (start, true, true)
        for index in places.indices {
            try cursor.visitEvent(at: places[index]) { row in
                if let limit, row.position > limit {
                    isKnown = false
                    return
                }
                isChain = try follow(
                    row, of: stream, at: places[index], &point, isHashed: goesOn || index + 1 < places.endIndex, body)
            }
            guard isChain else { return nil }
            guard isKnown else { break }
        }
        return point
    }

    private mutating func follow(
        _ row: borrowing LogRow, of stream: RawSpan, at place: EventPlace, _ point: inout ChainPoint, isHashed: Bool,
        _ body: (ChainEvent, RawSpan) throws -> Bool
    ) throws -> Bool {
        guard let link = EnvelopeGlance.link(row.envelope, stream: stream), link.basis == point.head?.words,
            (point.count == 0) == (link.basis == nil),
            let known = known(row, link, stream), try isChainable(row.body, known, &point)
        else { return false }
        switch known.schema.role {
        case .create:
            if point.hasCreate { return false }
            point.hasCreate = true
        case .edit: if !point.hasCreate { return false }
        case .note: break
        case .set, .remove, .restore, .lock, .unlock, .settle: return false
        }
        let isTimed = known.schema.role.happensAtATime || known.timesItsRecords && link.isInstant
        let happened = isTimed ? link.happened : link.recorded
        point.moment = max(point.moment, happened)
        point.count += 1
        point.head = isHashed ? EventID(SHA256Hasher.leafHash(envelope: row.envelope)) : nil
        return try body(ChainEvent(known, scan, happened: happened, moment: point.moment, place), row.body)
    }

    /// Whether the body is as its schema says, links nothing, and has no key that another event of the stream may have.
    private func isChainable(_ body: RawSpan, _ known: KnownType, _ point: inout ChainPoint) throws -> Bool {
        guard BodyCheck.isValidWithoutLinks(body, known.schema, into: scan) else { return false }
        guard BodyCheck.beginsWithEngine(body) else { return true }
        defer { point.hasKey = true }
        return !point.hasKey
    }

    /// The type in its newest version; nil where it is none that a chain may hold.
    private mutating func known(_ row: borrowing LogRow, _ link: EnvelopeLink, _ stream: RawSpan) -> KnownType? {
        let type = row.envelope.extracting(link.type)
        for known in types where known.isOf(stream) && known.matches(type: type, version: link.version) { return known }
        guard
            let found = KnownType(
                type.text, StreamID(unchecked: stream.text), registry, version: link.version, ownsSchema: true),
            found.isOfChains
        else { return nil }
        if types.first.map({ !$0.isOf(stream) }) ?? false { types = [] }
        types.append(found)
        return found
    }
}

extension KnownType {
    /// Whether a chain may hold it: no erasure, and no note with a cut, which may take other records back.
    fileprivate var isOfChains: Bool {
        schema.type != SystemSchemas.streamErased1.type && !schema.engineFields.contains(.cut)
            && !schema.engineFields.contains(.erases)
    }
}
