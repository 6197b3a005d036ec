import ArgumentParser
import DaybookDomains
import Glibc
import Replication

struct FrontierCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "frontier", abstract: "Print the size of each log here, for a peer.",
        discussion: """
            Example:
              daybook --json frontier > tablet.json
              daybook bundle export for-tablet.daybook --for tablet.json
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let (paths, devices) = try session.withLedger(.readOnly) { (try $0.frontierPaths, try $0.deviceNames()) }
        try session.answer(FrontierCommand.json(paths)) {
            if paths.isEmpty { return try session.print("This ledger holds no events yet.") }
            var table = Table([("Origin", .left), ("Device", .left), ("Events", .right), ("Root", .left)])
            for path in paths {
                table.add([
                    Table.Cell(path.origin.hex), Table.Cell(devices.cell(path.origin, digits: false)),
                    Table.Cell("\(path.size)"), Table.Cell(Base64.encode(path.root.bytes)),
                ])
            }
            try session.print(table)
        }
    }

    static func json(_ paths: [LedgerFrontier.Path]) -> JSONValue {
        .object(pairs: [
            "origins": .array(
                paths.map {
                    .object(pairs: [
                        "origin": .string($0.origin.hex), "size": .integer($0.size),
                        "root": .string(Base64.encode($0.root.bytes)),
                    ])
                })
        ])
    }
}

struct BundleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle", abstract: "Exchange events with another ledger through a file.",
        discussion: """
            Examples:
              daybook bundle export everything.daybook
              daybook bundle export new.daybook --for tablet.json
              daybook bundle import new.daybook
            """,
        subcommands: [Export.self, Import.self])

    struct Export: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write all events, or those that a peer lacks, to one file.",
            discussion: """
                Examples:
                  daybook bundle export everything.daybook
                  daybook bundle export new.daybook --for tablet.json

                The file holds the events as they are, with signed heads, and a digest of
                itself: the ledger that imports it finds every change.
                """)

        @Argument(help: "The file to write; - for standard output.", completion: .file()) var file: String
        @Option(
            name: .customLong("for"),
            help: ArgumentHelp(
                "Only what a ledger with this frontier lacks (\"daybook --json frontier\" there).", valueName: "file"),
            completion: .file())
        var peer: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            try OutputFiles.check([file], apartFrom: [peer])
            let frontier = try peer.map { try BundleCommand.frontier($0, session) }
            let (outcome, isReplaced) = try session.withLedger(.readOnly) { ledger in
                if file == "-" {
                    let outcome = try ledger.exportBundle(for: frontier, progress: session.console.showProgress) {
                        try session.console.write(file: $0)
                    }
                    try session.console.flush()
                    return (outcome, false)
                }
                var outcome = BundleOutcome()
                let isReplaced = try session.writeFile(file) { output in
                    outcome = try ledger.exportBundle(for: frontier, progress: session.console.showProgress) {
                        try output.write($0)
                    }
                }
                return (outcome, isReplaced)
            }
            let notes = outcome.leftOut.map(\.leftOutText)
            if file == "-" {
                return try notes.forEach { try session.console.write(errorLine: BundleCommand.note + $0) }
            }
            try session.answer(
                .object(pairs: [
                    "file": .string(file), "events": .integer(outcome.events), "bytes": .integer(outcome.bytes),
                    "notes": notes.isEmpty ? nil : .array(notes.map { .string($0) }),
                    "replaced": isReplaced ? .bool(true) : nil,
                ])
            ) {
                try session.printNotes(notes)
                try session.print(
                    Files.wrote(
                        "\(Text.count(outcome.events, "event")) (\(Text.count(outcome.bytes, "byte")))", file,
                        isReplaced))
            }
        }
    }

    struct Import: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Import the events of a bundle.",
            discussion: """
                Example:
                  daybook bundle import new.daybook

                Importing a bundle again adds nothing. One that was cut or altered is
                refused whole. More than 4,096 events are stored in pieces: after a stop
                the same command brings the rest.
                """)

        @Argument(help: "The bundle; - for standard input.", completion: .file()) var file: String
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let source = try Files.source(file, session.console)
            try session.withLedger(.readWrite) { ledger in
                let answers = try ledger.answersBefore()
                let before = answers.position
                let outcome = try ledger.importBundle(progress: session.console.showProgress, source)
                let changed = try ledger.changedAnswers(since: answers)
                let (changes, acts) = (try ledger.standingChanges(since: before), try ledger.arrivedActs(since: before))
                let (report, hidden) = (try ledger.outcomeReport(since: before), try ledger.hiddenRecords())
                try session.answer(
                    .object(
                        ChangedAnswersText.members(changed) + [
                            .init("received", .integer(outcome.received)),
                            .init("duplicates", .integer(outcome.duplicates)),
                        ]
                            + (outcome.leftOut > 0 ? [.init("leftOut", .integer(outcome.leftOut))] : [])
                            + (outcome.notes.isEmpty ? [] : [.init("notes", .array(outcome.notes.map { .string($0) }))])
                            + HiddenText.members(hidden) + StandingText.members(changes)
                            + ArrivedActsText.members(acts) + OutcomeReportText.members(report))
                ) {
                    try ChangedAnswersText.print(changed, session)
                    try session.print(
                        "Received \(Text.count(outcome.received, "event")); \(outcome.duplicates) were there already.")
                    if outcome.leftOut > 0 { try session.print("Note: " + BundleCommand.leftOut(outcome.leftOut)) }
                    try HiddenText.print(hidden, session)
                    try session.printNotes(outcome.notes)
                    try StandingText.print(changes, session)
                    try ArrivedActsText.print(acts, since: before, session)
                    try OutcomeReportText.print(report, session)
                }
            }
        }
    }

    /// Begins what is stated beside a bundle on standard output.
    static let note = "Note: "

    /// Events of persons whom no link admits.
    static func leftOut(_ events: Int) -> String {
        "\(Text.count(events, "event")) of persons who are not linked with this one \(events == 1 ? "was" : "were") left out. A link admits a person: daybook link offer"
    }

    private static func frontier(_ file: String, _ session: Session) throws -> LedgerFrontier {
        let bytes = try Files.bytes(file, bytesMaximum: 16 << 20, session.console)
        let value: JSONValue
        do { value = try JSONParser.parse(bytes) } catch {
            throw Fault(
                .unreadable, code: "frontier.unreadable", message: "\(file) is no frontier: it is not JSON (\(error)).",
                hint: "\"daybook --json frontier\" on the other machine prints one.")
        }
        return try LedgerFrontier(json: value)
    }
}

struct SyncCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Exchange events with other ledgers, over a shared folder or directly.",
        discussion: """
            Examples:
              daybook sync /media/stick/daybook-sync
              daybook sync ~/Cloud/daybook-sync
              daybook sync --ledger laptop tablet
              daybook sync ~/Cloud/daybook-sync --notes

            A folder that several ledgers of one person share (a stick, a synced
            drive) gets what it lacks, and this ledger what it lacks. Where the
            folder is a ledger itself, the two exchange directly. A ledger whose
            process is silent for two minutes is given up; DAYBOOK_PEER_SECONDS
            sets another limit.
            """)

    @Argument(help: "The shared folder, or another ledger's.", completion: .directory) var folder: String
    @Flag(help: "Also remove bundles of yours from the folder that others cover, all older than a day.")
    var tidy = false
    @Flag(help: "List every note; else five of a kind, and how many more there are.") var notes = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try Files.named(folder)
        if folder.contains("://") {
            throw Fault(
                .usage, code: "sync.noNetwork",
                message: "This version exchanges events over folders and between ledgers, not over the network.",
                hint: "Name a folder that both machines see.")
        }
        let answer = try session.withLedger(.readWrite) { ledger in
            let answers = try ledger.answersBefore()
            let before = answers.position
            let outcome: SyncOutcome
            do {
                let isLedger = Ledger.isPeer(folder)
                if isLedger, tidy { throw SyncCommand.noFolder(folder) }
                outcome =
                    try isLedger
                    ? PeerProcess.sync(ledger, with: folder, session)
                    : ledger.sync(folder: folder, tidies: tidy, progress: session.console.showProgress)
            } catch {
                let now = try? ledger.position  // After a failed commit the store is closed.
                throw SyncCommand.reporting(now.map { $0.value - before.value }, error)
            }
            return Answer(
                outcome: outcome, listsAll: notes, changed: try ledger.changedAnswers(since: answers),
                report: try ledger.outcomeReport(since: before), changes: try ledger.standingChanges(since: before),
                acts: try ledger.arrivedActs(since: before))
        }
        // The bytes that an erasure has just made obsolete leave the file once the ledger is closed.
        var owed = try session.doOwedWork()
        owed.hidden = try session.withLedger(.readOnly) { try $0.hiddenRecords() }
        try session.answer(answer.json(owed)) {
            try answer.print(session)
            try owed.print(session)
        }
        // After everything else was exchanged and said.
        if let fault = answer.outcome.lackFault(of: folder) { throw fault }
    }

    private static func noFolder(_ path: String) -> Fault {
        Fault(
            .usage, code: "sync.noFolder", message: "\(path) is a ledger; --tidy removes bundles from a shared folder.",
            hint: "Leave --tidy out, or name a shared folder.")
    }

    private struct Answer {
        let outcome: SyncOutcome
        let listsAll: Bool
        let changed: ChangedAnswers
        let report: OutcomeReport
        let changes: [StandingChange]
        let acts: ArrivedActs

        private var notes: (first: [SyncNote], more: [(kind: String, count: Int)]) {
            listsAll ? (outcome.notes, []) : SyncNote.grouped(outcome.notes)
        }

        func json(_ owed: OwedWorkDone) -> JSONValue {
            let (first, more) = notes
            let notes = first.map(\.text) + owed.notes
            let counts: [JSONValue] = more.map {
                .object(pairs: ["kind": .string($0.kind), "more": .integer($0.count)])
            }
            return .object(
                ChangedAnswersText.members(changed) + [
                    .init("sent", .integer(outcome.sent)), .init("received", .integer(outcome.received)),
                    .init("roundTrips", .integer(outcome.roundTrips)), .init("bytesSent", .integer(outcome.bytesSent)),
                    .init("bytesReceived", .integer(outcome.bytesReceived)),
                ] + (outcome.lacks > 0 ? [.init("lacks", .integer(outcome.lacks))] : [])
                    + (notes.isEmpty ? [] : [.init("notes", .array(notes.map { .string($0) }))])
                    + (counts.isEmpty ? [] : [.init("moreNotes", .array(counts))]) + owed.members
                    + StandingText.members(changes) + ArrivedActsText.members(acts) + OutcomeReportText.members(report))
        }

        func print(_ session: Session) throws {
            try ChangedAnswersText.print(changed, session)
            try session.print("Sent \(Text.count(outcome.sent, "event")), received \(outcome.received).")
            if outcome.lacks > 0 {
                try session.print(
                    "At least \(Text.count(outcome.lacks, "event")) that the folder announces "
                        + "\(outcome.lacks == 1 ? "is" : "are") not here.")
            }
            let (first, more) = notes
            for (index, note) in first.enumerated() {
                try session.printNotes([Text.shown(note.text)])
                // The count stands behind the last one of its kind.
                guard !first[(index + 1)...].contains(where: { $0.kind == note.kind }) else { continue }
                for kind in more where kind.kind == note.kind {
                    try session.print("  \(Text.thousands(kind.count)) more of this kind; --notes lists all.")
                }
            }
            try StandingText.print(changes, session)
            try ArrivedActsText.print(acts, since: changed.since, session)
            try OutcomeReportText.print(report, session)
        }
    }
}

extension SyncCommand {
    /// A failure of either program, with what was exchanged before it, which stays.
    ///
    /// - Parameter received: the number of events that were stored here; nil where that is unknown.
    private static func reporting(_ received: UInt64?, _ error: any Error) -> any Error {
        switch error {
        case let fault as Fault:
            Fault(fault.kind, code: fault.code, message: fault.message, hint: hint(fault.commandHint, received))
        case let rejection as Rejection:
            Rejection(code: rejection.code, message: rejection.message, hint: hint(rejection.commandHint, received))
        case let ended as Ended:
            Ended(status: ended.status, reason: ended.reason.map { reporting(received, $0) })
        default: error
        }
    }

    private static func hint(_ hint: String?, _ received: UInt64?) -> String? {
        let isWithout = hint.map { ErrorReport.hintOfPart($0) != $0 } ?? false
        let stays: String? =
            switch received {
            case nil: "What was exchanged before that stays."
            case 0?: isWithout ? "What had been sent before that stays." : nil
            case let count?:
                "\(Text.count(Int(count), "event")) had been received before that, and \(count == 1 ? "stays" : "stay")."
            }
        let parts = [hint.map(ErrorReport.hintOfPart), stays].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

/// The other end of a `sync` between two ledgers: answers what comes in until the other side has said all.
struct PeerCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "peer",
        abstract: "Answer another ledger over standard input and output; \"daybook sync\" starts it.",
        shouldDisplay: false)

    @Flag(name: .customLong("started-by-sync"), help: "The caller says the secret on descriptor 3 first.")
    var startedBySync = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let console = session.console
        let write: ([UInt8]) throws -> Void = {
            try console.write(bytes: $0)
            try console.flush()
        }
        let stream: ProvenStream
        if startedBySync {
            stream = try OwnCaller.stream(ByteStream(read: console.input, write: write))
        } else {
            let patience = try PeerPatience(session, "The caller")
            let said = ByteStream(
                read: {
                    if let descriptor = console.inputDescriptor { try patience.wait(for: descriptor, POLLIN) }
                    return try console.input()
                }, write: write)
            // A stranger who says nothing keeps no ledger open.
            stream = try ProvenStream(answering: said) {
                try session.withLedger(.readOnly) { try $0.personProof() }
            }
        }
        try session.withLedger(.readWrite) { try $0.answer(stream) }
        // Where it cannot be done the ledger goes on stating that it is owed.
        _ = try session.doOwedWork()
    }
}
