import CProcess
import DaybookDomains
import Glibc

/// A process that was started and has ended. Started with posix_spawn(3): Foundation's `Process` takes fifty
/// milliseconds for the same.
struct ChildProcess {
    let status: Int32
    /// The signal that ended it; its status means nothing then.
    let signal: Int32?
    /// The bytes it wrote to standard output, if captured, and to standard error.
    let output: [UInt8]
    let error: [UInt8]

    /// By the macros of <sys/wait.h>: the low seven bits are the signal, the byte above them the status.
    init(status: Int32, output: [UInt8], error: [UInt8]) {
        let signal = status & 0x7F
        self.status = status >> 8 & 0xFF
        self.signal = signal == 0 ? nil : signal
        self.output = output
        self.error = error
    }

    /// Runs a program to its end, its standard input empty or bytes that it reads before it writes much.
    ///
    /// - Throws: `Fault` 70 when it cannot be started, 74 when too few files may be open.
    static func run(_ program: String, _ arguments: [String], input: [UInt8]? = nil, capturesOutput: Bool) throws
        -> ChildProcess
    {
        let given = try input.map { _ in try OutputPipe() }
        let output = capturesOutput ? try OutputPipe() : nil
        let error = try OutputPipe()
        let child = try start(program, arguments, Streams(input: given, output: output, error: error))
        if let given, let input {
            // A child that ended must not end this process.
            let before = Glibc.signal(SIGPIPE, SIG_IGN)
            defer { Glibc.signal(SIGPIPE, before) }
            // A child that ended before it read all is known by its status.
            try? Descriptor(number: given.writing, name: "to another process").write(input)
            given.closeWriting()
        }
        let written = try output?.read() ?? []
        // Read at the end: what a command says of an error is far less than a pipe holds.
        let stated = try error.read()
        return ChildProcess(status: wait(for: child), output: written, error: stated)
    }

    /// The pipes of a process. Standard input is empty unless a pipe is given for it.
    struct Streams {
        var input: OutputPipe?
        var output: OutputPipe?
        let error: OutputPipe
        /// The pipe that the process reads on `OwnCaller.descriptor`.
        var handed: OutputPipe?
    }

    /// - Parameter ownGroup: It leads a group of its own, so that it can be ended with all that it started.
    static func start(_ program: String, _ arguments: [String], _ streams: Streams, ownGroup: Bool = false) throws
        -> pid_t
    {
        let (input, output, error, handed) = (streams.input, streams.output, streams.error, streams.handed)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        if ownGroup { posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        if let output { posix_spawn_file_actions_adddup2(&actions, output.writing, 1) }
        posix_spawn_file_actions_adddup2(&actions, error.writing, 2)
        // The last one: the number may be that of another pipe here, which has its place in the child by now.
        if let handed { posix_spawn_file_actions_adddup2(&actions, handed.reading, OwnCaller.descriptor) }
        var words = (["daybook"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        let code = posix_spawn(&child, program, &actions, &attributes, &words, environ)
        input?.closeReading()
        output?.closeWriting()
        error.closeWriting()
        handed?.closeReading()
        guard code == 0 else {
            switch code {
            case EMFILE, ENFILE: throw OutputPipe.tooManyFiles
            case EAGAIN: throw Fault.noProcess
            case ENOMEM: throw Fault.shortMemory
            default: break
            }
            throw Fault(
                .defect, code: "program.unstartable",
                message: "\(program) cannot be started: \(String(cString: strerror(code))).",
                hint: program.hasPrefix("/proc/") ? "Check that /proc is mounted." : "Check that it can be run.")
        }
        return child
    }

    static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            precondition(errno == EINTR, "a child that was started can be waited for")
        }
        return status
    }
}

/// The pipe that a child writes to and its parent reads from.
final class OutputPipe {
    static let tooManyFiles = Fault(
        .damaged, code: "process.tooManyFiles", message: "This process may not open enough files to start another one.",
        hint: "Raise the limit (ulimit -n) and run the command again.")

    private(set) var reading: Int32
    private(set) var writing: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        // Another thread may start a process at once: it would keep these ends open.
        guard daybook_pipe(&ends) == 0 else { throw OutputPipe.tooManyFiles }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        closeReading()
        closeWriting()
    }

    func closeReading() {
        if reading >= 0 { close(reading) }
        reading = -1
    }

    /// Until every writer has closed its end, reading does not end.
    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    func read() throws -> [UInt8] {
        let descriptor = Descriptor(number: reading, name: "what another process says")
        var all: [UInt8] = []
        while let bytes = try descriptor.read() { all += bytes }
        return all
    }
}
