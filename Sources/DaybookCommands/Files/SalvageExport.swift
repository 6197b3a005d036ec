import DaybookDomains

/// `export --salvage`: what is whole of a damaged ledger.
struct SalvageExport {
    let file: String?
    let format: String

    func run(in session: Session) throws {
        guard format == "jsonl" else {
            throw Fault(.usage, code: "export.salvage", message: "--salvage writes jsonl.", hint: "Leave --format out.")
        }
        let (path, environment) = (try session.ledgerPath, try session.ledgerEnvironment())
        guard let file, file != "-" else {
            session.console.isJSON = true
            let report = try Ledger.salvage(at: path, environment: environment) { try session.console.write(bytes: $0) }
            return try report.notes.forEach { try session.console.write(errorLine: "Note: " + $0) }
        }
        var report = SalvageReport()
        let isReplaced = try session.writeFile(file) { output in
            report = try Ledger.salvage(at: path, environment: environment) { try output.write($0) }
        }
        try session.answer(SalvageExport.json(report, file, isReplaced: isReplaced)) {
            try session.print(Files.wrote(Text.count(report.events + report.apart, "event"), file, isReplaced))
            try session.printNotes(report.notes)
        }
    }

    private static func json(_ report: SalvageReport, _ file: String, isReplaced: Bool) -> JSONValue {
        let salvaged = JSONValue.object(pairs: [
            "whole": .bool(report.isWhole), "apart": .integer(report.apart),
            "unsigned": report.unsigned == 0 ? nil : .integer(report.unsigned), "lost": .array(report.lost.map(\.json)),
            "lostLogs": .integer(report.lostLogs), "uncounted": .integer(report.uncounted),
            "altered": .array(report.altered.map { .string($0.description) }),
            "erased": report.hidden.isEmpty ? nil : .array(report.hidden.map(\.json)),
            "lostAttachments": .array(report.lostAttachments.map { .string($0.hex) }),
        ])
        return .object(pairs: [
            "file": .string(file), "lines": .integer(report.lines), "events": .integer(report.events),
            "replaced": isReplaced ? .bool(true) : nil, "salvage": salvaged,
        ])
    }
}
