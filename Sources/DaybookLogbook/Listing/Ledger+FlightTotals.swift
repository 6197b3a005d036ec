public import DaybookKit
import Engine
import EventModel
import EventSourcing
public import Logbook
import Synchronization

extension Ledger {
    /// The sums over the flights that count and that a filter takes, one group for each aircraft, class or year.
    /// Without a filter the last group has the totals brought forward.
    ///
    /// No entry is held: what it adds is added to its group at once. O(entries).
    public func flightTotals(
        by grouping: FlightGrouping, _ filter: FlightFilter = FlightFilter(), _ asOf: AsOf = .now
    ) throws -> Answer<[FlightGroup]> {
        let answered = try answered(asOf)
        var shown = asOf.pinned(to: answered.position)
        shown.on = answered.on
        let fleet = try withView(shown) { known, _, transaction in try self.fleet(known, transaction) }
        let groups = GroupSums()
        try listFlights(shown) { entry, _ in
            guard entry.mask == nil, filter.takes(entry.flight, isSigned: entry.signature != nil) else { return false }
            groups.add(entry.flight, grouping, fleet)
            return false
        } receive: { _, _ in
            true
        }
        var found = groups.all
        found.order(by: grouping)
        let forwarded = filter.isEmpty ? try forwardedTotals(shown).value.map(\.totals) : []
        if !forwarded.isEmpty { found.append(.forwarded(forwarded)) }
        return Answer(asOf: answered, value: found)
    }
}

/// Groups to which several threads add.
private final class GroupSums: Sendable {
    private let groups = Mutex<[String: FlightGroup]>([:])

    var all: [FlightGroup] { groups.withLock { Array($0.values) } }

    func add(_ flight: Flight, _ grouping: FlightGrouping, _ fleet: Fleet) {
        let group = grouping.group(of: flight, in: fleet)
        groups.withLock {
            $0[group.key ?? "", default: group].add(flight, inDevice: fleet.device(of: flight) != nil)
        }
    }
}
