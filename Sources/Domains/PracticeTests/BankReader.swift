import EventCodec

/// Goes through a bank once and collects what is wrong with it.
struct BankReader {
    let state: StateCode?
    private var findings: [BankFinding] = []
    /// Ids and questions so far, to see what stands twice.
    private var ids: [QuestionID: Int] = [:]
    /// Of each question its place in the file, from 1; nil: they stand in the file's order.
    private let places: [Int]?
    private var texts: [String: String] = [:]
    private var counts: [QuestionCategory: Int] = [:]
    private var previous = 0

    init(state: StateCode?, _ places: [Int]? = nil) {
        self.state = state
        self.places = places
    }

    private static let members: Set = ["daybookBank", "state", "edition", "language", "questions"]
    private static let questionMembers: Set = [
        "id", "type", "state", "category", "question", "options", "correct", "explanation",
    ]

    /// The name of the bank in a sentence.
    private var kind: String { state == nil ? "The universal bank" : "A state's bank" }

    private mutating func found(_ item: String, _ code: String, _ message: String) {
        findings.append(BankFinding(item: item, code: "bank.\(code)", message: message))
    }

    mutating func check(_ value: JSONValue, _ items: [JSONValue]) -> BankCheck {
        unknownMembers(of: value, BankReader.members, "bank")
        let edition = text(value["edition"], "edition", 40, "bank", code: "edition")
        language(value["language"])
        let size = QuestionBank.size(of: state)
        if items.count != size { found("bank", "count", "\(kind) holds \(size) questions, this one \(items.count).") }
        var questions: [Question] = []
        for (index, item) in items.enumerated() {
            if let question = question(item, index) { questions.append(question) }
        }
        // Where questions are too few or too many, or unreadable, so are their categories: one finding is enough.
        if items.count == size, findings.isEmpty { categoryCounts() }
        guard findings.isEmpty, let edition else {
            return BankCheck(questions: items.count, findings: findings, bank: nil)
        }
        return BankCheck(
            questions: items.count, findings: [],
            bank: QuestionBank(state: state, edition: edition, questions: questions))
    }

    private mutating func categoryCounts() {
        for category in QuestionCategory.allCases where category.isUniversal == (state == nil) {
            let count = counts[category, default: 0]
            guard count != category.questions else { continue }
            found(
                category.rawValue, "categoryCount",
                "The category has \(category.questions) questions in a whole bank, here \(count).")
        }
    }

    private mutating func language(_ value: JSONValue?) {
        let parts = (value?.stringValue ?? "").split(separator: "-", omittingEmptySubsequences: false)
        let first = parts.first ?? ""
        let isTag =
            (2...3).contains(first.utf8.count) && first.utf8.allSatisfy { (0x61...0x7A).contains($0) }
            && parts.dropFirst().allSatisfy { part in
                (2...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
        if !isTag { found("bank", "language", "\"language\" has to be a language tag, as \"en\".") }
    }

    // MARK: One question

    private mutating func question(_ value: JSONValue, _ index: Int) -> Question? {
        let before = findings.count
        let stated = value["id"]?.stringValue.flatMap { QuestionID($0) }
        let number = places?[index] ?? index + 1
        let item = stated?.text ?? "question \(number)"
        guard case .object = value else {
            found(item, "question", "A question has to be an object.")
            return nil
        }
        unknownMembers(of: value, BankReader.questionMembers, item)
        id(stated, value, item, number)
        owner(value, item)
        let category = category(value["category"], item)
        let text = text(value["question"], "question", 300, item, code: "question")
        if let text { doubled(text, item) }
        let options = options(value["options"], item)
        let correct = correct(value["correct"], item)
        let explanation = explanation(value["explanation"], item)
        guard findings.count == before, let stated, let category, let text, let options, let correct, let explanation
        else { return nil }
        return Question(
            id: stated, category: category, text: text, options: options, correct: correct, explanation: explanation)
    }

    /// Ids ascend by one from 001; one that is left out is named once, where the next stands.
    private mutating func id(_ stated: QuestionID?, _ value: JSONValue, _ item: String, _ number: Int) {
        // A question without an id, or with another's, uses up its own number: the next is not to blame.
        let place = previous + 1
        previous = place
        guard let stated, stated.state == state else {
            let shape = "\(state?.code ?? "U")-001"
            return found(
                item, "id",
                "\"id\" has to be of the form \"\(shape)\"\(value["id"]?.stringValue.map { ", not \"\(BankReader.shown($0))\"" } ?? "")."
            )
        }
        if let other = ids.updateValue(number, forKey: stated) {
            // In a sorted list the second takes no other's place.
            if places != nil { previous = place - 1 }
            return found(
                item, "idTwice", "The id stands twice: at question \(other) and question \(number) of the file.")
        }
        previous = Int(stated.text.suffix(3)) ?? place
        if previous != place, place <= 999 {
            found(item, "idOrder", "The id stands where \(QuestionID(state, place)) belongs: ids ascend by one.")
        }
    }

    private mutating func owner(_ value: JSONValue, _ item: String) {
        let type = state == nil ? "universal" : "state"
        if value["type"]?.stringValue != type { found(item, "type", "\"type\" has to be \"\(type)\" in this bank.") }
        let name = QuestionBank.name(of: state)
        if value["state"]?.stringValue != name {
            found(item, "state", "\"state\" has to be \"\(name)\", as in the bank's head.")
        }
    }

    private mutating func category(_ value: JSONValue?, _ item: String) -> QuestionCategory? {
        if let category = value?.stringValue.flatMap({ QuestionCategory(rawValue: $0) }),
            category.isUniversal == (state == nil)
        {
            counts[category, default: 0] += 1
            return category
        }
        let names = QuestionCategory.allCases.filter { $0.isUniversal == (state == nil) }.map(\.rawValue)
        found(item, "category", "\"category\" has to be one of \(names.joined(separator: ", ")).")
        return nil
    }

    private mutating func doubled(_ text: String, _ item: String) {
        let words = BankReader.words(of: text)
        if let other = texts[words] { return found(item, "questionTwice", "The question stands in \(other) already.") }
        texts[words] = item
    }

    private mutating func options(_ value: JSONValue?, _ item: String) -> [String]? {
        guard case .array(let values)? = value, values.count == 4 else {
            let count = if case .array(let values)? = value { ", not \(values.count)" } else { "" }
            found(item, "options", "A question has four options\(count).")
            return nil
        }
        var options: [String] = []
        for (index, value) in values.enumerated() {
            guard let option = text(value, "option \(index + 1)", 160, item, code: "options") else { return nil }
            options.append(option)
        }
        guard Set(options.map(BankReader.words)).count == 4 else {
            found(item, "optionTwice", "Two options say the same.")
            return nil
        }
        return options
    }

    private mutating func correct(_ value: JSONValue?, _ item: String) -> Int? {
        if let correct = value?.integerValue, (0...3).contains(correct) { return correct }
        found(item, "correct", "\"correct\" has to be the place of the right option: 0, 1, 2 or 3.")
        return nil
    }

    private mutating func explanation(_ value: JSONValue?, _ item: String) -> String? {
        guard let stated = value?.stringValue, !stated.allSatisfy(\.isWhitespace) else {
            found(item, "explanation", "The explanation is missing.")
            return nil
        }
        return text(value, "explanation", 600, item, code: "explanation")
    }

    // MARK: Members and texts

    private mutating func unknownMembers(of value: JSONValue, _ known: Set<String>, _ item: String) {
        guard case .object(let members) = value else { return }
        for member in members where !known.contains(member.name) {
            found(item, "field", "\"\(BankReader.shown(member.name))\" is no member of it.")
        }
    }

    /// A text of at least one letter, without control characters (which could steer a terminal), and not too long.
    private mutating func text(_ value: JSONValue?, _ name: String, _ maximum: Int, _ item: String, code: String)
        -> String?
    {
        guard let text = value?.stringValue, !text.allSatisfy(\.isWhitespace) else {
            found(item, code, "\"\(name)\" has to be a text.")
            return nil
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
            found(item, "control", "\"\(name)\" holds a control character.")
            return nil
        }
        guard text.unicodeScalars.count <= maximum else {
            found(
                item, "textTooLong", "\"\(name)\" has \(text.unicodeScalars.count) characters; \(maximum) are allowed.")
            return nil
        }
        return text
    }

    /// The words of a text, ignoring capitals and blanks.
    static func words(of text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A text of the file inside a sentence: short, and nothing in it steers a terminal.
    private static func shown(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(40).filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
    }
}
