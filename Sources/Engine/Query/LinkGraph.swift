import EventCodec
package import EventModel
package import EventSourcing
import EventStore

/// Decides what other streams make of a record, from the folds of those that it is linked with.
enum LinkGraph {
    /// The records that a record is linked with, itself included, and what each of them becomes.
    ///
    /// `row` gives the links of a stream, `load` a stream with its fold (nil when it holds nothing), `paths` the logs
    /// for cuts.
    static func decide(
        from start: LoadedStream, trial: LinkedRecord? = nil, shadows: Shadows, row: (StreamID) throws -> LinkRow,
        load: (StreamID) throws -> LoadedStream?, paths: () throws -> LogPaths
    ) throws -> [(loaded: LoadedStream, links: RecordLinks)] {
        try decide(from: [start], trial: trial, shadows: shadows, row: row, load: load, paths: paths).records
    }

    static func decide(
        from starts: [LoadedStream], trial: LinkedRecord?, shadows: Shadows, row: (StreamID) throws -> LinkRow,
        load loading: (StreamID) throws -> LoadedStream?, paths: () throws -> LogPaths
    ) throws -> (records: [(loaded: LoadedStream, links: RecordLinks)], trial: Supersession?) {
        for start in starts { try start.leaveOut(shadows, paths: paths) }
        func load(_ stream: StreamID) throws -> LoadedStream? {
            let found = try loading(stream)
            try found?.leaveOut(shadows, paths: paths)
            return found
        }
        var reached: [StreamID: Int] = [:]
        var loaded: [LoadedStream] = []
        for start in starts where reached.updateValue(loaded.count, forKey: start.stream) == nil {
            loaded.append(start)
        }
        var next = 0
        while next < loaded.count {
            for stream in try row(loaded[next].stream).streams.sorted() where reached[stream] == nil {
                guard let found = try load(stream) else { continue }
                reached[stream] = loaded.count
                loaded.append(found)
            }
            next += 1
        }
        let alone = try loaded.map { loaded in
            var links = RecordLinks()
            links.takenBackBy = try undoNotes(loaded, row: row, load: load, paths: paths)
            return links
        }
        var records: [LinkedRecord] = []
        if loaded.count > 1 || trial != nil {
            // A record that does not count by itself replaces no other.
            records = zip(loaded, alone).map {
                LinkedRecord($0.stream, $0.events, $0.fold, counts: !$0.fold.isRemoved && $1.mask == nil)
            }
        }
        let decided = Supersession.decide(records + (trial.map { [$0] } ?? []))
        let result = zip(loaded, alone).map { loaded, alone in
            var links = alone
            links.supersession = decided[loaded.stream] ?? Supersession()
            return (loaded: loaded, links: links)
        }
        return (result, trial.map { decided[$0.stream] ?? Supersession() })
    }

    /// The notes of a record's batch that take it back: it lies before their cut, no lock stands on it, no restore of
    /// it names them.
    private static func undoNotes(
        _ record: LoadedStream, row: (StreamID) throws -> LinkRow, load: (StreamID) throws -> LoadedStream?,
        paths: () throws -> LogPaths
    ) throws -> [EventID] {
        guard !record.fold.isLocked, let index = record.createdIndex, let batch = record.batch,
            try row(batch).takesBack,
            let notes = try load(batch)
        else { return [] }
        let restored = Set(
            record.events.indices.filter {
                record.events[$0].role == .restore && record.fold.outcomes[$0].status == .effective
            }
            .flatMap { record.events[$0].links.undoes })
        var result: [EventID] = []
        for cut in notes.cutsTakingBack(recordsOf: record.events[index].actor) where !restored.contains(cut.note) {
            if try paths().isBefore(cut.cut, record.places[index]) { result.append(cut.note) }
        }
        return result.sorted()
    }
}

extension LoadedStream {
    /// The place in the arrival order of the create that gives the record.
    package var createdIndex: Int? { fold.created.flatMap { id in events.firstIndex { $0.id == id } } }

    /// The batch that the record's create names.
    package var batch: StreamID? {
        createdIndex.flatMap { events[$0].payload }.flatMap { rules.kind.batch(of: $0) }
    }

    /// The notes of this stream that take a person's records back, with their cuts; a note without one takes nothing
    /// back.
    func cutsTakingBack(recordsOf author: PrincipalID) -> [(note: EventID, cut: Cut)] {
        events.indices.compactMap { index in
            let reaches = leaving?.mistake == .undoReaches && events[index].actor == author
            guard events[index].isUndo(rules), fold.outcomes[index].status == .effective || reaches,
                let cut = events[index].payload?.engine.cut
            else { return nil }
            return (events[index].id, Cut(cut))
        }
    }

    /// Whether a note of this stream may take records back.
    var hasNoteTakingBack: Bool { events.contains { $0.isUndo(rules) } }

    /// The outcomes of the events, with what other streams hold back.
    package var outcomes: Outcomes { links.outcomes(of: events, fold) }
}

extension FoldEvent<EventContent> {
    /// Whether it names events of other streams.
    var linksAcross: Bool { role == .create && understanding == .understood && !links.supersedes.isEmpty }

    func isUndo(_ rules: KindRules) -> Bool {
        guard role == .note, understanding == .understood, let payload else { return false }
        return rules.kind.isUndo(payload)
    }
}
