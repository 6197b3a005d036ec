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
    @Option(parsing: .unconditional, help: ArgumentHelp("At most so many.", valueName: "n")) var limit: String?
    @Flag(name: .customLong("by-month"), help: "Under a heading for each month, with its hours.") var byMonth = false
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let limit = try limit.map { try Values.count($0, "limit", 0...Int.max) } ?? Int.max
        try session.asking(times) { ledger, asOf in
            if session.isJSON { return try printJSON(ledger, asOf, limit, session) }
            let idLength = FlightText.idLength(try names(ledger, asOf))
            var months: [FlightMonth] = []
            var table = FlightText.table
            var isEmpty = true
            try forEachEntry(ledger, asOf, limit) { entry in
                isEmpty = false
                if byMonth { FlightMonth.add(entry, to: &months) } else { table.add(FlightText.row(entry, idLength: idLength)) }
            }
            if isEmpty {
                let search = search ?? ""
                return try session.print(search.isEmpty ? "No Flights Logged" : "No Results for \(Text.shown(search))")
            }
            if !byMonth { return try session.print(table) }
            for month in months {
                try session.print(session.style.strong(month.title) + "  \(Digits.tenths(month.tenths)) h")
                var table = FlightText.table
                for entry in month.entries { table.add(FlightText.row(entry, idLength: idLength)) }
                try session.print(table)
            }
        }
    }

    /// The ids among which each must be told from the others.
    private func names(_ ledger: Ledger, _ asOf: AsOf) throws -> [String] {
        let stored = try ledger.streamNames(kind: "flight")
        // Entries that are only supposed are not among those that are stored.
        return asOf.supposing == nil ? stored : stored + (try ledger.flights(asOf).value.map(\.stream.id))
    }

    /// The entries that were asked for, one after another.
    private func forEachEntry(_ ledger: Ledger, _ asOf: AsOf, _ limit: Int, _ body: (FlightEntry) throws -> Void) throws {
        guard limit > 0 else { return }
        let search = search ?? ""
        if search.isEmpty, limit < Int.max { return try ledger.newestFlights(limit, asOf).value.forEach(body) }
        var left = limit
        try ledger.forEachFlight(asOf) { entry in
            guard search.isEmpty || entry.flight.matches(search, signedNumber: entry.signature?.cfiNumber) else { return true }
            try body(entry)
            left -= 1
            return left > 0
        }
    }

    private func printJSON(_ ledger: Ledger, _ asOf: AsOf, _ limit: Int, _ session: Session) throws {
        try session.printArray { element in
            guard byMonth else {
                return try forEachEntry(ledger, asOf, limit) { entry in try element { FlightText.write(entry, ledger.zone, into: &$0) } }
            }
            // One month is held at a time.
            var months: [FlightMonth] = []
            try forEachEntry(ledger, asOf, limit) { entry in
                FlightMonth.add(entry, to: &months)
                if months.count > 1 {
                    let month = months.removeFirst()
                    try element { month.json(ledger.zone).write(into: &$0) }
                }
            }
            for month in months { try element { month.json(ledger.zone).write(into: &$0) } }
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

    /// Adds an entry to the last of the months, or to a new one.
    static func add(_ entry: FlightEntry, to months: inout [FlightMonth]) {
        let date = entry.flight.date.components
        if months.last?.year != date.year || months.last?.month != date.month {
            months.append(FlightMonth(year: date.year, month: date.month))
        }
        months[months.count - 1].entries.append(entry)
    }

    func json(_ zone: any ZoneRules) -> JSONValue {
        .object(pairs: [
            "month": .string(String(entries[0].flight.date.description.prefix(7))), "title": .string(title), "hours": .number(Digits.tenths(tenths)),
            "flights": .array(entries.map { FlightText.json($0, zone) }),
        ])
    }
}
