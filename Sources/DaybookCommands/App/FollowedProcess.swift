import Glibc

/// A process whose output is read as it comes, without waiting for more. It leads a group of its own.
///
/// Its output waits in its pipes until it is read: a process that writes much goes on at the next ``poll()``.
final class FollowedProcess {
    private let process: pid_t
    private let input: OutputPipe?
    /// The part of its input that it has not read yet.
    private var unread: ArraySlice<UInt8>
    private let outputPipe: OutputPipe
    private let errorPipe: OutputPipe
    /// The bytes that it wrote so far to standard output and to standard error.
    private(set) var output: [UInt8] = []
    private(set) var errorOutput: [UInt8] = []
    private var ended: ChildProcess?

    /// - Throws: `Fault` 70 when it cannot be started, 74 when too few files may be open.
    init(_ program: String, _ arguments: [String], input bytes: [UInt8]? = nil) throws {
        input = try bytes.map { _ in try OutputPipe() }
        unread = (bytes ?? [])[...]
        (outputPipe, errorPipe) = (try OutputPipe(), try OutputPipe())
        let streams = ChildProcess.Streams(input: input, output: outputPipe, error: errorPipe)
        process = try ChildProcess.start(program, arguments, streams, ownGroup: true)
        for descriptor in [outputPipe.reading, errorPipe.reading] + (input.map { [$0.writing] } ?? []) {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        // A process that ended before it read all is known by its status.
        if input != nil { signal(SIGPIPE, SIG_IGN) }
    }

    deinit { end() }

    /// Reads and writes what is possible; the process once it has ended.
    func poll() -> ChildProcess? {
        if let ended { return ended }
        var status: Int32 = 0
        // Before the pipes are read: all that an ended process wrote is in them.
        let hasEnded = waitpid(process, &status, WNOHANG) == process
        write()
        FollowedProcess.read(outputPipe, to: &output)
        FollowedProcess.read(errorPipe, to: &errorOutput)
        if hasEnded { ended = ChildProcess(status: status, output: output, error: errorOutput) }
        return ended
    }

    /// Waits until it wrote something, read something or ended, at most so long.
    func wait(_ time: Duration) {
        var files = [outputPipe.reading, errorPipe.reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if let input, input.writing >= 0 { files.append(pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0)) }
        guard Glibc.poll(&files, nfds_t(files.count), Int32(time / .milliseconds(1))) > 0 else { return }
        // It closed its output, and has not ended: that would never wait.
        if files.contains(where: { $0.revents & Int16(POLLHUP | POLLERR) != 0 }) { usleep(1_000) }
    }

    /// Ends it where it has not ended, and all that it started. It waits a moment for the end: a process that waits for
    /// a disk ends when the disk answers.
    func end() {
        guard poll() == nil else { return }
        kill(-process, SIGKILL)
        for _ in 0..<100 {
            if poll() != nil { return }
            usleep(1_000)
        }
        ended = ChildProcess(status: SIGKILL, output: output, error: errorOutput)
    }

    private func write() {
        guard let input, input.writing >= 0 else { return }
        while !unread.isEmpty {
            let count = unread.withUnsafeBytes { Glibc.write(input.writing, $0.baseAddress, $0.count) }
            if count > 0 {
                unread = unread.dropFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                break
            }
        }
        input.closeWriting()
    }

    private static func read(_ pipe: OutputPipe, to bytes: inout [UInt8]) {
        var part = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(pipe.reading, &part, part.count)
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                return
            }
            bytes += part[..<count]
        }
    }
}
