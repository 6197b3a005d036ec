package import EventCodec
package import EventModel
package import EventSourcing
import Synchronization
import TransparencyLog

/// The static test of the signatures in a lock (docs/format.md §3): it reads the event alone, so its result never
/// changes.
package enum LockSignature {
    /// Whether a lock holds a signature that is not by its key over exactly this lock.
    ///
    /// - Parameter id: The event's content id, under which the result is kept; nil for an event that has none yet.
    /// - Complexity: O(covered events), and 0.1 ms for each signature that was not checked before.
    package static func isForged(
        _ content: EventContent, of kind: any StreamKind, in stream: StreamID, by actor: PrincipalID, id: EventID?
    ) -> Bool {
        let body = kind.bodySignature(of: content)
        guard content.engine.witness != nil || body != nil else { return false }
        if let id, let known = results.withLock({ $0[id] }) { return known }
        let isForged = !(witnessHolds(content, kind, stream, actor) && (body.map(isValid) ?? true))
        if let id {
            results.withLock { known in
                if known.count >= countMaximum { known.removeAll(keepingCapacity: true) }
                known[id] = isForged
            }
        }
        return isForged
    }

    /// At most about 9 MiB. A ledger with more signatures by keys checks some of them again.
    private static let countMaximum = 1 << 17

    /// By content id, of which each is a pure function.
    private static let results = Mutex<[EventID: Bool]>([:])

    private static func witnessHolds(
        _ content: EventContent, _ kind: any StreamKind, _ stream: StreamID, _ actor: PrincipalID
    ) -> Bool {
        guard let witness = content.engine.witness else { return true }
        guard kind.certificate(of: content) == witness.signed.certificate, let label = kind.witnessLabel,
            let statement = statement(content.engine, witness.signed, in: stream, by: actor)
        else { return false }
        return isValid(BodySignature(key: witness.key, message: statement.message(label), signature: witness.signature))
    }

    /// The statement that the key of a witness signs in a lock; nil for the fields of an event that is no lock.
    package static func statement(
        _ fields: EngineFields, _ signed: Witness.Signed, in stream: StreamID, by actor: PrincipalID
    ) -> WitnessStatement? {
        guard let covers = fields.covers, let content = fields.content, let form = fields.form else { return nil }
        return WitnessStatement(
            stream: stream, principal: actor, form: form, content: content, covers: covers, signed: signed)
    }

    /// Whether the key signed the message. A key of small order or in another spelling signs nothing.
    package static func isValid(_ signed: BodySignature) -> Bool {
        // Why a key is none does not matter: it signed nothing.
        guard let key = try? VerifyingKey(signed.key), let signature = Signature(bytes: signed.signature) else {
            return false
        }
        // A library that cannot work at all verifies nothing.
        return (try? key.isValid(signature: signature, for: signed.message)) ?? false
    }
}
