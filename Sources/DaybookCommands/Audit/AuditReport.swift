import DaybookDomains

/// The report in sections: what a screen and a page both show.
struct AuditReport {
    /// How much a finding matters; the sections of findings come in this order.
    enum Gravity: CaseIterable {
        /// The logbook contradicts itself, or the pilot must decide.
        case settle
        /// May be in order, and will be asked about.
        case explain
        /// Says how the logbook was kept.
        case know
    }

    struct Section: Sendable {
        let title: String
        /// The text above the rows, or instead of them.
        var note: String?
        var rows: (any AuditRows)?
        /// Nil for what is no finding.
        var gravity: Gravity?
        /// The meaning of the finding, for readers who see only the page.
        var meaning: String?
        /// How many were found, where rows are not what is counted; in words, where they are of several kinds.
        var found: Int?
        var summary: String?
        /// Whether the last row is the sum of those above it.
        var endsInSum = false
        /// Whether the note states a finding.
        var isNoted = false
        /// The checks that were impossible: a page states them even without findings.
        var limit: String?
        /// Pictures that a page shows under the table, as URLs that hold them.
        var pictures: [(title: String, url: String)] = []

        /// The beginning of an answer that leaves such events out.
        static let without = "Without the events that this program does not understand: "

        /// The same, where events are held that this program does not understand: that there is no row is no more than
        /// it knows.
        var ofWhatIsUnderstood: Section {
            guard rows == nil, let note else { return self }
            var section = self
            section.note = Section.without + note
            return section
        }
    }

    let asOf: AnsweredAsOf
    let audit: LogbookAudit
    let zone: any ZoneRules
    let now: Instant
    let form: HoursForm
    /// How much of an id a page shows.
    let idLength: Int
    let sections: [Section]
    /// The events missing from the report.
    let incomplete: Incomplete?
    /// Endorsements and reviews as a page shows them.
    let records: String
    /// The answer about passengers as a page shows it; nil where there is no flight.
    let passengers: String?
    /// The signatures that stand on endorsements; none unless it is for a page.
    private let endorsed: [BookSignature]

    /// `forPage`: with the pictures of signatures, endorsements and reviews, and ids as short as they may be.
    init(_ answer: Answer<LogbookAudit>, _ ledger: Ledger, _ setAside: OwnSetAside?, _ asked: AsOf, forPage: Bool)
        throws
    {
        (asOf, audit, zone, now, form) = (answer.asOf, answer.value, ledger.zone, ledger.now, try ledger.hoursForm())
        incomplete = try ledger.incomplete(.logbook, AsOf(known: .position(asOf.position)))
        let isWhole = incomplete == nil
        guard forPage else {
            let sections = try AuditReport.sections(audit, zone, setAside, form, pictures: nil)
            self.sections = sections.map { isWhole ? $0 : $0.ofWhatIsUnderstood }
            (idLength, records, passengers, endorsed) = (Int.max, "", nil, [])
            return
        }
        // All names are looked through while the sections are made.
        let (audit, zone, form) = (audit, zone, form)
        let (made, length) = atOnce {
            Result { try AuditReport.sections(audit, zone, setAside, form, pictures: ledger) }
        } and: {
            Result {
                // One length distinguishes flights and endorsements alike.
                let least = try ledger.idLength(kind: "flight", least: FlightText.idLengthLeast)
                return try ledger.idLength(kind: "endorsement", least: least)
            }
        }
        sections = try made.get().map { isWhole ? $0 : $0.ofWhatIsUnderstood }
        idLength = try length.get()
        let pinned = asked.pinned(to: asOf.position)
        passengers = try PassengerText.line(ledger, pinned)
        let end = BookEnd(ledger: ledger, asOf: pinned, form: form, idLength: idLength, isWhole: isWhole)
        let endorsements = try end.endorsements()
        (records, endorsed) = (try endorsements.html + end.reviews(), endorsements.signatures)
    }

    /// The instructors' keys whose signatures stand, as `PrintedPage.proof` lists them.
    var keys: [[String]] {
        var keys: [String: BookPages.Key] = [:]
        for signature in audit.signatures where signature.isStanding {
            guard let key = audit.keySignatures[signature.event], key.holds else { continue }
            keys[key.key.hex, default: BookPages.Key()].add(
                cfiNumber: signature.cfiNumber, signerName: signature.signerName)
        }
        for signature in endorsed where signature.key?.holds == true { signature.add(to: &keys) }
        return BookEnd.rows(keys)
    }

    private static func sections(
        _ audit: LogbookAudit, _ zone: any ZoneRules, _ setAside: OwnSetAside?, _ form: HoursForm,
        pictures lender: Ledger?
    ) throws -> [Section] {
        let principal = audit.logs.principal
        let devices = audit.devices
        /// Who did it, and on which device where that has a name.
        @Sendable func author(_ id: PrincipalID, _ origin: OriginID?) -> String {
            let name = origin.flatMap { devices[$0] }.map { " on \(Text.shown($0))" } ?? ""
            return (id == principal ? "the owner" : String(id.hex.prefix(12))) + name
        }
        // About half of the work each, in a large logbook.
        let (first, second) = atOnce {
            Result {
                [
                    AuditReport.totals(audit, setAside, form), AuditReport.periods(audit),
                    try AuditReport.signatures(audit, zone, author, lender),
                    AuditReport.endorsementSignatures(audit, zone, author),
                    AuditReport.changes(audit, zone, author), AuditReport.endorsementChanges(audit, zone, author),
                    AuditReport.superseded(audit),
                ].compactMap(\.self)
            }
        } and: {
            [
                AuditReport.findings(audit), AuditReport.disputed(audit), AuditReport.waiting(audit),
                AuditReport.overlaps(audit, form), AuditReport.longDays(audit, form),
                AuditReport.contradictions(audit), AuditReport.certificates(audit, zone),
                AuditReport.unendorsed(audit, form), AuditReport.unendorsedKinds(audit),
                AuditReport.outOfCurrency(audit, form),
                AuditReport.gaps(audit, form), AuditReport.duplicates(audit, form),
                AuditReport.alikeAircraft(audit), AuditReport.missing(audit),
                AuditReport.late(audit, zone), AuditReport.logs(audit),
            ].compactMap(\.self)
        }
        return try first.get() + second
    }

    /// The time that the audit was asked about, without a full stop.
    static func asOf(_ asOf: AnsweredAsOf) -> String {
        "As of \(asOf.on), known at position \(asOf.position.value)\(asOf.knownAt.map { " (\($0))" } ?? "")\(supposed(asOf))"
    }

    /// That not all of it is in the ledger; nothing where all is.
    static func supposed(_ asOf: AnsweredAsOf) -> String {
        asOf.supposed.map { ", with \(Text.count($0, "supposed event"))" } ?? ""
    }

    static func section(
        _ title: String, none: String, _ rows: some AuditRows, _ gravity: Gravity? = nil, note: String? = nil,
        meaning: String? = nil
    ) -> Section {
        Section(
            title: title, note: rows.count == 0 ? note ?? none : note, rows: rows.count == 0 ? nil : rows,
            gravity: gravity, meaning: meaning)
    }

    private static func totals(_ audit: LogbookAudit, _ setAside: OwnSetAside?, _ form: HoursForm) -> Section {
        let columns: [(String, Table.Alignment)] = [
            ("Month", .left), ("Flights", .right), ("Hours", .right), ("Dual", .right), ("Solo", .right),
            ("Night", .right), ("Inst", .right), ("XC", .right),
            ("PIC", .right), ("Landings", .right),
        ]
        func row(_ name: String, _ flights: Int, _ hours: [Hours], _ landings: Int) -> [TextRows.Cell] {
            [.text(name), .text(String(flights))] + hours.map { .text($0 == .zero ? "" : $0.text(form)) }
                + [.text(landings == 0 ? "" : String(landings))]
        }
        var rows: [[TextRows.Cell]] = []
        var year: [MonthTotals] = []
        let isOfYears = audit.months.first?.month.components.year != audit.months.last?.month.components.year
        for (index, month) in audit.months.enumerated() {
            rows.append(
                row(
                    String(month.month.description.prefix(7)), month.flights, [month.totalHours] + month.hours,
                    month.landings))
            year.append(month)
            let next = index + 1 < audit.months.count ? audit.months[index + 1].month.components.year : nil
            guard isOfYears, next != month.month.components.year else { continue }
            let hours = month.hours.indices.map { kind in year.reduce(Hours.zero) { $0 + $1.hours[kind] } }
            rows.append(
                row(
                    "\(month.month.components.year) in all", year.reduce(0) { $0 + $1.flights },
                    [year.reduce(Hours.zero) { $0 + $1.totalHours }] + hours, year.reduce(0) { $0 + $1.landings }))
            year = []
        }
        rows += audit.forwarded.map { stated in
            let totals = stated.totals
            let kinds: [ForwardedTotals.Kind] = [.total, .dual, .solo, .night, .instrument, .crossCountry, .pic]
            return row(
                "Brought forward, \(totals.date)\(stated.isAmended ? ", changed since" : "")", 0,
                kinds.map { totals.hours($0) }, totals.landings)
        }
        let sum = audit.summary
        rows.append(
            row(
                "All", sum.flights,
                [
                    sum.totalHours, sum.dualHours, sum.soloHours, sum.nightHours, sum.instrumentHours,
                    sum.crossCountryHours, sum.picHours,
                ], sum.allLandings))
        let aside = setAside.map { "\(StandingText.title) \(StandingText.note($0))" }
        let notes = [DisputedText.note(audit.disputed), aside].compactMap(\.self)
        let note = notes.isEmpty ? nil : notes.joined(separator: " ")
        return Section(title: "Totals", note: note, rows: TextRows(columns, rows), endsInSum: true)
    }

    private static func periods(_ audit: LogbookAudit) -> Section {
        var rows: [[TextRows.Cell]] = []
        for kind in LandingsKind.allCases {
            for period in audit.periods[kind] ?? [] {
                rows.append([
                    .text(period.from.description), .text(period.through.description),
                    .text(kind.label(audit.experience.authority)),
                ])
            }
        }
        return section(
            "Periods of currency", none: "There was no period of currency.",
            TextRows([("From", .left), ("Through", .left), ("Reading", .left)], rows))
    }

    private static func superseded(_ audit: LogbookAudit) -> Section {
        let rows: [[TextRows.Cell]] = audit.superseded.map { old, new in
            [.flight(old), .text(audit.date(of: old)?.description ?? ""), .flight(new)]
        }
        return section(
            "Superseded flights", none: "No flight took the place of another.",
            TextRows([("Flight", .left), ("Date", .left), ("Replaced by", .left)], rows))
    }

    static let logsTitle = "State of the log"

    /// Each log with its root, and how the checkpoint file agrees.
    private static func logs(_ audit: LogbookAudit) -> Section {
        let logs = audit.logs
        let rows: [[TextRows.Cell]] = logs.logs.map { log in
            [.text(Answers.name(log)), .text(String(log.size)), .text(log.json["root"]?.stringValue ?? "")]
        }
        let held = "\(Text.count(Int(logs.position.value), "event")) in \(Text.count(logs.logs.count, "log"))"
        let note =
            logs.position == logs.newest
            ? "The ledger holds \(held); the checkpoint file: \(logs.checkpoint.text)."
            : "At position \(logs.position) the ledger held \(held). The checkpoint file is of its newest state, of \(Text.count(Int(logs.newest.value), "event")): \(logs.checkpoint.text)."
        return Section(
            title: logsTitle, note: note, rows: TextRows([("Log", .left), ("Events", .right), ("Root", .left)], rows))
    }
}
