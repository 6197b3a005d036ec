import EventCodec
package import EventModel
import SyncProtocol
import TransparencyLog

/// Proof of an earlier state, kept outside the ledger: a receipt, a head, a frontier or an export.
package struct Anchor: Sendable {
    package enum Kind: String, Sendable { case receipt, head, frontier, export }

    /// The state of one log.
    package struct State: Hashable, Sendable {
        package let origin: OriginID
        package let size: UInt64
        package let root: Bytes32
    }

    /// The events of one path of an export, by their sequences from 0.
    struct Path: Sendable {
        let origin: OriginID
        var leaves: [EventID] = []
        /// Whether the export holds the body of each.
        var hasBody: [Bool] = []
    }

    package let kind: Kind
    let states: [State]
    let paths: [Path]
    let attachments: Set<Bytes32>
    let receipt: SignatureReceipt?

    /// Reads a file's bytes. Throws `Fault` `anchor.unreadable` for anything else than these four, and for an export
    /// with a gap.
    package init(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        // Why it is no JSON does not matter: it may be a receipt, or lines.
        let json = try? JSONParser.parse(bytes)
        let isResponse = json?["daybook"]?.stringValue == SignatureReceipt.responseName
        let response = isResponse ? json?["receipt"]?.stringValue : nil
        if let receipt = SignatureReceipt(text: response ?? text) {
            (kind, self.receipt, paths, attachments) = (.receipt, receipt, [], [])
            states = receipt.statement.signed.frontier.logs.map {
                State(origin: $0.origin, size: $0.size, root: $0.root)
            }
        } else if let json, let found = Anchor.states(json) {
            (kind, states, paths, attachments, receipt) = (found.kind, found.states, [], [], nil)
        } else {
            (kind, receipt, (states, paths, attachments)) = (.export, nil, try Anchor.export(bytes))
        }
    }

    // MARK: - JSON

    private static func states(_ json: JSONValue) -> (kind: Kind, states: [State])? {
        if let state = state(json) { return (.head, [state]) }
        guard case .array(let values)? = json["origins"] ?? json["log"]?["origins"] else { return nil }
        let states = values.compactMap(state)
        return states.isEmpty || states.count != values.count ? nil : (.frontier, states)
    }

    private static func state(_ json: JSONValue) -> State? {
        guard let origin = json["origin"]?.stringValue.flatMap(OriginID.init(hex:)),
            let size = json["size"]?.integerValue, size >= 0,
            let root = json["root"]?.stringValue.flatMap({ Base64.decode($0) }).flatMap({ Bytes32(bytes: $0) })
        else { return nil }
        return State(origin: origin, size: UInt64(size), root: root)
    }

    // MARK: - Lines

    private static func export(_ bytes: [UInt8]) throws -> ([State], [Path], Set<Bytes32>) {
        var (states, attachments): ([State], Set<Bytes32>) = ([], [])
        var paths: [LogName: Path] = [:]
        var order: [LogName] = []
        for line in bytes.split(separator: 0x0A) {
            let read: ExportLine
            do { read = try ExportLine.read(Array(line)).line } catch { throw unreadable }
            switch read {
            case .head(let bytes): states.append(try head(bytes))
            case .blob(let digest, _, _, _): attachments.insert(digest)
            // No head shows its place.
            case .apart: break
            case .event(let log, let event):
                let envelope: EnvelopeView
                do { envelope = try EnvelopeView(event.envelope.span.bytes) } catch { throw unreadable }
                if paths[log] == nil { order.append(log) }
                var path = paths[log] ?? Path(origin: log.origin)
                guard envelope.origin == log.origin, envelope.sequence.value == UInt64(path.leaves.count),
                    event.isErased || SHA256Hasher.bodyDigest(salt: event.salt, body: event.body) == envelope.bodyDigest
                else { throw unreadable }
                path.hasBody.append(!event.isErased)
                path.leaves.append(EventID(SHA256Hasher.leafHash(envelope: event.envelope)))
                paths[log] = path
            }
        }
        guard !states.isEmpty || !paths.isEmpty else { throw unreadable }
        return (states, order.compactMap { paths[$0] }, attachments)
    }

    private static func head(_ bytes: [UInt8]) throws -> State {
        do {
            let fields = try HeadFields(bytes.span.bytes)
            try SignedHead(fields).verify()
            return State(origin: fields.origin, size: fields.size, root: fields.root)
        } catch HeadError.key(.shortMemory) { throw Fault.shortMemory } catch { throw unreadable }
    }

    static let unreadable = Fault(
        .unreadable, code: "anchor.unreadable", message: "The file is not a valid receipt, head, frontier or export.",
        hint:
            "A receipt comes from \"daybook key sign\" or \"daybook flight sign\", a frontier from \"daybook --json frontier\"."
    )
}
