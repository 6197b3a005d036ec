import EventCodec

/// One thing in the text of a bank that is not as it has to be.
public struct BankFinding: Hashable, Sendable {
    /// Where: "bank", a category, a question's id, or "question 7" where its id cannot be read.
    public let item: String
    /// Stable, dotted lowerCamelCase: `bank.options`.
    public let code: String
    /// What it is and what it has to be, one sentence.
    public let message: String

    public init(item: String, code: String, message: String) {
        self.item = item
        self.code = code
        self.message = message
    }
}

/// A text that is no bank at all: not JSON, or JSON of something else.
public struct BankUnreadable: Error, Hashable, Sendable {
    /// A phrase that follows "it is not a question bank: ".
    public let reason: String

    public init(reason: String) { self.reason = reason }
}

/// Reads the text of a bank (schemas/bank/question-bank.schema.json) and names everything in it that is not as it has
/// to be.
public struct BankCheck: Sendable {
    /// How many questions were found, right or wrong.
    public let questions: Int
    /// In the order of the text; empty for a whole and right bank.
    public let findings: [BankFinding]
    /// The bank; nil where there are findings.
    public let bank: QuestionBank?

    /// The most bytes that a bank's file has.
    public static let bytesMaximum = 1 << 20

    /// O(n). Throws `BankUnreadable` where no question can be looked for.
    public static func read(_ bytes: [UInt8]) throws(BankUnreadable) -> BankCheck {
        guard bytes.count <= bytesMaximum else { throw BankUnreadable(reason: "it is larger than 1 MiB") }
        let value: JSONValue
        do throws(JSONError) { value = try JSONParser.parse(bytes) } catch {
            let line = 1 + bytes.prefix(error.offset).count { $0 == 0x0A }
            throw BankUnreadable(reason: "line \(line) is not JSON (\(error.reason))")
        }
        guard case .object = value, value["daybookBank"] != nil else {
            throw BankUnreadable(reason: "the member \"daybookBank\" is missing")
        }
        guard value["daybookBank"]?.integerValue == 1 else {
            throw BankUnreadable(reason: "this program reads version 1 of the format alone")
        }
        guard case .array(let items)? = value["questions"] else {
            throw BankUnreadable(reason: "the list \"questions\" is missing")
        }
        let owner = value["state"]?.stringValue
        guard let owner, owner == "ALL" || StateCode(owner) != nil else {
            throw BankUnreadable(reason: "\"state\" is neither \"ALL\" nor the code of a state")
        }
        var reader = BankReader(state: StateCode(owner))
        return reader.check(value, items)
    }

    /// What several banks together have twice: questions that stand in more than one, by their words, each with the
    /// file that comes later.
    public static func doubled(in banks: [(file: String, bank: QuestionBank)]) -> [(file: String, finding: BankFinding)]
    {
        var seen: [String: String] = [:]
        var findings: [(file: String, finding: BankFinding)] = []
        for (file, bank) in banks {
            // Within one bank no question stands twice: its own check holds it to that.
            for question in bank.questions {
                let words = BankReader.words(of: question.text)
                if let other = seen[words] {
                    let message = "The question stands in \(other) already."
                    findings.append(
                        (file, BankFinding(item: question.id.text, code: "bank.questionTwice", message: message)))
                }
                seen[words] = "\(file) (\(question.id))"
            }
        }
        return findings
    }
}
