import ArgumentParser
import DaybookDomains

struct WaterTodayCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "today", abstract: "Show a day's drinks and its goal.",
        discussion: """
            Examples:
              daybook water today
              daybook water today --on 2026-02-09 --json
            """)

    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .hydration }

    func run(in session: Session) throws {
        let (answer, zone, evidence) = try session.asking(times, namesSetAside: true) { ledger, asOf in
            let answer = try ledger.waterToday(asOf)
            return (
                answer, ledger.zone,
                try explain.evidence([.water(answer.value.day)], ledger, asOf, answer.asOf, session)
            )
        }
        let figure = Figure.water(answer.value.day)
        let (day, drinks, unit) = (answer.value.day, answer.value.drinks, answer.value.unit)
        let json = JSONValue.object(pairs: [
            "asOf": answer.asOf.json, "date": .string(day.date.description), "goal": .integer(day.goal),
            "effectiveMl": .integer(day.effectiveMl),
            "volumeMl": .integer(day.volumeMl), "percent": .integer(day.percent), "mark": .string(day.mark.rawValue),
            "text": .string(day.text(in: unit)),
            "onboarded": .bool(answer.value.isOnboarded), "drinks": .array(drinks.map(WaterText.json)),
        ])
        try session.answer(json.explained([figure], evidence)) {
            try session.printKnownAt(times.known, answer.asOf)
            try session.print(session.style.strong("\(day.date): \(day.percent) percent, \(day.text(in: unit))"))
            if !answer.value.isOnboarded {
                try session.printNone("No profile yet: daybook water profile --age N --weight KG --activity LEVEL")
            }
            if drinks.isEmpty { return try session.printNone("No drink was noted.") }
            var table = Table([
                ("Time", .left), ("Drink", .left), ("Volume", .right), ("Counts for", .right), ("Id", .left),
            ])
            for noted in drinks {
                table.add([
                    Table.Cell(noted.clock(zone)), Table.Cell(noted.drink.kind.title),
                    Table.Cell(noted.drink.volume.text(in: unit)),
                    Table.Cell(WaterText.volume(noted.drink.effectiveMl, unit)), Table.Cell(noted.stream.id, .faint),
                ])
            }
            try session.print(table)
        }
        try EvidenceText.print([figure], evidence, session)
    }
}

extension NotedDrink {
    /// `08:05` in the local time of the drink.
    fileprivate func clock(_ zone: any ZoneRules) -> String {
        guard case .instant(let instant, let offset, _) = time else { return "" }
        return TimeOfDay.text(instant.local(offsetSeconds: offset).millisecondOfDay / 60_000)
    }
}

struct WaterHistory: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show the last seven days.",
        discussion: """
            Examples:
              daybook water history
              daybook water history --known-at 2026-02-09
            """)

    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .hydration }

    func run(in session: Session) throws {
        let (answer, unit, evidence) = try session.asking(times, namesSetAside: true) { ledger, asOf in
            let answer = try ledger.waterHistory(asOf)
            return (
                answer, try ledger.waterSettings(asOf).unit,
                try explain.evidence(WaterHistory.figures(answer.value), ledger, asOf, answer.asOf, session)
            )
        }
        let figures = WaterHistory.figures(answer.value)
        let json = JSONValue.object(pairs: [
            "asOf": answer.asOf.json, "days": .array(answer.value.map { .object(WaterText.members($0)) }),
        ])
        try session.answer(json.explained(figures, evidence)) {
            try session.printKnownAt(times.known, answer.asOf)
            try session.print(WaterText.table(answer.value, unit))
        }
        try EvidenceText.print(figures, evidence, session)
    }

    /// A figure for each day, by its date.
    private static func figures(_ days: [WaterDay]) -> [Figure] { days.map { .water($0, isOneOfSeveral: true) } }
}

struct WaterMonthCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "month", abstract: "Show a month: green days reached their goal, orange ones half of it.",
        discussion: """
            Examples:
              daybook water month
              daybook water month 2026-01
            """)

    @Argument(help: ArgumentHelp("The month. (default: that of today)", valueName: "YYYY-MM")) var month: String?
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .hydration }

    func run(in session: Session) throws {
        let given = try month.map(WaterMonthCommand.read)
        let (answer, unit, figures, evidence) = try session.asking(times, namesSetAside: true) { ledger, asOf in
            let shown = given ?? (asOf.on ?? ledger.today)
            let answer = try ledger.waterMonth(year: shown.components.year, month: shown.components.month, asOf)
            let figures = (answer.value?.days ?? []).filter { $0.date <= answer.asOf.on }.map {
                Figure.water($0, isOneOfSeveral: true)
            }
            return (
                answer, try ledger.waterSettings(asOf).unit, figures,
                try explain.evidence(figures, ledger, asOf, answer.asOf, session)
            )
        }
        guard let month = answer.value else { throw WaterMonthCommand.unreadable(self.month ?? "") }
        let json = JSONValue.object(pairs: [
            "asOf": answer.asOf.json, "month": .string(month.text), "previous": .textOrNull(month.previous),
            "next": .textOrNull(month.next),
            "firstWeekday": .integer(month.firstWeekday),
            "days": .array(month.days.map { .object(WaterText.members($0)) }),
        ])
        try session.answer(json.explained(figures, evidence)) {
            try session.printKnownAt(times.known, answer.asOf)
            let days = month.days.filter { $0.date <= answer.asOf.on }
            if days.isEmpty { return try session.print("\(month.text) has not begun.") }
            try session.print(WaterText.table(days, unit))
            try EvidenceText.print(figures, evidence, session)
        }
    }

    /// The first day of `YYYY-MM`. Throws `Fault` `month.unreadable` (64).
    private static func read(_ text: String) throws -> CivilDate {
        guard text.utf8.count == 7, let first = CivilDate(text + "-01") else { throw unreadable(text) }
        return first
    }

    private static func unreadable(_ text: String) -> Fault {
        Fault(.usage, code: "month.unreadable", message: "\"\(text)\" is not a month.", hint: "Write it like 2026-02.")
    }
}

struct WaterStreak: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "streak", abstract: "Show how many days in a row reached their goals. Today may still be open.",
        discussion: """
            Example:
              daybook water streak
            """)

    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .hydration }

    func run(in session: Session) throws {
        let (answer, figure, evidence) = try session.asking(times, namesSetAside: true) { ledger, asOf in
            let answer = try ledger.waterStreakDays(asOf)
            let figure = Figure.waterStreak(answer.value, on: answer.asOf.on)
            return (answer, figure, try explain.evidence([figure], ledger, asOf, answer.asOf, session))
        }
        try session.answer(
            JSONValue.object(pairs: ["asOf": answer.asOf.json, "streak": .integer(answer.value.count)]).explained(
                [figure], evidence)
        ) {
            try session.printKnownAt(times.known, answer.asOf)
            try session.printNone(
                answer.value.isEmpty ? "No streak yet." : "\(Text.count(answer.value.count, "day")) in a row.")
        }
        try EvidenceText.print([figure], evidence, session)
    }
}

struct WaterShow: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one drink.",
        discussion: """
            Example:
              daybook water show 0192f0c1
            """)

    @Argument(help: "The drink.") var id: String
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .hydration }

    func run(in session: Session) throws {
        let (answered, noted, unit) = try session.asking(times, namesSetAside: true) { ledger, asOf in
            let answered = try ledger.answered(asOf)
            let pinned = asOf.pinned(to: answered.position)
            let exact = asOf.supposing == nil ? nil : StreamID(id.hasPrefix("drink/") ? id : "drink/\(id)")
            let stream =
                try exact.flatMap { try ledger.drink($0, pinned) }?.stream ?? ledger.stream(named: id, kind: "drink")
            guard let stream else { throw WaterCommand.unknown(id) }
            try session.concern(stream, ledger, asOf)
            guard let noted = try ledger.drink(stream, pinned) else {
                throw try GoneText.reason(stream, ledger, asOf, back: "water restore", else: WaterCommand.unknown(id))
            }
            // A day that is asked about knows nothing of what is drunk after it.
            guard asOf.on == nil || noted.drink.date <= answered.on else {
                throw Rejection(
                    code: WaterRules.unknown.code,
                    message: "This drink is of \(noted.drink.date), after \(answered.on).",
                    hint: "Leave --on out, or name a later day.")
            }
            return (answered, noted, try ledger.waterSettings(asOf).unit)
        }
        var members: [JSONValue.Member] = [.init("asOf", answered.json)]
        if case .object(let drink) = WaterText.json(noted) { members += drink }
        members += [.init("date", .string(noted.drink.date.description)), .init("event", .string(noted.event.hex))]
        try session.answer(.object(members)) {
            try session.printKnownAt(times.known, answered)
            try session.print(
                "\(noted.drink.date): \(noted.drink.volume.text(in: unit)) \(noted.drink.kind.title), "
                    + "counting for \(WaterText.volume(noted.drink.effectiveMl, unit))"
            )
        }
    }
}
