import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LMDB
import ReadModels
import TransparencyLog

/// Reads everything a ledger holds and holds it against itself and against what was acknowledged; then appends once
/// more.
final class LedgerCheck {
    private let acknowledged: Acknowledgements
    private(set) var problems: [String] = []
    private var events: [Position: EventID] = [:]
    private var keys: [(key: String, actor: PrincipalID, place: EventPlace)] = []
    private var streams: [StreamID: [EventPlace]] = [:]
    private var edges: [UInt32: MerkleEdge] = [:]
    private var commits = 0
    private var logs = 0

    init(_ acknowledged: Acknowledgements) { self.acknowledged = acknowledged }

    var summary: String {
        "events=\(events.count) commits=\(commits) logs=\(logs) streams=\(streams.count) "
            + "acked=\(acknowledged.events.count)"
    }

    /// Problems are gathered; what cannot be read throws. `--write no` leaves the ledger as it is.
    ///
    /// A ledger of which nothing was acknowledged need not exist yet, but making it must work.
    func run(_ options: Options) throws {
        let writes = !options.has("write") || options.text("write") != "no"
        let ledger =
            acknowledged.isMade
            ? try Ledger.open(
                at: options.text("ledger"), writes ? .readWrite : .examine, environment: options.environment)
            : try Driver.open(options)
        defer { ledger.close() }
        try ledger.engine.read { transaction in
            let head = try transaction.storeRecord()
            try readLogs(head, transaction)
            try readStreams(transaction)
            try readKeys(head, transaction)
            try compareProjections(ledger.engine, transaction)
        }
        try askTheLedger(ledger)
        for event in acknowledged.events where events[event.position] != event.id {
            problem(
                "position \(event.position) was acknowledged as \(event.id.short) and holds \(events[event.position]?.short ?? "nothing")"
            )
        }
        if writes { try appendOnce(ledger) }
        logs = try ledger.verify().logs.count
    }

    private func problem(_ text: String) { problems.append(text) }

    private func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { problem(text()) }
    }

    // MARK: - Journal, logs, trees

    private func readLogs(_ head: StoreRecord, _ transaction: borrowing StoreRead) throws {
        var rows: [(JournalRow, Bytes32)] = []
        try transaction.forEachCommit(from: Position(1)) { row, chain in
            rows.append((row, chain))
            return true
        }
        commits = rows.count
        var chain = Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: 0))
        var next = Position(1)
        let logs = try transaction.logRecords(head)
        for (row, stored) in rows {
            expect(row.first == next, "the journal's row at \(row.first) should begin at \(next)")
            chain = JournalRow.chain(after: chain, row)
            expect(chain == stored, "the journal's chain breaks at \(row.first)")
            for run in row.runs {
                guard let log = logs.first(where: { $0.number == run.log }) else {
                    problem("the journal names log \(run.log), which is not there")
                    continue
                }
                try readRun(run, log, &next, transaction)
            }
        }
        expect(chain == head.arrivalChain, "the journal's chain does not end at the head's")
        expect(
            next.value == head.position.value + 1,
            "the journal ends at \(next.value - 1), the head says \(head.position)")
        expect(
            try transaction.count(in: StoreTable.log.lmdb) == Int(head.position.value),
            "rows of the log that no commit brought")
        for log in logs {
            let edge = edges[log.number] ?? MerkleEdge()
            expect(
                edge == log.edge, "the tree of log \(log.number): size \(edge.size) of \(log.edge.size), or its hashes")
        }
    }

    private func readRun(
        _ run: JournalRow.Run, _ log: LogRecord, _ next: inout Position, _ transaction: borrowing StoreRead
    ) throws {
        var isEndOfUnit = true
        for sequence in run.first..<run.first + run.count {
            let place = EventPlace(log: run.log, sequence: sequence)
            let position = next
            next = Position(next.value + 1)
            let found = try transaction.withEvent(at: place) { row -> (EventID, Envelope, key: String?) in
                let view = try row.envelopeView()
                expect(row.position == position, "the event at \(position) says it is at \(row.position)")
                expect(
                    view.sequence.value == sequence && view.origin == log.origin,
                    "the event at \(position) is of another place")
                expect(
                    view.bodyDigest == SHA256Hasher.bodyDigest(salt: row.salt, body: row.body),
                    "the body at \(position) is not the one its envelope names")
                let stream = view.stream
                expect(
                    row.version.value == UInt32(streams[stream, default: []].count + 1),
                    "the event at \(position) has version \(row.version.value)")
                let event = try Registry.daybook.foldEvent(row)
                return (EventID(SHA256Hasher.leafHash(envelope: row.envelope)), view.envelope, event.key)
            }
            events[position] = found.0
            edges[run.log, default: MerkleEdge()].append(leaf: found.0.words)
            streams[found.1.stream, default: []].append(place)
            if let key = found.key { keys.append((key, found.1.actor, place)) }
            isEndOfUnit = found.1.flags.contains(.lastOfUnit)
        }
        expect(isEndOfUnit, "the commit before \(next) ends within a unit")
    }

    // MARK: - What is derived

    private func readStreams(_ transaction: borrowing StoreRead) throws {
        var found = 0
        try transaction.forEachStream(prefix: "") { stream, record in
            found += 1
            let places = try transaction.places(of: stream, record)
            expect(
                places == streams[stream],
                "the stream \(stream) lists \(places.count) events of \(streams[stream]?.count ?? 0)")
            return true
        }
        expect(found == streams.count, "\(found) streams are listed of \(streams.count)")
        for stream in streams.keys {
            expect(try transaction.streamRecord(stream) != nil, "the stream \(stream) is not found by its name")
        }
    }

    private func readKeys(_ head: StoreRecord, _ transaction: borrowing StoreRead) throws {
        for (key, actor, place) in keys {
            let hash = KeyIndex.hash(secret: head.secret, principal: actor, key: key)
            expect(try transaction.places(keyHash: hash, head).contains(place), "the key \(key) is not found")
        }
        expect(
            head.keyRuns.reduce(0) { $0 + $1.entries } == UInt64(keys.count),
            "the index of keys does not count \(keys.count) keys")
    }

    private func compareProjections(_ engine: EngineCore, _ transaction: borrowing StoreRead) throws {
        let known = try engine.latest(transaction)
        for number in Registry.daybook.ledgers.indices {
            let folded = try engine.foldedTable(number, knownAt: known, transaction)
            let kept = try engine.dayTable(number, knownAt: known, transaction)
            expect(kept == folded, "the kept days of ledger \(number) are not those of the fold")
            // Throws unless each day has as many contributions as it counts.
            let rows = try engine.contributions(
                number, days: folded.days.map(\.date), in: folded, knownAt: known, transaction)
            expect(rows.count == folded.rows, "ledger \(number) has \(rows.count) contributions of \(folded.rows)")
        }
        var flagged: [StreamID: [FlaggedEvent]] = [:]
        try transaction.forEachFlaggedStream { flagged[$0] = $1 }
        expect(
            UInt64(flagged.count) == (try transaction.storeRecord().flaggedStreams),
            "the head counts other streams with outcomes than are listed")
        try engine.forEachStream(kind: nil, knownAt: known, transaction) { loaded in
            let list = loaded.outcomes.enumerated().filter { $0.element.status != .effective }.map(\.offset)
            expect(
                list == (flagged[loaded.stream] ?? []).map(\.index),
                "the outcomes of \(loaded.stream) are not those of the fold")
            return true
        }
    }

    /// The ledger's own checks, which must see no more and no less than those above.
    private func askTheLedger(_ ledger: Ledger) throws {
        for damage in try ledger.verify().damage { problem("verify: \(damage.reason)") }
        if commits == 0 { return }
        let replayed = try ledger.replay()
        expect(replayed.events == UInt64(events.count), "replay folded \(replayed.events) events of \(events.count)")
        expect(replayed.isEqual, "replay gives another state than is kept")
    }

    // MARK: - Still alive

    /// One more commit must work, and a key that was used before must be found.
    private func appendOnce(_ ledger: Ledger) throws {
        let before = events.count
        let id = ledger.newID()
        let data: JSONValue = .object(pairs: [
            "date": .string("2024-05-05"), "hobbs": .number("1.5"), "dayLandings": .integer(2),
        ])
        let draft = EventDraft(
            stream: StreamID(kind: "flight", id: id), type: "flight.logged", data: .json(data), key: "check-\(id)")
        let receipt = try ledger.append([draft])
        // A ledger that was moved or restored first begins a new log.
        let expected = [UInt64(before + 1), UInt64(before + 2)]
        expect(
            receipt.appended == 1 && expected.contains(receipt.position.value),
            "after \(before) events the next one came to \(receipt.position)")
        let again = try ledger.append([draft])
        expect(again.duplicates == 1 && again.ids == receipt.ids, "the key of the last append was not found")
        if let event = acknowledged.events.first(where: { $0.key != nil }), let key = event.key {
            let other = EventDraft(
                stream: StreamID(kind: "flight", id: id), type: "flight.amended", data: .json(.object([])), key: key)
            do {
                _ = try ledger.append([other])
                problem("the key \(key) could be used again")
            } catch let refusal as DraftRefusal {
                expect(
                    (refusal.reason as? Rejection)?.code == "key.conflict",
                    "the key \(key) was refused as \(refusal.reason)")
            }
        }
    }
}
