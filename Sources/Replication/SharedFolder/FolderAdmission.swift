import EventModel
import SyncProtocol
import TransparencyLog

/// Whose logs of a shared folder a ledger takes: the folder is asked before anything of it is compared.
struct FolderAdmission {
    /// The ledger's person.
    let own: PrincipalID
    /// The persons with whom a link stands in the ledger or in the folder, ended or not, and the own person.
    let linked: Set<PrincipalID>
    /// Those of them with whom the link was ended.
    let ended: Set<PrincipalID>
    /// The person of each log that is taken: of one that is held, and of one that begins in the folder with the
    /// certificate of a linked person. Nothing else proves whose a log is.
    let persons: [OriginID: PrincipalID]

    /// Whether a tail up to that head is compared. Only the log's own origin or person speaks for it.
    func admits(_ head: SignedHead) -> Bool {
        guard let person = persons[head.head.origin] else { return false }
        return head.certifier.map { PrincipalID(publicKey: $0) == person } ?? true
    }

    /// The same with logs that are held by now.
    func holding(_ held: [OriginID: PrincipalID]) -> FolderAdmission {
        FolderAdmission(own: own, linked: linked, ended: ended, persons: persons.merging(held) { first, _ in first })
    }

    /// A digest of the linked persons, and one of the logs that are taken.
    var digests: [Bytes32] {
        [
            SHA256Hasher.hash(linked.sorted().flatMap(\.bytes)),
            SHA256Hasher.hash(persons.keys.sorted().flatMap(\.bytes)),
        ]
    }
}
