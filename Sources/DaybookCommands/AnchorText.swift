import DaybookKit

/// How `verify --against` answers.
enum AnchorText {
    static func json(_ report: AnchorReport, _ file: String) -> JSONValue {
        func list(_ values: [JSONValue]) -> JSONValue? { values.isEmpty ? nil : .array(values) }
        return .object(pairs: [
            "kind": .string(report.kind.rawValue), "file": .string(file), "agrees": .bool(report.agrees),
            "contradictions": list(
                report.contradictions.map { one in
                    .object(pairs: [
                        "log": .string(one.origin.hex), "size": .integer(one.size), "kept": .string(Base64.encode(one.kept.bytes)),
                        "held": .string(Base64.encode(one.held.bytes)),
                    ])
                }),
            "missing": list(report.missing.map { .object(pairs: ["log": .string($0.origin.hex), "size": .integer($0.size)]) }),
            "missingEvents": list(report.missingEvents.map { .string($0.hex) }),
            "differs": report.difference.map { one in
                .object(pairs: [
                    "log": .string(one.origin.hex), "sequence": .integer(one.sequence), "kept": .string(one.kept.hex), "held": .string(one.held.hex),
                ])
            },
            "notes": list(report.notes.map { .string($0) }),
        ])
    }

    static func tell(_ report: AnchorReport, _ file: String, _ session: Session) throws {
        if report.agrees { try session.print(session.style.good("Agrees") + " with the \(report.kind.rawValue) \(file == "-" ? "on standard input" : "in \(Text.shown(file))").") }
        for one in report.contradictions {
            try session.print(
                session.style.bad("Contradicted:") + " at \(Text.count(Int(clamping: one.size), "event")) the log \(one.origin.hex) has the root "
                    + "\(Base64.encode(one.kept.bytes)) in the file and \(Base64.encode(one.held.bytes)) here.")
        }
        if let one = report.difference {
            try session.print(
                session.style.bad("Differs:") + " event \(one.sequence) of the log \(one.origin.hex) is \(one.kept.hex) in the file and \(one.held.hex) here.")
        }
        for event in report.missingEvents { try session.print(session.style.bad("Missing:") + " the signed event \(event.hex) is not here.") }
        for one in report.missing {
            try session.print(session.style.warning("Not here:") + " the log \(one.origin.hex) with the root that the file names at \(Text.count(Int(clamping: one.size), "event")).")
        }
        try session.printNotes(report.notes)
    }

    private static func name(_ file: String) -> String { file == "-" ? "the file" : file }

    /// How the command ends where the file and the ledger do not agree; nil where they do.
    static func ended(_ report: AnchorReport, _ file: String) -> Ended? {
        if report.agrees { return nil }
        guard report.isContradicted else {
            return Ended(
                status: 1,
                reason: Rejection(
                    code: "anchor.notHere", message: "The ledger does not hold all that \(AnchorText.name(file)) names.",
                    hint: "Take what is missing from another device, then look again."))
        }
        return Ended(
            status: Fault.Kind.damaged.rawValue,
            reason: Fault(
                .damaged, code: "anchor.contradicted", message: "The ledger holds other events than \(AnchorText.name(file)) names.",
                hint: "One of the two was rewritten. Keep both, and ask where the ledger comes from."))
    }
}
