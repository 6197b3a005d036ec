import ArgumentParser
import DaybookDomains

struct WaterRemindersCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminders", abstract: "Show the reminders of a day.",
        discussion: """
            Examples:
              daybook water reminders
              daybook setting set water.remindersPerDay 6

            They lie evenly between waking and sleeping: of imported sleep times where
            these are in use, else the settings water.wake and water.sleep. Without the
            permission nothing is pending: daybook permission set granted --domain water
            """)

    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .hydration }

    func run(in session: Session) throws {
        let (answer, figure, evidence) = try session.asking(times, namesSetAside: true) { ledger, asOf in
            let answer = try ledger.waterReminders(asOf)
            let figure = Figure.waterReminders(answer.value.times, on: answer.asOf.on)
            return (answer, figure, try explain.evidence([figure], ledger, asOf, answer.asOf, session))
        }
        let json = JSONValue.object([.init("asOf", answer.asOf.json)] + WaterRemindersCommand.members(answer.value))
        try session.answer(json.explained([figure], evidence)) {
            try session.printKnownAt(times.known, answer.asOf)
            try WaterRemindersCommand.print(answer.value, session)
            try EvidenceText.print([figure], evidence, session)
        }
    }

    static func members(_ value: WaterReminders) -> [JSONValue.Member] {
        [
            .init("times", .array(value.times.map { .string(TimeOfDay.text($0 % 1440)) })),
            .init("intervalMinutes", .integer(value.intervalMinutes)),
            .init("perDay", .integer(value.perDay)), .init("wake", .string(TimeOfDay.text(value.window.wake))),
            .init("sleep", .string(TimeOfDay.text(value.window.sleep))),
            .init("source", .string(value.window.source.rawValue)),
            .init("permitted", .bool(value.isPermitted)),
            .init("pending", .array(value.pending.map { .string($0.description) })),
        ] + (value.isGoalReached.map { [.init("goalReached", .bool($0))] } ?? [])
    }

    static func print(_ value: WaterReminders, _ session: Session) throws {
        let window = "\(TimeOfDay.text(value.window.wake)) to \(TimeOfDay.text(value.window.sleep))"
        if value.times.isEmpty { return try session.print("No reminder has room between \(window).") }
        let times = value.times.map { TimeOfDay.text($0 % 1440) }.joined(separator: " ")
        try session.print("\(times), every \(value.intervalMinutes) minutes from \(window).")
        if value.isGoalReached == true {
            try session.print("No more comes: the goal of the day is reached (setting water.stopAtGoal).")
        }
        if !value.isPermitted {
            try session.print("None comes: notices are not allowed (daybook permission set granted --domain water).")
        }
    }
}

struct WaterSmart: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "smart", abstract: "Show whether a drink is due.",
        discussion: """
            Examples:
              daybook water smart
              daybook water smart --on 2026-02-10T14:01:00-05:00
              daybook setting set water.smartHours 2

            Due when the last drink is longer ago than the threshold and the person is
            awake. A look is taken every two hours; where none was (--checked tells the
            last one), the regular reminders hold.
            """)

    @Option(help: ArgumentHelp("When a look was last taken. (default: now)", valueName: "instant")) var checked: String?
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: AlarmMomentOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .hydration }

    func run(in session: Session) throws {
        let checked = try checked.map { try Values.instant($0, "checked") }
        let (answer, figure, evidence) = try times.asking(session) { ledger, asOf, moment in
            let answer = try ledger.waterSmart(asOf, at: moment, lastCheck: checked)
            let last = answer.value.lastDrink.flatMap { stream in
                answer.value.reminder.lastDrink.map { (stream, ledger.zone.date(at: $0)) }
            }
            let figure = Figure.waterSmart(isDue: answer.value.reminder.isDue, lastDrink: last, on: answer.asOf.on)
            return (answer, figure, try explain.evidence([figure], ledger, asOf, answer.asOf, session))
        }
        let (value, reminder) = (answer.value, answer.value.reminder)
        let json = JSONValue.object(pairs: [
            "asOf": answer.asOf.json, "due": .bool(reminder.isDue),
            "lastDrink": .textOrNull(reminder.lastDrink?.description),
            "thresholdHours": .integer(reminder.thresholdHours), "enabled": .bool(value.isOn),
            "checkMinutes": .integer(SmartReminder.checkMinutes),
            "nextCheck": .string(reminder.nextCheck.description), "fallback": .bool(value.fallsBack),
            "regular": .object(WaterRemindersCommand.members(value.regular)),
        ])
        try session.answer(json.explained([figure], evidence)) {
            try session.printKnownAt(times.known, answer.asOf)
            try session.print(reminder.isDue ? session.style.strong("Time to drink something.") : "Not yet.")
            if let last = reminder.lastDrink {
                try session.print("The last drink was at \(last).")
            } else {
                try session.printNone("No drink was noted.")
            }
            if value.fallsBack {
                try session.print("No look was taken in time: the regular reminders hold.")
                try WaterRemindersCommand.print(value.regular, session)
            }
            try EvidenceText.print([figure], evidence, session)
        }
    }
}
