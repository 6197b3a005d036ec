import Engine
package import EventCodec
package import EventModel
public import EventSourcing
import EventStore
import SyncProtocol
import TransparencyLog

/// What an import of our own lines did. An event that stands in several paths of a forked log counts once.
public struct ImportLinesOutcome: Hashable, Sendable {
    public var received = 0
    public var duplicates = 0
    public var blobs = 0
    /// Events of persons whom no link admits; none of them was taken.
    public var leftOut = 0
    /// Of those received the ones that do not count, by outcome.
    public var outcomes: [Outcome: Int] = [:]
    /// What the lines name and neither they nor the ledger hold, in sentences.
    public var warnings: [String] = []
}

extension Ledger {
    /// Writes the whole ledger as JSON Lines: every event's bytes with a view, a signed head for each log, every blob
    /// that an event names. Returns the number of events, each counted once, of lines, and the logs that are left out
    /// because nothing here can sign for them.
    ///
    /// `write` gets whole lines with their ends, many at a time; where there are many they are made on two threads.
    /// Throws what `write` throws; what was written by then is no whole export. An import of all lines into an empty
    /// ledger gives equal digests where no log is left out.
    public func export(_ write: ([UInt8]) throws -> Void) throws -> (events: Int, lines: Int, leftOut: [StrandedLog]) {
        try withView(.now) { known, _, transaction in
            var (events, lines, leftOut) = (0, 0, [StrandedLog]())
            let head = try transaction.storeRecord()
            // The principal's own first: an empty ledger that takes these lines becomes that one's.
            let logs = try transaction.logRecords(head)
            for log in logs.filter({ $0.principal == head.principal }) + logs.filter({ $0.principal != head.principal })
            {
                guard let signed = try engine.signedHead(of: log) else {
                    leftOut.append(StrandedLog(log))
                    continue
                }
                // Events before a branch's beginning stand in the log it leaves, and are written again: every path is
                // whole, so that each can be checked alone.
                try exportEvents(of: log, transaction, write)
                lines += Int(log.size) + 1
                events += Int(log.size - log.start)
                try write(Array((ExportLine.text(ofHead: HeadFields(signed).encoded) + "\n").utf8))
            }
            for digest in try engine.blobsNamed(transaction) {
                for text in ExportLine.texts(ofBlob: digest, try transaction.blob(digest) ?? []) {
                    lines += 1
                    try write(Array((text + "\n").utf8))
                }
            }
            return (events, lines, leftOut)
        }
    }

    /// As above, line by line, without their ends; the number of events.
    public func exportLines(_ write: (String) throws -> Void) throws -> Int {
        try export { lines in
            for line in lines.split(separator: UInt8(ascii: "\n")) { try write(String(decoding: line, as: UTF8.self)) }
        }.events
    }

    /// The lines of all events of a log's path, some of them at a time: of one state of the store, whatever is erased
    /// meanwhile.
    private func exportEvents(of log: LogRecord, _ transaction: borrowing StoreRead, _ write: ([UInt8]) throws -> Void)
        throws
    {
        let (engine, registry, name) = (engine, registry, LogName(origin: log.origin, branch: log.branch).description)
        try engine.inPieces(of: Int(log.size), .ofEvents, transaction) { numbers, transaction in
            var schemas = NeighbourSchemas(registry)
            var lines = JSONBytes(capacity: 1 << 17)
            try engine.forEachEventRow(
                onPathOf: log, UInt64(numbers.lowerBound)..<UInt64(numbers.upperBound), transaction
            ) { row in
                let envelope = try row.envelopeView()
                let (id, schema) = (
                    EventID(SHA256Hasher.leafHash(envelope: row.envelope)), schemas.schema(of: envelope)
                )
                ExportLine.write(envelope: row.envelope, salt: row.salt, body: row.body, log: name, to: &lines) {
                    ExportView.write(envelope, id: id, body: row.body, schema, to: &$0)
                }
                lines.endLine()
            }
            return lines.drain()
        } receive: {
            try write($0)
        }
    }

    /// Takes the lines of an export. A ledger without events becomes that person's whose log comes first, unless it
    /// was joined or its key has signed
    /// an offer. Checks every event, view and head before anything is stored; nothing of it is stored when one is
    /// wrong.
    ///
    /// Throws `Fault` (65) that names the line.
    @available(*, noasync)
    public func importLines(_ next: () throws -> [UInt8]?) throws -> ImportLinesOutcome {
        var gathered = GatheredExport(registry)
        var number = 0
        while let line = try next() {
            number += 1
            do { try gathered.add(line) } catch { throw LineRefusal(line: number, reason: error) }
        }
        return try translated { try receive(gathered) }
    }

    /// Stores the lines of an export that were gathered.
    @available(*, noasync)
    func receive(_ gathered: GatheredExport) throws -> ImportLinesOutcome {
        var outcome = ImportLinesOutcome()
        let blobs = try gathered.wholeBlobs()
        let tails = try gathered.tails()
        let before = try position
        let giver = tails.first.flatMap(engine.author)
        let receipt = try engine.receive(tails, blobs: blobs, adopting: giver, from: giver, leavesOut: true)
        outcome.leftOut = receipt.eventsOfStrangers
        outcome.blobs = receipt.blobs.kept
        outcome.received = receipt.received
        let leftOut = receipt.leftOut.reduce(0) { $0 + $1.events }
        outcome.duplicates = max(0, gathered.eventCount - receipt.received - leftOut)
        outcome.warnings = try engine.read { try gathered.pictures.missing($0) } + receipt.leftOutNotes
        outcome.warnings += receipt.blobs.notes
        if gathered.apart > 0 { outcome.warnings.append(SalvageReport.apartText(gathered.apart)) }
        if receipt.received > 0 { outcome.outcomes = try outcomes(ofArrivalsAfter: before, in: gathered) }
        return outcome
    }

    /// How many of the events that arrived with these lines after a position do not count.
    private func outcomes(ofArrivalsAfter before: Position, in gathered: GatheredExport) throws -> [Outcome: Int] {
        var found: [EventID: Outcome] = [:]
        try forEachOutcomeChange(since: before) {
            if $0.from == nil || found[$0.event] != nil { found[$0.event] = $0.to }
        }
        if found.isEmpty { return [:] }
        // Another program may have written meanwhile.
        let held = gathered.ids(among: found)
        return found.reduce(into: [:]) {
            if held.contains($1.key), $1.value != .effective { $0[$1.value, default: 0] += 1 }
        }
    }
}

/// An error in a line of input.
public struct LineRefusal: Error, Sendable {
    /// From 1.
    public let line: Int
    public let reason: any Error

    public init(line: Int, reason: any Error) {
        self.line = line
        self.reason = reason
    }
}

/// The view of an event in an export: what any reader can tell from the bytes, nothing that only this ledger knows.
package enum ExportView {
    /// What the bytes of an event say, and its view. Throws when its envelope cannot be read.
    package static func json(_ event: StoredEvent, id: EventID, _ registry: Registry) throws(CBORError) -> (
        envelope: Envelope, view: JSONValue
    ) {
        let envelope = try EnvelopeView(event.envelope.span.bytes)
        var tree = JSONTree()
        write(
            envelope, id: id, body: event.body.span.bytes,
            registry.schema(envelope.type, version: envelope.schemaVersion), to: &tree)
        return (envelope.envelope, tree.value)
    }

    static func write(
        _ envelope: borrowing EnvelopeView, id: EventID, body: RawSpan, _ schema: EventSchema?,
        to sink: inout some JSONSink
    ) {
        sink.beginCloudEvent(envelope, id)
        switch envelope.validTime {
        case .date(let day):
            sink.name(plain: "validdate")
            sink.date(day)
        case .instant(let instant, _, _): sink.instant(named: "time", instant)
        }
        sink.unsigned(named: "sequence", envelope.sequence.value)
        sink.instant(named: "recordedtime", envelope.recorded)
        if body.byteCount == 0 {
            sink.name(plain: "data")
            sink.null()
        } else {
            // A body that cannot be read has no data in its view; what it is comes from the fold.
            _ = sink.body(named: "data", body, schema)
        }
        sink.endObject()
    }
}
