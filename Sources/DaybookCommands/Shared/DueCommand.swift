import ArgumentParser
import DaybookDomains

struct DueCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "due", abstract: "List what is due now: alarms that wait for an answer, and notices.",
        discussion: """
            Examples:
              daybook due
              daybook due --json

            It asks and writes nothing: "daybook watch" reports what comes, each thing once.
            """)

    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: AlarmMomentOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .everything }

    func run(in session: Session) throws {
        let (things, answered, ahead, zone, figures, evidence) = try times.asking(session) { ledger, asOf, _ in
            let (answer, ahead) = try ledger.dueAndAhead(asOf)
            let figures = try explain.explain ? ledger.figures(answer.value, asOf.pinned(to: answer.asOf.position)) : []
            return (
                answer.value, answer.asOf, ahead, ledger.zone, figures,
                try explain.evidence(figures, ledger, asOf, answer.asOf, session)
            )
        }
        if session.isJSON {
            let list = JSONValue.explained(things.map(\.json), evidence)
            return try session.print(ahead.isEmpty ? list : .object([.init("ahead", ahead.json), .init("list", list)]))
        }
        try session.printKnownAt(times.known, answered)
        try ahead.print(session)
        if things.isEmpty { return try session.printNone("Nothing is due.") }
        var table = Table([("Since", .left), ("What", .left), ("Kind", .left), ("Key", .left)])
        for thing in things {
            table.add([
                Table.Cell(Text.time(thing.at, zone)), Table.Cell(thing.title), Table.Cell(thing.kind),
                Table.Cell(thing.key, .faint),
            ])
        }
        try session.print(table)
        for thing in things {
            guard let missed = thing.missed else { continue }
            try session.print("\(Text.shown(thing.title)): \(MissedText.line(missed))")
        }
        try EvidenceText.print(figures, evidence, session)
    }
}

extension DueThing {
    var json: JSONValue {
        .object(pairs: [
            "domain": .string(domain), "kind": .string(kind), "key": .string(key), "title": .string(title),
            "at": .string(at.description),
            "stream": .textOrNull(stream?.text), "missed": missed.map { MissedText.json($0) },
        ])
    }
}
