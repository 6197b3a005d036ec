import DaybookKit
public import EventModel
import PracticeTests

/// An answer or a test that a clock ahead of the ledger's made: practice counts whatever the clock was.
public struct PracticeAhead: Hashable, Sendable {
    /// Such as training.answered.
    public let type: String
    public let at: Instant
}

extension PracticeAhead {
    /// The part of a person's practice that a clock ahead of `now` made, by its time; clocks that agree may differ by a
    /// minute. O(answers + attempts).
    static func all(_ progress: StudyProgress?, now: Instant) -> [PracticeAhead] {
        guard let progress else { return [] }
        let latest = now.milliseconds + 60_000
        func ahead(_ type: String, _ instant: Instant?) -> PracticeAhead? {
            instant.flatMap { $0.milliseconds > latest ? PracticeAhead(type: type, at: $0) : nil }
        }
        let answers = progress.training.compactMap { ahead("training.answered", $0.happened) }
        let tests = progress.attempts.compactMap {
            ahead("test.completed", $0.completed) ?? ahead("test.started", $0.touched)
        }
        return (answers + tests).sorted { $0.at < $1.at }
    }
}
