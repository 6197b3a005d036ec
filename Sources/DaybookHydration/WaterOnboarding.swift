public import DaybookKit
public import Engine
import EventCodec
import EventModel
import EventSourcing
public import Hydration
public import Shared

/// Where a person stands in the onboarding of hydration.
public struct WaterOnboarding: Hashable, Sendable {
    /// The page that is shown; nil once it is completed, which it stays.
    public let step: WaterOnboardingStep?
    public let permission: NoticePermission
    /// Whether age, weight and activity are recorded; the second page asks for them.
    public let hasProfile: Bool
    public var isCompleted: Bool { step == nil }
    public var button: String? { step?.button(isAnswered: permission != .notAsked) }
}

extension Ledger {
    /// The onboarding of hydration; its first page where nothing was ever done.
    public func waterOnboarding(_ asOf: AsOf = .now) throws -> Answer<WaterOnboarding> {
        let answered = try answered(asOf)
        let pinned = asOf.pinned(to: answered.position)
        let record = try record(GoalHistory.stream, asOf: pinned)
        let step =
            record?.register("onboarding.step")?["step"]?.integerValue.flatMap(WaterOnboardingStep.init) ?? .welcome
        let isCompleted = record?.register("onboarding.completed") != nil
        return Answer(
            asOf: answered,
            value: WaterOnboarding(
                step: isCompleted ? nil : step, permission: try permission(domain: "water", pinned),
                hasProfile: record?.registers.contains { $0.type == "profile.set" } ?? false))
    }

    /// Goes on to the next page, and completes the onboarding after the last.
    ///
    /// Throws `Rejection` `onboarding.completed`, `profile.required` on the page that asks for age, weight and
    /// activity.
    @discardableResult @available(*, noasync)
    public func advanceWaterOnboarding() throws -> AppendReceipt {
        let now = try uncompletedWaterOnboarding()
        if now.step == .body, !now.hasProfile {
            throw Rejection(
                code: "profile.required", message: "The goal needs age, weight and activity.",
                remedy: Remedy("water.profile", "Give the three of them."))
        }
        guard let next = now.step?.next else { return try completeWaterOnboarding(now) }
        return try setWater("onboarding.advanced", .object(pairs: ["step": .integer(next.rawValue)]))
    }

    /// Completes the onboarding from whatever page. Throws `Rejection` `onboarding.completed`.
    @discardableResult @available(*, noasync)
    public func skipWaterOnboarding() throws -> AppendReceipt {
        try completeWaterOnboarding(try uncompletedWaterOnboarding())
    }

    private func uncompletedWaterOnboarding() throws -> WaterOnboarding {
        let now = try waterOnboarding().value
        guard now.isCompleted else { return now }
        throw Rejection(code: "onboarding.completed", message: "The onboarding of hydration was completed already.")
    }

    @available(*, noasync)
    private func completeWaterOnboarding(_ now: WaterOnboarding) throws -> AppendReceipt {
        try setWater("onboarding.completed", .object(pairs: ["permission": .string(now.permission.rawValue)]))
    }
}
