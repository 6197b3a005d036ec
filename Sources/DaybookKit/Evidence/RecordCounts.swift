import Engine
import EventModel
import EventSourcing
import EventStore

/// The counts of one share of all records.
struct RecordCounts: Sendable {
    private(set) var streams = 0
    /// Those with an event that does not count.
    private(set) var flagged: [StreamID] = []
    private(set) var principals = CountsByPrincipal()
    /// The kind of the record taken last: neighbours share it.
    private var kind = ""
    private var prefix: [UInt8] = []

    mutating func add(_ loaded: LoadedStream) {
        streams += 1
        if loaded.outcomes.contains(where: { $0.status != .effective }) { flagged.append(loaded.stream) }
        principals.add(loaded)
    }

    /// A record that is no more than its one event says.
    mutating func add(_ name: RawSpan, _ row: borrowing LogRow) throws {
        streams += 1
        if prefix.isEmpty || !name.starts(with: prefix) {
            kind = StreamID(unchecked: name.text).kind
            prefix = Array((kind + "/").utf8)
        }
        principals.add(create: kind, by: try row.envelopeView().actor)
    }
}

/// Events and records by the persons who wrote them.
struct CountsByPrincipal: Sendable {
    private var events: [PrincipalID: UInt64] = [:]
    private var records: [PrincipalID: [String: Int]] = [:]

    mutating func add(_ loaded: LoadedStream) {
        for event in loaded.events { events[event.actor, default: 0] += 1 }
        for (event, outcome) in zip(loaded.events, loaded.fold.outcomes)
        where event.role == .note && [.effective, .masked].contains(outcome.status) {
            guard let note = event.payload, loaded.rules.kind.isProgress(note) else { continue }
            records[event.actor, default: [:]][loaded.stream.kind, default: 0] += 1
        }
        guard let created = loaded.fold.created else {
            // A person's records are counted, set aside or not: a choice between them shows what each would bring.
            if let creator = loaded.fold.creatorsLeftOut.first {
                records[creator, default: [:]][loaded.stream.kind, default: 0] += 1
            }
            return
        }
        guard !loaded.fold.isRemoved, let create = loaded.events.first(where: { $0.id == created }) else { return }
        records[create.actor, default: [:]][loaded.stream.kind, default: 0] += 1
    }

    mutating func add(create kind: String, by actor: PrincipalID) {
        events[actor, default: 0] += 1
        records[actor, default: [:]][kind, default: 0] += 1
    }

    mutating func join(_ other: CountsByPrincipal) {
        events.merge(other.events, uniquingKeysWith: +)
        records.merge(other.records) { $0.merging($1, uniquingKeysWith: +) }
    }

    /// Ascending by the persons.
    var counts: [PrincipalCounts] {
        events.keys.sorted().map {
            PrincipalCounts(principal: $0, events: events[$0] ?? 0, records: records[$0] ?? [:])
        }
    }
}

extension Ledger {
    /// All records as they were known, a part for each share. O(events), on two threads where there are many.
    func recordCounts(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> [RecordCounts] {
        if known.supposed != nil {
            var whole = RecordCounts()
            try engine.forEachStream(kind: nil, knownAt: known, transaction) { loaded in
                whole.add(loaded)
                return true
            }
            return [whole]
        }
        let (engine, limit) = (engine, known.limit)
        return try engine.inShares(transaction) { share, transaction in
            var part = RecordCounts()
            try engine.forEachRecord(
                kind: nil, knownAt: limit, share: share, transaction,
                single: { name, row, _ in
                    try part.add(name, row)
                    return true
                },
                folded: { loaded in
                    part.add(loaded)
                    return true
                })
            return part
        }
    }
}
