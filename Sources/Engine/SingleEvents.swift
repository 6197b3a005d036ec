import EventCodec
import EventModel
import EventSourcing
import EventStore

/// Streams of one event: read without a list, an id or a copy where the event is a create that builds on nothing.
struct SingleEvents {
    /// `folded`: the event's body is the record's fields, and found as its schema says. `needsFold`: only the fold can tell.
    enum Outcome { case unknown, folded, needsFold }

    private let registry: Registry
    /// The fields of the event looked at last.
    let scan = FieldScan()
    /// The type and kind that came last; most neighbours share them.
    private var known: KnownType?
    /// Whether the event looked at last names events of other streams.
    private(set) var linksAcross = false

    init(_ registry: Registry) { self.registry = registry }

    /// `stream` is the name of the row's stream.
    mutating func look(at row: borrowing LogRow, of stream: RawSpan) throws -> Outcome {
        linksAcross = false
        if let known, let basisCount = known.basisCount(of: row.envelope, in: stream) {
            return basisCount == 0 ? look(at: row.body, known) : .needsFold
        }
        let envelope = try row.envelopeView()
        guard envelope.basisCount == 0, let found = KnownType(envelope.type, envelope.stream, registry) else { return .needsFold }
        known = found
        // What is of an older version goes through the fold, which brings it to the newest.
        return found.schema.version == envelope.schemaVersion ? look(at: row.body, found) : .needsFold
    }

    private mutating func look(at body: RawSpan, _ known: KnownType) -> Outcome {
        guard known.schema.role == .create else { return .needsFold }
        if !BodyCheck.holdsNoLinks(body, known.schema, into: scan) {
            do throws(BodyProblem) { linksAcross = try BodyCheck.check(body, known.schema, into: scan).supersedes != nil } catch { return .needsFold }
        }
        return .folded
    }

    /// The dated rows of the event looked at last, which is `folded`.
    func contribute(to sink: inout ContributionSink) { known?.contribute(scan, &sink) }
}
