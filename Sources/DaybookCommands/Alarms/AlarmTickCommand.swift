import ArgumentParser
import DaybookDomains

struct AlarmTickCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "tick", abstract: "Fire what is due. Running it again adds nothing.",
        discussion: """
            Examples:
              daybook alarm tick
              daybook alarm tick --json

            Each alarm fires once, for its latest time that has come; what nobody answered
            before that was missed. Let a timer of the system run it every minute.
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .alarms }

    func run(in session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let tick = try ledger.tickAlarms()
            try session.answer(AlarmTickCommand.json(tick)) { try AlarmTickCommand.print(tick, session) }
        }
    }

    private static func json(_ tick: AlarmTick) -> JSONValue {
        let missed = tick.fired.compactMap { fired in fired.due.missed.map { (fired, $0) } }
        return .object(pairs: [
            "fired": .array(tick.fired.map(json)),
            "missed": .array(
                missed.map { fired, missed in
                    .object(pairs: [
                        "id": .string(fired.stream.id), "title": .string(fired.alarm.title),
                        "occurrence": .string(missed.occurrence.description),
                        "since": .string(missed.since.description), "count": .integer(missed.count),
                        "atLeast": AlarmRules.isCap(missed.count) ? .bool(true) : nil,
                    ])
                }), "clockBehind": .bool(tick.isClockBehind), "ahead": AheadText.json(tick.ahead),
            "position": .integer(tick.position.value),
        ])
    }

    private static func json(_ fired: AlarmTick.Fired) -> JSONValue {
        .object(pairs: [
            "id": .string(fired.stream.id), "title": .string(fired.alarm.title),
            "occurrence": .string(fired.due.occurrence.description),
            "snoozedUntil": .textOrNull(fired.due.snoozedUntil?.description), "note": .textOrNull(fired.alarm.note),
            "badge": .string(fired.card.badge),
            "timeText": .string(fired.card.timeText), "sound": .textOrNull(fired.sound),
            "persistent": .bool(fired.alarm.persistent),
            "event": .string(fired.event.hex),
        ])
    }

    private static func print(_ tick: AlarmTick, _ session: Session) throws {
        for fired in tick.fired {
            // A terminal may sound for it.
            if session.console.outIsTerminal { try session.console.write(bytes: [0x07]) }
            try session.print(
                session.style.warning("▶ FIRES") + " " + Text.shown(fired.alarm.title)
                    + "  \(fired.card.timeText)  \(fired.card.badge)  \(fired.stream.id)")
            if let note = fired.alarm.note { try session.print("  " + Text.shown(note)) }
            if let missed = fired.thing.missed { try session.print("  " + MissedText.line(missed)) }
        }
        try AheadText.print(tick.ahead, session)
        if tick.fired.isEmpty { try session.printNone("Nothing is due.") }
    }
}

struct AlarmPending: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "pending", abstract: "List the next occurrence of each enabled alarm, in order.",
        discussion: """
            Examples:
              daybook alarm pending
              daybook alarm pending --count 20

            With --count, the next so many fires of all alarms together. With --explain
            --json an object: the fires, and the alarms that are silent with why.
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("How many fires.", valueName: "n")) var count: String?
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: AlarmMomentOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .alarms }

    func run(in session: Session) throws {
        let count = try count.map { try Values.count($0, "count", 1...10_000) }
        let (answer, alarms, evidence) = try times.asking(session) { ledger, asOf, moment in
            let answer = try ledger.pendingFires(asOf, at: moment, count: count)
            let alarms =
                explain.explain ? try ledger.alarms(asOf.pinned(to: answer.asOf.position), at: moment).value : []
            return (
                answer, alarms,
                try explain.evidence(AlarmList.figures(alarms, answer.asOf), ledger, asOf, answer.asOf, session)
            )
        }
        let fires = answer.value
        if session.isJSON {
            let list = JSONValue.array(fires.map(AlarmPending.json))
            guard let evidence else { return try session.print(list) }
            let explained = AlarmPending.explained(list, answer.asOf, alarms, evidence)
            return try session.print(StandingText.added(session.console.setAside, to: explained))
        }
        try session.printKnownAt(times.known, answer.asOf)
        try session.printSetAside(session.console.setAside)
        try AlarmPending.print(fires, session)
        try EvidenceText.print(AlarmList.figures(alarms, answer.asOf), evidence, session)
    }

    private static func json(_ fire: PendingFire) -> JSONValue {
        .object(pairs: [
            "id": .string(fire.stream.id), "title": .string(fire.title), "instant": .string(fire.instant.description),
            "snooze": .bool(fire.isSnooze),
            "ahead": AheadText.json(fire.ahead),
        ])
    }

    /// Of each alarm why it fires when it does, or why it does not.
    private static func explained(
        _ fires: JSONValue, _ asOf: AnsweredAsOf, _ alarms: [ListedAlarm], _ evidence: [Evidence]
    ) -> JSONValue {
        .object(pairs: [
            "asOf": asOf.json, "fires": fires,
            "alarms": .array(
                zip(AlarmList.figures(alarms, asOf), evidence).map { figure, evidence in
                    .object(pairs: [
                        "id": .string(String(figure.id.dropFirst("alarm/".count))), "title": .string(figure.title),
                        "text": .string(figure.words), "evidence": evidence.json,
                    ])
                }),
        ])
    }

    private static func print(_ fires: [PendingFire], _ session: Session) throws {
        var stated: Set<StreamID> = []
        try AheadText.print(fires.filter { stated.insert($0.stream).inserted }.flatMap(\.ahead), session)
        if fires.isEmpty { return try session.printNone("Nothing is to fire.") }
        var table = Table([("Fires", .left), ("Title", .left), ("", .left), ("Id", .left)])
        for fire in fires {
            table.add([
                Table.Cell(fire.instant.description), Table.Cell(fire.title),
                Table.Cell(fire.isSnooze ? "snoozed" : "", .warning), Table.Cell(fire.stream.id, .faint),
            ])
        }
        try session.print(table)
    }
}
