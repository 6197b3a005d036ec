import DaybookDomains

/// A day as a person writes it: a date, or so many days from today.
enum GivenDay: Hashable {
    case date(CivilDate)
    case fromToday(days: Int)

    /// The most days from today, about 27 years.
    private static let daysMaximum = 9_999

    /// Reads `2026-02-01`, `today`, `yesterday`, `tomorrow`, `-3d`, `+3d`, and a date such as `2/13/2026` that has one
    /// meaning; nil for another text.
    ///
    /// - Throws: `Fault` with the option's code (64) for a date of two meanings, and for one that no calendar has.
    init?(_ text: String, _ option: String) throws {
        try Values.refuseMissingDay(text, option)
        if let date = CivilDate(text) {
            self = .date(date)
            return
        }
        switch text.lowercased() {
        case "today": self = .fromToday(days: 0)
        case "yesterday": self = .fromToday(days: -1)
        case "tomorrow": self = .fromToday(days: 1)
        default:
            if let days = GivenDay.days(text) {
                self = .fromToday(days: days)
            } else if let date = try GivenDay.american(text, option) {
                self = .date(date)
            } else {
                return nil
            }
        }
    }

    /// The day, given the one that is today. Throws `Fault` `date.outOfRange` (64) outside the years 0001 to 9999.
    func date(today: CivilDate) throws -> CivilDate {
        switch self {
        case .date(let date): return date
        case .fromToday(let days):
            let date = today.adding(days: days)
            if date.isWritable { return date }
            let count = "\(days.magnitude) \(days.magnitude == 1 ? "day" : "days")"
            throw Fault(
                .usage, code: "date.outOfRange",
                message: "\(count) \(days < 0 ? "before" : "after") \(today) lies outside the years 0001 to 9999.",
                hint: "Name another day.")
        }
    }

    /// `-3d` and `+3d`.
    private static func days(_ text: String) -> Int? {
        guard let sign = text.first, sign == "-" || sign == "+", text.last == "d" else { return nil }
        let digits = text.dropFirst().dropLast()
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(digits), count <= daysMaximum
        else { return nil }
        return sign == "-" ? -count : count
    }

    /// Month, day and year, as in the United States; a day up to 12 could be the month as well.
    private static func american(_ text: String, _ option: String) throws -> CivilDate? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, zip(parts, [1...2, 1...2, 4...4]).allSatisfy({ $1.contains($0.utf8.count) }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let month = Int(parts[0]), let day = Int(parts[1]), let year = Int(parts[2])
        else { return nil }
        guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
        guard month == day || day > 12 else {
            let other = CivilDate(year: year, month: day, day: month)
            throw Fault(
                .usage, code: "\(option).unreadable",
                message: "\"\(text)\" may mean \(date)\(other.map { " or \($0)" } ?? "").",
                hint: "Write the year first, such as \(date).")
        }
        return date
    }
}
