import ArgumentParser
import DaybookDomains

struct ReplayCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Rebuild every projection from the events and compare it with the stored one.",
        discussion: """
            Examples:
              daybook replay
              daybook replay --until 4711
              daybook replay --projection \(Registry.daybook.projections[0]) --json

            A difference ends with status 74. The projections are
            \(Registry.daybook.projections.joined(separator: ", ")).
            """)

    @Option(
        help: ArgumentHelp("Only this one. (default: all)", valueName: "name"),
        completion: .list(Registry.daybook.projections))
    var projection: String?
    @Option(help: ArgumentHelp("Fold only what this ledger held then.", valueName: "instant|date|position")) var until:
        String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .records }

    func run(in session: Session) throws {
        let known = try until.map { try Values.known($0, "until") }
        let (report, nanoseconds) = try session.withLedger(.readOnly) { ledger in
            let position = try known.map { try ledger.answered(AsOf(known: $0)).position }
            let clock = ContinuousClock()
            let start = clock.now
            let report = try ledger.replay(projection, until: position)
            let (seconds, attoseconds) = (clock.now - start).components
            return (report, max(1, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
        }
        let rate = report.events.multipliedReportingOverflow(by: 1_000_000_000).partialValue / UInt64(nanoseconds)
        try session.answer(
            .object(pairs: [
                "projection": projection.map { .string($0) }, "events": .integer(report.events),
                "seconds": .number(Answers.seconds(nanoseconds)), "eventsPerSecond": .integer(rate),
                "state": .string("sha256:" + report.state.hex), "kept": .string("sha256:" + report.kept.hex),
                "equal": .bool(report.isEqual),
            ])
        ) {
            try session.print(
                "Folded \(Text.count(Int(report.events), "event")) in \(Answers.seconds(nanoseconds)) s, \(rate) events a second."
            )
            try session.print(
                report.isEqual
                    ? session.style.good("The kept state is the same.") : session.style.bad("The kept state differs."))
        }
        if !report.isEqual {
            throw Ended(
                status: Fault.Kind.damaged.rawValue,
                reason: Fault(
                    .damaged, code: "replay.unequal", message: "The kept state is not what the events fold to.",
                    hint: "The events are not touched by this; \"daybook verify\" checks them."))
        }
    }
}

struct DigestCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "digest", abstract: "Print two digests that are equal on ledgers with the same events.",
        discussion: """
            Examples:
              daybook digest
              daybook digest --ledger /media/stick/daybook --json
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .records }

    func run(in session: Session) throws {
        let digest = try session.withLedger(.readOnly) { try $0.digest() }
        try session.answer(
            .object(pairs: [
                "events": .integer(digest.events), "log": .string("sha256:" + digest.log.hex),
                "state": .string("sha256:" + digest.state.hex),
            ])
        ) {
            try session.print("events  \(digest.events)")
            try session.print("log     sha256:\(digest.log.hex)")
            try session.print("state   sha256:\(digest.state.hex)")
        }
    }
}

struct BackupCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the ledger to a new folder and check the copy.",
        discussion: """
            Examples:
              daybook backup /media/stick/daybook-2026-02-10
              daybook backup ~/safe/daybook --with-keys

            The copy holds no secret keys unless --with-keys is given: its finder can
            read the ledger, and cannot write in this person's name. Keep the key apart
            from it with "daybook principal export FILE". Signed heads go with it, so that
            its events can be exchanged without the keys of their logs.
            """)

    @Argument(help: "The folder to make.", completion: .directory) var destination: String
    @Flag(name: .customLong("with-keys"), help: "Put the secret keys into the copy, too.") var withKeys = false
    @Flag(name: .customLong("no-keys"), help: .hidden) var noKeys = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try Files.named(destination)
        guard !withKeys || !noKeys else {
            throw Fault(
                .usage, code: "usage.contrary", message: "--with-keys and --no-keys exclude each other.",
                hint: "Leave one of them out.")
        }
        let owed = try session.doOwedWork()
        var report = try session.withLedger(.readOnly) { try $0.backup(to: destination, includingKeys: withKeys) }
        report.add(warnings: owed.notes)
        try session.answer(
            .object(pairs: [
                "destination": .string(destination), "keys": .bool(withKeys), "ok": .bool(report.isSound),
                "events": .integer(report.events),
                "warnings": Text.warnings(report.warnings),
            ])
        ) {
            try session.print(
                "Copied \(Text.count(Int(report.events), "event")) to \(destination); the copy is \(report.isSound ? "sound" : "damaged")."
            )
            try session.print(withKeys ? BackupCommand.holdsKeys : BackupCommand.holdsNone)
            try session.warn(report.warnings)
        }
        if !report.isSound {
            throw Ended(status: Fault.Kind.damaged.rawValue, reason: VerifyCommand.damaged(report.damage))
        }
    }

    private static let holdsKeys = "It holds the secret keys. Its holder can write in this person's name."
    private static let holdsNone =
        "It holds no secret keys. \"daybook principal export FILE\" keeps the person's key, without which nothing can be added to a restored ledger."
}

struct RestoreCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Make a ledger from a backup; it writes under a new origin.",
        discussion: """
            Examples:
              daybook restore /media/stick/daybook-2026-02-10 ~/daybook
              daybook restore /media/stick/daybook-2026-02-10 --ledger ~/daybook

            The backup is copied first, and the copy checked in a process of its own.
            A backup without keys is restored, too; the answer states what it lacks.
            """)

    @Argument(help: "The backup's folder.", completion: .directory) var source: String
    @Argument(help: "The folder to make; else the ledger's folder.", completion: .directory) var destination: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try Files.named(source)
        let path = try target(in: session)
        let ledger = try Ledger.restore(
            from: source, to: path, environment: try session.ledgerEnvironment(),
            checking: session.program.map { program in { try RestoreCommand.check($0, program, session) } })
        defer { ledger.close() }
        let events = try ledger.position.value
        let stranded = try ledger.strandedLogs.map(\.warning)
        let warnings = [try ledger.keyWarning, try ledger.owedWork?.text].compactMap(\.self) + stranded
        try session.answer(
            .object(pairs: ["ledger": .string(path), "events": .integer(events), "warnings": Text.warnings(warnings)])
        ) {
            try session.print("Restored \(Text.count(Int(events), "event")) to \(path).")
            try session.warn(warnings)
        }
    }

    /// The folder to make.
    ///
    /// - Throws: `Fault` where two are given, and where a ledger is given as the folder to make and no backup.
    private func target(in session: Session) throws -> String {
        guard let destination else { return try session.ledgerPath }
        try Files.named(destination)
        guard session.globals.ledger == nil else {
            throw Fault(
                .usage, code: "usage.contrary", message: "The second folder and --ledger exclude each other.",
                hint: "Leave one of them out.")
        }
        if !Ledger.isLedger(source), Ledger.isLedger(destination) {
            throw Fault(
                .missing, code: "backup.missing",
                message: "There is no backup at \(source), and \(destination) holds a ledger.",
                hint: "Nothing was made. Give the backup first, then the folder to make.")
        }
        return destination
    }

    /// The findings of a separate process about the copy: crafted bytes can end only that process.
    private static func check(_ copy: String, _ program: String, _ session: Session) throws -> Ledger.BackupCheck {
        let child = try ChildProcess.run(
            program, ["verify", VerifyCommand.inProcess, "--json"] + session.processOptions(ledger: copy),
            capturesOutput: true)
        if let fault = VerifyCommand.fault(of: child) {
            return .init(isSound: false, damage: RestoreCommand.reason(fault.message))
        }
        let answer = try? JSONParser.parse(child.output)  // A process that could not answer says why on standard error.
        if let answer, answer["ok"] == .bool(true), child.status == 0 { return .init(isSound: true, damage: nil) }
        if case .array(let damage)? = answer?["damage"], let reason = damage.first?["reason"]?.stringValue {
            return .init(isSound: false, damage: RestoreCommand.reason(reason))
        }
        throw PeerProcess.fault(child, of: copy)
    }

    /// A sentence as the end of another one.
    private static func reason(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }
}

/// Parts of answers that several commands give.
enum Answers {
    static func name(_ log: LogState) -> String { log.origin.hex + (log.branch.map { "~\($0.short)" } ?? "") }

    /// Nanoseconds as seconds with six decimals.
    static func seconds(_ nanoseconds: Int64) -> String {
        "\(nanoseconds / 1_000_000_000).\(Digits.text(Int(nanoseconds % 1_000_000_000 / 1000), width: 6))"
    }
}
