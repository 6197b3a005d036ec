public import EventModel
import Glibc
import GuardedFiles
package import LMDB

/// An error of a store; each case states what was found, and the store is as it was before the call.
public enum StoreError: Error, Hashable, Sendable {
    /// A row whose checksum or form is wrong.
    case damagedRow(table: StoreTable, reason: String)
    /// Rows that contradict each other: one is missing, or a count is off.
    case inconsistent(String)
    /// The checkpoint file is ahead of the store: it was set back to an older state, before its last events and commits.
    case rolledBack(events: UInt64, commits: UInt64)
    /// The checkpoint names other contents.
    case contradictsCheckpoint
    /// The format number of a newer program.
    case newerFormat(found: UInt64, known: UInt64)
    /// The file was replaced while it was open.
    case replaced
    /// Something else holds the ledger exclusively.
    case busy(String)
    /// A program with this one's process number holds the lock file: one of another PID namespace.
    case sameProcess(number: Int32)
    case noLedger(path: String)
    /// Keys of a ledger that was in use, and no store.
    case storeMissing(path: String)
    case notALedger(path: String, reason: String)
    case truncated(path: String)
    case notAFolder(path: String)
    case readOnly(path: String)
    /// This user may not read it.
    case notPermitted(path: String)
    /// A limit of the process (setrlimit(2), RLIMIT_FSIZE).
    case fileLimit(operation: String)
    /// The events are in the store, and the checkpoint file does not know of them.
    case checkpointUnwritten(reason: String)
    case noSpace(operation: String)
    /// This process was forked after it had opened the store.
    case forked
    /// The map must grow, which waits for a reading; the reading waits for this write.
    case readingWaits
    /// The system starts no more threads or processes for this user (setrlimit(2), RLIMIT_NPROC).
    case noThread
    case io(operation: String, code: Int32, reason: String)
    case keyMissing(path: String)
    case keyUnreadable(path: String, reason: String)
    case keyOfAnother(path: String)
    /// Something else than a regular file has the name of one of the ledger's files.
    case unsafeFile(path: String, found: String)
    /// A file that is to be written belongs to another user.
    case otherOwner(path: String)
    /// A ledger's folder, or its `keys/`, that other users may write to.
    case sharedFolder(path: String, mode: UInt32)
    case foreignFolder(path: String, owner: UInt32)
    /// A `keys/` that is a link, or another user's.
    case foreignKeys(path: String, reason: String)

    /// As the error that a program ends with.
    public var fault: Fault {
        switch self {
        case .damagedRow(_, let reason):
            Fault(
                .damaged, code: "store.damaged", message: "The store is damaged: \(reason).",
                hint: StoreError.doctorHint)
        case .inconsistent(let reason):
            Fault(
                .damaged, code: "store.damaged", message: "The store is damaged: \(reason).",
                hint: StoreError.doctorHint)
        case .rolledBack(let events, let commits):
            Fault(
                .damaged, code: "store.rolledBack",
                message: "The store was set back to an older state: \(StoreError.lost(events: events, commits: commits)).",
                hint: "Nothing was changed. \(StoreError.waysOn)")
        case .contradictsCheckpoint:
            Fault(
                .damaged, code: "store.contradictsCheckpoint",
                message: "The store and its checkpoint file record different histories.",
                hint: "Nothing was changed. \(StoreError.goingOn)")
        case .newerFormat(let found, let known):
            Fault(
                .damaged, code: "store.newer",
                message: "This ledger has format \(found); this program knows formats up to \(known).",
                hint: "Use a newer program; nothing was changed.")
        case .replaced:
            Fault(
                .busy, code: "store.replaced",
                message: "The ledger's file was replaced by another program while it was open.",
                hint: "Run the command again.")
        case .busy(let what):
            Fault(.busy, code: "store.busy", message: "The ledger is in use: \(what).", hint: "Try again in a moment.")
        case .sameProcess(let number):
            Fault(
                .busy, code: "store.busy",
                message:
                    "The ledger is in use by a program with this one's process number, \(number), as in another container.",
                hint: "Try again when it has ended, or let both containers share one PID namespace (docker run --pid).")
        case .forked:
            Fault(
                .usage, code: "ledger.forked", message: "This process was forked after it had opened the ledger.",
                hint: "Nothing was changed. Open the ledger again in this process.")
        case .readingWaits:
            Fault(
                .busy, code: "store.readingWaits",
                message: "The ledger's file must grow, and a reading that waits for this write prevents it.",
                hint: "Nothing was written. Write when the reading has ended, or open the ledger with a larger map.")
        case .noLedger(let path):
            Fault(
                .missing, code: "ledger.missing", message: "There is no ledger at \(path).",
                hint: "Make one with \"daybook init\", or name another with --ledger.")
        case .storeMissing(let path):
            Fault(
                .damaged, code: "store.missing",
                message: "The file of events, \(path), is missing; the keys of a ledger are there.",
                hint:
                    "Nothing was changed. Put the file back, or make a ledger of a backup: "
                    + "daybook restore BACKUP --ledger DIR. Without a backup, make a new ledger of the same person "
                    + "(daybook init --join KEY --ledger DIR, KEY is keys/principal.key here), and bring its events "
                    + "with sync, import or bundle import.")
        case .notALedger(let path, let reason):
            Fault(
                .damaged, code: "ledger.foreign", message: "\(path) is not a ledger: \(reason).",
                hint: "Nothing was changed. Name a ledger's folder with --ledger.")
        case .truncated(let path):
            Fault(
                .damaged, code: "store.truncated", message: "\(path) is cut short: its own head names more pages.",
                hint: StoreError.repairHint)
        case .notAFolder(let path):
            Fault(
                .missing, code: "ledger.notAFolder", message: "\(path) is a file; a ledger is a folder.",
                hint: "Name a folder with --ledger.")
        case .readOnly(let path):
            Fault(
                .damaged, code: "ledger.readOnly",
                message: "\(path) cannot be written to: it is read-only for this user.",
                hint: "Check the permissions of the folder and its files.")
        case .noSpace(let operation):
            Fault(
                .damaged, code: "disk.full", message: "The disk is full. \(operation) failed.",
                hint: "Nothing was written. Make room, then run the same command again.")
        case .notPermitted(let path):
            Fault(
                .damaged, code: "ledger.notPermitted", message: "\(path) cannot be read: this user has no permission.",
                hint: "Check the owner and the permissions of the folder and its files.")
        case .fileLimit(let operation):
            Fault(
                .damaged, code: "process.fileLimit",
                message: "\(operation) failed: a file may not become that large here.",
                hint: "Nothing was written. Raise the limit (ulimit -f), then run the same command again.")
        case .noThread: Fault.noProcess
        case .checkpointUnwritten(let reason):
            Fault(
                .damaged, code: "checkpoint.unwritten",
                message: "The events are kept, but the checkpoint beside them could not be written. \(reason)",
                hint: "Do not enter them again. The next write renews the checkpoint.")
        case .io(_, ENOMEM, _): Fault.shortMemory
        case .io(let operation, EMFILE, let reason), .io(let operation, ENFILE, let reason):
            Fault(
                .damaged, code: "process.tooManyFiles", message: "\(operation) failed: \(reason).",
                hint: "Nothing was changed. Let this process open more files (ulimit -n), or close other programs.")
        case .io(let operation, let code, let reason):
            Fault(
                .damaged, code: "store.io", message: "\(operation) failed: \(reason).",
                hint: StoreError.hint(forCode: code))
        case .keyMissing(let path):
            Fault(
                .missing, code: "key.missing", message: "The key file \(path) is missing.",
                hint: "Put it back from a backup; without it this ledger can be read but not written.")
        case .keyUnreadable(let path, let reason):
            Fault(
                .damaged, code: "key.unreadable", message: "The key file \(path) cannot be used: \(reason).",
                hint: "Put it back from a backup.")
        case .keyOfAnother(let path):
            Fault(
                .missing, code: "key.otherPerson",
                message:
                    "The events here are of a person whose key is not here (\(path) is another's): they can be read, not added to.",
                hint:
                    "\"daybook init --join FILE\" makes a device of that person in another folder; import the events there. FILE comes from their \"principal export\"."
            )
        case .unsafeFile(let path, let found):
            Fault(
                .damaged, code: "ledger.unsafeFile",
                message: "\(path) is not used: it is \(found), and a ledger's file is a regular one.",
                hint:
                    "Nothing was written. Remove it, and put the file back from a backup; a missing checkpoint or lock is made anew."
            )
        case .otherOwner(let path):
            Fault(
                .damaged, code: "ledger.otherOwner", message: "\(path) is not written to: it belongs to another user.",
                hint:
                    "Nothing was written. Run the command as that user, or give --allow-shared-folder where you trust that user."
            )
        case .sharedFolder, .foreignFolder, .foreignKeys:
            // A refusal, which `rejection` states; a caller that takes faults alone reads the same words.
            Fault(.damaged, code: rejection?.code ?? "", message: rejection?.message ?? "", hint: rejection?.hint)
        }
    }

    /// As the refusal of a folder that others may write to; nil for every other error.
    public var rejection: Rejection? {
        switch self {
        case .sharedFolder(let path, let mode):
            Rejection(
                code: "ledger.sharedFolder",
                message: "\(path) was refused because other users can write to it (mode \(String(mode, radix: 8))).",
                hint:
                    "\"chmod go-w \(ShellWord.quoted(path))\" mends it. "
                    + "Where you trust everyone who may write there, give --allow-shared-folder."
            )
        case .foreignFolder(let path, let owner):
            Rejection(
                code: "ledger.foreignFolder",
                message: "\(path) is not written to: it belongs to another user (uid \(owner)).",
                hint:
                    "Run the command as that user, or name another folder with --ledger. Where you trust that user, give --allow-shared-folder."
            )
        case .foreignKeys(let path, let reason):
            Rejection(
                code: "ledger.foreignKeys", message: "\(path) is not used: \(reason).",
                hint: "Nothing was written. Make it a folder of your own, and put only key files of yours into it.")
        default: nil
        }
    }

    /// Whether it states that rows or pages are not as they were written.
    var isOfDamage: Bool {
        switch self {
        case .damagedRow, .inconsistent: true
        default: false
        }
    }

    /// Whether the file is no ledger's, for any caller.
    var isOfTheFile: Bool {
        switch self {
        case .notALedger, .truncated: true
        default: false
        }
    }

    /// The error of LMDB or the system, in the store's terms.
    package init(_ error: LMDBError) {
        switch error.reason {
        case .missing: self = .noLedger(path: error.path)
        case .notAFolder: self = .notAFolder(path: error.path)
        case .notARegularFile:
            self = .unsafeFile(path: error.path, found: error.detail.isEmpty ? "no regular file" : error.detail)
        case .otherOwner: self = .otherOwner(path: error.path)
        case .foreign, .damagedMeta, .tableMissing: self = .notALedger(path: error.path, reason: error.cause)
        case .truncated: self = .truncated(path: error.path)
        case .damaged: self = .inconsistent("LMDB found \(error.cause) in \(error.operation)")
        case .replaced: self = .replaced
        case .alreadyOpen: self = .busy("it is open already in this process")
        case .readOnly, .notPermitted: self = .readOnly(path: error.path)
        case .fileLimit: self = .fileLimit(operation: "Writing the store (\(error.operation))")
        // The first failure explains more than the fact that it failed.
        case .mustReopen where error.detail == LMDBError.Reason.noSpace.rawValue:
            self = .noSpace(operation: "An earlier commit")
        case .mustReopen where error.detail == LMDBError.Reason.fileLimit.rawValue:
            self = .fileLimit(operation: "An earlier commit")
        case .moved: self = .busy("it is written to faster than this user can read it")
        case .lockFileOfOther: self = .busy("a program holds its lock file with the state of another file")
        case .forked: self = .forked
        case .readingWaits: self = .readingWaits
        case .mapResized: self = .busy("another program has made its file larger during this reading")
        case .locked: self = .sameProcess(number: getpid())
        case .noThread: self = .noThread
        case .readersFull: self = .busy("all reader slots are taken")
        case .noSpace: self = .noSpace(operation: "Writing the store (\(error.operation))")
        default: self = .io(operation: "The store's \(error.operation)", code: error.code, reason: error.cause)
        }
    }

    /// The remedy for an error of the system.
    private static func hint(forCode code: Int32) -> String {
        switch code {
        case ELOOP, ENAMETOOLONG, EINVAL: "Nothing was changed. Check the folder's name."
        // Where no file can be made, such as /proc.
        case ENOENT: "Nothing was acknowledged. Check the folder's name, and that files can be made there."
        default: "Nothing was acknowledged. Check the disk, then run \"daybook verify\"."
        }
    }

    /// As in "its last event, of 2 commits, is missing".
    private static func lost(events: UInt64, commits: UInt64) -> String {
        let commitsText = commits == 1 ? "one commit" : "\(commits) commits"
        switch events {
        case 0: return "its last \(commits == 1 ? "commit is" : "\(commits) commits are") missing, which added no event"
        case 1: return "its last event, of \(commitsText), is missing"
        default: return "its last \(events) events, of \(commitsText), are missing"
        }
    }

    /// The remedy where the store is behind its checkpoint.
    private static let waysOn =
        "\"daybook repair --from FILE\" brings the events back. FILE is a backup, an export, a bundle or the folder of "
        + "another device's ledger. "
        + "Without one, \"daybook repair --as-is\" goes on with what is here, under a new origin."

    private static let goingOn =
        "\"daybook repair --as-is\" goes on with what is here, under a new origin. An import or a sync then brings the "
        + "rest from a copy that has it."

    static let doctorHint = "Nothing was changed. \"daybook doctor\" shows what is damaged, and what mends it."
    static let repairHint =
        "Nothing was changed. \"daybook repair --from FILE\" restores what is lost from a backup or another copy."
}
