package import EventCodec
import EventModel
package import EventStore
package import TransparencyLog

/// A damaged ledger as its whole rows show it: its logs, and the events of them that are lost.
///
/// A log is proved when every event of its path is whole and they give the root of its head row.
package final class SalvagedLedger {
    package let store: SalvagedStore
    /// Ascending by number. Where a head row is lost, the events show the log, as far as these have no gap.
    package let logs: [LogRecord]
    /// The numbers of logs of which neither a head row nor all events are left.
    package let lostLogs: [UInt32]
    /// The whole events that no head row counts, ascending; empty where the head rows count all events.
    package private(set) var uncountedPlaces: [EventPlace] = []
    /// The events that are not whole here, ascending.
    package private(set) var missing: [EventPlace] = []
    /// Logs whose events are all whole and give another root than their head row names.
    package private(set) var altered: [LogRecord] = []
    private let byNumber: [UInt32: LogRecord]
    /// Events from elsewhere at the places of lost ones.
    private var filled: [EventPlace: SalvagedEvent] = [:]
    private var erasures = SalvagedErasures()

    /// Reads the whole file, and every event. The caller keeps writers out.
    package init(_ folder: LedgerFolder) throws {
        store = try SalvagedStore(folder)
        (logs, lostLogs) = try SalvagedLedger.logs(in: store)
        byNumber = Dictionary(uniqueKeysWithValues: logs.map { ($0.number, $0) })
        for log in logs {
            for sequence in log.start..<max(log.start, log.size) {
                let place = EventPlace(log: log.number, sequence: sequence)
                if let event = event(at: place, of: log) { erasures.note(event) } else { missing.append(place) }
            }
        }
        if !namesAllLogs {
            for place in store.places where place.sequence >= byNumber[place.log]?.size ?? 0 {
                guard let event = uncountedEvent(at: place) else { continue }
                erasures.note(event)
                uncountedPlaces.append(place)
            }
        }
        altered = logs.filter { log in edge(of: log).map { $0 != log.edge } ?? false }
    }

    /// The logs that the head rows or the events show, and the numbers of those that neither shows whole.
    private static func logs(in store: SalvagedStore) throws -> ([LogRecord], lost: [UInt32]) {
        var (logs, lost) = ([LogRecord](), [UInt32]())
        let rows = (store.logs.keys.max() ?? 0) + 1
        let next = store.head.map { max($0.nextLog, rows) } ?? max(rows, (store.logsWithEvents.last ?? 0) + 1)
        for number in 1..<max(1, next) {
            if let log = store.logs[number] {
                logs.append(log)
            } else {
                let log = try log(number, store)
                if let log { logs.append(log) }
                if log?.size != store.end(ofLog: number) || log == nil { lost.append(number) }
            }
        }
        if lost.isEmpty, uncounted(logs, store) == 0 { return (logs, lost) }
        return longer(logs, store).map { ($0, []) } ?? (logs, lost)
    }

    /// The logs with the whole events behind the ends that their head rows state; nil where the checkpoint file does
    /// not prove that these are all.
    private static func longer(_ logs: [LogRecord], _ store: SalvagedStore) -> [LogRecord]? {
        guard let checkpoint = store.checkpoint else { return nil }
        let longer = logs.map { log in
            var longer = log
            while let event = store.event(at: EventPlace(log: log.number, sequence: longer.size)),
                event.envelope.origin == log.origin
            {
                longer.edge.append(leaf: event.id.words)
                longer.signature = []
            }
            return longer
        }
        return LogsDigest.of(longer) == checkpoint.logsDigest ? longer : nil
    }

    /// A log whose head row is lost, up to its first gap: it has no parent, and begins with its certificate.
    private static func log(_ number: UInt32, _ store: SalvagedStore) throws -> LogRecord? {
        guard let first = store.event(at: EventPlace(log: number, sequence: 0)),
            first.envelope.type == "origin.started"
        else { return nil }
        let certificate = try OriginCertificate(body: first.stored.body)
        var edge = MerkleEdge()
        while let event = store.event(at: EventPlace(log: number, sequence: edge.size)),
            event.envelope.origin == first.envelope.origin
        {
            edge.append(leaf: event.id.words)
        }
        return LogRecord(
            number: number, origin: first.envelope.origin, publicKey: certificate.originKey.words,
            principal: certificate.principal,
            commit: store.head?.commit ?? 0, edge: edge)
    }

    /// Events that the checkpoint file or the store's head row counts, and no log here does: only older head rows of
    /// their logs are left.
    package var uncounted: UInt64 { SalvagedLedger.uncounted(logs, store) }

    private static func uncounted(_ logs: [LogRecord], _ store: SalvagedStore) -> UInt64 {
        let counted = logs.reduce(0) { $0 + $1.size - min($1.start, $1.size) }
        let known = max(store.checkpoint?.position ?? 0, store.head?.position.value ?? 0)
        return known - min(known, counted)
    }

    /// Whether the logs here are all that the ledger held, as its head row in use or its checkpoint file shows.
    package var namesAllLogs: Bool { store.isNewestKnown && uncounted == 0 && lostLogs.isEmpty }

    // MARK: - Events

    private func event(at place: EventPlace, of log: LogRecord) -> SalvagedEvent? {
        guard let event = store.event(at: place) ?? filled[place], event.envelope.origin == log.origin
        else { return nil }
        return store.unhidden(event, at: place) ?? (erasures.reach(event) ? event.erased : event)
    }

    /// The event at a place that no head row counts; nil where it is of another log.
    package func uncountedEvent(at place: EventPlace) -> SalvagedEvent? {
        guard let event = store.event(at: place) else { return nil }
        if let log = byNumber[place.log], log.origin != event.envelope.origin { return nil }
        return erasures.reach(event) ? event.erased : event
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
