/// Millilitres and US fluid ounces of 29.5735 mL, in whole numbers: what is shown is truncated, what is kept is
/// millilitres.
public enum WaterUnits {
    /// Ten-thousandths of a millilitre in an ounce.
    private static let ounce = 295_735

    /// Whole ounces, truncated: what a text shows.
    public static func ounces(ofMl ml: Int) -> Int { ml * 10_000 / ounce }
    /// Whole ounces, half up.
    public static func roundedOunces(ofMl ml: Int) -> Int { (ml * 20_000 + ounce) / (2 * ounce) }
    /// Tenths of an ounce, half up.
    public static func tenthsOfOunces(ofMl ml: Int) -> Int { (ml * 200_000 + ounce) / (2 * ounce) }
    /// Ten-thousandths of an ounce, truncated: 250 mL are 8.4535.
    public static func tenThousandths(ofMl ml: Int) -> Int { ml * 100_000_000 / ounce }
    /// Whole millilitres of so many tenths of an ounce, truncated.
    public static func ml(ofTenthsOfOunces tenths: Int) -> Int { tenths * ounce / 100_000 }

    /// The number that a text shows in a unit.
    public static func number(_ ml: Int, _ unit: WaterSettings.Unit) -> Int { unit == .ml ? ml : ounces(ofMl: ml) }

    /// `250 mL`, `8 oz`.
    public static func text(_ ml: Int, _ unit: WaterSettings.Unit) -> String {
        "\(number(ml, unit)) \(unit == .ml ? "mL" : "oz")"
    }
}
