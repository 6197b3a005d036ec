import EventModel

/// A date as logbook programs and spreadsheets write it.
enum DateText: Equatable {
    /// A day that has one reading. `2026-10-03`, `2026/10/3`, each also with a time behind it.
    case day(CivilDate)
    /// Three numbers whose order the text does not show, such as `10/3/2026`.
    case numbers([Int])
    /// The number of a day as spreadsheets count them, such as `46000`.
    case serial(CivilDate)
    case none

    init(_ text: String) {
        if let day = DateText.compact(text) ?? DateText.worded(text) {
            self = .day(day)
            return
        }
        if let day = DateText.counted(text) {
            self = .serial(day)
            return
        }
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

    /// `20261003`.
    private static func compact(_ text: String) -> CivilDate? {
        guard text.utf8.count == 8, let number = DecimalText(text)?.integer, number >= 1900_01_01 else { return nil }
        return day(number / 1_00_00, number / 1_00 % 1_00, number % 1_00)
    }

    /// `46000`, or `46000.5` with a time: days since 1899-12-30. Numbers below those of 1927 are no dates of a logbook.
    private static func counted(_ text: String) -> CivilDate? {
        guard let number = DecimalText(text)?.whole, (10_000...73_050).contains(number) else { return nil }
        return CivilDate(day: Int32(number - 25_569))
    }

    /// `29-Jun-2026`, `01 NOV 2026`, `Sat 4 Jul 2026` or `Jul 4, 2026`, each also with a time behind it.
    private static func worded(_ text: String) -> CivilDate? {
        guard text.contains(where: \.isLetter) else { return nil }
        let words = text.lowercased().split { " -/.,".contains($0) }.filter { !$0.contains(":") }
        var (numbers, months): ([Int], [Int]) = ([], [])
        for word in words {
            if (1...4).contains(word.utf8.count), let number = DecimalText(word)?.integer {
                numbers.append(number)
            } else if let month = month(named: word) {
                months.append(month)
            } else if !["am", "pm", "z"].contains(word), !isName(String(word), of: weekdays) {
                return nil
            }
        }
        guard numbers.count == 2, months.count == 1 else { return nil }
        let yearIsFirst = numbers[0] > 31
        return day([months[0], numbers[yearIsFirst ? 1 : 0], numbers[yearIsFirst ? 0 : 1]], in: .monthDayYear)
    }

    /// The number of a month by its name, or by the first three or more letters of it.
    private static func month(named word: Substring) -> Int? {
        monthNames.firstIndex { isName(String(word), of: [$0]) }.map { $0 + 1 }
    }

    private static func isName(_ word: String, of names: [String]) -> Bool {
        word.count >= 3 && names.contains { $0.hasPrefix(word) }
    }

    private static let monthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

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
