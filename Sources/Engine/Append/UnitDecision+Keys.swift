import EventCodec
import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// Idempotency: a key stands for its event for ever, in the scope of the principal.
extension UnitDecision {
    /// Where the event with a draft's key is, if it has one that was used.
    enum Earlier: Equatable {
        case none
        /// Events that bear the key; after an exchange there can be several, with different content.
        case stored([EventPlace])
        case inUnit(Int)
    }

    /// For each draft.
    func existing(_ drafts: [EventDraft], _ group: Group, _ transaction: borrowing StoreWrite) throws -> [Earlier] {
        var earlier = [Earlier](repeating: .none, count: drafts.count)
        var seen: [String: Int] = [:]
        var asked: [(index: Int, key: String, hash: UInt64)] = []
        keyHashes = [UInt64](repeating: 0, count: drafts.count)
        let (lent, secret) = (drafts.span, group.session.head.secret)
        seen.reserveCapacity(drafts.count)
        asked.reserveCapacity(drafts.count)
        for index in lent.indices {
            guard let key = lent[index].key else { continue }
            if let other = seen.updateValue(index, forKey: key) {
                seen[key] = other
                earlier[index] = .inUnit(other)
                continue
            }
            let hash = KeyIndex.hash(secret: secret, principal: actor, key: key)
            keyHashes[index] = hash
            asked.append((index, key, hash))
        }
        let stored = try transaction.places(keyHashes: asked.map(\.hash), group.session.head)
        for (asked, places) in zip(asked, stored) {
            // After an exchange, and by a chance of one in 2⁶⁴, several events have one hash.
            let all =
                group.newKeys.isEmpty ? places : places + group.newKeys.filter { $0.hash == asked.hash }.map(\.place)
            if all.isEmpty { continue }
            let held = try all.filter { place in
                try transaction.withEvent(at: place) { row in
                    let event = try engine.registry.foldEvent(row)
                    return event.key == asked.key && event.actor == actor
                }
            }
            if !held.isEmpty { earlier[asked.index] = .stored(held) }
        }
        return earlier
    }

    /// The same key: the same content counts as a duplicate, other content is refused.
    func repeated(_ draft: EventDraft, storedAt places: [EventPlace], _ transaction: borrowing StoreWrite) throws {
        let fields = try self.fields(of: draft)
        var id: EventID?
        for place in places where id == nil {
            id = try transaction.withEvent(at: place) { row -> EventID? in
                let envelope = try row.envelopeView()
                guard envelope.stream == draft.stream, envelope.type == draft.type else { return nil }
                if let occurred = draft.occurred, occurred != envelope.validTime { return nil }
                // An event of an older version is compared as it reads today.
                let held = try engine.registry.foldEvent(row).payload?.body ?? row.body.array
                if RecordFields(body: held) != fields { return nil }
                return EventID(SHA256Hasher.leafHash(envelope: row.envelope))
            }
        }
        guard let id else { throw Refusals.keyConflict(draft.key ?? "") }
        receipt.duplicates += 1
        receipt.ids.append(id)
    }

    func repeated(_ draft: EventDraft, index: Int, _ drafts: [EventDraft]) throws {
        let other = drafts[index]
        guard other.stream == draft.stream, other.type == draft.type, other.occurred == draft.occurred,
            other.intent == draft.intent, try fields(of: draft) == fields(of: other)
        else { throw Refusals.keyConflict(draft.key ?? "") }
        receipt.duplicates += 1
        receipt.ids.append(receipt.ids[index])
    }

    /// The fields of a draft, without a key and without those that the engine computes.
    func fields(of draft: EventDraft) throws -> RecordFields {
        guard let schema = engine.registry.schema(draft.type) else { throw Refusals.typeUnknown(draft.type) }
        switch draft.data {
        case .json(let data):
            do {
                return RecordFields(
                    body: try BodyEncoder(schema: schema, normalize: engine.configuration.normalize).encode(data))
            } catch { throw error.error }
        case .fields(let map): return RecordFields(body: map)
        }
    }
}
