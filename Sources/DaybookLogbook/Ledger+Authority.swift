import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
public import Logbook
import Shared

extension Ledger {
    /// The authority that `logbook.authority` names, as it was known.
    public func authority(_ asOf: AsOf = .now) throws -> Authority {
        try withView(asOf) { known, _, transaction in try authority(known, transaction) }
    }

    /// O(events of the setting's stream).
    func authority(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> Authority {
        let name = SettingName.logbookAuthority
        let record = try engine.stream(name.stream, knownAt: known, transaction).map { RecordView($0, registry) }
        let value = record?.register(name.text)?["value"] ?? name.defaultValue
        // An authority of a newer program is none that this one has rules of.
        return value?.stringValue.flatMap(Authority.init) ?? .faa
    }

    /// The rules of that authority. O(1) for 61.57; O(entries) for FCL.060, which asks for an instrument rating.
    func currencyRules(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> CurrencyRules {
        let authority = try authority(known, transaction)
        guard authority == .easa else { return .faa }
        return CurrencyRules(authority, reviews: try instrumentChecks(known, transaction).map(\.review))
    }

    /// The instrument proficiency checks that entries or reviews of their own record.
    func instrumentChecks(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> [TakenReview] {
        let flights = try countingFlights(
            through: .latest, known, transaction, stating: [FlightLoggedKey.instrumentCheck]
        ) { $0.instrumentCheck == true }
        var found = flights.map {
            TakenReview(stream: $0.stream, review: PassedReview(kind: .ipc, date: $0.flight.date))
        }
        try engine.forEachStream(kind: "review", knownAt: known, transaction) { loaded in
            if let review = try loaded.record(PassedReview.self), review.kind == .ipc {
                found.append(TakenReview(stream: loaded.stream, review: review))
            }
            return true
        }
        return found
    }

    /// The records of the checks of a day, with the events that made them.
    func instrumentChecks(
        on day: CivilDate, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> [(stream: StreamID, event: EventID)] {
        try instrumentChecks(known, transaction).filter { $0.review.date == day }.compactMap { check in
            try engine.stream(check.stream, knownAt: known, transaction)?.fold.created.map { (check.stream, $0) }
        }.sorted { $0.stream < $1.stream }
    }
}
