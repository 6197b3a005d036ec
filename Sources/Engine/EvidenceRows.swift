import EventCodec
package import EventModel
package import EventSourcing

/// What a record adds to a day ledger, and what it would add if nothing stood in the way: what evidence is made of.
extension LoadedStream {
    /// A dated row of one ledger.
    package struct DatedRow: Sendable {
        package let day: CivilDate
        package let values: [Int64]
    }

    /// The rows that count; none of a record that was removed or is masked.
    package func rows(of ledger: Int) -> [DatedRow] { rows(of: ledger) { contribute(FieldScan(), to: &$0) } }

    /// Those that would count if it were neither removed nor masked.
    package func rowsRegardless(of ledger: Int) -> [DatedRow] {
        guard let state = fold.state, fold.created != nil else { return [] }
        return rows(of: ledger, state)
    }

    /// Those of what its create alone says.
    package func rowsOfCreate(of ledger: Int) -> [DatedRow] {
        guard let created = fold.created, let create = events.first(where: { $0.id == created }) else { return [] }
        var state = rules.initialState()
        rules.evolve(&state, create)
        return rows(of: ledger, state)
    }

    /// Whether nothing in the stream could make the record's fields others than its one create says.
    package var isAsCreated: Bool {
        var creates = 0
        for event in events {
            switch event.role {
            case .create: creates += 1
            case .lock, .unlock, .remove, .restore, .note: continue
            case .edit, .set, .settle: return false
            }
        }
        return creates == 1
    }

    /// The event that its rows are told of: its create, else its first in order.
    package var anchorEvent: EventID { events[anchor].id }

    /// When each event happened, by its index: by its own time, but never before one it builds on.
    package var moments: [Instant] { Chronicle.moments(of: events, fold).map { Instant(milliseconds: $0) } }

    /// Where an event stands in its log, by its index: for cuts to tell what lies before them.
    package func logPlace(_ index: Int) -> LogPlace { places[index].inLog }

    private func rows(of ledger: Int, _ state: RecordState) -> [DatedRow] {
        let scan = FieldScan()
        // What was checked against its schema is always read.
        guard scan.take(state.fields.map.span.bytes) else { return [] }
        return rows(of: ledger) { rules.contribute(scan, to: &$0) }
    }

    private func rows(of ledger: Int, _ fill: (inout ContributionSink) -> Void) -> [DatedRow] {
        var sink = ContributionSink()
        fill(&sink)
        return sink.merged().filter { $0.ledger == ledger }.map { DatedRow(day: $0.day, values: Array($0.values)) }
    }
}
