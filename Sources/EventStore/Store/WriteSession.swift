import EventCodec
package import EventModel
package import LMDB
package import TransparencyLog

/// The changes of one write transaction to the logs: rows, trees, journal and heads. Made for each transaction from the
/// store, so nothing cached can differ from it.
package final class WriteSession {
    package var head: StoreRecord
    /// The raw clock at the commit, for the journal.
    package let stamp: Instant
    private var logs: [UInt32: LogRecord] = [:]
    private var changedLogs: Set<UInt32> = []
    /// The log appended to last, held apart so that it is changed in place.
    private var active: LogRecord?
    private var runs: [JournalRow.Run] = []
    private let firstPosition: Position
    /// Those of the events that were written.
    private var clocks = LatestClocks()
    /// Whether the head row must be written although no event was.
    package var headChanged = false

    package init(_ transaction: borrowing WriteTransaction, stamp: Instant) throws {
        head = try transaction.storeRecord()
        self.stamp = stamp
        firstPosition = Position(head.position.value + 1)
    }

    /// For a store that has just been made.
    package init(new head: StoreRecord, stamp: Instant) {
        self.head = head
        self.stamp = stamp
        firstPosition = Position(1)
        headChanged = true
    }

    /// Whether anything would be written.
    package var isEmpty: Bool { runs.isEmpty && !headChanged && changedLogs.isEmpty }
    package var eventsWritten: UInt64 { head.position.value + 1 - firstPosition.value }

    /// Where in the order of arrival an event of this transaction stands; nil for one of before.
    package func position(of place: EventPlace) -> Position? {
        var first = firstPosition.value
        for run in runs {
            if run.log == place.log, place.sequence >= run.first, place.sequence - run.first < run.count {
                return Position(first + place.sequence - run.first)
            }
            first += run.count
        }
        return nil
    }

    package func log(_ number: UInt32, _ transaction: borrowing WriteTransaction) throws -> LogRecord {
        if let active, active.number == number { return active }
        if let known = logs[number] { return known }
        let record = try transaction.logRecord(number)
        precondition(record.number == number, "a head row of another log")
        logs[number] = record
        return record
    }

    private func put(active record: LogRecord?) {
        if let active { logs[active.number] = active }
        active = record
        if let record { logs[record.number] = nil }
    }

    /// Changes a log in place.
    private func change(_ number: UInt32, _ transaction: borrowing WriteTransaction, _ body: (inout LogRecord) -> Void)
        throws
    {
        var record = try log(number, transaction)
        body(&record)
        if active?.number == number { active = record } else { logs[number] = record }
        changedLogs.insert(number)
    }

    /// All logs as they are now, those of this transaction included.
    package func allLogs(_ transaction: borrowing WriteTransaction) throws -> [LogRecord] {
        try (1..<head.nextLog).map { try log($0, transaction) }
    }

    /// `allLogs` for any kind of transaction; caches nothing.
    package func logs<Reading: Transaction & ~Copyable>(_ transaction: borrowing Reading) throws -> [LogRecord] {
        var result: [LogRecord] = []
        for number in 1..<head.nextLog {
            if let active, active.number == number {
                result.append(active)
            } else {
                result.append(try logs[number] ?? transaction.logRecord(number))
            }
        }
        return result
    }

    /// Adds a log with the next local number.
    package func addLog(
        origin: OriginID, publicKey: Bytes32, principal: PrincipalID, parent: UInt32 = 0, start: UInt64 = 0,
        edge: MerkleEdge = MerkleEdge(),
        forks: [LogRecord.Fork] = []
    ) -> UInt32 {
        let number = head.nextLog
        head.nextLog += 1
        logs[number] = LogRecord(
            number: number, origin: origin, publicKey: publicKey, principal: principal, parent: parent, start: start,
            commit: head.commit + 1, edge: edge, forks: forks)
        changedLogs.insert(number)
        return number
    }

    /// Notes that another branch leaves the log's path.
    package func addFork(_ fork: LogRecord.Fork, to number: UInt32, _ transaction: borrowing WriteTransaction) throws {
        try change(number, transaction) { record in
            if record.forks.contains(fork) { return }
            record.forks.append(fork)
            record.forks.sort { $0.sequence < $1.sequence }
        }
    }

    /// Keeps the signature of a log's head as it is now: 64 bytes, or 96 (`LogRecord.signature`).
    package func sign(_ number: UInt32, with signature: [UInt8], _ transaction: borrowing WriteTransaction) throws {
        try change(number, transaction) { $0.signature = signature }
    }

    /// Writes events at the end of their log, where they were staged for (a `precondition`): rows, leaves, positions.
    /// The caller keeps units whole.
    package func append(_ rows: StagedRows, _ transaction: inout WriteTransaction) throws {
        if rows.count == 0 { return }
        if active?.number != rows.log {
            put(active: try log(rows.log, transaction))
            changedLogs.insert(rows.log)
        }
        // Taken out, so that it is changed in place.
        guard var log = active.take() else { preconditionFailure("it was set above") }
        defer { active = log }
        precondition(
            log.size == rows.firstSequence && head.position.value + 1 == rows.firstPosition.value,
            "a unit was decided for another place")
        // The own log grows at the table's end only while its number is the highest; the others go where their key
        // belongs.
        let isLastLog = rows.log + 1 == head.nextLog
        try rows.forEach { id, place, row in
            let key = place.key
            if isLastLog {
                try transaction.append(row, in: StoreTable.log.lmdb, at: key.span.bytes)
            } else {
                try transaction.put(row, in: StoreTable.log.lmdb, at: key.span.bytes)
            }
            log.edge.append(leaf: id.words)
            clocks.note(try LogRow(checked: row).envelopeView().recorded, at: place)
        }
        log.signature = []
        if let last = runs.last, last.log == rows.log, last.first + last.count == rows.firstSequence {
            runs[runs.count - 1].count += UInt64(rows.count)
        } else {
            runs.append(JournalRow.Run(log: rows.log, first: rows.firstSequence, count: UInt64(rows.count)))
        }
        head.position = Position(head.position.value + UInt64(rows.count))
    }

    /// Writes the journal row, the heads of the logs and the head of the store.
    package func finish(_ transaction: inout WriteTransaction) throws {
        head.commit += 1
        if !runs.isEmpty {
            let row = JournalRow(first: firstPosition, stamp: stamp, runs: runs)
            precondition(row.last == head.position, "the journal's runs do not add up to the positions given")
            head.arrivalChain = JournalRow.chain(after: head.arrivalChain, row)
            try transaction.note(clocks, after: Position(firstPosition.value - 1), endingAt: head.position)
            try transaction.append(
                row.row(chain: head.arrivalChain), in: StoreTable.arrival.lmdb, at: JournalRow.key(row.first))
        }
        put(active: nil)
        for number in changedLogs.sorted() {
            logs[number]!.commit = head.commit
            try transaction.put(logs[number]!.row, in: StoreTable.heads.lmdb, at: LogRecord.key(number))
        }
        try transaction.put(head.row, in: StoreTable.heads.lmdb, at: StoreRecord.key)
    }

    /// The content that the checkpoint file must have for this commit.
    package func checkpoint(_ transaction: borrowing WriteTransaction) throws -> Checkpoint {
        Checkpoint(
            commit: head.commit, position: head.position.value, arrivalChain: head.arrivalChain,
            logsDigest: LogsDigest.of(try allLogs(transaction)))
    }
}

extension JournalRow {
    /// The chain after a row.
    package static func chain(after chain: Bytes32, _ row: JournalRow) -> Bytes32 {
        SHA256Hasher.labelled("daybook/arrival/1", chain.bytes, row.content)
    }
}

extension LogsDigest {
    /// Over every branch: origin, branch, size and root.
    package static func of(_ logs: [LogRecord]) -> Bytes32 {
        digest(of: logs.map { Entry(origin: $0.origin, branch: $0.branch?.words, size: $0.size, root: $0.edge.root) })
    }
}
