import DaybookDomains

/// The audit as a page to print: one file without a script, nothing loaded from elsewhere.
enum AuditPage {
    /// Gives the page to `write`, part by part.
    static func write(_ report: AuditReport, to write: ([UInt8]) throws -> Void) throws {
        var pieced = PiecedBytes()
        func text(_ html: String) { pieced.add(html.utf8) }
        text(head(report) + title(report) + overview(report) + report.records)
        for gravity in AuditReport.Gravity.allCases {
            let found = report.sections.filter { $0.gravity == gravity && $0.isFound }
            if found.isEmpty { continue }
            text("<h2>\(gravity.title)</h2>\n<p>\(gravity.meaning)</p>\n")
            for section in found { try add(section, report, "h3", &pieced, to: write) }
        }
        let facts = report.sections.filter { $0.gravity == nil && $0.title != AuditReport.logsTitle }
        for section in facts where section.rows != nil { try add(section, report, "h2", &pieced, to: write) }
        let none = facts.filter { $0.rows == nil }.compactMap(\.note)
        if !none.isEmpty { text("<p>\(none.map(PrintedPage.escaped).joined(separator: " "))</p>\n") }
        text(making(report))
        for section in report.sections where section.title == AuditReport.logsTitle {
            text("<p>\(PrintedPage.escaped(section.note ?? ""))</p>\n")
        }
        text(PrintedPage.proof(report.audit.logs, keys: report.keys) + AuditPage.check + "</body>\n</html>\n")
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
        var facts: [(name: String, html: String)] = [
            ("Pilot", PrintedPage.blank), ("Certificate number", PrintedPage.blank),
        ]
        if !logs.name.isEmpty { facts.append(("Logbook", PrintedPage.isolated(logs.name))) }
        facts += [("Flights", period), ("As of", "\(asOf.on)")]
        if let passengers = report.passengers { facts.append(("Passengers", PrintedPage.escaped(passengers))) }
        func figure(_ number: String, _ word: String) -> String { "<li><b>\(number)</b> \(word)" }
        let hours = [
            ("hours", sum.totalHours), ("dual", sum.dualHours), ("solo", sum.soloHours), ("PIC", sum.picHours),
            ("night", sum.nightHours),
            ("cross-country", sum.crossCountryHours), ("simulated instrument", sum.instrumentHours),
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
            \(supposed ?? "")\(lack ?? "")\(PrintedPage.facts(facts))<ul class="figures">
            \(figures.joined(separator: "\n"))
            </ul>
            <p class="verdict">\(verdict(report))</p>
            \(PrintedPage.certified("in this logbook"))

            """
    }

    /// How much is to be done about the logbook, in a line.
    private static func verdict(_ report: AuditReport) -> String {
        func count(_ gravity: AuditReport.Gravity) -> Int {
            report.sections.count { $0.gravity == gravity && $0.isFound }
        }
        let (settle, explain) = (count(.settle), count(.explain))
        let first =
            settle == 0 ? "Nothing must be resolved." : "Findings of \(Text.count(settle, "kind")) must be resolved."
        return first
            + (explain == 0
                ? " Of what is judged, nothing is left to ask."
                : " Ask the pilot about findings of \(Text.count(explain, "kind")).")
    }

    /// The findings, the gravest first, and a sentence about the other checks.
    private static func overview(_ report: AuditReport) -> String {
        let lines = report.sections.compactMap { section -> String? in
            guard let gravity = section.gravity, section.isFound else { return nil }
            let count = section.found ?? section.rows?.count ?? 0
            let note = section.summary ?? section.note
            return "<tr><td>\(gravity.title)<td>\(PrintedPage.escaped(section.title))"
                + (note.map { " <small>\(PrintedPage.escaped($0))</small>" } ?? "")
                + "<td>\(count > 0 ? "<b>\(count)</b>" : "")\n"
        }
        let other = report.sections.filter { $0.gravity != nil && !$0.isFound }
        let limits = other.compactMap(\.limit).map { " " + PrintedPage.escaped($0) }.joined()
        let rest =
            other.isEmpty
            ? ""
            : "<p>\(report.incomplete == nil ? "" : AuditReport.Section.without)Looked for and not found: "
                + other.map { PrintedPage.escaped($0.title) }.joined(separator: "; ") + ".\(limits)</p>\n"
        if lines.isEmpty { return "<h2>Findings</h2>\n" + rest }
        return """
            <h2>Findings</h2>
            <table class="r3 whole">
            <thead><tr><th>Weight<th>What was found<th>Count</thead>
            <tbody>
            \(lines.joined())</tbody>
            </table>
            \(rest)
            """
    }

    /// The sources of the page.
    private static func making(_ report: AuditReport) -> String {
        let (asOf, logs) = (report.asOf, report.audit.logs)
        let newer = logs.newest.value - asOf.position.value
        let arrived = asOf.knownAt.map { ", which arrived \(Text.time($0, report.zone))" } ?? ""
        let left = newer > 0 ? "; \(Text.count(Int(newer), "newer event")) left out" : ""
        let made = "\(Text.time(report.now, report.zone)); times are of "
        return "<h2>\(AuditReport.logsTitle)</h2>\n"
            + PrintedPage.facts([
                ("Person", "\(logs.principal.hex) <small>(the key that its owner writes with)</small>"),
                ("Known", "at position \(asOf.position.value)\(arrived)\(left)"),
                ("Evaluator", PrintedPage.escaped(asOf.evaluator)),
                ("Made", made + PrintedPage.escaped(report.zone.name(at: report.now))),
            ])
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

    /// The evidence of the page and its checks.
    private static let check = """
        <p>Every entry, change and signature is an event in a log, and no event is altered or taken out: a correction is \
        an event of its own. The checkpoint file lies beside the ledger and records its newest state: where it agrees, \
        the ledger was not put back to an older one. This page shows what the ledger keeps and recomputes nothing of it; \
        <code>daybook verify</code>, run by the owner, recomputes every event, root and signature. \
        <code>daybook logbook --html FILE</code> prints the flights themselves. A signature without the instructor's own \
        key is the owner's word that it was given.</p>

        """
}

extension AuditReport.Gravity {
    var title: String {
        switch self {
        case .settle: "Must be resolved"
        case .explain: "Ask the pilot"
        case .know: "For information"
        }
    }

    var meaning: String {
        switch self {
        case .settle: "Here the logbook contradicts itself, or waits for a decision of its owner."
        case .explain: "These may be in order. Ask the pilot about them."
        case .know: "Nothing is wrong with these: they state how the logbook was kept."
        }
    }
}

extension AuditReport.Section {
    /// Whether a finding has rows or a note.
    var isFound: Bool { rows != nil || isNoted }
}
