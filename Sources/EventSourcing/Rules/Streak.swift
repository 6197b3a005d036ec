public import EventModel

/// Days in a row.
public enum Streak {
    /// How many days in a row were reached, up to today; today counts where it was reached, and breaks nothing while it
    /// is open.
    ///
    /// O(days of the streak).
    public static func length(endingOn today: CivilDate, reached: (CivilDate) throws -> Bool) rethrows -> Int {
        var count = try reached(today) ? 1 : 0
        var day = today.adding(days: -1)
        while day >= .earliest, try reached(day) {
            count += 1
            day = day.adding(days: -1)
        }
        return count
    }

    /// The days of that row; nil where it is none. O(days of the streak).
    public static func days(endingOn today: CivilDate, reached: (CivilDate) throws -> Bool) rethrows -> ClosedRange<
        CivilDate
    >? {
        let count = try length(endingOn: today, reached: reached)
        guard count > 0 else { return nil }
        let last = try reached(today) ? today : today.adding(days: -1)
        return last.adding(days: 1 - count)...last
    }
}
