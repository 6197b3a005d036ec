import EventCodec
import EventModel
import EventSourcing
import EventStore

/// The pictures that events name, and which of them are not here: an event holds the digest of its picture only, and
/// both can be parted.
struct NamedPictures {
    private var named: [(event: EventID, stream: StreamID, digest: Bytes32)] = []

    /// Notes the picture that a signature names in its data.
    mutating func note(_ envelope: Envelope, _ event: EventID, _ data: JSONValue?, _ registry: Registry) {
        guard registry.schema(envelope.type)?.role == .lock,
            let digest = data?["imageDigest"]?.stringValue.flatMap(Bytes32.init(hex:))
        else { return }
        named.append((event, envelope.stream, digest))
    }

    /// A sentence for each event whose picture is not in the ledger.
    func missing(_ transaction: borrowing StoreRead) throws -> [String] {
        if named.isEmpty { return [] }
        let held = Set(try transaction.blobDigests())
        var stated: Set<EventID> = []
        return named.filter { !held.contains($0.digest) && stated.insert($0.event).inserted }.map {
            event, stream, digest in
            """
            The picture of the signature on \(stream.text), which event \(event.short) names, is not in this ledger (sha256:\(digest.hex.prefix(12))). \
            Import a whole export of a ledger that holds it.
            """
        }
    }
}

extension Ledger {
    /// Warnings of pictures that signatures name and that are not here.
    func missingPictures(at places: [EventPlace], _ transaction: borrowing StoreRead) throws -> [String] {
        var pictures = NamedPictures()
        for place in places {
            let event = try engine.event(at: place, transaction)
            guard registry.schema(event.envelope.type)?.role == .lock else { continue }
            pictures.note(event.envelope, event.id, EventView(event, .effective, registry).data, registry)
        }
        return try pictures.missing(transaction)
    }
}
