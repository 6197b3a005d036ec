import EventCodec
package import EventModel
import EventSourcing
package import EventStore

/// Reading many records for one answer.
extension EngineCore {
    /// Calls with every record of a kind (nil: of every kind) as it was known at a position (nil: with all that is
    /// held), until a closure returns false.
    ///
    /// `single` gets the event of a record that has one event and no more state, in place, with its glance; `folded`
    /// gets all others. Within a share, records come in the order of their names. The shares of one state of the store
    /// together give every record once. They leave out those of `except` and, where `stating` names fields by their
    /// keys, some records that never stated one of them.
    package func forEachRecord(
        kind: String?, knownAt limit: Position?, stating keys: [UInt64]? = nil, except: Set<StreamID> = [],
        share: StreamShare = .whole, _ transaction: borrowing StoreRead,
        single: (RawSpan, borrowing LogRow, borrowing SingleEvents) throws -> Bool,
        folded: (LoadedStream) throws -> Bool
    ) throws {
        try readRecords(
            prefix: kind.map { Array(($0 + "/").utf8) } ?? [], knownAt: limit, stating: keys, except: except, share,
            transaction, single: { name, _, row, events in try single(name, row, events) },
            folded: folded)
    }

    /// Reads the streams whose names begin with a prefix; `single` gets the place of the event and its glance, too.
    package func readRecords(
        prefix: [UInt8], knownAt limit: Position?, stating keys: [UInt64]? = nil, except: Set<StreamID> = [],
        _ share: StreamShare, _ transaction: borrowing StoreRead,
        single: (RawSpan, EventPlace, borrowing LogRow, borrowing SingleEvents) throws -> Bool,
        folded: (LoadedStream) throws -> Bool
    ) throws {
        let head = try transaction.storeRecord()
        let links = try linkReader(knownAt: limit, transaction)
        var events = SingleEvents(registry)
        try transaction.forEachStreamRow(prefix: prefix, share: share) { name, stream, rows in
            if !except.isEmpty, except.contains(StreamID(unchecked: name.text)) { return true }
            if let place = try stream.onlyPlace(), try head.links.isEmpty || !links.mayConcern(name, transaction) {
                var outcome = SingleEvents.Outcome.unknown
                var goesOn = true
                try rows.visitEvent(at: place) { row in
                    if let limit, row.position > limit { return }
                    outcome = try events.classify(at: row, of: name)
                    if outcome == .folded, keys?.contains(where: { events.scan.contains($0) }) ?? true {
                        goesOn = try single(name, place, row, events)
                    }
                }
                if outcome == .folded { return goesOn }
                if outcome == .unknown { return true }
            }
            guard
                let loaded = try transaction.load(
                    StreamID(unchecked: name.text), try stream.record(), registry, knownAt: limit, by: &rows)
            else { return true }
            try links.apply(to: loaded, transaction)
            return try folded(loaded)
        }
    }

    /// Calls with every record of a kind in a share, as it was known at a position (nil: with all that is held) and as
    /// it is with what came after that.
    ///
    /// `single` gets the one event of a record that is no more than what that event says, in place, and whether it came
    /// after the position; where it says false, and of all other records, `folded` gets what was known of it and, where
    /// something came after that, what it is with that. Both get its number in the order of names, whichever share it
    /// is in. `except`: not those.
    package func forEachRecord(
        kind: String, knownAndLater limit: Position?, except: Set<StreamID>, share: StreamShare,
        _ transaction: borrowing StoreRead,
        single: (_ number: Int, RawSpan, EventPlace, borrowing LogRow, borrowing SingleEvents, _ isLater: Bool) throws
            -> Bool,
        folded: (_ number: Int, _ known: LoadedStream?, _ later: LoadedStream?) throws -> Void
    ) throws {
        let head = try transaction.storeRecord()
        let links = try linkReader(knownAt: limit, transaction)
        let latest = limit == nil ? links : try linkReader(knownAt: nil, transaction, held: links.held)
        var events = SingleEvents(registry)
        try transaction.forEachStreamRow(prefix: Array((kind + "/").utf8), share: share) { name, stream, rows in
            if !except.isEmpty, except.contains(StreamID(unchecked: name.text)) { return true }
            let number = stream.number
            // A record that no link concerned then is concerned by none now: rows of links cover all positions.
            if let place = try stream.onlyPlace(), try head.links.isEmpty || !links.mayConcern(name, transaction) {
                var isTaken = false
                try rows.visitEvent(at: place) { row in
                    guard try events.classify(at: row, of: name) == .folded else { return }
                    isTaken = try single(number, name, place, row, events, limit.map { row.position > $0 } ?? false)
                }
                if isTaken { return true }
            }
            let (id, record) = (StreamID(unchecked: name.text), try stream.record())
            guard let all = try transaction.load(id, record, registry, by: &rows) else { return true }
            guard let limit, all.positions.contains(where: { $0 > limit }) else {
                try links.apply(to: all, transaction)
                try folded(number, all, nil)
                return true
            }
            let known = all.known(at: limit)
            if let known { try links.apply(to: known, transaction) }
            try latest.apply(to: all, transaction)
            try folded(number, known, all)
            return true
        }
    }

    /// Parts of an answer, one of each share of the streams: on two threads where there are many events, of some kinds
    /// where those are named, and another thread is free; else one part by the caller's.
    ///
    /// The second thread reads in a transaction of its own; where that holds another state of the store, it takes
    /// nothing, and all is read here.
    package func inShares<Part: Sendable>(
        _ transaction: borrowing StoreRead, of kinds: [String]? = nil, worthAThread least: UInt64 = eventsWorthAThread,
        _ read: @escaping @Sendable (StreamShare, borrowing StoreRead) throws -> Part
    ) throws -> [Part] {
        let head = try transaction.storeRecord()
        guard head.position.value >= least, try kinds.map({ try Self.areMany(of: $0, transaction) }) ?? true else {
            return [try read(.whole, transaction)]
        }
        let (first, second) = StreamShare.two()
        let box = AnswerBox<Part?>()
        let offer = Helpers.shared.offer {
            box.set(
                Result { try self.readBeside { try $0.storeRecord().commit == head.commit ? read(second, $0) : nil } })
        }
        let own = Result { try read(first, transaction) }
        // If no thread began it, nothing is left of it. Otherwise wait for it, even if the own share failed: the other
        // reading must not outlive this transaction.
        if offer.end() { return [try own.get()] }
        let other = Result { try box.wait(isSoon: false) }
        return [try own.get(), try other.get()].compactMap(\.self)
    }

    /// Pieces of some bytes made from numbers below a count, which this thread takes in their order while another goes
    /// on with making them.
    ///
    /// The second thread reads in a transaction of its own; where that holds another state of the store, it makes none.
    /// It ends that while enough waits to be taken: from the first commit after that on all is made here.
    package func inPieces(
        of count: Int, _ size: PieceSize, _ transaction: borrowing StoreRead,
        _ make: @escaping @Sendable (Range<Int>, borrowing StoreRead) throws -> [UInt8],
        receive: ([UInt8]) throws -> Void
    ) throws {
        let commit = try transaction.storeRecord().commit
        let pieces = Pieces<[UInt8]>(of: count, size) { $0.count }
        try pieces.forEachPiece(
            { try make($0, transaction) },
            beside: {
                // Where it cannot read, the caller's thread makes all, or fails for the same reason.
                try? self.readBeside { transaction in
                    guard try transaction.storeRecord().commit == commit else { return }
                    while pieces.makeAhead({ try make($0, transaction) }) {}
                }
            }, receive)
    }

    /// Whether streams of some kinds hold more events than are read while a thread wakes. O(those).
    private static func areMany(of kinds: [String], _ transaction: borrowing StoreRead) throws -> Bool {
        var events = 0
        for kind in kinds where events < eventsSoonRead {
            // The readers of the rows prove them.
            try transaction.forEachStreamRow(prefix: Array((kind + "/").utf8), proves: false) { _, stream, _ in
                events += stream.count
                return events < eventsSoonRead
            }
        }
        return events >= eventsSoonRead
    }

    private static let eventsSoonRead = 128

    /// Where most of them are read in place.
    package static let eventsWorthAThread: UInt64 = 2_048

    /// A stream as it was known at a position (nil: with all that is held), for whichever thread reads; nil where it
    /// had no event.
    package func stream(_ stream: StreamID, knownAt limit: Position?, _ transaction: borrowing StoreRead) throws
        -> LoadedStream?
    {
        try KnownStreams(self, knownAt: limit, transaction).stream(stream, transaction)
    }

    /// Calls with every stream of a kind in a share, folded, as it was known at a position (nil: with all that is
    /// held), until the closure returns false.
    ///
    /// `isKnown` is asked first, with the number of events that the stream holds here: one that is known already is not
    /// read.
    package func forEachStream(
        kind: String, knownAt limit: Position?, share: StreamShare, _ transaction: borrowing StoreRead,
        isKnown: (StreamID, Int) -> Bool = { _, _ in false }, _ body: (LoadedStream) throws -> Bool
    ) throws {
        let links = try linkReader(knownAt: limit, transaction)
        try transaction.forEachStreamRow(prefix: Array((kind + "/").utf8), share: share) { name, stream, rows in
            let (id, record) = (StreamID(unchecked: name.text), try stream.record())
            if isKnown(id, record.count) { return true }
            guard let loaded = try transaction.load(id, record, registry, knownAt: limit, by: &rows) else {
                return true
            }
            try links.apply(to: loaded, transaction)
            return try body(loaded)
        }
    }
}

/// Reads streams as they were known at a position (nil: with all that is held), for one thread: reads that they share
/// happen once.
package struct KnownStreams {
    private let engine: EngineCore
    private let limit: Position?
    private let links: LinkReader

    /// `other`: it reads in the same transaction, for the same thread.
    package init(
        _ engine: EngineCore, knownAt limit: Position?, beside other: KnownStreams? = nil,
        _ transaction: borrowing StoreRead
    ) throws {
        (self.engine, self.limit) = (engine, limit)
        links = try engine.linkReader(knownAt: limit, transaction, held: other?.links.held)
    }

    /// Nil where it had no event.
    package func stream(_ stream: StreamID, _ transaction: borrowing StoreRead) throws -> LoadedStream? {
        guard let loaded = try transaction.load(stream, engine.registry, knownAt: limit) else { return nil }
        try links.apply(to: loaded, transaction)
        return loaded
    }

    /// A stream known earlier, from one read as it was known later: its events are not read again.
    package func stream(within later: LoadedStream, _ transaction: borrowing StoreRead) throws -> LoadedStream? {
        guard let loaded = later.known(at: limit) else { return nil }
        try links.apply(to: loaded, transaction)
        return loaded
    }

    /// Whether links leave out all that a stream holds. O(1) in a ledger of which they leave nothing out.
    package func isLeftOut(_ stream: StreamID, _ transaction: borrowing StoreRead) throws -> Bool {
        if links.shadows.isEmpty { return false }
        return try self.stream(stream, transaction)?.takesNoPart ?? false
    }

    /// Whether no link, undone import or other ledger decides what counts of a stream, at any position.
    func leaveAlone(_ stream: StreamID, _ transaction: borrowing StoreRead) throws -> Bool {
        try links.leavesAlone(stream, transaction)
    }

    /// A stream as it was known at any position. O(events of the stream) where nothing is linked with it, no import was
    /// undone and no ledgers are linked.
    package func stream(within later: LoadedStream, knownAt limit: Position, _ transaction: borrowing StoreRead) throws
        -> LoadedStream?
    {
        guard let known = later.known(at: limit) else { return nil }
        if try leaveAlone(known.stream, transaction) { return known }
        try engine.linkReader(knownAt: limit, transaction, held: links.held).apply(to: known, transaction)
        return known
    }
}
