public import EventModel

extension Schedule {
    /// Where a schedule ends.
    public enum End: Hashable, Sendable {
        /// The last day it may fire on.
        case day(CivilDate)
        /// So many occurrences from its start on.
        case times(Int)
    }

    /// A time of a day of the schedule.
    struct WallTime: Hashable, Sendable {
        let date: CivilDate
        let second: Int
    }

    /// The most occurrences that an end counts.
    public static let countMaximum = 1_000

    /// The times of one of its days: without those before the first occurrence and after the last.
    func times(on date: CivilDate) -> [Int] {
        let after = date == start ? startAfter : nil
        let through = date == last?.date ? last?.second : nil
        if after == nil, through == nil { return times }
        return times.filter { $0 > after ?? -1 && $0 <= through ?? .max }
    }

    /// The occurrence with which so many are complete, from the start on; nil where it would be after the year 9999.
    /// O(count).
    func wallTime(ofOccurrence count: Int) -> WallTime? {
        var (left, date) = (count, start)
        while let day = day(onOrAfter: date) {
            let times = times(on: day)
            if left <= times.count { return WallTime(date: day, second: times[left - 1]) }
            left -= times.count
            date = day.adding(days: 1)
        }
        return nil
    }

    /// How many occurrences there are from the start through a wall time; nil for more than `countMaximum`. O(count).
    func count(through end: WallTime) -> Int? {
        var (count, date) = (0, start)
        while let day = day(onOrAfter: date), day <= end.date {
            count += times(on: day).count { day < end.date || $0 <= end.second }
            if count > Schedule.countMaximum { return nil }
            date = day.adding(days: 1)
        }
        return count
    }
}

extension Series {
    /// The last occurrence of a schedule that ends, left out or not; nil where it has none, or does not end.
    public var last: Instant? {
        let whole = Series(schedule: schedule, zone: zone)
        guard let last = schedule.last, let first = whole.next(after: .earliest) else { return nil }
        // Later than any change of the clocks moves it.
        return whole.latest(from: first, through: zone.instant(of: last.date.adding(days: 3), secondOfDay: 0))
    }
}
