import Engine
import EventModel
import EventStore
import TransparencyLog

extension Ledger {
    /// Copies the ledger into a folder that is empty or not there yet, while it is in use, and verifies the copy.
    ///
    /// The keys go with it unless they are left out; a copy without them can be read and restored, and gets a new origin at its first write only
    /// when the person's key is put beside it. Where the keys were to go with it and the person's is not here, the report's warnings say so. What
    /// fails leaves nothing behind. Throws `Rejection` `backup.exists`, `backup.insideLedger`, `Fault`.
    @discardableResult
    public func backup(to path: String, includingKeys: Bool = true) throws -> VerifyReport {
        try translated {
            let target = LedgerFolder(path: path)
            let found = try target.look()
            guard found != .file else {
                throw Rejection(code: "backup.exists", message: "\(path) is a file; a backup is a folder.", hint: "Name a new folder.")
            }
            guard found != .ledger, try target.isEmptyOrMissing() else {
                throw Rejection(code: "backup.exists", message: "\(path) is not empty.", hint: "Name a new folder.")
            }
            if let around = LedgerFolder.around(path) {
                throw Rejection(
                    code: "backup.insideLedger", message: "\(path) lies in the folder of the ledger at \(around.path).",
                    hint: "Name a folder outside it, best on another disk.")
            }
            return try Ledger.filling(target) {
                try engine.store.copy(to: target)
                if includingKeys { try engine.store.folder.copyKeys(to: target) }
                var report = try Ledger.checked(copyAt: path, environment)
                if includingKeys, let warning = try keyWarning { report.warnings.append(warning + " The copy has no such key either.") }
                return report
            }
        }
    }

    /// Makes a folder and fills it; where that fails, what was made is taken away again. A folder that was there stays.
    private static func filling<Result>(_ target: LedgerFolder, _ body: () throws -> Result) throws -> Result {
        let missing = target.missingFolders()
        do {
            try target.create()
            return try body()
        } catch {
            target.clear(folders: missing)
            throw error
        }
    }

    /// The ledger to whose files a folder belongs, which is the ledger's own or its `keys/`; nil for other folders. `folder` is a path without links.
    public static func holding(folder: String) -> String? { LedgerFolder.holding(folder: folder)?.path }

    /// Whether a folder is that of a ledger; a link to one is.
    public static func isLedger(_ path: String) -> Bool { LedgerFolder(path: path).holdsLedgerFiles }

    /// Puts a backup into a folder that holds no ledger yet, after verifying it. The restored ledger writes under a new origin.
    ///
    /// Never changes the backup. What fails leaves nothing behind. Throws `Rejection` `ledger.exists`, `Fault` (74 when the backup is damaged).
    public static func restore(from source: String, to path: String, environment: LedgerEnvironment = .init()) throws -> Ledger {
        try translated {
            let target = LedgerFolder(path: path)
            let place = try target.look()
            if place == .file { throw StoreError.notAFolder(path: path).fault }
            guard place != .ledger, try target.isEmptyOrMissing() else {
                throw Rejection(code: "ledger.exists", message: "\(path) is not empty.", hint: "Name a new folder with --ledger.")
            }
            try Ledger.holdOutside(path)
            try Ledger.holdBackup(source)
            let found = try Ledger.checked(copyAt: source, environment)
            guard found.isSound else {
                throw Fault(
                    .damaged, code: "backup.damaged", message: "The backup at \(source) is damaged: \(found.damage.first?.reason ?? "").",
                    hint: "Nothing was made. Try an older backup.")
            }
            let store = try EventStore.open(LedgerFolder(path: source), .readOnly, mapByteCount: environment.mapByteCount)
            defer { store.close() }
            return try filling(target) {
                try store.copy(to: target)
                try store.folder.copyKeys(to: target)
                return try open(at: path, environment: environment)
            }
        }
    }

    /// Another folder is to be named where there is no backup, not another one for the ledger.
    private static func holdBackup(_ source: String) throws {
        let found = try LedgerFolder(path: source).look()
        guard found != .ledger else { return }
        let what = found == .file ? "\(source) is a file; a backup is a folder." : "There is no backup at \(source)."
        throw Fault(.missing, code: "backup.missing", message: what, hint: "Nothing was made. Name the folder that \"daybook backup\" made.")
    }

    private static func checked(copyAt path: String, _ environment: LedgerEnvironment) throws -> VerifyReport {
        let copy = try open(at: path, .examine, environment: environment)
        defer { copy.close() }
        return try copy.verifyEvents()
    }
}
