package import DaybookKit
import Engine
import EventModel
import EventStore
import SyncProtocol
import TransparencyLog

/// A stream whose other end has proved its person, or is a program of this user.
package struct ProvenStream {
    let stream: CountedStream
    /// The person of the other end; nil where that is a program of this user, which reads the ledger's files itself.
    private let person: PrincipalID?
    /// Why nothing is exchanged with that person all the same.
    let refusal: SyncRefusal?

    /// A stream to a program of this user. What it claims is taken, because it reads the ledger's files itself.
    package init(ofThisUser stream: ByteStream) {
        (self.stream, person, refusal) = (CountedStream(stream), nil, nil)
    }

    /// Proves this side's person to the other side, and has that one prove its own.
    ///
    /// The other side gets the reason of a refusal, which names neither a person nor what is amiss here.
    ///
    /// - Parameter proof: Gives the proof of this side's person.
    /// - Throws: `Rejection` `peer.unproven`, `Fault` (65) for what is no proof, and what `proof` throws.
    init(_ role: PeerRole, over stream: ByteStream, _ proof: () throws -> PersonProof) throws {
        let counted = CountedStream(stream)
        self.stream = counted
        do {
            let proof = try proof()
            let key = try proof.proof.prove(role, from: counted.next, to: counted.write)
            let person = PrincipalID(publicKey: key)
            self.person = person
            refusal = proof.ended.contains(person) ? Responder.ended(person) : nil
        } catch {
            if role == .answering {
                // Where the other side has gone, the first error is the one to give.
                try? counted.write(SyncMessage.refused(PeerProof.refusal(for: error)).encoded)
            }
            throw (error as? SyncRefusal).map(Ledger.rejection) ?? error
        }
    }

    /// The answering end: has the caller prove a person, and then proves this ledger's.
    package init(answering stream: ByteStream, _ proof: () throws -> PersonProof) throws {
        try self.init(.answering, over: stream, proof)
    }

    /// Refuses a message of another person than the one who was proved, before its events are read.
    func check(_ message: SyncMessage, from role: PeerRole) throws {
        guard let person, let claimed = message.principal else { return }
        if claimed != person { throw PeerProof.unproven(role) }
        if let refusal { throw refusal }
    }
}

/// The means of a ledger to prove its person at a stream, once.
package struct PersonProof {
    fileprivate let proof: PeerProof
    /// The persons with whom the link ended.
    fileprivate let ended: Set<PrincipalID>
}

extension Ledger {
    /// The proof of this ledger's person, for one stream.
    ///
    /// - Throws: `Rejection` `peer.unproven` where the person's key is not here.
    /// - Complexity: O(links).
    package func personProof() throws -> PersonProof {
        do {
            return try engine.read { transaction in
                let key = try engine.principalKey(try transaction.storeRecord())
                let admission = try engine.admission(transaction)
                // A person may have several keys one day; then each of them stands here.
                let others = admission.keys.filter { $0.key != admission.own }.sorted { left, right in
                    let (one, other) = (admission.ended.contains(left.key), admission.ended.contains(right.key))
                    return one == other ? left.key < right.key : other
                }
                guard let nonce = Bytes32(bytes: engine.configuration.entropy(32)) else {
                    preconditionFailure("the source of randomness gave fewer bytes than asked for")
                }
                let proof = PeerProof(key, known: [key.publicKey] + others.map(\.value), nonce: nonce)
                return PersonProof(proof: proof, ended: admission.ended)
            }
        } catch StoreError.keyMissing(let path), StoreError.keyOfAnother(let path) {
            throw Rejection(
                code: PeerProof.unprovenCode, message: "This ledger cannot prove its person: \(path) is not that key.",
                hint: "Put the key back: \"daybook principal export FILE\" on another device of this person writes it. "
                    + "A new device joins with \"daybook init --join FILE\".")
        } catch { throw translation(of: error) }
    }
}
