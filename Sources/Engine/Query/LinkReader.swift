import EventCodec
import EventModel
import EventSourcing
import EventStore

/// Finds out, for one thread, what other streams make of a record. Each group of linked records is decided once.
///
/// A class, because `LinkGraph.decide` calls back into it, and copies of a struct would retain all that it holds.
final class LinkReader {
    let registry: Registry
    let knownAt: Position?
    private let head: StoreRecord
    @exclusivity(unchecked) private var decided: [StreamID: RecordLinks] = [:]
    @exclusivity(unchecked) private var paths: LogPaths?
    /// Streams with notes that take records back: each of their records asks for them.
    @exclusivity(unchecked) private var takingBack: [StreamID: LoadedStream] = [:]
    /// Links that were found in the events themselves, in place of the kept rows.
    private let found: [StreamID: LinkRow]?
    /// The kept rows, where they cannot change while it reads.
    let held: HeldLinks?
    /// Whether any note takes records back.
    private let takesBack: Bool
    /// Whose events links between ledgers leave out.
    let shadows: Shadows
    /// Groups that other readers of the same commit decided; nil for links that were found in the events themselves.
    private let groups: DecidedGroups?

    init(
        _ registry: Registry, knownAt: Position?, _ head: StoreRecord, shadows: Shadows,
        found: [StreamID: LinkRow]? = nil, held: HeldLinks? = nil,
        groups: DecidedGroups? = nil
    ) {
        self.groups = found == nil ? groups : nil
        self.held = held
        self.shadows = shadows
        self.registry = registry
        self.knownAt = knownAt
        self.head = head
        self.found = found
        takesBack = found?.values.contains(where: \.takesBack) ?? (head.links.takingBack > 0)
    }

    /// Sets what other streams make of it. O(1) in a ledger without links.
    func apply<Reading: StoreReading & ~Copyable>(to loaded: LoadedStream, _ transaction: borrowing Reading) throws {
        if isEmpty { return }
        // Also where none stands: the stream may have been read as it was known later.
        try loaded.leaveOut(shadows) {
            if self.paths == nil { self.paths = try transaction.logPaths(head, knownAt: knownAt) }
            return self.paths ?? LogPaths([])
        }
        if let known = decided[loaded.stream] ?? groups?.links(of: loaded.stream, commit: head.commit, limit: knownAt) {
            loaded.links = known
            return
        }
        let row = try self.row(loaded.stream, transaction)
        let mayBeTakenBack = takesBack && loaded.batch != nil
        if row.streams.isEmpty, !mayBeTakenBack { return }
        if takesBack || shadows.hasCuts, paths == nil { paths = try transaction.logPaths(head, knownAt: knownAt) }
        let paths = self.paths ?? LogPaths([])
        let records = try LinkGraph.decide(
            from: loaded, shadows: shadows, row: { try self.row($0, transaction) },
            load: { try self.load($0, transaction) }, paths: { paths })
        for record in records where record.loaded === loaded { loaded.links = record.links }
        // Only what is linked with others is asked for again.
        guard records.count > 1 else { return }
        let group = Dictionary(records.map { ($0.loaded.stream, $0.links) }) { first, _ in first }
        decided.merge(group) { _, new in new }
        groups?.remember(group, commit: head.commit, limit: knownAt)
    }

    /// Whether a stream of one event could be anything but what it says itself.
    func mayConcern(_ name: RawSpan) -> Bool {
        takesBack || !shadows.isEmpty || found?[StreamID(unchecked: name.text)] != nil
    }

    /// Whether no stream makes anything of another.
    var isEmpty: Bool { found == nil && head.links.isEmpty }

    /// Whether others may make something of a stream, now or at any position.
    func mayConcern<Reading: StoreReading & ~Copyable>(_ name: RawSpan, _ transaction: borrowing Reading) throws -> Bool
    {
        if isEmpty { return false }
        // A record left out now may not have been, and the other way round.
        if takesBack || !shadows.isEmpty || knownAt != nil && head.links.ledgers > 0 { return true }
        // To make a text of each name takes as long as to read its record.
        if held?.haveNone(of: name) == true { return false }
        return try !row(StreamID(unchecked: name.text), transaction).isEmpty
    }

    /// Whether `apply` makes nothing of a stream, at no position and whatever else is written to other streams of this
    /// commit.
    func leavesAlone<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws
        -> Bool
    {
        if head.links.isEmpty { return true }
        if head.links.ledgers > 0 || takesBack && registry.kind(stream.kind)?.batchKey != nil { return false }
        return try row(stream, transaction).streams.isEmpty
    }

    private func load<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws
        -> LoadedStream?
    {
        if let held = takingBack[stream] { return held }
        let loaded = try transaction.load(stream, registry, knownAt: knownAt)
        if takesBack, let loaded, loaded.hasNoteTakingBack { takingBack[stream] = loaded }
        return loaded
    }

    private func row<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws
        -> LinkRow
    {
        if let found { return found[stream] ?? LinkRow() }
        return try held?.row(of: stream, head.links, transaction) ?? transaction.links(of: stream)
    }
}

/// The rows of links in one state of the store, for one thread: after some streams were asked for, all rows are read at
/// once. Most streams have no links, and proving that for each takes longer than reading its events.
final class HeldLinks {
    @exclusivity(unchecked) private var rows: [StreamID: LinkRow]?
    /// Of the names of those streams.
    @exclusivity(unchecked) private var likenesses: Set<UInt64> = []
    @exclusivity(unchecked) private var asked = 0

    /// While that takes less time than to read all rows: what is not there is proved by some pages.
    private static func areFew(_ asked: Int, _ rows: UInt64) -> Bool { asked <= max(16, rows / 5) }
    /// A store of a million streams that are linked must not be held.
    private static let rowsHeld = 16_384

    /// Whether they are held and none is of a stream; false where only its row can say.
    func haveNone(of name: RawSpan) -> Bool { rows != nil && !likenesses.contains(name.likeness) }

    /// Nil where they are not held.
    func row<Reading: StoreReading & ~Copyable>(
        of stream: StreamID, _ links: LinkCounts, _ transaction: borrowing Reading
    ) throws -> LinkRow? {
        if let rows { return rows[stream] ?? LinkRow() }
        asked += 1
        let count = links.streams + links.waiting
        guard !HeldLinks.areFew(asked, count), count <= HeldLinks.rowsHeld else { return nil }
        var read: [StreamID: LinkRow] = [:]
        try transaction.forEachLinkRow { stream, row in if let stream { read[stream] = row } }
        rows = read
        likenesses = Set(read.keys.map { $0.text.utf8.span.bytes.likeness })
        return read[stream] ?? LinkRow()
    }
}

/// The links that the events name, gathered while these are read. They equal the kept rows, and are computed without
/// them.
struct FoundLinks {
    private var named: [EventID: Set<StreamID>] = [:]
    private var takingBack: Set<StreamID> = []
    /// How many streams hold links between ledgers.
    private(set) var ledgers: UInt64 = 0

    var isEmpty: Bool { named.isEmpty && takingBack.isEmpty && ledgers == 0 }

    mutating func note(_ loaded: LoadedStream?) {
        guard let loaded else { return }
        if loaded.stream.isOfLinks { ledgers += 1 }
        for event in loaded.events {
            if event.linksAcross { for id in event.links.supersedes { named[id, default: []].insert(loaded.stream) } }
            if event.isUndo(loaded.rules) { takingBack.insert(loaded.stream) }
        }
    }

    /// The ids that are not held, and the streams that name them.
    func waiting<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> [EventID: Set<StreamID>]
    {
        let held = try transaction.streams(of: Set(named.keys))
        return named.filter { held[$0.key] == nil }
    }

    /// As rows of links; one reading of the logs finds whose the ids are.
    func rows<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws -> [StreamID: LinkRow] {
        var rows: [StreamID: LinkRow] = [:]
        for stream in takingBack { rows[stream, default: LinkRow()].takesBack = true }
        for (id, target) in try transaction.streams(of: Set(named.keys)) {
            for stream in named[id] ?? [] where stream != target {
                rows[stream, default: LinkRow()].streams.insert(target)
                rows[target, default: LinkRow()].streams.insert(stream)
            }
        }
        return rows
    }
}
