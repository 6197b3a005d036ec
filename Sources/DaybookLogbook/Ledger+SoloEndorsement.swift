public import DaybookKit
import Engine
public import EventModel
import EventSourcing
public import Logbook

/// A requirement of 61.87(n) for a student's solo flight that the ledger does not record.
public enum SoloLack: Hashable, Sendable {
    /// No solo endorsement was given on or before the day of the flight.
    case never
    /// The last one before it had ended.
    case ended(given: CivilDate, through: CivilDate)
}

extension Ledger {
    /// The requirement that a solo flight lacks; nil for another flight, and once a practical test or a review is
    /// recorded. The audit judges all flights by the same rule. O(endorsements and reviews).
    public func soloLack(_ flight: Flight) throws -> SoloLack? {
        guard flight.hours(of: .solo) > .zero else { return nil }
        return try withView(.now) { known, _, transaction in
            let totals = try flightTotals(through: flight.date, known, transaction).totals(through: flight.date)
            if try totals[.certificateProofs] > 0 || recordsReview(through: flight.date, known, transaction) {
                return nil
            }
            var last: Endorsement?
            try engine.forEachStream(kind: "endorsement", knownAt: known, transaction) { loaded in
                guard let endorsement = try loaded.record(Endorsement.self), endorsement.kind == .solo,
                    endorsement.date <= flight.date
                else { return true }
                if last.map({ $0.date < endorsement.date }) ?? true { last = endorsement }
                return true
            }
            guard let last, let through = last.goodThrough else { return .never }
            return through < flight.date ? .ended(given: last.date, through: through) : nil
        }
    }
}
