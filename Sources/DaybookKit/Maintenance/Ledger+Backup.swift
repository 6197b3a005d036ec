import Engine
import EventModel
import EventStore
import TransparencyLog

extension Ledger {
    /// Copies the ledger into a folder that is empty or not there yet, while it is in use, and verifies the copy.
    ///
    /// The head of every log is signed in the copy, so that its events can leave it without the keys of their logs. A
    /// user who may read the ledger and not its keys gets them unsigned, and a warning.
    ///
    /// No secret key goes with it unless that is asked for. A copy without keys can be read and restored; it is written
    /// to under a new origin, once the person's key is put beside it. Keys go into a folder that this user alone can
    /// write to. Where they were to go with it and the person's is not here, the report's warnings say so. What fails
    /// leaves nothing behind, or the whole copy. Throws `Rejection` `backup.exists`, `backup.insideLedger`,
    /// `ledger.sharedFolder`, `Fault` (75 while another program makes a ledger there).
    @discardableResult
    public func backup(to path: String, includingKeys: Bool = false) throws -> VerifyReport {
        try translated {
            let target = LedgerFolder(path: path, allowsOthers: environment.allowsSharedFolder || !includingKeys)
            return try Ledger.filling(target, mayFill: { try requireFree(target) }) { copy in
                try engine.store.copy(to: copy)
                let stranded = try engine.signHeads(ofCopyIn: copy).map {
                    StrandedLog($0.log, isKeyClosed: $0.isKeyClosed)
                }
                if includingKeys { try engine.store.folder.copyKeys(to: copy) }
                var report = try Ledger.checked(copy, environment)
                report.add(warnings: stranded.map(\.warning))
                return report
            } then: { report in
                var report = report
                guard includingKeys else { return report }
                if let warning = try keyWarning {
                    report.warnings.append(warning + " The copy has no such key either.")
                } else if report.isSound {
                    try noteKeyKept()
                }
                return report
            }
        }
    }

    /// Throws `Rejection` where a backup may not be put into a folder.
    private func requireFree(_ target: LedgerFolder) throws {
        let (path, found) = (target.path, try target.inspect())
        guard found != .file else {
            throw Rejection(
                code: "backup.exists", message: "\(path) is a file; a backup is a folder.", hint: "Name a new folder.")
        }
        guard found != .ledger,
            try target.isEmptyOrMissing() || target.hasStoppedMaking(of: engine.store.folder)
        else {
            throw Rejection(code: "backup.exists", message: "\(path) is not empty.", hint: "Name a new folder.")
        }
        if let around = LedgerFolder.around(path) {
            throw Rejection(
                code: "backup.insideLedger", message: "\(path) lies in the folder of the ledger at \(around.path).",
                hint: "Name a folder outside it, best on another disk.")
        }
    }

    /// Makes a folder and a whole ledger in it, and goes on with it.
    ///
    /// - Parameters:
    ///   - mayFill: Throws where the folder may not be filled; it is asked under the folder's lock.
    ///   - body: Fills the folder inside it from which the ledger is moved to its place.
    ///   - then: Goes on with the ledger in its place. Where this fails, a ledger that no other program has open is
    ///     removed again.
    /// - Throws: `Fault` `store.busy` where another program makes a ledger there. Where it fails, what was
    ///   made is removed again; a folder that was there stays. A stop leaves no ledger, or a whole one.
    private static func filling<Made, Result>(
        _ target: LedgerFolder, mayFill: () throws -> Void, _ body: (LedgerFolder) throws -> Made,
        then: (Made) throws -> Result
    ) throws -> Result {
        let missing = target.missingFolders()
        let made = try made(target, missing, mayFill, body)
        do { return try then(made.result) } catch {
            target.clearMade(made.store, folders: missing)
            throw error
        }
    }

    private static func made<Made>(
        _ target: LedgerFolder, _ missing: [String], _ mayFill: () throws -> Void, _ body: (LedgerFolder) throws -> Made
    ) throws -> (result: Made, store: StoreIdentity?) {
        var lock = try target.inspect() == .folder ? try target.lockForMaking() : nil
        defer { lock?.unlock() }
        try mayFill()
        do { try target.create() } catch {
            target.removeEmpty(folders: missing)
            throw error
        }
        if lock == nil {
            lock = try target.lockForMaking()
            // Another program may have filled it before it was locked.
            try mayFill()
        }
        do {
            try target.makeWhole()
            let made = try body(target.ofMaking)
            try target.installMade()
            return (made, target.storeIdentity)
        } catch {
            target.clear(folders: missing)
            throw error
        }
    }

    /// The ledger to whose files a folder belongs, which is the ledger's own or its `keys/`; nil for other folders.
    /// `folder` is a path without links.
    public static func enclosing(folder: String) -> String? { LedgerFolder.enclosing(folder: folder)?.path }

    /// The ledger in whose folder a path lies, however deep, the folder itself too; nil for other paths.
    public static func around(_ path: String) -> String? { LedgerFolder.around(path)?.path }

    /// Whether a folder is that of a ledger; a link to one is.
    public static func isLedger(_ path: String) -> Bool { LedgerFolder(path: path).holdsLedgerFiles }

    /// Puts a backup into a folder that holds no ledger yet, after verifying it. The restored ledger writes under a new
    /// origin.
    ///
    /// The backup's files are read, never mapped and never changed: they are copied first, and the copy is verified by
    /// `checking`, which may do so in a process of its own; it gets the copy's folder. Without it this process verifies
    /// the copy. What fails leaves nothing behind, or the whole ledger. Throws `Rejection` `ledger.exists`, `Fault` (74
    /// when the backup is damaged, 75 while another program makes a ledger there).
    public static func restore(
        from source: String, to path: String, environment: LedgerEnvironment = .init(),
        checking: ((_ copy: String) throws -> BackupCheck)? = nil
    ) throws -> Ledger {
        try translated {
            let target = LedgerFolder(path: path, allowsOthers: environment.allowsSharedFolder)
            let mayFill = {
                let place = try target.inspect()
                if place == .file { throw StoreError.notAFolder(path: path).fault }
                guard place != .ledger,
                    try target.isEmptyOrMissing() || target.hasStoppedMaking(of: LedgerFolder(path: source))
                else {
                    throw Rejection(
                        code: "ledger.exists", message: "\(path) is not empty.",
                        hint: "Name a new folder with --ledger.")
                }
                try Ledger.requireOutside(path)
                try Ledger.requireBackup(source)
            }
            return try filling(target, mayFill: mayFill) { copy in
                // A backup on a stick may be in a folder of any mode: it is only read.
                try LedgerFolder(path: source, allowsOthers: true).copyUnmapped(
                    to: copy, bytesMaximum: environment.mapByteCount)
                let found = try checking?(copy.path) ?? BackupCheck(try Ledger.checked(copy, environment))
                guard found.isSound else {
                    throw Fault(
                        .damaged, code: "backup.damaged",
                        message: "The backup at \(source) is damaged: \(found.damage ?? "").",
                        hint: "Nothing was made. Try an older backup.")
                }
            } then: {
                let ledger = try open(at: path, environment: environment)
                // The backup holds it, too.
                if try ledger.keyWarning == nil { try ledger.noteKeyKept() }
                return ledger
            }
        }
    }

    /// The result of a check of a copy.
    public struct BackupCheck: Sendable {
        public let isSound: Bool
        /// The first damage, as in "… is damaged: REASON."
        public let damage: String?

        public init(isSound: Bool, damage: String?) { (self.isSound, self.damage) = (isSound, damage) }

        init(_ report: VerifyReport) { self.init(isSound: report.isSound, damage: report.damage.first?.reason) }
    }

    /// Another folder is to be named where there is no backup, not another one for the ledger.
    private static func requireBackup(_ source: String) throws {
        let found = try LedgerFolder(path: source).inspect()
        guard found != .ledger else { return }
        let what = found == .file ? "\(source) is a file; a backup is a folder." : "There is no backup at \(source)."
        throw Fault(
            .missing, code: "backup.missing", message: what,
            hint: "Nothing was made. Name the folder that \"daybook backup\" made.")
    }

    private static func checked(_ folder: LedgerFolder, _ environment: LedgerEnvironment) throws -> VerifyReport {
        var environment = environment
        environment.allowsSharedFolder = folder.allowsOthers
        let copy = try open(at: folder.path, .examine, environment: environment)
        defer { copy.close() }
        return try copy.verifyEvents()
    }
}
