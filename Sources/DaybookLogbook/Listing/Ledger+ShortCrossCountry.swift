import Engine
import EventModel
import EventStore
public import Logbook

extension Ledger {
    /// The cross-country time that is too short for 61.1(b), oldest first. O(entries).
    public func shortCrossCountries(_ asOf: AsOf = .now) throws -> Answer<[ShortCrossCountry]> {
        try withView(asOf) { known, answered, transaction in
            let trips = try trips(through: answered.on, known, transaction)
            return Answer(
                asOf: answered,
                value: try shortCrossCountries(through: answered.on, trips, known, transaction))
        }
    }

    /// The same of one reading, with the trips of all entries.
    func shortCrossCountries(
        through day: CivilDate, _ trips: [Trip], _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> [ShortCrossCountry] {
        let entries = try countingFlights(through: day, known, transaction, stating: [FlightLoggedKey.distanceNm]) {
            $0.hours(of: .crossCountry) > .zero
        }
        if entries.isEmpty { return [] }
        let fleet = try fleet(known, transaction)
        return ShortCrossCountry.find(entries.map { ($0.flight, $0.stream) }, trips: trips, in: fleet)
    }
}
