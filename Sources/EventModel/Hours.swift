/// A time that is stated in hours, exact to the second.
///
/// Sums and comparisons are exact; only `text` rounds.
public struct Hours: Hashable, Sendable {
    public let seconds: Int

    /// A larger number is clamped to 2⁴⁸ seconds, so that no sum overflows.
    @inlinable public init(seconds: Int) {
        self.seconds = min(max(seconds, -Hours.secondsMaximum), Hours.secondsMaximum)
    }

    @inlinable public init(tenths: Int) {
        let tenthsMaximum = Hours.secondsMaximum / Hours.secondsOfTenth
        self.init(seconds: min(max(tenths, -tenthsMaximum), tenthsMaximum) * Hours.secondsOfTenth)
    }

    @usableFromInline static let secondsMaximum = 1 << 48

    /// Seconds in a tenth of an hour.
    public static let secondsOfTenth = 360
    /// Seconds in a hundredth of an hour.
    static let secondsOfHundredth = 36

    /// From `1`, `1.5`, `1.25`, or hours and minutes as `1:15`, `1:15:30` or `1+15`.
    ///
    /// - Returns: nil for a sign, an exponent, a third decimal, a minute or second above 59, or more than nine digits
    ///   of hours.
    public init?(_ text: some StringProtocol) {
        let utf8 = Array(text.utf8)
        guard let seconds = Hours.decimalSeconds(utf8) ?? Hours.clockSeconds(utf8) else { return nil }
        self.seconds = seconds
    }

    /// From a decimal with at most two places; nil for any other text.
    public init?(decimal text: some StringProtocol) {
        guard let seconds = Hours.decimalSeconds(Array(text.utf8)) else { return nil }
        self.seconds = seconds
    }

    /// From hours and minutes as `1:15`, `1:15:30` or `1+15`; nil for any other text.
    public init?(clock text: some StringProtocol) {
        guard let seconds = Hours.clockSeconds(Array(text.utf8)) else { return nil }
        self.seconds = seconds
    }

    private static func decimalSeconds(_ utf8: [UInt8]) -> Int? {
        let point = utf8.firstIndex(of: UInt8(ascii: ".")) ?? utf8.endIndex
        guard point <= 9, let whole = Digits.value(utf8[..<point]) else { return nil }
        if point == utf8.endIndex { return whole * 3_600 }
        let fraction = utf8[(point + 1)...]
        guard fraction.count <= 2, let value = Digits.value(fraction) else { return nil }
        return whole * 3_600 + value * (fraction.count == 1 ? secondsOfTenth : secondsOfHundredth)
    }

    private static func clockSeconds(_ utf8: [UInt8]) -> Int? {
        let separators = [UInt8(ascii: ":"), UInt8(ascii: "+")]
        guard let separator = utf8.first(where: separators.contains) else { return nil }
        let parts = utf8.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 2 || separator == UInt8(ascii: ":") && parts.count == 3, parts[0].count <= 9 else {
            return nil
        }
        guard var seconds = Digits.value(parts[0]) else { return nil }
        for part in parts.dropFirst() {
            guard part.count == 2, let value = Digits.value(part), value < 60 else { return nil }
            seconds = seconds * 60 + value
        }
        return parts.count == 3 ? seconds : seconds * 60
    }
}

extension Hours: Comparable, AdditiveArithmetic {
    public static let zero = Hours(seconds: 0)
    @inlinable public static func < (left: Hours, right: Hours) -> Bool { left.seconds < right.seconds }
    @inlinable public static func + (left: Hours, right: Hours) -> Hours {
        Hours(seconds: left.seconds + right.seconds)
    }
    @inlinable public static func - (left: Hours, right: Hours) -> Hours {
        Hours(seconds: left.seconds - right.seconds)
    }
}

extension Hours {
    /// Whether a decimal with two places states the time exactly.
    public var isDecimal: Bool { seconds % Hours.secondsOfHundredth == 0 }

    /// Tenths of an hour, half up.
    public var tenthsRounded: Int { Hours.rounded(seconds, to: Hours.secondsOfTenth) }

    /// Hundredths of an hour, half up.
    public var hundredthsRounded: Int { Hours.rounded(seconds, to: Hours.secondsOfHundredth) }

    /// A decimal with one place where that is exact, else with two, half up: `1.5`, `1.25`, `1.33`.
    public var text: String {
        if seconds % Hours.secondsOfTenth == 0 { return Digits.tenths(seconds / Hours.secondsOfTenth) }
        return Digits.hundredths(hundredthsRounded)
    }

    /// Hours and minutes, and seconds where there are any: `1:20`, `1:20:30`.
    public var clock: String {
        let (sign, all) = (seconds < 0 ? "-" : "", seconds.magnitude)
        let minutes = "\(sign)\(all / 3_600):\(Digits.text(Int(all / 60 % 60), width: 2))"
        return all % 60 == 0 ? minutes : "\(minutes):\(Digits.text(Int(all % 60), width: 2))"
    }

    /// The shortest exact form: `text` where nothing is rounded, else `clock`.
    public var exactText: String { isDecimal ? text : clock }

    /// Appends `text`.
    public func write(into bytes: inout [UInt8]) {
        if seconds % Hours.secondsOfTenth == 0 {
            return Digits.writeTenths(seconds / Hours.secondsOfTenth, into: &bytes)
        }
        bytes.append(contentsOf: Digits.hundredths(hundredthsRounded).utf8)
    }

    /// Half up, away from zero for a negative number.
    private static func rounded(_ seconds: Int, to unit: Int) -> Int {
        let magnitude = Int((seconds.magnitude + UInt(unit / 2)) / UInt(unit))
        return seconds < 0 ? -magnitude : magnitude
    }
}

extension Hours: CustomStringConvertible {
    /// `exactText`.
    public var description: String { exactText }
}
