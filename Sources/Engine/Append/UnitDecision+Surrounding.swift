import EventCodec
package import EventModel
package import EventSourcing
package import EventStore
import ReadModels

extension LoadedStream {
    /// The events that count, with their times.
    package var chronicle: Chronicle {
        chronicle(links)
    }

    /// The events that count when these links apply to the record.
    func chronicle(_ links: RecordLinks) -> Chronicle {
        let outcomes = links.outcomes(of: events, fold)
        return Chronicle(stream, events, fold, isMasked: links.mask != nil) {
            places[$0].inLog
        } counts: { outcomes[$0].status == .effective }
    }

    /// The stream as it was at a moment: with the events whose moment is not after it, which hold all that they build
    /// on. Nil where it had none.
    ///
    /// The effect of other streams on the record stays as it is.
    package func asOf(_ moment: Instant) -> LoadedStream? {
        let moments = Chronicle.moments(of: events, fold)
        if moments.allSatisfy({ $0 <= moment.milliseconds }) { return self }
        let kept = events.indices.filter { moments[$0] <= moment.milliseconds }
        if kept.isEmpty { return nil }
        let then = LoadedStream(empty: stream, rules: rules)
        then.record = record
        then.places = kept.map { places[$0] }
        then.positions = positions.count == events.count ? kept.map { positions[$0] } : []
        then.events = kept.map { events[$0] }
        then.copyLeaving(of: self, kept)
        then.foldAnew()
        then.links = links
        return then
    }
}

/// Rules that look beyond the state of their record.
extension UnitDecision {
    /// The refusal of a kind that looks around; nil when there is none. The stream does not hold the event yet.
    func refusalAround<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ content: EventContent, on loaded: LoadedStream, _ source: Source, _ transaction: borrowing Reading
    ) throws -> Rejection? {
        let kind = loaded.rules.kind
        guard kind.looksAround else { return nil }
        var seen = Surroundings(
            own: kind.looksAtItself ? loaded.continuedChronicle : Chronicle(unread: loaded.stream), context: context)
        while let request = kind.request(for: content, having: seen) {
            switch request {
            case .stream(let stream):
                seen.add(try chronicle(try source.around(stream, transaction), source, transaction))
            case .streams(let kind, let isEnough): try see(kind, isEnough, &seen, source, transaction)
            case .logs: seen.add(try source.paths(transaction).held)
            case .sums(let sums):
                seen.add(try self.sums(sums, without: loaded.stream, source, transaction), for: sums)
            }
        }
        return kind.refuse(content, in: seen, context)
    }

    private func see<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ kind: String, _ isEnough: (Surroundings) -> Bool, _ seen: inout Surroundings, _ source: Source,
        _ transaction: borrowing Reading
    ) throws {
        defer { seen.finish(kind: kind) }
        let own = seen.own.stream
        for held in try source.held(transaction) where held.stream.kind == kind && held.stream != own && !held.isNew {
            seen.add(try chronicle(held, source, transaction))
        }
        if isEnough(seen) { return }
        var stored: [StreamID] = []
        try transaction.forEachStream(prefix: kind + "/") { stream, _ in
            stored.append(stream)
            return true
        }
        for stream in stored where stream != own && seen.others[stream] == nil {
            seen.add(try chronicle(try source.around(stream, transaction), source, transaction))
            if isEnough(seen) { return }
        }
    }

    func chronicle<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ loaded: LoadedStream, _ source: Source, _ transaction: borrowing Reading
    ) throws -> Chronicle {
        guard source.hasLinks || unit.links.brings, !loaded.isNew else { return loaded.continuedChronicle }
        return loaded.chronicle(try linksNow(of: loaded, source, transaction))
    }
}

/// The sums that rules ask for.
extension UnitDecision {
    /// The sums of a key on a day, with what the units and drafts before this one change; without a stream.
    ///
    /// From the kept row of the day, and the streams that are not written yet. O(keys of the day, those streams). Where
    /// kept rows have no answer, every record of the ledger's kinds is folded.
    func sums<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ request: SumRequest, without own: StreamID, _ source: Source, _ transaction: borrowing Reading
    ) throws -> KeyedSum {
        let registry = engine.registry
        guard let ledger = registry.ledger(named: request.ledger) else { return KeyedSum() }
        let held = try source.held(transaction).filter { registry.ledgers(ofKind: $0.stream.kind).contains(ledger) }
        let names = Set(held.map(\.stream)).union([own])
        var sum = KeyedSum()
        if source.knownAt == nil, let state = try transaction.keptState(), state.building == nil,
            let head = try engine.keptHeads(state, transaction)?[ledger]
        {
            if let kept = try transaction.keyedDay(head, request.day).keys[request.key] {
                sum = KeyedSum(rows: Int(kept.rows), sums: kept.sums)
            }
            for name in names { try takeBack(name, head, request, transaction, from: &sum) }
        } else {
            for kind in registry.kinds(ofLedger: ledger) {
                try transaction.forEachStream(prefix: kind + "/") { stream, _ in
                    if names.contains(stream) { return true }
                    let loaded = try source.around(stream, transaction)
                    add(loaded, try chronicle(loaded, source, transaction), request, to: &sum)
                    return true
                }
            }
        }
        for loaded in held where loaded.stream != own && !loaded.isNew {
            add(loaded, try chronicle(loaded, source, transaction), request, to: &sum)
        }
        return sum
    }

    /// Takes back the rows that a stream keeps in the store.
    private func takeBack<Reading: StoreReading & ~Copyable>(
        _ stream: StreamID, _ head: LedgerHead, _ request: SumRequest, _ transaction: borrowing Reading,
        from sum: inout KeyedSum
    ) throws {
        guard let record = try transaction.streamRecord(stream), !record.kept.isEmpty else { return }
        for row in try KeptRows(bytes: record.kept).rows where row.slot == head.slot && row.day == request.day {
            let places = try transaction.places(of: stream, record)
            guard row.anchor < places.count, let found = try transaction.contribution(head, row.day, places[row.anchor])
            else { throw StoreError.inconsistent("a row that \(stream) keeps is missing") }
            if found.key == request.key { sum.add(found.values, sign: -1) }
        }
    }

    /// Adds the rows of a record as it stands.
    private func add(_ loaded: LoadedStream, _ chronicle: Chronicle, _ request: SumRequest, to sum: inout KeyedSum) {
        guard chronicle.stands, let map = chronicle.state?.fields.map, sumScan.read(map.span.bytes) else { return }
        sumSink.removeAll()
        loaded.rules.contribute(sumScan, of: map.span.bytes, to: &sumSink)
        for row in sumSink.rows { sum.add(row, of: sumSink, to: request, in: engine.registry) }
    }
}

extension EventPlace {
    package var inLog: LogPlace { LogPlace(log: log, sequence: sequence) }
}

extension EngineCore {
    /// The logs as they were known; cuts use them to decide what lies before them.
    package func heldLogs(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> HeldLogs {
        try transaction.logPaths(try transaction.storeRecord(), knownAt: known.limit).held
    }
}
