import EventModel
import EventSourcing

/// A summary of the changes that arrivals since a position made.
package struct OutcomeReport: Hashable, Sendable {
    /// How many outcomes changed, those of new events that count not among them.
    package var changes = 0
    /// The first ten of them.
    package var first: [OutcomeChangeView] = []
    /// Of the events concerned those that do not count now, by outcome.
    package var counts: [Outcome: Int] = [:]
    /// The devices that wrote the events of `first`, and what they are named.
    package var origins: [EventID: OriginID] = [:]
    package var devices = DeviceNames(own: nil, [:])

    package init() {}
}

extension Ledger {
    /// The events that arrived after a position and do not count, and their effect on others. O(changes since).
    package func outcomeReport(since before: Position) throws -> OutcomeReport {
        var report = OutcomeReport()
        var now: [EventID: Outcome] = [:]
        try forEachOutcomeChange(since: before) { change in
            report.changes += 1
            if report.first.count < 10 { report.first.append(change) }
            now[change.event] = change.to
        }
        for outcome in now.values where outcome != .effective { report.counts[outcome, default: 0] += 1 }
        report.origins = try origins(of: report.first)
        if !report.origins.isEmpty { report.devices = try deviceNames() }
        return report
    }
}
