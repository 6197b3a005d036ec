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

    private struct Row {
        let code: String
        let name: String
        let percent: Int

        init(_ code: String, _ name: String, _ percent: Int) {
            self.code = code
            self.name = name
            self.percent = percent
        }
    }

    private static let rows = [
        Row("AK", "Alaska", 80),
        Row("AL", "Alabama", 80),
        Row("AR", "Arkansas", 80),
        Row("AZ", "Arizona", 80),
        Row("CA", "California", 83),
        Row("CO", "Colorado", 80),
        Row("CT", "Connecticut", 80),
        Row("DE", "Delaware", 80),
        Row("FL", "Florida", 80),
        Row("GA", "Georgia", 75),
        Row("HI", "Hawaii", 80),
        Row("IA", "Iowa", 80),
        Row("ID", "Idaho", 85),
        Row("IL", "Illinois", 80),
        Row("IN", "Indiana", 80),
        Row("KS", "Kansas", 80),
        Row("KY", "Kentucky", 80),
        Row("LA", "Louisiana", 80),
        Row("MA", "Massachusetts", 72),
        Row("MD", "Maryland", 85),
        Row("ME", "Maine", 80),
        Row("MI", "Michigan", 80),
        Row("MN", "Minnesota", 80),
        Row("MO", "Missouri", 80),
        Row("MS", "Mississippi", 80),
        Row("MT", "Montana", 82),
        Row("NC", "North Carolina", 80),
        Row("ND", "North Dakota", 80),
        Row("NE", "Nebraska", 80),
        Row("NH", "New Hampshire", 80),
        Row("NJ", "New Jersey", 80),
        Row("NM", "New Mexico", 80),
        Row("NV", "Nevada", 80),
        Row("NY", "New York", 70),
        Row("OH", "Ohio", 75),
        Row("OK", "Oklahoma", 80),
        Row("OR", "Oregon", 80),
        Row("PA", "Pennsylvania", 83),
        Row("RI", "Rhode Island", 80),
        Row("SC", "South Carolina", 80),
        Row("SD", "South Dakota", 80),
        Row("TN", "Tennessee", 80),
        Row("TX", "Texas", 70),
        Row("UT", "Utah", 80),
        Row("VA", "Virginia", 80),
        Row("VT", "Vermont", 80),
        Row("WA", "Washington", 80),
        Row("WI", "Wisconsin", 80),
        Row("WV", "West Virginia", 80),
        Row("WY", "Wyoming", 80),
    ]
}
