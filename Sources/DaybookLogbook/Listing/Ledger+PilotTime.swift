public import DaybookKit
import Engine
import EventModel
import EventSourcing
public import Logbook
import Synchronization

extension Ledger {
    /// The record of pilot time of FAA Form 8710-1: the rows that have an entry, in the order of the form. O(entries).
    public func pilotTime(_ asOf: AsOf = .now) throws -> Answer<[(row: PilotTimeRow, time: PilotTime)]> {
        let answered = try answered(asOf)
        var shown = asOf.pinned(to: answered.position)
        shown.on = answered.on
        let fleet = try withView(shown) { known, _, transaction in try self.fleet(known, transaction) }
        let rows = PilotTimeSums()
        try listFlights(shown) { entry, _ in
            if entry.mask == nil { rows.add(entry.flight, fleet) }
            return false
        } receive: { _, _ in
            true
        }
        var found = rows.all
        for stated in try forwardedTotals(shown).value {
            found[.forwarded, default: PilotTime()].add(stated.totals)
        }
        return Answer(asOf: answered, value: PilotTimeRow.allCases.compactMap { row in found[row].map { (row, $0) } })
    }
}

/// Rows to which several threads add.
private final class PilotTimeSums: Sendable {
    private let rows = Mutex<[PilotTimeRow: PilotTime]>([:])

    var all: [PilotTimeRow: PilotTime] { rows.withLock { $0 } }

    func add(_ flight: Flight, _ fleet: Fleet) {
        // It is no time of a pilot in anything.
        if flight.noFlight == .groundLesson { return }
        let row = PilotTimeRow(flight, in: fleet)
        rows.withLock { $0[row, default: PilotTime()].add(flight, in: row) }
    }
}
