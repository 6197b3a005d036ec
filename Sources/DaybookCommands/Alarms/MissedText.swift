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
