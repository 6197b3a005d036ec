import DaybookDomains

/// The events by a clock that was ahead that an answer counts: choices and practice.
enum CountedAheadText {
    /// Nil where there is nothing.
    static func json(_ choices: [ChoiceAhead], _ practice: [PracticeAhead]) -> JSONValue? {
        if choices.isEmpty, practice.isEmpty { return nil }
        let chosen = choices.map {
            JSONValue.object(pairs: [
                "event": .string($0.event.hex), "stream": .string($0.stream.text), "type": .string($0.type),
                "at": .string($0.at.description),
            ])
        }
        let done = practice.map {
            JSONValue.object(pairs: ["type": .string($0.type), "at": .string($0.at.description)])
        }
        return .array(chosen + done)
    }

    static func lines(_ choices: [ChoiceAhead], _ practice: [PracticeAhead]) -> [String] {
        [
            line(choices.count, ("choice", "choices"), choices.first?.at, "because the last choice does"),
            line(practice.count, ("answer or test", "answers and tests"), practice.first?.at, "whatever the clock was"),
        ].compactMap(\.self)
    }

    private static func line(_ count: Int, _ noun: (String, String), _ first: Instant?, _ why: String) -> String? {
        guard let first else { return nil }
        let words = count == 1 ? (noun.0, "is", "It counts") : (noun.1, "are", "They count")
        let what = "\(count) \(words.0) shown here \(words.1) from a clock that was ahead"
        return "\(what), at \(first) or later. \(words.2), \(why)."
    }

    /// One line about choices on which an answer rests, with the first of their records.
    static func lines(behind choices: [ChoiceAhead]) -> [String] {
        guard let first = choices.first else { return [] }
        var names: [String] = []
        for choice in choices where !names.contains(choice.stream.text) { names.append(choice.stream.text) }
        let list = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        let words =
            choices.count == 1
            ? ("1 change", "is", "It counts", "takes its place")
            : ("\(choices.count) changes", "are", "They count", "replaces one")
        return [
            "\(words.0) behind this answer \(words.1) from a clock that was ahead, at \(first.at) or later "
                + "(\(list)). "
                + "\(words.2), because the last change does; one made now \(words.3)."
        ]
    }
}
