package import Engine
public import EventCodec
public import EventModel
public import EventSourcing
package import EventStore

/// A lock that a signer's own key signed, and what can be said of that signature here.
public struct KeySignature: Hashable, Sendable {
    /// The content that the signature binds.
    public enum Scope: String, Hashable, Sendable {
        /// Version 2: this entry of this person, the events it covers, and how far every log had come.
        case entry
        /// Version 1: the content only. It can be moved to another entry with the same content.
        case content
    }

    public let stream: StreamID
    public let event: EventID
    /// The log that holds the lock.
    public let log: LogName?
    public let key: Bytes32
    public let certificate: String
    public let scope: Scope
    /// When the signer signed, by the signer's clock; nil for version 1.
    public let instant: Instant?
    /// False for a forged one: it is not by that key over exactly this lock, and locks nothing.
    public let holds: Bool
    public let placement: SignaturePlacement
    /// The outcome of the lock.
    public let outcome: EventOutcome
    package let frontier: SignedFrontier
    package let bytes: [UInt8]
    package let context: LockContext
    /// How many logs and branches are here that the signature neither lists nor folds into its digest.
    public internal(set) var unnamedLogs = 0
    /// How many logs and branches it lists or folds.
    public var namedLogs: Int { frontier.logs.count + Int(clamping: frontier.closed?.count ?? 0) }
    /// When the key signed, by the signer's clock; nil where no key states it.
    public var attested: Instant? { holds ? instant : nil }
    /// Why it vouches for less than its key says.
    public internal(set) var doubts: Set<SignatureDoubt> = []

    package var json: JSONValue {
        .object(pairs: [
            "key": .string(key.hex), "holds": .bool(holds), "binds": .string(scope.rawValue),
            "certificate": .string(certificate),
            "at": instant.map { .string($0.description) }, "placement": .string(placement.word),
            "doubts": doubts.isEmpty
                ? nil : .array(SignatureDoubt.allCases.filter(doubts.contains).map { .string($0.rawValue) }),
        ])
    }
}

/// A doubt about a signature that holds.
public enum SignatureDoubt: String, Hashable, Sendable, CaseIterable {
    /// The key is that of a person or a log held here.
    case ownKey
    /// The same bytes stand in another lock, too.
    case repeated
}

/// The parts of a key's signature in a lock, before anything is asked of the logs.
package struct LockedByKey: Sendable {
    package let key: Bytes32
    package let certificate: String
    let scope: KeySignature.Scope
    package let instant: Instant?
    package let frontier: SignedFrontier
    /// The events that it covers; none for version 1, which names the log of the lock alone.
    package let covers: [EventID]
    package let bytes: [UInt8]

    /// The newest form that a lock in a stream of a kind holds; nil for one that is the owner's word.
    package init?(_ content: EventContent, _ kind: any StreamKind) {
        guard content.schema.role == .lock else { return nil }
        let certificate = kind.certificate(of: content) ?? ""
        if let witness = content.engine.witness {
            self.init(
                key: witness.key, certificate: certificate, scope: .entry, instant: witness.signed.instant,
                frontier: witness.signed.frontier,
                covers: content.engine.covers ?? [], bytes: witness.signature)
        } else if let signed = kind.bodySignature(of: content) {
            self.init(
                key: signed.key, certificate: certificate, scope: .content, instant: nil, frontier: signed.frontier,
                covers: [], bytes: signed.signature)
        } else {
            return nil
        }
    }

    private init(
        key: Bytes32, certificate: String, scope: KeySignature.Scope, instant: Instant?, frontier: SignedFrontier,
        covers: [EventID], bytes: [UInt8]
    ) {
        (self.key, self.certificate, self.scope, self.instant) = (key, certificate, scope, instant)
        (self.frontier, self.covers, self.bytes) = (frontier, covers, bytes)
    }
}

extension Ledger {
    /// The key signatures in locks of a stream, in the order of their arrival; those that are forged too.
    ///
    /// - Complexity: O(events of the stream), and O(size) of each log that a signature names.
    public func keySignatures(of stream: StreamID, _ asOf: AsOf = .now) throws -> [KeySignature] {
        try withView(asOf) { known, _, transaction in
            guard let loaded = try engine.stream(stream, knownAt: known, transaction) else { return [] }
            let logs = try transaction.logRecords(try transaction.storeRecord())
            return try keySignatures(of: loaded, own: Set(try ownKeys(logs, transaction).keys), logs, transaction)
        }
    }

    /// The same of a stream that was read.
    package func keySignatures(
        of loaded: LoadedStream, own: Set<Bytes32>, _ logs: [LogRecord], _ transaction: borrowing StoreRead
    ) throws -> [KeySignature] {
        let signed = loaded.events.indices.compactMap { index in
            loaded.events[index].payload.flatMap { LockedByKey($0, loaded.rules.kind) }.map { (index, $0) }
        }
        if signed.isEmpty { return [] }
        let roots = try HeldRoots(signed.map(\.1.frontier), engine, transaction)
        let contexts = LockContexts(loaded)
        let found = try signed.map { index, locked in
            KeySignature(
                locked, loaded.stream, loaded.events[index].id, nil, holds: !loaded.events[index].links.isForged,
                loaded.fold.outcomes[index], contexts[index, locked.covers],
                try placement(of: locked, in: loaded.stream, roots, transaction))
        }
        return KeySignature.doubted(found, own: own, logs)
    }

    /// All key signatures among events with the critical flag.
    package func keySignatures(
        at places: [EventPlace], _ names: [UInt32: LogName], _ transaction: borrowing StoreRead
    ) throws -> (signatures: [KeySignature], roots: HeldRoots) {
        var found:
            [(
                locked: LockedByKey, stream: StreamID, event: EventID, author: PrincipalID, log: LogName?, holds: Bool
            )] = []
        var outcomes: [EventID: EventOutcome] = [:]
        var contexts: [EventID: LockContext] = [:]
        for place in places {
            let (event, stream) = try transaction.withEvent(at: place) { row in
                (try engine.registry.foldEvent(row), try row.envelopeView().stream)
            }
            guard let kind = registry.kind(stream.kind),
                let locked = event.payload.flatMap({ LockedByKey($0, kind) })
            else { continue }
            found.append((locked, stream, event.id, event.actor, names[place.log], !event.links.isForged))
            // One fold gives the outcomes of all locks of its stream.
            if outcomes[event.id] == nil,
                let loaded = try engine.stream(stream, knownAt: try engine.latest(transaction), transaction)
            {
                let known = LockContexts(loaded)
                for (index, lock) in loaded.events.enumerated() where lock.role == .lock {
                    outcomes[lock.id] = loaded.fold.outcomes[index]
                    guard let locked = lock.payload.flatMap({ LockedByKey($0, kind) }) else { continue }
                    contexts[lock.id] = known[index, locked.covers]
                }
            }
        }
        let roots = try HeldRoots(found.map(\.locked.frontier), engine, transaction)
        let signatures = try found.map { one in
            KeySignature(
                one.locked, one.stream, one.event, one.log, holds: one.holds, outcomes[one.event] ?? .effective,
                contexts[one.event]
                    ?? LockContext(author: one.author, day: nil, isFirstUse: true, fields: RecordFields()),
                try placement(of: one.locked, in: one.stream, roots, transaction))
        }
        return (signatures, roots)
    }

    /// Where the logs that a signature names lie, and whether they hold what it covers.
    package func placement(
        of locked: LockedByKey, in stream: StreamID, _ roots: HeldRoots, _ transaction: borrowing StoreRead
    ) throws -> SignaturePlacement {
        let places = try engine.places(of: Set(locked.covers), in: stream, transaction)
        return SignaturePlacement(locked.frontier, signedAt: locked.instant, covering: places, roots)
    }
}

extension KeySignature {
    /// The same signatures with their doubts.
    ///
    /// - Parameter own: The keys of persons and logs held here.
    /// - Parameter logs: All logs held here.
    static func doubted(_ signatures: [KeySignature], own: Set<Bytes32>, _ logs: [LogRecord]) -> [KeySignature] {
        // A forged copy takes nothing from the one that holds.
        let uses = Dictionary(grouping: signatures.filter(\.holds), by: \.bytes)
        let repeated = uses.filter { _, same in same.contains { !$0.isSameUse(as: same[0]) } }
        return signatures.map { signature in
            var result = signature
            let listed = Set(signature.frontier.logs.map(\.origin))
            let unlisted = logs.count { $0.size > 0 && !listed.contains($0.origin) }
            result.unnamedLogs = max(0, unlisted - Int(clamping: signature.frontier.closed?.count ?? 0))
            if own.contains(signature.key) { result.doubts.insert(.ownKey) }
            if signature.holds, repeated[signature.bytes] != nil { result.doubts.insert(.repeated) }
            return result
        }
    }

    package init(
        _ locked: LockedByKey, _ stream: StreamID, _ event: EventID, _ log: LogName?, holds: Bool,
        _ outcome: EventOutcome,
        _ context: LockContext,
        _ placement: SignaturePlacement
    ) {
        self.init(
            stream: stream, event: event, log: log, key: locked.key, certificate: locked.certificate,
            scope: locked.scope,
            instant: locked.instant, holds: holds, placement: placement, outcome: outcome, frontier: locked.frontier,
            bytes: locked.bytes, context: context)
    }

    /// Whether two locks with the same bytes are one use of a response: of two devices neither knew the other, and
    /// both wrote the same.
    func isSameUse(as other: KeySignature) -> Bool {
        if event == other.event { return true }
        let isOne = holds && other.holds && scope == .entry && other.scope == .entry && stream == other.stream
        return isOne && context.author == other.context.author && context.fields == other.context.fields
            && context.isFirstUse && other.context.isFirstUse
    }
}
