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
    /// Events that the folder announces and that are not here after the exchange; at least so many.
    public var lacks = 0
    /// Files that announce some of them and cannot be read.
    public var unreadable: [String] = []
    /// The things passed over or not taken.
    public var notes: [SyncNote] = []

    public init(sent: Int = 0, received: Int = 0, roundTrips: Int = 0) {
        self.sent = sent
        self.received = received
        self.roundTrips = roundTrips
    }
}

extension SyncOutcome {
    init(_ summary: SyncSummary, bytesSent: Int, bytesReceived: Int, blobs: BlobReceipt, notes: [SyncNote] = []) {
        self.init(sent: summary.sent, received: summary.received, roundTrips: summary.roundTrips)
        (self.bytesSent, self.bytesReceived) = (bytesSent, bytesReceived)
        // Each cause is listed once.
        var stated: Set<SyncNote> = []
        self.notes =
            (notes + blobs.notes.map { SyncNote("blob.notTaken", $0) }
            + summary.refusals.map { SyncNote($0.code, $0.message) }).filter { stated.insert($0).inserted }
    }
}

extension Ledger {
    /// Exchanges events with all ledgers that share a folder: takes what it holds and is not here, and puts there what
    /// it lacks.
    ///
    /// Any number of ledgers may do so at once. Long logs are taken in pieces. Events taken before a failure stay; the
    /// next time goes on from there. Bundles of a person with whom the link ended are passed over; only the other's end
    /// is taken, and the own one left. A bundle that cannot be read is named, and written anew by who holds its events.
    ///
    /// - Parameters:
    ///   - tidies: Whether bundles are removed that others cover (`FolderPeer.tidy`).
    ///   - progress: How far it is, from time to time.
    /// - Throws: `Rejection` `link.ended` or `origin.unknown` where the folder holds nothing of this person or of
    ///   persons with whom events are exchanged. `Fault`, 66 when there is no such folder, 74 for an error of its disk.
    /// - Complexity: O(bytes of the bundles that are new, of those that are read again (at least one, up to 1 MiB or a
    ///   hundredth of all), and of the events that are exchanged); memory: a few pieces.
    @discardableResult
    public func sync(
        folder path: String, tidies: Bool = false, progress: (ExchangeStep) -> Void = { _ in }
    ) throws -> SyncOutcome {
        let files = try FolderFiles(path, for: self.path)
        let seen = SeenBundles(self.path, of: files.canonicalPath)
        var peer = try withoutActuallyEscaping(progress) { progress in
            try FolderPeer(
                try FolderReading(files, self, seen, readsAgain: true) { progress(.checked($0)) }, files, self)
        }
        let left = try peer.leaveEnds()
        if left { peer = try peer.again() }
        let taken = try peer.receiveEnds(for: try LedgerReplica(self))
        try peer.choose(try LedgerReplica(self))
        if let ended = peer.endedUser {
            throw Ledger.rejection(FolderPeer.ended(ended, taken: taken.contains(ended), left: left))
        }
        let received = try peer.receiveInPieces(progress)
        let sent = try peer.giveLongPaths(progress)
        let written = peer.bytesWritten
        if sent > 0 {
            peer = try peer.again()
            try peer.choose(try LedgerReplica(self))
        }
        peer.notes += peer.ended.sorted().map { FolderPeer.passedOver($0, taken: taken.contains($0), left: left) }
        var (summary, blobs) = try exchange(with: &peer)
        (summary.sent, summary.received) = (summary.sent + sent, summary.received + received.events)
        // A ledger that gave nothing has not been checked against the folder's owner yet.
        if summary.sent + summary.received == 0, let stranger = try peer.replica.stranger(to: try LedgerReplica(self)) {
            throw Ledger.rejection(FolderPeer.strangers(stranger))
        }
        let lack = try peer.settle()
        if tidies {
            var whole = try peer.again()
            try whole.choose(try LedgerReplica(self))
            peer.notes += try whole.tidy()
        }
        var outcome = SyncOutcome(
            summary, bytesSent: written + peer.bytesWritten, bytesReceived: received.bytes + peer.bytesRead,
            blobs: blobs, notes: peer.notes)
        (outcome.lacks, outcome.unreadable) = (lack.events, lack.files)
        return outcome
    }
}

/// A shared folder as the answering side: what is given to it becomes a bundle.
struct FolderPeer: SyncPeer {
    let files: FolderFiles
    let ledger: Ledger
    /// The bundles, cut down to what is taken.
    private(set) var reading: FolderReading
    /// The bundles read, so that no exchange reads one twice.
    private var seen: SeenBundles
    /// All that the folder holds of persons whose logs are taken.
    let everything: FolderReplica
    /// The replica that is exchanged.
    private(set) var replica: FolderReplica
    /// Persons whose link was ended and whose bundles are passed over.
    private(set) var ended: Set<PrincipalID> = []
    /// The things passed over.
    var notes: [SyncNote]
    private(set) var bytesWritten = 0
    private(set) var bytesRead = 0

    init(_ reading: FolderReading, _ files: FolderFiles, _ ledger: Ledger) throws {
        (self.files, self.ledger, self.reading, seen) = (files, ledger, reading, reading.seen)
        everything = try FolderReplica(reading.bundles, of: reading.admission.own)
        replica = everything
        notes = reading.notes + everything.folderPaths.otherEvents.map { .otherEvents(reading.bundles[$0.file].name) }
        seen.save()
    }

    var bundles: [FolderBundle] { reading.bundles }

    /// Another look at the same folder, which is not opened again.
    func again() throws -> FolderPeer {
        var seen = seen
        seen.beginAgain()
        return try FolderPeer(try FolderReading(files, ledger, seen, readsAgain: false), files, ledger)
    }

    func stamp(_ name: String) throws -> FileStamp? { try files.stamp(name) }

    /// Removes files; returns those that are gone.
    func remove(_ names: [String]) throws -> [String] {
        try files.remove(names)
        return try names.filter { try files.stamp($0) == nil }
    }

    /// Passes over bundles of persons whose link was ended. A link in the folder lifts an end at once; an end that only
    /// the folder states ends nothing.
    mutating func choose(_ asking: LedgerReplica) throws {
        let admission = try ledger.admission(with: bundles.flatMap(\.contents.linkTails))
        ended = everything.writers.intersection(admission.ended).intersection(try ledger.admission().ended)
        if ended.isEmpty { return replica = everything }
        replica = try FolderReplica(
            bundles.filter { !ended.contains($0.header.principal) }, of: reading.admission.own)
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
            SyncNote(
                "bundle.notWritten",
                "\(name) in the folder is no file, so \(cargo.eventCount) events were not put there. "
                    + "Remove it and run the command again."))
        return .receipt(cargo.tails.map { _ in .stored(new: 0) })
    }

    static func strangers(_ principal: PrincipalID) -> SyncRefusal {
        SyncRefusal(
            code: Responder.strangersCode,
            message:
                "The folder holds another person's events (\(principal.hex.prefix(12))). "
                + "Nothing was taken from it or put there."
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
    private mutating func readBack(_ name: String, _ ours: LedgerReplica) throws {
        guard let stamp = try files.stamp(name) else { return }
        do {
            let contents = try files.withFile(name) { try BundleContents.read($0, ours).contents }
            let held = reading.admission.holding(ours.persons)
            seen.keep(.init(stamp: stamp, contents: contents.admitted(by: held)), name)
        } catch let fault as Fault {
            // The file differs from the written bytes: the next exchange writes it again.
            notes.append(
                SyncNote("bundle.unreadable", "\(name) was written and cannot be read: \(fault.message)"))
        }
        seen.save()
    }

    /// The tail from a place where another one ends in the folder, so that it can be found from the lists of the
    /// bundles alone.
    private func placed(_ tail: Tail, _ ours: LedgerReplica, _ paths: [HeldPath]) throws -> (Tail, BundleHeader.Place) {
        // Most tails begin where one ends.
        for edge in replica.edges(of: tail.mark.origin, upTo: tail.start).prefix(while: { $0.size == tail.start }) {
            if let place = FolderPeer.place(of: tail, behind: edge) { return (tail, place) }
        }
        let path =
            try paths.first { $0.mark == tail.mark }
            ?? paths.first { try ours.roots(of: $0, at: [tail.mark.size])[tail.mark.size]?.first == tail.mark.mark }
        if let path {
            let edges = Array(replica.edges(of: tail.mark.origin, upTo: tail.start))
            let roots = try ours.roots(of: path, at: Set(edges.map(\.size)))
            if let edge = edges.first(where: { roots[$0.size] == $0.root }) {
                let before = try ours.tail(of: path, from: edge.size)?.events.prefix(Int(tail.start - edge.size)) ?? []
                let longer = Tail(head: tail.head, start: edge.size, events: before + tail.events)
                if let place = FolderPeer.place(of: longer, behind: edge) { return (longer, place) }
            }
        }
        throw SyncRefusal(
            code: "sync.changed",
            message: "This ledger was put back to an earlier state meanwhile. Run the command again.")
    }

    /// The place of a tail behind an edge in a bundle; nil where the tail does not continue it.
    private static func place(of tail: Tail, behind edge: MerkleEdge) -> BundleHeader.Place? {
        var grown = edge
        for event in tail.events { grown.append(leaf: SHA256Hasher.leafHash(envelope: event.envelope)) }
        return grown.root == tail.head.head.root ? BundleHeader.Place(rootBefore: edge.root, edge: grown) : nil
    }
}
