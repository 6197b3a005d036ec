public import EventCodec
public import EventModel
public import EventSourcing

/// An attempt that is built from its events in order, before resets apply. The events come from a `Chronicle`, or one
/// by one while a chain is read.
public struct AttemptStory: Hashable, Sendable {
    public let stream: StreamID
    private var start: TestStarted?
    /// As in the fields of an attempt.
    private var answers: [UInt8] = []
    private var started: Instant?
    private var completed: Instant?
    private var touched: Instant?
    private var stands = true
    /// Of each log the last of its events: what lies before a cut as far as this, lies before it wholly.
    private var last: [LogPlace] = []

    /// Before any event.
    public init(_ stream: StreamID) { self.stream = stream }

    /// From the events that count and what their fold came to.
    public init(_ chronicle: Chronicle) {
        stream = chronicle.stream
        if let fields = chronicle.state?.fields {
            start = AnswerField.start(in: fields)
            answers = AnswerField.answers(in: fields)
            if fields.contains(AnswerField.completed) {
                completed = chronicle.entries.first { $0.content.type == "test.completed" }?.moment
            }
        }
        started = chronicle.createdAt
        touched = chronicle.entries.last?.moment
        stands = chronicle.stands
        for entry in chronicle.entries { note(entry.place) }
    }

    /// Applies the next event of a chain.
    ///
    /// - Returns: False where a rule refuses the event, so that it does not count. Only the fold then gives the
    ///   attempt.
    public mutating func apply(
        _ type: String, _ body: RawSpan, _ fields: FieldScan, at moment: Instant, _ place: LogPlace
    ) -> Bool {
        switch type {
        case "test.started":
            // A body that its schema describes is always read.
            start = try? TestStarted(fields: body)
            started = moment
        case "answer.submitted":
            let index = fields.integer(AnswerSubmittedKey.index) ?? 0
            if QuizRules.refusal(ofAnswer: index, to: answers, isCompleted: completed != nil) != nil { return false }
            answers.append(UInt8(truncatingIfNeeded: fields.integer(AnswerSubmittedKey.choice) ?? 0))
        case "test.completed":
            guard answers.count == TestSlices.size else { return false }
            completed = completed ?? moment
        default: break
        }
        touched = moment
        note(place)
        return true
    }

    private mutating func note(_ place: LogPlace) {
        guard let index = last.firstIndex(where: { $0.log == place.log }) else { return last.append(place) }
        if last[index].sequence < place.sequence { last[index] = place }
    }

    /// The attempt; nil where the events form none.
    ///
    /// - Parameter before: The events before the resets of a state.
    public func attempt(before: (StateCode) -> HeldLogs.SizesBefore) -> Attempt? {
        guard let start, start.items.count == TestSlices.size, let code = start.state, let started else { return nil }
        let before = before(code)
        return Attempt(
            AttemptState(start, answers, isCompleted: completed != nil), in: stream, started: started,
            completed: completed, touched: touched ?? started,
            isReset: last.allSatisfy(before.contains), isSetAside: !stands)
    }
}

/// The answers in training of one state, in the order of its events, each with its place in a log. Resets compare the
/// places.
public struct TrainingStory: Sendable {
    private var answers: [TrainingAnswer] = []
    private var places: [LogPlace] = []
    /// How many events were read.
    public private(set) var events = 0

    /// Before any event.
    public init() {}

    /// From the events that count; `events` is how many there are.
    public init(_ chronicle: Chronicle, events: Int) {
        self.events = events
        for entry in chronicle.entries {
            if let answer = TrainingAnswer(entry.content, happened: entry.happened) { add(answer, entry.place) }
        }
    }

    /// Takes the next event of a chain.
    public mutating func apply(_ type: String, _ body: RawSpan, happened: Instant, _ place: LogPlace) {
        events += 1
        if type == "training.answered", let answer = TrainingAnswer(body: body, happened: happened) {
            add(answer, place)
        }
    }

    private mutating func add(_ answer: TrainingAnswer, _ place: LogPlace) {
        answers.append(answer)
        places.append(place)
    }

    /// The answers that count, in the order of the stream.
    ///
    /// - Parameter before: The events before the resets of the state; nil: there are none.
    /// - Complexity: O(answers), without resets O(1).
    public func answers(before: HeldLogs.SizesBefore?) -> [TrainingAnswer] {
        guard let before else { return answers }
        return answers.indices.compactMap { before.contains(places[$0]) ? nil : answers[$0] }
    }
}
