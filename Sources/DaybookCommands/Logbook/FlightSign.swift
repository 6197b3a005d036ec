import ArgumentParser
import DaybookDomains

struct FlightSign: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Sign a flight. It is locked until the signature is voided.",
        discussion: """
            Examples:
              daybook flight sign 0192f0c1 --cfi 1234567 --name "A. Instructor"
              daybook flight sign 0192f0c1 --cfi 1234567 --image signature.png
              daybook flight sign 0192f0c1 --cfi 1234567 --key instructor.key
              daybook flight sign 0192f0c1 --response response.json

            With --key the instructor signs the entry and how far every log has come
            with a key of the instructor's own, from "daybook key new". The key then
            lies on this machine while it signs; "daybook flight sign-request" lets the
            instructor sign on another one. The receipt is for the instructor.
            """)

    @Argument(help: "The flight.") var id: String
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
            let stream = try FlightCommand.existing(id, ledger)
            let receipt = try ledger.signFlight(stream, by: instructor)
            let kept = try KeptReceipt(of: receipt, stream, ledger, file: self.receipt)
            let warning = try FlightSign.expired(instructor, try ledger.flight(stream)?.flight.date)
            try session.answer(FlightSign.json(stream, receipt, instructor, warning, kept)) {
                try session.printNotes(warning.map { [$0] } ?? [])
                try session.print("Flight signed and locked.")
                if let image = instructor.image {
                    try session.print("The picture is kept: sha256:\(Ledger.digest(ofFile: image)).")
                }
                if let seed = instructor.key {
                    try session.print("The instructor's key \(try Ledger.publicKey(ofSeed: seed)) signed it, too.")
                }
                try kept?.print(session)
            }
        }
    }

    /// Signs with a response that the instructor made on another machine.
    private func sign(withResponse file: String, _ session: Session) throws {
        let response = try SignResponse(try Files.bytes(file, bytesMaximum: 4 << 20, session.console))
        try session.withLedger(.readWrite) { ledger in
            let stream = try FlightCommand.existing(id, ledger)
            let receipt = try ledger.signFlight(stream, with: response)
            let kept = try KeptReceipt(of: receipt, stream, ledger, file: self.receipt)
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
    private static func expired(_ instructor: Ledger.SigningInstructor, _ date: CivilDate?) throws -> String? {
        guard let through = instructor.certificateThrough, let date, through < date else { return nil }
        return "The instructor's certificate ended on \(through), before the flight of \(date)."
    }

    private static func json(
        _ stream: StreamID, _ receipt: AppendReceipt, _ instructor: Ledger.SigningInstructor, _ warning: String?,
        _ kept: KeptReceipt?
    ) throws -> JSONValue {
        guard case .object(let members) = FlightCommand.json(stream, receipt, message: "Flight signed") else {
            preconditionFailure("an answer is an object")
        }
        var more: [JSONValue.Member] = []
        if let image = instructor.image { more.append(.init("imageDigest", .string(Ledger.digest(ofFile: image)))) }
        if let seed = instructor.key {
            more.append(.init("instructorKey", .string(try Ledger.publicKey(ofSeed: seed))))
        }
        if let kept { more.append(.init("receipt", .string(kept.text))) }
        if let warning { more.append(.init("warning", .string(warning))) }
        return .object(members + more)
    }
}
