import EventModel

/// A number as logbook programs and spreadsheets write it.
enum NumberText {
    /// The number with a decimal point and no thousands separators; nil where the text has more than one reading.
    ///
    /// The last of two kinds of separators is the decimal one: `1,204.5` and `1.204,5` are the same number. One comma
    /// is a decimal comma, unless three digits follow it: in a file that is separated by commas that is a thousand, in
    /// another it is unclear.
    static func plain(_ text: String, commaSeparatesFields: Bool) -> String? {
        guard text.utf8.contains(UInt8(ascii: ",")), let comma = text.lastIndex(of: ",") else { return text }
        if let point = text.lastIndex(of: ".") {
            return point > comma
                ? joined(text, thousands: ",", decimal: ".") : joined(text, thousands: ".", decimal: ",")
        }
        if text.firstIndex(of: ",") != comma { return joined(text, thousands: ",", decimal: ".") }
        let behind = text[comma...].dropFirst()
        guard behind.count == 3, behind.allSatisfy(\.isNumber) else { return text.replacing(",", with: ".") }
        return commaSeparatesFields ? joined(text, thousands: ",", decimal: ".") : nil
    }

    /// Nil unless three digits follow each thousands separator and at most one decimal separator follows them.
    private static func joined(_ text: String, thousands: Character, decimal: Character) -> String? {
        let parts = text.split(separator: decimal, omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2 else { return nil }
        let groups = whole.split(separator: thousands, omittingEmptySubsequences: false)
        guard let first = groups.first, (1...3).contains(first.count), groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return groups.joined() + (parts.count == 2 ? "." + parts[1] : "")
    }

    /// A number as digits, also with a bare point at its end: `1.`.
    static func decimal(_ text: String) -> DecimalText? {
        if let decimal = DecimalText(text) { return decimal }
        return text.hasSuffix(".") && !text.dropLast().contains(".") ? DecimalText(text.dropLast()) : nil
    }

    /// The time that a number of hours would be as a part of a day, as a spreadsheet keeps 1:30 as 0.0625; nil for a
    /// number that makes whole minutes of an hour.
    static func partOfDay(_ text: String) -> Hours? {
        guard let decimal = decimal(text), decimal.whole == 0, decimal.hours.value.seconds % 60 != 0 else { return nil }
        let time = decimal.duration(ofUnit: 86_400).value
        return time > .zero && time.seconds % 60 == 0 ? time : nil
    }

    /// A duration with its units: `1.5h`, `1.5 hrs`, `1h 30m`, `1 h 30 min` or `90 min`; nil for any other text.
    static func withUnits(_ text: String) -> (value: Hours, isExact: Bool)? {
        var rest = text.lowercased().filter { !$0.isWhitespace }[...]
        var parts: [(number: DecimalText, unit: Int)] = []
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            let word = rest.dropFirst(digits.count).prefix(while: \.isLetter)
            // "1h 30" are 30 minutes.
            let minutes: Int? = word.isEmpty && parts.count == 1 ? 60 : nil
            guard let number = decimal(String(digits)), let unit = units[String(word)] ?? minutes else { return nil }
            parts.append((number, unit))
            rest = rest.dropFirst(digits.count + word.count)
        }
        let isClock =
            parts.count == 2 && parts[0].unit == 3_600 && parts[1].unit == 60 && parts[0].number.integer != nil
            && parts[1].number.whole < 60
        guard parts.count == 1 || isClock else { return nil }
        let times = parts.map { $0.number.duration(ofUnit: $0.unit) }
        return (times.reduce(Hours.zero) { $0 + $1.value }, times.allSatisfy { $0.isExact })
    }

    private static let units: [String: Int] = [
        "h": 3_600, "hr": 3_600, "hrs": 3_600, "hour": 3_600, "hours": 3_600, "m": 60, "min": 60, "mins": 60,
        "minute": 60, "minutes": 60,
    ]

    /// A duration in seconds as `h:mm`, `h:mm:ss`, `h+mm` or `1h30`; nil for any other text.
    static func clockSeconds(_ text: String) -> Int? {
        for separator in [":", "+", "h"] as [Character] {
            let parts = text.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count == 2 || separator == ":" && parts.count == 3 else { continue }
            let values = parts.map { DecimalText($0) }
            guard let hours = values[0], hours.fraction.isEmpty, !parts[0].contains(".") else { return nil }
            var seconds = hours.whole
            for (part, value) in zip(parts, values).dropFirst() {
                guard part.utf8.count == 2, let value, value.fraction.isEmpty, value.whole < 60 else { return nil }
                seconds = seconds * 60 + value.whole
            }
            return parts.count == 3 ? seconds : seconds * 60
        }
        return nil
    }
}
