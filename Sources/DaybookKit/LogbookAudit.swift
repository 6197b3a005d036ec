import Engine
import EventCodec
public import EventModel
public import EventSourcing
import EventStore
public import Logbook

/// A signature with what it covers and what became of it.
public struct AuditedSignature: Sendable {
    public let stream: StreamID
    public let event: EventID
    public let cfiNumber: String
    public let signerName: String?
    public let recorded: Instant
    public let covers: [EventID]
    /// Hash of the content that was signed, in hexadecimal.
    public let content: String?
    public let image: String?
    /// The last day of the instructor's certificate, where the signature tells it.
    public let certificateThrough: CivilDate?
    public let outcome: EventOutcome
    /// The void that lifted it; nil while none has.
    public let void: Void?

    public struct Void: Sendable {
        public let event: EventID
        public let recorded: Instant
        public let by: PrincipalID
        public let reason: String
    }
}

/// An entry that was changed after it was made.
public struct AuditedChange: Sendable {
    public let stream: StreamID
    public let step: HistoryStep
}

/// An entry that was recorded long after its day.
public struct LateEntry: Hashable, Sendable {
    public let stream: StreamID
    public let date: CivilDate
    /// When its author's ledger recorded it, claimed.
    public let recorded: Instant
    public let days: Int
}

/// Everything that somebody who checks a logbook asks first.
public struct LogbookAudit: Sendable {
    public let summary: FlightSummary
    public let months: [MonthTotals]
    /// Every unbroken period of currency, by reading.
    public let periods: [LandingsKind: [CurrencyPeriod]]
    /// In the order of their streams, each stream's in its own order.
    public let signatures: [AuditedSignature]
    public let changes: [AuditedChange]
    /// Oldest first; entries of imports are counted only: all of them are told late.
    public let late: [LateEntry]
    public let lateImported: Int
    public let duplicates: [PossibleDuplicate]
    /// The entries that count, oldest first: what conflicts and flights out of currency point into.
    public let entries: [FlightEntry]
    public let conflicts: [EntryConflict]
    public let outOfCurrency: [Int]
    /// Solo flights of a student for which no solo endorsement was good, 61.87(n).
    public let unendorsed: [Int]
    /// Entries whose figures contradict each other, as imports may bring them.
    public let contradictions: [(entry: Int, findings: [EntryFinding])]
    public let supersessions: Supersessions
    /// The dates of all entries, those that do not count included.
    public let dates: [StreamID: CivilDate]

    /// The entries that wait because of others, by their names.
    public var waiting: [WaitingFlight] { supersessions.waiting.values.filter { dates[$0.flight] != nil }.sorted { $0.flight < $1.flight } }

    /// An entry recorded more days after its own is late.
    public static let lateDays = 7
}

extension Ledger {
    /// Looks through the logbook up to a day. O(events of the logbook).
    public func auditLogbook(_ asOf: AsOf = .now) throws -> Answer<LogbookAudit> {
        let answered = try answered(asOf)
        let pinned = AsOf(on: answered.on, known: asOf.pinned(to: answered.position).known, supposing: asOf.supposing)
        let all = try self.flights(pinned).value
        let entries = Array(all.reversed().filter { $0.mask == nil })
        let flights = entries.map(\.flight)
        var signatures: [AuditedSignature] = []
        var changes: [AuditedChange] = []
        for stream in try streamsOfSeveralEvents(pinned) {
            guard let history = try history(of: stream, pinned)?.value else { continue }
            signatures += Ledger.signatures(in: history)
            changes += Ledger.changes(in: history)
        }
        let (late, imported) = try lateEntries(entries, pinned)
        var periods: [LandingsKind: [CurrencyPeriod]] = [:]
        for kind in LandingsKind.allCases { periods[kind] = try currencyPeriods(kind, pinned).value }
        return Answer(
            asOf: answered,
            value: LogbookAudit(
                summary: try flightSummary(pinned).value, months: LogbookReview.months(of: flights), periods: periods, signatures: signatures, changes: changes,
                late: late, lateImported: imported, duplicates: Ledger.possibleDuplicates(among: entries), entries: entries,
                conflicts: LogbookReview.conflicts(flights), outOfCurrency: LogbookReview.outOfCurrency(flights),
                unendorsed: try unendorsed(flights, pinned),
                contradictions: flights.enumerated().map { (entry: $0.offset, findings: EntryFinding.of($0.element)) }.filter { !$0.findings.isEmpty },
                supersessions: try supersessions(pinned),
                dates: Dictionary(all.map { ($0.stream, $0.flight.date) }, uniquingKeysWith: { first, _ in first })))
    }

    private func unendorsed(_ flights: [Flight], _ asOf: AsOf) throws -> [Int] {
        LogbookReview.unendorsed(
            flights, endorsements: try endorsements(asOf).value.map(\.endorsement), reviews: try reviews(asOf).value.map(\.review))
    }

    /// Removed entries are among them: that they were removed is a change.
    private func streamsOfSeveralEvents(_ asOf: AsOf) throws -> [StreamID] {
        try withView(asOf) { known, _, transaction in
            var found: [StreamID] = []
            try engine.forEachRecord(kind: "flight", known, transaction, single: { _, _ in true }, folded: { loaded in
                if loaded.events.count > 1 { found.append(loaded.stream) }
                return true
            })
            return found
        }
    }

    private static func signatures(in history: StreamHistory) -> [AuditedSignature] {
        let voids = history.steps.filter { $0.event.envelope.type == "signature.voided" && $0.event.outcome.status == .effective }
        return history.steps.filter { $0.event.envelope.type == "flight.signed" }.map { step in
            let event = step.event
            let data = event.data
            let void = voids.first { ids($0.event.data?["voids"]).contains(event.id) }.map {
                AuditedSignature.Void(
                    event: $0.event.id, recorded: $0.event.envelope.recorded, by: $0.event.envelope.actor,
                    reason: $0.event.data?["reason"]?.stringValue ?? "")
            }
            return AuditedSignature(
                stream: history.record.stream, event: event.id, cfiNumber: data?["cfiNumber"]?.stringValue ?? "",
                signerName: data?["signerName"]?.stringValue, recorded: event.envelope.recorded, covers: ids(data?["covers"]),
                content: data?["content"]?.stringValue, image: data?["imageDigest"]?.stringValue,
                certificateThrough: data?["certificateThrough"]?.stringValue.flatMap { CivilDate($0) }, outcome: event.outcome, void: void)
        }
    }

    private static func ids(_ value: JSONValue?) -> [EventID] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { $0.stringValue.flatMap(EventID.init(hex:)) }
    }

    private static func changes(in history: StreamHistory) -> [AuditedChange] {
        let types: Set = ["flight.amended", "flight.removed", "flight.restored", "outcome.settled"]
        return history.steps.filter { types.contains($0.event.envelope.type) }.map { AuditedChange(stream: history.record.stream, step: $0) }
    }

    /// The entries that people entered late, and how many imports brought.
    private func lateEntries(_ entries: [FlightEntry], _ asOf: AsOf) throws -> (late: [LateEntry], imported: Int) {
        var recorded: [StreamID: Instant] = [:]
        recorded.reserveCapacity(entries.count)
        try withView(asOf) { known, _, transaction in
            try engine.forEachRecord(kind: "flight", known, transaction, single: { name, row in
                recorded[StreamID(unchecked: name.text)] = try row.envelopeView().recorded
                return true
            }, folded: { loaded in
                guard let id = loaded.fold.created, let event = loaded.events.first(where: { $0.id == id }) else { return true }
                recorded[loaded.stream] = Instant(milliseconds: event.recordedMilliseconds)
                return true
            })
        }
        var late: [LateEntry] = []
        var imported = 0
        for entry in entries {
            guard let recorded = recorded[entry.stream] else { continue }
            let days = zone.date(at: recorded).days(since: entry.flight.date)
            guard days > LogbookAudit.lateDays else { continue }
            if entry.flight.batch != nil {
                imported += 1
            } else {
                late.append(LateEntry(stream: entry.stream, date: entry.flight.date, recorded: recorded, days: days))
            }
        }
        return (late.sorted { ($0.date, $0.stream) < ($1.date, $1.stream) }, imported)
    }
}
