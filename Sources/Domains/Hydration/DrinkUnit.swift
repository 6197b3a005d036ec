/// A unit in which programs state volumes.
public enum DrinkUnit: Hashable, Sendable {
    case millilitre, centilitre, decilitre, litre, ounce, cup, pint, imperialOunce, imperialCup, imperialPint

    private static let names: [String: DrinkUnit] = [
        "ml": .millilitre, "milliliter": .millilitre, "millilitre": .millilitre, "cl": .centilitre,
        "dl": .decilitre, "l": .litre, "liter": .litre, "litre": .litre, "oz": .ounce, "floz": .ounce,
        "flozus": .ounce, "usfloz": .ounce, "ounce": .ounce, "fluidounce": .ounce, "cup": .cup, "cupus": .cup,
        "pint": .pint, "pt": .pint, "ptus": .pint, "flozimp": .imperialOunce, "cupimp": .imperialCup,
        "ptimp": .imperialPint,
    ]

    /// From `mL`, `fl oz`, `fl_oz_us` or `Liters`; nil for a text that names none.
    public init?(_ text: some StringProtocol) {
        let name = text.lowercased().filter(\.isLetter)
        guard let unit = DrinkUnit.names[name] ?? (name.hasSuffix("s") ? DrinkUnit.names[String(name.dropLast())] : nil)
        else { return nil }
        self = unit
    }

    /// Ten-thousandths of a millilitre, rounded.
    private var size: Int {
        switch self {
        case .millilitre: 10_000
        case .centilitre: 100_000
        case .decilitre: 1_000_000
        case .litre: 10_000_000
        case .ounce: WaterUnits.ounce
        case .cup: 2_365_880
        case .pint: 4_731_760
        case .imperialOunce: 284_131
        case .imperialCup: 2_841_306
        case .imperialPint: 5_682_613
        }
    }

    /// Ounces of the United States in one; nil of a unit that has no whole number of them.
    private var ounces: Int? {
        switch self {
        case .ounce: 1
        case .cup: 8
        case .pint: 16
        default: nil
        }
    }

    /// A volume of so many units: `250`, `236.588`, `0,25`.
    ///
    /// Ounces that have two decimal places stay ounces; other volumes become the nearest millilitre.
    ///
    /// - Returns: The volume, and whether it was rounded; nil for a text that is no number without a sign, and for
    ///   more than six digits before the point.
    public func volume(_ text: some StringProtocol) -> (volume: Volume, isRounded: Bool)? {
        guard let millionths = DrinkUnit.millionths(text) else { return nil }
        if let ounces, millionths > 0, (millionths * ounces).isMultiple(of: 10_000) {
            return (Volume(ounces: millionths * ounces / 10_000), false)
        }
        let scale = 10_000_000_000
        let (whole, rest) = (millionths * size).quotientAndRemainder(dividingBy: scale)
        return (Volume(ml: whole + (2 * rest >= scale ? 1 : 0)), rest != 0)
    }

    /// The digits past the sixth place are rounded. A comma is a decimal sign where it cannot part thousands.
    private static func millionths(_ text: some StringProtocol) -> Int? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard (1...2).contains(parts.count), (1...6).contains(parts[0].utf8.count) else { return nil }
        let digits = parts.count == 2 ? Array(parts[1].utf8) : []
        let isDigits = (Array(parts[0].utf8) + digits).allSatisfy { (0x30...0x39).contains($0) }
        guard isDigits, parts.count == 1 || !digits.isEmpty, !text.contains(",") || digits.count < 3,
            let whole = Int(parts[0])
        else { return nil }
        let places = (0..<6).reduce(0) { $0 * 10 + ($1 < digits.count ? Int(digits[$1]) - 0x30 : 0) }
        return whole * 1_000_000 + places + (digits.count > 6 && digits[6] >= 0x35 ? 1 : 0)
    }
}
