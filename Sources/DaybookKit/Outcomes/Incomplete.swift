import Engine
public import EventModel
import EventSourcing
import EventStore

/// The events missing from an answer: this ledger holds them, and this program does not understand them.
public struct Incomplete: Hashable, Sendable {
    /// As many streams are named.
    public static let namedMaximum = 10

    /// How many events there are.
    public let events: Int
    /// How many of them are of a type or version that only a newer program knows; the others cannot be read.
    public let newer: Int
    /// How many records are left out because a row of theirs is damaged.
    public let damaged: Int
    /// The first streams that hold them, ascending; damaged ones first.
    public let streams: [StreamID]
}

/// Whose events an answer is made of.
public enum AnswerScope: Hashable, Sendable {
    /// The command answers from no domain.
    case nothing
    /// Every domain, kinds of stream that this program does not know among them.
    case everything
    /// Every record, whether this program understands its events or not.
    case records
    /// The domains that evaluators of these names read, and what the shared domain keeps for them.
    case domains(Set<String>)
    case kinds(Set<String>)
    /// One record, and what the records of its domain share: every other kind of that domain.
    case record(StreamID)
}

extension Ledger {
    /// The events of a scope that this program does not understand, as known at a position; nil where there is none.
    ///
    /// An event whose body is invalid or lost counts where it could change the answer: see `couldMatter`. O(1) where
    /// every event of the ledger counts, else O(streams with an event that does not, and events of those with an
    /// invalid one). Rows that another program keeps say nothing about this one: until this program builds its own, the
    /// streams of the scope are folded.
    /// - Parameter shown: The streams that the answer shows.
    public func incomplete(_ scope: AnswerScope, showing shown: AnswerScope = .everything, _ asOf: AsOf = .now) throws
        -> Incomplete?
    {
        if scope == .nothing { return nil }
        var found = NotUnderstood()
        for stream in (engine.store.passing?.streams ?? []).sorted() where contains(stream, scope) {
            found.add(damaged: stream)
        }
        if scope == .records { return found.incomplete }
        let day = asOf.on ?? today
        // Supposed events are always understood.
        try withView(AsOf(known: asOf.known)) { known, _, transaction in
            if try engine.keptIsCurrent(transaction) {
                if try transaction.storeRecord().flaggedStreams == 0 { return }
                // A row does not say whether its event takes part.
                let countsRows = try known.isLatest && engine.shadows(knownAt: nil, transaction).isEmpty
                var folded: [StreamID] = []
                try transaction.forEachFlaggedStream { stream, events in
                    guard contains(stream, scope), events.contains(where: { $0.status == Outcome.quarantined.rawValue })
                    else { return }
                    if countsRows, !events.contains(where: { OutcomeReason.unreadable.contains($0.reason) }) {
                        found.add(stream, events.lazy.map(\.reason))
                    } else {
                        folded.append(stream)
                    }
                }
                for stream in folded {
                    if let loaded = try engine.stream(stream, knownAt: known, transaction) {
                        found.add(stream, try reasons(loaded, shown, on: day, transaction))
                    }
                }
            } else {
                try engine.forEachStream(kind: nil, knownAt: known, transaction) { loaded in
                    if contains(loaded.stream, scope) {
                        found.add(loaded.stream, try reasons(loaded, shown, on: day, transaction))
                    }
                    return true
                }
            }
        }
        return found.incomplete
    }

    /// The reasons of the events without effect, without those of unreadable bodies that change no answer about a day.
    private func reasons(
        _ loaded: LoadedStream, _ shown: AnswerScope, on day: CivilDate, _ transaction: borrowing StoreRead
    ) throws -> [String] {
        let isShown = contains(loaded.stream, shown)
        var reasons: [String] = []
        for (index, outcome) in loaded.outcomes.enumerated() {
            guard let reason = outcome.reason, loaded.fold.takesPart(index) else { continue }
            let isUnreadable = OutcomeReason.unreadable.contains(reason)
            guard try !isUnreadable || isShown && couldMatter(index, in: loaded, on: day, transaction) else { continue }
            reasons.append(reason)
        }
        return reasons
    }

    /// Whether an answer about a day could be another one if the unreadable body of an event could be read.
    ///
    /// It could not on a signed record, for a further create, for what happened after the day, or once a person has
    /// dismissed the event.
    private func couldMatter(
        _ index: Int, in loaded: LoadedStream, on day: CivilDate, _ transaction: borrowing StoreRead
    ) throws -> Bool {
        let event = loaded.events[index]
        if loaded.fold.isLocked { return false }
        let others = zip(loaded.events, loaded.outcomes).filter { $0.1.status == .effective }.map(\.0)
        if event.role == .create, others.contains(where: { $0.role == .create }) { return false }
        // Field 1 of a settle: the event that was decided about.
        if others.contains(where: { $0.role == .settle && $0.payload?.fields.data(1) == event.id.bytes }) {
            return false
        }
        switch try engine.event(at: loaded.places[index], transaction).envelope.validTime {
        case .date(let date): return date <= day
        case .instant(let instant, _, _): return zone.date(at: instant) <= day
        }
    }

    /// Why a record of which nothing is understood is not shown; nil where it is not here, was created, or holds
    /// nothing but what is understood.
    ///
    /// O(events of the stream).
    public func refusalOfNewer(_ stream: StreamID, _ asOf: AsOf = .now) throws -> Rejection? {
        try withView(asOf) { known, _, transaction in
            try engine.stream(stream, knownAt: known, transaction)?.refusalOfNewer
        }
    }

    /// Whether a stream is of a scope.
    private func contains(_ stream: StreamID, _ scope: AnswerScope) -> Bool {
        switch scope {
        case .nothing: false
        case .everything, .records: true
        case .kinds(let kinds): kinds.contains(stream.kind)
        case .record(let record):
            stream == record || stream.kind != record.kind && domainName(of: stream) == domainName(of: record)
        case .domains(let wanted): domainName(of: stream).map(wanted.contains) ?? false
        }
    }

    /// The domain whose answers a stream is for; nil where no domain here declares its kind.
    private func domainName(of stream: StreamID) -> String? {
        let domain = registry.domains.first { $0.kinds.contains { $0.name == stream.kind } }
        guard let name = domain?.evaluator.prefix(while: { $0 != "/" }) else { return nil }
        return name == "shared" ? environment.domains.owner(ofShared: stream.id) : String(name)
    }
}

extension OutcomeReason {
    /// Of an event whose body is here and invalid, or is not here any more.
    fileprivate static let unreadable: Set<String> = [bodyInvalid, bodyLost]
}

/// Counts events that this program does not understand, by their outcomes.
private struct NotUnderstood {
    private var newer = 0
    private var unreadable = 0
    private var damaged = 0
    private var streams: [StreamID] = []

    mutating func add(_ stream: StreamID, _ reasons: some Sequence<String>) {
        let before = newer + unreadable
        for reason in reasons {
            switch reason {
            case OutcomeReason.typeUnknown, OutcomeReason.schemaNewer: newer += 1
            case OutcomeReason.bodyInvalid, OutcomeReason.bodyLost: unreadable += 1
            default: continue
            }
        }
        if newer + unreadable > before, streams.count < Incomplete.namedMaximum { streams.append(stream) }
    }

    mutating func add(damaged stream: StreamID) {
        damaged += 1
        if streams.count < Incomplete.namedMaximum { streams.append(stream) }
    }

    var incomplete: Incomplete? {
        if newer + unreadable + damaged == 0 { return nil }
        return Incomplete(events: newer + unreadable, newer: newer, damaged: damaged, streams: streams)
    }
}
