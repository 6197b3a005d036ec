import DaybookDomains
import Glibc

/// A person's command, run by the shell for each thing, side by side, while the watch goes on.
struct ThingCommands {
    struct Settings {
        let command: String
        /// The path of the ledger's folder.
        let ledger: String
        let deadlineSeconds: Int
        /// After so long a persistent alarm that waits is announced again.
        let repeatSeconds: Int
    }

    private struct Running {
        let child: pid_t
        let notice: ThingNotice
        /// By the clock that only goes forward, in milliseconds.
        let began: Int64
        /// When it is asked to end, and then ended.
        var stopsAt: Int64
        var isStopped = false
        /// Its alarm has an answer, so its end is no failure.
        var isAnswered = false
    }

    private struct Repeating {
        let notice: ThingNotice
        let began: Int64
    }

    private static let runningMaximum = 16
    /// How long a command that is asked to end may take.
    private static let graceMilliseconds: Int64 = 2_000
    /// A notice that is left for longer is of no use.
    private static let leftSeconds = 86_400

    let photos: PhotoFiles
    private let settings: Settings
    private let session: Session
    private let notes: CommandNotes
    private var waiting: [ThingNotice] = []
    private var running: [Running] = []
    private var repeating: [Repeating] = []

    /// The ledger is there.
    init(_ settings: Settings, _ session: Session) throws {
        (self.settings, self.session) = (settings, session)
        notes = try CommandNotes(in: settings.ledger)
        photos = PhotoFiles(session.variables)
    }

    var isBusy: Bool { !running.isEmpty || !waiting.isEmpty }
    var hasPersistent: Bool { !repeating.isEmpty || running.contains { $0.notice.isPersistent } }

    // MARK: - What is to run

    /// Queues the commands of things that no other watch runs, and that none has ended for; returns what it queues.
    @discardableResult
    mutating func add(_ notices: [ThingNotice]) throws -> [ThingNotice] {
        var added: [ThingNotice] = []
        for notice in notices {
            if try notes.begin(notice.thing, isAgain: notice.isPersistent) { added.append(notice) }
        }
        waiting += added
        try goOn()
        return added
    }

    /// The things that watches before this one left: alarms that wait, and notices of a day whose command began. No
    /// command has ended for them, but that of an alarm which is announced until it is answered.
    func left(_ ledger: Ledger, beside things: [DueThing], at now: Instant) throws -> [ThingNotice] {
        let alarms = try ledger.waitingThings()
        try notes.shorten(keeping: alarms)
        let read = try notes.read()
        var found = alarms
        let since = Instant(milliseconds: now.milliseconds - Int64(ThingCommands.leftSeconds) * 1_000)
        for domain in ledger.noticeDomains {
            let keys = read.begun[domain, default: []].subtracting(read.ended).subtracting(alarms.map(\.key))
            if !keys.isEmpty { found += try ledger.sentNotices(keys, domain: domain, after: since) }
        }
        let new = Set(things.map(\.key))
        let notices = try ledger.notices(
            of: found.filter { !new.contains($0.key) }, isLeft: true, at: now, photos)
        return notices.filter { $0.isPersistent || !read.ended.contains($0.thing.key) }
    }

    /// Announces again what is due for it, and ends the commands of persistent alarms that have an answer.
    mutating func follow(waiting things: [DueThing]) throws {
        let (now, keys) = (WatchClock.uptime, Set(things.map(\.key)))
        for index in running.indices where running[index].notice.isPersistent && !running[index].isAnswered {
            if keys.contains(running[index].notice.thing.key) { continue }
            running[index].isAnswered = true
            running[index].stopsAt = min(running[index].stopsAt, now + ThingCommands.graceMilliseconds)
        }
        let all = repeating
        repeating = []
        for each in all {
            if !keys.contains(each.notice.thing.key) {
                try notes.end(each.notice.thing)
            } else if now >= each.began + Int64(settings.repeatSeconds) * 1_000 - 500 {
                // The look comes as often, a little sooner or later.
                waiting.append(each.notice)
            } else {
                repeating.append(each)
            }
        }
        try goOn()
    }

    // MARK: - What runs

    /// Collects the commands that have ended, ends those that are past their deadline, and starts the next ones. A
    /// failed command is reported and stops nothing.
    mutating func goOn() throws {
        let now = WatchClock.uptime
        var going: [Running] = []
        for var each in running {
            var status: Int32 = 0
            let ended = waitpid(each.child, &status, WNOHANG)
            if ended == 0 || ended < 0 && errno == EINTR {
                if now >= each.stopsAt {
                    kill(-each.child, each.isStopped ? SIGKILL : SIGTERM)
                    (each.isStopped, each.stopsAt) = (true, now + ThingCommands.graceMilliseconds)
                }
                going.append(each)
            } else {
                try settle(each, ended > 0 ? status : 0)
            }
        }
        running = going
        while running.count < ThingCommands.runningMaximum, !waiting.isEmpty {
            let notice = waiting.removeFirst()
            guard let child = try start(notice) else { continue }
            let began = WatchClock.uptime
            running.append(
                Running(
                    child: child, notice: notice, began: began,
                    stopsAt: began + Int64(settings.deadlineSeconds) * 1_000))
        }
    }

    /// Asks all that run to end, each with what it started, and names those that did not come to it. A watch that
    /// starts runs both once more.
    mutating func stop() throws {
        try goOn()
        for each in running { kill(-each.child, SIGTERM) }
        for notice in waiting {
            try session.complain(
                Fault(
                    .busy, code: "exec.notRun",
                    message: "The command for \"\(notice.thing.title)\" was not run: the watch was ended before it.",
                    hint: "A watch with a command runs it when it starts."))
        }
        waiting = []
        photos.remove()
    }

    /// A command has ended. A persistent alarm is announced again until its answer; another thing whose command
    /// failed is left once to the next watch.
    private mutating func settle(_ ended: Running, _ status: Int32) throws {
        let fault = ended.isAnswered ? nil : failure(of: ended, status)
        if let fault { try session.complain(fault) }
        if ended.notice.isPersistent, !ended.isAnswered {
            repeating.append(Repeating(notice: ended.notice, began: ended.began))
        } else if fault == nil || ended.notice.isLeft {
            try notes.end(ended.notice.thing)
        } else {
            notes.leave(ended.notice.thing)
        }
        if running.count == 1, waiting.isEmpty, repeating.isEmpty { photos.remove() }
    }

    /// By the macros of <sys/wait.h>, as in `ChildProcess`.
    private func failure(of ended: Running, _ status: Int32) -> Fault? {
        if status == 0, !ended.isStopped { return nil }
        let signal = status & 0x7F
        let how =
            ended.isStopped
            ? "did not end within \(Text.count(settings.deadlineSeconds, "second")) and was stopped"
            : signal != 0 ? "was ended by signal \(signal)" : "ended with status \(status >> 8 & 0xFF)"
        let isLast = ended.notice.isLeft || ended.notice.isPersistent
        return Fault(
            .defect, code: ended.isStopped ? "exec.deadline" : "exec.failed",
            message: "The command for \"\(ended.notice.thing.title)\" \(how).",
            hint: isLast
                ? "\"daybook due\" shows what waits."
                : "A watch with a command runs it once more when it starts; \"daybook due\" shows what waits.")
    }

    /// The process that runs the command, in a group of its own; nil where it cannot be started, which is reported.
    private func start(_ notice: ThingNotice) throws -> pid_t? {
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
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let arguments: [String] = ["sh", "-c", settings.command]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            environment(notice).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var child = pid_t()
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, &words, &variables)
        guard code == 0 else {
            notes.leave(notice.thing)
            try session.complain(
                Fault(
                    .defect, code: "program.unstartable",
                    message: "/bin/sh cannot be started: \(String(cString: strerror(code))).",
                    hint: "Check that it can be run."))
            return nil
        }
        return child
    }

    private func environment(_ notice: ThingNotice) -> [String: String] {
        var variables = session.variables.merging(notice.variables) { $1 }
        // The command asks daybook about the same ledger, at its present state.
        variables["DAYBOOK_LEDGER"] = settings.ledger
        if session.given(session.globals.clock, "DAYBOOK_CLOCK") != nil {
            variables["DAYBOOK_CLOCK"] = notice.now.description
        }
        if let zone = session.zoneName { variables["DAYBOOK_ZONE"] = zone }
        return variables
    }
}
