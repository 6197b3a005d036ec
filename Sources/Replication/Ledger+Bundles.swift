public import DaybookKit
import EventCodec
public import EventModel
import Engine
import EventStore
import SyncProtocol
import TransparencyLog

/// The contents of a bundle.
public struct BundleOutcome: Hashable, Sendable {
    public var events = 0
    public var bytes = 0
    /// Logs whose newest events stay behind, because no key that signs for them is here.
    public var leftOut: [StrandedLog] = []

    public init(events: Int = 0) { self.events = events }
}

/// The result of taking a bundle.
public struct BundleImportOutcome: Hashable, Sendable {
    public var received: Int
    public var duplicates: Int
    /// The events left out, in sentences.
    public var notes: [String] = []
    /// Events of persons whom no link admits; none of them was taken.
    public var leftOut: Int

    public init(received: Int = 0, duplicates: Int = 0, leftOut: Int = 0) {
        self.received = received
        self.duplicates = duplicates
        self.leftOut = leftOut
    }
}

/// How much of each log a ledger holds, to be given to a peer.
public struct LedgerFrontier: Hashable, Sendable {
    let frontier: Frontier

    /// One log, or one path of a log that forked.
    public struct Path: Hashable, Sendable {
        public let origin: OriginID
        public let size: UInt64
        public let root: Bytes32
    }

    /// From what `json` gives. Throws `Fault` `frontier.unreadable`.
    public init(json: JSONValue) throws {
        guard case .array(let paths)? = json["origins"] else {
            throw LedgerFrontier.unreadable("it has no list \"origins\"")
        }
        frontier = Frontier(
            try paths.map { path in
                guard let origin = path["origin"]?.stringValue.flatMap(OriginID.init(hex:)),
                    let size = path["size"]?.integerValue, size >= 0,
                    let root = path["root"]?.stringValue.flatMap(Base64.decode).flatMap({ Bytes32(bytes: $0) })
                else { throw LedgerFrontier.unreadable("one of its origins has no origin, size and root") }
                return PathMark(origin: origin, size: UInt64(size), root: root)
            })
    }

    private static func unreadable(_ reason: String) -> Fault {
        Fault(
            .unreadable, code: "frontier.unreadable", message: "This is no frontier: \(reason).",
            hint: "\"daybook --json frontier\" on the other machine prints one.")
    }
}

extension Ledger {
    /// Writes a bundle of all events and blobs, or of those that a peer with that frontier lacks. Pieces of it go to
    /// `write` in order.
    ///
    /// Cost: O(events written); where the peer's frontier shows another path of a log than is held here, that log is
    /// read from its beginning.
    public func exportBundle(
        for peer: LedgerFrontier? = nil, progress: (ExchangeStep) -> Void = { _ in }, _ write: ([UInt8]) throws -> Void
    ) throws -> BundleOutcome {
        let replica = try LedgerReplica(self)
        let stated = peer?.frontier.byOrigin ?? [:]
        var giving: [OriginComparison.Giving] = []
        for (origin, held) in Dictionary(grouping: replica.paths, by: \.origin).sorted(by: { $0.key < $1.key }) {
            let theirs = stated[origin] ?? []
            let compared = try Comparison(replica, isExact: true).compare(held, theirs)
            giving += compared.giving
            // Nothing says where theirs leaves ours: they find that out themselves.
            giving += compared.conflicting.map { .init(path: $0, start: 0) }
            // Another holder has more of this ledger's own log only if this ledger was restored from a backup. Then the
            // events written since are another branch.
            if origin == replica.own, !compared.unknown.isEmpty {
                let given = Set(giving.map(\.path.mark))
                giving += held.filter { !given.contains($0.mark) }.map { .init(path: $0, start: 0) }
            }
        }
        return try BundleWriter(replica).write(giving, blobs: replica.namedBlobs, progress, to: write).outcome
    }

    /// Whose ledger wrote a bundle and how many events it holds, once it was found to be as it was written.
    public static func bundleSummary(_ next: @escaping () throws -> [UInt8]?) throws -> (
        principal: PrincipalID, events: Int
    ) {
        var reader = BundleReader(next)
        let header = try reader.readHeader()
        return (header.principal, header.eventCount)
    }

    /// Takes a bundle: checks all of it before anything is stored, then stores the events of linked persons.
    ///
    /// Up to 4,096 events and 1 MiB are one commit: all, or nothing. More are stored in pieces, each in a commit. After
    /// a stop between two pieces the first ones stay, and the same bundle brings the rest. Attachments beyond the
    /// first 8 MiB follow in commits of their own. The bytes wait in a file without a name in the ledger's folder.
    ///
    /// - Parameters:
    ///   - progress: How far it is, from time to time.
    ///   - next: Gives the bytes of the bundle, in pieces.
    /// - Throws: `Fault` (65) for a bundle that is cut, altered or newer, or that does not go together with what is
    ///   here; `Rejection` `origin.unknown` where no log of it is admitted, `link.ended` where its writer's link ended.
    /// - Complexity: O(bytes of the bundle); memory: a few pieces.
    public func importBundle(
        progress: @escaping (ExchangeStep) -> Void = { _ in }, _ next: @escaping () throws -> [UInt8]?
    ) throws -> BundleImportOutcome {
        try translated {
            let bundle = try readBundle(next, progress)
            return bundle.outcome(try store(bundle.cargo, from: bundle.principal, progress))
        }
    }

    /// Links a guest with this ledger's person and takes the guest's bundle, in one commit: both, or nothing.
    ///
    /// - Parameters:
    ///   - seed: The guest's key, which consents for the guest and is kept in the ledger's folder.
    ///   - choice: Whose progress counts.
    ///   - next: Gives the bytes of the bundle, in pieces.
    /// - Returns: The link, the events taken, and the file in which the guest's key is kept (nil for this ledger's own
    ///   person).
    /// - Throws: The errors of `link(guest:choice:)`, `keepPersonKey` and `importBundle`. The key's file goes again
    ///   where nothing was committed.
    /// - Complexity: O(bytes of the bundle), in time and memory.
    @available(*, noasync)
    public func merge(
        guest seed: [UInt8], choice: LinkChoice, _ next: @escaping () throws -> [UInt8]?
    ) throws -> (link: LinkReceipt, taken: BundleImportOutcome, key: String?) {
        let bundle = try readBundle(next)
        // Before the commit: a stop between the two leaves a key that nothing needs yet, and the same command goes on.
        let kept = try keepPersonKey(seed)
        var taken = ReceiveReceipt()
        let receipt: LinkReceipt
        do {
            receipt = try link(guest: seed, choice: choice) { drafts in
                taken = try translated {
                    let blobs = try bundle.cargo.blobs(bundle.cargo.blobsOfACommit(from: 0))
                    return try engine.receive(
                        try bundle.cargo.wholeTails(), blobs: blobs, from: bundle.principal, leavesOut: true,
                        after: drafts)
                }
                return taken.appended
            }
        } catch {
            if let kept, kept.isNew { forgetPersonKey(at: kept.path) }
            throw error
        }
        taken.blobs = taken.blobs + (try storeAttachments(of: bundle.cargo, from: bundle.principal))
        return (receipt, bundle.outcome(taken), kept?.path)
    }

    /// A bundle that was read and found whole.
    private struct ReadBundle {
        let principal: PrincipalID
        let cargo: SpooledCargo
        /// Attachments that no event names.
        let unnamed: BlobReceipt

        func outcome(_ receipt: ReceiveReceipt) -> BundleImportOutcome {
            var outcome = BundleImportOutcome(
                received: receipt.received, duplicates: receipt.duplicates, leftOut: receipt.eventsOfStrangers)
            outcome.notes = receipt.leftOutNotes + (receipt.blobs + unnamed).notes
            return outcome
        }
    }

    private func readBundle(
        _ next: @escaping () throws -> [UInt8]?, _ progress: (ExchangeStep) -> Void = { _ in }
    ) throws -> ReadBundle {
        let spool = ByteSpool(in: path, "the bundle")
        var (builders, count): ([Int: SpooledTailBuilder], Int) = ([:], 0)
        let (contents, named) = try BundleContents.read(
            {
                let bytes = try next()
                if let bytes { try spool.append(bytes) }
                return bytes
            }, try LedgerReplica(self),
            eachEvent: { event, tail in
                let envelope = event.envelope
                builders[tail, default: SpooledTailBuilder(envelope.origin, start: envelope.sequence.value)].add(
                    event.stored, envelope, event.id, at: event.bytes)
                count += 1
                if count.isMultiple(of: 8_192) { progress(.checked(count)) }
            })
        let list = contents.header.list
        // The order of the list means nothing: what a branch leaves may stand behind it.
        let order = list.tails.indices.sorted {
            let (left, right) = (list.tails[$0], list.tails[$1])
            return (left.mark.origin, left.start, left.mark) < (right.mark.origin, right.start, right.mark)
        }
        let tails = order.map { number in
            let (head, start) = (list.tails[number].head, list.tails[number].start)
            return (builders[number] ?? SpooledTailBuilder(head.head.origin, start: start)).finished(head)
        }
        let ranges = contents.blobs
        let blobs = list.blobs.filter { named.contains($0.digest) }.compactMap { ranges[$0.digest].map { [$0] } }
        var unnamed = BlobReceipt()
        unnamed.unnamed = list.blobs.count - blobs.count
        let cargo = SpooledCargo(spool, tails: tails, blobs: blobs)
        return ReadBundle(principal: contents.header.principal, cargo: cargo, unnamed: unnamed)
    }

    /// The content of this ledger: the end of every path of every log.
    public var frontierPaths: [LedgerFrontier.Path] {
        get throws { try LedgerReplica(self).paths.map { .init(origin: $0.origin, size: $0.size, root: $0.root) } }
    }
}

extension Ledger {
    /// Whether a file begins as a bundle of any version does.
    public static func isBundle(_ bytes: [UInt8]) -> Bool { bytes.starts(with: BundleHeader.family) }
}
