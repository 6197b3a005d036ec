import EventModel

/// A recurrence rule of a calendar as a schedule says it.
struct CalendarRule {
    var fields: ScheduleFields
    /// Whether the calendar leaves out months that are too short, where an alarm fires on their last day.
    var clamps = false

    /// Why a rule is none of an alarm, in words.
    struct Left: Error {
        let text: String
    }

    private static let parts: Set = ["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "WKST"]

    /// The schedule's rule and interval; `first` is the day of DTSTART.
    init(_ text: String, first: CivilDate) throws(Left) {
        var told: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, CalendarRule.parts.contains(String(pair[0])) else {
                throw CalendarRule.unsaid(String(pair.first ?? part))
            }
            told[String(pair[0])] = String(pair[1])
        }
        fields = ScheduleFields()
        guard let interval = Int(told["INTERVAL"] ?? "1") else { throw CalendarRule.unsaid("INTERVAL") }
        fields.interval = interval
        if let name = told["WKST"] {
            guard let day = Schedule.weekdayNames.firstIndex(of: name) else { throw CalendarRule.unsaid("WKST") }
            fields.weekStart = day + 1
        }
        switch told["FREQ"] {
        case "DAILY": try daily(told)
        case "WEEKLY": try weekly(told, first)
        case "MONTHLY": try monthly(told, first)
        case "YEARLY": try yearly(told, first)
        default: throw CalendarRule.unsaid("FREQ")
        }
    }

    private static func unsaid(_ part: String) -> Left { Left(text: "Its rule has \(part) as no alarm can say it.") }

    /// Throws where the rule has one of these parts.
    private func hold(_ told: [String: String], without names: String...) throws(Left) {
        for name in names where told[name] != nil { throw CalendarRule.unsaid(name) }
    }

    private mutating func daily(_ told: [String: String]) throws(Left) {
        try hold(told, without: "BYMONTHDAY", "BYMONTH", "BYSETPOS")
        fields.kind = .customDays
        guard told["BYDAY"] != nil else { return }
        // On every working day, say.
        guard fields.interval == 1 else { throw CalendarRule.unsaid("BYDAY") }
        fields.kind = .weekly
        fields.days = try weekdays(told)
    }

    private mutating func weekly(_ told: [String: String], _ first: CivilDate) throws(Left) {
        try hold(told, without: "BYMONTHDAY", "BYMONTH", "BYSETPOS")
        fields.kind = .weekly
        fields.days = told["BYDAY"] == nil ? [first.weekday] : try weekdays(told)
    }

    private func weekdays(_ told: [String: String]) throws(Left) -> [Int] {
        var days: [Int] = []
        for name in (told["BYDAY"] ?? "").split(separator: ",") {
            guard let day = Schedule.weekdayNames.firstIndex(of: String(name)) else {
                throw CalendarRule.unsaid("BYDAY")
            }
            days.append(day + 1)
        }
        return days
    }

    private mutating func monthly(_ told: [String: String], _ first: CivilDate) throws(Left) {
        try hold(told, without: "BYMONTH")
        if let day = told["BYDAY"] {
            try hold(told, without: "BYMONTHDAY")
            fields.kind = .monthlyRelative
            let week = told["BYSETPOS"] ?? String(day.dropLast(2))
            guard let number = Int(week),
                let weekday = Schedule.weekdayNames.firstIndex(
                    of: told["BYSETPOS"] == nil ? String(day.suffix(2)) : day),
                (1...4).contains(number) || number == -1
            else { throw CalendarRule.unsaid("BYDAY") }
            (fields.week, fields.weekday) = (number, weekday + 1)
            return
        }
        fields.kind = .monthlyDate
        let days = try monthDays(told, first)
        // The last of days that follow each other is the latest of them that the month has.
        if let position = told["BYSETPOS"] {
            guard position == "-1", let least = days.first, let most = days.last, least > 0, days == Array(least...most)
            else {
                throw CalendarRule.unsaid("BYSETPOS")
            }
            fields.days = [most]
            clamps = least > 28
        } else {
            // The last day of every month is the 31st, clamped.
            fields.days = days.map { $0 == -1 ? 31 : $0 }
            clamps = days.contains { $0 > 28 }
        }
    }

    private func monthDays(_ told: [String: String], _ first: CivilDate) throws(Left) -> [Int] {
        guard let list = told["BYMONTHDAY"] else { return [first.components.day] }
        var days: [Int] = []
        for text in list.split(separator: ",") {
            guard let day = Int(text), (1...31).contains(day) || day == -1 else {
                throw CalendarRule.unsaid("BYMONTHDAY")
            }
            days.append(day)
        }
        return days.sorted()
    }

    private mutating func yearly(_ told: [String: String], _ first: CivilDate) throws(Left) {
        try hold(told, without: "BYDAY")
        fields.kind = .annual
        guard let month = Int(told["BYMONTH"] ?? "\(first.components.month)"), (1...12).contains(month) else {
            throw CalendarRule.unsaid("BYMONTH")
        }
        let days = try monthDays(told, first)
        fields.month = month
        if told["BYSETPOS"] == "-1", month == 2, days == [28, 29] {
            fields.day = 29
            return
        }
        try hold(told, without: "BYSETPOS")
        let longest = CivilDate.daysInMonth(year: 2024, month: month)
        guard days.count == 1, let day = days.first, day == -1 || day <= longest else {
            throw CalendarRule.unsaid("BYMONTHDAY")
        }
        fields.day = day == -1 ? longest : day
        clamps = month == 2 && day == 29
    }
}
