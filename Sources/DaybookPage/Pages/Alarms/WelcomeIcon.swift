import DaybookDomains

/// The picture of a page that alarms begin with.
struct WelcomeIcon {
    private let name: String
    private let paint: String
    private let path: String

    init(_ step: AlarmOnboardingStep) {
        switch step {
        case .promise:
            (name, paint) = ("Bell", "link")
            path = "M5 18h14l-2-3v-5a5 5 0 0 0-10 0v5zM10 18a2 2 0 0 0 4 0M12 5V3"
        case .schedules:
            (name, paint) = ("Calendar", "warning")
            path = "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5M8 14h2M14 14h2M8 17h2"
        case .notifications:
            (name, paint) = ("Shield", "good")
            path = "M12 3l8 3v5c0 5-3.5 8.5-8 10-4.5-1.5-8-5-8-10V6zM8.5 12l2.5 2.5 4.5-5"
        }
    }

    func add(to content: inout HTML) {
        content.element(
            .svg, .class("icon \(paint)"), .named("viewBox", "0 0 24 24"), .named("width", "4em"),
            .named("height", "4em"), .named("role", "img"), .label(name)
        ) { content in
            content.element(.path, .named("d", path))
        }
    }
}
