import Engine
import EventModel
import EventSourcing
import EventStore
import SyncProtocol
import TransparencyLog

extension Ledger {
    /// Builds a new store of what is whole of a damaged one and of what a source has, verifies it, and puts it in the
    /// damaged one's place.
    ///
    /// - Returns: Nil where events or attachments remain lost: nothing was changed then.
    /// - Throws: `Fault` `repair.zone` or `repair.person` (74) where no head row is left that names them.
    @available(*, noasync)
    static func rebuild(
        at path: String, from source: RepairSource, _ environment: LedgerEnvironment
    ) throws -> RepairReport? {
        let folder = LedgerFolder(path: path, allowsOthers: environment.allowsSharedFolder)
        try folder.checkTrust(toWrite: true)
        let lock = try folder.lockAlone()
        defer { lock.unlock() }
        let salvaged = try SalvagedLedger(folder)
        let head = try newHead(salvaged, environment)
        let lost = salvaged.lost
        var search = LostEventSearch(lost)
        if !lost.isEmpty { try search.read(source, environment) }
        let restored = salvaged.fill { search.events(at: $0) }
        try folder.makeWhole()
        let (verified, kept): (VerifyReport, String)
        do {
            guard let found = try fill(folder.ofMaking, head, salvaged, source, environment) else {
                folder.clearMaking()
                return nil
            }
            (verified, kept) = (found, try folder.replaceStore())
        } catch {
            folder.clearMaking()
            throw error
        }
        lock.unlock()
        let ledger = try open(at: path, .alone, environment: environment)
        defer { ledger.close() }
        try ledger.engine.renewCheckpoint()
        return RepairReport(
            lost: lost.count, restored: restored, isRebuilt: true, keptFile: kept,
            zoneGiven: salvaged.store.head == nil ? head.zone : nil, verified: verified)
    }

    private static func newHead(_ salvaged: SalvagedLedger, _ environment: LedgerEnvironment) throws -> StoreRecord {
        guard let token = Bytes32(bytes: environment.entropy(32)), let secret = Bytes32(bytes: environment.entropy(32))
        else { preconditionFailure("the source of randomness gave fewer bytes than asked for") }
        let zone = environment.zone?.name
        if let head = try salvaged.newHead(token: token, secret: secret, zone: zone) { return head }
        if try salvaged.person == nil {
            throw Fault(
                .damaged, code: "repair.person",
                message: "No copy of the store's head row is left, and the person's key is not here: the file does not "
                    + "show whose ledger it is.",
                hint: "Nothing was changed. Put the key back (cp FILE \(salvaged.store.folder.principalKey)), and "
                    + "repeat the command.")
        }
        throw Fault(
            .damaged, code: "repair.zone",
            message: "No copy of the store's head row is left: the file does not show the ledger's zone.",
            hint: "Nothing was changed. Repeat the command with --zone ZONE, as in --zone America/New_York.")
    }

    /// Makes the new store in a folder; nil where it does not hold all that the damaged one held.
    private static func fill(
        _ folder: LedgerFolder, _ head: StoreRecord, _ salvaged: SalvagedLedger, _ source: RepairSource,
        _ environment: LedgerEnvironment
    ) throws -> VerifyReport? {
        let registry = try registry(of: environment)
        let zone: any ZoneRules = environment.zone ?? SystemZone(head.zone) ?? UniversalTime()
        let engine = try EngineCore.create(head, in: folder, configuration(registry, zone, environment))
        let ledger = Ledger(engine, zone: zone, environment)
        defer { ledger.close() }
        let report = try ledger.receive(salvaged)
        if !report.isWhole {
            // A source of other persons alone has nothing that is wanted here.
            let wanted = Set(report.lostAttachments)
            do { try ledger.receive(source, attachments: wanted) } catch is Rejection { return nil }
        }
        if let own = try salvaged.ownLog { try engine.succeed(own) }
        let isWhole = try engine.read { transaction in
            guard try salvaged.namesAllLogs || engine.logsAre(those: salvaged, transaction) else { return false }
            for digest in report.lostAttachments where try transaction.blob(digest) == nil { return false }
            return try engine.hasAllEvents(of: salvaged.logs, transaction)
        }
        guard isWhole else { return nil }
        let verified = try ledger.verifyEvents()
        return verified.isSound ? verified : nil
    }

    /// Stores what is whole of a damaged ledger.
    private func receive(_ salvaged: SalvagedLedger) throws -> SalvageReport {
        var gathered = GatheredExport(registry, in: self.path)
        var writing = SalvageWriting(salvaged, registry: registry)
        let report = try writing.run { line in try gathered.add(Array(line.dropLast())) }
        if report.events > 0 { _ = try receive(gathered) }
        return report
    }

    private func receive(_ source: RepairSource, attachments: Set<Bytes32>) throws {
        switch source {
        case .ledger(let path):
            let folder = LedgerFolder(path: path, allowsOthers: environment.allowsSharedFolder)
            _ = try Ledger.reading(folder) { try receive(try SalvagedLedger(folder)) }
        case .bundle(let open):
            var reader = BundleReader(try open())
            let (header, tails) = try reader.readTails()
            var blobs: [[UInt8]] = []
            try reader.readBlobs(of: header, isNamed: { _ in true }, keeps: attachments.contains) { blobs.append($0) }
            let received = Tail.inOrder(tails).map { ReceivedTail(head: $0.head, start: $0.start, events: $0.events) }
            _ = try engine.receive(received, blobs: blobs, from: header.principal, leavesOut: true)
        case .lines(let open):
            var gathered = GatheredExport(registry, in: self.path)
            let next = try open()
            while let line = try next() { try gathered.add(line) }
            _ = try receive(gathered)
        }
    }
}
