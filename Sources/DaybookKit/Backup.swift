import Engine
import EventModel
import EventStore
import TransparencyLog

extension Ledger {
    /// Copies the ledger into a folder that is empty or not there yet, while it is in use, and verifies the copy.
    ///
    /// The keys go with it unless they are left out; a copy without them can be read and restored, and gets a new origin at its first write only
    /// when the person's key is put beside it. Throws `Rejection` `backup.exists`, `Fault`.
    @discardableResult
    public func backup(to path: String, includingKeys: Bool = true) throws -> VerifyReport {
        try translated {
            let target = LedgerFolder(path: path)
            guard try target.look() != .ledger, try target.isEmptyOrMissing() else {
                throw Rejection(code: "backup.exists", message: "\(path) is not empty.", hint: "Name a new folder.")
            }
            try target.create()
            try engine.store.copy(to: target)
            if includingKeys { try engine.store.folder.copyKeys(to: target) }
        }
        return try Ledger.checked(copyAt: path, environment)
    }

    /// Puts a backup into a folder that holds no ledger yet, after verifying it. The restored ledger writes under a new origin.
    ///
    /// Never changes the backup. Throws `Rejection` `ledger.exists`, `Fault` (74 when the backup is damaged; nothing is made then).
    public static func restore(from source: String, to path: String, environment: LedgerEnvironment = .init()) throws -> Ledger {
        try translated {
            let target = LedgerFolder(path: path)
            guard try target.look() != .ledger, try target.isEmptyOrMissing() else {
                throw Rejection(code: "ledger.exists", message: "\(path) is not empty.", hint: "Name a new folder with --ledger.")
            }
            let found = try Ledger.checked(copyAt: source, environment)
            guard found.isSound else {
                throw Fault(
                    .damaged, code: "backup.damaged", message: "The backup at \(source) is damaged: \(found.damage.first?.reason ?? "").",
                    hint: "Nothing was made. Try an older backup.")
            }
            let store = try EventStore.open(LedgerFolder(path: source), .readOnly, mapByteCount: environment.mapByteCount)
            defer { store.close() }
            try target.create()
            try store.copy(to: target)
            try store.folder.copyKeys(to: target)
        }
        return try open(at: path, environment: environment)
    }

    private static func checked(copyAt path: String, _ environment: LedgerEnvironment) throws -> VerifyReport {
        let copy = try open(at: path, .examine, environment: environment)
        defer { copy.close() }
        return try copy.verify()
    }
}
