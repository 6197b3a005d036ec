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
    /// The instructor's own public key, as the signature tells it; nil for one that is the ledger owner's word. `verify` checks it.
    public let ownKey: String?
    /// Whether it stands: it counts, and no void has lifted it.
    public var isValid: Bool { void == nil && outcome.status == .effective }

    public struct Void: Sendable {
        public let event: EventID
        public let recorded: Instant
        public let by: PrincipalID
        public let reason: String
        /// How many changes that count came to the entry after it.
        public let changesSince: Int
    }
}

/// An entry that was changed after it was made.
public struct AuditedChange: Sendable {
    public let stream: StreamID
    public let step: HistoryStep
}

/// An entry that was recorded long after its day.
public struct LateEntry: Hashable, Sendable {
    /// Its place in the entries.
    public let entry: Int
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
    /// The imports that were undone, oldest first: each took entries without changing their streams.
    public let undoneImports: [UndoneImport]
    /// Oldest first; entries of imports are counted only: all of them are told late.
    public let late: [LateEntry]
    public let lateImported: Int
    public let duplicates: [PossibleDuplicate]
    /// The entries that count, oldest first: what conflicts, late entries and flights out of currency point into.
    public let entries: AuditedEntries
    public let conflicts: [EntryConflict]
    public let outOfCurrency: [Int]
    /// Solo flights of a student for which no solo endorsement was good, 61.87(n).
    public let unendorsed: [Int]
    /// What 14 CFR 61.51 asks for and entries do not tell.
    public let missing: [MissingRun]
    /// Entries whose figures contradict each other, as imports may bring them.
    public let contradictions: [(entry: Int, findings: [EntryFinding])]
    public let supersessions: Supersessions
    /// Entries that count and whose signatures disagree: the sums rest on one of the signed contents.
    public let disputed: [StreamID]
    /// The dates of the entries that were signed, changed or superseded, or that wait.
    public let dates: [StreamID: CivilDate]
    public let logs: AuditedLogs

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
        let parts = try auditedParts(pinned)
        // The totals are asked for while the entries are put into order.
        let (ordered, totals) = atOnce { AuditedInOrder(parts) } and: { Result { try self.summaryAndPeriods(pinned) } }
        let (summary, periods) = try totals.get()
        let entries = ordered.entries
        var signatures: [AuditedSignature] = []
        var changes: [AuditedChange] = []
        for stream in parts.flatMap(\.streamsOfSeveralEvents).sorted() {
            guard let history = try history(of: stream, pinned)?.value else { continue }
            signatures += Ledger.signatures(in: history)
            changes += Ledger.changes(in: history)
        }
        let reviews = try reviews(pinned, in: ordered.telling.map { entries.entry(at: $0) }, on: answered.on).map(\.review)
        let endorsements = try endorsements(pinned).value.map(\.endorsement)
        let supersessions = try supersessions(pinned)
        let (conflicts, review) = atOnce {
            LogbookReview.conflicts(ordered.reviewed)
        } and: {
            Review(ordered, endorsements, reviews)
        }
        let named = Set(signatures.map(\.stream) + changes.map(\.stream) + Array(supersessions.replacement.keys) + Array(supersessions.waiting.keys))
        let dates = named.isEmpty ? [] : parts.flatMap { $0.entries.filter { named.contains($0.stream) }.map { ($0.stream, $0.flight.date) } }
        let gone = parts.reduce(into: [:]) { gone, part in gone.merge(part.gone) { first, _ in first } }
        return Answer(
            asOf: answered,
            value: LogbookAudit(
                summary: summary, months: review.months, periods: periods, signatures: signatures, changes: changes,
                undoneImports: try undoneImports(gone, pinned), late: review.late, lateImported: ordered.lateImported, duplicates: review.duplicates, entries: entries,
                conflicts: conflicts, outOfCurrency: review.outOfCurrency, unendorsed: review.unendorsed, missing: review.missing,
                contradictions: ordered.contradictions, supersessions: supersessions, disputed: try disputedFlights(pinned),
                dates: Dictionary(dates, uniquingKeysWith: { first, _ in first }), logs: try auditedLogs()))
    }

    /// What the entries say of each other.
    private struct Review: Sendable {
        let months: [MonthTotals]
        let duplicates: [PossibleDuplicate]
        /// Oldest first.
        let late: [LateEntry]
        let outOfCurrency: [Int]
        let unendorsed: [Int]
        let missing: [MissingRun]

        init(_ ordered: AuditedInOrder, _ endorsements: [Endorsement], _ reviews: [PassedReview]) {
            let (entries, flights) = (ordered.entries, ordered.reviewed)
            months = LogbookReview.months(of: flights)
            let likened = entries.lines.indices.map { (entries.lines[$0].date.day, entries.lines[$0].hours, $0) }
            duplicates = Ledger.possibleDuplicates(in: DuplicateSearch.groups(likened) { entries.entry(at: $0) })
            late = ordered.late.sorted {
                let (one, other) = (entries.lines[$0.entry].date, entries.lines[$1.entry].date)
                return one != other ? one < other : entries.isNamed($0.entry, before: $1.entry)
            }
            outOfCurrency = LogbookReview.outOfCurrency(flights)
            unendorsed = LogbookReview.unendorsed(flights, endorsements: endorsements, reviews: reviews)
            missing = LogbookReview.missing(ordered.asked)
        }
    }

    /// The totals and every period of currency, of one reading of the days.
    private func summaryAndPeriods(_ asOf: AsOf) throws -> (FlightSummary, [LandingsKind: [CurrencyPeriod]]) {
        try withView(asOf) { known, answered, transaction in
            let days = try flightDays(known, transaction)
            var periods: [LandingsKind: [CurrencyPeriod]] = [:]
            for kind in LandingsKind.allCases { periods[kind] = Currency.periods(kind, through: answered.on, in: days) }
            return (FlightSummary(on: answered.on, in: days), periods)
        }
    }
}
