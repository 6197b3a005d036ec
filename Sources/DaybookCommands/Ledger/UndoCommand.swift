import ArgumentParser
import DaybookDomains

struct UndoCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last act, an import or one event. The history keeps both.",
        discussion: """
            Examples:
              daybook undo
              daybook undo batch/0192f0c1-7a4e-7c11-9d0e-2f6b1c3d4e5f
              daybook undo 9f2c51d07a3b
              daybook undo review/0192f0c1-7a4e-7c11-9d0e-2f6b1c3d4e5f
              daybook undo --act 9f2c51d07a3b

            Without a name it takes back what the last command on this device wrote, a
            whole import included; the next undo takes back the act before it. An undo is
            undone by its event. --act takes back all that one command wrote.

            An import is named by its batch, a review by its stream, an event by its id
            or the beginning of it (at least eight digits). Signed flights of an import
            stay, and are named. Undoing the undo of an import brings its flights back.
            """)

    @Argument(help: ArgumentHelp("The batch, the review, or the event's id.", valueName: "batch|review|event"))
    var name: String?
    @Flag(help: "All that was committed together with the event.") var act = false
    @Option(parsing: .unconditional, help: ArgumentHelp("Why; of an import only.", valueName: "text")) var reason:
        String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    /// An import may hold events of a newer program.
    var answersFrom: AnswerScope { name?.hasPrefix("batch/") == true ? .logbook : .nothing }

    func run(in session: Session) throws {
        guard let name else { return try undoLast(session) }
        try session.withLedger(.readWrite) { ledger in
            guard let found = try ledger.find(name) else {
                if name.hasPrefix("review/") {
                    throw Rejection(
                        code: "review.unknown", message: "There is no such review.",
                        hint: "\"daybook review list\" shows them.")
                }
                throw name.contains("/")
                    ? Rejection(
                        code: "batch.unknown", message: "There is no import \(name).",
                        hint: "\"daybook log --type batch.imported\" shows them.")
                    : Values.unknownEvent(name)
            }
            if act, let event = found.event {
                try refuseReason()
                return try answer(try ledger.undoAct(of: event), session)
            }
            if found.stream.kind == "batch" {
                if let event = found.event, try ledger.isUndo(event, of: found.stream) {
                    return try bringBack(event, found.stream, ledger, session)
                }
                return try undo(found.stream, ledger, session)
            }
            guard let event = try found.event ?? ledger.reviewEvent(found.stream) else {
                throw Fault(
                    .usage, code: "undo.unnamed", message: "\(found.stream) is neither an import nor an event.",
                    hint: "\"daybook log --stream \(found.stream)\" shows its events.")
            }
            try refuseReason()
            let before = try ledger.supersessions()
            let receipt = try ledger.undo(event: event)
            let notes = WaitingText.warnings(try ledger.supersessions().newlyWaiting(since: before))
            try session.answer(
                .object(pairs: [
                    "undone": .string(event.hex),
                    "warning": notes.isEmpty ? nil : .string(notes.joined(separator: " ")),
                ]).wrote(receipt)
            ) {
                try session.print("Undone.")
                try session.printNotes(notes)
            }
        }
    }

    private func undoLast(_ session: Session) throws {
        guard !act else {
            throw Fault(
                .usage, code: "undo.unnamed", message: "--act needs an event.",
                hint: "\"daybook log\" shows them; \"daybook undo\" takes back the last act.")
        }
        try refuseReason()
        try session.withLedger(.readWrite) { ledger in
            do { try answer(try ledger.undoLastAct(), session) } catch { throw UndoCommand.named(error) }
        }
    }

    /// The refusal of an undo without a name: it states that the last act is meant, and how to take back an older one.
    private static func named(_ error: any Error) -> any Error {
        let reason = (error as? DraftRefusal)?.reason ?? error
        guard let rejection = reason as? Rejection, rejection.code != "undo.none" else { return error }
        let older = "An older act is taken back by its event: daybook undo EVENT; \"daybook log\" lists them."
        return Rejection(
            code: rejection.code, message: "The last act stays. \(rejection.message)",
            hint: [rejection.commandHint, older].compactMap(\.self).joined(separator: " "))
    }

    private func answer(_ undone: UndoneAct, _ session: Session) throws {
        if let batch = undone.batch, case .imported(let stream) = undone.act {
            return try answer(batch, stream, newer: undone.newerOfOthers, session)
        }
        guard case .events(let parts) = undone.act, let last = parts.last else { return }
        try session.answer(
            .object(pairs: [
                "undone": .string(last.event.hex),
                "what": .array(undone.sentences.map { .string($0) }),
                "newerOfOthers": undone.newerOfOthers > 0 ? .integer(undone.newerOfOthers) : nil,
            ]).wrote(undone.receipt)
        ) {
            for sentence in undone.sentences.prefix(10) { try session.print("Undone: \(Text.shown(sentence)).") }
            if undone.sentences.count > 10 { try session.print("  and \(undone.sentences.count - 10) more.") }
            try printNewer(undone.newerOfOthers, session)
        }
    }

    private func printNewer(_ count: Int, _ session: Session) throws {
        guard count > 0 else { return }
        let (events, stay) = (Text.count(count, "newer event"), count == 1 ? "stays" : "stay")
        try session.print("\(events) of other devices \(stay).")
    }

    private func refuseReason() throws {
        if reason == nil { return }
        throw Fault(
            .usage, code: "undo.reason",
            message: name.map {
                "A reason is kept with the undoing of an import only, and \(Text.shown($0)) is none."
            } ?? "A reason is kept with the undoing of an import that is named.",
            hint: "Leave --reason out.")
    }

    /// Undoes the undo of an import.
    private func bringBack(_ event: EventID, _ batch: StreamID, _ ledger: Ledger, _ session: Session) throws {
        try refuseReason()
        let (receipt, flights) = try ledger.bringBack(undoneBy: event, of: batch)
        try session.answer(
            .object(pairs: [
                "undone": .string(event.hex), "batch": .string(batch.text), "restored": .integer(flights.count),
            ]).wrote(receipt)
        ) { try session.print("Brought back \(Text.count(flights.count, "flight")) of the import \(batch).") }
    }

    private func undo(_ batch: StreamID, _ ledger: Ledger, _ session: Session) throws {
        let outcome: UndoOutcome
        do { outcome = try ledger.undoBatch(batch, reason: reason) } catch let none as Rejection
            where none.code == "batch.nothing"
        {
            throw try ledger.refusalOfNewer(batch) ?? none
        }
        try answer(outcome, batch, newer: 0, session)
    }

    private func answer(_ outcome: UndoOutcome, _ batch: StreamID, newer: Int, _ session: Session) throws {
        try session.answer(
            .object(pairs: [
                "batch": .string(batch.text), "takenBack": .integer(outcome.takenBack.count),
                "survivors": .array(
                    outcome.survivors.map {
                        .object(pairs: ["flight": .string($0.stream.id), "signed": .bool($0.isSigned)])
                    }),
                "newerOfOthers": newer > 0 ? .integer(newer) : nil,
            ]).wrote(outcome.receipt)
        ) {
            try session.print(
                "Took back \(Text.count(outcome.takenBack.count, "flight")). Importing the file again brings them back."
            )
            for survivor in outcome.survivors {
                let why = survivor.isSigned ? "it is signed" : "it was restored, or came later"
                try session.print("  \(survivor.stream.id) stays: \(why)")
            }
            try printNewer(newer, session)
        }
    }
}
