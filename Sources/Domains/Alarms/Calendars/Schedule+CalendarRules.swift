import EventModel

/// Some days of a schedule as one recurrence rule of a calendar.
struct CalendarPart: Hashable {
    /// The name that distinguishes the part within its schedule: `d29` to `d31` for one of these days of a month, else
    /// empty.
    let name: String
    /// The day from which the rule counts: its first day that is also a day of the schedule.
    let first: CivilDate
    /// The value of an RRULE (RFC 5545 §3.3.10).
    let rule: String
}

extension Schedule {
    /// The rules that together give the days of the schedule that have one of its times, each day once; those that give
    /// none are left out. The end is no part of them.
    ///
    /// A calendar counts its interval from the first occurrence, which lies in a period of the schedule, so that both
    /// count the same. It drops a day past the end of a month, where a schedule clamps it: so each such day has a rule
    /// that takes the last of the days from the 28th to it. Days that clamp to the same date fire once: a rule begins
    /// after the day of the one before.
    func calendarParts(at second: Int) -> [CalendarPart] {
        let from = startAfter.map { second <= $0 ? start.adding(days: 1) : start } ?? start
        return calendarParts(from: from, at: second).filter { begins($0, at: second) }
    }

    /// Whether the first day of a part lies before the end.
    private func begins(_ part: CalendarPart, at second: Int) -> Bool {
        guard let last else { return true }
        return part.first < last.date || part.first == last.date && second <= last.second
    }

    private func calendarParts(from: CivilDate, at second: Int) -> [CalendarPart] {
        switch rule {
        case .weekly(let days, let weekStart):
            let names = days.days.map { Schedule.weekdayNames[$0 - 1] }.joined(separator: ",")
            return parts("", from, "WEEKLY", ";BYDAY=\(names);WKST=\(Schedule.weekdayNames[weekStart - 1])")
        case .monthlyDate(let days): return monthParts(days.days, from, at: second)
        case .monthlyRelative(let week, let weekday):
            return parts("", from, "MONTHLY", ";BYDAY=\(week)\(Schedule.weekdayNames[weekday - 1])")
        case .annual(let month, let day):
            let longest = CivilDate.daysInMonth(year: 2024, month: month)
            let days = month == 2 && day > 28 ? "28,29;BYSETPOS=-1" : "\(min(day, longest))"
            return parts("", from, "YEARLY", ";BYMONTH=\(month);BYMONTHDAY=\(days)")
        case .customDays: return parts("", from, "DAILY", "")
        }
    }

    static let weekdayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    /// The rule that begins with the schedule's own first day that is not before this one.
    private func parts(_ name: String, _ from: CivilDate, _ frequency: String, _ rest: String) -> [CalendarPart] {
        guard let first = day(onOrAfter: from) else { return [] }
        return [CalendarPart(name: name, first: first, rule: ruleText(frequency, rest))]
    }

    private func ruleText(_ frequency: String, _ rest: String) -> String {
        "FREQ=\(frequency)\(interval == 1 ? "" : ";INTERVAL=\(interval)")\(rest)"
    }

    /// A part that begins after the end takes no day from the next one: without it, that one is a schedule of its own.
    private func monthParts(_ days: [Int], _ from: CivilDate, at second: Int) -> [CalendarPart] {
        let (plain, late) = (days.filter { $0 <= 28 }, days.filter { $0 > 28 })
        var parts: [CalendarPart] = []
        if !plain.isEmpty {
            let rest = ";BYMONTHDAY=\(plain.map(String.init).joined(separator: ","))"
            parts += Schedule(.monthlyDate(DaySet(plain)), interval: interval, start: start, times: times).parts(
                "", from, "MONTHLY", rest
            ).filter { begins($0, at: second) }
        }
        var least = plain.last == 28 && !parts.isEmpty ? 29 : 28
        for day in late {
            if let first = firstDay(day, notBefore: least, from) {
                let days = (least...day).map(String.init).joined(separator: ",") + (least < day ? ";BYSETPOS=-1" : "")
                let part = CalendarPart(
                    name: "d\(day)", first: first, rule: ruleText("MONTHLY", ";BYMONTHDAY=\(days)"))
                guard begins(part, at: second) else { continue }
                parts.append(part)
            }
            least = day + 1
        }
        return parts
    }

    /// The first date on which a day of the month falls, clamped, that is no less a day than `least`. After 400 years
    /// months repeat.
    private func firstDay(_ day: Int, notBefore least: Int, _ from: CivilDate) -> CivilDate? {
        let alone = Schedule(.monthlyDate(DaySet([day])), interval: interval, start: start, times: times)
        var next = alone.day(onOrAfter: from)
        for _ in 0..<4_800 {
            guard let found = next else { return nil }
            if found.components.day >= least { return found }
            next = alone.day(onOrAfter: found.adding(days: 1))
        }
        return nil
    }
}
