public import DaybookKit
public import EventModel
import Engine
import EventStore
import SyncProtocol
import TransparencyLog

/// What a bundle holds.
public struct BundleOutcome: Hashable, Sendable {
    public var events = 0
    public var bytes = 0
    /// Logs whose newest events stay behind, because no key that signs for them is here.
    public var leftOut: [StrandedLog] = []

    public init(events: Int = 0) { self.events = events }
}

/// What taking a bundle did.
public struct BundleImportOutcome: Hashable, Sendable {
    public var received: Int
    public var duplicates: Int
    /// What was left out, in sentences.
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
    public func exportBundle(for peer: LedgerFrontier? = nil, _ write: ([UInt8]) throws -> Void) throws -> BundleOutcome
    {
        let replica = try LedgerReplica(self)
        let told = peer?.frontier.byOrigin ?? [:]
        var giving: [OriginComparison.Giving] = []
        for (origin, held) in Dictionary(grouping: replica.paths, by: \.origin).sorted(by: { $0.key < $1.key }) {
            let theirs = told[origin] ?? []
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
        return try BundleWriter(replica).write(giving, blobs: replica.namedBlobs, to: write).outcome
    }

    /// Whose ledger wrote a bundle and how many events it holds, once it was found to be as it was written.
    public static func bundleSummary(_ next: @escaping () throws -> [UInt8]?) throws -> (
        principal: PrincipalID, events: Int
    ) {
        var reader = BundleReader(next)
        let header = try reader.readHeader()
        return (header.principal, header.eventCount)
    }

    /// Takes a bundle: checks all of it before anything is stored; stores all events of linked persons, or nothing.
    /// Attachments beyond the first 8 MiB
    /// follow in commits of their own.
    ///
    /// Throws `Fault` (65) for a bundle that is cut, altered or newer, or that does not go together with what is here;
    /// `Rejection` `origin.unknown` where no log of it is admitted, `link.ended` where its writer's link ended.
    public func importBundle(_ next: @escaping () throws -> [UInt8]?) throws -> BundleImportOutcome {
        try translated {
            let bundle = try readBundle(next)
            var outcome = try outcome(of: bundle, after: nil).outcome
            try storeRest(of: bundle, &outcome)
            return outcome
        }
    }

    /// Links a guest with this ledger's person and takes the guest's bundle, in one commit: both, or nothing.
    ///
    /// - Parameters:
    ///   - seed: The guest's key, which consents for the guest and is kept in the ledger's folder.
    ///   - choice: Whose progress counts.
    ///   - next: Gives the bytes of the bundle, in pieces.
    /// - Returns: The link, what was taken, and the file in which the guest's key is kept (nil for this ledger's own
    ///   person).
    /// - Throws: What `link(guest:choice:)`, `keepPersonKey` and `importBundle` throw. The key's file goes again where
    ///   nothing was committed.
    @available(*, noasync)
    public func merge(
        guest seed: [UInt8], choice: LinkChoice, _ next: @escaping () throws -> [UInt8]?
    ) throws -> (link: LinkReceipt, taken: BundleImportOutcome, key: String?) {
        let bundle = try readBundle(next)
        // Before the commit: a stop between the two leaves a key that nothing needs yet, and the same command goes on.
        let kept = try keepPersonKey(seed)
        var taken = BundleImportOutcome(received: 0, duplicates: 0)
        let receipt: LinkReceipt
        do {
            receipt = try link(guest: seed, choice: choice) { drafts in
                let (outcome, appended) = try outcome(of: bundle, after: drafts)
                taken = outcome
                return appended
            }
        } catch {
            if let kept, kept.isNew { forgetPersonKey(at: kept.path) }
            throw error
        }
        try storeRest(of: bundle, &taken)
        return (receipt, taken, kept?.path)
    }

    /// A bundle that was read and found whole.
    private struct ReadBundle {
        let principal: PrincipalID
        let tails: [ReceivedTail]
        let blobs: BlobSpool
        /// Attachments that no event names.
        let unnamed: BlobReceipt
    }

    private func readBundle(_ next: @escaping () throws -> [UInt8]?) throws -> ReadBundle {
        var reader = BundleReader(next)
        let (header, tails) = try reader.readTails()
        var names = BundleNames(header, try LedgerReplica(self))
        for tail in tails { names.add(tail) }
        var unnamed = BlobReceipt()
        let blobs = BlobSpool(in: path)
        try translated {
            let uses = try names.uses()
            try reader.readBlobs(
                of: header, isNamed: { uses[$0] != nil },
                keeps: { digest in
                    let isNamed = uses[digest] != nil
                    if !isNamed { unnamed.unnamed += 1 }
                    return isNamed
                }
            ) { try blobs.add($0) }
        }
        // The order of the list means nothing: what a branch leaves may stand behind it.
        return ReadBundle(
            principal: header.principal, tails: Tail.inOrder(tails).map(ReceivedTail.init), blobs: blobs,
            unnamed: unnamed)
    }

    private func outcome(
        of bundle: ReadBundle, after link: LinkingDrafts?
    ) throws -> (outcome: BundleImportOutcome, appended: [EventID]) {
        let receipt = try translated {
            try engine.receive(
                bundle.tails, blobs: bundle.blobs.first, from: bundle.principal, leavesOut: true,
                after: link)
        }
        var outcome = BundleImportOutcome(
            received: receipt.received, duplicates: receipt.duplicates,
            leftOut: receipt.eventsOfStrangers)
        outcome.notes = receipt.leftOutNotes + (receipt.blobs + bundle.unnamed).notes
        return (outcome, receipt.appended)
    }

    /// Stores the attachments that were too many for the commit of the events. Where that ends early, the same bundle
    /// brings the others, and the error states so: the events are committed.
    private func storeRest(of bundle: ReadBundle, _ outcome: inout BundleImportOutcome) throws {
        var receipt = BlobReceipt()
        do {
            try translated {
                try bundle.blobs.forEachPiece { piece in
                    receipt = receipt + (try engine.receive([], blobs: piece, from: bundle.principal).blobs)
                }
            }
        } catch let fault as Fault {
            throw Fault(
                fault.kind, code: fault.code,
                message: "\(fault.message) The events are here; attachments are missing.", hint: Self.againHint)
        } catch let rejection as Rejection {
            throw Rejection(
                code: rejection.code, message: "\(rejection.message) The events are here; attachments are missing.",
                hint: Self.againHint)
        }
        for note in receipt.notes where !outcome.notes.contains(note) { outcome.notes.append(note) }
    }

    private static let againHint = "Remove what stopped it, then run the same command again."

    /// What this ledger holds: the end of every path of every log.
    public var frontierPaths: [LedgerFrontier.Path] {
        get throws { try LedgerReplica(self).paths.map { .init(origin: $0.origin, size: $0.size, root: $0.root) } }
    }
}
