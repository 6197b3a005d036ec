import ArgumentParser
import DaybookDomains

struct CompactCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact", abstract: "Shrink the ledger file. No event is deleted.",
        discussion: """
            Examples:
              daybook compact
              daybook compact --erasures
              daybook compact --json

            Photos that were removed from an alarm, or whose alarm was removed, go for good.
            The photo of a profile goes with "daybook erase profile/quiz". No other program
            may have the ledger open. A damaged ledger stays as it is.
            What another device erased is hidden here for 14 days before its bytes go;
            --erasures destroys it now. What stopped commands left in the ledger's folder is removed.
            """)

    @Flag(help: "Destroy what other devices erased now, not after 14 days.") var erasures = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let report = try Ledger.compact(
            at: try session.ledgerPath, erasures: erasures, environment: try session.ledgerEnvironment())
        try session.answer(report.json) {
            let size =
                report.bytesAfter < report.bytesBefore
                ? "The ledger takes \(report.bytesAfter) bytes instead of \(report.bytesBefore)"
                : "The ledger is as small as it can be"
            let dropped =
                report.blobsDropped > 0
                ? "; \(Text.count(report.blobsDropped, "attachment")) that nothing needed any more \(report.blobsDropped == 1 ? "is" : "are") gone"
                : ""
            try session.print("\(size)\(dropped).")
            try LeftoverText.print(removed: report.filesRemoved, session)
            try session.warn(report.notes)
        }
    }
}
