import ArgumentParser
import DaybookDomains

struct AuditCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Audit the logbook: totals, signatures, changes after the fact, and contradictions.",
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

    @Option(
        help: ArgumentHelp("Write a printable report to this file; - for standard output.", valueName: "file"),
        completion: .file()) var html: String?
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func run(in session: Session) throws {
        try OutputFiles.checkAlone(html, "page", option: "--html", isJSON: session.isJSON)
        try OutputFiles.check([html], apartFrom: [times.supposed.with])
        let (style, isJSON) = (session.style, session.isJSON)
        let (answer, report, setAside, figures, written) = try session.asking(times) { ledger, asOf in
            let (answer, gathered): (Answer<LogbookAudit>, GatheredEvidence?)
            if explain.explain {
                // In either form as many as a person reads: months are many.
                (answer, gathered) = try ledger.auditLogbook(asOf, evidence: EvidenceText.shown) {
                    isJSON ? EvidenceJSON.bytes($0) : EvidenceText.lines($0, style, jsonListsMore: false)
                }
            } else {
                (answer, gathered) = (try ledger.auditLogbook(asOf), nil)
            }
            let figures = gathered == nil ? [] : answer.value.figures(on: answer.asOf.on)
            let written = try gathered.map { try ledger.writtenEvidence(figures, $0) }
            let setAside = try ledger.ownSetAside(asOf.pinned(to: answer.asOf.position))
            let report =
                !isJSON || html != nil ? try AuditReport(answer, ledger, setAside, asOf, forPage: html != nil) : nil
            session.console.keep((answer, gathered, report))
            return (answer, report, setAside, figures, written)
        }
        var isReplaced = false
        if let html, let report {
            if html == "-" { return try AuditPage.write(report) { try session.console.write(file: $0) } }
            isReplaced = try session.writeFile(html) { file in try AuditPage.write(report) { try file.write($0) } }
        }
        if isJSON { return try AuditJSON.write(answer, setAside, html, figures, written, session) }
        try session.print(AuditReport.asOf(answer.asOf) + ".")
        try session.print("")
        if let html {
            try AuditCommand.print(report?.sections ?? [], in: html, isReplaced, session)
        } else {
            try AuditCommand.print(report?.sections ?? [], session)
        }
        if let written { try EvidenceText.print(figures, written: written, session) }
    }

    /// Rows of all sections are made and written together; of very many, some sections at a time are held.
    private static func print(_ sections: [AuditReport.Section], _ session: Session) throws {
        for some in together(sections.map { $0.rows?.count ?? 0 }) { try print(together: sections[some], session) }
    }

    /// Neighbours that are held together, by how many rows each has: until there are so many.
    static func together(_ counts: [Int], atMost most: Int = 32_768) -> [Range<Int>] {
        var (some, first, rows): ([Range<Int>], Int, Int) = ([], 0, 0)
        for (index, count) in counts.enumerated() {
            rows += count
            if rows < most, index + 1 < counts.count { continue }
            some.append(first..<index + 1)
            (first, rows) = (index + 1, 0)
        }
        return some
    }

    private static func print(together sections: ArraySlice<AuditReport.Section>, _ session: Session) throws {
        let (style, isCut) = (session.style, session.console.outIsTerminal)
        let rows = sections.map(\.rows)
        // All rows of a table are measured before its first line is written.
        var tables = rows.map { $0.map { Table($0.columns) } }
        try inPieces(ofEach: rows.map { $0?.count ?? 0 }, weight: { _ in 1 }) { part, numbers in
            rows[part]?.printed(numbers, isCut: isCut)
        } receive: { part, _, made in
            if let made { tables[part]?.add(made) }
        }
        var pieced = PiecedBytes()
        for (section, table) in zip(sections, tables) {
            pieced.add((style.strong(section.title) + "\n").utf8)
            if let note = section.note { pieced.add("  \(note)\n".utf8) }
            if let table { pieced.add(table, style) }
            pieced.add("\n".utf8)
        }
        try pieced.write { try session.console.write(bytes: $0) }
        try session.console.flushToTerminal()
    }

    /// Prints no content of the page a second time.
    private static func print(
        _ sections: [AuditReport.Section], in html: String, _ isReplaced: Bool, _ session: Session
    )
        throws
    {
        var table = Table([("", .left), ("", .left)])
        for section in sections {
            table.add([
                Table.Cell(section.title, .strong),
                Table.Cell(section.rows.map { Text.count($0.count, "row") } ?? section.note ?? ""),
            ])
        }
        try session.print(table)
        try session.print("The report is in \(Text.shown(html))\(Files.inPlace(isReplaced)).")
    }
}
