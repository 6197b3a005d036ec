import DaybookKit

/// What a clock that was ahead wrote about alarms, beside an answer that sets it aside.
enum AheadText {
    /// Nil where there is nothing.
    static func json(_ facts: [AheadFact]) -> JSONValue? {
        if facts.isEmpty { return nil }
        return .array(
            facts.map {
                .object(pairs: [
                    "event": .string($0.event.hex), "type": .string($0.type), "occurrence": .string($0.occurrence.description),
                    "from": .told($0.from?.description),
                ])
            })
    }

    static func tell(_ facts: [AheadFact], _ session: Session) throws {
        if let first = facts.compactMap(\.from).min() {
            let count = facts.count { $0.from != nil }
            let words = count == 1 ? ("1 event", "is", "It counts") : ("\(count) events", "are", "They count")
            try session.note("\(words.0) about alarms \(words.1) from a clock that was ahead, at \(first) or later. \(words.2) from then on.")
        }
        let never = facts.count { $0.from == nil }
        if never == 0 { return }
        let words = never == 1 ? ("1 event", "reports", "its", "It never counts") : ("\(never) events", "report", "their", "They never count")
        try session.note("\(words.0) about alarms \(words.1) a fire after \(words.2) own time. \(words.3).")
    }
}
