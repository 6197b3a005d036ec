import EventCodec
import EventModel
import EventSourcing
import EventStore
import ReadModels
import TransparencyLog

/// The running check of one store.
struct LogCheck {
    let registry: Registry
    var events: UInt64 = 0
    var damage: [DamageFound] = []
    var critical: [EventPlace] = []
    /// The events of each stream that have no body.
    private var bodiless: [StreamID: [EventID: DamageFound]] = [:]
    /// Edges at the sequences where branches leave, by log and sequence.
    private var edges: [Branching: MerkleEdge] = [:]
    /// Order-independent sums: what the rows say, to be held against what the journal and the stream index say.
    private var positions = Tally()
    private var places = Tally()
    /// The tallies of those two, where they were checked here.
    private(set) var journalTally: Tally?
    private(set) var streamsTally: Tally?
    /// Who looks at which bodies, when another thread helps.
    private let share: BodyShare?
    /// Events that could not be read, and where in `damage` they stand.
    private var broken: [EventPlace: Int] = [:]

    private struct Branching: Hashable {
        let log: UInt32
        let sequence: UInt64
    }

    init(registry: Registry, share: BodyShare? = nil) {
        self.registry = registry
        self.share = share
    }

    // MARK: - Logs

    /// - Parameter progress: How many events were checked, of how many: first, after each chunk, and at the end.
    mutating func logs(
        _ logs: [LogRecord], _ head: StoreRecord, _ transaction: borrowing StoreRead,
        _ progress: (UInt64, UInt64) -> Void
    ) throws {
        progress(0, head.position.value)
        let branchPoints = Dictionary(grouping: logs.filter { $0.parent != 0 }, by: \.parent).mapValues {
            Set($0.map(\.start))
        }
        for log in logs {
            var scan = LogScan(log: log, edge: edges[Branching(log: log.parent, sequence: log.start)] ?? MerkleEdge())
            if log.parent != 0, scan.edge.size != log.start {
                note(log.number, nil, "its branch leaves another log past that log's end")
            }
            let points = branchPoints[log.number] ?? []
            try transaction.withEventCursor { cursor in
                _ = try cursor.place(atOrAfter: EventPlace(log: log.number, sequence: log.start))
                var isFirst = true
                while scan.edge.size < log.size {
                    if points.contains(scan.edge.size) {
                        edges[Branching(log: log.number, sequence: scan.edge.size)] = scan.edge
                    }
                    guard try step(&cursor, &scan, isFirst: isFirst) else { break }
                    isFirst = false
                    if events.isMultiple(of: BodyShare.chunkEvents) { progress(events, head.position.value) }
                }
            }
            finish(scan)
        }
        progress(events, head.position.value)
        try checkBodiless(transaction)
        if events != head.position.value {
            damage.append(DamageFound(reason: "the logs hold \(events) events, the head row says \(head.position)"))
        }
    }

    private mutating func step(_ cursor: inout EventCursor, _ scan: inout LogScan, isFirst: Bool) throws -> Bool {
        let expected = EventPlace(log: scan.log.number, sequence: scan.edge.size)
        if let share, expected.sequence == scan.nextChunk {
            scan.ownsBodies = share.claimFirst()
            scan.nextChunk += BodyShare.chunkEvents
        }
        var isExpected = false
        _ = try cursor.visitCurrentOrNext(isFirst) { place, key, row in
            isExpected = place == expected
            if isExpected { check(place: expected, key: key, row: row, &scan) }
        }
        if isExpected { return true }
        note(expected.log, expected.sequence, "the event is missing")
        return false
    }

    private mutating func check(place: EventPlace, key: RawSpan, row: RawSpan, _ scan: inout LogScan) {
        events += 1
        do {
            let event = try LogRow(row, key: key)
            let leaf = SHA256Hasher.leafHash(envelope: event.envelope)
            scan.edge.append(leaf: leaf)
            let envelope = try event.envelopeView()
            scan.endsUnit = envelope.flags.contains(.lastOfUnit)
            if envelope.flags.contains(.critical) { critical.append(place) }
            if envelope.origin != scan.log.origin || envelope.sequence.value != place.sequence {
                note(place, event, envelope, "it names another place")
            }
            if event.isErased {
                let stream = envelope.stream
                let found = damage(place, event, envelope, "its body is missing, and its author did not erase it")
                bodiless[stream, default: [:]][EventID(leaf)] = found
            } else if scan.ownsBodies,
                SHA256Hasher.bodyDigest(salt: event.salt, body: event.body) != envelope.bodyDigest
            {
                note(place, event, envelope, "its body is not the one its envelope names")
            }
            positions.add(event.position.value, UInt64(place.log), place.sequence)
            places.add(place, ofStream: Tally.hash(envelope.streamBytes), version: UInt64(event.version.value))
        } catch {
            // The leaf is unknown: the root will not come out either, which is true.
            scan.edge.append(leaf: Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: 0)))
            scan.isBroken = true
            // The checks of journal and index complete the report.
            broken[place] = damage.count
            damage.append(DamageFound(log: place.log, sequence: place.sequence, reason: describe(error)))
        }
    }

    private mutating func note(
        _ place: EventPlace, _ event: borrowing LogRow, _ envelope: borrowing EnvelopeView, _ reason: String
    ) {
        damage.append(damage(place, event, envelope, reason))
    }

    private func damage(
        _ place: EventPlace, _ event: borrowing LogRow, _ envelope: borrowing EnvelopeView, _ reason: String
    ) -> DamageFound {
        DamageFound(
            log: place.log, sequence: place.sequence, position: event.position, stream: envelope.stream,
            version: event.version, reason: reason)
    }

    /// A body is gone only together with an erasure by its author that reaches it; one event of each stream is
    /// reported.
    private mutating func checkBodiless(_ transaction: borrowing StoreRead) throws {
        for (stream, found) in bodiless.sorted(by: { $0.key < $1.key }) {
            guard let loaded = try transaction.load(stream, registry) else { continue }
            let first = loaded.events.indices.first { found[loaded.events[$0].id] != nil && !loaded.mayLackBody($0) }
            if let first, let found = found[loaded.events[first].id] { damage.append(found) }
        }
    }

    private mutating func note(_ log: UInt32, _ sequence: UInt64?, _ reason: String) {
        damage.append(DamageFound(log: log, sequence: sequence, reason: reason))
    }

    private mutating func finish(_ scan: LogScan) {
        guard !scan.isBroken, scan.edge.size == scan.log.size else { return }
        if scan.edge != scan.log.edge {
            note(scan.log.number, nil, "its events do not give the root that its head row names")
        }
        if scan.edge.size > 0, !scan.endsUnit {
            note(scan.log.number, scan.edge.size - 1, "the log ends within a unit")
        }
    }

    // MARK: - The rest

    /// The tally of positions in the journal.
    private mutating func journal(_ head: StoreRecord, _ transaction: borrowing StoreRead) throws -> Tally {
        var chain = Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: 0))
        var next: UInt64 = 1
        var tally = Tally()
        var steps = ClockSteps()
        var before: Instant?
        try transaction.forEachCommit(from: Position(1)) { row, stored in
            if let before, row.stamp < before { steps.add(row.first) }
            before = row.stamp
            if row.first.value != next {
                damage.append(DamageFound(position: Position(next), reason: "the arrival journal has a gap"))
            }
            chain = JournalRow.chain(after: chain, row)
            if stored != chain {
                damage.append(DamageFound(position: row.first, reason: "the arrival journal's chain is broken"))
                chain = stored
            }
            var position = row.first.value
            for run in row.runs {
                for sequence in run.first..<run.first + run.count {
                    if let broken = broken[EventPlace(log: run.log, sequence: sequence)] {
                        damage[broken].position = Position(position)
                    }
                    tally.add(position, UInt64(run.log), sequence)
                    position += 1
                }
            }
            next = position
            return true
        }
        _ = try transaction.keptLatestClocks()
        // Those of another program's plan may have been left behind.
        if let kept = try transaction.clockSteps(), kept != steps,
            try transaction.keptState()?.kept.plan == EngineCore.plan(registry)
        {
            damage.append(DamageFound(reason: "the steps of the clock are not those of the arrival journal"))
        }
        if chain != head.arrivalChain {
            damage.append(DamageFound(reason: "the arrival journal does not end as the head row says"))
        }
        return tally
    }

    /// Compares the logs with the journal and the index of streams, as far as each could be read.
    mutating func compare(journal: Tally?, streams: Tally?) {
        if let journal, journal != positions {
            damage.append(DamageFound(reason: "the arrival journal and the logs disagree about positions"))
        }
        if let streams, streams != places {
            damage.append(
                DamageFound(reason: "the index of streams and the logs disagree about which events a stream has"))
        }
    }

    /// The tally of places in the index of streams.
    private mutating func streams(_ transaction: borrowing StoreRead) throws -> Tally {
        var tally = Tally()
        try transaction.forEachStreamRow(proves: false) { name, row, _ in
            let hash = Tally.hash(name)
            var version: UInt64 = 0
            if row.hasChunks {
                for place in try transaction.places(of: StreamID(unchecked: name.text), try row.record()) {
                    version += 1
                    tally.add(place, ofStream: hash, version: version)
                }
            } else {
                try row.forEachNewest { place in
                    version += 1
                    tally.add(place, ofStream: hash, version: version)
                }
            }
            if !broken.isEmpty { try reportBroken(StreamID(unchecked: name.text), try row.record(), transaction) }
            return true
        }
        return tally
    }

    /// Finds the streams of unreadable events in the index of streams.
    private mutating func reportBroken(_ stream: StreamID, _ record: StreamRecord, _ transaction: borrowing StoreRead)
        throws
    {
        for (index, place) in try transaction.places(of: stream, record).enumerated() {
            guard let broken = broken[place] else { continue }
            damage[broken].stream = stream
            damage[broken].version = StreamVersion(UInt32(index + 1))
        }
    }

    /// Looks at one of what lies beside the logs.
    mutating func check(_ part: TablePart, _ head: StoreRecord, _ transaction: borrowing StoreRead) throws {
        switch part {
        case .journal: journalTally = try journal(head, transaction)
        case .streams: streamsTally = try streams(transaction)
        case .projections: try projections(transaction)
        case .outcomes: try outcomes(head, transaction)
        case .links: try links(head, transaction)
        case .keys: try keys(head, transaction)
        case .blobs: try blobs(transaction)
        case .pages: try transaction.proveAllComplete()
        }
    }

    private mutating func projections(_ transaction: borrowing StoreRead) throws {
        let heads = try transaction.ledgerHeads()
        let state = try transaction.keptState()
        let named = Set((state?.kept.slots ?? []) + (state?.building?.kept.slots ?? []))
        // A changed key can hide a head without notice: questions are then answered by folding.
        if !named.isSubset(of: heads.map(\.slot)) {
            damage.append(DamageFound(reason: "the head of a kept projection is missing"))
        }
        let position = try transaction.storeRecord().position
        for head in heads {
            let table = try transaction.dayTable(head)
            if try !transaction.contributionsAddUp(head, to: table) {
                damage.append(DamageFound(reason: "the projection \(head.name) does not add up to its contributions"))
            }
            // Those of another program's plan have no past, and one that is being built has none yet.
            guard state?.building == nil, state?.kept.slots.contains(head.slot) == true,
                try transaction.asOfHead(head.slot) != nil
            else { continue }
            if try transaction.dayTable(head, at: position) != table {
                damage.append(
                    DamageFound(reason: "the past of the projection \(head.name) does not come to what it is now"))
            }
        }
    }

    private mutating func outcomes(_ head: StoreRecord, _ transaction: borrowing StoreRead) throws {
        var count: UInt64 = 0
        try transaction.forEachFlaggedStream { stream, events in
            count += 1
            guard let record = try transaction.streamRecord(stream), record.flags.contains(.flagged) else {
                damage.append(
                    DamageFound(stream: stream, reason: "its outcomes are kept but its record does not say so"))
                return
            }
            if events.isEmpty { damage.append(DamageFound(stream: stream, reason: "its row of outcomes is empty")) }
        }
        if count != head.flaggedStreams {
            damage.append(
                DamageFound(reason: "\(count) streams keep outcomes, the head row says \(head.flaggedStreams)"))
        }
        try transaction.forEachOutcomeChange(from: .start) { _ in }
        try hidden(transaction)
    }

    private mutating func links(_ head: StoreRecord, _ transaction: borrowing StoreRead) throws {
        var tally = LinkCounts()
        try transaction.forEachLinkRow { stream, row in
            if stream == nil { tally.waiting += 1 } else { tally.streams += 1 }
            if row.takesBack { tally.takingBack += 1 }
        }
        try transaction.forEachStream(prefix: "link/") { _, _ in
            tally.ledgers += 1
            return true
        }
        if tally != head.links {
            damage.append(DamageFound(reason: "the links between streams are not as many as the head row says"))
        }
    }

    private mutating func keys(_ head: StoreRecord, _ transaction: borrowing StoreRead) throws {
        for run in head.keyRuns { _ = try transaction.keyEntries(run) }
    }

    private mutating func blobs(_ transaction: borrowing StoreRead) throws {
        try transaction.forEachBlob { digest, isRight in
            if !isRight { damage.append(DamageFound(reason: "the blob \(digest.hex) is not what its name says")) }
        }
    }

    mutating func checkpoint(_ reading: CheckpointReading, _ head: StoreRecord, _ logs: [LogRecord]) throws -> String {
        guard let newest = reading.newest else {
            return reading.badSlots > 0 ? "unreadable" : "missing"
        }
        let isOther = newest.commit == head.commit && newest.logsDigest != LogsDigest.of(logs)
        if let refusal = newest.refusal(of: head, logs: { logs }) ?? (isOther ? .contradictsCheckpoint : nil) {
            let text = refusal.fault.message
            damage.append(
                DamageFound(
                    position: head.position, reason: text.prefix(1).lowercased() + text.dropFirst().dropLast(),
                    isOfCheckpoint: true))
            if case .rolledBack = refusal { return "ahead of the store" }
            return "contradicts the store"
        }
        if newest.commit < head.commit { return "behind the store by \(head.commit - newest.commit) commits" }
        return reading.badSlots > 0 ? "agrees; one slot is damaged" : "agrees"
    }

    /// The findings about the checkpoint file. A bad checkpoint file does not make the store worse.
    static func warnings(_ reading: CheckpointReading) -> [String] {
        let lost = "so a rollback of the store cannot be detected here. The next write makes it anew."
        if reading.newest == nil {
            return [
                reading.badSlots > 0
                    ? "No slot of the checkpoint file can be read, \(lost)"
                    : "The checkpoint file is missing or empty, \(lost)"
            ]
        }
        return reading.badSlots > 0
            ? ["One slot of the checkpoint file cannot be read; the other one holds. The next two writes make it anew."]
            : []
    }

    private func describe(_ error: any Error) -> String {
        guard let error = error as? StoreError else { return "\(error)" }
        switch error {
        case .damagedRow(_, let reason), .inconsistent(let reason): return reason
        default: return error.fault.message
        }
    }
}

extension Tally {
    /// That an event is the one of a version of a stream.
    fileprivate mutating func add(_ place: EventPlace, ofStream hash: UInt64, version: UInt64) {
        add(hash, UInt64(place.log), place.sequence &* 0x1_0000_0001 &+ version)
    }
}
