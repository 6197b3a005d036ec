import DaybookDomains
import Glibc

/// A person's command, run by the shell for one thing after another while the watch goes on.
struct ThingCommands {
    private let command: String
    private let ledger: String
    private let session: Session
    private var waiting: [(thing: DueThing, now: Instant)] = []
    private var running: (child: pid_t, thing: DueThing)?

    init(_ command: String, ledger: String, _ session: Session) {
        self.command = command
        self.ledger = ledger
        self.session = session
    }

    /// The one that runs.
    var child: pid_t? { running?.child }
    var isBusy: Bool { running != nil || !waiting.isEmpty }

    mutating func add(_ things: [DueThing], at now: Instant) throws {
        waiting += things.map { ($0, now) }
        try goOn()
    }

    /// Collects a command that has ended, and starts the next one. A failed command is reported and stops nothing.
    mutating func goOn() throws {
        while true {
            if let running {
                var status: Int32 = 0
                let ended = waitpid(running.child, &status, WNOHANG)
                if ended == 0 || ended < 0 && errno == EINTR { return }
                self.running = nil
                if ended > 0, let failure = ThingCommands.failure(of: running.thing, status) {
                    try session.complain(failure)
                }
            }
            if waiting.isEmpty { return }
            let next = waiting.removeFirst()
            if let child = try start(next.thing, next.now) { running = (child, next.thing) }
        }
    }

    /// Asks the one that runs to end, and names those that did not come to it.
    mutating func stop() throws {
        try goOn()
        if let running { kill(running.child, SIGTERM) }
        for next in waiting {
            try session.complain(
                Fault(
                    .busy, code: "exec.notRun",
                    message: "The command for \"\(next.thing.title)\" was not run: the watch was ended before it."))
        }
        waiting = []
    }

    /// By the macros of <sys/wait.h>, as in `ChildProcess`.
    private static func failure(of thing: DueThing, _ status: Int32) -> Fault? {
        let signal = status & 0x7F
        let how = signal != 0 ? "was ended by signal \(signal)" : "ended with status \(status >> 8 & 0xFF)"
        return status == 0
            ? nil
            : Fault(
                .defect, code: "exec.failed", message: "The command for \"\(thing.title)\" \(how).",
                hint: "It was reported and recorded; \"daybook due\" shows what waits.")
    }

    /// The process that runs the command; nil where it cannot be started, which is reported.
    private func start(_ thing: DueThing, _ now: Instant) throws -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        // Standard output is the watch's own.
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The signals that we keep waiting end a command as they would anywhere.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let said = ["sh", "-c", command]
        var words = said.map { strdup($0) } + [nil]
        var variables = environment(thing, now).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var child = pid_t()
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, &words, &variables)
        guard code == 0 else {
            try session.complain(
                Fault(
                    .defect, code: "program.unstartable",
                    message: "/bin/sh cannot be started: \(String(cString: strerror(code))).",
                    hint: "Check that it can be run."))
            return nil
        }
        return child
    }

    private func environment(_ thing: DueThing, _ now: Instant) -> [String: String] {
        var variables = session.variables
        variables["DAYBOOK_NOTICE_TITLE"] = thing.title
        variables["DAYBOOK_NOTICE_KIND"] = thing.kind
        variables["DAYBOOK_NOTICE_KEY"] = thing.key
        variables["DAYBOOK_NOTICE_DOMAIN"] = thing.domain
        variables["DAYBOOK_NOTICE_AT"] = thing.at.description
        variables["DAYBOOK_NOTICE_JSON"] = thing.json.text
        // The command asks daybook about the same ledger, at its present state.
        variables["DAYBOOK_LEDGER"] = ledger
        if session.given(session.globals.clock, "DAYBOOK_CLOCK") != nil { variables["DAYBOOK_CLOCK"] = now.description }
        if let zone = session.zoneName { variables["DAYBOOK_ZONE"] = zone }
        return variables
    }
}
