import ArgumentParser
import DaybookDomains

struct DiffCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show which answers changed between two points in time, and which events changed them.",
        discussion: """
            Examples:
              daybook diff --from 2026-02-09 --to 2026-02-10
              daybook diff --from 4711 --projection currency --on 2026-02-01 --json

            Both points are asked about one and the same day, so that time alone changes
            nothing. "daybook show" lists what changed of one record, field by field.
            With --json: JSON Lines, one a figure.
            """)

    @Option(help: ArgumentHelp("The earlier point.", valueName: "instant|date|position")) var from: String
    @Option(help: ArgumentHelp("The later point. (default: now)", valueName: "instant|date|position")) var to: String?
    @Option(
        help: ArgumentHelp(
            "Only this one: \(Projection.all.map(\.name).joined(separator: ", ")).", valueName: "projection"),
        completion: .list(Projection.all.map(\.name)))
    var projection: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Ask about this day. (default: today)", valueName: "date|instant"))
    var on: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope {
        Projection.all.first { $0.name == projection }?.scope ?? .everything
    }

    func run(in session: Session) throws {
        let projections = try projection.map { [try DiffCommand.projection($0)] } ?? Projection.all
        let early = TimeOptions.Parsed(on: try TimeOptions.day(on), known: try Values.known(from, "from"))
        let late = TimeOptions.Parsed(on: early.on, known: try to.map { try Values.known($0, "to") } ?? .latest)
        try session.withLedger(.readOnly) { ledger in
            let diff = try ledger.diff(projections, from: early.asOf(ledger), to: late.asOf(ledger))
            if session.isJSON { return try diff.changes.forEach { try session.print(DiffCommand.json($0, diff)) } }
            try DiffCommand.print(diff, ledger.zone, session)
        }
    }

    private static func projection(_ text: String) throws -> Projection {
        guard let projection = Projection.all.first(where: { $0.name == text }) else {
            throw Fault(
                .usage, code: "projection.unknown", message: "There is no projection \"\(text)\".",
                hint: "It is one of \(Projection.all.map(\.name).joined(separator: ", ")).")
        }
        return projection
    }

    private static func json(_ change: FigureChange, _ diff: AnswerDiff) -> JSONValue {
        .object(pairs: [
            "projection": .string(change.projection.name), "id": .string(change.id), "title": .string(change.title),
            "old": change.old?.value ?? .null, "new": change.new?.value ?? .null, "text": .string(change.words),
            "because": .array(change.causes.map(\.json)), "becauseTotal": .integer(change.causesTotal),
            "from": diff.from.json, "to": diff.to.json,
        ])
    }

    /// As many causes stand below a change; `--json` names more.
    private static let causesShown = 5

    private static func print(_ diff: AnswerDiff, _ zone: any ZoneRules, _ session: Session) throws {
        let (from, to) = (diff.from, diff.to)
        func point(_ asOf: AnsweredAsOf) -> String {
            "position \(asOf.position)" + (asOf.knownAt.map { " (\(Text.time($0, zone)))" } ?? "")
        }
        let about = from.moment.map { "\($0)" } ?? "\(from.on)"
        guard !diff.changes.isEmpty else {
            return try session.printNone("No answer about \(about) changed between \(point(from)) and \(point(to)).")
        }
        try session.print("About \(about), between \(point(from)) and \(point(to)):")
        for change in diff.changes {
            try session.print(session.style.strong(Text.shown(change.title)) + ": " + Text.shown(change.words))
            for cause in change.causes.prefix(causesShown) {
                try session.print(
                    "  because \(Text.shown(cause.text)) "
                        + session.style.faint(
                            "(position \(cause.position), recorded \(Text.time(cause.recorded, zone)))"))
            }
            if change.causesTotal > causesShown {
                try session.print("  and \(change.causesTotal - causesShown) more; --json names them.")
            }
        }
    }
}
