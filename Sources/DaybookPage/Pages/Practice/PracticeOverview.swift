import DaybookDomains

/// The first part of practice: a greeting, the figures of the state, and the test that was begun.
enum PracticeOverview {
    static func add(
        _ stats: QuizStats, _ progress: StudyProgress, isOpen: Bool, _ context: PageContext, to content: inout HTML
    ) {
        content.element(.section, .class("totals"), .id("overview"), .label("Overview")) { content in
            content.element(
                .p, .class("figure"),
                text: stats.answered == 0 ? "Welcome to your practice" : "Welcome back to your practice")
            let figures = [
                ("Answered", "\(stats.answered)"), ("Accuracy", "\(stats.accuracyPercent) %"),
                ("Tests taken", "\(stats.testsTaken) of 4"),
            ]
            for (name, value) in figures {
                content.element(.p, .class("total"), .named("role", "group"), .label("\(name): \(value)")) { content in
                    content.element(.span, .class("figure"), text: value)
                    content.element(.span, text: name)
                }
            }
        }
        let open = TestCard.all(progress).compactMap { card in card.open.map { (card.test, $0) } }.first
        if isOpen, let (test, attempt) = open {
            content.element(.p) { content in
                content.element(
                    .a, .href(PageAddress("/\(attempt.stream.text)")), .class("deed"), .id("continue"),
                    text: "Go on with test \(test): \(attempt.state.answered) of \(TestSlices.size) answered")
            }
        }
    }
}
