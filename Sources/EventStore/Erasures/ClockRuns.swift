package import EventModel
package import LMDB

/// The stretches of the journal within which stamps only grow: between two of them the clock was set back.
package struct ClockRuns: Sendable {
    private var runs: [ClosedRange<UInt64>] = []

    /// - Parameter steps: The first positions of the commits that are stamped before the one before them, ascending.
    package init(steps: [Position], last: Position) {
        var first: UInt64 = 1
        for step in steps.map(\.value) where step > first && step <= last.value {
            runs.append(first...step - 1)
            first = step
        }
        if first <= last.value { runs.append(first...last.value) }
    }

    /// Whether the days of an erasure cannot be counted from where they began: that stamp lies after the clock, or the
    /// journal has stamps that contradict it.
    ///
    /// A commit before it that is stamped later, and not after the clock, was made while the clock was right: the clock
    /// was behind when the days began. A commit after it that is stamped before it: the clock was ahead. O(log commits)
    /// for each time that the clock was set back.
    package func isDoubtful(_ erasure: WaitingErasure, now: Instant, _ journal: borrowing some Transaction & ~Copyable)
        throws -> Bool
    {
        if erasure.since > now { return true }
        let position = erasure.position.value
        for run in runs {
            if run.lowerBound <= position {
                let before = run.lowerBound...min(run.upperBound, position)
                let newest = try journal.position(stampedBy: now, in: before)
                if let newest, newest.stamp > erasure.since { return true }
            }
            if run.upperBound > position {
                let after = try journal.journalRow(at: Position(max(run.lowerBound, position + 1)))
                if let after, after.stamp < erasure.since { return true }
            }
        }
        return false
    }
}
