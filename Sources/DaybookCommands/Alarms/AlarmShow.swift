import ArgumentParser
import DaybookDomains

struct AlarmShow: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an alarm with every field, its next occurrences and its latest ones.",
        discussion: """
            Examples:
              daybook alarm show 0192f0c1
              daybook alarm show 0192f0c1 --on 2026-02-10T13:00:00Z --json
              daybook alarm show 0192f0c1 --all
            """)

    @Argument(help: "The alarm.") var id: String
    @Flag(help: "Show what became of every occurrence, not of the latest ten.") var all = false
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: AlarmMomentOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .alarms }

    func run(in session: Session) throws {
        let (answer, figure, evidence) = try times.asking(session) { ledger, asOf, moment in
            let stream = try AlarmCommand.existing(id, ledger, asOf)
            try session.concern(stream, ledger, asOf)
            let answer = try GoneText.answer(stream, ledger, asOf) {
                try ledger.alarm(stream, asOf, at: moment, occurrencesMaximum: all ? .max : 10)
            }
            let figure = Figure.alarm(answer.value.listed, isRemoved: answer.value.isRemoved, on: answer.asOf.on)
            return (answer, figure, try explain.evidence([figure], ledger, asOf, answer.asOf, session))
        }
        let detail = answer.value
        try session.answer(
            JSONValue.object([.init("asOf", answer.asOf.json)] + AlarmShow.json(detail)).explained([figure], evidence)
        ) {
            try session.printKnownAt(times.known, answer.asOf)
            try AlarmShow.print(detail, session)
        }
        try EvidenceText.print([figure], evidence, session)
    }

    static func json(_ detail: AlarmDetail) -> [JSONValue.Member] {
        let alarm = detail.alarm
        return AlarmList.json(detail.listed) + [
            .init("note", .textOrNull(alarm.note)), .init("schedule", detail.schedule),
            .init("intervalText", .string(detail.intervalText)),
            .init("firstOccurrence", .textOrNull(detail.firstOccurrence?.description)),
            .init("persistent", .bool(alarm.persistent)),
            .init("category", .textOrNull(alarm.category?.rawValue)),
            .init("preAlarms", .array(alarm.leads.map { .string($0.rawValue) })),
            .init("disabledBy", .textOrNull(detail.disabledBy?.rawValue)),
            .init("removed", .bool(detail.isRemoved)),
            .init("nextFires", .array(detail.nextFires.map { .string($0.description) })),
            .init("occurrences", .array(detail.occurrences.map(json))),
        ]
    }

    private static func json(_ story: OccurrenceStory) -> JSONValue {
        .object(pairs: [
            "occurrence": .string(story.occurrence.description), "outcome": .string(story.outcome.rawValue),
            "firedAt": .textOrNull(story.firedAt?.description),
            "answeredAt": .textOrNull(story.answeredAt?.description), "snoozeCount": .integer(story.snoozeCount),
            "since": story.since.map { .string($0.description) },
            "count": story.count.map { .integer($0) },
            "atLeast": story.count.map(AlarmRules.isCap) == true ? .bool(true) : nil,
        ])
    }

    private static func print(_ detail: AlarmDetail, _ session: Session) throws {
        let (alarm, card) = (detail.alarm, detail.card)
        try AheadText.print(detail.listed.ahead, session)
        try session.print(session.style.strong(Text.shown(card.title)))
        let inAll = alarm.schedule.timesInAll.map { Text.count($0, "time") }
        var table = Table([("", .left), ("", .left)])
        func row(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { table.add([Table.Cell(name, .faint), Table.Cell(value)]) }
        }
        row("Time", card.timeText)
        row("Repeats", card.badge)
        row("Interval", detail.intervalText)
        row("State", detail.isRemoved ? "removed" : card.state.rawValue)
        row("Switched off by", detail.disabledBy?.rawValue)
        row("Next", card.nextFire.map { "\($0.description)  \(card.countdown)" })
        row("Waits since", card.waiting?.description)
        row("Snoozed until", card.snoozedUntil?.description)
        row("Snoozes", card.snoozeCount == 0 ? nil : "\(card.snoozeCount)")
        row("Paused until", card.pausedUntil?.description)
        row("First on", detail.firstOccurrence?.description)
        row("Last on", card.lastDay.map { $0.description + (inAll.map { ", \($0) in all" } ?? "") })
        row("Zone", detail.schedule["zone"]?.stringValue)
        row("Category", alarm.category?.rawValue)
        row("Persistent", alarm.persistent ? "yes" : nil)
        row("Warns before", alarm.leads.isEmpty ? nil : alarm.leads.map(\.rawValue).joined(separator: ", "))
        row("Photos", detail.listed.photos.isEmpty ? nil : "\(detail.listed.photos.count)")
        row("Note", alarm.note)
        row("Id", detail.stream.id)
        for story in detail.occurrences { row(story.occurrence.description, words(story)) }
        try session.print(table)
    }

    private static func words(_ story: OccurrenceStory) -> String {
        let times = story.snoozeCount == 1 ? "once" : "\(story.snoozeCount) times"
        if story.outcome == .snoozed { return "snoozed \(times)" }
        let together = story.count.flatMap { count in story.since.map { ", \(Text.missed(count)) since \($0)" } } ?? ""
        return story.outcome.rawValue + together + (story.snoozeCount == 0 ? "" : ", snoozed \(times)")
    }
}

/// At which moment alarms are asked about, what was known, and what is supposed.
struct AlarmMomentOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "As it was then: an instant, or the start of a day. (default: now)", valueName: "date|instant"))
    var on: String?
    @OptionGroup var known: KnownOption
    @OptionGroup var supposed: WithOption

    func asking<Result>(_ session: Session, _ body: (Ledger, AsOf, Instant?) throws -> Result) throws -> Result {
        let parsed = TimeOptions.Parsed(on: try TimeOptions.day(on), known: try known.parsed())
        return try session.withLedger(.readOnly, isAsked: true) { ledger in
            let asOf = try supposed.supposing(try parsed.atAMoment(ledger), ledger, session.console)
            try session.findLack(ledger, asOf)
            session.console.setAside = try ledger.ownSetAside(asOf)
            return try body(ledger, asOf, asOf.moment)
        }
    }

    var isGiven: Bool { on != nil || known.knownAt != nil || supposed.with != nil }
}
