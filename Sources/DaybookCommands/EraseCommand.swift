import ArgumentParser
import DaybookKit

struct EraseCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase one record for ever: what it said is gone, that there was something stays.",
        discussion: """
            Examples:
              daybook erase drink/0192f0c1-7a4e-7c11-9d0e-2f6b1c3d4e5f --reason "asked for by its author" --yes
              daybook erase flight/0192f0c1 --reason "another person's flight" --signed --yes

            The bodies of all its events go, and attachments that only it named; the
            envelopes stay, so that every proof still holds. Its id is used up. Other devices
            drop their copies when they exchange next; files that were written elsewhere
            (exports, bundles, backups) keep theirs. No other program may have the ledger open.
            """)

    @Argument(help: ArgumentHelp("The record, with its kind or without.", valueName: "stream")) var name: String
    @Option(help: "Why. It stays readable for ever: name no person.") var reason: String
    @Flag(help: "Even though a signature stands on it.") var signed = false
    @Flag(help: "Really erase it.") var yes = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let stream = try session.withLedger(.readOnly) { ledger in
            guard let found = try ledger.find(name), found.event == nil else {
                throw Rejection(code: "stream.unknown", message: "There is no stream \"\(name)\".", hint: "\"daybook log\" shows what there is.")
            }
            return found.stream
        }
        guard yes else {
            throw Fault(
                .usage, code: "confirm.required", message: "What is erased never comes back: it is done with --yes only.",
                hint: "daybook erase \(stream.text) --reason \"…\" --yes")
        }
        let receipt = try Ledger.erase(stream, reason: reason, signed: signed, at: try session.ledgerPath, environment: try session.ledgerEnvironment())
        try session.answer(receipt.json) {
            let attachments = receipt.blobsDropped > 0 ? ", with \(Text.count(receipt.blobsDropped, "attachment"))" : ""
            try session.print("\(stream.text) is erased: what \(Text.count(receipt.bodies, "event")) said (\(Text.count(receipt.bytes, "byte"))) is gone for ever\(attachments).")
            try session.print("What remains: \(Text.count(receipt.bodies, "envelope")) (author, time, type, and a hash of what was said), and event \(receipt.event.short), which says why.")
            try session.print("Other devices drop their copies when they exchange next. Exports, bundles and backups that were made before keep theirs.")
        }
    }
}
