import DaybookDomains

/// The audit as one JSON document, written row by row.
enum AuditJSON {
    static func write(
        _ answer: Answer<LogbookAudit>, _ setAside: OwnSetAside?, _ html: String?, _ figures: [Figure],
        _ evidence: [[UInt8]]?, _ session: Session
    ) throws {
        let console = session.console
        let audit = answer.value
        var (document, pieced) = (JSONRow(), PiecedBytes())
        document.value("asOf", answer.asOf.json)
        let lack = JSONValue.object(session.lack.shown())
        if let incomplete = lack["incomplete"] { document.value("incomplete", incomplete) }
        if let choices = lack["choicesAhead"] { document.value("choicesAhead", choices) }
        let authority = audit.experience.authority
        document.value("authority", .string(authority.rawValue))
        document.value("period", period(audit))
        document.value("totals", totals(audit.summary))
        if let disputed = DisputedText.json(audit.disputed) { document.value("disputed", disputed) }
        if let setAside = StandingText.json(setAside) { document.value("setAside", setAside) }
        document.objects("months", count: audit.months.count) { month(audit.months[$0], &$1) }
        if let forwarded = ForwardText.json(audit.forwarded) { document.value("broughtForward", forwarded) }
        document.value(
            "periods",
            .object(
                LandingsKind.allCases.map { kind in
                    .init(kind.rawValue, .array((audit.periods[kind] ?? []).map(period)))
                }))
        document.objects("signatures", count: audit.signatures.count, to: &pieced) {
            signature(audit.signatures[$0], audit, &$1)
        }
        let endorsed = audit.endorsed
        document.objects("endorsementSignatures", count: endorsed.signatures.count, to: &pieced) {
            signature(endorsed.signatures[$0], audit, &$1)
        }
        document.objects("endorsementChanges", count: endorsed.changes.count, to: &pieced) {
            endorsementChange(endorsed.changes[$0], audit, &$1)
        }
        document.objects("changes", count: audit.changes.count, to: &pieced) { change(audit.changes[$0], audit, &$1) }
        document.objects("undoneImports", count: audit.undoneImports.count) {
            undoneImport(audit.undoneImports[$0], audit.devices, &$1)
        }
        document.objects(
            "late", count: audit.late.count, to: &pieced,
            some: { numbers, bytes in
                let (late, entries) = (audit.late, audit.entries)
                let (entry, line, texts) = (late.span, entries.lines.span, entries.texts.span)
                JSONRow.append(numbers, to: &bytes) { AuditJSON.late(entry[$0], line[entry[$0].entry], texts, &$1) }
            })
        document.count("lateImported", audit.lateImported)
        document.objects("duplicates", count: audit.duplicates.count, to: &pieced) {
            FlightText.write(audit.duplicates[$0], &$1)
        }
        document.objects(
            "conflicts", count: audit.conflicts.count, to: &pieced,
            some: { numbers, bytes in
                let (conflicts, entries) = (audit.conflicts, audit.entries)
                let conflict = conflicts.span
                JSONRow.append(numbers, to: &bytes) { AuditJSON.conflict(conflict[$0], entries, &$1) }
            })
        let contradictions = audit.contradictions.flatMap { found in
            found.findings.map { (entry: found.entry, finding: $0) }
        }
        document.objects("contradictions", count: contradictions.count, to: &pieced) { number, row in
            contradiction(contradictions[number].finding, audit.entries[contradictions[number].entry].stream, &row)
        }
        let superseded = audit.superseded
        document.objects("superseded", count: superseded.count, to: &pieced) { number, row in
            flight(superseded[number].old, &row)
            name(superseded[number].old, audit, &row)
            row.plain("by") { superseded[number].new.writeID(into: &$0) }
        }
        document.value("waiting", .array(audit.waiting.map(waiting)))
        document.objects("unendorsed", count: audit.unendorsed.count, to: &pieced) {
            entry(audit.unendorsed[$0], audit.entries, &$1)
        }
        let unendorsed = audit.solo.lacking
        document.objects("unendorsedKinds", count: unendorsed.count, to: &pieced) { number, row in
            entry(unendorsed[number].entry, audit.entries, &row)
            row.texts("lacks", unendorsed[number].paragraphs)
        }
        let lacking = audit.experience.lacking
        document.objects("outOfCurrency", count: lacking.count, to: &pieced) { number, row in
            entry(lacking[number].entry, audit.entries, &row)
            row.texts("lacks", lacking[number].rules.map { $0.paragraph(authority) })
        }
        document.value(
            "judged",
            .array(
                ExperienceRule.allCases.filter(audit.experience.judged.contains).map {
                    .string($0.paragraph(authority))
                }))
        document.objects("missing", count: audit.missing.count) { missing(audit.missing[$0], audit, &$1) }
        if !audit.alikeAircraft.isEmpty {
            document.value(
                "alikeAircraft", .array(audit.alikeAircraft.map { .array($0.map { .string($0) }) }))
        }
        document.value("findings", .array(audit.findings.map(\.json)))
        document.value("log", log(audit.logs))
        if let evidence {
            try document.members("evidence", behind: &pieced, to: console) {
                try EvidenceJSON.write(figures, written: evidence, to: $0)
            }
        }
        document.ifPresent(text: "html", html)
        pieced.add(document.ended())
        try pieced.write { try console.write(bytes: $0) }
        try console.write(line: "")
    }

    /// The days of the first and the last entry; null without entries.
    private static func period(_ audit: LogbookAudit) -> JSONValue {
        guard let first = audit.entries.first, let last = audit.entries.last else { return .null }
        return .object(pairs: [
            "from": .string(first.flight.date.description), "through": .string(last.flight.date.description),
        ])
    }

    private static func missing(_ run: MissingRun, _ audit: LogbookAudit, _ row: inout JSONRow) {
        let (first, last) = (audit.entries[run.first], audit.entries[run.last])
        row.text("field", run.field.code)
        row.text("paragraph", run.field.paragraph)
        row.text("text", run.field.title)
        row.count("flights", run.count)
        row.date("from", first.flight.date)
        row.date("through", last.flight.date)
        row.plain("first") { first.stream.writeID(into: &$0) }
        row.plain("last") { last.stream.writeID(into: &$0) }
    }

    private static func log(_ logs: AuditedLogs) -> JSONValue {
        .object(pairs: [
            "name": .string(logs.name), "principal": .string(logs.principal.hex),
            "events": .integer(logs.position.value), "newest": .integer(logs.newest.value),
            "origins": .array(logs.logs.map(\.json)), "checkpoint": .string(logs.checkpoint.text),
        ])
    }

    /// The state of a signature. A void has an object of its own.
    static func state(_ signature: AuditedSignature) -> String {
        if signature.void != nil { return "voided" }
        if signature.isErased { return "erased" }
        return signature.outcome.status == .effective ? "standing" : signature.outcome.status.description
    }

    static func flight(_ stream: StreamID, _ row: inout JSONRow) { row.plain("flight") { stream.writeID(into: &$0) } }

    /// The name of an entry; a removed one is named by its last state.
    static func name(_ stream: StreamID, _ audit: LogbookAudit, _ row: inout JSONRow) {
        guard let name = audit.names[stream] else {
            row.text("date", nil)
            return row.text("route", nil)
        }
        row.date("date", name.date)
        FlightText.addRoute(name.routeParts, to: &row)
    }

    static func recorded(_ instant: Instant, _ row: inout JSONRow) { row.instant("recorded", instant) }

    private static func waiting(_ waiting: WaitingFlight) -> JSONValue {
        guard case .object(let why) = WaitingText.json(waiting) else {
            preconditionFailure("what waits is written as an object")
        }
        return .object([.init("flight", .string(waiting.flight.id)), .init("signed", .bool(waiting.isSigned))] + why)
    }

    private static func contradiction(_ finding: EntryFinding, _ stream: StreamID, _ row: inout JSONRow) {
        flight(stream, &row)
        row.text("code", finding.kind.code)
        row.text("text", finding.message)
    }

    private static func totals(_ sum: FlightSummary) -> JSONValue {
        .object(pairs: [
            "flights": .integer(sum.flights), "totalHours": .hours(sum.totalHours), "dualHours": .hours(sum.dualHours),
            "soloHours": .hours(sum.soloHours), "nightHours": .hours(sum.nightHours),
            "instrumentHours": .hours(sum.instrumentHours), "crossCountryHours": .hours(sum.crossCountryHours),
            "picHours": .hours(sum.picHours), "allLandings": .integer(sum.allLandings),
            "dayLandings": .integer(sum.dayLandings),
            "nightLandings": .integer(sum.nightLandings),
        ])
    }

    private static func month(_ month: MonthTotals, _ row: inout JSONRow) {
        row.text("month", String(month.month.description.prefix(7)))
        row.count("flights", month.flights)
        row.hours("totalHours", month.totalHours)
        for kind in HourKind.allCases { row.hours(hours(of: kind), month.hours(of: kind)) }
        row.count("allLandings", month.landings)
    }

    private static func hours(of kind: HourKind) -> StaticString {
        switch kind {
        case .dual: "dualHours"
        case .solo: "soloHours"
        case .night: "nightHours"
        case .instrument: "instrumentHours"
        case .crossCountry: "crossCountryHours"
        case .pic: "picHours"
        }
    }

    private static func period(_ period: CurrencyPeriod) -> JSONValue {
        .object(pairs: ["from": .string(period.from.description), "through": .string(period.through.description)])
    }

    private static func signature(_ signature: AuditedSignature, _ audit: LogbookAudit, _ row: inout JSONRow) {
        let isEndorsement = signature.stream.kind == "endorsement"
        if isEndorsement {
            endorsement(signature.stream, audit, &row)
        } else {
            flight(signature.stream, &row)
            name(signature.stream, audit, &row)
        }
        row.text("event", signature.event.hex)
        row.text("cfiNumber", signature.cfiNumber)
        row.text("signerName", signature.signerName)
        recorded(signature.recorded, &row)
        row.ifPresent(text: "signedAt", signature.attested?.description)
        row.texts("covers", signature.covers.map(\.hex))
        row.text("content", signature.content)
        if !isEndorsement { row.text("image", signature.image) }
        row.ifPresent(text: "key", signature.ownKey)
        row.flag("stands", signature.isStanding)
        row.text("vouchedForBy", audit.vouches(for: signature))
        row.text("state", state(signature))
        row.value("voided", signature.void.map(void) ?? .null)
        row.ifPresent(text: "supersededBy", audit.supersessions.replacement[signature.stream]?.id)
        row.ifPresent(text: "certificateThrough", signature.certificateThrough?.description)
        if let before = audit.certificateEnded(before: signature) {
            row.ifPresent(text: "certificateEnded", signature.certificateThrough?.description)
            row.text("certificateEndedBefore", before.rawValue)
        }
        if signature.isLater { row.flag("later", true) }
    }

    private static func void(_ void: AuditedSignature.Void) -> JSONValue {
        .object(pairs: [
            "event": .string(void.event.hex), "recorded": .string(void.recorded.description),
            "by": .string(void.by.hex), "reason": .string(void.reason),
            "changesSince": .integer(void.changesSince), "later": void.isLater ? .bool(true) : nil,
        ])
    }

    private static func late(_ entry: LateEntry, _ line: EntryLine, _ texts: Span<UInt8>, _ row: inout JSONRow) {
        row.plain("flight") { line.writeID(of: texts, into: &$0) }
        row.date("date", line.date)
        recorded(entry.recorded, &row)
        row.count("days", entry.days)
    }

    private static func conflict(_ conflict: EntryConflict, _ entries: AuditedEntries, _ row: inout JSONRow) {
        row.text("kind", conflict.kind.rawValue)
        row.text("aircraft", conflict.aircraft)
        row.hours("hours", conflict.hours)
        row.objects("flights", count: conflict.count) { entry(conflict.place($0), entries, &$1) }
    }

    private static func entry(_ place: Int, _ entries: AuditedEntries, _ row: inout JSONRow) {
        let (lines, texts) = (entries.lines.span, entries.texts.span)
        let line = lines[place]
        row.plain("flight") { line.writeID(of: texts, into: &$0) }
        row.date("date", line.date)
        if line.statesRoute {
            row.plain("route") { line.writeRoute(of: texts, into: &$0) }
        } else {
            FlightText.addRoute(entries[place].flight.routeParts, to: &row)
        }
        row.hours("hobbs", line.hours)
    }
}
