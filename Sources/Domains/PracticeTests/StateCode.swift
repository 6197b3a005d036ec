/// One of the fifty states, by its postal code; ascending by code.
public struct StateCode: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let index: Int

    /// The state of a code of two capital letters, as "CA"; nil for anything else.
    public init?(_ code: String) {
        guard code.utf8.count == 2, let index = StateCode.indices[StateCode.number(code.utf8)] else { return nil }
        self.index = index
    }

    /// Two letters as a number.
    private static func number(_ letters: some Sequence<UInt8>) -> Int { letters.reduce(0) { $0 << 8 | Int($1) } }
    private static let indices = Dictionary(uniqueKeysWithValues: rows.enumerated().map { (number($1.code.utf8), $0) })

    private init(index: Int) { self.index = index }

    /// All fifty, ascending by code.
    public static let all = rows.indices.map { StateCode(index: $0) }

    public var code: String { StateCode.rows[index].code }
    public var name: String { StateCode.rows[index].name }
    /// The whole percents of right answers with which its written test is passed.
    public var passMarkPercent: Int { StateCode.rows[index].percent }
    public var description: String { code }

    /// The fewest right answers, of so many, that reach the pass mark: the mark is never rounded down.
    package func correctNeeded(of questions: Int) -> Int { (questions * passMarkPercent + 99) / 100 }

    public static func < (left: StateCode, right: StateCode) -> Bool { left.index < right.index }

    /// The written test that the state gives.
    public var test: WrittenTest { StateCode.rows[index].test }

    struct Row {
        let code: String
        let name: String
        let percent: Int
        let test: WrittenTest

        init(_ code: String, _ name: String, _ percent: Int, _ test: WrittenTest) {
            self.code = code
            self.name = name
            self.percent = percent
            self.test = test
        }
    }
}

/// The written test that a state gives to those who ask for a permit.
public struct WrittenTest: Hashable, Sendable {
    public let questions: Int
    /// The fewest right answers that pass it.
    public let correctNeeded: Int
    /// One sentence about its parts, or about another test that the state has; nil where there is none.
    public let note: String?
    /// The address of the text from which these figures were read; nil where none was read.
    public let source: String?

    init(questions: Int, correctNeeded: Int, note: String? = nil, source: String?) {
        self.questions = questions
        self.correctNeeded = correctNeeded
        self.note = note
        self.source = source
    }

    /// The test in sentences: its size and mark, its note, its source.
    public var sentences: [String] {
        let first = "The state's own test: \(correctNeeded) of \(questions) questions right."
        let last = source.map { "Source: \($0)" } ?? "No source was read for these figures."
        return [first, note, last].compactMap(\.self)
    }
}
