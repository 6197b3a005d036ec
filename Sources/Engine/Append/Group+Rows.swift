import EventCodec
import EventModel
import EventSourcing
import EventStore
import ReadModels

/// The dated rows of the streams that a commit changes: what they add now, and at which position each of them came or
/// went.
extension Group {
    /// A row that a stream adds, and since when.
    private struct LiveRow {
        let slot: UInt8
        let day: CivilDate
        let key: [UInt8]?
        let anchor: Int
        let values: ArraySlice<Int64>
        let since: Position
        /// Whether it is in the store.
        let isKept: Bool

        func isSame(_ other: LiveRow) -> Bool {
            slot == other.slot && day == other.day && key == other.key && anchor == other.anchor
                && values == other.values
        }
    }

    /// The positions of this commit; nil while ledgers are being built.
    var commitSpan: CommitSpan? {
        if isBuilding { return nil }
        let last = session.head.position
        let first = Position(last.value + 1 - session.eventsWritten)
        // A commit without events changes no row.
        return CommitSpan(first: min(first, last), last: last, isWhole: hasLinks || hasManyEventsOfOne)
    }

    /// Whether one record has so many events in this commit that its rows are not written event by event: each is a
    /// fold of all before it.
    private var hasManyEventsOfOne: Bool {
        changed.contains {
            $0.events.count - $0.heldCount > 256 && !engine.registry.ledgers(ofKind: $0.stream.kind).isEmpty
        }
    }

    /// Takes back the rows that the stream adds no more, and adds the new ones; those that stay are left alone.
    func writeContributions(_ loaded: LoadedStream, _ span: CommitSpan?, _ transaction: inout StoreWrite) throws {
        let held = try heldRows(loaded, transaction)
        var live = held
        if span?.isWhole ?? hasLinks {
            try advance(&live, to: loaded, at: span?.last ?? session.head.position, span, &transaction)
        } else {
            try advanceByEvents(&live, loaded, span, &transaction)
        }
        for row in held where !live.contains(where: { $0.isKept && $0.isSame(row) }) {
            try ledgers.remove(
                slot: row.slot, day: row.day, key: row.key, place: loaded.places[row.anchor], values: row.values,
                &transaction)
        }
        for row in live where !row.isKept {
            let place = loaded.places[row.anchor]
            let arrived = try session.position(of: place) ?? transaction.withEvent(at: place) { $0.position }
            try ledgers.add(
                slot: row.slot, day: row.day, key: row.key, place: place, values: row.values,
                since: arrived == row.since ? nil : row.since, &transaction)
        }
        kept.reset()
        let registers = loaded.registersDigest
        if !live.isEmpty || registers != nil {
            KeptRows.begin(live.count, registers: registers, into: &kept)
            for row in live { KeptRows.write(.init(slot: row.slot, day: row.day, anchor: row.anchor), into: &kept) }
        }
        loaded.record.kept = kept.bytes
    }

    private func heldRows(_ loaded: LoadedStream, _ transaction: borrowing StoreWrite) throws -> [LiveRow] {
        if loaded.record.kept.isEmpty { return [] }
        return try KeptRows(bytes: loaded.record.kept).rows.map { row in
            let found = try ledgers.contribution(
                slot: row.slot, day: row.day, place: loaded.places[row.anchor], transaction)
            return LiveRow(
                slot: row.slot, day: row.day, key: found.key, anchor: row.anchor, values: found.values[...],
                since: found.since, isKept: true)
        }
    }

    /// Advances the rows of a stream to those of a state; records the rows that came and those that went.
    private func advance(
        _ live: inout [LiveRow], to state: LoadedStream, at position: Position, _ span: CommitSpan?,
        _ transaction: inout StoreWrite
    ) throws {
        sink.removeAll()
        state.contribute(scan, to: &sink)
        try Group.check(sink, state.stream.kind)
        if live.isEmpty, sink.rows.isEmpty { return }
        let anchor = state.anchor
        let rows = sink.merged().map {
            LiveRow(
                slot: slots[$0.ledger], day: $0.day, key: $0.key, anchor: anchor,
                values: ArraySlice(Array($0.values)), since: position, isKept: false)
        }
        let isStated = span != nil || !hasLinks
        for row in live where !rows.contains(where: row.isSame) {
            if !isStated { continue }
            ledgers.record(slot: row.slot, day: row.day, values: row.values, at: position, isRemoval: true)
            if row.since == position { continue }
            try transaction.putPast(
                slot: row.slot, day: row.day, key: row.key, place: state.places[row.anchor], values: row.values,
                from: row.since, until: position)
        }
        if isStated {
            for row in rows where !live.contains(where: row.isSame) {
                ledgers.record(slot: row.slot, day: row.day, values: row.values, at: position, isRemoval: false)
            }
        }
        live = rows.map { row in live.first(where: row.isSame) ?? row }
    }

    /// Advances through the state after each new event of the stream; while ledgers are built, after each of its
    /// events.
    private func advanceByEvents(
        _ live: inout [LiveRow], _ loaded: LoadedStream, _ span: CommitSpan?, _ transaction: inout StoreWrite
    ) throws {
        let first = span == nil ? 0 : loaded.heldCount
        let count = loaded.events.count
        if first == count || engine.registry.ledgers(ofKind: loaded.stream.kind).isEmpty {
            // Its events are those of before (others changed it, or nothing did), or it gives no rows.
            return try advance(&live, to: loaded, at: span?.last ?? session.head.position, span, &transaction)
        }
        if count - first > 1 {
            let prefix = loaded.prefix(first)
            for index in first..<count - 1 {
                prefix.append(loaded.events[index], place: loaded.places[index])
                try advance(&live, to: prefix, at: try position(of: index, in: loaded, transaction), span, &transaction)
            }
        }
        try advance(&live, to: loaded, at: try position(of: count - 1, in: loaded, transaction), span, &transaction)
    }

    private func position(of index: Int, in loaded: LoadedStream, _ transaction: borrowing StoreWrite) throws
        -> Position
    {
        if index < loaded.positions.count { return loaded.positions[index] }
        let place = loaded.places[index]
        return try session.position(of: place) ?? transaction.withEvent(at: place) { $0.position }
    }

    /// Adds the rows of a record that is one new event; `kept` holds afterwards what is kept of them.
    func addRows(of record: FreshRecords.Record, _ sink: ContributionSink, _ transaction: inout StoreWrite) throws {
        kept.reset()
        try Group.check(sink, record.stream.kind)
        if record.rows.isEmpty { return }
        let position = try session.position(of: record.place) ?? transaction.withEvent(at: record.place) { $0.position }
        // Most streams have one row: no list is made for it.
        guard record.rows.count == 1 else {
            let rows = sink.merged(record.rows)
            KeptRows.begin(rows.count, registers: nil, into: &kept)
            for row in rows { try addRow(row, at: record.place, position, &transaction) }
            return
        }
        KeptRows.begin(1, registers: nil, into: &kept)
        let row = sink.rows[record.rows.lowerBound]
        try addRow((row.ledger, row.day, row.key, sink.values[row.range]), at: record.place, position, &transaction)
    }

    private static func check(_ sink: ContributionSink, _ kind: String) throws(Fault) {
        guard let problem = sink.problem else { return }
        throw Fault(
            .usage, code: "projection.row", message: "The kind of stream \"\(kind)\" \(problem).",
            hint: "Add exactly the measures that its domain declares.")
    }

    private func addRow(
        _ row: ContributionSink.MergedRow, at place: EventPlace, _ position: Position, _ transaction: inout StoreWrite
    ) throws {
        let slot = slots[row.ledger]
        try ledgers.add(
            slot: slot, day: row.day, key: row.key, place: place, values: row.values, since: nil, &transaction)
        ledgers.record(slot: slot, day: row.day, values: row.values, at: position, isRemoval: false)
        KeptRows.write(.init(slot: slot, day: row.day, anchor: 0), into: &kept)
    }
}

extension LoadedStream {
    /// A stream of its own with the first events only; what others make of it is left out.
    fileprivate func prefix(_ count: Int) -> LoadedStream {
        let prefix = LoadedStream(empty: stream, rules: rules)
        prefix.places = Array(places[..<count])
        prefix.events = Array(events[..<count])
        if count > 0 { prefix.foldAnew() }
        return prefix
    }
}
