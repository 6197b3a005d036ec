import EventModel

/// A date as logbook programs and spreadsheets write it.
enum DateText: Equatable {
    /// A day that has one reading. `2026-10-03`, `2026/10/3`, each also with a time behind it.
    case day(CivilDate)
    /// Three numbers whose order the text does not show, such as `10/3/2026`.
    case numbers([Int])
    case none

    init(_ text: String) {
        // A time follows behind a blank or a T.
        let date = text.prefix { $0 != " " && $0 != "T" }
        let time = text.dropFirst(date.count).dropFirst()
        guard time.allSatisfy({ $0.isASCII && ($0.isNumber || ":.+-Z APMapm".contains($0)) }),
            time.first?.isNumber ?? true
        else {
            self = .none
            return
        }
        if let day = CivilDate(String(date)) {
            self = .day(day)
            return
        }
        let parts = date.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
        let numbers = parts.compactMap { part in (1...4).contains(part.utf8.count) ? DecimalText(part)?.integer : nil }
        guard parts.count == 3, numbers.count == 3, Set(date.filter { "/.-".contains($0) }).count == 1 else {
            self = .none
            return
        }
        if parts[0].utf8.count == 4 {
            self = DateText.day(numbers[0], numbers[1], numbers[2]).map { .day($0) } ?? .none
        } else if [2, 4].contains(parts[2].utf8.count), parts[0].utf8.count <= 2, parts[1].utf8.count <= 2 {
            self = .numbers(numbers)
        } else {
            self = .none
        }
    }

    /// The day in this order; nil where there is no such day. Years of two digits are those of 1951 to 2050.
    static func day(_ numbers: [Int], in order: DateOrder) -> CivilDate? {
        func year(_ value: Int) -> Int { value > 99 ? value : value > 50 ? 1900 + value : 2000 + value }
        return switch order {
        case .monthDayYear: day(year(numbers[2]), numbers[0], numbers[1])
        case .dayMonthYear: day(year(numbers[2]), numbers[1], numbers[0])
        case .yearMonthDay: numbers[2] > 31 ? nil : day(year(numbers[0]), numbers[1], numbers[2])
        }
    }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
        CivilDate(year: year, month: month, day: day)
    }

    /// The one order that three numbers allow; nil where they allow more than one.
    static func proof(_ numbers: [Int]) -> DateOrder? {
        switch (numbers[0] > 12, numbers[1] > 12) {
        case (true, false): .dayMonthYear
        case (false, true): .monthDayYear
        default: nil
        }
    }
}
