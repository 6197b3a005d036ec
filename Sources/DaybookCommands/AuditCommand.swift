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
              daybook audit --explain --json

            With --on the report is of the entries up to that day, and of the signatures
            that stood on it; corrections of entries count whenever they were made. What
            was known then is asked for with --known-at.

            A flight is late when it was entered more than seven days after its date.
            --explain tells, behind the report, which entries the totals and the hours of
            each month rest on, and which are left out: the newest ten of each, with what
            the others add. "flight list --by-month --explain --json" names a hundred. The
            page does not hold it.

            Meters are compared for each aircraft. The page names flights by the beginning
            of their id, which every command takes; text and JSON have the whole of it.
            """)

    @Option(help: ArgumentHelp("Write a printable report to this file; - for standard output.", valueName: "file"), completion: .file()) var html: String?
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        if html == "-", session.isJSON {
            throw Fault(
                .usage, code: "usage.wrong", message: "The page and the JSON document would both go to standard output.",
                hint: "Name a file with --html, or leave --json out.")
        }
        let (style, isJSON) = (session.style, session.isJSON)
        let (answer, report, figures, written) = try session.asking(times) { ledger, asOf in
            let (answer, gathered): (Answer<LogbookAudit>, GatheredEvidence?)
            if explain.explain {
                // In either form as many as a person reads: months are many.
                (answer, gathered) = try ledger.auditLogbook(asOf, evidence: EvidenceText.shown) { isJSON ? EvidenceJSON.bytes($0) : EvidenceText.lines($0, style, jsonTellsMore: false) }
            } else {
                (answer, gathered) = (try ledger.auditLogbook(asOf), nil)
            }
            let figures = gathered == nil ? [] : answer.value.figures(on: answer.asOf.on)
            let written = try gathered.map { try ledger.writtenEvidence(figures, $0) }
            let report = !isJSON || html != nil ? try AuditReport(answer, ledger, forPage: html != nil) : nil
            session.console.keep((answer, gathered, report))
            return (answer, report, figures, written)
        }
        var isReplaced = false
        if let html, let report {
            if html == "-" { return try AuditPage.write(report) { try session.console.write(bytes: $0) } }
            isReplaced = try Files.write(html) { file in try AuditPage.write(report) { try file.write($0) } }
        }
        if isJSON { return try AuditJSON.write(answer, html, figures, written, to: session.console) }
        try session.print(AuditReport.asOf(answer.asOf) + ".")
        try session.print("")
        if let html {
            try AuditCommand.tell(report?.sections ?? [], in: html, isReplaced, session)
        } else {
            try AuditCommand.tell(report?.sections ?? [], session)
        }
        if let written { try EvidenceText.tell(figures, written: written, session) }
    }

    private static func tell(_ sections: [AuditReport.Section], _ session: Session) throws {
        for section in sections {
            try session.print(session.style.strong(section.title))
            if let note = section.note { try session.print("  " + note) }
            if let rows = section.rows { try session.print(try rows.printed(isCut: session.console.outIsTerminal)) }
            try session.print("")
        }
    }

    /// What the page holds: it is not printed a second time.
    private static func tell(_ sections: [AuditReport.Section], in html: String, _ isReplaced: Bool, _ session: Session) throws {
        var table = Table([("", .left), ("", .left)])
        for section in sections { table.add([Table.Cell(section.title, .strong), Table.Cell(section.rows.map { Text.count($0.count, "row") } ?? section.note ?? "")]) }
        try session.print(table)
        try session.print("The report is in \(Text.shown(html))\(Files.inPlace(isReplaced)).")
    }
}
