/// A reference of an option to the options beside it; the case of letters does not count.
public enum OptionReference: Hashable, Sendable {
    /// Options by letter, number or place: "Both A and B", "Only C", "Options 1 and 2", "The first two answers". A pair
    /// too that nothing else names: "Both of them".
    case places
    /// The options before it: "All of the above".
    case above
    /// Two options before it: "Neither of the above".
    case twoAbove
    /// The options after it: "None of the following".
    case below
    /// All other options: "None of these", "All three".
    case others

    /// Nil for an option that means the same beside any other options. O(length).
    public init?(_ option: String) {
        let words = OptionWords(option)
        if words.nameLetters || words.nameNumbers || words.nameOrdinals {
            self = .places
        } else if words.isPair {
            self = words.holds(OptionWords.above) ? .twoAbove : .places
        } else if words.holds(OptionWords.above) {
            self = .above
        } else if words.holds(OptionWords.below) {
            self = .below
        } else if words.nameOthers {
            self = .others
        } else {
            return nil
        }
    }

    /// Whether an explanation names an option by its letter: "Answer B is right".
    static func isNamed(in explanation: String) -> Bool { OptionWords(explanation).nameOptionByLetter }

    /// Whether an option without a reference speaks of answers, options or choices, so that a person should look.
    static func isUnclear(_ option: String) -> Bool {
        OptionReference(option) == nil
            && OptionWords(option).words.contains { ["answers", "options", "choices"].contains($0) }
    }
}

/// The words of an option, in small letters.
private struct OptionWords {
    let words: [String]

    private static let letters: Set = ["a", "b", "c", "d"]
    private static let joining: Set = ["and", "or", "nor"]
    private static let nouns: Set = [
        "answer", "answers", "option", "options", "choice", "choices", "statement", "statements", "item", "items",
    ]
    private static let numbers: Set = ["1", "2", "3", "4", "one", "two", "three", "four", "i", "ii", "iii", "iv"]
    private static let ordinals: Set = ["first", "second", "third", "fourth", "last", "1st", "2nd", "3rd", "4th"]
    private static let counts: Set = ["two", "three", "2", "3"]
    private static let pairs: Set = ["both", "either", "neither"]
    private static let all: Set = ["all", "none", "any", "each", "every", "everything", "no"]

    static let above = phrases([
        "the above", "all above", "none above", "any above", "everything above", "listed above", "named above",
        "given above", "mentioned above", "answers above", "options above", "choices above", "statements above",
        "above answers", "above options", "above choices", "above statements",
    ])
    static let below = phrases([
        "the following", "the below", "everything below", "listed below", "given below", "answers below",
        "options below", "choices below", "statements below",
    ])
    private static let others = phrases([
        "of these", "the others", "the other answers", "the other options", "the other choices", "the other three",
        "everything listed", "all listed",
    ])

    init(_ option: String) {
        words = option.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'") }.map(String.init)
    }

    /// Whether one of the phrases stands among the words; phrases are listed by their first word.
    func holds(_ phrases: [String: [[String]]]) -> Bool {
        words.indices.contains { index in
            phrases[words[index]]?.contains { words[index...].starts(with: $0) } ?? false
        }
    }

    private static func phrases(_ texts: [String]) -> [String: [[String]]] {
        Dictionary(grouping: texts.map { $0.split(separator: " ").map(String.init) }) { $0[0] }
    }

    private func word(_ index: Int) -> String? { words.indices.contains(index) ? words[index] : nil }

    /// "B, C"; "A and C"; "Answer D"; "Only A". "A" is an article too: before another word it names no option.
    var nameLetters: Bool {
        if !words.isEmpty, words.allSatisfy({ Self.letters.contains($0) || Self.joining.contains($0) }) { return true }
        return words.indices.contains { index in
            guard Self.letters.contains(words[index]) else { return false }
            let (before, after) = (word(index - 1), word(index + 1))
            if let after, Self.joining.contains(after), let other = word(index + 2), Self.letters.contains(other) {
                return true
            }
            if ["only", "just"].contains(before), after == nil || words[index] != "a" { return true }
            if after == "only" || after == "alone", word(index + 2) == nil { return true }
            guard let before, Self.nouns.contains(before) || Self.pairs.contains(before) else { return false }
            return words[index] != "a"
        }
    }

    /// "Options 1 and 2"; "1 and 3 only"; "Statement II".
    var nameNumbers: Bool {
        let isNamed = zip(words, words.dropFirst()).contains { Self.nouns.contains($0) && Self.numbers.contains($1) }
        if isNamed { return true }
        let bare: Set = ["and", "only", "both"]
        return words.contains("and") && words.count(where: Self.numbers.contains) > 1
            && words.allSatisfy { Self.numbers.contains($0) || bare.contains($0) }
    }

    /// "The first two answers"; "Either of the first two"; "The first and the third".
    var nameOrdinals: Bool {
        let bare = Self.ordinals.union(Self.joining).union(Self.pairs).union(["the", "only", "of"])
        if words.count(where: Self.ordinals.contains) > 1, words.allSatisfy(bare.contains) { return true }
        return words.indices.contains { index in
            guard Self.ordinals.contains(words[index]) else { return false }
            let isCounted = word(index + 1).map(Self.counts.contains) == true
            guard let next = word(isCounted ? index + 2 : index + 1) else { return isCounted }
            return Self.nouns.contains(next)
        }
    }

    /// "Both"; "Either one"; "Neither of them"; "Both of the above". Not "Both drivers".
    var isPair: Bool {
        guard let first = words.first, Self.pairs.contains(first) else { return false }
        guard let second = word(1) else { return true }
        if second == "one", words.count == 2 { return true }
        if Self.nouns.contains(second) || second == "above" { return true }
        guard second == "of" else { return second == "the" && word(2) == "above" }
        let third = word(2)
        if ["them", "these", "those"].contains(third) { return true }
        let named = Self.nouns.union(["above", "following", "others", "other", "two"])
        return third == "the" && word(3).map(named.contains) == true
    }

    /// "None of these"; "All of the answers"; "Each of them is right"; "All three"; "Everything listed here".
    var nameOthers: Bool {
        if holds(Self.others) || ["all", "any", "everything"].contains(where: { words == [$0] }) { return true }
        guard let first = words.first, Self.all.contains(first) else { return false }
        if word(1) == "of", word(2) == "them" || word(2) == "those" { return true }
        if word(1) == "three" {
            guard let next = word(2) else { return true }
            return Self.nouns.contains(next) || ["of", "are", "apply", "together"].contains(next)
        }
        let rest = words.dropFirst().drop { ["of", "the", "these", "those", "other"].contains($0) }
        return rest.first.map(Self.nouns.contains) == true
    }

    /// "Answer B"; "Option A is". Not "Choice a driver makes".
    var nameOptionByLetter: Bool {
        words.indices.contains { index in
            guard Self.letters.contains(words[index]), let before = word(index - 1), Self.nouns.contains(before) else {
                return false
            }
            guard words[index] == "a", let after = word(index + 1) else { return true }
            return Self.joining.contains(after) || ["is", "are", "was", "only"].contains(after)
        }
    }
}
