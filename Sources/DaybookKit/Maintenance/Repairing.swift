import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import SyncProtocol
import TransparencyLog

extension Ledger {
    /// Writes lost events again from a source, in one commit, and rebuilds projections that do not add up.
    ///
    /// An event from the source counts only where the log gives the root of its head row with it. Positions, streams
    /// and arrival times stay. No other program may have the ledger open.
    /// - Throws: `Fault`: 75 while another program has it open, 74 for a file that cannot be opened, 65 for a source
    ///   that is none. Nothing was changed then.
    @available(*, noasync)
    public static func repair(
        at path: String, from source: RepairSource, environment: LedgerEnvironment = .init()
    ) throws -> RepairReport {
        try translated {
            let ledger = try open(at: path, .alone, environment: environment)
            defer { ledger.close() }
            let engine = ledger.engine
            let lost = try engine.read { try engine.lostEvents($0) }
            var search = LostEventSearch(lost)
            if !lost.isEmpty { try search.read(source, environment) }
            let restored = try engine.restore(lost) { search.events(at: $0) }
            let verified = try ledger.verifyEvents()
            // Only a ledger whose events can all be folded gets other projections.
            guard !verified.isSound, restored == lost.count, ledger.canBeFolded else {
                return RepairReport(lost: lost.count, restored: restored, isRebuilt: false, verified: verified)
            }
            try engine.rebuildKept()
            return RepairReport(
                lost: lost.count, restored: restored, isRebuilt: true, verified: try ledger.verifyEvents())
        }
    }

    private var canBeFolded: Bool {
        // Damage is what this asks for; `verify` has named it.
        (try? foldFromNothing()) != nil
    }
}

/// The events that a source has at the places of lost ones.
private struct LostEventSearch {
    private struct Key: Hashable {
        let origin: OriginID
        let sequence: UInt64
    }

    private var found: [Key: [StoredEvent]]

    init(_ lost: [LostEvent]) {
        found = Dictionary(
            lost.map { (Key(origin: $0.origin, sequence: $0.place.sequence), []) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Those with a body come first.
    func events(at lost: LostEvent) -> [StoredEvent] {
        let events = found[Key(origin: lost.origin, sequence: lost.place.sequence)] ?? []
        return events.filter { !$0.isErased } + events.filter(\.isErased)
    }

    mutating func read(_ source: RepairSource, _ environment: LedgerEnvironment) throws {
        switch source {
        case .ledger(let path):
            let folder = LedgerFolder(path: path, allowsOthers: environment.allowsSharedFolder)
            try Ledger.reading(folder) { add(from: try SalvagedLedger(folder)) }
        case .bundle(let next):
            var reader = BundleReader(next)
            for entry in try reader.readList().list.tails { try reader.readEvents(entry) { add($0) } }
        case .lines(let next):
            while let line = try next() {
                switch try ExportLine.read(line).line {
                case .event(_, let event), .apart(_, let event): add(event)
                case .head, .blob: break
                }
            }
        }
    }

    private mutating func add(from ledger: SalvagedLedger) {
        for log in ledger.logs {
            for key in found.keys.filter({ $0.origin == log.origin && $0.sequence < log.size }) {
                let place = ledger.place(onPathOf: log, key.sequence)
                if let event = place.flatMap({ ledger.event(at: $0) }) { add(event.stored) }
            }
        }
    }

    private mutating func add(_ event: StoredEvent) {
        // An event that cannot be read is not the wanted one.
        guard let envelope = try? EnvelopeView(event.envelope.span.bytes).envelope else { return }
        let key = Key(origin: envelope.origin, sequence: envelope.sequence.value)
        guard let known = found[key], !known.contains(event),
            event.isErased || SHA256Hasher.bodyDigest(salt: event.salt, body: event.body) == envelope.bodyDigest
        else { return }
        found[key]?.append(event)
    }
}
