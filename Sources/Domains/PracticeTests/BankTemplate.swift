import EventCodec

/// A bank to fill in: every question with its id, its place and its category, and nothing asked yet.
public enum BankTemplate {
    /// The file, as a person edits it: a line for each member. The check of the file names the members to fill in.
    public static func text(of state: StateCode?) -> String {
        let name = QuestionBank.name(of: state)
        let questions = categories(of: state).enumerated().map { index, category in
            """
              {
               "id": "\(QuestionID(state, index + 1))",
               "type": "\(state == nil ? "universal" : "state")",
               "state": "\(name)",
               "category": "\(category.rawValue)",
               "question": "",
               "options": ["", "", "", ""],
               "correct": 0,
               "explanation": ""
              }
            """
        }
        return """
            {
             "daybookBank": 1,
             "state": "\(name)",
             "edition": "",
             "language": "en",
             "questions": [
            \(questions.joined(separator: ",\n"))
             ]
            }

            """
    }

    /// The categories in an order that gives each test an even share of all: the k-th question of n of a category
    /// stands at (2k − 1) / 2n.
    static func categories(of state: StateCode?) -> [QuestionCategory] {
        var placed: [(place: Int, of: Int, category: QuestionCategory)] = []
        for category in QuestionCategory.allCases where category.isUniversal == (state == nil) {
            for number in 1...category.questions { placed.append((2 * number - 1, 2 * category.questions, category)) }
        }
        return placed.enumerated().sorted { left, right in
            let (leftShare, rightShare) = (left.element.place * right.element.of, right.element.place * left.element.of)
            return leftShare != rightShare ? leftShare < rightShare : left.offset < right.offset
        }.map(\.element.category)
    }
}
