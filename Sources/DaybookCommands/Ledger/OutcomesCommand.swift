import ArgumentParser
import DaybookDomains

struct OutcomesCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "outcomes", abstract: "List the events that do not count, and why.",
        discussion: """
            Examples:
              daybook outcomes
              daybook outcomes --since 4711 --json
              daybook outcomes --on 2026-03-01 --with planned-flights.jsonl
              daybook outcomes resolve --apply 9f2c51d07a3b --reason "I was there"

            With --json: JSON Lines.
            """,
        subcommands: [Resolve.self])

    @Flag(help: "Include the events that count.") var all = false
    @Option(help: ArgumentHelp("What changed after this position, instead of what is.", valueName: "position"))
    var since: String?
    @OptionGroup(title: "Times") var times: LogTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .everything }

    func run(in session: Session) throws {
        let start = try since.map { try Values.cursor($0, "since") }
        if start != nil, times.supposed.with != nil {
            throw Fault(
                .usage, code: "usage.wrong",
                message: "--since lists what arrivals changed, and supposed events have not arrived.",
                hint: "Leave --since or --with out.")
        }
        try times.asking(session) { ledger, asOf in
            if let start { try ledger.check(start) }
            let devices = try ledger.deviceNames()
            if session.isJSON {
                if let start {
                    let changes = try ledger.outcomeChanges(since: start.position)
                    let origins = try ledger.origins(of: changes)
                    for change in changes {
                        try session.print(OutcomesCommand.json(change, origins[change.event], devices))
                    }
                    return
                }
                return try ledger.forEachOutcome(all: all, asOf: asOf) {
                    try session.print(OutcomesCommand.json($0, devices))
                }
            }
            if let start {
                let changes = try ledger.outcomeChanges(since: start.position)
                return try self.changes(changes, try ledger.origins(of: changes), devices, session)
            }
            let answered = try ledger.answered(asOf)
            let found = try ledger.outcomes(all: all, asOf: asOf)
            let setAside = try ledger.links(asOf).compactMap(\.shadowed)
            try session.printKnownAt(times.known, answered)
            if found.isEmpty {
                try session.print(setAside.isEmpty ? "Every event counts." : "Nothing waits for a decision.")
            }
            try session.printNotes(try OutcomesCommand.notes(setAside, ledger))
            if found.isEmpty { return }
            var table = Table([
                ("Outcome", .left), ("Why", .left), ("Event", .left), ("Type", .left), ("Stream", .left),
                ("Device", .left),
            ])
            for view in found {
                table.add([
                    Table.Cell(view.outcome.status.description), Table.Cell(view.outcome.reason ?? ""),
                    Table.Cell(view.event.short),
                    Table.Cell(view.type), Table.Cell(view.stream.text),
                    Table.Cell(view.origin.map { devices.cell($0) } ?? ""),
                ])
            }
            try session.print(table)
        }
    }

    private static func json(_ view: OutcomeView, _ devices: DeviceNames) -> JSONValue {
        .object(pairs: [
            "event": .string(view.event.hex), "stream": .string(view.stream.text), "type": .string(view.type),
            "outcome": .string(view.outcome.status.description), "reason": .textOrNull(view.outcome.reason),
            "because": .textOrNull(view.outcome.because?.hex), "origin": view.origin.map { .string($0.hex) },
            "device": view.origin.flatMap { devices.json($0) },
        ])
    }

    /// Events that a link sets aside wait for no decision, and are in no figure.
    private static func notes(_ setAside: [PrincipalID], _ ledger: Ledger) throws -> [String] {
        let own = try ledger.principal
        return Set(setAside).sorted().map { person in
            let name = person == own ? "you" : String(person.hex.prefix(12))
            return "A link sets \(name) aside. No figure contains what \(person == own ? "you" : "that person") did. "
                + "\"daybook outcomes --all\" lists it."
        }
    }

    private func changes(
        _ changes: [OutcomeChangeView], _ origins: [EventID: OriginID], _ devices: DeviceNames, _ session: Session
    ) throws {
        if changes.isEmpty { return try session.print("No outcome changed.") }
        var table = Table([
            ("Position", .right), ("From", .left), ("To", .left), ("Why", .left), ("Event", .left), ("Stream", .left),
            ("Device", .left),
        ])
        for change in changes {
            table.add([
                Table.Cell(change.position.description), Table.Cell(change.from?.description ?? "new"),
                Table.Cell(change.to.description), Table.Cell(change.reason ?? ""), Table.Cell(change.event.short),
                Table.Cell(change.stream.text), Table.Cell(origins[change.event].map { devices.cell($0) } ?? ""),
            ])
        }
        try session.print(table)
    }

    static func json(_ change: OutcomeChangeView, _ origin: OriginID?, _ devices: DeviceNames) -> JSONValue {
        .object(pairs: [
            "position": .integer(change.position.value), "event": .string(change.event.hex),
            "stream": .string(change.stream.text),
            "from": change.from.map { .string($0.description) } ?? .null, "to": .string(change.to.description),
            "reason": .textOrNull(change.reason), "because": .textOrNull(change.because?.hex),
            "origin": origin.map { .string($0.hex) }, "device": origin.flatMap { devices.json($0) },
        ])
    }

    struct Resolve: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "resolve", abstract: "Decide whether a waiting event counts or is dropped.",
            discussion: """
                Examples:
                  daybook outcomes resolve --apply 9f2c51d07a3b --reason "I was there"
                  daybook outcomes resolve --dismiss 9f2c51d07a3b

                Of an erasure by another person (authority.otherPerson), --apply erases your
                own events in its reach, and --dismiss leaves them.
                """)

        @Option(help: ArgumentHelp("The event that shall count.", valueName: "event")) var apply: String?
        @Option(help: ArgumentHelp("The event that shall not.", valueName: "event")) var dismiss: String?
        @Option(parsing: .unconditional, help: ArgumentHelp("Why.", valueName: "text")) var reason: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            guard (apply == nil) != (dismiss == nil) else {
                throw Fault(
                    .usage, code: "usage.wrong", message: "Give either --apply EVENT or --dismiss EVENT.",
                    hint: "\"daybook outcomes\" lists what waits.")
            }
            try session.withLedger(.readWrite) { ledger in
                let event = try Values.event(apply ?? dismiss ?? "", ledger)
                let before = try ledger.supersessions()
                let counted = try ledger.isEffective(event)
                let isErasure = try ledger.waitsForAuthors(event)
                let receipt =
                    try apply == nil
                    ? ledger.settle(dismiss: event, reason: reason) : ledger.settle(apply: event, reason: reason)
                // To drop a removal is a restore.
                let notes = WaitingText.warnings(try ledger.supersessions().newlyWaiting(since: before))
                try session.answer(
                    .object(pairs: [
                        "event": .string(event.hex), "applied": .bool(apply != nil),
                        "settled": .textOrNull(receipt.ids.last?.hex),
                        "position": .integer(receipt.position.value),
                        "warning": notes.isEmpty ? nil : .string(notes.joined(separator: " ")),
                    ])
                ) {
                    if isErasure { return try session.print(Resolve.words(ofErasure: event, receipt.ids)) }
                    try session.print(
                        apply == nil
                            ? "The event \(event.short) is dropped."
                            : "The event \(event.short) \(counted ? "counted already, and stays so" : "counts now").")
                    try session.printNotes(notes)
                }
            }
        }

        private static func words(ofErasure event: EventID, _ appended: [EventID]) -> String {
            guard let own = appended.last else {
                return "The erasure \(event.short) stays pending: your events live on."
            }
            return
                "Your events in the reach of \(event.short) are erased by event \(own.short). Run \"daybook compact\" to clear their bytes from free pages."
        }
    }
}
