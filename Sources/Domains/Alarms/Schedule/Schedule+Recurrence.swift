import EventModel

extension Schedule {
    /// The first day of the schedule that is not before this one; nil when it would be after its end, or after the year
    /// 9999. O(1): periods are counted, days not walked.
    func day(onOrAfter date: CivilDate) -> CivilDate? {
        var found = ruleDay(onOrAfter: date)
        if found == start, times(on: start).isEmpty { found = ruleDay(onOrAfter: start.adding(days: 1)) }
        guard let last, let day = found else { return found }
        return day <= last.date ? day : nil
    }

    /// `day(onOrAfter:)` of a schedule without an end.
    private func ruleDay(onOrAfter date: CivilDate) -> CivilDate? {
        let from = max(date, start)
        guard from <= .latest else { return nil }
        switch rule {
        case .weekly(let days, let weekStart): return weekly(days, weekStart, from)
        case .monthlyDate(let days):
            return monthly(from) { year, month in days.clamped(to: CivilDate.daysInMonth(year: year, month: month)) }
        case .monthlyRelative(let week, let weekday):
            return monthly(from) { year, month in DaySet([Schedule.day(week, weekday, year, month)]) }
        case .annual(let month, let day): return annual(month, day, from)
        case .customDays:
            let index = Schedule.next(from.days(since: start), interval)
            return Schedule.within(Int(start.day) + index)
        }
    }

    private func weekly(_ days: DaySet, _ weekStart: Int, _ from: CivilDate) -> CivilDate? {
        let first = start.adding(days: -Schedule.sinceWeekStart(start.weekday, weekStart))
        let week = from.days(since: first) / 7
        let wanted = Schedule.next(week, interval)
        // Weeks that are not skipped hold the day asked for in their middle; a selected day before it waits for the
        // next period.
        let passed = wanted == week ? from.days(since: first) % 7 : 0
        let offsets = (0..<7).filter { days.contains((weekStart + $0 - 1) % 7 + 1) }
        if let offset = offsets.first(where: { $0 >= passed }) {
            return Schedule.within(Int(first.day) + wanted * 7 + offset)
        }
        return offsets.first.flatMap { Schedule.within(Int(first.day) + (wanted + interval) * 7 + $0) }
    }

    /// `days` gives the days of a month; no month is without one, so that two periods are enough.
    private func monthly(_ from: CivilDate, _ days: (_ year: Int, _ month: Int) -> DaySet) -> CivilDate? {
        let (startYear, startMonth, _) = start.components
        let (year, month, day) = from.components
        let anchor = startYear * 12 + startMonth - 1
        let here = year * 12 + month - 1
        let wanted = anchor + Schedule.next(here - anchor, interval)
        for index in [wanted, wanted + interval] {
            let (year, month) = (index / 12, index % 12 + 1)
            if year > 9999 { return nil }
            if let found = days(year, month).first(from: index == here ? day : 1) {
                return CivilDate(year: year, month: month, day: found)
            }
        }
        return nil
    }

    private func annual(_ month: Int, _ day: Int, _ from: CivilDate) -> CivilDate? {
        let startYear = start.components.year
        let wanted = startYear + Schedule.next(from.components.year - startYear, interval)
        for year in [wanted, wanted + interval] where year <= 9999 {
            let date = CivilDate(
                year: year, month: month, day: min(day, CivilDate.daysInMonth(year: year, month: month)))
            if let date, date >= from { return date }
        }
        return nil
    }

    /// The first multiple of the interval that is not below the count, which is not negative.
    private static func next(_ count: Int, _ interval: Int) -> Int { (count + interval - 1) / interval * interval }

    private static func sinceWeekStart(_ weekday: Int, _ weekStart: Int) -> Int { (weekday - weekStart + 7) % 7 }

    private static func within(_ day: Int) -> CivilDate? {
        day <= Int(CivilDate.latest.day) ? CivilDate(day: Int32(day)) : nil
    }

    /// The day of the month on which its first to fourth (or -1, last) such weekday falls.
    private static func day(_ week: Int, _ weekday: Int, _ year: Int, _ month: Int) -> Int {
        let count = CivilDate.daysInMonth(year: year, month: month)
        guard let first = CivilDate(year: year, month: month, day: 1) else {
            preconditionFailure("a month that there is")
        }
        let firstSuch = sinceWeekStart(weekday, first.weekday) + 1
        return week > 0 ? firstSuch + (week - 1) * 7 : firstSuch + (count - firstSuch) / 7 * 7
    }
}
