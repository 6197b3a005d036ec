public import DaybookKit
import Engine
public import Logbook

extension Ledger {
    /// The days with flight time up to the day of the question, ascending. O(days with flights).
    public func flyingDays(_ asOf: AsOf = .now) throws -> Answer<[FlyingDay]> {
        try withView(asOf) { known, answered, transaction in
            Answer(
                asOf: answered,
                value: FlyingDay.all(through: answered.on, in: try flightDays(known, transaction)))
        }
    }
}
