import ArgumentParser
import DaybookDomains

struct DoctorCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Show what is wrong with the ledger, and the command that mends it.",
        discussion: """
            Examples:
              daybook doctor
              daybook doctor --json

            It reads everything, as verify does, in a process of its own, and changes
            nothing: damage, work that a command owes, keys that are missing or open to
            others, events that nothing can sign for, the clock's zone, and who has the
            ledger open. The status is 0 when nothing is wrong, 74 for damage, else 1.
            """)

    @Flag(name: .customLong("in-process"), help: .hidden) var isInProcess = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        if let program = session.program, !isInProcess { return try examine(by: program, session) }
        let report: HealthReport
        do {
            report = try session.withLedger(.examine) { try $0.health() }
        } catch let fault as Fault where VerifyCommand.indicatesDamage(fault) {
            report = Ledger.health(at: try session.ledgerPath, fault)
        }
        try DoctorCommand.answer(report, session)
    }

    /// Lets a child process read; a fault that ends it is damage.
    private func examine(by program: String, _ session: Session) throws {
        let path = try session.ledgerPath
        let child = try VerifyCommand.child("doctor", by: program, session)
        if let fault = VerifyCommand.fault(of: child) {
            guard fault.kind == .damaged else { throw fault }
            return try DoctorCommand.answer(Ledger.health(at: path, fault), session)
        }
        try VerifyCommand.pass(on: child, session)
    }

    private static func answer(_ report: HealthReport, _ session: Session) throws {
        try session.answer(report.json) {
            if report.findings.isEmpty {
                let events = Text.count(Int(report.events ?? 0), "event")
                try session.print(session.style.good("OK:") + " \(events). Nothing is wrong.")
            }
            for (number, finding) in report.findings.enumerated() {
                let title = finding.isDamage ? session.style.bad("Damage:") : session.style.warning("Finding:")
                try session.print("\(title) \(Text.shown(finding.text)) (\(finding.code))")
                // A command stands once behind all findings that it mends.
                let next = report.findings.dropFirst(number + 1).first
                if let command = finding.command, command != next?.command {
                    try session.print("  mend:  \(Text.shown(command))")
                }
            }
            if report.findings.contains(where: { $0.isDamage && $0.command == "daybook repair --from FILE" }) {
                try session.print(
                    "FILE is a backup, an export, a bundle or the folder of another device's ledger. Without one, "
                        + "save what is whole: daybook export --salvage FILE")
            }
            for holder in report.openIn {
                try session.print("Open in process \(holder.process) (\(Text.shown(holder.program))).")
            }
        }
        if report.findings.isEmpty { return }
        throw Ended(status: report.isDamaged ? Fault.Kind.damaged.rawValue : 1, reason: nil)
    }
}
