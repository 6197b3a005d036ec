import ArgumentParser
import DaybookKit

struct RepairCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Write lost events again from another copy of them.",
        discussion: """
            Examples:
              daybook repair --from ledger.jsonl
              daybook repair --from new.daybook
              daybook repair --from ../tablet

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
            """)

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp("The export, bundle, backup or ledger.", valueName: "file|dir"), completion: .file())
    var source: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let report = try Ledger.repair(
            at: try session.ledgerPath, from: try RepairCommand.source(source, session),
            inPlace: try isReadable(session), environment: try session.ledgerEnvironment())
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

    /// Whether a process that reads the whole file is not ended by a fault.
    private func isReadable(_ session: Session) throws -> Bool {
        guard let program = session.program else { return true }
        let child = try ChildProcess.run(
            program, ["verify", VerifyCommand.inProcess] + session.processOptions(ledger: try session.ledgerPath),
            input: nil, capturesOutput: true)
        return VerifyCommand.fault(of: child)?.kind != .damaged
    }

    private static func source(_ path: String, _ session: Session) throws -> RepairSource {
        if path != "-", Files.isFolder(path) {
            guard try !Files.isSameFolder(path, session.ledgerPath) else {
                throw Fault(
                    .usage, code: "repair.itself", message: "\(path) is the ledger that is to be repaired.",
                    hint: "Name another copy: a backup, an export, a bundle, or the folder of another device's ledger.")
            }
            return .ledger(path: path)
        }
        let open = try opening(path, session)
        var start: [UInt8] = []
        let source = try open()
        while start.count < 15, let more = try source() { start += more }
        if start.starts(with: "daybook/bundle/".utf8) { return .bundle(open) }
        return .lines {
            var reader = LineReader(try open())
            return { try reader.next() }
        }
    }

    /// Opens the source from its beginning, each time; what is no file is read once, and held.
    private static func opening(_ path: String, _ session: Session) throws -> () throws -> Console.Source {
        if Files.isRegular(path) { return { try Files.source(path, session.console) } }
        let source = try Files.source(path, session.console)
        var pieces: [[UInt8]] = []
        while let piece = try source() { pieces.append(piece) }
        return {
            var next = 0
            return {
                defer { next += 1 }
                return next < pieces.count ? pieces[next] : nil
            }
        }
    }
}
