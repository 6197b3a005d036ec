public import DaybookKit
public import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
public import PracticeTests

extension Ledger {
    /// Resets the progress of a state, or of all: what this ledger holds of it no longer counts, and history keeps it.
    /// Nil where there is none.
    @discardableResult @available(*, noasync)
    public func resetProgress(of state: StateCode?) throws -> AppendReceipt? {
        try retryingQuiz {
            let position = try answered(.now).position
            let states = state.map { [$0] } ?? StateCode.all
            let book = try quizBook(AsOf(known: .position(position)))
            guard try states.contains(where: { try hasProgress($0, book, position) }) else { return nil }
            let data = JSONValue.object(pairs: ["state": state.map { .string($0.code) }])
            let draft = EventDraft(stream: ProgressResets.stream, type: "progress.reset", data: .json(data))
            return try append(
                draft.cutting(try logs(of: states, book, position)),
                condition: AppendCondition(after: position, types: ["progress.reset", "progress.restored"]))
        }
    }

    /// The logs that hold events of training or of tests of some states.
    private func logs(of states: [StateCode], _ book: QuizBook, _ position: Position) throws -> Set<UInt32> {
        let tests = book.attempts.filter { $0.state.start.state.map(states.contains) ?? true }.map(\.stream)
        return try withView(AsOf(known: .position(position))) { known, _, transaction in
            var logs: Set<UInt32> = []
            for stream in states.map({ StreamID(kind: "training", id: $0.code) }) + tests {
                logs.formUnion(try engine.stream(stream, knownAt: known, transaction)?.places.map(\.log) ?? [])
            }
            return logs
        }
    }

    private func hasProgress(_ state: StateCode, _ book: QuizBook, _ position: Position) throws -> Bool {
        if book.attempts.contains(where: { $0.state.start.state == state && $0.counts }) { return true }
        guard
            let training = try chronicle(
                StreamID(kind: "training", id: state.code), asOf: AsOf(known: .position(position)))
        else { return false }
        let known = AsOf(known: .position(position))
        let logs = try withView(known) { known, _, transaction in try engine.heldLogs(known, transaction) }
        let before = book.resets.before(state, logs)
        return training.entries.contains { !before.contains($0.place) }
    }

    /// Takes the newest reset back that stands, of a state or of all of them. Throws `Rejection` `restore.nothing`.
    @discardableResult @available(*, noasync)
    public func restoreProgress(of state: StateCode? = nil) throws -> AppendReceipt {
        let resets = try quizBook().resets
        guard let last = state.map({ resets.of($0).last }) ?? resets.standing.last else { throw QuizRules.resetNothing }
        return try append([Ledger.restoring(last.event)])
    }

    /// How many resets stand, of a state or of all of them; while one does, what it reset does not count.
    public func standingResets(of state: StateCode? = nil) throws -> Int {
        let resets = try quizBook().resets
        return state.map { resets.of($0).count } ?? resets.standing.count
    }

    /// The note that takes one reset back.
    static func restoring(_ reset: EventID) -> EventDraft {
        EventDraft(
            stream: ProgressResets.stream, type: "progress.restored",
            data: .json(.object(pairs: ["resets": .array([.string(reset.hex)])])))
    }
}
