import ArgumentParser
import DaybookDomains

struct QuizTrain: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "train", abstract: "Show the next question of training, or answer it.",
        discussion: """
            Examples:
              daybook quiz train
              daybook quiz train --answer B
              daybook quiz train --set 2 --answer B
              daybook quiz train --set 2 --question U-041 --answer A

            Until ten answers are right it is the onboarding, then the first set that is
            not mastered. A wrong answer puts the question to the end of its set. On a
            terminal one question follows another until you leave with q.
            """)

    @Option(help: ArgumentHelp("The training set, 1 to 4; 0 is the onboarding.", valueName: "number")) var set: String?
    @Option(help: ArgumentHelp("The answer to the question: A to D.", valueName: "choice")) var answer: String?
    @Option(help: ArgumentHelp("A certain question of the set. (default: the next one)", valueName: "id")) var question:
        String?
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let set = try set.map(QuizValues.set)
        let asked = try question.map(QuizValues.question)
        guard let answer else {
            if asked == nil, !times.isGiven, QuizDialogue.isWanted(session) {
                return try QuizDialogue.train(set, session)
            }
            return try show(set, asked, session)
        }
        try times.refuse("An answer is given now: it takes no other time.")
        let choice = try QuizValues.choice(answer, isTraining: true)
        try session.withLedger(.readWrite) { ledger in
            let trained = try ledger.train(set: set, question: asked, choice: choice)
            try session.answer(trained.json.wrote(trained.receipt)) { try trained.print(session) }
        }
    }

    private func show(_ set: Int?, _ asked: QuestionID?, _ session: Session) throws {
        try times.asking(session) { ledger, asOf, moment in
            let book = try session.quizBook(ledger, asOf, at: moment)
            let (state, progress) = try book.studying()
            let set = set ?? ledger.currentSet(progress, book.shelf)
            guard let queue = progress.queue(set, book.shelf) else { throw QuizRules.setRange }
            if let asked, !queue.items.contains(asked) { throw QuizRules.questionUnknown(asked.text) }
            let next = asked ?? queue.next
            let text = next.flatMap { book.shelf.question($0) }
            try session.answer(
                .object(
                    [
                        .init("asOf", book.asOf.json), .init("state", .string(state.code)), .init("set", .integer(set)),
                        .init(
                            "question", next.map { .object(QuizText.members($0, text, text?.options ?? [])) } ?? .null),
                    ] + QuizTrain.counts(queue, correct: progress.trainingCorrect, isOnboarded: progress.isOnboarded))
            ) {
                try session.printKnownAt(times.known, book.asOf)
                guard let next else { return try session.print(QuizRules.setMastered(set).message) }
                try session.print(session.style.faint(QuizTrain.heading(set, queue, correct: progress.trainingCorrect)))
                try QuizText.print(next, text, text?.options ?? [], session)
            }
        }
    }

    static func counts(_ queue: TrainingQueue, correct: Int, isOnboarded: Bool) -> [JSONValue.Member] {
        [
            .init("mastered", .integer(queue.mastered)), .init("of", .integer(queue.items.count)),
            .init("trainingCorrect", .integer(correct)),
            .init("onboarded", .bool(isOnboarded)),
        ]
    }

    /// `Set 2: 17 of 50 mastered`, or how far the onboarding is.
    static func heading(_ set: Int, _ queue: TrainingQueue, correct: Int) -> String {
        set == 0
            ? "Onboarding: \(min(correct, QuizRules.correctToUnlock)) of \(QuizRules.correctToUnlock) right"
            : "Set \(set): \(queue.mastered) of \(queue.items.count) mastered"
    }
}

extension TrainedAnswer {
    var json: JSONValue {
        .object(
            [
                .init("state", .string(state.code)), .init("set", .integer(answer.set)),
                .init("question", .string(answer.question.text)),
                .init("choice", .string(String(OptionLetter.text[answer.choice]))),
                .init("correct", .bool(answer.isCorrect)),
                .init("right", .string(String(OptionLetter.text[question.correct]))),
                .init("explanation", .string(question.explanation)),
            ] + QuizTrain.counts(queue, correct: trainingCorrect, isOnboarded: isOnboarded))
    }

    func print(_ session: Session) throws {
        let right = "\(OptionLetter.text[question.correct])  \(Text.shown(question.options[question.correct]))"
        try session.print(
            answer.isCorrect ? session.style.good("Right.") : session.style.bad("Wrong.") + " Right is \(right)")
        try session.print(Text.shown(question.explanation))
        try session.print(session.style.faint(QuizTrain.heading(answer.set, queue, correct: trainingCorrect)))
    }
}

struct QuizSets: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "sets", abstract: "The four training sets.",
        discussion: """
            Example:
              daybook quiz sets

            Set N has the 50 questions of test N.
            """)

    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let (book, evidence) = try times.asking(session) { ledger, asOf, moment in
            let book = try session.quizBook(ledger, asOf, at: moment)
            return (book, try explain.evidence(book.setFigures, ledger, asOf, book.asOf, session))
        }
        let cards = SetCard.all(try book.studying().progress, book.shelf)
        if session.isJSON { return try session.print(.explained(cards.map { .object(QuizSets.json($0)) }, evidence)) }
        try session.printKnownAt(times.known, book.asOf)
        try session.printSetAside(session.console.setAside)
        var table = Table([("Set", .right), ("Mastered", .right), ("Answered", .right), ("Next", .left)])
        for card in cards {
            let isDone = card.next == nil
            table.add([
                Table.Cell("\(card.set)"), Table.Cell("\(card.mastered) of \(card.questions)", isDone ? .good : nil),
                Table.Cell("\(card.answered)"),
                Table.Cell(card.next?.text ?? "mastered", isDone ? .good : nil),
            ])
        }
        try session.print(table)
        try EvidenceText.print(book.setFigures, evidence, session)
    }

    static func json(_ card: SetCard) -> [JSONValue.Member] {
        [
            .init("set", .integer(card.set)), .init("mastered", .integer(card.mastered)),
            .init("of", .integer(card.questions)),
            .init("answered", .integer(card.answered)), .init("next", .textOrNull(card.next?.text)),
        ]
    }
}
