import DaybookKit
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import Logbook

/// The entries that one thread read for an audit, in the order of its reading.
struct AuditedPart: Sendable {
    private let last: CivilDate
    private let zone: any ZoneRules
    private(set) var entries = HeldEntries()
    private(set) var lines: [EntryLine] = []
    private(set) var texts: [UInt8] = []
    private(set) var facts: [EntryFacts] = []
    /// Made where the entry was just read: what is looked through again and again lies together then.
    private(set) var reviewed: [ReviewedFlight] = []
    /// Of the entries that contradict themselves.
    private(set) var findings: [Int: [EntryFinding]] = [:]
    /// Of entries of several events. Removed ones are among them: that they were removed is a change.
    private(set) var acts: AuditedActs
    /// Of entries that went with an undo of their import, the undos of each time.
    private(set) var gone: [StreamID: [[EventID]]] = [:]
    /// The day of the second in which the last entry was recorded: an import records thousands in one second, and
    /// converting one in a zone is slow.
    private var recordedOn: (second: Int, date: CivilDate)?

    /// With entries up to a day, and what was done to those that the day concerns.
    init(through last: CivilDate, _ acts: AuditedActs, _ zone: any ZoneRules) {
        (self.last, self.acts, self.zone) = (last, acts, zone)
    }

    mutating func reserve(_ count: Int) {
        entries.reserve(count)
        lines.reserveCapacity(count)
        texts.reserveCapacity(count * 48)
        facts.reserveCapacity(count)
        reviewed.reserveCapacity(count)
    }

    /// `event` reads one of its events.
    mutating func add(_ loaded: LoadedStream, _ event: (EventPlace, EventID) throws -> EventRecord) throws {
        let entry = FlightEntry(loaded)
        if loaded.events.count > 1 { try acts.add(loaded, entry, event) }
        let times = loaded.goneWith
        if !times.isEmpty, loaded.flightDate.map({ $0 <= last }) ?? true { gone[loaded.stream] = times }
        guard let entry, let create = loaded.events.first(where: { $0.id == entry.created }) else { return }
        if review(
            at: entry.flight, of: entry.stream, entry.position, Instant(milliseconds: create.recordedMilliseconds),
            isSigned: entry.isLocked, counts: entry.mask == nil)
        {
            entries.add(entry)
        }
    }

    /// Of a record that is no more than its one event says.
    mutating func add(_ name: RawSpan, _ row: borrowing LogRow) throws {
        // A body that is no entry is none to look at; its event shows in `outcomes`.
        guard let flight = try? Flight(fields: row.body) else { return }
        let stream = StreamID(unchecked: name.text)
        let recorded = try row.envelopeView().recorded
        // No reader needs its event, and hashing one takes half as long as all the rest.
        guard review(at: flight, of: stream, row.position, recorded, isSigned: false, counts: true) else { return }
        if row.body.byteCount <= HeldEntries.bytesKept { return entries.add(row.body, at: row.position) }
        entries.add(FlightEntry(flight, stream: stream, created: .unasked, position: row.position))
    }

    /// Keeps what is asked of an entry; false for one after the last day.
    private mutating func review(
        at flight: Flight, of stream: StreamID, _ position: Position, _ recorded: Instant, isSigned: Bool, counts: Bool
    ) -> Bool {
        guard flight.date <= last else { return false }
        let contradictions = EntryFinding.of(flight)
        if !contradictions.isEmpty { findings[entries.count] = contradictions }
        lines.append(EntryLine(stream, flight, into: &texts))
        facts.append(
            EntryFacts(
                position: position, recorded: recorded, days: Int32(date(at: recorded).days(since: flight.date)),
                asked: AskedFields(flight, isSigned: isSigned), counts: counts, isOfBatch: flight.isOfBatch,
                statesReview: flight.flightReview == true || flight.instrumentCheck == true || flight.checkride == true)
        )
        reviewed.append(ReviewedFlight(flight))
        return true
    }

    /// Those of some streams. O(n).
    func entries(_ streams: Set<StreamID>) -> [FlightEntry] {
        // Most names differ by a number made of them, which takes less time than a text of each.
        let likenesses = Set(streams.map { $0.id.utf8.span.bytes.likeness })
        return lines.indices.compactMap { index in
            guard likenesses.contains(texts.span.bytes.extracting(lines[index].id).likeness) else { return nil }
            let stream = lines[index].stream(of: texts.span)
            return streams.contains(stream) ? entries.entry(at: index) { stream } : nil
        }
    }

    /// No zone changes within a second.
    private mutating func date(at instant: Instant) -> CivilDate {
        let (day, millisecond) = instant.local(offsetSeconds: 0)
        let second = Int(day.day) * 86_400 + millisecond / 1000
        if let recordedOn, recordedOn.second == second { return recordedOn.date }
        let date = zone.date(at: instant)
        recordedOn = (second, date)
        return date
    }
}

extension LoadedStream {
    /// The date of an entry that was taken back, too; nil where its fields are none of an entry.
    fileprivate var flightDate: CivilDate? {
        // Nil as said: an entry whose date was cleared elsewhere.
        fold.state.flatMap { try? Flight(fields: $0.fields.map.span.bytes).date }
    }
}

/// The facts of each entry by itself.
struct EntryFacts {
    let position: Position
    let recorded: Instant
    /// From its own day to the day on which it was recorded.
    let days: Int32
    let asked: AskedFields
    let counts: Bool
    let isOfBatch: Bool
    let statesReview: Bool
}

/// The entries of all parts that count, oldest first, with what was kept of them.
struct AuditedInOrder: Sendable {
    let entries: AuditedEntries
    private(set) var reviewed: [ReviewedFlight] = []
    var asked: [AskedFields] = []
    /// The places of those that state a review.
    private(set) var reviewPlaces: [Int] = []
    /// Which of them came late, and how many of those that imports brought.
    private(set) var late: [LateEntry] = []
    private(set) var lateImported = 0
    private(set) var contradictions: [(entry: Int, findings: [EntryFinding])] = []

    /// Each is copied once. O(n log n).
    init(_ parts: [AuditedPart]) {
        let keys = parts.map { part in
            part.lines.indices.map { (day: part.lines[$0].date.day, position: part.facts[$0].position.value) }
        }
        let before = parts.indices.map { part in parts[..<part].reduce(0) { $0 + $1.texts.count } }
        let count = parts.reduce(0) { $0 + $1.entries.count }
        let contradicting = parts.contains { !$0.findings.isEmpty }
        var lines: [EntryLine] = []
        var places: [EntryPlace] = []
        lines.reserveCapacity(count)
        places.reserveCapacity(count)
        reviewed.reserveCapacity(count)
        asked.reserveCapacity(count)
        for (part, index) in EntryOrder.newestFirst(keys).reversed() where parts[part].facts[index].counts {
            let facts = parts[part].facts[index]
            let place = places.count
            places.append(EntryPlace(part: Int32(part), index: Int32(index)))
            lines.append(parts[part].lines[index].moved(by: before[part]))
            reviewed.append(parts[part].reviewed[index])
            asked.append(facts.asked)
            if facts.statesReview { reviewPlaces.append(place) }
            if facts.days > LogbookAudit.lateDays {
                if facts.isOfBatch {
                    lateImported += 1
                } else {
                    late.append(LateEntry(entry: place, recorded: facts.recorded, days: Int(facts.days)))
                }
            }
            if contradicting, let found = parts[part].findings[index] { contradictions.append((place, found)) }
        }
        var texts: [UInt8] = []
        texts.reserveCapacity(parts.reduce(0) { $0 + $1.texts.count })
        for part in parts { texts.append(contentsOf: part.texts) }
        entries = AuditedEntries(lines: lines, texts: texts, parts: parts.map(\.entries), places: places)
    }

    /// The entries that contradict themselves, those in training devices judged as sessions.
    func contradictions(in fleet: Fleet) -> [(entry: Int, findings: [EntryFinding])] {
        if !fleet.hasDevices { return contradictions }
        return contradictions.compactMap { found in
            let flight = entries[found.entry].flight
            guard fleet.isDevice(flight.aircraft) else { return found }
            let findings = EntryFinding.inDevice(flight)
            return findings.isEmpty ? nil : (found.entry, findings)
        }
    }

    /// The entries of all parts, with what was done to them and what they say of each other.
    static func inOrder(_ parts: [AuditedPart]) -> (
        ordered: AuditedInOrder, acts: AuditedActs, conflicts: [EntryConflict]
    ) {
        var (ordered, acts) = (AuditedInOrder(parts), parts[0].acts)
        for part in parts.dropFirst() { acts.join(part.acts) }
        ordered.addSignatures(acts.signatures)
        return (ordered, acts, LogbookReview.conflicts(ordered.reviewed))
    }

    /// Adds the signatures of the day that is asked about: an entry has those of now. O(n) where any came after the
    /// day.
    private mutating func addSignatures(_ signatures: [AuditedSignature]) {
        let later = Set(signatures.filter { $0.isLater || $0.void?.isLater ?? false }.map(\.stream))
        if later.isEmpty { return }
        let standing = Set(signatures.filter(\.isStanding).map(\.stream))
        for place in entries.indices {
            let stream = entries.lines[place].stream(of: entries.texts.span)
            if later.contains(stream) { asked[place].setSigned(isSigned: standing.contains(stream)) }
        }
    }
}

extension Ledger {
    /// Reads every entry up to a day once, on two threads where there are many; what figures rest on is found beside,
    /// where that is asked for.
    func auditedParts(_ day: AuditedDay, _ asOf: AsOf, _ gathered: inout GatheredEvidence?) throws -> [AuditedPart] {
        let beside = gathered?.empty(in: zone, registry)
        let shares: [(part: AuditedPart, evidence: EvidenceShare?)] = try withView(asOf) {
            known, answered, transaction in
            let empty = AuditedPart(through: answered.on, AuditedActs(registry, day), zone)
            if known.supposed != nil { return [(try auditedWhole(empty, known, transaction), nil)] }
            let (engine, limit) = (engine, known.limit)
            return try engine.inShares(transaction, of: ["flight"]) { share, transaction in
                var (part, evidence) = (empty, beside)
                // About half of the events are of this part; very many grow by themselves.
                part.reserve(Int(min(try transaction.storeRecord().position.value, 16_384)) / 2 + 128)
                try engine.forEachFlight(
                    knownAt: limit, share: share, into: &evidence, transaction, single: { try part.add($0, $1) },
                    folded: { loaded in
                        try part.add(loaded) { place, id in try engine.event(id, at: place, transaction) }
                    })
                return (part, evidence)
            }
        }
        let found = shares.compactMap(\.evidence)
        if !found.isEmpty { gathered?.shares = found }
        return shares.map(\.part)
    }

    /// Each entry by its fold, supposed events with it.
    private func auditedWhole(_ empty: AuditedPart, _ known: KnownAt, _ transaction: borrowing StoreRead) throws
        -> AuditedPart
    {
        var part = empty
        try engine.forEachStream(kind: "flight", knownAt: known, transaction) { loaded in
            try part.add(loaded) { place, _ in try engine.event(at: place, knownAt: known, transaction) }
            return true
        }
        return part
    }
}
