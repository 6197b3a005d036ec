import EventModel

/// A recurrence rule of a calendar as a schedule says it.
struct CalendarRule {
    var fields: ScheduleFields
    /// Whether the calendar leaves out months that are too short, where an alarm fires on their last day.
    var clamps = false
    /// Whether it names a day of a year and no month: by RFC 5545 the day of every month, by what programs mean the one
    /// of its start.
    var lacksMonth = false
    /// Its last instant or day, as it is written.
    private(set) var until: String?
    /// How many occurrences it has.
    private(set) var count: Int?
    /// The day of DTSTART.
    let first: CivilDate

    /// The part by which a rule is none of an alarm.
    struct Left: Error {
        let part: String

        /// In words, with the value that the rule gives the part.
        func text(of rule: String) -> String {
            let stated = rule.uppercased().split(separator: ";").first { $0 == part || $0.hasPrefix(part + "=") }
            return "Its rule has \(stated.map { String($0.prefix(60)) } ?? part) as no alarm can say it."
        }
    }

    private static let parts: Set = [
        "FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYMONTH", "BYSETPOS", "BYHOUR", "BYMINUTE", "BYSECOND",
        "WKST", "COUNT", "UNTIL", "RSCALE", "SKIP",
    ]
    static let timesMaximum = 24

    /// The schedule's rule, interval and times, and its start where that is not the day of DTSTART. `first` and
    /// `minute` are those of DTSTART.
    init(_ text: String, first: CivilDate, minute: Int = 0) throws(Left) {
        var stated: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, CalendarRule.parts.contains(String(pair[0])) else {
                throw CalendarRule.unsaid(String(pair.first ?? part))
            }
            stated[String(pair[0])] = String(pair[1])
        }
        fields = ScheduleFields()
        self.first = first
        let times = try CalendarRule.countInDays(&stated, minute)
        guard let interval = Int(stated["INTERVAL"] ?? "1"), (0...9_999).contains(interval) else {
            throw CalendarRule.unsaid("INTERVAL")
        }
        fields.interval = interval
        if let name = stated["WKST"] {
            guard let day = Schedule.weekdayNames.firstIndex(of: name) else { throw CalendarRule.unsaid("WKST") }
            fields.weekStart = day + 1
        }
        try readTimes(stated, minute)
        if let times { fields.times = times }
        try selectTime(&stated)
        stated = CalendarRule.simplified(stated, first)
        try readEnd(stated)
        try requireAbsent("BYYEARDAY", in: stated)
        try readDays(stated)
        try readSkip(stated)
    }

    private mutating func readDays(_ stated: [String: String]) throws(Left) {
        switch frequency(stated) {
        case "DAILY": try daily(stated)
        case "WEEKLY": try weekly(stated, first)
        case "MONTHLY": try monthly(stated, first)
        case "YEARLY": try yearly(stated, first)
        default: throw CalendarRule.unsaid("FREQ")
        }
    }

    /// The calendar and the handling of short months that RFC 5545 has, and `SKIP=BACKWARD`, as an alarm does it (RFC
    /// 7529 §4.1).
    private mutating func readSkip(_ stated: [String: String]) throws(Left) {
        guard stated["RSCALE"] ?? "GREGORIAN" == "GREGORIAN" else { throw CalendarRule.unsaid("RSCALE") }
        switch stated["SKIP"] ?? "OMIT" {
        case "OMIT": break
        case "BACKWARD": clamps = false
        case "FORWARD" where !clamps: break
        default: throw CalendarRule.unsaid("SKIP")
        }
    }

    /// Every day, or every month, that has a certain day or month is the same as every month or year with it.
    private func frequency(_ stated: [String: String]) -> String? {
        guard fields.interval == 1 else { return stated["FREQ"] }
        switch stated["FREQ"] {
        case "DAILY" where stated["BYMONTHDAY"] != nil && stated["BYSETPOS"] == nil:
            return stated["BYMONTH"] == nil ? "MONTHLY" : "YEARLY"
        case "MONTHLY" where stated["BYMONTH"] != nil: return "YEARLY"
        case "MONTHLY", "YEARLY":
            // Weekdays without their number in the month are those of every week.
            let isOfWeeks = !(stated["BYDAY"] ?? "0").contains(where: \.isNumber)
            let isFree = ["BYMONTH", "BYMONTHDAY", "BYSETPOS"].allSatisfy { stated[$0] == nil }
            return isOfWeeks && isFree ? "WEEKLY" : stated["FREQ"]
        default: return stated["FREQ"]
        }
    }

    static func unsaid(_ part: String) -> Left { Left(part: part) }

    /// Throws if the rule states one of these.
    private func requireAbsent(_ names: String..., in stated: [String: String]) throws(Left) {
        for name in names where stated[name] != nil { throw CalendarRule.unsaid(name) }
    }

    private mutating func readEnd(_ stated: [String: String]) throws(Left) {
        until = stated["UNTIL"]
        guard let text = stated["COUNT"] else { return }
        guard until == nil, let count = Int(text), count > 0 else { throw CalendarRule.unsaid("COUNT") }
        self.count = count
    }

    /// Each hour with each minute; what the rule leaves out is that of DTSTART.
    private mutating func readTimes(_ stated: [String: String], _ minute: Int) throws(Left) {
        func numbers(_ name: String, _ range: Range<Int>, or own: Int) throws(Left) -> [Int] {
            guard let list = stated[name] else { return [own] }
            var numbers: [Int] = []
            for text in list.split(separator: ",") {
                guard let number = Int(text), range.contains(number) else { throw CalendarRule.unsaid(name) }
                numbers.append(number)
            }
            return Set(numbers).sorted()
        }
        if try numbers("BYSECOND", 0..<60, or: 0) != [0] { throw CalendarRule.unsaid("BYSECOND") }
        let minutes = try numbers("BYMINUTE", 0..<60, or: minute % 60)
        let hours = try numbers("BYHOUR", 0..<24, or: minute / 60)
        guard hours.count * minutes.count <= CalendarRule.timesMaximum else {
            throw CalendarRule.unsaid(stated["BYHOUR"] == nil ? "BYMINUTE" : "BYHOUR")
        }
        fields.times = hours.flatMap { hour in minutes.map { CalendarTime.text(hour * 60 + $0) } }
    }

    /// Of several times a day, BYSETPOS counts each (RFC 5545 §3.3.10): it selects one time of one day.
    private mutating func selectTime(_ stated: inout [String: String]) throws(Left) {
        guard let text = stated["BYSETPOS"], fields.times.count > 1 else { return }
        guard let position = Int(text), position != 0, (-366...366).contains(position) else {
            throw CalendarRule.unsaid("BYSETPOS")
        }
        let (day, time) = (abs(position) - 1).quotientAndRemainder(dividingBy: fields.times.count)
        fields.times = [fields.times[position > 0 ? time : fields.times.count - 1 - time]]
        stated["BYSETPOS"] = String(position > 0 ? day + 1 : -day - 1)
    }

    private mutating func daily(_ stated: [String: String]) throws(Left) {
        try requireAbsent("BYMONTHDAY", "BYMONTH", "BYSETPOS", in: stated)
        fields.kind = .customDays
        guard stated["BYDAY"] != nil else { return }
        // On every working day, say.
        guard fields.interval == 1 else { throw CalendarRule.unsaid("BYDAY") }
        fields.kind = .weekly
        fields.days = try weekdays(stated)
    }

    private mutating func weekly(_ stated: [String: String], _ first: CivilDate) throws(Left) {
        try requireAbsent("BYMONTHDAY", "BYMONTH", in: stated)
        fields.kind = .weekly
        fields.days = stated["BYDAY"] == nil ? [first.weekday] : try weekdays(stated)
        guard let list = stated["BYSETPOS"] else { return }
        // The first of some days of a week is one of them.
        let week = Set(fields.days).sorted { ($0 - fields.weekStart + 7) % 7 < ($1 - fields.weekStart + 7) % 7 }
        fields.days = []
        for position in try CalendarRule.positions(list) {
            let index = position > 0 ? position - 1 : week.count + position
            guard week.indices.contains(index) else { throw CalendarRule.unsaid("BYSETPOS") }
            fields.days.append(week[index])
        }
    }

    private static func positions(_ list: String) throws(Left) -> [Int] {
        var positions: [Int] = []
        for text in list.split(separator: ",") {
            guard let position = Int(text), position != 0, abs(position) <= 366 else { throw unsaid("BYSETPOS") }
            positions.append(position)
        }
        return positions
    }

    private func weekdays(_ stated: [String: String]) throws(Left) -> [Int] {
        var days: [Int] = []
        for name in (stated["BYDAY"] ?? "").split(separator: ",") {
            guard let day = Schedule.weekdayNames.firstIndex(of: String(name)) else {
                throw CalendarRule.unsaid("BYDAY")
            }
            days.append(day + 1)
        }
        return days
    }

    private mutating func monthly(_ stated: [String: String], _ first: CivilDate) throws(Left) {
        try requireAbsent("BYMONTH", in: stated)
        if stated["BYDAY"] != nil { return try relative(stated) }
        fields.kind = .monthlyDate
        let days = try monthDays(stated, first)
        // The last of days that follow each other is the latest of them that the month has.
        if let position = stated["BYSETPOS"] {
            let place = Int(position) ?? 0
            let index = place > 0 ? place - 1 : days.count + place
            // Days that each month has.
            if days.indices.contains(index), days[0] > 0, days[place > 0 ? index : days.count - 1] <= 28 {
                fields.days = [days[index]]
                return
            }
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

    private func monthDays(_ stated: [String: String], _ first: CivilDate) throws(Left) -> [Int] {
        guard let list = stated["BYMONTHDAY"] else { return [first.components.day] }
        var days: [Int] = []
        for text in list.split(separator: ",") {
            guard let day = Int(text), (1...31).contains(day) || day == -1 else {
                throw CalendarRule.unsaid("BYMONTHDAY")
            }
            days.append(day)
        }
        return days.sorted()
    }

    /// A certain weekday of a month: `2MO`, `MO` with a position, or `MO` among seven days of the month.
    private mutating func relative(_ stated: [String: String]) throws(Left) {
        let day = stated["BYDAY"] ?? ""
        if let list = stated["BYSETPOS"], stated["BYMONTHDAY"] == nil,
            Set(day.split(separator: ",").map(String.init)) == Set(Schedule.weekdayNames)
        {
            // The last of all days is the last day of the month.
            fields.kind = .monthlyDate
            for position in try CalendarRule.positions(list) {
                guard position == -1 || (1...28).contains(position) else { throw CalendarRule.unsaid("BYSETPOS") }
                fields.days.append(position == -1 ? 31 : position)
            }
            fields.days.sort()
            return
        }
        let week: String
        if let list = stated["BYMONTHDAY"] {
            // The second Monday is the one from the 8th to the 14th.
            let days = list.split(separator: ",").compactMap { Int($0) }.sorted()
            guard let first = days.first, [-7, 1, 8, 15, 22].contains(first), days == Array(first..<first + 7),
                stated["BYSETPOS"] == nil
            else { throw CalendarRule.unsaid("BYMONTHDAY") }
            week = first < 0 ? "-1" : String(first / 7 + 1)
        } else {
            week = stated["BYSETPOS"] ?? String(day.dropLast(2))
        }
        let isApart = stated["BYMONTHDAY"] != nil || stated["BYSETPOS"] != nil
        let name = isApart ? day : String(day.suffix(2))
        guard let number = Int(week), (1...4).contains(number) || number == -1,
            let weekday = Schedule.weekdayNames.firstIndex(of: name)
        else { throw CalendarRule.unsaid("BYDAY") }
        fields.kind = .monthlyRelative
        (fields.week, fields.weekday) = (number, weekday + 1)
    }

    private mutating func yearly(_ stated: [String: String], _ first: CivilDate) throws(Left) {
        let months = try self.months(stated, first)
        if stated["BYDAY"] != nil {
            guard stated["BYMONTH"] != nil else { throw CalendarRule.unsaid("BYDAY") }
            let distance = try self.distance(of: months, stated)
            try relative(stated)
            return countMonths(distance, in: months, from: first)
        }
        if months.count > 1 {
            let distance = try self.distance(of: months, stated)
            var monthly = stated
            monthly["BYMONTH"] = nil
            try self.monthly(monthly, first)
            return countMonths(distance, in: months, from: first)
        }
        try onDay(stated, of: months[0], first)
    }

    /// January, April, July and October are every third month. A position counts among the days of a year, where the
    /// rule is one of years.
    private func distance(of months: [Int], _ stated: [String: String]) throws(Left) -> Int {
        if months.count == 1 { return 12 * fields.interval }
        let distance = 12 / months.count
        guard fields.interval == 1, 12.isMultiple(of: months.count),
            stated["BYSETPOS"] == nil || stated["FREQ"] == "MONTHLY",
            zip(months, months.dropFirst()).allSatisfy({ $1 - $0 == distance })
        else { throw CalendarRule.unsaid("BYMONTH") }
        return distance
    }

    private func months(_ stated: [String: String], _ first: CivilDate) throws(Left) -> [Int] {
        guard let list = stated["BYMONTH"] else { return [first.components.month] }
        var months: Set<Int> = []
        for text in list.split(separator: ",") {
            guard let month = Int(text), (1...12).contains(month) else { throw CalendarRule.unsaid("BYMONTH") }
            months.insert(month)
        }
        if months.isEmpty { throw CalendarRule.unsaid("BYMONTH") }
        return months.sorted()
    }

    /// An interval in months, counted from the first of these months that does not end before DTSTART.
    private mutating func countMonths(_ interval: Int, in months: [Int], from first: CivilDate) {
        fields.interval = interval
        var (year, month) = (first.components.year, first.components.month)
        if months.contains(month) { return }
        repeat { (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1) } while !months.contains(month)
        fields.start = CivilDate(year: year, month: month, day: 1)
    }

    private mutating func onDay(_ stated: [String: String], of month: Int, _ first: CivilDate) throws(Left) {
        fields.kind = .annual
        let days = try monthDays(stated, first)
        fields.month = month
        if stated["BYSETPOS"] == "-1", month == 2, days == [28, 29] {
            fields.day = 29
            return
        }
        try requireAbsent("BYSETPOS", in: stated)
        let longest = CivilDate.daysInMonth(year: 2024, month: month)
        guard days.count == 1, let day = days.first, day == -1 || day <= longest else {
            throw CalendarRule.unsaid("BYMONTHDAY")
        }
        fields.day = day == -1 ? longest : day
        clamps = month == 2 && day == 29
        lacksMonth = stated["BYMONTHDAY"] != nil && stated["BYMONTH"] == nil
    }
}
