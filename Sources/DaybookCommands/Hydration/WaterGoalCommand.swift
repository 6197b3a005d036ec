import ArgumentParser
import DaybookDomains

/// Age, weight and activity as options.
struct WaterBodyOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Whole years.", valueName: "years")) var age: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Kilograms, such as 70 or 64.6.", valueName: "kg")) var weight:
        String?
    @Option(
        help: ArgumentHelp("\(Ledger.list(WaterProfile.Activity.self)).", valueName: "level"),
        completion: .list(WaterProfile.Activity.allCases.map(\.rawValue)))
    var activity: String?

    var isGiven: Bool { age != nil || weight != nil || activity != nil }

    /// The three values; one that is not given stays as it was.
    ///
    /// - Throws: `Fault` (64) for a value that cannot be read, `Rejection` `profile.required` where one was never
    ///   given.
    func read(beside known: WaterProfile?) throws -> (age: Int, weightTenths: Int, activity: String) {
        guard let age = try age.map(WaterBodyOptions.years) ?? known?.age,
            let weight = try weight.map(WaterBodyOptions.tenths) ?? known?.weightTenths,
            let activity = activity ?? known?.activity.rawValue
        else {
            throw Rejection(
                code: "profile.required", message: "Age, weight and activity are all needed the first time.",
                hint: "daybook water profile --age 40 --weight 70 --activity moderately")
        }
        return (age, weight, activity)
    }

    private static func years(_ text: String) throws -> Int {
        guard let years = Int(text) else {
            throw Fault(.usage, code: "age.unreadable", message: "\"\(text)\" is not a whole number of years.")
        }
        return years
    }

    private static func tenths(_ text: String) throws -> Int {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let whole = Int(parts[0]), whole < 1_000_000,
            parts.count == 1 || parts[1].utf8.count == 1
        else {
            throw Fault(
                .usage, code: "weight.unreadable", message: "\"\(text)\" is not a weight.",
                hint: "Write kilograms with at most one digit after the point: 64.6.")
        }
        let tenths = whole * 10 + (parts.count == 2 ? Int(parts[1]) ?? 0 : 0)
        return isNegative ? -tenths : tenths
    }
}

struct WaterProfileCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Set age, weight and activity, or show them.",
        discussion: """
            Examples:
              daybook water profile --age 40 --weight 70 --activity moderately
              daybook water profile --weight 68.5
              daybook water profile

            It holds from today, or from --from; earlier days keep their goals.
            """)

    @OptionGroup(title: "The profile") var body: WaterBodyOptions
    @Option(parsing: .unconditional, help: ArgumentHelp("The first day it holds. (default: today)", valueName: "date"))
    var from: String?
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .hydration }

    func run(in session: Session) throws {
        let from = try from.map { try Values.day($0, "from") }
        guard body.isGiven else {
            if from != nil {
                throw Fault(
                    .usage, code: "usage.wrong", message: "--from needs something that holds from then.",
                    hint: "Say --age, --weight or --activity.")
            }
            let (answer, goal, unit) = try session.asking(times, namesSetAside: true) { ledger, asOf in
                (try ledger.waterProfile(asOf), try ledger.waterGoal(asOf).value, try ledger.waterSettings(asOf).unit)
            }
            return try print(answer, goal.volume.text(in: unit), goal, nil, session)
        }
        try WaterGoalCommand.checkNoTimes(times)
        try session.withLedger(.readWrite) { ledger in
            let from = try from?.date(today: ledger.today)
            let day = AsOf(on: from ?? ledger.today)
            let stated = try body.read(beside: try ledger.waterProfile(day).value)
            let receipt = try AlarmOptions.asGiven {
                try ledger.setWaterProfile(
                    age: stated.age, weightTenths: stated.weightTenths, activity: stated.activity, from: from)
            }
            let goal = try ledger.waterGoal(day).value
            let text = goal.volume.text(in: try ledger.waterSettings().unit)
            try print(try ledger.waterProfile(day), text, goal, receipt, session)
        }
    }

    private func print(
        _ answer: Answer<WaterProfile?>, _ text: String, _ goal: WaterGoal, _ receipt: AppendReceipt?,
        _ session: Session
    ) throws {
        let profile = answer.value
        let json = JSONValue.object(pairs: [
            "asOf": answer.asOf.json, "age": profile.map { .integer($0.age) } ?? .null,
            "weight": profile.map { .number(Digits.tenths($0.weightTenths)) } ?? .null,
            "activity": .textOrNull(profile?.activity.rawValue), "goal": .integer(goal.ml),
        ])
        try session.answer(json.wrote(receipt)) {
            try session.printKnownAt(times.known, answer.asOf)
            guard let profile else { return try session.printNone("No profile yet. The goal is \(text).") }
            try session.print(
                "\(profile.age) years, \(Digits.tenths(profile.weightTenths)) kg, \(profile.activity.rawValue). "
                    + "The goal is \(text)."
            )
        }
    }
}

struct WaterGoalCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "goal", abstract: "Show the goal of a day and its origin, or set another goal.",
        discussion: """
            Examples:
              daybook water goal
              daybook water goal --set 2000
              daybook water goal --clear
              daybook water goal --preview --weight 80

            A goal of one's own is from 1500 to 4500 mL; a number alone is in water.unit.
            It holds from today, or from --from; earlier days keep theirs. --preview
            computes and writes nothing.
            """)

    @Option(
        parsing: .unconditional, help: ArgumentHelp("A goal of one's own, such as 2000 or 83oz.", valueName: "volume"))
    var set: String?
    @Flag(help: "Derive it from the profile again.") var clear = false
    @Option(parsing: .unconditional, help: ArgumentHelp("The first day it holds. (default: today)", valueName: "date"))
    var from: String?
    @Flag(help: "Show the goal for these values. Nothing is written.") var preview = false
    @OptionGroup(title: "With --preview") var body: WaterBodyOptions
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .hydration }

    func run(in session: Session) throws {
        let from = try from.map { try Values.day($0, "from") }
        if [set != nil, clear, preview].count(where: \.self) > 1 {
            throw Fault(.usage, code: "usage.wrong", message: "Give only one of --set, --clear and --preview.")
        }
        if body.isGiven, !preview {
            throw Fault(
                .usage, code: "usage.wrong", message: "Age, weight and activity go with --preview.",
                hint: "\"daybook water profile\" remembers them.")
        }
        if from != nil, set == nil, !clear {
            throw Fault(.usage, code: "usage.wrong", message: "--from goes with --set and --clear.")
        }
        if preview { return try answerPreview(session) }
        guard set != nil || clear else { return try answer(session) }
        try WaterGoalCommand.checkNoTimes(times)
        if explain.explain {
            throw Fault(
                .usage, code: "usage.wrong",
                message: "--explain is for questions: it goes with neither --set nor --clear.")
        }
        let given = try set.map(WaterVolume.init)
        try session.withLedger(.readWrite) { ledger in
            let from = try from?.date(today: ledger.today)
            let unit = try ledger.waterSettings().unit
            let receipt =
                try given.map { try ledger.setWaterGoal($0.volume(in: unit), from: from) }
                ?? ledger.clearWaterGoal(from: from)
            let answer = try ledger.waterGoal(AsOf(on: from ?? ledger.today))
            try print(answer.asOf, answer.value, unit, receipt, session)
        }
    }

    private func answer(_ session: Session) throws {
        let (answer, unit, figure, evidence) = try session.asking(times, namesSetAside: true) { ledger, asOf in
            let answer = try ledger.waterGoal(asOf)
            let figure = Figure.waterGoal(answer.value, on: answer.asOf.on)
            let unit = try ledger.waterSettings(asOf).unit
            return (answer, unit, figure, try explain.evidence([figure], ledger, asOf, answer.asOf, session))
        }
        try print(answer.asOf, answer.value, unit, nil, session, [figure], evidence)
        try EvidenceText.print([figure], evidence, session)
    }

    /// A write happens now: it takes no times.
    static func checkNoTimes(_ times: TimeOptions) throws {
        guard times.on == nil, times.known.knownAt == nil, times.supposed.with == nil else {
            throw Fault(
                .usage, code: "usage.wrong",
                message: "This command writes now: --on, --known-at and --with are for questions.",
                hint: "--from gives its first day.")
        }
    }

    private func answerPreview(_ session: Session) throws {
        let (answered, known, unit) = try session.asking(times, namesSetAside: true) { ledger, asOf in
            let answer = try ledger.waterProfile(asOf)
            return (answer.asOf, answer.value, try ledger.waterSettings(asOf).unit)
        }
        let stated = try body.read(beside: known)
        let goal = try Ledger.waterGoal(age: stated.age, weightTenths: stated.weightTenths, activity: stated.activity)
        try print(answered, goal, unit, nil, session)
    }

    private func print(
        _ asOf: AnsweredAsOf, _ goal: WaterGoal, _ unit: WaterSettings.Unit, _ receipt: AppendReceipt?,
        _ session: Session,
        _ figures: [Figure] = [], _ evidence: [Evidence]? = nil
    ) throws {
        let parts = goal.breakdown
        func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
        let json = JSONValue.object(pairs: [
            "asOf": asOf.json, "goal": .integer(goal.ml), "ratePerKg": number(parts?.ratePerKg),
            "weight": parts.map { .number(Digits.tenths($0.weightTenths)) } ?? .null, "base": number(parts?.baseMl),
            "bonus": number(parts?.bonusMl),
            "total": number(parts?.totalMl), "clamped": .bool(parts?.isClamped ?? false),
            "override": number(goal.override), "text": .textOrNull(parts?.text),
            "preview": preview ? .bool(true) : nil,
        ])
        try session.answer(json.wrote(receipt).explained(figures, evidence)) {
            try session.printKnownAt(times.known, asOf)
            func text(_ ml: Int) -> String { WaterUnits.text(ml, unit) }
            try session.print(session.style.strong(goal.volume.text(in: unit)))
            if let parts {
                let clamped = parts.isClamped ? ", kept within 1500 to 4500\(unit == .ml ? "" : " mL")" : ""
                try session.print(
                    "\(parts.text) = \(text(parts.baseMl)), and \(text(parts.bonusMl)) for activity: "
                        + "\(text(parts.totalMl))\(clamped).")
            } else {
                try session.printNone("No profile yet: daybook water profile --age N --weight KG --activity LEVEL")
            }
            if goal.override != nil {
                try session.print("A goal of your own; \"daybook water goal --clear\" goes back to the computed one.")
            }
        }
    }
}
