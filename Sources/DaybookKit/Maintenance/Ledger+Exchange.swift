package import Engine
package import EventCodec
package import EventModel
public import EventSourcing
import EventStore
import SyncProtocol
import TransparencyLog

/// The result of an import of exported lines. An event that stands in several paths of a forked log counts once.
public struct ImportLinesOutcome: Hashable, Sendable {
    public var received = 0
    public var duplicates = 0
    public var blobs = 0
    /// Events of persons whom no link admits; none of them was taken.
    public var leftOut = 0
    /// Of those received the ones that do not count, by outcome.
    public var outcomes: [Outcome: Int] = [:]
    /// The references of the lines that neither they nor the ledger hold, in sentences.
    public var warnings: [String] = []
}

extension Ledger {
    /// Writes the whole ledger as JSON Lines: every event's bytes with a view, a signed head for each log, every blob
    /// that an event names. Returns the number of events, each counted once, of lines, and the logs that are left out
    /// because nothing here can sign for them. The events of a log whose key this user may not read are written apart,
    /// as a salvage does with what no head covers; such logs are returned, too.
    ///
    /// `write` gets whole lines with their ends, many at a time; where there are many they are made on two threads.
    /// Throws what `write` throws; what was written by then is no whole export. An import of all lines into an empty
    /// ledger gives equal digests where no log is left out.
    public func export(
        progress: (ExchangeStep) -> Void = { _ in }, _ write: ([UInt8]) throws -> Void
    ) throws -> (events: Int, lines: Int, leftOut: [StrandedLog]) {
        try withView(.now) { known, _, transaction in
            var (events, lines, leftOut) = (0, 0, [StrandedLog]())
            let head = try transaction.storeRecord()
            // The principal's own first: an empty ledger that takes these lines becomes that one's.
            let logs = try transaction.logRecords(head)
            for log in logs.filter({ $0.principal == head.principal }) + logs.filter({ $0.principal != head.principal })
            {
                let (signed, isKeyClosed) = try engine.headIfReadable(of: log)
                if signed == nil { leftOut.append(StrandedLog(log, isKeyClosed: isKeyClosed)) }
                guard signed != nil || isKeyClosed else { continue }
                // Events before a branch's beginning stand in the log it leaves, and are written again: every path is
                // whole, so that each can be checked alone.
                var pieces = 0
                try exportEvents(of: log, isApart: isKeyClosed, transaction) {
                    pieces += 1
                    if pieces.isMultiple(of: 64) { progress(.written(lines + pieces * PieceSize.ofEvents.numbers)) }
                    try write($0)
                }
                lines += Int(log.size)
                events += Int(log.size - log.start)
                guard let signed else { continue }
                lines += 1
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

    /// Exports line by line, without line ends; returns the number of events.
    public func exportLines(_ write: (String) throws -> Void) throws -> Int {
        try export { lines in
            for line in lines.split(separator: UInt8(ascii: "\n")) { try write(String(decoding: line, as: UTF8.self)) }
        }.events
    }

    /// The lines of all events of a log's path, some of them at a time: of one state of the store, whatever is erased
    /// meanwhile.
    private func exportEvents(
        of log: LogRecord, isApart: Bool, _ transaction: borrowing StoreRead, _ write: ([UInt8]) throws -> Void
    ) throws {
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
                ExportLine.write(
                    envelope: row.envelope, salt: row.salt, body: row.body, log: name, isApart: isApart, to: &lines
                ) {
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
    /// was joined or its key has signed an offer.
    ///
    /// Every line, view and head is checked before anything is stored; where one is wrong, nothing is. More than 4,096
    /// events or 1 MiB are stored in pieces, each in a commit. After a stop between two pieces the first ones stay, and
    /// the same lines bring the rest. The bytes wait in a file without a name in the ledger's folder.
    ///
    /// - Parameter progress: How far it is, from time to time.
    /// - Throws: `Fault` (65) that names the line.
    /// - Complexity: O(bytes of the lines); memory: a few pieces.
    @available(*, noasync)
    public func importLines(
        progress: @escaping (ExchangeStep) -> Void = { _ in }, _ next: () throws -> [UInt8]?
    ) throws -> ImportLinesOutcome {
        var gathered = GatheredExport(registry, in: path)
        var number = 0
        while let line = try next() {
            number += 1
            do { try gathered.add(line) } catch let error as StoreError { throw translation(of: error) } catch {
                throw LineRefusal(line: number, reason: error)
            }
            if number.isMultiple(of: 8_192) { progress(.checked(number)) }
        }
        return try translated { try receive(gathered, progress) }
    }

    /// Stores the lines of an export that were gathered.
    @available(*, noasync)
    package func receive(
        _ gathered: GatheredExport, _ progress: @escaping (ExchangeStep) -> Void = { _ in }
    ) throws -> ImportLinesOutcome {
        var outcome = ImportLinesOutcome()
        let cargo = try gathered.cargo()
        let count = try gathered.eventCount(cargo)
        let before = try position
        let giver = cargo.tails.first?.author
        let receipt = try store(cargo, from: giver, adopting: giver, progress)
        outcome.leftOut = receipt.eventsOfStrangers
        outcome.blobs = receipt.blobs.kept
        outcome.received = receipt.received
        let leftOut = receipt.leftOut.reduce(0) { $0 + $1.events }
        outcome.duplicates = max(0, count - receipt.received - leftOut)
        outcome.warnings = try engine.read { try gathered.pictures.missing($0) } + receipt.leftOutNotes
        outcome.warnings += receipt.blobs.notes
        if gathered.apart > 0 { outcome.warnings.append(SalvageReport.apartText(gathered.apart)) }
        if receipt.received > 0 { outcome.outcomes = try outcomes(ofArrivalsAfter: before, in: gathered, cargo) }
        return outcome
    }

    /// How many of the events that arrived with these lines after a position do not count.
    private func outcomes(
        ofArrivalsAfter before: Position, in gathered: GatheredExport, _ cargo: SpooledCargo
    ) throws -> [Outcome: Int] {
        var found: [EventID: Outcome] = [:]
        try forEachOutcomeChange(since: before) {
            if $0.from == nil || found[$0.event] != nil { found[$0.event] = $0.to }
        }
        if found.isEmpty { return [:] }
        // Another program may have written meanwhile.
        let held = try gathered.ids(among: found, cargo)
        return found.reduce(into: [:]) {
            if held.contains($1.key), $1.value != .effective { $0[$1.value, default: 0] += 1 }
        }
    }

    /// Stores what a file brought: the events, then the attachments, as many in a commit as 8 MiB.
    ///
    /// - Parameters:
    ///   - giver: The person whose ledger gives it; nil: one of the own person.
    ///   - adopted: The person to whom a ledger without events belongs from now on; nil: it stays its own person's.
    /// - Throws: What the engine throws. Where something was stored before that, the message states it.
    @available(*, noasync)
    package func store(
        _ cargo: SpooledCargo, from giver: PrincipalID?, adopting adopted: PrincipalID? = nil,
        _ progress: @escaping (ExchangeStep) -> Void = { _ in }
    ) throws -> ReceiveReceipt {
        var storing = CargoStoring(engine, cargo, from: giver, adopting: adopted, progress)
        do { try storing.run() } catch {
            let stored = storing.receipt.received
            throw stored == 0 ? error : Ledger.failure(error, "\(stored) of the events were stored before, and stay.")
        }
        var receipt = storing.receipt
        receipt.blobs = receipt.blobs + (try storeAttachments(of: cargo, from: giver))
        return receipt
    }

    /// Stores what can be stored of a long cargo in pieces; what became of each tail.
    @available(*, noasync)
    package func storePieces(
        of cargo: SpooledCargo, from giver: PrincipalID?, _ progress: (ExchangeStep) -> Void
    ) throws -> [StoredPieces] {
        try withoutActuallyEscaping(progress) { progress in
            var storing = CargoStoring(engine, cargo, from: giver, adopting: nil, progress)
            try storing.runPieces()
            return cargo.tails.indices.map { number in
                let (pieces, count) = (storing.next[number], cargo.tails[number].pieces.count)
                return StoredPieces(
                    pieces: pieces, isStored: count > 0 && pieces == count, received: storing.received[number],
                    error: storing.errors[number])
            }
        }
    }

    /// Stores the attachments that were too many for the commit of the last events. Where that ends early, the same
    /// file brings the others, and the error states so: the events are committed.
    @available(*, noasync)
    package func storeAttachments(of cargo: SpooledCargo, from giver: PrincipalID?) throws -> BlobReceipt {
        var (receipt, next) = (BlobReceipt(), cargo.blobsOfACommit(from: 0).upperBound)
        do {
            while next < cargo.blobs.count {
                let numbers = cargo.blobsOfACommit(from: next)
                receipt = receipt + (try engine.receive([], blobs: try cargo.blobs(numbers), from: giver).blobs)
                next = numbers.upperBound
            }
        } catch { throw Ledger.failure(error, "The events are here; attachments are missing.") }
        return receipt
    }

    /// A failure after something was stored, with what was.
    private static func failure(_ error: any Error, _ stored: String) -> any Error {
        let hint = "Remove what stopped it, then run the same command again."
        return switch translation(of: error) {
        case let fault as Fault:
            Fault(fault.kind, code: fault.code, message: "\(fault.message) \(stored)", hint: hint)
        case let rejection as Rejection:
            Rejection(code: rejection.code, message: "\(rejection.message) \(stored)", hint: hint)
        case let other: other
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

/// The view of an event in an export: only facts that follow from the bytes, and none that only this ledger knows.
package enum ExportView {
    /// The facts that the bytes of an event state, and its view. Throws when its envelope cannot be read.
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
