import Glibc

/// A process whose output is read as it comes, without waiting for more.
///
/// Its output waits in its pipes until it is read: a process that writes much goes on at the next ``poll()``.
final class FollowedProcess {
    private let process: pid_t
    private let output: OutputPipe
    private let error: OutputPipe
    private var written: [UInt8] = []
    /// The bytes that it wrote to standard error so far.
    private(set) var errorOutput: [UInt8] = []
    private var ended: ChildProcess?

    /// - Throws: `Fault` 70 when it cannot be started, 74 when too few files may be open.
    init(_ program: String, _ arguments: [String]) throws {
        (output, error) = (try OutputPipe(), try OutputPipe())
        process = try ChildProcess.start(program, arguments, output: output, error: error)
        for pipe in [output, error] {
            _ = fcntl(pipe.reading, F_SETFL, fcntl(pipe.reading, F_GETFL) | O_NONBLOCK)
        }
    }

    deinit { end() }

    /// Reads what is there; the process once it has ended.
    func poll() -> ChildProcess? {
        if let ended { return ended }
        var status: Int32 = 0
        // Before the pipes are read: all that an ended process wrote is in them.
        let hasEnded = waitpid(process, &status, WNOHANG) == process
        FollowedProcess.read(output, to: &written)
        FollowedProcess.read(error, to: &errorOutput)
        if hasEnded { ended = ChildProcess(status: status, output: written, error: errorOutput) }
        return ended
    }

    /// Ends it where it has not ended: it only reads.
    func end() {
        guard poll() == nil else { return }
        kill(process, SIGKILL)
        ended = ChildProcess(status: ChildProcess.wait(for: process), output: written, error: errorOutput)
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
