import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import Glibc
import SyncProtocol
import TransparencyLog

/// The lines of a salvage.
struct SalvageWriting {
    private let ledger: SalvagedLedger
    private let registry: Registry
    private let blobs: Set<Bytes32>
    private var named: Set<Bytes32> = []
    private var written: Set<EventPlace> = []
    private var report = SalvageReport()

    init(_ ledger: SalvagedLedger, registry: Registry) {
        (self.ledger, self.registry) = (ledger, registry)
        blobs = Set(ledger.store.blobDigests)
    }

    mutating func run(_ write: ([UInt8]) throws -> Void) throws -> SalvageReport {
        let paths = try ledger.paths()
        for path in paths {
            for sequence in 0..<path.size {
                guard let place = ledger.place(onPathOf: path.log, sequence) else { break }
                if written.insert(place).inserted { report.events += 1 }
                try self.write(ledger.event(at: place), path.name, isApart: false, write)
            }
            try line(Array((ExportLine.text(ofHead: HeadFields(path.head).encoded)).utf8), write)
        }
        let apart = ledger.apart(from: paths).filter { !written.contains($0) }
        let names = ledger.logNames
        for place in apart {
            let event = ledger.event(at: place) ?? ledger.uncountedEvent(at: place)
            try self.write(event, names[place.log], isApart: true, write)
        }
        report.apart = apart.count
        report.unsigned = apart.count { ledger.isUnsigned($0) }
        for digest in named.sorted() {
            guard let bytes = ledger.store.blob(digest) else {
                report.lostAttachments.append(digest)
                continue
            }
            report.attachments += 1
            for text in ExportLine.texts(ofBlob: digest, bytes) { try line(Array(text.utf8), write) }
        }
        report.lostLogs = ledger.lostLogs.count
        report.uncounted = ledger.uncounted
        report.altered = ledger.altered.map { LogName(origin: $0.origin, branch: $0.branch) }
        report.lost = try ledger.lostRuns()
        report.hidden = ledger.hidden(among: written.union(apart))
        return report
    }

    private mutating func write(
        _ event: SalvagedEvent?, _ name: LogName?, isApart: Bool, _ write: ([UInt8]) throws -> Void
    ) throws {
        // It was whole a moment ago: the disk does not give the same bytes twice.
        guard let event else {
            throw StoreError.io(operation: "read", code: EIO, reason: "Input/output error")
        }
        let (envelope, body) = (event.stored.envelope.span.bytes, event.stored.body.span.bytes)
        named.formUnion(DigestStrings.of(body, among: blobs))
        let view = try EnvelopeView(stored: envelope)
        let schema = registry.schema(view.type, version: view.schemaVersion)
        let log = (name ?? LogName(origin: view.origin, branch: nil)).description
        var bytes = JSONBytes(capacity: 1_024)
        ExportLine.write(
            envelope: envelope, salt: event.stored.salt.span.bytes, body: body, log: log, isApart: isApart,
            to: &bytes
        ) { ExportView.write(view, id: event.id, body: body, schema, to: &$0) }
        try line(bytes.bytes, write)
    }

    private mutating func line(_ bytes: [UInt8], _ write: ([UInt8]) throws -> Void) throws {
        report.lines += 1
        try write(bytes + [UInt8(ascii: "\n")])
    }
}
