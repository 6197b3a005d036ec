import DaybookDomains

/// A logbook to print: whose it is, its pages, and behind them what an examiner asks for besides.
struct BookPage {
    let ledger: Ledger
    /// As it was asked.
    let asOf: AsOf
    let paper: Paper
    let start: BookStart

    /// The result of writing a book.
    struct Outcome {
        let asOf: AnsweredAsOf
        /// Those that were written.
        let pages: Int
        let entries: Int
        /// The totals to date, with what was brought forward.
        let figures: BookFigures
        let disputed: [StreamID]
        let start: BookStart
    }

    /// Gives the page to `write`, a sheet of paper at a time.
    func write(to write: ([UInt8]) throws -> Void) throws -> Outcome {
        let answered = try ledger.answered(asOf)
        let pinned = AsOf(on: asOf.on, known: .position(answered.position), supposing: asOf.supposing)
        let (summary, disputed) = (try ledger.flightSummary(pinned).value, try ledger.disputedFlights(pinned))
        let (form, idLength) = (
            try ledger.hoursForm(), try ledger.idLength(kind: "flight", least: FlightText.idLengthLeast)
        )
        var (pages, contents): (BookPages?, BookContents?)
        try ledger.readBook(pinned) { found in
            let layout = BookLayout(paper, found.classes, filled: found.filled)
            contents = found
            var begun = BookPages(found, layout, paper, form, total: summary.totalHours, idLength: idLength)
            let title = BookPage.title(found)
            let style = BookStyle.sheet(paper, layout, foot: title)
            let first = try cover(found, summary, disputed, form)
            (begun.start, begun.head) = (start, Array((PrintedPage.head(title: title, style: style) + first).utf8))
            pages = begun
        } entry: { entry in
            try pages?.add(entry, to: write)
        }
        guard var pages, let contents else { preconditionFailure("a book begins before it ends") }
        try pages.end(to: write)
        let end = BookEnd(
            ledger: ledger, asOf: pinned, form: form, idLength: idLength,
            isWhole: try ledger.incomplete(.logbook, AsOf(known: .position(answered.position))) == nil)
        try write(Array((try end.html(contents.logs, keys: pages.keys) + "</body>\n</html>\n").utf8))
        return Outcome(
            asOf: contents.asOf, pages: pages.written.pages, entries: pages.written.entries, figures: pages.toDate,
            disputed: disputed, start: start)
    }

    private static func title(_ contents: BookContents) -> String {
        let name = contents.logs.name
        let supposed = AuditReport.supposed(contents.asOf)
        return "Pilot logbook\(name.isEmpty ? "" : ", \(name)"), as of \(contents.asOf.on)\(supposed)"
    }

    /// The totals of earlier logbooks: the first page begins with them.
    private static func forwarded(_ contents: BookContents, _ form: HoursForm) -> String {
        contents.forwarded.map { stated in
            let hours = stated.totals.hours(.total).text(form)
            let remarks = stated.remarks.map { ", \(PrintedPage.isolated($0))" } ?? ""
            let change = stated.isAmended ? " They were changed after they had been entered." : ""
            return "<p>Brought forward as of \(stated.totals.date)\(remarks): \(hours) h; "
                + "their class is not stated and counts under \"Other\".\(change)</p>\n"
        }.joined()
    }

    /// Whose logbook it is, of when, and what it comes to.
    private func cover(
        _ contents: BookContents, _ summary: FlightSummary, _ disputed: [StreamID], _ form: HoursForm
    ) throws -> String {
        let answered = contents.asOf
        var warnings: [String] = []
        if let supposed = answered.supposed {
            let events = Text.count(supposed, "event")
            warnings.append(
                "Not the logbook as it is: \(events) of it \(supposed == 1 ? "is" : "are") only supposed, "
                    + "and in no ledger."
            )
        }
        if let lack = try ledger.incomplete(.logbook, AsOf(known: .position(answered.position))) {
            warnings.append(lack.line)
        }
        let known = AsOf(known: .position(answered.position), supposing: asOf.supposing)
        let pinned = AsOf(on: asOf.on, known: known.known, supposing: asOf.supposing)
        if let aside = try ledger.ownSetAside(known) {
            warnings.append("\(StandingText.title) \(StandingText.note(aside))")
        }
        if let note = DisputedText.note(disputed) { warnings.append(note) }
        let (now, zone) = (ledger.now, ledger.zone)
        let made = "\(Text.time(now, zone)); times are of \(PrintedPage.escaped(zone.name(at: now)))"
        let names = contents.logs.name.isEmpty ? [] : [("Logbook", PrintedPage.isolated(contents.logs.name))]
        let part = start.text.map { [("Part", PrintedPage.escaped($0))] } ?? []
        let passengers = try PassengerText.line(ledger, pinned)
        let facts =
            [("Pilot", PrintedPage.blank), ("Certificate number", PrintedPage.blank)] + names + part + [
                (
                    "Entries",
                    contents.days.map { "\(contents.entries), \($0.lowerBound) to \($0.upperBound)" } ?? "none"
                ),
                ("As of", "\(answered.on)"), ("Made", made),
            ] + (passengers.map { [("Passengers", PrintedPage.escaped($0))] } ?? [])
        let figures = [
            ("hours", summary.totalHours), ("PIC", summary.picHours), ("solo", summary.soloHours),
            ("dual received", summary.dualHours), ("night", summary.nightHours),
            ("cross-country", summary.crossCountryHours), ("simulated instrument", summary.instrumentHours),
        ].map { "<li><b>\($0.1.text(form))</b> \($0.0)" }
        return """
            <section class="page">
            <h1>Pilot logbook</h1>
            \(warnings.map { "<p class=\"warn\">\(PrintedPage.escaped($0))</p>\n" }.joined())\(PrintedPage.facts(facts))
            <ul class="figures">
            \(figures.joined(separator: "\n"))
            <li><b>\(summary.allLandings)</b> landings
            </ul>
            <p>Entries are in the order of their dates, each with the beginning of its id below its date. Landings by \
            day are all landings less those by night; landings by night are full stops. An aircraft that is not \
            described, or of a class without a column, counts under "Other". SIC, dual given and simulator time are as \
            they were entered or imported, where not longer than the flight. Hours are summed exactly, and each figure \
            is rounded only as it is shown.</p>
            \(BookPage.forwarded(contents, form))\(PrintedPage.certified("in this logbook"))
            </section>

            """
    }
}
