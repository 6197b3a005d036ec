public import DaybookKit
import Engine
import EventCodec
public import EventModel
public import EventSourcing
import EventStore
public import Logbook

/// A signature with what it covers and what became of it. A class: many are kept and put into order.
public final class AuditedSignature: Sendable {
    public let stream: StreamID
    public let event: EventID
    public let cfiNumber: String
    public let signerName: String?
    public let recorded: Instant
    /// When the instructor's key signed, by the signer's clock; nil where no key states it.
    public let attested: Instant?
    /// The day in the ledger's zone on which the key signed, or else the lock was recorded.
    public let signedOn: CivilDate
    /// Whether it was recorded after the day that the audit is asked about.
    public let isLater: Bool
    public let covers: [EventID]
    /// Hash of the content that was signed, in hexadecimal.
    public let content: String?
    public let image: String?
    /// The last day of the instructor's certificate, where the signature states it.
    public let certificateThrough: CivilDate?
    public let outcome: EventOutcome
    /// The void that lifted it; nil while none has.
    public let void: Void?
    /// The signature by the instructor's own key; nil for one that is the ledger owner's word.
    let locked: LockedByKey?
    let context: LockContext
    public let isForged: Bool
    let place: EventPlace
    /// The instructor's own public key.
    public var ownKey: String? { locked?.key.hex }
    /// Whether it, or what it covers, was erased: nothing shows what was signed.
    public var isErased: Bool { outcome.status == .erased || outcome.reason == OutcomeReason.signatureErased }
    /// Whether it stands on the day that the audit is asked about: it counts, it was made by then, and no void had
    /// lifted it.
    public var isStanding: Bool { outcome.status == .effective && !isLater && void?.isLater ?? true }

    init(
        stream: StreamID, event: EventID, cfiNumber: String, signerName: String?, recorded: Instant,
        attested: Instant?, signedOn: CivilDate, isLater: Bool, covers: [EventID], content: String?, image: String?,
        certificateThrough: CivilDate?, outcome: EventOutcome, void: Void?, locked: LockedByKey?,
        context: LockContext, isForged: Bool, place: EventPlace
    ) {
        (self.attested, self.context) = (attested, context)
        (self.stream, self.event, self.cfiNumber, self.signerName, self.recorded, self.signedOn) = (
            stream, event, cfiNumber, signerName, recorded, signedOn
        )
        (self.isLater, self.covers, self.content, self.image, self.certificateThrough) = (
            isLater, covers, content, image, certificateThrough
        )
        (self.outcome, self.void, self.locked, self.isForged, self.place) = (outcome, void, locked, isForged, place)
    }

    public struct Void: Sendable {
        public let event: EventID
        public let recorded: Instant
        /// Whether it was made after the day that the audit is asked about.
        public let isLater: Bool
        public let by: PrincipalID
        let place: EventPlace
        public let reason: String
        /// How many changes that count came to the entry after it.
        public let changesSince: Int
    }
}

/// An entry that was changed after it was made. A class: many are kept and put into order.
public final class AuditedChange: Sendable {
    public let stream: StreamID
    public let id: EventID
    public let type: String
    public let position: Position
    public let recorded: Instant
    public let actor: PrincipalID
    let place: EventPlace
    public let outcome: EventOutcome
    /// Whether it was made after the day that the audit is asked about.
    public let isLater: Bool
    /// The whole event, where it was not understood or undoes others: for most the fold's knowledge suffices.
    let event: EventView?
    private let what: What

    enum What: Sendable {
        /// The fields found to be changed, by the content of the event where that was understood.
        case changed([FieldChange], EventContent?)
        /// The fields that the event wrote, and those that were written before it.
        case wrote(EventContent, over: WrittenFields)
    }

    /// By an event of a stream.
    init(
        _ loaded: LoadedStream, _ index: Int, type: String, _ outcome: EventOutcome, isLater: Bool, _ event: EventView?,
        _ what: What
    ) {
        (stream, id, position) = (loaded.stream, loaded.events[index].id, loaded.positions[index])
        place = loaded.places[index]
        (recorded, actor) = (
            Instant(milliseconds: loaded.events[index].recordedMilliseconds), loaded.events[index].actor
        )
        (self.type, self.outcome, self.isLater, self.event, self.what) = (type, outcome, isLater, event, what)
    }

    /// The reason for it, where one is stated. O(bytes).
    public var reason: JSONValue? {
        switch what {
        case .changed(_, let content?), .wrote(let content, _): WrittenFields.value(of: "reason", in: content)
        case .changed(_, nil): event?.data?["reason"]
        }
    }

    /// The fields it changed, or would have changed. O(bytes).
    public var changes: [FieldChange] {
        switch what {
        case .changed(let changes, _): return changes
        case .wrote(let content, var fields): return fields.changes(by: content)
        }
    }
}

/// An entry that was recorded long after its day.
public struct LateEntry: Hashable, Sendable {
    /// Its place in the entries.
    public let entry: Int
    /// When its author's ledger recorded it, claimed.
    public let recorded: Instant
    public let days: Int
}

/// The first questions of a person who checks a logbook, answered.
public struct LogbookAudit: Sendable {
    public let summary: FlightSummary
    public let months: [MonthTotals]
    /// The part of the summary besides the months: totals of earlier logbooks, oldest first.
    public let forwarded: [StatedTotals]
    /// Every unbroken period of currency, by reading.
    public let periods: [LandingsKind: [CurrencyPeriod]]
    /// In the order of their streams, each stream's in its own order: those of entries that have, or had, a date up to
    /// the day asked about.
    public let signatures: [AuditedSignature]
    /// The findings about the signatures by keys, by the locks that hold them.
    public let keySignatures: [EventID: KeySignature]
    /// Lies, forks and doubts.
    public let findings: [LedgerFinding]
    public let changes: [AuditedChange]
    public let endorsed: AuditedEndorsements
    /// The imports that were undone, oldest first: each took entries without changing their streams.
    public let undoneImports: [UndoneImport]
    /// Oldest first; entries of imports are only counted: all of them are late.
    public let late: [LateEntry]
    public let lateImported: Int
    public let duplicates: [PossibleDuplicate]
    /// The entries that count, oldest first: what conflicts, late entries and flights out of currency point into.
    public let entries: AuditedEntries
    public let conflicts: [EntryConflict]
    /// Whether any entry states readings, between which there could be a conflict.
    public let statesMeters: Bool
    /// Aircraft that may be one under several names.
    public let alikeAircraft: [[String]]
    /// Flights made out of currency, and what could be judged.
    public let experience: ExperienceReview
    /// Solo flights of a student for which no solo endorsement was good, 61.87(n).
    public let unendorsed: [Int]
    /// Solo flights of a student that lack an endorsement for a cross-country, 61.93, or for the night, 61.87(o).
    public let solo: SoloReview
    /// Missing: required by 14 CFR 61.51.
    public let missing: [MissingRun]
    /// How many entries lack any of it.
    public let incomplete: Int
    /// Entries whose figures contradict each other, as imports may bring them.
    public let contradictions: [(entry: Int, findings: [EntryFinding])]
    public let supersessions: Supersessions
    /// Entries that count and whose signatures disagree: the sums rest on one of the signed contents.
    public let disputed: [StreamID]
    /// The entries that were signed, changed or superseded, or that wait, removed ones and endorsements among them.
    public let names: AuditedNames
    public let logs: AuditedLogs
    /// The current names of the devices.
    package let devices: DeviceNames

    /// The device that made a change; nil of a supposed one.
    public func origin(of change: AuditedChange) -> OriginID? { logs.origins[change.place.log] }

    /// The device that voided a signature; nil of a supposed void.
    public func origin(of void: AuditedSignature.Void) -> OriginID? { logs.origins[void.place.log] }

    /// The entries that wait because of others, by their names.
    public var waiting: [WaitingFlight] {
        supersessions.waiting.values.filter { names[$0.flight] != nil }.sorted { $0.flight < $1.flight }
    }

    /// Which entry took the place of which, by the names of the old ones.
    public var superseded: [(old: StreamID, new: StreamID)] {
        supersessions.replacement.filter { names[$0.key] != nil }.sorted { $0.key < $1.key }.map {
            (old: $0.key, new: $0.value)
        }
    }

    public func date(of stream: StreamID) -> CivilDate? { names[stream]?.date }

    /// The totals, and the hours of each month, as far as a day.
    public func figures(on day: CivilDate) -> [Figure] {
        Figure.summary(summary, on: day)
            + months.compactMap {
                .month($0.month.components.year, $0.month.components.month, hours: $0.totalHours, on: day)
            }
    }

    /// An entry recorded more days after its own is late.
    public static let lateDays = 7
}

extension Ledger {
    /// Looks through the logbook up to a day. O(events of the logbook).
    public func auditLogbook(_ asOf: AsOf = .now) throws -> Answer<LogbookAudit> {
        var gathered: GatheredEvidence?
        let (answered, pinned) = try pinned(asOf)
        let day = AuditedDay(on: asOf.on, moment: asOf.moment, zone: zone)
        return try auditLogbook(day, answered, pinned, try auditedParts(day, pinned, &gathered))
    }

    /// The audit, with the evidence of its totals and of the hours of each month, so many events of each at the most:
    /// read it by `LogbookAudit.figures`. With `write` it is written while the audit is made.
    public func auditLogbook(
        _ asOf: AsOf, evidence limit: Int, writing write: (@Sendable (Evidence) -> [UInt8])? = nil
    ) throws -> (answer: Answer<LogbookAudit>, evidence: GatheredEvidence) {
        let (answered, pinned) = try pinned(asOf)
        var asked = pinned
        asked.moment = asOf.moment
        let sessions = try withView(pinned) { known, _, transaction in try sessionStreams(known, transaction) }
        // Totals brought forward are no flights: what rests on them is looked for apart.
        let sums = Figure.summary(FlightSummary(on: answered.on, in: FlightDays([Flight]())), on: answered.on)
            .ofFlightsAlone.without(sessions)
        var gathered: GatheredEvidence? = GatheredEvidence(
            sums, withMonths: true, without: sessions, asked, on: answered.on, limit: max(0, limit), writing: write)
        let day = AuditedDay(on: asOf.on, moment: asOf.moment, zone: zone)
        let parts = try auditedParts(day, pinned, &gathered)
        if try !forwardedTotals(pinned).value.isEmpty { gathered?.shares = nil }
        guard var gathered else { preconditionFailure("what was asked for stays") }
        let answer = try gathered.write(self) { try auditLogbook(day, answered, pinned, parts) }
        return (answer, gathered)
    }

    private func pinned(_ asOf: AsOf) throws -> (AnsweredAsOf, AsOf) {
        let answered = try answered(asOf)
        return (answered, AsOf(on: answered.on, known: .position(answered.position), supposing: asOf.supposing))
    }

    private func auditLogbook(_ day: AuditedDay, _ answered: AnsweredAsOf, _ pinned: AsOf, _ parts: [AuditedPart])
        throws -> Answer<LogbookAudit>
    {
        // The totals are asked for while the entries are put into order.
        let ((ordered, acts, conflicts), totals) = atOnce {
            AuditedInOrder.inOrder(parts)
        } and: {
            Result { try self.summaryAndPeriods(pinned) }
        }
        let (summary, periods) = try totals.get()
        let entries = ordered.entries
        let reviews = try reviews(pinned, in: ordered.reviewPlaces.map { entries.entry(at: $0) }, on: answered.on)
        let endorsements = try endorsements(pinned).value.map(\.endorsement)
        let authority = try authority(pinned)
        let fleet = Fleet(try aircraft(pinned), under: authority)
        let flights = ordered.reviewed.withSessions(of: fleet)
        let supersessions = try supersessions(pinned)
        let (between, each) = atOnce {
            Between(ordered, flights)
        } and: {
            Each(ordered, flights, endorsements, reviews, fleet, authority)
        }
        var names = acts.names
        let linked = Set(Array(supersessions.replacement.keys) + Array(supersessions.waiting.keys)).filter {
            names[$0] == nil
        }
        if !linked.isEmpty {
            var added = AuditedNames()
            for entry in parts.flatMap({ $0.entries(linked) }).sorted(by: { $0.stream < $1.stream }) {
                added.add(entry.stream, AuditedName(entry.flight))
            }
            names.join(added)
        }
        let endorsed = try auditedEndorsements(day, pinned)
        names.join(endorsed.names)
        let (keySignatures, findings) = try audited(endorsed.acts.signatures + acts.signatures)
        let gone = parts.reduce(into: [:]) { gone, part in gone.merge(part.gone) { first, _ in first } }
        return Answer(
            asOf: answered,
            value: LogbookAudit(
                summary: summary, months: between.months, forwarded: try forwardedTotals(pinned).value,
                periods: periods, signatures: acts.signatures,
                keySignatures: keySignatures,
                findings: findings, changes: acts.changes, endorsed: endorsed.acts,
                undoneImports: try undoneImports(gone, day, pinned), late: between.late,
                lateImported: ordered.lateImported, duplicates: between.duplicates, entries: entries,
                conflicts: conflicts, statesMeters: LogbookReview.haveMeterReadings(ordered.reviewed),
                alikeAircraft: LogbookReview.alikeAircraft(ordered.reviewed),
                experience: each.experience, unendorsed: each.unendorsed,
                solo: each.solo,
                missing: each.missing, incomplete: ordered.asked.count(where: \.missesAny),
                contradictions: ordered.contradictions(in: fleet), supersessions: supersessions,
                disputed: try disputedFlights(pinned),
                names: names, logs: try auditedLogs(at: answered.position), devices: try deviceNames()))
    }

    /// The facts between the entries.
    private struct Between: Sendable {
        let months: [MonthTotals]
        let duplicates: [PossibleDuplicate]
        /// Oldest first.
        let late: [LateEntry]

        init(_ ordered: AuditedInOrder, _ flights: [ReviewedFlight]) {
            let entries = ordered.entries
            months = LogbookReview.months(of: flights)
            let likened = entries.lines.indices.map {
                (entries.lines[$0].date.day, entries.lines[$0].hours.tenthsRounded, $0)
            }
            duplicates = Ledger.possibleDuplicates(in: DuplicateSearch.groups(likened) { entries.entry(at: $0) })
            late = ordered.late.sorted {
                let (one, other) = (entries.lines[$0.entry].date, entries.lines[$1.entry].date)
                return one != other ? one < other : entries.isNamed($0.entry, before: $1.entry)
            }
        }
    }

    /// The facts that rules need of each entry, from those before it.
    private struct Each: Sendable {
        let experience: ExperienceReview
        let unendorsed: [Int]
        let solo: SoloReview
        let missing: [MissingRun]

        init(
            _ ordered: AuditedInOrder, _ flights: [ReviewedFlight], _ endorsements: [Endorsement],
            _ reviews: [TakenReview], _ fleet: Fleet, _ authority: Authority
        ) {
            experience = ExperienceReview(flights, fleet: fleet, reviews: reviews.ofTheirOwn, under: authority)
            let passed = reviews.map(\.review)
            unendorsed = LogbookReview.unendorsed(flights, endorsements: endorsements, reviews: passed)
            solo = SoloReview(flights, endorsements: endorsements, reviews: passed)
            missing = LogbookReview.missing(ordered.asked)
        }
    }

    /// The totals and every period of currency, of one reading of the days.
    private func summaryAndPeriods(_ asOf: AsOf) throws -> (FlightSummary, [LandingsKind: [CurrencyPeriod]]) {
        try withView(asOf) { known, answered, transaction in
            let days = try flightDays(known, transaction)
            var periods: [LandingsKind: [CurrencyPeriod]] = [:]
            let rules = try currencyRules(known, transaction)
            for kind in LandingsKind.allCases {
                periods[kind] = Currency.periods(kind, through: answered.on, in: days, by: rules)
            }
            return (FlightSummary(on: answered.on, in: days), periods)
        }
    }
}
