import EventModel
import EventStore
import TransparencyLog

/// Keys of other persons in the ledger's folder: who merged a guest's ledger can go on to erase as the guest.
extension EngineCore {
    /// Keeps a person's key as `keys/person-<principal id>.key` (0600); states whether it was not there. The key of
    /// this ledger's person is not kept
    /// twice: nil.
    package func keepPersonKey(_ seed: [UInt8]) throws -> (path: String, isNew: Bool)? {
        let person = PrincipalID(publicKey: try SigningKey(seed: seed).publicKey)
        if try read({ try $0.storeRecord().principal }) == person { return nil }
        let path = store.folder.personKey(person)
        let isNew = try store.folder.readKey(path, .person) != seed
        if isNew { try store.folder.writeKey(seed, .person, to: path) }
        return (path, isNew)
    }

    /// The keys by their persons. A file that holds another's key is passed over: its name states whose it is to be.
    func personKeys() throws -> [PrincipalID: SigningKey] {
        var found: [PrincipalID: SigningKey] = [:]
        for person in try store.folder.personsWithKeys() {
            guard let seed = try store.folder.readKey(store.folder.personKey(person), .person) else { continue }
            let key = try SigningKey(seed: seed)
            if PrincipalID(publicKey: key.publicKey) == person { found[person] = key }
        }
        return found
    }
}
