import DaybookDomains

/// Words for the answers that arrivals changed: the first of what an exchange or an import reports.
enum ChangedAnswersText {
    /// As many events stand behind an answer.
    private static let causesShown = 5
    /// As many answers are printed; JSON has all of them.
    private static let answersShown = 10

    /// None where no answer changed.
    static func members(_ answers: ChangedAnswers) -> [JSONValue.Member] {
        if answers.changes.isEmpty { return [] }
        return [.init("changed", .array(answers.changes.map { json($0, answers.devices) }))]
    }

    private static func json(_ change: FigureChange, _ devices: DeviceNames) -> JSONValue {
        .object(pairs: [
            "answer": .string("\(change.projection.name).\(change.id)"),
            "from": change.old?.value ?? .null, "to": change.new?.value ?? .null,
            "because": .array(
                change.causes.prefix(causesShown).map { cause in
                    .object(pairs: [
                        "event": .string(cause.event.hex), "device": .string(cause.origin.hex),
                        "name": devices.json(cause.origin),
                    ])
                }),
            "becauseTotal": change.causesTotal > causesShown ? .integer(change.causesTotal) : nil,
        ])
    }

    static func print(_ answers: ChangedAnswers, _ session: Session) throws {
        for change in answers.changes.prefix(answersShown) {
            try session.print(
                session.style.strong(Text.shown(change.title)) + ": " + Text.shown(change.words)
                    + cause(change, answers.devices) + ".")
        }
        let more = answers.changes.count - answersShown
        if more > 0 {
            try session.print(
                "\(Text.count(more, "more answer")) changed; \"daybook diff --from \(answers.since)\" lists them.")
        }
    }

    /// `, by the event 3f2a0b1c2d3e of Tablet`; empty where no event is known.
    private static func cause(_ change: FigureChange, _ devices: DeviceNames) -> String {
        var names = change.causes.prefix(causesShown).map { "\($0.event.short) of \(devices.text($0.origin))" }
        if names.isEmpty { return "" }
        if change.causesTotal > causesShown { names.append("\(change.causesTotal - causesShown) more") }
        let first = names.dropLast().joined(separator: ", ")
        let list = (first.isEmpty ? "" : first + " and ") + names[names.count - 1]
        return ", by the event\(names.count == 1 ? "" : "s") \(list)"
    }
}
