public import EventCodec
public import EventModel
public import EventSourcing

/// Practice tests as the engine takes them.
public enum PracticeTestsDomain {
    public static let domain = Domain(
        evaluator: "practiceTests/1", kinds: [TestKind(), TrainingKind()],
        schemas: PracticeTestsSchemas.all.map { schema in wordings[schema.type].map(schema.worded) ?? schema },
        ledgers: [])

    private static let wordings = [
        "training.answered": EventWording { "question \($1?["question"]?.stringValue ?? "?") was answered" },
        "answer.submitted": EventWording { name, _ in "\(name): an answer was given" },
        "state.selected": EventWording { "the state \($1?["state"]?.stringValue ?? "?") was chosen" },
        "progress.reset": EventWording { _, _ in "progress was reset" },
        "progress.restored": EventWording { _, _ in "progress was restored" },
    ]

    /// The rules of `profile/quiz`.
    public static let profile = ProfileRules(
        id: ProgressResets.stream.id,
        types: ["state.selected", "progress.reset", "progress.restored", "bank.added", "photo.changed"],
        blob: { AddedBank.blob($0) ?? ProfilePhoto.blob($0) },
        refuse: { event, seen, _ in
            guard event.type == "progress.restored" else { return nil }
            let named = ProgressResets.resets(of: event)
            return seen.own.reading(ProgressResets()) { resets in
                guard !named.isEmpty, named.allSatisfy(resets.known.contains) else { return QuizRules.resetUnknown }
                return named.contains(where: resets.stands) ? nil : QuizRules.resetNothing
            }
        })
}

/// The kind of `test/…` streams: one attempt each.
public struct TestKind: StreamKind {
    public let name = "test"

    public init() {}

    public let movesKeys = true

    /// Each answer is a field of its own. `test.completed` adds to the attempt and overwrites nothing, also when two
    /// are concurrent.
    public func keys(of event: EventContent) -> [UInt64] {
        switch event.type {
        case "answer.submitted": [AnswerField.name(TestKind.index(of: event))]
        case "test.completed": []
        default: RecordFields.keys(ofBody: event.body)
        }
    }

    public func apply(_ event: EventContent, to fields: inout RecordFields) {
        switch event.type {
        case "answer.submitted":
            let choice = RecordFields.integer(of: AnswerSubmittedKey.choice, inBody: event.body) ?? 0
            AnswerField.write(UInt8(truncatingIfNeeded: choice), at: TestKind.index(of: event), into: &fields)
        case "test.completed":
            var writer = CBORWriter(capacity: 1)
            writer.bool(true)
            fields.set(AnswerField.completed, writer.bytes)
        default: fields = AnswerField.fields(of: event.body)
        }
    }

    private static func index(of answer: EventContent) -> Int {
        Int(RecordFields.integer(of: AnswerSubmittedKey.index, inBody: answer.body) ?? 0)
    }

    public func admit(_ state: RecordFields, _ event: EventContent, _ scan: FieldScan) -> Rejection? {
        if event.schema.role == .create {
            // A body that its schema describes is always read.
            guard let start = try? event.withBody(TestStarted.init(fields:)) else { return QuizRules.testItems }
            return QuizRules.refusal(of: start)
        }
        // The answers alone: what was shown is not read again for each of them.
        let answers = AnswerField.answers(in: state)
        switch event.type {
        case "answer.submitted":
            return QuizRules.refusal(
                ofAnswer: TestKind.index(of: event), to: answers, isCompleted: state.contains(AnswerField.completed))
        // Twice is once: two devices that hand in the same answers do the same.
        case "test.completed":
            let answered = answers.count { $0 != AnswerField.none }
            return answered == TestSlices.size ? nil : QuizRules.testIncomplete(answered: answered)
        default: return nil
        }
    }

    public func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext)
        -> Rejection?
    {
        guard event.type == "test.completed", let attempt = state.flatMap({ AttemptState(fields: $0.fields) }) else {
            return nil
        }
        return attempt.isCompleted ? QuizRules.testCompleted : nil
    }

    /// An attempt that was written elsewhere and appended here keeps its own times.
    public let timesItsRecords = true
    public var looksAround: Bool { true }

    public func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request? {
        TestRules.request(for: event, having: seen)
    }

    public func refuse(_ event: EventContent, in surroundings: Surroundings, _ context: DecideContext) -> Rejection? {
        TestRules.refusal(of: event, in: surroundings)
    }

    public func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection {
        switch rejection.code {
        case "record.missing": QuizRules.testUnknown
        case "record.exists":
            Rejection(
                code: rejection.code, message: "There is an attempt with this id already.", hint: "Use another id.")
        default: rejection
        }
    }
}

/// The kind of `training/STATE` streams: answers in training, one after another.
public struct TrainingKind: StreamKind {
    public let name = "training"
    /// Each state has one, and no answer could be given any more.
    public let mayBeErased = false

    public init() {}

    /// A right answer is progress, a wrong one is none yet.
    public func isProgress(_ note: EventContent) -> Bool { note.scan().bool(TrainingAnsweredKey.correct) ?? false }

    public var looksAround: Bool { true }
    public var looksAtItself: Bool { false }

    /// The banks that were added.
    public func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request? {
        event.type == "training.answered" && seen.others[AddedBank.stream] == nil ? .stream(AddedBank.stream) : nil
    }

    public func refuse(_ event: EventContent, in surroundings: Surroundings, _ context: DecideContext) -> Rejection? {
        guard event.type == "training.answered" else { return nil }
        guard let answer = TrainingAnswer(event, happened: context.now) else {
            return QuizRules.questionUnknown(
                RecordFields.text(of: TrainingAnsweredKey.question, inBody: event.body) ?? "")
        }
        if let refusal = QuizRules.refusal(of: answer, in: surroundings.own.stream) { return refusal }
        return AskedBanks(surroundings.others[AddedBank.stream]).refusal(of: answer)
    }
}
