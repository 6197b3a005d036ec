import ArgumentParser
import DaybookDomains
import Glibc

struct VerifyCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check every event, every tree and the checkpoint.",
        discussion: """
            Example:
              daybook verify --json
              daybook verify --against receipt.txt

            With --against, what was kept elsewhere (an instructor's receipt, a head, a
            frontier or an export) is compared with the ledger. A ledger with other events,
            or without the signature of the receipt, ends with status 74; one that lacks
            something else that the file names ends with 1. A receipt of a person whose
            records are not here is refused.

            Damage, a rollback or a rewrite ends with status 74 and is named. The reading
            is done in a process of its own, so that not even a file that cannot be read
            without a fault ends it without an answer.
            """)

    /// Marks the process that does the reading.
    static let inProcess = "--in-process"
    /// Writes how far the reading is to standard error, for a program that follows it.
    static let progress = "--progress"

    @Flag(name: .customLong("in-process"), help: .hidden) var isInProcess = false
    @Flag(name: .customLong("progress"), help: .hidden) var writesProgress = false
    @Option(
        help: ArgumentHelp(
            "A receipt, head, frontier or export kept elsewhere; - for standard input.", valueName: "file"),
        completion: .file()) var against: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let anchorBytes = try against.map { try Files.bytes($0, bytesMaximum: 1 << 30, session.console) }
        let anchor = try anchorBytes.map { try Anchor($0) }
        if let program = session.program, !isInProcess { return try verify(by: program, anchorBytes, session) }
        let (report, compared, zone): (VerifyReport, AnchorReport?, any ZoneRules)
        do {
            (report, compared, zone) = try session.withLedger(.examine) { ledger in
                let report = try ledger.verify { checked, all in
                    guard writesProgress else {
                        return session.console.showProgress("\(checked) of \(all) events checked")
                    }
                    // Progress is a courtesy: an error here would hide the work's own result.
                    try? session.console.write(errorLine: VerifyProgress(checked: checked, of: all).line)
                }
                // A damaged ledger is not compared: what is damaged comes first.
                return (report, report.isSound ? try anchor.map { try ledger.compare(with: $0) } : nil, ledger.zone)
            }
        } catch let fault as Fault where fault.kind == .damaged && VerifyCommand.indicatesDamage(fault) {
            if session.isJSON { try session.print(VerifyCommand.json(fault)) }
            throw Ended(status: fault.kind.rawValue, reason: VerifyCommand.withoutItself(fault))
        }
        try session.answer(VerifyCommand.json(report, compared.map { AnchorText.json($0, against ?? "") })) {
            try VerifyCommand.print(report, session)
            if let compared { try AnchorText.print(compared, against ?? "", zone, session) }
        }
        if !report.isSound {
            throw Ended(status: Fault.Kind.damaged.rawValue, reason: VerifyCommand.damaged(report.damage))
        }
        if let compared, let against, let ended = AnchorText.ended(compared, against) { throw ended }
    }

    /// Lets a child process read, and names a fault that ended it. Its texts and its status are this command's.
    ///
    /// A pipe can be read once: its bytes go to the child through its standard input.
    private func verify(by program: String, _ anchor: [UInt8]?, _ session: Session) throws {
        let isFile = against.map { Files.isRegular($0) } ?? true
        let compared = against.map { ["--against", isFile ? $0 : "-"] } ?? []
        let child = try VerifyCommand.child("verify", compared, input: isFile ? nil : anchor, by: program, session)
        if let fault = VerifyCommand.fault(of: child) {
            if session.isJSON, fault.kind == .damaged { try session.print(VerifyCommand.json(fault)) }
            throw Ended(status: fault.kind.rawValue, reason: fault)
        }
        try VerifyCommand.pass(on: child, session)
    }

    /// Writes what a child process wrote, and ends as it did.
    static func pass(on child: ChildProcess, _ session: Session) throws {
        try session.console.write(bytes: child.output)
        if !child.error.isEmpty { try session.console.write(errorBytes: child.error) }
        if child.status != 0 { throw Ended(status: child.status, reason: nil) }
    }

    /// Runs a command that reads a ledger of which nothing is known yet, in a process of its own.
    static func child(
        _ command: String, _ more: [String] = [], input: [UInt8]? = nil, by program: String, _ session: Session
    ) throws -> ChildProcess {
        var arguments = [command, inProcess] + session.processOptions(ledger: try session.ledgerPath)
        if session.isJSON { arguments.append("--json") }
        arguments += more
        if let clock = session.given(session.globals.clock, "DAYBOOK_CLOCK") { arguments += ["--clock", clock] }
        if let zone = session.zoneName { arguments += ["--zone", zone] }
        try session.console.flush()
        // On a terminal the child writes to it by itself, in its colours.
        return try ChildProcess.run(program, arguments, input: input, capturesOutput: !session.console.outIsTerminal)
    }

    /// The fault with a hint that does not send to this command.
    private static func withoutItself(_ fault: Fault) -> Fault {
        guard fault.commandHint?.contains("daybook doctor") == true else { return fault }
        return Fault(fault.kind, code: fault.code, message: fault.message, hint: restoreHint)
    }

    private static let restoreHint =
        "Nothing was changed. \"daybook repair --from FILE\" restores what is lost from a backup or another copy."

    static func fault(of child: ChildProcess) -> Fault? {
        // A trap of the runtime, or the system that ends a process.
        if let signal = child.signal, [SIGILL, SIGTRAP, SIGKILL].contains(signal) {
            return Fault(
                .busy, code: "memory.short",
                message: "Checking the store was ended by signal \(signal), as where memory is short.",
                hint: "Nothing was changed. Run the command again with more memory.")
        }
        if child.signal != nil || child.status == FaultHandler.defectStatus {
            let ended = child.signal.map { "signal \($0)" } ?? "a fault of the processor or a signal"
            return Fault(
                .defect, code: "defect", message: "Checking the store was ended by \(ended).",
                hint:
                    "Nothing was changed. Where no one sent a signal, this is a defect of daybook; please report it "
                    + "with the command that shows it."
            )
        }
        if child.status == FaultHandler.memoryStatus {
            return Fault(
                .busy, code: "memory.short", message: "Memory is short: the system gave this program no more.",
                hint: "What was committed before stays. Run the command again with more memory.")
        }
        guard child.status == FaultHandler.silentStatus else { return nil }
        return Fault(
            .damaged, code: "store.damaged", message: "The store is damaged: a page of data.mdb could not be read.",
            hint: restoreHint)
    }

    /// A ledger that this user may not read, or a limit of this process, says nothing about its bytes.
    static func indicatesDamage(_ fault: Fault) -> Bool {
        fault.code.hasPrefix("store.") || fault.code == "ledger.foreign"
    }

    static func damaged(_ damage: [Damage]) -> Fault {
        let places = damage.count == 1 ? "one place" : "\(damage.count) places"
        // No copy is needed where the store is whole, and older than its checkpoint file.
        let isSetBack = damage.allSatisfy(\.isOfCheckpoint)
        return Fault(
            .damaged, code: "store.damaged", message: "The ledger is damaged in \(places).",
            hint: isSetBack ? "Nothing was changed. \"daybook doctor\" shows what mends it." : restoreHint)
    }

    static func json(_ report: VerifyReport, _ against: JSONValue? = nil) -> JSONValue {
        .object(pairs: [
            "ok": .bool(report.isSound), "events": .integer(report.events), "origins": .array(report.logs.map(\.json)),
            "checkpoint": .string(report.checkpoint), "warnings": Text.warnings(report.warnings),
            "owed": report.owed?.json,
            "instructorSignatures": report.signatures.isEmpty ? nil : .integer(report.signatures.count),
            "signatures": report.signatures.isEmpty ? nil : .array(report.signatures.map(signature)),
            "findings": .array(report.findings.map(\.json)),
            "against": against, "damage": report.isSound ? nil : .array(report.damage.map(json)),
        ])
    }

    private static func signature(_ signature: KeySignature) -> JSONValue {
        guard case .object(let members) = signature.json else { preconditionFailure("a signature is an object") }
        return .object(
            [.init("event", .string(signature.event.hex)), .init("stream", .string(signature.stream.text))] + members)
    }

    /// A store that could not even be opened.
    private static func json(_ fault: Fault) -> JSONValue {
        let damage = JSONValue.object(pairs: [
            "origin": .null, "sequence": .null, "position": .null, "reason": .string(fault.message),
        ])
        return .object(pairs: [
            "ok": .bool(false), "events": .null, "origins": .array([]), "checkpoint": .null, "damage": .array([damage]),
        ])
    }

    private static func json(_ damage: Damage) -> JSONValue {
        .object(pairs: [
            "origin": damage.log.map { .string($0.origin.hex) } ?? .null,
            "sequence": damage.sequence.map { .integer($0) } ?? .null,
            "position": damage.position.map { .integer($0.value) } ?? .null,
            "stream": damage.stream.map { .string($0.text) },
            "version": damage.version.map { .integer($0.value) }, "reason": .string(damage.reason),
        ])
    }

    /// How many signatures were checked, and how many of them are what.
    private static func signatures(_ signatures: [KeySignature]) -> String {
        var parts: [String] = []
        func add(_ count: Int, _ words: String) { if count > 0 { parts.append("\(count) \(words)") } }
        let foreign = signatures.filter { $0.holds && !$0.doubts.contains(.ownKey) }
        add(foreign.count { $0.placement == .placed }, "placed")
        add(foreign.count { $0.placement.word == "unplaced" }, "unplaced")
        add(foreign.count { $0.placement.word == "otherBranch" }, "unplaced, other branch")
        add(foreign.count { $0.placement.word == "contradicted" }, "contradicted")
        add(foreign.count { $0.placement.word == "beforeEntry" }, "before the entry")
        add(signatures.count { $0.holds && $0.doubts.contains(.ownKey) }, "by a key of the owner")
        add(signatures.count { !$0.holds }, "forged")
        add(signatures.count { $0.holds && $0.scope == .content }, "of version 1, which binds the content only")
        return
            "\(Text.count(signatures.count, "signature")) by an instructor's own key checked: \(parts.joined(separator: ", "))."
    }

    static func print(_ report: VerifyReport, _ session: Session) throws {
        if report.isSound {
            try session.print(
                session.style.good("OK:")
                    + " \(Text.count(Int(report.events), "event")). All hashes, roots and signatures match.")
            if !report.signatures.isEmpty { try session.print(VerifyCommand.signatures(report.signatures)) }
        }
        var table = Table([("Origin", .left), ("Size", .right), ("Root", .left)])
        for log in report.logs {
            table.add([
                Table.Cell(Answers.name(log)), Table.Cell(String(log.size)),
                Table.Cell(String(log.json["root"]?.stringValue?.prefix(16) ?? "")),
            ])
        }
        if !report.logs.isEmpty { try session.print(table) }
        try session.warn(report.warnings)
        for finding in report.findings {
            try session.print(session.style.warning("Finding:") + " \(Text.shown(finding.text)) (\(finding.code))")
        }
        for damage in report.damage {
            try session.print(session.style.bad("Damage:") + " " + Text.shown(damage.place(after: damage.reason)))
        }
    }
}
