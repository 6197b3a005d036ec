package import EventCodec
package import EventModel
package import EventSourcing
package import EventStore
import TransparencyLog

/// One stream with its events and their fold: what a decision is made on, and what a question about a record reads.
///
/// A class that a unit copies before it changes one of the group's: a stream is handed on often and changed rarely.
package final class LoadedStream {
    package let stream: StreamID
    package let rules: KindRules
    @exclusivity(unchecked) package var record: StreamRecord
    /// In arrival order.
    @exclusivity(unchecked) package var places: [EventPlace]
    @exclusivity(unchecked) package var positions: [Position]
    @exclusivity(unchecked) package var events: [FoldEvent<EventContent>]
    @exclusivity(unchecked) package var fold: Fold<RecordState>
    /// What its links between principals come to, where that is what it holds.
    @exclusivity(unchecked) package private(set) var principalLink: PrincipalLink?
    /// What other streams make of the record; held apart, because they leave most alone.
    package var links: RecordLinks {
        get { linked?.links ?? RecordLinks() }
        set { linked = newValue == RecordLinks() ? nil : Linked(newValue) }
    }
    @exclusivity(unchecked) private var linked: Linked?

    private final class Linked {
        let links: RecordLinks
        init(_ links: RecordLinks) { self.links = links }
    }

    /// Whether its rows count, as far as other streams are concerned.
    var isMasked: Bool { linked?.links.mask != nil }
    package var areAllEffective: Bool { linked?.links.supersession.heldBack == nil && fold.outcomes.areAllEffective }
    /// The events that the end of a link leaves without effect, by their indices; see `keepOut`.
    @exclusivity(unchecked) private(set) var keptOut: [Int: KeptOut] = [:]

    /// An event without effect here: how far this program understands it, and the event that ended the link.
    struct KeptOut {
        let understanding: Understanding
        let by: EventID
    }

    /// How many of its events were there before this commit.
    @exclusivity(unchecked) var heldCount = 0
    /// Whether its rows must be written at the end of the commit.
    @exclusivity(unchecked) var isChanged = false
    /// The unit that changes it, by its number in the group; 0: none.
    @exclusivity(unchecked) var unit = 0

    package var isNew: Bool { events.isEmpty }

    /// Whether an erasure by its author reaches an event, whose body then is not kept; false for erasures.
    package func isErased(_ index: Int) -> Bool { fold.outcomes[index].isByErasure && !events[index].links.isErasure }

    package var version: StreamVersion { StreamVersion(UInt32(events.count)) }

    /// A stream without events.
    init(empty stream: StreamID, rules: KindRules) {
        self.stream = stream
        self.rules = rules
        record = StreamRecord()
        places = []
        positions = []
        events = []
        fold = Fold()
    }

    /// A stream of its own with the same content.
    func copy() -> LoadedStream {
        let copy = LoadedStream(empty: stream, rules: rules)
        copy.record = record
        copy.places = places
        copy.positions = positions
        copy.events = events
        copy.fold = fold
        copy.principalLink = principalLink
        copy.linked = linked
        copy.keptOut = keptOut
        copy.isChanged = isChanged
        copy.heldCount = heldCount
        return copy
    }

    /// The stream as it was known at a position (nil: with all that was read of it), without what others made of it;
    /// nil where it had no event.
    func known(at limit: Position?) -> LoadedStream? {
        let indices =
            limit.map { limit in positions.indices.filter { positions[$0] <= limit } } ?? Array(positions.indices)
        if indices.isEmpty { return nil }
        let known = LoadedStream(empty: stream, rules: rules)
        known.record = record
        (known.places, known.positions, known.events) = (
            indices.map { places[$0] }, indices.map { positions[$0] }, indices.map { events[$0] }
        )
        known.heldCount = indices.count
        known.copyKeptOut(of: self, indices)
        if indices.count == events.count {
            (known.fold, known.principalLink) = (fold, principalLink)
        } else {
            known.foldAnew()
        }
        return known
    }

    /// Adds an event and folds again, or continues the fold where that gives the same.
    /// The logs in which these events stand.
    package func logNumbers(of ids: [EventID]) -> Set<UInt32> {
        let ids = Set(ids)
        return Set(events.indices.filter { ids.contains(events[$0].id) }.map { places[$0].log })
    }

    func append(_ event: FoldEvent<EventContent>, place: EventPlace) {
        events.append(event)
        places.append(place)
        // The number of events in the record is what the store holds; rows are written later, in the same commit.
        record.append(place)
        if event.key != nil || stream.isOfLinks || !fold.advance(event, rules: rules) { foldAnew() }
    }

    /// Adds events of elsewhere and folds once.
    func append(_ arrived: [(FoldEvent<EventContent>, EventPlace)]) {
        // Most streams of a new device's ledger are one event.
        if isNew, arrived.count == 1 { return append(arrived[0].0, place: arrived[0].1) }
        for (event, place) in arrived {
            events.append(event)
            places.append(place)
            record.append(place)
        }
        foldAnew()
    }

    /// What a new event builds on: the heads of the fold; of links, those of the links and ends that count, which the
    /// signers of a link follow.
    var basis: [EventID] {
        if let principalLink { return principalLink.heads }
        return fold.heads.isEmpty ? [] : fold.heads.prefix(Limits.basisMaximum).sorted()
    }

    /// How far this program understands an event, whether or not it has an effect here.
    func understanding(_ index: Int) -> Understanding { keptOut[index]?.understanding ?? events[index].understanding }

    /// Leaves exactly these events without effect, each because of an end of a link, and folds anew.
    func keepOut(_ out: [Int: EventID]) {
        for (index, kept) in keptOut { events[index].understanding = kept.understanding }
        keptOut = [:]
        for (index, by) in out {
            keptOut[index] = KeptOut(understanding: events[index].understanding, by: by)
            events[index].understanding = .ended
        }
        foldAnew()
    }

    /// Takes over what another stream leaves without effect, of which this one holds the events at some indices.
    func copyKeptOut(of other: LoadedStream, _ indices: [Int]) {
        if other.keptOut.isEmpty { return }
        for (index, old) in indices.enumerated() { keptOut[index] = other.keptOut[old] }
    }

    /// Folds all events. What stands in a stream of links has outcomes of its own, by what both principals have signed.
    func foldAnew() {
        fold = EventSourcing.fold(events, rules: rules)
        if !keptOut.isEmpty { nameEnds() }
        guard stream.isOfLinks else { return }
        let link = PrincipalLink(events, fold, events.map { LinkConsent.statement($0, in: stream) })
        fold.outcomes = link.outcomes
        principalLink = link
    }

    /// Gives the outcomes of the events that the end of a link reaches the event that ended it.
    private func nameEnds() {
        var outcomes = Array(fold.outcomes)
        for (index, kept) in keptOut where outcomes[index].reason == OutcomeReason.linkEnded {
            outcomes[index] = EventOutcome(.quarantined, reason: OutcomeReason.linkEnded, because: kept.by)
        }
        fold.outcomes = Outcomes(outcomes)
    }
}

extension Registry {
    /// The rules of a stream's kind; those of a plain kind for one that this program does not know.
    package func rules(of stream: StreamID) -> KindRules {
        let kind = stream.kind
        return KindRules(self.kind(kind) ?? PlainKind(kind), ledgers: ledgers(ofKind: kind), movedKeys: movedKeys)
    }

    /// An event as the fold sees it, from its stored bytes.
    package func foldEvent(envelope: borrowing EnvelopeView, body: RawSpan, id: EventID) -> FoldEvent<EventContent> {
        let kind = envelope.stream.kind
        return foldEvent(envelope: envelope, body: body, id: id, in: kind, isTimed: timesRecords(of: kind))
    }

    /// As above, of a kind of stream that was looked up: to find it takes as long as much of the rest.
    fileprivate func foldEvent(
        envelope: borrowing EnvelopeView, body: RawSpan, id: EventID, in kind: String, isTimed: Bool
    ) -> FoldEvent<EventContent> {
        if body.byteCount == 0 { return erasedEvent(envelope, id: id, in: kind) }
        let type = envelope.type
        let (understanding, content) = understand(type: type, version: envelope.schemaVersion, kind: kind, body: body)
        let role = content?.schema.role ?? self.role(of: type, in: kind)
        return FoldEvent(
            id: id, basis: envelope.basis, recordedMilliseconds: envelope.recorded.milliseconds,
            happenedMilliseconds: happened(role, isTimed, { envelope.validTime }), actor: envelope.actor, role: role,
            key: content?.engine.key, understanding: understanding,
            isCritical: envelope.flags.contains(.critical), mayBeErasedAlone: mayBeErasedAlone(role, type, in: kind),
            links: content.map { links($0, role, kind, envelope, id) } ?? EngineLinks(),
            payload: content)
    }
}

extension Registry {
    /// A lock's signatures are tested where it is read: every fold then sees the same.
    private func links(
        _ content: EventContent, _ role: EventRole, _ kind: String, _ envelope: borrowing EnvelopeView, _ id: EventID
    ) -> EngineLinks {
        var links = EngineLinks(content, in: kind)
        guard role == .lock, let streamKind = self.kind(kind) else { return links }
        if LockSignature.isForged(content, of: streamKind, in: envelope.stream, by: envelope.actor, id: id) {
            links.isForged = true
        }
        return links
    }
}

extension Registry {
    /// When an event of a role in a kind of stream happened; nil: when it was recorded.
    func happened(_ role: EventRole, in kind: String, _ validTime: () -> ValidTime) -> Int64? {
        happened(role, timesRecords(of: kind), validTime)
    }

    private func timesRecords(of kind: String) -> Bool { self.kind(kind)?.timesItsRecords ?? false }

    private func happened(_ role: EventRole, _ isTimed: Bool, _ validTime: () -> ValidTime) -> Int64? {
        if role.happensAtATime { return validTime().happened.milliseconds }
        guard role == .create || role == .edit, isTimed, case .instant(let instant, _, _) = validTime() else {
            return nil
        }
        return instant.milliseconds
    }

    /// The role of a type in a kind of stream, whose body is not read. What may not stand there is a note: an event of
    /// a type that belongs elsewhere begins no record.
    private func role(of type: String, in kind: String) -> EventRole {
        guard let schema = schema(type), schema.allows(kind: kind) else { return .note }
        return schema.role
    }

    /// An event of which only the envelope is left.
    private func erasedEvent(_ envelope: borrowing EnvelopeView, id: EventID, in kind: String) -> FoldEvent<
        EventContent
    > {
        let type = envelope.type
        let role = role(of: type, in: kind)
        return FoldEvent(
            id: id, basis: envelope.basis, recordedMilliseconds: envelope.recorded.milliseconds, actor: envelope.actor,
            role: role,
            understanding: .erased, isCritical: envelope.flags.contains(.critical),
            mayBeErasedAlone: mayBeErasedAlone(role, type, in: kind),
            payload: nil)
    }

    /// Whether an erasure of single events reaches events of a type in a kind of stream: registers, notes and
    /// attachments, and what no domain declares. What states who wrote what (certificates, links) is never erased.
    func mayBeErasedAlone(_ role: EventRole, _ type: String, in kind: String) -> Bool {
        guard StreamID.mayBeErased(kind: kind) else { return false }
        return role == .set || role == .note || role == .edit && self.kind(kind)?.isAttachment(type) ?? false
    }
}

extension EventRole {
    /// Whether its own time matters beside that of its recording: notes and sets tell what happened, creates and edits
    /// what a record is.
    var happensAtATime: Bool { self == .note || self == .set }
}

extension ValidTime {
    /// The instant, of a date the start of its day in UTC.
    var happened: Instant {
        switch self {
        case .instant(let instant, _, _): instant
        case .date(let date): Instant(milliseconds: Int64(date.day) * 86_400_000)
        }
    }
}

extension StreamID {
    /// Whether events in a kind of stream can be erased at all: what states who wrote what is held for ever.
    static func mayBeErased(kind: String) -> Bool { kind != "origin" && kind != "link" }
}

extension EngineLinks {
    /// Of an event's content in a kind of stream. What says who wrote what (certificates, links) is never erased,
    /// whoever asks for it: nothing that rests on it could be checked any more.
    package init(_ content: EventContent, in kind: String) {
        // Most events link nothing.
        if content.engine.hasNoLinks { self.init() } else { self.init(content.engine) }
        guard content.schema.role == .note, StreamID.mayBeErased(kind: kind) else { return }
        if content.type == SystemSchemas.streamErased1.type { erases = true }
        if let events = content.engine.erases { erasesEvents = events }
    }

    private init(_ fields: EngineFields) {
        self.init(
            covers: fields.covers ?? [], content: fields.content, form: fields.form, voids: fields.voids ?? [],
            keeps: fields.keeps ?? [], supersedes: fields.supersedes ?? [], undoes: fields.undoes ?? [])
    }
}

extension StoreReading where Self: ~Copyable {
    /// Loads and folds a stream as it was known at a position (all of it without one). Nil when it has no event there.
    package borrowing func load(_ stream: StreamID, _ registry: Registry, knownAt: Position? = nil) throws
        -> LoadedStream?
    {
        guard let record = try streamRecord(stream) else { return nil }
        return try load(stream, record, registry, knownAt: knownAt)
    }

    package borrowing func load(
        _ stream: StreamID, _ record: StreamRecord, _ registry: Registry, knownAt: Position? = nil
    ) throws -> LoadedStream? {
        let loading = LoadingStream(stream, record, registry, knownAt: knownAt)
        for place in try places(of: stream, record) { try withEvent(at: place) { try loading.append($0, at: place) } }
        return loading.folded()
    }

    /// As above, by a cursor that stands near the stream's events: neighbours in the order of names are mostly
    /// neighbours in the log.
    borrowing func load(
        _ stream: StreamID, _ record: StreamRecord, _ registry: Registry, knownAt: Position? = nil,
        by events: inout EventCursor
    ) throws -> LoadedStream? {
        let loading = LoadingStream(stream, record, registry, knownAt: knownAt)
        for place in try places(of: stream, record) {
            try events.visitEvent(at: place) { try loading.append($0, at: place) }
        }
        return loading.folded()
    }
}

/// A stream while its events are read, in arrival order.
private struct LoadingStream {
    private let loaded: LoadedStream
    private let registry: Registry
    private let limit: Position?
    // Looked up once: to find what a kind is takes as long as to read an event.
    private let kind: String
    private let isTimed: Bool

    init(_ stream: StreamID, _ record: StreamRecord, _ registry: Registry, knownAt limit: Position?) {
        (self.registry, self.limit, kind) = (registry, limit, stream.kind)
        loaded = LoadedStream(empty: stream, rules: registry.rules(of: stream))
        isTimed = loaded.rules.kind.timesItsRecords
        loaded.record = record
        loaded.places.reserveCapacity(record.count)
        loaded.positions.reserveCapacity(record.count)
        loaded.events.reserveCapacity(record.count)
    }

    func append(_ row: borrowing LogRow, at place: EventPlace) throws {
        if let limit, row.position > limit { return }
        let envelope = try row.envelopeView()
        let id = EventID(SHA256Hasher.leafHash(envelope: row.envelope))
        loaded.events.append(registry.foldEvent(envelope: envelope, body: row.body, id: id, in: kind, isTimed: isTimed))
        loaded.places.append(place)
        loaded.positions.append(row.position)
    }

    /// Nil where no event was taken.
    func folded() -> LoadedStream? {
        if loaded.events.isEmpty { return nil }
        loaded.foldAnew()
        loaded.heldCount = loaded.events.count
        return loaded
    }
}

extension Registry {
    /// An event as the fold sees it, from its row; its content id is computed from the stored envelope.
    package func foldEvent(_ row: borrowing LogRow) throws -> FoldEvent<EventContent> {
        let envelope = try row.envelopeView()
        return foldEvent(envelope: envelope, body: row.body, id: EventID(SHA256Hasher.leafHash(envelope: row.envelope)))
    }
}
