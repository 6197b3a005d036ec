public import EventCodec

/// What answers are in the fields of an attempt: each a field of its own, so that none is ever written over unseen.
enum AnswerField {
    /// The keys 10 to 59 of an attempt's fields hold the answers; no property of test.started has one of them.
    static func key(_ index: Int) -> UInt64 { UInt64(10 + index) }
    /// Whether the attempt was handed in.
    static let completed: UInt64 = 9
}

/// An attempt at a test as its stream's fold tells it.
public struct AttemptState: Hashable, Sendable {
    public let start: TestStarted
    /// Of each question what was chosen, by its place as shown; nil until it is answered. 50 of them.
    public let answers: [Int?]
    public let isCompleted: Bool

    /// From an attempt's fields; nil where they are none, as of a stream without a create.
    public init?(fields: RecordFields) {
        // A map that was checked is always read; without its items it is no attempt.
        guard let start = try? TestStarted(fields: fields.map.span.bytes), start.items.count == TestSlices.size else { return nil }
        self.start = start
        let scan = FieldScan()
        guard scan.take(fields.map.span.bytes) else { return nil }
        answers = (0..<TestSlices.size).map { scan.integer(AnswerField.key($0)) }
        isCompleted = scan.bool(AnswerField.completed) ?? false
    }

    /// The first question that is not answered; nil when all are.
    public var next: Int? { answers.firstIndex { $0 == nil } }
    public var answered: Int { answers.count { $0 != nil } }

    /// Whether the answer to a question is right; nil while there is none.
    public func isRight(_ index: Int) -> Bool? { answers[index].map { $0 == start.rightChoice(index) } }

    /// How many answers are right.
    public var score: Int { answers.indices.count { isRight($0) == true } }
}
