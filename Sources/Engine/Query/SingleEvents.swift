package import EventCodec
package import EventModel
package import EventSourcing
package import EventStore

/// Streams of one event: read without a list, an id or a copy where the event is a create that builds on nothing.
package struct SingleEvents {
    /// `folded`: the event's body is the record's fields, as its schema describes them. `needsFold`: only the fold
    /// gives the record.
    enum Outcome { case unknown, folded, needsFold }

    private let registry: Registry
    /// The fields of the event looked at last.
    package let scan = FieldScan()
    /// The type and kind that came last; most neighbours share them.
    private var known: KnownType?
    /// All that came: in the order of a log those of several kinds take turns.
    private var types: [KnownType] = []
    /// Whether the event looked at last names events of other streams.
    private(set) var linksAcross = false

    init(_ registry: Registry) { self.registry = registry }

    /// `stream` is the name of the row's stream.
    mutating func classify(at row: borrowing LogRow, of stream: RawSpan) throws -> Outcome {
        try classify(envelope: row.envelope, body: row.body, of: stream)
    }

    /// Looks at the envelope and the body of an event that was read before.
    mutating func classify(envelope bytes: RawSpan, body: RawSpan, of stream: RawSpan) throws -> Outcome {
        linksAcross = false
        if let known, let basisCount = known.basisCount(of: bytes, in: stream) {
            return basisCount == 0 ? classify(at: body, known) : .needsFold
        }
        for other in types {
            guard let basisCount = other.basisCount(of: bytes, in: stream) else { continue }
            known = other
            return basisCount == 0 ? classify(at: body, other) : .needsFold
        }
        let envelope = try EnvelopeView(stored: bytes)
        guard envelope.basisCount == 0, let found = known(envelope.type, envelope.stream) else { return .needsFold }
        known = found
        // An event of an older version goes through the fold, which brings it to the newest.
        return found.schema.version == envelope.schemaVersion ? classify(at: body, found) : .needsFold
    }

    private mutating func known(_ type: String, _ stream: StreamID) -> KnownType? {
        if let found = types.first(where: { $0.matches(type, stream) }) { return found }
        guard let found = KnownType(type, stream, registry, ownsSchema: true) else { return nil }
        types.append(found)
        return found
    }

    private mutating func classify(at body: RawSpan, _ known: KnownType) -> Outcome {
        guard known.schema.role == .create else { return .needsFold }
        if !BodyCheck.isValidWithoutLinks(body, known.schema, into: scan) {
            do throws(BodyProblem) {
                linksAcross = try BodyCheck.check(body, known.schema, into: scan).supersedes != nil
            } catch { return .needsFold }
        }
        return .folded
    }

    /// The dated rows of the event looked at last, which is `folded`, by its body.
    package func contribute(_ body: RawSpan, to sink: inout ContributionSink) { known?.contribute(scan, body, &sink) }

    /// The schema of the event looked at last.
    package var schema: EventSchema {
        guard let known else { preconditionFailure("asked before an event was looked at") }
        return known.schema
    }

    /// The same for all events of that schema; to lend the schema itself takes two threads turns to count who holds it.
    package var schemaID: ObjectIdentifier? { known?.schemaID }

    /// Whether the event looked at last is of a type.
    package func isOf(_ type: String) -> Bool { known?.schema.type == type }

    /// When the event looked at last happened, as in a `Chronicle`: it builds on no other.
    package func moment(of row: borrowing LogRow, in stream: RawSpan) throws -> Instant {
        let isTimed = known?.timesItsRecords ?? false
        if let link = EnvelopeGlance.link(row.envelope, stream: stream) {
            return Instant(milliseconds: isTimed && link.isInstant ? link.happened : link.recorded)
        }
        let envelope = try row.envelopeView()
        if isTimed, case .instant(let instant, _, _) = envelope.validTime { return instant }
        return envelope.recorded
    }
}
