import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import SyncProtocol
import TransparencyLog

/// The events that a source has at the places of lost ones.
struct LostEventSearch {
    private struct Key: Hashable {
        package let origin: OriginID
        package let sequence: UInt64
    }

    private var found: [Key: [StoredEvent]]

    init(_ lost: [LostEvent]) {
        found = Dictionary(
            lost.map { (Key(origin: $0.origin, sequence: $0.place.sequence), []) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Those with a body come first. Where only the body is lost: the same event with it.
    func events(at lost: LostEvent) -> [StoredEvent] {
        let events = found[Key(origin: lost.origin, sequence: lost.place.sequence)] ?? []
        if let id = lost.id {
            return events.filter { !$0.isErased && SHA256Hasher.leafHash(envelope: $0.envelope) == id.words }
        }
        return events.filter { !$0.isErased } + events.filter(\.isErased)
    }

    mutating func read(_ source: RepairSource, _ environment: LedgerEnvironment) throws {
        switch source {
        case .ledger(let path):
            let folder = LedgerFolder(path: path, allowsOthers: environment.allowsSharedFolder)
            try Ledger.reading(folder) { add(from: try SalvagedLedger(folder)) }
        case .bundle(let open):
            var reader = BundleReader(try open())
            for entry in try reader.readList().list.tails { try reader.readEvents(entry) { add($0) } }
        case .lines(let open):
            let next = try open()
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
        for place in ledger.uncountedPlaces { if let event = ledger.uncountedEvent(at: place) { add(event.stored) } }
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
