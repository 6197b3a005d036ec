import DaybookDomains

/// One question of a training set, and what the answer before it was worth.
enum TrainingPage {
    static func make(_ context: PageContext) throws -> PageView {
        let book = try context.ledger.quizBook()
        let (state, progress) = try book.studying()
        let set = try set(context) ?? context.ledger.currentSet(progress, book.shelf)
        guard let queue = progress.queue(set, book.shelf) else { throw QuizRules.setRange }
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(PageAddress("/practice")), text: "Practice tests") }
        content.element(.h1, text: set == 0 ? "Training" : "Training, set \(set)")
        addAnswered(book.shelf, context, &content)
        let stream = StreamID(kind: "training", id: state.code)
        let seen = SeenRecord(try context.ledger.history(of: stream)?.value)
        if let id = queue.next, let question = book.shelf.question(id) {
            content.element(.p, text: "\(queue.mastered) of \(queue.items.count) mastered")
            QuestionForm.add(
                question.text, question.options, to: "/practice/train",
                FormSecrets(token: context.formToken, key: context.ledger.newID()),
                [("set", "\(set)"), ("question", id.text), ("seen", seen.event)], &content)
        } else {
            content.element(.p, .class("empty"), text: "All \(queue.items.count) questions are mastered.")
        }
        return PageView(title: "Training", section: .practice, isForm: true, content: content)
    }

    private static func set(_ context: PageContext) throws -> Int? {
        guard let text = context.address["set"] else { return nil }
        guard let set = Digits.value(Array(text.utf8)[...]) else { throw QuizRules.setRange }
        return set
    }

    /// Whether the answer before was right, with the explanation.
    private static func addAnswered(_ shelf: BankShelf, _ context: PageContext, _ content: inout HTML) {
        guard let id = context.address["question"].flatMap({ QuestionID($0) }), let question = shelf.question(id),
            let choice = context.address["choice"].flatMap({ Digits.value(Array($0.utf8)[...]) }),
            question.options.indices.contains(choice)
        else { return }
        let isRight = choice == question.correct
        content.element(.section, .class(isRight ? "saved" : "refusal"), .id("saved"), .named("role", "status")) {
            content in
            content.element(.p) { $0.isolated(question.text) }
            content.element(.p) { content in
                content.element(.strong, text: isRight ? "✓ Right: " : "✕ Wrong. Right is: ")
                content.isolated(question.options[question.correct])
            }
            content.element(.p) { $0.isolated(question.explanation) }
        }
    }
}
