import EventCodec
import EventModel

/// A list of questions without a bank's head, brought into the format of banks: an array of questions, or an object
/// with the array under "questions".
///
/// The names of the questions' members may be those of other programs: `questionText`, `correctAnswer`, `questionId`.
struct PlainBank {
    /// In the format of banks, questions ascending by id where all ids can be read.
    let value: JSONValue
    /// Of each question its place in the list, from 1.
    let places: [Int]

    /// The edition of a list that names none.
    static let edition = "plain list"

    private static let names = ["questionId": "id", "questionText": "question", "correctAnswer": "correct"]
    private static let order = ["id", "type", "state", "category", "question", "options", "correct", "explanation"]

    /// Nil where the value holds no list of questions. Throws `BankUnreadable` where its state cannot be found.
    ///
    /// - Parameter conversion: The state whose questions are taken, and what the head gets.
    init?(_ value: JSONValue, _ conversion: BankConversion) throws(BankUnreadable) {
        let list = if case .array = value { value } else { value["questions"] }
        guard case .array(let items)? = list else { return nil }
        if items.isEmpty { throw BankUnreadable(reason: "it holds no questions") }
        let questions = items.enumerated().map { (place: $0.offset + 1, value: PlainBank.question($0.element)) }
        let state = try PlainBank.state(questions.map(\.value), value["state"]?.stringValue, conversion.state)
        var own = questions.filter { $0.value["state"]?.stringValue == state || conversion.state == nil }
        let ids = own.map { $0.value["id"]?.stringValue.flatMap { QuestionID($0) } }
        if !ids.contains(nil) {
            own = zip(own, ids.compactMap(\.self)).enumerated().sorted { left, right in
                (left.element.1, left.offset) < (right.element.1, right.offset)
            }.map(\.element.0)
        }
        places = own.map(\.place)
        self.value = .object(pairs: [
            "daybookBank": .integer(1), "state": .string(state),
            "edition": .string(conversion.edition ?? value["edition"]?.stringValue ?? PlainBank.edition),
            "language": .string(conversion.language ?? value["language"]?.stringValue ?? "en"),
            "questions": .array(own.map(\.value)),
        ])
    }

    /// The one state of the questions, or the one asked for.
    private static func state(_ questions: [JSONValue], _ head: String?, _ asked: String?) throws(BankUnreadable)
        -> String
    {
        let states = Set(questions.compactMap { $0["state"]?.stringValue })
        let names = states.sorted().joined(separator: ", ")
        if let asked {
            guard states.contains(asked) else {
                let held = states.isEmpty ? "no state" : names
                throw BankUnreadable(reason: "it holds no questions of \(asked), but of \(held)")
            }
            return asked
        }
        guard let state = head ?? states.first else {
            throw BankUnreadable(reason: "none of its questions names its state")
        }
        guard head != nil || states.count == 1 else {
            throw BankUnreadable(
                reason: "it holds questions of several states (\(names))",
                remedy: Remedy("bank.state", "Name the one that is meant."))
        }
        guard state == "ALL" || StateCode(state) != nil else {
            throw BankUnreadable(reason: "\"state\" is neither \"ALL\" nor the code of a state")
        }
        return state
    }

    // MARK: One question

    /// A question with the names and values of the format; what cannot be read stays, and the check names it.
    private static func question(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        let held = Set(members.map(\.name))
        let renamed = members.map { member in
            let name = names[member.name].flatMap { held.contains($0) ? nil : $0 } ?? member.name
            return JSONValue.Member(name, read(name, member.value, options: value["options"]))
        }
        let known = order.compactMap { name in renamed.first { $0.name == name } }
        return .object(known + renamed.filter { !order.contains($0.name) })
    }

    private static func read(_ name: String, _ value: JSONValue, options: JSONValue?) -> JSONValue {
        guard let text = value.stringValue else { return value }
        switch name {
        case "type":
            let type = squeezed(text)
            return type == "statespecific" ? .string("state") : type == "universal" ? .string(type) : value
        case "category":
            let category = QuestionCategory.allCases.first {
                [squeezed($0.rawValue), squeezed($0.title)].contains(squeezed(text))
            }
            return category.map { .string($0.rawValue) } ?? value
        case "state": return .string(text.uppercased())
        case "correct": return right(text, options).map { .integer($0) } ?? value
        default: return value
        }
    }

    /// The place of the right option that a text names: by its letter, or by the option's words.
    private static func right(_ text: String, _ options: JSONValue?) -> Int? {
        if case .array(let values)? = options {
            let named = values.indices.filter { values[$0].stringValue == text }
            if let place = named.first { return named.count == 1 ? place : nil }
        }
        return OptionLetter.text.firstIndex { String($0) == text.uppercased() }
    }

    /// The letters of a text in small: "Road Signs", "road_signs" and "roadSigns" are one.
    private static func squeezed(_ text: String) -> String { text.lowercased().filter(\.isLetter) }

    // MARK: The file

    /// The bank as its file holds it, a line for each member.
    var file: [UInt8] {
        guard case .object(let head) = value, case .array(let items)? = value["questions"] else { return [] }
        let questions = items.map { item -> String in
            guard case .object(let members) = item else { return "  \(item.text)" }
            let lines = members.map { "   \(JSONValue.string($0.name).text): \($0.value.text)" }
            return "  {\n\(lines.joined(separator: ",\n"))\n  }"
        }
        let lines = head.dropLast().map { " \(JSONValue.string($0.name).text): \($0.value.text)" }
        return Array(
            "{\n\(lines.joined(separator: ",\n")),\n \"questions\": [\n\(questions.joined(separator: ",\n"))\n ]\n}\n"
                .utf8)
    }
}

/// The head of a converted bank, and the bank whose questions it takes.
public struct BankConversion: Hashable, Sendable {
    /// "ALL" or a state's code; nil: the list holds the questions of one.
    public let state: String?
    public let edition: String?
    public let language: String?

    public init(state: String? = nil, edition: String? = nil, language: String? = nil) {
        self.state = state
        self.edition = edition
        self.language = language
    }
}
