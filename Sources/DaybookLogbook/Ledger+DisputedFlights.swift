public import DaybookKit
import Engine
public import EventModel
import EventSourcing
import EventStore

extension Ledger {
    /// The entries that count up to a day and whose signatures disagree, ascending: a sum over them rests on one of the
    /// signed contents.
    ///
    /// O(changes of outcome, and the streams that were ever disputed): only an arrival makes a stream disputed, and it
    /// records that.
    public func disputedFlights(_ asOf: AsOf = .now) throws -> [StreamID] {
        try withView(asOf) { known, answered, transaction in
            var streams = Set(known.supposed?.streams.keys ?? [:].keys)
            try transaction.forEachOutcomeChange(from: Position(1)) { change in
                if change.to == Outcome.disputed.rawValue { streams.insert(change.stream) }
            }
            return try streams.filter { stream in
                guard stream.kind == "flight", let loaded = try engine.stream(stream, knownAt: known, transaction),
                    loaded.fold.isDisputed,
                    let entry = FlightEntry(loaded)
                else { return false }
                return entry.mask == nil && entry.flight.date <= answered.on
            }.sorted()
        }
    }
}
