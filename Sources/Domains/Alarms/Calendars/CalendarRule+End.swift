import EventModel

extension CalendarRule {
    /// The most occurrences of a rule that are counted to find its last day.
    private static let countMaximum = 100_000

    /// The fields with the end of the rule, and with what its first occurrence leaves out of the start day.
    ///
    /// - Parameters:
    ///   - fields: Those of the rule, with the start.
    ///   - minute: That of DTSTART.
    ///   - zone: That of the alarm.
    func ended(_ fields: ScheduleFields, minute: Int, in zone: any ZoneRules) throws(Left) -> ScheduleFields {
        var fields = fields
        let earlier = fields.times.filter { $0 < CalendarTime.text(minute) }
        if fields.start == first, let last = earlier.max() { fields.startAfter = last }
        // The decision names a violated rule of alarms.
        guard let start = fields.start, case .success(let endless) = fields.schedule(today: start) else {
            return fields
        }
        if let count {
            if count <= Schedule.countMaximum {
                fields.timesInAll = count
                return fields
            }
            guard count <= CalendarRule.countMaximum, let last = endless.wallTime(ofOccurrence: count),
                last.second == endless.times.last
            else { throw CalendarRule.unsaid("COUNT") }
            fields.until = last.date
        } else if let until {
            try end(&fields, endless, CalendarRule.wallTime(until, in: zone))
        }
        return fields
    }

    /// An end within a day of the schedule is a number of times.
    private func end(_ fields: inout ScheduleFields, _ endless: Schedule, _ last: Schedule.WallTime?) throws(Left) {
        guard let last else { throw CalendarRule.unsaid("UNTIL") }
        let isDay = endless.day(onOrAfter: last.date) == last.date
        if !isDay || last.second >= endless.times.last ?? 0 {
            fields.until = last.date
        } else if last.second < endless.times.first ?? 0 {
            fields.until = last.date.adding(days: -1)
        } else {
            guard let count = endless.count(through: last), count > 0 else { throw CalendarRule.unsaid("UNTIL") }
            fields.timesInAll = count
        }
    }

    /// The last second of a day; an instant in UTC on the clock of the alarm.
    private static func wallTime(_ text: String, in zone: any ZoneRules) -> Schedule.WallTime? {
        guard let time = CalendarTime(text) else {
            return CalendarTime.date(Array(text.utf8)[...]).map { Schedule.WallTime(date: $0, second: 86_399) }
        }
        let second = time.minute * 60 + time.seconds
        guard time.isUniversal else { return Schedule.WallTime(date: time.date, second: second) }
        let instant = UniversalTime().instant(of: time.date, secondOfDay: second)
        let (date, millisecond) = instant.local(offsetSeconds: zone.offsetSeconds(at: instant))
        return Schedule.WallTime(date: date, second: millisecond / 1000)
    }
}
