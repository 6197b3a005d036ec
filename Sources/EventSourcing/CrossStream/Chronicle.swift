public import EventModel

/// The events of a stream that count, in its order, each with its times: what a rule or an answer reads that is about
/// what happened rather than about fields.
public struct Chronicle: Sendable {
    public struct Entry: Sendable {
        public let id: EventID
        public let author: PrincipalID
        public let content: EventContent
        /// When it happened, as its author says.
        public let happened: Instant
        /// `happened`, but never before that of an event it builds on.
        public let moment: Instant
        /// Where it stands; cuts use it to decide what lies before them.
        public let place: LogPlace

        /// Nil for an event that was not understood.
        public init?(_ event: FoldEvent<EventContent>, moment: Int64, place: LogPlace) {
            guard let content = event.payload else { return nil }
            id = event.id
            author = event.actor
            self.content = content
            happened = Instant(milliseconds: event.happenedMilliseconds ?? event.recordedMilliseconds)
            self.moment = Instant(milliseconds: moment)
            self.place = place
        }
    }

    public let stream: StreamID
    /// Nil while nothing counts.
    public let state: RecordState?
    /// The create that gives the record; nil where none does.
    public let created: EventID?
    /// Whether it stands: created, not removed, and no other stream takes it out.
    public let stands: Bool
    /// Whether it was removed; a record that another stream takes out was not.
    public let isRemoved: Bool
    public let entries: [Entry]
    /// The readings that rules have made of it; nil where none is kept.
    private let memory: (any ChronicleMemory)?

    /// The moment of the create; nil without one.
    public var createdAt: Instant? { created.flatMap { id in entries.first { $0.id == id }?.moment } }

    /// A chronicle of a stream whose events no rule reads.
    public init(unread stream: StreamID) {
        self.stream = stream
        (state, created, stands, isRemoved, entries, memory) = (nil, nil, false, false, [], nil)
    }

    /// The same without some of its entries. O(entries).
    public func filtered(_ isKept: (Entry) -> Bool) -> Chronicle { Chronicle(self, entries.filter(isKept)) }

    private init(_ other: Chronicle, _ entries: [Entry]) {
        (stream, state, created, stands, isRemoved, self.entries, memory) = (
            other.stream, other.state, other.created, other.stands, other.isRemoved, entries, nil
        )
    }

    /// From the fold of a stream and the entries of it that count, which a ledger keeps while the stream grows. O(1).
    public init(
        _ stream: StreamID, _ fold: Fold<RecordState>, isMasked: Bool = false, entries: [Entry],
        memory: (any ChronicleMemory)? = nil
    ) {
        self.stream = stream
        state = fold.state
        created = fold.created
        isRemoved = fold.created != nil && fold.isRemoved
        stands = fold.created != nil && !fold.isRemoved && !isMasked
        self.entries = entries
        self.memory = memory
    }

    /// The chronicle of a stream from its fold. `stands` is false where other streams take the record out. For each
    /// event, by its index, `place` gives where it stands and `counts` whether it counts. O(events of the stream).
    public init(
        _ stream: StreamID, _ events: [FoldEvent<EventContent>], _ fold: Fold<RecordState>, isMasked: Bool,
        place: (Int) -> LogPlace,
        counts: (Int) -> Bool
    ) {
        let moments = Chronicle.moments(of: events, fold)
        var entries: [Entry] = []
        entries.reserveCapacity(events.count)
        for index in fold.order where counts(index) {
            if let entry = Entry(events[index], moment: moments[index], place: place(index)) { entries.append(entry) }
        }
        self.init(stream, fold, isMasked: isMasked, entries: entries)
    }

    /// A reader's answer from the entries. Where a memory is kept, the reader gets only the entries since the last
    /// call.
    ///
    /// - Parameter begin: The reader before any entry.
    public func reading<Reader: ChronicleReader, Answer>(_ begin: Reader, _ answer: (Reader) -> Answer) -> Answer {
        let name = ObjectIdentifier(Reader.self)
        var (reader, count) = (begin, 0)
        if let kept = memory?.remove(name), var known = kept.reader as? Reader, kept.count <= entries.count,
            known.continues(as: begin)
        {
            (reader, count) = (known, kept.count)
        }
        for entry in entries[count...] { reader.read(entry) }
        defer { memory?.insert(reader, entries.count, name) }
        return answer(reader)
    }

    /// The moment of each event, by its index; `Int64.max` for one that is not ready. O(events of the stream).
    public static func moments(of events: [FoldEvent<EventContent>], _ fold: Fold<RecordState>) -> [Int64] {
        if let moments = momentsInRow(of: events, fold) { return moments }
        var moments = [Int64](repeating: .max, count: events.count)
        var known: [EventID: Int64] = [:]
        known.reserveCapacity(events.count)
        // The order extends causality: the basis of each comes before it.
        for index in fold.order {
            let event = events[index]
            let happened = event.happenedMilliseconds ?? event.recordedMilliseconds
            moments[index] = event.basis.reduce(happened) { max($0, known[$1] ?? $0) }
            // An event that takes no part moves none that builds on it.
            known[event.id] =
                fold.takesPart(index) ? moments[index] : event.basis.compactMap { known[$0] }.max() ?? .min
        }
        return moments
    }

    /// Of events that each build on the one before it, or on none, without a table of them; nil where one builds on
    /// others.
    private static func momentsInRow(of events: [FoldEvent<EventContent>], _ fold: Fold<RecordState>) -> [Int64]? {
        guard fold.leaving == nil else { return nil }
        var moments = [Int64](repeating: .max, count: events.count)
        let events = events.span
        var before: Int?
        for index in fold.order {
            var moment = events[index].happenedMilliseconds ?? events[index].recordedMilliseconds
            if !events[index].basis.isEmpty {
                guard let before, events[index].basis.count == 1, events[index].basis[0] == events[before].id else {
                    return nil
                }
                moment = max(moment, moments[before])
            }
            moments[index] = moment
            before = index
        }
        return moments
    }
}

/// A reader of a chronicle, entry by entry, for a rule or an answer.
public protocol ChronicleReader: Sendable {
    /// Reads the next entry.
    mutating func read(_ entry: Chronicle.Entry)

    /// Whether a reader that began as `other` would have made the same of the entries; it then goes on as that one.
    mutating func continues(as other: Self) -> Bool
}

/// Keeps readers of a chronicle while its stream grows at the end. The ledger drops it when earlier entries change.
public protocol ChronicleMemory: Sendable {
    /// Takes the reader of a type out, with the number of entries that it has read.
    func remove(_ name: ObjectIdentifier) -> (reader: any ChronicleReader, count: Int)?
    /// Puts a reader back.
    func insert(_ reader: any ChronicleReader, _ count: Int, _ name: ObjectIdentifier)
}

/// The surroundings that a rule of local commands sees beside the state of its record, as it is with the drafts before
/// it.
public struct Surroundings: Sendable {
    /// The event's own stream, without it.
    public let own: Chronicle
    /// The streams that the rule has asked for, by name.
    public private(set) var others: [StreamID: Chronicle] = [:]

    /// The kinds of which enough was seen, or all there is.
    public private(set) var kinds: Set<String> = []
    /// The logs that are held; nil until the rule has asked for them.
    public private(set) var logs: HeldLogs?

    /// The sums that the rule has asked for.
    package private(set) var sums: [SumRequest: KeyedSum] = [:]

    /// The clock, the zone and the author of the decision.
    public let context: DecideContext

    public init(own: Chronicle, context: DecideContext) {
        self.own = own
        self.context = context
    }

    public mutating func add(_ chronicle: Chronicle) { others[chronicle.stream] = chronicle }
    public mutating func finish(kind: String) { kinds.insert(kind) }
    public mutating func add(_ logs: HeldLogs) { self.logs = logs }
    package mutating func add(_ sum: KeyedSum, for request: SumRequest) { sums[request] = sum }

    /// The records that the rule still has to see.
    public enum Request: Sendable {
        case stream(StreamID)
        /// The streams of a kind, by name, until enough of them were seen; its own is not among them.
        case streams(kind: String, isEnough: @Sendable (Surroundings) -> Bool)
        /// The logs; cuts use them to decide what lies before them.
        case logs
        /// The sums of a day ledger; the record that is decided is not among them.
        case sums(SumRequest)
    }
}
