import ArgumentParser
import DaybookKit

struct AuditCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Look through the logbook: totals, signatures, changes after the fact, and what does not fit.",
        discussion: """
            Examples:
              daybook audit
              daybook audit --on 2025-12-31 --html logbook.html
              daybook audit --html - > logbook.html

            A flight is late when it was entered more than seven days after its date.
            Meters are compared for each aircraft.
            """)

    @Option(help: ArgumentHelp("Write a printable report to this file; - for standard output.", valueName: "file"), completion: .file()) var html: String?
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        if html == "-", session.isJSON {
            throw Fault(
                .usage, code: "usage.wrong", message: "The page and the JSON document would both go to standard output.",
                hint: "Name a file with --html, or leave --json out.")
        }
        let (answer, report) = try session.asking(times) { ledger, asOf in
            let answer = try ledger.auditLogbook(asOf)
            if session.isJSON, html == nil { return (answer, AuditReport?.none) }
            return (answer, try AuditReport(answer.value, principal: try ledger.principal, zone: ledger.zone, pictures: html == nil ? nil : ledger))
        }
        session.console.keep((answer, report))
        if let html, let report {
            if html == "-" { return try AuditPage.write(report, answer.asOf) { try session.console.write(bytes: $0) } }
            try Files.write(html) { file in try AuditPage.write(report, answer.asOf) { try file.write($0) } }
        }
        if session.isJSON { return try AuditJSON.write(answer, html, to: session.console) }
        try session.print(AuditReport.asOf(answer.asOf) + ".")
        try session.print("")
        if let html { return try AuditCommand.tell(report?.sections ?? [], in: html, session) }
        for section in report?.sections ?? [] {
            try session.print(session.style.strong(section.title))
            if let note = section.note { try session.print("  " + note) }
            if let table = section.table { try session.print(try table.printed(isCut: session.console.outIsTerminal)) }
            try session.print("")
        }
    }

    /// What the page holds: it is not printed a second time.
    private static func tell(_ sections: [AuditReport.Section], in html: String, _ session: Session) throws {
        var table = Table([("", .left), ("", .left)])
        for section in sections { table.add([Table.Cell(section.title, .strong), Table.Cell(section.table.map { Text.count($0.count, "row") } ?? section.note ?? "")]) }
        try session.print(table)
        try session.print("The report is in \(Text.shown(html)).")
    }
}

/// The report in sections: what a screen and a page both show.
struct AuditReport {
    struct Rows {
        let columns: [(title: String, alignment: Table.Alignment)]
        let count: Int
        /// Writes the cells of a row, by its number.
        private let write: @Sendable (Int, inout Table.RowWriter) -> Void
        /// Pictures that a page shows under the table, as URLs that hold them.
        var pictures: [(title: String, url: String)] = []

        init(_ columns: [(String, Table.Alignment)], count: Int, _ write: @escaping @Sendable (Int, inout Table.RowWriter) -> Void) {
            self.columns = columns.map { (title: $0.0, alignment: $0.1) }
            self.count = count
            self.write = write
        }

        init(_ columns: [(String, Table.Alignment)], _ rows: [[String]]) {
            self.init(columns, count: rows.count) { number, row in for cell in rows[number] { row.add(cell) } }
        }

        /// Takes what becomes of the rows, in their order; made on two threads where there are many.
        func made<Part: Sendable>(cutTo width: Int = Int.max, _ part: @escaping @Sendable (Table.Rows) -> Part, take: (Part) throws -> Void) throws {
            let (columns, write) = (columns.count, write)
            try inPieces(of: count) { numbers in
                var row = Table.RowWriter(columns: columns, cutTo: width, rows: numbers.count)
                for number in numbers {
                    write(number, &row)
                    row.endRow()
                }
                return part(row.rows())
            } take: {
                try take($0)
            }
        }

        /// The rows as lines; on a terminal long cells are cut, elsewhere nothing is lost.
        func printed(isCut: Bool) throws -> Table {
            var table = Table(columns)
            try made(cutTo: isCut ? 80 : Int.max, { $0 }, take: { table.add($0) })
            return table
        }
    }

    struct Section {
        let title: String
        var note: String?
        var table: Rows?
    }

    let sections: [Section]

    /// `pictures` is the ledger that lends the pictures of signatures; nil: none are shown.
    init(_ audit: LogbookAudit, principal: PrincipalID, zone: any ZoneRules, pictures: Ledger?) throws {
        func author(_ id: PrincipalID) -> String { id == principal ? "you" : String(id.hex.prefix(12)) }
        sections = [
            AuditReport.totals(audit), AuditReport.periods(audit), try AuditReport.signatures(audit, zone, author, pictures),
            AuditReport.changes(audit, zone, author), AuditReport.superseded(audit), AuditReport.waiting(audit), AuditReport.late(audit, zone), AuditReport.duplicates(audit),
            AuditReport.conflicts(audit), AuditReport.contradictions(audit), AuditReport.unendorsed(audit), AuditReport.outOfCurrency(audit),
        ]
    }

    /// What the audit was asked of, without a full stop.
    static func asOf(_ asOf: AnsweredAsOf) -> String {
        "As of \(asOf.on), known at position \(asOf.position.value)\(asOf.knownAt.map { " (\($0))" } ?? "")\(supposed(asOf))"
    }

    /// That not all of it is in the ledger; nothing where all is.
    static func supposed(_ asOf: AnsweredAsOf) -> String { asOf.supposed.map { ", with \(Text.count($0, "supposed event"))" } ?? "" }

    static func section(_ title: String, none: String, _ rows: Rows, note: String? = nil) -> Section {
        rows.count == 0 ? Section(title: title, note: note ?? none) : Section(title: title, note: note, table: rows)
    }

    private static func totals(_ audit: LogbookAudit) -> Section {
        let columns: [(String, Table.Alignment)] = [
            ("Month", .left), ("Flights", .right), ("Hours", .right), ("Dual", .right), ("Solo", .right), ("Night", .right), ("Inst", .right), ("XC", .right),
            ("PIC", .right), ("Landings", .right),
        ]
        var rows: [[String]] = []
        func row(_ name: String, _ flights: Int, _ hours: [Int], _ landings: Int) -> [String] { [name, "\(flights)"] + hours.map { Digits.tenths($0) } + ["\(landings)"] }
        for month in audit.months { rows.append(row(String(month.month.description.prefix(7)), month.flights, [month.totalHours] + month.hours, month.landings)) }
        let sum = audit.summary
        rows.append(
            row("All", sum.flights, [sum.totalHours, sum.dualHours, sum.soloHours, sum.nightHours, sum.instrumentHours, sum.crossCountryHours, sum.picHours], sum.allLandings))
        return Section(title: "Totals", note: DisputedText.note(audit.disputed), table: Rows(columns, rows))
    }

    private static func periods(_ audit: LogbookAudit) -> Section {
        var rows: [[String]] = []
        for kind in LandingsKind.allCases {
            for period in audit.periods[kind] ?? [] { rows.append([period.from.description, period.through.description, kind.label]) }
        }
        return section("Periods of currency", none: "There was no period of currency.", Rows([("From", .left), ("Through", .left), ("Reading", .left)], rows))
    }

    private static func signatures(
        _ audit: LogbookAudit, _ zone: any ZoneRules, _ author: (PrincipalID) -> String, _ lender: Ledger?
    ) throws -> Section {
        var rows: [[String]] = []
        var pictures: [(title: String, url: String)] = []
        for signature in audit.signatures {
            let fate = signature.void.map { "voided \(Text.time($0.recorded, zone)) by \(author($0.by)): \($0.reason)" } ?? AuditReport.state(signature, audit)
            rows.append([
                Text.time(signature.recorded, zone), signature.cfiNumber, signature.signerName ?? "", signature.stream.id, "\(signature.covers.count)",
                String(signature.content?.prefix(12) ?? ""), signature.image == nil ? fate : "with a picture, \(fate)",
            ])
            // A picture that is not here, or that a page cannot show, is named by its digest in the JSON.
            guard let bytes = try signature.image.flatMap(Bytes32.init(hex:)).flatMap({ try lender?.attachment($0) }),
                let picture = PictureType(bytes), picture.isShownOnPages
            else { continue }
            let title = "\(signature.cfiNumber), \(Text.time(signature.recorded, zone)), flight \(signature.stream.id)"
            pictures.append((title, "data:\(picture.mediaType);base64,\(Base64.encode(bytes))"))
        }
        var table = Rows(
            [("Signed", .left), ("Number", .left), ("Signer", .left), ("Flight", .left), ("Events", .right), ("Content", .left), ("What became of it", .left)], rows)
        table.pictures = pictures
        return section("Signatures", none: "No flight was ever signed.", table)
    }

    private static func state(_ signature: AuditedSignature, _ audit: LogbookAudit) -> String {
        var words = [AuditJSON.state(signature)]
        if let new = audit.supersessions.replacement[signature.stream] { words.append("entry superseded by \(new.id)") }
        if audit.supersessions.waiting[signature.stream] != nil { words.append("entry waits") }
        if AuditJSON.isExpired(signature, audit), let through = signature.certificateThrough { words.append("certificate ended \(through), before the flight") }
        return words.joined(separator: ", ")
    }

    private static func superseded(_ audit: LogbookAudit) -> Section {
        var rows: [[String]] = []
        for (old, new) in audit.supersessions.replacement.sorted(by: { $0.key < $1.key }) {
            rows.append([old.id, audit.dates[old]?.description ?? "", new.id])
        }
        return section("Superseded flights", none: "No flight took the place of another.", Rows([("Flight", .left), ("Date", .left), ("Its place took", .left)], rows))
    }

    private static func waiting(_ audit: LogbookAudit) -> Section {
        let rows = audit.waiting.map { waiting in
            [waiting.flight.id, audit.dates[waiting.flight]?.description ?? "", waiting.isSigned ? "signed" : "", waiting.because?.id ?? "", waiting.reason]
        }
        let columns: [(String, Table.Alignment)] = [("Flight", .left), ("Date", .left), ("Signed", .left), ("Because of", .left), ("Reason", .left)]
        return section("Flights that wait and are in no total", none: "No flight waits because of another.", Rows(columns, rows))
    }

    private static func contradictions(_ audit: LogbookAudit) -> Section {
        var rows: [[String]] = []
        for (index, findings) in audit.contradictions {
            let entry = audit.entries[index]
            for finding in findings { rows.append([entry.flight.date.description, entry.stream.id, finding.message]) }
        }
        return section("Flights that contradict themselves", none: "No part is longer than its flight.", Rows([("Date", .left), ("Flight", .left), ("What", .left)], rows))
    }

    private static func unendorsed(_ audit: LogbookAudit) -> Section {
        section(
            "Solo flights without a valid solo endorsement, 61.87(n)", none: "Every solo flight of a student had a solo endorsement.",
            flights(audit.unendorsed, audit))
    }

    private static func late(_ audit: LogbookAudit, _ zone: any ZoneRules) -> Section {
        let late = audit.late
        let rows = Rows([("Date", .left), ("Entered", .left), ("Days", .right), ("Flight", .left)], count: late.count) { number, row in
            row.addPlain { late[number].date.write(into: &$0) }
            row.addPlain { Text.writeTime(late[number].recorded, zone, into: &$0) }
            row.addPlain { Digits.write(late[number].days, into: &$0) }
            row.addPlain { late[number].stream.writeID(into: &$0) }
        }
        let imported = audit.lateImported > 0 ? "\(Text.count(audit.lateImported, "flight")) came late with imports." : nil
        return section("Late entries", none: "No flight was entered late.", rows, note: imported)
    }

    private static func duplicates(_ audit: LogbookAudit) -> Section {
        var rows: [[String]] = []
        for group in audit.duplicates {
            let flight = group.entries[0].flight
            rows.append([
                flight.date.description, flight.route, Digits.tenths(flight.totalHours), group.entries.map(\.stream.id).joined(separator: ", "),
                group.differences.isEmpty ? "nothing" : group.differences.joined(separator: ", "),
            ])
        }
        return section("Possible duplicates", none: "No two flights look like one.", Rows([("Date", .left), ("Route", .left), ("Hours", .right), ("Flights", .left), ("They differ in", .left)], rows))
    }

    private static func conflicts(_ audit: LogbookAudit) -> Section {
        let (conflicts, entries) = (audit.conflicts, audit.entries)
        let columns: [(String, Table.Alignment)] = [("What", .left), ("Hours", .right), ("Aircraft", .left), ("Dates", .left), ("Flights", .left)]
        let rows = Rows(columns, count: conflicts.count) { number, row in
            let conflict = conflicts[number]
            switch conflict.kind {
            case .metersOverlap: row.add("the Hobbs readings overlap")
            case .metersApart: row.add("the Hobbs readings do not meet")
            case .dayTooLong: row.add("more than 24 hours in a day")
            }
            row.addPlain { Digits.writeTenths(conflict.tenths, into: &$0) }
            row.add(conflict.aircraft ?? "")
            row.addPlain { bytes in
                for (index, place) in conflict.entries.enumerated() {
                    if index > 0 { bytes.append(contentsOf: ", ".utf8) }
                    entries[place].flight.date.write(into: &bytes)
                }
            }
            row.addPlain { bytes in
                for (index, place) in conflict.entries.enumerated() {
                    if index > 0 { bytes.append(contentsOf: ", ".utf8) }
                    entries[place].stream.writeID(into: &bytes)
                }
            }
        }
        return section("Overlaps, and Hobbs chains that do not meet", none: "All that is told fits together.", rows)
    }

    private static func outOfCurrency(_ audit: LogbookAudit) -> Section {
        let rows = flights(audit.outOfCurrency, audit)
        return section(
            "Flights made out of currency, 61.57(a)", none: "No flight without an instructor was made out of currency.", rows,
            note: rows.count == 0 ? nil : "In order only without passengers, of whom no entry tells.")
    }

    private static func flights(_ indices: [Int], _ audit: LogbookAudit) -> Rows {
        let entries = audit.entries
        return Rows([("Date", .left), ("Route", .left), ("Hours", .right), ("Flight", .left)], count: indices.count) { number, row in
            let entry = entries[indices[number]]
            row.addPlain { entry.flight.date.write(into: &$0) }
            FlightText.addRoute(entry.flight, to: &row)
            row.addPlain { Digits.writeTenths(entry.flight.totalHours, into: &$0) }
            row.addPlain { entry.stream.writeID(into: &$0) }
        }
    }
}
