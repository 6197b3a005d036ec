import EventModel

/// The end of an alarm in the events that it becomes.
struct CalendarEnd {
    /// The part that it adds to each rule (RFC 5545 §3.3.10): `;UNTIL=20260630T235959`, `;COUNT=10`.
    let rulePart: String
    /// Lines of this program's own, by which an alarm of several events comes back with its number of times.
    let properties: [String]

    static let countName = "X-DAYBOOK-TIMES-IN-ALL"
    static let startName = "X-DAYBOOK-START-AFTER"
}

extension Schedule {
    /// The end as each of its events states it. `isAlone` where there is only one; `zone` is that of its times, nil
    /// where they float.
    func calendarEnd(isAlone: Bool, in zone: (any ZoneRules)?) -> CalendarEnd {
        switch end {
        case nil: return CalendarEnd(rulePart: "", properties: startProperty(isAlone: isAlone))
        case .day(let day)?:
            let until = Schedule.until(WallTime(date: day, second: 86_399), in: zone)
            return CalendarEnd(rulePart: until, properties: startProperty(isAlone: isAlone))
        case .times(let count)?:
            if isAlone { return CalendarEnd(rulePart: ";COUNT=\(count)", properties: []) }
            let until = last.map { Schedule.until($0, in: zone) } ?? ""
            return CalendarEnd(
                rulePart: until,
                properties: startProperty(isAlone: false) + ["\(CalendarEnd.countName):\(count)"])
        }
    }

    /// On the start day some times do not count: that no event alone states.
    private func startProperty(isAlone: Bool) -> [String] {
        guard !isAlone, let startAfter, day(onOrAfter: start) == start, times(on: start).count < times.count else {
            return []
        }
        return ["\(CalendarEnd.startName):\(CalendarTime.text(startAfter / 60))"]
    }

    /// In UTC where the times have a zone, else on their own clock (RFC 5545 §3.3.10).
    private static func until(_ last: WallTime, in zone: (any ZoneRules)?) -> String {
        guard let zone else { return ";UNTIL=\(CalendarText.local(last.date, last.second))" }
        return ";UNTIL=\(CalendarText.instant(zone.instant(of: last.date, secondOfDay: last.second)))"
    }
}
