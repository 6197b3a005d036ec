import DaybookDomains

/// How `verify --against` answers.
enum AnchorText {
    static func json(_ report: AnchorReport, _ file: String) -> JSONValue {
        func list(_ values: [JSONValue]) -> JSONValue? { values.isEmpty ? nil : .array(values) }
        return .object(pairs: [
            "kind": .string(report.kind.rawValue), "file": .string(file), "agrees": .bool(report.agrees),
            "contradictions": list(
                report.contradictions.map { one in
                    .object(pairs: [
                        "log": .string(one.origin.hex), "size": .integer(one.size),
                        "kept": .string(Base64.encode(one.kept.bytes)),
                        "held": .string(Base64.encode(one.held.bytes)),
                    ])
                }),
            "missing": list(
                report.missing.map { .object(pairs: ["log": .string($0.origin.hex), "size": .integer($0.size)]) }),
            "missingEvents": list(report.missingEvents.map { .string($0.hex) }),
            "differs": report.difference.map { one in
                .object(pairs: [
                    "log": .string(one.origin.hex), "sequence": .integer(one.sequence), "kept": .string(one.kept.hex),
                    "held": .string(one.held.hex),
                ])
            },
            "erasedEvents": list(report.erasedEvents.map { .string($0.hex) }),
            "missingAttachments": list(report.missingAttachments.map { .string($0.hex) }),
            "unplaced": report.unplaced.map { .string($0) },
            "signature": report.receipt.map(ReceiptText.json),
        ])
    }

    static func print(_ report: AnchorReport, _ file: String, _ zone: any ZoneRules, _ session: Session) throws {
        let signature = report.receipt.flatMap { ReceiptText.line($0, zone, session.style) }
        if report.agrees {
            let place = file == "-" ? "on standard input" : "in \(Text.shown(file))"
            try session.print(session.style.good("Agrees") + " with the \(report.kind.rawValue) \(place).")
        }
        for one in report.contradictions {
            try session.print(
                session.style.bad("Contradicted:")
                    + " at \(Text.count(Int(clamping: one.size), "event")) the log \(one.origin.hex) has the root "
                    + "\(Base64.encode(one.kept.bytes)) in the file and \(Base64.encode(one.held.bytes)) here.")
        }
        if let one = report.difference {
            try session.print(
                session.style.bad("Differs:")
                    + " event \(one.sequence) of the log \(one.origin.hex) is \(one.kept.hex) in the file and \(one.held.hex) here."
            )
        }
        if let signature { try session.print(signature) }
        for event in report.missingEvents {
            try session.print(session.style.bad("Missing:") + " the signed event \(event.hex) is not here.")
        }
        for one in report.missing {
            try session.print(
                session.style.warning("Not here:")
                    + " the log \(one.origin.hex) with the root that the file names at \(Text.count(Int(clamping: one.size), "event"))."
            )
        }
        if let unplaced = report.unplaced { try session.print(session.style.warning("Unplaced:") + " \(unplaced).") }
        for event in report.erasedEvents {
            let erased = session.style.warning("Erased here:")
            try session.print("\(erased) the body of the event \(event.hex), which the file holds.")
        }
        for digest in report.missingAttachments {
            try session.print(session.style.warning("Not here:") + " the attachment sha256:\(digest.hex).")
        }
    }

    private static func name(_ file: String) -> String { file == "-" ? "the file" : file }

    /// How the command ends where the file and the ledger do not agree; nil where they do.
    static func ended(_ report: AnchorReport, _ file: String) -> Ended? {
        if report.isHeld { return nil }
        guard report.isContradicted else {
            return Ended(
                status: 1,
                reason: Rejection(
                    code: "anchor.notHere",
                    message: "The ledger does not hold all that \(AnchorText.name(file)) names.",
                    hint: "Take what is missing from another device, then look again."))
        }
        return Ended(
            status: Fault.Kind.damaged.rawValue,
            reason: Fault(
                .damaged, code: "anchor.contradicted",
                message:
                    "The ledger contradicts \(AnchorText.name(file)): it holds other events, or lacks a signature.",
                hint: "One of the two was rewritten. Keep both, and ask where the ledger comes from."))
    }
}
