import EventCodec
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
    /// The result of its links between principals, for a stream that holds them.
    @exclusivity(unchecked) package private(set) var principalLink: PrincipalLink?
    /// The effect of other streams on the record; stored apart, because they leave most alone.
    package var links: RecordLinks {
        get { linked?.links ?? RecordLinks() }
        set {
            linked = newValue == RecordLinks() ? nil : Linked(newValue)
            continued = nil
        }
    }
    @exclusivity(unchecked) private var linked: Linked?

    private final class Linked {
        let links: RecordLinks
        init(_ links: RecordLinks) { self.links = links }
    }

    /// Whether its rows count, as far as other streams are concerned.
    var isMasked: Bool { linked?.links.mask != nil }
    package var areAllEffective: Bool { linked?.links.supersession.heldBack == nil && fold.outcomes.areAllEffective }
    /// The events that links leave out of it; see `leaveOut`. Nil where none could be left out.
    @exclusivity(unchecked) private(set) var leaving: LeavingOut?

    /// The chronicle that rules read, once one has asked for it.
    @exclusivity(unchecked) private var continued: ContinuedChronicle?
    /// The keys of its events, once one with a key was appended.
    @exclusivity(unchecked) private var keys: Set<String>?

    /// How many of its events were there before this commit.
    @exclusivity(unchecked) var heldCount = 0
    /// Whether its rows must be written at the end of the commit.
    @exclusivity(unchecked) var isChanged = false
    /// The unit that changes it, by its number in the group; 0: none.
    @exclusivity(unchecked) var unit = 0

    package var isNew: Bool { events.isEmpty }
    /// Whether no other stream decides what counts of it.
    var isAlone: Bool { !stream.isOfLinks && linked == nil && leaving == nil }

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
        copy.leaving = leaving
        copy.isChanged = isChanged
        copy.heldCount = heldCount
        return copy
    }

    /// The state of a stream before a unit changes it, so that the change can be taken back.
    struct Mark {
        let count: Int
        let record: StreamRecord
    }

    var mark: Mark { Mark(count: events.count, record: record) }

    /// Takes back what was appended since a mark. O(events).
    func rewind(to mark: Mark) {
        guard events.count > mark.count else { return }
        events.removeSubrange(mark.count...)
        places.removeSubrange(mark.count...)
        record = mark.record
        keys = nil
        foldAnew()
    }

    /// Makes it the stream as the store has it once this commit is done; false where it cannot be.
    func markStored(at position: (EventPlace) -> Position?) -> Bool {
        while positions.count < events.count {
            guard let position = position(places[positions.count]) else { return false }
            positions.append(position)
        }
        heldCount = events.count
        unit = 0
        return true
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
        known.copyLeaving(of: self, indices)
        if indices.count == events.count {
            (known.fold, known.principalLink) = (fold, principalLink)
        } else {
            known.foldAnew()
        }
        return known
    }

    /// The logs in which these events stand.
    package func logNumbers(of ids: [EventID]) -> Set<UInt32> {
        let ids = Set(ids)
        return Set(events.indices.filter { ids.contains(events[$0].id) }.map { places[$0].log })
    }

    /// Adds an event and folds again, or continues the fold where that gives the same.
    func append(_ event: FoldEvent<EventContent>, place: EventPlace) {
        let continues = mayContinue(by: event) && fold.advance(event, rules: rules)
        add(event, place)
        if continues { continued?.append(event, place) } else { foldAnew() }
    }

    /// Adds events of elsewhere: continues the fold as far as that gives the same, and folds the rest once.
    func append(_ arrived: [(FoldEvent<EventContent>, EventPlace)]) {
        var continues = true
        for (event, place) in arrived {
            continues = continues && mayContinue(by: event) && fold.advance(event, rules: rules)
            add(event, place)
            if continues { continued?.append(event, place) }
        }
        if !continues { foldAnew() }
    }

    /// Appends what had come up to a position, out of the same stream as it was known later.
    func append(from later: LoadedStream, through limit: Position) {
        while events.count < later.events.count, later.positions[events.count] <= limit {
            let index = events.count
            positions.append(later.positions[index])
            append(later.events[index], place: later.places[index])
        }
        record = later.record
        heldCount = events.count
    }

    private func add(_ event: FoldEvent<EventContent>, _ place: EventPlace) {
        events.append(event)
        places.append(place)
        // The number of events in the record is what the store holds; rows are written later, in the same commit.
        record.append(place)
        if let key = event.key { keys?.insert(key) }
    }

    /// Whether the fold may be continued by an event: links between ledgers are decided as a whole, and a key must be
    /// new in the stream.
    private func mayContinue(by event: FoldEvent<EventContent>) -> Bool {
        if stream.isOfLinks || leaving != nil && mayLoseMore { return false }
        guard let key = event.key else { return true }
        let known = keys ?? Set(events.lazy.compactMap(\.key))
        keys = known
        return !known.contains(key)
    }

    /// The events that count, with their times: continued by what is appended.
    var continuedChronicle: Chronicle {
        if linked != nil { return chronicle }
        let current = continued ?? ContinuedChronicle(events, places, fold)
        continued = current
        return Chronicle(stream, fold, entries: current.entries, memory: current.memory)
    }

    /// The basis of a new event: the heads of the fold; of links, those of the links and ends that count, which the
    /// signers of a link follow.
    var basis: [EventID] {
        if let principalLink { return principalLink.heads }
        if leaving?.mistake == .basisOfAllHeads {
            return EventSourcing.fold(events, rules: rules).heads.prefix(Limits.basisMaximum).sorted()
        }
        return fold.heads.isEmpty ? [] : fold.heads.prefix(Limits.basisMaximum).sorted()
    }

    /// Leaves exactly these events out, and folds anew.
    func leave(out leaving: LeavingOut?) {
        self.leaving = leaving
        foldAnew()
    }

    /// Takes over what is left out of another stream, of which this one holds the events at some indices.
    func copyLeaving(of other: LoadedStream, _ indices: [Int]) {
        leaving = other.leaving
        if leaving == nil { return }
        leaving?.events = [:]
        for (index, old) in indices.enumerated() { leaving?.events[index] = other.leaving?.events[old] }
    }

    /// Folds all events. Events of a stream of links have outcomes of their own, by what both principals have signed.
    func foldAnew() {
        continued = nil
        fold = EventSourcing.fold(events, rules: rules, leavingOut: leaving)
        guard stream.isOfLinks else { return }
        let link = PrincipalLink(events, fold, events.map { LinkConsent.statement($0, in: stream) })
        fold.outcomes = link.outcomes
        principalLink = link
    }
}

extension StoreReading where Self: ~Copyable {
    /// Loads and folds a stream as it was known at a position (all of it without one). Nil when it has no event there.
    ///
    /// Links leave nothing out of it yet: `KnownStreams` does. Erasures and ids are the same either way.
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

    /// Loads a stream with a cursor that stands near its events: neighbours in the order of names are mostly neighbours
    /// in the log.
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
