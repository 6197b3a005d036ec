import DaybookDomains

/// An attempt at a test: its next question, or its result.
enum AttemptPage {
    static func make(_ stream: StreamID, _ context: PageContext) throws -> PageView {
        let book = try PracticePage.book(context)
        let attempt = try book.attempt(stream)
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(context.link("/practice")), text: "Practice tests") }
        content.element(.h1, text: "Test \(attempt.test)")
        if !attempt.counts {
            content.element(.p, .class("warning"), text: "This attempt was set aside. It counts in no figure.")
        }
        let isOpen = PracticePage.isOpen(context) && attempt.counts
        if attempt.completed != nil {
            addResult(attempt, book.shelf, context, &content)
        } else if let next = attempt.state.next {
            addQuestion(attempt, next, book.shelf, isOpen: isOpen, context, &content)
        } else {
            content.element(.p, text: "All \(TestSlices.size) questions are answered.")
            if isOpen {
                FlightFormPage.addButton(
                    "/\(stream.text)/submit", "Hand the test in",
                    FormSecrets(token: context.formToken, key: context.ledger.newID()), to: &content)
            }
        }
        return PageView(
            title: "Test \(attempt.test)", section: .practice, marks: try PageMarks.ofPractice(context),
            content: content)
    }

    private static func addQuestion(
        _ attempt: Attempt, _ index: Int, _ shelf: BankShelf, isOpen: Bool, _ context: PageContext,
        _ content: inout HTML
    ) {
        content.element(.p, .class("figure"), text: "Question \(index + 1) of \(TestSlices.size)")
        content.element(
            .progress, .named("max", "\(TestSlices.size)"), .named("value", "\(attempt.state.answered)"),
            .label("\(attempt.state.answered) of \(TestSlices.size) answered"))
        guard isOpen else { return }
        let shown = ShownQuestion(attempt.state, index, shelf)
        guard let text = shown.text else {
            return content.element(.p, .class("warning"), text: "No bank here has the question \(shown.id).")
        }
        QuestionForm.add(
            text.text, shown.options, to: "/\(attempt.stream.text)/answer",
            FormSecrets(token: context.formToken, key: context.ledger.newID()), [("index", "\(index)")], &content)
        content.element(.p, .class("faint"), text: "An answer cannot be changed. The test can be continued later.")
    }

    // MARK: - Result

    private static func addResult(
        _ attempt: Attempt, _ shelf: BankShelf, _ context: PageContext, _ content: inout HTML
    ) {
        content.element(.p, .class("figure"), .id("result")) { content in
            content.element(.span, .class("state \(attempt.isPassed ? "valid" : "expired")")) {
                $0.text(attempt.isPassed ? "✓ Passed" : "✕ Not passed")
            }
            content.text(" \(attempt.score)/\(TestSlices.size), \(attempt.percent) %. ")
            content.text("\(attempt.markPercent) % pass.")
        }
        if let seconds = attempt.elapsedSeconds {
            content.element(.p, text: "Time: \(seconds / 60) min \(seconds % 60) s")
        }
        let wrong = WrongAnswer.all(of: attempt.state, shelf)
        content.element(.h2, text: wrong.isEmpty ? "All answers are right" : "Wrong answers")
        content.element(.ol, .class("history")) { content in
            for answer in wrong { content.element(.li) { addWrong(answer, &$0) } }
        }
    }

    private static func addWrong(_ answer: WrongAnswer, _ content: inout HTML) {
        content.element(.h3) { content in
            content.text("Question \(answer.index + 1): ")
            content.isolated(answer.text?.text ?? answer.question.text)
        }
        func option(_ letter: Character) -> String {
            OptionLetter.text.firstIndex(of: letter).flatMap {
                answer.options.indices.contains($0) ? answer.options[$0] : nil
            } ?? ""
        }
        content.element(.dl) { content in
            for (name, letter) in [("Your answer", answer.choice), ("Right", answer.right)] {
                content.element(.dt, text: name)
                content.element(.dd) { content in
                    content.text("\(letter). ")
                    content.isolated(option(letter))
                }
            }
        }
        if let text = answer.text { content.element(.p) { $0.isolated(text.explanation) } }
    }
}
