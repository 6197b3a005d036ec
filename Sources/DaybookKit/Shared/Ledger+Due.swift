import Engine
import EventCodec
public import EventModel
public import EventSourcing

/// Something due now, of any domain: what waits for an answer, or a notice.
public struct DueThing: Hashable, Sendable {
    /// The occurrences without an answer before it came.
    public struct Missed: Hashable, Sendable {
        public let since: Instant
        /// The latest of them.
        public let occurrence: Instant
        public let count: Int

        package init(since: Instant, occurrence: Instant, count: Int) {
            (self.since, self.occurrence, self.count) = (since, occurrence, count)
        }
    }

    public let domain: String
    /// The kind of a notice; `alarm` for an alarm that waits for an answer.
    public let kind: String
    /// The key that identifies it.
    public let key: String
    public let title: String
    /// Since when it is due.
    public let at: Instant
    /// The record that it is about, where it is about one.
    public let stream: StreamID?
    public let missed: Missed?

    /// A notice that is due at a moment.
    package init(_ notice: NoticeCandidate, of domain: String, at moment: Instant) {
        self.init(
            domain: domain, kind: notice.kind, key: notice.key, title: notice.title, at: notice.notBefore ?? moment,
            stream: notice.stream)
    }

    package init(
        domain: String, kind: String, key: String, title: String, at: Instant, stream: StreamID?,
        missed: Missed? = nil
    ) {
        self.missed = missed
        self.domain = domain
        self.kind = kind
        self.key = key
        self.title = title
        self.at = at
        self.stream = stream
    }
}

/// An event that a tick sets aside: a clock that was ahead wrote it, and it counts when its time comes.
public struct DueAhead: Hashable, Sendable {
    /// A notice that was sent or seen, of a domain.
    public struct Notice: Hashable, Sendable {
        public let domain: String
        public let notice: SentNotice
    }

    /// A fact about something that is due at an instant.
    public struct Fact: Hashable, Sendable {
        public let event: EventID
        /// Such as alarm.fired.
        public let type: String
        /// The instant that it is about.
        public let occurrence: Instant
        /// When it counts; nil of one that never does.
        public let from: Instant?

        package init(event: EventID, type: String, occurrence: Instant, from: Instant?) {
            (self.event, self.type, self.occurrence, self.from) = (event, type, occurrence, from)
        }
    }

    public var facts: [Fact] = []
    public var notices: [Notice] = []
    public var isEmpty: Bool { facts.isEmpty && notices.isEmpty }

    public init() {}

    package mutating func add(_ notices: [SentNotice], of domain: String) {
        self.notices += notices.map { Notice(domain: domain, notice: $0) }
    }
}

extension Ledger {
    /// All that is due at the clock, over all domains, the longest due first: alarms that wait for an answer, and
    /// notices that may go out. Writes nothing.
    public func due(_ asOf: AsOf = .now) throws -> Answer<[DueThing]> { try dueAndAhead(asOf).answer }

    /// The things that are due, as `due` gives them, and those that are set aside.
    public func dueAndAhead(_ asOf: AsOf = .now) throws -> (answer: Answer<[DueThing]>, ahead: DueAhead) {
        let answered = try answered(asOf)
        let pinned = asOf.pinned(to: answered.position)
        let now = asOf.moment ?? now
        var (things, ahead) = ([DueThing](), DueAhead())
        for source in environment.domains.compactMap(\.due) {
            let found = try source.waiting(self, pinned)
            things += found.things
            ahead.facts += found.ahead
        }
        for domain in noticeDomains {
            let found = try notices(pinned, domain: domain).value
            things += found.due.map { DueThing($0, of: domain, at: now) }
            ahead.add(found.ahead, of: domain)
        }
        return (Answer(asOf: answered, value: things.sorted { ($0.at, $0.key) < ($1.at, $1.key) }), ahead)
    }

    /// The things that wait for an answer, over all domains: those of `due` that are no notices. Writes nothing.
    public func waitingThings(_ asOf: AsOf = .now) throws -> [DueThing] {
        try environment.domains.compactMap(\.due).flatMap { try $0.waiting(self, asOf).things }
            .sorted { ($0.at, $0.key) < ($1.at, $1.key) }
    }

    /// Looks at the clock once: writes what has come (fired, sent), then passes it to the closure.
    ///
    /// No other look passes the same thing again. When two programs look at once, each thing goes to the one whose
    /// write came first.
    ///
    /// - Parameter giveAhead: Receives at the end what is set aside because of a clock that was ahead.
    /// - Returns: When to look next.
    /// - Throws: `Fault` `alarms.busy`, `notices.busy` (75) where other programs kept writing. Things passed before
    ///   stay written.
    @available(*, noasync)
    public func processDue(ahead receiveAhead: (DueAhead) -> Void = { _ in }, _ receive: ([DueThing]) -> Void) throws
        -> Instant?
    {
        let now = now
        var (ahead, next) = (DueAhead(), [Instant?]())
        for source in environment.domains.compactMap(\.due) {
            let found = try source.process(self)
            ahead.facts += found.ahead
            receive(found.things)
            next.append(try source.next(self))
        }
        for domain in noticeDomains {
            var answer: NoticesAnswer
            repeat {
                answer = try evaluateNotices(domain: domain).answer.value
                receive(
                    answer.due.map { DueThing($0, of: domain, at: now) }.sorted { ($0.at, $0.key) < ($1.at, $1.key) })
            } while answer.due.count == Limits.unitEventsMaximum
            next.append(answer.next)
            ahead.add(answer.ahead, of: domain)
        }
        receiveAhead(ahead)
        return next.compactMap(\.self).min()
    }
}
