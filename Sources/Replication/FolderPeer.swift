public import DaybookKit
import Engine
import EventModel
import SyncProtocol
import TransparencyLog

/// The result of a synchronisation.
public struct SyncOutcome: Hashable, Sendable {
    /// Events that the other side did not have.
    public var sent = 0
    /// Events that were new here.
    public var received = 0
    public var roundTrips = 0
    public var bytesSent = 0
    public var bytesReceived = 0
    /// The things passed over or not taken, in sentences.
    public var notes: [String] = []

    public init(sent: Int = 0, received: Int = 0, roundTrips: Int = 0) {
        self.sent = sent
        self.received = received
        self.roundTrips = roundTrips
    }
}

extension SyncOutcome {
    init(_ summary: SyncSummary, bytesSent: Int, bytesReceived: Int, notes: [String] = []) {
        self.init(sent: summary.sent, received: summary.received, roundTrips: summary.roundTrips)
        (self.bytesSent, self.bytesReceived) = (bytesSent, bytesReceived)
        self.notes = notes
        // Each cause is listed once.
        for refusal in summary.refusals where !self.notes.contains(refusal.message) {
            self.notes.append(refusal.message)
        }
    }
}

extension Ledger {
    /// Exchanges events with all ledgers that share a folder: takes what it holds and is not here, and puts there what
    /// it lacks.
    ///
    /// Any number of ledgers may do so at once; nothing in the folder is changed. Long logs are taken in pieces. Events
    /// taken before a failure stay; the next time goes on from there. Bundles of a person with whom the link ended are
    /// passed over; only the other's end is taken, and the own one left.
    ///
    /// - Parameters:
    ///   - tidies: Whether bundles are removed that others cover (`FolderPeer.tidy`).
    ///   - progress: How far it is, from time to time.
    /// - Throws: `Rejection` `link.ended` or `origin.unknown` where the folder holds nothing of this person or of
    ///   persons with whom events are exchanged. `Fault`, 66 when there is no such folder, 74 for an error of its disk.
    /// - Complexity: O(bytes of the bundles that are new, and of the events that are exchanged); memory: a few pieces.
    @discardableResult
    public func sync(
        folder path: String, tidies: Bool = false, progress: (ExchangeStep) -> Void = { _ in }
    ) throws -> SyncOutcome {
        var peer = try FolderPeer(path, self, progress)
        let left = try peer.leaveEnds()
        if left { peer = try FolderPeer(path, self) }
        let taken = try peer.receiveEnds(for: try LedgerReplica(self))
        try peer.choose(try LedgerReplica(self))
        if let ended = peer.endedUser {
            throw Ledger.rejection(FolderPeer.ended(ended, taken: taken.contains(ended), left: left))
        }
        let received = try peer.receiveInPieces(progress)
        let sent = try peer.giveLongPaths(progress)
        let written = peer.bytesWritten
        if sent > 0 {
            peer = try FolderPeer(path, self)
            try peer.choose(try LedgerReplica(self))
        }
        peer.notes += peer.ended.sorted().map { FolderPeer.passedOver($0, taken: taken.contains($0), left: left) }
        var (summary, blobs) = try exchange(with: &peer)
        (summary.sent, summary.received) = (summary.sent + sent, summary.received + received.events)
        // A ledger that gave nothing has not been checked against the folder's owner yet.
        if summary.sent + summary.received == 0, let stranger = try peer.replica.stranger(to: try LedgerReplica(self)) {
            throw Ledger.rejection(FolderPeer.strangers(stranger))
        }
        var tidied: [String] = []
        if tidies {
            var whole = try FolderPeer(path, self)
            try whole.choose(try LedgerReplica(self))
            tidied = try whole.tidy(now: now)
        }
        return SyncOutcome(
            summary, bytesSent: written + peer.bytesWritten, bytesReceived: received.bytes + peer.bytesRead,
            notes: peer.notes + peer.replica.notes + blobs.notes + tidied)
    }
}

/// A shared folder as the answering side: what is given to it becomes a bundle.
struct FolderPeer: SyncPeer {
    private let files: FolderFiles
    let ledger: Ledger
    let bundles: [FolderBundle]
    /// The bundles read, so that no exchange reads one twice.
    private var seen: SeenBundles
    /// All that the folder holds, whose ever it is.
    let everything: FolderReplica
    /// The replica that is exchanged.
    private(set) var replica: FolderReplica
    /// Persons whose link was ended and whose bundles are passed over.
    private(set) var ended: Set<PrincipalID> = []
    /// The things passed over, in sentences.
    var notes: [String] = []
    private(set) var bytesWritten = 0
    private(set) var bytesRead = 0

    /// Reads every bundle of the folder that was not read before.
    init(_ path: String, _ ledger: Ledger, _ progress: (ExchangeStep) -> Void = { _ in }) throws {
        files = try FolderFiles(path)
        self.ledger = ledger
        let asking = try LedgerReplica(ledger)
        var seen = SeenBundles(ledger.path, of: files.canonicalPath)
        var bundles: [FolderBundle] = []
        var places: [Bytes32: Int] = [:]
        var checked = 0
        for name in try files.names() {
            do {
                let bundle = try FolderPeer.bundle(name, files, &seen, asking) {
                    checked += 1
                    if checked.isMultiple(of: 8_192) { progress(.checked(checked)) }
                }
                // A bundle that proves itself is taken under any name, once.
                if let held = places[bundle.digest] {
                    let isOwnName = FolderBundle.name(bundle.digest) == name
                    let copy = isOwnName ? bundles[held].name : name
                    if isOwnName { bundles[held] = bundle }
                    notes.append("\(copy) was passed over: it is a copy of \(bundles[held].name).")
                } else {
                    places[bundle.digest] = bundles.count
                    bundles.append(bundle)
                }
            } catch let fault as Fault {
                // It may still be on its way here, or have gone; a ledger that holds the events writes them again.
                notes.append("\(name) was passed over: \(fault.message)")
            }
        }
        (self.bundles, self.seen) = (bundles, seen)
        everything = try FolderReplica(bundles, of: asking.principal) { _, _ in true }
        replica = everything
        seen.save()
    }

    /// A bundle, read wholly where it was not before.
    private static func bundle(
        _ name: String, _ files: FolderFiles, _ seen: inout SeenBundles, _ ledger: LedgerReplica,
        eachEvent: () -> Void = {}
    ) throws -> FolderBundle {
        let stamp = try files.stamp(name)
        if let stamp, let contents = seen.contents(name, stamp) { return FolderBundle(name, contents, in: files) }
        let contents = try files.withFile(name) { try BundleContents.read($0, ledger) { _, _ in eachEvent() }.contents }
        if let stamp { seen.keep(contents, name, stamp) }
        return FolderBundle(name, contents, in: files)
    }

    /// Reads a bundle whether it was read before or not; nil where it is none any more.
    func readAgain(_ name: String, _ ledger: LedgerReplica) throws -> BundleContents? {
        do { return try files.withFile(name) { try BundleContents($0, ledger) } } catch let fault as Fault
            where fault.kind == .unreadable || fault.kind == .missing
        { return nil }
    }

    func stamp(_ name: String) throws -> FileStamp? { try files.stamp(name) }

    /// Removes files; returns those that are gone.
    func remove(_ names: [String]) throws -> [String] {
        try files.remove(names)
        return try names.filter { try files.stamp($0) == nil }
    }

    /// Passes over bundles of persons whose link was ended, and logs that no link admits. A link in the folder admits
    /// at once, and lifts an
    /// end; an end that only the folder states ends nothing.
    mutating func choose(_ asking: LedgerReplica) throws {
        let admission = try ledger.admission(with: bundles.flatMap(\.contents.linkTails))
        ended = everything.writers.intersection(admission.ended).intersection(try ledger.admission().ended)
        let held = Set(asking.paths.map(\.origin))
        replica = try FolderReplica(bundles.filter { !ended.contains($0.header.principal) }, of: asking.principal) {
            admission.linked.contains($1) || held.contains($0)
        }
    }

    /// A person whose link was ended; nil where the other bundles hold more than ends of links.
    var endedUser: PrincipalID? { replica.holdsEndsAlone ? ended.min() : nil }

    static var borrows: Bool { false }
    var spooled: SpooledCargo? { nil }

    mutating func exchange(_ message: SyncMessage, of _: LedgerReplica) throws -> SyncMessage {
        if let answer = try Responder.answer(message, from: replica) {
            if let cargo = answer.cargo { bytesRead += CargoCoding.byteCount(cargo) }
            return answer
        }
        guard case .push(_, let cargo) = message else {
            preconditionFailure("what the responder leaves to its host is a push")
        }
        // The person who put the first bundle there decides whose folder it is.
        if let stranger = try replica.stranger(to: try LedgerReplica(ledger)) { throw FolderPeer.strangers(stranger) }
        guard let name = try write(cargo) else { return .receipt(cargo.tails.map { .stored(new: $0.events.count) }) }
        notes.append(
            "\(name) in the folder is no file, so \(cargo.eventCount) events were not put there. Remove it and run the command again."
        )
        return .receipt(cargo.tails.map { _ in .stored(new: 0) })
    }

    static func strangers(_ principal: PrincipalID) -> SyncRefusal {
        SyncRefusal(
            code: Responder.strangersCode,
            message:
                "The folder holds another person's events (\(principal.hex.prefix(12))). Nothing was taken from it or put there."
        )
    }

    /// Writes a cargo as a bundle. Returns the name that it cannot have, because a folder has it.
    mutating func write(_ cargo: SyncMessage.Cargo) throws -> String? {
        let ours = try LedgerReplica(ledger)
        // The ledger may have been written to meanwhile: its paths are longer then.
        let paths = Dictionary(grouping: ours.paths, by: \.origin)
        var tails: [Tail] = []
        var places: [BundleHeader.Place] = []
        for tail in cargo.tails {
            let (placed, place) = try placed(
                tail, ours, paths[tail.mark.origin]?.filter { $0.size >= tail.mark.size } ?? [])
            tails.append(placed)
            places.append(place)
        }
        return try write(of: ours) { output in
            try BundleWriter.write(
                .init(tails: tails, blobs: cargo.blobs), places: places, principal: ours.principal, to: output)
        }
    }

    /// Writes a bundle. Returns the name that it cannot have, because a folder has it.
    mutating func write(
        of ours: LedgerReplica,
        _ body: (([UInt8]) throws -> Void) throws -> (outcome: BundleOutcome, digest: Bytes32)
    ) throws -> String? {
        let written = try files.write(body) { FolderBundle.name($0.digest) }
        let name = FolderBundle.name(written.result.digest)
        if !written.isNamed { return name }
        bytesWritten += written.result.outcome.bytes
        try readBack(name, ours)
        return nil
    }

    /// Reads a bundle that was written, so that no later exchange does.
    private mutating func readBack(_ name: String, _ ledger: LedgerReplica) throws {
        do { _ = try FolderPeer.bundle(name, files, &seen, ledger) } catch let fault as Fault {
            // The file differs from the written bytes: the next exchange writes it again.
            notes.append("\(name) was written and cannot be read: \(fault.message)")
        }
        seen.save()
    }

    /// The tail from a place where another one ends in the folder, so that it can be found from the lists of the
    /// bundles alone.
    private func placed(_ tail: Tail, _ ours: LedgerReplica, _ paths: [HeldPath]) throws -> (Tail, BundleHeader.Place) {
        for edge in replica.edges(of: tail.mark.origin, upTo: tail.start) {
            for path in paths {
                let before =
                    edge.size == tail.start
                    ? [] : try ours.tail(of: path, from: edge.size)?.events.prefix(Int(tail.start - edge.size)) ?? []
                let longer = Tail(head: tail.head, start: edge.size, events: before + tail.events)
                var grown = edge
                for event in longer.events { grown.append(leaf: SHA256Hasher.leafHash(envelope: event.envelope)) }
                if grown.root == tail.head.head.root {
                    return (longer, BundleHeader.Place(rootBefore: edge.root, edge: grown))
                }
            }
        }
        throw SyncRefusal(
            code: "sync.changed",
            message: "This ledger was put back to an earlier state meanwhile. Run the command again.")
    }
}
