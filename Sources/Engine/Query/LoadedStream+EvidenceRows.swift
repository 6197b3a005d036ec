import EventCodec
package import EventModel
package import EventSourcing

/// The rows that a record adds to a day ledger, and those it would add without obstacles: the input of evidence.
extension LoadedStream {
    /// A dated row of one ledger.
    package struct DatedRow: Hashable, Sendable {
        package let day: CivilDate
        package let values: [Int64]
    }

    /// The rows that count; none of a record that was removed or is masked.
    package func rows(of ledger: Int, _ maker: RowMaker) -> [DatedRow] {
        maker.rows(of: ledger) { contribute($0, to: &$1) }
    }

    /// Those that would count if it were neither removed nor masked.
    package func rowsRegardless(of ledger: Int, _ maker: RowMaker) -> [DatedRow] {
        guard let state = fold.state, fold.created != nil else { return [] }
        return rows(of: ledger, state, maker)
    }

    /// Those of what its create alone says.
    package func rowsOfCreate(of ledger: Int, _ maker: RowMaker) -> [DatedRow] {
        guard let created = fold.created, let index = events.firstIndex(where: { $0.id == created }) else { return [] }
        var state = rules.initialState()
        rules.evolve(&state, events[index])
        return rows(of: ledger, state, maker)
    }

    /// Whether nothing in the stream could make the record's fields others than its one create says.
    package var isAsCreated: Bool {
        var creates = 0
        // By their places: to copy an event takes longer than to look at it.
        for index in events.indices {
            switch events[index].role {
            case .create: creates += 1
            case .lock, .unlock, .remove, .restore, .note: continue
            case .edit, .set, .settle: return false
            }
        }
        return creates == 1
    }

    /// The event that stands for its rows: its create, else its first in order.
    package var anchorEvent: EventID { events[anchor].id }

    /// When each event happened, by its index: by its own time, but never before one it builds on.
    package var moments: [Instant] { Chronicle.moments(of: events, fold).map { Instant(milliseconds: $0) } }

    /// The place of an event in its log, by its index. Cuts compare it with their own place.
    package func logPlace(_ index: Int) -> LogPlace { places[index].inLog }

    private func rows(of ledger: Int, _ state: RecordState, _ maker: RowMaker) -> [DatedRow] {
        // A body checked against its schema is always readable.
        maker.rows(of: ledger) { scan, sink in
            let map = state.fields.map
            if scan.read(map.span.bytes) { rules.contribute(scan, of: map.span.bytes, to: &sink) }
        }
    }
}

/// Makes rows of records; what it needs is made once.
package final class RowMaker {
    private let scan = FieldScan()
    private var sink = ContributionSink()

    package init() {}

    fileprivate func rows(of ledger: Int, _ fill: (FieldScan, inout ContributionSink) -> Void) -> [LoadedStream
        .DatedRow]
    {
        sink.removeAll()
        fill(scan, &sink)
        var rows: [LoadedStream.DatedRow] = []
        for row in sink.merged() where row.ledger == ledger {
            rows.append(LoadedStream.DatedRow(day: row.day, values: Array(row.values)))
        }
        return rows
    }
}
