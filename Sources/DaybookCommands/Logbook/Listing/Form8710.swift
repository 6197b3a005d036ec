import ArgumentParser
import DaybookDomains

struct Form8710: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "8710", abstract: "The record of pilot time, as FAA Form 8710-1 asks for it.",
        discussion: """
            Examples:
              daybook logbook 8710
              daybook logbook 8710 --on 2026-03-01 --json

            A row stands for a category of aircraft or a kind of training device, as the
            ledger describes the aircraft. Time of two kinds is at most the smaller part.
            Night take-offs and landings of instruction are those of flights with dual
            time; those as pilot or second in command are of flights with such time. An
            entry that states no take-offs has as many as landings here; the book leaves
            them blank. Each landing of a glider ends a flight. The second table has the
            totals by class.
            """)

    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func run(in session: Session) throws {
        let (answer, classes, short, form) = try session.asking(times, namesSetAside: true) { ledger, asOf in
            let answer = try ledger.pilotTime(asOf)
            let pinned = asOf.pinned(to: answer.asOf.position)
            let classes = try ledger.flightTotals(by: .aircraftClass, FlightFilter(), pinned).value.groups.filter {
                $0.key != "trainingDevice"
            }
            let short = try ledger.shortCrossCountries(pinned).value
            return (answer, classes, short, try session.hoursForm(ledger))
        }
        try session.answer(Form8710.json(answer, classes, short)) {
            try session.printKnownAt(times.known, answer.asOf)
            if answer.value.isEmpty { return try session.printNone(EmptyLogbook.title) }
            // Rows of the form are columns here: a screen is too narrow for its columns.
            var table = Table([("", .left)] + answer.value.map { ($0.row.title, .right) })
            for figure in Form8710.hours {
                table.add(
                    [Table.Cell(figure.title, .strong)]
                        + answer.value.map { Table.Cell($0.time[keyPath: figure.place].text(form)) })
            }
            for figure in Form8710.counts {
                table.add(
                    [Table.Cell(figure.title, .strong)]
                        + answer.value.map { Table.Cell(String($0.time[keyPath: figure.place])) })
            }
            try session.print(table)
            try session.print("")
            try session.print(Form8710.table(classes, form))
            for line in ShortCrossCountryText.lines(short, form) { try session.print(line) }
            if answer.value.contains(where: { $0.row == .notDescribed }) {
                try session.printNotes([
                    "No description states the category of some aircraft; an import of an aircraft table brings it."
                ])
            }
            if answer.value.contains(where: { $0.row == .forwarded }) {
                try session.printNotes([
                    "Totals brought forward state no times of two kinds, such as night time in command; "
                        + "those rows are without them."
                ])
            }
        }
    }

    private static let hours: [(title: String, name: String, place: any KeyPath<PilotTime, Hours> & Sendable)] = [
        ("Total", "totalHours", \.total), ("Instruction received", "instructionReceivedHours", \.instructionReceived),
        ("Solo", "soloHours", \.solo), ("Pilot in command", "picHours", \.pic),
        ("Second in command", "sicHours", \.sic),
        ("Cross-country, instruction received", "crossCountryInstructionHours", \.crossCountryInstruction),
        ("Cross-country, solo", "crossCountrySoloHours", \.crossCountrySolo),
        ("Cross-country, pilot in command", "crossCountryPicHours", \.crossCountryPic),
        ("Cross-country, second in command", "crossCountrySicHours", \.crossCountrySic),
        ("Instrument", "instrumentHours", \.instrument),
        ("Night, instruction received", "nightInstructionHours", \.nightInstruction),
        ("Night, pilot in command", "nightPicHours", \.nightPic),
        ("Night, second in command", "nightSicHours", \.nightSic),
    ]
    private static let counts: [(title: String, name: String, place: any KeyPath<PilotTime, Int> & Sendable)] = [
        ("Night take-offs, instruction", "nightTakeoffs", \.nightTakeoffs),
        ("Night landings, instruction", "nightLandings", \.nightLandings),
        ("Night take-offs, pilot in command", "nightTakeoffsPic", \.nightTakeoffsPic),
        ("Night landings, pilot in command", "nightLandingsPic", \.nightLandingsPic),
        ("Night take-offs, second in command", "nightTakeoffsSic", \.nightTakeoffsSic),
        ("Night landings, second in command", "nightLandingsSic", \.nightLandingsSic),
        ("Flights", "flights", \.flights),
    ]

    private static let classHours: [(title: String, name: String, hours: @Sendable (FlightGroup) -> Hours)] = [
        ("Total", "totalHours", { $0.sums.hours(.total) }),
        ("Instruction received", "instructionReceivedHours", { $0.sums.hours(.dual) }),
        ("Pilot in command", "picHours", { $0.sums.hours(.pic) }), ("Second in command", "sicHours", { $0.sicHours }),
    ]

    private static func table(_ classes: [FlightGroup], _ form: HoursForm) -> Table {
        var table = Table([("Class", .left)] + classHours.map { ($0.title, .right) })
        for each in classes {
            table.add([Table.Cell(each.title, .strong)] + classHours.map { Table.Cell($0.hours(each).text(form)) })
        }
        return table
    }

    private static func classJSON(_ group: FlightGroup) -> JSONValue {
        var members: [JSONValue.Member] = [.init("class", .textOrNull(group.key)), .init("title", .string(group.title))]
        for column in classHours { members += column.hours(group).members(column.name) }
        return .object(members)
    }

    private static func json(
        _ answer: Answer<[(row: PilotTimeRow, time: PilotTime)]>, _ classes: [FlightGroup],
        _ short: [ShortCrossCountry]
    ) -> JSONValue {
        .object(pairs: [
            "asOf": answer.asOf.json,
            "rows": .array(
                answer.value.map { row, time in
                    .object(
                        [.init("row", .string(row.rawValue)), .init("title", .string(row.title))]
                            + hours.flatMap { time[keyPath: $0.place].members($0.name) }
                            + counts.map { .init($0.name, .integer(time[keyPath: $0.place])) })
                }),
            "classes": .array(classes.map(classJSON)),
            "shortCrossCountry": ShortCrossCountryText.json(short),
        ])
    }
}
