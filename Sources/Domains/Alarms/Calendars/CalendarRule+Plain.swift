import EventModel

/// The words of other programs for the same rule.
extension CalendarRule {
    /// A rule by the hour or by the minute whose times are the same on each of its days becomes one of days: six hours
    /// apart is four times a day, 1,440 minutes every day. Its times; nil where the rule is of days already.
    ///
    /// BYHOUR limits these rules, BYMINUTE those by the minute; of hours it gives the minutes (RFC 5545 §3.3.10).
    static func countInDays(_ stated: inout [String: String], _ minute: Int) throws(Left) -> [String]? {
        let units = ["HOURLY": 60, "MINUTELY": 1]
        guard let unit = stated["FREQ"].flatMap({ units[$0] }) else { return nil }
        guard let interval = Int(stated["INTERVAL"] ?? "1"), (1...1_000_000).contains(interval) else {
            throw unsaid("INTERVAL")
        }
        if stated["BYSETPOS"] != nil { throw unsaid("BYSETPOS") }
        let (step, day) = (interval * unit, 1_440)
        var minutes = [minute]
        if day.isMultiple(of: step) {
            minutes = Array(stride(from: minute % step, to: day, by: step))
        } else if !step.isMultiple(of: day) {
            throw unsaid("INTERVAL")
        }
        if let hours = numbers(stated["BYHOUR"]) { minutes.removeAll { !hours.contains($0 / 60) } }
        if let given = numbers(stated["BYMINUTE"]) {
            minutes =
                unit == 1
                ? minutes.filter { given.contains($0 % 60) }
                : Set(minutes.map { $0 / 60 }).flatMap { hour in given.map { hour * 60 + $0 } }
        }
        guard !minutes.isEmpty, minutes.count <= timesMaximum, minutes.allSatisfy({ (0..<day).contains($0) }) else {
            throw unsaid(stated["BYMINUTE"] != nil ? "BYMINUTE" : stated["BYHOUR"] != nil ? "BYHOUR" : "FREQ")
        }
        stated["FREQ"] = "DAILY"
        stated["INTERVAL"] = String(max(1, step / day))
        (stated["BYHOUR"], stated["BYMINUTE"]) = (nil, nil)
        return minutes.sorted().map(CalendarTime.text)
    }

    /// The same rule without what limits nothing, and without a position among one day alone; a day of a year that
    /// leap years do not move as a day of a month.
    static func simplified(_ stated: [String: String], _ first: CivilDate) -> [String: String] {
        var rule = stated
        if let months = numbers(rule["BYMONTH"]), months.isSuperset(of: monthsReached(rule, first)) {
            rule["BYMONTH"] = nil
        }
        if rule["FREQ"] == "DAILY", let days = numbers(rule["BYMONTHDAY"]), days.isSuperset(of: 1...31) {
            rule["BYMONTHDAY"] = nil
        }
        if rule["FREQ"] == "YEARLY", let date = date(ofYearDay: rule["BYYEARDAY"]),
            ["BYMONTH", "BYMONTHDAY", "BYDAY"].allSatisfy({ rule[$0] == nil })
        {
            rule["BYYEARDAY"] = nil
            (rule["BYMONTH"], rule["BYMONTHDAY"]) = ("\(date.components.month)", "\(date.components.day)")
        }
        if ["1", "+1", "-1"].contains(rule["BYSETPOS"] ?? ""), hasOneDay(rule) { rule["BYSETPOS"] = nil }
        return rule
    }

    /// Nil where the part is not given, or not in whole numbers.
    private static func numbers(_ list: String?) -> Set<Int>? {
        guard let parts = list?.split(separator: ",") else { return nil }
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == parts.count && !numbers.isEmpty ? Set(numbers) : nil
    }

    /// The months that a rule reaches without BYMONTH; of years that is one, which BYMONTH moves.
    private static func monthsReached(_ rule: [String: String], _ first: CivilDate) -> Set<Int> {
        guard rule["FREQ"] == "MONTHLY", let interval = Int(rule["INTERVAL"] ?? "1"), interval > 0,
            12.isMultiple(of: interval)
        else { return rule["FREQ"] == "YEARLY" ? Set(0...12) : Set(1...12) }
        return Set(stride(from: 0, to: 12, by: interval).map { (first.components.month - 1 + $0) % 12 + 1 })
    }

    /// A date of a common year; nil of a day that leap years move.
    private static func date(ofYearDay text: String?) -> CivilDate? {
        guard let day = text.flatMap({ Int($0) }), (1...59).contains(day) || (-306 ... -1).contains(day) else {
            return nil
        }
        let end = CivilDate(year: day > 0 ? 2024 : 2025, month: 12, day: 31)
        return day > 0 ? end?.adding(days: day) : end?.adding(days: day + 1)
    }

    /// Whether each period of a rule holds one day.
    private static func hasOneDay(_ rule: [String: String]) -> Bool {
        func isOne(_ name: String) -> Bool { !(rule[name] ?? "").contains(",") }
        let isNumbered = (rule["BYDAY"] ?? "1").contains(where: \.isNumber)
        switch rule["FREQ"] {
        case "DAILY": return true
        case "WEEKLY": return isOne("BYDAY")
        case "MONTHLY": return isOne("BYDAY") && isOne("BYMONTHDAY") && isNumbered
        case "YEARLY":
            return isOne("BYDAY") && isOne("BYMONTHDAY") && isOne("BYMONTH") && isNumbered
                && (rule["BYDAY"] == nil || rule["BYMONTH"] != nil)
        default: return false
        }
    }
}
