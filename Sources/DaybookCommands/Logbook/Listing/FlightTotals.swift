import ArgumentParser
import DaybookDomains

struct FlightTotals: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "totals", abstract: "The totals by aircraft, class, model, type or year.",
        discussion: """
            Examples:
              daybook flight totals
              daybook flight totals --by class --from 2025-01-01 --to 2025-12-31
              daybook flight totals --by model
              daybook flight totals --by year --signed --json

            The last row sums all groups; without filters it has the figures of "flight
            summary". Sessions in training devices are no flight time and have a column of
            their own. "flight list" with the same filters lists the flights of a total.

            By model or type, a second table sums the flights in complex, high-performance,
            retractable, technically advanced, turbine and tailwheel aircraft. "Not stated"
            has the hours of which no description of an aircraft says whether they are.
            """)

    @Option(
        help: ArgumentHelp("By what: \(Ledger.list(FlightGrouping.self)).", valueName: "group"),
        completion: .list(FlightGrouping.allCases.map(\.rawValue)))
    var by = FlightGrouping.aircraft.rawValue
    @OptionGroup(title: "Which flights") var filter: FlightFilterOptions
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func run(in session: Session) throws {
        guard let grouping = FlightGrouping(rawValue: by) else {
            throw Fault(
                .usage, code: "by.unknown", message: "There is no total by \"\(by)\".",
                hint: "It is one of \(Ledger.list(FlightGrouping.self)).")
        }
        // Read before the ledger is opened, so that an unreadable option is refused with or without one.
        _ = try filter.filter(today: CivilDate(day: 0))
        let (answer, form) = try session.asking(times, namesSetAside: true) { ledger, asOf in
            (
                try ledger.flightTotals(by: grouping, try filter.filter(today: ledger.today), asOf),
                try session.hoursForm(ledger)
            )
        }
        var total = FlightGroup(key: nil, title: "Total")
        for group in answer.value.groups { total += group }
        try session.answer(FlightTotals.json(answer, grouping, total)) {
            try session.printKnownAt(times.known, answer.asOf)
            if answer.value.groups.isEmpty { return try session.printNone("No flight is among them.") }
            let name = grouping.rawValue.prefix(1).uppercased() + grouping.rawValue.dropFirst()
            try session.print(FlightTotals.table(answer.value.groups, name, total, form))
            if answer.value.features.isEmpty { return }
            try session.print("")
            try session.print(FlightTotals.featureTable(answer.value.features, form))
        }
    }

    private typealias Column = (title: String, name: String, hours: @Sendable (FlightGroup) -> Hours)

    private static let hours: [Column] = [
        ("Total", "totalHours", { $0.sums.hours(.total) }), ("PIC", "picHours", { $0.sums.hours(.pic) }),
        ("SIC", "sicHours", { $0.sicHours }), ("Dual", "dualHours", { $0.sums.hours(.dual) }),
        ("Solo", "soloHours", { $0.sums.hours(.solo) }),
        ("XC", "crossCountryHours", { $0.sums.hours(.crossCountry) }),
        ("Night", "nightHours", { $0.sums.hours(.night) }), ("Hood", "instrumentHours", { $0.sums.hours(.instrument) }),
        ("Device", "deviceHours", { $0.deviceHours }),
    ]
    /// The columns that a table without such time is without.
    private static let rare: Set = ["SIC", "Device"]
    private static let counts: [(title: String, name: String, measure: Measure)] = [
        ("Ldg", "allLandings", .landingsAll), ("Day", "dayLandings", .landingsDay),
        ("Night", "nightLandings", .landingsNight),
    ]

    private static func table(
        _ groups: [FlightGroup], _ name: String, _ total: FlightGroup, _ form: HoursForm
    ) -> Table {
        let columns = hours.filter { !rare.contains($0.title) || $0.hours(total) > .zero }
        let titles = ["Flights"] + columns.map(\.title) + counts.map(\.title)
        var table = Table([(name, .left)] + titles.map { ($0, .right) })
        for (group, paint) in groups.map({ ($0, Style.Paint?.none) }) + [(total, .strong)] {
            func shown(_ hours: Hours) -> String { hours > .zero ? hours.text(form) : "" }
            func shown(_ count: Int) -> String { count > 0 ? String(count) : "" }
            let cells =
                [String(group.sums[.flights])] + columns.map { shown($0.hours(group)) }
                + counts.map { shown(group.sums[$0.measure]) }
            table.add([Table.Cell(group.title, .strong)] + cells.map { Table.Cell($0, paint) })
        }
        return table
    }

    /// The figures that an insurer asks for, of the aircraft with each feature.
    private static func featureTable(_ features: [FeatureSum], _ form: HoursForm) -> Table {
        var table = Table([("Aircraft", .left)] + ["Flights", "Total", "PIC", "Ldg", "Not stated"].map { ($0, .right) })
        for each in features {
            func shown(_ hours: Hours) -> String { hours > .zero ? hours.text(form) : "" }
            let sums = each.group.sums
            table.add([
                Table.Cell(each.feature.title, .strong), Table.Cell(String(sums[.flights])),
                Table.Cell(shown(sums.hours(.total))), Table.Cell(shown(sums.hours(.pic))),
                Table.Cell(String(sums[.landingsAll])), Table.Cell(shown(each.notStated)),
            ])
        }
        return table
    }

    private static func json(_ answer: Answer<FlightSums>, _ grouping: FlightGrouping, _ total: FlightGroup)
        -> JSONValue
    {
        var features: JSONValue?
        if !answer.value.features.isEmpty {
            features = .array(
                answer.value.features.map { .object(named($0.group) + $0.notStated.members("notStatedHours")) })
        }
        return .object(pairs: [
            "asOf": answer.asOf.json, "by": .string(grouping.rawValue),
            "groups": .array(answer.value.groups.map { .object(named($0)) }),
            "total": .object(members(total)),
            "features": features,
        ])
    }

    private static func named(_ group: FlightGroup) -> [JSONValue.Member] {
        [.init("key", .textOrNull(group.key)), .init("title", .string(group.title))] + members(group)
    }

    private static func members(_ group: FlightGroup) -> [JSONValue.Member] {
        [.init("flights", .integer(group.sums[.flights]))]
            + hours.flatMap { $0.hours(group).members($0.name) }
            + counts.map { .init($0.name, .integer(group.sums[$0.measure])) }
    }
}
