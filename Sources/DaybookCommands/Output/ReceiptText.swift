import DaybookDomains

/// The answer of `verify --against` about the signature of a receipt.
enum ReceiptText {
    static func json(_ report: ReceiptReport) -> JSONValue {
        let (statement, cause) = (report.statement, report.cause)
        return .object(pairs: [
            "record": .string(statement.stream.text), "person": .string(statement.principal.hex),
            "key": .string(report.key.hex), "certificate": .string(statement.signed.certificate),
            "at": .string(statement.signed.instant.description),
            "state": .string(state(report)), "reason": outcome(report)?.reason.map { .string($0) },
            "cause": cause.map { cause in
                .object(pairs: [
                    "event": .string(cause.event.hex), "by": .string(cause.by.hex),
                    "recorded": .string(cause.recorded.description),
                ])
            },
            "now": .array(ReceiptReport.Now.allCases.filter(report.now.contains).map { .string($0.rawValue) }),
        ])
    }

    private static func outcome(_ report: ReceiptReport) -> EventOutcome? {
        if case .withoutEffect(let outcome) = report.standing { outcome } else { nil }
    }

    private static func state(_ report: ReceiptReport) -> String {
        switch report.standing {
        case .standing: "standing"
        case .voided: "voided"
        case .withoutEffect(let outcome): outcome.status.description
        case .forged: "forged"
        case .erased: "erased"
        case .missing: "missing"
        }
    }

    /// A line with the record, the signer and the instant; nil for a signature that stands.
    static func line(_ report: ReceiptReport, _ zone: any ZoneRules, _ style: Style) -> String? {
        let signed = report.statement.signed
        let signature =
            "the signature of \(Text.time(signed.instant, zone)) on \(report.statement.stream.text) "
            + "by the key \(report.key.hex), certificate number \(Text.shown(signed.certificate)),"
        let (who, when) =
            report.cause.map { ("the person \($0.by.hex.prefix(12))", Text.time($0.recorded, zone)) }
            ?? ("a person who is not known here", "an unknown time")
        let now = now(report.now)
        switch report.standing {
        case .standing: return nil
        case .voided:
            return style.warning("Held, and voided:") + " \(signature) was voided by \(who) at \(when). \(now)"
        case .withoutEffect(let outcome):
            let reason = outcome.reason.map { " (\($0))" } ?? ""
            return style.warning("Held, without effect:")
                + " \(signature) is \(outcome.status)\(reason) as \(who) recorded it at \(when). \(now)"
        case .forged:
            return style.bad("Forged:")
                + " \(signature) is not here: at \(when) \(who) recorded its bytes over something else. \(now)"
        case .erased:
            return style.warning("Erased:")
                + " \(signature) cannot be shown, because \(who) erased it or what it covers at \(when). \(now)"
        case .missing: return style.bad("Missing:") + " \(signature) is not in this ledger. \(now)"
        }
    }

    /// A sentence on the record.
    private static func now(_ now: Set<ReceiptReport.Now>) -> String {
        if now.contains(.absent) { return "The record is not here." }
        if now.contains(.erased) { return "The record was erased." }
        var words: [String] = []
        if now.contains(.removed) { words.append("is removed") }
        if now.contains(.unsigned) { words.append("is not signed") }
        if now.contains(.signedOtherwise) { words.append("has another signature") }
        if now.contains(.signedAgain) { words.append("is signed again with the same signature") }
        words.append(now.contains(.changed) ? "was changed since" : "says what was signed")
        return "The record " + words.joined(separator: ", and ") + "."
    }
}
