package import EventCodec
import EventModel
import EventSourcing
package import EventStore
import ReadModels
import TransparencyLog

/// A lost event from elsewhere, proved by the root of its log, with what its row states besides.
private struct RestoredEvent: Sendable {
    let stored: StoredEvent
    let id: EventID
    let stream: StreamID
    let place: EventPlace
    let position: Position
    let version: StreamVersion
}

extension EngineCore {
    /// The events that are not whole here, ascending by log and sequence. O(bytes of all events).
    package func lostEvents(_ transaction: borrowing StoreRead) throws -> [LostEvent] {
        var lost: [LostEvent] = []
        for log in try transaction.logRecords(try transaction.storeRecord()) {
            for sequence in log.start..<max(log.start, log.size) {
                let place = EventPlace(log: log.number, sequence: sequence)
                if leaf(at: place, of: log.origin, transaction) != nil { continue }
                lost.append(LostEvent(place: place, origin: log.origin))
            }
        }
        return lost
    }

    /// The events whose bodies are absent, though no erasure that counts here reaches them; ascending. O(events, and
    /// those of streams with absent bodies).
    package func lostBodies(_ transaction: borrowing StoreRead) throws -> [LostEvent] {
        var bodiless: [StreamID: [EventPlace: OriginID]] = [:]
        for log in try transaction.logRecords(try transaction.storeRecord()) {
            for sequence in log.start..<max(log.start, log.size) {
                let place = EventPlace(log: log.number, sequence: sequence)
                // A row that cannot be read is a lost event.
                let stream = try? transaction.withEvent(at: place) { try $0.isErased ? $0.envelopeView().stream : nil }
                if let stream { bodiless[stream, default: [:]][place] = log.origin }
            }
        }
        var lost: [LostEvent] = []
        for (stream, origins) in bodiless {
            // A stream with a lost row says nothing of its bodies yet.
            guard let loaded = try? transaction.load(stream, registry) else { continue }
            for (index, place) in loaded.places.enumerated() where !loaded.isErased(index) {
                guard let origin = origins[place] else { continue }
                lost.append(LostEvent(place: place, origin: origin, id: loaded.events[index].id))
            }
        }
        return lost.sorted { $0.place < $1.place }
    }

    /// Throws unless the pages of all tables are whole. A write on a damaged page could end the process. O(pages).
    package func provePages(_ transaction: borrowing StoreRead) throws {
        for table in StoreTable.allCases { try transaction.proveComplete(from: nil, through: nil, in: table) }
    }

    /// The records that cannot be read here. O(bytes of all events).
    package func damagedRecords(_ transaction: borrowing StoreRead) throws -> DamagedRecords {
        try transaction.records(damagedBy: Set(try lostEvents(transaction).map(\.place)))
    }

    /// Writes lost events again, in one commit: of each log all or none, where they give the root of its head row.
    ///
    /// The ledger is open for this program alone. Indices and projections stay as they are; where a body came back that
    /// was lost, its key counts again, and the projections are to be built anew.
    /// - Parameter candidates: What a source has at the place of a lost event, each event once.
    /// - Returns: How many were written.
    @available(*, noasync)
    package func restore(_ lost: [LostEvent], _ candidates: (LostEvent) -> [StoredEvent]) throws -> Int {
        let events = try read { transaction in
            try restorable(chosen(lost, candidates, transaction), lost, transaction)
        }
        if events.isEmpty { return 0 }
        let registry = registry
        let bodies = Set(lost.lazy.compactMap(\.id))
        _ = try queue.run(isExclusive: true, on: self) { group, transaction in
            for event in events {
                try transaction.restore(event.stored, at: event.place, position: event.position, version: event.version)
            }
            for (stream, restored) in Dictionary(grouping: events, by: \.stream) {
                guard let loaded = try transaction.load(stream, registry) else { continue }
                let indices = Dictionary(uniqueKeysWithValues: loaded.places.enumerated().map { ($1, $0) })
                for event in restored {
                    guard let index = indices[event.place] else { continue }
                    if loaded.isErased(index) {
                        // The source did not have the erasure yet.
                        _ = try transaction.dropBody(at: event.place)
                    } else if event.stored.isErased, !loaded.mayLackBody(index) {
                        throw StoreError.inconsistent("the source has an event of \(stream.text) without its body")
                    } else if bodies.contains(event.id) {
                        group.addKey(of: loaded.events[index], at: event.place)
                    }
                }
            }
            if !bodies.isDisjoint(with: events.map(\.id)) { try self.forgetKept(&transaction) }
            group.session.headChanged = true
            return AppendReceipt()
        }
        return events.count
    }

    /// Builds all projections anew from the events, whatever their rows hold.
    package func rebuildKept() throws {
        try store.exclusively { writer in
            // No event is in it, and what follows must be done all the same.
            try writer.commit(stamp: configuration.clock(), unwritten: { _ in }) { session, transaction in
                try forgetKept(&transaction)
                session.headChanged = true
            }
        }
        try buildKept()
    }

    /// Lets no row of a projection answer until all are built anew.
    private func forgetKept(_ transaction: inout StoreWrite) throws {
        let slots = try transaction.keptState()?.kept.slots ?? []
        try transaction.put(KeptState(kept: .init(plan: KeptState.none.kept.plan, slots: slots)))
    }

    // MARK: - What can be written again

    /// The leaf of an event that is whole; nil where it is not.
    private func leaf(at place: EventPlace, of origin: OriginID, _ transaction: borrowing StoreRead) -> Bytes32? {
        // A row that cannot be read is lost, for any reason.
        try? transaction.withEvent(at: place) { row in
            let envelope = try row.envelopeView()
            guard envelope.origin == origin, envelope.sequence.value == place.sequence,
                row.isErased || SHA256Hasher.bodyDigest(salt: row.salt, body: row.body) == envelope.bodyDigest
            else { return nil }
            return SHA256Hasher.leafHash(envelope: row.envelope)
        }
    }

    /// The events with which logs give the roots of their head rows, parents first.
    private func chosen(
        _ lost: [LostEvent], _ candidates: (LostEvent) -> [StoredEvent], _ transaction: borrowing StoreRead
    ) throws -> [EventPlace: StoredEvent] {
        let logs = try transaction.logRecords(try transaction.storeRecord())
        let byNumber = Dictionary(uniqueKeysWithValues: logs.map { ($0.number, $0) })
        let byLog = Dictionary(grouping: lost, by: \.place.log)
        var chosen: [EventPlace: StoredEvent] = [:]
        for log in logs {
            guard let places = byLog[log.number] else { continue }
            let choices = places.map { (place: $0.place, events: candidates($0)) }
            // A forked log has several events at one place.
            for number in 0..<(choices.map(\.events.count).max() ?? 0) {
                var trial = chosen
                for choice in choices where !choice.events.isEmpty {
                    trial[choice.place] = choice.events[min(number, choice.events.count - 1)]
                }
                guard try edge(of: log, byNumber, trial, transaction) == log.edge else { continue }
                chosen = trial
                break
            }
        }
        return chosen
    }

    /// The edge of a log's whole path; nil where an event of it is lost.
    private func edge(
        of log: LogRecord, _ logs: [UInt32: LogRecord], _ chosen: [EventPlace: StoredEvent],
        _ transaction: borrowing StoreRead
    ) throws -> MerkleEdge? {
        var edge = MerkleEdge()
        for sequence in 0..<log.size {
            var holder = log
            while sequence < holder.start {
                guard let parent = logs[holder.parent], parent.number < holder.number else { return nil }
                holder = parent
            }
            let place = EventPlace(log: holder.number, sequence: sequence)
            let found = chosen[place].map { SHA256Hasher.leafHash(envelope: $0.envelope) }
            guard let leaf = found ?? leaf(at: place, of: log.origin, transaction) else { return nil }
            edge.append(leaf: leaf)
        }
        return edge
    }

    /// The chosen events whose streams are whole with them, with what journal and index of streams state of them.
    private func restorable(
        _ chosen: [EventPlace: StoredEvent], _ lost: [LostEvent], _ transaction: borrowing StoreRead
    ) throws -> [RestoredEvent] {
        if chosen.isEmpty { return [] }
        let stillLost = Set(lost.lazy.filter { $0.id == nil }.map(\.place)).subtracting(chosen.keys)
        var positions: [EventPlace: Position] = [:]
        try transaction.forEachCommit(from: Position(1)) { row, _ in
            var first = row.first.value
            for run in row.runs {
                for (place, _) in chosen where place.log == run.log && place.sequence >= run.first {
                    let index = place.sequence - run.first
                    if index < run.count { positions[place] = Position(first + index) }
                }
                first += run.count
            }
            return true
        }
        return try chosen.sorted { $0.key < $1.key }.compactMap { place, stored in
            let stream = try EnvelopeView(stored: stored.envelope.span.bytes).stream
            // An index that is damaged, too, names no version; `verify` states what remains.
            guard let position = positions[place], let record = try? transaction.streamRecord(stream),
                // Neither do places that are damaged.
                let places = try? transaction.places(of: stream, record), stillLost.isDisjoint(with: places),
                let index = places.firstIndex(of: place)
            else { return nil }
            let id = EventID(SHA256Hasher.leafHash(envelope: stored.envelope))
            return RestoredEvent(
                stored: stored, id: id, stream: stream, place: place, position: position,
                version: StreamVersion(UInt32(index + 1)))
        }
    }
}
