import ArgumentParser
import DaybookKit

struct CurrencyCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "currency", abstract: "Whether the pilot is current to carry passengers (14 CFR 61.57).",
        discussion: """
            Examples:
              daybook currency
              daybook currency --on 2026-03-01 --known-at 2026-02-10T13:00:00Z --explain
              daybook currency --on 2026-03-01 --with planned-flights.jsonl
              daybook currency periods --landings night
            """,
        subcommands: [Periods.self, Review.self, Instrument.self])

    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func run(in session: Session) throws {
        try session.asking(times) { ledger, asOf in
            let answer = try ledger.currency(asOf)
            let entries = try explain.explain ? CurrencyCommand.entries(answer, asOf, ledger) : [:]
            let figures = Figure.currency(answer.value.answer, on: answer.asOf.on)
            let evidence = try explain.evidence(figures, ledger, asOf, answer.asOf, session)
            let setAside = try ledger.ownSetAside(asOf.pinned(to: answer.asOf.position))
            try session.answer(
                CurrencyCommand.json(answer, setAside, explain.explain ? entries : nil).explained(figures, evidence)
            ) {
                try session.tellPast(times.known, answer.asOf)
                try CurrencyCommand.tell(answer, session)
                try session.printSetAside(setAside)
                try EvidenceText.tell(figures, evidence, session)
            }
        }
    }

    /// The entries behind the evidence, as they were known then.
    private static func entries(_ answer: Answer<CurrencyWithEvidence>, _ asOf: AsOf, _ ledger: Ledger) throws
        -> [EventID: FlightEntry]
    {
        let readings = [answer.value.answer.general, answer.value.answer.day, answer.value.answer.night]
        let days = Set(readings.flatMap(\.evidence)).sorted()
        let flights = try ledger.flights(onDays: days, asOf.pinned(to: answer.asOf.position))
        return Dictionary(flights.map { ($0.created, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func json(
        _ answer: Answer<CurrencyWithEvidence>, _ setAside: OwnSetAside?, _ entries: [EventID: FlightEntry]?
    ) -> JSONValue {
        let value = answer.value
        func reading(_ reading: CurrencyReading, _ kind: LandingsKind, _ evidence: [EventID]) -> JSONValue {
            .object(pairs: [
                "state": .string(reading.state.rawValue), "goodThrough": .told(reading.goodThrough?.description),
                "daysLeft": reading.daysLeft.map { .integer($0) } ?? .null,
                "evidence": .array(evidence.map { .string($0.hex) }),
                "text": .string(reading.text), "label": .string(kind.label),
                "explanation": entries.map { explanation(evidence, kind, $0) },
            ])
        }
        return .object(pairs: [
            "asOf": answer.asOf.json, "general": reading(value.answer.general, .general, value.general),
            "day": reading(value.answer.day, .day, value.day),
            "night": reading(value.answer.night, .night, value.night),
            "legal": .string(value.answer.legal),
            "rules": RulesText.json(LogbookRules.currency, on: answer.asOf.on, explains: entries != nil),
            "disputed": DisputedText.json(value.disputed), "setAside": StandingText.json(setAside),
        ])
    }

    private static func explanation(_ evidence: [EventID], _ kind: LandingsKind, _ entries: [EventID: FlightEntry])
        -> JSONValue
    {
        .array(
            evidence.compactMap { id in
                entries[id].map { entry in
                    .object(pairs: [
                        "event": .string(id.hex), "flight": .string(entry.stream.id),
                        "date": .string(entry.flight.date.description),
                        "route": .string(entry.flight.route), "landings": .integer(landings(entry.flight, kind)),
                        "countsThrough": .string(entry.flight.date.adding(days: Currency.daysCounted).description),
                    ])
                }
            })
    }

    private static func landings(_ flight: Flight, _ kind: LandingsKind) -> Int {
        switch kind {
        case .general: flight.landings
        case .day: flight.dayLandings ?? 0
        case .night: flight.nightLandings ?? 0
        }
    }

    private static func tell(_ answer: Answer<CurrencyWithEvidence>, _ session: Session) throws {
        let style = session.style
        let value = answer.value
        let isCurrent = value.answer.general.isCurrent
        try session.print(style.paint(value.answer.legal, isCurrent ? .good : .bad) + " on \(answer.asOf.on)")
        let readings = [
            (LandingsKind.general.label, value.answer.general), (LandingsKind.day.label, value.answer.day),
            (LandingsKind.night.label, value.answer.night),
        ]
        var table = Table([
            ("Reading", .left), ("State", .left), ("Good through", .left), ("Days left", .right), ("", .left),
        ])
        for (name, reading) in readings {
            table.add([
                Table.Cell(name), Table.Cell(reading.state.rawValue, paint(reading.state)),
                Table.Cell(reading.goodThrough?.description ?? "–"),
                Table.Cell(reading.daysLeft.map(String.init) ?? "–"),
                Table.Cell(reading.text, .faint),
            ])
        }
        try session.print(table)
        try session.printDisputed(value.disputed)
        try RulesText.tell(LogbookRules.currency, on: answer.asOf.on, session)
    }

    static func paint(_ state: CurrencyReading.State) -> Style.Paint {
        switch state {
        case .valid: .good
        case .caution: .warning
        case .expired, .never: .bad
        }
    }

    struct Periods: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "periods", abstract: "Every unbroken period of currency in the history.",
            discussion: """
                Examples:
                  daybook currency periods
                  daybook currency periods --landings night --json
                """)

        @Option(help: ArgumentHelp("Which landings count: general, day or night.", valueName: "kind")) var landings =
            "general"
        @OptionGroup var explain: ExplainOption
        @OptionGroup(title: "Times") var times: TimeOptions
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        var answersFrom: AnswerScope { .logbook }

        func run(in session: Session) throws {
            guard let kind = LandingsKind(rawValue: landings) else {
                throw Fault(
                    .usage, code: "landings.unknownKind",
                    message: "Landings are counted as general, day or night, not as \"\(landings)\".")
            }
            let (periods, answered, figures, evidence) = try session.asking(times) { ledger, asOf in
                let answer = try ledger.currencyPeriods(kind, asOf)
                let figures =
                    try explain.explain ? ledger.figures(answer.value, kind, asOf.pinned(to: answer.asOf.position)) : []
                return (
                    answer.value, answer.asOf, figures,
                    try explain.evidence(figures, ledger, asOf, answer.asOf, session)
                )
            }
            try session.answer(
                .explained(
                    periods.map {
                        .object(pairs: [
                            "from": .string($0.from.description), "through": .string($0.through.description),
                        ])
                    }, evidence)
            ) {
                try session.tellPast(times.known, answered)
                if periods.isEmpty { return try session.printNone("There was no period of currency.") }
                var table = Table([("From", .left), ("Through", .left), ("Days", .right)])
                for period in periods {
                    table.add([
                        Table.Cell(period.from.description), Table.Cell(period.through.description),
                        Table.Cell(String(period.through.days(since: period.from) + 1)),
                    ])
                }
                try session.print(table)
                try EvidenceText.tell(figures, evidence, session)
            }
        }
    }
}
