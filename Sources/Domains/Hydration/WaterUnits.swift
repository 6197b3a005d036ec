import EventModel

/// Millilitres and US fluid ounces of 29.5735 mL, in whole numbers. Millilitres are kept; ounces of a volume that was
/// entered in millilitres are truncated.
public enum WaterUnits {
    /// Ten-thousandths of a millilitre in an ounce.
    static let ounce = 295_735

    /// Whole ounces, truncated: what a text shows.
    package static func ounces(ofMl ml: Int) -> Int { ml * 10_000 / ounce }
    /// Whole ounces, half up.
    package static func roundedOunces(ofMl ml: Int) -> Int { (ml * 20_000 + ounce) / (2 * ounce) }
    /// Tenths of an ounce, half up.
    package static func tenthsOfOunces(ofMl ml: Int) -> Int { (ml * 200_000 + ounce) / (2 * ounce) }
    /// Ten-thousandths of an ounce, truncated: 250 mL are 8.4535.
    package static func tenThousandths(ofMl ml: Int) -> Int { ml * 100_000_000 / ounce }
    /// Whole millilitres of so many hundredths of an ounce, truncated; more than a number holds count as its limit.
    package static func ml(ofHundredthsOfOunces hundredths: Int) -> Int {
        let (product, isTooLarge) = hundredths.multipliedReportingOverflow(by: ounce)
        return (isTooLarge ? (hundredths < 0 ? .min : .max) : product) / 1_000_000
    }

    /// The number that a text shows in a unit.
    package static func number(_ ml: Int, _ unit: WaterSettings.Unit) -> Int { unit == .ml ? ml : ounces(ofMl: ml) }

    /// `250 mL`, `8 oz`.
    package static func text(_ ml: Int, _ unit: WaterSettings.Unit) -> String {
        "\(number(ml, unit)) \(unit == .ml ? "mL" : "oz")"
    }

    /// From `8`, `16.9` or `8.25`: hundredths; nil for a sign, more digits, and for a text that is no number.
    public static func hundredths(_ text: some StringProtocol) -> Int? { decimal(text, places: 2) }

    /// A decimal number without a sign, times ten to the power of `places`; nil for more places, for more than nine
    /// digits before the point, and for a text that is no number.
    package static func decimal(_ text: some StringProtocol, places: Int) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts[0].utf8.count <= 9,
            let whole = Digits.value(Array(parts[0].utf8)[...])
        else { return nil }
        let part = parts.count == 2 ? Array(parts[1].utf8) : [UInt8(ascii: "0")]
        guard parts.count == 1 || part.count <= places, let value = Digits.value(part[...]) else { return nil }
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        return whole * scale + (parts.count == 1 ? 0 : (part.count..<places).reduce(value) { value, _ in value * 10 })
    }

    /// `8`, `16.9`, `8.25`.
    package static func text(hundredths: Int) -> String {
        let (whole, part) = (hundredths / 100, hundredths % 100)
        if part == 0 { return "\(whole)" }
        return part % 10 == 0 ? "\(whole).\(part / 10)" : "\(whole).\(Digits.text(part, width: 2))"
    }
}

/// A volume in the unit in which it was entered.
public struct Volume: Hashable, Sendable {
    /// Whole millilitres; of ounces truncated.
    public let ml: Int
    /// Hundredths of an ounce; nil where millilitres were entered.
    public let ounces: Int?

    /// A larger number is clamped to 2⁴⁰ millilitres.
    public init(ml: Int) { (self.ml, ounces) = (min(max(ml, -Volume.maximum), Volume.maximum), nil) }

    /// - Parameter ounces: Hundredths of an ounce, clamped to 2⁴⁰.
    public init(ounces: Int) {
        let ounces = min(max(ounces, -Volume.maximum), Volume.maximum)
        self.ounces = ounces
        ml = WaterUnits.ml(ofHundredthsOfOunces: ounces)
    }

    private static let maximum = 1 << 40

    /// From the fields of an event: ounces that do not give the millilitres are passed over.
    init(ml: Int, recordedOunces ounces: Int?) {
        self.ml = ml
        self.ounces = ounces.flatMap { WaterUnits.ml(ofHundredthsOfOunces: $0) == ml ? $0 : nil }
    }

    /// Whole ounces, truncated, of ounces as they were entered.
    public var wholeOunces: Int { ounces.map { $0 / 100 } ?? WaterUnits.ounces(ofMl: ml) }

    /// Ten-thousandths of a millilitre, exact.
    public var tenThousandths: Int { ounces.map { $0 * WaterUnits.ounce / 100 } ?? ml * 10_000 }

    /// The part that counts beside whole millilitres, in ten-thousandths of one; 0 where millilitres were entered. Days
    /// are judged with it, so that eight drinks of 8 oz reach a goal of 64 oz.
    func rest(ofEffectiveMl effective: Int) -> Int {
        guard ounces != nil, WaterRules.volumes.contains(ml) else { return 0 }
        return tenThousandths * effective / ml - effective * 10_000
    }

    /// `250 mL`, `8 oz`, `16.9 oz`: ounces as they were entered.
    public func text(in unit: WaterSettings.Unit) -> String {
        guard unit == .oz, let ounces else { return WaterUnits.text(ml, unit) }
        return WaterUnits.text(hundredths: ounces) + " oz"
    }
}
