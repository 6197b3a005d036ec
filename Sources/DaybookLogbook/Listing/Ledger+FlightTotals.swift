public import DaybookKit
import Engine
import EventModel
import EventSourcing
public import Logbook
import Synchronization

extension Ledger {
    /// The sums over the flights that count and that a filter takes: one group for each aircraft, class, model, type or
    /// year, and one for each feature of aircraft. Without a filter the last group has the totals brought forward.
    ///
    /// No entry is held: what it adds is added to its group at once. O(entries).
    public func flightTotals(
        by grouping: FlightGrouping, _ filter: FlightFilter = FlightFilter(), _ asOf: AsOf = .now
    ) throws -> Answer<FlightSums> {
        let answered = try answered(asOf)
        var shown = asOf.pinned(to: answered.position)
        shown.on = answered.on
        let fleet = try withView(shown) { known, _, transaction in try self.fleet(known, transaction) }
        let sums = LockedSums(by: grouping)
        try listFlights(shown) { entry, _ in
            guard entry.mask == nil, filter.takes(entry.flight, isSigned: entry.signature != nil) else { return false }
            sums.add(entry.flight, to: grouping.group(of: entry.flight, in: fleet), fleet)
            return false
        } receive: { _, _ in
            true
        }
        var found = sums.all
        if filter.isEmpty { found.add(forwarded: try forwardedTotals(shown).value.map(\.totals)) }
        return Answer(asOf: answered, value: found)
    }
}

/// Sums to which several threads add.
private final class LockedSums: Sendable {
    private let sums: Mutex<FlightSums>

    init(by grouping: FlightGrouping) { sums = Mutex(FlightSums(by: grouping)) }

    var all: FlightSums { sums.withLock { $0 } }

    func add(_ flight: Flight, to group: FlightGroup, _ fleet: Fleet) {
        sums.withLock { $0.add(flight, to: group, in: fleet) }
    }
}
