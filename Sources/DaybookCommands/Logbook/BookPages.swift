import DaybookDomains

/// Where a printed logbook begins; what lies before it is in the amounts brought forward.
enum BookStart: Hashable, Sendable {
    case beginning
    /// With a page of the whole logbook.
    case page(Int)
    /// With a page of its own for the flights of a day and later.
    case day(CivilDate)

    /// Nil for a whole logbook.
    var text: String? {
        switch self {
        case .beginning: nil
        case .page(let number): "from page \(number) on; earlier pages are in the amount brought forward"
        case .day(let day): "flights of \(day) and later; earlier ones are in the amount brought forward"
        }
    }
}

/// Writes the entries of a logbook, a page of paper after another: each with its totals, what was brought forward, and
/// the totals to date.
struct BookPages {
    private let layout: BookLayout
    private let contents: BookContents
    private let form: HoursForm
    private let idLength: Int
    private let room: Int
    /// Whether totals have more digits than a column has room for in the size of the others.
    private let hasLongTotals: Bool

    var start = BookStart.beginning
    /// The bytes before the first page.
    var head: [UInt8] = []

    /// The number of the last page.
    private var pages = 0
    private(set) var written = (pages: 0, entries: 0)
    private(set) var toDate = BookFigures()
    private var forwarded = BookFigures()
    private var page = BookFigures()
    private var used = 0
    private var bytes: [UInt8] = []
    /// The instructors' keys that signed, by their digits.
    private(set) var keys: [String: Key] = [:]

    struct Key {
        private(set) var certificates: Set<String> = []
        private(set) var names: Set<String> = []
        private(set) var entries = 0

        /// Counts a record that the key signed.
        mutating func add(cfiNumber: String, signerName: String?) {
            certificates.insert(cfiNumber)
            if let signerName { names.insert(signerName) }
            entries += 1
        }
    }

    init(_ contents: BookContents, _ layout: BookLayout, _ paper: Paper, _ form: HoursForm, total: Hours, idLength: Int)
    {
        (self.contents, self.layout, self.form, self.idLength) = (contents, layout, form, idLength)
        room = paper.entryRoom
        (toDate, forwarded) = (contents.broughtForward, contents.broughtForward)
        hasLongTotals = form == .hm || total >= Hours(seconds: 1_000 * 3_600)
    }

    // MARK: - Pages

    /// Gives a full page to `write`.
    mutating func add(_ entry: BookEntry, to write: ([UInt8]) throws -> Void) throws {
        if case .day(let day) = start, entry.flight.date < day {
            for signature in entry.signatures { signature.add(to: &keys) }
            toDate += entry.figures
            forwarded = toDate
            return
        }
        let row = row(of: entry)
        if page.entries > 0, used + row.height > room { try endPage(to: write) }
        if page.entries == 0 { beginPage() }
        bytes += row.bytes
        used += row.height
        page += entry.figures
        toDate += entry.figures
    }

    /// Gives the last page to `write`. Throws `Rejection` `logbook.nothing` where no page is of the part asked for.
    mutating func end(to write: ([UInt8]) throws -> Void) throws {
        if page.entries > 0 { try endPage(to: write) }
        if written.pages == 0, let nothing { throw nothing }
        try writeHead(to: write)
    }

    private var nothing: Rejection? {
        switch start {
        case .beginning: nil
        case .page(let number):
            Rejection(
                code: "logbook.nothing",
                message: "The logbook has \(Text.count(pages, "page")): there is no page \(number).",
                hint: "Begin with an earlier page.")
        case .day(let day):
            Rejection(
                code: "logbook.nothing", message: "No flight of the logbook is of \(day) or later.",
                hint: "Begin with an earlier day.")
        }
    }

    private mutating func writeHead(to write: ([UInt8]) throws -> Void) throws {
        if !head.isEmpty { try write(head) }
        head = []
    }

    private mutating func beginPage() {
        pages += 1
        let name = contents.logs.name
        add("<section class=\"page\">\n<h2><span>Pilot logbook")
        if !name.isEmpty { add(", \(PrintedPage.isolated(name))") }
        add("</span><span>Page \(pages)</span></h2>\n")
        add(layout.tableHead(isLong: hasLongTotals))
    }

    private mutating func endPage(to write: ([UInt8]) throws -> Void) throws {
        add("</tbody>\n<tbody class=\"sums\">\n")
        sums("Totals of this page", page)
        sums("Amount brought forward", forwarded)
        sums("Totals to date", toDate)
        add(
            """
            </tbody>
            </table>
            \(PrintedPage.certified("on this page"))
            </section>

            """)
        var isWritten = true
        if case .page(let first) = start { isWritten = pages >= first }
        if isWritten {
            try writeHead(to: write)
            try write(bytes)
            written = (written.pages + 1, written.entries + page.entries)
        }
        bytes.removeAll(keepingCapacity: true)
        (forwarded, page, used) = (toDate, BookFigures(), 0)
    }

    private mutating func sums(_ title: String, _ figures: BookFigures) {
        add("<tr><th colspan=\"5\">\(title)")
        for column in layout.columns { cell(figures, column, isSum: true) }
        add("\n")
    }

    // MARK: - Entries

    private mutating func row(of entry: BookEntry) -> (bytes: [UInt8], height: Int) {
        let flight = entry.flight
        let described = flight.aircraft.flatMap { contents.aircraft[Designator.folded($0)] }
        let model = [described?.make, described?.model ?? described?.typeCode].compactMap(\.self).joined(separator: " ")
        let (ident, id) = (flight.aircraft ?? "", String(entry.stream.id.prefix(idLength)))
        let notes = notes(on: entry)
        var lines = 1 + layout.lines(id, in: .date, size: BookLayout.smallSize)
        lines = max(lines, layout.lines(model, in: .model), layout.lines(ident, in: .ident))
        // A session on the ground is at no place.
        let isFlown = entry.figures[.total] > 0 || flight.from != nil || flight.to != nil
        if isFlown { lines = max(lines, layout.lines(flight.route, in: .route)) }
        let texts = [flight.remarks ?? ""].filter { !$0.isEmpty } + notes
        lines = max(lines, texts.reduce(0) { $0 + layout.lines($1, in: .remarks) })

        let rest = bytes
        bytes = []
        add("<tr><td>\(flight.date)<br><small>")
        PrintedPage.append(id, to: &bytes)
        add("</small><td>")
        PrintedPage.append(model, to: &bytes)
        add("<td>")
        PrintedPage.append(ident, to: &bytes)
        add("<td>")
        if isFlown {
            let (first, second) = flight.routeParts
            PrintedPage.append(first, to: &bytes)
            if let second {
                add(Flight.routeArrow)
                PrintedPage.append(second, to: &bytes)
            }
        }
        add("<td>")
        for (place, text) in texts.enumerated() {
            if place > 0 { add("<br>") }
            PrintedPage.append(text, to: &bytes)
        }
        for column in layout.columns { cell(entry.figures, column, isSum: false) }
        add("\n")
        defer { bytes = rest }
        return (bytes, BookLayout.height(lines: lines))
    }

    /// The text below the remarks: content without a column, and each signature.
    private mutating func notes(on entry: BookEntry) -> [String] {
        let flight = entry.flight
        var notes: [String] = []
        let reviews = [
            flight.checkride == true ? "practical test" : nil, flight.flightReview == true ? "flight review" : nil,
            flight.instrumentCheck == true ? "instrument proficiency check" : nil,
            flight.holds.flatMap { $0 > 0 ? "holding: \($0)" : nil },
        ].compactMap(\.self)
        if !reviews.isEmpty { notes.append(reviews.joined(separator: "; ")) }
        let uncounted = flight.uncountedHours.map { "\($0.title) \($0.hours.text(form))" }
        if !uncounted.isEmpty {
            notes.append("In no total, because longer than the flight: \(uncounted.joined(separator: ", "))")
        }
        if entry.isDisputed { notes.append("The signatures below disagree") }
        for signature in entry.signatures { notes.append(text(signature)) }
        if entry.signatures.isEmpty, let number = flight.cfiNumber, !number.isEmpty {
            notes.append("Not signed; instructor's number \(number)")
        }
        return notes
    }

    /// Who signed, with which number, on which day, and who vouches for it.
    private mutating func text(_ signature: BookSignature) -> String {
        signature.add(to: &keys)
        return "Signed \(signature.signedOn): \(signature.signer)"
    }

    // MARK: - Cells

    /// Zero is blank in an entry.
    private mutating func cell(_ figures: BookFigures, _ column: BookFigures.Column, isSum: Bool) {
        add("<td>")
        let value = figures[column]
        if value == 0, !isSum { return }
        if column.isCount { Digits.write(value, into: &bytes) } else { Hours(seconds: value).write(form, into: &bytes) }
    }

    private mutating func add(_ html: String) { bytes.append(contentsOf: html.utf8) }
}

extension BookSignature {
    /// Counts the record for its key.
    func add(to keys: inout [String: BookPages.Key]) {
        guard let key else { return }
        keys[key.key.hex, default: BookPages.Key()].add(cfiNumber: cfiNumber, signerName: signerName)
    }

    /// Who signed, with which number, and who vouches for it.
    var signer: String {
        Text.signer(signerName, cfiNumber, through: certificateThrough)
            + " (\(vouches)\(key.map { " \($0.key.hex.prefix(8))" } ?? ""))"
    }
}

extension Text {
    /// A signer by name, where it is known, number, and the last day of the certificate, where it is stated.
    static func signer(_ name: String?, _ number: String, through: CivilDate? = nil) -> String {
        (name.map { "\($0), " } ?? "") + number + (through.map { ", certificate through \($0)" } ?? "")
    }
}
