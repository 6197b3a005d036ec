import ArgumentParser
import DaybookDomains

struct RulesCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "List the rules behind the answers, and since when each applies.",
        discussion: """
            Examples:
              daybook rules
              daybook rules --on 2009-10-19

            An answer about a day follows the form that a rule had on that day. A day
            before the first form that is known follows that one, and the answer says so.
            """)

    @Option(help: ArgumentHelp("Only the forms that a question about this day is answered by.", valueName: "date"))
    var on: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let day = try on.map { try Values.date($0, "on") }
        let stated = Registry.daybook.domains.flatMap { domain in
            domain.rules.flatMap { rule in
                (day.map { [rule.form(on: $0)] } ?? rule.forms).map { (domain.evaluator, rule, $0) }
            }
        }
        try session.answer(
            .array(stated.map { evaluator, rule, form in RulesText.json(rule, form, on: day, evaluator) })
        ) {
            var table = Table([
                ("Rule", .left), ("Since", .left), ("Published", .left), ("Evaluator", .left), ("", .left),
            ])
            for (evaluator, rule, form) in stated {
                table.add([
                    Table.Cell(rule.name), Table.Cell(form.since.description), Table.Cell(form.source),
                    Table.Cell(evaluator), Table.Cell(form.text, .faint),
                ])
            }
            try session.print(table)
            if let day { try RulesText.print(stated.map(\.1), on: day, session) }
        }
    }
}

/// By which form of a rule an answer came about.
enum RulesText {
    /// Where it is explained, or another form than the newest is followed.
    static func json(_ rules: [DatedRule], on day: CivilDate, explains: Bool) -> JSONValue? {
        guard explains || rules.contains(where: { $0.forms.last.map { day < $0.since } ?? false }) else { return nil }
        return .array(rules.map { json($0, $0.form(on: day), on: day, nil) })
    }

    static func json(_ rule: DatedRule, _ form: DatedRule.Form, on day: CivilDate?, _ evaluator: String?) -> JSONValue {
        .object(pairs: [
            "rule": .string(rule.name), "authority": rule.authority.map { .string($0) },
            "since": .string(form.since.description), "source": .string(form.source),
            "inForce": day.map { .bool(rule.isKnown(on: $0)) }, "evaluator": evaluator.map { .string($0) },
            "text": evaluator == nil ? nil : .string(form.text),
        ])
    }

    /// A line for each rule, with the form of a day.
    static func cite(_ rules: [DatedRule], on day: CivilDate, _ session: Session) throws {
        for rule in rules {
            let form = rule.form(on: day)
            try session.print(session.style.faint("\(rule.name), since \(form.since) (\(form.source))."))
        }
    }

    /// A line where a day lies before all forms that are known; nothing else, for then the form of the day is what
    /// everybody expects.
    static func print(_ rules: [DatedRule], on day: CivilDate, _ session: Session) throws {
        let unknown = rules.filter { !$0.isKnown(on: day) }
        guard let first = unknown.first else { return }
        try session.print(
            "On \(day) none of the forms known here was in force (\(unknown.map(\.name).joined(separator: ", "))): the one of \(first.form(on: day).since) is followed. \"daybook rules\" lists them."
        )
    }
}
