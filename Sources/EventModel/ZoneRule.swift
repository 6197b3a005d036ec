/// The offsets of a zone after the changes that its tz file lists, such as `PST8PDT,M3.2.0,M11.1.0`.
///
/// Source: POSIX.1-2017 §8.3 (TZ), with the hours from −167 to 167 of RFC 8536 §3.3.1.
struct ZoneRule: Hashable, Sendable {
    /// The offset of standard time from UTC in seconds, east of Greenwich positive.
    private let standardSeconds: Int
    /// Nil where the zone has no daylight saving time.
    private let daylight: Daylight?

    private struct Daylight: Hashable, Sendable {
        var offsetSeconds: Int
        var start: YearlyChange
        var end: YearlyChange
    }

    /// Reads the text; nil for one that does not follow the grammar.
    init?(_ text: ArraySlice<UInt8>) {
        var reader = Reader(rest: text)
        guard reader.readName(), let west = reader.readTime(hoursMaximum: 24) else { return nil }
        standardSeconds = -west
        if reader.rest.isEmpty {
            daylight = nil
            return
        }
        guard reader.readName() else { return nil }
        var offset = standardSeconds + 3600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let west = reader.readTime(hoursMaximum: 24) else { return nil }
            offset = -west
        }
        guard let start = reader.readChange(), let end = reader.readChange(), reader.rest.isEmpty else { return nil }
        daylight = Daylight(offsetSeconds: offset, start: start, end: end)
    }

    /// The offset from UTC in seconds at a second since 1970. O(1).
    func offsetSeconds(at second: Int64) -> Int {
        guard let daylight else { return standardSeconds }
        // Far beyond any date, and so far from the ends of the type that no sum overflows.
        let second = min(max(second, -(1 << 50)), 1 << 50)
        let day = (Int(second) + standardSeconds).floorDivided(by: 86_400)
        let year = CivilDate(day: Int32(clamping: day)).components.year
        // A change may lie a week before or after its year. Where two fall together, daylight saving time begins.
        var latest: (second: Int64, isDaylight: Bool)?
        for year in (year - 1)...(year + 1) {
            let end = daylight.end.second(in: year, offsetSeconds: daylight.offsetSeconds)
            let start = daylight.start.second(in: year, offsetSeconds: standardSeconds)
            if end <= second, latest.map({ $0.second < end }) ?? true { latest = (end, false) }
            if start <= second, latest.map({ $0.second <= start }) ?? true { latest = (start, true) }
        }
        return latest?.isDaylight == true ? daylight.offsetSeconds : standardSeconds
    }
}

/// A day and time of each year at which the offset changes.
private struct YearlyChange: Hashable, Sendable {
    enum Day: Hashable, Sendable {
        /// From 1 to 365; 29 February is never counted.
        case julian(Int)
        /// From 0 to 365; 29 February is counted.
        case ofYear(Int)
        /// The week 5 is the last one; weekday 0 is Sunday.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    /// Seconds of local time after the midnight at which the day begins.
    var seconds: Int

    /// The second since 1970 in a year, where local time has an offset from UTC until the change.
    func second(in year: Int, offsetSeconds: Int) -> Int64 {
        Int64(dayNumber(in: year) * 86_400 + seconds - offsetSeconds)
    }

    private func dayNumber(in year: Int) -> Int {
        let january = ZoneCalendar.dayNumber(year: year, month: 1)
        switch day {
        case .julian(let number): return january + number - 1 + (number >= 60 && ZoneCalendar.isLeap(year) ? 1 : 0)
        case .ofYear(let number): return january + number
        case .weekday(let month, let week, let weekday):
            let first = ZoneCalendar.dayNumber(year: year, month: month)
            // 1970-01-01 was a Thursday.
            let offset = (weekday - (first + 4) % 7 + 14) % 7
            var day = first + offset + (week - 1) * 7
            let (nextYear, nextMonth) = month == 12 ? (year + 1, 1) : (year, month + 1)
            let next = ZoneCalendar.dayNumber(year: nextYear, month: nextMonth)
            while day >= next { day -= 7 }
            return day
        }
    }
}

/// Days since 1970-01-01 of any year, which `CivilDate` limits to the years 1 to 9999.
private enum ZoneCalendar {
    static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

    /// The first day of a month.
    static func dayNumber(year: Int, month: Int) -> Int {
        let before = year - 1
        let leaps = before.floorDivided(by: 4) - before.floorDivided(by: 100) + before.floorDivided(by: 400)
        return before * 365 + leaps - 719_162 + daysBefore[month - 1] + (month > 2 && isLeap(year) ? 1 : 0)
    }
}

/// Reads the parts of a TZ text one after the other.
private struct Reader {
    var rest: ArraySlice<UInt8>

    /// Skips the name of a time: three letters or more, or signs between < and >.
    mutating func readName() -> Bool {
        if rest.first == UInt8(ascii: "<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let letters = rest.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & 0xDF) }
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
    }

    /// `[+|-]hh[:mm[:ss]]` in seconds.
    mutating func readTime(hoursMaximum: Int) -> Int? {
        var sign = 1
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            sign = first == UInt8(ascii: "-") ? -1 : 1
            rest.removeFirst()
        }
        guard let hours = readNumber(0...hoursMaximum) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where rest.first == UInt8(ascii: ":") {
            rest.removeFirst()
            guard let count = readNumber(0...59) else { return nil }
            seconds += count * unit
        }
        return sign * seconds
    }

    /// `,date[/time]`; without a time, 02:00.
    mutating func readChange() -> YearlyChange? {
        guard let day = readDay() else { return nil }
        guard rest.first == UInt8(ascii: "/") else { return YearlyChange(day: day, seconds: 7200) }
        rest.removeFirst()
        return readTime(hoursMaximum: 167).map { YearlyChange(day: day, seconds: $0) }
    }

    /// `,Jn`, `,n` or `,Mm.w.d`.
    private mutating func readDay() -> YearlyChange.Day? {
        guard rest.popFirst() == UInt8(ascii: ",") else { return nil }
        switch rest.first {
        case UInt8(ascii: "J"):
            rest.removeFirst()
            return readNumber(1...365).map { .julian($0) }
        case UInt8(ascii: "M"):
            rest.removeFirst()
            guard let month = readNumber(1...12), rest.popFirst() == UInt8(ascii: "."), let week = readNumber(1...5),
                rest.popFirst() == UInt8(ascii: "."), let weekday = readNumber(0...6)
            else { return nil }
            return .weekday(month: month, week: week, weekday: weekday)
        default: return readNumber(0...365).map { .ofYear($0) }
        }
    }

    /// Up to three digits.
    private mutating func readNumber(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(3).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return range.contains(number) ? number : nil
    }
}

extension Int {
    fileprivate func floorDivided(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
