/// The pages that the alarms begin with, in their order.
public enum AlarmOnboardingStep: Int, Hashable, Sendable, CaseIterable {
    case promise = 1, schedules, notifications

    public var title: String {
        switch self {
        case .promise: "Never Forget What Matters"
        case .schedules: "Weekly, Monthly, Annually"
        case .notifications: "Stay Notified"
        }
    }

    /// The one after it; nil of the last.
    public var next: AlarmOnboardingStep? { AlarmOnboardingStep(rawValue: rawValue + 1) }

    /// The label of its button; the last one asks for permission until it has an answer.
    public func button(isAnswered: Bool) -> String {
        switch self {
        case .promise, .schedules: "Continue"
        case .notifications: isAnswered ? "Get Started" : "Enable Notifications"
        }
    }
}
