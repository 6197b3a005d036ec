public import DaybookKit
import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
public import Logbook
import TransparencyLog

/// One entry of the logbook with what stands over it; a class, because lists of very many are sorted, filtered and
/// handed on.
public final class FlightEntry: Sendable {
    public let stream: StreamID
    /// The event that logged it, and when that arrived here.
    public let created: EventID
    public let position: Position
    public let flight: Flight
    public let isLocked: Bool
    public let isDisputed: Bool
    public let isRemoved: Bool
    private let besides: Besides?

    /// The signature that stands; nil when none does.
    public var signature: FlightSignature? { besides?.signature }
    /// Why it is in no total although it stands: another entry took its place, or it waits; nil while it counts.
    public var mask: RecordMask? { besides?.mask }

    /// Attributes that few entries have, allocated on demand: a list touches as much memory as its entries take.
    private final class Besides: Sendable {
        let signature: FlightSignature?
        let mask: RecordMask?

        init(_ signature: FlightSignature?, _ mask: RecordMask?) {
            self.signature = signature
            self.mask = mask
        }
    }

    init(
        _ flight: Flight, stream: StreamID, created: EventID, position: Position, isLocked: Bool = false,
        isDisputed: Bool = false, isRemoved: Bool = false,
        signature: FlightSignature? = nil, mask: RecordMask? = nil
    ) {
        self.stream = stream
        self.created = created
        self.position = position
        self.flight = flight
        self.isLocked = isLocked
        self.isDisputed = isDisputed
        self.isRemoved = isRemoved
        besides = signature == nil && mask == nil ? nil : Besides(signature, mask)
    }
}

/// A signature, from its event.
public struct FlightSignature: Hashable, Sendable {
    public let event: EventID
    public let cfiNumber: String
    public let signerName: String?
    /// When the signer's ledger recorded it, claimed.
    public let recorded: Instant
    /// The last day of the signer's certificate or recent experience, where the signature states it.
    public let certificateThrough: CivilDate?
}

/// The three readings with the events that made them.
public struct CurrencyWithEvidence: Sendable {
    public let answer: CurrencyAnswer
    public let general: [EventID]
    public let day: [EventID]
    public let night: [EventID]
    /// Of each of the answer's kinds of aircraft.
    public let kinds: [KindEvidence]
    /// Of an answer about one aircraft: the entries that count for it.
    public let flights: Set<StreamID>?
    /// Entries whose signatures disagree, on which a reading rests.
    public let disputed: [StreamID]
}

/// The events that made the readings of one kind of aircraft.
public struct KindEvidence: Sendable {
    public let general: [EventID]
    public let night: [EventID]
}

extension Ledger {
    /// The number of the day ledger of flights.
    var flightLedger: Int { get throws(Fault) { try number(of: LogbookDomain.flights) } }

    func flightDays(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> FlightDays {
        try flightDays(.all, known, transaction)
    }

    private func flightDays(_ window: DayWindow, _ known: KnownAt, _ transaction: borrowing StoreRead) throws
        -> FlightDays
    {
        FlightDays(
            try engine.dayTable(flightLedger, window, knownAt: known, transaction),
            without: try sessionDays(known, transaction),
            forwarded: FlightDays.forwarded(try forwardedTotals(known, transaction).map(\.totals)))
    }

    /// The days of a day's month, and all days before it as one: what totals through the day, and of that month, need.
    func flightTotals(through day: CivilDate, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> FlightDays
    {
        try flightDays(.days(day...day, withSumBefore: true), known, transaction)
    }

    /// Every unbroken period of currency in the history, up to a day.
    public func currencyPeriods(_ kind: LandingsKind, _ asOf: AsOf = .now) throws -> Answer<[CurrencyPeriod]> {
        try withView(asOf) { known, answered, transaction in
            Answer(
                asOf: answered,
                value: Currency.periods(
                    kind, through: answered.on, in: try flightDays(known, transaction),
                    by: try currencyRules(known, transaction)))
        }
    }

    /// The state of a reading on each day since it was first current. O(days with landings).
    public func currencyBands(_ kind: LandingsKind, _ asOf: AsOf = .now) throws -> Answer<[CurrencyBand]> {
        try withView(asOf) { known, answered, transaction in
            Answer(
                asOf: answered,
                value: Currency.bands(
                    kind, through: answered.on, in: try flightDays(known, transaction),
                    by: try currencyRules(known, transaction)))
        }
    }

    /// Progress toward 61.109(a).
    public func progress(_ asOf: AsOf = .now) throws -> Answer<Progress> {
        try withView(asOf) { known, answered, transaction in
            Answer(
                asOf: answered,
                value: Progress(on: answered.on, in: try flightTotals(through: answered.on, known, transaction)))
        }
    }

    /// The trips of entries through a day, flown in aircraft.
    func trips(through day: CivilDate, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> [Trip] {
        let fleet = try fleet(known, transaction)
        let entries = try countingFlights(
            through: day, known, transaction, stating: [FlightLoggedKey.from, FlightLoggedKey.to]
        ) { TripLeg($0, StreamID(kind: "flight", id: "-")) != nil && !fleet.isDevice($0.aircraft) }
        return Trip.trips(of: entries.reversed().compactMap { TripLeg($0.flight, $0.stream) })
    }

    /// The flights through a day in other aircraft than 61.109(a) asks for.
    private func otherAircraft(
        through day: CivilDate, in days: FlightDays, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> OtherAircraft {
        let forwarded = try forwardedTotals(known, transaction).filter { $0.totals.date <= day }
        let stated = forwarded.reduce(Hours.zero) { $0 + $1.totals.hours(.total) }
        let total = days.totals(through: day).hours(.total) - stated
        let fleet = try fleet(known, transaction)
        if fleet.isEmpty { return OtherAircraft([], in: fleet, total: total) }
        let entries = try countingFlights(through: day, known, transaction, stating: [FlightLoggedKey.aircraft]) {
            !fleet.isDevice($0.aircraft) && fleet.kind(of: $0.aircraft).isClassKnown
        }
        return OtherAircraft(entries.map { ($0.stream, $0.flight) }, in: fleet, total: total)
    }

    /// The training in devices through a day, and what of it 61.109(k) credits; nil where no device is described.
    private func deviceCredit(
        through day: CivilDate, inCourse: Bool, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> DeviceCredit? {
        let fleet = try fleet(known, transaction)
        guard fleet.hasDevices else { return nil }
        let entries = try countingFlights(through: day, known, transaction, stating: [FlightLoggedKey.aircraft]) {
            fleet.isDevice($0.aircraft)
        }
        return DeviceCredit(of: entries.map { ($0.stream, $0.flight) }, in: fleet, inCourse: inCourse)
    }

    /// The full list of 61.109(a), each met, unmet or not recorded.
    ///
    /// - Parameter inCourse: Whether training in devices is that of a course of a part 142 training center.
    public func progressDetail(_ asOf: AsOf = .now, inCourse: Bool = false) throws -> Answer<ProgressDetail> {
        try withView(asOf) { known, answered, transaction in
            let trips = try trips(through: answered.on, known, transaction)
            let days = try flightDays(known, transaction)
            return Answer(
                asOf: answered,
                value: ProgressDetail(
                    on: answered.on, in: days,
                    others: try otherAircraft(through: answered.on, in: days, known, transaction), trips: trips,
                    credit: try deviceCredit(through: answered.on, inCourse: inCourse, known, transaction),
                    short: try shortCrossCountries(through: answered.on, trips, known, transaction)))
        }
    }

    /// The training in devices, and what of it 61.109(k) credits; nil where no device is described.
    public func deviceCredit(_ asOf: AsOf = .now, inCourse: Bool = false) throws -> Answer<DeviceCredit?> {
        try withView(asOf) { known, answered, transaction in
            Answer(
                asOf: answered,
                value: try deviceCredit(through: answered.on, inCourse: inCourse, known, transaction))
        }
    }

    /// The reasons for notices in the flights on or before a day.
    func noticeReasons(on day: CivilDate, stage: TrainingStage?, _ asOf: AsOf) throws -> NoticeReasons {
        try withView(asOf) { known, _, transaction in
            let flown = try flownAircraft(known, transaction)
            let table = try engine.dayTable(flightLedger, .all, knownAt: known, transaction)
            let flights = flown.entries.map(\.flight)
            let kinds = Currency.kinds(on: day, flights: flights, fleet: flown.fleet, by: flown.rules)
            return NoticeReasons(
                on: day, stage: stage, kinds: kinds,
                in: FlightDays(
                    table, without: flown.sessionDays,
                    forwarded: FlightDays.forwarded(try forwardedTotals(known, transaction).map(\.totals))),
                by: flown.rules,
                uncovered: Currency.uncovered(on: day, flights: flights, fleet: flown.fleet, by: flown.rules))
        }
    }

    /// The totals of the logbook.
    public func flightSummary(_ asOf: AsOf = .now) throws -> Answer<FlightSummary> {
        try withView(asOf) { known, answered, transaction in
            Answer(
                asOf: answered,
                value: FlightSummary(on: answered.on, in: try flightTotals(through: answered.on, known, transaction)))
        }
    }

    /// How many entries of `flights` are dated after the day asked about. O(days, and entries that are linked with
    /// others; all entries of a linked ledger).
    public func flightsLater(_ asOf: AsOf) throws -> Int {
        try withView(asOf) { known, answered, transaction in
            let counting = try engine.rows(flightLedger, after: answered.on, knownAt: known, transaction)
            return try counting + maskedFlights(after: answered.on, known, transaction)
        }
    }

    /// Entries that are listed and do not count have no rows; all of them are linked with others, or belong to a ledger
    /// that is.
    private func maskedFlights(after last: CivilDate, _ known: KnownAt, _ transaction: borrowing StoreRead) throws
        -> Int
    {
        func isMasked(_ loaded: LoadedStream) -> Bool {
            guard let entry = FlightEntry(loaded) else { return false }
            return entry.mask != nil && entry.flight.date > last
        }
        if try transaction.storeRecord().links.ledgers == 0 {
            return try linkedFlights(known, transaction).count(where: isMasked)
        }
        var count = 0
        try engine.forEachStream(kind: "flight", knownAt: known, transaction) { loaded in
            if isMasked(loaded) { count += 1 }
            return true
        }
        return count
    }

    /// One entry; nil when there is none or it was removed.
    public func flight(_ stream: StreamID, _ asOf: AsOf = .now) throws -> FlightEntry? {
        try withView(asOf) { known, _, transaction in
            try engine.stream(stream, knownAt: known, transaction).flatMap(FlightEntry.init)
        }
    }
}

extension FlightEntry {
    /// Nil for a stream that holds no entry, or one that was removed or taken back.
    convenience init?(_ loaded: LoadedStream) {
        self.init(loaded, isRemoved: false)
    }

    /// Of the streams whose entries stand, or of those whose entries were removed or taken back.
    convenience init?(_ loaded: LoadedStream, isRemoved: Bool) {
        guard (loaded.fold.isRemoved || loaded.links.mask?.reason == .takenBack) == isRemoved,
            let created = loaded.fold.created, let state = loaded.fold.state
        else { return nil }
        // Fields that are no entry (their date was cleared elsewhere) are none to list; the event shows in `outcomes`.
        guard let flight = try? Flight(fields: state.fields.map.span.bytes) else { return nil }
        self.init(
            flight, stream: loaded.stream, created: created,
            position: loaded.events.firstIndex { $0.id == created }.map { loaded.positions[$0] } ?? .start,
            isLocked: loaded.fold.isLocked, isDisputed: loaded.fold.isDisputed,
            isRemoved: loaded.fold.isRemoved,
            signature: loaded.fold.governing.flatMap { id in loaded.events.first { $0.id == id } }.flatMap(
                FlightSignature.init),
            mask: loaded.links.mask)
    }

    /// Of a record that is no more than its one event says.
    convenience init?(_ name: RawSpan, _ row: borrowing LogRow) {
        // A body that is no flight is no entry.
        guard let flight = try? Flight(fields: row.body) else { return nil }
        self.init(
            flight, stream: StreamID(unchecked: name.text),
            created: EventID(SHA256Hasher.leafHash(envelope: row.envelope)), position: row.position)
    }
}

extension FlightSignature {
    /// Nil for an event whose content is not known.
    init?(_ event: FoldEvent<EventContent>) {
        guard let content = event.payload else { return nil }
        func text(_ field: String) -> String? {
            // The body was checked against its schema when the stream was folded.
            (try? content.withBody { try BodyView.value(of: field, in: $0, content.schema) })?.stringValue
        }
        self.init(
            event: event.id, cfiNumber: text("cfiNumber") ?? "", signerName: text("signerName"),
            recorded: Instant(milliseconds: event.recordedMilliseconds),
            certificateThrough: text("certificateThrough").flatMap { CivilDate($0) })
    }
}
