import ArgumentParser
import DaybookKit

struct FlightList: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the flights, newest first.",
        discussion: """
            Examples:
              daybook flight list --search KSJC
              daybook flight list --limit 10 --json
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("Places, route, tags, remarks or number that hold this.", valueName: "text"))
    var search: String?
    @Option(help: ArgumentHelp("At most so many.", valueName: "n")) var limit: String?
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let limit = try limit.map { try Values.count($0, "limit", 0...Int.max) } ?? Int.max
        try session.asking(times) { ledger, asOf in
            let all = try ledger.flights(asOf).value
            let entries = all.filter { $0.flight.matches(search ?? "", signedNumber: $0.signature?.cfiNumber) }.prefix(limit)
            if session.isJSON { return try session.print(.array(entries.map { FlightText.json($0, ledger.zone) })) }
            if entries.isEmpty {
                let isSearched = search.map { !$0.isEmpty } ?? false
                return try session.print(isSearched ? "No Results for \(Text.shown(search ?? ""))" : "No Flights Logged")
            }
            try session.print(FlightText.table(Array(entries), idLength: FlightText.idLength(all)))
        }
    }
}

struct FlightShow: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one flight with its signature.",
        discussion: """
            Example:
              daybook flight show 0192f0c1 --known-at 2026-02-10T13:00:00Z

            "daybook show flight/ID" tells its whole history.
            """)

    @Argument(help: "The flight.") var id: String
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try session.asking(times) { ledger, asOf in
            let stream = try FlightCommand.stream(id, ledger)
            let answered = try ledger.answered(asOf)
            guard let entry = try ledger.flight(stream, asOf) else {
                if try ledger.record(stream, asOf: asOf)?.isRemoved == true {
                    throw Rejection(
                        code: "record.removed", message: "This flight was removed.",
                        hint: "\"daybook flight restore \(stream.id)\" brings it back.")
                }
                throw FlightCommand.unknown(id)
            }
            let signature = try entry.signature.flatMap { standing in
                try ledger.events(of: stream, ofType: "flight.signed", asOf: asOf).first { $0.id == standing.event }
            }
            let check = try InstructorCheck(data: signature?.data)
            try session.answer(FlightShow.json(entry, answered, signature, check, ledger.zone)) {
                try FlightShow.tell(entry, signature, ledger.zone, session)
                if let check { try session.print("  " + check.text(session.style)) }
            }
        }
    }

    private static func json(_ entry: FlightEntry, _ asOf: AnsweredAsOf, _ signature: EventView?, _ check: InstructorCheck?, _ zone: any ZoneRules) -> JSONValue {
        guard case .object(let members) = FlightText.json(entry, zone) else { preconditionFailure("an entry is an object") }
        let checked = check.map { [JSONValue.Member("instructor", $0.json)] } ?? []
        return .object([.init("asOf", asOf.json)] + members + [.init("signature", signature?.data ?? .null)] + checked)
    }

    private static func tell(_ entry: FlightEntry, _ signature: EventView?, _ zone: any ZoneRules, _ session: Session) throws {
        let flight = entry.flight
        try session.print(session.style.strong(Text.shown(flight.route)) + "  \(flight.date)  \(Digits.tenths(flight.totalHours)) h")
        var table = Table([("", .left), ("", .left)])
        guard case .object(let members) = flight.data else { return }
        for member in members where !["date", "from", "to"].contains(member.name) {
            table.add([Table.Cell("  " + member.name, .faint), Table.Cell(Text.value(member.value))])
        }
        try session.print(table)
        guard let standing = entry.signature else { return }
        try session.print("")
        try session.print(session.style.good("CFI ENDORSEMENT") + (entry.isDisputed ? "  " + session.style.bad("disputed") : "") + "  locked")
        try session.print("  number  \(Text.shown(standing.cfiNumber))")
        if let name = standing.signerName { try session.print("  name    \(Text.shown(name))") }
        try session.print("  signed  \(Text.time(standing.recorded, zone))")
        if let digest = signature?.data?["imageDigest"]?.stringValue { try session.print("  image   sha256:\(digest)") }
        if let content = signature?.data?["content"]?.stringValue { try session.print("  content sha256:\(content)") }
    }
}

struct FlightSummaryCommand: LedgerCommand {
    static let configuration = CommandConfiguration(commandName: "summary", abstract: "The totals of the logbook.")

    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let answer = try session.asking(times) { try $0.flightSummary($1) }
        let summary = answer.value
        try session.answer(FlightSummaryCommand.json(answer)) {
            var table = Table([("", .left), ("", .right)])
            let rows: [(String, String)] = [
                ("Flights", String(summary.flights)), ("Total Hrs", Digits.tenths(summary.totalHours)),
                ("This Month", Digits.tenths(summary.thisMonthHours)), ("Dual", Digits.tenths(summary.dualHours)),
                ("Solo", Digits.tenths(summary.soloHours)), ("Night", Digits.tenths(summary.nightHours)),
                ("Cross-country", Digits.tenths(summary.crossCountryHours)), ("Instrument", Digits.tenths(summary.instrumentHours)),
                ("Pilot in command", Digits.tenths(summary.picHours)), ("All landings", String(summary.allLandings)),
                ("Day, full stop", String(summary.dayLandings)), ("Night, full stop", String(summary.nightLandings)),
            ]
            for (name, value) in rows { table.add([Table.Cell(name, .strong), Table.Cell(value)]) }
            try session.print(table)
        }
    }

    private static func json(_ answer: Answer<FlightSummary>) -> JSONValue {
        let summary = answer.value
        let hours: [(String, Int)] = [
            ("totalHours", summary.totalHours), ("dualHours", summary.dualHours), ("soloHours", summary.soloHours),
            ("nightHours", summary.nightHours), ("crossCountryHours", summary.crossCountryHours),
            ("instrumentHours", summary.instrumentHours), ("picHours", summary.picHours),
        ]
        let landings: [(String, Int)] = [
            ("allLandings", summary.allLandings), ("dayLandings", summary.dayLandings), ("nightLandings", summary.nightLandings),
        ]
        var members: [JSONValue.Member] = [.init("asOf", answer.asOf.json), .init("flights", .integer(summary.flights))]
        for (name, tenths) in hours { members.append(.init(name, .number(Digits.tenths(tenths)))) }
        for (name, count) in landings { members.append(.init(name, .integer(count))) }
        members.append(.init("thisMonthHours", .number(Digits.tenths(summary.thisMonthHours))))
        return .object(members)
    }
}

/// Entries of the logbook as JSON and as rows.
enum FlightText {
    static func json(_ entry: FlightEntry, _ zone: any ZoneRules) -> JSONValue {
        let flight = entry.flight
        func tenths(_ value: Int?) -> JSONValue { value.map { .number(Digits.tenths($0)) } ?? .null }
        func count(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        let main = JSONValue.object(pairs: [
            "id": .string(entry.stream.id), "stream": .string(entry.stream.text), "date": .string(flight.date.description),
            "from": text(flight.from), "to": text(flight.to), "route": .string(flight.route), "hobbs": tenths(flight.hobbs),
            "tach": tenths(flight.tach), "dayLandings": count(flight.dayLandings), "nightLandings": count(flight.nightLandings),
            "allLandings": .integer(flight.landings), "solo": .bool(flight.solo ?? false), "dual": .bool(flight.dual ?? false),
            "crossCountry": .bool(flight.crossCountry ?? false), "instrument": .bool(flight.instrument ?? false),
            "tags": .array(flight.tags.map { .string($0) }), "aircraft": text(flight.aircraft),
            "cfiNumber": text(entry.signature?.cfiNumber ?? flight.cfiNumber), "remarks": text(flight.remarks),
            "locked": .bool(entry.isLocked), "disputed": .bool(entry.isDisputed), "signed": signed(entry, zone),
            "event": .string(entry.created.hex),
        ])
        // Whatever else the entry tells follows under the names of its event.
        guard case .object(let members) = main, case .object(let told) = flight.data else { return main }
        let names = Set(members.map(\.name))
        return .object(members + told.filter { !names.contains($0.name) })
    }

    private static func signed(_ entry: FlightEntry, _ zone: any ZoneRules) -> JSONValue {
        guard let signature = entry.signature else { return .null }
        return .object(pairs: [
            "event": .string(signature.event.hex), "date": .string(zone.date(at: signature.recorded).description),
            "cfiNumber": .string(signature.cfiNumber), "signerName": signature.signerName.map { .string($0) },
        ])
    }

    static func table(_ entries: [FlightEntry], idLength: Int) -> Table {
        var table = Table([
            ("Date", .left), ("Route", .left), ("Hours", .right), ("Day", .right), ("Night", .right), ("", .left), ("Id", .left),
            ("Remarks", .left),
        ])
        for entry in entries {
            let flight = entry.flight
            let paint: Style.Paint? = entry.isDisputed ? .bad : entry.isLocked ? .good : nil
            let marks = flight.tags + (entry.isDisputed ? ["disputed"] : entry.isLocked ? ["signed"] : [])
            table.add([
                Table.Cell(flight.date.description), Table.Cell(Text.cut(flight.route, to: 28)), Table.Cell(Digits.tenths(flight.totalHours)),
                Table.Cell(flight.dayLandings.map(String.init) ?? ""), Table.Cell(flight.nightLandings.map(String.init) ?? ""),
                Table.Cell(marks.joined(separator: " "), paint),
                Table.Cell(String(entry.stream.id.prefix(idLength)), .faint), Table.Cell(Text.cut(flight.remarks ?? "", to: 40)),
            ])
        }
        return table
    }

    /// How much of an id, at least eight, tells all of them apart.
    static func idLength(_ entries: [FlightEntry]) -> Int {
        let ids = entries.map(\.stream.id)
        let longest = ids.map(\.count).max() ?? 0
        var length = 8
        while length < longest, Set(ids.map { $0.prefix(length) }).count < ids.count { length += 1 }
        return length
    }
}
