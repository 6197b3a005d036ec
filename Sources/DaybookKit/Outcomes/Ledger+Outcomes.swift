import Engine
public import EventModel
import EventSourcing
import EventStore

extension Ledger {
    /// Calls with the events that are not effective, by streams in bytewise order of names, but for those that a link
    /// sets aside; with `all` with every event, those that a link would have set aside had it known of them marked
    /// `link.uncovered`. A stream at a time is in memory.
    package func forEachOutcome(all: Bool = false, asOf: AsOf = .now, _ body: (OutcomeView) throws -> Void) throws {
        let origins = LogOrigins()
        try withView(asOf) { known, _, transaction in
            if known.isLatest, !all, try engine.keptIsCurrent(transaction) {
                var names: [StreamID] = []
                try transaction.forEachFlaggedStream { stream, _ in names.append(stream) }
                if let supposed = known.supposed { names = Set(names).union(supposed.streams.keys).sorted() }
                for stream in names {
                    if let loaded = try engine.stream(stream, knownAt: known, transaction) {
                        try deliver(loaded, all: all, origins, asOf, known, transaction, body)
                    }
                }
            } else {
                let cuts = all ? try linkCuts(known, transaction) : []
                try engine.forEachStream(kind: nil, knownAt: known, transaction) { loaded in
                    var uncovered: [Int: EventID] = [:]
                    for cut in cuts {
                        for index in try self.uncovered(in: loaded, cut.principal, cut.cut, known, transaction) {
                            uncovered[index] = cut.link
                        }
                    }
                    try deliver(loaded, all: all, uncovered: uncovered, origins, asOf, known, transaction, body)
                    return true
                }
            }
        }
    }

    private func deliver(
        _ loaded: LoadedStream, all: Bool, uncovered: [Int: EventID] = [:], _ origins: LogOrigins, _ asOf: AsOf,
        _ known: KnownAt, _ transaction: borrowing StoreRead,
        _ body: (OutcomeView) throws -> Void
    ) throws {
        var filter = EventFilter()
        filter.happened = asOf.on.map { (on: $0, moment: asOf.moment) }
        for (index, folded) in loaded.outcomes.enumerated()
        where all || folded.status != .effective && isListed(index, in: loaded) {
            let outcome =
                uncovered[index].map { EventOutcome(.effective, reason: "link.uncovered", because: $0) } ?? folded
            let event = loaded.events[index]
            if filter.happened != nil,
                try !filter.matches(engine.event(at: loaded.places[index], knownAt: known, transaction))
            {
                continue
            }
            // An event that this program does not understand has a type, too.
            let type = try event.payload?.type ?? engine.event(at: loaded.places[index], transaction).envelope.type
            try body(
                OutcomeView(
                    event: event.id, stream: loaded.stream, type: type, outcome: outcome,
                    origin: try origins.origin(of: loaded.places[index].log, transaction)))
        }
    }

    /// Whether an event is listed among those that are not effective: no decision is about one that takes no part, but
    /// all that lies beyond the end of a link is named.
    private func isListed(_ index: Int, in loaded: LoadedStream) -> Bool {
        loaded.fold.takesPart(index) || loaded.fold.outcomes[index].reason == OutcomeReason.linkEnded
    }

    /// The devices that wrote the events of some changes. O(events of their streams).
    package func origins(of changes: [OutcomeChangeView]) throws -> [EventID: OriginID] {
        if changes.isEmpty { return [:] }
        return try withView(.now) { _, _, transaction in
            let origins = LogOrigins()
            var found: [EventID: OriginID] = [:]
            for (stream, changes) in Dictionary(grouping: changes, by: \.stream) {
                for (id, place) in try engine.places(of: Set(changes.map(\.event)), in: stream, transaction) {
                    found[id] = try origins.origin(of: place.log, transaction)
                }
            }
            return found
        }
    }

    /// The events that are not effective, by streams, but for those that a link sets aside; with `all` every event.
    public func outcomes(all: Bool = false, asOf: AsOf = .now) throws -> [OutcomeView] {
        var result: [OutcomeView] = []
        try forEachOutcome(all: all, asOf: asOf) { result.append($0) }
        return result
    }

    /// Calls with the changes of outcome that arrived after a position, in the order of arrival.
    package func forEachOutcomeChange(since position: Position, _ body: (OutcomeChangeView) throws -> Void) throws {
        guard let first = position.next else { return }
        try withView(.now) { _, _, transaction in
            try transaction.forEachOutcomeChange(from: first) { change in
                try body(
                    OutcomeChangeView(
                        position: change.position, event: change.event, stream: change.stream,
                        from: change.from.flatMap(Outcome.init(rawValue:)),
                        to: Outcome(rawValue: change.to) ?? .effective,
                        reason: change.reason.isEmpty ? nil : change.reason, because: change.because))
            }
        }
    }

    /// The edits that waited for a signature, or that another signature beside it covered, and that its voiding, which
    /// arrived after a position, dropped.
    public func waiting(droppedBy void: EventID, since position: Position) throws -> [EventID] {
        try outcomeChanges(since: position).filter {
            [.pending, .disputed].contains($0.from) && $0.to == .shadowed && $0.reason == OutcomeReason.voidDropped
                && $0.because == void
        }.map(\.event)
    }

    /// The changes of outcome that arrived after a position.
    public func outcomeChanges(since position: Position) throws -> [OutcomeChangeView] {
        var result: [OutcomeChangeView] = []
        try forEachOutcomeChange(since: position) { result.append($0) }
        return result
    }
}

/// The devices that write the logs, read once and where they are asked for.
private final class LogOrigins {
    private var table: [UInt32: OriginID]?

    /// Nil for a log that is none of the ledger. O(logs) the first time.
    func origin(of log: UInt32, _ transaction: borrowing StoreRead) throws -> OriginID? {
        if let table { return table[log] }
        let logs = try transaction.logRecords(try transaction.storeRecord())
        let read = Dictionary(uniqueKeysWithValues: logs.map { ($0.number, $0.origin) })
        table = read
        return read[log]
    }
}
