import EventCodec
package import EventModel
package import EventSourcing
package import EventStore

extension LoadedStream {
    /// The events that count, with their times.
    package var chronicle: Chronicle {
        chronicle(links)
    }

    /// The events that count when these links apply to the record.
    func chronicle(_ links: RecordLinks) -> Chronicle {
        let outcomes = links.outcomes(of: events, fold)
        let setAside = Set(links.setAsideEvents)
        return Chronicle(stream, events, fold, isSetAside: links.mask != nil) {
            places[$0].inLog
        } counts: { index in
            outcomes[index].status == .effective && (setAside.isEmpty || !setAside.contains(events[index].id))
        }
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
        then.copyKeptOut(of: self, kept)
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

    private func chronicle<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ loaded: LoadedStream, _ source: Source, _ transaction: borrowing Reading
    ) throws -> Chronicle {
        guard source.hasLinks || unit.links.brings, !loaded.isNew else { return loaded.continuedChronicle }
        return loaded.chronicle(try linksNow(of: loaded, source, transaction))
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
