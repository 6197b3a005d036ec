import ArgumentParser
import DaybookDomains

struct FlightSign: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Sign a flight, or several. It is locked until the signature is voided.",
        discussion: """
            Examples:
              daybook flight sign 0192f0c1 --cfi 1234567 --name "A. Instructor"
              daybook flight sign 0192f0c1 --cfi 1234567 --image signature.png
              daybook flight sign 0192f0c1 --cfi 1234567 --key instructor.key
              daybook flight sign 0192f0c1 0192f0c2 0192f0c3 --cfi 1234567
              daybook flight sign 0192f0c1 --response response.json

            Several flights are signed together: all of them, or none where one is refused.
            Each has a signature of its own, which is voided by itself.

            With --key the instructor signs the entry and how far every log has come
            with a key of the instructor's own, from "daybook key new". The key then
            lies on this machine while it signs; "daybook flight sign-request" lets the
            instructor sign on another one. The receipt is for the instructor.
            """)

    @Argument(help: ArgumentHelp("The flight; several are signed together.", valueName: "id")) var ids: [String]
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The instructor's certificate number; it is needed.", valueName: "number")) var cfi: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The instructor's name.", valueName: "text")) var name: String?
    @Option(
        name: .customLong("certificate-through"),
        help: ArgumentHelp("The last day of the instructor's certificate.", valueName: "date"))
    var certificateThrough: String?
    @Option(
        help: ArgumentHelp(
            "A picture of the signature, at most 10 MiB; it is kept with the ledger.", valueName: "file"),
        completion: .file())
    var image: String?
    @Option(help: ArgumentHelp("The instructor's own key.", valueName: "file"), completion: .file()) var key: String?
    @Option(help: ArgumentHelp("The instructor's response to a request.", valueName: "file"), completion: .file())
    var response: String?
    @Option(help: ArgumentHelp("Write the instructor's receipt to this file.", valueName: "file"), completion: .file())
    var receipt: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func validate() throws {
        if response != nil, cfi != nil || name != nil || key != nil || image != nil || certificateThrough != nil {
            throw ValidationError(
                "--response brings the number, the name and the signature: give no --cfi, --name, --key, --image or --certificate-through with it."
            )
        }
        if receipt != nil, key == nil, response == nil {
            throw ValidationError("--receipt goes with --key or --response: only a key's signature has a receipt.")
        }
        if ids.count > 1, response != nil || receipt != nil {
            throw ValidationError("--response and --receipt go with one flight: sign each by itself.")
        }
    }

    func run(in session: Session) throws {
        // The receipt is written after the commit: what stands in its way is found before it.
        try OutputFiles.check([receipt], apartFrom: [image, key, response])
        if let response { return try sign(withResponse: response, session) }
        let instructor = Ledger.SigningInstructor(
            cfiNumber: cfi ?? "", name: name,
            certificateThrough: try certificateThrough.map { try Values.date($0, "certificateThrough") },
            image: try image.map {
                try Files.bytes(
                    $0, bytesMaximum: Limits.blobBytesMaximum, session.console, orThrow: FlightSign.imageTooLarge($0))
            },
            key: try key.map { try Files.instructorKey($0, session.console) })
        try session.withLedger(.readWrite) { ledger in
            let streams = try named(in: ledger)
            let receipt = try FlightSign.naming(streams) { try ledger.signFlights(streams, by: instructor) }
            let signed = try zip(streams, receipt.ids).map { stream, event in
                Signed(
                    stream: stream, event: event,
                    kept: try KeptReceipt(of: event, stream, ledger, file: self.receipt),
                    warning: FlightSign.expired(instructor, try ledger.flight(stream)?.flight.date))
            }
            try session.answer(try FlightSign.json(signed, receipt, instructor)) {
                try FlightSign.print(signed, instructor, session)
            }
        }
    }

    /// A flight that was just signed.
    private struct Signed {
        let stream: StreamID
        let event: EventID
        let kept: KeptReceipt?
        let warning: String?
    }

    /// The flights that were named, each once.
    private func named(in ledger: Ledger) throws -> [StreamID] {
        var found: [StreamID] = []
        for id in ids {
            let stream = try FlightCommand.existing(id, ledger)
            if !found.contains(stream) { found.append(stream) }
        }
        return found
    }

    /// The result of the body; a refusal of one of several flights names it.
    private static func naming(_ streams: [StreamID], _ body: () throws -> AppendReceipt) throws -> AppendReceipt {
        do { return try body() } catch let refusal as DraftRefusal {
            guard streams.count > 1, let reason = refusal.rejection else { throw refusal }
            let stream = streams[refusal.index]
            throw Rejection(
                code: reason.code, message: "Flight \(stream.id): \(reason.message) No flight was signed.",
                remedy: reason.naming(stream).remedy)
        }
    }

    private static func print(_ signed: [Signed], _ instructor: Ledger.SigningInstructor, _ session: Session) throws {
        let isOne = signed.count == 1
        try session.printNotes(signed.compactMap(\.warning))
        try session.print(
            isOne
                ? "Flight signed and locked."
                : "\(Text.count(signed.count, "flight")) signed and locked: "
                    + signed.map(\.stream.id).joined(separator: ", ") + ".")
        if let image = instructor.image {
            try session.print("The picture is kept: sha256:\(Ledger.digest(ofFile: image)).")
        }
        if let seed = instructor.key {
            let key = try Ledger.publicKey(ofSeed: seed)
            try session.print("The instructor's key \(key) signed \(isOne ? "it" : "each of them"), too.")
        }
        for each in signed { try each.kept?.print(session, of: isOne ? nil : each.stream.id) }
    }

    /// Signs with a response that the instructor made on another machine.
    private func sign(withResponse file: String, _ session: Session) throws {
        let response = try SignResponse(try Files.bytes(file, bytesMaximum: 4 << 20, session.console))
        try session.withLedger(.readWrite) { ledger in
            let stream = try FlightCommand.existing(ids[0], ledger)
            let receipt = try ledger.signFlight(stream, with: response)
            let kept = try KeptReceipt(of: receipt.ids.last, stream, ledger, file: self.receipt)
            guard case .object(let members) = FlightCommand.json(stream, receipt, message: "Flight signed") else {
                preconditionFailure("an answer is an object")
            }
            let more =
                [JSONValue.Member("instructorKey", .string(response.key))]
                + (kept.map { [.init("receipt", .string($0.text))] } ?? [])
            try session.answer(.object(members + more)) {
                try session.print("Flight signed and locked.")
                try session.print("The instructor's key \(response.key) signed it.")
                try kept?.print(session)
            }
        }
    }

    private static func imageTooLarge(_ path: String) -> Rejection {
        Rejection(
            code: "blob.tooLarge",
            message: "\(path) is larger than the \(Limits.blobBytesMaximum >> 20) MiB that are kept of a picture.",
            hint: "Make the picture smaller.")
    }

    /// A certificate that had ended by the day of the flight is named and not refused: the audit names it, too.
    private static func expired(_ instructor: Ledger.SigningInstructor, _ date: CivilDate?) -> String? {
        guard let through = instructor.certificateThrough, let date, through < date else { return nil }
        return "The instructor's certificate ended on \(through), before the flight of \(date)."
    }

    /// The answer for one flight is that of every command that writes a flight; several are a list of such answers.
    private static func json(
        _ signed: [Signed], _ receipt: AppendReceipt, _ instructor: Ledger.SigningInstructor
    ) throws -> JSONValue {
        let key = try instructor.key.map { try Ledger.publicKey(ofSeed: $0) }
        let answers = signed.map { each -> JSONValue in
            let answer = FlightCommand.json(each.stream, receipt, of: each.event, message: "Flight signed")
            guard case .object(let members) = answer else { preconditionFailure("an answer is an object") }
            var more: [JSONValue.Member] = []
            if let image = instructor.image {
                more.append(.init("imageDigest", .string(Ledger.digest(ofFile: image))))
            }
            if let key { more.append(.init("instructorKey", .string(key))) }
            if let kept = each.kept { more.append(.init("receipt", .string(kept.text))) }
            if let warning = each.warning { more.append(.init("warning", .string(warning))) }
            return .object(members + more)
        }
        return answers.count == 1 ? answers[0] : .object(pairs: ["flights": .array(answers)])
    }
}
