import EventCodec
public import EventModel

/// One thing in the text of a bank that is not as it has to be.
public struct BankFinding: Hashable, Sendable {
    /// Where: "bank", a category, a question's id, or "question 7" where its id cannot be read.
    public let item: String
    /// Stable, dotted lowerCamelCase: `bank.options`.
    public let code: String
    /// The error and the requirement, one sentence.
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
    /// Nil where a bank in the right form is the way out.
    public let remedy: Remedy?

    public init(reason: String, remedy: Remedy? = nil) {
        self.reason = reason
        self.remedy = remedy
    }
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
    /// The bank's file in the format of banks: the bytes read, or what a plain list of questions was converted to.
    public private(set) var file: [UInt8] = []

    init(questions: Int, findings: [BankFinding], bank: QuestionBank?) {
        self.questions = questions
        self.findings = findings
        self.bank = bank
    }

    /// The most bytes that a bank's file has.
    public static let bytesMaximum = 1 << 20
    /// The most bytes of a list to convert, which may hold the questions of every state.
    public static let listBytesMaximum = 16 << 20

    /// Reads a bank, or a plain list of questions as `convert` does. O(n). Throws `BankUnreadable` where no question
    /// can be looked for.
    public static func read(_ bytes: [UInt8]) throws(BankUnreadable) -> BankCheck {
        guard bytes.count <= bytesMaximum else { throw BankUnreadable(reason: "it is larger than 1 MiB") }
        let value = try parsed(bytes)
        if value["daybookBank"] == nil, let plain = try PlainBank(value, BankConversion()) { return check(plain) }
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
        var check = reader.check(value, items)
        check.file = bytes
        return check
    }

    /// Brings a list of questions, or a bank, into the format of banks. O(n log n). Throws `BankUnreadable`.
    public static func convert(_ bytes: [UInt8], _ conversion: BankConversion) throws(BankUnreadable) -> BankCheck {
        guard let plain = try PlainBank(parsed(bytes), conversion) else {
            throw BankUnreadable(reason: "it holds no list of questions")
        }
        return check(plain)
    }

    private static func check(_ plain: PlainBank) -> BankCheck {
        guard case .array(let items)? = plain.value["questions"] else { preconditionFailure("a bank has questions") }
        var reader = BankReader(state: plain.value["state"]?.stringValue.flatMap { StateCode($0) }, plain.places)
        var check = reader.check(plain.value, items)
        check.file = plain.file
        return check
    }

    /// The JSON of a file, without the byte order mark that some editors write.
    private static func parsed(_ bytes: [UInt8]) throws(BankUnreadable) -> JSONValue {
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        do throws(JSONError) { return try JSONParser.parse(content) } catch {
            let line = 1 + content.prefix(error.offset).count { $0 == 0x0A }
            throw BankUnreadable(reason: "line \(line) is not JSON (\(error.reason))")
        }
    }

    /// Questions that stand in more than one bank, by their words, each with the file that comes later.
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
