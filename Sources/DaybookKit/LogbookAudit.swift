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
    /// The imports that were undone, oldest first: each took entries without changing their streams.
    public let undoneImports: [UndoneImport]
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
        let all = try auditedFlights(pinned)
        // The totals are asked for while the entries are put into order.
        let ((ordered, duplicates, late), totals) = atOnce {
            let ordered = Ordered(all.parts)
            return (ordered, Ledger.possibleDuplicates(among: ordered.entries), Ledger.lateEntries(ordered.counting))
        } and: {
            Result { try self.summaryAndPeriods(pinned) }
        }
        let (summary, periods) = try totals.get()
        let (counting, entries) = (ordered.counting, ordered.entries)
        var signatures: [AuditedSignature] = []
        var changes: [AuditedChange] = []
        for stream in all.streamsOfSeveralEvents {
            guard let history = try history(of: stream, pinned)?.value else { continue }
            signatures += Ledger.signatures(in: history)
            changes += Ledger.changes(in: history)
        }
        let reviews = try reviews(pinned, in: entries, on: answered.on).map(\.review)
        let endorsements = try endorsements(pinned).value.map(\.endorsement)
        let supersessions = try supersessions(pinned)
        let review = Review(ordered.reviewed, endorsements, reviews)
        let named = Set(signatures.map(\.stream) + changes.map(\.stream) + Array(supersessions.replacement.keys) + Array(supersessions.waiting.keys))
        let dates = named.isEmpty ? [] : ordered.all.filter { named.contains($0.entry.stream) }.map { ($0.entry.stream, $0.entry.flight.date) }
        return Answer(
            asOf: answered,
            value: LogbookAudit(
                summary: summary, months: review.months, periods: periods, signatures: signatures, changes: changes,
                undoneImports: try undoneImports(all.gone, pinned), late: late.late, lateImported: late.imported, duplicates: duplicates, entries: entries, conflicts: review.conflicts,
                outOfCurrency: review.outOfCurrency, unendorsed: review.unendorsed,
                missing: LogbookReview.missing(counting.map(\.asked)),
                contradictions: counting.indices.filter { !counting[$0].findings.isEmpty }.map { (entry: $0, findings: counting[$0].findings) },
                supersessions: supersessions, disputed: try disputedFlights(pinned), dates: Dictionary(dates, uniquingKeysWith: { first, _ in first }),
                logs: try auditedLogs()))
    }

    /// What the entries say of each other.
    private struct Review: Sendable {
        let months: [MonthTotals]
        let conflicts: [EntryConflict]
        let outOfCurrency: [Int]
        let unendorsed: [Int]

        init(_ flights: [ReviewedFlight], _ endorsements: [Endorsement], _ reviews: [PassedReview]) {
            months = LogbookReview.months(of: flights)
            conflicts = LogbookReview.conflicts(flights)
            outOfCurrency = LogbookReview.outOfCurrency(flights)
            unendorsed = LogbookReview.unendorsed(flights, endorsements: endorsements, reviews: reviews)
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

    /// An entry with what is asked of each by itself.
    private struct AuditedEntry: Sendable {
        let entry: FlightEntry
        let recorded: Instant
        /// From its own day to the day on which it was recorded.
        let days: Int
        let findings: [EntryFinding]
        let asked: AskedFields
        /// Made where the entry was just read: what is looked through again and again lies together then.
        let reviewed: ReviewedFlight
    }

    /// What one reading of all records finds.
    private struct AuditedFlights: Sendable {
        let last: CivilDate
        let zone: any ZoneRules
        /// In no order.
        var entries: [AuditedEntry] = []
        /// Of each share of the streams, its own.
        var parts: [[AuditedEntry]] = []
        /// In the order of their names. Removed entries are among them: that they were removed is a change.
        var streamsOfSeveralEvents: [StreamID] = []
        /// Of entries that went with an undo of their import, the undos of each time.
        var gone: [StreamID: [[EventID]]] = [:]
        /// The day of the second in which the last entry was recorded: an import records thousands in one, and a zone tells one slowly.
        private var recordedOn: (second: Int, date: CivilDate)?

        /// With entries up to a day.
        init(through last: CivilDate, _ zone: any ZoneRules) {
            self.last = last
            self.zone = zone
        }

        mutating func add(_ loaded: LoadedStream) {
            if loaded.events.count > 1 { streamsOfSeveralEvents.append(loaded.stream) }
            let times = loaded.goneWith
            if !times.isEmpty { gone[loaded.stream] = times }
            guard let entry = FlightEntry(loaded), let create = loaded.events.first(where: { $0.id == entry.created }) else { return }
            add(entry, Instant(milliseconds: create.recordedMilliseconds))
        }

        mutating func add(_ entry: FlightEntry, _ recorded: Instant) {
            guard entry.flight.date <= last else { return }
            entries.append(
                AuditedEntry(entry: entry, recorded: recorded, days: date(at: recorded).days(since: entry.flight.date), findings: EntryFinding.of(entry.flight),
                    asked: AskedFields(entry.flight, isSigned: entry.isLocked), reviewed: ReviewedFlight(entry.flight)))
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

    private func auditedFlights(_ asOf: AsOf) throws -> AuditedFlights {
        try withView(asOf) { known, answered, transaction in
            var found = AuditedFlights(through: answered.on, zone)
            if known.supposed != nil {
                try engine.forEachStream(kind: "flight", knownAt: known, transaction) { loaded in
                    found.add(loaded)
                    return true
                }
                found.parts = [found.entries]
            } else {
                let (engine, limit, empty) = (engine, known.limit, found)
                let parts = try engine.inShares(transaction) { share, transaction in
                    var part = empty
                    try engine.forEachRecord(kind: "flight", knownAt: limit, share: share, transaction, single: { name, row in
                        if let entry = FlightEntry(name, row) { part.add(entry, try row.envelopeView().recorded) }
                        return true
                    }, folded: { loaded in
                        part.add(loaded)
                        return true
                    })
                    return part
                }
                found.parts = parts.map(\.entries)
                found.streamsOfSeveralEvents = parts.flatMap(\.streamsOfSeveralEvents).sorted()
                for part in parts { found.gone.merge(part.gone) { first, _ in first } }
            }
            return found
        }
    }

    /// The entries of all parts, oldest first.
    private struct Ordered: Sendable {
        let all: [AuditedEntry]
        /// Those that count: nearly always all of them, and then not copied.
        let counting: [AuditedEntry]
        let entries: [FlightEntry]
        let reviewed: [ReviewedFlight]

        init(_ parts: [[AuditedEntry]]) {
            all = Ledger.oldestFirst(parts)
            counting = all.allSatisfy { $0.entry.mask == nil } ? all : all.filter { $0.entry.mask == nil }
            entries = counting.map(\.entry)
            reviewed = counting.map(\.reviewed)
        }
    }

    /// The entries of all parts, each of which is copied once.
    private static func oldestFirst(_ parts: [[AuditedEntry]]) -> [AuditedEntry] {
        let keys = parts.map { $0.map { (day: $0.entry.flight.date.day, position: $0.entry.position.value) } }
        return EntryOrder.newestFirst(keys).reversed().map { parts[$0.part][$0.index] }
    }

    private static func signatures(in history: StreamHistory) -> [AuditedSignature] {
        let voids = history.steps.filter { $0.event.envelope.type == "signature.voided" && $0.event.outcome.status == .effective }
        return history.steps.filter { $0.event.envelope.type == "flight.signed" }.map { step in
            let event = step.event
            let data = event.data
            let void = voids.first { ids($0.event.data?["voids"]).contains(event.id) }.map { lifted in
                AuditedSignature.Void(
                    event: lifted.event.id, recorded: lifted.event.envelope.recorded, by: lifted.event.envelope.actor,
                    reason: lifted.event.data?["reason"]?.stringValue ?? "",
                    changesSince: changes(in: history, after: lifted.event.id).count { $0.step.event.outcome.status == .effective })
            }
            return AuditedSignature(
                stream: history.record.stream, event: event.id, cfiNumber: data?["cfiNumber"]?.stringValue ?? "",
                signerName: data?["signerName"]?.stringValue, recorded: event.envelope.recorded, covers: ids(data?["covers"]),
                content: data?["content"]?.stringValue, image: data?["imageDigest"]?.stringValue,
                certificateThrough: data?["certificateThrough"]?.stringValue.flatMap { CivilDate($0) }, outcome: event.outcome, void: void,
                ownKey: data?["instructor"]?["key"]?.stringValue)
        }
    }

    private static func ids(_ value: JSONValue?) -> [EventID] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { $0.stringValue.flatMap(EventID.init(hex:)) }
    }

    /// All of them, or those behind an event.
    private static func changes(in history: StreamHistory, after event: EventID? = nil) -> [AuditedChange] {
        let types: Set = ["flight.amended", "flight.removed", "flight.restored", "outcome.settled"]
        let steps = event.map { event in history.steps.drop { $0.event.id != event } } ?? history.steps[...]
        return steps.filter { types.contains($0.event.envelope.type) }.map { AuditedChange(stream: history.record.stream, step: $0) }
    }

    /// The entries that people entered late, and how many imports brought.
    private static func lateEntries(_ entries: [AuditedEntry]) -> (late: [LateEntry], imported: Int) {
        var late: [LateEntry] = []
        var imported = 0
        // By their places: an entry taken out of its array is counted twice for it.
        for place in entries.indices where entries[place].days > LogbookAudit.lateDays {
            if entries[place].entry.flight.batch != nil {
                imported += 1
            } else {
                late.append(
                    LateEntry(
                        stream: entries[place].entry.stream, date: entries[place].entry.flight.date, recorded: entries[place].recorded,
                        days: entries[place].days))
            }
        }
        late.sort { $0.date.day != $1.date.day ? $0.date.day < $1.date.day : $0.stream < $1.stream }
        return (late, imported)
    }
}
