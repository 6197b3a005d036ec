import ArgumentParser
import CProcess
import DaybookDomains
import Glibc

struct WatchCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Keep running, and report each thing once when it is due.",
        discussion: """
            Examples:
              daybook watch
              daybook watch --json
              daybook watch --exec 'notify-send -- "$DAYBOOK_NOTICE_TITLE"'
              daybook watch --exec ./announce --deadline 30

            It fires alarms and sends notices as "alarm tick" and "notices --evaluate" do.
            A change of the ledger, by whatever program, is seen within a second. When the
            machine moves to another zone, it asks once whether the ledger moves.
            Several may run: one of them reports each thing. Between two looks the
            ledger is free for others. It ends on Ctrl-C, or SIGTERM, with status 0.

            The command is given to /bin/sh for each thing, at most 16 side by side, with
            DAYBOOK_NOTICE_TITLE, _KIND, _KEY, _DOMAIN, _AT, _LATE_SECONDS and _JSON in its
            environment; what it prints goes to standard error. Of an alarm, and of its
            warnings, there are DAYBOOK_ALARM_ID, _TIME, _BADGE, _NOTE, _SOUND, _PHOTO (the
            path of a file while the command runs) and _PERSISTENT (true or false); what
            an alarm lacks is empty. DAYBOOK_ALARM_DONE and _SNOOZE are the commands that
            answer one that waits: $DAYBOOK_ALARM_SNOOZE --for 10m.
            A command that fails, is stopped at its deadline, or does not end before the
            watch does, is run once more when a watch starts, and named as late. That of a
            persistent alarm is run again after each interval until it is answered.
            With --clock the time begins there.
            """)

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Look again after so long at the latest.", valueName: "seconds"))
    var interval = "60"
    @Option(parsing: .unconditional, help: ArgumentHelp("What to run for each thing.", valueName: "command")) var exec:
        String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Stop a command that has not ended after so long.", valueName: "seconds"))
    var deadline = "600"
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("End after so many looks; those at a change are not counted.", valueName: "n"))
    var count: String?
    @Option(help: ArgumentHelp("End when this time has come.", valueName: "instant")) var until: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .everything }

    func run(in session: Session) throws {
        let interval = try Values.count(interval, "interval", 1...86_400)
        let deadline = try Values.count(deadline, "deadline", 1...86_400)
        var looksLeft = try count.map { try Values.count($0, "count", 1...1_000_000) }
        let until = try until.map { try Values.instant($0, "until") }
        let clock = try WatchClock(session)
        let signals = try EndingSignals()
        defer { signals.release() }
        let path = try session.ledgerPath
        var machineZone = MachineZone(name: MachineZone.name(session.variables))
        var looks = WatchLooks(
            session,
            exec.map {
                ThingCommands.Settings(
                    command: $0, ledger: path, deadlineSeconds: deadline, repeatSeconds: interval)
            })
        defer { looks.commands?.photos.remove() }
        // The first look is at the given instant itself, however long the start took.
        var (now, isCounted) = (clock.first, true)
        while true {
            if let name = machineZone.move(to: MachineZone.name(session.variables)) { try askToMove(to: name, session) }
            // Before the look: what another program writes meanwhile is looked at once more.
            let stamp = StoreStamp(path)
            let next = try looks.checkDue(at: now)
            if isCounted { looksLeft = looksLeft.map { $0 - 1 } }
            if looksLeft == 0 || until.map({ $0 <= now }) ?? false { break }
            let soonest = [next, until].compactMap(\.self).min()
            let pause = WatchClock.pause(now, soonest, interval)
            switch try signals.pause(pause, &looks.commands, unchanged: stamp, path) {
            case .asked:
                try looks.commands?.stop()
                return
            case .time: isCounted = true
            case .change: isCounted = false
            }
            now = clock.now
        }
        // The commands of reported things run to their end.
        if try signals.isAsked(&looks.commands) { try looks.commands?.stop() }
    }

    /// The machine has moved to another zone: states the command that moves the ledger.
    private func askToMove(to name: String, _ session: Session) throws {
        try session.answer(.object(pairs: ["machineZone": .string(name)])) {
            try session.print("This machine is in \(name) now. To move the ledger as well: daybook zone set \(name)")
        }
    }
}

/// The clock of a watch: the system's, or one that goes on from a given instant.
struct WatchClock {
    private let system: @Sendable () -> Instant
    private let start: (given: Instant, uptime: Int64)?

    init(_ session: Session) throws {
        let environment = try session.ledgerEnvironment()
        system = environment.clock
        start =
            session.given(session.globals.clock, "DAYBOOK_CLOCK") == nil
            ? nil : (environment.clock(), WatchClock.uptime)
    }

    /// The instant from which it goes on.
    var first: Instant { start?.given ?? system() }

    var now: Instant {
        guard let start else { return system() }
        return Instant(milliseconds: start.given.milliseconds + WatchClock.uptime - start.uptime)
    }

    /// Milliseconds that only ever go forward.
    static var uptime: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// Milliseconds until the next look: until what comes next, at most the interval, and never so few that looking is
    /// all it does.
    static func pause(_ now: Instant, _ next: Instant?, _ interval: Int) -> Int64 {
        let longest = Int64(interval) * 1000
        return next.map { min(max($0.milliseconds - now.milliseconds, 10), longest) } ?? longest
    }

    /// The rest of a pause that began at an uptime.
    static func left(of pause: Int64, since start: Int64) -> Int64 { pause - (uptime - start) }
}

/// The file of a ledger's store as it was: a commit, of whatever program, changes it.
private struct StoreStamp: Equatable {
    private let words: [Int]

    init(_ path: String) {
        var status = stat()
        // A file that is not there has no stamp.
        words =
            stat(path + "/data.mdb", &status) == 0
            ? [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] : []
    }
}

extension EndingSignals {
    fileprivate enum Wake { case asked, time, change }

    /// How long a change of the ledger may stay unseen, and the end of a command.
    private static let changeMilliseconds: Int64 = 250
    private static let commandMilliseconds: Int64 = 50

    /// Sleeps so many milliseconds, or until the program is asked to end, or the ledger changes. Commands go on.
    fileprivate func pause(
        _ pause: Int64, _ commands: inout ThingCommands?, unchanged stamp: StoreStamp, _ path: String
    ) throws -> Wake {
        let start = WatchClock.uptime
        while true {
            try commands?.goOn()
            let left = WatchClock.left(of: pause, since: start)
            if left <= 0 { return .time }
            let step =
                commands?.isBusy == true ? EndingSignals.commandMilliseconds : EndingSignals.changeMilliseconds
            if daybook_wait(descriptor, Int32(clamping: min(left, step))) != 0 { return .asked }
            if StoreStamp(path) != stamp { return .change }
        }
    }

    /// Waits for the commands, which go on side by side; true as soon as the program is asked to end.
    fileprivate func isAsked(_ commands: inout ThingCommands?) throws -> Bool {
        while true {
            try commands?.goOn()
            if commands?.isBusy != true { return false }
            if daybook_wait(descriptor, Int32(EndingSignals.commandMilliseconds)) != 0 { return true }
        }
    }
}
