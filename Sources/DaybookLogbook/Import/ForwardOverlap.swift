public import EventModel
import Logbook

/// Flights of a file on or before the day of totals brought forward, which may hold them already.
public struct ForwardOverlap: Hashable, Sendable {
    /// The day up to which the totals count.
    public let day: CivilDate
    public let flights: Int

    /// The sentence of an import's report.
    public var text: String {
        let (have, they) =
            flights == 1 ? ("flight of the file has", "It counts") : ("flights of the file have", "They count")
        return "\(flights) \(have) a date on or before \(day), the day of totals brought forward. \(they) beside those "
            + "totals."
    }
}

extension Ledger {
    /// The overlaps of the flights of a file, one for each record of totals that reaches one of their dates.
    func forwardOverlaps(_ reading: ImportReading) throws -> [ForwardOverlap] {
        try forwardedTotals(AsOf(on: .latest)).value.compactMap { stated in
            let day = stated.totals.date
            let flights = reading.flights.count { $0.flight.date <= day }
            return flights == 0 ? nil : ForwardOverlap(day: day, flights: flights)
        }
    }
}
