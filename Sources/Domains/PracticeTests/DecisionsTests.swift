import EventCodec
import EventModel
import EventSourcing

/// The preconditions of beginning and continuing an attempt. Only local commands are held to them: events of other
/// devices are accepted as they are.
enum TestRules {
    /// The records that the rules of an event must see; nil: enough, or none.
    static func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request? {
        switch event.type {
        case "test.started":
            // A body that its schema describes is always read; the rules of attempts refuse what is none.
            guard let start = try? event.withBody(TestStarted.init(fields:)), let state = start.state else {
                return nil
            }
            if start.test > 1, seen.others[QuizSettings.stream] == nil { return .stream(QuizSettings.stream) }
            if seen.logs == nil { return .logs }
            if seen.others[ProgressResets.stream] == nil { return .stream(ProgressResets.stream) }
            let training = training(state)
            guard let answers = seen.others[training] else { return .stream(training) }
            if correct(answers, seen, state) >= QuizRules.correctToUnlock || seen.kinds.contains("test") { return nil }
            return .streams(kind: "test") { hasFinished(state, $0) }
        case "answer.submitted", "test.completed":
            if seen.others[ProgressResets.stream] == nil { return .stream(ProgressResets.stream) }
            return seen.logs == nil && !ProgressResets(seen.others[ProgressResets.stream]).standing.isEmpty
                ? .logs : nil
        default: return nil
        }
    }

    static func refusal(of event: EventContent, in seen: Surroundings) -> Rejection? {
        switch event.type {
        case "test.started":
            // A body that its schema describes is always read; the rules of attempts refuse what is none.
            guard let start = try? event.withBody(TestStarted.init(fields:)), let state = start.state else {
                return nil
            }
            if start.test > 1, QuizSettings(seen.others[QuizSettings.stream]?.state?.registers ?? []).tier == .free {
                return QuizRules.tierLimit
            }
            let correct = seen.others[training(state)].map { TestRules.correct($0, seen, state) } ?? 0
            guard correct >= QuizRules.correctToUnlock || hasFinished(state, seen) else {
                return QuizRules.testsLocked(correct: correct)
            }
            return AskedBanks(seen.others[AddedBank.stream]).refusal(of: start)
        case "answer.submitted", "test.completed":
            guard let state = seen.own.state.flatMap({ AttemptState(fields: $0.fields) })?.start.state,
                let logs = seen.logs
            else { return nil }
            let before = ProgressResets(seen.others[ProgressResets.stream]).before(state, logs)
            return isReset(seen.own, before) ? QuizRules.attemptReset : nil
        default: return nil
        }
    }

    private static func training(_ state: StateCode) -> StreamID { StreamID(kind: "training", id: state.code) }

    private static func before(_ seen: Surroundings, _ state: StateCode) -> HeldLogs.SizesBefore {
        ProgressResets(seen.others[ProgressResets.stream]).before(state, seen.logs ?? HeldLogs())
    }

    private static func correct(_ training: Chronicle, _ seen: Surroundings, _ state: StateCode) -> Int {
        let before = before(seen, state)
        // Once there are enough, how many there are does not matter.
        return training.entries.lazy.filter { entry in
            !before.contains(entry.place)
                && (TrainingAnswer(entry.content, happened: entry.happened)?.isCorrect ?? false)
        }.prefix(QuizRules.correctToUnlock).count
    }

    private static func hasFinished(_ state: StateCode, _ seen: Surroundings) -> Bool {
        let before = before(seen, state)
        return seen.others.values.contains { chronicle in
            guard chronicle.stream.kind == "test", chronicle.stands,
                let attempt = chronicle.state.flatMap({ AttemptState(fields: $0.fields) })
            else { return false }
            return attempt.isCompleted && attempt.start.state == state && !isReset(chronicle, before)
        }
    }

    /// Whether all that happened to an attempt lies before a reset: what its author had not seen keeps it.
    static func isReset(_ attempt: Chronicle, _ before: HeldLogs.SizesBefore) -> Bool {
        attempt.entries.allSatisfy { before.contains($0.place) }
    }
}
