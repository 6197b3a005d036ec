import ArgumentParser
import DaybookDomains

struct AlarmList: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The alarms, the next to fire first.",
        discussion: """
            Examples:
              daybook alarm list
              daybook alarm list --clock 2026-02-10T13:00:00Z --json
              daybook alarm list --on 2026-02-10T13:00:00Z
              daybook alarm list --groups

            With --on as it was then, snoozes in force among it. --groups puts alarms of
            one category together, two at the least, with Plus and while the setting
            alarms.groupByCategory is on.
            """)

    @Flag(help: "Group them by category where the setting says so.") var groups = false
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: AlarmMomentOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .alarms }

    func run(in session: Session) throws {
        let (grouped, evidence) = try times.asking(session) { ledger, asOf, moment in
            let grouped = try ledger.alarmGroups(asOf, at: moment)
            return (
                grouped,
                try explain.evidence(AlarmList.figures(grouped.all, grouped.asOf), ledger, asOf, grouped.asOf, session)
            )
        }
        if session.isJSON {
            if groups {
                let figures = AlarmList.figures(grouped.all, grouped.asOf)
                let answer = grouped.json(AlarmList.json).explained(figures, evidence)
                return try session.print(StandingText.added(session.console.setAside, to: answer))
            }
            return try session.print(.explained(grouped.all.map { .object(AlarmList.json($0)) }, evidence))
        }
        try session.printKnownAt(times.known, grouped.asOf)
        try session.printSetAside(session.console.setAside)
        try print(grouped, session)
        try EvidenceText.print(AlarmList.figures(grouped.all, grouped.asOf), evidence, session)
    }

    static func figures(_ alarms: [ListedAlarm], _ asOf: AnsweredAsOf) -> [Figure] {
        alarms.map { .alarm($0, on: asOf.on) }
    }

    private func print(_ grouped: AlarmGroups, _ session: Session) throws {
        if grouped.all.isEmpty { return try session.printNone("There is no alarm.") }
        try AheadText.print(grouped.all.flatMap(\.ahead), session)
        guard groups, !grouped.groups.isEmpty else { return try session.print(AlarmList.table(grouped.all)) }
        for group in grouped.groups {
            try session.print(session.style.strong(group.title))
            try session.print(AlarmList.table(group.alarms))
        }
        if !grouped.others.isEmpty { try session.print(AlarmList.table(grouped.others)) }
    }

    private static func table(_ alarms: [ListedAlarm]) -> Table {
        var table = Table([
            ("Title", .left), ("Time", .left), ("Repeats", .left), ("State", .left), ("Countdown", .left),
            ("Id", .left),
        ])
        for each in alarms {
            let card = each.card
            let end = card.lastDay.map { " until \($0)" } ?? ""
            let zone = card.zoneName.map { " \($0)" } ?? ""
            let pause = card.state == .paused ? card.pausedUntil.map { " until \($0)" } ?? "" : ""
            table.add([
                Table.Cell(card.title), Table.Cell(card.timeText + zone), Table.Cell(card.badge + end),
                Table.Cell(card.state.rawValue + pause, AlarmList.paint(card.state)), Table.Cell(card.countdown),
                Table.Cell(each.stream.id, .faint),
            ])
        }
        return table
    }

    static func json(_ listed: ListedAlarm) -> [JSONValue.Member] {
        let (stream, card) = (listed.stream, listed.card)
        var members: [JSONValue.Member] = [
            .init("id", .string(stream.id)), .init("title", .string(card.title)),
            .init("timeText", .string(card.timeText)), .init("badge", .string(card.badge)),
            .init("countdown", .string(card.countdown)), .init("state", .string(card.state.rawValue)),
            .init("enabled", .bool(card.isEnabled)),
            .init("nextFire", .textOrNull(card.nextFire?.description)),
            .init("snoozeCount", .integer(card.snoozeCount)),
            .init("snoozedUntil", .textOrNull(card.snoozedUntil?.description)),
            .init("waiting", .textOrNull(card.waiting?.description)),
            .init("photos", .array(listed.photos.map(\.data))),
        ]
        if let zone = card.zoneName { members.append(.init("zone", .string(zone))) }
        if let day = card.pausedUntil { members.append(.init("pausedUntil", .string(day.description))) }
        if let day = card.lastDay { members.append(.init("lastOccurrence", .string(day.description))) }
        if let ahead = AheadText.json(listed.ahead) { members.append(.init("ahead", ahead)) }
        return members
    }

    private static func paint(_ state: AlarmCard.State) -> Style.Paint {
        switch state {
        case .active: .good
        case .inactive, .ended: .faint
        case .snoozed, .paused, .ringing: .warning
        case .missed: .bad
        }
    }
}

struct AlarmNext: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "When a schedule fires next; needs no ledger.",
        discussion: """
            Examples:
              daybook alarm next '{"kind":"weekly","days":[2],"times":["09:00"]}'
              daybook alarm next '{"kind":"monthlyDate","days":[31],"times":["08:00"]}'

            Strictly after the clock, in the schedule's zone, else that of --zone, else UTC.
            """)

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The schedule.", valueName: "json")) var schedule: [String]
    @Option(parsing: .unconditional, help: ArgumentHelp("How many.", valueName: "n")) var count = "1"
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        guard schedule.count == 1, let text = schedule.first else {
            throw Fault(
                .usage, code: "usage.unexpectedArgument", message: "One schedule is asked about.",
                hint: "Quote it: it holds characters of the shell.")
        }
        let count = try Values.count(count, "count", 1...10_000)
        let environment = try session.ledgerEnvironment()
        let fields = try AlarmOptions.asGiven { try Ledger.schedule(try AlarmOptions.schedule(text)) }
        let fires = try Ledger.nextFires(
            of: fields, count: count, after: environment.clock(), in: environment.zone ?? UniversalTime())
        try session.answer(.array(fires.map { .string($0.description) })) {
            if fires.isEmpty { try session.print("It fires no more.") }
            for fire in fires { try session.print(fire.description) }
        }
    }
}

struct AlarmCountdown: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "countdown", abstract: "Show the countdown between two instants. Needs no ledger.",
        discussion: """
            Example:
              daybook alarm countdown --from 2026-02-10T13:00:00Z --to 2029-09-10T12:00:00Z

            Years, months and days are those of the calendar in --zone, else in UTC.
            """)

    @Option(help: ArgumentHelp("From when.", valueName: "instant")) var from: String
    @Option(help: ArgumentHelp("Until when.", valueName: "instant")) var to: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let (from, to) = (try Values.instant(from, "from"), try Values.instant(to, "to"))
        let zone: any ZoneRules = try session.ledgerEnvironment().zone ?? UniversalTime()
        let countdown = Countdown(from: from, to: to, in: zone)
        try session.answer(.object(pairs: ["compact": .string(countdown.compact), "text": .string(countdown.text())])) {
            try session.print(countdown.compact.isEmpty ? "It has come." : countdown.text())
        }
    }
}
