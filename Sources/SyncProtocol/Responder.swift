import EventCodec
package import EventModel
import TransparencyLog

/// The side that answers: a function of the message and of what the replica holds. It remembers nothing between
/// messages.
package enum Responder {
    /// The answer to a message; nil for `push`, whose cargo the host stores and answers with `receipt`.
    package static func answer(_ message: SyncMessage, from replica: some ReplicaReading) throws -> SyncMessage? {
        switch message {
        case .hello(let hello): try answer(hello, replica)
        case .probe(let principal, let probes):
            .probed(
                try replica.accepts(principal) ? probes.map { try marks(for: $0, replica) } : probes.map { _ in [] })
        case .fetch(let request): try answer(request, replica)
        case .push: nil
        case .answer, .probed, .cargo, .receipt, .refused:
            .refused(SyncRefusal(code: "sync.outOfTurn", message: "This message is an answer, and nothing was asked."))
        }
    }

    private static func answer(_ hello: SyncMessage.Hello, _ replica: some ReplicaReading) throws -> SyncMessage {
        let isStranger = try !replica.accepts(hello.principal)
        let ours = Dictionary(grouping: try replica.paths, by: \.origin)
        let stated = hello.frontier.byOrigin
        let others = ours.filter { stated[$0.key] == nil }
        let foldedDiffers =
            FoldedPaths(others.values.joined()) != FoldedPaths(count: hello.foldedCount, digest: hello.folded)
        var marks: [PathMark] = []
        var giving: [OriginComparison.Giving] = []
        for (origin, theirs) in stated {
            guard let held = ours[origin], Set(held.map(\.mark)) != Set(theirs) else { continue }
            marks += held.map(\.mark)
            if isStranger { continue }
            giving += try Comparison(replica).giving(held, theirs)
        }
        if foldedDiffers {
            for held in others.values {
                marks += held.map(\.mark)
                // A peer that folds nothing has listed all its paths, so it lacks these.
                guard hello.foldedCount == 0, !isStranger else { continue }
                giving += try Comparison(replica).compare(held, []).giving
            }
        }
        let hasSameBlobs = try isStranger || BlobsDigest.of(replica.blobs) == hello.blobs
        return .answer(
            .init(
                principal: replica.principal, isStranger: isStranger, frontier: Frontier(marks),
                missing: stated.keys.filter { ours[$0] == nil }.sorted(), foldedDiffers: foldedDiffers,
                blobs: hasSameBlobs ? nil : try replica.givenBlobs,
                cargo: try given(giving.map { ($0.path, $0.start) }, replica)))
    }

    private static func marks(for probe: SyncMessage.Probe, _ replica: some ReplicaReading) throws -> [Bytes16] {
        guard let path = try replica.paths.first(where: { $0.mark == probe.path }),
            probe.sizes.allSatisfy({ $0 <= path.size })
        else { return [] }
        let roots = try replica.roots(of: path, at: Set(probe.sizes))
        return probe.sizes.compactMap { roots[$0]?.first }
    }

    private static func answer(_ request: SyncMessage.Request, _ replica: some ReplicaReading) throws -> SyncMessage {
        guard try replica.accepts(request.principal) else {
            return .refused(try replica.refusal(of: request.principal))
        }
        let paths = Dictionary(try replica.paths.map { ($0.mark, $0) }) { first, _ in first }
        // A path that has gone meanwhile is left out: the other side asks again when it begins anew. Each path is sent
        // once, however often the request names it. So no request makes this side send a log many times.
        var asked: Set<PathMark> = []
        let parts: [(path: HeldPath, start: UInt64)] = request.parts.filter { asked.insert($0.path).inserted }
            .compactMap { part in
                paths[part.path].flatMap { part.start <= $0.size ? ($0, part.start) : nil }
            }
        let cargo = try given(parts, replica)
        let blobs = request.blobs.isEmpty ? [] : Set(try replica.givenBlobs)
        let piece = try piece(of: request.blobs.filter(blobs.contains), replica)
        return .cargo(.init(tails: cargo.tails, blobs: piece.bytes, heldBack: cargo.heldBack))
    }

    /// The tails from places of paths on, and those that cannot be given.
    private static func given(
        _ parts: [(path: HeldPath, start: UInt64)], _ replica: some ReplicaReading
    ) throws -> SyncMessage.Cargo {
        var tails: [Tail] = []
        var heldBack: [SyncMessage.HeldBack] = []
        for (path, start) in parts {
            if let tail = try replica.tail(of: path, from: start) {
                tails.append(tail)
            } else {
                let why = unsigned(path, start, here: false)
                heldBack.append(.init(origin: path.origin, events: path.size - start, why: why))
            }
        }
        return .init(
            tails: Tail.inOrder(tails), heldBack: heldBack.sorted { ($0.origin, $0.events) < ($1.origin, $1.events) })
    }

    /// Why events of a path are not given: no head speaks for them.
    static func unsigned(_ path: HeldPath, _ start: UInt64, here: Bool) -> SyncRefusal {
        let (events, log) = (path.size - start, path.origin.hex.prefix(12))
        let words = "\(events) \(events == 1 ? "event" : "events") of the log \(log)"
        let remedy = "Put keys/principal.key back there: the file of \"daybook principal export\" has it."
        let stays = events == 1 ? "stays" : "stay"
        return SyncRefusal(
            code: "key.missing",
            message: here
                ? "\(words) \(stays) behind: neither the key of the log nor its person's key is here. "
                    + remedy.replacing(" there", with: "")
                : "The other side holds back \(words): neither the key of the log nor its person's key is there. "
                    + remedy)
    }

    /// The first of those blobs, as many as one message carries, and which they are; more are asked for again.
    static func piece(of blobs: [Bytes32], _ replica: some ReplicaReading) throws -> (
        digests: [Bytes32], bytes: [[UInt8]]
    ) {
        var piece: (digests: [Bytes32], bytes: [[UInt8]]) = ([], [])
        var byteCount = 0
        for digest in blobs.prefix(SyncLimits.blobsPerMessageMaximum) where byteCount < SyncLimits.blobBytesPerMessage {
            guard let bytes = try replica.blob(digest) else { continue }
            piece.digests.append(digest)
            piece.bytes.append(bytes)
            byteCount += bytes.count
        }
        return piece
    }

    /// The code with which events of a person who is not linked are refused, everywhere.
    package static let strangersCode = "origin.unknown"

    /// Why events are not exchanged with that person's ledgers.
    package static func strangers(_ principal: PrincipalID) -> SyncRefusal {
        SyncRefusal(
            code: strangersCode,
            message: "The other ledger is another person's (\(principal.hex.prefix(12))). Nothing was exchanged.")
    }

    /// The code with which events of a person are refused with whom a link ended, everywhere.
    package static let endedCode = "link.ended"

    /// Why events are not exchanged after the end of a link.
    package static func ended(_ principal: PrincipalID) -> SyncRefusal {
        SyncRefusal(
            code: endedCode,
            message:
                "The link with the person \(principal.hex.prefix(12)) was ended. Nothing is exchanged with that person's ledgers."
        )
    }
}

/// Paths that are sent as one digest.
struct FoldedPaths: Equatable {
    let count: Int
    let digest: Bytes16?

    init(count: Int, digest: Bytes16?) {
        self.count = count
        self.digest = digest
    }

    init(_ paths: some Sequence<HeldPath>) {
        let frontier = Frontier(paths.map(\.mark))
        var writer = CBORWriter(capacity: frontier.marks.count * 40 + 8)
        frontier.write(&writer)
        self.init(
            count: frontier.marks.count,
            digest: frontier.marks.isEmpty ? nil : SHA256Hasher.labelled("daybook/frontier/1", writer.bytes).first)
    }
}

enum BlobsDigest {
    /// Nil for none.
    static func of(_ digests: [Bytes32]) -> Bytes16? {
        digests.isEmpty ? nil : SHA256Hasher.labelled("daybook/blobs/1", digests.sorted().flatMap(\.bytes)).first
    }
}

extension Tail {
    /// By origin, and of one origin those that begin earlier first: what a branch leaves comes before it.
    package static func inOrder(_ tails: [Tail]) -> [Tail] {
        tails.sorted { ($0.head.head.origin, $0.start, $0.mark) < ($1.head.head.origin, $1.start, $1.mark) }
    }
}
