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
    package init(_ state: StateCode?, _ number: Int) {
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

/// The subject of a question; the first five are of the universal bank, the others of a state's.
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

    /// Needs four options, and `correct` among them (a `precondition`).
    package init(
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
    }
}
