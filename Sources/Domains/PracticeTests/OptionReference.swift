/// A reference of an option to the options beside it; the case of letters counts for "A" alone.
public enum OptionReference: Hashable, Sendable {
    /// Options by letter, number or place: "Both A and B", "Solo C", "Options 1 and 2", "The first two answers". A pair
    /// too that nothing else names: "Both of them"; and the same as another: "Lo mismo que A".
    case places
    /// The options before it: "All of the above", "Todas las anteriores".
    case above
    /// Two options before it: "Neither of the above".
    case twoAbove
    /// The options after it: "None of the following".
    case below
    /// All other options: "None of these", "Todas son correctas".
    case others
    /// Other options, perhaps: "Some of the answers".
    case doubtful

    /// Nil for an option that means the same beside any other options. O(length).
    public init?(_ option: String) {
        guard let reference = OptionWords(option).reference else { return nil }
        self = reference
    }

    /// The references of a question's options. Of three numbers or more, none refers: "None" beside "One" and "Two".
    static func all(of options: [String]) -> [OptionReference?] {
        let words = options.map { OptionWords($0) }
        let isScale = words.count(where: \.isNumber) > 2
        return words.map { isScale && $0.isNumber ? nil : $0.reference }
    }

    /// Whether an explanation names an option by its letter: "Answer B is right".
    static func isNamed(in explanation: String) -> Bool {
        mayName(Array(explanation.utf8)) && OptionWords(explanation).nameOptionByLetter
    }

    /// Whether a letter from A to D stands alone, but for an A behind a word that is no "answer": few texts have one,
    /// and to read a text takes longer.
    private static func mayName(_ text: [UInt8]) -> Bool {
        func isPart(_ index: Int) -> Bool {
            guard text.indices.contains(index) else { return false }
            let (byte, small) = (text[index], text[index] | 0x20)
            return byte >= 0x80 || small >= 0x61 && small <= 0x7A || byte >= 0x30 && byte <= 0x39
        }
        for index in text.indices where text[index] | 0x20 >= 0x61 && text[index] | 0x20 <= 0x64 {
            if isPart(index - 1) || isPart(index + 1) { continue }
            if text[index] | 0x20 != 0x61 { return true }
            var end = index - 1
            while end >= 0, !isPart(end) { end -= 1 }
            var start = end
            while isPart(start - 1) { start -= 1 }
            if end < 0 { continue }
            let before = text[start...end]
            if before.contains(where: { $0 >= 0x80 }) { return true }
            if OptionWord.nouns.contains(String(decoding: before, as: UTF8.self).lowercased()) { return true }
        }
        return false
    }
}

/// The words of an option, in small letters and without the accents of Spanish vowels.
///
/// An option is read by its structure. One whose words are all of `OptionWord.closed` has no content of its own: it
/// refers to others where one of them points. In one with content only what stands at its place points.
private struct OptionWords {
    private let words: [String]
    /// The places of a capital A in a text that has small letters.
    private let capitalA: Set<Int>

    init(_ option: String) {
        let stated = OptionWords.plain(option).split { !($0.isLetter || $0.isNumber || $0 == "'") }
        words = stated.map { word in
            let small = word.lowercased()
            return small.utf8.count == small.count ? small : String(small.map { OptionWords.vowels[$0] ?? $0 })
        }
        let capitals = stated.indices.filter { stated[$0] == "A" }
        capitalA = !capitals.isEmpty && option.contains { $0.isLowercase } ? Set(capitals) : []
    }

    private static let vowels: [Character: Character] = ["á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u"]

    private static let signs = Array(".&+".utf8)

    /// With words for signs, and abbreviations such as D.C. as one word.
    private static func plain(_ option: String) -> String {
        guard option.utf8.contains(where: { signs.contains($0) }) else { return option }
        let characters = Array(option)
        var text = ""
        for (index, character) in characters.enumerated() {
            let isInside = index > 0 && index + 1 < characters.count
            if character == ".", isInside, characters[index - 1].isLetter, characters[index + 1].isLetter { continue }
            text += character == "&" || character == "+" ? " and " : String(character)
        }
        return text
    }

    private func word(_ index: Int) -> String? { words.indices.contains(index) ? words[index] : nil }

    /// Whether there is a word at the place, and it is one of these.
    private func isWord(_ index: Int, of set: Set<String>) -> Bool { word(index).map(set.contains) ?? false }

    private func holds(_ set: Set<String>) -> Bool { words.contains(where: set.contains) }

    /// Whether no word has content of its own.
    private var isPure: Bool { words.allSatisfy(OptionWord.closed.contains) }

    /// "Three", "The fourth", "None": a number, as far as the words say.
    var isNumber: Bool {
        let rest = words.filter { !OptionWord.articles.contains($0) }
        return rest.count == 1 && OptionWord.scale.contains(rest[0])
    }

    var reference: OptionReference? {
        // Most options have no word that could point.
        guard holds(OptionWord.pointing) else { return nil }
        if words.indices.contains(where: isLabel) || nameNumber || isBareNumbers || nameOrdinal { return .places }
        let isAbove = words.indices.contains { points($0, OptionWord.above) }
        let isBelow = words.indices.contains { points($0, OptionWord.below) }
        if isPair { return isAbove ? .twoAbove : .places }
        let isPure = self.isPure
        if isPure, isCounted(isBelow: isBelow) || !isAbove && holds(OptionWord.same) { return .places }
        if isAbove { return .above }
        if isBelow { return .below }
        if isPure, holds(OptionWord.all) || holds(OptionWord.others) || holds(OptionWord.stated) { return .others }
        if isPure, holds(OptionWord.nouns) { return holds(["no", "not"]) ? .others : .places }
        if nameOthers { return .others }
        return isDoubtful ? .doubtful : nil
    }

    // MARK: Letters, numbers and places

    /// "B, C"; "A and C"; "Answer D"; "Only A". "A" is an article and a Spanish preposition, too.
    private func isLabel(_ index: Int) -> Bool {
        guard OptionWord.letters.contains(words[index]), !isName(index) else { return false }
        if words[index] != "a" { return index > 0 || word(1) == nil || isWord(1, of: OptionWord.closed) }
        guard word(index + 1) != nil else { return true }
        return isWord(index + 1, of: OptionWord.afterA) || index > 0 && capitalA.contains(index)
    }

    /// "Class C", "Vitamin D", "Class A or B": letters behind a word with content belong to that.
    private func isName(_ index: Int) -> Bool {
        var before = index - 1
        while isWord(before, of: OptionWord.letters) || isWord(before, of: OptionWord.joining) { before -= 1 }
        guard let word = word(before), !OptionWord.closed.contains(word) else { return false }
        return before == index - 1 || OptionWord.lettered.contains(word)
    }

    /// "Options 1 and 2"; "Statement II"; "La respuesta número 2".
    private var nameNumber: Bool {
        words.indices.contains { index in
            let isStated = isWord(index + 1, of: ["number", "numero"])
            return OptionWord.nouns.contains(words[index])
                && isWord(isStated ? index + 2 : index + 1, of: OptionWord.numbers)
        }
    }

    /// "1 and 2"; "1 or 3 only"; "Solo 2". Not "Only one", "One or two".
    private var isBareNumbers: Bool {
        guard words.allSatisfy(OptionWord.countable.contains) else { return false }
        let isJoined = holds(OptionWord.figures) ? holds(OptionWord.joining) : holds(["and", "y"])
        if words.count(where: OptionWord.numbers.contains) > 1, isJoined { return true }
        return holds(OptionWord.figures) && holds(OptionWord.only)
    }

    /// "The first two answers"; "Las dos primeras"; "The first and the third".
    private var nameOrdinal: Bool {
        let isListed =
            OptionWord.articles.contains(words[0]) || holds(OptionWord.only) || holds(OptionWord.pairs)
            || holds(OptionWord.all) || words.count(where: OptionWord.ordinals.contains) > 1
        return words.indices.contains { index in
            guard OptionWord.ordinals.contains(words[index]) else { return false }
            let isBehindCount = isWord(index - 1, of: OptionWord.counts)
            if isBehindCount, word(index + 1) == nil || isWord(index + 1, of: OptionWord.nouns) { return true }
            let isCounted = isWord(index + 1, of: OptionWord.counts)
            let next = isCounted ? index + 2 : index + 1
            if isWord(next, of: OptionWord.nouns) || isCounted && word(next) == nil { return true }
            return isListed && isPure
        }
    }

    /// "Las dos", "The other two", "Number 2", of an option without content of its own.
    private func isCounted(isBelow: Bool) -> Bool {
        if !isBelow, holds(OptionWord.articles), holds(OptionWord.counts) { return true }
        return holds(["number", "numero", "no"]) && holds(OptionWord.figures)
    }

    /// "Both"; "Either one"; "Neither of them"; "Ambas respuestas". Not "Both drivers".
    private var isPair: Bool {
        guard OptionWord.pairs.contains(words[0]) else { return false }
        if isPure || isWord(1, of: OptionWord.nouns) || isWord(1, of: OptionWord.verbs) { return true }
        return isWord(1, of: OptionWord.from) && isWord(2, of: OptionWord.others)
    }

    // MARK: Above, below and all others

    /// Whether a word such as "above" is one about options: "the above", "listed above". Not "the line above the sign".
    private func points(_ index: Int, _ direction: Set<String>) -> Bool {
        guard direction.contains(words[index]) else { return false }
        let (before, after) = (index - 1, index + 1)
        if isWord(after, of: OptionWord.nouns) { return true }
        let isEnded = word(after) == nil || isWord(after, of: OptionWord.closed)
        if isWord(before, of: OptionWord.plurals) || isWord(before, of: OptionWord.stated) { return isEnded }
        if word(before) == "as" { return word(after) == nil }
        // "Las de arriba", "la respuesta de arriba"; not "la luz de arriba".
        let isVertical = words[index] == "arriba" || words[index] == "abajo"
        let place = isVertical && word(before) == "de" ? before - 1 : before
        guard isWord(place, of: OptionWord.beforeDirection) || place < before && isWord(place, of: OptionWord.nouns)
        else { return false }
        let isDigits = word(after)?.allSatisfy { $0.isASCII && $0.isNumber } ?? false
        if isEnded, !isDigits { return true }
        return isWord(index - 2, of: OptionWord.from) && isWord(index - 3, of: OptionWord.quantities)
    }

    /// "None of these signs"; "Each of them"; "Every answer is right"; "Todas están permitidas".
    private var nameOthers: Bool {
        let isOfThese = words.indices.contains { index in
            OptionWord.from.contains(words[index]) && isWord(index + 1, of: OptionWord.demonstratives)
                && word(index + 1) != "those"
        }
        if isOfThese { return true }
        let isAll = OptionWord.all.contains(words[0])
        guard isAll || ["no", "ningun"].contains(words[0]) else { return false }
        if isWord(1, of: OptionWord.from), isWord(2, of: OptionWord.others) { return true }
        if isAll, isWord(1, of: OptionWord.verbs) || isWord(1, of: OptionWord.demonstratives) { return true }
        let between = OptionWord.from.union(OptionWord.articles).union(OptionWord.others)
        return words.dropFirst().first { !between.contains($0) }.map(OptionWord.nouns.contains) ?? false
    }

    /// "Some of the answers", "The rules above".
    private var isDoubtful: Bool {
        if holds(OptionWord.plurals) { return true }
        guard ["above", "arriba", "anteriores"].contains(words[words.count - 1]) else { return false }
        return !isWord(words.count - 2, of: ["or", "and", "from", "o", "y", "hacia", "de", "desde"])
    }

    /// "Answer B"; "Option A is". Not "Choice a driver makes".
    var nameOptionByLetter: Bool {
        words.indices.contains { index in
            guard OptionWord.letters.contains(words[index]), isWord(index - 1, of: OptionWord.nouns) else {
                return false
            }
            guard words[index] == "a", word(index + 1) != nil else { return true }
            return [OptionWord.joining, OptionWord.verbs, OptionWord.only].contains { isWord(index + 1, of: $0) }
        }
    }
}
