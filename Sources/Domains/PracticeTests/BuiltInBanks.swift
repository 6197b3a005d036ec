import EventCodec
import EventModel

/// The banks that the program carries, written in by tools/bank; members of their own, so that each is read at its
/// first use alone.
enum BuiltInBanks {}

/// The text of a bank that is built in, with what it hashes to.
struct BankText {
    let sha256: String
    let text: String

    /// The bank. That the text is one, and the digest its own, is a test's concern (a `precondition`).
    var bank: QuestionBank {
        // A test reads every bank that is built in, and holds it to the check.
        guard let value = try? JSONParser.parse(Array(text.utf8)), let bank = QuestionBank(checked: value),
            let digest = Bytes32(hex: sha256)
        else {
            preconditionFailure("a bank that is built in does not pass the check")
        }
        return bank.identified(by: digest)
    }
}

extension BankShelf {
    /// The banks that the program carries: each is read when it is first asked for, once in a process.
    public static let builtIn = BankShelf(universal: { BuiltInBanks.universal }, isBuiltIn: true) {
        BuiltInBanks.bank(of: $0)
    }

    /// The file of a bank that the program carries, the universal one's for nil; nil where it carries none.
    public static func builtInFile(of state: StateCode?) -> [UInt8]? {
        BuiltInBanks.text(of: state).map { Array($0.text.utf8) }
    }

    /// The states whose banks the program carries, ascending.
    public static let builtInStates = BuiltInBanks.codes.compactMap { StateCode($0) }
}

extension QuestionBank {
    /// A bank whose text passed the check before: read without looking again. Nil where a member is missing or of
    /// another type.
    init?(checked value: JSONValue) {
        guard case .array(let items)? = value["questions"], let edition = value["edition"]?.stringValue,
            let owner = value["state"]?.stringValue
        else { return nil }
        let questions = items.compactMap { item -> Question? in
            guard let id = item["id"]?.stringValue.flatMap({ QuestionID($0) }),
                let text = item["question"]?.stringValue, case .array(let options)? = item["options"],
                let category = item["category"]?.stringValue.flatMap(QuestionCategory.init),
                let correct = item["correct"]?.integerValue,
                let explanation = item["explanation"]?.stringValue
            else { return nil }
            return Question(
                id: id, category: category, text: text, options: options.compactMap(\.stringValue), correct: correct,
                explanation: explanation)
        }
        guard questions.count == items.count else { return nil }
        self.init(state: StateCode(owner), edition: edition, questions: questions)
    }
}
