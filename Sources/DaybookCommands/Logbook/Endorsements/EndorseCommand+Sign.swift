import ArgumentParser
import DaybookDomains

extension EndorseCommand {
    struct Sign: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign", abstract: "Sign an endorsement. It is locked until the signature is voided.",
            discussion: """
                Examples:
                  daybook endorse sign 0192f0c1 --cfi 1234567 --name "A. Instructor"
                  daybook endorse sign 0192f0c1 --cfi 1234567 --key instructor.key
                  daybook endorse sign 0192f0c1 --response response.json

                With --key the instructor signs the endorsement and how far every log has
                come with a key of the instructor's own, from "daybook key new". The key
                then lies on this machine while it signs; "daybook endorse sign-request"
                lets the instructor sign on another one. The receipt is for the instructor.
                """)

        @Argument(help: "The endorsement.") var id: String
        @OptionGroup var instructor: InstructorNumber
        @Option(parsing: .unconditional, help: ArgumentHelp("The instructor's name.", valueName: "text"))
        var name: String?
        @Option(
            name: .customLong("certificate-through"),
            help: ArgumentHelp("The last day of the instructor's certificate.", valueName: "date"))
        var certificateThrough: String?
        @Option(help: ArgumentHelp("The instructor's own key.", valueName: "file"), completion: .file())
        var key: String?
        @Option(help: ArgumentHelp("The instructor's response to a request.", valueName: "file"), completion: .file())
        var response: String?
        @Option(
            help: ArgumentHelp("Write the instructor's receipt to this file.", valueName: "file"), completion: .file())
        var receipt: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func validate() throws {
            if response != nil, instructor.cfi != nil || name != nil || key != nil || certificateThrough != nil {
                throw ValidationError(
                    "--response brings the number, the name and the signature: give no --cfi, --name, --key or "
                        + "--certificate-through with it.")
            }
            if receipt != nil, key == nil, response == nil {
                throw ValidationError("--receipt goes with --key or --response: only a key's signature has a receipt.")
            }
        }

        func run(in session: Session) throws {
            // The receipt is written after the commit: what stands in its way is found before it.
            try OutputFiles.check([receipt], apartFrom: [key, response])
            let response = try response.map {
                try SignResponse(try Files.bytes($0, bytesMaximum: 4 << 20, session.console))
            }
            let signer = Ledger.SigningInstructor(
                cfiNumber: instructor.cfi ?? "", name: name,
                certificateThrough: try certificateThrough.map { try Values.date($0, "certificateThrough") },
                key: try key.map { try Files.instructorKey($0, session.console) })
            let publicKey = try response?.key ?? signer.key.map { try Ledger.publicKey(ofSeed: $0) }
            try session.withLedger(.readWrite) { ledger in
                let stream = try EndorseCommand.existing(id, ledger)
                let appended =
                    try response.map { try ledger.signEndorsement(stream, with: $0) }
                    ?? ledger.signEndorsement(stream, by: signer)
                let kept = try KeptReceipt(of: appended.ids.last, stream, ledger, file: receipt)
                let answer = JSONValue.object(pairs: [
                    "id": .string(stream.id), "instructorKey": publicKey.map { .string($0) },
                    "receipt": kept.map { .string($0.text) },
                ])
                try session.answer(answer.wrote(appended)) {
                    try session.print("Endorsement signed and locked.")
                    if let publicKey { try session.print("The instructor's key \(publicKey) signed it.") }
                    try kept?.print(session)
                }
            }
        }
    }

    struct AskToSign: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-request",
            abstract: "Ask an instructor to sign an endorsement on the instructor's own machine.",
            discussion: """
                Examples:
                  daybook endorse sign-request 0192f0c1 request.json
                  daybook endorse sign 0192f0c1 --response response.json

                The file holds the text to be signed and what it says in words. The
                instructor answers with "daybook key sign FILE --key KEYFILE --cfi NUMBER".
                """)

        @Argument(help: "The endorsement.") var id: String
        @Argument(help: "The file to write. (default: standard output)", completion: .file()) var file: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let request = try session.withLedger(.readWrite) { ledger in
                try ledger.signRequest(for: try EndorseCommand.existing(id, ledger)).request
            }
            guard let file, file != "-" else {
                // The request is the output.
                return try session.print(request.json.text)
            }
            _ = try session.writeFile(file) { try $0.write(Array((request.json.text + "\n").utf8)) }
            let answer = JSONValue.object(pairs: [
                "file": .string(file), "says": request.says, "logs": SignText.logs(request),
                "closedLogs": .integer(request.closedLogs),
            ])
            try session.answer(answer) {
                try session.print("The request is in \(file). It asks to sign:")
                try session.print(SignText.table(request.says))
                for line in SignText.lines(request) { try session.print(line) }
            }
        }
    }

    struct VoidSignature: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "void", abstract: "Void the signature of an endorsement. It remains in the history.",
            discussion: """
                Examples:
                  daybook endorse void 0192f0c1 --reason "Wrong aircraft"
                  daybook endorse void 0192f0c1 --signature 9f2c51d07a3b --reason "Twice"
                """)

        @Argument(help: "The endorsement.") var id: String
        @Option(parsing: .unconditional, help: ArgumentHelp("Why; it is needed.", valueName: "text"))
        var reason: String?
        @Option(help: ArgumentHelp("This signature alone, where several stand.", valueName: "event"))
        var signature: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            try session.withLedger(.readWrite) { ledger in
                let stream = try EndorseCommand.existing(id, ledger)
                let event = try signature.map { try Values.event($0, ledger) }
                let appended = try ledger.voidEndorsement(stream, reason: reason ?? "", signature: event)
                let remaining = try ledger.record(stream)?.standing.count ?? 0
                try session.answer(.object(pairs: ["id": .string(stream.id)]).wrote(appended)) {
                    try session.print(
                        remaining == 0
                            ? "Signature voided. The endorsement can be withdrawn again."
                            : "Signature voided. \(Text.count(remaining, "other signature")) still "
                                + "\(remaining == 1 ? "locks" : "lock") the endorsement.")
                }
            }
        }
    }
}
