import DaybookDomains

/// Practice tests: the state, the training sets, the four tests, statistics and history.
enum PracticePage {
    static func make(_ context: PageContext) throws -> PageView {
        let book = try PracticePage.book(context)
        let isOpen = PracticePage.isOpen(context)
        var content = HTML()
        content.element(.h1, text: "Practice tests")
        addSaved(context, &content)
        try addState(book, isOpen: isOpen, context, &content)
        if isOpen {
            content.element(.p) { $0.element(.a, .href(PageAddress("/practice/settings")), text: "Settings") }
        }
        if let progress = book.progress {
            let stats = try context.ledger.quizStats(book)
            PracticeOverview.add(stats, progress, isOpen: isOpen, context, to: &content)
            addSets(progress, book, isOpen: isOpen, context, &content)
            addTests(progress, isOpen: isOpen, context, &content)
            PracticeStatistics.add(stats, progress, context, to: &content)
        }
        return PageView(
            title: "Practice tests", section: .practice, marks: try PageMarks.ofPractice(context), content: content)
    }

    /// Of a day that is named, what was done by its end.
    static func book(_ context: PageContext) throws -> QuizBook {
        let evening = context.times.on.map {
            let next = context.ledger.zone.instant(of: $0.adding(days: 1), secondOfDay: 0)
            return Instant(milliseconds: next.milliseconds - 1)
        }
        return try context.ledger.quizBook(context.asOf, at: evening)
    }

    /// Whether the page is of now, so that something can be done on it.
    static func isOpen(_ context: PageContext) -> Bool { !context.isPast && context.times.on == nil }

    private static func addSaved(_ context: PageContext, _ content: inout HTML) {
        guard isOpen(context) else { return }
        let words: String? =
            switch context.address["saved"] {
            case "state": "State chosen. What was done in other states stays."
            case "changed": "Nothing was written: the answers changed after the page was opened."
            default: nil
            }
        guard let words else { return }
        content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: words)
    }

    // MARK: - State

    private static func addState(
        _ book: QuizBook, isOpen: Bool, _ context: PageContext, _ content: inout HTML
    ) throws {
        if let state = book.state {
            content.element(.p, .class("figure")) { content in
                content.text("\(state.name): \(state.passMarkPercent) % pass, ")
                content.text("\(state.correctNeeded(of: TestSlices.size)) of \(TestSlices.size) questions.")
            }
            content.element(.p, text: state.test.sentences.joined(separator: " "))
        } else {
            content.element(.p, text: "No state is chosen yet.")
        }
        guard isOpen else { return }
        let seen = SeenRecord(try context.ledger.history(of: ProgressResets.stream)?.value)
        content.element(.form, .class("drink"), .named("method", "post"), .named("action", "/practice/state")) {
            content in
            FormSecrets(token: context.formToken, key: context.ledger.newID()).add(to: &content)
            seen.add(to: &content)
            content.element(.label, .named("for", "state"), text: "State")
            content.element(.select, .named("name", "state"), .id("state")) { content in
                for state in StateCode.all {
                    content.element(
                        .option, .named("value", state.code), .flag("selected", state == book.state),
                        text: state.name)
                }
            }
            content.element(.button, text: "Choose")
        }
    }

    // MARK: - Training

    private static func addSets(
        _ progress: StudyProgress, _ book: QuizBook, isOpen: Bool, _ context: PageContext, _ content: inout HTML
    ) {
        WaterPage.part("training", "Training", &content) { content in
            guard progress.isOnboarded else {
                content.element(
                    .p,
                    text: "\(progress.trainingCorrect) of \(QuizRules.correctToUnlock) right answers open the tests.")
                if isOpen {
                    content.element(.p) {
                        $0.element(
                            .a, .href(PageAddress("/practice/train")), .class("deed"), text: "Answer a question")
                    }
                }
                return
            }
            let cards = SetCard.all(progress, book.shelf)
            if cards.isEmpty { content.element(.p, .class("empty"), text: "This state has no questions here.") }
            content.element(.div, .class("cards")) { content in
                for card in cards { addSet(card, isOpen: isOpen, &content) }
            }
        }
    }

    private static func addSet(_ card: SetCard, isOpen: Bool, _ content: inout HTML) {
        let text = "\(card.mastered) of \(card.questions) mastered"
        content.element(.article, .class("card"), .named("aria-labelledby", "set-\(card.set)")) { content in
            content.element(.h3, .id("set-\(card.set)"), text: "Set \(card.set)")
            content.element(
                .progress, .named("max", "\(card.questions)"), .named("value", "\(card.mastered)"),
                .label("Set \(card.set): \(text)"))
            content.element(.p, text: "\(text), \(PageContext.count(card.answered, "answer"))")
            if isOpen, card.next != nil {
                content.element(
                    .a, .href(PageAddress("/practice/train", [.init(name: "set", value: "\(card.set)")])),
                    .label("Train set \(card.set)"), text: "Train")
            }
        }
    }

    // MARK: - Tests

    private static func addTests(
        _ progress: StudyProgress, isOpen: Bool, _ context: PageContext, _ content: inout HTML
    ) {
        WaterPage.part("tests", "Tests", &content) { content in
            content.element(.div, .class("cards")) { content in
                for card in TestCard.all(progress) {
                    addTest(card, isOpen: isOpen, isOnboarded: progress.isOnboarded, context, &content)
                }
            }
        }
    }

    private static func addTest(
        _ card: TestCard, isOpen: Bool, isOnboarded: Bool, _ context: PageContext, _ content: inout HTML
    ) {
        content.element(.article, .class("card"), .named("aria-labelledby", "test-\(card.test)")) { content in
            content.element(.h3, .id("test-\(card.test)"), text: "Test \(card.test)")
            content.element(.p, text: "Handed in \(card.taken) times")
            if let first = card.firstScore, let best = card.bestScore {
                content.element(.p, text: "First \(first), best \(best) of \(TestSlices.size)")
            }
            if let open = card.open {
                content.element(.p) { content in
                    content.element(.span, .class("mark"), text: "In progress")
                    content.text(" \(open.state.answered) of \(TestSlices.size) answered")
                }
            }
            guard isOpen else { return }
            if let open = card.open {
                content.element(
                    .a, .href(PageAddress("/\(open.stream.text)")), .label("Continue test \(card.test)"),
                    text: "Continue")
            } else if isOnboarded {
                content.element(.form, .named("method", "post"), .named("action", "/practice/start")) { content in
                    FormSecrets(token: context.formToken, key: context.ledger.newID()).add(to: &content)
                    content.element(
                        .button, .named("name", "test"), .named("value", "\(card.test)"),
                        text: card.taken > 0 ? "Take test \(card.test) again" : "Start test \(card.test)")
                }
            }
        }
    }
}
