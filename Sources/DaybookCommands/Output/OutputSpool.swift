import DaybookDomains
import Glibc

/// An output whose reader need not keep up: what it has not taken waits in a temporary file without a name.
///
/// A command that reads the ledger while it writes would hold the pages of one state of the store for as long as its
/// reader sleeps, and the ledger's file would grow with each commit beside it. So it writes here, and what waits
/// follows once the ledger is closed.
final class OutputSpool {
    private let output: Descriptor
    private var waiting: UnsafeMutablePointer<FILE>?

    init(_ output: Descriptor) { self.output = output }

    deinit { if let waiting { fclose(waiting) } }

    /// Writes what goes without waiting, and keeps the rest. Where there is no room for a temporary file, it waits for
    /// the reader.
    ///
    /// - Throws: `Fault` `output.failed`.
    func write(_ bytes: [UInt8]) throws {
        let rest = waiting == nil ? try output.writeReady(bytes[...]) : bytes[...]
        if rest.isEmpty { return }
        if waiting == nil { waiting = tmpfile() }
        guard let waiting else { return try output.write(Array(rest)) }
        let start = ftello(waiting)
        let kept = rest.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, waiting) }
        if kept == rest.count, fflush(waiting) == 0 { return }
        // The disk of temporary files is full: what was kept before this goes first, then all of this.
        try drain(upTo: start)
        try output.write(Array(rest))
    }

    /// Writes what waits, at the reader's pace.
    ///
    /// - Throws: `Fault` `output.failed`.
    func drain() throws {
        guard let waiting else { return }
        try drain(upTo: ftello(waiting))
    }

    private func drain(upTo end: off_t) throws {
        guard let file = waiting else { return }
        waiting = nil
        defer { fclose(file) }
        rewind(file)
        var rest = Int(end)
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while rest > 0 {
            let count = fread(&piece, 1, min(piece.count, rest), file)
            guard count > 0 else {
                throw Fault(
                    .damaged, code: "output.failed",
                    message: "A temporary file of \(output.name) cannot be read again.",
                    hint: output.hint)
            }
            try output.write(Array(piece[..<count]))
            rest -= count
        }
    }
}

extension Descriptor {
    /// Writes as much as goes without waiting; gives the rest.
    ///
    /// - Throws: `Fault` `output.failed`.
    func writeReady(_ bytes: ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
        var status = stat()
        if fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            try write(Array(bytes))
            return []
        }
        var rest = bytes
        while !rest.isEmpty, isReady {
            let count = min(rest.count, room)
            try write(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return rest
    }

    /// Whether a write does not wait, if only to fail.
    private var isReady: Bool {
        var asked = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return poll(&asked, 1, 0) > 0
    }

    /// Bytes that a ready descriptor takes at once: a page, or all that an empty pipe holds.
    private var room: Int {
        var queued: CInt = 0
        let capacity = fcntl(number, Descriptor.pipeSize)
        guard capacity > 4_096, ioctl(number, UInt(FIONREAD), &queued) == 0, queued == 0 else { return 4_096 }
        return Int(capacity)
    }

    /// F_GETPIPE_SZ of fcntl(2), which the C library shows to programs of GNU's dialect alone.
    private static let pipeSize: Int32 = 1_032
}
