import DaybookDomains

/// The statistics of a person's answers in a state: figures, categories, and all attempts.
enum PracticeStatistics {
    static func add(
        _ stats: QuizStats, _ progress: StudyProgress, _ context: PageContext, to content: inout HTML
    ) {
        WaterPage.part("statistics", "Statistics", &content) { content in
            let probability = stats.probability
            content.element(.p, .class("figure"), .id("face")) { content in
                content.element(.span, .named("aria-hidden", "true"), text: faces[probability.face - 1])
                content.text(" \(probability.readinessPercent) % ready, face \(probability.face) of \(faces.count)")
            }
            let average = probability.averageBestTenths.map { "\(Digits.tenths($0)) of \(TestSlices.size)" } ?? "–"
            let facts = [
                ("Answered", "\(stats.answered)"), ("Right", "\(stats.correct)"),
                ("Accuracy", "\(stats.accuracyPercent) %"), ("Tests taken", "\(stats.testsTaken) of 4"),
                ("Average best score", average), ("Days in a row", "\(stats.streak)"),
            ]
            content.element(.dl) { content in
                for (name, value) in facts {
                    content.element(.dt, text: name)
                    content.element(.dd, text: value)
                }
            }
            addCategories(stats, &content)
        }
        addHistory(progress, context, &content)
    }

    /// From all right to hardly any.
    private static let faces = ["😁", "😀", "🙂", "😐", "😕", "🙁", "😟", "😢"]

    private static func addCategories(_ stats: QuizStats, _ content: inout HTML) {
        table("Categories", ["Category", "Right", "Answered", "Percent"], &content) { content in
            for category in stats.categories {
                content.element(.tr) { content in
                    content.element(.th, .named("scope", "row"), text: category.title)
                    content.element(.td, text: "\(category.correct)")
                    content.element(.td, text: "\(category.answered)")
                    content.element(.td, text: "\(Score.percent(category.correct, of: category.answered)) %")
                }
            }
        }
    }

    private static func addHistory(_ progress: StudyProgress, _ context: PageContext, _ content: inout HTML) {
        WaterPage.part("history", "History", &content) { content in
            if progress.allAttempts.isEmpty {
                return content.element(.p, .class("empty"), text: "No test was begun yet.")
            }
            table("Attempts", ["Begun", "Test", "Score", "State"], &content) { content in
                for attempt in progress.allAttempts.reversed() {
                    content.element(.tr) { content in
                        content.element(.th, .named("scope", "row")) { content in
                            content.element(
                                .a, .href(context.link("/\(attempt.stream.text)")),
                                text: context.time(attempt.started))
                        }
                        content.element(.td, text: "\(attempt.test)")
                        content.element(.td, text: attempt.completed == nil ? "–" : "\(attempt.percent) %")
                        content.element(.td, text: word(attempt))
                    }
                }
            }
        }
    }

    private static func word(_ attempt: Attempt) -> String {
        if !attempt.counts { return "– set aside" }
        guard attempt.completed != nil else { return "in progress" }
        return attempt.isPassed ? "✓ passed" : "✕ not passed"
    }

    private static func table(
        _ title: String, _ columns: [String], _ content: inout HTML, _ rows: (inout HTML) -> Void
    ) {
        content.element(.div, .class("scroll"), .named("tabindex", "0"), .label("\(title), table")) { content in
            content.element(.table) { content in
                content.element(.thead) { content in
                    content.element(.tr) { content in
                        for column in columns { content.element(.th, .named("scope", "col"), text: column) }
                    }
                }
                content.element(.tbody) { rows(&$0) }
            }
        }
    }
}
