import ArgumentParser
import DaybookDomains

struct RepairCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Write lost events again from another copy of them.",
        discussion: """
            Examples:
              daybook repair --from ledger.jsonl
              daybook repair --from new.daybook
              daybook repair --from ../tablet
              daybook repair --as-is

            The copy is an export, a bundle, a backup or another ledger; it may be damaged,
            too. Only events that give the roots of this ledger's logs are accepted, in one
            commit. Positions stay, and projections that do not add up are built anew from
            the events.

            Where the file itself is broken, a new one is built beside it of what is whole
            and of what the copy has. Only when it holds all that was held does it take the
            place of the damaged one, which is kept. Positions and times of arrival are new
            then. Where the damaged file does not show the ledger's zone, --zone names it.
            No other program may have the ledger open. The status is 74 while damage
            remains.

            --as-is goes on with a whole file that is older than its checkpoint, as after
            it was put back from a copy: with what is here, under a new origin. The
            events that are missing can still be brought in, by import, bundle import or
            sync.
            """)

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp("The export, bundle, backup or ledger.", valueName: "file|dir"), completion: .file())
    var source: String?
    @Flag(name: .customLong("as-is"), help: "Go on with what is here, under a new origin.") var isAsItIs = false
    @Flag(name: .customLong("in-process"), help: .hidden) var isInProcess = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        guard let source, !isAsItIs else { return try goOn(session) }
        if let program = session.program, !isInProcess { return try repair(by: program, source, session) }
        let copy = try GivenCopy(source, session)
        try answer(repair(from: copy, inPlace: true, session), source, session)
    }

    private func goOn(_ session: Session) throws {
        guard source == nil, isAsItIs else {
            throw Fault(
                .usage, code: "repair.way", message: "A repair needs either --from or --as-is.",
                hint: "--from FILE names a copy that has what is lost; --as-is goes on without it.")
        }
        if let program = session.program, !isInProcess {
            let child = try VerifyCommand.child("repair", ["--as-is"], by: program, session)
            if let fault = VerifyCommand.fault(of: child) { throw fault }
            return try VerifyCommand.pass(on: child, session)
        }
        let report = try Ledger.repairAsItIs(
            at: try session.ledgerPath, environment: try session.ledgerEnvironment())
        try session.answer(report.json) {
            let here = Text.count(Int(report.verified.events), "event")
            try session.print(
                "The ledger goes on with the \(here) that are here. The next write begins a new log."
                    + (report.lost == 0
                        ? "" : " \(Text.count(report.lost, "later event")) can still be brought in from a copy."))
        }
        if !report.verified.isSound { throw Ended(status: Fault.Kind.damaged.rawValue, reason: nil) }
    }

    /// Lets a child process repair in place. Where broken pages end it by a fault, a new store is made here: that maps
    /// nothing of the old one, and what the child had not committed is not there.
    private func repair(by program: String, _ source: String, _ session: Session) throws {
        let copy = try GivenCopy(source, session)
        let child = try VerifyCommand.child(
            "repair", ["--from", copy.held == nil ? source : "-"], input: copy.held, by: program, session)
        guard let fault = VerifyCommand.fault(of: child) else { return try VerifyCommand.pass(on: child, session) }
        guard fault.kind == .damaged else { throw fault }
        try answer(repair(from: copy, inPlace: false, session), source, session)
    }

    private func repair(from copy: GivenCopy, inPlace: Bool, _ session: Session) throws -> RepairReport {
        try Ledger.repair(
            at: try session.ledgerPath, from: try copy.source, inPlace: inPlace,
            environment: try session.ledgerEnvironment())
    }

    private func answer(_ report: RepairReport, _ source: String, _ session: Session) throws {
        try session.answer(report.json) {
            if report.lost > 0 {
                let lost = Text.count(report.lost, "lost event")
                try session.print("Restored \(report.restored) of \(lost) from \(Text.shown(source)).")
            }
            if let kept = report.keptFile {
                try session.print(
                    "A new file holds all events, with new positions. The damaged one is kept: \(Text.shown(kept))")
                if let zone = report.zoneGiven {
                    try session.print("The damaged file shows no zone and no name: the zone is \(zone), as given.")
                }
            } else if report.isRebuilt {
                try session.print("The projections are built anew from the events.")
            }
            if report.verified.isSound {
                let events = Text.count(Int(report.verified.events), "event")
                try session.print(session.style.good("OK:") + " \(events). All hashes, roots and signatures match.")
            }
            for damage in report.verified.damage {
                try session.print(session.style.bad("Damage:") + " " + Text.shown(damage.place(after: damage.reason)))
            }
            if !report.verified.isSound {
                try session.print("Repair it from another copy, or save what is whole: daybook export --salvage FILE")
            }
        }
        if !report.verified.isSound { throw Ended(status: Fault.Kind.damaged.rawValue, reason: nil) }
    }
}
