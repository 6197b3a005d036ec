import EventCodec
package import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// The result of an erasure.
package struct Erased: Hashable, Sendable {
    /// The events that erase, in the order of the targets.
    package var events: [EventID] = []
    package var position = Position.start
    /// Events whose bodies went.
    package var bodies = 0
    /// The bytes of those bodies.
    package var bytes = 0
    /// Other persons' events in the reach of the erasure: they live on until their authors erase them.
    package var others = 0

    package init(events: [EventID] = []) { self.events = events }
}

extension EngineCore {
    /// Erases what this ledger's person wrote in streams, or single events, in one commit with the dated rows and the
    /// bodies; what a person wrote whose key lies in the ledger's folder, too, under an origin of that person.
    ///
    /// The bytes stay in free pages of the file until it is compacted. Throws a `Rejection`: `record.missing` for a
    /// stream without events, `stream.erased` and `erase.nothing` where nothing is left to erase, `signature.locked`
    /// while a lock stands unless `locked` allows it, `erase.forbidden` for streams of origins and links,
    /// `erase.notAlone` for an event that is part of a record, `reason.required`.
    @available(*, noasync)
    package func erase(_ targets: [EraseTarget], reason: String, locked: Bool) throws -> Erased {
        if reason.allSatisfy(\.isWhitespace) { throw EraseRefusals.reasonRequired }
        let keys = try personKeys()
        let plan = try read { transaction in
            var plan = ErasurePlan(
                own: try transaction.storeRecord().principal, persons: Set(keys.keys), reason: reason)
            for target in targets { try plan.add(target, locked: locked, self, transaction) }
            return plan
        }
        // Nothing comes between: the ledger is open for this program alone, or the number of events differs.
        let receipt = try queue.run(isExclusive: true, on: self) { group, transaction in
            var answer = AppendReceipt()
            for (person, drafts) in plan.drafts {
                let written =
                    try keys[person].map { try self.append(drafts, as: $0, group, &transaction) }
                    ?? self.appendOwn(drafts, group, &transaction)
                answer.appended += written.appended
                answer.ids += written.ids
                answer.position = written.position
            }
            return answer
        }
        var erased = plan.effect
        (erased.events, erased.position) = (receipt.ids, receipt.position)
        return erased
    }

    /// Erases what this ledger's person wrote in the reach of another person's erasure.
    ///
    /// Throws a `Rejection`: `erase.nothing` where nothing in its reach is this person's, and what `erase` throws.
    @available(*, noasync)
    package func erase(following erasure: EventID, in stream: StreamID, reason: String) throws -> Erased {
        let target = try read { transaction in
            let person = try transaction.storeRecord().principal
            guard let loaded = try transaction.load(stream, registry),
                let other = loaded.events.first(where: { $0.id == erasure })
            else {
                throw RoleRejection.outcomeUnknown
            }
            let own = loaded.events.indices.filter { index in
                let event = loaded.events[index]
                return event.actor == person && !event.links.isErasure && !loaded.isErased(index)
                    && (other.links.erases || event.mayBeErasedAlone && other.links.erasesEvents.contains(event.id))
            }
            if own.isEmpty { throw EraseRefusals.nothing(stream) }
            return EraseTarget(stream, events: other.links.erases ? nil : own.map { loaded.events[$0].id })
        }
        return try erase([target], reason: reason, locked: false)
    }

    private func appendOwn(_ drafts: [EventDraft], _ group: Group, _ transaction: inout StoreWrite) throws
        -> AppendReceipt
    {
        try ensureOrigin(group, &transaction)
        return try append(
            drafts, nil, to: try group.session.log(group.session.head.ownLog, transaction), group, &transaction)
    }

    /// Appends as another person, under an origin made for this: its head is signed at once and its key is not kept.
    private func append(
        _ drafts: [EventDraft], as person: SigningKey, _ group: Group, _ transaction: inout StoreWrite
    ) throws -> AppendReceipt {
        let key = try SigningKey(seed: configuration.entropy(32))
        let number = group.session.addLog(
            origin: OriginID(publicKey: key.publicKey), publicKey: key.publicKey.words,
            principal: PrincipalID(publicKey: person.publicKey))
        group.addedPrincipal()
        let start = try originStarted(key, person, replaced: nil)
        _ = try append([start], nil, to: try group.session.log(number, transaction), group, &transaction)
        let receipt = try append(drafts, nil, to: try group.session.log(number, transaction), group, &transaction)
        let log = try group.session.log(number, transaction)
        let head = try Head(publicKey: key.publicKey, size: log.size, root: log.edge.root).signed(by: key)
        try group.session.sign(number, with: head.kept, transaction)
        return receipt
    }
}
