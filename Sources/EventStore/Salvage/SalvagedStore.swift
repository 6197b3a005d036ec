import EventCodec
package import EventModel
import LMDB
import TransparencyLog

/// The whole rows of a damaged store's file: those whose checksums hold, found page by page.
///
/// Nothing is mapped and no tree is trusted. Rows of the newest state come before rows on free pages, which are of
/// earlier states or of a commit that never was. Its envelope, its body and the root of its log prove an event.
package final class SalvagedStore {
    package let folder: LedgerFolder
    /// The head row; nil where no copy of it is left.
    package let head: StoreRecord?
    /// By number; those that no row is left of are missing.
    package let logs: [UInt32: LogRecord]
    /// The content of the checkpoint file; nil where it cannot be read.
    package let checkpoint: Checkpoint?
    /// The highest number of a commit that is named anywhere.
    package let lastCommit: UInt64
    /// Whether the newest state is known: its head row is in use, or the checkpoint file names the last commit.
    package let isNewestKnown: Bool
    private let events: [FoundEvent]
    private let blobs: [Bytes32: [UInt32: PageScan.Place]]
    private let held: [EventPlace: HeldBody]
    /// The erasures whose days run, ascending by place.
    package let waiting: [WaitingErasure]
    private let scan: PageScan

    private struct FoundEvent {
        let place: EventPlace
        let row: PageScan.Place
        /// Lower is better.
        let rank: UInt8
    }

    /// Reads the whole file. The caller keeps writers out; where it is another user's, a copy of one state is read.
    ///
    /// - Throws: `StoreError` where there is no file. Cost: O(bytes of the file).
    package init(_ folder: LedgerFolder) throws {
        self.folder = folder
        let checkpoint = try CheckpointFile(folder).read()
        do { scan = try PageScan(folder: folder.path, isWritten: folder.isOfOther) } catch { throw StoreError(error) }
        var found = FoundRows()
        try scan.forEachRow { key, value, place, isInUse in found.add(key, value, place, isInUse: isInUse) }
        self.checkpoint = checkpoint.newest
        let commits = found.heads.map(\.record.commit) + found.logs.values.flatMap { $0.map(\.record.commit) }
        lastCommit = max(commits.max() ?? 0, checkpoint.newest?.commit ?? 0)
        let head = SalvagedStore.head(found.heads, checkpoint.newest)
        self.head = head
        let isInUse = found.heads.contains { $0.isInUse && $0.record.commit == head?.commit }
        isNewestKnown = isInUse || checkpoint.newest.map { [lastCommit] in lastCommit <= $0.commit } ?? false
        // A row of a later commit, on a free page, may be of one that never was.
        let last = max(head?.commit ?? .max, checkpoint.newest?.commit ?? 0)
        logs = found.logs.compactMapValues { candidates in
            let held = candidates.filter { $0.isInUse || $0.record.commit <= last }
            return held.max { ($0.record.commit, $0.isInUse ? 1 : 0) < ($1.record.commit, $1.isInUse ? 1 : 0) }?.record
        }
        events = found.events.sorted { ($0.place, $0.rank) < ($1.place, $1.rank) }
        blobs = found.blobs
        // A destroyed body may stand on a free page until the file is made anew.
        let isTreeKnown = found.heads.contains(where: \.isInUse)
        held = found.held.filter { $0.value.isInUse || !isTreeKnown }.mapValues(\.body)
        waiting = found.waiting.values.filter { $0.isInUse || !isTreeKnown }.map(\.erasure)
            .sorted { $0.place < $1.place }
    }

    /// The head row of the newest commit that was acknowledged, as far as the checkpoint file knows.
    private static func head(
        _ found: [(record: StoreRecord, isInUse: Bool)], _ checkpoint: Checkpoint?
    ) -> StoreRecord? {
        let inUse = found.filter(\.isInUse).map(\.record).max { $0.commit < $1.commit }
        guard let checkpoint else { return inUse ?? found.map(\.record).max { $0.commit < $1.commit } }
        if let inUse, inUse.commit >= checkpoint.commit { return inUse }
        let same = found.map(\.record).first {
            $0.commit == checkpoint.commit && $0.position.value == checkpoint.position
                && $0.arrivalChain == checkpoint.arrivalChain
        }
        if let known = same ?? inUse { return known }
        return found.map(\.record).filter { $0.commit <= checkpoint.commit }.max { $0.commit < $1.commit }
    }

    // MARK: - What is there

    /// An event that is whole: its checksum holds, its envelope is at its place and names its body.
    package func event(at place: EventPlace) -> SalvagedEvent? {
        var index = lowerBound(place)
        while index < events.count, events[index].place == place {
            let bytes = scan.value(at: events[index].row)
            if let event = bytes.flatMap({ SalvagedEvent(row: $0, at: place) }) { return event }
            index += 1
        }
        return nil
    }

    /// An event with the body that an erasure from elsewhere hides; nil where none is held.
    package func unhidden(_ event: SalvagedEvent, at place: EventPlace) -> SalvagedEvent? {
        guard event.stored.isErased, let held = held[place] else { return nil }
        return SalvagedEvent(
            StoredEvent(envelope: event.stored.envelope, salt: held.salt, body: held.body), at: place)
    }

    /// Whether the body of an event is hidden here.
    package func isHidden(_ place: EventPlace) -> Bool { held[place] != nil }

    /// The sequence after the last event of a log that a row is left of; nil where there is none.
    package func end(ofLog number: UInt32) -> UInt64? {
        let index = lowerBound(EventPlace(log: number, sequence: .max))
        guard index > 0, events[index - 1].place.log == number else { return nil }
        return events[index - 1].place.sequence + 1
    }

    /// The logs of which rows of events are left, ascending.
    package var logsWithEvents: [UInt32] {
        var (numbers, index) = ([UInt32](), 0)
        while index < events.count {
            numbers.append(events[index].place.log)
            index = lowerBound(EventPlace(log: events[index].place.log, sequence: .max))
        }
        return numbers
    }

    /// The places of which rows of events are left, ascending.
    package var places: [EventPlace] {
        events.indices.filter { $0 == 0 || events[$0 - 1].place != events[$0].place }.map { events[$0].place }
    }

    private func lowerBound(_ place: EventPlace) -> Int {
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The digests of the blobs of which the first part is left, ascending.
    package var blobDigests: [Bytes32] { blobs.keys.filter { blobs[$0]?[0] != nil }.sorted() }

    /// The bytes of a blob; nil where a part is lost or they are not what its name says.
    package func blob(_ digest: Bytes32) -> [UInt8]? {
        guard let parts = blobs[digest] else { return nil }
        var bytes: [UInt8] = []
        for number in 0..<UInt32(parts.count) {
            guard let place = parts[number], let row = scan.value(at: place), row.count >= 5 else { return nil }
            bytes += row[1..<row.count - RowChecksum.bytes]
            if row[0] == 1 { return SHA256Hasher.hash(bytes) == digest ? bytes : nil }
        }
        return nil
    }

    /// The streams that the index of streams says hold events at some places. Reads the whole file again.
    package func streams(holding places: Set<EventPlace>) throws -> [EventPlace: StreamID] {
        var found: [EventPlace: StreamID] = [:]
        if places.isEmpty { return found }
        try scan.forEachRow { key, value, _, isInUse in
            guard RowChecksum.isValid(table: StoreTable.streams.number, key: key, row: value) else { return }
            var held: [EventPlace] = []
            if StreamRecord.isRecordKey(key) {
                // A row whose checksum holds and that cannot be read is of another program.
                if let record = try? StreamRecord(row: value, key: key) { held = record.tail }
            } else {
                // Neither does a chunk of another program.
                try? StreamRecord.readChunk(row: value, key: key, into: &held)
            }
            let name = String(decoding: key.array.prefix { $0 != 0 }, as: UTF8.self)
            for place in held where places.contains(place) && (isInUse || found[place] == nil) {
                found[place] = StreamID(name)
            }
        }
        return found
    }

    /// The rows of one reading, sorted by what they are.
    private struct FoundRows {
        var heads: [(record: StoreRecord, isInUse: Bool)] = []
        var logs: [UInt32: [(record: LogRecord, isInUse: Bool)]] = [:]
        var events: [FoundEvent] = []
        var blobs: [Bytes32: [UInt32: PageScan.Place]] = [:]
        var held: [EventPlace: (body: HeldBody, isInUse: Bool)] = [:]
        var waiting: [EventPlace: (erasure: WaitingErasure, isInUse: Bool)] = [:]

        /// A row of another table, or a changed one, throws where it is read, and is passed over.
        mutating func add(_ key: RawSpan, _ value: RawSpan, _ place: PageScan.Place, isInUse: Bool) {
            switch key.byteCount {
            case 1:
                // Damage is passed over.
                if let record = try? StoreRecord(row: value) { heads.append((record, isInUse)) }
            case 5:
                // Damage is passed over.
                guard let record = try? LogRecord(row: value, key: key), LogRecord.key(record.number) == key.array
                else { return }
                logs[record.number, default: []].append((record, isInUse))
            case 12: addEvent(key, value, place, isInUse)
            case 14: addHeld(key, value, isInUse)
            case 36:
                guard RowChecksum.isValid(table: StoreTable.blobs.number, key: key, row: value) else { return }
                let digest = Bytes32(key.extracting(0..<32))
                let number = key.array[32...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                if isInUse || blobs[digest]?[number] == nil { blobs[digest, default: [:]][number] = place }
            default: break
            }
        }

        private mutating func addHeld(_ key: RawSpan, _ value: RawSpan, _ isInUse: Bool) {
            // Damage is passed over.
            if key.extracting(0..<2).array == HeldBody.prefix, let place = EventPlace(key: key.extracting(2..<14)),
                let body = try? HeldBody(row: value, key: key)  // The same.
            {
                if isInUse || held[place] == nil { held[place] = (body, isInUse) }
            } else if key.extracting(0..<2).array == WaitingErasure.prefix,
                let erasure = try? WaitingErasure(row: value, key: key)  // The same.
            {
                if isInUse || waiting[erasure.place] == nil { waiting[erasure.place] = (erasure, isInUse) }
            }
        }

        private mutating func addEvent(_ key: RawSpan, _ value: RawSpan, _ row: PageScan.Place, _ isInUse: Bool) {
            // Damage is passed over.
            guard let place = EventPlace(key: key), let event = try? LogRow(value, key: key) else { return }
            // A committed erasure is on the newest page; of older copies the one without the body comes first.
            let rank: UInt8 = isInUse ? 0 : event.isErased ? 1 : 2
            events.append(FoundEvent(place: place, row: row, rank: rank))
        }
    }
}
