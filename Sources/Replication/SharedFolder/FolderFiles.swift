public import DaybookKit
import EventStore
import Glibc
import GuardedFiles
import SyncProtocol
import TransparencyLog

/// The bundles in a folder that several ledgers share: `<first 32 digits of its SHA-256>.daybook` each, never changed
/// once it is there.
///
/// A bundle is written under a temporary name and renamed once it is whole and on disk. So no program reads a
/// half-written one. Its digest shows what a stick or a synced drive cut short. The folder is opened once; its files
/// are opened in it, and no link in it is followed.
struct FolderFiles {
    let path: String
    private let folder: GuardedFolder
    static let suffix = ".daybook"

    /// Opens the folder; all that follows is done in what was opened, whatever its path leads to later.
    ///
    /// - Parameter ledger: The folder of the ledger that asks.
    /// - Throws: `Fault` `folder.missing`, `Rejection` `folder.insideLedger`.
    init(_ path: String, for ledger: String) throws {
        self.path = path
        do throws(GuardedFileError) { folder = try GuardedFolder(path) } catch {
            guard error.code == ENOTDIR, access(path, F_OK) == 0 else {
                throw FolderFiles.fault(path, error.code, "read")
            }
            throw Fault(
                .missing, code: "folder.missing", message: "\(path) is no folder.",
                hint: "Name the folder that the ledgers share.")
        }
        // A ledger that is open has a folder.
        let own = try? GuardedFolder(ledger)
        var part: GuardedFolder? = folder
        while let around = part {
            if own.map(around.isSame) ?? false || LedgerFolder.holdsLedgerFiles(around) {
                throw Rejection(
                    code: "folder.insideLedger",
                    message: "\(path) lies in the folder of the ledger at \(around.canonicalPath ?? around.path), "
                        + "which nothing else may write to.",
                    hint: "Name a folder outside it, or that ledger's own folder.")
            }
            part = around.above
        }
    }

    private static func isBundle(_ name: String) -> Bool {
        let bytes: [UInt8] = name.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        return bytes.first != 0x2e && bytes.indices.contains { bytes[$0...].starts(with: suffix.utf8) }
    }

    /// Whether something lies there under the name of a ledger's store.
    func holdsStrayStore() throws -> Bool { try guarded(path, "read") { try folder.status("data.mdb") } != nil }

    /// The names of all that looks like a bundle, ascending: programs that synchronise folders add to a name, and some
    /// write it in capitals.
    func names() throws -> [String] {
        try guarded(path, "read") { try folder.names() }.filter(FolderFiles.isBundle)
    }

    /// The end of the name of a file beside a bundle that a ledger needs and cannot read.
    static let claimSuffix = ".unread"

    /// The file that says so of a bundle; nil where the bundle does not have the name of its digest.
    static func claim(of bundle: String) -> String? {
        digits(of: bundle, suffix).map { $0 + claimSuffix }
    }

    /// The 32 digits that stand before an end in a name; nil where it is not made of them.
    private static func digits(of name: String, _ end: String) -> String? {
        guard name.utf8.count == 32 + end.utf8.count, name.hasSuffix(end), name.utf8.prefix(32).areHexadecimalDigits
        else { return nil }
        return String(name.prefix(32))
    }

    /// The bundles of which a file says that a ledger cannot read them.
    func claimed() throws -> Set<String> {
        let names = try guarded(path, "read") { try folder.names() }
        return Set(
            names.compactMap { FolderFiles.digits(of: $0, FolderFiles.claimSuffix).map { $0 + FolderFiles.suffix } })
    }

    /// Says of a bundle that it cannot be read here. Where that cannot be written, the note alone says it.
    func claim(_ bundle: String) {
        guard let name = FolderFiles.claim(of: bundle) else { return }
        _ = try? folder.create(name, mode: 0o644)  // See above.
    }

    /// Whether this user alone may put files there.
    var isOfThisUserAlone: Bool {
        // A folder that states nothing is everybody's.
        guard let status = try? folder.ownStatus() else { return false }
        return status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    }

    /// Whether the bytes of a bundle are still those of its digest.
    func isWhole(_ name: String, _ digest: Bytes32) throws -> Bool {
        try withFile(name) { next in
            var (hasher, last) = (SHA256Hasher(), [UInt8]())
            while let piece = try next() {
                last += piece
                if last.count > 32 {
                    hasher.update(Array(last.dropLast(32)))
                    last.removeFirst(last.count - 32)
                }
            }
            return hasher.finalize() == digest && last == digest.bytes
        }
    }

    /// The path of the folder without links; nil where the system does not state it.
    var canonicalPath: String? { folder.canonicalPath }

    /// How a file looks that is made there now, by the clock that stamps the folder's files.
    func stampNow() throws -> FileStamp {
        let (temporary, _) = try makeTemporary()
        defer { folder.remove(temporary) }
        guard let stamp = try stamp(temporary) else { throw FolderFiles.fault(path, ENOENT, "written") }
        return stamp
    }

    /// How a file looks from outside; nil where there is none, or what has that name is no file.
    func stamp(_ name: String) throws -> FileStamp? {
        guard let status = try guarded(path, "read", { try folder.status(name) }) else { return nil }
        return GuardedFile.refusal(of: status, name) == nil ? FileStamp(status) : nil
    }

    /// Lends the bytes of a file, piece by piece; nil at its end. Throws `Fault`, `folder.missing` for one that has
    /// gone, `folder.noFile` for what is none.
    func withFile<Result>(_ name: String, _ body: (@escaping () throws -> [UInt8]?) throws -> Result) throws -> Result {
        let file = try open(name)
        return try body {
            var piece = [UInt8](repeating: 0, count: 1 << 18)
            do throws(GuardedFileError) {
                let count = try file.read(&piece)
                if count == 0 { return nil }
                piece.removeLast(piece.count - count)
                return piece
            } catch {
                throw FolderFiles.fault(error.path, error.code, "read")
            }
        }
    }

    /// Bytes of a file that was read before. Throws `Fault` `folder.changed` where it is shorter now.
    func bytes(_ name: String, _ range: Range<Int>) throws -> [UInt8] {
        let file = try open(name)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        while bytes.count < range.count {
            var piece = [UInt8](repeating: 0, count: min(range.count - bytes.count, 1 << 18))
            let count = try guarded(file.path, "read") { try file.read(&piece, at: range.lowerBound + bytes.count) }
            if count == 0 { throw FolderFiles.changed("\(path)/\(name)") }
            bytes += piece.prefix(count)
        }
        return bytes
    }

    private func open(_ name: String) throws -> GuardedFile {
        do throws(GuardedFileError) { return try folder.open(name) } catch {
            if case .notRegular = error { throw FolderFiles.noFile }
            throw FolderFiles.fault(error.path, error.code, "read")
        }
    }

    /// Writes a bundle, syncs it and renames it to the name that `name` gives once all is written.
    ///
    /// An existing bundle of that name is replaced by the same bytes. A program that is stopped in between leaves a
    /// file whose name begins with a dot.
    ///
    /// - Returns: The result of `body`, and whether the file has its name: not where a folder has that name.
    func write<Result>(
        _ body: (_ output: ([UInt8]) throws -> Void) throws -> Result, name: (Result) -> String
    ) throws -> (result: Result, isNamed: Bool) {
        let (temporary, file) = try makeTemporary()
        removeLeftovers(beside: file)
        var isDone = false
        defer { if !isDone { folder.remove(temporary) } }
        let result = try body { bytes in try guarded(path, "written") { try file.write(bytes) } }
        try guarded(path, "written") { try file.sync() }
        do throws(GuardedFileError) { try folder.rename(temporary, name(result)) } catch {
            if error.code == EISDIR { return (result, false) }
            throw FolderFiles.fault(path, error.code, "written")
        }
        isDone = true
        try sync()
        return (result, true)
    }

    /// Removes files where the system permits it; their names are gone from the disk when this returns.
    func remove(_ names: [String]) throws {
        for name in names { folder.remove(name) }
        try sync()
    }

    private func guarded<Result>(_ path: String, _ what: String, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as GuardedFileError { throw FolderFiles.fault(path, error.code, what) }
    }

    /// The new name is on disk when this returns. Some shared file systems know no such thing.
    private func sync() throws {
        do throws(GuardedFileError) { try folder.sync() } catch {
            guard [EINVAL, ENOTSUP, EBADF].contains(error.code) else {
                throw FolderFiles.fault(path, error.code, "written")
            }
        }
    }

    /// A file that no other program on any machine that sees the folder can have. The people who share the folder may
    /// be several users of one machine, so they may read it; no one but its maker may write to it.
    private func makeTemporary() throws -> (name: String, file: GuardedFile) {
        for attempt in 0... {
            let name = ".\(FolderFiles.scope).partial-\(getpid())-\(attempt)"
            do throws(GuardedFileError) { return (name, try folder.create(name, mode: 0o644)) } catch {
                guard error.code == EEXIST, attempt < 1_000 else {
                    throw FolderFiles.fault(path, error.code, "written")
                }
            }
        }
        preconditionFailure("the loop returns or throws")
    }

    private static let noScope = "unknown"

    /// Where a process's number means one process: this start of this machine, and this container on it.
    private static let scope: String = {
        var words = [UInt8](repeating: 0, count: 64)
        let count = readlink("/proc/self/ns/pid", &words, words.count)
        let container = String(decoding: words.prefix(max(0, count)), as: UTF8.self)
        // Without both values, only the age of a leftover decides.
        let start = SystemFile.bytes("/proc/sys/kernel/random/boot_id", atMost: 128)
        if start.isEmpty || container.isEmpty { return FolderFiles.noScope }
        return String(SHA256Hasher.hash(start + Array(container.utf8)).hex.prefix(16))
    }()

    /// One day, by the clock that stamps the files.
    private static let leftoverSeconds = 86_400

    /// Whether a name is one that `makeTemporary` gives, on any machine; and the scope and the process in it.
    static func leftover(_ name: String) -> (scope: String, process: pid_t)? {
        func isNumber(_ text: Substring, _ digitsMaximum: Int) -> Bool {
            (1...digitsMaximum).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty,
            parts[1] == noScope || parts[1].utf8.count == 16 && parts[1].utf8.areHexadecimalDigits
        else { return nil }
        let words = parts[2].split(separator: "-", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "partial", isNumber(words[1], 10), isNumber(words[2], 4),
            let process = pid_t(words[1])
        else { return nil }
        return (String(parts[1]), process)
    }

    /// Removes leftovers: files of this user with a name of ours, of ended processes of this machine, or unwritten for
    /// a day.
    private func removeLeftovers(beside file: GuardedFile) {
        // An unreadable folder stays.
        guard let own = try? folder.status(String(file.path.dropFirst(path.count + 1))), let names = try? folder.names()
        else { return }
        for name in names {
            // One that cannot be looked at has gone since.
            guard let left = FolderFiles.leftover(name), let other = try? folder.status(name) else { continue }
            guard other.st_mode & S_IFMT == S_IFREG, other.st_uid == geteuid(), other.st_ino != own.st_ino else {
                continue
            }
            let isGone =
                FolderFiles.scope != FolderFiles.noScope && left.scope == FolderFiles.scope && left.process != getpid()
                && kill(left.process, 0) != 0 && errno == ESRCH
            if isGone || own.st_mtim.tv_sec - other.st_mtim.tv_sec > FolderFiles.leftoverSeconds { folder.remove(name) }
        }
    }

    static let noFile = Fault(
        .unreadable, code: "folder.noFile", message: "It is a folder, a pipe or a device.")

    static func changed(_ path: String) -> Fault {
        Fault(
            .unreadable, code: "folder.changed", message: "\(path) changed while it was read.",
            hint: "What was stored before stays. Run the command again when no other program writes to the folder.")
    }

    static func fault(_ path: String, _ code: Int32, _ what: String) -> Fault {
        let reason = String(cString: strerror(code))
        return switch code {
        case ENOENT, ENOTDIR:
            Fault(
                .missing, code: "folder.missing", message: "There is no \(path), or it was removed.",
                hint: "Plug it in, or make the folder, and run the command again.")
        case ENOSPC, EDQUOT:
            Fault(
                .damaged, code: "folder.full", message: "There is no room left in \(path).",
                hint: "Nothing of this ledger was lost. Make room there and run the command again.")
        case EACCES, EPERM, EROFS:
            Fault(
                .damaged, code: "folder.notPermitted", message: "\(path) cannot be \(what): \(reason).",
                hint: "Check the permissions of the folder.")
        default:
            Fault(
                .damaged, code: "folder.io", message: "\(path) cannot be \(what): \(reason).",
                hint: "Nothing of this ledger was lost. Check the disk and run the command again.")
        }
    }
}

extension Ledger {
    /// Whether `sync` exchanges directly with the ledger in a folder: it has a ledger's files, whatever else it has.
    public static func isPeer(_ path: String) -> Bool {
        // A folder that cannot be opened is no ledger.
        (try? GuardedFolder(path)).map(LedgerFolder.holdsLedgerFiles) ?? false
    }
}
