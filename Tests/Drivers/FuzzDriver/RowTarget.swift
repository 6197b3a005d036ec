import EventCodec
import EventModel
import EventStore
import LedgerTestSupport
import ReadModels
import TransparencyLog

/// Rows of the store. An input is: kind (bit 7: give it a right checksum again) ‖ length of the key (1) ‖ key ‖ row.
///
/// A changed row with its old checksum is refused. With a right checksum it may be read, never trap, and what is read
/// is the same when it is written and read again.
struct RowTarget: FuzzTarget {
    enum Kind: UInt8, CaseIterable {
        case log, stream, chunk, journal, store, logRecord, outcome, flagged, ledgerHead, month, links, waiting

        var table: StoreTable {
            switch self {
            case .log: .log
            case .stream, .chunk: .streams
            case .journal: .arrival
            case .store, .logRecord, .ledgerHead, .links, .waiting: .heads
            case .outcome: .outcomes
            case .flagged: .flagged
            case .month: .projections
            }
        }
    }

    private let originals: [[UInt8]]
    private let known: Set<[UInt8]>

    init() {
        var random = SeededRandom(seed: 1)
        var originals: [[UInt8]] = []
        for kind in Kind.allCases {
            for _ in 0..<8 {
                let (key, row) = SampleRows.make(kind, &random)
                originals.append([kind.rawValue, UInt8(key.count)] + key + row)
            }
        }
        self.originals = originals
        known = Set(originals)
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        var input = originals[random.below(originals.count)]
        let keyEnd = 2 + Int(input[1])
        if random.oneIn(16) {
            input[2 + random.below(keyEnd - 2)] ^= 1 << UInt8(random.below(8))
        } else if random.below(16) > 0 {
            let row = Array(input[keyEnd...])
            input =
                Array(input[..<keyEnd])
                + Mutator().change(row, other: originals[random.below(originals.count)], &random)
        }
        if random.below(3) > 0 { input[0] |= 0x80 }
        return input
    }

    func run(_ input: [UInt8]) -> Verdict {
        guard input.count >= 2, let kind = Kind(rawValue: input[0] & 0x7F), input.count >= 2 + Int(input[1]) else {
            return .refused
        }
        let key = Array(input[2..<2 + Int(input[1])])
        var row = Array(input[(2 + key.count)...])
        let isSealed = input[0] & 0x80 != 0
        if isSealed {
            var writer = RowWriter()
            writer.append(row.dropLast(4))
            writer.seal(table: kind.table, key: key)
            row = writer.bytes
        }
        let isStable: Bool
        do throws(StoreError) { isStable = try SampleRows.isReadAgain(kind, key: key, row: row) } catch {
            return .refused
        }
        guard isStable else { return .violation("written again it is read as another value") }
        return isSealed || known.contains(input) || kind == .store && key != StoreRecord.key
            ? .accepted : .violation("a changed row was read")
    }
}

/// Rows of every kind, and reading them twice.
enum SampleRows {
    static func make(_ kind: RowTarget.Kind, _ random: inout SeededRandom) -> (key: [UInt8], row: [UInt8]) {
        let stream = StreamID("flight/\(random.below(1_000))")!
        switch kind {
        case .log:
            let place = EventPlace(log: 1 + UInt32(random.below(3)), sequence: random.next() >> 40)
            let event = StoredEvent(
                envelope: random.bytes(200 + random.below(100)), salt: random.bytes(16),
                body: random.bytes(random.below(90)))
            return (
                place.keyBytes,
                LogRow.bytes(
                    of: event, position: Position(random.next() >> 40), version: StreamVersion(7), place: place)
            )
        case .stream:
            var record = StreamRecord()
            for _ in 0..<random.below(300) { record.append(place(&random)) }
            record.chunksWritten()
            record.kept = random.bytes(random.below(60))
            record.flags = .flagged
            return (StreamRecord.key(stream), record.row(key: StreamRecord.key(stream)))
        case .chunk:
            let key = StreamRecord.chunkKey(stream, UInt32(random.below(4)))
            return (key, StreamRecord.chunkRow((0..<StreamRecord.chunkPlaces).map { _ in place(&random) }, key: key))
        case .journal:
            let runs = (0..<random.below(5)).map { _ in
                JournalRow.Run(log: UInt32(random.below(9)), first: random.next() >> 50, count: 1 + random.next() >> 54)
            }
            let row = JournalRow(
                first: Position(random.next() >> 44), stamp: Instant(milliseconds: 1_770_000_000_000), runs: runs)
            return (JournalRow.key(row.first), row.row(chain: hash(&random)))
        case .store: return (StoreRecord.key, storeRecord(&random).row)
        case .logRecord:
            let record = logRecord(&random)
            return (LogRecord.key(record.number), record.row)
        case .outcome:
            let change = OutcomeChange(
                position: Position(random.next() >> 44), number: UInt32(random.below(9)), stream: stream,
                event: EventID(hash(&random)),
                from: random.oneIn(2) ? nil : 1, to: 2, reason: "signature.locked",
                because: random.oneIn(2) ? EventID(hash(&random)) : nil)
            return (change.key, change.row)
        case .flagged:
            let key = StreamRecord.key(stream)
            let events = (0..<random.below(5)).map {
                FlaggedEvent(
                    index: $0, status: 3, reason: "basis.missing",
                    because: random.oneIn(2) ? EventID(hash(&random)) : nil)
            }
            return (key, FlaggedEvent.row(events, key: key))
        case .ledgerHead: return ledgerHead(&random)
        case .links, .waiting:
            var links = LinkRow()
            links.streams = Set((0..<random.below(6)).map { _ in StreamID("flight/\(random.below(1_000))")! })
            links.takesBack = kind == .links && random.oneIn(2)
            let key = kind == .links ? LinkRow.key(stream) : LinkRow.waitingKey(EventID(hash(&random)))
            return (key, links.row(key: key))
        case .month:
            // Days of a month with three sums each, as `MonthRow.row` writes them.
            var writer = RowWriter()
            for day in 0..<random.below(9) {
                writer.byte(UInt8(1 + day * 3))
                writer.variable(1 + random.next() >> 60)
                for sum in [3, -1, Int64(random.below(99))] { writer.signed(sum) }
            }
            let key = LedgerKeys.month(0, 24_313)
            writer.seal(table: .projections, key: key)
            return (key, writer.bytes)
        }
    }

    static func isReadAgain(_ kind: RowTarget.Kind, key: [UInt8], row: [UInt8]) throws(StoreError) -> Bool {
        let (keyBytes, bytes) = (key.span.bytes, row.span.bytes)
        switch kind {
        case .log:
            let first = try LogRow(bytes, key: keyBytes)
            guard let place = EventPlace(key: keyBytes) else { return true }
            let event = StoredEvent(envelope: first.envelope.array, salt: first.salt.array, body: first.body.array)
            return LogRow.bytes(of: event, position: first.position, version: first.version, place: place) == row
        case .stream:
            let record = try StreamRecord(row: bytes, key: keyBytes)
            let again = record.row(key: key)
            return try StreamRecord(row: again.span.bytes, key: keyBytes) == record
        case .chunk:
            var places: [EventPlace] = []
            try StreamRecord.readChunk(row: bytes, key: keyBytes, into: &places)
            let again = StreamRecord.chunkRow(places, key: key)
            var second: [EventPlace] = []
            try StreamRecord.readChunk(row: again.span.bytes, key: keyBytes, into: &second)
            return second == places
        case .journal:
            let (journal, chain) = try JournalRow.read(row: bytes, key: keyBytes)
            _ = (journal.count, journal.last)
            let again = journal.row(chain: chain)
            return try JournalRow.read(row: again.span.bytes, key: keyBytes).row == journal
        case .store:
            // Always read at its one key.
            guard key == StoreRecord.key else { return true }
            let record = try StoreRecord(row: bytes)
            let again = record.row
            return try StoreRecord(row: again.span.bytes) == record
        case .logRecord:
            let record = try LogRecord(row: bytes, key: keyBytes)
            let again = record.row
            return record.number == 0 || LogRecord.key(record.number) != key
                ? true : try LogRecord(row: again.span.bytes, key: keyBytes) == record
        case .outcome:
            let change = try OutcomeChange(row: bytes, key: keyBytes)
            let again = change.row
            return try OutcomeChange(row: again.span.bytes, key: keyBytes) == change
        case .flagged:
            let events = try FlaggedEvent.read(row: bytes, key: keyBytes)
            let again = FlaggedEvent.row(events, key: key)
            return try FlaggedEvent.read(row: again.span.bytes, key: keyBytes) == events
        case .ledgerHead:
            let head = try LedgerHead(row: bytes, key: keyBytes)
            guard LedgerKeys.head(head.slot) == key else { return true }
            let again = head.row
            return try LedgerHead(row: again.span.bytes, key: keyBytes) == head
        case .links, .waiting:
            let links = try LinkRow(row: bytes, key: keyBytes)
            let again = links.row(key: key)
            return try LinkRow(row: again.span.bytes, key: keyBytes) == links
        case .month:
            let month = try MonthRow(row: bytes, key: keyBytes, width: 3)
            let again = month.row(key: key)
            return try MonthRow(row: again.span.bytes, key: keyBytes, width: 3) == month
        }
    }

    private static func place(_ random: inout SeededRandom) -> EventPlace {
        EventPlace(log: UInt32(random.below(4)), sequence: random.next() >> 52)
    }
    private static func word(_ random: inout SeededRandom) -> Bytes16 {
        Bytes16(high: random.next(), low: random.next())
    }
    private static func hash(_ random: inout SeededRandom) -> Bytes32 {
        Bytes32(first: word(&random), second: word(&random))
    }

    private static func storeRecord(_ random: inout SeededRandom) -> StoreRecord {
        var record = StoreRecord(
            principal: PrincipalID(word(&random)), principalKey: hash(&random), secret: hash(&random),
            fingerprint: Fingerprint(token: hash(&random), storeInode: 1, tokenInode: 2, tokenBirthNanoseconds: 3),
            zone: "UTC", name: "Ä")
        record.commit = random.next() >> 50
        record.position = Position(random.next() >> 50)
        if random.oneIn(2) {
            record.links.streams = 1 + random.next() >> 60
            record.links.waiting = random.next() >> 60
            record.links.takingBack = UInt64(random.below(2))
            if random.oneIn(2) { record.links.ledgers = 1 + random.next() >> 60 }
        }
        record.keyRuns = (0..<random.below(4)).map { KeyRun(level: UInt8($0), number: random.next() >> 50, entries: 5) }
        return record
    }

    private static func logRecord(_ random: inout SeededRandom) -> LogRecord {
        var edge = MerkleEdge()
        for _ in 0..<random.below(40) { edge.append(leaf: hash(&random)) }
        var record = LogRecord(
            number: UInt32(1 + random.below(9)), origin: OriginID(word(&random)), publicKey: hash(&random),
            principal: PrincipalID(word(&random)),
            commit: 4, edge: edge, forks: random.oneIn(2) ? [] : [.init(sequence: 3, leaf: EventID(hash(&random)))])
        if random.oneIn(2) { record.signature = random.bytes(64) }
        return record
    }

    private static func ledgerHead(_ random: inout SeededRandom) -> (key: [UInt8], row: [UInt8]) {
        let slot = UInt8(random.below(3))
        var head = LedgerHead(slot: slot, name: "hours", version: 1, width: 3)
        head.rows = random.next() >> 50
        return (LedgerKeys.head(slot), head.row)
    }
}
