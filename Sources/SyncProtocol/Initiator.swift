package import EventModel
import TransparencyLog

/// The side that begins: a state machine. It returns its next step as an action, and receives the result.
///
/// It asks what the other side holds, stores what it lacks, and gives what the other lacks. It searches for the first
/// difference only where a tail does not continue a path held here. It never remembers an earlier exchange: it knows
/// only the other side's present answers.
package struct Initiator {
    package enum Action: Equatable, Sendable {
        /// Say this, and put the answer into `take`.
        case send(SyncMessage)
        /// Store this, given by that person's ledger, and put what became of each tail into `stored`.
        case store(SyncMessage.Cargo, from: PrincipalID)
        case finished(SyncSummary)
    }

    private enum Phase { case idle, greeting, storing, probing, fetching, pushing, done }

    private var phase = Phase.idle
    private var summary = SyncSummary()
    /// The paths they hold, as far as they stated them.
    private var theirs: [OriginID: [PathMark]] = [:]
    private var theirBlobs: [Bytes32]?
    private var peer: PrincipalID?
    /// Whether they do not know a link yet that is known here. The logs given to them contain it.
    private var isStrange = false
    /// Whether they refused a question, and the link was given to them once more.
    private var hasStartedOver = false
    private var searches: [ForkSearch] = []
    private var found: [OriginID: [KnownPrefix]] = [:]
    /// Origins whose tails did not continue what is here or there.
    private var diverged: Set<OriginID> = []
    /// A path that was asked for or given once is not asked for or given again.
    private var fetched: Set<PathMark> = []
    private var fetchedBlobs: Set<Bytes32> = []
    private var asked: [PathMark] = []
    private var askedBlobs: [Bytes32] = []
    private var pushed: Set<PathMark> = []
    /// Given a second time, from the first difference on.
    private var repushed: Set<PathMark> = []
    private var pushedBlobs: Set<Bytes32> = []
    private var pushing: [Tail] = []
    /// Asked for a second time, because they did not continue what is here.
    private var refetched: Set<PathMark> = []
    private var waitingHere = WaitingTails()
    private var waitingThere = WaitingTails()

    package init() {}

    package mutating func begin(_ replica: some ReplicaReading) throws -> Action {
        precondition(phase == .idle, "an exchange begins once")
        phase = .greeting
        let paths = try replica.paths
        let folded = paths.filter(\.isRetired)
        let stated = paths.filter { !$0.isRetired }
        let digest = FoldedPaths(folded)
        return send(
            .hello(
                .init(
                    principal: replica.principal, frontier: Frontier(stated.map(\.mark)), foldedCount: digest.count,
                    folded: digest.digest,
                    blobs: BlobsDigest.of(try replica.blobs))))
    }

    private mutating func send(_ message: SyncMessage) -> Action {
        summary.roundTrips += 1
        return .send(message)
    }

    /// Takes the other side's answer. Throws `SyncRefusal` for a refusal, `Fault` for an answer to something else.
    package mutating func receive(_ message: SyncMessage, _ replica: some ReplicaReading) throws -> Action {
        switch (phase, message) {
        case (.probing, .refused(let refusal)), (.fetching, .refused(let refusal)):
            guard try startOver(refusal, replica) else { throw refusal }
            return try next(replica)
        case (_, .refused(let refusal)): throw refusal
        case (.greeting, .answer(let answer)):
            // Without a link known to either side, the exchange ends here. One side's knowledge is enough.
            if answer.isStranger, try !replica.accepts(answer.principal) {
                throw try replica.refusal(of: answer.principal)
            }
            try learn(answer, replica)
            summary.refusals += answer.cargo.heldBack.map(\.why)
            return try store(answer.cargo, replica)
        case (.probing, .probed(let marks)):
            guard marks.count == searches.count else { throw SyncFaults.unreadable("it answers another question") }
            for index in searches.indices { try searches[index].receive(marks[index], replica) }
            return try probe(replica)
        case (.fetching, .cargo(let cargo)):
            // A blob without room in a piece is asked for again, as long as each piece brings some of it.
            let left = Set(askedBlobs).subtracting(cargo.blobs.map { SHA256Hasher.hash($0) })
            if left.count < askedBlobs.count { fetchedBlobs.subtract(left) }
            for held in cargo.heldBack where !summary.refusals.contains(held.why) { summary.refusals.append(held.why) }
            return try store(cargo, replica)
        case (.pushing, .receipt(let receipts)): return try receive(receipts, replica)
        default: throw SyncFaults.unreadable("it answers another question")
        }
    }

    /// Whether a question or a push that an end of the link prevents may come again, once in an exchange.
    ///
    /// An end that was given came without the link that both signed over it, because that link's log has forked and the
    /// tail began behind the link. They take nothing until they have the link, so its log is given whole, as to a
    /// stranger.
    private mutating func startOver(_ refusal: SyncRefusal, _ replica: some ReplicaReading) throws -> Bool {
        guard refusal.code == Responder.endedCode, !isStrange, !hasStartedOver, let peer else { return false }
        guard try replica.accepts(peer) else { return false }
        (isStrange, hasStartedOver) = (true, true)
        waitingThere.retry()
        if phase == .fetching {
            fetched.subtract(asked)
            fetchedBlobs.subtract(askedBlobs)
        }
        return true
    }

    /// Takes what became of each tail of the cargo that was to be stored.
    package mutating func stored(
        _ receipts: [SyncMessage.TailReceipt], of cargo: SyncMessage.Cargo, _ replica: some ReplicaReading
    ) throws -> Action {
        precondition(phase == .storing && receipts.count == cargo.tails.count, "one receipt for each stored tail")
        waitingHere.record(receipts, of: cargo.tails)
        for (tail, receipt) in zip(cargo.tails, receipts) {
            switch receipt {
            case .stored(let new): summary.received += new
            case .diverged where found[tail.mark.origin] == nil && refetched.insert(tail.mark).inserted:
                // Asked for once more, from the first difference on.
                diverged.insert(tail.mark.origin)
                fetched.remove(tail.mark)
            case .diverged: summary.refusals.append(Initiator.forged)
            case .refused(let refusal) where receipt.mayComeLater:
                fetched.remove(tail.mark)
                // The link that answers the end may lie before the tail, where its log has forked.
                guard refusal.code == Responder.endedCode, tail.start > 0, found[tail.mark.origin] == nil,
                    refetched.insert(tail.mark).inserted
                else { continue }
                diverged.insert(tail.mark.origin)
                waitingHere.retry()
            case .refused(let refusal): summary.refusals.append(refusal)
            }
        }
        return try next(replica)
    }

    private mutating func store(_ cargo: SyncMessage.Cargo, _ replica: some ReplicaReading) throws -> Action {
        if cargo.isEmpty { return try next(replica) }
        phase = .storing
        guard let peer else { preconditionFailure("who gives something has said hello") }
        return .store(cargo, from: peer)
    }

    /// The tail was taken from the first difference on, and gives another root than its head says.
    private static let forged = SyncRefusal(
        code: "head.forged", message: "The signed head does not agree with the events that came with it.")

    private mutating func learn(_ answer: SyncMessage.Answer, _ replica: some ReplicaReading) throws {
        theirs = answer.frontier.byOrigin
        let missing = Set(answer.missing)
        for (origin, paths) in Dictionary(grouping: try replica.paths, by: \.origin)
        where theirs[origin] == nil && !missing.contains(origin) {
            // A listed origin without an answer is the same there. So is a folded one, unless the digests differ.
            let isFolded = paths.allSatisfy(\.isRetired)
            theirs[origin] = isFolded && answer.foldedDiffers ? [] : paths.map(\.mark)
        }
        theirBlobs = answer.blobs
        (peer, isStrange) = (answer.principal, answer.isStranger)
    }
}

// MARK: - What is to be done next

extension Initiator {
    private mutating func next(_ replica: some ReplicaReading) throws -> Action {
        let ours = Dictionary(grouping: try replica.paths, by: \.origin)
        var giving: [OriginComparison.Giving] = []
        var wanted: [SyncMessage.Request.Part] = []
        searches = []
        let isKnown = try peer.map { try replica.accepts($0) } ?? true
        for origin in Set(ours.keys).union(theirs.keys).sorted() {
            let (held, stated) = (ours[origin] ?? [], theirs[origin] ?? [])
            if Set(held.map(\.mark)) == Set(stated) { continue }
            if held.isEmpty {
                wanted += stated.map { .init(path: $0, start: 0) }
                continue
            }
            if isStrange {
                // A stranger answers no question, and may accept only the path that contains the link. So it gets each
                // path whole.
                giving += held.filter { !stated.contains($0.mark) }.map { .init(path: $0, start: 0) }
                continue
            }
            let known = found[origin] ?? (diverged.contains(origin) ? [] : nil)
            // An unknown peer gets nothing by assumption, so that a refusal reveals nothing about a fork.
            let compared = try Comparison(replica, found: known.map { [origin: $0] } ?? [:], isExact: !isKnown).compare(
                held, stated)
            giving += compared.giving
            let unsearched =
                found[origin] == nil
                && (!compared.conflicting.isEmpty || held.count > 1 || stated.count > 1 || diverged.contains(origin))
            let open = compared.unknown.filter { !fetched.contains($0) }
            if unsearched, !open.isEmpty {
                searches += open.map { ForkSearch($0, held) }
            } else {
                wanted += open.map { mark in .init(path: mark, start: start(of: mark, held)) }
            }
        }
        wanted.removeAll { fetched.contains($0.path) }
        waitingHere.keep(wanted.map(\.path))
        if waitingHere.withholds(wanted.map(\.path)) { wanted = [] }
        // Neither the tails taken nor any still to come contain a link: the ledger belongs to another person.
        if !isKnown, searches.isEmpty, wanted.isEmpty, let peer { throw try firstRefusal ?? replica.refusal(of: peer) }
        if isStrange { return try push(giving, replica) }
        searches = Array(searches.prefix(SyncLimits.probesMaximum))
        if !searches.isEmpty { return try probe(replica) }
        if let action = try fetch(wanted, replica) { return action }
        return try push(giving, replica)
    }

    /// From where a path of theirs is lacking here.
    private func start(of mark: PathMark, _ held: [HeldPath]) -> UInt64 {
        if let known = found[mark.origin] { return known.filter { $0.theirs == mark }.map(\.size).max() ?? 0 }
        return min(held[0].size, mark.size)
    }

    private mutating func probe(_ replica: some ReplicaReading) throws -> Action {
        let open = searches.filter { !$0.isDone }
        for search in searches where search.isDone { found[search.theirs.origin, default: []].append(search.result) }
        searches = open
        if open.isEmpty { return try next(replica) }
        phase = .probing
        return send(.probe(replica.principal, open.map { .init(path: $0.theirs, sizes: $0.sizes) }))
    }

    private mutating func fetch(_ wanted: [SyncMessage.Request.Part], _ replica: some ReplicaReading) throws -> Action?
    {
        let blobs = try missingBlobs(replica)
        if wanted.isEmpty, blobs.isEmpty { return nil }
        let parts = Array(wanted.prefix(SyncLimits.requestsMaximum))
        asked = parts.map(\.path)
        fetched.formUnion(asked)
        fetchedBlobs.formUnion(blobs)
        askedBlobs = blobs
        phase = .fetching
        return send(.fetch(.init(principal: replica.principal, parts: parts, blobs: blobs)))
    }

    private func missingBlobs(_ replica: some ReplicaReading) throws -> [Bytes32] {
        guard let theirBlobs else { return [] }
        let open = theirBlobs.filter { !fetchedBlobs.contains($0) }
        return Array(try replica.missing(open).prefix(Initiator.blobsPerMessage))
    }

    private mutating func push(_ giving: [OriginComparison.Giving], _ replica: some ReplicaReading) throws -> Action {
        var open = giving.filter { give in
            let mark = give.path.mark
            return !pushed.contains(mark) || diverged.contains(mark.origin) && !repushed.contains(mark)
        }
        waitingThere.keep(open.map(\.path.mark))
        if waitingThere.withholds(open.map(\.path.mark)) { open = [] }
        let blobs = try Responder.piece(of: try blobsToPush(replica), replica)
        if open.isEmpty, blobs.digests.isEmpty {
            // Nothing here can show the link to the other side.
            if isStrange, let peer { throw try firstRefusal ?? replica.refusal(of: peer) }
            summary.refusals += waitingHere.refusals + waitingThere.refusals
            phase = .done
            return .finished(summary)
        }
        pushing = []
        for give in open {
            if let tail = try replica.tail(of: give.path, from: give.start) {
                pushing.append(tail)
            } else {
                summary.refusals.append(Responder.unsigned(give.path, give.start, here: true))
            }
        }
        pushing = Tail.inOrder(pushing)
        for give in open { if !pushed.insert(give.path.mark).inserted { repushed.insert(give.path.mark) } }
        pushedBlobs.formUnion(blobs.digests)
        // Of what was to be given nothing can be signed.
        if pushing.isEmpty, blobs.digests.isEmpty { return try next(replica) }
        phase = .pushing
        return send(.push(replica.principal, .init(tails: pushing, blobs: blobs.bytes)))
    }

    /// The blobs that they lack.
    private func blobsToPush(_ replica: some ReplicaReading) throws -> [Bytes32] {
        guard let theirBlobs, !isStrange else { return [] }
        let theirs = pushedBlobs.union(theirBlobs)
        // Most ledgers hold the same.
        if try replica.blobs.allSatisfy(theirs.contains) { return [] }
        return Array(try replica.givenBlobs.filter { !theirs.contains($0) }.prefix(Initiator.blobsPerMessage))
    }

    private var firstRefusal: SyncRefusal? { (summary.refusals + waitingHere.refusals + waitingThere.refusals).first }

    private mutating func receive(_ receipts: [SyncMessage.TailReceipt], _ replica: some ReplicaReading) throws
        -> Action
    {
        guard receipts.count == pushing.count else { throw SyncFaults.unreadable("it answers another question") }
        waitingThere.record(receipts, of: pushing)
        for (tail, receipt) in zip(pushing, receipts) {
            switch receipt {
            case .stored(let new):
                guard new <= tail.count else {
                    throw SyncFaults.unreadable("it has stored more than it was given")
                }
                summary.sent += new
                // The path that the tail continued is no path of its own any more.
                let paths = theirs[tail.mark.origin] ?? []
                theirs[tail.mark.origin] =
                    paths.count == 1 && paths[0].size == tail.start ? [tail.mark] : paths + [tail.mark]
            case .diverged: diverged.insert(tail.mark.origin)
            case .refused where receipt.mayComeLater: pushed.remove(tail.mark)
            case .refused(let refusal): summary.refusals.append(refusal)
            }
        }
        // All that was given is stored there, including the link.
        if receipts.allSatisfy(\.isStored) { isStrange = false }
        let ended = receipts.compactMap(\.refusal).first { $0.code == Responder.endedCode }
        if let ended { _ = try startOver(ended, replica) }
        return try next(replica)
    }

    /// Attachments are large: a few at a time.
    static let blobsPerMessage = 4
}

/// The result of an exchange.
package struct SyncSummary: Hashable, Sendable {
    /// Events that the other side did not have.
    package var sent = 0
    /// Events that were new here.
    package var received = 0
    /// Messages sent, each answered with one.
    package var roundTrips = 0
    /// The refusals of both sides.
    package var refusals: [SyncRefusal] = []

    package init(sent: Int = 0, received: Int = 0, roundTrips: Int = 0) {
        self.sent = sent
        self.received = received
        self.roundTrips = roundTrips
    }
}
