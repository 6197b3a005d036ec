import EventModel

/// A day's goal and how it comes about; whole millilitres.
public struct WaterGoal: Hashable, Sendable {
    /// The range of every goal, computed or one's own.
    public static let range = 1500...4500
    /// The goal without a profile.
    public static let withoutProfile = 2500
    /// From this age on a kilogram asks for less.
    public static let olderAge = 65

    /// The goal that the profile gives, in parts.
    public struct Breakdown: Hashable, Sendable {
        /// Millilitres for each kilogram.
        public let ratePerKg: Int
        public let weightTenths: Int
        public let baseMl: Int
        public let bonusMl: Int
        /// Before the clamp.
        public var totalMl: Int { baseMl + bonusMl }
        public var ml: Int { min(max(totalMl, WaterGoal.range.lowerBound), WaterGoal.range.upperBound) }
        /// Whether the clamp changed it.
        public var isClamped: Bool { ml != totalMl }
        /// `30 mL × 70 kg`.
        public var text: String {
            "\(ratePerKg) mL × \(weightTenths % 10 == 0 ? String(weightTenths / 10) : Digits.tenths(weightTenths)) kg"
        }

        /// Tenths times a whole rate, so that no part of a millilitre is lost before the end.
        public init(_ profile: WaterProfile) {
            ratePerKg = profile.age < WaterGoal.olderAge ? 30 : 25
            weightTenths = profile.weightTenths
            baseMl = profile.weightTenths * ratePerKg / 10
            bonusMl = profile.activity.bonusMl
        }
    }

    /// The parts of the computed goal; nil without a profile.
    public let breakdown: Breakdown?
    /// A goal of one's own, which wins.
    public let overrideVolume: Volume?
    /// Whole millilitres.
    public var override: Int? { overrideVolume?.ml }
    public var volume: Volume { overrideVolume ?? Volume(ml: breakdown?.ml ?? WaterGoal.withoutProfile) }
    /// Whole millilitres.
    public var ml: Int { volume.ml }

    public init(profile: WaterProfile?, override: Volume? = nil) {
        breakdown = profile.map(Breakdown.init)
        overrideVolume = override
    }
}
