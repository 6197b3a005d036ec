import ArgumentParser
import DaybookDomains

struct AlarmTierCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "tier", abstract: "Show the tier, or change it.",
        discussion: """
            Examples:
              daybook alarm tier
              daybook alarm tier plus --plan annual --through 2027-02-10
              daybook alarm tier free

            The free tier has two alarms. Where there are more, the two oldest that are
            on stay on; with Plus the others come back, but those that you switched off.
            """)

    @Argument(
        help: ArgumentHelp("free or plus. (default: shows the tier)", valueName: "tier"),
        completion: .list(AlarmTier.Name.allCases.map(\.rawValue))) var tier: String?
    @Option(
        help: ArgumentHelp("Of plus how it is paid: \(Ledger.list(AlarmTier.Plan.self)).", valueName: "plan"),
        completion: .list(AlarmTier.Plan.allCases.map(\.rawValue))) var plan: String?
    @Option(help: ArgumentHelp("Of plus the day on which it renews or ends.", valueName: "date")) var through: String?
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: AlarmMomentOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .alarms }

    var choicesFrom: [ChoiceSource] { tier == nil ? [ChoiceSource(AlarmTier.stream, ["tier"])] : [] }

    func run(in session: Session) throws {
        guard let tier else {
            if plan != nil || through != nil {
                throw Fault(
                    .usage, code: "usage.wrong", message: "A plan and a day belong to a tier: name it too.",
                    hint: "daybook alarm tier plus --plan monthly")
            }
            let (answer, figure, evidence) = try times.asking(session) { ledger, asOf, moment in
                let answer = try ledger.alarmTier(asOf, at: moment)
                let figure = Figure.alarmTier(answer.value, on: answer.asOf.on)
                return (answer, figure, try explain.evidence([figure], ledger, asOf, answer.asOf, session))
            }
            return try session.answer(AlarmTierCommand.json(answer).explained([figure], evidence)) {
                try session.printKnownAt(times.known, answer.asOf)
                try AlarmTierCommand.print(answer.value, session)
                try EvidenceText.print([figure], evidence, session)
            }
        }
        if explain.explain {
            throw Fault(
                .usage, code: "usage.wrong", message: "--explain is for questions: it does not go with a tier to take.",
                hint: "\"daybook alarm tier --explain\" asks.")
        }
        if times.on != nil || times.known.knownAt != nil || times.supposed.with != nil {
            throw Fault(.usage, code: "usage.wrong", message: "A tier is taken now: it takes no other time.")
        }
        let wanted = try wanted(tier)
        try session.withLedger(.readWrite) { ledger in
            let receipt = try ledger.changeTier(wanted)
            let answer = try ledger.alarmTier()
            try session.answer(AlarmTierCommand.json(answer).wrote(receipt)) {
                try AlarmTierCommand.print(answer.value, session)
            }
        }
    }

    private func wanted(_ text: String) throws -> AlarmTier {
        guard let name = AlarmTier.Name(rawValue: text) else {
            throw AlarmTierCommand.unknown("tier", text, Ledger.list(AlarmTier.Name.self))
        }
        let plan = try plan.map { text in
            guard let plan = AlarmTier.Plan(rawValue: text) else {
                throw AlarmTierCommand.unknown("plan", text, Ledger.list(AlarmTier.Plan.self))
            }
            return plan
        }
        if name == .free, plan != nil || through != nil {
            throw Fault(
                .usage, code: "usage.wrong", message: "The free tier has no plan and no day on which it ends.",
                hint: "daybook alarm tier free")
        }
        return AlarmTier(name, plan: plan, through: try through.map { try Values.date($0, "through") })
    }

    private static func unknown(_ what: String, _ text: String, _ choices: String) -> Fault {
        Fault(
            .usage, code: "\(what).unknown", message: "There is no \(what) \"\(text)\".",
            hint: "It is one of \(choices).")
    }

    private static func json(_ answer: Answer<TierAnswer>) -> JSONValue {
        let value = answer.value
        return .object(pairs: [
            "asOf": answer.asOf.json, "tier": .string(value.tier.name.rawValue),
            "title": .string(value.tier.name.title),
            "plan": .textOrNull(value.tier.plan?.rawValue), "through": .textOrNull(value.tier.through?.description),
            "price": .textOrNull(value.price),
            "limit": value.tier.limit.map { .integer($0) } ?? .null, "alarms": .integer(value.alarms),
            "enabled": .integer(value.enabled),
            "banner": .textOrNull(value.banner),
        ])
    }

    private static func print(_ value: TierAnswer, _ session: Session) throws {
        var table = Table([("", .left), ("", .left)])
        table.add(["Tier", Table.Cell(value.tier.name.title, value.tier.name == .plus ? .good : nil)])
        if let plan = value.tier.plan { table.add(["Plan", Table.Cell(plan.rawValue)]) }
        if let price = value.price { table.add(["Price", Table.Cell(price)]) }
        if let through = value.tier.through { table.add(["Renews or ends", Table.Cell(through.description)]) }
        table.add([
            "Alarms",
            Table.Cell("\(value.alarms), \(value.enabled) on\(value.tier.limit.map { "; at most \($0)" } ?? "")"),
        ])
        try session.print(table)
        if let banner = value.banner { try session.print(banner) }
    }
}
