import DaybookDomains

/// Events about alarms by a clock that was ahead, beside an answer that sets them aside.
enum AheadText {
    /// Nil where there is nothing.
    static func json(_ facts: [AheadFact]) -> JSONValue? {
        if facts.isEmpty { return nil }
        return .array(
            facts.map {
                .object(pairs: [
                    "event": .string($0.event.hex), "type": .string($0.type),
                    "occurrence": .string($0.occurrence.description),
                    "from": .textOrNull($0.from?.description),
                ])
            })
    }

    static func print(_ facts: [AheadFact], _ session: Session) throws {
        if let first = facts.compactMap(\.from).min() {
            let count = facts.count { $0.from != nil }
            let words = count == 1 ? ("1 event", "is", "It counts") : ("\(count) events", "are", "They count")
            try session.note(
                "\(words.0) about alarms \(words.1) from a clock that was ahead, at \(first) or later. \(words.2) from then on."
            )
        }
        if facts.contains(where: { $0.type == "alarm.created" }) {
            try session.note(
                "An alarm that was made by such a clock fires from then on. \"daybook alarm disable ID\" and \"daybook alarm enable ID\" let it fire from now on."
            )
        }
        let never = facts.count { $0.from == nil }
        if never == 0 { return }
        let words =
            never == 1
            ? ("1 event", "reports", "its", "It never counts")
            : ("\(never) events", "report", "their", "They never count")
        try session.note("\(words.0) about alarms \(words.1) a fire after \(words.2) own time. \(words.3).")
    }
}

extension DueAhead {
    var json: JSONValue {
        .object(pairs: [
            "alarms": AheadText.json(alarms),
            "notices": notices.isEmpty
                ? nil
                : .array(
                    notices.map {
                        .object(pairs: [
                            "domain": .string($0.domain), "key": .string($0.notice.key),
                            "at": .string($0.notice.at.description),
                        ])
                    }),
        ])
    }

    /// The events set aside, the time from which they count, and the remedy.
    func print(_ session: Session) throws {
        if isEmpty { return }
        try AheadText.print(alarms, session)
        if let first = notices.map(\.notice.at).min() {
            let words =
                notices.count == 1 ? ("1 notice was", "It counts") : ("\(notices.count) notices were", "They count")
            try session.note(
                "\(words.0) sent or seen by a clock that was ahead, at \(first) or later. \(words.1) from then on.")
        }
        try session.note("Nothing of that counts today. If the clock of this machine is behind, set it.")
    }
}
