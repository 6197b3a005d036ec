import DaybookKit

/// The audit as one JSON document.
enum AuditJSON {
    static func json(_ answer: Answer<LogbookAudit>, _ html: String?) -> JSONValue {
        let audit = answer.value
        return .object(pairs: [
            "asOf": answer.asOf.json, "totals": totals(audit.summary), "months": .array(audit.months.map(month)),
            "periods": .object(LandingsKind.allCases.map { kind in .init(kind.rawValue, .array((audit.periods[kind] ?? []).map(period))) }),
            "signatures": .array(audit.signatures.map { signature($0, audit) }), "changes": .array(audit.changes.map(change)),
            "undoneImports": .array(audit.undoneImports.map(undoneImport)),
            "late": .array(audit.late.map(late)), "lateImported": .integer(audit.lateImported),
            "duplicates": .array(audit.duplicates.map { .array($0.entries.map { .string($0.stream.id) }) }),
            "conflicts": .array(audit.conflicts.map { conflict($0, audit) }),
            "contradictions": .array(audit.contradictions.flatMap { found in found.findings.map { contradiction($0, audit.entries[found.entry]) } }),
            "superseded": .array(
                audit.supersessions.replacement.sorted { $0.key < $1.key }.map { .object(pairs: ["flight": .string($0.key.id), "by": .string($0.value.id)]) }),
            "waiting": .array(audit.waiting.map(waiting)),
            "unendorsed": .array(audit.unendorsed.map { entry(audit.entries[$0]) }),
            "outOfCurrency": .array(audit.outOfCurrency.map { entry(audit.entries[$0]) }), "html": html.map { .string($0) },
        ])
    }

    /// A void is told by itself.
    static func state(_ signature: AuditedSignature) -> String {
        if signature.void != nil { return "voided" }
        return signature.outcome.status == .effective ? "standing" : String(describing: signature.outcome.status)
    }

    /// Whether the instructor's certificate had ended before the day of the flight.
    static func isExpired(_ signature: AuditedSignature, _ audit: LogbookAudit) -> Bool {
        guard let through = signature.certificateThrough, let date = audit.dates[signature.stream] else { return false }
        return through < date
    }

    private static func waiting(_ waiting: WaitingFlight) -> JSONValue {
        guard case .object(let why) = WaitingText.json(waiting) else { preconditionFailure("what waits is told as an object") }
        return .object([.init("flight", .string(waiting.flight.id)), .init("signed", .bool(waiting.isSigned))] + why)
    }

    private static func contradiction(_ finding: EntryFinding, _ entry: FlightEntry) -> JSONValue {
        .object(pairs: ["flight": .string(entry.stream.id), "code": .string(finding.kind.code), "text": .string(finding.message)])
    }

    private static func totals(_ sum: FlightSummary) -> JSONValue {
        .object(pairs: [
            "flights": .integer(sum.flights), "totalHours": .number(Digits.tenths(sum.totalHours)), "dualHours": .number(Digits.tenths(sum.dualHours)),
            "soloHours": .number(Digits.tenths(sum.soloHours)), "nightHours": .number(Digits.tenths(sum.nightHours)),
            "instrumentHours": .number(Digits.tenths(sum.instrumentHours)), "crossCountryHours": .number(Digits.tenths(sum.crossCountryHours)),
            "picHours": .number(Digits.tenths(sum.picHours)), "allLandings": .integer(sum.allLandings), "dayLandings": .integer(sum.dayLandings),
            "nightLandings": .integer(sum.nightLandings),
        ])
    }

    private static func month(_ month: MonthTotals) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("month", .string(String(month.month.description.prefix(7)))), .init("flights", .integer(month.flights)),
            .init("totalHours", .number(Digits.tenths(month.totalHours))),
        ]
        for kind in HourKind.allCases { members.append(.init("\(kind.rawValue)Hours", .number(Digits.tenths(month.hours(of: kind))))) }
        return .object(members + [.init("allLandings", .integer(month.landings))])
    }

    private static func period(_ period: CurrencyPeriod) -> JSONValue {
        .object(pairs: ["from": .string(period.from.description), "through": .string(period.through.description)])
    }

    private static func signature(_ signature: AuditedSignature, _ audit: LogbookAudit) -> JSONValue {
        let void: JSONValue? = signature.void.map {
            .object(pairs: [
                "event": .string($0.event.hex), "recorded": .string($0.recorded.description), "by": .string($0.by.hex), "reason": .string($0.reason),
            ])
        }
        return .object(pairs: [
            "flight": .string(signature.stream.id), "event": .string(signature.event.hex), "cfiNumber": .string(signature.cfiNumber),
            "signerName": .told(signature.signerName), "recorded": .string(signature.recorded.description),
            "covers": .array(signature.covers.map { .string($0.hex) }), "content": .told(signature.content),
            "image": .told(signature.image), "state": .string(state(signature)), "voided": void ?? .null,
            "supersededBy": audit.supersessions.replacement[signature.stream].map { .string($0.id) },
            "certificateEnded": isExpired(signature, audit) ? signature.certificateThrough.map { .string($0.description) } : nil,
        ])
    }

    private static func change(_ change: AuditedChange) -> JSONValue {
        let event = change.step.event
        return .object(pairs: [
            "flight": .string(change.stream.id), "event": .string(event.id.hex), "type": .string(event.envelope.type),
            "recorded": .string(event.envelope.recorded.description), "by": .string(event.envelope.actor.hex),
            "outcome": .string(String(describing: event.outcome.status)), "reason": event.data?["reason"] ?? .null,
            "changes": .array(
                change.step.changes.map { .object(pairs: ["field": .string($0.field), "old": $0.old ?? .null, "new": $0.new ?? .null]) }),
        ])
    }

    private static func late(_ entry: LateEntry) -> JSONValue {
        .object(pairs: [
            "flight": .string(entry.stream.id), "date": .string(entry.date.description), "recorded": .string(entry.recorded.description),
            "days": .integer(entry.days),
        ])
    }

    private static func conflict(_ conflict: EntryConflict, _ audit: LogbookAudit) -> JSONValue {
        .object(pairs: [
            "kind": .string(conflict.kind.rawValue), "aircraft": .told(conflict.aircraft),
            "hours": .number(Digits.tenths(conflict.tenths)), "flights": .array(conflict.entries.map { entry(audit.entries[$0]) }),
        ])
    }

    private static func entry(_ entry: FlightEntry) -> JSONValue {
        .object(pairs: [
            "flight": .string(entry.stream.id), "date": .string(entry.flight.date.description), "route": .string(entry.flight.route),
            "hobbs": .number(Digits.tenths(entry.flight.totalHours)),
        ])
    }
}
