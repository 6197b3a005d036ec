import Engine
import EventCodec
import EventModel
import EventSourcing
import SyncProtocol
import TransparencyLog

/// The lines of an export, sorted into logs, heads and blobs.
struct GatheredExport {
    private let registry: Registry
    private var logs: [LogName: [StoredEvent]] = [:]
    private var order: [LogName] = []
    private var heads: [HeadFields] = []
    private var blobs: [Bytes32: (bytes: [UInt8], next: Int, isWhole: Bool)] = [:]
    /// The pictures that the events name.
    private(set) var pictures = NamedPictures()
    /// Events that a salvage found behind lost ones: nothing shows their places, and none is taken.
    private(set) var apart = 0

    init(_ registry: Registry) { self.registry = registry }

    mutating func add(_ line: [UInt8]) throws {
        let (content, view): (ExportLine, JSONValue?)
        do { (content, view) = try ExportLine.read(line) } catch {
            throw GatheredExport.isRequest(line) ? GatheredExport.request : error
        }
        switch content {
        case .event(let log, let event):
            try checkView(view, event)
            if logs[log] == nil { order.append(log) }
            logs[log, default: []].append(event)
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
            var blob = blobs[digest] ?? ([], 0, false)
            guard number == blob.next, !blob.isWhole, blob.bytes.count + bytes.count <= Limits.blobBytesMaximum else {
                throw unreadable("the parts of its blob are not in order, or too many")
            }
            blob.bytes += bytes
            blob.next += 1
            blob.isWhole = isLast
            blobs[digest] = blob
        }
    }

    /// Whether a line is one that `append` takes.
    private static func isRequest(_ line: [UInt8]) -> Bool {
        // What is no JSON asks for nothing.
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
            guard let told = expected[member.name] else { throw differs("\"\(member.name)\" is nothing that they say") }
            let isTime = ["time", "recordedtime"].contains(member.name)
            guard isTime ? GatheredExport.areSameInstant(told, member.value) : told.isEquivalent(to: member.value)
            else {
                throw differs("\"\(member.name)\" is another")
            }
        }
        for member in known where member.name != "data" && view?[member.name] == nil {
            throw differs("\"\(member.name)\" is missing")
        }
        try checkData(view?["data"], expected["data"], envelope, event.body)
        pictures.note(envelope, id, expected["data"])
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

    func wholeBlobs() throws -> [[UInt8]] {
        try blobs.sorted { $0.key < $1.key }.map { digest, blob in
            guard blob.isWhole, SHA256Hasher.hash(blob.bytes) == digest else {
                throw unreadable("the blob \(digest.hex.prefix(12)) is not whole, or not what its name says")
            }
            return blob.bytes
        }
    }

    /// Each log with the head of its size. A branch comes after the path it leaves.
    func tails() throws -> [ReceivedTail] {
        var used: Set<Int> = []
        var paths: [(name: LogName, leaves: [EventID])] = []
        let tails = try order.sorted { ($0.branch == nil ? 0 : 1) < ($1.branch == nil ? 0 : 1) }.map { name in
            let events = logs[name] ?? []
            let leaves = events.map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }
            paths.append((name, leaves))
            var edge = MerkleEdge()
            for leaf in leaves { edge.append(leaf: leaf.words) }
            guard
                let index = heads.indices.first(where: {
                    !used.contains($0) && heads[$0].origin == name.origin && heads[$0].size == edge.size
                        && heads[$0].root == edge.root
                })
            else {
                throw Fault(
                    .unreadable, code: "head.forged",
                    message: "No signed head agrees with the events of log \(name.description.prefix(12)).",
                    hint: "Nothing was stored. The export was cut or altered.")
            }
            used.insert(index)
            return ReceivedTail(head: try SignedHead(heads[index]), start: 0, events: events)
        }
        try checkHeads(used)
        try GatheredExport.checkNames(paths)
        return tails
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
    private static func checkNames(_ paths: [(name: LogName, leaves: [EventID])]) throws {
        for paths in Dictionary(grouping: paths, by: \.name.origin).values {
            for (name, leaves) in paths {
                let forks = paths.compactMap { other in
                    other.name == name ? nil : zip(leaves, other.leaves).enumerated().first { $1.0 != $1.1 }?.offset
                }
                guard forks.count == paths.count - 1, name.branch == forks.max().map({ leaves[$0] }) else {
                    throw Fault(
                        .unreadable, code: "log.branch",
                        message:
                            "The name of log \(name.description.prefix(45)) in the export is not that of its events beside the other branches.",
                        hint: "Nothing was stored. The export was cut or altered.")
                }
            }
        }
    }

    /// How many different events the lines hold.
    var eventCount: Int {
        // Only the paths of a forked log share any.
        let isForked = Set(order.map(\.origin)).count < order.count
        if !isForked { return logs.values.reduce(0) { $0 + $1.count } }
        return Set(logs.values.joined().map { SHA256Hasher.leafHash(envelope: $0.envelope) }).count
    }

    /// Those events of the lines that are keys of `wanted`.
    func ids<Value>(among wanted: [EventID: Value]) -> Set<EventID> {
        Set(
            logs.values.joined().lazy.map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }.filter {
                wanted[$0] != nil
            })
    }
}
