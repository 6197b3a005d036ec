import DaybookDomains

/// The step of the tour that stands on a page, over what it is about.
enum TourPanel {
    static let stream = StreamID(kind: "profile", id: "logbook")

    static func add(_ view: PageView, _ context: PageContext, to page: inout HTML) throws {
        guard !context.isPast, !view.isForm, [.currency, .progress, .logbook].contains(view.section) else { return }
        let profile = try context.ledger.profile(context.asOf).value
        guard profile.isTourOffered, case .at(let step) = profile.tour, path(step) == context.address.path else {
            return
        }
        let seen = SeenRecord(try context.ledger.history(of: stream)?.value)
        page.element(.section, .class("tour"), .named("aria-labelledby", "tour-title")) { page in
            page.element(.form, .named("method", "post"), .named("action", "/tour")) { page in
                FormSecrets(token: context.formToken, key: context.ledger.newID()).add(to: &page)
                seen.add(to: &page)
                // A click beside the panel goes on, as its button does.
                page.element(
                    .button, .class("backdrop"), .named("name", "do"), .named("value", "next"),
                    .named("tabindex", "-1"),
                    .named("aria-hidden", "true"))
                page.element(.div, .class("panel")) { page in
                    page.element(.h2, .id("tour-title"), text: step.title)
                    page.element(.p, text: text(step))
                    page.element(.p, .class("faint"), text: "Step \(step.rawValue + 1) of \(TourStep.allCases.count)")
                    let isLast = step == .tourComplete
                    page.element(
                        .button, .named("name", "do"), .named("value", "next"), .flag("autofocus"),
                        text: isLast ? "Finish" : "Next")
                    if !isLast {
                        page.text(" ")
                        page.element(.button, .named("name", "do"), .named("value", "skip"), text: "Skip Tour")
                    }
                }
            }
        }
    }

    /// The page on which a step stands.
    static func path(_ step: TourStep) -> String {
        switch step.page {
        case "Progress": "/progress"
        case "Logbook": "/logbook"
        default: "/"
        }
    }

    private static func text(_ step: TourStep) -> String {
        switch step {
        case .dashboardWelcome: "The first page states whether you may carry passengers, and why."
        case .currencyCards: "Each card shows one reading of 61.57, its last day, and the flights behind it."
        case .progressTab: "This page compares your hours with the list of 61.109."
        case .logbookTab: "The logbook lists every flight. Each keeps its whole history."
        case .addFlightButton: "\"Add Flight\" stands in the logbook. The keys g and n lead to it."
        case .tourComplete: "Log a flight, or import the file of another logbook."
        }
    }
}
