import DaybookDomains
import Glibc
import GuardedFiles

/// Where a file that a person names is really written to, found before anything is changed.
enum FileTarget {
    /// A new file, or one to be replaced by another of the same mode; never a link.
    case file(path: String, mode: mode_t?)
    /// Something that is no file and must stay what it is: a pipe, a terminal, a device, an open file of a process.
    case stream

    /// Follows links to their end, one that leads to nothing too. Throws `Rejection` `file.insideLedger`,
    /// `file.otherOwner`, `Fault` `file.unwritable`.
    init(_ path: String) throws {
        guard path != "-" else {
            throw Fault(
                .usage, code: "file.standardOutput", message: "This is written to a file, not to standard output.",
                hint: "Name a file; one called - is ./-.")
        }
        var status = stat()
        if stat(path, &status) == 0 {
            try FileTarget.requireOwner(of: status, path)
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw Files.unwritable(path, EISDIR)
            default:
                self = .stream
                return
            }
        } else if errno != ENOENT {
            throw Files.unwritable(path, errno)
        }
        let exists = status.st_mode & S_IFMT == S_IFREG
        guard let end = try FileTarget.end(of: path) else {
            if let real = FileTarget.real(path) {
                try FileTarget.requireOutsideLedger(FileTarget.folder(of: real), path)
            }
            self = .stream
            return
        }
        try FileTarget.requireOutsideLedger(FileTarget.folder(of: end), path)
        if exists { try FileTarget.keepKey(end, byteCount: Int(status.st_size), path) }
        self = .file(path: end, mode: exists ? status.st_mode & 0o777 : nil)
    }

    /// A file, a pipe or a link that another user put there decides who reads what is written, or which file it
    /// replaces. The system's own, such as /dev/null, are root's.
    private static func requireOwner(of status: stat, _ path: String) throws {
        let isFile = status.st_mode & S_IFMT == S_IFREG
        guard status.st_uid != geteuid(), isFile || status.st_uid != 0 else { return }
        throw Rejection(
            code: "file.otherOwner",
            message: "\(path) is not written: another user (uid \(status.st_uid)) owns what has this name.",
            hint: "Nothing was written. Name a new file, or a file of your own.")
    }

    /// A secret key is never replaced: nothing brings it back.
    private static func keepKey(_ file: String, byteCount: Int, _ path: String) throws {
        guard byteCount <= Ledger.SecretKey.fileBytesMaximum, let bytes = try Files.regularBytes(file),
            Ledger.SecretKey.isKeyFile(bytes)
        else { return }
        throw Rejection(
            code: "file.isKey", message: "\(path) holds a secret key, which is never overwritten.",
            hint: "Nothing was done. Name another file to write.")
    }

    /// A file among those of a ledger would take the place of one of them, or stand in the way of one to come.
    private static func requireOutsideLedger(_ folder: String, _ path: String) throws {
        guard let ledger = Ledger.enclosing(folder: folder) else { return }
        throw Rejection(
            code: "file.insideLedger",
            message: "\(path) lies among the files of the ledger at \(ledger), which nothing else may write to.",
            hint: "Name a file in another folder.")
    }

    /// The path without a link in it; nil where it leads to an open file of a process, which has no other name.
    private static func end(of path: String) throws -> String? {
        var path = path
        for _ in 0..<40 {
            let name = String(path.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
            guard !["", ".", ".."].contains(name) else { throw Files.unwritable(path, EISDIR) }
            guard let folder = real(folder(of: path)) else { throw Files.unwritable(path, errno) }
            if folder.hasPrefix("/proc/") { return nil }
            let here = folder == "/" ? "/" + name : folder + "/" + name
            guard let next = link(here) else { return here }
            var status = stat()
            if lstat(here, &status) == 0 { try requireOwner(of: status, path) }
            path = next.hasPrefix("/") ? next : folder + "/" + next
        }
        throw Files.unwritable(path, ELOOP)
    }

    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    /// The target of a link; nil for everything else.
    private static func link(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &target, Int(PATH_MAX))
        return count > 0 ? String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}

extension Files {
    /// How long to wait for a reader of a pipe.
    private static let pipeWaitMilliseconds = 5_000

    /// Writes a file whole or not at all, beside it first, synced, then renamed; what is no file is written to as it
    /// is.
    ///
    /// A link stays, and what it leads to is written; a file that is there keeps its mode, a new one is this user's
    /// alone, and that one was there is the answer. Nothing is ever written among the files of a ledger.
    @discardableResult
    static func write(_ path: String, mode: mode_t = 0o600, _ body: (Descriptor) throws -> Void) throws -> Bool {
        try named(path)
        switch try FileTarget(path) {
        case .stream:
            try writeStream(path, body)
            return false
        case .file(let file, let kept):
            try replace(file, named: path, mode: mode, kept: kept, body)
            return kept != nil
        }
    }

    /// The message of `write`: a file that was replaced is gone, and its owner should know.
    static func wrote(_ what: String, _ path: String, _ isReplaced: Bool) -> String {
        "Wrote \(what) to \(Text.shown(path))\(inPlace(isReplaced))."
    }

    /// The text behind the name of a file that was written.
    static func inPlace(_ isReplaced: Bool) -> String { isReplaced ? ", in place of the file that was there" : "" }

    private static func replace(
        _ file: String, named path: String, mode: mode_t, kept: mode_t?, _ body: (Descriptor) throws -> Void
    ) throws {
        do {
            let folder = try GuardedFolder(FileTarget.folder(of: file))
            let name = FileTarget.name(of: file)
            // No other user may read in it what they may not read afterwards.
            let (temporary, target) = try folder.createTemporary(
                "\(name).partial-", mode: kept == nil ? mode : mode & 0o600)
            folder.removeAbandoned("\(name).partial-", beside: temporary)
            var isDone = false
            defer { if !isDone { folder.remove(temporary) } }
            try body(Descriptor(number: target.descriptor, name: path, isAwaited: true))
            if let kept { try target.setMode(kept) }
            try target.sync()
            try folder.rename(temporary, name)
            isDone = true
        } catch let error as GuardedFileError {
            throw unwritable(path, error.code)
        }
    }

    /// Writes a secret to a new file that this user alone can read. Whatever has that name already stays: a file, a
    /// pipe, a device or a link.
    ///
    /// Throws `Rejection` `file.exists`, `file.insideLedger`, `Fault` `file.unwritable`.
    static func writeSecret(_ path: String, _ bytes: [UInt8]) throws {
        try named(path)
        var status = stat()
        let exists = Rejection(
            code: "file.exists", message: "\(path) exists already; a key is never written over.",
            hint: "Name another file.")
        // A link to a file that is not there yet has that name, too.
        if path != "-", lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR { throw exists }
        guard case .file(let file, nil) = try FileTarget(path) else { throw exists }
        do {
            let folder = try GuardedFolder(FileTarget.folder(of: file))
            let name = FileTarget.name(of: file)
            let target = try folder.create(name)
            do {
                try target.write(bytes)
                try target.sync()
                try folder.sync()
            } catch {
                folder.remove(name)
                throw error
            }
        } catch let error as GuardedFileError {
            throw error.code == EEXIST ? exists : unwritable(path, error.code)
        }
    }

    /// Waits for a reader of a pipe, but not for ever: the ledger stays open meanwhile.
    private static func writeStream(_ path: String, _ body: (Descriptor) throws -> Void) throws {
        // Standard output by another name: what follows goes behind it, not over it.
        if isSame(path, asDescriptor: 1) { return try spooling(Descriptor(number: 1, name: path), body) }
        var number: Int32 = -1
        var waited = 0
        while true {
            number = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if number >= 0 { break }
            guard errno == ENXIO, isPipe(path) else { throw unwritable(path, errno) }
            guard waited < pipeWaitMilliseconds else {
                throw Fault(
                    .busy, code: "file.unwritable",
                    message: "\(path) cannot be written: no program reads from this pipe.",
                    hint: "Start the reader first.")
            }
            usleep(20_000)
            waited += 20
        }
        defer { close(number) }
        let flags = fcntl(number, F_GETFL)
        guard fcntl(number, F_SETFL, flags & ~O_NONBLOCK) == 0 else { throw unwritable(path, errno) }
        try spooling(Descriptor(number: number, name: path), body)
    }

    /// Output that the reader does not take at once follows after the body, which may hold a ledger open.
    private static func spooling(_ output: Descriptor, _ body: (Descriptor) throws -> Void) throws {
        if isatty(output.number) == 1 { return try showing(output, body) }
        let spool = OutputSpool(output)
        var waiting = output
        waiting.spool = spool
        try body(waiting)
        try spool.drain()
    }

    /// A terminal gets no file that could steer it, by whatever name it is meant: the file is made first.
    ///
    /// - Throws: `Rejection` `output.controls`.
    private static func showing(_ terminal: Descriptor, _ body: (Descriptor) throws -> Void) throws {
        guard let made = tmpfile() else { throw unwritable(terminal.name, errno) }
        defer { fclose(made) }
        let file = Descriptor(number: fileno(made), name: terminal.name)
        try body(file)
        guard lseek(file.number, 0, SEEK_SET) == 0 else { throw unwritable(terminal.name, errno) }
        var bytes: [UInt8] = []
        while let piece = try file.read() { bytes += piece }
        try Console.checkShown(bytes)
        try terminal.write(bytes)
    }

    static func isSame(_ path: String, asDescriptor number: Int32) -> Bool {
        var (named, open) = (stat(), stat())
        return stat(path, &named) == 0 && fstat(number, &open) == 0 && named.st_dev == open.st_dev
            && named.st_ino == open.st_ino
    }

    private static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Whether there is a file that can be read again and again; pipes, terminals and devices are none.
    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether two paths lead to one folder.
    static func isSameFolder(_ path: String, _ other: String) -> Bool {
        var (one, two) = (stat(), stat())
        return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev && one.st_ino == two.st_ino
    }

    /// An empty name is a mistake, often a variable that is not set.
    static func named(_ path: String) throws {
        guard path.isEmpty else { return }
        throw Fault(
            .usage, code: "file.unnamed", message: "The name of a file or folder is empty.",
            hint: "Name one; a variable of the shell may be unset.")
    }

    static func unwritable(_ path: String, _ code: Int32) -> Fault {
        let kind: Fault.Kind = [ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG].contains(code) ? .missing : .damaged
        return Fault(
            kind, code: "file.unwritable", message: "\(path) cannot be written: \(String(cString: strerror(code))).",
            hint: "Name another file, or check its folder.")
    }
}

extension Session {
    /// Writes a file with `Files.write`. If the path is another name of standard output, the command's report goes to
    /// standard error.
    @discardableResult
    func writeFile(_ path: String, _ body: (Descriptor) throws -> Void) throws -> Bool {
        if Files.isSame(path, asDescriptor: 1) { try console.reportToError() }
        return try Files.write(path, body)
    }
}
