import EventCodec
import EventModel
package import EventSourcing
package import EventStore
import ReadModels
import Synchronization
import TransparencyLog

/// The engine of one ledger: the one write path and the one query path.
///
/// All writes run one after another on one thread, many units to a commit (`WriteQueue`); reads run where they are
/// asked for.
package final class EngineCore: Sendable {
    package let configuration: EngineConfiguration
    package let store: EventStore
    package var registry: Registry { configuration.registry }
    let queue: WriteQueue
    /// The plan of kept rows that can answer.
    let plan: Bytes32
    private let salts = Mutex<[UInt8]>([])
    /// The links between ledgers that were asked for last.
    let knownShadows = Mutex<KnownShadows?>(nil)
    let decidedGroups = DecidedGroups()
    let knownRoots = KnownRoots()
    let pathEdges = PathEdges()
    let longStreams = LongStreams()
    private let replacing = Mutex<[NewOrigin]>([])
    /// The origins that took the place of others while this engine was open.
    package var newOrigins: [NewOrigin] { replacing.withLock { $0 } }

    package init(store: EventStore, configuration: EngineConfiguration) {
        self.store = store
        self.configuration = configuration
        queue = WriteQueue()
        // Beside damage no kept row answers: what is whole is folded.
        plan = store.passing == nil ? EngineCore.plan(configuration.registry) : KeptState.none.kept.plan
    }

    /// Stops the writer and closes the store. Nothing may be used afterwards.
    ///
    /// In a forked child it does nothing: writer and store are the parent's.
    package func close() {
        if store.isForked { return }
        queue.stop()
        store.close()
    }

    /// Sixteen unpredictable bytes for each of so many events; drawn from the source in larger pieces.
    func salts(_ count: Int) -> [UInt8] {
        let byteCount = count * Limits.saltBytes
        return salts.withLock { pool in
            if pool.count < byteCount { pool = configuration.entropy(max(4_096, byteCount)) }
            defer { pool.removeLast(byteCount) }
            return Array(pool.suffix(byteCount))
        }
    }

    // MARK: - Writing

    /// Appends drafts as one unit, with the attachments that they name. Throws `DraftRefusal` (nothing written),
    /// `Rejection` `blob.tooLarge` and `blob.unnamed` (nothing written), `KeptUnit` (all is written), or `StoreError`.
    ///
    /// Blocks until the commit is on disk; concurrent callers share commits. Not from async code: see `appendAsync`.
    @available(*, noasync)
    package func append(_ drafts: [EventDraft], attachments: [[UInt8]] = [], condition: AppendCondition? = nil) throws
        -> AppendReceipt
    {
        try queue.run(on: self, request(drafts, attachments, condition))
    }

    /// `append` that suspends instead of blocking.
    package func appendAsync(_ drafts: [EventDraft], attachments: [[UInt8]] = [], condition: AppendCondition? = nil)
        async throws -> AppendReceipt
    {
        let work = try request(drafts, attachments, condition)
        return try await withCheckedThrowingContinuation { continuation in
            queue.add(work, to: self) { continuation.resume(with: $0) }
        }
    }

    private func request(_ drafts: [EventDraft], _ attachments: [[UInt8]], _ condition: AppendCondition?) throws
        -> WriteQueue.Work
    {
        try store.checkNotForked()
        if let large = attachments.first(where: { $0.count > Limits.blobBytesMaximum }) {
            throw ReceiveFaults.blobTooLarge(large.count)
        }
        let drafts = normalizingKeys(of: drafts)
        return { group, transaction in try self.perform(drafts, attachments, condition, group, &transaction) }
    }

    /// Keys in the form in which texts are stored: a name of a file that macOS made is in another.
    private func normalizingKeys(of drafts: [EventDraft]) -> [EventDraft] {
        guard drafts.contains(where: { $0.key.map { !TextCheck.isStorable($0) } ?? false }) else { return drafts }
        return drafts.map { draft in
            var draft = draft
            draft.key = draft.key.map(configuration.normalize)
            return draft
        }
    }

    /// Decides one unit and takes it into the group.
    private func perform(
        _ drafts: [EventDraft], _ attachments: [[UInt8]], _ condition: AppendCondition?, _ group: Group,
        _ transaction: inout StoreWrite
    ) throws -> AppendReceipt {
        try ensureOrigin(group, &transaction)
        let log = try group.session.log(group.session.head.ownLog, transaction)
        return try append(drafts, attachments, condition, to: log, group, &transaction)
    }

    /// Decides one unit without attachments.
    func append(
        _ drafts: [EventDraft], _ condition: AppendCondition?, to log: LogRecord, _ group: Group,
        _ transaction: inout StoreWrite
    ) throws -> AppendReceipt {
        try append(drafts, [], condition, to: log, group, &transaction)
    }

    /// Decides one unit at the end of a log; refused, it leaves the group as it was.
    func append(
        _ drafts: [EventDraft], _ attachments: [[UInt8]], _ condition: AppendCondition?, to log: LogRecord,
        _ group: Group,
        _ transaction: inout StoreWrite
    ) throws -> AppendReceipt {
        let decision = UnitDecision(
            self, now: configuration.clock(), actor: log.principal, origin: log.origin,
            unit: group.unit(log: log.number, sequence: log.size, capacity: drafts.count))
        group.begin(decision)
        do {
            try decision.decide(drafts, condition: condition, group, transaction)
            try group.requireNamed(attachments, by: Set(drafts.map(\.stream)), transaction)
        } catch {
            group.drop(decision.unit)
            throw error
        }
        try group.accept(decision.unit, &transaction)
        for attachment in attachments { _ = try transaction.putBlob(attachment) }
        decision.receipt.position = group.session.head.position
        return decision.receipt
    }

    /// One commit for all that waits: each unit decided and taken over, or refused alone.
    func commit(_ requests: [WriteQueue.Request]) {
        var left = requests
        while !left.isEmpty, !commitOnce(left) {
            // The map must grow, and readings that wait for this commit, or for the next one, keep it from growing.
            let (inside, outside) = (left.filter(\.isInReading), left.filter { !$0.isInReading })
            for request in inside + queue.removeAllInReadings() { request.answer(.failure(StoreError.readingWaits)) }
            left = outside
        }
    }

    /// False where the map had to grow, and could not because of readings that wait: nothing is written or answered.
    private func commitOnce(_ requests: [WriteQueue.Request]) -> Bool {
        var answers: [Result<AppendReceipt, any Error>] = []
        var minted: OriginID?
        var retired: [OriginID] = []
        var unwritten: StoreError?
        // Kept alive until the answers are given: freeing the memory of a large commit takes time.
        var finished: Group?
        defer { withExtendedLifetime(finished) {} }
        do {
            try writeCurrent(unwritten: { unwritten = $0 }) { session, transaction in
                // The body may run again after the map has grown.
                answers = []
                if let minted { store.folder.remove(store.folder.originKey(minted)) }
                let group = try Group(self, session, transaction)
                finished = group
                group.longStreams = longStreams.remove(at: session.head)
                defer { (minted, retired) = (group.minted?.origin, group.retired) }
                for request in requests {
                    do {
                        answers.append(.success(try request.work(group, &transaction)))
                    } catch  where request.isExclusive || StoreError.endsTransaction(error) {
                        throw error
                    } catch {
                        answers.append(.failure(error))
                    }
                }
                // A refusal writes nothing, not even the origin that was minted for it.
                if answers.allSatisfy({ if case .failure = $0 { true } else { false } }) { throw NothingAccepted() }
                if !session.isEmpty {
                    try keepMinted(group)
                    try group.finish(&transaction)
                }
                if requests[0].isExclusive {
                    answers[0] = answers[0].map { receipt in
                        var receipt = receipt
                        receipt.eventsDecided = group.eventsDecided
                        return receipt
                    }
                }
            }
            // The commit is on disk: from here on nothing throws.
            if let finished {
                longStreams.keep(of: finished)
                if let change = finished.minted?.change { replacing.withLock { $0.append(change) } }
            }
            for origin in retired { store.folder.remove(store.folder.originKey(origin)) }
            if let unwritten {
                answers = answers.map { $0.flatMap { .failure(KeptUnit(receipt: $0, error: unwritten)) } }
            }
        } catch {
            // Where it is unknown if the commit is on disk, its origin may be: the key stays.
            if let minted, !store.isBroken { store.folder.remove(store.folder.originKey(minted)) }
            if case StoreError.readingWaits = error { return false }
            if !(error is NothingAccepted) { answers = requests.map { _ in .failure(error) } }
        }
        for (request, answer) in zip(requests, answers) { request.answer(answer) }
        return true
    }
}

extension EngineCore {
    /// One commit on ledgers of this program's plan; where they are not, because a program of another version wrote
    /// last, they are built first.
    private func writeCurrent(
        unwritten: (StoreError) -> Void, _ body: (WriteSession, inout StoreWrite) throws -> Void
    ) throws {
        while true {
            do {
                return try store.write(stamp: configuration.clock(), unwritten: unwritten, body)
            } catch is KeptOutdated {
                try buildKept()
            }
        }
    }
}

/// Takes a transaction back in which every unit was refused.
private struct NothingAccepted: Error {}

/// The error of a unit that is in the store while the checkpoint file does not know of its commit.
package struct KeptUnit: Error {
    package let receipt: AppendReceipt
    /// `checkpointUnwritten`.
    package let error: StoreError
}
