import ArgumentParser
import DaybookDomains

struct FlightVoid: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "void", abstract: "Void the signature of a flight. The signature remains in the history.",
        discussion: """
            Examples:
              daybook flight void 0192f0c1 --reason "Signed the wrong entry"
              daybook flight void 0192f0c1 --signature 9f2c51d07a3b --reason "Wrong day"
            """)

    @Argument(help: "The flight.") var id: String
    @Option(parsing: .unconditional, help: ArgumentHelp("Why; it is needed.", valueName: "text")) var reason: String?
    @Option(help: ArgumentHelp("This signature alone, where several stand.", valueName: "event"))
    var signature: String?
    @Flag(help: "Every signature, where several stand.") var all = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func validate() throws {
        if all, signature != nil { throw ValidationError("--all and --signature exclude each other.") }
    }

    func run(in session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let stream = try FlightCommand.existing(id, ledger)
            let event = try signature.map { try Values.event($0, ledger) }
            if event == nil, !all { try FlightVoid.checkOne(of: stream, ledger) }
            let before = try ledger.position
            let receipt = try ledger.voidFlight(stream, reason: reason ?? "", signature: event)
            let notes = OutcomeCounts.dropped(
                try receipt.ids.last.map { try ledger.waiting(droppedBy: $0, since: before) } ?? [])
            if try ledger.record(stream)?.mask?.reason == .takenBack {
                let text =
                    "Signature voided. The import that brought the flight was undone, so the flight counts no longer; "
                    + "\"daybook flight restore \(stream.id.prefix(12))\" brings it back."
                return try session.answer(FlightCommand.json(stream, receipt, message: text, warnings: notes)) {
                    try session.print(text)
                    try session.printNotes(notes)
                }
            }
            let remaining = try ledger.record(stream)?.standing.count ?? 0
            try session.answer(FlightCommand.json(stream, receipt, message: "Signature voided", warnings: notes)) {
                if remaining == 0 {
                    try session.print("Signature voided. The flight can be changed again.")
                } else {
                    let (other, locks) =
                        remaining == 1 ? ("Another signature", "locks") : ("\(remaining) other signatures", "lock")
                    try session.print(
                        "Signature voided. \(other) still \(locks) the flight, which now shows what that covers.")
                }
                try session.printNotes(notes)
            }
        }
    }

    /// Refuses where several signatures stand: which one is wrong is for a person to say.
    private static func checkOne(of stream: StreamID, _ ledger: Ledger) throws {
        guard let standing = try ledger.record(stream)?.standing, standing.count > 1 else { return }
        let signed = try ledger.events(of: stream, ofType: "flight.signed").filter { standing.contains($0.id) }
        let each = signed.prefix(5).map { "\($0.id.short) \(StandingSignature($0).text)" }.joined(separator: "; ")
        let more = signed.count > 5 ? "; and \(signed.count - 5) more" : ""
        throw Rejection(
            code: "signature.several", message: "\(signed.count) signatures stand on this flight: \(each)\(more).",
            hint: "Name the wrong one with --signature EVENT, or give --all.")
    }
}
