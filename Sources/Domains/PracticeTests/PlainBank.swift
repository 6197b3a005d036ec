import EventCodec
import EventModel

/// A list of questions without a bank's head, brought into the format of banks: an array of questions, or an object
/// with the array under "questions".
///
/// The names of the questions' members may be those of other programs: `questionText`, `correctAnswer`, `questionId`;
/// the options a list, an object by letter, or a member each: `optionA`, `choice_1`.
struct PlainBank {
    /// In the format of banks, questions ascending by id where all ids can be read.
    let value: JSONValue
    /// Of each question its place in the list, from 1.
    let places: [Int]

    /// The edition of a list that names none.
    static let edition = "plain list"

    /// The members' names of other programs, in small letters alone.
    private static let names = [
        "questionid": "id", "questiontext": "question", "text": "question", "prompt": "question", "stem": "question",
        "correctanswer": "correct", "correctoption": "correct", "rightanswer": "correct", "answer": "correct",
        "choices": "options", "answers": "options", "rationale": "explanation", "explanationtext": "explanation",
    ]
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
        var held = Set(members.map(\.name))
        var renamed: [JSONValue.Member] = []
        for member in members {
            let other = order.contains(member.name) ? nil : names[squeezed(member.name)]
            // The first of two names of one member is taken.
            let name = other.flatMap { held.insert($0).inserted ? $0 : nil } ?? member.name
            renamed.append(JSONValue.Member(name, member.value))
        }
        renamed = withOptions(renamed)
        let options = renamed.first { $0.name == "options" }?.value
        let all = renamed.map { JSONValue.Member($0.name, read($0.name, $0.value, options: options)) }
        let known = order.compactMap { name in all.first { $0.name == name } }
        return .object(known + all.filter { !order.contains($0.name) })
    }

    /// With the list of options where they are an object by letter, or members of their own; as they are elsewhere.
    private static func withOptions(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
        let stated = members.first { $0.name == "options" }?.value
        if case .object(let options)? = stated {
            guard let texts = list(options, behind: ["", "option", "choice", "answer"]) else { return members }
            return members.map { $0.name == "options" ? JSONValue.Member("options", texts) : $0 }
        }
        guard stated == nil, let texts = list(members, behind: ["option", "choice", "answer"]) else { return members }
        let rest = members.filter { place(of: $0.name, behind: ["option", "choice", "answer"]) == nil }
        return rest + [JSONValue.Member("options", texts)]
    }

    /// The values of four members that are named by the letters A to D or the numbers 1 to 4; nil of others.
    private static func list(_ members: [JSONValue.Member], behind words: [String]) -> JSONValue? {
        let places = members.map { place(of: $0.name, behind: words) }
        guard places.compactMap(\.self).sorted() == [0, 1, 2, 3] else { return nil }
        return .array((0...3).compactMap { place in places.firstIndex(of: place).map { members[$0].value } })
    }

    /// The place that a name ends with: 2 of `optionC`, `choice_3` and, behind no word, `c`.
    private static func place(of name: String, behind words: [String]) -> Int? {
        let key = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return ["a1", "b2", "c3", "d4"].firstIndex { signs in
            signs.contains { sign in words.contains { key == $0 + String(sign) } }
        }
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
                    || joined($0.title) == joined(text)
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

    /// The words of a text without those that join them: "Parking & Equipment", "Parking and equipment" are one.
    private static func joined(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter }.filter { $0 != "and" }.joined()
    }

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
