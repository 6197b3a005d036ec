import Engine
import EventCodec
import EventModel
import SyncProtocol
import TransparencyLog

/// What the bundles of a shared folder hold together, as one side of an exchange: a replica that can only be read.
///
/// Each bundle says where its tails begin and end. Tails that begin where others end make the paths of the logs; what begins where nothing
/// ends waits for a bundle that is not there yet, and counts as not held.
struct FolderReplica: ReplicaReading {
    /// A bundle that is as it was written, and can be read.
    private struct Bundle {
        let name: String
        let digest: Bytes32
        let header: BundleHeader
        /// The leaves of each tail.
        let leaves: [[Bytes32]]
        /// Whose logs are in it, as their events say; nobody has signed what the list says of its writer.
        let authors: Set<PrincipalID>
        /// The tails in which links are made or ended.
        let linkTails: [Int]
        /// Of those, the ones whose last event ends a link, with its stream.
        let ends: [Int: StreamID]
    }

    /// A tail of a bundle.
    private struct Link: Hashable {
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

    let principal: PrincipalID
    private(set) var paths: [HeldPath] = []
    private let files: FolderFiles
    private let bundles: [Bundle]
    private var chains: [Chain] = []
    /// Why files were passed over, in sentences.
    private(set) var notes: [String]
    /// The bundle that was read last: tails are read one after another.
    private let cache = ReadBundle()

    /// Reads every bundle of the folder and holds it against its digest. Throws `Rejection` `folder.severalPersons` where a ledger without
    /// events could become that of several.
    init(_ files: FolderFiles, askedBy ledger: LedgerReplica) throws {
        self.files = files
        (bundles, notes) = try FolderReplica.read(files, ledger)
        let (own, persons) = (ledger.principal, Set(bundles.map(\.header.principal)))
        if !ledger.isAnyones || persons.isEmpty || persons.contains(own) {
            principal = own
        } else {
            guard persons.count == 1, let person = persons.first else { throw FolderReplica.severalPersons }
            principal = person
        }
        chains = prunedChains()
        paths = chains.enumerated().map { number, chain in
            HeldPath(origin: origin(of: chain), edge: chain.end, number: UInt32(number), isRetired: false)
        }
    }

    private static func read(_ files: FolderFiles, _ ledger: LedgerReplica) throws -> (bundles: [Bundle], notes: [String]) {
        var bundles: [Bundle] = []
        var notes: [String] = []
        var places: [Bytes32: Int] = [:]
        for name in try files.names() {
            do {
                let bundle = try read(name, files, ledger)
                // What proves itself is taken under any name, once.
                if let held = places[bundle.digest] {
                    let isOwnName = FolderReplica.name(bundle.digest) == name
                    let copy = isOwnName ? bundles[held].name : name
                    if isOwnName { bundles[held] = bundle }
                    notes.append("\(copy) was passed over: it is a copy of \(bundles[held].name).")
                } else {
                    places[bundle.digest] = bundles.count
                    bundles.append(bundle)
                }
            } catch let fault as Fault {
                // It may still be on its way here, or have gone, or be another's alone; whoever holds the events writes them again.
                notes.append("\(name) was passed over: \(fault.message)")
            }
        }
        return (bundles, notes)
    }

    /// Reads a bundle wholly: one that only seems sound would stand in the way of those who hold its events.
    private static func read(_ name: String, _ files: FolderFiles, _ ledger: LedgerReplica) throws -> Bundle {
        let (header, tails, digest) = try files.withFile(name) { source in
            var reader = BundleReader(source)
            let (header, tails) = try reader.readTails()
            let names = BundleNames(header, tails, ledger)
            _ = try reader.readBlobs(of: header, isNamed: { try names.use(of: $0) != nil }) { _ in false }
            return (header, tails, reader.digest)
        }
        guard let digest else { throw BundleFaults.unreadable("it has no digest") }
        var authors: Set<PrincipalID> = []
        var (linkTails, ends): ([Int], [Int: StreamID]) = ([], [:])
        let leaves = try zip(tails.indices, zip(tails, header.places)).map { number, part in
            let (tail, place) = part
            do {
                var holdsLinks = false
                try ReceivedTail(tail).checkEvents { event in
                    authors.insert(event.actor)
                    if event.stream.isOfLinks { holdsLinks = true }
                }
                if holdsLinks { linkTails.append(number) }
                ends[number] = ReceivedTail(tail).endOfLink
            } catch { throw BundleFaults.unreadable((error as? Fault)?.message ?? "\(error)") }
            guard place.edge.root == tail.head.head.root else { throw BundleFaults.unreadable("its list announces other events than were signed") }
            return tail.events.map { SHA256Hasher.leafHash(envelope: $0.envelope) }
        }
        return Bundle(
            name: name, digest: digest, header: header, leaves: leaves, authors: authors, linkTails: linkTails,
            ends: ends)
    }

    private static let severalPersons = Rejection(
        code: "folder.severalPersons", message: "Ledgers of several persons share this folder, and this one has no person yet.",
        hint: "Nothing was taken. Make it a device of one of them: \"daybook init --join\".")

    static func name(_ digest: Bytes32) -> String { String(digest.hex.prefix(32)) + FolderFiles.suffix }

    // MARK: - Paths

    private func origin(of chain: Chain) -> OriginID { entry(chain.links[0].link).head.head.origin }
    private func entry(_ link: Link) -> CargoCoding.List.TailEntry { bundles[link.file].header.list.tails[link.tail] }

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
                // Two ledgers may have written the same events.
                if seen.contains(end) {
                    isContinued = true
                    continue
                }
                var grown = chain.end
                for leaf in bundles[link.file].leaves[link.tail] { grown.append(leaf: leaf) }
                guard grown.root == edge.root else {
                    notes.append("\(bundles[link.file].name) was passed over: its events are not those that its list announces.")
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
    private mutating func prunedChains() -> [Chain] {
        var starts: [Node: [Link]] = [:]
        for (file, bundle) in bundles.enumerated() {
            for (tail, entry) in bundle.header.list.tails.enumerated() where entry.count > 0 {
                let node = Node(origin: entry.head.head.origin, size: entry.start, root: bundle.header.places[tail].rootBefore)
                starts[node, default: []].append(Link(file: file, tail: tail))
            }
        }
        var result: [Chain] = []
        for chains in Dictionary(grouping: chains(beginningAt: starts), by: { origin(of: $0) }).values {
            for chain in chains {
                let others = chains.filter { $0.end.size > chain.end.size }
                if !others.contains(where: { common(chain, $0) == chain.end.size }) { result.append(chain) }
            }
        }
        return result.sorted { (origin(of: $0), $0.end.size, $0.end.root) < (origin(of: $1), $1.end.size, $1.end.root) }
    }

    private func common(_ left: Chain, _ right: Chain) -> UInt64 {
        UInt64(zip(leaves(of: left), leaves(of: right)).prefix { $0 == $1 }.count)
    }

    private func leaves(of chain: Chain) -> some Sequence<Bytes32> { chain.links.lazy.flatMap { bundles[$0.link.file].leaves[$0.link.tail] } }

    // MARK: - Reading

    /// Anyone who can read the folder.
    func accepts(_ principal: PrincipalID) throws -> Bool { true }

    func roots(of path: HeldPath, at sizes: Set<UInt64>) -> [UInt64: Bytes32] {
        var roots: [UInt64: Bytes32] = sizes.contains(0) ? [0: SHA256Hasher.emptyRoot] : [:]
        var edge = MerkleEdge()
        for link in chains[Int(path.number)].links {
            if sizes.contains(where: { $0 > link.start && $0 < link.edge.size }) {
                for leaf in bundles[link.link.file].leaves[link.link.tail] {
                    edge.append(leaf: leaf)
                    if sizes.contains(edge.size) { roots[edge.size] = edge.root }
                }
            }
            edge = link.edge
            if sizes.contains(edge.size) { roots[edge.size] = edge.root }
        }
        return roots
    }

    func common(_ left: HeldPath, _ right: HeldPath) -> UInt64 { common(chains[Int(left.number)], chains[Int(right.number)]) }

    func tail(of path: HeldPath, from start: UInt64) throws -> Tail? {
        let chain = chains[Int(path.number)]
        var events: [StoredEvent] = []
        for link in chain.links where link.edge.size > start {
            events += try tail(link.link).events.dropFirst(start > link.start ? Int(start - link.start) : 0)
        }
        return Tail(head: entry(chain.links[chain.links.count - 1].link).head, start: start, events: events)
    }

    /// The edges at which tails of an origin end, the longest first, and at last that of nothing.
    func edges(of origin: OriginID, upTo size: UInt64) -> [MerkleEdge] {
        let all = chains.filter { self.origin(of: $0) == origin }.flatMap { $0.links.map(\.edge) }
        return Set(all).filter { $0.size <= size }.sorted { $0.size > $1.size } + [MerkleEdge()]
    }

    /// The persons whose ledgers put something there.
    var writers: Set<PrincipalID> { Set(bundles.map(\.header.principal)) }

    /// The tails in which links are made or ended.
    var linkTails: [ReceivedTail] {
        get throws {
            try bundles.indices.flatMap { file in
                try bundles[file].linkTails.map { ReceivedTail(try tail(Link(file: file, tail: $0))) }
            }
        }
    }

    /// Whether a tail ends there.
    func holds(_ end: PathMark) -> Bool {
        bundles.contains { bundle in
            bundle.header.list.tails.map(\.head.head).contains {
                PathMark(origin: $0.origin, size: $0.size, root: $0.root) == end
            }
        }
    }

    /// The logs of a person, each up to an event that ends the link with another person and lies beyond what that one's
    /// paths hold.
    func endTails(by person: PrincipalID, of other: PrincipalID, beyond held: [HeldPath]) throws -> [Tail] {
        var result: [Tail] = []
        for (file, bundle) in bundles.enumerated() where bundle.authors.contains(person) {
            for number in bundle.ends.keys.sorted() where bundle.ends[number] == LinkConsent.stream(person, other) {
                let head = entry(Link(file: file, tail: number)).head
                if held.contains(where: { $0.origin == head.head.origin && $0.size >= head.head.size }) { continue }
                let size = head.head.size
                let path = paths.first {
                    $0.origin == head.head.origin && roots(of: $0, at: [size])[size] == head.head.root
                }
                guard let path, let whole = try tail(of: path, from: 0) else { continue }
                result.append(Tail(head: head, start: 0, events: Array(whole.events.prefix(Int(head.head.size)))))
            }
        }
        return result
    }

    /// A person whose ledger put something there, where nobody did with whom that replica exchanges events.
    func stranger(to replica: LedgerReplica) throws -> PrincipalID? {
        let persons = Set(bundles.map(\.header.principal))
        return try persons.union(bundles.flatMap(\.authors)).contains { try replica.accepts($0) } ? nil : persons.min()
    }

    var blobs: [Bytes32] { Set(bundles.flatMap { $0.header.list.blobs.map(\.digest) }).sorted() }

    /// All of them: the ledger that asks takes those that its events name.
    var givenBlobs: [Bytes32] { blobs }

    func missing(_ blobs: [Bytes32]) -> [Bytes32] {
        let held = Set(self.blobs)
        return blobs.filter { !held.contains($0) }
    }

    func blob(_ digest: Bytes32) throws -> [UInt8]? {
        if let held = cache.blobs[digest] { return held }
        guard let file = bundles.firstIndex(where: { $0.header.list.blobs.contains { $0.digest == digest } }) else { return nil }
        // Blobs are asked for in the order of the list: those after it are kept, too, as many as one message carries.
        var (kept, byteCount): (Set<Bytes32>, Int) = ([], 0)
        for entry in bundles[file].header.list.blobs.drop(while: { $0.digest != digest }) where byteCount < SyncLimits.blobBytesPerMessage {
            kept.insert(entry.digest)
            byteCount += entry.byteCount
        }
        cache.blobs = try Dictionary(read(file, keeping: kept).blobs.map { (SHA256Hasher.hash($0), $0) }) { first, _ in first }
        return cache.blobs[digest]
    }

    private func tail(_ link: Link) throws -> Tail {
        if let held = cache.tails, held.file == link.file { return held.tails[link.tail] }
        let tails = try read(link.file, keeping: []).tails
        cache.tails = (link.file, tails)
        return tails[link.tail]
    }

    /// Reads a bundle again. Throws `Fault` `folder.changed` where it is not the file that was read before.
    private func read(_ file: Int, keeping kept: Set<Bytes32>) throws -> (tails: [Tail], blobs: [[UInt8]]) {
        let (bundle, files) = (bundles[file], files)
        return try files.withFile(bundle.name) { source in
            var reader = BundleReader(source)
            do {
                let (header, tails) = try reader.readTails()
                let blobs = try reader.readBlobs(of: header, isNamed: { _ in true }) { kept.contains($0) }
                if reader.digest == bundle.digest { return (tails, blobs) }
            } catch let fault as Fault where fault.kind == .unreadable {}
            throw FolderFiles.changed("\(files.path)/\(bundle.name)")
        }
    }
}

/// What was read last: tails and blobs are asked for one after another.
private final class ReadBundle {
    var tails: (file: Int, tails: [Tail])?
    var blobs: [Bytes32: [UInt8]] = [:]
}
