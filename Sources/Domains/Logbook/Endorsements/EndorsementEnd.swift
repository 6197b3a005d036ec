public import EventModel

/// When an endorsement ends, and what states it.
public struct EndorsementEnd: Hashable, Sendable {
    /// Its last good day; nil for one that does not end by itself.
    public let through: CivilDate?
    /// The paragraph that states it, such as "61.95(a)(2)"; nil where none states an end.
    public let paragraph: String?
    /// A sentence.
    public let text: String
}

extension EndorsementTemplate {
    /// The end of an endorsement in these words, as a paragraph and a sentence; nil for one without an end. `days` is
    /// from its day.
    var end: (days: Int?, paragraph: String?, text: String) {
        func dated(_ paragraph: String) -> (Int?, String?, String) {
            (Endorsement.soloDays, paragraph, "It is good for 90 days after its day (\(paragraph)).")
        }
        switch number {
        case "A.5":
            return (
                Endorsement.soloDays, "61.87(o)",
                "It ends 90 days after the training by night (A.5, 61.87(o)). The day of the training is not recorded: "
                    + "the 90 days are counted from the day of the endorsement."
            )
        case "A.6": return dated("61.87(n)")
        case "A.7": return dated("61.87(p)")
        case "A.8":
            return (
                nil, "61.93(b)(1)",
                "It does not end. 61.93(b)(1) requires a good solo endorsement beside it."
            )
        case "A.10":
            return (nil, "61.93(c)(3)", "It is for the one flight that it names (61.93(c)(3)).")
        case "A.12": return dated("61.95(a)(2)")
        case "A.13": return dated("61.95(b)(2)")
        case "A.15", "A.16":
            let (paragraph, place) = number == "A.15" ? ("61.94(a)(4)", "airspace") : ("61.94(a)(5)", "airport")
            return (
                nil, paragraph,
                "It does not end. The training for the \(place) must be of the 90 days before the flight "
                    + "(\(paragraph))."
            )
        default: return kind == .solo ? dated("61.87(n)") : (nil, nil, "It does not end.")
        }
    }

    /// When an endorsement in these words ends, as a sentence.
    public var endText: String { end.text }

    /// The template whose number begins the words of an endorsement.
    static func of(words: String) -> EndorsementTemplate? {
        guard words.hasPrefix("\(source), A.") else { return nil }
        return named(String(words.dropFirst(source.count + 2).prefix { $0 != " " }))
    }
}

extension Endorsement {
    /// When it ends. The words decide where they are those of a template, else the kind.
    public var end: EndorsementEnd {
        let solo = "61.87(n)"
        let (days, paragraph, text) =
            remarks.flatMap(EndorsementTemplate.of)?.end
            ?? (kind == .solo
                ? (Endorsement.soloDays, solo, "It is good for 90 days after its day (\(solo)).")
                : (nil, nil, "It does not end."))
        return EndorsementEnd(
            through: days.map { min(date.adding(days: $0), .latest) }, paragraph: paragraph, text: text)
    }
}
