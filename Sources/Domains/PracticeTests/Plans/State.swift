public import EventCodec

/// The answers, in the form of the fields of an attempt.
enum AnswerField {
    /// Whether the attempt was handed in.
    static let completed: UInt64 = 9
    /// The answers, a byte for each question: what was chosen, 0 to 3, or `none`.
    static let answers: UInt64 = 10
    static let none: UInt8 = 0xFF
    /// The fields of test.started, as the bytes of their map. They stand behind the answers, because an answer reads
    /// and writes only those.
    static let start: UInt64 = 11

    /// The fields of an attempt that was begun and not answered yet.
    static func fields(of start: [UInt8]) -> RecordFields {
        var writer = CBORWriter(capacity: start.count + 8)
        writer.map(count: 1)
        writer.unsigned(AnswerField.start)
        writer.data(start)
        return RecordFields(body: writer.bytes)
    }

    /// The fields with which the attempt began; nil where the record is no attempt.
    static func start(in fields: RecordFields) -> TestStarted? {
        guard let value = fields[start] else { return nil }
        var reader = CBORReader(value.span.bytes)
        // A map that was checked is always read.
        return try? TestStarted(fields: reader.data())
    }

    /// By what an answer is known that another one overwrites: each question is a field of its own, so that none is
    /// ever written over unseen.
    static func name(_ index: Int) -> UInt64 { UInt64(100 + index) }

    /// The answers in the fields of an attempt, as far as there are any.
    static func answers(in fields: RecordFields) -> [UInt8] { fields.data(answers) ?? [] }

    /// Writes an answer to a question.
    static func write(_ choice: UInt8, at index: Int, into fields: inout RecordFields) {
        var stated = answers(in: fields)
        while stated.count <= index { stated.append(none) }
        stated[index] = choice
        var writer = CBORWriter(capacity: stated.count + 2)
        writer.data(stated)
        fields.set(answers, writer.bytes)
    }
}

/// An attempt at a test, as its stream folds.
public struct AttemptState: Hashable, Sendable {
    public let start: TestStarted
    /// Of each question what was chosen, by its place as shown; nil until it is answered. 50 of them.
    public let answers: [Int?]
    public let isCompleted: Bool

    /// From an attempt's fields; nil where they are none, as of a stream without a create.
    public init?(fields: RecordFields) {
        // Without its items it is no attempt.
        guard let start = AnswerField.start(in: fields), start.items.count == TestSlices.size else { return nil }
        self.init(start, AnswerField.answers(in: fields), isCompleted: fields.contains(AnswerField.completed))
    }

    /// The state from its parts.
    ///
    /// - Parameter stated: One byte for each question, up to the last answered one.
    init(_ start: TestStarted, _ stated: [UInt8], isCompleted: Bool) {
        self.start = start
        self.isCompleted = isCompleted
        answers = (0..<TestSlices.size).map {
            stated.indices.contains($0) && stated[$0] != AnswerField.none ? Int(stated[$0]) : nil
        }
    }

    /// The first question that is not answered; nil when all are.
    public var next: Int? { answers.firstIndex { $0 == nil } }
    public var answered: Int { answers.count { $0 != nil } }

    /// Whether the answer to a question is right; nil while there is none.
    package func isRight(_ index: Int) -> Bool? { answers[index].map { $0 == start.rightChoice(index) } }

    /// How many answers are right.
    public var score: Int { answers.indices.count { isRight($0) == true } }
}
