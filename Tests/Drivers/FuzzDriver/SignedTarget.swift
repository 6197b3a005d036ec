import DaybookDomains
import EventCodec
import EventModel
import EventSourcing
import Foundation
import LedgerTestSupport
import TransparencyLog

/// Events that only their author could have made so: changed, hashed again, and signed with the origin's own key. The
/// holder of a key may write anything. The ledger refuses it, or keeps it and stays sound: it replays equal, answers,
/// and passes it on whole.
///
/// An input is JSON Lines: `{"log":<number>,"id":"<content id before the change>","envelope":"b64","body":"b64"}`.
struct SignedTarget: FuzzTarget {
    private struct Start {
        let log: Int
        let id: [UInt8]
        let envelope: Tree
        let body: Tree
    }

    private let starts: [Start]
    private let keys: [SigningKey]
    private let first: ScratchLedger
    private let second: ScratchLedger

    init(_ corpora: Corpora, scratch folder: String) throws {
        let seeds = ["03", "04"].map { Hex.decode(String(repeating: $0, count: 32))! }
        let keys = try seeds.map { try SigningKey(seed: $0) }
        self.keys = keys
        starts = corpora.events.compactMap { event in
            guard let envelope = Tree(event.bytes("envelopeBytes")), let body = Tree(event.bytes("body")),
                case .data(let origin)? = envelope[2],
                let log = keys.firstIndex(where: { OriginID(publicKey: $0.publicKey).bytes == origin })
            else { return nil }
            return Start(log: log, id: event.bytes("contentId"), envelope: envelope, body: body)
        }
        first = try ScratchLedger(folder + "/signed")
        second = try ScratchLedger(folder + "/taken")
    }

    /// The export of the vectors' events as they are, signed.
    func unchangedLines() throws -> [[UInt8]] { try signed(starts) }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        var events = starts
        for _ in 0...random.below(4) {
            let at = random.below(events.count)
            let event = events[at]
            switch random.below(8) {
            case 0:
                events[at] = Start(
                    log: event.log, id: event.id, envelope: TreeMutator.change(event.envelope, &random),
                    body: event.body)
            case 1 where at > 0: events.remove(at: at)
            case 2:
                events.insert(
                    Start(log: event.log, id: random.bytes(32), envelope: event.envelope, body: event.body), at: at + 1)
            case 3 where events.count > 4:
                events.swapAt(1 + random.below(events.count - 1), 1 + random.below(events.count - 1))
            case 4:
                // Another type's body, or another stream's place.
                let other = events[random.below(events.count)]
                events[at] = Start(log: event.log, id: event.id, envelope: event.envelope, body: other.body)
            default:
                events[at] = Start(
                    log: event.log, id: event.id, envelope: event.envelope,
                    body: TreeMutator.change(event.body, &random))
            }
        }
        return Array(events.map(Self.line).joined(separator: [0x0A]))
    }

    private static func line(_ event: Start) -> [UInt8] {
        Array(
            JSONValue.object(pairs: [
                "log": .integer(event.log), "id": .string(Hex.encode(event.id)),
                "envelope": .string(Base64.encode(event.envelope.canonical)),
                "body": .string(Base64.encode(event.body.canonical)),
            ]).text.utf8)
    }

    func run(_ input: [UInt8]) -> Verdict {
        guard let events = read(input), let lines = try? signed(events) else { return .refused }
        do {
            let outcome: ImportLinesOutcome
            do { outcome = try first.ledger.importAll(lines) } catch {
                guard error is LineRefusal || error is Fault || error is Rejection else {
                    return .violation("refused with another error: \(error)")
                }
                return try first.ledger.digest().events == 0 ? .refused : .violation("refused, yet it holds something")
            }
            guard outcome.received > 0 else { return .refused }
            return try judge(outcome)
        } catch {
            return .violation("kept, then: \(error)")
        }
    }

    private func judge(_ outcome: ImportLinesOutcome) throws -> Verdict {
        let report = try first.ledger.verify()
        let replay = try first.ledger.replay()
        let digest = try first.ledger.digest()
        _ = try (
            first.ledger.flights().value.count, first.ledger.currency().value, first.ledger.progress().value,
            first.ledger.flightSummary().value
        )
        let again = try first.ledger.importAll(first.ledger.exportAll())
        _ = try second.ledger.importAll(first.ledger.exportAll())
        let taken = try second.ledger.digest()
        try first.renew()
        try second.renew()
        // A person who rewrites a log under its own key contradicts the instructor who had signed it; verify reports
        // that.
        let others = report.damage.filter { !$0.reason.contains("the instructor") }
        guard others.isEmpty else { return .violation("kept, and not sound: \(others[0].reason)") }
        guard replay.isEqual else { return .violation("a replay gives another state") }
        guard again.received == 0 else { return .violation("its own export is new to it") }
        guard taken == digest else { return .violation("another ledger made something else of it") }
        return .accepted
    }

    private func read(_ input: [UInt8]) -> [Start]? {
        var events: [Start] = []
        for line in input.split(separator: 0x0A) {
            guard let json = try? JSONParser.parse(Array(line)), let log = json["log"]?.integerValue,
                keys.indices.contains(log),
                let id = json["id"]?.stringValue.flatMap(Hex.decode),
                let envelope = json["envelope"]?.stringValue.flatMap(Base64.decode).flatMap({ Tree($0) }),
                let body = json["body"]?.stringValue.flatMap(Base64.decode).flatMap({ Tree($0) })
            else { return nil }
            events.append(Start(log: log, id: id, envelope: envelope, body: body))
        }
        return events
    }

    /// Gives every event its sequence, digests and references again, and each log a signed head.
    private func signed(_ events: [Start]) throws -> [[UInt8]] {
        var relinking = Relinking(events.map { ($0.id, $0.envelope, $0.body) }, logs: events.map(\.log))
        var lines: [[UInt8]] = []
        for log in keys.indices {
            let indices = events.indices.filter { events[$0].log == log }
            if indices.isEmpty { continue }
            var edge = MerkleEdge()
            let name = LogName(origin: OriginID(publicKey: keys[log].publicKey))
            for index in indices {
                let stored = relinking.stored(index)
                edge.append(leaf: SHA256Hasher.leafHash(envelope: stored.envelope))
                lines.append(Array(ExportLine.text(of: stored, log: name, view: view(stored)).utf8))
            }
            let head = Head(publicKey: keys[log].publicKey, size: edge.size, root: edge.root)
            let signature = try head.signed(by: keys[log]).signature.bytes
            let fields = HeadFields(
                origin: head.origin, publicKey: keys[log].publicKey.words, size: head.size, root: head.root,
                signature: signature)
            lines.append(Array(ExportLine.text(ofHead: fields.encoded).utf8))
        }
        return lines
    }

    private func view(_ stored: StoredEvent) -> JSONValue {
        // An envelope that cannot be read has no view.
        (try? ExportView.json(stored, id: EventID(SHA256Hasher.leafHash(envelope: stored.envelope)), Registry.daybook)
            .view) ?? .object([])
    }
}

/// Events that name each other by content ids which change with every change of theirs.
struct Relinking {
    private let events: [(id: [UInt8], envelope: Tree, body: Tree)]
    private let sequences: [UInt64]
    /// The last event of each log, which must end a unit.
    private let last: Set<Int>
    private let indices: [[UInt8]: Int]
    private var made: [Int: StoredEvent] = [:]
    private var isBeingMade: Set<Int> = []

    init(_ events: [(id: [UInt8], envelope: Tree, body: Tree)], logs: [Int]) {
        self.events = events
        indices = Dictionary(events.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        last = Set(Dictionary(logs.enumerated().map { ($1, $0) }, uniquingKeysWith: { max($0, $1) }).values)
        var next: [Int: UInt64] = [:]
        sequences = logs.map { log in
            defer { next[log, default: 0] += 1 }
            return next[log, default: 0]
        }
    }

    mutating func stored(_ index: Int) -> StoredEvent {
        if let event = made[index] { return event }
        isBeingMade.insert(index)
        let salt = [UInt8](repeating: 7, count: 16)
        let body = relinked(events[index].body).canonical
        var envelope = relinked(events[index].envelope)
        envelope.set(3, .unsigned(sequences[index]))
        if last.contains(index), case .unsigned(let flags)? = envelope[4] { envelope.set(4, .unsigned(flags | 1)) }
        envelope.set(15, .data(SHA256Hasher.bodyDigest(salt: salt, body: body).bytes))
        let event = StoredEvent(envelope: envelope.canonical, salt: salt, body: body)
        made[index] = event
        isBeingMade.remove(index)
        return event
    }

    /// Every 32 bytes that were the content id of an event here become its new one; lists of ids are put in order
    /// again.
    private mutating func relinked(_ tree: Tree) -> Tree {
        switch tree {
        case .data(let bytes):
            guard let index = indices[bytes], !isBeingMade.contains(index) else { return tree }
            return .data(SHA256Hasher.leafHash(envelope: stored(index).envelope).bytes)
        case .array(let items):
            let items = items.map { relinked($0) }
            let ids = items.compactMap { item -> [UInt8]? in
                if case .data(let bytes) = item, bytes.count == 32 { bytes } else { nil }
            }
            guard ids.count == items.count else { return .array(items) }
            return .array(Set(ids).sorted { $0.lexicographicallyPrecedes($1) }.map { .data($0) })
        case .map(let pairs): return .map(pairs.map { Tree.Pair(key: $0.key, value: relinked($0.value)) })
        default: return tree
        }
    }
}

extension Tree {
    mutating func set(_ key: UInt64, _ value: Tree) {
        guard case .map(var pairs) = self, let index = pairs.firstIndex(where: { $0.key == .unsigned(key) }) else {
            return
        }
        pairs[index].value = value
        self = .map(pairs)
    }
}
