import ArgumentParser
import DaybookDomains

struct FlightSignRequest: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-request", abstract: "Ask an instructor to sign a flight on the instructor's own machine.",
        discussion: """
            Examples:
              daybook flight sign-request 0192f0c1 request.json
              daybook flight sign 0192f0c1 --response response.json

            The file holds the text to be signed and what it says in words. The
            instructor answers with "daybook key sign FILE --key KEYFILE --cfi NUMBER".
            Do not change the flight until the response is here. What another person
            entered in the flight is restated first, by a change in your own name: a
            signature covers its author's entries alone.
            """)

    @Argument(help: "The flight.") var id: String
    @Argument(help: "The file to write. (default: standard output)", completion: .file()) var file: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let (request, restated) = try session.withLedger(.readWrite) { ledger in
            try ledger.signRequest(for: try FlightCommand.existing(id, ledger))
        }
        let note = restated.map {
            "What another person entered in this flight was restated in your name first: event \($0.short)."
        }
        guard let file, file != "-" else {
            // The request is the output.
            if let note { try session.console.write(errorLine: note) }
            return try session.print(request.json.text)
        }
        _ = try session.writeFile(file) { try $0.write(Array((request.json.text + "\n").utf8)) }
        let answer = JSONValue.object(pairs: [
            "file": .string(file), "says": request.says, "logs": SignText.logs(request),
            "closedLogs": .integer(request.closedLogs), "restated": restated.map { .string($0.hex) },
        ])
        try session.answer(answer) {
            if let note { try session.print(note) }
            try session.print("The request is in \(file). It asks to sign:")
            try session.print(SignText.table(request.says))
            for line in SignText.lines(request) { try session.print(line) }
        }
    }
}
