import ArgumentParser
import DaybookDomains

struct KeySign: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Sign a request on the instructor's own machine.",
        discussion: """
            Examples:
              daybook key sign request.json --key instructor.key --cfi 1234567
              daybook key sign request.json --key instructor.key --cfi 1234567 -o response.json
              daybook key sign request.json --key instructor.key --cfi 1234567 --dry-run

            Shows the request, asks on a terminal, and writes the response: to a file, or
            alone to standard output, with the report on standard error. The owner
            takes it with "daybook flight sign ID --response FILE", or "daybook endorse
            sign ID --response FILE". Keep the receipt: "daybook verify --against FILE"
            compares a ledger with it.
            """)

    @Argument(
        help: "The request, from \"sign-request\" of a flight or an endorsement; - for standard input.",
        completion: .file())
    var file: String
    @Option(help: ArgumentHelp("The instructor's own key.", valueName: "file"), completion: .file()) var key: String
    @Option(parsing: .unconditional, help: ArgumentHelp("The instructor's certificate number.", valueName: "number"))
    var cfi: String
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The instructor's name; the signature does not cover it.", valueName: "text")) var name:
        String?
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write the response to this file.", valueName: "file"), completion: .file())
    var output: String?
    @Option(help: ArgumentHelp("Write the receipt to this file, too.", valueName: "file"), completion: .file())
    var receipt: String?
    @Flag(help: "Show the request. Nothing is signed.") var dryRun = false
    @Flag(help: "Sign without asking.") var yes = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try OutputFiles.check([output, receipt], apartFrom: [file, key])
        let request = try SignRequest(try Files.bytes(file, bytesMaximum: 4 << 20, session.console))
        if dryRun {
            return try session.answer(.object(pairs: ["file": .string(file), "says": request.says])) {
                try session.print(SignText.table(request.says))
            }
        }
        try consent(request, session)
        let response = try SignResponse(
            request, seed: try Files.instructorKey(key, session.console), certificate: cfi, name: name,
            at: try session.ledgerEnvironment().clock())
        let text = response.json.text + "\n"
        if let output { _ = try session.writeFile(output) { try $0.write(Array(text.utf8)) } }
        if let receipt { _ = try session.writeFile(receipt) { try $0.write(Array((response.kept.text + "\n").utf8)) } }
        let answer = JSONValue.object(pairs: [
            "says": request.says, "logs": SignText.logs(request), "closedLogs": .integer(request.closedLogs),
            "publicKey": .string(response.key), "cfiNumber": .string(response.certificate),
            "receipt": .string(response.kept.text), "file": output.map { .string($0) },
            "response": output == nil ? response.json : nil,
        ])
        try session.answer(answer) {
            try report(session.style.strong("Signed:"), session)
            try report(request.says, session)
            for line in SignText.lines(request) { try report(line, session) }
            try report("By the key \(response.key), certificate number \(Text.shown(response.certificate)).", session)
            try report("Receipt, to keep: \(response.kept.text)", session)
            if let output {
                try report("The response is in \(output). Give it to the owner.", session)
            } else {
                try session.print(text.dropLast().description)
            }
        }
    }

    /// Prints a line of the report: on standard error where the response itself is the output.
    private func report(_ line: String, _ session: Session) throws {
        if output == nil { try session.console.write(errorLine: line) } else { try session.print(line) }
    }

    private func report(_ says: JSONValue, _ session: Session) throws {
        let table = SignText.table(says)
        var bytes: [UInt8] = []
        table.write(1..<table.count + 1, session.style, into: &bytes)
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") { try report(String(line), session) }
    }
}

extension KeySign {
    /// Shows the request on a terminal and asks; a script that signs has decided before.
    private func consent(_ request: SignRequest, _ session: Session) throws {
        guard !yes, !session.isJSON, file != "-", session.console.inputIsTerminal else { return }
        try report(request.says, session)
        if output == nil {
            try session.console.write(errorLine: "Sign this? Type yes:")
        } else {
            try session.console.prompt("Sign this? Type yes: ")
        }
        var reader = LineReader(session.console.input)
        let answer = try reader.next().map { String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace } }
        guard answer == "yes" else { throw Rejection(code: "sign.declined", message: "The request was not signed.") }
    }
}

/// The content of a signature, in words.
enum SignText {
    /// How many logs a request lists, with their events.
    static func logs(_ request: SignRequest) -> JSONValue {
        .object(pairs: ["count": .integer(request.listed.logs), "events": .integer(request.listed.events)])
    }

    /// How far the logs of a request had come, in one or two sentences.
    static func lines(_ request: SignRequest) -> [String] {
        let (logs, events) = request.listed
        let all = Text.count(Int(clamping: events), "event")
        let listed = "The signature states how far \(Text.count(logs, "log")) had come: \(all)."
        let closed = Int(clamping: request.closedLogs)
        if closed == 0 { return [listed] }
        return [
            listed,
            "It names \(Text.count(closed, "closed log")), not listed: only their number and a digest are signed.",
        ]
    }

    /// The content of a request, field by field.
    static func table(_ says: JSONValue) -> Table {
        var table = Table([("", .left), ("", .left)])
        guard case .object(let members) = says else { return table }
        for member in members where member.name != "entry" {
            table.add([Table.Cell("  " + member.name, .faint), Table.Cell(Text.value(member.value))])
        }
        if case .object(let fields)? = says["entry"] {
            for field in fields {
                table.add([Table.Cell("  entry " + field.name, .faint), Table.Cell(Text.value(field.value))])
            }
        }
        return table
    }
}

extension LogbookAudit {
    /// Who vouches for the entry that a signature locks.
    func vouches(for signature: AuditedSignature) -> String {
        if signature.isErased { return "erased" }
        if signature.isForged { return "nobody: forged" }
        if signature.outcome.status == .quarantined { return "nobody: set aside" }
        return keySignatures[signature.event]?.vouches ?? "owner's word"
    }
}

extension BookSignature {
    /// Who vouches for what it stands on.
    var vouches: String { key?.vouches ?? "owner's word" }
}

extension KeySignature {
    /// Who vouches for the entry, in a few words: never that it is simply valid.
    var vouches: String {
        if !holds { return "nobody: forged" }
        return words + (doubts.contains(.repeated) ? ", repeated" : "")
    }

    private var words: String {
        if doubts.contains(.ownKey) { return "owner's key" }
        switch (scope, placement) {
        case (_, .contradicted): return "instructor's key, contradicted"
        case (.content, _): return "instructor's key, content only"
        case (.entry, .placed): return "instructor's key"
        case (.entry, .unplaced), (.entry, .otherClosedLogs): return "instructor's key, unplaced"
        case (.entry, .otherBranch): return "instructor's key, other branch"
        case (.entry, .beforeEntry): return "instructor's key, before the entry"
        }
    }

    /// A sentence for one flight.
    func text(_ style: Style) -> String {
        guard holds else {
            return style.bad("Forged signature:")
                + " it is not by the key \(key.hex) over this entry. It locks nothing."
        }
        if doubts.contains(.ownKey) {
            let signer =
                "A key of the owner signed it, of a person or a log of this ledger, and no key of an instructor:"
            return style.bad(signer) + " \(key.hex)"
        }
        let logs = unnamedLogs == 0 ? "every log" : "\(namedLogs) of \(namedLogs + unnamedLogs) logs"
        let bound =
            scope == .entry
            ? "this entry and how far \(logs) had come"
            : "this content only; the signature can be moved to another flight with the same content"
        return style.good("The instructor's own key signed \(bound):") + " \(key.hex)"
    }

    /// A sentence on a signature that stands twice; nil for one that stands once.
    func repeatedText(_ style: Style) -> String? {
        guard doubts.contains(.repeated) else { return nil }
        return style.warning("Repeated:")
            + " another lock has the same signature, byte for byte. The instructor signed once."
    }

    /// A sentence on where its logs lie; nil where they are all here as signed.
    func placementText(_ style: Style) -> String? {
        guard let reason = placement.reason else { return nil }
        let word =
            switch placement {
            case .placed: ""
            case .unplaced, .otherClosedLogs: style.warning("Unplaced:")
            case .otherBranch: style.warning("Unplaced, other branch:")
            case .contradicted: style.bad("Contradicted:")
            case .beforeEntry: style.warning("Before the entry:")
            }
        let hides = placement.word == "unplaced" ? ", so what came before the signature cannot be checked" : ""
        return "\(word) \(reason)\(hides)."
    }
}
