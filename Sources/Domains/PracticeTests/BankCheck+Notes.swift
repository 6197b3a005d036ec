extension BankCheck {
    /// Options of a right bank that a person should check, because they refer to others; in the order of the file. Such
    /// options keep their places in a test. Empty where there are findings. O(length of the texts).
    public var notes: [BankFinding] {
        (bank?.questions ?? []).flatMap { question in
            BankCheck.notes(of: question).map { BankFinding(item: question.id.text, code: $0, message: $1) }
        }
    }

    private static func notes(of question: Question) -> [(code: String, message: String)] {
        let order = OptionOrder(question)
        var notes: [(code: String, message: String)] = []
        for (place, reference) in order.references.enumerated() {
            let option = "Option \(OptionLetter.text[place])"
            if reference == .doubtful {
                notes.append(
                    (
                        "bank.optionUnclear",
                        "\(option) may refer to other options: all four keep their order. Name those by their words."
                    ))
            } else if let reference {
                let keeps =
                    order.groups.isEmpty ? "all four keep their order" : "it keeps its place, and others are shuffled"
                notes.append(("bank.optionRefers", "\(option) refers to \(reference.words): \(keeps)."))
            }
        }
        if OptionReference.isNamed(in: question.explanation) {
            notes.append(
                (
                    "bank.explanationRefers",
                    "The explanation names an option by its letter: all four keep their order."
                ))
        }
        return notes
    }
}

extension OptionReference {
    /// The options that it refers to, after "refers to".
    fileprivate var words: String {
        switch self {
        case .places: "options by letter, number or place"
        case .above: "the options above it"
        case .twoAbove: "two options above it"
        case .below: "the options below it"
        case .others, .doubtful: "the other options"
        }
    }
}
