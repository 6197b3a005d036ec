import ArgumentParser
import DaybookDomains

extension EndorseCommand {
    struct Show: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one endorsement with its words, signatures and what waits.",
            discussion: """
                Examples:
                  daybook endorse show 0192f0c1
                  daybook endorse show 0192f0c1 --receipt receipt.txt

                "daybook show endorsement/ID" shows its whole history.
                """)

        @Argument(help: "The endorsement.") var id: String
        @Option(
            help: ArgumentHelp(
                "Write the instructor's receipt to this file; - for standard output.", valueName: "file"),
            completion: .file())
        var receipt: String?
        @OptionGroup(title: "Times") var times: TimeOptions
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        var answersFrom: AnswerScope { .logbook }

        func run(in session: Session) throws {
            try OutputFiles.check([receipt], apartFrom: [times.supposed.with])
            try session.asking(times) { ledger, asOf in
                let stream = try EndorseCommand.named(id, ledger)
                try session.concern(stream, ledger, asOf)
                let answer = try ledger.endorsements(asOf)
                guard let given = answer.value.first(where: { $0.stream == stream }) else {
                    throw try GoneText.reason(stream, ledger, asOf, else: Show.gone(stream, ledger, answer.asOf, asOf))
                }
                let devices = try ledger.deviceNames()
                let forged = try ledger.keySignatures(of: stream, asOf).filter { !$0.holds }
                let shown = given.signatures.first?.event
                let waiting = try ledger.history(of: stream, asOf).map {
                    WaitingChanges($0.value, shown: shown, devices)
                }
                if let receipt {
                    let kept = try FlightShow.receipt(of: shown, stream, ledger)
                    if receipt == "-" { return try session.console.write(file: Array((kept.text + "\n").utf8)) }
                    _ = try session.writeFile(receipt) { try $0.write(Array((kept.text + "\n").utf8)) }
                }
                guard case .object(let members) = List.json(given) else {
                    preconditionFailure("an endorsement is an object")
                }
                let json = JSONValue.object(
                    [.init("asOf", answer.asOf.json)] + members + [.init("forged", .array(forged.map(\.json)))]
                        + (waiting?.json.map { [.init("waitingChanges", $0)] } ?? []))
                try session.answer(json) {
                    try session.printKnownAt(times.known, answer.asOf)
                    try Show.print(given, session)
                    for check in forged { try session.print("\n" + check.text(session.style)) }
                    if let receipt { try session.print("  The instructor's receipt is in \(Text.shown(receipt)).") }
                    try waiting?.print(ledger, session)
                }
            }
        }

        /// Why an endorsement that has a stream is none of the list.
        private static func gone(
            _ stream: StreamID, _ ledger: Ledger, _ answered: AnsweredAsOf, _ asOf: AsOf
        ) throws -> Rejection {
            if try ledger.record(stream, asOf: asOf)?.isRemoved == true {
                return Rejection(
                    code: "record.removed", message: "This endorsement was withdrawn.",
                    hint: "\"daybook show \(stream.text)\" shows it, and why.")
            }
            return Rejection(
                code: "endorsement.unknown", message: "This endorsement was not given on or before \(answered.on).",
                hint: "\"daybook endorse list\" shows which were.")
        }

        private static func print(_ given: GivenEndorsement, _ session: Session) throws {
            let endorsement = given.endorsement
            try session.print(session.style.strong(BookEnd.title(endorsement.kind)) + "  \(endorsement.date)")
            var table = Table([("", .left), ("", .left)])
            func add(_ name: String, _ text: String?) {
                if let text { table.add([Table.Cell("  " + name, .faint), Table.Cell(text)]) }
            }
            add("number", endorsement.cfiNumber)
            add("for", endorsement.makeModel)
            add("state", given.state.rawValue)
            add("good through", endorsement.goodThrough?.description)
            try session.print(table)
            try session.print("  \(endorsement.end.text)")
            if let words = endorsement.remarks { try session.print("\n\(Text.shown(words))") }
            for signature in given.signatures {
                try session.print("")
                try session.print(session.style.good("SIGNED") + "  locked")
                let signer = Text.shown(
                    Text.signer(
                        signature.signerName, signature.cfiNumber, through: signature.certificateThrough))
                try session.print("  \(signature.signedOn)  \(signer)")
                guard let check = signature.key else {
                    try session.print("  The owner's word: no key of an instructor signed it.")
                    continue
                }
                try session.print("  " + check.text(session.style))
                let doubts = [check.repeatedText(session.style), check.placementText(session.style)].compactMap(\.self)
                for text in doubts where check.holds { try session.print("  " + text) }
            }
            for voided in given.voided {
                try session.print("")
                try session.print(
                    session.style.warning("VOIDED") + "  \(voided.voidedOn): \(Text.shown(voided.reason))")
                let signer = Text.shown(Text.signer(voided.signerName, voided.cfiNumber))
                try session.print("  \(voided.signedOn)  \(signer)")
            }
        }
    }
}
