import DaybookDomains

/// The two steps before a logbook begins: the stage of training, and what to do first.
enum WelcomePage {
    static let path = "/welcome"

    /// - Parameter refusal: Why a step was not taken.
    static func make(
        _ stage: TrainingStage?, _ secrets: FormSecrets, _ seen: SeenRecord, refusal: FormRefusal? = nil
    ) -> PageView {
        var content = HTML()
        content.element(.h1, text: "Welcome to SoloTrack")
        content.element(.p, .class("faint"), text: "Step \(stage == nil ? 1 : 2) of 2")
        FlightFormPage.add(refusal, to: &content)
        if let stage { addIntents(stage, secrets, seen, &content) } else { addStages(&content) }
        return PageView(
            status: refusal == nil ? 200 : 422, title: "Welcome", section: .currency, isForm: true, content: content)
    }

    /// The first step writes nothing: its choice stands in the address of the second.
    private static func addStages(_ content: inout HTML) {
        content.element(.form, .class("fields needs"), .named("method", "get"), .named("action", path)) { content in
            content.element(.fieldset) { content in
                content.element(.legend, text: "How far is your training?")
                for stage in TrainingStage.allCases { addChoice("stage", stage.rawValue, title(stage), &content) }
            }
            content.element(.button, text: "Continue")
        }
    }

    private static func addIntents(
        _ stage: TrainingStage, _ secrets: FormSecrets, _ seen: SeenRecord, _ content: inout HTML
    ) {
        content.element(.form, .class("fields needs"), .named("method", "post"), .named("action", path)) { content in
            secrets.add(to: &content)
            seen.add(to: &content)
            content.element(
                .input, .named("type", "hidden"), .named("name", "stage"), .named("value", stage.rawValue))
            content.element(.fieldset) { content in
                content.element(.legend, text: "What do you want to do first?")
                for intent in OnboardingIntent.allCases {
                    addChoice("intent", intent.rawValue, title(intent), &content)
                }
            }
            content.element(.button, text: "Get Started")
            content.text(" ")
            content.element(.a, .href(PageAddress(path)), text: "Back")
        }
    }

    private static func addChoice(_ name: String, _ value: String, _ title: String, _ content: inout HTML) {
        content.element(.label, .class("choice")) { content in
            content.element(
                .input, .named("type", "radio"), .named("name", name), .named("value", value), .flag("required"))
            content.text(" \(title)")
        }
    }

    private static func title(_ stage: TrainingStage) -> String {
        switch stage {
        case .preSolo: "Pre-Solo"
        case .postSolo: "Post-Solo"
        case .checkridePrep: "Checkride Prep"
        }
    }

    private static func title(_ intent: OnboardingIntent) -> String {
        switch intent {
        case .logFresh: "Log a flight"
        case .backfill: "Enter past flights"
        case .explore: "Explore first"
        }
    }
}
