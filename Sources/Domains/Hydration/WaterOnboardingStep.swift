/// The pages that hydration begins with, in their order.
public enum WaterOnboardingStep: Int, Hashable, Sendable, CaseIterable {
    case welcome = 1, body, notifications

    public var title: String {
        switch self {
        case .welcome: "Drink Enough, Every Day"
        case .body: "Your Goal"
        case .notifications: "Stay Reminded"
        }
    }

    /// The one after it; nil of the last.
    public var next: WaterOnboardingStep? { WaterOnboardingStep(rawValue: rawValue + 1) }

    /// The label of its button; the last one asks for permission until it has an answer.
    public func button(isAnswered: Bool) -> String {
        switch self {
        case .welcome, .body: "Continue"
        case .notifications: isAnswered ? "Get Started" : "Enable Notifications"
        }
    }
}
