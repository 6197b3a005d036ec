import Alarms
import EventCodec
public import EventModel
import EventSourcing
public import Hydration
public import PracticeTests

/// The figures of alarms, drinks and practice tests.
extension Figure {
    // MARK: - Alarms

    /// What an alarm does next, and why: its schedule, its switch, the last time that it was put off, what is left out.
    public static func alarm(_ listed: ListedAlarm, isRemoved: Bool = false, on day: CivilDate) -> Figure {
        let card = listed.card
        return Figure(
            .alarms, listed.stream.text, card.title,
            .object(pairs: [
                "enabled": .bool(card.isEnabled), "state": .string(card.state.rawValue), "nextFire": card.nextFire.map { .string($0.description) } ?? .null,
                "snoozedUntil": card.snoozedUntil.map { .string($0.description) } ?? .null,
            ]),
            isRemoved ? "removed" : words(card), from: [
                .events(
                    EventSource(
                        streams: [listed.stream], lastOnly: ["alarm.fired", "alarm.completed", "alarm.missed", "alarm.snoozed", "alarm.enabled", "alarm.disabled"],
                        day: day)),
            ] + (listed.disabledBy == .tier ? [.events(EventSource(streams: [AlarmTier.stream], types: ["tier.changed"], day: day))] : []))
    }

    private static func words(_ card: AlarmCard) -> String {
        guard card.isEnabled else { return "off" }
        guard let next = card.nextFire else { return "on, fires no more" }
        return card.snoozedUntil == nil ? "on, fires at \(next)" : "put off until \(next)"
    }

    // MARK: - Drinks

    private static func drinks(_ days: ClosedRange<CivilDate>) -> FigureSource {
        .days(DaySource(kind: "drink", ledger: Ledger.drinkLedger, measures: [WaterMeasure.effectiveMl.rawValue], days: days, unit: .millilitres))
    }

    private static func body(_ day: CivilDate) -> FigureSource {
        .events(EventSource(streams: [GoalHistory.stream], types: ["profile.set", "goal.set", "goal.cleared"], day: day))
    }

    public static func waterGoal(_ goal: WaterGoal, on day: CivilDate) -> Figure {
        Figure(.water, "goal", "Goal", .integer(goal.ml), "\(goal.ml) mL", from: [body(day)])
    }

    /// One day against its goal.
    public static func water(_ day: WaterDay, id: String = "today") -> Figure {
        Figure(
            .water, id, "Drunk on \(day.date)", .object(pairs: ["effectiveMl": .integer(day.effectiveMl), "goal": .integer(day.goal), "percent": .integer(day.percent)]),
            "\(day.effectiveMl) of \(day.goal) mL", from: [drinks(day.date...day.date), body(day.date)])
    }

    /// Days in a row: what was drunk on them, and on the day before them that ended the row.
    public static func waterStreak(_ streak: Int, on day: CivilDate) -> Figure {
        let first = max(day.adding(days: -streak - 1), min(.earliest, day))
        return Figure(.water, "streak", "Streak", .integer(streak), "\(streak) \(streak == 1 ? "day" : "days")", from: [drinks(first...day), body(day)])
    }
}

/// The figures of practice tests.
extension QuizBook {
    /// What a figure of the chosen state rests on: attempts at tests, and the answers of training where it counts them.
    private func source(_ attempts: [Attempt], training: Bool, matching: (field: String, value: JSONValue)? = nil) -> FigureSource {
        guard let state else { return .events(EventSource(day: asOf.on)) }
        var source = EventSource(day: asOf.on)
        source.streams = attempts.map(\.stream) + (training ? [StreamID(kind: "training", id: state.code)] : [])
        source.types = ["training.answered", "test.completed"]
        source.matching = matching
        source.before = before
        for attempt in attempts {
            if attempt.isReset { source.excluded[attempt.stream] = .reset } else if attempt.isSetAside { source.excluded[attempt.stream] = .setAside }
            else if attempt.completed == nil { source.excluded[attempt.stream] = .unfinished }
        }
        return .events(source)
    }

    /// The figures of the chosen state as a page of statistics shows them; none where no state is chosen.
    public func figures(_ stats: QuizStats) -> [Figure] {
        guard let progress else { return [] }
        let all = source(progress.allAttempts, training: true)
        let probability = stats.probability.thousandths.map { Digits.tenths($0) }
        return [
            Figure(
                .quiz, "answers", "Answers", .object(pairs: ["answered": .integer(stats.answered), "correct": .integer(stats.correct)]),
                "\(stats.correct) of \(stats.answered) right", from: [all]),
            Figure(
                .quiz, "passProbability", "Pass probability", probability.map { .number($0) } ?? .null, probability.map { "\($0) %" } ?? "no test taken",
                from: [source(progress.allAttempts, training: false)]),
            Figure(.quiz, "streak", "Streak", .integer(stats.streak), "\(stats.streak) \(stats.streak == 1 ? "day" : "days")", from: [all]),
        ] + testFigures
    }

    /// The best score of each of the four tests.
    public var testFigures: [Figure] {
        guard let progress else { return [] }
        return TestCard.all(progress).map { card in
            Figure(
                .quiz, "test.\(card.test)", "Test \(card.test)", card.bestScore.map { .integer($0) } ?? .null,
                card.bestScore.map { "best score \($0) of \(TestSlices.size)" } ?? "not taken",
                from: [source(progress.allAttempts.filter { $0.test == card.test }, training: false)])
        }
    }

    /// How many questions of each training set are mastered.
    public var setFigures: [Figure] {
        guard let progress else { return [] }
        return SetCard.all(progress, shelf).map { card in
            Figure(
                .quiz, "set.\(card.set)", "Set \(card.set)", .integer(card.mastered), "\(card.mastered) of \(card.questions) mastered",
                from: [source([], training: true, matching: ("set", .integer(card.set)))])
        }
    }

    /// What one attempt came to: the answers that were given in it.
    public func figure(_ attempt: Attempt) -> Figure {
        var source = EventSource(streams: [attempt.stream], types: ["test.started", "answer.submitted", "test.completed"], day: asOf.on)
        if attempt.isReset { source.excluded[attempt.stream] = .reset } else if attempt.isSetAside { source.excluded[attempt.stream] = .setAside }
        return Figure(.quiz, attempt.stream.text, "Test \(attempt.test), attempt \(attempt.number)", .integer(attempt.score), "\(attempt.score) of \(TestSlices.size)", from: [.events(source)])
    }
}
