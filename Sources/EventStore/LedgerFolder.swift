package import EventModel
import Glibc

/// The files of a ledger's folder (docs/format.md §4).
package struct LedgerFolder: Hashable, Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    package var store: String { path + "/data.mdb" }
    package var checkpoint: String { path + "/checkpoint" }
    package var ledgerLock: String { path + "/ledger.lock" }
    package var writerLock: String { path + "/writer.lock" }
    package var token: String { path + "/token" }
    package var keys: String { path + "/keys" }
    package var principalKey: String { keys + "/principal.key" }
    /// The key of another person, kept where that person's ledger was merged.
    package func personKey(_ person: PrincipalID) -> String { "\(keys)/person-\(person.hex).key" }
    /// The secret of a person for the ids of imported rows.
    package func idSecret(_ principal: PrincipalID) -> String { "\(keys)/ids-\(principal.hex).key" }
    package func originKey(_ origin: OriginID) -> String { "\(keys)/origin-\(origin.hex).key" }

    package enum Found { case nothing, folder, ledger, file }

    package func look() throws(StoreError) -> Found {
        var status = stat()
        if stat(path, &status) != 0 {
            switch errno {
            case ENOENT: return .nothing
            case ENOTDIR: throw .notAFolder(path: LedgerFolder.file(above: path))
            default: throw StoreError.ofReading(path)
            }
        }
        if status.st_mode & S_IFMT != S_IFDIR { return .file }
        if stat(store, &status) == 0 { return .ledger }
        if errno != ENOENT { throw StoreError.ofReading(store) }
        return .folder
    }

    /// The part of a path that is a file where a folder must be.
    private static func file(above path: String) -> String {
        var part = path
        var status = stat()
        while stat(part, &status) != 0, part.contains("/"), parent(part) != part { part = parent(part) }
        return part
    }

    /// Whether a ledger was in use here whose store is gone: an origin's key is written with the first event, after the store is in its place.
    package func holdsRemains() throws(StoreError) -> Bool { try LedgerFolder.names(keys).contains { $0.hasPrefix("origin-") } }

    /// Whether the folder's files are those of a ledger: of one that is whole, or of which the person's key is left.
    package var holdsLedgerFiles: Bool { access(store, F_OK) == 0 || access(principalKey, F_OK) == 0 }

    /// The ledger to whose files a folder belongs: the folder itself, or the one above its `keys/` or `making/`. Nil for other folders.
    ///
    /// `folder` is a path without links.
    package static func holding(folder: String) -> LedgerFolder? {
        let own = LedgerFolder(path: folder)
        if own.holdsLedgerFiles { return own }
        let above = LedgerFolder(path: parent(folder))
        return [above.keys, above.making].contains(folder) && above.holdsLedgerFiles ? above : nil
    }

    /// The ledger in whose folder a path lies, however deep; the path need not be there yet.
    package static func around(_ path: String) -> LedgerFolder? {
        var part = path
        // What is not there yet has no links in it.
        while part != "/", part != ".", access(part, F_OK) != 0 { part = parent(part) }
        guard let found = realpath(part, nil) else { return nil }
        defer { unsafe free(found) }
        var folder = unsafe String(cString: found)
        while true {
            if LedgerFolder(path: folder).holdsLedgerFiles { return LedgerFolder(path: folder) }
            if folder == "/" { return nil }
            folder = parent(folder)
        }
    }

    /// As `around`, of the folders above the path alone.
    package static func outside(_ path: String) -> LedgerFolder? {
        guard let found = realpath(path, nil) else { return around(path) }
        defer { unsafe free(found) }
        return around(parent(unsafe String(cString: found)))
    }

    /// Makes the folder (and those above it) and `keys/`, both only for this user; their names are on disk when it returns.
    package func create() throws(StoreError) {
        try LedgerFolder.makeFolders(path)
        if mkdir(keys, 0o700) != 0, errno != EEXIST { throw StoreError.ofSystem("Making \(keys)", path: keys) }
        try LedgerFolder.sync(path)
    }

    private static func makeFolders(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) != 0 {
            if errno == EEXIST { return }
            guard errno == ENOENT, path.contains("/"), parent(path) != path else { throw StoreError.ofSystem("Making \(path)", path: path) }
            try makeFolders(parent(path))
            if mkdir(path, 0o700) != 0, errno != EEXIST { throw StoreError.ofSystem("Making \(path)", path: path) }
        }
        try sync(parent(path))
    }

    /// The folders that `create` would make, the innermost first.
    package func missingFolders() -> [String] {
        var missing: [String] = []
        var part = path
        while access(part, F_OK) != 0, part != LedgerFolder.parent(part) {
            missing.append(part)
            part = LedgerFolder.parent(part)
        }
        return missing
    }

    /// Takes away what was put into a folder that had been empty, and the folders that were made for it; what cannot be taken away stays.
    package func clear(folders: [String]) {
        clearMaking()
        // A folder that cannot be read has had nothing put into it.
        for folder in [keys, path] { for name in (try? LedgerFolder.names(folder)) ?? [] { unlink("\(folder)/\(name)") } }
        for folder in [keys] + folders { rmdir(folder) }
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Brings the names in a folder to disk: syncing a file does not sync the name under which it is found.
    package static func sync(_ folder: String) throws(StoreError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { throw StoreError.ofSystem("Syncing \(folder)", path: folder) }
        defer { close(descriptor) }
        if fsync(descriptor) != 0 { throw StoreError.ofSystem("Syncing \(folder)", path: folder) }
    }

    /// Writes a small file whole: a temporary one, synced, then renamed, the name synced too; mode 0600.
    package static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw StoreError.ofSystem("Writing \(path)", path: path) }
        let written = bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        // Fewer bytes than given, and no error: there was no more room.
        if written >= 0, written < bytes.count { errno = ENOSPC }
        let synced = written == bytes.count && fsync(descriptor) == 0
        let failure = synced ? nil : StoreError.ofSystem("Writing \(path)", path: path)
        close(descriptor)
        if let failure { throw failure }
        if rename(temporary, path) != 0 { throw StoreError.ofSystem("Writing \(path)", path: path) }
        try sync(parent(path))
    }

    /// The bytes of a small file; nil when there is none.
    package static func read(_ path: String, bytesMaximum: Int) throws(StoreError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw StoreError.ofReading(path)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: bytesMaximum + 1)
        let count = bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 { throw StoreError.ofReading(path) }
        guard count <= bytesMaximum else { throw .keyUnreadable(path: path, reason: "it is longer than \(bytesMaximum) bytes") }
        return Array(bytes[0..<count])
    }

    /// A 32-byte Ed25519 seed kept as a file.
    package static func readSeed(_ path: String) throws(StoreError) -> [UInt8]? {
        guard let bytes = try read(path, bytesMaximum: 64) else { return nil }
        guard bytes.count == 32 else { throw .keyUnreadable(path: path, reason: "it is not 32 bytes") }
        return bytes
    }
}

/// An advisory lock on a file (flock(2)); released when the object goes or the process ends, however it ends.
package final class FileLock: Sendable {
    package enum Mode: Sendable { case shared, exclusive }

    private let descriptor: Int32
    private let path: String

    /// Opens the lock's file, making it if need be; takes nothing yet.
    package init(path: String) throws(StoreError) {
        var opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        // A ledger on a read-only medium can still be read; flock needs no write access.
        if opened < 0, errno == EROFS || errno == EACCES { opened = open(path, O_RDONLY | O_CLOEXEC) }
        if opened < 0 { throw StoreError.ofSystem("Opening \(path)", path: path) }
        descriptor = opened
        self.path = path
    }

    /// For a file that is to be there; nil when it is not. `flock` needs no more than the right to read.
    package init?(existing path: String) throws(StoreError) {
        let opened = open(path, O_RDONLY | O_CLOEXEC)
        if opened < 0 {
            if errno == ENOENT { return nil }
            throw StoreError.ofReading(path)
        }
        descriptor = opened
        self.path = path
    }

    /// The lock on a folder itself.
    package init(folder path: String) throws(StoreError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        self.path = path
        if descriptor < 0 { throw StoreError.ofReading(path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Waits for the lock, but not for ever: who holds it for so long has been stopped. Throws `StoreError.busy`.
    ///
    /// flock(2) waits without end; so it is asked again and again, at most a millisecond apart.
    package func lock(_ mode: Mode, waitingAtMost seconds: Int = 30) throws(StoreError) {
        if try tryLock(mode) { return }
        let end = ContinuousClock.now + .seconds(seconds)
        var pauseMicroseconds: UInt32 = 50
        while ContinuousClock.now < end {
            usleep(pauseMicroseconds)
            if try tryLock(mode) { return }
            pauseMicroseconds = min(pauseMicroseconds * 2, 1_000)
        }
        throw .busy("another program has held it for \(seconds) seconds")
    }

    /// False when someone else holds it against us.
    package func tryLock(_ mode: Mode) throws(StoreError) -> Bool {
        while flock(descriptor, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { throw StoreError.ofSystem("Locking \(path)", path: path) }
        }
        return true
    }

    package func unlock() { flock(descriptor, LOCK_UN) }
}

extension LedgerFolder {
    /// Whether a key file is there.
    package static func hasKey(_ path: String) throws(StoreError) -> Bool { access(path, R_OK) == 0 }
    /// Deletes a file; one that is missing is as good.
    package static func remove(_ path: String) { _ = unlink(path) }
}

extension LedgerFolder {
    /// The length of the store's file; 0 when it cannot be seen.
    package var storeBytes: UInt64 {
        var status = stat()
        return stat(store, &status) == 0 ? UInt64(status.st_size) : 0
    }
}

extension LedgerFolder {
    /// Whether nothing stands in the folder yet.
    package func isEmptyOrMissing() throws(StoreError) -> Bool { try LedgerFolder.names(path).isEmpty }

    /// The persons whose keys are kept beside the principal's.
    package func personsWithKeys() throws(StoreError) -> [PrincipalID] {
        try LedgerFolder.names(keys).compactMap { name in
            name.hasPrefix("person-") && name.hasSuffix(".key") ? PrincipalID(hex: String(name.dropFirst(7).dropLast(4))) : nil
        }
    }

    /// Copies all key files.
    package func copyKeys(to target: LedgerFolder) throws(StoreError) {
        for name in try LedgerFolder.names(keys) where name.hasSuffix(".key") {
            guard let seed = try LedgerFolder.readSeed("\(keys)/\(name)") else { continue }
            try LedgerFolder.write(seed, to: "\(target.keys)/\(name)")
        }
    }

    /// The names in a folder; none when it is missing.
    private static func names(_ path: String) throws(StoreError) -> [String] {
        guard let folder = opendir(path) else {
            if errno == ENOENT { return [] }
            throw StoreError.ofReading(path)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
