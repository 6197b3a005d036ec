import CProcess
import DaybookDomains
import Glibc

/// SIGINT and SIGTERM, which wait for this program while it works, from the making of this value to its release.
struct EndingSignals {
    let descriptor: Int32
    private let before: sigset_t

    /// Before other threads begin: one that takes signals ends the process.
    init() throws {
        var before = sigset_t()
        descriptor = daybook_hold_signals(&before)
        self.before = before
        guard descriptor >= 0 else { throw OutputPipe.tooManyFiles }
    }

    func release() {
        var before = before
        daybook_release_signals(descriptor, &before)
    }

    /// Throws ``Stopped`` where a signal has come.
    func check() throws { try check(daybook_signal_or_input(descriptor, -1, 0)) }

    /// The same source; it throws ``Stopped`` as soon as a signal comes while it waits for bytes.
    func stopping(_ source: @escaping Console.Source, of input: Int32?) -> Console.Source {
        {
            if let input { try check(daybook_signal_or_input(descriptor, input, -1)) }
            return try source()
        }
    }

    private func check(_ signal: Int32) throws {
        if signal != 0 { throw Stopped(signal: signal) }
    }
}

/// A signal asked the program to end, between two commits.
struct Stopped: Error {
    let signal: Int32

    /// The status of a process that a signal ended, as shells count it.
    var status: Int32 { 128 + signal }
    var name: String { signal == SIGINT ? "SIGINT" : "SIGTERM" }

    /// Ends the process by the signal that asked for it, where a status stands for one: a shell that runs several
    /// commands ends with it.
    static func end(with status: Int32) {
        for number in [SIGINT, SIGTERM] where Stopped(signal: number).status == status {
            Glibc.signal(number, SIG_DFL)
            raise(number)
        }
    }
}
