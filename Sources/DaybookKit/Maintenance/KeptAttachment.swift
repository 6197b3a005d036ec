package import Engine
import EventCodec
public import EventModel
import EventStore

/// An attachment of an erased event that the ledger still holds, because another event names it.
public struct KeptAttachment: Hashable, Sendable {
    public let digest: Bytes32
    /// The first event that names it, and its stream.
    public let event: EventID
    public let stream: StreamID
    public let author: PrincipalID
    public let isOwn: Bool

    package var json: JSONValue {
        .object(pairs: [
            "digest": .string(digest.hex), "event": .string(event.hex), "stream": .string(stream.text),
            "person": .string(author.hex), "own": .bool(isOwn),
        ])
    }
}

extension Ledger {
    /// The attachments that this person's events of some targets name.
    package func attachments(of targets: [EraseTarget]) throws -> Set<Bytes32> {
        try engine.read { transaction in
            let held = Set(try transaction.blobDigests())
            return Set(
                try engine.blobNames(of: held, transaction).filter { name in
                    targets.contains { $0.stream == name.stream && $0.events?.contains(name.event) ?? true }
                }.map(\.digest))
        }
    }

    /// Those of some attachments that events still name and records still have, each with the first such event.
    package func kept(of digests: Set<Bytes32>) throws -> [KeptAttachment] {
        if digests.isEmpty { return [] }
        return try engine.read { transaction in
            let own = try transaction.storeRecord().principal
            let uses = try engine.blobUses(of: digests, transaction)
            var kept: [Bytes32: KeptAttachment] = [:]
            for name in try engine.blobNames(of: digests, transaction) {
                guard uses[name.digest] == .needed, kept[name.digest] == nil else { continue }
                kept[name.digest] = KeptAttachment(
                    digest: name.digest, event: name.event, stream: name.stream, author: name.author,
                    isOwn: name.author == own)
            }
            return kept.values.sorted { $0.digest < $1.digest }
        }
    }
}
