import EventModel

/// A zone as a calendar describes it (RFC 5545 §3.6.5): every change of its offset from a year on.
///
/// The later changes are yearly rules where the zone keeps to some.
struct CalendarZone {
    /// A change of offset, by the wall clock before it.
    struct Change: Hashable {
        let date: CivilDate
        let second: Int
        let from: Int
        let to: Int
        var year: Int { date.components.year }
    }

    /// The last year whose changes are listed; rules hold until then too.
    static let lastYear = 2099
    /// Fewer years than these are no rule yet.
    private static let ruleYearsMinimum = 10

    let name: String
    /// The offset at the start of the first year.
    private let firstYear: Int
    private let firstOffset: Int
    private let changes: [Change]

    init(_ zone: any ZoneRules, from year: Int) {
        name = zone.name
        firstYear = min(year, CalendarZone.lastYear)
        let start = CalendarZone.newYear(firstYear)
        firstOffset = zone.offsetSeconds(at: start)
        changes = CalendarZone.changes(of: zone, from: start, to: CalendarZone.newYear(CalendarZone.lastYear + 1))
    }

    /// The lines of its VTIMEZONE, unfolded.
    var lines: [String] {
        let rules = self.rules
        let ruleYear = rules.first?.change.year ?? .max
        var lines = ["BEGIN:VTIMEZONE", "TZID:\(name)"]
        lines += CalendarZone.observance(
            "\(Digits.text(firstYear, width: 4))0101T000000", from: firstOffset, to: firstOffset, nil)
        for change in changes where change.year < ruleYear { lines += CalendarZone.observance(change, nil) }
        for (change, rule) in rules { lines += CalendarZone.observance(change, rule) }
        return lines + ["END:VTIMEZONE"]
    }

    private static func observance(_ change: Change, _ rule: String?) -> [String] {
        observance(CalendarText.local(change.date, change.second), from: change.from, to: change.to, rule)
    }

    private static func observance(_ start: String, from: Int, to: Int, _ rule: String?) -> [String] {
        let kind = to > from ? "DAYLIGHT" : "STANDARD"
        return ["BEGIN:\(kind)", "DTSTART:\(start)", "TZOFFSETFROM:\(offset(from))", "TZOFFSETTO:\(offset(to))"]
            + (rule.map { ["RRULE:\($0)"] } ?? []) + ["END:\(kind)"]
    }

    private static func offset(_ seconds: Int) -> String {
        let count = abs(seconds)
        let minutes =
            "\(seconds < 0 ? "-" : "+")\(Digits.text(count / 3600, width: 2))\(Digits.text(count / 60 % 60, width: 2))"
        return count % 60 == 0 ? minutes : minutes + Digits.text(count % 60, width: 2)
    }

    // MARK: - Rules

    /// The changes of the last years as rules, each with the first change that it gives; none where the zone keeps to
    /// none.
    private var rules: [(change: Change, rule: String)] {
        let years = Dictionary(grouping: changes, by: \.year)
        guard let last = years[CalendarZone.lastYear] else { return [] }
        var first = CalendarZone.lastYear
        var rules = last.map { [$0.date] }
        while let before = years[first - 1], CalendarZone.areAlike(before, last) {
            let longer = zip(rules, before).map { $0 + [$1.date] }
            guard longer.allSatisfy({ CalendarZone.days($0) != nil }) else { break }
            (rules, first) = (longer, first - 1)
        }
        guard CalendarZone.lastYear - first >= CalendarZone.ruleYearsMinimum else { return [] }
        return zip(years[first] ?? [], rules).map { change, dates in
            (change, "FREQ=YEARLY;BYMONTH=\(change.date.components.month);\(CalendarZone.days(dates) ?? "")")
        }
    }

    private static func areAlike(_ one: [Change], _ other: [Change]) -> Bool {
        one.count == other.count
            && zip(one, other).allSatisfy {
                ($0.from, $0.to, $0.second, $0.date.weekday) == ($1.from, $1.to, $1.second, $1.date.weekday)
                    && $0.date.components.month == $1.date.components.month
            }
    }

    /// Which weekday of the month all of the dates are; nil where they are not one.
    private static func days(_ dates: [CivilDate]) -> String? {
        let days = dates.map(\.components.day)
        guard let least = days.min(), let most = days.max(), most - least < 7, let first = dates.first else {
            return nil
        }
        let weekday = Schedule.weekdayNames[first.weekday - 1]
        if dates.allSatisfy({
            $0.components.day + 7 > CivilDate.daysInMonth(year: $0.components.year, month: $0.components.month)
        }) {
            return "BYDAY=-1\(weekday)"
        }
        if (least - 1) / 7 == (most - 1) / 7, most <= 28 { return "BYDAY=\((least - 1) / 7 + 1)\(weekday)" }
        return "BYDAY=\(weekday);BYMONTHDAY=\((least...least + 6).map(String.init).joined(separator: ","))"
    }

    // MARK: - Changes

    private static func newYear(_ year: Int) -> Instant {
        guard let date = CivilDate(year: year, month: 1, day: 1) else { preconditionFailure("a year that there is") }
        return UniversalTime().instant(of: date, secondOfDay: 0)
    }

    /// Found by looking at each day's offset; two changes within a day that take each other back are none.
    private static func changes(of zone: any ZoneRules, from start: Instant, to end: Instant) -> [Change] {
        var changes: [Change] = []
        var (at, offset) = (start, zone.offsetSeconds(at: start))
        while at < end {
            let next = at.adding(seconds: 86_400)
            let after = zone.offsetSeconds(at: next)
            if after != offset {
                let wall = firstInstant(of: zone, unlike: offset, in: at...next).local(offsetSeconds: offset)
                changes.append(Change(date: wall.date, second: wall.millisecondOfDay / 1000, from: offset, to: after))
            }
            (at, offset) = (next, after)
        }
        return changes
    }

    private static func firstInstant(of zone: any ZoneRules, unlike offset: Int, in range: ClosedRange<Instant>)
        -> Instant
    {
        var (low, high) = (range.lowerBound.milliseconds / 1000, range.upperBound.milliseconds / 1000)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if zone.offsetSeconds(at: Instant(milliseconds: middle * 1000)) == offset {
                low = middle
            } else {
                high = middle
            }
        }
        return Instant(milliseconds: high * 1000)
    }
}
