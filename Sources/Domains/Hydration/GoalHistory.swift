import EventCodec
public import EventModel
public import EventSourcing

/// The profiles and goals that were recorded, each from a day on.
public struct GoalHistory: Hashable, Sendable {
    private struct Dated<Value: Hashable & Sendable>: Hashable, Sendable {
        let from: CivilDate
        let value: Value
    }

    /// Ascending by day.
    private var profiles: [Dated<WaterProfile>] = []
    /// A goal of one's own; nil: the computed one again. Ascending by day.
    private var overrides: [Dated<Volume?>] = []

    /// The stream that records them.
    public static let stream = StreamID(kind: "profile", id: "water")

    public init() {}

    /// From the registers of `profile/water`, which are ascending by name and so by day. O(registers).
    public init(_ registers: [RecordState.Register]) {
        for register in registers {
            switch register.type {
            case "profile.set":
                guard let from = GoalHistory.date(ProfileSetKey.from, register.body),
                    let profile = WaterProfile(body: register.body)
                else { continue }
                profiles.append(Dated(from: from, value: profile))
            case "goal.set":
                guard let from = GoalHistory.date(GoalSetKey.from, register.body),
                    let ml = RecordFields.integer(of: GoalSetKey.ml, inBody: register.body)
                else { continue }
                let ounces = RecordFields.integer(of: GoalSetKey.ounces, inBody: register.body).map { Int($0) }
                overrides.append(Dated(from: from, value: Volume(ml: Int(ml), recordedOunces: ounces)))
            case "goal.cleared":
                guard let from = GoalHistory.date(GoalClearedKey.from, register.body) else { continue }
                overrides.append(Dated(from: from, value: nil))
            default: break
            }
        }
    }

    /// The profile in force on a day; nil where none was recorded by then.
    public func profile(on day: CivilDate) -> WaterProfile? { GoalHistory.last(profiles, on: day)?.value }

    /// The goal of a day: what was set for it or for the latest day before it. O(log entries).
    public func goal(on day: CivilDate) -> WaterGoal {
        WaterGoal(profile: profile(on: day), override: GoalHistory.last(overrides, on: day)?.value)
    }

    /// Whether a goal was ever set or cleared for a day or one before it.
    public func hasOverride(on day: CivilDate) -> Bool { GoalHistory.last(overrides, on: day) != nil }

    private static func last<Value>(_ values: [Dated<Value>], on day: CivilDate) -> Dated<Value>? {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if values[middle].from <= day { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : values[low - 1]
    }

    private static func date(_ key: UInt64, _ body: [UInt8]) -> CivilDate? {
        RecordFields.integer(of: key, inBody: body).flatMap { Int32(exactly: $0) }.map { CivilDate(day: $0) }
    }
}
