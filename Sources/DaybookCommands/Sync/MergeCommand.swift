import ArgumentParser
import DaybookDomains
import Replication

struct MergeCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Merge a guest's ledger on this machine into this account.",
        discussion: """
            Examples:
              daybook merge ~/guest-ledger --dry-run
              daybook merge ~/guest-ledger --choose both
              daybook merge ~/guest-ledger --choose account

            Where both sides hold progress, somebody has to choose; where one of them holds
            none, both count. both: all progress counts. account: the guest's is set aside. guest: the
            account's so far is set aside. Nothing is deleted and nothing rewritten: the
            command can be given again with another choice. What the guest does later comes
            with "daybook sync". The guest's ledger stays as it is.
            """)

    @Argument(help: "The folder of the guest's ledger.", completion: .directory) var guest: String
    @Option(
        help: ArgumentHelp(
            "Whose progress counts: both, account or guest. (default: as chosen before; else both, where only one side holds any)",
            valueName: "choice"),
        completion: .list(LinkChoice.allCases.map(\.rawValue)))
    var choose: String?
    @Flag(name: .customLong("dry-run"), help: "Show what both sides hold. Nothing is written.") var dryRun = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try Files.named(guest)
        let given = try choose.map { text in
            guard let choice = LinkChoice(rawValue: text) else { throw LinkCommand.unknownChoice(text) }
            return choice
        }
        let other = try GuestLedger(guest, session)
        let key = try other.key()
        let principal = try Ledger.principal(ofSeed: key)
        try session.withLedger(dryRun ? .readOnly : .readWrite) { ledger in
            guard try ledger.principal != principal else {
                throw Rejection(
                    code: "link.self",
                    message: "The ledger at \(guest) is the same person's: there is nothing to link.",
                    hint: "\"daybook sync \(guest)\" exchanges the events.")
            }
            let (bundle, left) = try other.bundle(for: try ledger.frontierPaths)
            let summary = try Ledger.bundleSummary(MergeCommand.source(bundle))
            guard summary.principal == principal else { throw other.keyOfAnother }
            let account = try ledger.principal
            // The link of an earlier merge has brought the guest's logs already.
            let counts = try ledger.linkedCounts()
            let sides = (account: MergeSide(counts, of: account), guest: try other.counts(of: principal))
            let before = try ledger.links().first {
                $0.principals.contains(principal) && $0.principals.contains(account)
            }?.choice
            let choice = given ?? before ?? (sides.account.holdsProgress && sides.guest.holdsProgress ? nil : .both)
            var answer = MergeAnswer(choice: choice, account: sides.account, guest: sides.guest, isDry: dryRun)
            // The events that the guest's side left out, as it stated.
            answer.notes = left
            if dryRun {
                answer.received = summary.events
            } else {
                guard let choice else { throw MergeCommand.choiceRequired(account: sides.account, guest: sides.guest) }
                try merge(bundle, key, choice, ledger, &answer)
            }
            try session.answer(answer.json) { try answer.print(session, guest) }
        }
    }

    private static func choiceRequired(account: MergeSide, guest: MergeSide) -> Rejection {
        Rejection(
            code: "choice.required",
            message: "Both sides hold progress: the guest \(guest.text); the account \(account.text).",
            hint:
                "Say whose counts with --choose both, account or guest. Nothing is deleted, and another choice can be made later."
        )
    }

    private func merge(
        _ bundle: [UInt8], _ key: [UInt8], _ choice: LinkChoice, _ ledger: Ledger, _ answer: inout MergeAnswer
    ) throws {
        let before = try ledger.position
        let (receipt, taken, kept) = try ledger.merge(guest: key, choice: choice, MergeCommand.source(bundle))
        (answer.link, answer.received, answer.key) = (receipt, taken.received, kept)
        answer.notes += taken.notes
        answer.report = try ledger.outcomeReport(since: before)
        answer.changes = try ledger.standingChanges(since: before)
        answer.hidden = try ledger.hiddenRecords()
        answer.guestKey = try Ledger.personKey(ofSeed: key)
        let state = try ledger.links().first { $0.link == receipt.link }
        (answer.uncovered, answer.isDisputed) = (state?.uncovered ?? 0, state?.isDisputed ?? false)
        answer.lookAlike = try ledger.possibleDuplicates().value.count
    }

    private static func source(_ bytes: [UInt8]) -> () -> [UInt8]? {
        var rest: [UInt8]? = bytes
        return {
            defer { rest = nil }
            return rest
        }
    }
}

/// A guest's ledger in another folder, asked through processes of its own: no program ever maps two ledgers.
private struct GuestLedger {
    let path: String
    private let program: String
    private let options: [String]

    init(_ path: String, _ session: Session) throws {
        guard Ledger.isLedger(path) else {
            throw Fault(
                .missing, code: "ledger.missing", message: "There is no ledger at \(path).",
                hint: "Name the folder of the guest's ledger.")
        }
        guard let program = session.program else { throw PeerProcess.noProgram }
        (self.path, self.program) = (path, program)
        options = session.processOptions(ledger: path)
    }

    private var keyPath: String { path + "/keys/principal.key" }

    /// The guest's key. Possession of the key is the guest's consent.
    func key() throws -> [UInt8] {
        if let key = try Ledger.personKey(ofLedgerAt: path) { return key }
        throw Fault(
            .missing, code: "key.missing",
            message: "The guest's key is not at \(keyPath), and a link needs the consent of both.",
            hint: "Where the guest's key is on another machine, use \"daybook link offer\" and \"daybook link accept\"."
        )
    }

    var keyOfAnother: Fault {
        Fault(
            .damaged, code: "key.otherPerson",
            message: "The key at \(keyPath) is not that of the person whose ledger lies there.",
            hint: "Nothing was changed. Put the guest's key back from a backup.")
    }

    /// The guest's events that this ledger lacks, and sentences about those that the guest's side leaves out.
    func bundle(for paths: [LedgerFrontier.Path]) throws -> (bytes: [UInt8], leftOut: [String]) {
        let child = try run(["bundle", "export", "-", "--for", "-"], input: FrontierCommand.json(paths).text)
        let lines = String(decoding: child.error, as: UTF8.self).split(separator: "\n")
        return (
            child.output,
            lines.compactMap { $0.hasPrefix(BundleCommand.note) ? String($0.dropFirst(BundleCommand.note.count)) : nil }
        )
    }

    func counts(of principal: PrincipalID) throws -> MergeSide {
        let json = try JSONParser.parse(try answer(["stats"]))
        return MergeSide(json: json["principals"], of: principal)
    }

    private func answer(_ arguments: [String]) throws -> [UInt8] { try run(arguments).output }

    private func run(_ arguments: [String], input: String? = nil) throws -> ChildProcess {
        let child = try ChildProcess.run(
            program, ["--json"] + options + arguments, input: input.map { Array($0.utf8) }, capturesOutput: true)
        guard child.status == 0, child.signal == nil else { throw PeerProcess.fault(child, of: path) }
        return child
    }
}

/// The content of one side.
struct MergeSide: Equatable {
    var events: UInt64 = 0
    /// Records that it made and did not remove, by kind.
    var records: [String: Int] = [:]

    init(_ counts: [PrincipalCounts], of principal: PrincipalID) {
        guard let found = counts.first(where: { $0.principal == principal }) else { return }
        (events, records) = (found.events, found.records)
    }

    /// From the answer of "daybook --json stats".
    init(json: JSONValue?, of principal: PrincipalID) {
        guard case .array(let sides)? = json,
            let found = sides.first(where: { $0["principal"]?.stringValue == principal.hex })
        else { return }
        events = UInt64(found["events"]?.integerValue ?? 0)
        if case .object(let members)? = found["records"] {
            for member in members { records[member.name] = member.value.integerValue.map { Int($0) } }
        }
    }

    var json: JSONValue {
        .object([
            .init("events", .integer(events)),
            .init("records", .object(records.sorted { $0.key < $1.key }.map { .init($0.key, .integer($0.value)) })),
        ])
    }

    /// Whether there is anything that a person would miss.
    var holdsProgress: Bool { !records.isEmpty }

    var text: String {
        let kinds = records.sorted { $0.key < $1.key }.map { Text.count($0.value, $0.key) }
        return (kinds + [Text.count(Int(events), "event")]).joined(separator: ", ")
    }
}

private struct MergeAnswer {
    /// Nil where the person has to choose first.
    let choice: LinkChoice?
    let account: MergeSide
    let guest: MergeSide
    let isDry: Bool
    var received = 0
    var notes: [String] = []
    var link: LinkReceipt?
    /// Where the guest's key is kept.
    var key: String?
    var report = OutcomeReport()
    var changes: [StandingChange] = []
    var hidden: [HiddenRecords] = []
    var guestKey = ""
    var uncovered = 0
    var isDisputed = false
    var lookAlike = 0

    init(choice: LinkChoice?, account: MergeSide, guest: MergeSide, isDry: Bool) {
        (self.choice, self.account, self.guest, self.isDry) = (choice, account, guest, isDry)
    }

    var json: JSONValue {
        .object(
            [
                .init("received", .integer(received)), .init("link", .textOrNull(link?.link.text)),
                .init("choice", .textOrNull(choice?.rawValue)),
                .init("guest", guest.json), .init("account", account.json),
            ] + (choice == nil ? [.init("conflict", .bool(true))] : [])
                + (isDry ? [.init("dryRun", .bool(true))] : [.init("appended", .integer(link?.isNew == true ? 1 : 0))])
                + (key.map { [.init("key", .string($0))] } ?? [])
                + (uncovered > 0 ? [.init("uncovered", .integer(uncovered))] : [])
                + (isDisputed ? [.init("disputed", .bool(true))] : [])
                + (notes.isEmpty ? [] : [.init("notes", .array(notes.map { .string($0) }))])
                + (lookAlike > 0 ? [.init("possibleDuplicates", .integer(lookAlike))] : [])
                + HiddenText.members(hidden) + StandingText.members(changes) + OutcomeReportText.members(report))
    }

    func print(_ session: Session, _ folder: String) throws {
        try session.print("Guest:   \(guest.text)")
        try session.print("Account: \(account.text)")
        guard let choice else {
            return try session.print(
                "Both sides hold progress: say whose counts with --choose both, account or guest. Nothing was written.")
        }
        if isDry {
            return try session.print(
                "Would receive \(Text.count(received, "event")); \(LinkCommand.words(choice)) Nothing was written.")
        }
        try session.print(
            link?.isNew == true ? "Linked with \(guestKey): \(LinkCommand.words(choice))" : "Linked like this already.")
        try session.print("Received \(Text.count(received, "event")).")
        try session.printNotes(notes)
        if let key {
            try session.print("The guest's key is kept at \(key): \"daybook erase\" erases the guest's events with it.")
        }
        if isDisputed {
            try session.print(
                "The two sides have chosen differently, each without the other's choice: neither is set aside until one chooses again."
            )
        }
        if uncovered > 0 {
            try session.print(
                "\(Text.count(uncovered, "event")) of the account, which this ledger had not known of when that was chosen, still \(uncovered == 1 ? "counts" : "count"). \"daybook outcomes --all\" marks \(uncovered == 1 ? "it" : "them") link.uncovered."
            )
        }
        if lookAlike > 0 {
            try session.print(
                "\(Text.count(lookAlike, "pair")) of flights may be one flight each; \"daybook duplicates\" shows them."
            )
        }
        try HiddenText.print(hidden, session)
        try StandingText.print(changes, session)
        try OutcomeReportText.print(report, session)
        try session.print("The guest's ledger is as it was; \"daybook sync \(folder)\" gives it what is here.")
    }
}
