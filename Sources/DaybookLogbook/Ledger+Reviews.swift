import Daybook
public import DaybookKit
public import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
public import Logbook

/// An endorsement with its stream.
public struct GivenEndorsement: Hashable, Sendable {
    public let stream: StreamID
    public let endorsement: Endorsement
    public let state: CurrencyReading.State
    public let daysLeft: Int?
    /// Those that stand.
    public let signatures: [BookSignature]
    public let voided: [VoidedSignature]
    /// Withdrawals that wait because a signature stands.
    public let waiting: [EventID]
}

/// A signature that a void lifted.
public struct VoidedSignature: Hashable, Sendable {
    public let event: EventID
    public let cfiNumber: String
    public let signerName: String?
    /// The days in the ledger's zone on which it and its void were recorded.
    public let signedOn, voidedOn: CivilDate
    public let reason: String
}

/// A review with the record that states it: a stream of its own, or a flight.
public struct TakenReview: Hashable, Sendable {
    public let stream: StreamID
    public let review: PassedReview
}

extension Ledger {
    // MARK: - Endorsements

    /// Enters an endorsement of today or before. Throws `Rejection` with `cfi.required`, `date.future`.
    @discardableResult @available(*, noasync)
    public func endorse(_ endorsement: Endorsement, id: String? = nil) throws -> (
        stream: StreamID, receipt: AppendReceipt
    ) {
        let stream = try stream(ofNew: id, kind: "endorsement")
        return (stream, try write { try $0.create(endorsement, id: RecordID(stream)) }.receipt)
    }

    /// Takes an endorsement back; its history stays.
    @discardableResult @available(*, noasync)
    public func withdrawEndorsement(_ stream: StreamID, reason: String? = nil) throws -> AppendReceipt {
        try append([
            EventDraft(
                stream: stream, type: "endorsement.withdrawn",
                data: .json(.object(pairs: ["reason": reason.map { .string($0) }])))
        ])
    }

    /// The endorsements given on or before a day and not withdrawn, newest first, each with its state on the day.
    ///
    /// Where a day was asked about, a signature that was recorded after it is left out.
    public func endorsements(_ asOf: AsOf = .now) throws -> Answer<[GivenEndorsement]> {
        try withView(asOf) { known, answered, transaction in
            var found: [GivenEndorsement] = []
            let logs = try transaction.logRecords(try transaction.storeRecord())
            let own = Set(try ownKeys(logs, transaction).keys)
            let last = asOf.on == nil ? nil : answered.on
            try engine.forEachStream(kind: "endorsement", knownAt: known, transaction) { loaded in
                guard let endorsement = try loaded.record(Endorsement.self), endorsement.date <= answered.on
                else { return true }
                found.append(
                    GivenEndorsement(
                        stream: loaded.stream, endorsement: endorsement, state: endorsement.state(on: answered.on),
                        daysLeft: endorsement.goodThrough?.days(since: answered.on),
                        signatures: try bookSignatures(loaded, through: last, own: own, logs, transaction),
                        voided: loaded.voidedSignatures(through: last, zone), waiting: loaded.waitingWithdrawals))
                return true
            }
            return Answer(
                asOf: answered,
                value: found.sorted { ($1.endorsement.date, $0.stream) < ($0.endorsement.date, $1.stream) })
        }
    }

    // MARK: - Reviews

    /// Enters a review or test of today or before.
    @discardableResult @available(*, noasync)
    public func addReview(_ review: PassedReview, id: String? = nil) throws -> (
        stream: StreamID, receipt: AppendReceipt
    ) {
        let stream = try stream(ofNew: id, kind: "review")
        return (stream, try write { try $0.create(review, id: RecordID(stream)) }.receipt)
    }

    /// The reviews and tests on or before a day, newest first: those of their own and those that flights state.
    /// O(entries).
    public func reviews(_ asOf: AsOf = .now) throws -> Answer<[TakenReview]> {
        let answered = try answered(asOf)
        let pinned = asOf.pinned(to: answered.position)
        let flights = try countingFlights(pinned, stating: Ledger.reviewKeys) { !$0.reviews.isEmpty }
        return Answer(asOf: answered, value: try reviews(pinned, in: flights, on: answered.on))
    }

    /// The flight review of 61.56 on a day.
    public func flightReview(_ asOf: AsOf = .now) throws -> Answer<FlightReviewAnswer> {
        let reviews = try reviews(asOf)
        return Answer(
            asOf: reviews.asOf, value: FlightReviewAnswer(on: reviews.asOf.on, reviews: reviews.value.map(\.review)))
    }

    /// Instrument currency, 61.57(c), on a day, in each category of aircraft; nil where no entry states approaches or
    /// holds and no check was passed. O(entries).
    public func instrumentCurrency(_ asOf: AsOf = .now) throws -> Answer<InstrumentAnswer?> {
        let answered = try answered(asOf)
        return Answer(asOf: answered, value: try reviewAndInstrument(asOf.pinned(to: answered.position)).instrument)
    }

    /// Both of them, of one reading of the entries; for an `asOf` that names what was known.
    func reviewAndInstrument(_ asOf: AsOf) throws -> (review: FlightReviewAnswer, instrument: InstrumentAnswer?) {
        let on = try answered(asOf).on
        let fleet = try withView(asOf) { known, _, transaction in try self.fleet(known, transaction) }
        // A category that was flown in cloud without any work is one to answer about; one alone has all work.
        let asksForCloud = fleet.hasInstrumentCategories
        var keys = Ledger.reviewKeys + [FlightLoggedKey.approaches, FlightLoggedKey.holds]
        if asksForCloud { keys.append(FlightLoggedKey.actualInstrumentHours) }
        let flights = try countingFlights(asOf, stating: keys) {
            $0.approaches != nil || $0.holds != nil || !$0.reviews.isEmpty
                || asksForCloud && ($0.actualInstrumentHours ?? .zero) > .zero
        }.filter { $0.flight.date <= on }
        let reviews = try reviews(asOf, in: flights, on: on)
        let review = FlightReviewAnswer(on: on, reviews: reviews.map(\.review))
        guard flights.contains(where: { $0.flight.approaches != nil || $0.flight.holds != nil })
            || reviews.contains(where: { $0.review.kind == .ipc })
        else { return (review, nil) }
        let work = flights.map { InstrumentWork($0.flight, $0.stream, in: fleet) }
        return (review, InstrumentAnswer(on: on, work: work, reviews: reviews.ofTheirOwn))
    }

    private static let reviewKeys = [
        FlightLoggedKey.flightReview, FlightLoggedKey.instrumentCheck, FlightLoggedKey.checkride,
    ]

    /// The flights that count and state one of some fields, newest first; their events are not read. O(entries), on two
    /// threads where there are many.
    private func countingFlights(
        _ asOf: AsOf, stating keys: [UInt64], where isWanted: @escaping @Sendable (Flight) -> Bool
    ) throws -> [FlightEntry] {
        try withView(asOf) { known, _, transaction in
            try countingFlights(through: asOf.on ?? .latest, known, transaction, stating: keys, where: isWanted)
        }
    }

    /// The same of one reading, through a day.
    func countingFlights(
        through on: CivilDate, _ known: KnownAt, _ transaction: borrowing StoreRead, stating keys: [UInt64],
        where isWanted: @escaping @Sendable (Flight) -> Bool
    ) throws -> [FlightEntry] {
        let (engine, limit, supposed) = (engine, known.limit, known.supposed?.streams ?? [:])
        let except = Set(supposed.keys)
        @Sendable func entry(_ loaded: LoadedStream) -> FlightEntry? {
            FlightEntry(loaded).flatMap { $0.mask == nil && $0.flight.date <= on && isWanted($0.flight) ? $0 : nil }
        }
        let parts = try engine.inShares(transaction, of: ["flight"]) { share, transaction in
            var part: [FlightEntry] = []
            // Most state none of the fields.
            try engine.forEachRecord(
                kind: "flight", knownAt: limit, stating: keys, except: except, share: share, transaction,
                single: { name, row, _ in
                    // A body that is no entry is none to look at; its event shows in `outcomes`.
                    guard let flight = try? Flight(fields: row.body), flight.date <= on, isWanted(flight) else {
                        return true
                    }
                    part.append(
                        FlightEntry(
                            flight, stream: StreamID(unchecked: name.text), created: .unasked, position: row.position))
                    return true
                },
                folded: { loaded in
                    part += [entry(loaded)].compactMap(\.self)
                    return true
                })
            return part
        }
        let found =
            parts.joined() + supposed.values.filter { $0.stream.kind == "flight" && !$0.isNew }.compactMap(entry)
        return found.sorted {
            EntryOrder.isNewer(($0.flight.date.day, $0.position.value), than: ($1.flight.date.day, $1.position.value))
        }
    }

    /// Whether a review of its own records a practical test, a flight review or a proficiency check on or before a day:
    /// each proves a certificate (61.56).
    func recordsReview(
        through day: CivilDate, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> Bool {
        var found = false
        try engine.forEachStream(kind: "review", knownAt: known, transaction) { loaded in
            if let review = try loaded.record(PassedReview.self) {
                found = review.date <= day
            }
            return !found
        }
        return found
    }

    /// `reviews` from the known flights that count and may state one.
    func reviews(_ asOf: AsOf, in flights: [FlightEntry], on day: CivilDate) throws -> [TakenReview] {
        // Most state none; reading only the flags copies nothing of a flight.
        let stating = flights.filter {
            $0.flight.flightReview == true || $0.flight.instrumentCheck == true || $0.flight.checkride == true
        }
        var found = stating.flatMap { entry in
            entry.flight.reviews.map { TakenReview(stream: entry.stream, review: $0) }
        }
        try withView(asOf) { known, _, transaction in
            try engine.forEachStream(kind: "review", knownAt: known, transaction) { loaded in
                if let review = try loaded.record(PassedReview.self) {
                    found.append(TakenReview(stream: loaded.stream, review: review))
                }
                return true
            }
        }
        return found.filter { $0.review.date <= day }.sorted {
            ($1.review.date, $0.stream) < ($0.review.date, $1.stream)
        }
    }
}

extension [TakenReview] {
    /// Those that no flight states.
    var ofTheirOwn: [PassedReview] { filter { $0.stream.kind == "review" }.map(\.review) }
}

extension LoadedStream {
    /// The signatures of an endorsement that voids lifted; those that were recorded after `last` are left out.
    fileprivate func voidedSignatures(through last: CivilDate?, _ zone: any ZoneRules) -> [VoidedSignature] {
        let outcomes = outcomes
        let voids = fullOrder.filter {
            events[$0].payload?.type == SignedKind.endorsement.voidType && outcomes[$0].status == .effective
        }
        return voids.flatMap { index -> [VoidedSignature] in
            guard let content = events[index].payload else { return [] }
            let lifted = content.asWritten.engine.voids ?? []
            return lifted.compactMap { id in
                guard let event = events.first(where: { $0.id == id }), let signature = FlightSignature(event) else {
                    return nil
                }
                let signedOn = zone.date(at: signature.recorded)
                if let last, signedOn > last { return nil }
                return VoidedSignature(
                    event: id, cfiNumber: signature.cfiNumber, signerName: signature.signerName, signedOn: signedOn,
                    voidedOn: zone.date(at: Instant(milliseconds: events[index].recordedMilliseconds)),
                    reason: WrittenFields.value(of: "reason", in: content.asWritten)?.stringValue ?? "")
            }
        }
    }

    /// The withdrawals of an endorsement that wait.
    fileprivate var waitingWithdrawals: [EventID] {
        let outcomes = outcomes
        return events.indices.filter {
            events[$0].payload?.type == "endorsement.withdrawn" && outcomes[$0].status == .pending
        }.map { events[$0].id }
    }

    /// A record that stands; nil where none was created, or it was removed or masked.
    func record<R: Record>(_ type: R.Type) throws -> R? {
        guard let id = fold.created, !fold.isRemoved, links.mask == nil,
            let create = events.first(where: { $0.id == id })?.payload,
            let state = fold.state
        else { return nil }
        return try StoredRecord<R>.value(state.fields, create.schema)
    }
}
