import EventModel
import EventSourcing
import EventStore

/// Where a decision about links looks: what is stored, and what was decided since.
protocol LinkSource {
    /// The last position that counts; nil: all that is held.
    var knownAt: Position? { get }
    /// Whether any record can be linked with another.
    var hasLinks: Bool { get }
    /// Streams that are in memory with events which are not stored yet.
    func held<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> [LoadedStream]
    func row<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws -> LinkRow
    /// The stream as it is now, empty when it holds nothing.
    func load<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws
        -> LoadedStream
    /// `load` for a stream that a rule looks at beside its own.
    func around<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws
        -> LoadedStream
    func logs<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> [LogRecord]
    func paths<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> LogPaths
    /// Whose events links between ledgers leave out.
    func shadows<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> Shadows
}

/// The state that a group accepted, on top of the store. The unit that is being decided stands on top of this: see
/// `UnitDecision`.
extension Group: LinkSource {
    var knownAt: Position? { nil }

    func held<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> [LoadedStream] {
        try unfoldAll(transaction)
        return streams.values.compactMap { if case .loaded(let loaded) = $0 { loaded } else { nil } }
    }

    func row<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws -> LinkRow
    {
        var row = try transaction.links(of: stream)
        if let more = links.rows[stream] { row.formUnion(more) }
        return row
    }

    func load<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws
        -> LoadedStream
    {
        if let held = try held(stream, transaction) ?? takingBack[stream] { return held }
        let loaded = try self.stream(stream, transaction)
        if loaded.hasNoteTakingBack { takingBack[stream] = loaded }
        return loaded
    }

    func logs<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> [LogRecord] {
        try session.logs(transaction)
    }

    func paths<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> LogPaths {
        LogPaths(try logs(transaction))
    }

    func shadows<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> Shadows {
        if let knownShadows { return knownShadows }
        var found: [StreamID: LoadedStream] = [:]
        if session.head.links.ledgers > 0 {
            try transaction.forEachStream(prefix: "link/") { stream, _ in
                found[stream] = try self.stream(stream, transaction)
                return true
            }
        }
        // With those that a unit of this group brought.
        for case .loaded(let loaded) in streams.values where loaded.stream.isOfLinks && !loaded.isNew {
            found[loaded.stream] = loaded
        }
        let logs = try logs(transaction)
        let shadows = try Shadows.of(
            found.values.sorted { $0.stream < $1.stream }, own: session.head.principal,
            Set(logs.filter { $0.parent == 0 }.map(\.principal))
        ) { end in try transaction.places(keptBy: end, in: logs, knownAt: Position?.none, engine.knownRoots) }
        knownShadows = shadows
        return shadows
    }
}

extension LinkSource {
    func around<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws
        -> LoadedStream
    { try load(stream, transaction) }
}

/// Supposed events on top of what was known.
struct SupposedLinks: LinkSource {
    let registry: Registry
    let head: StoreRecord
    let knownAt: Position?
    let streams: [StreamID: LoadedStream]
    let links: LinkOverlay
    let shadows: Shadows

    func shadows<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) -> Shadows { shadows }

    var hasLinks: Bool { links.brings || !head.links.isEmpty }
    func held<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) -> [LoadedStream] {
        Array(streams.values)
    }

    func row<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws -> LinkRow
    {
        var row = try transaction.links(of: stream)
        if let more = links.rows[stream] { row.formUnion(more) }
        return row
    }

    func load<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws
        -> LoadedStream
    {
        if let held = streams[stream] { return held }
        let loaded =
            try transaction.load(stream, registry, knownAt: knownAt)
            ?? LoadedStream(empty: stream, rules: registry.rules(of: stream))
        try loaded.leaveOut(shadows) { try paths(transaction) }
        return loaded
    }

    func logs<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> [LogRecord] {
        try transaction.logRecords(head)
    }

    func paths<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> LogPaths {
        try transaction.logPaths(head, knownAt: knownAt)
    }
}
