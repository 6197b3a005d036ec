import DaybookDomains

/// The looks of a watch at its ledger, and what it has reported of it.
struct WatchLooks {
    private let session: Session
    private let settings: ThingCommands.Settings?
    /// Nil without a command, and before the ledger was opened.
    var commands: ThingCommands?
    private var ahead = DueAhead()
    private var choices: [ChoiceAhead] = []
    private var hasStatedAge = false

    init(_ session: Session, _ settings: ThingCommands.Settings?) {
        (self.session, self.settings) = (session, settings)
    }

    /// The findings of one look at the ledger.
    private struct Found {
        var things: [DueThing] = []
        /// Those that an earlier watch left.
        var left: [ThingNotice] = []
        var new: [ThingNotice] = []
        /// All alarms that wait, where a persistent one was announced.
        var waiting: [DueThing]?
        var ahead: DueAhead
        var choices: [ChoiceAhead]
        var zone: any ZoneRules = UniversalTime()
    }

    /// Reports what is new.
    ///
    /// - Returns: when to look next; nil where another program keeps the ledger busy, which is reported, too.
    mutating func checkDue(at now: Instant) throws -> Instant? {
        var environment = try session.ledgerEnvironment()
        environment.clock = { now }
        var found = Found(ahead: ahead, choices: choices)
        var commands = self.commands
        let looked = Result {
            try session.withLedger(.readWrite, environment) { ledger -> Instant? in
                found.zone = ledger.zone
                found.choices = try ledger.choicesBehind(
                    ChoiceGrounds.due.registers, kinds: ChoiceGrounds.due.kinds)
                let next = try ledger.processDue(ahead: { found.ahead = $0 }) { found.things += $0 }
                try gather(&found, &commands, ledger, at: now)
                return next
            }
        }
        self.commands = commands
        try session.printLack()
        try printAge(on: found.zone.date(at: now))
        try printAhead(found)
        // Each written notice is reported, also where a later step failed.
        let new =
            found.new.isEmpty
            ? found.things.map { ThingNotice(thing: $0, now: now, isLeft: false, alarm: nil) } : found.new
        for notice in new { try report(notice, in: found.zone) }
        try session.console.flush()
        try self.commands?.add(new)
        // Of two watches that start together one runs what was left.
        for notice in try self.commands?.add(found.left) ?? [] { try report(notice, in: found.zone) }
        if let waiting = found.waiting { try self.commands?.follow(waiting: waiting) }
        try session.console.flush()
        // Beside a program that has the ledger open it stays owed until a later look.
        _ = try session.doOwedWork()
        do { return try looked.get() } catch let fault as Fault where fault.kind == .busy {
            try session.complain(fault)
            return nil
        }
    }

    /// Reads all that the commands need of the ledger.
    private func gather(
        _ found: inout Found, _ commands: inout ThingCommands?, _ ledger: Ledger, at now: Instant
    ) throws {
        guard let settings else { return }
        if commands == nil {
            let begun = try ThingCommands(settings, session)
            found.left = try begun.left(ledger, beside: found.things, at: now)
            commands = begun
        }
        guard let commands else { return }
        found.new = try ledger.notices(of: found.things, isLeft: false, at: now, commands.photos)
        if commands.hasPersistent { found.waiting = try ledger.waitingThings() }
    }

    /// Once: that the tz files are old.
    private mutating func printAge(on day: CivilDate) throws {
        defer { hasStatedAge = true }
        guard !hasStatedAge, !session.isJSON, let text = ZoneDatabase.system.ageText(on: day) else { return }
        try session.warn([text])
    }

    private mutating func printAhead(_ found: Found) throws {
        if found.choices != choices {
            choices = found.choices
            // Stated once, not with each thing.
            if let json = CountedAheadText.json(choices, []) {
                try session.answer(.object([.init("choicesAhead", json)])) {
                    for line in CountedAheadText.lines(behind: choices) { try session.print(line) }
                }
            }
        }
        if found.ahead != ahead {
            ahead = found.ahead
            try session.answer(.object([.init("ahead", ahead.json)])) { try ahead.print(session) }
        }
    }

    private func report(_ notice: ThingNotice, in zone: any ZoneRules) throws {
        let thing = notice.thing
        try session.answer(notice.json) {
            let late = notice.isLeft ? "  late by \(notice.lateSeconds) s" : ""
            try session.print(
                "\(session.style.strong("▶")) \(Text.time(thing.at, zone))  \(Text.shown(thing.title))  "
                    + session.style.faint(thing.kind) + late)
            if let missed = thing.missed { try session.print("  " + MissedText.line(missed)) }
        }
    }
}
