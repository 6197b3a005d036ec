import DaybookDomains

/// The three pages that water begins with.
enum WaterWelcomePage {
    static func make(
        _ state: WaterOnboarding, _ body: WaterBodyForm, _ unit: WaterSettings.Unit, _ secrets: FormSecrets,
        _ seen: SeenRecord, refusal: FormRefusal? = nil
    ) -> PageView {
        let step = state.step ?? .welcome
        var content = HTML()
        content.element(.h1, text: step.title)
        content.element(.p, .class("faint"), text: "Page \(step.rawValue) of \(WaterOnboardingStep.allCases.count)")
        FlightFormPage.add(refusal, to: &content)
        content.element(
            .form, .class(step == .body ? "fields needs" : "fields"), .named("method", "post"),
            .named("action", "/water/welcome"), step == .body ? .named("data-preview", "/water/preview") : nil
        ) { content in
            secrets.add(to: &content)
            seen.add(to: &content)
            switch step {
            case .welcome:
                content.element(
                    .p, text: "Each drink counts for a part of its volume. The goal follows from your profile.")
            case .body:
                body.add(to: &content)
                content.element(.output, .id("preview"), .named("for", "age weight activity")) { content in
                    // A body that is not complete has no goal to show.
                    let text = try? body.preview(in: unit)  // None yet.
                    if let text { content.text(text) }
                }
            case .notifications:
                if state.permission == .notAsked {
                    content.element(
                        .input, .named("type", "hidden"), .named("name", "asks"), .named("value", "on"))
                }
                content.element(
                    .p, text: "Reminders stand on the page and in \"daybook due\". Nothing leaves this machine.")
            }
            content.element(.p) { content in
                content.element(
                    .button, .named("name", "do"), .named("value", "next"),
                    text: step.button(isAnswered: state.permission != .notAsked))
                content.text(" ")
                content.element(
                    .button, .named("name", "do"), .named("value", "skip"), .named("type", "submit"),
                    .flag("formnovalidate"), text: "Skip")
            }
        }
        return PageView(
            status: refusal == nil ? 200 : 422, title: step.title, section: .water, isForm: true, content: content)
    }
}
