import DaybookKit
import Engine
import EventCodec
import EventModel
import SyncProtocol
import TransparencyLog

/// The joint content of the bundles of a shared folder, as one side of an exchange: a replica that can only be read.
///
/// Each bundle states where its tails begin and end. Tails that begin where others end make the paths of the logs. A
/// tail that begins where none ends waits for a missing bundle, and counts as not held.
struct FolderReplica: ReplicaReading {
    /// A tail of a bundle.
    fileprivate struct Link: Hashable {
        let file: Int
        let tail: Int
    }

    /// A place where a tail ends and another may begin.
    private struct Node: Hashable {
        let origin: OriginID
        let size: UInt64
        let root: Bytes32
    }

    /// A path from the beginning: the tails that make it, and the edge after each.
    private struct Chain {
        var links: [(link: Link, start: UInt64, edge: MerkleEdge)] = []
        var end: MerkleEdge { links.last?.edge ?? MerkleEdge() }
    }

    /// The person of the ledger that asks: what the folder gives is checked by whose logs it is, not by who put it
    /// there.
    let principal: PrincipalID
    private(set) var paths: [HeldPath] = []
    private let bundles: [FolderBundle]
    private var chains: [Chain] = []
    private var edgesByOrigin: [OriginID: Set<MerkleEdge>] = [:]
    /// The bundles passed over, in sentences.
    private(set) var notes: [String] = []

    /// - Parameters:
    ///   - bundles: Those of the folder that are exchanged.
    ///   - principal: The person of the ledger that asks.
    ///   - isAdmitted: Whether the log of a person is taken. One note counts the events of each other person.
    /// - Throws: An error of the disk, and `Fault` `folder.changed`, where a log forked and its events are compared.
    init(_ bundles: [FolderBundle], of principal: PrincipalID, isAdmitted: (OriginID, PrincipalID) -> Bool) throws {
        (self.bundles, self.principal) = (bundles, principal)
        chains = admitted(try prunedChains(), isAdmitted)
        for chain in chains { edgesByOrigin[origin(of: chain), default: []].formUnion(chain.links.map(\.edge)) }
        paths = chains.enumerated().map { number, chain in
            HeldPath(origin: origin(of: chain), edge: chain.end, number: UInt32(number), isRetired: false)
        }
    }

    /// The chains of persons whose logs are taken. The others are counted in one note a person.
    private mutating func admitted(_ chains: [Chain], _ isAdmitted: (OriginID, PrincipalID) -> Bool) -> [Chain] {
        var leftOut: [PrincipalID: UInt64] = [:]
        let admitted = chains.filter { chain in
            let first = chain.links[0].link
            // A tail without an author has no event, and makes no chain.
            guard let author = bundles[first.file].parts[first.tail].author else { return false }
            if isAdmitted(origin(of: chain), author) { return true }
            leftOut[author, default: 0] += chain.end.size
            return false
        }
        for (person, count) in leftOut.sorted(by: { $0.key < $1.key }) {
            notes.append(
                "\(count) events of the person \(person.hex.prefix(12)) were passed over: no link with that person is here."
            )
        }
        return admitted
    }

    // MARK: - Paths

    private func origin(of chain: Chain) -> OriginID { entry(chain.links[0].link).head.head.origin }
    private func entry(_ link: Link) -> CargoCoding.List.TailEntry { bundles[link.file].header.list.tails[link.tail] }

    /// Whether the log's own origin or person signed a head; a stranger's key certifies nothing.
    private static func isCertified(_ head: SignedHead, ofLogBy author: PrincipalID?) -> Bool {
        head.certifier.map { PrincipalID(publicKey: $0) == author } ?? true
    }

    /// Every path that begins at a log's beginning and that no other one continues.
    private mutating func chains(beginningAt starts: [Node: [Link]]) -> [Chain] {
        var result: [Chain] = []
        var seen: Set<Node> = []
        var open: [(node: Node, chain: Chain)] = []
        for node in starts.keys where node.size == 0 { open.append((node, Chain())) }
        while let (node, chain) = open.popLast() {
            var isContinued = false
            for link in starts[node] ?? [] {
                let (entry, edge) = (entry(link), bundles[link.file].header.places[link.tail].edge)
                let end = Node(origin: entry.head.head.origin, size: edge.size, root: edge.root)
                // A tail behind the head of a stranger does not continue the log of a person.
                let first = chain.links.first?.link ?? link
                guard Self.isCertified(entry.head, ofLogBy: bundles[first.file].parts[first.tail].author) else {
                    let name = bundles[link.file].name
                    let note = "\(name) was passed over: another person than the log's own certified its head."
                    if !notes.contains(note) { notes.append(note) }
                    continue
                }
                // Two ledgers may have written the same events.
                if seen.contains(end) {
                    isContinued = true
                    continue
                }
                var grown = chain.end
                for piece in bundles[link.file].parts[link.tail].pieces { grown.append(piece.span) }
                guard grown.root == edge.root else {
                    notes.append(
                        "\(bundles[link.file].name) was passed over: its events are not those that its list announces.")
                    continue
                }
                isContinued = true
                seen.insert(end)
                var longer = chain
                longer.links.append((link, entry.start, edge))
                open.append((end, longer))
            }
            if !isContinued, !chain.links.isEmpty { result.append(chain) }
        }
        return result
    }

    /// Of those of one origin, one that is the beginning of another is left out.
    private mutating func prunedChains() throws -> [Chain] {
        var starts: [Node: [Link]] = [:]
        for (file, bundle) in bundles.enumerated() {
            for (tail, entry) in bundle.header.list.tails.enumerated() where entry.count > 0 {
                let node = Node(
                    origin: entry.head.head.origin, size: entry.start, root: bundle.header.places[tail].rootBefore)
                starts[node, default: []].append(Link(file: file, tail: tail))
            }
        }
        var result: [Chain] = []
        for chains in Dictionary(grouping: chains(beginningAt: starts), by: { origin(of: $0) }).values {
            for chain in chains {
                let others = chains.filter { $0.end.size > chain.end.size }
                let size = chain.end.size
                if try !others.contains(where: { try roots(of: $0, at: [size])[size] == chain.end.root }) {
                    result.append(chain)
                }
            }
        }
        return result.sorted { (origin(of: $0), $0.end.size, $0.end.root) < (origin(of: $1), $1.end.size, $1.end.root) }
    }

    /// How many first events two chains have in common: the largest size at which their roots are equal.
    ///
    /// Each round reads the events once and leaves a sixty-fourth of what was open.
    private func common(_ left: Chain, _ right: Chain) throws -> UInt64 {
        var (equal, differs) = (UInt64(0), min(left.end.size, right.end.size) + 1)
        while differs - equal > 1 {
            let step = max(1, (differs - equal) / 64)
            let sizes = Set(stride(from: equal + step, to: differs, by: UInt64.Stride(step)))
            let (ours, theirs) = (try roots(of: left, at: sizes), try roots(of: right, at: sizes))
            for size in sizes.sorted() {
                guard ours[size] == theirs[size] else {
                    differs = size
                    break
                }
                equal = size
            }
        }
        return equal
    }

    // MARK: - Reading

    /// Anyone who can read the folder.
    func accepts(_ principal: PrincipalID) throws -> Bool { true }

    func roots(of path: HeldPath, at sizes: Set<UInt64>) throws -> [UInt64: Bytes32] {
        try roots(of: chains[Int(path.number)], at: sizes)
    }

    /// O(bytes of the pieces in which a size lies that is not their end).
    private func roots(of chain: Chain, at sizes: Set<UInt64>) throws -> [UInt64: Bytes32] {
        var roots: [UInt64: Bytes32] = sizes.contains(0) ? [0: SHA256Hasher.emptyRoot] : [:]
        var edge = MerkleEdge()
        for link in chain.links {
            if sizes.contains(where: { $0 > link.start && $0 < link.edge.size }) {
                let bundle = bundles[link.link.file]
                for (number, piece) in bundle.parts[link.link.tail].pieces.enumerated() {
                    guard sizes.contains(where: { $0 > piece.span.start && $0 < piece.span.end }) else {
                        edge.append(piece.span)
                        if sizes.contains(edge.size) { roots[edge.size] = edge.root }
                        continue
                    }
                    try bundle.forEachEvent(ofTail: link.link.tail, pieces: number..<number + 1) { _, leaf in
                        edge.append(leaf: leaf)
                        if sizes.contains(edge.size) { roots[edge.size] = edge.root }
                    }
                }
            }
            edge = link.edge
            if sizes.contains(edge.size) { roots[edge.size] = edge.root }
        }
        return roots
    }

    /// Pieces of one tail of a path that follow each other.
    struct Run {
        fileprivate let link: Link
        let pieces: Range<Int>

        /// The run without its first pieces.
        func dropping(_ count: Int) -> Run { Run(link: link, pieces: pieces.dropFirst(count)) }
    }

    /// The tails of a path that reach beyond a place, each as the pieces that do.
    func runs(of path: HeldPath, from start: UInt64) -> [Run] {
        chains[Int(path.number)].links.compactMap { link in
            let pieces = bundles[link.link.file].parts[link.link.tail].pieces
            let first = pieces.firstIndex { $0.span.end > start }
            return first.map { Run(link: link.link, pieces: $0..<pieces.endIndex) }
        }
    }

    /// The events of the first pieces of a run from a place on, with the proof that they lead to the head of its tail.
    func tail(_ run: Run, first count: Int, from start: UInt64) throws -> ReceivedTail {
        let (bundle, end) = (bundles[run.link.file], run.pieces.lowerBound + count)
        let part = bundle.parts[run.link.tail]
        var events: [StoredEvent] = []
        var sequence = part.pieces[run.pieces.lowerBound].span.start
        let first = max(start, sequence)
        try bundle.forEachEvent(ofTail: run.link.tail, pieces: run.pieces.lowerBound..<end) { event, _ in
            if sequence >= first { events.append(event) }
            sequence += 1
        }
        return ReceivedTail(
            head: entry(run.link).head, start: first, events: events, rest: part.span(end..<run.pieces.upperBound))
    }

    func common(_ left: HeldPath, _ right: HeldPath) throws -> UInt64 {
        try common(chains[Int(left.number)], chains[Int(right.number)])
    }

    func tail(of path: HeldPath, from start: UInt64) throws -> Tail? {
        let chain = chains[Int(path.number)]
        var events: [StoredEvent] = []
        for link in chain.links where link.edge.size > start {
            events += try bundles[link.link.file].tail(link.link.tail).events.dropFirst(
                start > link.start ? Int(start - link.start) : 0)
        }
        return Tail(head: entry(chain.links[chain.links.count - 1].link).head, start: start, events: events)
    }

    /// The edges at which tails of an origin end, the longest first, and at last that of nothing.
    func edges(of origin: OriginID, upTo size: UInt64) -> [MerkleEdge] {
        (edgesByOrigin[origin] ?? []).filter { $0.size <= size }.sorted { $0.size > $1.size } + [MerkleEdge()]
    }

    /// A person whose ledger wrote to the folder; nil where that replica exchanges events with a writer or an author.
    func stranger(to replica: LedgerReplica) throws -> PrincipalID? {
        let persons = Set(bundles.map(\.header.principal))
        let all = persons.union(bundles.flatMap { $0.parts.compactMap(\.author) })
        return try all.contains { try replica.accepts($0) } ? nil : persons.min()
    }

    /// The persons whose ledgers put something there.
    var writers: Set<PrincipalID> { Set(bundles.map(\.header.principal)) }

    /// Whether it holds nothing but ends of links.
    var holdsEndsAlone: Bool { bundles.allSatisfy(\.isEndAlone) }

    /// Whether a tail ends there whose head the log's own origin or person signed.
    func contains(_ end: PathMark) -> Bool {
        bundles.contains { bundle in
            zip(bundle.header.list.tails, bundle.parts).contains { entry, part in
                let head = entry.head.head
                return PathMark(origin: head.origin, size: head.size, root: head.root) == end
                    && Self.isCertified(entry.head, ofLogBy: part.author)
            }
        }
    }

    /// The logs of a person, each up to an event that ends the link with another person and lies beyond what that one's
    /// paths hold.
    func endTails(by person: PrincipalID, of other: PrincipalID, beyond held: [HeldPath]) throws -> [Tail] {
        var result: [Tail] = []
        let link = LinkConsent.stream(person, other)
        for (file, bundle) in bundles.enumerated() {
            for (number, part) in bundle.parts.enumerated() where part.end == link && part.author == person {
                let head = entry(Link(file: file, tail: number)).head
                let (origin, size) = (head.head.origin, head.head.size)
                if held.contains(where: { $0.origin == origin && $0.size >= size }) { continue }
                let path = try paths.first {
                    try $0.origin == origin && roots(of: $0, at: [size])[size] == head.head.root
                }
                guard let path, let whole = try tail(of: path, from: 0) else { continue }
                result.append(Tail(head: head, start: 0, events: Array(whole.events.prefix(Int(size)))))
            }
        }
        return result
    }

    var blobs: [Bytes32] { Set(bundles.flatMap(\.blobs.keys)).sorted() }

    /// All of them: the ledger that asks takes those that its events name.
    var givenBlobs: [Bytes32] { blobs }

    func missing(_ blobs: [Bytes32]) -> [Bytes32] {
        let held = Set(self.blobs)
        return blobs.filter { !held.contains($0) }
    }

    func blob(_ digest: Bytes32) throws -> [UInt8]? { try bundles.first { $0.blobs[digest] != nil }?.blob(digest) }
}
