public import DaybookKit
import Engine
import EventModel
import EventSourcing
public import Logbook

extension Ledger {
    /// The flights that were removed, or taken back with their import, newest first. O(entries).
    public func removedFlights(_ filter: FlightFilter = FlightFilter(), _ asOf: AsOf = .now) throws -> Answer<
        [FlightEntry]
    > {
        try withView(asOf) { known, answered, transaction in
            var found: [FlightEntry] = []
            try engine.forEachStream(kind: "flight", knownAt: known, transaction) { loaded in
                if let entry = FlightEntry(loaded, isRemoved: true), entry.flight.date <= answered.on,
                    filter.takes(entry.flight, isSigned: entry.signature != nil)
                {
                    found.append(entry)
                }
                return true
            }
            let sorted = found.sorted { ($1.flight.date, $1.position) < ($0.flight.date, $0.position) }
            return Answer(asOf: answered, value: sorted)
        }
    }
}
