import ArgumentParser
import DaybookDomains

struct ShowCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an event, or a record with its whole history.",
        discussion: """
            Examples:
              daybook show flight/0192f0c1-7a4e-7c11-9d0e-2f6b1c3d4e5f
              daybook show 9f2c51d07a3b --json

            An event is named by its id or the beginning of it (at least eight digits).
            """)

    @Argument(help: ArgumentHelp("The event's id, or the stream.", valueName: "event|stream")) var name: String
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try session.asking(times) { ledger, asOf in
            guard let found = try ledger.find(name, asOf: asOf), let answer = try ledger.history(of: found.stream, asOf)
            else {
                if asOf.known != .latest, try ledger.find(name) != nil {
                    throw GoneText.notKnown(name, name.contains("/") ? "stream.unknown" : "event.unknown", asOf)
                }
                throw name.contains("/")
                    ? Rejection(
                        code: "stream.unknown", message: "There is no stream \"\(name)\".",
                        hint: "\"daybook log\" shows what there is.")
                    : Values.unknownEvent(name)
            }
            let supersessions = try ledger.supersessions(asOf)
            let gone = Gone(
                now: try ledger.importUndo(of: found.stream, asOf),
                before: try ledger.earlierUndos(in: answer.value, asOf))
            let owed = try ledger.owedWork.flatMap { $0.concerns(found.stream) ? $0 : nil }
            let signed = Dictionary(
                uniqueKeysWithValues: try ledger.keySignatures(of: found.stream, asOf).map { ($0.event, $0) })
            let devices = try ledger.deviceNames()
            try session.answer(
                ShowCommand.json(answer, event: found.event, ledger.zone, supersessions, gone, signed, owed, devices)
            ) {
                try session.printKnownAt(times.known, answer.asOf)
                try ShowCommand.print(
                    answer.value, event: found.event, ledger, supersessions, gone, signed, devices, session)
                if let owed { try session.printNotes([owed.text]) }
            }
        }
    }

    /// The undos of its import with which an entry went: the one that holds, and by the restore each that was answered.
    private struct Gone {
        let now: TakenBack?
        let before: [EventID: TakenBack]
    }

    // MARK: - JSON

    private static func json(
        _ answer: Answer<StreamHistory>, event: EventID?, _ zone: any ZoneRules, _ supersessions: Supersessions,
        _ gone: Gone,
        _ signed: [EventID: KeySignature], _ owed: OwedWork?, _ devices: DeviceNames
    ) throws -> JSONValue {
        let history = answer.value
        let shown = event.flatMap { id in history.steps.first { $0.event.id == id } }
        return .object(pairs: [
            "asOf": answer.asOf.json, "stream": .string(history.record.stream.text),
            "event": shown.map { $0.event.cloudEvent(zone: zone) },
            "record": history.fields.isEmpty ? .null : .object(history.fields),
            "locked": .bool(history.record.isLocked),
            "removed": .bool(history.record.isRemoved), "takenBack": gone.now.map(json),
            "disputed": .bool(history.record.isDisputed),
            "signatures": .array(history.record.standing.map { .string($0.hex) }),
            "supersedes": supersessions.replaced[history.record.stream].map { .array($0.map { .string($0.id) }) },
            "supersededBy": supersessions.replacement[history.record.stream].map { .string($0.id) },
            "setAside": history.record.setAsideBy.map { .string($0.hex) },
            "waits": supersessions.waiting[history.record.stream].map(WaitingText.json), "owed": owed?.json,
            "history": .array(
                (shown.map { [$0] } ?? history.steps).map {
                    step($0, gone.before[$0.event.id], signed[$0.event.id], devices)
                }),
        ])
    }

    private static func json(_ takenBack: TakenBack) -> JSONValue {
        .object(pairs: [
            "event": .string(takenBack.event.hex), "batch": .string(takenBack.batch.text),
            "recorded": .string(takenBack.recorded.description),
            "by": .string(takenBack.by.hex), "reason": .textOrNull(takenBack.reason),
        ])
    }

    private static func step(
        _ step: HistoryStep, _ answered: TakenBack?, _ signed: KeySignature?, _ devices: DeviceNames
    ) -> JSONValue {
        let event = step.event
        return .object(pairs: [
            "position": .integer(event.position.value), "version": .integer(event.version.value),
            "event": .string(event.id.hex),
            "type": .string(event.envelope.type), "occurred": .string(event.envelope.validTime.description),
            "recorded": .string(event.envelope.recorded.description), "arrived": .string(event.arrived.description),
            "by": .string(event.envelope.actor.hex), "origin": .string(event.envelope.origin.hex),
            "device": devices.json(event.envelope.origin),
            "outcome": .string(event.outcome.status.description), "reason": event.outcome.reason.map { .string($0) },
            "because": event.outcome.because.map { .string($0.hex) }, "instructor": signed?.json,
            "takenBack": answered.map(json),
            "changes": .array(
                step.changes.map { change in
                    .object(pairs: [
                        "field": .string(change.field), "old": change.old ?? .null, "new": change.new ?? .null,
                    ])
                }),
        ])
    }

    // MARK: - Text

    private static func print(
        _ history: StreamHistory, event: EventID?, _ ledger: Ledger, _ supersessions: Supersessions, _ gone: Gone,
        _ signed: [EventID: KeySignature], _ devices: DeviceNames, _ session: Session
    ) throws {
        let style = session.style
        let principal = try ledger.principal
        func author(_ id: PrincipalID) -> String { id == principal ? "you" : String(id.hex.prefix(12)) }
        let record = history.record
        var marks: [String] = []
        if record.isLocked { marks.append(style.good("signed")) }
        if record.isDisputed { marks.append(style.bad("disputed")) }
        if record.isRemoved { marks.append(style.warning("removed")) }
        if gone.now != nil { marks.append(style.warning("taken back")) }
        try session.print(([style.strong(record.stream.text)] + marks).joined(separator: "  "))
        func words(_ undo: TakenBack) -> String {
            let reason = undo.reason.map { ": \(Text.shown($0))" } ?? ""
            return
                " with its import, \(undo.batch), by the undo \(undo.event.short), \(Text.time(undo.recorded, ledger.zone)) by \(author(undo.by))\(devices.suffix(undo.origin, byOwner: undo.by == principal))\(reason)."
        }
        if let takenBack = gone.now {
            try session.print("  " + style.warning("Taken back" + words(takenBack)))
            try session.print("  \(takenBack.remedy(record.stream).commandText)")
        }
        for old in supersessions.replaced[record.stream] ?? [] {
            try session.print("  It takes the place of \(old.id).")
        }
        if let new = supersessions.replacement[record.stream] {
            try session.print("  " + style.warning("Superseded by \(new.id)."))
        }
        if let waiting = supersessions.waiting[record.stream] {
            try session.print("  " + style.warning(WaitingText.why(waiting)))
        }
        if record.setAsideBy != nil { try session.print("  " + style.warning(SetAsideText.why)) }
        var state = Table([("", .left), ("", .left)])
        for member in history.fields {
            state.add([Table.Cell("  " + member.name), Table.Cell(Text.value(member.value))])
        }
        if event == nil { try session.print(state) }
        for step in history.steps where event == nil || step.event.id == event {
            let view = step.event
            try session.print("")
            let when = Text.time(view.envelope.recorded, ledger.zone)
            let actor = view.envelope.actor
            let device = devices.suffix(view.envelope.origin, byOwner: actor == principal)
            try session.print(
                "\(style.strong(view.envelope.type))  \(when)  by \(author(actor))\(device)  "
                    + style.faint(view.id.short))
            // An erasure also erases itself. That it is erased because of itself is no information, so this prints no
            // reason.
            if view.outcome.status != .effective, view.outcome.because != view.id {
                try session.print("  " + style.warning(reason(view.outcome)))
            }
            if let answered = gone.before[view.id] { try session.print("  It had been taken back" + words(answered)) }
            if let check = signed[view.id] {
                try session.print("  " + check.text(style))
                if check.holds, let text = check.placementText(style) { try session.print("  " + text) }
            }
            try session.print(changes(step, isCut: session.console.outIsTerminal))
        }
    }

    private static func reason(_ outcome: EventOutcome) -> String {
        Outcomes.text(outcome) + (outcome.because.map { ", because of \($0.short)" } ?? "")
    }

    private static func changes(_ step: HistoryStep, isCut: Bool) -> Table {
        var table = Table([("", .left), ("", .left)])
        for change in step.changes {
            let text =
                change.old == nil ? Text.value(change.new) : "\(Text.value(change.old)) → \(Text.value(change.new))"
            table.add([Table.Cell("  " + change.field), Table.Cell(text)])
        }
        if step.changes.isEmpty, case .object(let members)? = step.event.data {
            for member in members {
                let text = Text.value(member.value)
                table.add([Table.Cell("  " + member.name, .faint), Table.Cell(isCut ? Text.cut(text, to: 76) : text)])
            }
        }
        return table
    }
}
