import DaybookKit

/// The audit as a page to print: one file without a script, nothing loaded from elsewhere.
enum AuditPage {
    /// Gives the page to `write`, part by part.
    static func write(_ report: AuditReport, to write: ([UInt8]) throws -> Void) throws {
        var pieced = PiecedBytes()
        func text(_ html: String) { pieced.add(html.utf8) }
        text(head(report) + title(report) + overview(report))
        for section in report.sections where section.gravity == nil && section.title != AuditReport.logsTitle {
            try add(section, report, "h2", &pieced, to: write)
        }
        for gravity in AuditReport.Gravity.allCases {
            let found = report.sections.filter { $0.gravity == gravity && $0.isFound }
            if found.isEmpty { continue }
            text("<h2>\(gravity.title)</h2>\n<p>\(gravity.meaning)</p>\n")
            for section in found { try add(section, report, "h3", &pieced, to: write) }
        }
        for section in report.sections where section.title == AuditReport.logsTitle {
            try add(section, report, "h2", &pieced, to: write)
        }
        text(AuditPage.check + "</body>\n</html>\n")
        try pieced.write(to: write)
    }

    // MARK: - The first page

    private static func head(_ report: AuditReport) -> String {
        let name = report.audit.logs.name
        let foot =
            "Logbook audit\(name.isEmpty ? "" : ", \(name)"), as of \(report.asOf.on)\(AuditReport.supposed(report.asOf))"
        return PrintedPage.head(title: foot, style: AuditStyle.sheet(foot: foot))
    }

    /// Whose logbook it is, of when the page is, and what it comes to.
    private static func title(_ report: AuditReport) -> String {
        let (audit, asOf, logs, sum) = (report.audit, report.asOf, report.audit.logs, report.audit.summary)
        let period =
            zip(audit.entries.prefix(1), audit.entries.suffix(1)).map { "\($0.flight.date) to \($1.flight.date)" }.first
            ?? "no flights"
        let newer = logs.newest.value - asOf.position.value
        var facts: [(String, String)] = [("Pilot", "<span class=\"blank\"></span>")]
        if !logs.name.isEmpty { facts.append(("Logbook", PrintedPage.isolated(logs.name))) }
        facts += [
            ("Person", "\(logs.principal.hex) <small>(the key that its owner writes with)</small>"),
            ("Flights", period),
            ("As of", "\(asOf.on)"),
            (
                "Known",
                "at position \(asOf.position.value)\(asOf.knownAt.map { ", which arrived \(Text.time($0, report.zone))" } ?? "")\(newer > 0 ? "; \(Text.count(Int(newer), "newer event")) left out" : "")"
            ),
            ("Evaluator", PrintedPage.escaped(asOf.evaluator)),
            (
                "Made",
                "\(Text.time(report.now, report.zone)); times are of "
                    + PrintedPage.escaped(report.zone.name(at: report.now))
            ),
        ]
        func figure(_ number: String, _ word: String) -> String { "<li><b>\(number)</b> \(word)" }
        let hours = [
            ("hours", sum.totalHours), ("dual", sum.dualHours), ("solo", sum.soloHours), ("PIC", sum.picHours),
            ("night", sum.nightHours),
            ("cross-country", sum.crossCountryHours), ("instrument", sum.instrumentHours),
        ]
        let landings = "landings (\(sum.dayLandings) day, \(sum.nightLandings) night full stop)"
        let figures =
            [figure(String(sum.flights), sum.flights == 1 ? "flight" : "flights")]
            + hours.map { figure($0.1.text(report.form), $0.0) } + [figure(String(sum.allLandings), landings)]
        let supposed = asOf.supposed.map {
            "<p class=\"warn\">Not the logbook as it is: \(Text.count($0, "event")) of this page \($0 == 1 ? "is" : "are") only supposed, and in no ledger.</p>\n"
        }
        let lack = report.incomplete.map { "<p class=\"warn\">\(PrintedPage.escaped($0.line))</p>\n" }
        return """
            <h1>Logbook audit</h1>
            \(supposed ?? "")\(lack ?? "")<table class="facts whole">
            \(facts.map { "<tr><th scope=\"row\">\($0.0)<td>\($0.1)" }.joined(separator: "\n"))
            </table>
            <ul class="figures">
            \(figures.joined(separator: "\n"))
            </ul>

            """
    }

    /// All that was looked for, with what was found, the gravest first.
    private static func overview(_ report: AuditReport) -> String {
        let lines = report.sections.compactMap { section -> String? in
            guard let gravity = section.gravity else { return nil }
            let count = section.rows?.count ?? 0
            let found = count > 0 ? "<b>\(count)</b>" : section.isFound ? "" : "none"
            let note =
                (section.isFound ? section.note : section.limit).map { " <small>\(PrintedPage.escaped($0))</small>" }
                ?? ""
            return "<tr><td>\(gravity.title)<td>\(PrintedPage.escaped(section.title))\(note)<td>\(found)\n"
        }
        return """
            <h2>Findings</h2>
            <table class="r3 whole">
            <thead><tr><th>Weight<th>What was looked for<th>Found</thead>
            <tbody>
            \(lines.joined())</tbody>
            </table>

            """
    }

    // MARK: - Sections

    private static func add(
        _ section: AuditReport.Section, _ report: AuditReport, _ heading: String, _ pieced: inout PiecedBytes,
        to write: ([UInt8]) throws -> Void
    ) throws {
        var lines = "<\(heading)>\(PrintedPage.escaped(section.title))</\(heading)>\n"
        if section.rows != nil, let meaning = section.meaning { lines += "<p>\(PrintedPage.escaped(meaning))</p>\n" }
        if let note = section.note { lines += "<p>\(PrintedPage.escaped(note))</p>\n" }
        guard let rows = section.rows else { return pieced.add(lines.utf8) }
        let rights = rows.columns.enumerated().filter { $1.alignment == .right }.map { "r\($0.offset + 1)" }
        let classes =
            rights + rows.free.sorted().map { "f\($0 + 1)" } + (section.endsInSum ? ["sum"] : [])
            + (rows.columns.count > 5 && rows.free.contains(rows.columns.count - 1) ? ["long"] : [])
        lines +=
            "<table\(classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\"")>\n<thead><tr>\(rows.columns.map { "<th>\(PrintedPage.escaped($0.title))" }.joined())</thead>\n<tbody>\n"
        pieced.add(lines.utf8)
        let idLength = report.idLength
        pieced.add(count: rows.count) { rows.onPage(idLength: idLength, $0) }
        pieced.add("</tbody>\n</table>\n".utf8)
        // Pictures may be large: none is held beside others.
        if !section.pictures.isEmpty { try pieced.write(to: write) }
        for picture in section.pictures {
            try write(
                Array(
                    "<figure><img src=\"\(picture.url)\" alt=\"Signature\"><figcaption>\(PrintedPage.isolated(picture.title))</figcaption></figure>\n"
                        .utf8))
        }
    }

    /// What the logs are, and how somebody checks them who trusts neither the pilot nor this program.
    private static let check = """
        <p>Every entry, change and signature is an event in a log, and no event is altered or taken out: a correction is an event of its own. \
        The root is one number over all events of a log (a Merkle tree, RFC 6962): were one byte of one of them another, the root would be another. \
        The checkpoint file lies beside the ledger and knows its newest state: where it agrees, the ledger was not put back to an older one. \
        This page shows what the ledger keeps and recomputes nothing of it.</p>
        <p>To check it, keep this page, and ask for an export.</p>
        <ol>
        <li><code>daybook verify</code>, by the owner: recomputes every event, root and signature of the ledger from the bytes.
        <li><code>daybook export --format jsonl FILE</code>, by the owner: every event with its bytes, and each log's size and root, signed.
        <li><code>tools/check-export FILE</code>, by you: a separate program, without code of the ledger's, does the same on the export. \
        A log of the size shown here has the root shown here; one that has grown since still begins with the same events.
        </ol>
        <p>What no log can tell: whether an entry was true when it was made, and who a key belongs to. A signature without the instructor's own key is the \
        owner's word that it was given.</p>

        """
}

extension AuditReport.Gravity {
    var title: String {
        switch self {
        case .settle: "To be settled"
        case .explain: "To be explained"
        case .know: "To be known"
        }
    }

    var meaning: String {
        switch self {
        case .settle: "Here the logbook contradicts itself, or waits for a decision of its owner."
        case .explain: "These may be in order. Whoever reads the logbook will ask about them."
        case .know: "Nothing is wrong with these: they say how the logbook was kept."
        }
    }
}

extension AuditReport.Section {
    /// Whether there is something to tell of a finding.
    var isFound: Bool { rows != nil || isNoted }
}
