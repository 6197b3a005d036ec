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

            It fires alarms and sends notices as "alarm tick" and "notices --evaluate" do.
            When the machine moves to another zone, it asks once whether the ledger moves.
            Several may run: one of them reports each thing. Between two looks the
            ledger is free for others. It ends on Ctrl-C, or SIGTERM, with status 0.

            The command is given to /bin/sh for each thing, one after another, with
            DAYBOOK_NOTICE_TITLE, _KIND, _KEY, _DOMAIN, _AT and _JSON in its environment;
            what it prints goes to standard error. With --clock the time begins there.
            """)

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Look again after so long at the latest.", valueName: "seconds"))
    var interval = "60"
    @Option(parsing: .unconditional, help: ArgumentHelp("What to run for each thing.", valueName: "command")) var exec:
        String?
    @Option(parsing: .unconditional, help: ArgumentHelp("End after so many looks.", valueName: "n")) var count: String?
    @Option(help: ArgumentHelp("End when this time has come.", valueName: "instant")) var until: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .everything }

    func run(in session: Session) throws {
        let interval = try Values.count(interval, "interval", 1...86_400)
        var looksLeft = try count.map { try Values.count($0, "count", 1...1_000_000) }
        let until = try until.map { try Values.instant($0, "until") }
        let clock = try WatchClock(session)
        let signals = try EndingSignals()
        defer { signals.release() }
        var (ahead, choices) = (DueAhead(), [ChoiceAhead]())
        var machineZone = MachineZone(name: MachineZone.name(session.variables))
        var commands = try exec.map { ThingCommands($0, ledger: try session.ledgerPath, session) }
        // The first look is at the given instant itself, however long the start took.
        var now = clock.first
        while true {
            if let name = machineZone.move(to: MachineZone.name(session.variables)) { try askToMove(to: name, session) }
            let next = try checkDue(at: now, session, &ahead, &choices, &commands)
            looksLeft = looksLeft.map { $0 - 1 }
            if looksLeft == 0 || until.map({ $0 <= now }) ?? false { break }
            let soonest = [next, until].compactMap(\.self).min()
            if try signals.isAsked(within: WatchClock.pause(now, soonest, interval), &commands) {
                try commands?.stop()
                return
            }
            now = clock.now
        }
        // The commands of reported things run to their end.
        if try signals.isAsked(within: nil, &commands) { try commands?.stop() }
    }

    /// The machine has moved to another zone: states the command that moves the ledger.
    private func askToMove(to name: String, _ session: Session) throws {
        try session.answer(.object(pairs: ["machineZone": .string(name)])) {
            try session.print("This machine is in \(name) now. To move the ledger as well: daybook zone set \(name)")
        }
    }

    /// Reports what is new.
    ///
    /// - Returns: when to look next; nil where another program keeps the ledger busy, which is reported, too.
    private func checkDue(
        at now: Instant, _ session: Session, _ ahead: inout DueAhead, _ choices: inout [ChoiceAhead],
        _ commands: inout ThingCommands?
    )
        throws -> Instant?
    {
        var environment = try session.ledgerEnvironment()
        environment.clock = { now }
        var things: [DueThing] = []
        var (setAside, behind) = (ahead, choices)
        var zone: any ZoneRules = UniversalTime()
        let looked = Result {
            try session.withLedger(.readWrite, environment) { ledger in
                zone = ledger.zone
                behind = try ledger.choicesBehind(ChoiceGrounds.due.registers, kinds: ChoiceGrounds.due.kinds)
                return try ledger.processDue(ahead: { setAside = $0 }) { things += $0 }
            }
        }
        try session.printLack()
        if behind != choices {
            choices = behind
            // Stated once, not with each thing.
            if let json = CountedAheadText.json(behind, []) {
                try session.answer(.object([.init("choicesAhead", json)])) {
                    for line in CountedAheadText.lines(behind: behind) { try session.print(line) }
                }
            }
        }
        if setAside != ahead {
            ahead = setAside
            try session.answer(.object([.init("ahead", ahead.json)])) { try ahead.print(session) }
        }
        // Each written notice is reported, also where a later step failed.
        for thing in things {
            try session.answer(thing.json) {
                try session.print(
                    "\(session.style.strong("▶")) \(Text.time(thing.at, zone))  \(Text.shown(thing.title))  \(session.style.faint(thing.kind))"
                )
            }
        }
        try session.console.flush()
        try commands?.add(things, at: now)
        // Beside a program that has the ledger open it stays owed until a later look.
        _ = try session.doOwedWork()
        do { return try looked.get() } catch let fault as Fault where fault.kind == .busy {
            try session.complain(fault)
            return nil
        }
    }
}

/// The clock of a watch: the system's, or one that goes on from a given instant.
private struct WatchClock {
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

extension EndingSignals {
    /// Sleeps so many milliseconds, nil: as long as commands run, which go on one after another; true as soon as the
    /// program is asked to end.
    fileprivate func isAsked(within pause: Int64?, _ commands: inout ThingCommands?) throws -> Bool {
        let start = WatchClock.uptime
        while true {
            try commands?.goOn()
            if pause == nil, commands?.isBusy != true { return false }
            let left = pause.map { WatchClock.left(of: $0, since: start) } ?? 3_600_000
            if left <= 0 { return false }
            if daybook_wait(descriptor, commands?.child ?? 0, Int32(clamping: left)) == DAYBOOK_WAKE_ASKED {
                return true
            }
        }
    }
}
