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
            the events. No other program may have the ledger open. The status is 74 while
            damage remains.
            """)

    @Option(name: .customLong("from"), help: "The export, bundle, backup or ledger.", completion: .file())
    var source: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let report = try Ledger.repair(
            at: try session.ledgerPath, from: try RepairCommand.source(source, session),
            environment: try session.ledgerEnvironment())
        try session.answer(report.json) {
            if report.lost > 0 {
                let lost = Text.count(report.lost, "lost event")
                try session.print("Restored \(report.restored) of \(lost) from \(Text.shown(source)).")
            }
            if report.isRebuilt { try session.print("The projections are built anew from the events.") }
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

    private static func source(_ path: String, _ session: Session) throws -> RepairSource {
        if path != "-", Files.isFolder(path) { return .ledger(path: path) }
        let source = try Files.source(path, session.console)
        var start: [UInt8] = []
        while start.count < 15, let more = try source() { start += more }
        var isFirst = true
        let whole = {
            defer { isFirst = false }
            return isFirst ? start : try source()
        }
        if start.starts(with: "daybook/bundle/".utf8) { return .bundle(whole) }
        var reader = LineReader(whole)
        return .lines { try reader.next() }
    }
}
