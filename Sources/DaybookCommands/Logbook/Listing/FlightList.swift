import ArgumentParser
import DaybookDomains

struct FlightList: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the flights, newest first.",
        discussion: """
            Examples:
              daybook flight list --search KSJC
              daybook flight list --limit 10 --json
              daybook flight list --from 2026-01-01 --aircraft N12345 --unsigned
              daybook flight list --removed
              daybook flight list --on 2026-03-01 --with planned-flights.jsonl
              daybook flight list --explain

            --explain tells which of all entries up to the day count and which do not, and
            of --by-month, without --limit and --search, which make the hours of a month;
            with --json it makes the list an object.
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Places, route, tags, remarks or instructor's number that hold this.", valueName: "text"))
    var search: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("At most so many.", valueName: "n")) var limit: String?
    @Flag(
        name: .customLong("by-month"),
        help: "Group by month, with the hours of each; with --limit or --search, of the flights shown.") var byMonth =
        false
    @OptionGroup(title: "Which flights") var filter: FlightFilterOptions
    @Flag(help: "Flights that were removed, or taken back with their import, instead of those that stand.")
    var removed = false
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func run(in session: Session) throws {
        let limit = try limit.map { try Values.count($0, "limit", 0...Int.max) } ?? Int.max
        // Read before the ledger is opened, so that an unreadable option is refused with or without one.
        _ = try filter.filter(today: CivilDate(day: 0))
        if removed, explain.explain {
            throw Fault(
                .usage, code: "usage.contrary", message: "--removed and --explain exclude each other.",
                hint: "\"daybook show flight/ID\" shows why a flight was removed.")
        }
        try session.asking(times) { ledger, asOf in
            let shown = AsOf(on: asOf.on ?? ledger.today, known: asOf.known, supposing: asOf.supposing)
            let summary = try explain.explain ? ledger.flightSummary(shown) : nil
            let asked = summary.map { shown.pinned(to: $0.asOf.position) } ?? shown
            if session.isJSON { return try printJSON(ledger, asked, limit, summary, session) }
            try session.printKnownAt(times.known, ledger.answered(asked))
            let idLength = try idLength(ledger, asked)
            let explained = explained(summary, asked, limit, session)
            if byMonth {
                try printMonths(ledger, asked, limit, idLength, explained, session)
            } else {
                try printTable(ledger, asked, limit, idLength, explained, session)
            }
            try session.printSetAside(try ledger.ownSetAside(asked))
            if let explained {
                try EvidenceText.print(explained.figures, written: explained.writtenEvidence(ledger), session)
            }
            if asOf.on == nil, !removed {
                try session.printNotes(FlightNotes.later(try ledger.flightsLater(shown), than: ledger.today))
            }
        }
    }

    private func printTable(
        _ ledger: Ledger, _ asOf: AsOf, _ limit: Int, _ idLength: Int, _ explained: ExplainedList?, _ session: Session
    ) throws {
        var table = FlightText.table
        let (isCut, form) = (session.console.outIsTerminal, try session.hoursForm(ledger))
        try list(
            ledger, asOf, limit, explained, { FlightText.write($0, idLength: idLength, isCut: isCut, form, into: &$1) },
            receive: { table.add(Table.Row($1)) })
        if table.count == 0 { return try printNone(ledger, asOf, limit, session) }
        try session.print(table)
        session.console.keep(table)
    }

    private func printNone(_ ledger: Ledger, _ asOf: AsOf, _ limit: Int, _ session: Session) throws {
        if limit == 0 { return try session.print("No flight is shown: --limit is 0.") }
        if removed { return try session.printNone("No removed flight is among them.") }
        if try !filter.filter(today: ledger.today).isEmpty {
            return try session.printNone("No flight is among them.")
        }
        if let search, !search.isEmpty { return try session.printNone("No Results for \(Text.shown(search))") }
        let later = try ledger.flightsLater(asOf)
        guard later > 0, let on = asOf.on else { return try session.printNone(EmptyLogbook.title) }
        try session.printNone("No flight on or before \(on).")
        // Where no day was named, the list ends with a note of its own.
        if times.on != nil { try session.printNotes(FlightNotes.later(later)) }
    }

    /// The explanation of the list, before the list is read; nil without `--explain`.
    private func explained(_ summary: Answer<FlightSummary>?, _ asOf: AsOf, _ limit: Int, _ session: Session)
        -> ExplainedList?
    {
        // A limit or a search leaves flights of a month out.
        guard let summary else { return nil }
        let (style, isJSON) = (session.style, session.isJSON)
        return ExplainedList(summary, withMonths: byMonth && isWhole(limit), asOf, limit: EvidenceText.limit(session)) {
            evidence in
            isJSON ? EvidenceJSON.bytes(evidence) : EvidenceText.lines(evidence, style)
        }
    }

    /// Whether nothing but the day leaves flights out.
    private func isWhole(_ limit: Int) -> Bool {
        let isUnfiltered = (try? filter.filter(today: CivilDate(day: 0)).isEmpty) ?? false  // Refused before.
        return limit == Int.max && (search ?? "").isEmpty && isUnfiltered && !removed
    }

    /// The length of the shortest id prefix that is unique among all entries.
    private func idLength(_ ledger: Ledger, _ asOf: AsOf) throws -> Int {
        guard let supposition = asOf.supposing else {
            return try ledger.idLength(kind: "flight", least: FlightText.idLengthLeast)
        }
        // Entries that are only supposed are not among those that are stored.
        return FlightText.idLength(
            try ledger.streamNames(kind: "flight") + supposition.streams.filter { $0.kind == "flight" }.map(\.id))
    }

    /// The entries that were asked for, newest first, as the closure writes them.
    private func list(
        _ ledger: Ledger, _ asOf: AsOf, _ limit: Int, _ explained: ExplainedList?,
        _ write: @escaping @Sendable (FlightEntry, inout [UInt8]) -> Void,
        receive: (ListedFlight, ArraySlice<UInt8>) throws -> Void
    ) throws {
        guard limit > 0 else { return }
        let search = search ?? ""
        let wanted = FlightSearch(search)
        let filter = try filter.filter(today: ledger.today)
        let fleet = Fleet(try removed || limit < Int.max ? ledger.aircraft(asOf) : [])
        if removed {
            let found = try ledger.removedFlights(filter, asOf).value.filter {
                wanted.finds($0.flight, signedNumber: $0.signature?.cfiNumber)
            }
            for entry in found.prefix(limit) {
                var bytes: [UInt8] = []
                write(entry, &bytes)
                try receive(ListedFlight(entry, in: fleet), bytes[...])
            }
            return
        }
        if search.isEmpty, filter.isEmpty, limit < Int.max {
            for entry in try ledger.newestFlights(limit, asOf).value {
                var bytes: [UInt8] = []
                write(entry, &bytes)
                try receive(ListedFlight(entry, in: fleet), bytes[...])
            }
            return
        }
        var left = limit
        @Sendable func found(_ entry: FlightEntry, _ bytes: inout [UInt8]) -> Bool {
            guard filter.takes(entry.flight, isSigned: entry.signature != nil),
                wanted.finds(entry.flight, signedNumber: entry.signature?.cfiNumber)
            else { return false }
            write(entry, &bytes)
            return true
        }
        func goesOn(_ flight: ListedFlight, _ bytes: ArraySlice<UInt8>) throws -> Bool {
            try receive(flight, bytes)
            left -= 1
            return left > 0
        }
        guard let explained else { return try ledger.listFlights(asOf, found, receive: goesOn) }
        explained.gathered = try ledger.listFlights(
            asOf, explaining: explained.figures[0], withMonths: explained.withMonths, limit: explained.limit,
            writing: explained.write, found, receive: goesOn)
    }

    /// Calls with one month after another, with a row of each entry; one is held at a time.
    private func forEachMonth(
        _ ledger: Ledger, _ asOf: AsOf, _ limit: Int, _ explained: ExplainedList?,
        _ write: @escaping @Sendable (FlightEntry, inout [UInt8]) -> Void,
        _ body: (FlightMonth) throws -> Void
    ) throws {
        var months: [FlightMonth] = []
        try list(ledger, asOf, limit, explained, write) { flight, row in
            FlightMonth.add(flight, row, to: &months)
            if months.count > 1 { try body(months.removeFirst()) }
        }
        for month in months { try body(month) }
    }

    private func printMonths(
        _ ledger: Ledger, _ asOf: AsOf, _ limit: Int, _ idLength: Int, _ explained: ExplainedList?, _ session: Session
    ) throws {
        var isEmpty = true
        // A limit or a search leaves flights of a month out.
        let ofWhat = isWhole(limit) ? "" : " of the flights shown"
        let (isCut, form) = (session.console.outIsTerminal, try session.hoursForm(ledger))
        try forEachMonth(
            ledger, asOf, limit, explained, { FlightText.write($0, idLength: idLength, isCut: isCut, form, into: &$1) }
        ) { month in
            isEmpty = false
            explained?.add(month.figure)
            try session.print(session.style.strong(month.title) + "  \(month.hours.text(form)) h\(ofWhat)")
            var table = FlightText.table
            for row in month.rows { table.add(Table.Row(row)) }
            try session.print(table)
        }
        if isEmpty { try printNone(ledger, asOf, limit, session) }
    }

    /// With a summary the list is a member of an object, beside what it rests on.
    private func printJSON(
        _ ledger: Ledger, _ asOf: AsOf, _ limit: Int, _ summary: Answer<FlightSummary>?, _ session: Session
    ) throws {
        let explained = explained(summary, asOf, limit, session)
        let around = explained.map { explained in
            (
                before: #"{"asOf":\#(explained.answered.json.text),"\#(byMonth ? "months" : "flights")":"#,
                after: {
                    try session.console.write(bytes: Array(#","evidence":{"#.utf8))
                    try EvidenceJSON.write(
                        explained.figures, written: explained.writtenEvidence(ledger), to: session.console)
                    try session.console.write(bytes: Array("}}".utf8))
                }
            )
        }
        try session.printArray(around) { element in
            let supersessions = try ledger.supersessions(asOf)
            let zone = ledger.zone
            @Sendable func json(_ entry: FlightEntry, _ bytes: inout [UInt8]) {
                FlightText.write(entry, zone, supersessions, into: &bytes)
            }
            if byMonth {
                return try forEachMonth(ledger, asOf, limit, explained, json) { month in
                    explained?.add(month.figure)
                    try element { month.write(to: &$0) }
                }
            }
            try list(ledger, asOf, limit, explained, json) { _, bytes in try element { $0.append(contentsOf: bytes) } }
        }
    }
}

/// The evidence of a list: the entries that count, and the hours of the listed months.
private final class ExplainedList {
    private(set) var figures: [Figure]
    let withMonths: Bool
    let limit: Int
    /// Writes the evidence of a figure.
    let write: @Sendable (Evidence) -> [UInt8]
    /// The evidence found while the list was read; nil where it was not read whole.
    var gathered: GatheredEvidence?
    let answered: AnsweredAsOf
    private let asOf: AsOf

    init(
        _ summary: Answer<FlightSummary>, withMonths: Bool, _ asOf: AsOf, limit: Int,
        writing write: @escaping @Sendable (Evidence) -> [UInt8]
    ) {
        figures = [.flights(summary.value.flights, on: summary.asOf.on)]
        (self.withMonths, answered, self.asOf, self.limit, self.write) = (withMonths, summary.asOf, asOf, limit, write)
    }

    /// Adds the hours of a month, where it has begun by the day.
    func add(_ month: (CivilDate) -> Figure?) {
        if withMonths, let figure = month(answered.on) { figures.append(figure) }
    }

    /// The evidence of each figure.
    func writtenEvidence(_ ledger: Ledger) throws -> [[UInt8]] {
        if let gathered { return try ledger.writtenEvidence(figures, gathered) }
        return try ledger.evidence(figures, asOf, limit: limit).written(with: write)
    }
}

/// The entries of one month, written.
private struct FlightMonth {
    let year: Int
    let month: Int
    var hours = Hours.zero
    var rows: [ArraySlice<UInt8>] = []

    var title: String { "\(monthNames[month - 1]) \(year)" }

    /// Its hours as far as a day.
    func figure(on day: CivilDate) -> Figure? { .month(year, month, hours: hours, on: day) }

    /// Adds an entry to the last of the months, or to a new one.
    static func add(_ flight: ListedFlight, _ row: ArraySlice<UInt8>, to months: inout [FlightMonth]) {
        let date = flight.date.components
        if months.last?.year != date.year || months.last?.month != date.month {
            months.append(FlightMonth(year: date.year, month: date.month))
        }
        months[months.count - 1].hours += flight.hours
        months[months.count - 1].rows.append(row)
    }

    /// Appends the month as a JSON object, its entries being written.
    func write(to bytes: inout [UInt8]) {
        JSONRow.append(to: &bytes) { row in
            row.text("month", "\(Digits.text(year, width: 4))-\(Digits.text(month, width: 2))")
            row.text("title", title)
            row.hours("hours", "hoursSeconds", hours)
            row.values("flights", written: rows)
        }
    }
}

private let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
]
