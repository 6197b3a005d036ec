import DaybookDomains

/// The text about the occurrences that an answer or a pause passed over.
enum MissedText {
    /// Nil where it passed over nothing.
    static func json(_ missed: [DueAlarm.Missed]) -> JSONValue? {
        missed.isEmpty
            ? nil
            : .array(
                missed.map {
                    .object(pairs: [
                        "since": .string($0.since.description), "occurrence": .string($0.occurrence.description),
                        "count": .integer($0.count),
                    ])
                })
    }

    /// The occurrences without an answer before an alarm came, in one sentence: the same of `alarm tick`, `watch` and
    /// `due`.
    static func line(_ missed: DueThing.Missed) -> String {
        missed.count == 1
            ? "Missed: \(missed.occurrence)."
            : "Missed \(Text.missed(missed.count)) times: \(missed.since) to \(missed.occurrence)."
    }

    static func json(_ missed: DueThing.Missed) -> JSONValue {
        .object(pairs: [
            "since": .string(missed.since.description), "occurrence": .string(missed.occurrence.description),
            "count": .integer(missed.count), "atLeast": AlarmRules.isCap(missed.count) ? .bool(true) : nil,
        ])
    }

    /// A line each.
    static func print(_ missed: [DueAlarm.Missed], _ session: Session) throws {
        for missed in missed {
            let which =
                missed.count == 1
                ? "\(missed.occurrence)" : "\(missed.count) occurrences, \(missed.since) to \(missed.occurrence)"
            try session.print("Recorded as missed: \(which).")
        }
    }
}
