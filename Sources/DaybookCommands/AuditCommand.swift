import ArgumentParser
import DaybookKit

struct AuditCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Look through the logbook: totals, signatures, changes after the fact, and what does not fit.",
        discussion: """
            Examples:
              daybook audit
              daybook audit --on 2025-12-31 --html logbook.html

            A flight is late when it was entered more than seven days after its date.
            Meters are compared for each aircraft.
            """)

    @Option(help: ArgumentHelp("Write a printable report to this file.", valueName: "file"), completion: .file()) var html: String?
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let (answer, report) = try session.asking(times) { ledger, asOf in
            let answer = try ledger.auditLogbook(asOf)
            return (answer, try AuditReport(answer.value, principal: try ledger.principal, zone: ledger.zone, pictures: html == nil ? nil : ledger))
        }
        if let html {
            let page = AuditPage.text(report, answer.asOf)
            try Files.write(html) { try $0.write(Array(page.utf8)) }
        }
        try session.answer(AuditJSON.json(answer, html)) {
            for section in report.sections {
                try session.print(session.style.strong(section.title))
                if let note = section.note { try session.print("  " + note) }
                if let table = section.table { try session.print(table.printed) }
                try session.print("")
            }
            if let html { try session.print("The report is in \(Text.shown(html)).") }
        }
    }
}

/// The report in sections: what a screen and a page both show.
struct AuditReport {
    struct Rows {
        let columns: [(title: String, alignment: Table.Alignment)]
        var rows: [[String]] = []
        /// Pictures that a page shows under the table, as URLs that hold them.
        var pictures: [(title: String, url: String)] = []

        init(_ columns: [(String, Table.Alignment)]) { self.columns = columns.map { (title: $0.0, alignment: $0.1) } }

        var printed: Table {
            var table = Table(columns)
            for row in rows { table.add(row.map { Table.Cell(Text.cut($0, to: 80)) }) }
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

    private static func section(_ title: String, none: String, _ rows: Rows, note: String? = nil) -> Section {
        rows.rows.isEmpty ? Section(title: title, note: note ?? none) : Section(title: title, note: note, table: rows)
    }

    private static func totals(_ audit: LogbookAudit) -> Section {
        var rows = Rows([
            ("Month", .left), ("Flights", .right), ("Hours", .right), ("Dual", .right), ("Solo", .right), ("Night", .right), ("Inst", .right), ("XC", .right),
            ("PIC", .right), ("Landings", .right),
        ])
        func row(_ name: String, _ flights: Int, _ hours: [Int], _ landings: Int) -> [String] { [name, "\(flights)"] + hours.map { Digits.tenths($0) } + ["\(landings)"] }
        for month in audit.months { rows.rows.append(row(String(month.month.description.prefix(7)), month.flights, [month.totalHours] + month.hours, month.landings)) }
        let sum = audit.summary
        rows.rows.append(
            row("All", sum.flights, [sum.totalHours, sum.dualHours, sum.soloHours, sum.nightHours, sum.instrumentHours, sum.crossCountryHours, sum.picHours], sum.allLandings))
        return Section(title: "Totals", table: rows)
    }

    private static func periods(_ audit: LogbookAudit) -> Section {
        var rows = Rows([("From", .left), ("Through", .left), ("Reading", .left)])
        for kind in LandingsKind.allCases {
            for period in audit.periods[kind] ?? [] { rows.rows.append([period.from.description, period.through.description, kind.label]) }
        }
        return section("Periods of currency", none: "There was no period of currency.", rows)
    }

    private static func signatures(
        _ audit: LogbookAudit, _ zone: any ZoneRules, _ author: (PrincipalID) -> String, _ pictures: Ledger?
    ) throws -> Section {
        var rows = Rows([("Signed", .left), ("Number", .left), ("Signer", .left), ("Flight", .left), ("Events", .right), ("Content", .left), ("What became of it", .left)])
        for signature in audit.signatures {
            let fate = signature.void.map { "voided \(Text.time($0.recorded, zone)) by \(author($0.by)): \($0.reason)" } ?? AuditReport.state(signature, audit)
            rows.rows.append([
                Text.time(signature.recorded, zone), signature.cfiNumber, signature.signerName ?? "", signature.stream.id, "\(signature.covers.count)",
                String(signature.content?.prefix(12) ?? ""), fate,
            ])
            // A picture that is not here, or that a page cannot show, is named by its digest in the JSON.
            guard let bytes = try signature.image.flatMap(Bytes32.init(hex:)).flatMap({ try pictures?.attachment($0) }),
                let picture = SignaturePicture(bytes), picture.isShownOnPages
            else { continue }
            let title = "\(signature.cfiNumber), \(Text.time(signature.recorded, zone)), flight \(signature.stream.id)"
            rows.pictures.append((title, "data:\(picture.mediaType);base64,\(Base64.encode(bytes))"))
        }
        return section("Signatures", none: "No flight was ever signed.", rows)
    }

    private static func state(_ signature: AuditedSignature, _ audit: LogbookAudit) -> String {
        var words = [AuditJSON.state(signature)]
        if let new = audit.supersessions.replacement[signature.stream] { words.append("entry superseded by \(new.id)") }
        if audit.supersessions.waiting[signature.stream] != nil { words.append("entry waits") }
        if AuditJSON.isExpired(signature, audit), let through = signature.certificateThrough { words.append("certificate ended \(through), before the flight") }
        return words.joined(separator: ", ")
    }

    private static func superseded(_ audit: LogbookAudit) -> Section {
        var rows = Rows([("Flight", .left), ("Date", .left), ("Its place took", .left)])
        for (old, new) in audit.supersessions.replacement.sorted(by: { $0.key < $1.key }) {
            rows.rows.append([old.id, audit.dates[old]?.description ?? "", new.id])
        }
        return section("Superseded flights", none: "No flight took the place of another.", rows)
    }

    private static func waiting(_ audit: LogbookAudit) -> Section {
        var rows = Rows([("Flight", .left), ("Date", .left), ("Signed", .left), ("Because of", .left), ("Reason", .left)])
        for waiting in audit.waiting {
            rows.rows.append([
                waiting.flight.id, audit.dates[waiting.flight]?.description ?? "", waiting.isSigned ? "signed" : "", waiting.because?.id ?? "", waiting.reason,
            ])
        }
        return section("Flights that wait and are in no total", none: "No flight waits because of another.", rows)
    }

    private static func contradictions(_ audit: LogbookAudit) -> Section {
        var rows = Rows([("Date", .left), ("Flight", .left), ("What", .left)])
        for (index, findings) in audit.contradictions {
            let entry = audit.entries[index]
            for finding in findings { rows.rows.append([entry.flight.date.description, entry.stream.id, finding.message]) }
        }
        return section("Flights that contradict themselves", none: "No part is longer than its flight.", rows)
    }

    private static func unendorsed(_ audit: LogbookAudit) -> Section {
        section(
            "Solo flights without a valid solo endorsement, 61.87(n)", none: "Every solo flight of a student had a solo endorsement.",
            flights(audit.unendorsed, audit))
    }

    private static func changes(_ audit: LogbookAudit, _ zone: any ZoneRules, _ author: (PrincipalID) -> String) -> Section {
        var rows = Rows([("When", .left), ("By", .left), ("Flight", .left), ("What", .left), ("From → to", .left)])
        for change in audit.changes {
            let event = change.step.event
            let what = change.step.changes.map { "\($0.field) \(Text.value($0.old)) → \(Text.value($0.new))" }.joined(separator: ", ")
            let reason = event.data?["reason"]?.stringValue ?? ""
            rows.rows.append([
                Text.time(event.envelope.recorded, zone), author(event.envelope.actor), change.stream.id, event.envelope.type,
                [what, reason].filter { !$0.isEmpty }.joined(separator: "; "),
            ])
        }
        return section("Changes after the fact", none: "No flight was changed after it was entered.", rows)
    }

    private static func late(_ audit: LogbookAudit, _ zone: any ZoneRules) -> Section {
        var rows = Rows([("Date", .left), ("Entered", .left), ("Days", .right), ("Flight", .left)])
        for entry in audit.late { rows.rows.append([entry.date.description, Text.time(entry.recorded, zone), "\(entry.days)", entry.stream.id]) }
        let imported = audit.lateImported > 0 ? "\(Text.count(audit.lateImported, "flight")) came late with imports." : nil
        return section("Late entries", none: "No flight was entered late.", rows, note: imported)
    }

    private static func duplicates(_ audit: LogbookAudit) -> Section {
        var rows = Rows([("Date", .left), ("Route", .left), ("Hours", .right), ("Flights", .left), ("They differ in", .left)])
        for group in audit.duplicates {
            let flight = group.entries[0].flight
            rows.rows.append([
                flight.date.description, flight.route, Digits.tenths(flight.totalHours), group.entries.map(\.stream.id).joined(separator: ", "),
                group.differences.isEmpty ? "nothing" : group.differences.joined(separator: ", "),
            ])
        }
        return section("Possible duplicates", none: "No two flights look like one.", rows)
    }

    private static func conflicts(_ audit: LogbookAudit) -> Section {
        var rows = Rows([("What", .left), ("Hours", .right), ("Aircraft", .left), ("Dates", .left), ("Flights", .left)])
        for conflict in audit.conflicts {
            let entries = conflict.entries.map { audit.entries[$0] }
            let words =
                switch conflict.kind {
                case .metersOverlap: "the Hobbs readings overlap"
                case .metersApart: "the Hobbs readings do not meet"
                case .dayTooLong: "more than 24 hours in a day"
                }
            rows.rows.append([
                words, Digits.tenths(conflict.tenths), conflict.aircraft ?? "", entries.map(\.flight.date.description).joined(separator: ", "),
                entries.map(\.stream.id).joined(separator: ", "),
            ])
        }
        return section("Overlaps, and Hobbs chains that do not meet", none: "All that is told fits together.", rows)
    }

    private static func outOfCurrency(_ audit: LogbookAudit) -> Section {
        let rows = flights(audit.outOfCurrency, audit)
        return section(
            "Flights made out of currency, 61.57(a)", none: "No flight without an instructor was made out of currency.", rows,
            note: rows.rows.isEmpty ? nil : "In order only without passengers, of whom no entry tells.")
    }

    private static func flights(_ indices: [Int], _ audit: LogbookAudit) -> Rows {
        var rows = Rows([("Date", .left), ("Route", .left), ("Hours", .right), ("Flight", .left)])
        for index in indices {
            let entry = audit.entries[index]
            rows.rows.append([entry.flight.date.description, entry.flight.route, Digits.tenths(entry.flight.totalHours), entry.stream.id])
        }
        return rows
    }
}
