import DaybookKit
import Engine
import EventCodec
import EventModel
import SyncProtocol
import TransparencyLog

/// The joint content of the bundles of a shared folder, as one side of an exchange: a replica that can only be read.
///
/// It has the logs that were admitted. A tail that begins where none ends waits for a missing bundle, and counts as not
/// held.
struct FolderReplica: ReplicaReading {
    /// The person of the ledger that asks: what the folder gives is checked by whose logs it is, not by who put it
    /// there.
    let principal: PrincipalID
    let paths: [HeldPath]
    let folderPaths: FolderPaths
    private let bundles: [FolderBundle]
    private let edges: [OriginID: [MerkleEdge]]
    private let attachments: [Bytes32: Int]
    let blobs: [Bytes32]

    /// - Parameters:
    ///   - bundles: Those of the folder that are exchanged.
    ///   - principal: The person of the ledger that asks.
    /// - Throws: An error of the disk, and `Fault` `folder.changed`, where a log forked and its events are compared.
    init(_ bundles: [FolderBundle], of principal: PrincipalID) throws {
        (self.bundles, self.principal) = (bundles, principal)
        let folderPaths = try FolderPaths(bundles)
        self.folderPaths = folderPaths
        edges = folderPaths.edges
        paths = folderPaths.ends.enumerated().map { number, end in
            HeldPath(
                origin: folderPaths.origin(of: end), edge: folderPaths.edge(of: end), number: UInt32(number),
                isRetired: false)
        }
        attachments = Dictionary(bundles.enumerated().flatMap { file, bundle in bundle.blobs.keys.map { ($0, file) } })
        {
            first, _ in first
        }
        blobs = attachments.keys.sorted()
    }

    private func entry(_ link: FolderPaths.Link) -> CargoCoding.List.TailEntry {
        bundles[link.file].header.list.tails[link.tail]
    }

    private func end(of path: HeldPath) -> Int { folderPaths.ends[Int(path.number)] }

    // MARK: - Reading

    /// Anyone who can read the folder.
    func accepts(_ principal: PrincipalID) throws -> Bool { true }

    func roots(of path: HeldPath, at sizes: Set<UInt64>) throws -> [UInt64: Bytes32] {
        try folderPaths.roots(to: end(of: path), at: sizes)
    }

    func common(_ left: HeldPath, _ right: HeldPath) throws -> UInt64 {
        try folderPaths.common(end(of: left), end(of: right))
    }

    /// Pieces of one tail that follow each other, and the place from which their events are lacking.
    struct Run {
        fileprivate let link: FolderPaths.Link
        let pieces: Range<Int>
        let start: UInt64

        /// The run without its first pieces, from a place on.
        func dropping(_ count: Int, from start: UInt64) -> Run {
            Run(link: link, pieces: pieces.dropFirst(count), start: start)
        }
    }

    private func run(_ link: FolderPaths.Link, from start: UInt64) -> Run? {
        let pieces = bundles[link.file].parts[link.tail].pieces
        return pieces.firstIndex { $0.span.end > start }.map {
            Run(link: link, pieces: $0..<pieces.endIndex, start: max(start, pieces[$0].span.start))
        }
    }

    /// The tails of a path that reach beyond a place, each as the pieces that do.
    func runs(of path: HeldPath, from start: UInt64) -> [Run] {
        folderPaths.links(to: end(of: path), beyond: start).compactMap { run($0.link, from: max(start, $0.start)) }
    }

    /// The tails that lead to some paths of one log beyond others that are held, those that are continued first.
    func runs(to lacked: [HeldPath], beyond held: [HeldPath]) throws -> [Run] {
        let nodes = Set(held.map { FolderPaths.Node(origin: $0.origin, size: $0.size, root: $0.root) })
        return try folderPaths.links(to: lacked.map(end(of:)), beyond: nodes).compactMap {
            run($0.link, from: $0.start)
        }
    }

    /// The number of events and the bytes of a run.
    func measure(_ run: Run) -> (events: UInt64, bytes: Int) {
        let pieces = bundles[run.link.file].parts[run.link.tail].pieces[run.pieces]
        return (pieces.reduce(0) { $0 + $1.span.count }, pieces.reduce(0) { $0 + $1.bytes.count })
    }

    /// The events of the first pieces of a run, with the proof that they lead to the head of its tail.
    func tail(_ run: Run, first count: Int) throws -> ReceivedTail {
        let (bundle, end) = (bundles[run.link.file], run.pieces.lowerBound + count)
        let part = bundle.parts[run.link.tail]
        var events: [StoredEvent] = []
        var sequence = part.pieces[run.pieces.lowerBound].span.start
        try bundle.forEachEvent(ofTail: run.link.tail, pieces: run.pieces.lowerBound..<end) { event, _ in
            if sequence >= run.start { events.append(event) }
            sequence += 1
        }
        return ReceivedTail(
            head: entry(run.link).head, start: run.start, events: events, rest: part.span(end..<run.pieces.upperBound))
    }

    func tail(of path: HeldPath, from start: UInt64) throws -> Tail? {
        var events: [StoredEvent] = []
        for (link, first) in folderPaths.links(to: end(of: path), beyond: start) {
            events += try bundles[link.file].tail(link.tail).events.dropFirst(start > first ? Int(start - first) : 0)
        }
        return Tail(head: entry(folderPaths.link(of: end(of: path))).head, start: start, events: events)
    }

    /// The edges at which tails of an origin end, the longest first, and at last that of nothing.
    func edges(of origin: OriginID, upTo size: UInt64) -> some Sequence<MerkleEdge> {
        [[MerkleEdge()], edges[origin] ?? []].joined().reversed().lazy.drop { $0.size > size }
    }

    /// A person whose ledger wrote to the folder; nil where that replica exchanges events with a writer or an author.
    func stranger(to replica: LedgerReplica) throws -> PrincipalID? {
        let writers = writers
        let all = writers.union(bundles.flatMap { $0.parts.compactMap(\.author) })
        return try all.contains { try replica.accepts($0) } ? nil : writers.min()
    }

    /// The persons whose ledgers put something there.
    var writers: Set<PrincipalID> { Set(bundles.map(\.header.principal)) }

    /// Whether it holds nothing but ends of links.
    var holdsEndsAlone: Bool { bundles.allSatisfy(\.isEndAlone) }

    /// Whether a tail ends there.
    func contains(_ end: PathMark) -> Bool { bundles.contains { $0.header.list.tails.contains { $0.mark == end } } }

    /// The logs of a person, each up to an event that ends the link with another person and lies beyond what that one's
    /// paths hold.
    func endTails(by person: PrincipalID, of other: PrincipalID, beyond held: [HeldPath]) throws -> [Tail] {
        var result: [Tail] = []
        let link = LinkConsent.stream(person, other)
        for bundle in bundles {
            for (number, part) in bundle.parts.enumerated() where part.end == link && part.author == person {
                let head = bundle.header.list.tails[number].head
                let (origin, size) = (head.head.origin, head.head.size)
                if held.contains(where: { $0.origin == origin && $0.size >= size }) { continue }
                let path = try paths.first {
                    try $0.origin == origin && $0.size >= size && roots(of: $0, at: [size])[size] == head.head.root
                }
                guard let path, let whole = try tail(of: path, from: 0) else { continue }
                result.append(Tail(head: head, start: 0, events: Array(whole.events.prefix(Int(size)))))
            }
        }
        return result
    }

    /// All of them: the ledger that asks takes those that its events name.
    var givenBlobs: [Bytes32] { blobs }

    func missing(_ blobs: [Bytes32]) -> [Bytes32] { blobs.filter { attachments[$0] == nil } }

    func blob(_ digest: Bytes32) throws -> [UInt8]? { try attachments[digest].flatMap { try bundles[$0].blob(digest) } }
}
