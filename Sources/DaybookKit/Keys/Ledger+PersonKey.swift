import EventModel
import EventStore
import Glibc
import TransparencyLog

extension Ledger {
    /// The events that cannot be added without the person's key, and where that key may be, in a few sentences; nil
    /// where the key is in its place.
    public var keyWarning: String? {
        get throws {
            let folder = engine.store.folder
            let path = folder.principalKey
            let known = try translated { try engine.read { try $0.storeRecord().principalKey } }
            guard let found = try Ledger.whyUnusable(folder, known) else { return nil }
            let goesOn = try translated { try engine.read { try engine.continuesOwnLog($0) } }
            return Ledger.keyWarning("\(path) \(found)", path, goesOn: goesOn)
        }
    }

    /// The reason why a key file is not that of a public key; nil where it is.
    private static func whyUnusable(_ folder: LedgerFolder, _ known: Bytes32) throws -> String? {
        do {
            guard let seed = try folder.readKey(folder.principalKey, .person) else { return "is missing" }
            return try SigningKey(seed: seed).publicKey.words == known ? nil : "is another's"
        } catch StoreError.keyUnreadable(_, let reason) {
            return "cannot be used: \(reason)"
        } catch StoreError.notPermitted {
            // Another user may read the events and not the keys: what is in them is not known here.
            return nil
        } catch StoreError.io(_, ENOMEM, _) {
            throw Fault.shortMemory
        } catch is StoreError {
            return "cannot be read"
        } catch KeyError.shortMemory {
            throw Fault.shortMemory
        } catch is KeyError {
            return "is no key"
        }
    }

    private static func keyWarning(_ found: String, _ path: String, goesOn: Bool) -> String {
        let lacking =
            goesOn
            ? "this ledger goes on only in the log that it writes now, and signs no link and no score card "
                + "until it is put back. "
            : "the events can be read, and nothing can be added to them until it is put back. "
        return "The person's key is not here (\(found)): " + lacking
            + "It may be in an older backup, in the keys folder of another device of this person, or in a file that \"daybook principal export\" made: "
            + "copy that file to \(path)."
    }
}
