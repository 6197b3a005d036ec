import ArgumentParser
import DaybookDomains

struct CurrencyCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "currency",
        abstract: "Whether the pilot is current to carry persons (14 CFR 61.57 or FCL.060).",
        discussion: """
            Examples:
              daybook currency
              daybook currency --on 2026-03-01 --known-at 2026-02-10T13:00:00Z --explain
              daybook currency --on 2026-03-01 --with planned-flights.jsonl
              daybook currency --aircraft N123
              daybook currency periods --landings night

            The setting logbook.authority chooses the rule: faa (14 CFR 61.57, the
            default) or easa (Regulation (EU) No 1178/2011 Annex I FCL.060(b)).
            """,
        subcommands: [Periods.self, Review.self, Instrument.self])

    @Option(help: ArgumentHelp("Answer for one aircraft: its category, class, type and gear.", valueName: "id"))
    var aircraft: String?
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func run(in session: Session) throws {
        try session.asking(times) { ledger, asOf in
            let answer = try answer(ledger, asOf)
            let entries = try explain.explain ? CurrencyCommand.entries(answer, asOf, ledger) : [:]
            let figures = Figure.currency(answer.value, on: answer.asOf.on)
            let evidence = try explain.evidence(figures, ledger, asOf, answer.asOf, session)
            let setAside = try ledger.ownSetAside(asOf.pinned(to: answer.asOf.position))
            try session.answer(
                CurrencyCommand.json(answer, setAside, explain.explain ? entries : nil).explained(figures, evidence)
            ) {
                try session.printKnownAt(times.known, answer.asOf)
                try CurrencyCommand.print(answer, session)
                try session.printSetAside(setAside)
                try EvidenceText.print(figures, evidence, session)
            }
        }
    }

    private func answer(_ ledger: Ledger, _ asOf: AsOf) throws -> Answer<CurrencyWithEvidence> {
        guard let aircraft else { return try ledger.currency(asOf) }
        guard let answer = try ledger.currency(inAircraft: aircraft, asOf) else {
            throw Fault(
                .usage, code: "aircraft.unknown",
                message: "No entry and no description names an aircraft \"\(aircraft)\"; a training device is none.",
                hint: "\"daybook flight list\" shows the aircraft of each entry.")
        }
        return answer
    }

    /// The entries behind the evidence, as they were known then.
    private static func entries(_ answer: Answer<CurrencyWithEvidence>, _ asOf: AsOf, _ ledger: Ledger) throws
        -> [EventID: FlightEntry]
    {
        let value = answer.value.answer
        let readings = [value.general, value.day, value.night] + value.kinds.flatMap { [$0.general, $0.night] }
        let days = Set(readings.flatMap(\.evidence)).sorted()
        let flights = try ledger.flights(onDays: days, asOf.pinned(to: answer.asOf.position))
        return Dictionary(flights.map { ($0.created, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func json(
        _ answer: Answer<CurrencyWithEvidence>, _ setAside: OwnSetAside?, _ entries: [EventID: FlightEntry]?
    ) -> JSONValue {
        let value = answer.value
        func reading(_ reading: CurrencyReading, _ kind: LandingsKind, _ evidence: [EventID]) -> JSONValue {
            let missing: JSONValue? = reading.missing.map { missing in
                .object(pairs: ["takeoffs": .integer(missing.takeoffs), "landings": .integer(missing.landings)])
            }
            return .object(pairs: [
                "state": .string(reading.state.rawValue), "goodThrough": .textOrNull(reading.goodThrough?.description),
                "daysLeft": reading.daysLeft.map { .integer($0) } ?? .null,
                "evidence": .array(evidence.map { .string($0.hex) }),
                "text": .string(reading.text), "label": .string(kind.label(value.answer.authority)),
                "missing": missing,
                "explanation": entries.map { reading.isOfRating ? .array([]) : explanation(evidence, kind, $0) },
                "check": reading.isOfRating ? reading.evidence.first.map { .string($0.description) } : nil,
            ])
        }
        let authority = value.answer.authority
        let assumptions = JSONValue.array(value.answer.assumptions.map { .string($0) })
        let notJudged: JSONValue? = value.answer.notJudged.map { .string($0) }
        return .object(pairs: [
            "asOf": answer.asOf.json, "authority": .string(authority.rawValue),
            "general": reading(value.answer.general, .general, value.general),
            "day": reading(value.answer.day, .day, value.day),
            "night": reading(value.answer.night, .night, value.night),
            "legal": .string(value.answer.legal),
            "classes": .array(
                zip(value.answer.kinds, value.kinds).map { each, events in
                    .object(pairs: [
                        "category": .textOrNull(each.kind.category), "class": .textOrNull(each.kind.classOfAircraft),
                        "type": .textOrNull(each.kind.type),
                        "tailwheel": each.kind.hasTailwheel.map { .bool($0) } ?? .null,
                        "general": reading(each.general, .general, events.general),
                        "night": reading(each.night, .night, events.night),
                    ])
                }),
            "blockedBy": .array(
                value.answer.blockedBy.map { bar in
                    .object(pairs: [
                        "code": .string(bar.code), "paragraph": .string(bar.paragraph), "text": .string(bar.text),
                    ])
                }),
            "rules": RulesText.json(
                authority.currencyRules, on: answer.asOf.on, explains: entries != nil || authority == .easa),
            "assumptions": assumptions, "notJudged": notJudged,
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
        case .day: flight.landingsByDay
        case .night: flight.nightLandings ?? 0
        }
    }

    private static func print(_ answer: Answer<CurrencyWithEvidence>, _ session: Session) throws {
        let style = session.style
        let value = answer.value
        try session.print(
            style.paint(value.answer.headline, value.answer.isCurrent ? .good : .bad) + " on \(answer.asOf.on)")
        let authority = value.answer.authority
        let readings = [
            (LandingsKind.general.label(authority), value.answer.general),
            (LandingsKind.day.label(authority), value.answer.day),
            (LandingsKind.night.label(authority), value.answer.night),
        ]
        var table = Table([
            ("Reading", .left), ("State", .left), ("Good through", .left), ("Days left", .right), ("", .left),
        ])
        for (name, reading) in readings {
            table.add([
                Table.Cell(name), Table.Cell(reading.state.rawValue, paint(reading.state)),
                Table.Cell(reading.goodThrough?.description ?? "–"),
                Table.Cell(reading.daysLeft.map(String.init) ?? "–"),
                Table.Cell([reading.text, reading.missing?.text].compactMap(\.self).joined(separator: ", "), .faint),
            ])
        }
        try session.print(table)
        try print(value.answer.kinds, session)
        for bar in value.answer.blockedBy { try session.print("\(bar.text) (\(bar.paragraph))") }
        if value.answer.night.isOfRating, let check = value.answer.night.evidence.first {
            try session.print("By night an instrument rating counts, by the proficiency check of \(check).")
        }
        try session.printDisputed(value.disputed)
        if authority == .easa { try RulesText.cite(authority.currencyRules, on: answer.asOf.on, session) }
        try RulesText.print(authority.currencyRules, on: answer.asOf.on, session)
        for assumption in value.answer.assumptions { try session.print(style.faint("Assumed: \(assumption)")) }
        if let notJudged = value.answer.notJudged { try session.print(style.faint(notJudged)) }
    }

    /// One line for each kind of aircraft, where any is described.
    private static func print(_ kinds: [KindCurrency], _ session: Session) throws {
        if kinds.allSatisfy({ $0.kind == .unknown }) { return }
        func cell(_ reading: CurrencyReading) -> Table.Cell {
            let text = reading.goodThrough.map { "\(reading.state.rawValue), \($0)" } ?? reading.state.rawValue
            return Table.Cell(text, paint(reading.state))
        }
        var table = Table([("Aircraft", .left), ("General, good through", .left), ("Night, good through", .left)])
        for each in kinds { table.add([Table.Cell(each.kind.title), cell(each.general), cell(each.night)]) }
        try session.print(table)
        for each in kinds {
            if let missing = each.general.missing { try session.print("\(each.kind.title): \(missing.text).") }
        }
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
                try session.printKnownAt(times.known, answered)
                if periods.isEmpty { return try session.printNone("There was no period of currency.") }
                var table = Table([("From", .left), ("Through", .left), ("Days", .right)])
                for period in periods {
                    table.add([
                        Table.Cell(period.from.description), Table.Cell(period.through.description),
                        Table.Cell(String(period.through.days(since: period.from) + 1)),
                    ])
                }
                try session.print(table)
                try EvidenceText.print(figures, evidence, session)
            }
        }
    }
}
