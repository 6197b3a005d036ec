import EventModel
import EventSourcing
import EventStore

/// The links across streams that units bring before they are written.
struct LinkOverlay {
    /// Whether anything was brought that reaches into other streams.
    var brings = false
    /// Whether a log was seen to have forked, so that cuts must be read again.
    var addsBranch = false
    /// Whether a log of elsewhere has grown, so that an end of a link may find the root that it names.
    var growsLogs = false
    /// Whether a link between ledgers or the log of a principal was brought, so that whose events are left out must be
    /// asked again.
    var changesShadows = false
    private(set) var rows: [StreamID: LinkRow] = [:]
    /// The streams of ids that a decision has looked up already.
    private(set) var streams: [EventID: StreamID] = [:]

    mutating func link(_ stream: StreamID, to target: StreamID, naming id: EventID) {
        rows[stream, default: LinkRow()].streams.insert(target)
        rows[target, default: LinkRow()].streams.insert(stream)
        streams[id] = target
        brings = true
    }

    mutating func recordUndo(of stream: StreamID) {
        rows[stream, default: LinkRow()].takesBack = true
        brings = true
    }

    mutating func linksLedgers() {
        changesShadows = true
        brings = true
    }

    mutating func formUnion(_ other: LinkOverlay) {
        if !other.brings { return }
        changesShadows = changesShadows || other.changesShadows
        brings = true
        for (stream, row) in other.rows { rows[stream, default: LinkRow()].formUnion(row) }
        streams.merge(other.streams) { first, _ in first }
    }
}

extension Group {
    /// A log was added: whether everybody's events would be left out depends on whose are here.
    func addedPrincipal() {
        links.changesShadows = true
        knownShadows = nil
    }

    /// A log of elsewhere has grown or forked: which events an end of a link keeps must be asked again.
    func growsLog() {
        guard session.head.links.ledgers > 0 || links.changesShadows else { return }
        links.growsLogs = true
        knownShadows = nil
    }

    /// A link between ledgers has come, which may change whose events are left out.
    func linksLedgers() {
        links.linksLedgers()
        knownShadows = nil
    }

    /// Leaves out of a stream what links between ledgers leave out.
    func leaveOut<Reading: StoreReading & ~Copyable>(_ loaded: LoadedStream, _ transaction: borrowing Reading) throws {
        guard links.changesShadows || session.head.links.ledgers > 0, loaded.mayLoseEvents, !loaded.isNew else {
            return
        }
        try loaded.leaveOut(try shadows(transaction)) { try paths(transaction) }
    }

    /// The same after a person appended to the stream: most are not left out, and change nothing of what is.
    func leaveOut<Reading: StoreReading & ~Copyable>(
        _ loaded: LoadedStream, appendedBy person: PrincipalID, _ transaction: borrowing Reading
    ) throws {
        guard links.changesShadows || session.head.links.ledgers > 0, loaded.mayLoseEvents else { return }
        if try loaded.mayLoseMore || shadows(transaction).persons.contains(person) { try leaveOut(loaded, transaction) }
    }

    /// Whether any record can be linked with another, here or in what is kept.
    var hasLinks: Bool { links.brings || !session.head.links.isEmpty }

    /// Keeps what the new events link, and decides again what other streams make of every record that this commit
    /// touches.
    ///
    /// The common commit neither brings links nor touches a ledger that has some: one test.
    func settleLinks(_ transaction: inout StoreWrite) throws {
        guard hasLinks else { return }
        try unfoldAll(transaction)
        try keepLinks(&transaction)
        if session.head.links.isEmpty { return }
        let paths = LogPaths(try session.allLogs(transaction))
        let shadows = try shadows(transaction)
        var settled: Set<StreamID> = []
        for touched in try touched(shadows, transaction) where !settled.contains(touched.stream) {
            let records = try decideLinks(from: touched, shadows, paths, transaction)
            for (loaded, links) in records {
                settled.insert(loaded.stream)
                loaded.links = links
                change(loaded)
            }
        }
    }

    private func decideLinks(
        from loaded: LoadedStream, _ shadows: Shadows, _ paths: LogPaths, _ transaction: borrowing StoreWrite
    ) throws -> [(loaded: LoadedStream, links: RecordLinks)] {
        try LinkGraph.decide(
            from: loaded, shadows: shadows, row: { try transaction.links(of: $0) },
            load: { stream in
                let found = try self.load(stream, transaction)
                return found.isNew ? nil : found
            }, paths: { paths })
    }

    // MARK: - Keeping

    /// Writes the rows of links that the new events of this commit bring.
    private func keepLinks(_ transaction: inout StoreWrite) throws {
        var named: [EventID: Set<StreamID>] = [:]
        var arrived: [EventID: StreamID] = [:]
        var rows: [StreamID: LinkRow] = [:]
        for loaded in changed {
            if loaded.heldCount == 0, loaded.stream.isOfLinks { session.head.links.ledgers += 1 }
            for event in loaded.events[loaded.heldCount...] {
                arrived[event.id] = loaded.stream
                if event.linksAcross {
                    for id in event.links.supersedes { named[id, default: []].insert(loaded.stream) }
                }
                if event.isUndo(loaded.rules) { rows[loaded.stream, default: LinkRow()].takesBack = true }
            }
        }
        if session.head.links.waiting > 0 {
            for (id, stream) in arrived {
                for other in try transaction.waiting(for: id).streams where other != stream {
                    Group.link(other, stream, &rows)
                }
                try transaction.put(LinkRow(), waitingFor: id, &session.head.links)
            }
        }
        let unknown = Set(named.keys.filter { arrived[$0] == nil && links.streams[$0] == nil })
        let found = unknown.isEmpty ? [:] : try transaction.streams(of: unknown)
        for (id, streams) in named {
            if let target = arrived[id] ?? links.streams[id] ?? found[id] {
                for stream in streams where stream != target { Group.link(stream, target, &rows) }
            } else {
                var waiting = try transaction.waiting(for: id)
                waiting.streams.formUnion(streams)
                try transaction.put(waiting, waitingFor: id, &session.head.links)
            }
        }
        for (stream, row) in rows {
            var all = try transaction.links(of: stream)
            all.formUnion(row)
            try transaction.put(all, of: stream, &session.head.links)
        }
    }

    private static func link(_ stream: StreamID, _ target: StreamID, _ rows: inout [StreamID: LinkRow]) {
        rows[stream, default: LinkRow()].streams.insert(target)
        rows[target, default: LinkRow()].streams.insert(stream)
    }

    // MARK: - What is touched

    /// The streams whose links may have changed: those of this commit that have some, the records of a batch that this
    /// commit changed, and what principals wrote whose events are left out now and were not, or the other way round.
    private func touched(_ shadows: Shadows, _ transaction: borrowing StoreWrite) throws -> [LoadedStream] {
        var result: [LoadedStream] = []
        var batches: Set<StreamID> = []
        let takesBack = session.head.links.takingBack > 0
        for loaded in changed {
            let row = try transaction.links(of: loaded.stream)
            if row.takesBack { batches.insert(loaded.stream) }
            // An earlier unit of this commit may have left out what counts now.
            if !row.streams.isEmpty || !shadows.isEmpty || loaded.leaving != nil {
                result.append(loaded)
            } else if takesBack, let batch = loaded.batch, try transaction.links(of: batch).takesBack {
                result.append(loaded)
            }
        }
        let persons = try personsLeftOutOtherwise(shadows, transaction)
        // A cut may mean less now, or the note that has it may take no part.
        if links.addsBranch || !persons.isEmpty, takesBack {
            try transaction.forEachLinkRow { stream, row in if let stream, row.takesBack { batches.insert(stream) } }
        }
        if batches.isEmpty, persons.isEmpty { return result }
        return try result
            + streams(transaction) { loaded in
                loaded.batch.map(batches.contains) ?? false || loaded.mayBeLeftOut(persons)
            }
    }

    /// Of whom other events are left out than before this commit.
    private func personsLeftOutOtherwise(
        _ shadows: Shadows, _ transaction: borrowing StoreWrite
    ) throws -> Set<PrincipalID> {
        guard
            links.changesShadows || links.addsBranch && shadows.hasCuts || links.growsLogs && !shadows.ends.isEmpty
        else { return [] }
        // Rows of streams and of the head are written after this: what is read is how it was.
        let before = try transaction.shadows(try transaction.storeRecord(), engine.registry, engine.knownRoots)
        // Where a log has forked, a cut means less of it.
        return shadows.differing(from: before).union(links.addsBranch ? shadows.principalsWithCuts : [])
    }

    /// The streams for which something is so. Looks at every one: batches are taken back, and ledgers linked, rarely.
    private func streams(_ transaction: borrowing StoreWrite, where isSo: (LoadedStream) -> Bool) throws
        -> [LoadedStream]
    {
        var result: [LoadedStream] = []
        try transaction.forEachStream(prefix: "") { stream, _ in
            let loaded = try self.stream(stream, transaction)
            if isSo(loaded) { result.append(loaded) }
            return true
        }
        return result + changed.filter { $0.heldCount == 0 && isSo($0) }
    }
}
