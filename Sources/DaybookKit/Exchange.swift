import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// What an import of our own lines did.
public struct ImportLinesOutcome: Hashable, Sendable {
    public var received = 0
    public var duplicates = 0
    public var blobs = 0
}

extension Ledger {
    /// Writes the whole ledger as JSON Lines: every event's bytes with a view, a signed head for each log, every blob. Returns the number of events.
    ///
    /// An import of these lines into an empty ledger gives equal digests.
    public func exportLines(_ write: (String) throws -> Void) throws -> Int {
        try withView(.now) { known, _, transaction in
            var events = 0
            let head = try transaction.storeRecord()
            for log in try transaction.logRecords(head) {
                // Events before a branch's beginning stand in the log it leaves; every path is written whole, so that each can be checked alone.
                let name = LogName(origin: log.origin, branch: log.branch)
                for sequence in 0..<log.size {
                    let record = try engine.event(onPathOf: log, sequence: sequence, transaction)
                    let stored = StoredEvent(envelope: record.encodedEnvelope, salt: record.salt, body: record.body)
                    try write(ExportLine.text(of: stored, log: name, view: ExportView.json(record)))
                    events += 1
                }
                guard let signed = try engine.signedHead(of: log) else {
                    throw Fault(
                        .missing, code: "key.missing", message: "The key of origin \(log.origin.hex.prefix(12)) is missing, so its head cannot be signed.",
                        hint: "Put the keys folder back from a backup.")
                }
                try write(ExportLine.text(ofHead: HeadFields(signed).encoded))
            }
            for digest in try transaction.blobDigests() { try exportBlob(digest, try transaction.blob(digest) ?? [], write) }
            return events
        }
    }

    private func exportBlob(_ digest: Bytes32, _ bytes: [UInt8], _ write: (String) throws -> Void) throws {
        let pieceBytes = 49_152
        var number = 0
        var start = 0
        repeat {
            let end = min(start + pieceBytes, bytes.count)
            try write(ExportLine.text(ofBlob: digest, number: number, isLast: end == bytes.count, bytes: Array(bytes[start..<end])))
            number += 1
            start = end
        } while start < bytes.count
    }

    /// Takes the lines of an export: checks every event, view and head before anything is stored; nothing of it is stored when one is wrong.
    ///
    /// Throws `Fault` (65) that names the line.
    @available(*, noasync)
    public func importLines(_ next: () throws -> [UInt8]?) throws -> ImportLinesOutcome {
        var gathered = GatheredExport()
        var number = 0
        while let line = try next() {
            number += 1
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            do { try gathered.take(line) } catch { throw LineRefusal(line: number, reason: error) }
        }
        return try translated {
            var outcome = ImportLinesOutcome()
            let blobs = try gathered.wholeBlobs()
            let tails = try gathered.tails()
            let receipt = try engine.receive(tails, blobs: blobs)
            outcome.blobs = blobs.count
            outcome.received = receipt.received
            outcome.duplicates = receipt.duplicates
            return outcome
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
enum ExportView {
    static func json(_ record: EventRecord) -> JSONValue { json(record.envelope, id: record.id, body: record.body) }

    static func json(_ envelope: Envelope, id: EventID, body: [UInt8]) -> JSONValue {
        var time: JSONValue?
        var date: JSONValue?
        switch envelope.validTime {
        case .date(let day): date = .string(day.description)
        case .instant(let instant, _, _): time = .string(instant.description)
        }
        let schema = Ledger.registry.schema(envelope.type, version: envelope.schemaVersion)
        let bytes = body.span.bytes
        let data: JSONValue?
        // A body that cannot be read has no data in its view; what it is comes from the fold.
        if let schema { data = try? BodyView.json(bytes, schema).data } else { data = try? BodyView.json(bytes) }
        return .object(pairs: [
            "specversion": .string("1.0"), "id": .string(id.hex), "source": .string(envelope.origin.hex), "type": .string(envelope.type),
            "subject": .string(envelope.stream.text), "time": time, "validdate": date, "sequence": .integer(envelope.sequence.value),
            "recordedtime": .string(envelope.recorded.description), "data": data,
        ])
    }
}

/// The lines of an export, sorted into logs, heads and blobs.
private struct GatheredExport {
    private var logs: [LogName: [StoredEvent]] = [:]
    private var order: [LogName] = []
    private var heads: [HeadFields] = []
    private var blobs: [Bytes32: (bytes: [UInt8], next: Int, isWhole: Bool)] = [:]

    mutating func take(_ line: [UInt8]) throws {
        let (content, view): (ExportLine, JSONValue?)
        do { (content, view) = try ExportLine.read(line) } catch { throw GatheredExport.isRequest(line) ? GatheredExport.request : error }
        switch content {
        case .event(let log, let event):
            try hold(view, event)
            if logs[log] == nil { order.append(log) }
            logs[log, default: []].append(event)
        case .head(let bytes):
            do {
                let span = bytes.span.bytes
                heads.append(try HeadFields(span))
            } catch { throw unreadable("its head is not one: \(error)") }
        case .blob(let digest, let number, let isLast, let bytes):
            var blob = blobs[digest] ?? ([], 0, false)
            guard number == blob.next, !blob.isWhole, blob.bytes.count + bytes.count <= Limits.blobBytesMaximum else { throw unreadable("the parts of its blob are not in order, or too many") }
            blob.bytes += bytes
            blob.next += 1
            blob.isWhole = isLast
            blobs[digest] = blob
        }
    }

    /// Whether a line asks `append` for an event.
    private static func isRequest(_ line: [UInt8]) -> Bool {
        // What is no JSON asks for nothing.
        guard let value = try? JSONParser.parse(line) else { return false }
        return value["daybook"] == nil && ["stream", "type", "data"].allSatisfy { value[$0] != nil }
    }

    private static let request = Fault(
        .unreadable, code: "append.line", message: "This line asks for an event to be appended: it is none of an export.",
        hint: "Nothing was stored. Use \"daybook append\" for it.")

    /// A view that says other than the bytes is refused: someone changed the one and not the other.
    private func hold(_ view: JSONValue?, _ event: StoredEvent) throws {
        let envelope: Envelope
        do {
            let bytes = event.envelope.span.bytes
            envelope = try EnvelopeView(bytes).envelope
        } catch { throw unreadable("its envelope is not one: \(error)") }
        let expected = ExportView.json(envelope, id: EventID(SHA256Hasher.leafHash(envelope: event.envelope)), body: event.body)
        guard case .object(let members)? = view else { throw differs("it is not an object") }
        for member in members where expected[member.name]?.saysTheSame(as: member.value) != true { throw differs("\"\(member.name)\" is another") }
        for name in ["id", "source", "type", "subject"] where view?[name] == nil { throw differs("\"\(name)\" is missing") }
    }

    private func differs(_ what: String) -> Fault {
        Fault(.unreadable, code: "view.differs", message: "The view of an event does not agree with its bytes: \(what).", hint: "Nothing was stored.")
    }

    private func unreadable(_ reason: String) -> Fault {
        Fault(.unreadable, code: "export.unreadable", message: "A line of the export cannot be read: \(reason).", hint: "Nothing was stored.")
    }

    func wholeBlobs() throws -> [[UInt8]] {
        try blobs.sorted { $0.key < $1.key }.map { digest, blob in
            guard blob.isWhole, SHA256Hasher.hash(blob.bytes) == digest else { throw unreadable("the blob \(digest.hex.prefix(12)) is not whole, or not what its name says") }
            return blob.bytes
        }
    }

    /// Each log with the head of its size. A branch comes after the path it leaves.
    func tails() throws -> [ReceivedTail] {
        var used: Set<Int> = []
        let tails = try order.sorted { ($0.branch == nil ? 0 : 1) < ($1.branch == nil ? 0 : 1) }.map { name in
            let events = logs[name] ?? []
            var edge = MerkleEdge()
            for event in events { edge.append(leaf: SHA256Hasher.leafHash(envelope: event.envelope)) }
            guard let index = heads.indices.first(where: { !used.contains($0) && heads[$0].origin == name.origin && heads[$0].size == edge.size && heads[$0].root == edge.root }) else {
                throw Fault(
                    .unreadable, code: "head.forged", message: "No signed head agrees with the events of log \(name.description.prefix(12)).",
                    hint: "Nothing was stored. The export was cut or altered.")
            }
            used.insert(index)
            return ReceivedTail(head: try SignedHead(heads[index]), start: 0, events: events)
        }
        guard used.count == heads.count else {
            throw Fault(
                .unreadable, code: "head.forged", message: "A signed head stands in the export without the events that it signs.",
                hint: "Nothing was stored. The export was cut or altered.")
        }
        return tails
    }
}

extension HeadFields {
    init(_ signed: SignedHead) {
        self.init(
            origin: signed.head.origin, publicKey: signed.head.publicKey.words, size: signed.head.size, root: signed.head.root,
            signature: signed.signature.bytes)
    }
}

extension SignedHead {
    init(_ fields: HeadFields) throws {
        guard let signature = Signature(bytes: fields.signature) else { preconditionFailure("checked by HeadFields") }
        do {
            self.init(
                head: try Head(origin: fields.origin, publicKey: try VerifyingKey(fields.publicKey), size: fields.size, root: fields.root),
                signature: signature)
        } catch {
            throw Fault(.unreadable, code: "head.forged", message: "A signed head is not one: \(error)", hint: "Nothing was stored.")
        }
    }
}
