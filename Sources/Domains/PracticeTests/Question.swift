/// A question's id: "U-" and three digits for one that every state asks, a state's code and three digits for its own.
/// Ascending by text.
public struct QuestionID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let text: String
    /// The state whose bank holds the question; nil for the universal bank.
    public let state: StateCode?

    /// Nil unless it is "U-001" to "U-999", or a state's code in the place of the U.
    public init?(_ text: String) {
        let length = text.utf8.count
        guard length == 5 || length == 6 else { return nil }
        var number = 0
        for (place, byte) in text.utf8.enumerated() where place >= length - 4 {
            if place == length - 4 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard (0x30...0x39).contains(byte) else { return nil }
                number = number * 10 + Int(byte - 0x30)
            }
        }
        guard number > 0 else { return nil }
        if length == 5 {
            guard text.utf8.first == UInt8(ascii: "U") else { return nil }
            self.init(state: nil, text: text)
        } else {
            guard let state = StateCode(String(text.prefix(2))) else { return nil }
            self.init(state: state, text: text)
        }
    }

    /// The id of the number-th question of a bank, 1 to 999 (a `precondition`).
    public init(_ state: StateCode?, _ number: Int) {
        precondition((1...999).contains(number), "a question's number is 1 to 999")
        let digits = String(number)
        self.init(
            state: state, text: (state?.code ?? "U") + "-" + String(repeating: "0", count: 3 - digits.count) + digits)
    }

    private init(state: StateCode?, text: String) {
        self.state = state
        self.text = text
    }

    public var description: String { text }
    public static func < (left: QuestionID, right: QuestionID) -> Bool { left.text < right.text }
}

/// What a question is about; the first five are of the universal bank, the others of a state's.
public enum QuestionCategory: String, Hashable, Sendable, CaseIterable {
    case roadSigns, rulesOfTheRoad, safeDriving, specialSituations, alcohol
    case licensing, speedLimits, trafficLaws, alcoholLaws, parkingAndEquipment

    public var isUniversal: Bool {
        switch self {
        case .roadSigns, .rulesOfTheRoad, .safeDriving, .specialSituations, .alcohol: true
        case .licensing, .speedLimits, .trafficLaws, .alcoholLaws, .parkingAndEquipment: false
        }
    }

    /// How many questions of it a whole bank holds.
    public var questions: Int {
        switch self {
        case .roadSigns: 50
        case .rulesOfTheRoad: 40
        case .safeDriving: 34
        case .specialSituations: 20
        case .alcohol: 16
        case .licensing, .speedLimits, .trafficLaws, .alcoholLaws, .parkingAndEquipment: 8
        }
    }

    /// As a person reads it.
    public var title: String {
        switch self {
        case .roadSigns: "Road signs"
        case .rulesOfTheRoad: "Rules of the road"
        case .safeDriving: "Safe driving"
        case .specialSituations: "Special situations"
        case .alcohol: "Alcohol and drugs"
        case .licensing: "Licensing"
        case .speedLimits: "Speed limits"
        case .trafficLaws: "Traffic laws"
        case .alcoholLaws: "Alcohol laws"
        case .parkingAndEquipment: "Parking and equipment"
        }
    }
}

/// A question with four options, one of which is right.
public struct Question: Hashable, Sendable {
    public let id: QuestionID
    public let category: QuestionCategory
    public let text: String
    /// Four, all different.
    public let options: [String]
    /// The place of the right option: 0 to 3.
    public let correct: Int
    public let explanation: String
    /// Whether the options stand as they are written, always: one of them speaks of others by their letters or by their
    /// place. Found out when the bank is read, because every plan of a test asks it of each of its questions.
    public let optionsStay: Bool

    /// Needs four options, and `correct` among them (a `precondition`).
    public init(
        id: QuestionID, category: QuestionCategory, text: String, options: [String], correct: Int, explanation: String
    ) {
        precondition(
            options.count == 4 && options.indices.contains(correct), "a question has four options, one of them right")
        self.id = id
        self.category = category
        self.text = text
        self.options = options
        self.correct = correct
        self.explanation = explanation
        optionsStay = options.contains(where: OptionText.speaksOfOthers)
    }
}

/// What the words of an option say about the options beside it.
package enum OptionText {
    private static let letters: Set<String> = ["a", "b", "c", "d"]
    private static let joining: Set<String> = ["and", "or", "nor"]
    private static let naming: Set<String> = [
        "answer", "answers", "option", "options", "choice", "choices", "both", "either", "neither",
    ]
    private static let places = [
        "the above", "of these", "the others", "the following", "the other answers", "the other options",
    ]

    /// "Both A and B", "Answer C", "B, C", "All of the above", "None of these". Words alone decide; the case of letters
    /// does not count.
    package static func speaksOfOthers(_ option: String) -> Bool { mayHold(option.utf8) && namesOthers(option) }

    /// False only where `namesOthers` is: a look at the bytes, which settles most options.
    private static func mayHold(_ option: String.UTF8View) -> Bool {
        var word = ByteWord()
        var (letters, others) = (0, 0)
        /// Whether the word that ends here may be one that matters.
        func ends() -> Bool {
            if word.count == 0 { return false }
            defer { word = ByteWord() }
            if word.isLetter {
                letters += 1
                return !word.isA || letters > 1
            }
            if !word.isJoining { others += 1 }
            return word.isMark
        }
        for byte in option {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "'"):
                word.append(byte)
            // What the letters of other alphabets are is not seen here.
            case 0x80...: return true
            default: if ends() { return true }
            }
        }
        return ends() || others == 0
    }

    /// As `speaksOfOthers`, word by word.
    package static func namesOthers(_ option: String) -> Bool {
        let words = option.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'") }.map(String.init)
        let spoken = " " + words.joined(separator: " ") + " "
        if places.contains(where: { spoken.contains(" \($0) ") }) { return true }
        if !words.isEmpty, words.allSatisfy({ letters.contains($0) || joining.contains($0) }) { return true }
        return words.indices.contains { index in
            guard letters.contains(words[index]) else { return false }
            // "a" is a word of its own as well: after "either" it names an option only where "or" and another letter
            // follow.
            if index > 0, naming.contains(words[index - 1]), words[index] != "a" { return true }
            return index + 2 < words.count && joining.contains(words[index + 1]) && letters.contains(words[index + 2])
        }
    }
}

/// A word of an option, as its length and its last eight bytes. That suffices to distinguish the words that matter.
private struct ByteWord: Equatable {
    private(set) var count = 0
    private var tail: UInt64 = 0

    init() {}

    init(_ text: String) {
        self.init()
        for byte in text.utf8 { append(byte) }
    }

    mutating func append(_ byte: UInt8) {
        tail = tail << 8 | UInt64(byte)
        count += 1
    }

    var isA: Bool { count == 1 && tail == UInt64(UInt8(ascii: "a")) }
    /// One of the letters by which options are called.
    var isLetter: Bool { count == 1 && (UInt64(UInt8(ascii: "a"))...UInt64(UInt8(ascii: "d"))).contains(tail) }
    var isJoining: Bool { (2...3).contains(count) && ByteWord.joining.contains(self) }
    /// Whether an option may speak of others with it, besides by their letters: each of the places that `OptionText`
    /// knows holds one of these.
    var isMark: Bool { count >= 5 && ByteWord.marks.contains(self) }

    private static let joining = ["and", "or", "nor"].map { ByteWord($0) }
    private static let marks = ["above", "these", "others", "following", "other"].map { ByteWord($0) }
}
