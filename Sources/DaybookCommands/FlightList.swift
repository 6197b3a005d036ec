import ArgumentParser
import DaybookKit

struct FlightList: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the flights, newest first.",
        discussion: """
            Examples:
              daybook flight list --search KSJC
              daybook flight list --limit 10 --json
              daybook flight list --by-month --with planned-flights.jsonl
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("Places, route, tags, remarks or number that hold this.", valueName: "text"))
    var search: String?
    @Option(help: ArgumentHelp("At most so many.", valueName: "n")) var limit: String?
    @Flag(name: .customLong("by-month"), help: "Under a heading for each month, with its hours.") var byMonth = false
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let limit = try limit.map { try Values.count($0, "limit", 0...Int.max) } ?? Int.max
        try session.asking(times) { ledger, asOf in
            let isSearched = search.map { !$0.isEmpty } ?? false
            var entries = isSearched || limit == Int.max ? try ledger.flights(asOf).value : try ledger.newestFlights(limit, asOf).value
            if isSearched { entries.removeAll { !$0.flight.matches(search ?? "", signedNumber: $0.signature?.cfiNumber) } }
            entries = Array(entries.prefix(limit))
            let months = byMonth ? FlightMonth.of(entries) : []
            if session.isJSON, byMonth { return try session.printArray(months) { $0.json(ledger.zone) } }
            if session.isJSON { return try session.printArray(entries) { FlightText.json($0, ledger.zone) } }
            if entries.isEmpty {
                return try session.print(isSearched ? "No Results for \(Text.shown(search ?? ""))" : EmptyLogbook.title)
            }
            let idLength = FlightText.idLength(try ledger.streamNames(kind: "flight") + entries.map(\.stream.id))
            if !byMonth { return try session.print(FlightText.table(entries, idLength: idLength)) }
            for month in months {
                try session.print(session.style.strong(month.title) + "  \(Digits.tenths(month.tenths)) h")
                try session.print(FlightText.table(month.entries, idLength: idLength))
            }
        }
    }
}

/// The entries of one month.
private struct FlightMonth {
    let year: Int
    let month: Int
    var entries: [FlightEntry] = []

    private static let names = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
    var title: String { "\(FlightMonth.names[month - 1]) \(year)" }
    var tenths: Int { entries.reduce(0) { $0 + $1.flight.totalHours } }

    /// Months in the order of the entries.
    static func of(_ entries: [FlightEntry]) -> [FlightMonth] {
        var months: [FlightMonth] = []
        for entry in entries {
            let date = entry.flight.date.components
            if months.last?.year != date.year || months.last?.month != date.month {
                months.append(FlightMonth(year: date.year, month: date.month))
            }
            months[months.count - 1].entries.append(entry)
        }
        return months
    }

    func json(_ zone: any ZoneRules) -> JSONValue {
        .object(pairs: [
            "month": .string(String(entries[0].flight.date.description.prefix(7))), "title": .string(title), "hours": .number(Digits.tenths(tenths)),
            "flights": .array(entries.map { FlightText.json($0, zone) }),
        ])
    }
}
