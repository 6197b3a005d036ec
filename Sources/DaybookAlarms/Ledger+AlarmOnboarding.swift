public import Alarms
public import DaybookKit
public import Engine
import EventCodec
import EventModel
import EventSourcing
public import Shared

/// Where a person stands in the onboarding of alarms.
public struct AlarmProfile: Hashable, Sendable {
    /// The page that is shown; nil once it is completed, which it stays.
    public let step: AlarmOnboardingStep?
    public let permission: NoticePermission
    public var isCompleted: Bool { step == nil }
    public var button: String? { step?.button(isAnswered: permission != .notAsked) }
}

extension Ledger {
    /// The domains whose onboarding has steps.
    public static let steppedDomains = ["alarms", "water"]

    private static let alarmProfileStream = StreamID(kind: "profile", id: "alarms")

    /// The onboarding of alarms; its first page where nothing was ever done.
    public func alarmProfile(_ asOf: AsOf = .now) throws -> Answer<AlarmProfile> {
        let answered = try answered(asOf)
        let pinned = asOf.pinned(to: answered.position)
        let record = try record(Ledger.alarmProfileStream, asOf: pinned)
        let step =
            record?.register("onboarding.step")?["step"]?.integerValue.flatMap(AlarmOnboardingStep.init) ?? .promise
        let isCompleted = record?.register("onboarding.completed") != nil
        return Answer(
            asOf: answered,
            value: AlarmProfile(step: isCompleted ? nil : step, permission: try permission(domain: "alarms", pinned)))
    }

    /// Goes on to the next page, and completes the onboarding after the last. Throws `Rejection`
    /// `onboarding.completed`.
    @discardableResult @available(*, noasync)
    public func advanceAlarmOnboarding() throws -> AppendReceipt {
        let profile = try uncompletedAlarmProfile()
        guard let next = profile.step?.next else { return try complete(profile) }
        let data = JSONValue.object(pairs: ["step": .integer(next.rawValue)])
        return try append([
            EventDraft(stream: Ledger.alarmProfileStream, type: "onboarding.advanced", data: .json(data))
        ])
    }

    /// Completes the onboarding from whatever page. Throws `Rejection` `onboarding.completed`.
    @discardableResult @available(*, noasync)
    public func skipAlarmOnboarding() throws -> AppendReceipt { try complete(try uncompletedAlarmProfile()) }

    private func uncompletedAlarmProfile() throws -> AlarmProfile {
        let profile = try alarmProfile().value
        guard profile.isCompleted else { return profile }
        throw Rejection(code: "onboarding.completed", message: "The onboarding of alarms was completed already.")
    }

    @available(*, noasync)
    private func complete(_ profile: AlarmProfile) throws -> AppendReceipt {
        let data = JSONValue.object(pairs: ["permission": .string(profile.permission.rawValue)])
        return try append([
            EventDraft(stream: Ledger.alarmProfileStream, type: "onboarding.completed", data: .json(data))
        ])
    }
}
