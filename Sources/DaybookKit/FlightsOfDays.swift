import Engine
public import EventModel
import Logbook

extension Ledger {
    /// The entries that count on some days, oldest first; much cheaper than all of them.
    public func flights(onDays days: [CivilDate], _ asOf: AsOf = .now) throws -> [FlightEntry] {
        guard let ledger = Ledger.registry.ledger(named: LogbookDomain.flights.name) else { preconditionFailure("the logbook is registered") }
        return try withView(asOf) { known, _, transaction in
            let streams = Set(try engine.contributions(
                ledger, days: days, in: try engine.dayTable(ledger, knownAt: known, transaction), knownAt: known, transaction).map(\.stream))
            let entries = try streams.compactMap { try engine.stream($0, knownAt: known, transaction).flatMap(FlightEntry.init) }
            return entries.sorted { ($0.flight.date, $0.position) < ($1.flight.date, $1.position) }
        }
    }
}
