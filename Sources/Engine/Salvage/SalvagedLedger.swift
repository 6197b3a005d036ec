package import EventCodec
import EventModel
package import EventStore
package import TransparencyLog

/// A damaged ledger as its whole rows show it: its logs, and the events of them that are lost.
///
/// A log is proved when every event of its path is whole and they give the root of its head row.
package final class SalvagedLedger {
    package let store: SalvagedStore
    /// Ascending by number. One whose head row is lost is told from its events, as far as these have no gap.
    package let logs: [LogRecord]
    /// The numbers of logs of which neither a head row nor all events are left.
    package let lostLogs: [UInt32]
    /// The events that are not whole here, ascending.
    package private(set) var missing: [EventPlace] = []
    /// Logs whose events are all whole and give another root than their head row names.
    package private(set) var altered: [LogRecord] = []
    private let byNumber: [UInt32: LogRecord]
    /// Events from elsewhere at the places of lost ones.
    private var filled: [EventPlace: SalvagedEvent] = [:]

    /// Reads the whole file, and every event. The caller keeps writers out.
    package init(_ folder: LedgerFolder) throws {
        store = try SalvagedStore(folder)
        let known = Set(store.logs.keys).union(store.logsWithEvents)
        var (logs, lost) = ([LogRecord](), [UInt32]())
        for number in 1..<max(1, store.head?.nextLog ?? (known.max() ?? 0) + 1) {
            guard let log = try store.logs[number] ?? SalvagedLedger.log(number, store) else {
                lost.append(number)
                continue
            }
            logs.append(log)
        }
        (self.logs, lostLogs) = (logs, lost)
        byNumber = Dictionary(uniqueKeysWithValues: logs.map { ($0.number, $0) })
        for log in logs {
            let places = (log.start..<max(log.start, log.size)).map { EventPlace(log: log.number, sequence: $0) }
            missing += places.filter { event(at: $0, of: log) == nil }
        }
        altered = logs.filter { log in edge(of: log).map { $0 != log.edge } ?? false }
    }

    /// A log whose head row is lost: it has no parent, and begins with its certificate.
    private static func log(_ number: UInt32, _ store: SalvagedStore) throws -> LogRecord? {
        guard let end = store.end(ofLog: number), let first = store.event(at: EventPlace(log: number, sequence: 0)),
            first.envelope.type == "origin.started"
        else { return nil }
        let certificate = try OriginCertificate(body: first.stored.body)
        var edge = MerkleEdge()
        for sequence in 0..<end {
            guard let event = store.event(at: EventPlace(log: number, sequence: sequence)) else { return nil }
            edge.append(leaf: event.id.words)
        }
        return LogRecord(
            number: number, origin: first.envelope.origin, publicKey: certificate.originKey.words,
            principal: certificate.principal,
            commit: store.head?.commit ?? 0, edge: edge)
    }

    /// Events that the checkpoint file counts and no head row here does: only older head rows of their logs are left.
    package var uncounted: UInt64 {
        let counted = logs.reduce(0) { $0 + $1.size - min($1.start, $1.size) }
        let known = store.checkpoint?.position ?? 0
        return known - min(known, counted)
    }

    // MARK: - Events

    private func event(at place: EventPlace, of log: LogRecord) -> SalvagedEvent? {
        guard let event = store.event(at: place) ?? filled[place], event.envelope.origin == log.origin else { return nil }
        return event
    }

    /// The event at a place of a log; nil where it is lost.
    package func event(at place: EventPlace) -> SalvagedEvent? {
        byNumber[place.log].flatMap { event(at: place, of: $0) }
    }

    /// The lost events with their origins, ascending.
    package var lost: [LostEvent] {
        missing.compactMap { place in byNumber[place.log].map { LostEvent(place: place, origin: $0.origin) } }
    }

    /// Puts events from elsewhere at the places of lost ones: of each log all or none, where they give the root of its
    /// head row.
    ///
    /// - Returns: How many lost events are found.
    package func fill(_ candidates: (LostEvent) -> [StoredEvent]) -> Int {
        let (lost, before) = (Dictionary(grouping: lost, by: \.place.log), missing.count)
        for log in logs {
            guard let events = lost[log.number] else { continue }
            let choices = events.map { lost in
                (place: lost.place, events: candidates(lost).compactMap { SalvagedEvent($0, at: lost.place) })
            }
            // A forked log has several events at one place.
            for number in 0..<(choices.map(\.events.count).max() ?? 0) {
                let kept = filled
                for choice in choices where !choice.events.isEmpty {
                    filled[choice.place] = choice.events[min(number, choice.events.count - 1)]
                }
                if edge(of: log) == log.edge { break }
                filled = kept
            }
        }
        missing.removeAll { filled[$0] != nil }
        altered = altered.filter { edge(of: $0) != $0.edge }
        return before - missing.count
    }

    /// Where an event of a log's path stands; nil where a log before it is lost.
    package func place(onPathOf log: LogRecord, _ sequence: UInt64) -> EventPlace? {
        var holder = log
        while sequence < holder.start {
            guard let parent = byNumber[holder.parent], parent.number < holder.number else { return nil }
            holder = parent
        }
        return EventPlace(log: holder.number, sequence: sequence)
    }

    /// The edge of a log's whole path; nil where an event of it is lost.
    package func edge(of log: LogRecord) -> MerkleEdge? {
        var edge = MerkleEdge()
        for sequence in 0..<log.size {
            guard let place = place(onPathOf: log, sequence), let event = event(at: place) else { return nil }
            edge.append(leaf: event.id.words)
        }
        return edge
    }
}
