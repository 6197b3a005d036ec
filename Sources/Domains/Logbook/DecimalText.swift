import EventModel

/// A non-negative decimal as its digits; the caller decides on rounding.
struct DecimalText: Equatable {
    let whole: Int
    /// The digits after the point, each 0–9.
    let fraction: [Int]

    /// From `12`, `12.5`, `12.50` or `.5`; nil for a sign, an exponent, a bare point, or more than nine whole digits.
    init?(_ text: some StringProtocol) {
        let utf8 = Array(text.utf8)
        let point = utf8.firstIndex(of: UInt8(ascii: ".")) ?? utf8.endIndex
        let wholeDigits = utf8[..<point]
        let fractionDigits = point < utf8.endIndex ? utf8[(point + 1)...] : []
        guard wholeDigits.count <= 9, !(wholeDigits.isEmpty && fractionDigits.isEmpty),
            point == utf8.endIndex || !fractionDigits.isEmpty,
            fractionDigits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        guard let whole = wholeDigits.isEmpty ? 0 : Digits.value(wholeDigits) else { return nil }
        self.whole = whole
        fraction = fractionDigits.map { Int($0 - UInt8(ascii: "0")) }
    }

    /// Whether a text that is none is one but for too many whole digits.
    static func isLong(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isWritten =
            parts.count <= 2
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }
        return isWritten && parts[0].utf8.count > 9
    }

    /// In tenths, the second digit after the point deciding: half goes up (1.25 → 13, 1.249 → 12).
    var tenthsRounded: Int { whole * 10 + (fraction.first ?? 0) + (fraction.count > 1 && fraction[1] >= 5 ? 1 : 0) }
    /// Whether the tenths say all that the text said.
    var isExactTenths: Bool { fraction.dropFirst().allSatisfy { $0 == 0 } }
    /// As hours, to the nearest second, half up.
    var hours: (value: Hours, isExact: Bool) { duration(ofUnit: 3_600) }
    /// As a number of units of so many seconds, to the nearest second, half up. O(digits), whatever their number.
    func duration(ofUnit seconds: Int) -> (value: Hours, isExact: Bool) {
        // From the last digit on, each step divides by ten, so that no number grows with the digits.
        var (halves, isExact) = (0, true)
        for digit in fraction.reversed() {
            let sum = digit * 2 * seconds + halves
            isExact = isExact && sum % 10 == 0
            halves = sum / 10
        }
        return (Hours(seconds: whole * seconds + (halves + 1) / 2), isExact && halves % 2 == 0)
    }
    /// The integer, nil when there is anything but zeros after the point.
    var integer: Int? { fraction.allSatisfy { $0 == 0 } ? whole : nil }
}
