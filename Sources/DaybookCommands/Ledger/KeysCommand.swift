import ArgumentParser
import DaybookDomains

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "The key files in the ledger's folder.",
        discussion: """
            Example:
              daybook keys fix
            """,
        subcommands: [Fix.self])

    struct Fix: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "fix", abstract: "Make the ledger's folder and its keys private to this user.",
            discussion: """
                Example:
                  daybook keys fix

                The folder and its keys/ get the mode 0700, each key file and each file
                that programs lock 0600, and no other file of the store stays writable
                to others. A link, or another user's
                file, stays as it is and is named; the status is 1 then.
                """)

        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let path = try session.ledgerPath
            let report = try Ledger.fixKeys(at: path)
            try session.answer(
                .object(pairs: [
                    "ledger": .string(path), "ok": .bool(report.left.isEmpty),
                    "fixed": .array(
                        report.fixed.map {
                            .object(pairs: [
                                "path": .string($0.path), "from": .string(Fix.mode($0.from)),
                                "to": .string(Fix.mode($0.to)),
                            ])
                        }),
                    "left": .array(
                        report.left.map { .object(pairs: ["path": .string($0.path), "reason": .string($0.reason)]) }),
                ])
            ) {
                for fixed in report.fixed {
                    try session.print(
                        "\(Text.shown(fixed.path)): mode changed from \(Fix.mode(fixed.from)) to \(Fix.mode(fixed.to))."
                    )
                }
                for left in report.left {
                    try session.print("\(Text.shown(left.path)) stays as it is: \(left.reason).")
                }
                if report.fixed.isEmpty, report.left.isEmpty {
                    try session.print("The folder and its keys are closed to other users already.")
                }
            }
            if let left = report.left.first {
                throw Ended(
                    status: 1,
                    reason: Rejection(
                        code: "keys.left", message: "\(left.path) could not be mended: \(left.reason).",
                        hint: "Its owner can mend it, or move it out of the folder."))
            }
        }

        private static func mode(_ mode: UInt32) -> String {
            let digits = String(mode, radix: 8)
            return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }
}
