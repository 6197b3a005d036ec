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
        guard text.distance(from: comma, to: text.endIndex) == 4 else { return text.replacing(",", with: ".") }
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
