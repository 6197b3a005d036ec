import DaybookDomains
import Glibc
import GuardedFiles

/// Files that a person names on the command line.
enum Files {
    /// Opens for reading; `-` is standard input. The file is closed when the source is dropped.
    static func source(_ path: String, _ console: Console) throws -> Console.Source {
        try named(path)
        if path == "-" { return console.input }
        let file = try OpenFile(path)
        return { try file.read() }
    }

    /// `source` whose reads throw ``Stopped`` as soon as a signal asks the program to end.
    static func stoppableSource(
        _ path: String, _ console: Console
    ) throws -> (source: Console.Source, signals: EndingSignals) {
        try named(path)
        // A pipe waits here for its writer, and a signal ends the program.
        let file = path == "-" ? nil : try OpenFile(path)
        let signals = try EndingSignals()
        guard let file else { return (signals.stopping(console.input, of: console.inputDescriptor), signals) }
        return (signals.stopping({ try file.read() }, of: file.number), signals)
    }

    /// The whole file; refused above a limit, so that a wrong name does not fill the memory.
    static func bytes(_ path: String, bytesMaximum: Int, _ console: Console, orThrow tooLarge: (any Error)? = nil)
        throws -> [UInt8]
    {
        try bytes(path, bytesMaximum: bytesMaximum, from: source(path, console), orThrow: tooLarge)
    }

    /// `bytes` of a file whose beginning is already read.
    static func bytes(
        _ path: String, bytesMaximum: Int, after beginning: [UInt8] = [], from source: Console.Source,
        orThrow tooLarge: (any Error)? = nil
    ) throws -> [UInt8] {
        var bytes = beginning
        while let more = try source() {
            bytes.append(contentsOf: more)
            guard bytes.count <= bytesMaximum else {
                throw tooLarge
                    ?? Fault(
                        .unreadable, code: "file.tooLarge",
                        message: "\(path == "-" ? "Standard input" : path) is larger than \(bytesMaximum >> 20) MiB.",
                        hint: "Name the file that is meant; this one is something else.")
            }
        }
        return bytes
    }
}

private final class OpenFile {
    private let descriptor: Descriptor

    init(_ path: String) throws {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else {
            let code = errno
            // A file that may not be read is there.
            if [EACCES, EPERM].contains(code) {
                throw Fault(
                    .damaged, code: "file.notPermitted",
                    message: "\(path) cannot be read: this user has no permission.",
                    hint: "Check the permissions of the file and its folder.")
            }
            let reason =
                code == ENOENT || code == ENOTDIR
                ? "There is no file \(path)." : "\(path) cannot be read: \(String(cString: strerror(code)))."
            throw Fault(
                .missing, code: "file.missing", message: reason,
                hint: "Look at its name again\(path.hasPrefix("/") ? "" : ", and at the folder you are in").")
        }
        descriptor = Descriptor(number: number, name: path)
    }

    deinit { close(descriptor.number) }

    var number: Int32 { descriptor.number }

    func read() throws -> [UInt8]? { try descriptor.read() }
}

extension Files {
    /// The seed in an instructor's key file. Throws `Rejection` `key.otherKind`, `key.open`, `Fault`
    /// `key.unreadable`.
    static func instructorKey(_ path: String, _ console: Console) throws -> [UInt8] {
        if path != "-" { try requireClosed(path) }
        return try Ledger.SecretKey(file: try bytes(path, bytesMaximum: 1 << 20, console), named: path).seed(
            as: .instructor, named: path)
    }

    /// A key that others may read is theirs, too; one that they may write can be another key tomorrow.
    private static func requireClosed(_ path: String) throws {
        var status = stat()
        // A file that cannot be found is named where it is opened.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let isOwn = status.st_uid == geteuid()
        guard !isOwn || status.st_mode & 0o077 != 0 else { return }
        let mode = String(status.st_mode & 0o777, radix: 8)
        throw Rejection(
            code: "key.open",
            message: isOwn
                ? "\(path) is not used: other users can read or change this key (mode \(mode))."
                : "\(path) is not used: another user (uid \(status.st_uid)) owns this key.",
            hint: isOwn
                ? "\"chmod 600 \(ShellWord.quoted(path))\" closes it. "
                    + "If someone else may have copied it, make a new key (daybook key new FILE)."
                : "Nothing was signed. Name a key file of your own.")
    }

    /// The bytes of a small regular file; nil where this user cannot read it.
    static func regularBytes(_ path: String) throws -> [UInt8]? {
        guard access(path, R_OK) == 0 else { return nil }
        let file = try OpenFile(path)
        var bytes: [UInt8] = []
        while let more = try file.read() { bytes += more }
        return bytes
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
