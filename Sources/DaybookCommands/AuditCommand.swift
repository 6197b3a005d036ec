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
        let (answer, report, figures, evidence) = try session.asking(times) { ledger, asOf in
            // In either form as many as a person reads: months are many.
            let explained = try explain.explain ? ledger.auditLogbook(asOf, evidence: EvidenceText.shown) : nil
            let answer = try explained?.answer ?? ledger.auditLogbook(asOf)
            let figures = explained == nil ? [] : answer.value.figures(on: answer.asOf.on)
            let (isReported, forPage) = (!session.isJSON || html != nil, html != nil)
            let (evidence, report) = atOnce {
                Result { try explained.map { try ledger.evidence(figures, $0.evidence) } }
            } and: {
                Result { isReported ? try AuditReport(answer, ledger, forPage: forPage) : nil }
            }
            session.console.keep((explained, report, evidence))
            return (answer, try report.get(), figures, try evidence.get())
        }
        session.console.keep(answer)
        if let html, let report {
            if html == "-" { return try AuditPage.write(report) { try session.console.write(bytes: $0) } }
            try Files.write(html) { file in try AuditPage.write(report) { try file.write($0) } }
        }
        if session.isJSON { return try AuditJSON.write(answer, html, figures, evidence, to: session.console) }
        try session.print(AuditReport.asOf(answer.asOf) + ".")
        try session.print("")
        if let html {
            try AuditCommand.tell(report?.sections ?? [], in: html, session)
            return try EvidenceText.tell(figures, evidence, session, jsonTellsMore: false)
        }
        guard let evidence else { return try AuditCommand.tell(report?.sections ?? [], session) }
        let style = session.style
        // What stands behind the report is made while that is written.
        let (told, lines) = atOnce {
            Result { try AuditCommand.tell(report?.sections ?? [], session) }
        } and: {
            EvidenceText.lines(numbers: figures.indices, figures, evidence, style, false)
        }
        try told.get()
        try session.console.write(bytes: lines)
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
    private static func tell(_ sections: [AuditReport.Section], in html: String, _ session: Session) throws {
        var table = Table([("", .left), ("", .left)])
        for section in sections { table.add([Table.Cell(section.title, .strong), Table.Cell(section.rows.map { Text.count($0.count, "row") } ?? section.note ?? "")]) }
        try session.print(table)
        try session.print("The report is in \(Text.shown(html)).")
    }
}
