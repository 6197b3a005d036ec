public import EventModel

/// The questions of one state, or those that every state asks: a whole bank, as the check of its text left it.
public struct QuestionBank: Hashable, Sendable {
    /// Nil: the universal bank ("ALL" in its file).
    public let state: StateCode?
    /// The makers' name of this edition, such as "2026-11".
    public let edition: String
    /// Ascending by id, which is their number: 160 of the universal bank, 40 of a state's.
    public let questions: [Question]
    /// The SHA-256 of its file; nil for one that was never a file.
    public private(set) var digest: Bytes32?

    /// The ids have to be the bank's numbers from 1, in order (a `precondition`).
    package init(state: StateCode?, edition: String, questions: [Question]) {
        precondition(
            questions.indices.allSatisfy { questions[$0].id == QuestionID(state, $0 + 1) },
            "a bank's questions are numbered in order")
        self.state = state
        self.edition = edition
        self.questions = questions
    }

    /// The same bank, with the SHA-256 of the file that it was read from.
    public func identified(by digest: Bytes32) -> QuestionBank {
        var bank = self
        bank.digest = digest
        return bank
    }

    /// How many questions a whole bank holds.
    public static func size(of state: StateCode?) -> Int { state == nil ? 160 : 40 }

    /// "ALL" for the universal bank, else the state's code.
    public var name: String { QuestionBank.name(of: state) }
    public static func name(of state: StateCode?) -> String { state?.code ?? "ALL" }

    public subscript(id: QuestionID) -> Question? {
        guard id.state == state, let number = Int(id.text.suffix(3)), questions.indices.contains(number - 1) else {
            return nil
        }
        return questions[number - 1]
    }
}
