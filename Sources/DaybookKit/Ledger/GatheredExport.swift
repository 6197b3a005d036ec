import Engine
import EventCodec
import EventModel
import EventSourcing
import SyncProtocol
import TransparencyLog

/// The lines of an export, sorted into logs, heads and blobs. Their bytes lie in a file.
///
/// Memory: a line, the heads, and the places of the pieces.
package struct GatheredExport {
    /// A log of the lines.
    private struct Log {
        var events: SpooledTailBuilder
        var edge = MerkleEdge()
    }

    /// The parts of a blob.
    private struct Blob {
        var ranges: [Range<Int>] = []
        var byteCount = 0
        var hasher = SHA256Hasher()
        var next = 0
        var isWhole = false
    }

    private let registry: Registry
    private let spool: ByteSpool
    private var logs: [LogName: Log] = [:]
    private var order: [LogName] = []
    private var heads: [HeadFields] = []
    private var blobs: [Bytes32: Blob] = [:]
    /// The pictures that the events name.
    private(set) var pictures = NamedPictures()
    /// Events that a salvage found behind lost ones: nothing shows their places, and none is taken.
    private(set) var apart = 0

    /// - Parameter folder: The ledger's folder, in which the file has its room.
    init(_ registry: Registry, in folder: String) {
        self.registry = registry
        spool = ByteSpool(in: folder, "the events of the export")
    }

    mutating func add(_ line: [UInt8]) throws {
        let (content, view): (ExportLine, JSONValue?)
        do { (content, view) = try ExportLine.read(line) } catch {
            throw GatheredExport.isRequest(line) ? GatheredExport.request : error
        }
        switch content {
        case .event(let log, let event):
            try checkView(view, event)
            try add(event, to: log)
        case .apart(_, let event):
            try checkView(view, event)
            apart += 1
        case .head(let bytes):
            let fields: HeadFields
            do {
                let span = bytes.span.bytes
                fields = try HeadFields(span)
            } catch { throw unreadable("its head is not one: \(error)") }
            try SignedHead(fields).checkSignature()
            heads.append(fields)
        case .blob(let digest, let number, let isLast, let bytes):
            var blob = blobs[digest] ?? Blob()
            guard number == blob.next, !blob.isWhole, blob.byteCount + bytes.count <= Limits.blobBytesMaximum else {
                throw unreadable("the parts of its blob are not in order, or too many")
            }
            blob.ranges.append(spool.count..<spool.count + bytes.count)
            try spool.append(bytes)
            blob.hasher.update(bytes)
            blob.byteCount += bytes.count
            blob.next += 1
            blob.isWhole = isLast
            blobs[digest] = blob
        }
    }

    private mutating func add(_ event: StoredEvent, to name: LogName) throws {
        guard event.byteCount <= Limits.eventBytesMaximum, event.salt.count == Limits.saltBytes else {
            throw Fault(
                .unreadable, code: "event.unreadable", message: "An event cannot be read: it is too large.",
                hint: "Nothing was stored.")
        }
        if logs[name] == nil {
            order.append(name)
            logs[name] = Log(events: SpooledTailBuilder(name.origin, start: 0))
        }
        var bytes: [UInt8] = []
        CargoCoding.append(event, to: &bytes)
        let place = spool.count..<spool.count + bytes.count
        try spool.append(bytes)
        logs[name]?.events.add(event, at: place)
        logs[name]?.edge.append(leaf: SHA256Hasher.leafHash(envelope: event.envelope))
    }

    /// Whether a line is one that `append` takes.
    private static func isRequest(_ line: [UInt8]) -> Bool {
        // A line that is no JSON asks for nothing.
        guard let value = try? JSONParser.parse(line) else { return false }
        return value["daybook"] == nil && ["stream", "type", "data"].allSatisfy { value[$0] != nil }
    }

    private static let request = Fault(
        .unreadable, code: "append.line",
        message: "This line asks for an event to be appended: it is none of an export.",
        hint: "Nothing was stored. Use \"daybook append\" for it.")

    /// A view that says other than the bytes is refused: someone changed the one and not the other.
    private mutating func checkView(_ view: JSONValue?, _ event: StoredEvent) throws {
        let id = EventID(SHA256Hasher.leafHash(envelope: event.envelope))
        let (envelope, expected): (Envelope, JSONValue)
        do { (envelope, expected) = try ExportView.json(event, id: id, registry) } catch {
            throw unreadable("its envelope is not one: \(error)")
        }
        guard case .object(let members)? = view, case .object(let known) = expected else {
            throw differs("it is not an object")
        }
        for member in members where member.name != "data" {
            guard let stated = expected[member.name] else {
                throw differs("\"\(member.name)\" is nothing that they say")
            }
            let isTime = ["time", "recordedtime"].contains(member.name)
            guard isTime ? GatheredExport.areSameInstant(stated, member.value) : stated.isEquivalent(to: member.value)
            else {
                throw differs("\"\(member.name)\" is another")
            }
        }
        for member in known where member.name != "data" && view?[member.name] == nil {
            throw differs("\"\(member.name)\" is missing")
        }
        try checkData(view?["data"], expected["data"], envelope, event.body)
        pictures.note(envelope, id, expected["data"], registry)
    }

    /// Of a type that is not known here a newer program made the data, and nothing can be said of it; of one that is,
    /// an older program may have.
    private func checkData(_ data: JSONValue?, _ expected: JSONValue?, _ envelope: Envelope, _ body: [UInt8]) throws {
        guard registry.schema(envelope.type, version: envelope.schemaVersion) != nil else { return }
        guard let data else {
            if expected == nil { return }
            throw differs("\"data\" is missing")
        }
        let bytes = body.span.bytes
        // A body that cannot be read says nothing.
        guard expected?.isEquivalent(to: data) == true || (try? BodyView.json(bytes))?.isEquivalent(to: data) == true
        else { throw differs("\"data\" is another") }
    }

    private static func areSameInstant(_ left: JSONValue, _ right: JSONValue) -> Bool {
        guard let left = left.stringValue.flatMap(Instant.init) else { return false }
        return right.stringValue.flatMap(Instant.init) == left
    }

    private func differs(_ what: String) -> Fault {
        Fault(
            .unreadable, code: "view.differs", message: "The view of an event does not agree with its bytes: \(what).",
            hint: "Nothing was stored.")
    }

    private func unreadable(_ reason: String) -> Fault {
        Fault(
            .unreadable, code: "export.unreadable", message: "A line of the export cannot be read: \(reason).",
            hint: "Nothing was stored.")
    }

    /// All that the lines hold. Throws `Fault` where they do not go together.
    func cargo() throws -> SpooledCargo {
        let blobs = try self.blobs.sorted { $0.key < $1.key }.map { digest, blob in
            guard blob.isWhole, blob.hasher.finalize() == digest else {
                throw unreadable("the blob \(digest.hex.prefix(12)) is not whole, or not what its name says")
            }
            return blob.ranges
        }
        return SpooledCargo(spool, tails: try tails().map(\.tail), blobs: blobs)
    }

    /// Each log with the head of its size. A branch comes after the path it leaves.
    private func tails() throws -> [(name: LogName, tail: SpooledTail)] {
        var used: Set<Int> = []
        let names = order.sorted { ($0.branch == nil ? 0 : 1) < ($1.branch == nil ? 0 : 1) }
        let tails = try names.compactMap { name in try logs[name].map { (name, try tail(name, $0, &used)) } }
        try checkHeads(used)
        try checkNames(tails)
        return tails
    }

    private func tail(_ name: LogName, _ log: Log, _ used: inout Set<Int>) throws -> SpooledTail {
        let index = heads.indices.first {
            !used.contains($0) && heads[$0].origin == name.origin && heads[$0].size == log.edge.size
                && heads[$0].root == log.edge.root
        }
        guard let index else {
            throw Fault(
                .unreadable, code: "head.forged",
                message: "No signed head agrees with the events of log \(name.description.prefix(12)).",
                hint: "Nothing was stored. The export was cut or altered.")
        }
        used.insert(index)
        return log.events.finished(try SignedHead(heads[index]))
    }

    /// One head for each log, over all of it, and no other.
    private func checkHeads(_ used: Set<Int>) throws {
        for (index, head) in heads.enumerated() where !used.contains(index) {
            let what = "A signed head of \(head.size) events of log \(head.origin.hex.prefix(12))"
            if used.contains(where: {
                heads[$0].origin == head.origin && heads[$0].size == head.size && heads[$0].root == head.root
            }) {
                throw Fault(
                    .unreadable, code: "head.twice", message: "\(what) stands in the export twice.",
                    hint:
                        "Nothing was stored. The export was altered, or two were put together: leave the second of the lines out."
                )
            }
            throw Fault(
                .unreadable, code: "head.partial",
                message: "\(what) in the export is over no whole log that stands in it.",
                hint:
                    "Nothing was stored. The export was cut or altered, or heads from elsewhere were added: leave those out."
            )
        }
    }

    /// A path is named by its leaf at the last place where another path of its log differs from it; alone it has no
    /// such name.
    private func checkNames(_ paths: [(name: LogName, tail: SpooledTail)]) throws {
        for paths in Dictionary(grouping: paths, by: \.name.origin).values {
            for (name, tail) in paths {
                let forks = try paths.compactMap { other in
                    other.name == name ? nil : try firstDifference(tail, other.tail)
                }
                let last = forks.max { $0.sequence < $1.sequence }
                guard forks.count == paths.count - 1, name.branch == last?.leaf else {
                    throw Fault(
                        .unreadable, code: "log.branch",
                        message:
                            "The name of log \(name.description.prefix(45)) in the export is not that of its events beside the other branches.",
                        hint: "Nothing was stored. The export was cut or altered.")
                }
            }
        }
    }

    /// The first event of a path that another path of its log has not at its place; nil where one is the beginning of
    /// the other.
    private func firstDifference(_ path: SpooledTail, _ other: SpooledTail) throws -> (sequence: Int, leaf: EventID)? {
        // Pieces that begin at one place and give the same to the tree hold the same events.
        let equal = zip(path.pieces, other.pieces).prefix { $0.span == $1.span }.count
        let start = path.count(before: equal)
        var theirs = other.leaves(equal..<other.pieces.count, in: spool)
        var (sequence, found): (Int, (sequence: Int, leaf: EventID)?) = (start, nil)
        for piece in equal..<path.pieces.count where found == nil {
            try path.forEachEvent(piece..<piece + 1, in: spool) { event in
                if found != nil { return }
                let leaf = EventID(SHA256Hasher.leafHash(envelope: event.envelope))
                if let their = try theirs.next(), their != leaf { found = (sequence, leaf) }
                sequence += 1
            }
        }
        return found
    }

    /// How many different events the lines hold.
    func eventCount(_ cargo: SpooledCargo) throws -> Int {
        var count = 0
        for (number, tail) in cargo.tails.enumerated() {
            // Only the paths of a forked log share any: as many as the longest beginning that stands in another one.
            let before = cargo.tails[..<number].filter { $0.head.head.origin == tail.head.head.origin }
            let shared = try before.map { try firstDifference(tail, $0)?.sequence ?? min(tail.count, $0.count) }.max()
            count += tail.count - (shared ?? 0)
        }
        return count
    }

    /// Those events of the lines that are keys of `wanted`.
    func ids<Value>(among wanted: [EventID: Value], _ cargo: SpooledCargo) throws -> Set<EventID> {
        var ids: Set<EventID> = []
        for tail in cargo.tails {
            try tail.forEachEvent(tail.pieces.indices, in: spool) { event in
                let id = EventID(SHA256Hasher.leafHash(envelope: event.envelope))
                if wanted[id] != nil { ids.insert(id) }
            }
        }
        return ids
    }
}
