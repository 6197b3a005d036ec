import ArgumentParser
import DaybookDomains

struct FlightTotals: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "totals", abstract: "The totals by aircraft, class or year.",
        discussion: """
            Examples:
              daybook flight totals
              daybook flight totals --by class --from 2025-01-01 --to 2025-12-31
              daybook flight totals --by year --signed --json

            The last row sums all groups; without filters it has the figures of "flight
            summary". Sessions in training devices are no flight time and have a column of
            their own. "flight list" with the same filters lists the flights of a total.
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
        for group in answer.value { total += group }
        try session.answer(FlightTotals.json(answer, grouping, total)) {
            try session.printKnownAt(times.known, answer.asOf)
            if answer.value.isEmpty { return try session.printNone("No flight is among them.") }
            try session.print(FlightTotals.table(answer.value, grouping, total, form))
        }
    }

    private static let hours: [(title: String, name: String, measure: Measure)] = [
        ("Total", "totalHours", .total), ("PIC", "picHours", .pic), ("Dual", "dualHours", .dual),
        ("Solo", "soloHours", .solo), ("XC", "crossCountryHours", .crossCountry), ("Night", "nightHours", .night),
        ("Hood", "instrumentHours", .instrument),
    ]
    private static let counts: [(title: String, name: String, measure: Measure)] = [
        ("Ldg", "allLandings", .landingsAll), ("Day", "dayLandings", .landingsDay),
        ("Night", "nightLandings", .landingsNight),
    ]

    private static func table(
        _ groups: [FlightGroup], _ grouping: FlightGrouping, _ total: FlightGroup, _ form: HoursForm
    ) -> Table {
        let hasDevices = total.deviceHours > .zero
        let name = grouping.rawValue.prefix(1).uppercased() + grouping.rawValue.dropFirst()
        let titles =
            ["Flights"] + hours.map(\.title) + (hasDevices ? ["Device"] : []) + counts.map(\.title)
        var table = Table([(name, .left)] + titles.map { ($0, .right) })
        for (group, paint) in groups.map({ ($0, Style.Paint?.none) }) + [(total, .strong)] {
            func shown(_ hours: Hours) -> String { hours > .zero ? hours.text(form) : "" }
            func shown(_ count: Int) -> String { count > 0 ? String(count) : "" }
            let cells =
                [String(group.sums[.flights])] + hours.map { shown(group.sums.hours($0.measure)) }
                + (hasDevices ? [shown(group.deviceHours)] : []) + counts.map { shown(group.sums[$0.measure]) }
            table.add([Table.Cell(group.title, .strong)] + cells.map { Table.Cell($0, paint) })
        }
        return table
    }

    private static func json(_ answer: Answer<[FlightGroup]>, _ grouping: FlightGrouping, _ total: FlightGroup)
        -> JSONValue
    {
        .object(pairs: [
            "asOf": answer.asOf.json, "by": .string(grouping.rawValue),
            "groups": .array(
                answer.value.map { group in
                    .object(
                        [.init("key", .textOrNull(group.key)), .init("title", .string(group.title))] + members(group))
                }),
            "total": .object(members(total)),
        ])
    }

    private static func members(_ group: FlightGroup) -> [JSONValue.Member] {
        [.init("flights", .integer(group.sums[.flights]))]
            + hours.flatMap { group.sums.hours($0.measure).members($0.name) }
            + group.deviceHours.members("deviceHours")
            + counts.map { .init($0.name, .integer(group.sums[$0.measure])) }
    }
}
