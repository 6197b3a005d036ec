import DaybookDomains

/// The three pages that alarms begin with.
enum AlarmWelcomePage {
    static let path = "/alarms/welcome"

    static func make(
        _ step: AlarmOnboardingStep, _ permission: NoticePermission, _ secrets: FormSecrets, _ seen: SeenRecord
    ) -> PageView {
        var content = HTML()
        WelcomeIcon(step).add(to: &content)
        content.element(.h1, text: step.title)
        content.element(.p, .class("tagline"), text: tagline(step))
        content.element(.p, .class("faint"), text: "Page \(step.rawValue) of \(AlarmOnboardingStep.allCases.count)")
        content.element(.form, .class("fields"), .named("method", "post"), .named("action", path)) { content in
            secrets.add(to: &content)
            seen.add(to: &content)
            let isAsked = step == .notifications && permission == .notAsked
            content.element(
                .button, .named("name", "do"), .named("value", isAsked ? "grant" : "next"),
                text: step.button(isAnswered: !isAsked))
            if isAsked {
                content.text(" ")
                content.element(.button, .named("name", "do"), .named("value", "skip"), text: "Skip for now")
            }
        }
        return PageView(title: step.title, section: .alarms, isForm: true, content: content)
    }

    private static func tagline(_ step: AlarmOnboardingStep) -> String {
        switch step {
        case .promise: "Alarms for what comes back in weeks, months and years, kept on your own machine."
        case .schedules: "An alarm fires on days of the week, on days of the month, once a year, or every few days."
        case .notifications:
            "A due alarm shows its panel over each open page, and stands in \"daybook due\". "
                + "Nothing leaves this machine."
        }
    }
}
