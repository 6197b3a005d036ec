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
}

extension Ledger {
    /// The events of a scope that this program does not understand, as known at a position; nil where there is none.
    ///
    /// O(1) where every event of the ledger counts, else O(streams with an event that does not). Rows that another
    /// program keeps say nothing about this one: until this program builds its own, the streams of the scope are
    /// folded.
    public func incomplete(_ scope: AnswerScope, _ asOf: AsOf = .now) throws -> Incomplete? {
        if scope == .nothing { return nil }
        var found = NotUnderstood()
        for stream in (engine.store.passing?.streams ?? []).sorted() where contains(stream, scope) {
            found.add(damaged: stream)
        }
        if scope == .records { return found.incomplete }
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
                    if countsRows { found.add(stream, events.lazy.map(\.reason)) } else { folded.append(stream) }
                }
                for stream in folded {
                    if let loaded = try engine.stream(stream, knownAt: known, transaction) { found.add(loaded) }
                }
            } else {
                try engine.forEachStream(kind: nil, knownAt: known, transaction) { loaded in
                    if contains(loaded.stream, scope) { found.add(loaded) }
                    return true
                }
            }
        }
        return found.incomplete
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
            case OutcomeReason.bodyInvalid: unreadable += 1
            default: continue
            }
        }
        if newer + unreadable > before, streams.count < Incomplete.namedMaximum { streams.append(stream) }
    }

    /// Adds a stream without what takes no part in it.
    mutating func add(_ loaded: LoadedStream) {
        let outcomes = loaded.outcomes
        add(loaded.stream, outcomes.indices.lazy.filter(loaded.fold.takesPart).compactMap { outcomes[$0].reason })
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
