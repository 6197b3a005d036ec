public import EventCodec
public import EventModel
public import EventSourcing

/// The fields of test.started: the questions and options as shown, and which options are right.
public struct TestStarted: Hashable, Sendable {
    public var test = 0
    /// Nil only for a text that its schema does not take.
    public var state: StateCode?
    /// Of this test in this state, from 1.
    public var attempt = 0
    /// The questions in the order shown.
    public var items: [QuestionID] = []
    /// Of each the options in the order shown: `CABD` shows the bank's third option first.
    public var permutation: [String] = []
    /// Of each the letter under which the right option is shown, as bytes `A` to `D`.
    public var right: [UInt8] = []
    /// SHA-256 over the digests of the two banks that it was made from.
    public var bank: Bytes32?

    public init() {}

    /// From the CBOR map of an attempt's fields (the keys of test.started; others are passed over). Texts that are no
    /// ids of questions are left out.
    ///
    /// A map that its schema describes never fails; another throws where it stops. O(bytes).
    public init(fields: RawSpan) throws(CBORError) {
        var reader = CBORReader(fields)
        for _ in 0..<(try reader.map()) {
            let key = try reader.unsigned()
            switch key {
            case _ where reader.nextIsNull(): try reader.null()
            case TestStartedKey.test: test = Int(try reader.integer())
            case TestStartedKey.state: state = StateCode(try reader.string())
            case TestStartedKey.attempt: attempt = Int(try reader.integer())
            case TestStartedKey.items:
                for _ in 0..<(try reader.array()) { if let id = QuestionID(try reader.string()) { items.append(id) } }
            case TestStartedKey.permutation:
                for _ in 0..<(try reader.array()) { permutation.append(try reader.string()) }
            case TestStartedKey.right: right = Array(try reader.string().utf8)
            case TestStartedKey.bank: bank = try reader.bytes32()
            default: try reader.skip()
            }
        }
    }

    /// The place of the right option of a question as shown, 0 to 3; `index` is one of the 50.
    package func rightChoice(_ index: Int) -> Int { Int(right[index]) - 0x41 }

    /// The option of the bank, 0 to 3, that was shown at a place of a question.
    package func optionInBank(_ index: Int, shownAt choice: Int) -> Int {
        Int(Array(permutation[index].utf8)[choice]) - 0x41
    }

    /// The data of the event.
    public var data: JSONValue {
        .object(pairs: [
            "test": .integer(test), "state": state.map { .string($0.code) }, "attempt": .integer(attempt),
            "items": .array(items.map { .string($0.text) }),
            "permutation": .array(permutation.map { .string($0) }),
            "right": .string(String(decoding: right, as: UTF8.self)), "bank": bank.map { .string($0.hex) },
        ])
    }
}

extension TestStarted {
    /// An attempt at a test as its plan shows it.
    public init(_ plan: TestPlan, test: Int, state: StateCode, attempt: Int) {
        (self.test, self.state, self.attempt) = (test, state, attempt)
        (items, permutation, right) = (plan.items, plan.permutation, Array(plan.right.utf8))
    }
}

/// A question that was answered in training.
public struct TrainingAnswer: Hashable, Sendable {
    /// 0: the onboarding.
    public let set: Int
    public let question: QuestionID
    /// In the bank's order, from 0.
    public let choice: Int
    public let isCorrect: Bool
    public let happened: Instant

    public init(set: Int, question: QuestionID, choice: Int, isCorrect: Bool, happened: Instant) {
        (self.set, self.question, self.choice, self.isCorrect, self.happened) = (
            set, question, choice, isCorrect, happened
        )
    }

    /// Nil for every other event, and for one whose question has no such id.
    public init?(_ content: EventContent, happened: Instant) {
        guard content.type == "training.answered" else { return nil }
        let body = content.body
        self.init(body: body.span.bytes, happened: happened)
    }

    /// From the body of a training.answered that was checked; nil where its question has no such id. O(bytes).
    public init?(body: RawSpan, happened: Instant) {
        // A body that was checked is always read.
        guard let answer = try? TrainingAnswer(fields: body, happened) else { return nil }
        self = answer
    }

    /// From the CBOR map of a training.answered; nil where a field is missing or no such id.
    private init?(fields: RawSpan, _ happened: Instant) throws(CBORError) {
        var reader = CBORReader(fields)
        var (set, question, choice, isCorrect): (Int?, QuestionID?, Int?, Bool?) = (nil, nil, nil, nil)
        for _ in 0..<(try reader.map()) {
            switch try reader.unsigned() {
            case TrainingAnsweredKey.set: set = Int(try reader.integer())
            case TrainingAnsweredKey.question: question = QuestionID(try reader.string())
            case TrainingAnsweredKey.choice: choice = Int(try reader.integer())
            case TrainingAnsweredKey.correct: isCorrect = try reader.bool()
            default: try reader.skip()
            }
        }
        guard let set, let question, let choice, let isCorrect else { return nil }
        self.init(set: set, question: question, choice: choice, isCorrect: isCorrect, happened: happened)
    }

    /// The data of the event.
    public var data: JSONValue {
        .object(pairs: [
            "set": .integer(set), "question": .string(question.text), "choice": .integer(choice),
            "correct": .bool(isCorrect),
        ])
    }
}
