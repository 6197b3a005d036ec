package import EventCodec
package import EventModel
package import EventSourcing
package import EventStore
import ReadModels
import TransparencyLog

/// The events that a question covers: all that is held, or those held at a position.
package struct KnownAt {
    /// The last position that counts.
    package let position: Position
    /// When that position arrived; nil for an empty ledger.
    package let arrived: Instant?
    /// Whether it is all there is, so that kept rows may answer.
    package let isLatest: Bool
    /// The clock stepped back around the instant asked for: commits stamped after it lie before the position.
    package let clockStepped: Bool
    /// Events that are only supposed, on top of what was held then.
    package var supposed: SupposedEvents?
    /// The last position that counts; nil: all that is held.
    package var limit: Position? { isLatest ? nil : position }
}

/// An event with what the ledger knows of it.
package struct EventRecord: Sendable {
    package let id: EventID
    package let envelope: Envelope
    /// The envelope as stored.
    package let encodedEnvelope: [UInt8]
    package let salt: [UInt8]
    package let body: [UInt8]
    package let position: Position
    package let version: StreamVersion
    package let arrived: Instant
    package let log: UInt32
}

extension EventRecord {
    /// Without a moment of arrival, the event counts as arrived when it was recorded.
    ///
    /// `id`: the id, if it is known.
    fileprivate init(_ row: borrowing LogRow, id: EventID? = nil, arrived: Instant?, log: UInt32) throws {
        let envelope = try row.envelopeView()
        self.init(
            id: id ?? EventID(SHA256Hasher.leafHash(envelope: row.envelope)), envelope: envelope.envelope,
            encodedEnvelope: row.envelope.array, salt: row.salt.array,
            body: row.body.array, position: row.position, version: row.version, arrived: arrived ?? envelope.recorded,
            log: log)
    }
}

extension EngineCore {
    package func read<Result>(_ body: (borrowing StoreRead) throws -> Result) throws -> Result { try store.read(body) }

    /// `read` for a thread that another thread waits for inside its own transaction.
    func readBeside<Result>(_ body: (borrowing StoreRead) throws -> Result) throws -> Result {
        try store.read(beside: true, body)
    }

    // MARK: - Known at

    /// Everything that is held.
    package func latest(_ transaction: borrowing StoreRead) throws -> KnownAt {
        let position = try transaction.storeRecord().position
        let arrived = try transaction.journalRow(at: position)?.stamp
        return KnownAt(position: position, arrived: arrived, isLatest: true, clockStepped: false)
    }

    /// The events held at a position; nil when it lies past the end.
    package func known(at position: Position, _ transaction: borrowing StoreRead) throws -> KnownAt? {
        let last = try transaction.storeRecord().position
        guard position <= last else { return nil }
        return KnownAt(
            position: position, arrived: try transaction.journalRow(at: position)?.stamp, isLatest: position == last,
            clockStepped: false)
    }

    /// The events held at an instant: up to the largest position stamped at or before it.
    ///
    /// O(log commits) for each time that the clock stepped back; a ledger that is not kept for this program is read
    /// backwards.
    package func known(at instant: Instant, _ transaction: borrowing StoreRead) throws -> KnownAt {
        let last = try transaction.storeRecord().position
        if try keptIsCurrent(transaction), let steps = try transaction.clockSteps()?.positions {
            return try known(at: instant, last, steps, transaction)
        }
        var found: JournalRow?
        var stepped = false
        try transaction.forEachCommitDescending { row in
            if found == nil {
                if row.stamp <= instant { found = row }
                return true
            }
            // Before the one found, a commit that is stamped after the instant: the clock had stepped back.
            if row.stamp > instant { stepped = true }
            return !stepped
        }
        let position = found?.last ?? .start
        return KnownAt(position: position, arrived: found?.stamp, isLatest: position == last, clockStepped: stepped)
    }

    /// The position known at an instant, between the steps of the clock.
    private func known(at instant: Instant, _ last: Position, _ steps: [Position], _ transaction: borrowing StoreRead)
        throws -> KnownAt
    {
        var end = last.value
        var found: JournalRow?
        var stepped = false
        for first in [UInt64](steps.reversed().map(\.value)) + [1] where first <= end && !stepped {
            if found == nil {
                found = try transaction.position(stampedBy: instant, in: first...end)
            } else {
                // The newest of a stretch has its latest stamp.
                stepped = try transaction.journalRow(at: Position(end)).map { $0.stamp > instant } ?? false
            }
            end = first - 1
        }
        let position = found?.last ?? .start
        return KnownAt(position: position, arrived: found?.stamp, isLatest: position == last, clockStepped: stepped)
    }

    // MARK: - Events and streams

    package func event(at place: EventPlace, _ transaction: borrowing StoreRead) throws -> EventRecord {
        try transaction.withEvent(at: place) { row in
            try EventRecord(row, arrived: transaction.journalRow(at: row.position)?.stamp, log: place.log)
        }
    }

    /// The event at a place whose id is known: its envelope is not hashed again.
    package func event(_ id: EventID, at place: EventPlace, _ transaction: borrowing StoreRead) throws -> EventRecord {
        try transaction.withEvent(at: place) { row in
            try EventRecord(row, id: id, arrived: transaction.journalRow(at: row.position)?.stamp, log: place.log)
        }
    }

    /// The event at a sequence of a log's path, wherever along its trunks it lies.
    package func event(onPathOf log: LogRecord, sequence: UInt64, _ transaction: borrowing StoreRead) throws
        -> EventRecord
    {
        var holder = log
        while sequence < holder.start { holder = try transaction.logRecord(holder.parent) }
        return try event(at: EventPlace(log: holder.number, sequence: sequence), transaction)
    }

    /// Calls with every event from a position on, in arrival order, until the closure returns false.
    package func forEachEvent(
        after position: Position, through last: Position, _ transaction: borrowing StoreRead,
        _ body: (EventRecord) throws -> Bool
    ) throws {
        try forEachEventRow(after: position, through: last, transaction) {
            try body(try EventRecord($0, arrived: $1, log: $2))
        }
    }

    /// Calls with each event in place, with its arrival and the number of its log.
    package func forEachEventRow(
        after position: Position, through last: Position, _ transaction: borrowing StoreRead,
        _ body: (borrowing LogRow, Instant, UInt32) throws -> Bool
    ) throws {
        guard var next = position.next else { return }
        let passing = transaction.passing
        try transaction.withEventCursor { events in
            var goesOn = true
            while next <= last, goesOn, let row = try transaction.journalRow(at: next) {
                var at = row.first.value
                for run in row.runs where goesOn {
                    for sequence in run.first..<run.first + run.count where goesOn {
                        defer { at += 1 }
                        if at < next.value || at > last.value { continue }
                        let place = EventPlace(log: run.log, sequence: sequence)
                        if let passing, passing.events.contains(place) { continue }
                        try events.visitEvent(at: place) { goesOn = try body($0, row.stamp, run.log) }
                    }
                }
                next = Position(row.last.value + 1)
            }
        }
    }

    /// Calls with the events at some sequences of a log's path, each lent in place, wherever along its trunks it lies.
    package func forEachEventRow(
        onPathOf log: LogRecord, _ sequences: Range<UInt64>, _ transaction: borrowing StoreRead,
        _ body: (borrowing LogRow) throws -> Void
    ) throws {
        try transaction.withEventCursor { events in
            for sequence in sequences {
                var holder = log
                while sequence < holder.start { holder = try transaction.logRecord(holder.parent) }
                try events.visitEvent(at: EventPlace(log: holder.number, sequence: sequence), body)
            }
        }
    }

    package func stream(_ stream: StreamID, knownAt: KnownAt, _ transaction: borrowing StoreRead) throws
        -> LoadedStream?
    {
        if let supposed = knownAt.supposed?.streams[stream] { return supposed }
        return try self.stream(stream, knownAt: knownAt.limit, transaction)
    }

    /// `stream` for many streams: what other streams make of them is read once for all.
    package func streams(
        _ names: [StreamID], knownAt: KnownAt, _ transaction: borrowing StoreRead,
        _ body: (LoadedStream?) throws -> Void
    ) throws {
        if knownAt.supposed != nil {
            return try names.forEach { try body(try stream($0, knownAt: knownAt, transaction)) }
        }
        let links = try linkReader(knownAt: knownAt.limit, transaction)
        for name in names {
            let loaded = try transaction.load(name, registry, knownAt: knownAt.limit)
            if let loaded { try links.apply(to: loaded, transaction) }
            try body(loaded)
        }
    }

    /// Calls with every stream of a kind, folded, in bytewise order of names.
    package func forEachStream(
        kind: String?, knownAt: KnownAt, _ transaction: borrowing StoreRead, _ body: (LoadedStream) throws -> Bool
    ) throws {
        if let supposed = knownAt.supposed {
            return try forEachStream(kind: kind, supposed, knownAt, transaction, body)
        }
        let limit = knownAt.limit
        let links = try linkReader(knownAt: limit, transaction)
        try transaction.forEachStream(prefix: kind.map { $0 + "/" } ?? "") { stream, record in
            guard let loaded = try transaction.load(stream, record, registry, knownAt: limit) else { return true }
            try links.apply(to: loaded, transaction)
            return try body(loaded)
        }
    }

    // MARK: - Day ledgers

    /// The days of a ledger as known at a position: from kept rows, else by folding what was held. With a window, at
    /// least those that it names.
    package func dayTable(
        _ ledger: Int, _ window: DayWindow = .all, knownAt: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> DayTable {
        guard let head = try keptHead(ledger, transaction), let kept = try keptTable(head, window, knownAt, transaction)
        else {
            return try foldedTable(ledger, knownAt: knownAt, transaction)
        }
        return knownAt.supposed?.adjusted(kept, ledger: ledger) ?? kept
    }

    private func keptTable(
        _ head: LedgerHead, _ window: DayWindow, _ knownAt: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> DayTable? {
        // Supposed events may lie anywhere.
        let window = knownAt.supposed == nil ? window : .all
        guard knownAt.isLatest else { return try transaction.dayTable(head, at: knownAt.position, window) }
        switch window {
        case .days(let days, withSumBefore: false): return try transaction.dayTable(head, monthsOf: days)
        // The sums of years and months stand in versions only.
        case .days: if let table = try transaction.dayTable(head, at: knownAt.position, window) { return table }
        case .all: break
        }
        return try transaction.dayTable(head)
    }

    /// At least those days of a ledger that lie in a range; of kept rows no other month is read.
    package func dayTable(
        _ ledger: Int, days: ClosedRange<CivilDate>, knownAt: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> DayTable {
        try dayTable(ledger, .days(days, withSumBefore: false), knownAt: knownAt, transaction)
    }

    /// Days of a ledger from one backwards, as many as a question needs: `needs` is asked now and then which measures
    /// are still to be looked for, and with none the reading ends. Whole months; older days are missing.
    package func newestDays(
        _ ledger: Int, through last: CivilDate, knownAt: KnownAt, _ transaction: borrowing StoreRead,
        needs: (DayTable) -> [Int]
    ) throws -> DayTable {
        if knownAt.supposed == nil, let head = try keptHead(ledger, transaction),
            let days = try transaction.newestDays(head, through: last, at: knownAt.limit, needs: needs)
        {
            return days
        }
        return try dayTable(ledger, knownAt: knownAt, transaction)
    }

    /// The streams of the newest rows of a ledger, at most `limit`: by day, then by the arrival of the events that
    /// anchor them, the newest first. Nil where kept rows cannot answer. O(days looked at, and their rows).
    package func newestStreams(
        _ ledger: Int, limit: Int, through last: CivilDate, knownAt: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> [StreamID]? {
        guard knownAt.supposed == nil, let head = try keptHead(ledger, transaction) else { return nil }
        // The number of rows shows as days are read; any measure shows that there are some.
        let table = try transaction.newestDays(head, through: last, at: knownAt.limit) { table in
            table.days.reduce(0) { $1.date <= last ? $0 + $1.rows : $0 } >= limit ? [] : Array(0..<head.width)
        }
        guard let table else { return nil }
        var streams: [StreamID] = []
        for day in table.days.reversed() where day.date <= last {
            let rows = try keptContributions(head, on: day.date, knownAt, transaction)
            guard rows.count == day.rows else {
                throw StoreError.inconsistent("a day of a kept projection has lost contributions")
            }
            let places = try rows.map { row in (row.place, try transaction.withEvent(at: row.place) { $0.position }) }
            for (place, _) in places.sorted(by: { $0.1 > $1.1 }) {
                if streams.count == limit { return streams }
                streams.append(try transaction.withEvent(at: place) { try $0.envelopeView().stream })
            }
        }
        return streams
    }

    /// How many rows a ledger has on days after one.
    package func rows(_ ledger: Int, after last: CivilDate, knownAt: KnownAt, _ transaction: borrowing StoreRead) throws
        -> Int
    {
        if knownAt.isLatest, knownAt.supposed == nil, let head = try keptHead(ledger, transaction) {
            return try transaction.rows(head, after: last)
        }
        return try dayTable(ledger, knownAt: knownAt, transaction).days.reduce(0) { $1.date > last ? $0 + $1.rows : $0 }
    }

    /// The events that anchor the rows of some days, in the order of the days, with their measures; `table` is the
    /// ledger's at the same point.
    package func contributions(
        _ ledger: Int, days: [CivilDate], in table: DayTable, knownAt: KnownAt, _ transaction: borrowing StoreRead,
        where isWanted: ([Int64]) -> Bool = { _ in true }
    ) throws -> [Contribution] {
        guard let head = try keptHead(ledger, transaction), try coversPast(head, knownAt, transaction) else {
            return try foldedContributions(ledger, days: days, knownAt: knownAt, transaction).filter {
                isWanted($0.values)
            }
        }
        var result: [Contribution] = []
        for day in days {
            var count = 0
            for row in try keptContributions(head, on: day, knownAt, transaction) {
                // Supposed rows take the place of some: those are looked up although they are not wanted.
                if knownAt.supposed == nil, !isWanted(row.values) {
                    count += 1
                    continue
                }
                let (id, stream) = try transaction.withEvent(at: row.place) { event in
                    (EventID(SHA256Hasher.leafHash(envelope: event.envelope)), try event.envelopeView().stream)
                }
                if knownAt.supposed?.streams[stream] != nil { continue }
                count += 1
                result.append(Contribution(event: id, stream: stream, day: day, key: row.key, values: row.values))
            }
            for row in knownAt.supposed?.rows ?? [] where row.ledger == ledger && row.day == day {
                count += 1
                result.append(
                    Contribution(
                        event: row.event, stream: row.stream, day: day, key: row.key, values: row.values))
            }
            guard count == table.rows(on: day) else {
                throw StoreError.inconsistent("a day of a kept projection has lost contributions")
            }
        }
        return knownAt.supposed == nil ? result : result.filter { isWanted($0.values) }
    }

    private func keptContributions(
        _ head: LedgerHead, on day: CivilDate, _ knownAt: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> [(place: EventPlace, key: [UInt8]?, values: [Int64])] {
        if !knownAt.isLatest { return try transaction.contributions(head, on: day, at: knownAt.position) }
        return try transaction.contributions(head, on: day).map { ($0.place, $0.key, $0.values) }
    }

    /// Whether kept rows answer what a ledger was at a position; otherwise it is folded.
    package func coversPast(_ ledger: Int, _ knownAt: KnownAt, _ transaction: borrowing StoreRead) throws -> Bool {
        guard let head = try keptHead(ledger, transaction) else { return false }
        return try coversPast(head, knownAt, transaction)
    }

    private func coversPast(_ head: LedgerHead, _ knownAt: KnownAt, _ transaction: borrowing StoreRead) throws -> Bool {
        try knownAt.isLatest || transaction.coversPast(head, at: knownAt.position)
    }
}

extension EngineCore {
    /// Calls with the type of every event, in the order of the logs.
    package func forEachEnvelope(_ transaction: borrowing StoreRead, _ body: (String) throws -> Void) throws {
        let passing = transaction.passing
        try transaction.withEventCursor { cursor in
            while try cursor.nextEvent({ place, key, row in
                if let passing, let place, passing.events.contains(place) { return }
                try body(try LogRow(row, key: key).envelopeView().type)
            }) != nil {}
        }
    }
}
