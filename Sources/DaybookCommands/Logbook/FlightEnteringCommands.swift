import ArgumentParser
import DaybookDomains

/// The initial content of a form for an entry, as JSON.
enum SuggestionText {
    static func json(_ suggestion: FlightSuggestion) -> [JSONValue.Member] {
        return [
            .init("date", .string(suggestion.date.description)), .init("from", .textOrNull(suggestion.from)),
            .init("to", .textOrNull(suggestion.to)),
            .init("hobbs", .null), .init("dayLandings", .integer(suggestion.dayLandings)),
            .init("nightLandings", .integer(suggestion.nightLandings)), .init("solo", .bool(suggestion.solo)),
            .init("dual", .bool(suggestion.dual)), .init("crossCountry", .bool(suggestion.crossCountry)),
            .init("instrument", .bool(suggestion.instrument)), .init("aircraft", .textOrNull(suggestion.aircraft)),
            .init("cfiNumber", .textOrNull(suggestion.cfiNumber)),
        ]
    }
}

struct FlightDefaults: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "defaults", abstract: "Show the defaults for a new flight, and the recent routes.",
        discussion: """
            Example:
              daybook flight defaults --json
            """)

    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func run(in session: Session) throws {
        let answer = try session.asking(times) { try $0.entryDefaults($1) }
        let routes = answer.value.recentRoutes
        let members = [JSONValue.Member("asOf", answer.asOf.json)] + SuggestionText.json(answer.value.suggestion)
        let recent = JSONValue.array(
            routes.map { route in
                .object(pairs: [
                    "from": .textOrNull(route.from), "to": .textOrNull(route.to), "route": .string(route.text),
                ])
            })
        try session.answer(.object(members + [.init("recentRoutes", recent)])) {
            try session.printKnownAt(times.known, answer.asOf)
            var table = Table([("", .left), ("", .left)])
            for member in SuggestionText.json(answer.value.suggestion) {
                table.add([Table.Cell(member.name, .faint), Table.Cell(Text.value(member.value))])
            }
            try session.print(table)
            if routes.isEmpty { return }
            try session.print("")
            try session.print(session.style.strong("Recent routes"))
            for route in routes { try session.print("  " + Text.shown(route.text)) }
        }
    }
}

struct FlightDuplicate: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicate", abstract: "Log a copy of a flight with today's date, without its signature.",
        discussion: """
            Example:
              daybook flight duplicate 0192f0c1

            What was passed on the day of the first, such as a flight review, is not
            copied, and warnings are asked again. Hobbs readings are copied like the other
            fields; the answer says how to take them away.
            """)

    @Argument(help: "The flight.") var id: String
    @Option(help: ArgumentHelp("A warning that is known and accepted, such as hobbs.over12.", valueName: "code"))
    var accept: [String] = []
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let accepted = try FlightOptions.accepted(accept)
        try session.withLedger(.readWrite) { ledger in
            let copy = try ledger.duplicateFlight(try FlightCommand.stream(id, ledger), accepting: accepted)
            let notes =
                try FlightNotes.readings(copy.flight, copy.stream)
                + FlightNotes.endorsement(ledger.soloLack(copy.flight), copy.flight)
            try session.answer(FlightCommand.json(copy.stream, copy.receipt, message: "Flight saved", warnings: notes))
            {
                try session.print(
                    "Flight saved: \(copy.flight.date) \(Text.shown(copy.flight.route)), \(copy.flight.totalHours.text(try session.hoursForm(ledger))) h."
                )
                try session.print("Its id is \(copy.stream.id).")
                try session.printNotes(notes)
            }
        }
    }
}

struct FlightSupersede: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "supersede",
        abstract: "Log a flight that takes the place of another one, signed or not; both stay visible.",
        discussion: """
            Example:
              daybook flight supersede 0192f0c1 --hobbs 2.0

            The new flight has the fields of the old one but for those given here.
            """)

    @Argument(help: "The flight that is replaced.") var id: String
    @OptionGroup(title: "What changes") var fields: FlightOptions
    @Option(help: ArgumentHelp("A field to clear, such as remarks.", valueName: "field")) var clear: [String] = []
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        // Read before the ledger is opened, so that an unreadable field is refused with or without one.
        _ = try FlightCommand.changes(fields, clear: clear, today: CivilDate(day: 0))
        try session.withLedger(.readWrite) { ledger in
            let old = try FlightCommand.stream(id, ledger)
            let changes = CrewHours.merged(
                try FlightCommand.changes(fields, clear: clear, today: ledger.today),
                into: try ledger.flight(old)?.flight)
            let new = try FlightOptions.named { try ledger.supersedeFlight(old, changes) }
            let flight = try ledger.flight(new.stream)?.flight
            let signature = try ledger.flight(old)?.signature.map(FlightNotes.replaced) ?? []
            let notes =
                try signature + FlightNotes.parts(flight, changed: changes)
                + FlightNotes.night(flight, changed: changes) + FlightNotes.untimed(flight, changed: changes)
                + FlightNotes.endorsement(ledger, flight, changed: changes)
            guard
                case .object(let members) = FlightCommand.json(
                    new.stream, new.receipt, message: "Flight superseded", warnings: notes)
            else { return }
            try session.answer(.object(members + [.init("supersedes", .string(old.id))])) {
                try session.print(
                    "A new flight takes the place of \(old.id); the old one stays visible and is in no total.")
                try session.print("Its id is \(new.stream.id).")
                try session.printNotes(notes)
            }
        }
    }
}

struct DuplicatesCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates", abstract: "List flights that may be in the logbook twice. Nothing is removed.",
        discussion: """
            Example:
              daybook duplicates --json

            Flights of one day with the same hours, of which places and aircraft do not
            contradict each other, are shown together with the fields in which they
            differ. Flights of different imports are put together first.
            """)

    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func run(in session: Session) throws {
        let (groups, answered, figures, evidence, form) = try session.asking(times) { ledger, asOf in
            let answer = try ledger.possibleDuplicates(asOf)
            let figures = explain.explain ? answer.value.map { Figure.duplicates($0) } : []
            return (
                answer.value, answer.asOf, figures, try explain.evidence(figures, ledger, asOf, answer.asOf, session),
                try session.hoursForm(ledger)
            )
        }
        if session.isJSON {
            return try session.printArray { element in
                for (number, group) in groups.enumerated() {
                    try element { bytes in
                        JSONRow.append(to: &bytes) { row in
                            FlightText.write(group, &row)
                            if let evidence { row.value("evidence", evidence[number].json) }
                        }
                    }
                }
            }
        }
        try session.printKnownAt(times.known, answered)
        if groups.isEmpty { return try session.printNone("No possible duplicates.") }
        for group in groups {
            let what =
                group.differences.isEmpty
                ? "they say the same" : "they differ in " + group.differences.joined(separator: ", ")
            let flight = group.first
            try session.print("\(flight.date) \(Text.shown(flight.route)), \(flight.totalHours.text(form)) h: \(what)")
            for other in group.flights { try session.print("  " + other.id) }
        }
        try EvidenceText.print(figures, evidence, session)
    }
}
