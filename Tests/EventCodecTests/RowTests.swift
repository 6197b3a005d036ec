import EventCodec
import EventModel
import EventStore
import Foundation
import LedgerTestSupport
import ReadModels
import Testing
import TransparencyLog

/// One row of each table: it comes back, and with any one bit flipped, in the row or in its key, it is refused.
@Suite struct RowTests {
    /// Bit by bit, cut by one byte, and with a byte behind.
    private func everyBitCounts(
        _ name: String, key: [UInt8], row: [UInt8], _ read: (_ row: [UInt8], _ key: [UInt8]) throws -> Void
    ) {
        #expect(throws: Never.self, "\(name) as it was written") { try read(row, key) }
        func isRefused(_ row: [UInt8], _ key: [UInt8]) -> Bool {
            do {
                try read(row, key)
                return false
            } catch { return error is StoreError }
        }
        for bit in 0..<row.count * 8 {
            var flipped = row
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            if !isRefused(flipped, key) { Issue.record("\(name): bit \(bit) of the row may be flipped") }
        }
        for bit in 0..<key.count * 8 {
            var flipped = key
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            if !isRefused(row, flipped) { Issue.record("\(name): bit \(bit) of the key may be flipped") }
        }
        for count in row.indices where !isRefused(Array(row[..<count]), key) {
            Issue.record("\(name): the first \(count) bytes are a row")
        }
        #expect(isRefused(row + [0], key), "\(name) with a byte behind")
    }

    private let stream = StreamID("flight/a")!

    @Test func aRowOfTheLog() throws {
        let place = EventPlace(log: 2, sequence: 300)
        let event = StoredEvent(envelope: [1, 2, 3], salt: [UInt8](repeating: 9, count: 16), body: [4, 5])
        let row = LogRow.bytes(of: event, position: Position(77), version: StreamVersion(5), place: place)
        #expect(Hex.encode(place.keyBytes) == "00000002" + "000000000000012c")
        #expect(
            Hex.encode(row.dropLast(4)) == "000000000000004d" + "00000005" + "0003" + "010203" + hex("09", times: 16)
                + "0405")
        let read = try LogRow(row.span.bytes, key: place.keyBytes.span.bytes)
        let (position, version) = (read.position, read.version)
        #expect(position == Position(77) && version == StreamVersion(5))
        let (envelope, salt, body) = (read.envelope.array, read.salt.array, read.body.array)
        #expect(envelope == event.envelope && salt == event.salt && body == event.body)
        everyBitCounts("log", key: place.keyBytes, row: row) { row, key in
            _ = try LogRow(row.span.bytes, key: key.span.bytes).position
        }
    }

    @Test func aStreamsRecord() throws {
        var record = StreamRecord()
        for sequence in [UInt64(5), 6, 2, 900] { record.append(EventPlace(log: 1, sequence: sequence)) }
        record.flags = [.flagged, .unknownCritical]
        record.kept = [7, 8]
        let key = StreamRecord.key(stream)
        let row = record.row(key: key)
        #expect(Hex.encode(row.dropLast(4)) == "03" + "020708" + "04" + "010a" + "0102" + "0107" + "01840e")
        let read = try StreamRecord(row: row.span.bytes, key: key.span.bytes)
        #expect(read == record)
        everyBitCounts("streams", key: key, row: row) { row, key in
            _ = try StreamRecord(row: row.span.bytes, key: key.span.bytes)
        }
    }

    @Test func aChunkOfPlaces() throws {
        var record = StreamRecord()
        for sequence in 0..<130 { record.append(EventPlace(log: 1, sequence: UInt64(sequence * 3))) }
        #expect(record.fullChunks.count == 1 && record.count == 130 && record.tail.count == 2 && record.chunkCount == 1)
        let key = StreamRecord.chunkKey(stream, 0)
        let recordKey = StreamRecord.key(stream)
        let (isChunkRecord, isRecord) = (
            StreamRecord.isRecordKey(key.span.bytes), StreamRecord.isRecordKey(recordKey.span.bytes)
        )
        #expect(!isChunkRecord && isRecord)
        let row = StreamRecord.chunkRow(record.fullChunks[0].places, key: key)
        var places: [EventPlace] = []
        try StreamRecord.readChunk(row: row.span.bytes, key: key.span.bytes, into: &places)
        #expect(places.map(\.sequence) == (0..<128).map { UInt64($0 * 3) })
        everyBitCounts("chunk", key: key, row: row) { row, key in
            var places: [EventPlace] = []
            try StreamRecord.readChunk(row: row.span.bytes, key: key.span.bytes, into: &places)
        }
    }

    @Test func aCommitOfTheJournal() throws {
        let journal = JournalRow(
            first: Position(41), stamp: Instant(milliseconds: 1_000),
            runs: [.init(log: 1, first: 40, count: 2), .init(log: 3, first: 0, count: 300)])
        let chain = Bytes32(hex: hex("cd", times: 32))!
        let key = JournalRow.key(journal.first)
        let row = journal.row(chain: chain)
        #expect(journal.count == 302 && journal.last == Position(342))
        #expect(Hex.encode(row.dropLast(4)) == hex("cd", times: 32) + "00000000000003e8" + "02" + "012802" + "0300ac02")
        let read = try JournalRow.read(row: row.span.bytes, key: key.span.bytes)
        #expect(read.row == journal && read.chain == chain)
        everyBitCounts("arrival", key: key, row: row) { row, key in
            _ = try JournalRow.read(row: row.span.bytes, key: key.span.bytes)
        }
    }

    @Test func theStoresOwnRow() throws {
        var record = StoreRecord(
            principal: PrincipalID(hex: hex("01", times: 16))!, principalKey: Bytes32(hex: hex("02", times: 32))!,
            secret: Bytes32(hex: hex("03", times: 32))!,
            fingerprint: Fingerprint(
                token: Bytes32(hex: hex("04", times: 32))!, storeInode: 5, tokenInode: 6, tokenBirthNanoseconds: 7),
            zone: "America/New_York", name: "Zürich")
        record.commit = 9
        record.position = Position(10)
        record.nextLog = 3
        record.ownLog = 2
        record.flaggedStreams = 1
        record.keyRuns = [KeyRun(level: 1, number: 300, entries: 5)]
        let row = record.row
        let read = try StoreRecord(row: row.span.bytes)
        #expect(read == record)
        everyBitCounts("heads, store", key: [], row: row) { row, _ in _ = try StoreRecord(row: row.span.bytes) }
    }

    @Test func aStoreWithLinksIsOfFormatTwo() throws {
        var record = StoreRecord(
            principal: PrincipalID(hex: hex("01", times: 16))!, principalKey: Bytes32(hex: hex("02", times: 32))!,
            secret: Bytes32(hex: hex("03", times: 32))!,
            fingerprint: Fingerprint(
                token: Bytes32(hex: hex("04", times: 32))!, storeInode: 5, tokenInode: 6, tokenBirthNanoseconds: 7),
            zone: "UTC", name: "")
        let plain = record.row
        #expect(plain[0] == 1)
        record.links.streams = 3
        record.links.waiting = 1
        record.links.takingBack = 2
        let row = record.row
        #expect(row[0] == 2 && Array(row.dropLast(4).suffix(3)) == [3, 1, 2])
        #expect(try StoreRecord(row: row.span.bytes) == record)
        everyBitCounts("heads, store with links", key: [], row: row) { row, _ in
            _ = try StoreRecord(row: row.span.bytes)
        }
    }

    @Test func aStoreWithLinksBetweenLedgersIsOfFormatThree() throws {
        var record = StoreRecord(
            principal: PrincipalID(hex: hex("01", times: 16))!, principalKey: Bytes32(hex: hex("02", times: 32))!,
            secret: Bytes32(hex: hex("03", times: 32))!,
            fingerprint: Fingerprint(
                token: Bytes32(hex: hex("04", times: 32))!, storeInode: 5, tokenInode: 6, tokenBirthNanoseconds: 7),
            zone: "UTC", name: "")
        record.links.ledgers = 2
        let row = record.row
        #expect(row[0] == 3 && Array(row.dropLast(4).suffix(4)) == [0, 0, 0, 2])
        #expect(try StoreRecord(row: row.span.bytes) == record)
        everyBitCounts("heads, store with links between ledgers", key: [], row: row) { row, _ in
            _ = try StoreRecord(row: row.span.bytes)
        }
    }

    @Test func linksAcrossStreams() throws {
        var links = LinkRow()
        links.takesBack = true
        links.streams = [StreamID(kind: "b", id: "2"), StreamID(kind: "a", id: "1")]
        let key = LinkRow.key(StreamID(kind: "c", id: "3"))
        #expect(Hex.encode(key) == "04" + "632f33")
        #expect(
            Hex.encode(LinkRow.waitingKey(EventID(Bytes32(hex: hex("ab", times: 32))!))) == "05" + hex("ab", times: 32))
        let row = links.row(key: key)
        #expect(Hex.encode(row.dropLast(4)) == "01" + "02" + "03612f31" + "03622f32")
        #expect(try LinkRow(row: row.span.bytes, key: key.span.bytes) == links)
        everyBitCounts("heads, links", key: key, row: row) { row, key in
            _ = try LinkRow(row: row.span.bytes, key: key.span.bytes)
        }
    }

    @Test func aNewerFormatIsReportedAsSuch() {
        let record = StoreRecord(
            principal: PrincipalID(hex: hex("01", times: 16))!, principalKey: Bytes32(hex: hex("02", times: 32))!,
            secret: Bytes32(hex: hex("03", times: 32))!,
            fingerprint: Fingerprint(
                token: Bytes32(hex: hex("04", times: 32))!, storeInode: 5, tokenInode: 6, tokenBirthNanoseconds: 7),
            zone: "UTC", name: "")
        let known = record.row
        var writer = RowWriter()
        writer.byte(4)
        writer.append(known.dropFirst().dropLast(4))
        writer.seal(table: .heads, key: StoreRecord.key)
        do {
            let row = writer.bytes
            _ = try StoreRecord(row: row.span.bytes)
            Issue.record("read")
        } catch {
            #expect("\(error)" == "\(StoreError.newerFormat(found: 4, known: 3))")
        }
    }

    @Test func aLogsHead() throws {
        var edge = MerkleEdge()
        for byte in 0..<11 { edge.append(leaf: eventID(UInt8(byte)).words) }
        var record = LogRecord(
            number: 4, origin: OriginID(hex: hex("01", times: 16))!, publicKey: Bytes32(hex: hex("02", times: 32))!,
            principal: PrincipalID(hex: hex("03", times: 16))!,
            parent: 1, start: 5, commit: 8, edge: edge, forks: [.init(sequence: 5, leaf: eventID(9))])
        record.signature = [UInt8](repeating: 6, count: 64)
        let key = LogRecord.key(4)
        #expect(Hex.encode(key) == "0100000004")
        let row = record.row
        let read = try LogRecord(row: row.span.bytes, key: key.span.bytes)
        #expect(read == record && read.size == 11 && read.branch == eventID(9))
        everyBitCounts("heads, log", key: key, row: row) { row, key in
            _ = try LogRecord(row: row.span.bytes, key: key.span.bytes)
        }
    }

    @Test func aChangeOfOutcome() throws {
        for (from, because) in [(UInt8?.none, EventID?.none), (1, eventID(8))] {
            let change = OutcomeChange(
                position: Position(7), number: 2, stream: stream, event: eventID(1), from: from, to: 3,
                reason: "signature.locked", because: because)
            #expect(Hex.encode(change.key) == "0000000000000007" + "00000002")
            let (key, row) = (change.key, change.row)
            let read = try OutcomeChange(row: row.span.bytes, key: key.span.bytes)
            #expect(read == change)
            everyBitCounts("outcomes", key: key, row: row) { row, key in
                _ = try OutcomeChange(row: row.span.bytes, key: key.span.bytes)
            }
        }
    }

    @Test func theFlaggedEventsOfAStream() throws {
        let events = [
            FlaggedEvent(index: 0, status: 2, reason: "", because: nil),
            FlaggedEvent(index: 300, status: 3, reason: "record.exists", because: eventID(5)),
        ]
        let key = StreamRecord.key(stream)
        let row = FlaggedEvent.row(events, key: key)
        let read = try FlaggedEvent.read(row: row.span.bytes, key: key.span.bytes)
        #expect(read == events)
        everyBitCounts("flagged", key: key, row: row) { row, key in
            _ = try FlaggedEvent.read(row: row.span.bytes, key: key.span.bytes)
        }
    }

    @Test func theHeadOfADayLedger() throws {
        var head = LedgerHead(slot: 1, name: "hours", version: 2, width: 9)
        head.rows = 300
        let key = LedgerKeys.head(1)
        let row = head.row
        let read = try LedgerHead(row: row.span.bytes, key: key.span.bytes)
        #expect(read == head)
        everyBitCounts("heads, ledger", key: key, row: row) { row, key in
            _ = try LedgerHead(row: row.span.bytes, key: key.span.bytes)
        }
    }

    @Test func whichLedgersAreKept() throws {
        let plans = [UInt8(1), 2].map { SHA256Hasher.hash([$0]) }
        var state = KeptState(kept: .init(plan: plans[0], slots: [0, 3]))
        for building in [
            nil,
            KeptState.Building(
                kept: .init(plan: plans[1], slots: [1]), commit: 7, position: Position(300),
                next: Array("a/b".utf8) + [0]),
        ] {
            state.building = building
            let row = state.row
            #expect(try KeptState(row: row.span.bytes) == state)
            #expect(row.count == (building == nil ? 40 : 95))
            everyBitCounts("heads, kept", key: KeptState.key, row: row) { row, key in
                if key == KeptState.key {
                    _ = try KeptState(row: row.span.bytes)
                } else {
                    throw StoreError.inconsistent("another key")
                }
            }
        }
    }

    @Test func aMonthOfDays() throws {
        let key = LedgerKeys.month(0, 24_313)
        #expect(Hex.encode(key) == "0002" + "00005ef9")
        var writer = RowWriter()
        writer.byte(10)
        writer.variable(2)
        writer.signed(-300)
        writer.signed(15)
        writer.seal(table: .projections, key: key)
        let row = writer.bytes
        let month = try MonthRow(row: row.span.bytes, key: key.span.bytes, width: 2)
        #expect(month.days[10]?.rows == 2 && month.days[10]?.sums == [-300, 15] && month.days.count { $0 != nil } == 1)
        #expect(month.row(key: key) == row)
        everyBitCounts("projections", key: key, row: row) { row, key in
            _ = try MonthRow(row: row.span.bytes, key: key.span.bytes, width: 2)
        }
    }

    @Test func aRowOfOneTableIsNoneOfAnother() {
        let key = StreamRecord.key(stream)
        let row = StreamRecord().row(key: key)
        for table in StoreTable.allCases {
            let holds = RowChecksum.isValid(table: table.number, key: key.span.bytes, row: row.span.bytes)
            #expect(holds == (table == .streams), "\(table.name)")
        }
        let (none, short): ([UInt8], [UInt8]) = ([], [1, 2, 3])
        let holds = RowChecksum.isValid(table: 1, key: none.span.bytes, row: short.span.bytes)
        #expect(!holds, "three bytes hold no checksum")
    }

    @Test(
        "the checksum is the same by the processor's instructions and by the table, whatever the lengths; a known one is spelled"
    )
    func checksums() {
        var random = SeededRandom(seed: 20_261_123)
        let long = random.bytes(4_000)
        var wrong: [Int] = []
        for count in Array(0..<700) + [1_023, 1_024, 1_559, 1_560, 1_561, 1_568, 3_120, 3_136, 3_999] {
            let (key, row) = (long[..<(count % 41)], long[(count % 9)..<min(4_000, count % 9 + count)])
            let (keyBytes, rowBytes) = (Array(key), Array(row))
            let (quick, slow) = (
                RowChecksum.of(table: UInt8(count & 255), key: keyBytes.span.bytes, row: rowBytes.span.bytes),
                RowChecksum.byTable(table: UInt8(count & 255), key: keyBytes.span.bytes, row: rowBytes.span.bytes)
            )
            if quick != slow { wrong.append(count) }
        }
        #expect(wrong == [], "seed 20261123: lengths with two checksums")
        // RFC 3720 B.4 gives 0xE3069283 for "123456789"; here "1" is the table, "23" the key.
        let (key, row) = (Array("23".utf8), Array("456789".utf8))
        let (known, byTable) = (
            RowChecksum.of(table: 0x31, key: key.span.bytes, row: row.span.bytes),
            RowChecksum.byTable(table: 0x31, key: key.span.bytes, row: row.span.bytes)
        )
        #expect(known == 0xE306_9283 && byTable == 0xE306_9283)
    }

    /// Rows with a right checksum and impossible numbers: damage that is reported, never a trap. (Only an error of this
    /// program writes such a row.)
    @Test func impossibleNumbersInASealedRowAreReportedAsDamage() async {
        await #expect(processExitsWith: .success) {
            var writer = RowWriter()
            writer.byte(0)
            writer.variable(0)
            writer.variable(.max)
            let key = StreamRecord.key(StreamID("flight/a")!)
            writer.seal(table: .streams, key: key)
            do { _ = try StreamRecord(row: writer.bytes.span.bytes, key: key.span.bytes) } catch {}
        }
        await #expect(processExitsWith: .success) {
            var writer = RowWriter()
            writer.variable(1)
            writer.variable(.max)
            writer.append([1, 0, 0])
            let key = StreamRecord.key(StreamID("flight/a")!)
            writer.seal(table: .flagged, key: key)
            do { _ = try FlaggedEvent.read(row: writer.bytes.span.bytes, key: key.span.bytes) } catch {}
        }
        await #expect(processExitsWith: .success) {
            var writer = RowWriter()
            writer.byte(0)
            writer.text("hours")
            writer.variable(.max)
            let key = LedgerKeys.head(0)
            writer.seal(table: .heads, key: key)
            do { _ = try LedgerHead(row: writer.bytes.span.bytes, key: key.span.bytes) } catch {}
        }
        await #expect(processExitsWith: .success) {
            let journal = JournalRow(first: .start, stamp: Instant(milliseconds: 0), runs: [])
            let key = JournalRow.key(journal.first)
            let row = journal.row(chain: Bytes32(hex: String(repeating: "00", count: 32))!)
            do { _ = try JournalRow.read(row: row.span.bytes, key: key.span.bytes).row.last } catch {}
        }
    }
}
